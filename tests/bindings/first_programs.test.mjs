// What a first program runs into: lists that are kept, names that every object has, values of the wrong kind, messages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Character, History, PhysicsError, World, bindPoses, presets, shapeDistance } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const refused = (attempt, path, said) =>
  assert.throws(attempt, (error) => {
    assert.ok(error instanceof PhysicsError, String(error));
    assert.equal(error.code, 'INVALID_ARGUMENT', error.message);
    assert.equal(error.path, path, error.message);
    if (said) assert.match(error.message, said);
    return true;
  });

const kinds = {
  revolute: { anchor: [0, 1] },
  prismatic: { anchor: [0, 1], axis: [1, 0] },
  distance: {},
  weld: {},
  wheel: { axis: [0, 1] },
  motor: {},
  target: {},
  filter: {},
  gear: {},
  pulley: { groundAnchorA: [0, 9], groundAnchorB: [4, 9] },
};

/** One of everything. */
function full(world) {
  const ground = floor(world);
  const bodies = [box(world, 0, 2), box(world, 4, 2)];
  const joints = Object.entries(kinds).map(([type, options]) =>
    world.createJoint({ type, bodyA: bodies[0], bodyB: bodies[1], ...options }),
  );
  const shapes = [
    { type: 'circle', radius: 0.5, center: [0.1, 0.2] },
    { type: 'capsule', a: [0, 0], b: [1, 0], radius: 0.25 },
    { type: 'box', width: 0.3, height: 1.7, center: [0.3, 0.1], angle: 0.7, radius: 0.05 },
    {
      type: 'polygon',
      points: [
        [0.1, 0],
        [1.3, 0.2],
        [0.3, 1.1],
      ],
      radius: 0.01,
    },
    { type: 'segment', a: [0.1, 0], b: [1, 0.3] },
    { type: 'circle', radius: 0.4, sensor: true, oneWay: [0.3, 0.7] },
  ];
  const mixed = world.createBody({ position: [0, 8], angle: 0.3, shapes });
  const character = new Character(world, {
    shape: { type: 'capsule', a: [0, -0.5], b: [0, 0.5], radius: 0.3 },
    position: [-8, 1],
  });
  return { ground, bodies, joints, mixed, character };
}

test('returned lists are read-only and do not change', () => {
  inWorld({}, (world) => {
    const { mixed, bodies } = full(world);
    const lists = { shapes: mixed.shapes, bodies: world.bodies, joints: world.joints };
    for (const [name, list] of Object.entries(lists)) {
      assert.ok(list.length > 0);
      assert.throws(() => list.push(1), TypeError, name);
      assert.throws(() => list.splice(0, 1), TypeError, name);
    }
    const before = mixed.shapes;
    assert.equal(before, mixed.shapes, 'the same list while nothing changes');
    mixed.createShape({ type: 'circle', radius: 1 });
    assert.equal(before.length, 6);
    assert.equal(mixed.shapes.length, 7);
    for (const shape of mixed.shapes) shape.destroy();
    assert.equal(mixed.shapes.length, 0);
    // Made anew with each reading: changing one changes nothing else.
    steps(world, 60);
    for (const read of [() => bodies[0].joints, () => bodies[0].contacts, () => world.contacts()]) {
      const count = read().length;
      read().length = 0;
      assert.equal(read().length, count);
    }
  });
});

test('names that every object has are unknown options like any other', () => {
  inWorld({}, (world) => {
    const { bodies, joints, character } = full(world);
    const [shape] = bodies[0].shapes;
    for (const name of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty', '__defineGetter__']) {
      const odd = (more = '') => JSON.parse(`{${more}"${name}": 1}`);
      const unknown = /is not an option\. Accepted/;
      refused(() => world.createBody(odd()), name, unknown);
      refused(
        () => world.createBody({ shapes: [odd('"type": "circle", "radius": 1, ')] }),
        `shapes[0].${name}`,
        unknown,
      );
      refused(() => world.createJoint({ ...odd(), type: 'weld', bodyA: bodies[0], bodyB: bodies[1] }), name, unknown);
      refused(() => new World(odd()), name, unknown);
      refused(() => new World({ solver: odd('"type": "soft-step", ') }), `solver.${name}`);
      refused(() => world.raycast(odd('"from": [0, 0], "to": [1, 1], ')), name, unknown);
      refused(() => World.fromJSON(odd()), `scene.${name}`, unknown);
      for (const path of ['type']) refused(() => bodies[0].createShape({ type: name }), path, /one of 'circle'/);
      refused(() => world.on(name, () => {}), 'name');
      for (const object of [world, bodies[0], shape, joints[0], character]) {
        const before = world.hash();
        refused(() => (object[name] = 1), name, name === 'constructor' ? /read-only/ : /is not a property/);
        assert.equal(world.hash(), before);
      }
    }
  });
});

