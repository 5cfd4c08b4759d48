// The pages in Firefox and WebKit: they load, step, draw and obey, and physics there is the physics of Node and
// Chromium to the last bit. A browser that is not installed is skipped by name.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build, dist, root } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';
import { launch } from './pages.mjs';
import { lessons } from './lessons.mjs';
import { engines, NoAnswer } from './engines.mjs';
import { hashes } from './five_presets.mjs';

const site = join(build, 'site');
const kTypes = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html' };
const kShift = '\uE008';
const kEnd = '\uE010';
const kRight = '\uE014';

/** First in each page: neither WebDriver nor the pages themselves keep what went wrong. */
const kWatch = `window.complaints = [];
const complain = (what) => window.complaints.push(String(what));
for (const level of ['error', 'warn']) console[level] = (...what) => complain(what.join(' '));
addEventListener('error', ({ target, message, error }) => complain(error?.stack ?? message ?? 'not loaded: ' + (target.src ?? target.href)), true);
addEventListener('unhandledrejection', ({ reason }) => complain(reason?.stack ?? reason));
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => complain(violatedDirective + ' ' + blockedURI));`;

/** Somebody's article, with every tag of the package. */
const kArticle = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Article</title>
<link rel="icon" href="data:,"><script src="package/impulse2d.element.global.js"></script></head><body><h1>An article</h1>
<impulse-scene id="fig" height="300" controls="play back step scrub params"></impulse-scene>
<p><impulse-param for="fig" name="e" min="0" max="1">e = 0.8</impulse-param>
<impulse-value for="fig" of="ball.y" unit="m" digits="2">5.50 m</impulse-value></p>
<impulse-plot for="fig" of="ball.y">Height over time.</impulse-plot>
<impulse-solver for="fig"></impulse-solver><impulse-collision id="pair"></impulse-collision>
<script type="module" src="article.js"></script></body></html>`;
const kSetup = `document.getElementById('fig').setup = ({ world, params }) => {
  world.createBody({ type: 'static', shapes: [{ type: 'box', width: 20, height: 1, center: [0, -0.5] }] });
  world.createBody({ name: 'ball', position: [0, 5.5], shapes: [{ type: 'circle', radius: 0.5, restitution: params.e }] });
};`;
const kProgram = `import * as impulse2d from './package/index.js';
import * as scenes from './package/scenes.js';
import { hashes } from './five_presets.mjs';
window.hashes = () => hashes(impulse2d, scenes);`;

/** What is served beside the site. */
const kBeside = {
  '/watch.js': kWatch,
  '/article.html': kArticle,
  '/article.js': kSetup,
  '/program.html': '<!doctype html><html lang="en"><head><title>Program</title><link rel="icon" href="data:,"><script type="module" src="program.js"></script></head></html>', // prettier-ignore
  '/program.js': kProgram,
  '/five_presets.mjs': readFileSync(join(root, 'tests/browser/five_presets.mjs')),
};

const missing = [];
/** Serves those and the package, puts the watch into each page, and writes down what was not found. */
function first(request, response, next) {
  const path = decodeURI(request.url.replace(/[?#].*/, ''));
  response.on('finish', () => response.statusCode >= 400 && missing.push(path));
  const page = join(site, path.endsWith('/') ? `${path}index.html` : path);
  const inPackage = path.startsWith('/package/') && join(dist, path.slice('/package/'.length));
  const body = kBeside[path] ?? (inPackage && existsSync(inPackage) ? readFileSync(inPackage) : null);
  const text = body ?? (extname(page) === '.html' && existsSync(page) ? readFileSync(page) : null);
  if (text === null) return next();
  const type = kTypes[extname(body === null ? page : path)];
  response.setHeader('Content-Type', type);
  response.end(type === 'text/html' ? String(text).replace('<head>', '<head><script src="/watch.js"></script>') : text);
}

/**
 * In the page: every figure on it makes a step and stands somewhere else then, and every pair of shapes is compared.
 */
async function figuresStep() {
  const wrong = [];
  for (const figure of document.querySelectorAll('impulse-scene')) {
    await customElements.whenDefined('impulse-scene');
    await figure.ready;
    const before = figure.time; // where all bodies sleep by now, the hash stays
    figure.step();
    if (!(figure.time > before)) wrong.push(`${figure.id || figure.src} did not step`);
  }
  for (const pair of document.querySelectorAll('impulse-collision')) {
    pair.scrollIntoView();
    for (let frame = 0; !pair.trace && frame < 600; frame++) await new Promise(requestAnimationFrame);
    if (!pair.trace) wrong.push(`${pair.id} has no trace`);
  }
  return wrong;
}

// Each page, and what must become true there.
const isReady = () => document.documentElement.dataset.ready === 'true';
const kPages = {
  '': () => window.impulseDemo?.simulation.steps > 5,
  'compare.html': () => {
    const sides = window.impulseCompare?.sides ?? [];
    const waits = document.getElementById('play-label')?.textContent === 'Play'; // for a guess
    if (waits && sides.length > 0) document.getElementById('play').click();
    return sides.length > 0 && sides.every(({ simulation }) => simulation.steps > 5);
  },
  'shapes.html': isReady,
  'lessons/': () => document.links.length > 8,
  ...Object.fromEntries(lessons.map((name) => [`lessons/${name}.html`, () => document.links.length > 3])),
  'examples/': () => document.querySelectorAll('.cards a').length === 4,
  'examples/platformer/': () => document.documentElement.dataset.ready === 'true' && !!window.example.game,
  'examples/slingshot/': () => document.documentElement.dataset.ready === 'true' && window.example.world.bodyCount > 5,
  'examples/warehouse/': () => document.documentElement.dataset.ready === 'true' && window.example.world.bodyCount > 5,
  'examples/rollback/': () =>
    document.documentElement.dataset.ready === 'true' && window.example.peers.every(({ frame }) => frame > 5),
  'docs/': () => document.querySelectorAll('impulse-scene').length > 0,
  'docs/solvers.html': () => document.querySelectorAll('impulse-scene').length > 0,
  'docs/reference/world.html': () => document.links.length > 20,
};

let server;
before(async () => {
  assert.ok(existsSync(join(site, 'app/main.js')), 'build/site is not there: npm run build');
  server = await serve(site, 0, first);
});
after(() => server?.close());

/** Which hashes differ from Node's; both are lists of `[what, hash]`. */
const differing = (found, expected) => expected.filter(([, hash], i) => found[i]?.[1] !== hash).map(([what]) => what);
let expected = null;
const inNode = () =>
  (expected ??= Promise.all([import('../../dist/index.js'), import('../../dist/scenes.js')]).then(([a, b]) =>
    hashes(a, b),
  ));

test('Chromium: a program has the hashes of Node under all five presets', async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/program.html`);
    await page.waitForFunction(() => window.hashes);
    const found = await page.evaluate(() => window.hashes());
    assert.equal(found.length, (await inNode()).length);
    assert.deepEqual(differing(found, await inNode()), []);
  } finally {
    await browser.close();
  }
});

