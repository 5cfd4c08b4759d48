// Sliders, numbers and plots: what stays while the figure is built again, asleep, off screen or in the past.
import assert from 'node:assert/strict';
import { articleTest, ask, complaint, ready, useArticles } from './article.mjs';

useArticles();

const kBall = `document.getElementById('fig').setup = ({ world, params }) => {
  window.got = params;
  window.built = (window.built ?? 0) + 1;
  world.createBody({ type: 'static', shapes: [{ type: 'box', width: 20, height: 1, center: [0, -0.5] }] });
  world.createBody({ name: 'ball', position: [0, 0.5], shapes: [{ type: 'box', width: 1, height: 1 }] });
};`;

/** A figure and its time as a number. */
const kClock = {
  body: `<impulse-scene id="fig"></impulse-scene>
    <impulse-value for="fig" of="time" digits="1"></impulse-value>`,
  script: kBall,
};

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

articleTest('numbers go on while all bodies sleep; the picture is not drawn again', kClock, async (page) => {
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
});

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

articleTest(
  'the number that a slider declares is the number that the scene gets and the reader sees',
  {
    body: `<impulse-scene id="fig"></impulse-scene>
      <impulse-param for="fig" name="g" min="0" max="100">g = 9.81 m/s²</impulse-param>
      <impulse-param for="fig" name="n" min="1" max="10" step="1">number</impulse-param>
      <impulse-param for="fig" name="third" min="0" max="1" value="0.3333"></impulse-param>
      <impulse-param for="fig" name="around" min="-5" max="5"></impulse-param>`,
    script: kBall,
  },
  async (page) => {
    await ready(page);
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('impulse-param')].map((param) => [
        window.got[param.name],
        param.value,
        param.shadowRoot.querySelector('.number').textContent,
      ]),
    );
    assert.deepEqual(found[0], [9.81, 9.81, '9.81\u202fm/s²']);
    assert.equal(found[1][0], found[1][1]);
    assert.ok([5, 6].includes(found[1][0]), 'the middle, on a step');
    assert.equal(found[1][2], String(found[1][0]));
    assert.equal(found[2][0], 0.3333);
    assert.equal(found[2][1], 0.3333);
    assert.deepEqual(found[3], [0, 0, '0.0']);
  },
);

articleTest(
  'a number that the slider cannot show is refused, and the scene does not get it',
  {
    body: `<impulse-scene id="fig"></impulse-scene>
      <impulse-param for="fig" name="a" min="0" max="1" value="7"></impulse-param>
      <impulse-param for="fig" name="b" min="0" max="1" step="0.1">b = 0.85</impulse-param>
      <impulse-param for="fig" name="c" min="0" max="9">c = 1,5 m</impulse-param>
      <impulse-param for="fig" name="d" min="0" max="9" step="-1">d = 2</impulse-param>
      <impulse-scene id="car" src="car"></impulse-scene>
      <impulse-param for="car" name="speed" value="5000"></impulse-param>`,
    script: kBall,
  },
  async (page, complaints) => {
    await ready(page, '#fig');
    await ready(page, '#car');
    await complaint(page).nth(4).waitFor({ timeout: 5000 });
    const texts = await complaint(page).allTextContents();
    assert.equal(texts.length, 5, texts.join('\n'));
    for (const pattern of [
      /^value must be a number from 0 to 1, got 7$/,
      /^step must .*0\.85.*, got 0\.1$/,
      /^value must be .*decimal point.*got "1,5"$/,
      /^step must be a number >= 0, got "-1"$/,
      /^value must be a number from .* to .*, got 5000$/,
    ])
      assert.ok(
        texts.some((each) => pattern.test(each)),
        `${pattern}: ${texts.join('\n')}`,
      );
    const got = await page.evaluate(() => window.got);
    assert.ok(got.a !== 7 && got.c !== 1.5, JSON.stringify(got));
    assert.equal(await page.locator('#car').evaluate((scene) => scene.world !== null), true);
    complaints.length = 0;
  },
);

