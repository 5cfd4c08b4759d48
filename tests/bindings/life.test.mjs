// Bodies, shapes and worlds come and go; what is gone says so and harms nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  Body,
  Character,
  FixedLoop,
  History,
  PhysicsError,
  Shape,
  World,
  bindPoses,
  debugLines,
  shapeDistance,
  timeOfImpact,
} from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const kAlwaysReadable = {
  Body: new Set(['constructor', 'destroyed', 'destroy', 'id', 'slot', 'name', 'world']),
  Shape: new Set(['constructor', 'destroyed', 'destroy', 'type', 'leave', 'id', 'body', 'sensor']),
  World: new Set(['constructor', 'destroyed', 'destroy']),
};
// What the methods need to get as far as the check.
const kArguments = {
  moveTo: [[0, 0], 0, 1],
  setTransform: [[0, 0], 0],
  applyForce: [[1, 0]],
  applyImpulse: [[1, 0]],
  applyTorque: [1],
  applyAngularImpulse: [1],
  worldPoint: [[0, 0]],
  localPoint: [[0, 0]],
  worldVector: [[0, 0]],
  localVector: [[0, 0]],
  velocityAt: [[0, 0]],
  setMass: [null],
  createShape: [{ type: 'circle', radius: 1 }],
  getPosition: [{}],
  getVelocity: [{}],
  getAabb: [{ min: {}, max: {} }],
  getLocalCenter: [{}],
  getWorldCenter: [{}],
  getGravity: [{}],
  on: ['sleep', () => {}],
  raycast: [{ from: [0, 0], to: [1, 1] }],
  raycastAll: [{ from: [0, 0], to: [1, 1] }],
  raycasts: [new Float32Array(4)],
  overlap: [{ point: [0, 0] }],
  shapeCast: [{ shape: { type: 'circle', radius: 1 }, from: [0, 0], to: [1, 1] }],
  shapeCastAll: [{ shape: { type: 'circle', radius: 1 }, from: [0, 0], to: [1, 1] }],
  shapeCasts: [[]],
  closest: [{ point: [0, 0] }],
  interpolate: [0],
  bodyById: [1],
  bodyAtSlot: [0],
  shapeById: [1],
  restore: [new Uint8Array()],
};
const kInternal = new Set(['adopt', 'dropShape', 'leave', 'take']);

/** Reads every getter, writes every setter with what `value` says, calls every method. */
function* uses(object, values) {
  for (const [name, { get, set, value }] of Object.entries(
    Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object)),
  )) {
    if (
      kAlwaysReadable[
        object.constructor.prototype === Body.prototype ? 'Body' : object instanceof Shape ? 'Shape' : 'World'
      ].has(name)
    )
      continue;
    if (kInternal.has(name)) continue;
    if (get) yield [`get ${name}`, () => get.call(object)];
    if (set) yield [`set ${name}`, () => set.call(object, values[name])];
    if (typeof value === 'function') yield [name, () => value.apply(object, kArguments[name] ?? [])];
  }
}
const valuesOf = (object) =>
  Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object)))
      .filter(([, { get }]) => get)
      .map(([name]) => [name, object[name]]),
  );

function assertGone(object, values) {
  let count = 0;
  for (const [name, use] of uses(object, values)) {
    assert.throws(
      use,
      (error) => {
        assert.ok(error instanceof PhysicsError, `${name}: ${error}`);
        assert.equal(error.code, 'DESTROYED', name);
        assert.match(error.message, /destroyed/, name);
        return true;
      },
      name,
    );
    count++;
  }
  assert.ok(count > 15, `${count}`);
}

test('every use of a destroyed body throws DESTROYED and changes nothing', () => {
  inWorld({}, (world) => {
    floor(world);
    const body = box(world, 0, 5);
    const values = valuesOf(body);
    const { id, slot } = body;
    body.destroy();
    const successor = box(world, 1, 5); // in the same slot
    assert.equal(successor.slot, slot);
    const before = world.hash();
    assertGone(body, values);
    assert.equal(world.hash(), before);
    assert.equal(body.destroyed, true);
    assert.deepEqual([body.id, body.slot], [id, slot]);
    body.destroy();
    assert.equal(successor.destroyed, false);
    assert.equal(world.bodyCount, 2);
    steps(world, 10);
  });
});