// The two run side by side, the tests of each one after the other.
describe('other browsers', { concurrency: true }, () => {
  for (const { name, skip, launch: open } of engines) {
    describe(name, { concurrency: false, skip }, () => {
      let page;
      before(async () => {
        page = await open();
      });
      after(() => page?.close());

      const visit = async (path, check) => {
        await page.open('about:blank'); // else another hash would be the same page
        await page.open(`${server.url}/${path}`);
        await check();
        assert.deepEqual(await page.evaluate(() => window.complaints), []);
        assert.deepEqual(missing, []);
      };
      /**
       * A test on one page, which must have nothing to complain about at its end. A browser that is gone says nothing
       * about the page: it is started anew, once.
       */
      const onPage = (path, what, check) =>
        test(`${name}: ${what}`, async (t) => {
          try {
            await visit(path, check);
          } catch (error) {
            if (!(error instanceof NoAnswer)) throw error;
            t.diagnostic(`once more in a new ${name}: ${error.message}`);
            await page.close();
            page = await open();
            await visit(path, check);
          }
        });
      /** Where a point of the world is on the home page. */
      const at = (x, y) =>
        page.evaluate(
          (wx, wy) => {
            const box = document.getElementById('stage').getBoundingClientRect();
            const point = window.impulseDemo.camera.toScreen(wx, wy);
            return [box.left + point.x, box.top + point.y];
          },
          x,
          y,
        );
      /** The middle of an element, of a shadow root where `inside` is given. */
      const middle = (selector, inside) =>
        page.evaluate(
          (outer, inner) => {
            const found = document.querySelector(outer);
            const element = inner ? found.shadowRoot.querySelector(inner) : found;
            element.scrollIntoView({ block: 'center' });
            const { left, top, width, height } = element.getBoundingClientRect();
            return { x: left + width / 2, y: top + height / 2, left, top, width, height };
          },
          selector,
          inside,
        );
      const simulation = () =>
        page.evaluate(() => {
          const { steps, paused, world } = window.impulseDemo.simulation;
          return { steps, paused, hash: world.hash() };
        });

      for (const [path, ready] of Object.entries(kPages)) {
        onPage(path, `${path || 'the home page'} loads without a complaint, and its figures step`, async () => {
          await page.until(ready);
          assert.deepEqual(await page.evaluate(figuresStep), []);
        });
      }

      onPage('#scene=stack', 'the home page is drawn, dragged, paused and wound back', async () => {
        await page.until(() => window.impulseDemo?.simulation.steps > 10);
        await page.drag(await at(0, 9.5), await at(4, 11), 8);
        await page.until(() =>
          window.impulseDemo.simulation.world.bodies.some(({ type, position }) => type === 'dynamic' && position.x > 1),
        );
        const colours = await page.evaluate(() => {
          const { canvas } = window.impulseDemo.stage;
          const copy = document.createElement('canvas');
          [copy.width, copy.height] = [canvas.width, canvas.height];
          const ctx = copy.getContext('2d');
          ctx.drawImage(canvas, 0, 0);
          return new Set(new Uint32Array(ctx.getImageData(0, 0, copy.width, copy.height).data.buffer)).size;
        });
        assert.ok(colours > 20, `${colours} colours`);

        const button = await middle('#play');
        await page.click(button.x, button.y);
        const paused = await simulation();
        assert.ok(paused.paused, 'by its button');
        const scrub = await middle('#scrub');
        await page.drag([scrub.left + scrub.width - 10, scrub.y], [scrub.left + scrub.width / 3, scrub.y]);
        const back = await simulation();
        assert.ok(back.paused && back.steps > 0 && back.steps < 0.6 * paused.steps, `${back.steps} of ${paused.steps}`);
        await page.press(kEnd);
        await page.until((steps) => window.impulseDemo.simulation.steps === steps, paused.steps);
        assert.deepEqual(await simulation(), paused, 'forward again to the same');
        const stage = await middle('#stage');
        await page.click(stage.left + 30, stage.top + 30);
        await page.press(' ');
        await page.until((steps) => window.impulseDemo.simulation.steps > steps + 5, paused.steps);
      });

      onPage('shapes.html', 'a shape is dragged, and goes from stop to stop by keys', async () => {
        await page.until(isReady);
        const place = () =>
          page.evaluate(() => {
            const { bodies, stop } = document.querySelector('impulse-collision');
            return { x: bodies.b.position.x, angle: bodies.b.angle, stop };
          });
        const before = await place();
        const { x, y } = await page.evaluate(() => {
          const figure = document.querySelector('impulse-collision');
          const canvas = figure.shadowRoot.querySelector('canvas');
          canvas.scrollIntoView({ block: 'center' });
          const { left, top, width, height } = canvas.getBoundingClientRect();
          return { x: left + 0.58 * width, y: top + 0.32 * height }; // on B, away from its name
        });
        await page.drag([x, y], [x + 60, y - 20]);
        const after = await place();
        assert.ok(after.x > before.x + 0.2 || after.angle !== before.angle, JSON.stringify({ before, after }));
        await page.press('.');
        assert.notEqual((await place()).stop, before.stop);
      });

      onPage('article.html', 'the tags play, are scrubbed, set and opened in an article', async () => {
        await page.until(async () => {
          await customElements.whenDefined('impulse-scene');
          await document.getElementById('fig').ready;
          return document.getElementById('fig').world?.bodyCount === 2;
        });
        const shown = () =>
          page.evaluate(async () => {
            for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
            const text = document.querySelector('impulse-value').shadowRoot.querySelector('[part=value]').textContent;
            return parseFloat(text);
          });
        const start = await shown();
        const play = await middle('#fig', 'button');
        await page.click(play.x, play.y);
        await page.until(() => document.getElementById('fig').time > 0.5);
        await page.click(play.x, play.y);
        await page.until(() => document.getElementById('fig').paused);
        assert.ok((await shown()) < start - 0.5, `from ${start} m to ${await shown()} m`);
        const time = await page.evaluate(() => document.getElementById('fig').time);
        const scrub = await middle('#fig', '[type=range]');
        await page.click(scrub.left + scrub.width / 2, scrub.y);
        assert.ok((await page.evaluate(() => document.getElementById('fig').time)) < 0.8 * time);

        const param = await middle('impulse-param', 'input');
        const value = () => page.evaluate(() => document.querySelector('impulse-param').value);
        const before = await value();
        await page.click(param.x, param.y);
        await page.press(kRight);
        await page.until((was) => document.querySelector('impulse-param').value !== was, before);
        await page.evaluate(async () => {
          await document.getElementById('fig').ready;
          document.getElementById('fig').step(60); // it has landed
        });
        await page.until(() =>
          document
            .querySelector('impulse-solver')
            .shadowRoot.querySelector('div div')
            ?.shadowRoot.querySelector('[part=what]')
            .textContent.includes('contact'),
        );
        await page.until(() => document.getElementById('pair').trace !== undefined);
      });

      onPage('program.html', 'a program has the hashes of Node under all five presets', async () => {
        await page.until(() => !!window.hashes);
        const found = await page.evaluate(() => window.hashes());
        assert.equal(found.length, (await inNode()).length);
        assert.deepEqual(differing(found, await inNode()), []);
      });
    });
  }
});
