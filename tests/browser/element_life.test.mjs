// Figures come to life, share one engine, run as long as they are seen, and leave nothing behind.
import assert from 'node:assert/strict';
import { articleTest, ask, complaint, kScript, pixels, ready, time, useArticles } from './article.mjs';

useArticles();

articleTest(
  'one script and one element are a live figure',
  { body: '<impulse-scene src="pyramid" autoplay></impulse-scene>' },
  async (page) => {
    await ready(page);
    assert.equal(await ask(page, (scene) => scene.world.bodyCount), 1 + 105);
    await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.2);
    const picture = await pixels(page);
    assert.ok(picture.colours > 20, `${picture.colours} colours`);
    assert.equal(picture.height, 320);
    assert.equal(
      await page.evaluate(() => document.querySelector('impulse-scene') instanceof window.impulse2d.ImpulseScene),
      true,
    );
    // What writers do with the engine besides, with the same script.
    assert.equal(await page.evaluate(() => new window.impulse2d.World().bodyCount), 0);
  },
);

articleTest(
  'the module entries do the same, and share their engine with the page',
  {
    body: '<impulse-scene src="stack"></impulse-scene>',
    tag: '<script type="module" src="package/element-define.js"></script>',
    script:
      "import { World } from './package/index.js'; const scene = document.querySelector('impulse-scene'); await scene.ready; window.same = scene.world instanceof World;",
  },
  async (page) => {
    await page.waitForFunction(() => window.same !== undefined);
    assert.equal(await page.evaluate(() => window.same), true);
    assert.equal(await page.evaluate(() => window.compiled), 1);
  },
);

articleTest(
  'figures of one page share one engine, and have worlds of their own',
  {
    body: '<impulse-scene src="stack"></impulse-scene><impulse-scene src="pyramid"></impulse-scene><impulse-scene src="stack"></impulse-scene>',
  },
  async (page) => {
    const found = await page.evaluate(async () => {
      const all = [...document.querySelectorAll('impulse-scene')];
      await Promise.all(all.map((scene) => scene.ready));
      all[0].step(10);
      return {
        compiled: window.compiled,
        hashes: all.map((scene) => scene.world.hash()),
        counts: all.map((scene) => scene.world.bodyCount),
      };
    });
    assert.equal(found.compiled, 1);
    assert.deepEqual(found.counts, [11, 106, 11]);
    assert.notEqual(found.hashes[0], found.hashes[2], 'a step in one is none in the other');
  },
);

articleTest(
  'only what is seen steps',
  {
    body: '<impulse-scene id="near" src="joy" autoplay></impulse-scene><canvas height="3000" width="1"></canvas><impulse-scene id="far" src="joy" autoplay></impulse-scene>',
  },
  async (page) => {
    const times = () => page.evaluate(() => ['near', 'far'].map((id) => document.getElementById(id).time));
    await ready(page, '#far');
    await page.waitForFunction(() => document.getElementById('near').time > 0.3);
    assert.equal((await times())[1], 0);
    await page.evaluate(() => document.getElementById('far').scrollIntoView());
    await page.waitForFunction(() => document.getElementById('far').time > 0.2);
    await page.evaluate(() => window.frames(2)); // the observer tells in the frame after
    const [before] = await times();
    await page.waitForTimeout(300);
    assert.equal((await times())[0], before);
  },
);

articleTest(
  'a hidden tab stands still, and a figure that is seen again does not catch up',
  {
    body: '<impulse-scene src="joy" autoplay></impulse-scene>',
  },
  async (page) => {
    await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.1);
    const stopped = await page.evaluate(async () => {
      const hide = (hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      };
      const scene = document.querySelector('impulse-scene');
      hide(true);
      const { time } = scene;
      await new Promise((resolve) => setTimeout(resolve, 900));
      const later = scene.time;
      hide(false);
      await window.frames(2);
      return { time, later, after: scene.time };
    });
    assert.equal(stopped.later, stopped.time);
    assert.ok(stopped.after - stopped.time < 0.2, `${stopped.after - stopped.time} s after two frames`);
  },
);

articleTest(
  'reset gives the first state back, bit for bit',
  { body: '<impulse-scene src="pile"></impulse-scene>' },
  async (page) => {
    await ready(page);
    const found = await ask(page, (scene) => {
      const { world } = scene;
      const start = world.hash();
      scene.step(50);
      const moved = scene.world.hash();
      scene.reset();
      const again = scene.world.hash();
      const freed = !window.alive(world);
      scene.step(50);
      return { start, moved, again, freed, time: scene.time, replay: scene.world.hash() };
    });
    assert.equal(found.again, found.start);
    assert.notEqual(found.moved, found.start);
    assert.equal(found.replay, found.moved, 'and the same future');
    assert.ok(found.freed, 'the old world is destroyed');
    assert.ok(Math.abs(found.time - 50 / 60) < 1e-9);
  },
);