const kTexts = [
  ['v0 = 2 m/s', 'v0', 2, 'm/s'],
  ['mass m2: 4 kg', 'mass m2', 4, 'kg'],
  ['h = .5', 'h', 0.5, ''],
  ['h = 1e1', 'h', 10, ''],
  ['x = −1.5e-1 m', 'x', -0.15, 'm'],
  ['T-1: 3', 'T-1', 3, ''],
  ['3D depth: 4', '3D depth', 4, ''],
  ['angle 30°', 'angle', 30, '°'],
  ['e = 0.8', 'e', 0.8, ''],
];
articleTest(
  'the number in the text is the one that stands alone; .5 and 1e1 are numbers',
  {
    body: `<impulse-scene id="fig"></impulse-scene>${kTexts
      .map(([text], i) => `<impulse-param for="fig" name="p${i}" min="-50" max="50">${text}</impulse-param>`)
      .join('')}`,
    script: kBall,
  },
  async (page) => {
    await ready(page);
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('impulse-param')].map((param) => {
        const [label, , number] = param.shadowRoot.querySelector('label').children;
        const unit = number.textContent.split('\u202f')[1] ?? '';
        return [param.textContent, label.textContent, window.got[param.name], unit];
      }),
    );
    assert.deepEqual(found, kTexts);
  },
);

const kTwo = {
  body: `<impulse-scene id="fig" controls="scrub"></impulse-scene>
    <impulse-param for="fig" name="a" min="0" max="10" step="1" live>a = 1</impulse-param>
    <impulse-param for="fig" name="b" min="0" max="10" step="1" live>b = 1</impulse-param>`,
  script: kBall,
};

articleTest('a slider that is set to the number that it has changes nothing', kTwo, async (page) => {
  await ready(page);
  const found = await ask(page, async (scene) => {
    scene.step(10);
    const { world } = scene;
    const [a] = document.querySelectorAll('impulse-param');
    a.value = 1;
    scene.params = { ...scene.params };
    await window.frames(2);
    return { same: scene.world === world, time: scene.time };
  });
  assert.ok(found.same);
  assert.ok(found.time > 0.1);
});

articleTest('`live` can be switched while the page is open', kTwo, async (page) => {
  await ready(page);
  const found = await ask(page, async (scene) => {
    const [a, b] = document.querySelectorAll('impulse-param');
    const restarts = async (param, value) => {
      const { world } = scene;
      param.value = value;
      await scene.ready;
      return scene.world !== world;
    };
    a.removeAttribute('live');
    const without = await restarts(a, 4);
    a.toggleAttribute('live');
    return { without, again: await restarts(a, 5), other: await restarts(b, 5) };
  });
  assert.deepEqual(found, { without: true, again: false, other: false });
});

articleTest('in the past a live slider changes its own number only', kTwo, async (page) => {
  await ready(page);
  const found = await ask(page, async (scene) => {
    const [a, b] = document.querySelectorAll('impulse-param');
    scene.step(10);
    a.value = 2;
    scene.step(10);
    a.value = 7;
    scene.step(10);
    scene.seek(15 / 60);
    b.value = 3;
    await window.frames(2);
    const changed = { ...window.got };
    scene.reset();
    return { changed, params: scene.params, a: a.value, reset: { ...window.got } };
  });
  assert.deepEqual(found.changed, { a: 2, b: 3 });
  assert.deepEqual(found.params, { a: 2, b: 3 });
  assert.equal(found.a, 2);
  assert.deepEqual(found.reset, { a: 2, b: 3 });
});

