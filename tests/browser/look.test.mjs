// What is on the canvas, and what the address says about it.
import assert from 'node:assert/strict';
import { demoTest, desktop, frames, phone, ready, state, useDemo } from './demo.mjs';

useDemo();

/** Red, green, blue of canvas pixels at world points. */
const pixels = (page, points) =>
  page.evaluate((all) => {
    const { camera, stage } = window.impulseDemo;
    const ratio = stage.canvas.width / camera.width;
    return all.map(([x, y]) => {
      const at = camera.toScreen(x, y);
      return [...window.readStage(Math.round(at.x * ratio), Math.round(at.y * ratio), 1, 1).slice(0, 3)];
    });
  }, points);

const brightness = ([r, g, b]) => (r + g + b) / 3;
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

for (const colorScheme of ['light', 'dark']) {
  demoTest(
    `the picture is ${colorScheme} where the reader's system is`,
    { hash: '#scene=stack&layers=shapes', context: { ...desktop, colorScheme } },
    async (page) => {
      await page.keyboard.press(' ');
      await frames(page);
      // The sky, the floor, a box low in the stack and one high up, away from their edges.
      const [sky, floor, low, high] = await pixels(page, [
        [4, 9],
        [4, -0.6],
        [0.2, 0.3],
        [0.2, 9.3],
      ]);
      if (colorScheme === 'light') assert.ok(brightness(sky) > 235, `sky ${sky}`);
      else assert.ok(brightness(sky) < 40, `sky ${sky}`);
      assert.ok(distance(sky, floor) > 20, `floor ${floor} against sky ${sky}`);
      assert.ok(distance(sky, low) > 60, `box ${low} against sky ${sky}`);
      assert.ok(Math.abs(brightness(low) - brightness(high)) > 50, 'bodies differ by lightness, not by hue alone');
      const page_ = await page.evaluate(() =>
        getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number),
      );
      assert.equal(brightness(page_) > 128, colorScheme === 'light');
    },
  );
}

demoTest(
  'sleep is shown by hatching too, impulses in a colour of their own',
  { hash: '#scene=stack&p.boxes=4' },
  async (page) => {
    // Draws `names` after some steps, and tells in the same breath how many colours there are in the lowest box, and
    // how many pixels of the picture are of the colour of forces: nothing that happens in between can change what is
    // read.
    const picture = (names, steps) =>
      page.evaluate(
        ([shown, count]) => {
          const { camera, layers, simulation, stage } = window.impulseDemo;
          simulation.fastForward(count);
          stage.paint(simulation, Object.fromEntries(Object.keys(layers).map((name) => [name, shown.includes(name)])));
          const ratio = stage.canvas.width / camera.width;
          const a = camera.toScreen(0.1, 0.4);
          const b = camera.toScreen(0.4, 0.1);
          const inside = window.readStage(
            Math.round(a.x * ratio),
            Math.round(a.y * ratio),
            Math.round((b.x - a.x) * ratio),
            Math.round((b.y - a.y) * ratio),
          );
          const seen = new Set();
          for (let i = 0; i < inside.length; i += 4) seen.add(inside.slice(i, i + 3).join());
          const whole = window.readStage(0, 0, stage.canvas.width, stage.canvas.height);
          let red = 0;
          for (let i = 0; i < whole.length; i += 4)
            if (whole[i] > 190 && whole[i + 1] < 100 && whole[i + 2] < 70) red++;
          return { colours: seen.size, red, awake: simulation.world.awakeCount };
        },
        [names, steps],
      );
    await page.keyboard.press(' ');
    await page.keyboard.press('r'); // on a slow machine the stack may sleep by now
    await page.waitForFunction(() => window.impulseDemo.simulation.paused && window.impulseDemo.simulation.steps === 0);
    assert.deepEqual(await picture(['shapes', 'sleep'], 1), { colours: 1, red: 0, awake: 4 }, 'awake: one flat colour');
    const { red } = await picture(['shapes', 'contacts', 'impulses'], 1);
    assert.ok(red > 100, 'arrows and points');
    const { colours, awake } = await picture(['shapes', 'sleep'], 600);
    assert.equal(awake, 0);
    assert.ok(colours >= 2, 'asleep: hatched');
  },
);

