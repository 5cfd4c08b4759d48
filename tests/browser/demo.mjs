// The demo page in a real browser: served as it is built, watched for every complaint.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { build } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';

const site = join(build, 'site');
const kFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let server;
let browser;

/** Chromium: the one in `CHROMIUM`, or the system's. */
export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: kFlags });

/** Call once a file: starts the server and the browser, and ends them after the file's tests. */
export function useDemo() {
  before(async () => {
    assert.ok(existsSync(join(site, 'app/main.js')), 'build/site is not there: npm run build');
    server = await serve(site, 0);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
}

export const desktop = { viewport: { width: 1200, height: 760 } };
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/** Pages that tests share, by file and context. */
const shared = new Map();

/**
 * A test on a page of its own at `hash`. Besides what `check` asserts, the page must log no error or warning, break no
 * policy, fail no request and ask nothing of another host. With `share`, tests of one file and context go on with one
 * page, which follows its address from `hash` to `hash`: to load a page takes most of a short test. It stays paused,
 * and opened parts stay open.
 */
export function demoTest(name, { hash = '', context = desktop, share = false }, check) {
  if (share) return sharingTest(name, { hash, context }, check);
  return test(name, async (t) => {
    const { own, page, complaints } = await opened(hash, context);
    try {
      await check(page, t);
      assert.deepEqual(complaints, []);
    } finally {
      await own.close();
    }
  });
}

function sharingTest(name, { hash, context }, check) {
  test(name, async (t) => {
    const [file, part = ''] = hash.split('#');
    const key = `${file} ${JSON.stringify(context)}`;
    const left = shared.get(key);
    const { page, complaints } = left ?? (await opened(hash, context));
    if (left)
      await follow(page, part && `#${part}`); // "#" alone is no other address than none
    else shared.set(key, { page, complaints });
    try {
      await check(page, t);
      assert.deepEqual(complaints, []);
    } catch (error) {
      shared.delete(key); // nothing that failed is gone on with
      throw error;
    }
  });
}

/** Lets a page that is open follow its address to `hash`. */
async function follow(page, hash) {
  await page.mouse.move(0, 0);
  await page.evaluate(async (to) => {
    document.activeElement?.blur();
    scrollTo(0, 0);
    const followed = new Promise((done) => addEventListener('hashchange', done, { once: true }));
    if (location.hash === to) dispatchEvent(new HashChangeEvent('hashchange'));
    else location.hash = to;
    await followed;
  }, hash);
  await frames(page, 2);
}

/** A page at `hash`, ready, and what it complains of. */
async function opened(hash, context) {
  const own = await browser.newContext(context);
  const complaints = [];
  try {
    const page = await own.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => {
      // A page that is left or loaded again gives up what it was still asking for.
      const reason = request.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()} failed: ${reason}`);
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== server.url) complaints.push(`asked ${request.url()}`);
    });
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await page.addInitScript(() => {
      /**
       * Colours of a part of the stage, canvas pixels; through a copy, so that reading does not change how the page
       * draws.
       */
      window.readStage = (x, y, width, height) => {
        const copy = document.createElement('canvas');
        copy.width = width;
        copy.height = height;
        const ctx = copy.getContext('2d', { willReadFrequently: true });
        ctx.drawImage(window.impulseDemo.stage.canvas, x, y, width, height, 0, 0, width, height);
        return ctx.getImageData(0, 0, width, height).data;
      };
    });
    await page.goto(`${server.url}/${hash}`);
    if (hash.startsWith('lessons/'))
      await page.evaluate(() =>
        Promise.all([...document.querySelectorAll('impulse-scene')].map((scene) => scene.ready)),
      );
    else await ready(page);
    return { own, page, complaints };
  } catch (error) {
    await own.close();
    throw error;
  }
}

/** Waits until the page runs, or throws what it says instead. */
export async function ready(page) {
  await page.waitForFunction(
    () => document.documentElement.dataset.ready === 'true' || !document.getElementById('failure').hidden,
  );
  const failure = page.locator('#failure');
  if (await failure.isVisible()) throw new Error(await failure.textContent());
  await frames(page, 2);
}

/** Waits for a few animation frames. */
export const frames = (page, count = 3) =>
  page.evaluate(async (n) => {
    for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame);
  }, count);

/**
 * The visible buttons and lists of the page, and of the shadow root of `host`, that a finger would miss: [[name,
 * height]].
 */
export const smallControls = (page, host) =>
  page.evaluate(
    (selector) =>
      [document, ...(selector ? [document.querySelector(selector).shadowRoot] : [])]
        .flatMap((root) => [...root.querySelectorAll('button, select')])
        .filter((control) => control.offsetParent !== null)
        .map((control) => [control.id || control.textContent, control.getBoundingClientRect().height])
        .filter(([, height]) => height < 43.5),
    host,
  );

/** Where a world point is on the page, CSS pixels. */
export const onPage = (page, x, y) =>
  page.evaluate(
    ([wx, wy]) => {
      const box = document.getElementById('stage').getBoundingClientRect();
      const at = window.impulseDemo.camera.toScreen(wx, wy);
      return { x: box.left + at.x, y: box.top + at.y };
    },
    [x, y],
  );

/** The dynamic bodies, in order of creation. */
export const bodies = (page) =>
  page.evaluate(() =>
    [...window.impulseDemo.simulation.world.bodies]
      .filter((body) => body.type === 'dynamic')
      .map((body) => ({
        id: body.id,
        x: body.position.x,
        y: body.position.y,
        angle: body.angle,
        vx: body.velocity.x,
        vy: body.velocity.y,
      })),
  );

/** Camera, scene and clock as they are now. */
export const state = (page) =>
  page.evaluate(() => {
    const { camera, simulation } = window.impulseDemo;
    return {
      scene: simulation.scene.id,
      params: { ...simulation.params },
      steps: simulation.steps,
      paused: simulation.paused,
      bodies: simulation.world.bodyCount,
      x: camera.x,
      y: camera.y,
      scale: camera.scale,
      span: camera.span,
    };
  });

/** `steps` steps at once, without waiting for frames. */
export const fastForward = (page, steps) => page.evaluate((n) => window.impulseDemo.simulation.fastForward(n), steps);
