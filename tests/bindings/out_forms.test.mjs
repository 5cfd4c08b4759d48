// Each getter that returns a vector has a method that writes it into an object of the caller: `position` and
// `getPosition(out)`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Character, World, init } from '../../dist/index.js';

await init();

function everything() {
  const world = new World({ gravity: [0.1, -9.7] });
  const a = world.createBody({ type: 'static', position: [0.3, 0.7], angle: 0.4 });
  const b = world.createBody({
    position: [2.1, 0.2],
    velocity: [0.3, 0.1],
    shapes: [
      { type: 'circle', radius: 1, center: [0.1, 0.2] },
      { type: 'box', width: 1, height: 2, center: [0.3, 0.4], angle: 0.1, oneWay: [0.6, 0.8] },
      { type: 'capsule', a: [0.1, 0.2], b: [1.3, 0.4], radius: 0.1 },
      { type: 'segment', a: [0.5, 0.6], b: [1.7, 0.8] },
      {
        type: 'polygon',
        points: [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      },
    ],
  });
  const found = { world, body: b, character: new Character(world, { shape: { type: 'box', width: 1, height: 1 } }) };
  for (const shape of b.shapes) found[shape.type] = shape;
  const options = {
    prismatic: { axis: [0.6, 0.8] },
    wheel: { localAxis: [0.6, 0.8] },
    motor: { velocity: [0.7, 0.9] },
    target: { target: [1.1, 1.3] },
    gear: { axisA: [0.6, 0.8], axisB: [0.8, 0.6] },
    pulley: { groundAnchorA: [0.1, 5.2], groundAnchorB: [2.3, 5.4] },
  };
  for (const type of ['revolute', 'prismatic', 'distance', 'weld', 'wheel', 'motor', 'target', 'gear', 'pulley'])
    found[type] = world.createJoint({ type, bodyA: type === 'target' ? null : a, bodyB: b, ...options[type] });
  found.filter = world.createJoint({ type: 'filter', bodyA: a, bodyB: b });
  world.step();
  return found;
}

/** Names of the getters of an object, of all its classes. */
function gettersOf(object) {
  const names = new Set();
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at))) if (get) names.add(name);
  return names;
}
const isVector = (value) => typeof value?.x === 'number' && typeof value.y === 'number';
const formOf = (name) => `get${name[0].toUpperCase()}${name.slice(1)}`;

test('it gives what the getter gives', () => {
  const found = everything();
  const seen = [];
  for (const [what, object] of Object.entries(found)) {
    for (const name of gettersOf(object)) {
      const value = object[name];
      if (!isVector(value)) continue;
      const out = { x: NaN, y: NaN };
      assert.equal(typeof object[formOf(name)], 'function', `${what}.${formOf(name)}`);
      assert.equal(object[formOf(name)](out), out, `${what}.${formOf(name)}`);
      assert.deepEqual(out, { ...value }, `${what}.${name}`);
      seen.push(`${what}.${name}`);
    }
  }
  for (const name of ['character.position', 'box.oneWay', 'circle.center', 'segment.b', 'gear.axisB', 'motor.velocity'])
    assert.ok(seen.includes(name), name);
  assert.ok(seen.length >= 50, `${seen.length}`);
  found.world.destroy();
});

test('a shape without the vector leaves `out` alone', () => {
  const { world, circle, box, capsule, polygon } = everything();
  const out = { x: 3, y: 4 };
  for (const [shape, name] of [
    [circle, 'getA'],
    [circle, 'getB'],
    [box, 'getA'],
    [capsule, 'getCenter'],
    [polygon, 'getCenter'],
    [polygon, 'getB'],
  ])
    assert.equal(shape[name](out), undefined, `${shape.type}.${name}`);
  assert.equal(circle.getOneWay(out), null);
  assert.deepEqual(out, { x: 3, y: 4 });
  world.destroy();
});

test('without an object to write to, and of something destroyed, it throws', () => {
  const { world, character, circle, box, capsule, revolute, prismatic, gear } = everything();
  const calls = [
    [character, 'getPosition'],
    [circle, 'getCenter'],
    [box, 'getCenter'],
    [box, 'getOneWay'],
    [capsule, 'getA'],
    [revolute, 'getAnchor'],
    [revolute, 'getLocalAnchorB'],
    [prismatic, 'getAxis'],
    [gear, 'getAxisA'],
  ];
  for (const [object, name] of calls)
    for (const out of [undefined, null, 5, Object.freeze({ x: 0, y: 0 })])
      assert.throws(() => object[name](out), { code: 'INVALID_ARGUMENT', path: 'out' }, name);
  character.destroy();
  box.body.destroy();
  for (const [object, name] of calls) assert.throws(() => object[name]({ x: 0, y: 0 }), { code: 'DESTROYED' }, name);
  world.destroy();
});
