// A world that is saved as JSON at rest and loaded again stays at rest: asleep, awake, or on springs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, presets } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const saved = (world) => JSON.parse(JSON.stringify(world));
const fastest = (world) => Math.max(...world.bodies.map(({ velocity: { x, y } }) => Math.hypot(x, y)));
const heavy = (density) => ({ shapes: [{ type: 'box', width: 1, height: 1, density }] });
const tower = (world, count, x = 0) => {
  for (let i = 0; i < count; i++) box(world, x + 0.004 * (i % 4), 0.5 + i);
};
const segments = (count) => Array.from({ length: count + 1 }, (_, i) => [i - count / 2, 0]);
/** A table: a top and two legs, 2 m wide and 1 m high, its origin at its foot. */
const table = (world, x, y) =>
  world.createBody({
    position: [x, y],
    shapes: [
      { type: 'box', width: 2, height: 0.2, center: [0, 0.9] },
      { type: 'box', width: 0.2, height: 0.8, center: [-0.9, 0.4] },
      { type: 'box', width: 0.2, height: 0.8, center: [0.9, 0.4] },
    ],
  });

const scenes = {
  'a tower of 14': (world) => {
    floor(world);
    tower(world, 14);
  },
  'a heavy box on three light ones': (world) => {
    floor(world);
    tower(world, 3);
    box(world, 0, 3.5, heavy(120));
  },
  'two loads side by side': (world) => {
    floor(world);
    for (const x of [-3, 3]) {
      tower(world, 2, x);
      box(world, x, 2.5, heavy(90));
    }
  },
  'a pyramid with a load on its top': (world) => {
    floor(world);
    for (let row = 0; row < 7; row++) for (let i = 0; i < 7 - row; i++) box(world, i - (6 - row) / 2, 0.5 + row);
    box(world, 0, 7.5, heavy(80));
  },
  'a house of cards': (world) => {
    floor(world);
    const card = (x, y, angle) =>
      world.createBody({
        position: [x, y],
        angle,
        shapes: [{ type: 'box', width: 0.08, height: 1.2, friction: 0.8 }],
      });
    for (const x of [-0.3, 0.5]) {
      card(x - 0.2, 0.58, -0.28);
      card(x + 0.2, 0.58, 0.28);
    }
    card(0.1, 1.2, Math.PI / 2);
  },
  'compound bodies on each other': (world) => {
    floor(world);
    for (let i = 0; i < 4; i++) table(world, 0.05 * i, i);
    box(world, 0.1, 4.5, heavy(40));
  },
  'boxes on a chain, with friction on a slope': (world) => {
    const points = segments(8).map(([x]) => [x, 0.15 * x]);
    world.createBody({ type: 'static', shapes: [{ type: 'chain', points }] });
    for (let i = 0; i < 5; i++)
      world.createBody({
        position: [1.3 * i - 2.6, 0.55 + 0.15 * (1.3 * i - 2.6)],
        angle: Math.atan(0.15),
        shapes: [{ type: 'box', width: 1, height: 1, density: 1 + 10 * i }],
      });
  },
  'a load on a row of tiles': (world) => {
    for (let i = 0; i < 8; i++)
      world.createBody({ type: 'static', position: [i - 4, -0.5], shapes: [{ type: 'box', width: 1, height: 1 }] });
    tower(world, 2, 0.3);
    box(world, 0.3, 2.5, heavy(150));
  },
  'discs with rolling resistance in a bowl': (world) => {
    const points = Array.from({ length: 13 }, (_, i) => [i - 6, 0.08 * (i - 6) ** 2]);
    world.createBody({ type: 'static', shapes: [{ type: 'chain', points }] });
    for (let i = 0; i < 9; i++)
      world.createBody({
        position: [0.7 * (i - 4), 3 + 0.3 * (i % 3)],
        shapes: [{ type: 'circle', radius: 0.35 + 0.05 * (i % 2), rollingResistance: 0.2, density: 1 + 4 * i }],
      });
  },
  'with a sensor, a disabled body and a kinematic support': (world) => {
    floor(world);
    tower(world, 2);
    box(world, 0, 2.5, heavy(70));
    world.createBody({
      type: 'static',
      position: [0, 1],
      shapes: [{ type: 'box', width: 3, height: 3, sensor: true }],
    });
    box(world, 0.2, 1.2, { enabled: false });
    world.createBody({ type: 'kinematic', position: [5, 1], shapes: [{ type: 'box', width: 3, height: 0.5 }] });
    box(world, 5, 1.75);
    box(world, 5, 2.75, heavy(60));
  },
};
/** Steps until all bodies sleep. */
function rest(world, most = 4000) {
  for (let i = 0; i < most && world.awakeCount > 0; i++) world.step();
}