test('every use of a destroyed shape throws DESTROYED and changes nothing', () => {
  for (const destroy of [(shape) => shape.destroy(), (shape) => shape.body.destroy()]) {
    inWorld({}, (world) => {
      const body = box(world, 0, 5);
      const [shape] = body.shapes;
      const values = valuesOf(shape);
      destroy(shape);
      box(world, 1, 5);
      const before = world.hash();
      assertGone(shape, values);
      assert.equal(world.hash(), before);
      assert.equal(shape.destroyed, true);
      assert.equal(shape.type, 'box');
      shape.destroy();
      assert.equal(world.hash(), before);
    });
  }
});

test('every use of a destroyed world and its objects throws DESTROYED; another world continues', () => {
  inWorld({}, (other) => {
    const still = box(other, 0, 0);
    const world = new World();
    const body = box(world, 0, 0);
    const [shape] = body.shapes;
    const values = [world, body, shape].map(valuesOf);
    world.destroy();
    world.destroy();
    [world, body, shape].forEach((object, i) => assertGone(object, values[i]));
    assert.ok(world.destroyed && body.destroyed && shape.destroyed);
    body.destroy();
    shape.destroy();
    steps(other, 10);
    assert.ok(still.position.y < 0);
  });
});

/** A world with one of each: `a` stays, the others are what calls get. */
function partsOf(world) {
  const [a, body] = [box(world, 0, 0), box(world, 0, 3)];
  const joint = world.createJoint({ type: 'revolute', bodyA: a, bodyB: body, anchor: [0, 1] });
  const kinematic = box(world, 9, 0, { type: 'kinematic' });
  return { world, a, body, shape: body.shapes[0], joint, kinematic };
}

test('every call that takes an object refuses a destroyed one, or one of another world, and changes nothing', () => {
  inWorld({}, (world) => {
    inWorld({}, (elsewhere) => {
      const at = { position: [0, 0] };
      const path = { from: [0, 0], to: [1, 0] };
      const { a, ...own } = partsOf(world);
      const foreign = partsOf(elsewhere);
      for (const part of ['joint', 'body', 'kinematic']) own[part].destroy();
      const hash = world.hash();
      const refused = ([where, call], given, code) =>
        assert.throws(
          () => call(given),
          (error) => {
            const said = `${where}: ${error.message}`;
            assert.ok(error instanceof PhysicsError, said);
            assert.deepEqual([error.code, error.path], [code, where], said);
            assert.equal(error.value, given, said);
            assert.match(error.message, code === 'DESTROYED' ? /must be .*, got destroyed / : /must be .*, got /);
            assert.ok(error.message.includes(error.expected) && error.expected, said);
            return true;
          },
        );
      const poses = bindPoses(world, () => {});
      const on = (name) => [
        'filter',
        (filter) => world.on(name, () => assert.fail('it was not subscribed'), { filter }),
      ];
      const calls = {
        body: [
          ...['sleep', 'contactBegin', 'sensorStay', 'jointBreak', 'bodyDestroyed', 'preSolve', 'afterStep'].map(on),
          ['filter', (filter) => world.once('wake', () => assert.fail('it was not subscribed'), { filter })],
          ['bodyA', (bodyA) => world.createJoint({ type: 'weld', bodyA, bodyB: a })],
          ['bodyB', (bodyB) => world.createJoint({ type: 'weld', bodyA: a, bodyB })],
          ['bodyB', (bodyB) => world.createJoint({ type: 'target', bodyB })],
          ['bodyA', (bodyA) => world.collisionTrace(bodyA, a)],
          ['bodyB', (bodyB) => world.collisionTrace(a, bodyB)],
          ['body', (body) => poses.attach(body, {})],
        ],
        shape: [on('contactHit'), ['shape', (shape) => world.recheck(shape)]],
        joint: [on('jointDestroyed')],
        kinematic: [['body', (body) => new Character(world, { body })]],
      };
      let count = 0;
      for (const [part, list] of Object.entries(calls)) {
        for (const call of list) {
          refused(call, own[part], 'DESTROYED');
          refused(call, foreign[part], 'INVALID_ARGUMENT');
          count++;
        }
      }
      assert.equal(count, 18);
      // Of the shape of a query only the geometry is used: it may be of another world.
      for (const call of [
        ['shape', (shape) => world.shapeCast({ ...path, shape })],
        ['shape', (shape) => world.overlap({ ...at, shape })],
        [
          'casts[1].shape',
          (shape) =>
            world.shapeCasts([
              { ...path, shape: a.shapes[0] },
              { ...path, shape },
            ]),
        ],
        ['shapeA', (shape) => shapeDistance(shape, at, a.shapes[0], at)],
        ['shapeB', (shape) => timeOfImpact(a.shapes[0], path, shape, path)],
      ]) {
        refused(call, own.shape, 'DESTROYED');
        call[1](foreign.shape);
      }
      poses.detach(own.body); // it has no target
      refused(['body', (body) => poses.detach(body)], foreign.body, 'INVALID_ARGUMENT');
      assert.equal(world.hash(), hash);
      steps(world, 30);
    });
  });
});

