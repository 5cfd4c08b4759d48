// `<impulse-param>`, `<impulse-value>`, `<impulse-plot>`, and what a setup draws: an article without plumbing.
import assert from 'node:assert/strict';
import { articleTest, ask, ready, useArticles } from './article.mjs';

useArticles();

/** A whole tutorial: scene, slider, number, plot. */
const kTutorial = {
  body: `<impulse-scene id="fig" controls="play scrub"></impulse-scene>
<p>With <impulse-param for="fig" name="e" min="0" max="1">e = 0.8</impulse-param> the ball comes back to
<impulse-value for="fig" of="ball.y" stat="peak" unit="m">3.70 m</impulse-value>.</p>
<impulse-plot for="fig" of="ball.y energy.total" window="8">Height over time.</impulse-plot>`,
  script: `document.getElementById('fig').setup = ({ world, params }) => {
  const floor = { type: 'box', width: 20, height: 1, center: [0, -0.5] };
  const ball = { type: 'circle', radius: 0.5, restitution: params.e };
  world.createBody({ type: 'static', shapes: [floor] });
  world.createBody({ name: 'ball', position: [0, 5.5], shapes: [ball] });
};`,
};
const slider = (page, name) => page.getByRole('slider', { name, exact: true });
const number = (page) => page.locator('impulse-value').first();
const shown = (page) =>
  number(page).evaluate(async (value) => {
    await window.frames(3);
    return value.shadowRoot.querySelector('[part=value]').textContent;
  });

articleTest('a tutorial with scene, slider, number and plot takes at most 12 lines', kTutorial, async (page) => {
  const lines = `${kTutorial.body}\n${kTutorial.script}`.split('\n').length;
  assert.ok(lines <= 12, `${lines} lines`);
  await ready(page);
  // No highest point yet; then e^2 of the height above the floor, to a centimetre.
  assert.equal(await shown(page), '–');
  await ask(page, (scene) => scene.step(118));
  const first = Number((await shown(page)).replace('\u202fm', ''));
  assert.ok(Math.abs(first - (0.5 + 0.64 * 5)) < 0.015, `${first} m`);

  await slider(page, 'e').focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 5; i++) await page.keyboard.press('PageUp');
  const e = await page.locator('impulse-param').evaluate((param) => param.value);
  await page.waitForFunction((value) => document.getElementById('fig').params.e === value, e);
  await ready(page);
  await ask(page, (scene) => scene.step(118));
  const second = Number((await shown(page)).replace('\u202fm', ''));
  assert.ok(Math.abs(second - (0.5 + e * e * 5)) < 0.015, `${second} m for e = ${e}`);
  assert.match(
    await page.getByRole('img', { name: /^Plot against time: ball\.y from/ }).getAttribute('aria-label'),
    /energy\.total from .*J, now/,
  );
});

articleTest('text stands where there is no figure yet, and goes with it', kTutorial, async (page) => {
  await ready(page);
  const seen = await page.evaluate(async () => {
    const value = document.querySelector('impulse-value');
    const both = () =>
      ['slot', '[part=value]'].map((part) => {
        const found = value.shadowRoot.querySelector(part);
        return found.hidden || getComputedStyle(found).display === 'none';
      });
    document.getElementById('fig').step();
    await window.frames(2);
    const running = both();
    document.getElementById('fig').remove();
    await window.frames(2);
    return { running, gone: both() };
  });
  assert.deepEqual(seen, { running: [true, false], gone: [false, true] });
});

articleTest(
  'counts are whole numbers, but for their mean; digits say otherwise; no zero has a sign',
  {
    body: `<impulse-scene id="fig"></impulse-scene>
      <impulse-value for="fig" of="bodies.count">12</impulse-value>
      <impulse-value for="fig" of="contacts.count" stat="max"></impulse-value>
      <impulse-value for="fig" of="awake.count" stat="mean"></impulse-value>
      <impulse-value for="fig" of="bodies.count" digits="1"></impulse-value>
      <impulse-value for="fig" of="ball.x"></impulse-value>
      <impulse-param for="fig" name="push" min="-1" max="1" step="0.5" value="-0"></impulse-param>`,
    script: `document.getElementById('fig').setup = ({ world }) => {
      world.createBody({ name: 'ball', position: [-0.004, 2], shapes: [{ type: 'circle', radius: 0.5 }] });
      world.createBody({ type: 'static', shapes: [{ type: 'box', width: 6, height: 1 }] });
    };`,
  },
  async (page) => {
    await ready(page);
    await ask(page, async (scene) => {
      scene.step(1);
      await window.frames(2);
    });
    const texts = await page
      .locator('impulse-value')
      .evaluateAll((all) => all.map((value) => value.shadowRoot.querySelector('[part=value]').textContent));
    assert.deepEqual(texts, ['2', '0', '1.00', '2.0', '0.00\u202fm']);
    assert.equal(
      await page.locator('impulse-param').evaluate((param) => {
        param.value = -0.5;
        return param.shadowRoot.querySelector('input').getAttribute('aria-valuetext');
      }),
      '\u22120.5',
    );
  },
);

