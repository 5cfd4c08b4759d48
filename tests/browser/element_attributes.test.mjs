// What the attributes of `<impulse-scene>` say, and what it says about wrong ones.
import assert from 'node:assert/strict';
import { kSolverLabels } from './labels.mjs';
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
  'an invalid solver of a scene is reported until another scene is set, one of the figure until another solver is',
  { body: '<impulse-scene></impulse-scene>' },
  async (page, complaints) => {
    const set = async (solver) => {
      await ask(page, (scene, solver) => void (scene.setup = { solver, build() {} }), solver);
      await ready(page);
    };
    await set({ type: 'soft-step', substeps: 0 });
    assert.match(await complaint(page).textContent(), /substeps must be .*got 0$/);
    await set({ type: 'soft-step', substeps: 2 });
    assert.ok(await complaint(page).isHidden());
    assert.equal(await ask(page, (scene) => scene.world.solver.substeps), 2);
    await ask(page, (scene) => (scene.solver = 'umbrella'));
    await set({ type: 'soft-step', substeps: 3 });
    assert.match(await complaint(page).textContent(), /^solver must be .*got "umbrella"$/);
    assert.equal(complaints.splice(0).length, 2);
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
  'invalid params, and an attribute that is not JSON, are reported at once and change nothing',
  { body: '<impulse-scene src="stack"></impulse-scene>' },
  async (page, complaints) => {
    await ready(page);
    const rows = await ask(page, async (scene) => {
      scene.params = { boxes: 5 };
      await scene.ready;
      const { world } = scene;
      const rows = [];
      const told = () => scene.shadowRoot.querySelector('[role=alert]').textContent.split('\n').at(-1);
      await window.frames(1); // no longer loading
      for (const wrong of [{ boxes: NaN }, null, 'nope', '[1]', 'null', '{"boxes": 999}']) {
        if (typeof wrong === 'string') scene.setAttribute('params', wrong);
        else scene.params = wrong;
        const now = [JSON.stringify(scene.params), told()];
        await scene.ready;
        rows.push([...now, scene.params.boxes, scene.world === world]);
      }
      scene.removeAttribute('params');
      await scene.ready;
      rows.push([JSON.stringify(scene.params), told(), scene.world.bodyCount]);
      return rows;
    });
    const five = '{"boxes":5}';
    assert.deepEqual(rows, [
      [five, 'params.boxes must be a number from 2 to 20, got NaN', 5, true],
      [five, 'params must be an object of numbers, got null', 5, true],
      [five, `params must be JSON such as '{"count": 20}', got "nope"`, 5, true],
      [five, 'params must be an object of numbers, got 1', 5, true],
      [five, 'params must be an object of numbers, got null', 5, true],
      [five, 'params.boxes must be a number from 2 to 20, got 999', 5, true],
      ['{}', '', 11],
    ]);
    assert.equal(complaints.splice(0).length, 6);
  },
);