const kOdd = [
  10n,
  Symbol('odd'),
  undefined,
  null,
  NaN,
  -1,
  1e300,
  '1',
  '',
  true,
  [],
  {},
  [1],
  () => 1,
  new Proxy({}, {}),
];
kOdd.push({ id: 10n }, { id: Symbol('id') }, { x: 10n, y: 1 }, [Symbol('x'), 1], Object.freeze({}), {
  type: Symbol('t'),
});
const describe = (value) => (typeof value === 'object' ? 'an object' : String(value));

const strangers = [];
/** What `attempt` throws is this package's own. */
function own(attempt, what) {
  try {
    attempt();
  } catch (error) {
    if (!(error instanceof PhysicsError)) strangers.push(`${what}: ${error}`);
  }
}

/** Names of its prototypes up to those of the language. */
function* members(object) {
  const seen = new Set(['constructor']);
  for (let at = Object.getPrototypeOf(object); at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (seen.has(name)) continue;
      seen.add(name);
      yield [name, descriptor];
    }
  }
}

test('values of any kind throw errors of this package and no others', (t) => {
  t.mock.method(console, 'warn', () => {});
  const world = new World();
  const { bodies, mixed, joints, character } = full(world);
  steps(world, 5);
  const kEnds = ['destroy', 'step'];
  for (const object of [bodies[0], ...mixed.shapes, ...joints, character, world]) {
    const kind = `${Object.getPrototypeOf(object).constructor.name} ${object.type ?? ''}`;
    for (const [name, { set, value: method }] of members(object)) {
      if (kEnds.includes(name)) continue;
      for (const value of kOdd) {
        if (set) own(() => (object[name] = value), `${kind}.${name} = ${describe(value)}`);
        if (!method) continue;
        own(() => object[name](value), `${kind}.${name}(${describe(value)})`);
        own(() => object[name]([0, 1], value), `${kind}.${name}([0, 1], ${describe(value)})`);
        own(() => object[name]({}, value), `${kind}.${name}({}, ${describe(value)})`);
      }
    }
    world.contactFilter = null;
  }
  for (const value of kOdd) {
    const what = describe(value);
    own(() => new World(value), `new World(${what})`);
    own(() => new Character(value, {}), `new Character(${what})`);
    own(() => new Character(world, value), `new Character(world, ${what})`);
    own(() => new Character(world, { shape: value }), `new Character(world, { shape: ${what} })`);
    own(() => new History(world, value), `new History(world, ${what})`);
    own(() => bindPoses(world, value), `bindPoses(world, ${what})`);
    own(() => shapeDistance(value, {}, value, {}), `shapeDistance(${what})`);
    own(() => World.fromJSON(value), `fromJSON(${what})`);
    own(
      () => World.fromJSON({ format: 'impulse2d', version: 1, world: {}, bodies: [value], joints: [] }),
      `bodies ${what}`,
    );
    own(
      () => World.fromJSON({ format: 'impulse2d', version: 1, world: {}, bodies: [], joints: [value] }),
      `joints ${what}`,
    );
    own(() => world.createBody({ shapes: [value] }), `shapes: [${what}]`);
    for (const type of ['chain', 'concave', 'polygon'])
      own(() => world.createBody({ shapes: [{ type, points: [[0, 0], value, [1, 1]] }] }), `${type} ${what}`);
    own(() => world.createBody({ dominance: value }), `dominance ${what}`);
  }
  assert.deepEqual(strangers, []);
  steps(world, 5);
  world.destroy();
});