for (const [name, fill] of Object.entries(scenes)) {
  test(`asleep, ${name}: loaded, nothing wakes or moves`, () => {
    const world = new World();
    fill(world);
    rest(world);
    assert.equal(world.awakeCount, 0);
    const loaded = World.fromJSON(saved(world));
    const before = loaded.bodies.map(({ position, angle }) => ({ ...position, angle }));
    let woken = 0;
    loaded.on('wake', () => woken++);
    for (let i = 0; i < 200; i++) {
      loaded.step();
      assert.equal(loaded.awakeCount, 0);
    }
    assert.equal(woken, 0);
    assert.deepEqual(
      loaded.bodies.map(({ position, angle }) => ({ ...position, angle })),
      before,
    );
    loaded.destroy();
    world.destroy();
  });

  test(`awake, ${name}: loaded, it stays at rest`, () => {
    const world = new World({ sleep: false });
    fill(world);
    steps(world, 2400);
    const limit = 0.05; // m/s: the default threshold of sleep
    const loaded = World.fromJSON(saved(world));
    let speed = 0;
    for (let i = 0; i < 240; i++) {
      loaded.step();
      speed = Math.max(speed, fastest(loaded));
    }
    if (process.env.SHOW) console.log(name, 'before', fastest(world), 'loaded', speed);
    assert.ok(speed < limit, `${speed} m/s`);
    // Nothing sinks by a slop, nor is thrown up by one.
    world.bodies.forEach(({ position: { x, y } }, i) => {
      const now = loaded.bodies[i].position;
      assert.ok(Math.hypot(x - now.x, y - now.y) < 0.005, `body ${i}`);
    });
    loaded.destroy();
    world.destroy();
  });

  test(`the JSON of a loaded world is that of the world: ${name}`, () => {
    for (const count of [1, 40, 600]) {
      const world = new World();
      fill(world);
      steps(world, count);
      const text = JSON.stringify(world);
      const loaded = World.fromJSON(JSON.parse(text));
      assert.equal(JSON.stringify(loaded), text);
      assert.ok(JSON.parse(text).contacts?.length > 0 || count === 1);
      loaded.destroy();
      world.destroy();
    }
  });
}

for (const [name, solver] of Object.entries(presets)) {
  test(`under ${name} a stack and a load stay at rest, asleep and awake`, () => {
    for (const sleep of [true, false]) {
      const world = new World({ solver, sleep });
      scenes['a heavy box on three light ones'](world);
      for (const body of world.bodies.slice(4)) body.mass = 3;
      steps(world, 1500);
      const before = { awake: world.awakeCount, speed: fastest(world) };
      const loaded = World.fromJSON(saved(world));
      let speed = 0;
      for (let i = 0; i < 120; i++) {
        loaded.step();
        speed = Math.max(speed, fastest(loaded));
        if (before.awake === 0) assert.equal(loaded.awakeCount, 0);
      }
      if (process.env.SHOW) console.log(name, before, speed);
      assert.ok(speed < 0.05, `${speed} m/s`);
      loaded.destroy();
      world.destroy();
    }
  });
}

