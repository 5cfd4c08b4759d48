// Firefox and WebKit, each through what it has itself: Firefox listens for WebDriver BiDi, WebKitWebDriver for
// WebDriver. Both are driven by the few calls that the tests need; nothing is downloaded.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { otherBrowsers } from '../../tools/setup/system.mjs';

const kSize = { width: 1200, height: 760 }; // CSS pixels of a page
const kPatience = 30_000; // ms for anything that is waited for
const kAnswer = 60_000; // ms for an answer of a browser: the longest program takes 5 s of a quiet machine

// What a browser looks up by itself goes to a port where nobody listens; pages of this machine go past the proxy.
const kFirefoxPreferences = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

// A run that is ended from outside takes its browsers along.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** The browser has ended, or says nothing any more: nothing is known about the page. */
export class NoAnswer extends Error {}

/** A program in a process group of its own, so that ending it ends the browsers that it started. */
function start(command, args, { env, stdio = ['ignore', 'ignore', 'pipe'] } = {}) {
  const child = spawn(command, args, { detached: true, env: { ...process.env, ...env }, stdio });
  const end = (signal = 'SIGKILL') => {
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error; // it ended before
    }
  };
  process.once('exit', () => end());
  return { child, end };
}

/** Resolves to the first group of `pattern` in what `stream` says. */
function said(stream, pattern, who) {
  return new Promise((resolve, reject) => {
    let text = '';
    const late = setTimeout(() => reject(new Error(`${who} did not start: ${text}`)), kPatience);
    stream.on('data', (chunk) => {
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
  });
}

async function startFirefox(program) {
  const profile = mkdtempSync(join(tmpdir(), 'impulse2d-firefox-'));
  const preferences = Object.entries(kFirefoxPreferences);
  writeFileSync(
    join(profile, 'user.js'),
    preferences.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''),
  );
  const { child, end } = start(
    program,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    { env: { HOME: profile } },
  );
  const address = await said(child.stderr, /WebDriver BiDi listening on (ws:\S+)/, 'Firefox');
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map();
  socket.on('message', (text) => {
    const { id, type, result, error, message } = JSON.parse(text);
    const answer = waiting.get(id);
    waiting.delete(id);
    if (type === 'success') answer?.resolve(result);
    else answer?.reject(new Error(`${error}: ${message}`));
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new NoAnswer('Firefox has ended'));
  });
  let calls = 0;
  const call = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++calls;
      const late = setTimeout(() => reject(new NoAnswer(`Firefox does not answer ${method}`)), kAnswer);
      const settled = (settle) => (value) => {
        clearTimeout(late);
        settle(value);
      };
      waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      socket.send(JSON.stringify({ id, method, params }), (error) => {
        if (error) waiting.get(id)?.reject(new NoAnswer(`Firefox is not reached by ${method}: ${error.message}`));
      });
    });
  await call('session.new', { capabilities: {} });
  const { context } = await call('browsingContext.create', { type: 'tab' });
  await call('browsingContext.setViewport', { context, viewport: kSize });
  return {
    open: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    async run(expression) {
      const { type, result, exceptionDetails } = await call('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      });
      if (type === 'exception') throw new Error(exceptionDetails.text);
      return result.value;
    },
    act: (actions) => call('input.performActions', { context, actions }),
    picture: async () => (await call('browsingContext.captureScreenshot', { context })).data,
    async close() {
      await Promise.race([call('browser.close').catch(() => {}), sleep(3000)]);
      socket.close();
      end();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function startWebKit({ browser }) {
  const screen = `${kSize.width + 100}x${kSize.height + 200}x24`;
  const display = start('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await said(display.child.stdio[3], /(\d+)\n/, 'Xvfb');
  const home = mkdtempSync(join(tmpdir(), 'impulse2d-webkit-'));
  const port = 20_000 + (process.pid % 20_000); // it takes no 0, and does not say which it took
  const env = {
    DISPLAY: `:${number}`,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    NO_AT_BRIDGE: '1',
    // Without a graphics card the home page has 5 frames a second with that renderer, 60 without.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  };
  const driver = start('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(kAnswer),
    }).catch(({ name, message }) => {
      throw new NoAnswer(`WebKit does not answer ${method} ${path}: ${name}: ${message}`);
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 50; ; tries--) {
    try {
      await call('GET', '/status');
      break;
    } catch (error) {
      if (tries === 0) throw error;
      await sleep(100);
    }
  }
  const options = { binary: browser, args: ['--automation'] };
  const { sessionId } = await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `/session/${sessionId}`;
  const run = (expression) => call('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] });
  // The window counts with its bars, the page without them.
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, ...kSize });
  const inner = JSON.parse(await run('JSON.stringify([innerWidth, innerHeight])'));
  const rect = { width: 2 * kSize.width - inner[0], height: 2 * kSize.height - inner[1] };
  await call('POST', `${session}/window/rect`, rect);
  return {
    open: (url) => call('POST', `${session}/url`, { url }),
    run,
    act: (actions) => call('POST', `${session}/actions`, { actions }),
    picture: () => call('GET', `${session}/screenshot`),
    async close() {
      await Promise.race([call('DELETE', session).catch(() => {}), sleep(3000)]);
      driver.end();
      display.end();
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** What a test does with a page, over the calls that the two have in common. */
function page({ open, run, act, picture, close }) {
  const pointer = (actions, pointerType = 'mouse') =>
    act([{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }]);
  const move = (x, y, duration = 0) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration });
  const down = { type: 'pointerDown', button: 0 };
  const up = { type: 'pointerUp', button: 0 };
  const self = {
    open,
    close,
    /** What `what(...args)` returns in the page, or resolves to; both go there and back as JSON. */
    async evaluate(what, ...args) {
      const text = await run(
        `Promise.resolve((${what})(${args.map((arg) => JSON.stringify(arg)).join()})).then((value) => JSON.stringify(value ?? null))`,
      );
      return JSON.parse(text);
    },
    /** Waits until `what(...args)` is true in the page. */
    async until(what, ...args) {
      for (const end = Date.now() + kPatience; ; await sleep(30)) {
        if (await self.evaluate(what, ...args)) return;
        if (Date.now() > end) throw new Error(`this never became true: ${what} (${JSON.stringify(args)})`);
      }
    },
    click: (x, y) => pointer([move(x, y), down, up]),
    drag: ([fromX, fromY], [toX, toY], parts = 4) =>
      pointer([
        move(fromX, fromY),
        down,
        ...Array.from({ length: parts }, (_, i) => {
          const part = (i + 1) / parts;
          return move(fromX + part * (toX - fromX), fromY + part * (toY - fromY), 30);
        }),
        { type: 'pause', duration: 50 },
        up,
      ]),
    /** Presses keys one after another; `values` is text, or WebDriver's codes of other keys. */
    press: (values) =>
      act([
        {
          type: 'key',
          id: 'keyboard',
          actions: [...values].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ]),
    /** A PNG of what is seen. */
    picture: async () => Buffer.from(await picture(), 'base64'),
  };
  return self;
}

const { firefox, webkit } = otherBrowsers();

/** `{ name, skip, launch }`: `skip` says what is missing, and is false where the browser is there. */
export const engines = [
  {
    name: 'Firefox',
    skip: !firefox && 'Firefox is not installed (Debian: firefox-esr)',
    launch: async () => page(await startFirefox(firefox)),
  },
  {
    name: 'WebKit',
    skip: !webkit && 'WebKit is not installed (Debian: webkit2gtk-driver, xvfb)',
    launch: async () => page(await startWebKit(webkit)),
  },
];