test('a world that is destroyed is refused where it is given', () => {
  const world = new World();
  const { shape, kinematic } = partsOf(world);
  world.destroy();
  const geometry = { type: 'box', width: 1, height: 2 };
  for (const [name, call] of Object.entries({
    bindPoses: () => bindPoses(world, () => {}),
    debugLines: () => debugLines(world),
    History: () => new History(world, { bytes: 1e6 }),
    Character: () => new Character(world, { shape: geometry }),
    'Character of a body': () => new Character(world, { body: kinematic }),
    FixedLoop: () => new FixedLoop(world),
    shapeDistance: () => shapeDistance(shape, { position: [0, 0] }, geometry, { position: [0, 0] }),
  }))
    assert.throws(call, { name: 'PhysicsError', code: 'DESTROYED' }, name);
});

test('a world is disposed by its symbol', () => {
  const world = new World();
  world[Symbol.dispose]();
  assert.ok(world.destroyed);
});

test('there is one object per body or shape, wherever it comes from', () => {
  inWorld({}, (world) => {
    floor(world);
    const body = box(world, 0, 0.5);
    const [shape] = body.shapes;
    steps(world, 5);
    assert.equal(world.bodyById(body.id), body);
    assert.equal(world.bodyAtSlot(body.slot), body);
    assert.equal([...world.bodies][1], body);
    assert.equal(world.contacts()[0].bodyB, body);
    assert.equal(world.raycast({ from: [0, 5], to: [0, 0] }).shape, shape);
    assert.equal(world.overlap({ point: [0, 0.5] })[0], shape);
    assert.equal(world.shapeById(shape.id), shape);
    assert.equal(shape.body, body);
    assert.equal(body.world, world);
  });
});

test('the id of a destroyed object stays invalid, also when its slot is reused many times', () => {
  inWorld({}, (world) => {
    const ids = new Set();
    const slots = new Set();
    for (let i = 0; i < 1000; i++) {
      const body = box(world, 0, 0);
      assert.ok(!ids.has(body.id));
      ids.add(body.id);
      slots.add(body.slot);
      assert.equal(world.bodyById(body.id), body);
      body.destroy();
      assert.equal(world.bodyById(body.id), null);
    }
    assert.equal(slots.size, 1);
    for (const id of ids) assert.equal(world.bodyById(id), null);
    for (const id of [0, 1, 0xffffffff, -1, NaN]) assert.equal(world.bodyById(id), null);
    for (const slot of [-1, 5, 1e9, NaN]) assert.equal(world.bodyAtSlot(slot), null);
  });
});