/** A saved world of sleeping boxes, with a load on top. */
function asleep(fill = scenes['a heavy box on three light ones']) {
  const world = new World();
  fill(world);
  rest(world);
  const scene = saved(world);
  world.destroy();
  return scene;
}

test('a scene without contacts loads, and its bodies begin to press in the first step', () => {
  const { contacts, ...scene } = asleep();
  assert.equal(contacts.length, 4);
  const loaded = World.fromJSON(scene);
  assert.equal('contacts' in saved(loaded), false);
  steps(loaded, 600);
  assert.equal(saved(loaded).contacts.length, 4);
  loaded.destroy();
});

test('contacts of bodies that were moved in the file, or of others, have no effect', () => {
  const scene = asleep();
  const free = { bodyA: 1, bodyB: 4, normal: [5000, 5000], load: 10000 };
  scene.contacts.push(free);
  scene.bodies[4].position = [8, 20];
  delete scene.bodies[4].awake;
  const loaded = World.fromJSON(scene);
  loaded.step();
  const top = loaded.bodies[4];
  assert.ok(Math.abs(top.velocity.y + 9.81 / 60) < 1e-4);
  assert.equal(loaded.bodies[3].awake, false);
  // Forgotten after the step: later it begins like any contact.
  top.position = [0, 3.6];
  top.velocity = [0, 0];
  steps(loaded, 30);
  assert.ok(fastest(loaded) < 1);
  loaded.destroy();
});

test('contacts may be in any order', () => {
  const scene = asleep();
  const { contacts } = structuredClone(scene);
  scene.contacts.reverse();
  const loaded = World.fromJSON(scene);
  assert.deepEqual(saved(loaded).contacts, contacts);
  steps(loaded, 60);
  assert.equal(loaded.awakeCount, 0);
  loaded.destroy();
});

test('a shape that was added to an earlier body later keeps its forces', () => {
  const world = new World();
  scenes['a heavy box on three light ones'](world);
  const beside = box(world, 5, 0.5, heavy(40));
  world.bodies[0].createShape({ type: 'box', width: 2, height: 1, center: [5, 1] });
  beside.position = [5.3, 2.02];
  rest(world);
  const text = JSON.stringify(world);
  const loaded = World.fromJSON(JSON.parse(text));
  assert.ok(JSON.parse(text).contacts.some(({ shapeA }) => shapeA === 1));
  assert.equal(JSON.stringify(loaded), text);
  steps(loaded, 60);
  assert.equal(loaded.awakeCount, 0);
  loaded.destroy();
  world.destroy();
});

test('before its first step a sleeping world wakes as it would have: by a call, without its support, with it moved', () => {
  const change = {
    wake: (world) => world.bodies[1].wake(),
    destroy: (world) => world.bodies[0].destroy(),
    shape: (world) => world.bodies[2].shapes[0].destroy(),
    filter: (world) => (world.bodies[0].shapes[0].filter = { mask: 0 }),
    move: (world) => (world.bodies[0].position = [0, -9]),
    disable: (world) => (world.bodies[2].enabled = false),
  };
  for (const [name, act] of Object.entries(change)) {
    const world = new World();
    scenes['a heavy box on three light ones'](world);
    rest(world);
    const loaded = World.fromJSON(saved(world));
    for (const each of [world, loaded]) act(each);
    assert.equal(loaded.awakeCount, world.awakeCount, name);
    for (const each of [world, loaded]) steps(each, 15); // of falling, before impacts amplify differences
    loaded.bodies.forEach(({ position }, i) => {
      const { x, y } = world.bodies[i].position;
      assert.ok(Math.hypot(position.x - x, position.y - y) < 0.005, `${name}, body ${i}`);
    });
    // A place that is used again inherits nothing.
    const again = World.fromJSON(asleep());
    again.bodies[4].destroy();
    box(again, 0, 3.5);
    again.step();
    assert.ok(fastest(again) < 0.2);
    for (const each of [world, loaded, again]) each.destroy();
  }
});