test('setting a property to its present value changes no bit, emits no event and wakes no body', (t) => {
  t.mock.method(console, 'warn', () => {});
  for (const preset of Object.keys(presets)) {
    inWorld({ solver: presets[preset] }, (world) => {
      const { ground, bodies, mixed, joints, character } = full(world);
      const one = box(world, 12, 0.5);
      one.shapes[0].staticFriction = 0.8;
      const chain = world.createBody({
        type: 'static',
        shapes: [
          {
            type: 'chain',
            points: [
              [20, 0],
              [22, 0],
              [24, 1],
            ],
          },
        ],
      });
      steps(world, 10);
      for (const body of world.bodies) body.putToSleep();
      world.step();
      const told = [];
      const effects = [];
      for (const name of ['contactBegin', 'contactEnd', 'wake', 'sleep', 'sensorBegin', 'sensorEnd'])
        world.on(name, () => told.push(name));
      const shapes = [ground, one, chain, mixed].flatMap((body) => body.shapes);
      for (const object of [ground, ...bodies, one, chain, mixed, ...shapes, ...joints, character, world]) {
        for (const [name, { get, set }] of members(object)) {
          if (!get || !set || name === 'trace') continue;
          const before = world.hash();
          const awake = world.awakeCount;
          const value = object[name];
          const what = `${preset}: ${object.type ?? ''} ${Object.getPrototypeOf(object).constructor.name}.${name}`;
          try {
            object[name] = value;
          } catch (error) {
            // What a form has not is undefined, and what is read-only stays so.
            assert.ok(value === undefined || /read-only/.test(error.message), `${what}: ${error.message}`);
          }
          if (world.hash() !== before || world.awakeCount !== awake) effects.push(what);
        }
      }
      assert.deepEqual(effects, []);
      told.length = 0;
      world.step();
      assert.deepEqual(told, []);
    });
  }
});

test('destroying its shape ends a character', () => {
  inWorld({}, (world) => {
    const { character } = full(world);
    character.body.shapes[0].destroy();
    assert.equal(character.destroyed, true);
    for (const use of [
      () => character.move([1, 0]),
      () => character.mask,
      () => (character.mask = 1),
      () => (character.category = 1),
      () => character.position,
      () => character.body,
      () => character.dropThrough(),
    ])
      assert.throws(use, { code: 'DESTROYED' });
    world.step();
    character.destroy();
    assert.equal(world.bodyCount, 4);
  });
});

test('properties of a destroyed body can be read, or throw DESTROYED, while its events are delivered', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const body = box(world, 0, 0.5);
    steps(world, 5);
    const [shape] = body.shapes;
    let heard = 0;
    world.on('contactEnd', (event) => {
      heard++;
      assert.ok([event.bodyA, event.bodyB].includes(body));
      assert.equal(typeof body.position.x, 'number');
      for (const object of [body, shape])
        for (const [name, { get }] of members(object))
          if (get)
            try {
              void object[name];
            } catch (error) {
              assert.equal(error.code, 'DESTROYED', name);
            }
    });
    body.destroy();
    world.step();
    assert.equal(heard, 1);
    assert.equal(ground.destroyed, false);
  });
});

test('messages name the path, the missing value and a suggestion', () => {
  inWorld({}, (world) => {
    const body = world.createBody();
    const ground = floor(world);
    refused(
      () => world.createBody({ shapes: [{}] }),
      'shapes[0].type',
      /shapes\[0\]\.type is missing: it must be one of 'circle'/,
    );
    refused(() => body.createShape({ type: 'rect' }), 'type', /'box', 'chain', 'concave', got "rect"/);
    refused(
      () => (body.createShape({ type: 'circle', radius: 1 }).geometry = { type: 'chain' }),
      'geometry.type',
      /'box', got "chain"/,
    );
    const points = [
      [0, 0],
      [1, 0],
      [2, 0],
    ];
    const chain = (material) => ({ type: 'chain', points, materials: [{}, material] });
    refused(() => body.createShape(chain({ friction: -1 })), 'materials[1].friction', /got -1/);
    refused(() => world.createBody({ shapes: [chain({ friction: NaN })] }), 'shapes[0].materials[1].friction');
    refused(() => world.createBody({ shapes: [{ ...chain({}), restitution: -2 }] }), 'shapes[0].restitution');
    refused(() => (ground.mass = 4), 'mass', /only that of a dynamic body can be set, got 4/);
    refused(() => ground.moveTo([0, 0], 0, 1), 'type', /got "static"/);
    const character = new Character(world, { shape: { type: 'capsule', a: [0, 0], b: [0, 1], radius: 0.3 } });
    character.body.type = 'static';
    refused(() => character.move([1, 0]), 'body', /got "static"/);
    for (const [given, meant] of Object.entries({
      collisionGroup: 'filter.group',
      collisionMask: 'filter.mask',
      collisionCategory: 'filter.category',
      category: 'filter.category',
      categoryBits: 'filter.category',
      mask: 'filter.mask',
      maskBits: 'filter.mask',
      group: 'filter.group',
      groupIndex: 'filter.group',
    })) {
      refused(
        () => body.createShape({ type: 'circle', radius: 1, [given]: 1 }),
        given,
        new RegExp(`did you mean ${meant}\\?`),
      );
    }
    refused(
      () => body.createShape({ type: 'circle', radius: 1, filter: { maskBits: 1 } }),
      'filter.maskBits',
      /did you mean mask\?/,
    );
    refused(() => new History(world, { bytes: 1e6, every: 0 }), 'every');
  });
});

