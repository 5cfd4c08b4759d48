// Sliders, numbers and plots: what stays while the figure is built again, asleep, off screen or in the past.
import assert from 'node:assert/strict';
import { articleTest, ask, ready, useArticles } from './article.mjs';

useArticles();

const kBall = `document.getElementById('fig').setup = ({ world, params }) => {
  window.got = params;
  window.built = (window.built ?? 0) + 1;
  world.createBody({ type: 'static', shapes: [{ type: 'box', width: 20, height: 1, center: [0, -0.5] }] });
  world.createBody({ name: 'ball', position: [0, 0.5], shapes: [{ type: 'box', width: 1, height: 1 }] });
};`;

const text = (page, selector, part) =>
  page.locator(selector).evaluate(async (element, part) => {
    await window.frames(3);
    return element.shadowRoot.querySelector(`[part=${part}]`).textContent;
  }, part);

articleTest(
  'a slider of the toolbar is dragged through many restarts, and a restart keeps the focus',
  { body: '<impulse-scene id="fig" src="stack" controls="params reset"></impulse-scene>' },
  async (page) => {
    await ready(page);
    await page.evaluate(() => document.querySelector('impulse-scene').scrollIntoView());
    const slider = page.getByRole('slider').first();
    const { x, y, width, height } = await slider.boundingBox();
    await page.mouse.move(x + 5, y + height / 2);
    await page.mouse.down();
    const values = new Set();
    for (let i = 1; i <= 8; i++) {
      await page.mouse.move(x + 5 + (i * (width - 10)) / 8, y + height / 2);
      await page.evaluate(() => window.frames(3));
      values.add(await slider.inputValue());
    }
    await page.mouse.up();
    assert.ok(values.size >= 5, [...values].join());
    const focused = () => ask(page, (scene) => scene.shadowRoot.activeElement?.className || 'slider');
    const found = await ask(page, (scene) => ({
      all: Object.values(scene.params).map(String),
      focused: scene.shadowRoot.activeElement?.type,
    }));
    assert.ok(found.all.includes(await slider.inputValue()));
    assert.equal(found.focused, 'range');

    await page.getByRole('button', { name: 'Reset' }).focus();
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'reset');
    await ask(page, async (scene) => {
      scene.loop = '0.05s';
      const again = new Promise((resolve) => scene.addEventListener('reset', resolve, { once: true }));
      scene.play();
      await again;
    });
    assert.equal(await focused(), 'reset');
  },
);

articleTest(
  'numbers go on while all bodies sleep; the picture is not drawn again',
  {
    body: `<impulse-scene id="fig"></impulse-scene>
      <impulse-value for="fig" of="time" digits="1"></impulse-value>`,
    script: kBall,
  },
  async (page) => {
    await ready(page);
    const found = await ask(page, async (scene) => {
      scene.step(120);
      scene.play();
      await window.frames(5);
      const read = () => document.querySelector('impulse-value').shadowRoot.querySelector('[part=value]').textContent;
      const before = read();
      const { clearRect } = CanvasRenderingContext2D.prototype;
      let pictures = 0;
      CanvasRenderingContext2D.prototype.clearRect = function (...args) {
        pictures++;
        clearRect.apply(this, args);
      };
      await new Promise((resolve) => setTimeout(resolve, 600));
      CanvasRenderingContext2D.prototype.clearRect = clearRect;
      return { awake: scene.world.awakeCount, before, after: read(), pictures };
    });
    assert.equal(found.awake, 0);
    assert.notEqual(found.after, found.before);
    assert.equal(found.pictures, 0);
  },
);

articleTest(
  'a number in view follows a figure off screen, which does not run there',
  {
    body: `<impulse-value for="fig" of="time" digits="1"></impulse-value><div id="space"></div>
      <impulse-scene id="fig"></impulse-scene>`,
    script: `document.getElementById('space').style.height = '3000px';${kBall}`,
  },
  async (page) => {
    await ready(page);
    await page.evaluate(() => window.frames(5));
    await ask(page, (scene) => scene.step(60));
    assert.equal(await text(page, 'impulse-value', 'value'), '1.0\u202fs');
    await ask(page, (scene) => scene.play());
    await page.evaluate(() => window.frames(10));
    assert.equal(await ask(page, (scene) => scene.time.toFixed(3)), '1.000');
  },
);