test('the first step of a loaded world emits contactBegin, but no impact', () => {
  const world = new World({ sleep: false });
  scenes['a heavy box on three light ones'](world);
  steps(world, 600);
  const loaded = World.fromJSON(saved(world));
  const seen = { contactBegin: 0, contactHit: 0, contactEnd: 0 };
  for (const name in seen) loaded.on(name, () => seen[name]++);
  steps(loaded, 60);
  assert.deepEqual(seen, { contactBegin: 4, contactHit: 0, contactEnd: 0 });
  loaded.destroy();
  world.destroy();
});

test('a contactFilter that is set after loading decides on the contacts of the scene', () => {
  const loaded = World.fromJSON(asleep());
  let asked = 0;
  loaded.contactFilter = () => {
    asked++;
    return false;
  };
  loaded.step();
  assert.ok(asked >= 4);
  assert.equal(loaded.contacts().length, 0);
  loaded.destroy();
});

test('a snapshot of a loaded world has the contacts that its first step expects', () => {
  const world = new World({ sleep: false });
  scenes['a pyramid with a load on its top'](world);
  steps(world, 600);
  const loaded = World.fromJSON(saved(world));
  for (const options of [{}, { static: false }]) {
    const bytes = loaded.snapshot(options);
    const hash = loaded.hash();
    loaded.step();
    const after = loaded.hash();
    loaded.restore(bytes);
    assert.equal(loaded.hash(), hash);
    loaded.step();
    assert.equal(loaded.hash(), after);
    loaded.restore(bytes);
  }
  loaded.destroy();
  world.destroy();
});

test('a damaged contact is named, with its value and what is accepted', () => {
  const wrong = [
    [{ bodyA: 7 }, 'bodyA', 7],
    [{ bodyB: -1 }, 'bodyB', -1],
    [{ bodyA: undefined }, 'bodyA', undefined],
    [{ bodyA: 1, bodyB: 1 }, 'bodyB', 1],
    [{ shapeA: 1 }, 'shapeA', 1],
    [{ shapeB: 'first' }, 'shapeB', 'first'],
    [{ normal: [1, 2, 3] }, 'normal', [1, 2, 3]],
    [{ normal: [] }, 'normal', []],
    [{ normal: undefined }, 'normal', undefined],
    [{ normal: [1, -2] }, 'normal[1]', -2],
    [{ normal: [1e300, 1] }, 'normal[0]', 1e300],
    [{ normal: [1, null] }, 'normal[1]', null],
    [{ normal: [1], tangent: [1, 2] }, 'tangent', [1, 2]],
    [{ tangent: 'none' }, 'tangent', 'none'],
    [{ tangent: [0, '1'] }, 'tangent[1]', '1'],
    [{ load: -1 }, 'load', -1],
    [{ load: null }, 'load', null],
    [{ rolling: 1e39 }, 'rolling', 1e39],
    [{ impulse: 1 }, 'impulse', 1],
  ];
  for (const [change, path, value] of wrong) {
    const scene = asleep();
    Object.assign(scene.contacts[2], change);
    assert.throws(
      () => World.fromJSON(scene),
      (error) => {
        assert.equal(error.code, 'INVALID_ARGUMENT', error.message);
        assert.equal(error.path, `scene.contacts[2].${path}`);
        assert.deepEqual(error.value, value);
        assert.ok(error.expected.length > 0);
        return true;
      },
    );
  }
  for (const contacts of [null, {}, 'none', 4])
    assert.throws(() => World.fromJSON({ ...asleep(), contacts }), { path: 'scene.contacts' });
  assert.throws(() => World.fromJSON({ ...asleep(), contacts: [null] }), { path: 'scene.contacts[0]' });
});

