// The articles of web/lessons/: each reads without JavaScript, and what it says is what its figures do.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, phone } from './demo.mjs';
import { build } from '../../tools/paths.mjs';
import { serve } from '../../tools/serve.mjs';

const site = join(build, 'site');
const kArticle = 'lessons/sequential-impulses.html';

let server;
let browser;
before(async () => {
  assert.ok(existsSync(join(site, kArticle)), 'build/site has no lessons: npm run build');
  server = await serve(site, 0);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The article in a browser of its own; it must log nothing. */
function lessonTest(name, context, check) {
  test(name, async () => {
    const own = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...context });
    const complaints = [];
    try {
      const page = await own.newPage();
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(`${server.url}/${kArticle}`);
      await check(page);
      assert.deepEqual(complaints, []);
    } finally {
      await own.close();
    }
  });
}

const ready = (page) => page.evaluate(() => Promise.all([...document.querySelectorAll('impulse-scene')].map((scene) => scene.ready)));

lessonTest('its figures run, and the demo page leads to it and back', {}, async (page) => {
  await ready(page);
  assert.equal(await page.locator('impulse-scene').count(), 6);
  for (const id of ['corner', 'cold', 'pyramid']) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await page.waitForFunction((name) => document.getElementById(name).time > 0.05, id);
  }
  assert.equal(await page.getByRole('alert').filter({ visible: true }).count(), 0);
  await page.getByRole('link', { name: 'demo page' }).click();
  await page.getByRole('link', { name: 'Sequential impulses' }).click();
  await page.waitForURL(`**/${kArticle}`);
});

lessonTest('a warm tower stands and a cold one does not, and the captions say how far they sank', { reducedMotion: 'reduce' }, async (page) => {
  await ready(page);
  const sunk = await page.evaluate(() => Object.fromEntries(['warm', 'cold'].map((id) => {
    document.getElementById(id).step(180);
    return [id, document.querySelector(`[data-sink=${id}]`).textContent];
  })));
  // What the page says for those who do not let it run.
  assert.equal(sunk.warm, '0.02 m');
  assert.ok(Math.abs(parseFloat(sunk.cold) - 1.1) < 0.1, sunk.cold);
  const top = await page.evaluate(() => {
    document.getElementById('cold').step(720);
    return [...document.getElementById('cold').world.bodies].at(-1).position.y;
  });
  assert.ok(top < 5, `the cold tower still stands, its top at ${top} m`);
});

lessonTest('the plank stands where the sum is clamped, and nowhere else', { reducedMotion: 'reduce' }, async (page) => {
  await ready(page);
  const [sum, increment] = await page.evaluate(() => ['clamp-sum', 'clamp-increment'].map((id) => {
    const scene = document.getElementById(id);
    let most = 0;
    scene.addEventListener('step', () => (most = Math.max(most, Math.abs([...scene.world.bodies][1].angle))));
    for (let i = 0; i < 300; i++) scene.step();
    return { most, rest: Math.abs([...scene.world.bodies][1].angle) };
  }));
  assert.ok(sum.most < 0.2 && sum.rest < 0.01, `leant by ${sum.most}, rests at ${sum.rest}`);
  assert.ok(increment.most > 1, `turned by ${increment.most} at most`);
});

lessonTest('without JavaScript there are posters, captions and every word', { javaScriptEnabled: false }, async (page) => {
  for (const scene of await page.locator('impulse-scene').all()) {
    assert.ok(await scene.getByRole('img').isVisible());
    assert.match(await scene.locator('[slot=caption]').innerText(), /^Figure \d/);
  }
});

for (const [name, context] of [['a phone', phone], ['a narrow window', { viewport: { width: 320, height: 600 } }]]) {
  lessonTest(`${name} shows it without scrolling sideways`, context, async (page) => {
    await ready(page);
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(widths[0] <= widths[1], `${widths[0]} px in ${widths[1]}`);
  });
}
