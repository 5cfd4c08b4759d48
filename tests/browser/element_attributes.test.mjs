// What the attributes of `<impulse-scene>` say, and what it says about wrong ones.
import assert from 'node:assert/strict';
import { articleTest, ask, complaint, ready, useArticles } from './article.mjs';

useArticles();

articleTest(
  'seed and params make other scenes, the same for everybody',
  { body: '<impulse-scene src="pile" seed="7"></impulse-scene>' },
  async (page) => {
    await ready(page);
    const found = await ask(page, async (scene) => {
      const hashes = [scene.world.hash()];
      for (const seed of [8, 7]) {
        scene.seed = seed;
        await scene.ready;
        hashes.push(scene.world.hash());
      }
      scene.params = { count: 60 };
      await scene.ready;
      return { hashes, bodies: [...scene.world.bodies].filter((body) => body.type === 'dynamic').length };
    });
    assert.notEqual(found.hashes[0], found.hashes[1]);
    assert.equal(found.hashes[0], found.hashes[2]);
    assert.equal(found.bodies, 60);
  },
);

articleTest(
  'the solver changes in the living world',
  { body: '<impulse-scene src="stack" solver="umbra" controls="play solver"></impulse-scene>' },
  async (page) => {
    await ready(page);
    const solver = () => ask(page, (scene) => scene.world.solver);
    assert.equal((await solver()).type, 'sequential-impulse');
    const same = await ask(page, (scene) => {
      const { world } = scene;
      scene.step(30);
      scene.setAttribute('solver', 'soft-step');
      return world === scene.world && scene.time > 0.4;
    });
    assert.ok(same);
    assert.equal((await solver()).type, 'soft-step');
    await page.getByLabel('Solver').selectOption('ftPhysics');
    assert.equal((await solver()).position, 'baumgarte');
    assert.equal(await ask(page, (scene) => scene.getAttribute('solver')), 'ftPhysics');
    await ask(page, (scene) => (scene.solver = { type: 'soft-step', substeps: 9 }));
    assert.equal((await solver()).substeps, 9);
    assert.equal(await ask(page, (scene) => scene.hasAttribute('solver')), false);
    await ask(page, (scene) => scene.reset());
    assert.equal((await solver()).substeps, 9, 'also after a reset');
  },
);

articleTest(
  'a refused solver is told once, and the one that runs goes on and is told',
  {
    body: '<impulse-scene src="stack" solver="ftPhysics"></impulse-scene>',
  },
  async (page, complaints) => {
    await ready(page);
    const found = await ask(page, (scene) => {
      let told = 0;
      scene.addEventListener('error', () => told++);
      const now = () => [
        scene.solver,
        scene.world.solver.type,
        scene.world.solver.position ?? scene.world.solver.substeps,
        told,
      ];
      const rows = [];
      scene.solver = 'umbrella';
      rows.push(now());
      scene.reset();
      rows.push(now());
      scene.solver = { type: 'soft-step', substeps: 0 };
      rows.push(now());
      scene.solver = { type: 'soft-step', substeps: 7 };
      rows.push([scene.solver.substeps, ...now().slice(1), scene.getAttribute('solver')]);
      scene.solver = { type: 'soft-step', substeps: -1 };
      scene.setAttribute('solver', 'nobody');
      rows.push([scene.solver.substeps, ...now().slice(1)]);
      scene.reset();
      rows.push([scene.solver.substeps, ...now().slice(1)]);
      scene.solver = '';
      rows.push([...now(), scene.hasAttribute('solver')]);
      return rows;
    });
    assert.deepEqual(found, [
      ['ftPhysics', 'sequential-impulse', 'baumgarte', 1],
      ['ftPhysics', 'sequential-impulse', 'baumgarte', 1],
      ['ftPhysics', 'sequential-impulse', 'baumgarte', 2],
      [7, 'soft-step', 7, 2, null],
      [7, 'soft-step', 7, 4],
      [7, 'soft-step', 7, 4],
      ['', 'soft-step', 4, 4, false],
    ]);
    assert.equal(complaints.splice(0).length, 4);
    assert.ok(await complaint(page).isHidden());
  },
);

articleTest(
  'a solver that was set before the tag was known is judged once',
  {
    body: '<impulse-scene src="stack" solver="umbra"></impulse-scene>',
    tag: '',
    script: `
    const scene = document.querySelector('impulse-scene');
    scene.solver = { type: 'soft-step', substeps: 0 };
    window.told = 0;
    scene.addEventListener('error', () => window.told++);
    await new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = 'impulse2d.element.global.js';
      script.onload = resolve;
      document.head.append(script);
    });
    window.done = true;`,
  },
  async (page, complaints) => {
    await page.waitForFunction(() => window.done);
    await ready(page);
    assert.match(complaints.splice(0).join('\n'), /^<impulse-scene> .*solver\.substeps/);
    assert.equal(await page.evaluate(() => window.told), 1);
  },
);