test('shapes are added and removed while the world runs, without effect on an iteration over them', () => {
  inWorld({}, (world) => {
    floor(world);
    const body = box(world, 0, 0.5);
    assert.equal(body.mass, 1);
    const added = body.createShape({ type: 'circle', radius: 0.5, center: [0, 1], density: 2 });
    assert.deepEqual(
      body.shapes.map((shape) => shape.type),
      ['box', 'circle'],
    );
    assert.ok(Math.abs(body.mass - (1 + 2 * Math.PI * 0.25)) < 1e-5);
    steps(world, 10);
    for (const shape of body.shapes) if (shape === added) shape.destroy();
    assert.equal(body.shapes.length, 1);
    assert.equal(body.mass, 1);
    steps(world, 10);
  });
});

test('1,000 worlds are created and destroyed in bounded memory', () => {
  let length = 0;
  for (let i = 0; i < 1000; i++) {
    inWorld({}, (world) => {
      for (let k = 0; k < 20; k++) box(world, k, 0);
      world.step();
      const now = world.views.poses.buffer.byteLength;
      if (i === 10) length = now;
      if (i > 10) assert.equal(now, length);
    });
  }
});

test('destroying many bodies at once does not affect the others', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const bodies = Array.from({ length: 200 }, (_, i) => box(world, (i % 20) * 1.05 - 10, 0.5 + Math.floor(i / 20)));
    steps(world, 30);
    bodies.forEach((body, i) => {
      if (i % 3) body.destroy();
    });
    steps(world, 120);
    assert.equal(world.bodyCount, 1 + Math.ceil(200 / 3));
    for (const body of world.bodies) {
      assert.ok(body === ground || (body.position.y > 0.4 && body.position.y < 12), `${body.position.y}`);
    }
  });
});

test('a vector whose getters call the engine is read like any other', () => {
  inWorld({}, (world) => {
    const body = world.createBody({ position: [2, 4], shapes: [{ type: 'circle', radius: 0.5 }] });
    const player = {
      get x() {
        return body.position.x;
      },
      get y() {
        return body.position.y;
      },
    };
    const other = world.createBody({ type: 'static', position: player });
    assert.equal(other.type, 'static');
    assert.deepEqual(other.position, { x: 2, y: 4 });
    const shape = other.createShape({
      type: 'circle',
      radius: 1,
      center: {
        get x() {
          world.contacts();
          return 3;
        },
        y: 1,
      },
    });
    assert.equal(shape.radius, 1);
    assert.deepEqual(shape.center, { x: 3, y: 1 });
  });
});

test('a box keeps its centre when the given array changes', () => {
  inWorld({}, (world) => {
    const center = [0, 0];
    const body = world.createBody({ shapes: [{ type: 'box', width: 1, height: 1, center }] });
    center[0] = 5;
    assert.deepEqual(body.shapes[0].center, { x: 0, y: 0 });
    body.shapes[0].width = 2;
    assert.ok(body.aabb.max.x < 1.1);
  });
});

test('the given velocity is that of the centre of mass, and locks apply', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const shapes = [{ type: 'box', width: 1, height: 1, center: [1, 0] }];
    assert.deepEqual(world.createBody({ velocity: [3, 4], angularVelocity: 5, shapes }).velocity, { x: 3, y: 4 });
    const locked = world.createBody({
      position: [20, 0],
      lock: { x: true },
      angularVelocity: 5,
      shapes: [{ type: 'box', width: 1, height: 1, center: [0, 1] }],
    });
    assert.equal(locked.velocity.x, 0);
  });
});

test('a force at an invalid point is an error', () => {
  inWorld({}, (world) => {
    const body = world.createBody({ shapes: [{ type: 'circle', radius: 0.5 }] });
    assert.throws(() => body.applyForce([1, 0], NaN), { code: 'INVALID_ARGUMENT' });
    assert.throws(() => body.applyImpulse([1, 0], null), { code: 'INVALID_ARGUMENT' });
  });
});