articleTest(
  'numbers follow time back and forth, one sample a step, also where several steps are made in a frame',
  {
    body: `<impulse-scene id="fig" src="bounce" controls="scrub"></impulse-scene>
      <impulse-value for="fig" of="time" stat="mean" unit="ms" digits="1"></impulse-value>
      <impulse-value for="fig" of="energy.kinetic" stat="max" digits="6"></impulse-value>
      <impulse-value for="fig" of="contacts.count" digits="0"></impulse-value>
      <impulse-value for="fig" of="penetration" stat="max" unit="mm"></impulse-value>`,
  },
  async (page) => {
    await ready(page);
    const found = await ask(page, async (scene) => {
      const [mean, most, contacts, deepest] = document.querySelectorAll('impulse-value');
      let highest = 0;
      let deep = 0;
      scene.world.on('afterStep', () => {
        highest = Math.max(highest, scene.world.energy().kinetic);
        deep = Math.max(deep, scene.world.maxPenetration());
      });
      scene.step(60);
      const at60 = { mean: mean.value, most: most.value, contacts: contacts.value, deepest: deepest.value };
      const truth = { most: highest, contacts: scene.world.contactCount, deepest: 1000 * deep };
      scene.step(60);
      scene.seek(1);
      await window.frames(2);
      const back = { mean: mean.value, most: most.value, contacts: contacts.value, deepest: deepest.value };
      return { at60, truth, back, text: mean.shadowRoot.querySelector('[part=value]').textContent };
    });
    assert.ok(Math.abs(found.at60.mean - 500) < 1e-6, `${found.at60.mean} ms`);
    assert.equal(found.text, '500.0\u202fms');
    for (const key of ['most', 'contacts', 'deepest'])
      assert.ok(Math.abs(found.at60[key] - found.truth[key]) < 1e-9, key);
    assert.deepEqual(found.back, found.at60);
  },
);

articleTest(
  'what is not accepted is said in its place',
  {
    body: `<impulse-scene id="fig" src="stack"></impulse-scene>
      <impulse-value for="fig" of="ball.colour">a</impulse-value>
      <impulse-value for="fig" of="ball.y">b</impulse-value>
      <impulse-value for="fig" of="energy.total" stat="median">c</impulse-value>
      <impulse-param for="fig" name="speed">d</impulse-param>
      <impulse-plot for="fig" of="time energy.total contacts.count">e</impulse-plot>
      <impulse-value for="nobody" of="time">f</impulse-value>
      <impulse-value for="fig" of="1+1">g</impulse-value>
      <impulse-value for="fig" of="ball.speed" unit="m">h</impulse-value>
      <impulse-value for="fig" of="contacts.count" unit="km/h">i</impulse-value>
      <impulse-value for="fig" of="time" unit="constructor">j</impulse-value>`,
  },
  async (page, complaints) => {
    await ready(page);
    await page.waitForFunction(() => document.readyState === 'complete');
    await page.evaluate(() => window.frames(2));
    const texts = await page.getByRole('alert').allTextContents();
    assert.equal(texts.length, 9, texts.join('\n'));
    for (const [i, pattern] of [
      /of must be one of time, energy\.total, .*name\.x.* got "ball\.colour"/,
      /of must be the name of a body of the scene, got "ball\.y"/,
      /stat must be one of now, max, min, mean, peak, got "median"/,
      /name must be one of .*, got "speed"/,
      /of must be words of at most two units/,
      /for must be the id of an <impulse-scene> of the page, got "nobody"/,
      /of must be one of .*got "1\+1"/,
      /^unit must be a unit of ball\.speed: m\/s, cm\/s, mm\/s, km\/h, got "m"$/,
      /^unit must be a unit of contacts\.count: none, got "km\/h"$/,
    ].entries())
      assert.match(texts[i], pattern);
    complaints.length = 0;
  },
);

articleTest(
  'a slider for a scene that declares its numbers has their range and name, and those that are live go on',
  {
    body: `<impulse-scene id="fig" src="car"></impulse-scene>
      <p><impulse-param for="fig" name="speed">the motor</impulse-param></p>`,
  },
  async (page) => {
    await ready(page);
    const found = await ask(page, (scene) => {
      scene.step(20);
      const param = document.querySelector('impulse-param');
      const { min, max } = param.shadowRoot.querySelector('input');
      const { world } = scene;
      param.value = 12;
      return { min, max, same: scene.world === world, speed: scene.params.speed };
    });
    assert.ok(Number(found.max) > Number(found.min));
    assert.equal(found.same, true);
    assert.equal(found.speed, 12);
  },
);

