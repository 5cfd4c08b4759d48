// Every argument and option, given everything that it is not: only PhysicsErrors come, and they change nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  Character,
  FixedLoop,
  History,
  PhysicsError,
  World,
  bindPoses,
  debugLines,
  shapeDistance,
  timeOfImpact,
} from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}
function detached() {
  const array = new Float32Array(400);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}
const cycle = { name: 'cycle' };
cycle.cycle = cycle;

const kOdd = [
  ...[undefined, null, NaN, Infinity, -1, 1e300, 5, 5n, Symbol('odd'), 'x', '', true, () => {}],
  ...[[], [1], [[]], {}, { x: 1 }, { world: 1 }, { id: 1, slot: 1 }, new Map(), new Date(), cycle],
  ...[Object.create(null), Object.freeze({}), Object.freeze([]), [revoked({})]],
  ...[revoked({}), revoked([]), revoked(() => {})],
  ...[new Float32Array(0), new Float64Array(4), new DataView(new ArrayBuffer(8)), detached()],
  // Every property of it is there, and cannot be read.
  new Proxy({}, { get: (_, key) => (typeof key === 'symbol' ? undefined : revoked({})), has: () => true }),
];

const disc = { type: 'circle', radius: 1 };
const capsule = { type: 'capsule', a: [0, 0.3], b: [0, 1], radius: 0.3 };
const chain = { type: 'chain', points: [[0, 0], [1, 0]] }; // prettier-ignore
const way = { from: [0, 5], to: [0, -5] };
const here = { position: [0, 0] };

/** A call for each key of `defaults`, with that one odd. */
const each = (name, keys, call) => keys.map((key) => [`${name}.${key}`, (scene, odd) => call(scene, key, odd)]);
const setters = (name, keys) => each(name, keys, (scene, key, odd) => (scene[name][key] = odd));
const options = (name, defaults, call, keys = Object.keys(defaults)) => [
  [name, call],
  ...each(name, keys, (scene, key, odd) => call(scene, { ...defaults, [key]: odd })),
];
const kQuery = ['filter', 'except', 'sensors', 'where'];
const kForm = ['type', 'radius', 'center', 'width', 'height', 'angle', 'a', 'b', 'points', 'oneSided'];
const kSurface = ['density', 'friction', 'staticFriction', 'restitution', 'rollingResistance', 'tangentSpeed'];
const kRules = ['sensor', 'sensorSees', 'preSolve', 'oneWay', 'filter'];
const kBody = [
  ...['type', 'position', 'angle', 'velocity', 'angularVelocity', 'linearDamping', 'angularDamping', 'gravityScale'],
  ...['lock', 'bullet', 'sleepAllowed', 'awake', 'enabled', 'sleepThreshold', 'dominance'],
];
const kCharacter = ['position', 'maxSlope', 'stepHeight', 'snapDistance', 'skin', 'pushImpulse', 'mask', 'category'];
const kWorld = ['gravity', 'solver', 'sleep', 'sleepThreshold', 'continuous', 'hitSpeed'];
const kRevolute = ['anchor', 'localAnchorA', 'referenceAngle', 'hertz', 'lowerAngle', 'motorSpeed', 'breakForce'];