articleTest(
  'a scene from a setup function, given before or after the tag is known',
  {
    body: '<impulse-scene id="early"></impulse-scene><impulse-scene id="late"></impulse-scene>',
    tag: '',
    script: `
    const setup = ({ world, params, random }) => {
      window.random = random();
      world.createBody({ type: 'static', shapes: [{ type: 'box', width: 10, height: 1 }] });
      for (let i = 0; i < (params.boxes ?? 3); i++) world.createBody({ position: [0, 2 + 2 * i], shapes: [{ type: 'box', width: 1, height: 1 }] });
      return { camera: { x: 0, y: 3, width: 12, height: 8 }, beforeStep: (time) => (window.before = time), actions: { Kick() { window.kicked = true; } } };
    };
    document.getElementById('early').setup = setup;
    document.getElementById('early').params = { boxes: 5 };
    await new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = 'impulse2d.element.global.js';
      script.onload = resolve;
      document.head.append(script);
    });
    document.getElementById('late').setup = setup;
    window.done = true;`,
  },
  async (page) => {
    await page.waitForFunction(() => window.done);
    await ready(page, '#early');
    await ready(page, '#late');
    assert.deepEqual(
      await page.evaluate(() => ['early', 'late'].map((id) => document.getElementById(id).world.bodyCount)),
      [6, 4],
    );
    assert.ok(await page.evaluate(() => window.random >= 0 && window.random < 1));
    await page.evaluate(() => document.getElementById('late').step(3));
    assert.ok(Math.abs((await page.evaluate(() => window.before)) - 2 / 60) < 1e-9, 'before each step, with the time');
    await page.locator('#late').getByRole('button', { name: 'Kick' }).click();
    assert.equal(await page.evaluate(() => window.kicked), true);
    assert.equal(
      await page.evaluate(() => document.getElementById('late').paused),
      false,
      'something was asked to happen',
    );
    await page.evaluate(() => (document.getElementById('late').setup = null));
    await page.waitForFunction(() => document.getElementById('late').world === null);
  },
);

for (const [what, setup, expected] of [
  ['throws', '({ world }) => { window.lost = world; throw new Error("no crates left"); }', /no crates left/],
  [
    'gives a wrong definition',
    '({ world }) => { window.lost = world; world.createBody({ shapes: [{ type: "ball" }] }); }',
    /shapes\[0\]/,
  ],
  ['is async', 'async ({ world }) => { window.lost = world; }', /must not be async/],
]) {
  articleTest(
    `a setup that ${what} is shown, told, and leaves no world behind`,
    {
      body: '<impulse-scene><p id="poster" slot="poster">A poster</p></impulse-scene>',
      script: `
      const scene = document.querySelector('impulse-scene');
      scene.addEventListener('error', (event) => (window.told = event.message));
      scene.setup = ${setup};`,
    },
    async (page, complaints) => {
      await page.waitForFunction(() => window.told);
      assert.match(await page.evaluate(() => window.told), expected);
      assert.match(await complaint(page).textContent(), expected);
      assert.match(complaints.splice(0).join('\n'), expected);
      const state = await ask(page, async (scene) => ({
        world: scene.world,
        alive: window.alive(window.lost),
        ready: await scene.ready.then(
          () => 'kept',
          () => 'broken',
        ),
      }));
      assert.deepEqual(state, { world: null, alive: false, ready: 'broken' });
      assert.ok(await page.locator('#poster').isVisible());
      await ask(
        page,
        (scene) => (scene.setup = ({ world }) => void world.createBody({ shapes: [{ type: 'circle', radius: 1 }] })),
      );
      await page.waitForFunction(() => document.querySelector('impulse-scene').world?.bodyCount === 1);
      assert.ok(await complaint(page).isHidden());
    },
  );
}

for (const [thrown, setup, expected] of [
  ['a TypeError', '() => { undefined.x; }', /^setup: TypeError: Cannot read prop.*'x'/],
  ['null', '() => { throw null; }', /^setup threw null, not an Error$/],
  ['an object', '() => { throw { code: 3 }; }', /^setup threw an object, not an Error$/],
  ['a text', '() => { throw "no crates left"; }', /^setup: no crates left$/],
  ['an Error without a message', '() => { throw new RangeError(); }', /^setup: RangeError$/],
  ['a wrong definition', '({ world }) => { world.createBody({ type: 3 }); }', /^setup: type must be .*got 3/],
  ['at a step', '() => ({ beforeStep() { throw null; } })', /^beforeStep threw null, not an Error$/],
  ['after a step', '() => ({ afterStep() { throw new Error("late"); } })', /^afterStep: late$/],
  ['in draw', '() => ({ draw() { throw new Error("no ink"); } })', /^draw: no ink$/],
  [
    'in an action',
    '() => ({ actions: { Kick() { kick(); } } })',
    /^action Kick: ReferenceError: kick is not defined$/,
    'Kick',
  ],
]) {
  articleTest(
    `${thrown} thrown: the figure says what, and which function of the article threw it`,
    {
      body: '<impulse-scene></impulse-scene>',
      script: `const scene = document.querySelector('impulse-scene');
        scene.addEventListener('error', ({ message }) => (window.told = message));
        scene.setup = ${setup};
        await scene.ready.catch(() => {});
        scene.step();
        await window.frames(3);
        for (const button of scene.shadowRoot.querySelectorAll('.action')) button.click();`,
    },
    async (page, complaints) => {
      await page.waitForFunction(() => window.told);
      assert.match(await complaint(page).textContent(), expected);
      assert.match(await page.evaluate(() => window.told), expected);
      assert.ok(complaints.length > 0);
      complaints.length = 0;
    },
  );
}