articleTest(
  'params out of range, of other kinds or names are told, and the figure goes on with those that it had',
  {
    body: '<impulse-scene src="stack"></impulse-scene>',
  },
  async (page, complaints) => {
    await ready(page);
    await ask(page, async (scene) => {
      scene.params = { boxes: 4 };
      await scene.ready;
      window.kept = scene.world;
      window.heard = [];
      scene.addEventListener('error', ({ error }) => window.heard.push(error));
    });
    for (const [params, expected] of [
      [{ boxes: 200 }, /^params\.boxes must be a number from 2 to 20, got 200$/],
      [{ boxes: -1 }, /from 2 to 20, got -1$/],
      [{ boxes: '3' }, /from 2 to 20, got "3"$/],
      [{ crates: 3 }, /^params\.crates must be left out: there are boxes, offset, got 3$/],
      [null, /^params must be an object of numbers, got null$/],
      [5, /^params must be an object of numbers, got 5$/],
    ]) {
      const found = await ask(
        page,
        async (scene, value) => {
          scene.params = value;
          await scene.ready;
          const { message, path } = window.heard.pop();
          return { message, path, left: window.heard.length, same: scene.world === window.kept, params: scene.params };
        },
        params,
      );
      assert.match(found.message, expected);
      assert.match(await complaint(page).textContent(), expected);
      assert.deepEqual([found.left, found.same, found.params], [0, true, { boxes: 4 }]);
      assert.ok(found.path.startsWith('params'));
    }
    assert.match(
      await ask(page, async (scene) => {
        scene.params = { boxes: NaN };
        await scene.ready;
        return window.heard.pop().message;
      }),
      /got NaN$/,
    );
    assert.equal(complaints.splice(0).length, 7);
    await ask(page, async (scene) => {
      scene.params = { boxes: 5 };
      await scene.ready;
    });
    assert.equal(await ask(page, (scene) => scene.world.bodyCount), 6);
    assert.ok(await complaint(page).isHidden());
    // A scene that declares nothing takes any numbers.
    assert.equal(
      await ask(page, async (scene) => {
        scene.setup = ({ params }) => void (window.got = params.any);
        scene.params = { any: 12 };
        await scene.ready;
        return window.got;
      }),
      12,
    );
  },
);

articleTest(
  'attributes are observed',
  { body: '<impulse-scene src="stack" alt="Ten boxes"></impulse-scene>' },
  async (page) => {
    await ready(page);
    await page.getByRole('application', { name: 'Ten boxes' }).waitFor();
    await ask(page, (scene) => {
      scene.alt = 'A tower';
      scene.height = 200;
      scene.controls = 'play speed';
      scene.speed = 0.5;
    });
    await page.getByRole('application', { name: 'A tower' }).waitFor();
    assert.equal((await page.getByRole('application').boundingBox()).height, 200);
    assert.equal(await page.getByRole('button').count(), 1);
    assert.equal(await page.getByLabel('Speed').inputValue(), '0.5');
    await ask(page, (scene) => (scene.height = '10rem'));
    assert.equal((await page.getByRole('application').boundingBox()).height, 160);
    await ask(page, (scene) => (scene.controls = 'none'));
    assert.equal(await page.getByRole('button').count(), 0);
    await ask(page, (scene) => (scene.src = 'dominoes'));
    await ready(page);
    assert.equal(await ask(page, (scene) => scene.world.bodyCount), 14);
    assert.equal(await ask(page, (scene) => scene.autoplay), false);
    await ask(page, (scene) => (scene.autoplay = true));
    await page.waitForFunction(() => document.querySelector('impulse-scene').time > 0);
  },
);

for (const [attribute, wrong, expected, right] of [
  ['src', 'pyrmid', /src must be .*pyramid.*got "pyrmid"/, 'pyramid'],
  ['src', './nowhere.js', /nowhere\.js/, './two-crates.js'],
  ['solver', 'umbrella', /solver must be one of softStep, umbra.*got "umbrella"/, 'umbra'],
  ['layers', 'contacts impulse', /layers must be words of .*impulses.*got "impulse"/, 'contacts impulses'],
  ['controls', 'play rewind', /controls must be words of play.*got "rewind"/, 'play'],
  ['speed', 'fast', /speed must be a number above 0.*got "fast"/, '2'],
  ['speed', '-1', /got "-1"/, '1'],
  ['seed', '1.5', /seed must be a whole number.*got "1.5"/, '3'],
  ['height', 'tall', /height must be .*got "tall"/, '20vh'],
  ['height', '-3', /got "-3"/, '300'],
  ['autoplay', 'perhaps', /autoplay must be .*got "perhaps"/, 'never'],
]) {
  articleTest(
    `${attribute}="${wrong}" is named to the reader and to the console, and put right it is forgotten`,
    {
      body: '<impulse-scene src="stack"></impulse-scene>',
    },
    async (page, complaints) => {
      await ready(page);
      const told = await ask(
        page,
        async (scene, [name, value]) => {
          const event = new Promise((resolve) => scene.addEventListener('error', resolve, { once: true }));
          scene.setAttribute(name, value);
          const { message, error, bubbles } = await event;
          return { message, same: error.message === message, bubbles };
        },
        [attribute, wrong],
      );
      assert.match(told.message, expected);
      assert.ok(told.same && !told.bubbles);
      assert.match(await complaint(page).textContent(), expected);
      assert.ok(await complaint(page).isVisible());
      await page.waitForTimeout(50);
      assert.match(complaints.splice(0).join('\n'), expected);
      if (attribute !== 'src') assert.equal(await ask(page, (scene) => scene.world.bodyCount), 11, 'the rest goes on');
      await ask(page, (scene, [name, value]) => scene.setAttribute(name, value), [attribute, right]);
      await complaint(page).waitFor({ state: 'hidden' });
      await ready(page);
      assert.ok(await ask(page, (scene) => scene.world.bodyCount > 0));
    },
  );
}