const kCalls = [
  ...options('shapeCast', { shape: disc, ...way }, ({ world }, odd) => world.shapeCast(odd), [
    ...['shape', 'from', 'to', 'angle', 'angleTo', ...kQuery],
  ]),
  ...options('shapeCastAll', { shape: disc, ...way }, ({ world }, odd) => world.shapeCastAll(odd)),
  ...options('raycast', way, ({ world }, odd) => world.raycast(odd), ['from', 'to', ...kQuery]),
  ...options('raycastAll', way, ({ world }, odd) => world.raycastAll(odd)),
  ...options('closest', { point: [0, 0] }, ({ world }, odd) => world.closest(odd), ['point', 'maxDistance', ...kQuery]),
  ...options('overlap', { shape: disc, ...here }, ({ world }, odd) => world.overlap(odd), [
    'shape',
    'position',
    'angle',
  ]),
  ['overlap aabb', ({ world }, odd) => world.overlap({ aabb: odd })],
  ['overlap aabb.min', ({ world }, odd) => world.overlap({ aabb: { min: odd, max: [1, 1] } })],
  ['overlap point', ({ world }, odd) => world.overlap({ point: odd })],
  ['except[0]', ({ world }, odd) => world.raycast({ ...way, except: [odd] })],
  ['raycasts', ({ world }, odd) => world.raycasts(odd)],
  ['raycasts out', ({ world }, odd) => world.raycasts(new Float32Array(8), odd)],
  ['raycasts options', ({ world }, odd) => world.raycasts(new Float32Array(8), undefined, odd)],
  ['shapeCasts', ({ world }, odd) => world.shapeCasts(odd)],
  ['shapeCasts[0]', ({ world }, odd) => world.shapeCasts([odd])],
  ['shapeCasts out', ({ world }, odd) => world.shapeCasts([{ shape: disc, ...way }], odd)],
  ['shapeCasts out[0]', ({ world }, odd) => world.shapeCasts([{ shape: disc, ...way }], [odd])],
  [
    'shapeCasts out[0].point',
    ({ world }, odd) => world.shapeCasts([{ shape: disc, ...way }], [{ point: odd, normal: { x: 0, y: 0 } }]),
  ],
  ['shapeDistance shapeA', (_, odd) => shapeDistance(odd, here, disc, here)],
  ['shapeDistance poseA', (_, odd) => shapeDistance(disc, odd, disc, here)],
  ['shapeDistance shapeB', (_, odd) => shapeDistance(disc, here, odd, here)],
  ['timeOfImpact shapeB', (_, odd) => timeOfImpact(disc, way, odd, way)],
  ['timeOfImpact sweepA', (_, odd) => timeOfImpact(disc, odd, disc, way)],
  ['on name', ({ world }, odd) => world.on(odd, () => {})],
  ['on handler', ({ world }, odd) => world.on('sleep', odd)],
  ['once handler', ({ world }, odd) => world.once('contactHit', odd)],
  ...options('on', {}, ({ world }, odd) => world.on('sleep', () => {}, odd), ['filter', 'signal']),
  ...options('once', {}, ({ world }, odd) => world.once('sleep', () => {}, odd), ['filter', 'signal']),
  ['interpolate alpha', ({ world }, odd) => world.interpolate(odd)],
  ['interpolate out', ({ world }, odd) => world.interpolate(0.5, odd)],
  ['collisionTrace bodyA', ({ world, body }, odd) => world.collisionTrace(odd, body)],
  ['collisionTrace bodyB', ({ world, body }, odd) => world.collisionTrace(body, odd)],
  ['recheck', ({ world }, odd) => world.recheck(odd)],
  ['step', ({ world }, odd) => world.step(odd)],
  ['restore', ({ world }, odd) => world.restore(odd)],
  ...options('snapshot', {}, ({ world }, odd) => world.snapshot(odd), ['out', 'static']),
  ...options('explode', { ...here, radius: 1, impulse: 1 }, ({ world }, odd) => world.explode(odd), [
    ...['position', 'radius', 'falloff', 'impulse', 'filter'],
  ]),
  ...['bodyById', 'bodyAtSlot', 'shapeById', 'jointById'].map((name) => [name, ({ world }, odd) => world[name](odd)]),
  ['getGravity', ({ world }, odd) => world.getGravity(odd)],
  ...setters('world', [...kWorld, 'contactFilter', 'trace', 'warmStarting']),
  ['world.solver.type', ({ world }, odd) => (world.solver = { type: odd })],
  ['world.solver.substeps', ({ world }, odd) => (world.solver = { type: 'soft-step', substeps: odd })],
  ['world.solver.literal', ({ world }, odd) => (world.solver = { type: 'soft-step', literal: odd })],
  ...options('World', {}, (_, odd) => new World(odd).destroy(), [...kWorld, 'lengthUnit', 'capacity']),
  ['fromJSON', (_, odd) => World.fromJSON(odd)],
  ...['format', 'version', 'world', 'bodies', 'joints'].map((key) => [
    `fromJSON ${key}`,
    ({ world }, odd) => World.fromJSON({ ...world.toJSON(), [key]: odd }).destroy(),
  ]),
  [
    'fromJSON bodies[0]',
    ({ world }, odd) => World.fromJSON({ ...world.toJSON(), bodies: [odd], joints: [] }).destroy(),
  ],
  ['fromJSON joints[0]', ({ world }, odd) => World.fromJSON({ ...world.toJSON(), joints: [odd] }).destroy()],
  ['fromJSON options', ({ world }, odd) => World.fromJSON(world.toJSON(), odd).destroy()],
  ['fromJSON worldOptions', ({ world }, odd) => World.fromJSON(world.toJSON(), { worldOptions: odd }).destroy()],
  ...options('createBody', {}, ({ world }, odd) => world.createBody(odd), [...kBody, 'name', 'shapes']),
  ['createBody shapes[0]', ({ world }, odd) => world.createBody({ shapes: [odd] })],
  ...options('createShape', disc, ({ body }, odd) => body.createShape(odd), [...kForm, ...kSurface, ...kRules]),
  ...each('createShape box', kForm, ({ body }, key, odd) => {
    body.createShape({ type: 'box', width: 1, height: 1, [key]: odd });
  }),
  ...['points', 'loop', 'twoSided', 'materials'].map((key) => [
    `createShape chain.${key}`,
    ({ body }, odd) => body.createShape({ ...chain, [key]: odd }),
  ]),
  ['createShape points[0]', ({ body }, odd) => body.createShape({ type: 'polygon', points: [odd, [1, 0], [0, 1]] })],
  ['createShape chain points[1]', ({ body }, odd) => body.createShape({ type: 'chain', points: [[0, 0], odd] })],
  ['createShape chain materials[0]', ({ body }, odd) => body.createShape({ ...chain, materials: [odd] })],
  ['createShape concave points', ({ body }, odd) => body.createShape({ type: 'concave', points: odd })],
  ['createJoint', ({ world }, odd) => world.createJoint(odd)],
  ...each('createJoint', ['type', 'bodyA', 'bodyB', ...kRevolute], ({ world, body, ground }, key, odd) => {
    world.createJoint({ type: 'revolute', bodyA: body, bodyB: ground, [key]: odd });
  }),
  ['createJoint target', ({ world, body }, odd) => world.createJoint({ type: 'target', bodyB: body, target: odd })],
  ['createJoint axis', ({ world, body, ground }, odd) => {
    world.createJoint({ type: 'prismatic', bodyA: body, bodyB: ground, axis: odd });
  }], // prettier-ignore
  ...setters('body', [...kBody, 'mass']),
  ...setters('shape', ['geometry', ...kForm.slice(1, -1), ...kSurface, ...kRules]),
  ...setters('joint', kRevolute),
  ...['getPosition', 'getVelocity', 'getAabb', 'getLocalCenter', 'getWorldCenter'].map((name) => [
    name,
    ({ body }, odd) => body[name](odd),
  ]),
  ['getAabb min', ({ body }, odd) => body.getAabb({ min: odd, max: { x: 0, y: 0 } })],
  ...['velocityAt', 'worldPoint', 'localPoint', 'worldVector', 'localVector'].flatMap((name) => [
    [name, ({ body }, odd) => body[name](odd)],
    [`${name} out`, ({ body }, odd) => body[name]([0, 0], odd)],
  ]),
  ['setTransform position', ({ body }, odd) => body.setTransform(odd, 0)],
  ['setTransform angle', ({ body }, odd) => body.setTransform([0, 0], odd)],
  ['moveTo position', ({ lift }, odd) => lift.moveTo(odd, 0, 0.1)],
  ['moveTo angle', ({ lift }, odd) => lift.moveTo([0, 0], odd, 0.1)],
  ['moveTo dt', ({ lift }, odd) => lift.moveTo([0, 0], 0, odd)],
  ...options('setMass', { mass: 1 }, ({ body }, odd) => body.setMass(odd), ['mass', 'inertia', 'center']),
  ...['applyForce', 'applyImpulse'].flatMap((name) => [
    [name, ({ body }, odd) => body[name](odd)],
    [`${name} point`, ({ body }, odd) => body[name]([1, 0], odd)],
  ]),
  ['applyTorque', ({ body }, odd) => body.applyTorque(odd)],
  ['applyAngularImpulse', ({ body }, odd) => body.applyAngularImpulse(odd)],
  ['getForce', ({ joint }, odd) => joint.getForce(odd)],
  ['getAnchorA', ({ joint }, odd) => joint.getAnchorA(odd)],
  ['Character world', (_, odd) => new Character(odd, { shape: capsule })],
  ...options('Character', { shape: capsule }, ({ world }, odd) => new Character(world, odd), ['shape', ...kCharacter]),
  ['Character shape.type', ({ world }, odd) => new Character(world, { shape: { type: odd } })],
  ...setters('character', kCharacter),
  ['move', ({ character }, odd) => character.move(odd)],
  ['move dt', ({ character }, odd) => character.move([1, 0], odd)],
  ['FixedLoop', (_, odd) => new FixedLoop(odd)],
  ...options('FixedLoop options', {}, ({ world }, odd) => new FixedLoop(world, odd), ['hz', 'maxSteps', 'timeScale']),
  ...setters('loop', ['hz', 'maxSteps', 'timeScale']),
  ['advance', ({ loop }, odd) => loop.advance(odd)],
  ['advanceBy', ({ loop }, odd) => loop.advanceBy(odd)],
  ['History', (_, odd) => new History(odd, { bytes: 1e6 })],
  ...options('History options', { bytes: 1e6 }, ({ world }, odd) => new History(world, odd), [
    ...['bytes', 'every', 'save', 'load'],
  ]),
  ['seek', ({ history }, odd) => history.seek(odd)],
  ['seek apply', ({ history }, odd) => history.seek(2, odd)],
  ['redo', ({ history }, odd) => (history.seek(1), history.redo(odd))],
  ['record', ({ history, world }, odd) => (world.step(), history.record(odd))],
  ['save', ({ world }, odd) => new History(world, { bytes: 1e6, save: () => odd })],
  ['bindPoses', (_, odd) => bindPoses(odd, () => {})],
  ['bindPoses apply', ({ world }, odd) => bindPoses(world, odd)],
  ['attach', ({ world }, odd) => bindPoses(world, () => {}).attach(odd, {})],
  ['detach', ({ world }, odd) => bindPoses(world, () => {}).detach(odd)],
  ['flush', ({ world }, odd) => bindPoses(world, () => {}).flush(odd)],
  ['debugLines', (_, odd) => debugLines(odd)],
  ...options('debugLines options', {}, ({ world }, odd) => debugLines(world, odd), ['layers', 'out']),
  ['debugLines layers.boxes', ({ world }, odd) => debugLines(world, { layers: { boxes: odd } })],
];