articleTest(
  'properties that are set before the tag is defined, attached or ready are kept',
  {
    body: `<impulse-scene id="fig"></impulse-scene>
      <impulse-param id="early" for="fig" min="0" max="1" step="0.01"></impulse-param><p id="place"></p>`,
    tag: '',
    script: `const early = document.getElementById('early');
      early.name = 'e';
      early.value = 0.3;
      await new Promise((resolve) => {
        const script = document.createElement('script');
        script.src = 'impulse2d.element.global.js';
        script.onload = resolve;
        document.head.append(script);
      });
      const made = document.createElement('impulse-param');
      for (const [name, value] of Object.entries({ for: 'fig', name: 'f', min: 0, max: 1, step: 0.01 }))
        made.setAttribute(name, value);
      made.value = 0.6;
      document.getElementById('place').append(made);
      ${kBall}
      window.done = true;`,
  },
  async (page) => {
    await page.waitForFunction(() => window.done && document.getElementById('fig').world);
    const found = await ask(page, async (scene) => {
      await window.frames(3);
      await scene.ready;
      return {
        got: { ...window.got },
        values: [...document.querySelectorAll('impulse-param')].map(({ value }) => value),
      };
    });
    assert.deepEqual(found, { got: { e: 0.3, f: 0.6 }, values: [0.3, 0.6] });
  },
);

articleTest('a number follows one figure, also after that was replaced', kClock, async (page) => {
  await ready(page);
  const found = await ask(page, async (scene) => {
    const value = document.querySelector('impulse-value');
    const next = document.createElement('impulse-scene');
    scene.removeAttribute('id');
    next.id = 'fig';
    next.setup = scene.setup;
    scene.before(next);
    await next.ready;
    next.step(60);
    scene.step(30);
    scene.reset();
    await scene.ready;
    return value.value;
  });
  assert.ok(Math.abs(found - 1) < 1e-9, String(found));
});

articleTest(
  'the description of a plot ends up right, and text stands in for a number that there is not yet',
  {
    body: `<impulse-scene id="fig"></impulse-scene>
      <impulse-plot for="fig" of="time"></impulse-plot>
      <impulse-value for="fig" of="ball.y" stat="peak">3.70 m</impulse-value>`,
    script: kBall,
  },
  async (page) => {
    await ready(page);
    const standsIn = () =>
      page.locator('impulse-value').evaluate((value) => !value.shadowRoot.querySelector('slot').hidden);
    assert.equal(await standsIn(), true);
    await ask(page, async (scene) => {
      scene.step(30);
      await window.frames(3);
      scene.step(30);
    });
    await page.getByRole('img', { name: /now 1\.00\ss\.$/ }).waitFor({ timeout: 3000 });
    assert.equal(await standsIn(), false);
  },
);

/** A setup function of the page for a figure in its frame, and what it got there. */
const kFrame = {
  body: '<iframe id="frame" width="700" height="500"></iframe>',
  script: `window.built = 0;
    window.setup = ({ world, params }) => {
      window.got = { ...params };
      window.built++;
      world.createBody({ type: 'static', shapes: [{ type: 'box', width: 20, height: 1 }] });
    };`,
};

articleTest(
  'the text of a slider counts, however much later than its tag and the figure it comes',
  kFrame,
  async (page) => {
    const found = await page.evaluate(async () => {
      const doc = document.getElementById('frame').contentDocument;
      const changed = () => new Promise((resolve) => setTimeout(resolve, 50));
      doc.open();
      doc.write(
        '<!doctype html><script src="impulse2d.element.global.js"></' + 'script><impulse-scene></impulse-scene>',
      );
      while (!doc.querySelector('impulse-scene')?.ready) await changed();
      const scene = doc.querySelector('impulse-scene');
      scene.setup = window.setup;
      await doc.defaultView.impulse2d.init();
      doc.write('<impulse-param name="e" min="0" max="10">');
      await changed();
      doc.write('e = 0.');
      await changed();
      doc.write('8 m</impulse-param><p>');
      await changed();
      doc.close();
      await scene.ready;
      const parsed = [window.built, { ...window.got }];
      const made = doc.createElement('impulse-param');
      for (const [name, value] of Object.entries({ name: 'f', min: 0, max: 1 })) made.setAttribute(name, value);
      doc.body.append(made);
      await changed();
      made.textContent = 'f = 0.3';
      await changed();
      await scene.ready;
      const { built } = window;
      // From here on the text is the article's own: a framework may write the current number into it.
      for (const param of doc.querySelectorAll('impulse-param')) param.textContent = 'n = 1';
      await changed();
      const shown = [...doc.querySelectorAll('impulse-param')].map(({ shadowRoot }) => shadowRoot.textContent);
      return { parsed, got: window.got, shown, again: window.built - built };
    });
    assert.deepEqual(found, {
      parsed: [1, { e: 0.8 }],
      got: { e: 0.8, f: 0.3 },
      shown: ['e0.8\u202fm', 'f0.30'],
      again: 0,
    });
  },
);

