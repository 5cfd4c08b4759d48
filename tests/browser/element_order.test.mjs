// A figure gets the numbers of all sliders that name it, whatever stands, is scripted or comes first.
import assert from 'node:assert/strict';
import { articleTest, ask, ready, useArticles } from './article.mjs';

useArticles();

/** A scene that cannot be built without its number `e`. */
const kSetup = `({ world, params }) => {
  (window.built ??= []).push({ ...params });
  world.createBody({ name: 'ball', position: [params.e, 5], shapes: [{ type: 'circle', radius: 0.5 }] });
}`;
const kScript = `document.getElementById('fig').setup = ${kSetup};`;

const kFigure = '<impulse-scene id="fig"></impulse-scene>';
const kSlider = '<p>Choose <impulse-param for="fig" name="e" min="0" max="1">e = 0.8</impulse-param>.</p>';
const kClassic = '<script src="setup.js"></script>';

const kOrders = {
  'figure, slider, script': [kFigure, kSlider, kClassic],
  'slider, figure, script': [kSlider, kFigure, kClassic],
  'figure, script, slider': [kFigure, kClassic, kSlider],
};

for (const [order, parts] of Object.entries(kOrders)) {
  articleTest(
    `${order}: setup is called once, with the number of the slider, however often the page is loaded`,
    { body: parts.join('\n'), files: { 'setup.js': kScript } },
    async (page) => {
      for (let i = 0; i < 6; i++) {
        if (i > 0) await page.reload();
        await ready(page);
        await page.evaluate(() => window.frames(3));
        assert.deepEqual(await page.evaluate(() => window.built), [{ e: 0.8 }]);
        assert.equal(await page.evaluate(() => document.querySelector('impulse-param').value), 0.8);
      }
    },
  );

  articleTest(
    `${order}: so it is where the parser pauses after each of them`,
    {
      body: '<iframe id="frame" width="700" height="500"></iframe>',
      script: `window.place = (document) => { ${kScript} };`,
    },
    async (page) => {
      const found = await page.evaluate(
        async ({ parts, tag }) => {
          const { contentWindow: frame, contentDocument: doc } = document.getElementById('frame');
          const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
          doc.open();
          doc.write(`<!doctype html>${tag}<p>`);
          while (!frame.impulse2d) await pause();
          await frame.impulse2d.init(); // from here on nothing but the parser can make a figure wait
          for (const part of parts) {
            if (part.startsWith('<script')) window.place(doc);
            else doc.write(part);
            await pause();
          }
          doc.close();
          const scene = doc.getElementById('fig');
          await scene.ready;
          await pause();
          return { built: window.built, slider: doc.querySelector('impulse-param').value, time: scene.time };
        },
        { parts, tag: '<script src="impulse2d.element.global.js"></' + 'script>' },
      );
      assert.deepEqual(found, { built: [{ e: 0.8 }], slider: 0.8, time: 0 });
    },
  );
}

articleTest(
  'so it is where the tags are defined after all of them',
  {
    tag: '<script defer src="impulse2d.element.global.js"></script>',
    body: kOrders['slider, figure, script'].join(''),
    files: { 'setup.js': kScript },
  },
  async (page) => {
    await ready(page);
    await page.evaluate(() => window.frames(3));
    assert.deepEqual(await page.evaluate(() => window.built), [{ e: 0.8 }]);
  },
);

/** Functions of a page that makes elements by script. */
const add = `window.add = (tag, attributes, text = '') => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  document.body.append(element);
  return element;
};
window.addSlider = (text = 'e = 0.8') => window.add('impulse-param', { for: 'fig', name: 'e', min: 0, max: 1 }, text);
window.setup = ${kSetup};
window.sound = () => ({ built: window.built, shown: document.getElementById('fig').shadowRoot.querySelector('.error').textContent });
`;

articleTest(
  'a slider that a script adds later starts a figure whose setup threw without its number',
  { body: kFigure, script: `${add}${kScript}` },
  async (page, complaints) => {
    const found = await ask(page, async (scene) => {
      const failed = await scene.ready.then(
        () => false,
        () => true,
      );
      const message = window.sound().shown;
      const slider = window.addSlider();
      await scene.ready;
      await window.frames(3);
      return { failed, message, value: slider.value, x: scene.world.bodies[0].position.x, ...window.sound() };
    });
    assert.match(found.message, /^setup: position/);
    assert.deepEqual(found.built, [{}, { e: 0.8 }]);
    assert.deepEqual([found.failed, found.shown, found.value], [true, '', 0.8]);
    assert.ok(Math.abs(found.x - 0.8) < 1e-6);
    complaints.length = 0;
  },
);