function scene() {
  const world = new World();
  const ground = floor(world);
  const body = box(world, 0, 0.5);
  const ball = world.createBody({ position: [0, 3], shapes: [{ type: 'circle', radius: 0.5 }] });
  const lift = box(world, 9, 3, { type: 'kinematic' });
  const joint = world.createJoint({ type: 'revolute', bodyA: body, bodyB: ball, anchor: [0, 2] });
  const character = new Character(world, { shape: capsule, position: [5, 5] });
  steps(world, 5);
  const history = new History(world, { bytes: 1e6 });
  for (let i = 0; i < 3; i++) {
    world.step();
    history.record();
  }
  history.seek(2);
  return { world, ground, body, shape: body.shapes[0], lift, joint, character, history, loop: new FixedLoop(world) };
}

test('whatever is given in place of an argument or an option, only PhysicsErrors come, and they change nothing', () => {
  let refusals = 0;
  for (const [name, call] of kCalls) {
    let now;
    for (const [i, odd] of kOdd.entries()) {
      now ??= scene();
      const before = now.world.hash();
      const said = `${name}, value ${i}`;
      try {
        call(now, odd);
        now.world.destroy(); // it was taken
        now = undefined;
      } catch (error) {
        if (error.constructor !== PhysicsError) throw new Error(`${said}: ${error}`, { cause: error });
        assert.notEqual(error.expected, '', `${said}: ${error.message}`);
        if (name !== 'redo' && name !== 'record') assert.equal(now.world.hash(), before, `${said}: ${error.message}`);
        refusals++;
      }
    }
    now?.world.step();
    now?.world.destroy();
  }
  assert.ok(refusals > 0.7 * kCalls.length * kOdd.length, `${refusals} of ${kCalls.length * kOdd.length}`);
});

