// The demo page in a real browser: served as it is built, watched for every complaint.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';
import { Pages, useBrowser } from './pages.mjs';

const site = join(build, 'site');

let server;

/** Call once a file: starts the server and the browser, and ends them after the file's tests. */
export function useDemo() {
  useBrowser();
  before(async () => {
    assert.ok(existsSync(join(site, 'app/main.js')), 'build/site is not there: npm run build');
    server = await serve(site, 0);
  });
  after(() => server?.close());
}

export const desktop = { viewport: { width: 1200, height: 760 } };
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/**
 * Colours of a part of the stage, canvas pixels; through a copy, so that reading does not change how the page draws.
 */
function stageIsRead() {
  window.readStage = (x, y, width, height) => {
    const copy = document.createElement('canvas');
    copy.width = width;
    copy.height = height;
    const ctx = copy.getContext('2d', { willReadFrequently: true });
    ctx.drawImage(window.impulseDemo.stage.canvas, x, y, width, height, 0, 0, width, height);
    return ctx.getImageData(0, 0, width, height).data;
  };
}

const pages = new Pages(stageIsRead);
/** Visits that tests share, by file and context. */
const shared = new Map();

/**
 * A test on the page at `hash`, newly loaded. Besides what `check` asserts, the page must log no error or warning,
 * break no policy, fail no request and ask nothing of another host. With `share`, tests of one file and context go on
 * with one page, which follows its address from `hash` to `hash`: to load a page takes most of a short test. It stays
 * paused, and opened parts stay open.
 */
export function demoTest(name, { hash = '', context = desktop, share = false }, check) {
  test(name, async (t) => {
    const [file, part = ''] = hash.split('#');
    const key = `${file} ${JSON.stringify(context)}`;
    const left = share ? shared.get(key) : undefined;
    const visit = left ?? (await opened(hash, context));
    let passed = false;
    try {
      if (left) await follow(visit.page, part && `#${part}`); // "#" alone is no other address than none
      await check(visit.page, t);
      assert.deepEqual(visit.complaints, []);
      passed = true;
    } finally {
      if (share && passed) shared.set(key, visit);
      else {
        shared.delete(key); // nothing that failed is gone on with
        await visit.leave(passed);
      }
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

/** A visit to the page at `hash`, ready. */
async function opened(hash, context) {
  const visit = await pages.open(`${server.url}/${hash}`, context);
  try {
    if (hash.startsWith('lessons/')) await figuresReady(visit.page);
    else await ready(visit.page);
    return visit;
  } catch (error) {
    await visit.leave(false);
    throw error;
  }
}

/** Waits for the figures of a page. */
export const figuresReady = (page) =>
  page.evaluate(() => Promise.all([...document.querySelectorAll('impulse-scene')].map((scene) => scene.ready)));

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