test('a scene without a required part is an error, and errors name the whole path', () => {
  const scene = { format: 'impulse2d', version: 1, world: {}, bodies: [], joints: [] };
  World.fromJSON(scene).destroy();
  for (const name of ['world', 'bodies', 'joints'])
    refused(() => World.fromJSON({ ...scene, [name]: undefined }), `scene.${name}`, /is missing/);
  const of = (more) => () => World.fromJSON({ ...scene, ...more });
  refused(
    of({ bodies: [{ shapes: [{ type: 'box', width: 1 }] }] }),
    'scene.bodies[0].shapes[0].height',
    /^scene\.bodies\[0\]\.shapes\[0\]\.height is missing/,
  );
  refused(of({ bodies: [5] }), 'scene.bodies[0]', /^scene\.bodies\[0\] must be an object, got 5/);
  refused(of({ bodies: [{ mass: 5 }] }), 'scene.bodies[0].mass', /^scene\.bodies\[0\]\.mass must/);
  refused(of({ world: 5 }), 'scene.world', /^scene\.world must be an object/);
  refused(
    of({ world: { gravty: 1 } }),
    'scene.world.gravty',
    /^scene\.world\.gravty is not an option; did you mean gravity/,
  );
  refused(
    of({ bodies: [{}], joints: [{ type: 'weld', bodyA: 0, bodyB: 7 }] }),
    'scene.joints[0].bodyB',
    /^scene\.joints\[0\]\.bodyB must be an integer from 0 to 0, got 7/,
  );
});

test('in JSON a shape has the values that differ from defaults, and a chain is a chain', () => {
  inWorld({}, (world) => {
    const chain = {
      type: 'chain',
      points: [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ],
      loop: true,
      friction: 0.2,
    };
    const open = {
      type: 'chain',
      points: [
        [0, 0],
        [2, 0.1],
        [3, 1],
      ],
      twoSided: false,
      restitution: 0.5,
      materials: [{}, { friction: 0.1, tangentSpeed: 2 }],
    };
    const segment = { type: 'segment', a: [9, 9], b: [10, 9] };
    const ground = world.createBody({ type: 'static', shapes: [chain, segment, open, chain] });
    world.createBody({
      position: [0, 5],
      shapes: [
        { type: 'box', width: 1, height: 2 },
        { type: 'circle', radius: 1 },
      ],
    });
    const scene = world.toJSON();
    const [made, moving] = scene.bodies;
    assert.deepEqual(moving.shapes, [
      { type: 'box', width: 1, height: 2 },
      { type: 'circle', radius: 1 },
    ]);
    assert.deepEqual(
      made.shapes.map(({ type }) => type),
      ['chain', 'segment', 'chain', 'chain'],
    );
    assert.deepEqual(made.shapes[0], chain);
    assert.deepEqual(made.shapes[1], segment);
    assert.deepEqual(made.shapes[2].materials, [
      { restitution: 0.5 },
      { friction: 0.1, restitution: 0.5, tangentSpeed: 2 },
    ]);
    assert.equal(made.shapes[2].twoSided, false);
    const again = World.fromJSON(JSON.parse(JSON.stringify(scene)));
    assert.deepEqual(again.toJSON(), scene);
    assert.equal(again.hash(), world.hash());
    again.destroy();
    // One that is not whole any more is what is left of it.
    ground.shapes[1].destroy();
    ground.shapes.at(-1).filter = { category: 2 };
    assert.deepEqual(
      world.toJSON().bodies[0].shapes.map(({ type }) => type),
      [...Array(3).fill('segment'), 'segment', 'chain', ...Array(4).fill('segment')],
    );
  });
});