articleTest(
  'a figure reports params of its scene that are out of their own range',
  { body: '<impulse-scene></impulse-scene>' },
  async (page, complaints) => {
    await ask(page, (scene) => {
      const param = { name: 'n', label: 'n', min: 1, max: 5, step: 1 };
      scene.setup = { params: [{ ...param, value: 9 }], build() {} };
    });
    await ready(page);
    assert.match(await complaint(page).textContent(), /params\.n must be a number from 1 to 5, got 9/);
    assert.equal(complaints.splice(0).length, 1);
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
  ['src', 'nowhere.json', /src must be the address of a world as JSON.*got "nowhere\.json": 404/, 'level.json'],
  ['src', 'no-json.json', /src must be the address of a world as JSON.*got "no-json\.json": .*JSON/, 'level.json'],
  ['src', 'no-world.json', /no-world\.json: scene\.format is missing: it must be 'impulse2d'/, 'level.json'],
  ['src', 'wrong.json', /wrong\.json: scene\.bodies\[0\]\.shapes\[0\]\.width must be .*got -1/, './level.json?a=b#c'],
  ['solver', 'umbrella', /solver must be one of softStep, umbra.*got "umbrella"/, 'umbra'],
  ['layers', 'contacts impulse', /layers must be words of .*impulses.*got "impulse"/, 'contacts impulses'],
  ['controls', 'play rewind', /controls must be words of play.*got "rewind"/, 'play'],
  ['speed', 'fast', /speed must be a number above 0.*got "fast"/, '2'],
  ['speed', '-1', /got "-1"/, '1'],
  ['seed', '1.5', /seed must be a whole number.*got "1.5"/, '3'],
  ['height', 'tall', /height must be .*got "tall"/, '20vh'],
  ['height', '-3', /got "-3"/, '300'],
  ['height', '100%', /height must be .* without %, got "100%"/, '50vh'],
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

articleTest(
  'an empty attribute counts as missing',
  { body: '<impulse-scene src="stack"></impulse-scene>' },
  async (page) => {
    await ready(page);
    const found = await ask(page, async (scene) => {
      const right = { height: '200', speed: 2, seed: 3, loop: '6s', camera: '0 0 9', params: '{"boxes": 5}' };
      for (const [name, value] of Object.entries(right)) scene.setAttribute(name, value);
      await scene.ready;
      for (const name of Object.keys(right)) scene.setAttribute(name, '');
      await scene.ready;
      const { speed, seed, world } = scene;
      const { clientHeight } = scene.shadowRoot.querySelector('canvas');
      return { speed, seed, bodies: world.bodyCount, clientHeight };
    });
    assert.deepEqual(found, { speed: 1, seed: 1, bodies: 11, clientHeight: 320 });
    assert.ok(await complaint(page).isHidden());
  },
);

articleTest(
  'src takes a world as JSON, with its gravity, solver, names and joints, also after a reset',
  { body: '<impulse-scene src="level.json" controls="play back scrub solver"></impulse-scene>' },
  async (page) => {
    await ready(page);
    const look = () =>
      ask(page, (scene) => {
        const { gravity, solver, bodies, jointCount } = scene.world;
        return [gravity.y, solver.velocityIterations ?? solver.type, bodies.map(({ name }) => name), jointCount];
      });
    const level = [-3, 17, ['', 'crate 2', 'crate 4'], 1];
    assert.deepEqual(await look(), level);
    assert.equal(await page.getByLabel('Solver').inputValue(), 'sequential-impulse');
    const before = await ask(page, (scene) => scene.world.hash());
    await ask(page, (scene) => scene.step(30));
    assert.ok(await ask(page, (scene) => scene.world.bodies[2].position.y < 3.9));
    await ask(page, (scene) => scene.seek(0));
    assert.equal(await ask(page, (scene) => scene.world.hash()), before);
    await ask(page, (scene) => (scene.step(9), scene.reset()));
    assert.deepEqual(await look(), level);
    assert.equal(await ask(page, (scene) => scene.world.hash()), before);
    await ask(page, (scene) => (scene.solver = 'umbra'));
    assert.equal((await look())[1], 8);
    await ask(page, (scene) => (scene.solver = ''));
    assert.deepEqual(await look(), level);
    await ask(page, (scene) => (scene.src = 'stack'));
    await ready(page);
    assert.deepEqual((await look()).slice(0, 2), [-9.81, 'soft-step']);
    assert.equal(await page.getByLabel('Solver').inputValue(), 'softStep');
  },
);

articleTest(
  'setup takes a world as JSON too',
  { body: '<impulse-scene></impulse-scene>' },
  async (page, complaints) => {
    const set = (scene) => ask(page, (element, scene) => void (element.setup = scene), scene);
    const level = (radius) => ({
      format: 'impulse2d',
      version: 1,
      world: {},
      bodies: [{ name: 'ball', shapes: [{ type: 'circle', radius }] }],
      joints: [],
    });
    await set(level(1));
    await ready(page);
    const names = () => ask(page, (scene) => scene.world.bodies.map(({ name }) => name));
    assert.deepEqual(await names(), ['ball']);
    await ask(page, (scene) => (scene.step(9), scene.reset()));
    assert.deepEqual(await names(), ['ball']);
    await set(level(-1));
    await complaint(page).waitFor();
    assert.match(complaints.splice(0).join(), /setup: scene\.bodies\[0\]\.shapes\[0\]\.radius must be .*got -1/);
    await set({ bodies: [] });
    await page.waitForTimeout(50);
    assert.match(complaints.splice(0).join(), /setup must be a function, a scene or a world as JSON/);
  },
);

articleTest(
  'params are refused by a world as JSON, which has none',
  { body: `<impulse-scene src="level.json" params='{"count": 3}'></impulse-scene>` },
  async (page, complaints) => {
    await complaint(page).waitFor();
    assert.match(complaints.splice(0).join(), /params\.count must be left out: this scene has none/);
  },
);

articleTest(
  'the picture of a world as JSON shows what moves and the ground below it, also in pixels with y down',
  { body: '<impulse-scene src="pixels.json" layers="none"></impulse-scene>' },
  async (page) => {
    await ready(page);
    assert.ok((await colours(page, 0)) > 3, 'at the start');
    assert.ok((await colours(page, 240)) > 3, 'on the ground');
    assert.ok(await ask(page, (scene) => Math.abs(scene.world.bodies[1].position.y - 1450) < 5));
  },
);

/** A page's setup, and the number of colours in the picture after some more steps. */
const colours = (page, steps) =>
  ask(
    page,
    async (scene, steps) => {
      scene.step(steps);
      await window.frames(3);
      const canvas = scene.shadowRoot.querySelector('canvas');
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    },
    steps,
  );
const kCircle = (radius) => `shapes: [{ type: 'circle', radius: ${radius} }]`;
const kBox = (width, height) => `shapes: [{ type: 'box', width: ${width}, height: ${height} }]`;

for (const [name, setup] of [
  [
    'a pendulum',
    `const bodyA = world.createBody({ type: 'static', position: [0, 4], ${kCircle(0.1)} });
    const bodyB = world.createBody({ position: [2, 4], ${kCircle(0.3)} });
    world.createJoint({ type: 'distance', bodyA, bodyB, anchorA: [0, 4], anchorB: [2, 4], length: 2 });`,
  ],
  [
    'a ball beside a box',
    `world.createBody({ type: 'static', position: [0, 4], ${kBox(1, 1)} });
    world.createBody({ position: [2, 4.2], ${kCircle(0.3)} });`,
  ],
  [
    'a ball beside a wall',
    `world.createBody({ type: 'static', position: [3, 2], ${kBox(0.5, 4)} });
    world.createBody({ position: [-3, 2], ${kCircle(0.3)} });`,
  ],
]) {
  articleTest(
    `${name} without ground and without a camera stays in the picture`,
    {
      body: '<impulse-scene></impulse-scene>',
      script: `document.querySelector('impulse-scene').setup = ({ world }) => { ${setup} };`,
    },
    async (page) => {
      await ready(page);
      for (const steps of [1, 45, 45, 90]) assert.ok((await colours(page, steps)) > 3, `after ${steps} more steps`);
    },
  );
}

articleTest(
  'the menu of solvers has the labels of the demo page, and fits a phone',
  {
    body: '<impulse-scene src="stack" controls="play solver speed"></impulse-scene>',
    context: { viewport: { width: 360, height: 740 } },
  },
  async (page) => {
    await ready(page);
    const list = page.locator('select').first();
    assert.deepEqual((await list.locator('option').allTextContents()).toSorted(), kSolverLabels.toSorted());
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  },
);

articleTest(
  'bodies that fall or fly freely with nothing near stay in the picture for a second',
  {
    body: '<impulse-scene></impulse-scene>',
    script: `document.querySelector('impulse-scene').setup = ({ world }) => {
      const ways = [[0, 0], [3, 4], [-2, -6], [0, 12]];
      const balls = ways.map((velocity, i) => world.createBody({ position: [3 * i, 2], velocity, ${kCircle(0.3)} }));
      balls[3].gravityScale = -1;
      return { draw: (ctx, view) => (window.seen = [balls.map((ball) => view.toScreen(ball.position)), view]) };
    };`,
  },
  async (page) => {
    await ready(page);
    let widest = 0;
    for (let i = 0; i < 6; i++) {
      const [places, width, height, scale] = await ask(page, async (scene) => {
        scene.step(10);
        await window.frames(2);
        const [seen, view] = window.seen;
        return [seen, view.width, view.height, view.scale];
      });
      const r = 0.3 * scale;
      for (const { x, y } of places)
        assert.ok(x > r && x < width - r && y > r && y < height - r, `at ${x}, ${y} of ${width} by ${height}`);
      widest = Math.max(widest, Math.max(...places.map(({ y }) => y)) - Math.min(...places.map(({ y }) => y)));
    }
    const height = await ask(page, () => window.seen[1].height);
    assert.ok(widest > 0.7 * height, `they use ${widest} of ${height} px`);
  },
);

articleTest(
  'all of a pendulum’s way is in the picture, and a ball over ground is shown with the ground alone',
  {
    body: '<impulse-scene></impulse-scene>',
    script: `document.querySelector('impulse-scene').setup = ({ world }) => {
      const bodyA = world.createBody({ type: 'static', position: [0, 4], ${kCircle(0.1)} });
      const bodyB = world.createBody({ position: [2, 4], ${kCircle(0.3)} });
      world.createJoint({ type: 'distance', bodyA, bodyB, anchorA: [0, 4], anchorB: [2, 4], length: 2 });
      return { draw(ctx, view) { window.seen = [view.toScreen(bodyB.position), view.width, view.height, view.scale]; } };
    };`,
  },
  async (page) => {
    await ready(page);
    for (let i = 0; i < 12; i++) {
      const [{ x, y }, width, height, scale] = await ask(page, async (scene) => {
        scene.step(15);
        await window.frames(2);
        return window.seen;
      });
      const r = 0.3 * scale;
      assert.ok(x > r && x < width - r && y > r && y < height - r, `at ${x}, ${y} of ${width} by ${height}`);
    }
    const scale = await ask(page, async (scene) => {
      scene.setup = ({ world }) => {
        world.createBody({ type: 'static', shapes: [{ type: 'box', width: 30, height: 1 }] });
        world.createBody({ position: [0, 3], shapes: [{ type: 'circle', radius: 0.5 }] });
        return { draw: (ctx, view) => (window.seen = view.height / view.scale) };
      };
      await scene.ready;
      await window.frames(2);
      return window.seen;
    });
    assert.ok(scale < 5, `${scale} m high`);
  },
);

articleTest(
  'a camera keeps the share of its spare height that is above',
  { body: '<impulse-scene src="stack"></impulse-scene>' },
  async (page, complaints) => {
    await ready(page);
    const seen = (camera) =>
      ask(
        page,
        (scene, camera) =>
          new Promise((resolve) => {
            scene.setup = ({ world }) => {
              world.createBody({ type: 'static' });
              return { draw: (ctx, { toScreen, height }) => resolve(toScreen({ x: 0, y: 0 }).y / height) };
            };
            scene.camera = camera;
          }),
        camera,
      );
    const frame = { x: 0, y: 0, width: 20, height: 2 };
    const [low, middle, high] = [await seen({ ...frame, sky: 0.9 }), await seen(frame), await seen('0 0 20 2 0.1')];
    assert.ok(Math.abs(middle - 0.5) < 1e-9);
    assert.ok(low > 0.6 && Math.abs(low + high - 1) < 1e-9, `${low} ${high}`);
    await ask(page, (scene) => scene.setAttribute('camera', '0 0 20 2 1.5'));
    assert.match(complaints.splice(0).join(), /camera\.sky must be from 0 to 1, got 1\.5/);
    assert.ok(await complaint(page).isVisible());
  },
);

articleTest(
  'a camera of a setup without a height is a square, as the attribute is, and a wrong one is named',
  {
    body: '<impulse-scene></impulse-scene>',
    script: `document.querySelector('impulse-scene').setup = ({ world }) => {
      world.createBody({ type: 'static', shapes: [{ type: 'box', width: 9, height: 1 }] });
      world.createBody({ position: [0, 3], shapes: [{ type: 'circle', radius: 0.5 }] });
      return { camera: { x: 0, y: 2, width: 8 }, draw: (ctx, view) => (window.seen = [view.height / view.scale, view.scale]) };
    };`,
  },
  async (page, complaints) => {
    await ready(page);
    assert.ok((await colours(page, 1)) > 3);
    const [high, scale] = await page.evaluate(() => window.seen);
    assert.ok(high >= 8 && high < 8.5, `${high} m`);
    await ask(page, (scene) => (scene.camera = '0 2 8'));
    await ask(page, () => window.frames(2));
    assert.equal((await page.evaluate(() => window.seen))[1], scale);
    await ask(page, (scene) => scene.removeAttribute('camera'));
    for (const [camera, expected] of [
      [{ y: 2, width: 8 }, /camera\.x must be a number, got undefined/],
      [{ x: 0, y: 2 }, /camera\.width must be a number above 0, got undefined/],
      [{ x: 0, y: 2, width: 8, height: 0 }, /camera\.height must be .*above 0.*got 0/],
      [{ x: 0, y: 2, width: 8, sky: 2 }, /camera\.sky must be from 0 to 1, got 2/],
      [7, /camera must be an object.*got 7/],
    ]) {
      await ask(page, (scene, wrong) => void (scene.setup = () => ({ camera: wrong })), camera);
      await page.waitForFunction(() => !document.querySelector('impulse-scene').world);
      assert.match(await complaint(page).textContent(), expected);
      assert.match(complaints.splice(0).join('\n'), expected);
    }
    await ask(page, (scene) => void (scene.setup = () => ({ camera: { x: 0, y: 0, width: 4, height: 3 } })));
    await ready(page);
    await complaint(page).waitFor({ state: 'hidden' });
  },
);

articleTest(
  'a member that setup returns and that does not exist is named, with the one that was meant, and what cannot be used',
  {
    body: '<impulse-scene></impulse-scene>',
    script: `document.querySelector('impulse-scene').setup = ({ world }) => world.createBody();`,
  },
  async (page, complaints) => {
    await ready(page);
    const wrong = [
      [{ lables: [] }, /lables is not an option; did you mean labels\?.*camera/],
      [{ camra: { x: 0, y: 0, width: 4 } }, /camra is not an option; did you mean camera\?/],
      [{ camera: { x: 0, y: 0, widht: 4 } }, /camera\.widht is not an option; did you mean width\?/],
      [{ afterstep: 0 }, /afterstep is not an option; did you mean afterStep\?/],
      [{ ball: {} }, /ball is not an option\. Accepted: .*state.*labels/],
      [{ cam: {} }, /cam is not an option; did you mean camera\?/],
      [{ camera: { x: 0, y: 0, w: 4 } }, /camera\.w is not an option; did you mean width\?/],
      [{ actions: [{ label: 'Boom' }] }, /actions must be an object of functions, by the labels of their buttons/],
      [{ actions: { Boom: 3 } }, /actions\.Boom must be a function, got 3/],
      [{ follow: { x: 0 } }, /follow must be a function/],
      [{ tap: 'no' }, /tap must be a function, got "no"/],
      [{ beforeStep: null }, /beforeStep must be a function, got null/],
      [{ labels: { x: 0 } }, /labels must be a list/],
      [{ labels: [{ x: 0, y: null, text: 'a' }] }, /labels\[0\]\.y must be a finite number, got null/],
      [{ labels: [{ x: 0, y: 0 }] }, /labels\[0\]\.text must be a string, got undefined/],
      [{ labels: [null] }, /labels\[0\]\.x must be a finite number/],
    ];
    for (const [i, [returned, expected]] of wrong.entries()) {
      await ask(
        page,
        (scene, [returned, isScene]) => {
          const build = () => returned;
          scene.setup = isScene ? { params: [], build } : build;
        },
        [returned, i % 2 === 1],
      );
      await complaint(page).filter({ hasText: expected }).waitFor();
      assert.match(complaints.splice(0).join('\n'), expected);
      assert.equal(await ask(page, (scene) => scene.world), null);
    }
    // A setup in one expression, and an object of a class with members of its own.
    for (let i = 0; i < 3; i++) {
      await ask(
        page,
        (scene, i) => {
          const level = new (class {
            enemies = [];
            labels = [];
          })();
          scene.setup = [({ world }) => world.createBody(), () => 5, () => level][i];
        },
        i,
      );
      await ready(page);
    }
    assert.deepEqual(complaints, []);
  },
);

articleTest(
  'a property is what its attribute says, also before the element is on the page and after it left',
  { body: '', script: 'window.done = true' },
  async (page, complaints) => {
    await page.waitForFunction(() => window.done);
    const found = await page.evaluate(async () => {
      const scene = document.createElement('impulse-scene');
      const read = () => {
        const { autoplay, speed, seed, params } = scene;
        return JSON.stringify([autoplay, speed, seed, params]);
      };
      const rows = [read()];
      const set = (values) => Object.entries(values).forEach(([name, value]) => scene.setAttribute(name, value));
      set({ autoplay: '', speed: '0.5', seed: '7', params: '{"boxes": 3}', src: 'stack' });
      rows.push(read());
      document.body.append(scene);
      await scene.ready;
      rows.push(read());
      scene.remove();
      await null;
      set({ autoplay: 'never', speed: '2', seed: '8', params: '{"boxes": 4}' });
      rows.push(read());
      set({ autoplay: 'soon', speed: 'fast', seed: '-1', params: '{' });
      rows.push(read());
      scene.params = { boxes: 5 };
      rows.push(read());
      return rows;
    });
    assert.deepEqual(found, [
      '[false,1,1,{}]',
      '[true,0.5,7,{"boxes":3}]',
      '[true,0.5,7,{"boxes":3}]',
      '[false,2,8,{"boxes":4}]',
      '[false,1,1,{}]',
      '[false,1,1,{"boxes":5}]',
    ]);
    assert.deepEqual(complaints, [], 'what is not on the page has nobody to complain to');
  },
);
