// The demo page is small, and its first scene runs before the rest of it has come.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './pages.mjs';
import { bytes, firstLoad, serveGzip } from './first_load.mjs';

// KB of 1000 bytes, gzip. The package with the engine is 208 of them, page and styles 7, drawing 9, the scene, its
// clock and the stage 4. The rest of the page's script and its styles are 24; all other scenes and the picker, 20
// more, come when the reader first does anything.
const kBeforeFirstStep = 228.4;
const kInAll = 252.5;

let server;
let browser;
before(async () => {
  server = await serveGzip();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test(`the first step is made with ${kBeforeFirstStep} KB, and the whole page is ${kInAll} KB`, async () => {
  const { files } = await firstLoad(browser, `${server.url}/`);
  const list = files.map(({ name, early, gzip }) => `${early ? ' ' : '+'} ${name} ${gzip}`).join('\n');
  const first = bytes(files, { early: true }) / 1000;
  assert.ok(
    files.some(({ name, early }) => early && name === '/impulse2d.js'),
    list,
  );
  assert.ok(first <= kBeforeFirstStep, `${first} KB before the first step\n${list}`);
  assert.ok(bytes(files) / 1000 <= kInAll, `${bytes(files) / 1000} KB in all\n${list}`);
});

test('the first picture shows a step already', async () => {
  const page = await browser.newPage();
  // How often the picture is drawn before the first step is marked as seen.
  await page.addInitScript(() => {
    let cleared = 0;
    const { fillRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
      // Paper under the whole picture.
      if (x === 0 && y === 0 && width === this.canvas.width && height === this.canvas.height) cleared++;
      fillRect.call(this, x, y, width, height);
    };
    const { mark } = performance;
    performance.mark = function (name, ...more) {
      if (name === 'first step') window.picturesBefore = cleared;
      return mark.call(this, name, ...more);
    };
  });
  await page.goto(`${server.url}/`);
  await page.waitForFunction(() => window.picturesBefore !== undefined);
  assert.equal(await page.evaluate(() => window.picturesBefore), 1);
  await page.close();
});

test('other scenes and the picker come at the first sign of a reader, and the arrows wait for them', async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length);
  await page.waitForTimeout(1500);
  const before = await scripts();
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  const ids = await page.evaluate(async () => (await window.impulseDemo.everyScene()).map(({ id }) => id));
  const at = ids.indexOf('walker');
  await page.waitForFunction((id) => window.impulseDemo.simulation.scene.id === id, ids[(at + 2) % ids.length]);
  await page.locator('#picker-list h3').first().waitFor({ state: 'attached' });
  assert.ok((await scripts()) > before, `${before} scripts before and after`);
  await page.close();
});

test('an address that is edited on an untouched page is followed', async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  await page.evaluate(() => (location.hash = '#scene=cradle'));
  await page.waitForFunction(() => window.impulseDemo.simulation.scene.id === 'cradle');
  assert.equal(await page.locator('#unknown').isVisible(), false);
  await page.close();
});

test('the page takes over the scene that runs already, and a link goes to its own at once', async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  await page.waitForFunction(() => performance.getEntriesByName('first step').length > 0);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  await page.waitForFunction(() => window.impulseDemo.simulation.steps >= 10); // it goes on
  // What ran before there was a page is recorded like the rest, and is the scene as any link has it.
  const { first, here, there } = await page.evaluate(() => {
    const { simulation } = window.impulseDemo;
    simulation.paused = true;
    simulation.seek(10);
    const at10 = simulation.world.hash();
    const start = simulation.tape.first;
    simulation.reset();
    simulation.fastForward(10);
    return { first: start, here: at10, there: simulation.world.hash() };
  });
  assert.equal(first, 0);
  assert.equal(here, there);
  await page.goto('about:blank');
  await page.goto(`${server.url}/#scene=stack`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  assert.equal(await page.evaluate(() => performance.getEntriesByName('first step').length), 0);
  assert.equal(await page.evaluate(() => window.impulseDemo.simulation.scene.id), 'stack');
  await page.close();
});