test('undocumented members cannot be reached by name', () => {
  inWorld({}, (world) => {
    const { bodies, mixed, joints, character } = full(world);
    const hidden = [
      'form',
      'adopt',
      'take',
      'drop',
      'dropShape',
      'leave',
      'massIsSet',
      'carryCharacter',
      'moveCharacter',
      'lastDt',
    ];
    hidden.push('reading', 'parameter', 'setParameter', 'edited', 'stepped', 'serveOne');
    for (const object of [world, world.views, bodies[0], mixed.shapes[0], ...joints, character])
      for (const name of hidden)
        if (name !== 'drop' || object !== world.views) assert.equal(name in object, false, name);
    for (const Class of [bodies[0], mixed.shapes[0], ...joints, world.views].map(Object.getPrototypeOf))
      for (const name of ['make', 'wrap']) assert.equal(name in Class.constructor, false, name);
    refused(() => (mixed.shapes[0].form = 5), 'form');
  });
});

test('destroying all shapes of a body, or changing their densities, takes time proportional to their number', () => {
  const loops = {
    forwards: (body) => body.shapes.forEach((shape) => shape.destroy()),
    backwards: (body) => [...body.shapes].reverse().forEach((shape) => shape.destroy()),
    'one after the other': (body) => {
      while (body.shapes.length > 0) body.shapes[0].destroy();
    },
    weighing: (body) => body.shapes.forEach((shape, i) => (shape.density = 2 + (i % 3))),
  };
  const time = (loop, count) =>
    inWorld({}, (world) => {
      const shapes = Array.from({ length: count }, (_, i) => ({
        type: 'circle',
        radius: 0.1,
        center: [i % 100, Math.floor(i / 100)],
      }));
      const body = world.createBody({ shapes });
      const before = performance.now();
      loop(body);
      const took = performance.now() - before;
      const sum = body.shapes.reduce((all, { density }) => all + density, 0) * Math.PI * 0.01;
      // 16,000 roundings of 6e-8, most to one side
      if (sum > 0) assert.ok(Math.abs(body.mass / sum - 1) < 2e-4, `${body.mass} of ${sum}`);
      return took;
    });
  for (const [name, loop] of Object.entries(loops)) {
    const best = (count) => Math.min(...[1, 2, 3].map(() => time(loop, count)));
    const few = best(4000);
    const many = best(16000);
    // 16 times and 4 s where each walks over all of them; `body.shapes` is a new list after each change, which costs a
    // copy.
    assert.ok(many < 10 * few || many < 1000, `${name}: ${few} and ${many} ms`);
  }
});

test('while shapes are destroyed one by one, the mass is that of the remaining shapes', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const shapes = Array.from({ length: 1200 }, (_, i) => ({
      type: 'box',
      width: 0.5,
      height: 0.2 + (i % 7) * 0.1,
      center: [500 + (i % 40), Math.floor(i / 40)],
      density: i % 100 === 0 ? 50 : 1,
    }));
    const body = world.createBody({ shapes });
    let order = 12345;
    while (body.shapes.length > 3) {
      order = (order * 1103515245 + 12345) % 2147483648;
      body.shapes[order % body.shapes.length].destroy();
      if (body.shapes.length % 50 !== 3) continue;
      const fresh = world.createBody({
        shapes: body.shapes.map((shape) => ({ ...shape.geometry, density: shape.density })),
      });
      for (const name of ['mass', 'inertia'])
        assert.ok(
          Math.abs(body[name] / fresh[name] - 1) < 2e-4,
          `${name} of ${body.shapes.length}: ${body[name]}, ${fresh[name]}`,
        );
      assert.ok(Math.hypot(body.localCenter.x - fresh.localCenter.x, body.localCenter.y - fresh.localCenter.y) < 2e-3);
      fresh.destroy();
    }
  });
});