// Linear: 0.1 s here; quadratic it was 100 s. The bound is what a machine ten times slower takes.
test('a level of 16,000 shapes is created in time proportional to their number, at once and one by one', () => {
  for (const type of ['static', 'dynamic']) {
    inWorld({}, (world) => {
      const tile = (i) => ({ type: 'box', width: 1, height: 1, center: [i % 200, Math.floor(i / 200)] });
      const before = performance.now();
      const level = world.createBody({ type, shapes: Array.from({ length: 16000 }, (_, i) => tile(i)) });
      const other = world.createBody({ type });
      for (let i = 0; i < 16000; i++) other.createShape(tile(i));
      assert.ok(performance.now() - before < 2000);
      assert.equal(level.mass, other.mass);
      assert.equal(level.inertia, other.inertia);
    });
  }
});

test('an option whose getter calls the engine does not corrupt values read before it', () => {
  inWorld({}, (world) => {
    const other = box(world, 7, 7);
    const made = world.createBody({
      position: [1, 2],
      get angle() {
        return other.position.x - 7 + 0.5;
      },
      velocity: [3, 4],
      shapes: [
        {
          type: 'circle',
          radius: 0.25,
          get friction() {
            other.createShape({ type: 'circle', radius: 1 });
            return 0.125;
          },
        },
      ],
    });
    assert.deepEqual(made.position, { x: 1, y: 2 });
    assert.deepEqual(made.velocity, { x: 3, y: 4 });
    assert.ok(Math.abs(made.angle - 0.5) < 1e-6);
    assert.equal(made.shapes[0].radius, 0.25);
    assert.equal(made.shapes[0].friction, 0.125);
  });
});

test('bodies and shapes are destroyed one after the other, with the list read again each time', () => {
  inWorld({}, (world) => {
    const body = world.createBody();
    for (let i = 0; i < 30; i++) body.createShape({ type: 'circle', radius: 0.1, center: [i, 0] });
    for (let i = 0; i < 30; i++) box(world, 2 * i, 5);
    const { bodies } = world;
    let left = bodies.length;
    for (let i = 0; world.bodies.length; i++) {
      assert.deepEqual(
        world.bodies,
        bodies.filter((one) => !one.destroyed),
      );
      world.bodies.at([0, -1, 3][i % 3])?.destroy();
      if (i === 10) left++ && box(world, 0, 9).destroy();
    }
    assert.equal(bodies.length, 31, 'a list stays as it was');
    const again = [box(world, 0, 0), box(world, 2, 0), box(world, 4, 0)];
    assert.deepEqual(
      world.bodies,
      again.sort((a, b) => a.slot - b.slot),
    );
  });
});

test('a body created asleep and disabled has its given velocity', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    for (const awake of [true, false]) {
      const shapes = [{ type: 'circle', radius: 1, center: [1, 0] }];
      const def = { velocity: [1, 2], angularVelocity: 5, awake, enabled: false, shapes };
      assert.deepEqual(world.createBody(def).velocity, { x: 1, y: 2 });
    }
  });
});

test('moveTo does not move locked axes', () => {
  inWorld({}, (world) => {
    const lift = box(world, 1, 1, { type: 'kinematic', lock: { rotation: true, x: true } });
    lift.moveTo([3, 2], 1, 1 / 60);
    assert.equal(lift.angularVelocity, 0);
    assert.equal(lift.velocity.x, 0);
    world.step();
    assert.equal(lift.angle, 0);
    assert.ok(Math.abs(lift.position.y - 2) < 1e-5 && lift.position.x === 1);
  });
});

test('a disabled body has no part in energy and momentum', () => {
  inWorld({}, (world) => {
    const shapes = [{ type: 'circle', radius: 0.5 }];
    const [, body] = [2, 3].map((y) => world.createBody({ position: [1, y], velocity: [10, 0], shapes }));
    const [both, momentum] = [world.energy(), world.momentum()];
    body.enabled = false;
    const { mass } = body;
    const one = world.energy();
    // Sums of a few floats.
    const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-5 * Math.abs(b), `${a}, ${b}`);
    near(one.kinetic, both.kinetic / 2);
    near(both.potential - one.potential, 9.81 * 3 * mass);
    near(world.momentum().x, momentum.x / 2);
    body.enabled = true;
    assert.deepEqual([world.energy(), world.momentum()], [both, momentum]);
  });
});