test('an object that inherits from a body, or is a proxy of one, is not a body', () => {
  inWorld({}, (world) => {
    const ground = floor(world);
    const body = box(world, 0, 0.5);
    for (const fake of [
      Object.create(body),
      new Proxy(body, {}),
      Object.create(body.shapes[0]),
      Object.create(world),
    ]) {
      const hash = world.hash();
      const attempts = {
        bodyA: () => world.createJoint({ type: 'weld', bodyA: fake, bodyB: ground }),
        filter: () => world.on('sleep', () => {}, { filter: fake }),
        except: () => world.raycast({ ...way, except: fake }),
        body: () => bindPoses(world, () => {}).attach(fake, {}),
        bodyB: () => world.collisionTrace(body, fake),
        world: () => new Character(fake, { shape: capsule }),
        shape: () => world.recheck(fake),
      };
      for (const [path, attempt] of Object.entries(attempts))
        assert.throws(attempt, { name: 'PhysicsError', code: 'INVALID_ARGUMENT', path });
      assert.equal(world.hash(), hash);
    }
  });
});

test("an error of the caller's own getter comes through, and changes nothing", () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 0.5);
    const trap = (name, rest = {}) =>
      Object.defineProperty({ ...rest }, name, {
        enumerable: true,
        get() {
          throw new RangeError('mine');
        },
      });
    const attempts = [
      () => world.createBody(trap('angle')),
      () => world.shapeCast(trap('shape', way)),
      () => world.shapeCasts([{ shape: disc, ...way }, trap('to', { shape: disc, from: [0, 0] })]),
      () => world.explode(trap('impulse', { ...here, radius: 1 })),
      () => body.createShape(trap('radius', { type: 'circle' })),
      () => (body.position = trap('y', { x: 1 })),
      () => new Character(world, trap('shape')),
      () => new FixedLoop(world, trap('hz')),
    ];
    const hash = world.hash();
    for (const attempt of attempts) {
      assert.throws(attempt, { name: 'RangeError', message: 'mine' });
      assert.equal(world.hash(), hash);
    }
    world.step();
  });
});