for (const ratio of [1, 2, 3]) {
  demoTest(
    `the canvas has ${Math.min(2, ratio)} pixels a CSS pixel on a screen of ratio ${ratio}`,
    { context: { ...desktop, deviceScaleFactor: ratio } },
    async (page) => {
      await frames(page);
      const size = await page.evaluate(() => {
        const { canvas } = window.impulseDemo.stage;
        const box = canvas.getBoundingClientRect();
        return { width: canvas.width, height: canvas.height, css: [box.width, box.height] };
      });
      const used = Math.min(2, ratio);
      assert.ok(
        Math.abs(size.width - size.css[0] * used) <= 1 && Math.abs(size.height - size.css[1] * used) <= 1,
        JSON.stringify(size),
      );
    },
  );
}

demoTest('the canvas follows a change of the window', {}, async (page) => {
  const before = await state(page);
  await page.setViewportSize({ width: 800, height: 900 });
  await page.waitForFunction(() => {
    const { canvas } = window.impulseDemo.stage;
    return Math.abs(canvas.width - canvas.getBoundingClientRect().width) <= 1;
  });
  assert.notEqual((await state(page)).scale, before.scale);
});

demoTest(
  'a link restores scene, params, camera, layers and speed',
  { hash: '#scene=stack&p.boxes=5&camera=1.5,2.25,8&layers=shapes,boxes&speed=0.5' },
  async (page) => {
    const restored = await state(page);
    assert.equal(restored.scene, 'stack');
    assert.equal(restored.params.boxes, 5);
    assert.equal(restored.bodies, 6);
    assert.ok(
      Math.abs(restored.x - 1.5) < 1e-6 && Math.abs(restored.y - 2.25) < 1e-6 && Math.abs(restored.span - 8) < 1e-3,
    );
    assert.equal(await page.evaluate(() => window.impulseDemo.simulation.speed), 0.5);
    assert.deepEqual(
      await page.evaluate(() =>
        Object.entries(window.impulseDemo.layers)
          .filter(([, on]) => on)
          .map(([name]) => name),
      ),
      ['shapes', 'boxes'],
    );
  },
);

demoTest(
  'what the reader changes is in the address, and that address gives it back',
  { hash: '#scene=stack' },
  async (page) => {
    await page.getByLabel('Boxes', { exact: true }).first().fill('7');
    await page.keyboard.press('+');
    await page.waitForFunction(() => /p\.boxes=7/.test(location.hash) && /camera=/.test(location.hash));
    const before = await state(page);
    await page.reload();
    await ready(page);
    const after = await state(page);
    assert.equal(after.params.boxes, 7);
    // The address has three decimals.
    for (const key of ['x', 'y', 'span']) assert.ok(Math.abs(after[key] - before[key]) < 1e-3, key);
  },
);

demoTest('back and forward go through the scenes', { hash: '#scene=pyramid' }, async (page) => {
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  assert.equal((await state(page)).scene, 'arch');
  await page.goBack();
  await page.waitForFunction(() => window.impulseDemo.simulation.scene.id === 'stack');
  assert.equal(await page.locator('#scene-title').textContent(), 'Stack');
  await page.goForward();
  await page.waitForFunction(() => window.impulseDemo.simulation.scene.id === 'arch');
});

for (const [hash, scene, value] of [
  ['#ragdolls', 'ragdolls', 10],
  ['#pyramid&p.rows=5', 'pyramid', 5],
])
  demoTest(`${hash}: a bare word names the scene`, { hash }, async (page) => {
    const now = await state(page);
    assert.deepEqual([now.scene, Object.values(now.params)[0]], [scene, value]);
    assert.equal(await page.locator('#unknown').isVisible(), false);
  });

