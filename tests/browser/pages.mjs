// The pages that tests look at: watched for every complaint, and one after another on the same page of the browser.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

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

/** Chromium: the one in `CHROMIUM`, or the system's. */
export const launch = (flags = kFlags) =>
  chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: flags });

/** Chromium with WebGL, which a machine without a graphics card computes. */
export const launchWithGL = () =>
  launch([
    ...kFlags.filter((flag) => flag !== '--disable-gpu'),
    ...['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  ]);

let browser;
let used = false;

/** Call once a file, or more often: starts the browser, and ends it after the file's tests. */
export function useBrowser(start = launch) {
  if (used) return;
  used = true;
  before(async () => (browser = await start()));
  after(() => browser?.close());
}

const policyIsWatched = () =>
  addEventListener('securitypolicyviolation', (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
  );

/** Lists what a page says and asks for that it should not, in `visit.complaints`. */
function watch(page, visit) {
  const complain = (text) => visit.complaints.push(text);
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complain(message.text()));
  page.on('pageerror', (error) => complain(String(error)));
  page.on('requestfailed', (request) => {
    // A page that is left or loaded again gives up what it was still asking for.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') complain(`${request.url()} failed: ${reason}`);
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== visit.origin) complain(`asked ${request.url()}`);
  });
}

/**
 * Pages into which `scripts` are put before their own. A page that a test has left without a failure is loaded anew by
 * the next test in an equal context: a new context costs as much of a processor as the page itself, for the process,
 * and for scripts and WebAssembly that are compiled again. Nothing of the test before is left: documents, storage, the
 * size of the window, media, and where the mouse is.
 */
export class Pages {
  #scripts;
  #idle = new Map(); // visits by context, as JSON

  constructor(...scripts) {
    this.#scripts = [policyIsWatched, ...scripts];
  }

  /** A page at `url`, and what it complains of; `leave(passed)` ends the visit. */
  async open(url, context) {
    const key = JSON.stringify(context);
    const visit = this.#idle.get(key) ?? (await this.#fresh(context));
    this.#idle.delete(key);
    visit.complaints = [];
    visit.origin = new URL(url).origin;
    visit.leave = async (passed) => {
      if (!passed) return visit.own.close();
      await blank(visit.page, context);
      if (this.#idle.has(key)) return visit.own.close();
      this.#idle.set(key, visit);
    };
    try {
      await visit.page.goto(url);
    } catch (error) {
      await visit.leave(false);
      throw error;
    }
    return visit;
  }

  /** Calls `check(page, complaints)` at `url`; it must take out of `complaints` what is as it should be. */
  async at(url, context, check) {
    const visit = await this.open(url, context);
    let passed = false;
    try {
      await check(visit.page, visit.complaints);
      assert.deepEqual(visit.complaints, []);
      passed = true;
    } finally {
      await visit.leave(passed);
    }
  }

  async #fresh(context) {
    const own = await browser.newContext(context);
    try {
      const page = await own.newPage();
      const visit = { own, page, complaints: [], origin: '' };
      watch(page, visit);
      for (const script of this.#scripts) await page.addInitScript(script);
      return visit;
    } catch (error) {
      await own.close();
      throw error;
    }
  }
}

/** Leaves a page as a new one in `context` is. */
async function blank(page, { viewport, colorScheme = 'light', reducedMotion = 'no-preference' }) {
  await page.evaluate(() => {
    if (origin === 'null') return; // a page without storage
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  await page.mouse.move(0, 0);
  await page.emulateMedia({ media: null, colorScheme, reducedMotion });
  const { width, height } = page.viewportSize();
  if (width !== viewport.width || height !== viewport.height) await page.setViewportSize(viewport);
}
