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

const ready = (page) =>
  page.evaluate(() => Promise.all([...document.querySelectorAll('impulse-scene')].map((scene) => scene.ready)));

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

lessonTest(
  'a warm column of discs stands and a cold one sinks, and the captions say how far, also before they run',
  { reducedMotion: 'reduce' },
  async (page) => {
    const words = () =>
      page.evaluate(() => ['warm', 'cold'].map((id) => document.querySelector(`[data-sink=${id}]`).textContent));
    const printed = await words();
    assert.deepEqual(printed, ['14\u00a0mm', '0.90\u00a0m']);
    await ready(page);
    assert.deepEqual(await words(), printed, 'nothing has sunk yet, and nothing else is said');
    // The text above the figures speaks of ten discs.
    assert.deepEqual(
      await page.evaluate(() =>
        [...document.getElementById('warm').world.bodies].flatMap(({ type, shapes }) =>
          type === 'dynamic' ? shapes.map((shape) => shape.type) : [],
        ),
      ),
      Array(10).fill('circle'),
    );
    const sunk = await page.evaluate(() =>
      Object.fromEntries(
        ['warm', 'cold'].map((id) => {
          document.getElementById(id).step(180);
          return [id, document.querySelector(`[data-sink=${id}]`).textContent];
        }),
      ),
    );
    assert.equal(sunk.warm, '14 mm');
    assert.ok(Math.abs(parseFloat(sunk.cold) - 0.87) < 0.02, sunk.cold);
    const later = await page.evaluate(() => {
      document.getElementById('cold').step(720);
      return document.querySelector('[data-sink=cold]').textContent;
    });
    assert.equal(later, '0.90 m');
    await page.evaluate(() => document.getElementById('cold').reset());
    assert.deepEqual(await words(), ['14 mm', printed[1]]);
  },
);

lessonTest(
  'what the last figure is said to do under each method, it does',
  { reducedMotion: 'reduce' },
  async (page) => {
    await ready(page);
    const moved = await page.evaluate(() => {
      const scene = document.getElementById('pyramid');
      const rows = {};
      for (const [name, solver] of [
        ['softStep'],
        ['ftPhysics'],
        ['wedekind'],
        ['fx2d'],
        ['coarse', { type: 'substepped-position', substeps: 7, frictionMix: 'min', restitutionMix: 'min' }],
      ]) {
        scene.solver = 'umbra';
        scene.reset();
        scene.step(120);
        const boxes = [...scene.world.bodies].filter(({ type }) => type === 'dynamic');
        const from = boxes.map(({ position }) => position);
        scene.solver = solver ?? name;
        scene.step(300);
        const by = boxes.map(({ position: { x, y } }, i) => [Math.abs(x - from[i].x), Math.abs(y - from[i].y)]);
        rows[name] = {
          aside: Math.max(...by.map(([x]) => x)),
          before: 13.5 - from.at(-1).y,
          sag: 13.5 - boxes.at(-1).position.y,
        };
      }
      return rows;
    });
    for (const name of ['softStep', 'ftPhysics', 'wedekind']) {
      const { aside, sag, before } = moved[name];
      // It stands. It may rise by no more than the overlap that the previous solver left.
      assert.ok(aside < 0.005 && sag > 0 && sag < before + 0.005, `${name}: ${JSON.stringify(moved[name])}`);
    }
    assert.ok(moved.fx2d.aside > 0.01, 'fx2d holds it by now: say so in the text');
    assert.ok(
      Math.abs(moved.fx2d.sag - 0.0105) < 0.001 && Math.abs(moved.coarse.sag - 0.0294) < 0.002,
      JSON.stringify(moved),
    );
  },
);

lessonTest('the plank stands where the sum is clamped, and nowhere else', { reducedMotion: 'reduce' }, async (page) => {
  await ready(page);
  const [sum, increment] = await page.evaluate(() =>
    ['clamp-sum', 'clamp-increment'].map((id) => {
      const scene = document.getElementById(id);
      let most = 0;
      scene.addEventListener('step', () => (most = Math.max(most, Math.abs([...scene.world.bodies][1].angle))));
      for (let i = 0; i < 300; i++) scene.step();
      return { most, rest: Math.abs([...scene.world.bodies][1].angle) };
    }),
  );
  assert.ok(sum.most < 0.2 && sum.rest < 0.01, `leant by ${sum.most}, rests at ${sum.rest}`);
  assert.ok(increment.most > 1, `turned by ${increment.most} at most`);
});

lessonTest(
  'without JavaScript there are posters, captions and every word',
  { javaScriptEnabled: false },
  async (page) => {
    for (const scene of await page.locator('impulse-scene').all()) {
      assert.ok(await scene.getByRole('img').isVisible());
      assert.match(await scene.locator('[slot=caption]').innerText(), /^Figure \d/);
    }
  },
);

for (const [name, context] of [
  ['a phone', phone],
  ['a narrow window', { viewport: { width: 320, height: 600 } }],
]) {
  lessonTest(`${name} shows it without scrolling sideways`, context, async (page) => {
    await ready(page);
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(widths[0] <= widths[1], `${widths[0]} px in ${widths[1]}`);
  });
}