/** Two bodies or one and the ground, with every kind of spring. They move until the springs carry them. */
const sprung = {
  'a plank that hangs by its end': (world, ground) => {
    const plank = beam(world, [1, -1], 2);
    world.createJoint({ type: 'distance', ...pair(ground, plank), ...soft, anchorA: [0, 0], anchorB: [0, -1] });
  },
  'two arms on spring hinges': (world, ground) => {
    const [first, second] = [beam(world, [0.5, 0], 1), beam(world, [1.5, 0], 1)];
    world.createJoint({ type: 'revolute', ...pair(ground, first), ...soft, anchor: [0, 0] });
    world.createJoint({ type: 'revolute', ...pair(first, second), ...soft, anchor: [1, 0] });
  },
  'a slider on a hinged arm': (world, ground) => {
    const [arm, slider] = [beam(world, [1, 0], 2), beam(world, [1.5, 0.5], 0.6)];
    world.createJoint({ type: 'revolute', ...pair(ground, arm), ...soft, anchor: [0, 0] });
    world.createJoint({ type: 'prismatic', ...pair(arm, slider), ...soft, anchor: [1.5, 0.2], axis: [0, 1] });
  },
  'a body on a wheel joint beside its centre': (world, ground) => {
    const body = beam(world, [0.5, 0], 2);
    world.createJoint({ type: 'wheel', ...pair(ground, body), ...soft, anchor: [0, 0], axis: [0, 1] });
  },
  'planks on welds with angular springs': (world, ground) => {
    const [first, second] = [beam(world, [0.5, 0], 1), beam(world, [1.5, 0], 1)];
    const weld = { type: 'weld', angularHertz: 1.5, angularDamping: 1 };
    world.createJoint({ ...weld, ...pair(ground, first), anchor: [0, 0] });
    world.createJoint({ ...weld, ...pair(first, second), anchor: [1, 0] });
  },
  'planks on welds with all springs': (world, ground) => {
    const [first, second] = [beam(world, [0.5, 0], 1), beam(world, [1.5, 0], 1)];
    const weld = { type: 'weld', ...soft, angularHertz: 1.5, angularDamping: 1 };
    world.createJoint({ ...weld, ...pair(ground, first), anchor: [0, 0] });
    world.createJoint({ ...weld, ...pair(first, second), anchor: [1, 0] });
  },
  'a motor with springs': (world, ground) => {
    const body = beam(world, [0.5, 0], 2);
    const springs = { ...soft, angularHertz: 1.5, angularDamping: 1 };
    world.createJoint({ type: 'motor', ...pair(ground, body), ...springs, anchor: [0, 0] });
  },
  'a plank that is dragged by its end': (world) => {
    const body = beam(world, [0.5, 0], 2);
    world.createJoint({ type: 'target', bodyB: body, ...soft, anchor: [-0.5, 0], target: [0, 0] });
  },
};
const soft = { hertz: 1.5, damping: 1 };
const pair = (bodyA, bodyB) => ({ bodyA, bodyB });
const beam = (world, position, width) =>
  world.createBody({ position, linearDamping: 1, angularDamping: 1, shapes: [{ type: 'box', width, height: 0.2 }] });
const kMasses = ['springMass', 'angularSpringMass'];
const masses = (scene) => scene.joints.map((joint) => kMasses.map((name) => joint[name]));
const shift = (bodies, others) =>
  Math.max(
    ...bodies.map(({ position: { x, y } }, i) => Math.hypot(others[i].position.x - x, others[i].position.y - y)),
  );
/** At rest on its springs. */
function settled(fill) {
  const world = new World({ sleep: false });
  fill(world, world.createBody({ type: 'static' }));
  steps(world, 2400);
  return world;
}

