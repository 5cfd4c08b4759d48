// axe finds nothing to complain about on any page, light and dark.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';
import { frames, launch, ready } from './demo.mjs';

const site = join(build, 'site');
const kAxe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const kAtOnce = 2; // pages: as many as a small machine has cores
// The rules that look at colours; the others find in the dark what they find in the light.
const kColours = ['color-contrast', 'link-in-text-block'];

/** Every page of the site, as its address. */
const pages = () =>
  readdirSync(site, { recursive: true })
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1'))
    .sort();

/** What axe finds: rule, where, and why. */
const violations = (page, rules) =>
  page.evaluate(async (values) => {
    const only = values && { runOnly: { type: 'rule', values } };
    const { violations: found, passes } = await window.axe.run({ ...only, resultTypes: ['violations'], preload: false, iframes: false }); // prettier-ignore
    if (passes.length === 0) return ['axe checked nothing'];
    return found.flatMap(
      ({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.flat(3).join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`), // prettier-ignore
    );
  }, rules);

/** Calls `check` with a browser's context that brings axe along and the address of the site. */
async function withAxe(check) {
  assert.ok(existsSync(join(site, 'app/main.js')), 'build/site is not there: npm run build');
  const server = await serve(site, 0);
  const browser = await launch();
  try {
    // Figures stand still, which leaves the time to axe.
    const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, reducedMotion: 'reduce' });
    await context.addInitScript(kAxe);
    await check(context, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}

test('axe reports nothing on any page, light and dark', () =>
  withAxe(async (context, url) => {
    const wrong = {};
    const left = pages();
    assert.ok(left.length > 40, `${left.length} pages`);
    const look = async () => {
      const page = await context.newPage();
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(`${url}/${path}`);
        await page.waitForFunction(() =>
          Promise.all([...document.querySelectorAll('impulse-scene')].map((scene) => scene.ready)).then(() => true),
        );
        await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
        const light = await violations(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await frames(page, 5);
        const dark = await violations(page, kColours);
        if (light.length + dark.length > 0) wrong[path] = { light, dark };
      }
    };
    await Promise.all(Array.from({ length: kAtOnce }, look));
    assert.deepEqual(wrong, {});
  }));

test('axe reports nothing in what the demo page opens', () =>
  withAxe(async (context, url) => {
    const page = await context.newPage();
    await page.goto(url);
    await ready(page);
    for (const [opener, opened] of [
      ['#into', '#inside:not([hidden])'],
      ['[data-command=pick]', 'dialog[open] img'],
      ['#to-source', 'dialog[open] textarea'],
    ]) {
      await page.keyboard.press('Escape');
      await page.locator(opener).first().click();
      await page.locator(opened).first().waitFor();
      assert.deepEqual(await violations(page), [], opener);
    }
  }));
