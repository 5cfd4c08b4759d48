// `<impulse-scene>` in somebody else's page: one script tag, one element, served under the strictest policy.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dist } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';
import { Pages, useBrowser } from './pages.mjs';

const box = { type: 'box', width: 1, height: 1 };
const kLevel = {
  format: 'impulse2d',
  version: 1,
  world: { gravity: [0, -3], solver: { type: 'sequential-impulse', velocityIterations: 17 } },
  bodies: [
    { type: 'static', shapes: [{ ...box, width: 9 }] },
    ...[2, 4].map((y) => ({ name: `crate ${y}`, position: [0, y], shapes: [box] })),
  ],
  joints: [{ type: 'distance', bodyA: 0, bodyB: 2, maxLength: 5 }],
};
/** Worlds as JSON: one that is right, one in pixels with y down, and wrong ones. */
const kJSON = {
  'level.json': JSON.stringify(kLevel),
  'pixels.json': JSON.stringify({
    ...kLevel,
    world: { gravity: [0, 490], lengthUnit: 0.02 },
    bodies: [
      { type: 'static', position: [0, 1500], shapes: [{ ...box, width: 900, height: 50 }] },
      { position: [0, 100], shapes: [{ ...box, width: 50, height: 50 }] },
    ],
    joints: [],
  }),
  'no-json.json': '<!doctype html>',
  'no-world.json': '{ "bodies": [] }',
  'wrong.json': JSON.stringify({ ...kLevel, bodies: [{ shapes: [{ ...box, width: -1 }] }] }),
};

let folder;
let server;

/**
 * Call once a file: writes the pages' folder, starts the server and the browser, and ends them after the file's tests.
 */
export function useArticles() {
  useBrowser();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'impulse2d-article-'));
    for (const name of ['impulse2d.element.global.js', 'element-solver.js', 'element-collision.js'])
      copyFileSync(join(dist, name), join(folder, name));
    mkdirSync(join(folder, 'package'));
    for (const name of [
      'index',
      'draw',
      'scenes',
      'element',
      'element-define',
      'element-solver',
      'element-collision',
    ]) {
      copyFileSync(join(dist, `${name}.js`), join(folder, 'package', `${name}.js`));
    }
    writeFileSync(
      join(folder, 'two-crates.js'),
      `export default ({ world }) => {
      world.createBody({ type: 'static', shapes: [{ type: 'box', width: 9, height: 1 }] });
      for (const y of [2, 4]) world.createBody({ position: [0, y], shapes: [{ type: 'box', width: 1, height: 1 }] });
    };`,
    );
    for (const [name, text] of Object.entries(kJSON)) writeFileSync(join(folder, name), text);
    server = await serve(folder, 0);
  });
  after(async () => {
    await server?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });
}

export const kScript = '<script src="impulse2d.element.global.js"></script>';

/** What tests ask a page. */
function articleIsAsked() {
  window.compiled = 0;
  for (const call of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
    const real = WebAssembly[call];
    WebAssembly[call] = (...args) => {
      if (!(args[0] instanceof WebAssembly.Module)) window.compiled++;
      return real.apply(WebAssembly, args);
    };
  }
  // Which worlds are alive, by the memory they hold: a destroyed one refuses to be asked.
  window.alive = (world) => {
    try {
      return world.bodyCount >= 0;
    } catch (error) {
      if (error.code !== 'DESTROYED') throw error;
      return false;
    }
  };
  window.frames = async (count) => {
    for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
  };
}

const pages = new Pages(articleIsAsked);
let written = 0;

/**
 * A test on a page with `body`, and `script` as a file of its own since the policy allows no other. `files` lie beside
 * it. The page must log nothing but what `check` takes out of `complaints`.
 */
export function articleTest(name, { body, script = '', tag = kScript, files = {}, context = {} }, check) {
  test(name, () => {
    const id = ++written;
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    writeFileSync(join(folder, `${id}.js`), script);
    writeFileSync(
      join(folder, `${id}.html`),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Article</title>
      <link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">${tag}</head>
      <body><h1>An article</h1>${body}<script type="module" src="${id}.js"></script></body></html>`,
    );
    return pages.at(`${server.url}/${id}.html`, { viewport: { width: 800, height: 700 }, ...context }, check);
  });
}

export const ready = (page, selector = 'impulse-scene') => page.locator(selector).evaluate((scene) => scene.ready);
/** Runs in the page, with the figure. */
export const ask = (page, question, argument) => page.locator('impulse-scene').first().evaluate(question, argument);
export const time = (page) => ask(page, (scene) => scene.time);
export const complaint = (page) => page.getByRole('alert');

/** Canvas pixels as numbers, row by row, of the whole picture. */
export const pixels = (page) =>
  ask(page, async (scene) => {
    await window.frames(3);
    const canvas = scene.shadowRoot.querySelector('canvas');
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const ctx = copy.getContext('2d');
    ctx.drawImage(canvas, 0, 0);
    const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
    const colours = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const key = [...data.slice(i, i + 3)].join();
      colours.set(key, (colours.get(key) ?? 0) + 1);
    }
    const [[paper]] = [...colours].sort((a, b) => b[1] - a[1]);
    return { width: copy.width, height: copy.height, colours: colours.size, paper: paper.split(',').map(Number) };
  });