for (const [name, fill] of Object.entries(sprung)) {
  test(`${name}: loaded, springs are as stiff as before and carry it in the same place`, () => {
    const world = settled(fill);
    const scene = saved(world);
    const loaded = World.fromJSON(scene);
    assert.deepEqual(saved(loaded), scene);
    world.joints.forEach(({ hertz, angularHertz = 0 }, i) => {
      const [mass, angular] = masses(scene)[i];
      assert.equal(mass > 0, hertz > 0);
      assert.equal(angular > 0, angularHertz > 0);
    });
    steps(loaded, 600);
    steps(world, 600);
    // JSON rounds angles to 1e-6 rad, half of which moves no point of these bodies by more than 1e-6 m; positions and
    // springs are exact. The same springs bring the bodies to the same place, to the rounding of their poses. Springs
    // measured at the saved poses moved five of these worlds by 1.7 to 327 mm.
    const moved = shift(world.bodies, loaded.bodies);
    if (process.env.SHOW) console.log(name, moved);
    assert.ok(moved < 2e-6, `${moved} m`);
    loaded.destroy();
    world.destroy();
  });
}

test('springs of a scene without masses are measured at its poses', () => {
  const world = settled(sprung['a plank that hangs by its end']);
  const { joints, ...scene } = saved(world);
  const [{ springMass, ...joint }] = joints;
  const loaded = World.fromJSON({ ...scene, joints: [joint] });
  // Made beside its centre, it resisted like 1 / (1 / m + 1 / I) = m / 4 / 1.0075: m = 0.4 kg, I = m (4 + 0.04) / 12.
  // It hangs below its anchor now, so that its spring carries all of it.
  assert.ok(Math.abs(springMass - 0.4 / (1 + 12 / 4.04)) < 1e-6, `${springMass} kg`);
  assert.ok(Math.abs(masses(saved(loaded))[0][0] - 0.4) < 1e-3);
  steps(loaded, 2400);
  assert.ok(shift(world.bodies, loaded.bodies) > 0.3);
  loaded.destroy();
  world.destroy();
});

test('loaded springs are measured again where those of the saved world are', () => {
  const world = settled(sprung['a plank that hangs by its end']);
  const loaded = World.fromJSON(saved(world));
  const both = (hertz) =>
    [world, loaded].map((each) => {
      each.joints[0].hertz = hertz;
      return masses(saved(each))[0][0];
    });
  const [[made]] = masses(saved(world));
  assert.deepEqual(both(3), [made, made]);
  assert.deepEqual(both(0), [undefined, undefined]);
  // It hangs below its anchor now, with all of its 0.4 kg.
  for (const mass of both(3)) assert.ok(Math.abs(mass - 0.4) < 1e-3, `${mass} kg, made with ${made} kg`);
  loaded.destroy();
  world.destroy();
});

test('a world whose bodies were moved after its springs were made has the same hash when it is loaded', () => {
  const world = new World();
  const [ground, body] = [world.createBody({ type: 'static' }), beam(world, [1, -1], 2)];
  world.createJoint({ type: 'distance', ...pair(ground, body), ...soft, anchorA: [0, 0], anchorB: [0, -1] });
  body.position = [2, -3];
  const loaded = World.fromJSON(saved(world));
  assert.equal(loaded.hash(), world.hash());
  const bytes = loaded.snapshot();
  for (const each of [world, loaded]) steps(each, 30);
  const after = world.hash();
  assert.equal(loaded.hash(), after);
  loaded.restore(bytes);
  steps(loaded, 30);
  assert.equal(loaded.hash(), after);
  loaded.destroy();
  world.destroy();
});

test('a spring that has no mass, as it acts on nothing, is saved as such', () =>
  inWorld({}, (world) => {
    const [bodyA, bodyB] = ['static', 'kinematic'].map((type) => world.createBody({ type }));
    world.createJoint({ type: 'weld', bodyA, bodyB, hertz: 2, angularHertz: 2 });
    const scene = JSON.parse(JSON.stringify(world));
    assert.deepEqual([scene.joints[0].springMass, scene.joints[0].angularSpringMass], [0, 0]);
    const copy = World.fromJSON(scene);
    assert.deepEqual(JSON.parse(JSON.stringify(copy)), scene);
    copy.destroy();
  }));

