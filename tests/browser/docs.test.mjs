// The documentation in Chromium: its figures run under the strict policy, its search finds, it fits a phone, and what
// its guides show for pages runs in a page.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as esbuild from 'esbuild';
import sirv from 'sirv';
import { ownPackage, site } from '../../tools/build/site.mjs';
import { dist, root } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';
import { blocksOfKind, guides } from '../support/guides.mjs';
import { phone } from './demo.mjs';
import { Pages, useBrowser } from './pages.mjs';

let server;
useBrowser();
before(async () => {
  assert.ok(existsSync(join(site, 'docs/index.html')), 'build/site has no documentation: npm run build');
  server = await serve(site, 0);
});
after(() => server?.close());

const pages = new Pages();
const onPage = (url, context, check) => pages.at(url, { viewport: { width: 1280, height: 800 }, ...context }, check);

const kFitsPhone = () => document.documentElement.scrollWidth <= innerWidth;

for (const { name, blocks } of guides) {
  test(`${name}: its figures run`, () =>
    onPage(`${server.url}/docs/${name}.html`, { reducedMotion: 'reduce' }, async (page) => {
      const count = blocks.filter(({ kind, values }) => kind === 'scene' || values.live).length;
      const moved = await page.evaluate(async () => {
        const scenes = [...document.querySelectorAll('impulse-scene')];
        await Promise.all(scenes.map((scene) => customElements.whenDefined('impulse-scene').then(() => scene.ready)));
        return scenes.map((scene) => {
          scene.step(5);
          return scene.time > 0.05;
        });
      });
      assert.deepEqual(moved, Array(count).fill(true));
      assert.equal(await page.getByRole('alert').filter({ visible: true }).count(), 0);
    }));
}

test('every page of the documentation fits a phone, in the dark too', () =>
  onPage(`${server.url}/docs/index.html`, { ...phone, colorScheme: 'dark', reducedMotion: 'reduce' }, async (page) => {
    const paths = await page.evaluate(() =>
      [...document.querySelectorAll('nav[aria-label=Documentation] a')].map(({ href }) => href),
    );
    assert.ok(paths.length > 25, `${paths.length}`);
    await page.setViewportSize({ width: 360, height: 740 }); // the narrowest that is common
    for (const path of paths) {
      await page.goto(path);
      assert.ok(await page.evaluate(kFitsPhone), `${path} is wider than the screen`);
    }
  }));

test('code of a guide is copied as it is written', () =>
  onPage(
    `${server.url}/docs/index.html`,
    { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
    async (page) => {
      const block = page.locator('.block', { hasText: 'new World(' }).first();
      await block.hover();
      await block.getByRole('button', { name: 'Copy' }).click();
      await block.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, await block.locator('code').textContent());
      assert.match(copied, /\n/);
    },
  ));

test('on a phone tables of two columns are seen whole', () =>
  onPage(`${server.url}/docs/migration.html`, { ...phone, reducedMotion: 'reduce' }, async (page) => {
    const wide = await page
      .locator('.table')
      .evaluateAll((all) =>
        all
          .filter((table) => table.querySelectorAll('thead th').length === 2 && table.scrollWidth > table.clientWidth)
          .map((table) => table.textContent.trim().slice(0, 40)),
      );
    assert.deepEqual(wide, []);
  }));

test('on a phone the list of pages is folded, and opens', () =>
  onPage(`${server.url}/docs/joints.html`, { ...phone, reducedMotion: 'reduce' }, async (page) => {
    await page.waitForFunction(() => !document.getElementById('search').disabled);
    const link = page.locator('nav').getByText('Queries').first();
    assert.equal(await link.isVisible(), false);
    await page.getByText('All pages').click();
    await link.click();
    await page.waitForURL('**/queries.html');
  }));