articleTest(
  'a setup draws into the picture, in places of the world, once a picture, and samples once a step',
  {
    body: '<impulse-scene id="fig" height="300"></impulse-scene>',
    script: `const fig = document.getElementById('fig');
      window.samples = 0;
      fig.setup = ({ world }) => {
        world.createBody({ name: 'ball', position: [0, 4], shapes: [{ type: 'circle', radius: 0.2 }] });
        world.createBody({ type: 'static', shapes: [{ type: 'box', width: 6, height: 1 }] });
        return {
          camera: { x: 0, y: 2, width: 8, height: 6 },
          afterStep: () => window.samples++,
          draw(ctx, view) {
            const { x, y } = view.toScreen({ x: 3, y: 2 });
            window.view = { x, y, scale: view.scale, width: view.width, height: view.height, time: view.time };
            ctx.fillStyle = 'rgb(1, 200, 3)';
            ctx.fillRect(x - 5, y - 5, 10, 10);
            ctx.translate(1e6, 0); // is put back
          },
        };
      };`,
  },
  async (page) => {
    await ready(page);
    await ask(page, async (scene) => {
      scene.step(7);
      await window.frames(3);
    });
    const { samples, view, color } = await ask(page, (scene) => {
      const canvas = scene.shadowRoot.querySelector('canvas');
      const { view } = window;
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const ctx = copy.getContext('2d');
      ctx.drawImage(canvas, 0, 0);
      return { samples: window.samples, view, color: [...ctx.getImageData(view.x, view.y, 1, 1).data] };
    });
    assert.equal(samples, 7);
    assert.deepEqual(color, [1, 200, 3, 255]);
    assert.ok(Math.abs(view.x - view.width / 2 - 3 * view.scale) < 1e-6);
    assert.equal(view.height, 300);
    assert.ok(Math.abs(view.time - 7 / 60) < 1e-6);
  },
);

/** Notes where texts are drawn on canvases, as `[text, left, right, width of the canvas]` in CSS pixels. */
const kTexts = `window.texts = [];
const real = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = this.measureText(text);
  const towards = this.direction === 'inherit' ? getComputedStyle(this.canvas).direction : this.direction;
  window.texts.push([text, x - left, x + right, this.canvas.clientWidth, towards]);
  real.call(this, text, x, y);
};`;

for (const direction of ['ltr', 'rtl'])
  articleTest(
    `on a phone all words of plots and charts are there, in a page from ${direction === 'ltr' ? 'left to right' : 'right to left'}`,
    {
      body: `<impulse-scene src="chain" controls="step scrub" layers="none"></impulse-scene><impulse-solver></impulse-solver>
        <impulse-plot of="energy.total energy.kinetic momentum.x momentum.y"></impulse-plot>`,
      script: `document.documentElement.dir = '${direction}'; ${kTexts}`,
      context: { viewport: { width: 360, height: 700 } },
    },
    async (page) => {
      await ready(page);
      await page.locator('impulse-solver').getByRole('button', { name: 'Next contact' }).waitFor();
      const { drawn, number } = await ask(page, async (scene) => {
        scene.step(10);
        await window.frames(3);
        window.texts.length = 0;
        scene.step();
        await window.frames(3);
        document
          .querySelector('impulse-solver')
          .shadowRoot.querySelector('div div')
          .shadowRoot.querySelector('button')
          .click();
        await window.frames(3);
        return { drawn: window.texts, number: getComputedStyle(scene.shadowRoot.querySelector('.number')).direction };
      });
      for (const [text, left, right, width, towards] of drawn) {
        assert.ok(left > -2 && right < width + 2, `${text}: from ${left} to ${right} of ${width} pixels`);
        assert.equal(towards, 'ltr', text);
      }
      const all = drawn.map(([text]) => text).join(' ');
      for (const text of ['energy.total, J', 'momentum.y, N s', 'warm start', 'time, s'])
        assert.ok(all.includes(text), text);
      assert.equal(number, 'ltr');
    },
  );

articleTest(
  'a plot that gets another size is drawn again, also while time is paused',
  { body: '<impulse-scene src="stack"></impulse-scene><impulse-plot of="energy.total"></impulse-plot>' },
  async (page) => {
    await ready(page);
    const sizes = await ask(page, async () => {
      const plot = document.querySelector('impulse-plot');
      const canvas = plot.shadowRoot.querySelector('canvas');
      const found = [];
      for (const width of [400, 250, 330]) {
        plot.style.width = `${width}px`;
        await window.frames(4);
        found.push(canvas.width / devicePixelRatio);
      }
      return found;
    });
    assert.deepEqual(sizes, [400, 250, 330]);
  },
);
