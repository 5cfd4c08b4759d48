// The script of `<impulse-scene>` from another host: what it loads later comes from there too.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dist } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';
import { launch } from './pages.mjs';

let pages;
let scripts;
let browser;
before(async () => {
  // As the hosts of packages do: any page may use their modules.
  scripts = await serve(dist, 0, (request, response, next) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    next();
  });
  pages = await serve(dist, 0, (request, response, next) => {
    if (request.url !== '/article.html') return next();
    response.setHeader('Content-Type', 'text/html');
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'self'; script-src ${scripts.url} 'wasm-unsafe-eval'; img-src data:`,
    );
    response.end(`<!doctype html><html lang="en"><head><title>Article</title><link rel="icon" href="data:,">
      <script src="${scripts.url}/impulse2d.element.global.js"></script></head><body>
      <impulse-scene id="fig" src="stack" height="200"></impulse-scene>
      <impulse-solver for="fig"></impulse-solver><impulse-collision></impulse-collision></body></html>`);
  });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await pages?.close();
  await scripts?.close();
});

test('a plain script of another host, without `crossorigin`, brings all tags', async () => {
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${pages.url}/article.html`);
  await page.evaluate(() => document.getElementById('fig').ready);
  await page.locator('impulse-solver').getByRole('button', { name: 'Next contact' }).waitFor({ timeout: 10_000 });
  await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('on a page that is opened from a file, two plain scripts bring all tags', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'article-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const names = ['impulse2d.views.global.js', 'impulse2d.element.global.js'];
  for (const name of names) cpSync(join(dist, name), join(folder, name));
  const article = join(folder, 'article.html');
  writeFileSync(
    article,
    `<!doctype html><html lang="en"><head><title>Article</title><link rel="icon" href="data:,">
      ${names.map((name) => `<script src="${name}"></script>`).join('')}</head><body>
      <impulse-scene id="fig" src="stack" height="200"></impulse-scene>
      <impulse-solver for="fig"></impulse-solver><impulse-collision></impulse-collision></body></html>`,
  );
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(pathToFileURL(article).href);
  await page.evaluate(() => document.getElementById('fig').ready);
  await page.locator('impulse-solver').getByRole('button', { name: 'Next contact' }).waitFor({ timeout: 10_000 });
  await page.waitForFunction(() => document.querySelector('impulse-collision').trace);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('on a page that is opened from a file, what cannot be loaded says what to do', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'article-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(dist, 'impulse2d.element.global.js'), join(folder, 'impulse2d.element.global.js'));
  writeFileSync(join(folder, 'seesaw.json'), '{}');
  const article = join(folder, 'article.html');
  writeFileSync(
    article,
    `<!doctype html><html lang="en"><head><title>Article</title><link rel="icon" href="data:,">
      <script src="impulse2d.element.global.js"></script></head><body>
      <impulse-scene id="fig" src="stack" height="200"></impulse-scene>
      <impulse-solver for="fig"></impulse-solver><impulse-scene id="json" src="seesaw.json"></impulse-scene>
      </body></html>`,
  );
  const page = await browser.newPage();
  await page.goto(pathToFileURL(article).href);
  await page.getByText('needs impulse2d.views.global.js').waitFor({ timeout: 10_000 });
  await page.getByText('a page opened from a file needs setup instead').waitFor({ timeout: 10_000 });
  await page.close();
});