articleTest(
  'a slider whose figure comes later gives its number before the figure is built',
  { body: '<p></p>', script: add },
  async (page, complaints) => {
    const found = await page.evaluate(async () => {
      const slider = window.addSlider();
      await window.frames(2);
      const scene = window.add('impulse-scene', {});
      scene.id = 'fig';
      scene.setup = window.setup;
      await scene.ready;
      await window.frames(2);
      // Another figure takes its place: the slider is that one's from then on.
      const next = document.createElement('impulse-scene');
      next.setup = window.setup;
      scene.removeAttribute('id');
      next.id = 'fig';
      scene.before(next);
      await next.ready;
      await window.frames(2);
      slider.value = 0.25;
      await next.ready;
      return { ...window.sound(), value: slider.value };
    });
    assert.deepEqual(found, { built: [{ e: 0.8 }, { e: 0.8 }, { e: 0.25 }], shown: '', value: 0.25 });
    assert.equal(complaints.length, 1, complaints.join()); // of the slider, while there was no figure
    assert.match(complaints.pop(), /for must be the id of an <impulse-scene> of the page, got "fig"/);
  },
);

articleTest(
  'a figure whose setup threw tries again at reset, with other params, with another setup, and after its slider changes',
  {
    body: `${kFigure}${kSlider}`,
    script: `${add}document.getElementById('fig').setup = (context) => {
      if (window.bad?.(context.params)) throw new Error('not now');
      window.setup(context);
    };`,
  },
  async (page, complaints) => {
    await ready(page);
    const found = await ask(page, async (scene) => {
      const rows = [];
      const slider = document.querySelector('impulse-param');
      const breakIt = async () => {
        window.bad = () => true;
        scene.reset();
        await scene.ready.catch(() => {});
        rows.push([scene.world !== null, window.sound().shown]);
        window.bad = undefined;
      };
      const works = async () => {
        await scene.ready;
        rows.push([scene.world !== null, window.sound().shown, window.built.at(-1).e]);
      };
      await breakIt();
      scene.reset();
      await works();

      await breakIt();
      scene.params = { e: 0.5 };
      await works();

      await breakIt();
      slider.value = 0.25;
      await works();

      await breakIt();
      scene.setup = window.setup;
      await works();
      return rows;
    });
    const broken = [false, 'setup: not now'];
    const after = [0.8, 0.5, 0.25, 0.25].flatMap((e) => [broken, [true, '', e]]);
    assert.deepEqual(found.slice(0, -2), after.slice(0, -2));
    assert.deepEqual(found.slice(-2), [broken, [true, '', 0.25]]);
    complaints.length = 0;
  },
);

articleTest(
  'a late slider starts all figures with the same clock again',
  {
    body: `<impulse-scene id="fig" sync="a"></impulse-scene><impulse-scene id="other" sync="a"></impulse-scene>`,
    script: `${add}for (const id of ['fig', 'other']) document.getElementById(id).setup = ({ world, params }) => {
      (window.built ??= []).push([id, { ...params }]);
      world.createBody({ position: [params.e ?? 0, 5], shapes: [{ type: 'circle', radius: 0.5 }] });
    };`,
  },
  async (page) => {
    await ready(page, '#fig');
    await ready(page, '#other');
    const found = await page.evaluate(async () => {
      const [fig, other] = document.querySelectorAll('impulse-scene');
      fig.step(20);
      window.built = [];
      window.addSlider();
      await window.frames(2);
      await Promise.all([fig.ready, other.ready]);
      const times = [fig.time, other.time];
      fig.step(10);
      return { built: window.built, times, agree: fig.time === other.time && fig.time > 0 };
    });
    assert.deepEqual(found, {
      built: [
        ['fig', { e: 0.8 }],
        ['other', {}],
      ],
      times: [0, 0],
      agree: true,
    });
  },
);

articleTest(
  'a figure whose setup threw joins the time of the others with its clock once a slider gives its number',
  {
    body: `<impulse-scene id="fig" sync="a"></impulse-scene><impulse-scene id="other" sync="a" src="stack"></impulse-scene>`,
    script: `${add}${kScript}`,
  },
  async (page, complaints) => {
    await ready(page, '#other');
    const found = await page.evaluate(async () => {
      const [fig, other] = document.querySelectorAll('impulse-scene');
      other.step(30);
      const before = fig.world;
      window.addSlider();
      await window.frames(2);
      await fig.ready;
      return { before, times: [fig.time, other.time], built: window.built };
    });
    assert.equal(found.before, null);
    assert.equal(found.times[0], found.times[1]);
    assert.ok(found.times[0] > 0.4);
    assert.deepEqual(found.built, [{}, { e: 0.8 }]);
    complaints.length = 0;
  },
);
