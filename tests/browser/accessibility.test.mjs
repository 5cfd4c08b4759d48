// axe finds nothing to complain about on any page, light and dark.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';
import { frames, ready } from './demo.mjs';
import { launch } from './pages.mjs';

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
const violations = (page) =>
  page.evaluate(async () => {
    const { wrong, passes } = await window.found(document, {});
    return passes.length === 0 ? ['axe checked nothing'] : wrong;
  });

/**
 * In the page, while it is dark: what the rules of colours find in elements whose look is not among `known`, and which
 * looks those are. The look is all that these rules compute contrast from: colour, size and weight of the text, the
 * colours of what it stands on, and the text around it. Where elements lie does not depend on the theme: what lies over
 * what is found in the light, where axe looks at every element.
 */
async function darkViolations({ rules, known }) {
  const seen = new Set(known);
  const fresh = new Map();
  const style = (element) => getComputedStyle(element);
  const above = (element) => element.parentElement ?? element.getRootNode().host ?? null;
  const grounds = new Map([[null, '']]); // of an element, its own and those of all that it stands in
  const ground = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style(element);
      const plain = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1';
      const own = plain && filter === 'none' && mixBlendMode === 'normal' ? '' : [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(); // prettier-ignore
      grounds.set(element, `${ground(above(element))} ${own}`.trim());
    }
    return grounds.get(element);
  };
  const look = (element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine, position } = style(element);
    const around = above(element) ? style(above(element)).color : '';
    const link = element.closest('a') !== null;
    return [color, fontSize, fontWeight, textShadow, textDecorationLine, position, around, link, ground(element)].join(
      '|',
    );
  };
  const visit = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const text = [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
      if (!text && !('value' in element) && !element.matches('a')) continue;
      if (!element.checkVisibility()) continue;
      const found = look(element);
      if (seen.has(found)) continue;
      seen.add(found);
      fresh.set(found, element);
    }
  };
  visit(document);
  if (fresh.size === 0) return { looks: [], wrong: [] };
  const { wrong } = await window.found({ include: [...fresh.values()] }, { runOnly: { type: 'rule', values: rules } });
  return { looks: [...fresh.keys()], wrong };
}

/** Calls `check` with a browser's context that brings axe along and the address of the site. */
async function withAxe(check) {
  assert.ok(existsSync(join(site, 'app/main.js')), 'build/site is not there: npm run build');
  const server = await serve(site, 0);
  const browser = await launch();
  try {
    // Figures stand still, which leaves the time to axe; it looks at CSS pixels, however few of the screen's there are.
    const context = await browser.newContext({
      viewport: { width: 1200, height: 760 },
      deviceScaleFactor: 0.25,
      reducedMotion: 'reduce',
    });
    await context.addInitScript(kAxe);
    await context.addInitScript(() => {
      // Selectors of what is right take a third of the time, so that they are made only where something is wrong.
      window.found = async (where, options) => {
        const run = (selectors) =>
          window.axe.run(where, { ...options, selectors, resultTypes: ['violations'], preload: false, iframes: false });
        const { violations: wrong, passes } = await run(false);
        const named = wrong.length > 0 ? (await run(true)).violations : [];
        if (named.length < wrong.length) return { passes, wrong: ['axe found something once'] };
        const said = named.flatMap(({ id, nodes }) => nodes.map((node) => [id, node]));
        return {
          passes,
          wrong: said.map(([id, { target, failureSummary }]) => `${id}: ${target.flat(3).join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`), // prettier-ignore
        };
      };
    });
    await check(context, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Turns the page dark and returns what is wrong there that no look in `known` has shown; these become known. */
async function inTheDark(page, known) {
  await page.emulateMedia({ colorScheme: 'dark' });
  await frames(page, 5);
  const { looks, wrong } = await page.evaluate(darkViolations, { rules: kColours, known: [...known] });
  for (const look of looks) known.add(look);
  return wrong;
}

test('axe reports nothing on any page, light and dark', () =>
  withAxe(async (context, url) => {
    const wrong = {};
    const left = pages();
    assert.ok(left.length > 40, `${left.length} pages`);
    const known = new Set();
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
        const dark = await inTheDark(page, known);
        if (light.length + dark.length > 0) wrong[path] = { light, dark };
      }
    };
    await Promise.all(Array.from({ length: kAtOnce }, look));
    assert.deepEqual(wrong, {});
    assert.ok(known.size > 50, `${known.size} looks`);
  }));

test('text that is faint in the dark alone is found, also in a figure and where others of its kind are not', () =>
  withAxe(async (context, url) => {
    const page = await context.newPage();
    await page.goto(`${url}/docs/joints.html`);
    await page.evaluate(() => document.querySelector('impulse-scene').ready);
    const known = new Set();
    assert.deepEqual(await inTheDark(page, known), []);
    assert.deepEqual(await inTheDark(page, known), []);
    const faint = await page.evaluate(() => {
      const scene = document.querySelector('impulse-scene');
      const inside = scene.shadowRoot.appendChild(document.createElement('p'));
      inside.textContent = 'Faint words in a figure';
      const onPaper = document.querySelectorAll('main p')[3];
      const dim = document.querySelectorAll('main p')[5];
      inside.style.color = onPaper.style.color = '#333';
      dim.style.opacity = '0.2';
      return [inside, onPaper, dim].length;
    });
    const found = (await inTheDark(page, known)).filter((text) => text.startsWith('color-contrast'));
    assert.ok(found.length >= faint, found.join('\n'));
    assert.ok(
      found.some((text) => text.includes('impulse-scene')),
      found.join('\n'),
    );
  }));

test('axe reports nothing in what the demo page opens', () =>
  withAxe(async (context, url) => {
    const page = await context.newPage();
    await page.goto(url);
    await ready(page);
    for (const [opener, opened] of [
      ['#into', '#inside:not([hidden])'],
      ['[data-command=pick]', 'dialog[open] img'],
      ['[data-command=source]', 'dialog[open] textarea'],
    ]) {
      await page.keyboard.press('Escape');
      await page.locator(opener).first().click();
      await page.locator(opened).first().waitFor();
      assert.deepEqual(await violations(page), [], opener);
    }
  }));

test('axe reports nothing in what the search of the documentation shows', () =>
  withAxe(async (context, url) => {
    const page = await context.newPage();
    await page.goto(`${url}/docs/index.html`);
    const field = page.locator('#search:enabled');
    for (const [words, shown] of [
      ['friction', '#results a'],
      ['qqqqzzzz', '#results :text("Nothing found")'],
    ]) {
      await field.fill(words);
      await page.locator(shown).first().waitFor();
      await field.press('ArrowDown');
      assert.deepEqual(await violations(page), [], words);
    }
  }));