test('a mass of a spring that is damaged, or where no spring may be, is named', () => {
  const scene = (joint) => ({
    format: 'impulse2d',
    version: 1,
    world: {},
    bodies: [{ type: 'static' }, { position: [1, 0], shapes: [{ type: 'circle', radius: 0.5 }] }],
    joints: [{ bodyA: 0, bodyB: 1, ...joint }],
  });
  const weld = { type: 'weld', hertz: 2, angularHertz: 2 };
  const wrong = [-1, 1e39, NaN, null, '1', [1], {}].map((value) => [weld, value]);
  wrong.push([{ type: 'gear' }, 1], [{ type: 'filter' }, 1]);
  for (const [joint, value] of wrong)
    for (const name of kMasses)
      assert.throws(
        () => World.fromJSON(scene({ ...joint, [name]: value })),
        (error) => {
          assert.equal(error.code, 'INVALID_ARGUMENT', error.message);
          assert.equal(error.path, `scene.joints[0].${name}`);
          assert.deepEqual(error.value, value);
          assert.ok(error.expected.length > 0);
          return true;
        },
      );
  const angular = { type: 'revolute', hertz: 2, angularSpringMass: 1 };
  assert.throws(() => World.fromJSON(scene(angular)), { path: 'scene.joints[0].angularSpringMass' });
  // Masses belong to files: a joint that is made measures them.
  const world = World.fromJSON(scene({ ...weld, springMass: 7, angularSpringMass: 9 }));
  assert.deepEqual(masses(saved(world)), [[7, 9]]);
  const [bodyA, bodyB] = world.bodies;
  assert.throws(() => world.createJoint({ ...weld, bodyA, bodyB, springMass: 7 }), { path: 'springMass' });
  world.destroy();
});

test('joints have their turns after loading: a hinge between limits, a wound spring, a wheel', () => {
  const world = new World({ gravity: [0, 0], sleep: false });
  const ground = world.createBody({ type: 'static' });
  const arm = (x) => beam(world, [x, 0], 1);
  const hinge = { type: 'revolute', bodyA: ground };
  const winch = world.createJoint({ ...hinge, bodyB: arm(0), anchor: [0, 0], lowerAngle: 0, upperAngle: 20 });
  const wound = world.createJoint({ ...hinge, bodyB: arm(5), anchor: [5, 0], hertz: 0.05 });
  const wheel = world.createJoint({ type: 'wheel', bodyA: ground, bodyB: arm(10), anchor: [10, 0], axis: [0, 1] });
  const joints = [winch, wound, wheel];
  for (const joint of joints) joint.bodyB.angularVelocity = 6;
  steps(world, 120);
  for (const joint of joints) joint.bodyB.angularVelocity = 0;
  assert.ok(winch.angle > 5 && winch.angle < 20, `${winch.angle}`);
  const scene = saved(world);
  const loaded = World.fromJSON(scene);
  assert.deepEqual(saved(loaded), scene);
  // Poses are rounded to 1e-6 rad.
  loaded.joints.forEach((joint, i) => assert.ok(Math.abs(joint.angle - joints[i].angle) < 2e-6, joint.type));
  // Within its limits the winch stays; outside them it was turned back at once.
  steps(loaded, 60);
  steps(world, 60);
  loaded.joints.forEach((joint, i) => assert.ok(Math.abs(joint.angle - joints[i].angle) < 1e-4, joint.type));
  assert.ok(Math.abs(loaded.joints[0].bodyB.angularVelocity) < 1e-4);

  const within = { ...scene, joints: scene.joints.map(({ angle, ...joint }) => joint) };
  assert.ok(World.fromJSON(within).joints.every(({ angle }) => Math.abs(angle) <= Math.PI));
  for (const value of [NaN, Infinity, 1e39, '1', null])
    assert.throws(
      () => World.fromJSON({ ...scene, joints: [{ ...scene.joints[0], angle: value }] }),
      (error) => error.code === 'INVALID_ARGUMENT' && error.path === 'scene.joints[0].angle',
    );
  loaded.destroy();
  world.destroy();
});