demoTest(
  'a senseless link shows the opening scene and says what is not there',
  { hash: '#scene=nothing&p.rows=NaN&camera=1,2,-3&speed=99&layers=x&solver=magic' },
  async (page) => {
    const now = await state(page);
    assert.equal(now.scene, 'walker');
    assert.equal(now.params.speed, 2);
    assert.ok(now.scale > 0);
    const note = page.locator('#unknown');
    for (const word of [
      'scene “nothing”',
      'camera “1,2,-3”',
      'speed “99”',
      'layer “x”',
      'solver “magic”',
      'Shown is',
    ]) {
      assert.ok((await note.textContent()).includes(word), word);
    }
    // A parameter is judged by the scene it is for, and the next scene says nothing of it.
    await page.evaluate(() => (location.hash = '#scene=stack&p.boxes=1e9&p.sides=5&colour=red'));
    await page.waitForFunction(() => document.querySelector('#unknown').textContent.includes('setting “colour”'));
    assert.match(await note.textContent(), /boxes “1e9” \(\d+ to \d+\), parameter “sides”, setting “colour”/);
    await page.keyboard.press(']');
    assert.equal(await note.isVisible(), false);
  },
);

demoTest(
  'who asked for less motion sees a settled frame that stands still, and may play',
  { hash: '#scene=pile', context: { ...desktop, reducedMotion: 'reduce' } },
  async (page) => {
    const first = await state(page);
    assert.equal(first.paused, true);
    assert.ok(first.steps >= 240);
    await page.waitForTimeout(300);
    assert.equal((await state(page)).steps, first.steps);
    const colours = await page.evaluate(() => {
      const { canvas } = window.impulseDemo.stage;
      const data = window.readStage(0, canvas.height / 2, canvas.width, 1);
      return new Set(Array.from({ length: canvas.width }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size;
    });
    assert.ok(colours > 5, 'the frame is drawn although nothing moves');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction((steps) => window.impulseDemo.simulation.steps > steps, first.steps);
  },
);

demoTest(
  'bodies are drawn in strokes and fills by style, not by body',
  { hash: '#scene=pile&p.count=2000&p.size=0.3' },
  async (page) => {
    await page.keyboard.press(' ');
    const { bodies, calls } = await page.evaluate(() => {
      const { stage, simulation, layers } = window.impulseDemo;
      const canvas = CanvasRenderingContext2D.prototype;
      const kept = {};
      let calls = 0;
      for (const name of ['fill', 'stroke', 'fillRect', 'strokeRect', 'save', 'restore']) {
        kept[name] = canvas[name];
        canvas[name] = function count(...args) {
          calls++;
          return kept[name].apply(this, args);
        };
      }
      stage.paint(simulation, { ...layers, contacts: false }); // a point of contact is a square of its own
      Object.assign(canvas, kept);
      return { bodies: simulation.world.bodyCount, calls };
    });
    assert.ok(bodies > 2000);
    // One each would be two thousand and more.
    assert.ok(calls > 0 && calls < bodies / 4, `${calls} calls for ${bodies} bodies`);
  },
);

demoTest('a phone shows figure, controls and text without zooming out', { context: phone }, async (page) => {
  const layout = await page.evaluate(() => ({
    stage: document.getElementById('stage').getBoundingClientRect().toJSON(),
    title: document.getElementById('scene-title').getBoundingClientRect().toJSON(),
    touch: getComputedStyle(document.getElementById('stage')).touchAction,
  }));
  assert.ok(layout.stage.width > 380 && layout.stage.height > 300);
  assert.ok(layout.title.top < 844, 'the title is on the first screen');
  assert.equal(layout.touch, 'pan-y'); // a finger beside bodies scrolls; a pinch is the view's, not the page's
});

demoTest(
  'the note of a copied link leaves the head of the page as it is, 1280, 1040, 861 and 390 px wide',
  {
    hash: '#scene=stack',
    context: { viewport: { width: 1280, height: 760 }, permissions: ['clipboard-read', 'clipboard-write'] },
  },
  async (page) => {
    const note = page.locator('#share-note');
    for (const width of [1280, 1040, 861, 390]) {
      await page.setViewportSize({ width, height: 760 });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      await page.evaluate(() => (document.getElementById('share-note').textContent = ''));
      await frames(page, 2);
      const head = () =>
        page
          .locator('.masthead, .masthead .views, .masthead .pick, .masthead .share button')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
      const before = await head();
      await page.getByRole('button', { name: 'Share' }).click();
      await note.filter({ hasText: 'Link copied' }).waitFor();
      // The longest that it says.
      await page.evaluate(() => {
        document.getElementById('share-note').textContent =
          'A recording of 120.0 s; it ends here as it ended there, bit for bit';
      });
      assert.deepEqual(await head(), before, `${width} px`);
      const box = await note.boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
    }
  },
);

const kPages = {
  Scenes: '/',
  Solvers: '/compare.html',
  'Two shapes': '/shapes.html',
  Lessons: '/lessons/',
  Examples: '/examples/',
  Docs: '/docs/',
};
// A page opens at one width and turns to the other; from page to page both come first in turn.
demoTest(
  'every page leads to all the others, 1280 and 360 px wide',
  { context: { viewport: { width: 1280, height: 760 }, reducedMotion: 'reduce' } },
  async (page) => {
    const { origin } = new URL(page.url());
    const check = async (path) => {
      const links = await page.locator('nav[aria-label=Pages] a').evaluateAll((all) =>
        all.map((link) => {
          const { left, right, height } = link.getBoundingClientRect();
          const whole = left >= 0 && right <= innerWidth + 0.5 && height > 0;
          return { text: link.textContent, path: new URL(link.href).pathname, whole, here: link.ariaCurrent };
        }),
      );
      for (const [text, to] of Object.entries(kPages)) {
        const link = links.find((each) => each.text === text);
        assert.ok(link?.whole, `${text} on ${path}: ${JSON.stringify(link)}`);
        assert.equal(link.path.replace('index.html', ''), to);
        const below = to === '/' ? path === '/' : path.startsWith(to);
        assert.equal(Boolean(link.here), below, `${text} on ${path}`);
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path);
    };
    const widths = [1280, 360];
    for (const path of [
      ...Object.values(kPages),
      '/docs/reference/world.html',
      '/docs/joints.html',
      '/lessons/friction-cone.html',
      '/examples/warehouse/',
    ]) {
      await page.goto(`${origin}${path}`);
      await check(path);
      await page.setViewportSize({ width: widths[1], height: 760 });
      await page.waitForFunction((width) => innerWidth === width, widths[1]);
      await check(path);
      widths.reverse();
    }
  },
);

/** Words of the scene that lie over moving bodies at one of so many moments, each half a second after the last. */
const covered = (page, moments) =>
  page.evaluate((count) => {
    const { simulation, stage, camera, layers } = window.impulseDemo;
    let said = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const { width } = this.measureText(text);
      const left = { left: x, start: x, center: x - width / 2, right: x - width, end: x - width }[this.textAlign];
      const half = 0.35 * parseFloat(/([\d.]+)px/.exec(this.font)[1]); // what is not white
      said.push({ text, left, right: left + width, top: y - half, bottom: y + half });
    };
    const found = [];
    for (let i = 0; i < count; i++) {
      said = [];
      stage.paint(simulation, layers);
      for (const { type, aabb } of simulation.world.bodies) {
        if (type !== 'dynamic') continue;
        const a = camera.toScreen(aabb.min.x, aabb.max.y);
        const b = camera.toScreen(aabb.max.x, aabb.min.y);
        for (const { text, left, right, top, bottom } of said)
          if (left < b.x - 1 && right > a.x + 1 && top < b.y - 1 && bottom > a.y + 1) found.push(text);
      }
      simulation.fastForward(30);
    }
    CanvasRenderingContext2D.prototype.fillText = fillText;
    return [...new Set(found)];
  }, moments);

const kLabelled = [
  'bounce',
  'heavy',
  'heavy&p.ratio=10&p.boxes=8',
  'lander',
  'recovery',
  'grip',
  'ramps',
  'fan',
  'seams',
  'struck',
  'character',
];
for (const width of [360, 1200])
  demoTest(
    `no word of a scene lies over its bodies, ${width} px wide`,
    { context: { ...(width < 500 ? phone : desktop), viewport: { width, height: 700 } } },
    async (page) => {
      const all = {};
      for (const scene of kLabelled) {
        await page.evaluate((hash) => (location.hash = hash), `#scene=${scene}`);
        await page.waitForFunction((id) => window.impulseDemo.simulation.scene.id === id, scene.split('&')[0]);
        await frames(page, 2);
        const found = await covered(page, 8);
        if (found.length > 0) all[scene] = found;
      }
      assert.deepEqual(all, {});
    },
  );

for (const [name, hash] of [
  ['comparison', 'compare.html#scene=stack&a=umbra&b=fx2d'],
  ['pair of shapes', 'shapes.html'],
  ['lesson', 'lessons/joints-and-mass-ratios.html'],
  ['lesson with two shapes', 'lessons/separating-axes.html'],
])
  demoTest(
    `a ${name} is printed light with dark text by a reader in the dark`,
    { hash, context: { viewport: { width: 900, height: 900 }, colorScheme: 'dark' } },
    async (page) => {
      await page.waitForTimeout(500); // companions are loaded
      await page.evaluate(() => {
        window.look = () => {
          const roots = [
            document,
            ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
          ];
          const inner = roots.flatMap((root) => [...root.querySelectorAll('*')].flatMap((e) => e.shadowRoot ?? []));
          const canvases = [...new Set([...roots, ...inner])].flatMap((root) => [...root.querySelectorAll('canvas')]);
          const ctx = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          /** From 0, black, to 1. */
          const light = (paint) => {
            ctx.canvas.width = ctx.canvas.height = 60;
            paint();
            const { data } = ctx.getImageData(0, 0, 60, 60);
            let sum = 0;
            for (let i = 0; i < data.length; i += 4) sum += data[i] + data[i + 1] + data[i + 2];
            return sum / ((3 * 255 * data.length) / 4);
          };
          const fill = (color) => {
            ctx.fillStyle = color;
            ctx.fillRect(0, 0, 60, 60);
          };
          return {
            pictures: canvases
              .filter(({ clientWidth, width }) => clientWidth > 0 && width > 60)
              .map((canvas) =>
                light(() => {
                  let around = canvas;
                  const behind = [];
                  for (; around; around = around.parentElement ?? around.getRootNode().host)
                    behind.unshift(getComputedStyle(around).backgroundColor);
                  for (const color of ['#fff', ...behind]) fill(color);
                  ctx.drawImage(canvas, 0, 0, 60, 60);
                }),
              ),
            text: light(() => fill(getComputedStyle(document.querySelector('main')).color)),
          };
        };
        for (const event of ['beforeprint', 'afterprint'])
          addEventListener(event, () => (window[event] = window.look()));
      });
      const screen = await page.evaluate(() => window.look());
      assert.ok(screen.pictures.length >= 1 && Math.max(...screen.pictures) < 0.4, JSON.stringify(screen));
      assert.ok(screen.text > 0.6, JSON.stringify(screen));
      await page.pdf(); // draws before it lays the paper out
      const paper = await page.evaluate(() => window.beforeprint);
      assert.equal(paper.pictures.length, screen.pictures.length);
      assert.ok(Math.min(...paper.pictures) > 0.7, JSON.stringify(paper));
      assert.ok(paper.text < 0.3, JSON.stringify(paper));
      // And back.
      const again = await page.evaluate(() => window.afterprint);
      assert.ok(Math.max(...again.pictures) < 0.4 && again.text > 0.6, JSON.stringify(again));
    },
  );