articleTest(
  'a slider shows the number that the scene has, also one between two steps or out of its range',
  {
    body: `<impulse-scene id="fig" src="stack" controls="params"></impulse-scene>
      <impulse-param for="fig" name="offset"></impulse-param>
      <impulse-scene id="own"></impulse-scene>
      <impulse-param for="own" name="e" min="0" max="1" step="0.1" value="0.5" unit="m"></impulse-param>`,
    script: kBall.replace("'fig'", "'own'"),
  },
  async (page) => {
    await ready(page, '#own');
    await ready(page, '#fig');
    const found = await page.evaluate(async () => {
      const [fig, own] = document.querySelectorAll('impulse-scene');
      const [offset, e] = document.querySelectorAll('impulse-param');
      const row = fig.shadowRoot.querySelectorAll('.slider.param')[1];
      const rows = [];
      const read = (place) => [
        place.querySelector('.number').textContent,
        place.querySelector('input').getAttribute('aria-valuetext'),
      ];
      fig.params = { offset: 0.123 };
      await fig.ready;
      await window.frames(3);
      rows.push(...read(row), ...read(offset.shadowRoot), offset.value);
      for (const value of [0.123, 1 / 3, 4, -2.5, 0.1 + 0.2]) {
        own.params = { e: value };
        await own.ready;
        await window.frames(3);
        rows.push(...read(e.shadowRoot), e.value === window.got.e);
      }
      return rows;
    });
    const twice = (text, last) => [text, text, last];
    assert.deepEqual(found, [
      ...['0.123\u202fm', '0.123\u202fm'],
      ...twice('0.123\u202fm', 0.123),
      ...['0.123', '0.333333', '4.0', '\u22122.5', '0.3'].flatMap((text) => twice(`${text}\u202fm`, true)),
    ]);
    // By the reader's hand it goes back to a step.
    await page.getByRole('slider', { name: 'e', exact: true }).press('ArrowRight');
    assert.equal(await page.evaluate(() => window.got.e), 0.4);
  },
);

articleTest(
  'a slider before its figure counts when the figure is built first, in whatever way the page gets them',
  {
    body: '<div id="place"></div>',
    files: { 'wall.js': 'export default ({ params }) => (window.built ??= []).push(params.h)' },
  },
  async (page) => {
    const found = await page.evaluate(async () => {
      const html = `<impulse-param for="fig" name="h" min="0" max="9">h = 4 m</impulse-param>
        <impulse-scene id="fig" src="wall.js"></impulse-scene>`;
      const place = document.getElementById('place');
      const ways = [
        () => (place.innerHTML = html),
        () => place.replaceChildren(document.createRange().createContextualFragment(html)),
        () => {
          const template = document.createElement('template');
          template.innerHTML = html;
          place.replaceChildren(template.content.cloneNode(true));
        },
      ];
      const rows = [];
      for (const way of ways) {
        window.built = [];
        way();
        await document.getElementById('fig').ready;
        await new Promise((resolve) => setTimeout(resolve, 50));
        rows.push(window.built);
      }
      return rows;
    });
    assert.deepEqual(found, [[4], [4], [4]]);
  },
);