test('the search finds guides and members, by keyboard', () =>
  onPage(`${server.url}/docs/index.html`, { reducedMotion: 'reduce' }, async (page) => {
    await page.waitForFunction(() => !document.getElementById('search').disabled);
    for (const [words, address, within = 5] of [
      ['ragdoll', /recipes\.html#ragdoll$/],
      ['shapeCast', /world\.html#world-shapecast$/],
      ['maxMotorTorque', /joints\.html#/],
      ['contactHit', /#/],
      // A guide, or what the classes of a program call so, before what only contains the word.
      ['friction', /(shapes|recipes)\.html#|shape\.html#shapebase-friction$/, 1],
      ['gravity', /(world|definitions)\.html#world(options)?-gravity$/, 3],
    ]) {
      await page.keyboard.press('/');
      await page.locator('#search').fill(words);
      await page.locator('#results [role=option]').first().waitFor();
      const first = await page.evaluate(() => [...document.querySelectorAll('#results a')].map(({ href }) => href));
      assert.ok(
        first.slice(0, within).some((href) => address.test(href)),
        `${words}: ${first.join(' ')}`,
      );
      await page.locator('#search').press('ArrowDown');
      await page.locator('#search').press('Enter');
      await page.waitForURL(first[0]);
      assert.equal(await page.evaluate(() => Boolean(document.querySelector(':target'))), true, first[0]);
      await page.waitForFunction(() => !document.getElementById('search').disabled);
    }
    await page.locator('#search').fill('qqqqzzzz');
    await page.getByText('Nothing found').waitFor();
  }));

// --- code for pages -------------------------------------------------------------------------------------------------

let folder;
let open;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'impulse2d-pages-'));
  for (const name of ['impulse2d.global.js', 'impulse2d.element.global.js'])
    cpSync(join(dist, name), join(folder, name));
  mkdirSync(join(folder, 'in'));
  const blocks = blocksOfKind('page');
  const modules = blocks.filter(({ language }) => language !== 'html');
  // One that is `as` a file is not a page: others load it by that name.
  const named = ({ at, values }) => values.as?.replace(/\.js$/, '') ?? at.replace('.md:', '-');
  for (const block of modules) writeFileSync(join(folder, 'in', `${named(block)}.${block.language}`), block.code);
  await esbuild.build({
    entryPoints: modules.map((block) => join(folder, 'in', `${named(block)}.${block.language}`)),
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [ownPackage],
    nodePaths: [join(root, 'node_modules')],
  });
  for (const block of blocks) {
    const body = block.language === 'html' ? block.code : `<script type="module" src="${named(block)}.js"></script>`;
    writeFileSync(
      join(folder, `${named(block)}.html`),
      `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>guide</title><body>${body}`,
    );
  }
  // Data that a page loads by its name.
  for (const { values, code } of blocksOfKind('read')) if (values.as) writeFileSync(join(folder, values.as), code);
  // The guides show pages as readers write them, with scripts inside: here without a policy.
  const files = sirv(folder, { dev: true });
  open = createServer((request, response) => files(request, response, () => response.writeHead(404).end()));
  await new Promise((resolve) => open.listen(0, 'localhost', resolve));
});
after(() => {
  open?.close();
  open?.closeAllConnections();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

for (const { at, code } of blocksOfKind('page').filter(({ values }) => !values.as)) {
  test(`${at} runs in a page`, () =>
    onPage(`http://localhost:${open.address().port}/${at.replace('.md:', '-')}.html`, {}, async (page, complaints) => {
      // Warnings of the software renderer of WebGL are not errors of the guide.
      const isDriver = (text) => /GPU stall|GL Driver|WebGL-0x|Automatic fallback to software/.test(text);
      if (code.includes('document.title')) await page.waitForFunction(() => document.title !== 'guide');
      else if (code.includes('<impulse-scene')) {
        await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.1);
      } else if (code.includes("createElement('canvas')")) {
        const picture = () => page.evaluate(() => document.querySelector('canvas').toDataURL());
        await page.waitForFunction(() => document.querySelector('canvas'));
        const first = await picture();
        await page.waitForFunction((before) => document.querySelector('canvas').toDataURL() !== before, first);
      } else {
        await page.waitForFunction(() => document.querySelector('[title]'));
        const state = () => page.evaluate(() => document.querySelector('[title]').getAttribute('style'));
        const first = await state();
        await page.waitForFunction(
          (before) => document.querySelector('[title]').getAttribute('style') !== before,
          first,
        );
      }
      for (let i = complaints.length - 1; i >= 0; i--) if (isDriver(complaints[i])) complaints.splice(i, 1);
    }));
}