for (const [file, module, expected] of [
  [
    'nothing.js',
    'export const scene = {}; export function setup() {}',
    /^src must be .* whose default export is a function.*got "nothing\.js": its exports are scene, setup$/,
  ],
  ['empty.js', '', /^src must be .* whose default export is .*got "empty\.js": its exports are none$/],
  ['number.js', 'export default 3', /^the default export of number\.js must be a function.*got 3$/],
  ['throws.js', 'export default () => { crates(); }', /^throws\.js: ReferenceError: crates is not defined$/],
  ['early.js', 'throw new Error("no map")', /^src must be the address of a \.js module.*got "early\.js": no map$/],
  ['absent.js', null, /^src must be the address of a \.js module.*got "absent\.js": TypeError: Failed to fetch/],
]) {
  articleTest(
    `${file} as src: the figure says what is wrong with the module`,
    { body: `<impulse-scene src="${file}"></impulse-scene>`, files: module === null ? {} : { [file]: module } },
    async (page, complaints) => {
      await complaint(page).waitFor();
      assert.match(await complaint(page).textContent(), expected);
      assert.ok(complaints.length > 0);
      complaints.length = 0;
    },
  );
}

articleTest(
  'what throws while time runs stops it, with the reason in the figure',
  {
    body: '<impulse-scene autoplay></impulse-scene>',
    script: `
    document.querySelector('impulse-scene').setup = ({ world }) => {
      world.createBody({ shapes: [{ type: 'circle', radius: 1 }] });
      return { beforeStep(time) { if (time > 0.1) throw new Error('a wheel came off'); } };
    };`,
  },
  async (page, complaints) => {
    await page.waitForFunction(
      () => !document.querySelector('impulse-scene').shadowRoot.querySelector('[role=alert]').hidden,
    );
    assert.match(await complaint(page).textContent(), /a wheel came off/);
    await page.waitForTimeout(200);
    assert.equal(complaints.length, 1, 'said once');
    complaints.length = 0;
    assert.equal(await ask(page, (scene) => scene.paused), true);
  },
);

articleTest(
  'a scene from a module',
  { body: '<impulse-scene src="./two-crates.js"></impulse-scene>' },
  async (page) => {
    await ready(page);
    assert.equal(await ask(page, (scene) => scene.world.bodyCount), 3);
  },
);

articleTest(
  'leaving the page frees the world, coming back makes another, moving keeps it',
  {
    body: '<impulse-scene src="stack" autoplay></impulse-scene><div id="elsewhere"></div>',
  },
  async (page) => {
    await ready(page);
    const found = await ask(page, async (scene) => {
      const first = scene.world;
      document.getElementById('elsewhere').append(scene);
      await null;
      const kept = scene.world === first && window.alive(first);
      scene.remove();
      await null;
      await null;
      const freed = scene.world === null && !window.alive(first);
      document.body.append(scene);
      await scene.ready;
      window.scene = scene;
      return { kept, freed, again: window.alive(scene.world) && scene.world !== first };
    });
    assert.deepEqual(found, { kept: true, freed: true, again: true });
    await page.waitForFunction(() => window.scene.time > 0.1);
  },
);

articleTest(
  'no text becomes code: it works where trusted types are required',
  {
    body: '<impulse-scene src="pyramid" autoplay controls="play step reset contacts speed solver"></impulse-scene>',
    tag: `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types 'none'">${kScript}`,
  },
  async (page) => {
    await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0.1);
  },
);

articleTest(
  'where WebAssembly is forbidden the poster stays, and the figure says what is missing',
  {
    body: '<impulse-scene src="pyramid" autoplay><p slot="poster" id="poster">A pyramid.</p></impulse-scene>',
    tag: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${kScript}`,
  },
  async (page, complaints) => {
    await complaint(page).waitFor();
    assert.match(await complaint(page).textContent(), /could not be loaded.*wasm-unsafe-eval/);
    assert.ok(await page.locator('#poster').isVisible());
    assert.equal(await page.getByRole('button').count(), 0);
    assert.match(complaints.splice(0).join('\n'), /WASM|WebAssembly|wasm/);
  },
);
