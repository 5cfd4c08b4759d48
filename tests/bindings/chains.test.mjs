// Chains: ground of segments, as one surface.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init, World } from '../../dist/index.js';

await init();

const ground = Array.from({ length: 21 }, (_, i) => [i - 2, 0]);
const chain = (options) => ({ type: 'chain', points: ground, friction: 0, ...options });

/** A ball at 5 m/s along a chain for two seconds. */
function roll(solver, shape) {
  const world = new World({ solver: { type: solver } });
  world.createBody({ type: 'static', shapes: [shape] });
  const ball = world.createBody({
    position: [0, 0.4],
    velocity: [5, 0],
    shapes: [{ type: 'circle', radius: 0.4, friction: 0 }],
  });
  let lift = 0;
  for (let i = 0; i < 120; i++) {
    world.step();
    if (i > 20) lift = Math.max(lift, Math.abs(ball.velocity.y));
  }
  return { x: ball.position.x, y: ball.position.y, lift };
}

test('a ball rolls along a chain as along one segment, under every solver', () => {
  for (const solver of ['soft-step', 'sequential-impulse', 'substepped-position']) {
    const backwards = { points: [...ground].reverse() };
    for (const options of [{}, backwards, { ...backwards, twoSided: false }]) {
      const { x, y, lift } = roll(solver, chain(options));
      assert.ok(lift <= 1e-3, `${solver} rose at ${lift} m/s`); // a step of gravity is 0.16 m/s
      assert.ok(Math.abs(x - 10) <= 1e-3, `${solver} came to ${x}`); // 5 m/s for 2 s
      assert.ok(Math.abs(y - 0.4) <= 0.011, `${solver} at height ${y}`); // two slops
    }
  }
});

test('a one-sided chain is solid from the right of its direction alone', () => {
  const drop = (points, height, speed) => {
    const world = new World({ gravity: [0, 0] });
    world.createBody({ type: 'static', shapes: [{ type: 'chain', points, twoSided: false }] });
    const box = world.createBody({
      position: [0.5, height],
      velocity: [0, speed],
      shapes: [{ type: 'box', width: 0.4, height: 0.4 }],
    });
    for (let i = 0; i < 60; i++) world.step();
    return box.position.y;
  };
  const leftwards = [
    [3, 0],
    [1, 0],
    [-3, 0],
  ];
  const rightwards = [...leftwards].reverse();
  for (const speed of [2, 60]) {
    // The right of leftwards is up: it holds what comes from above, to half its height and two slops.
    assert.ok(Math.abs(drop(leftwards, 1, -speed) - 0.2) <= 0.011 || drop(leftwards, 1, -speed) > 0.2);
    assert.ok(Math.abs(drop(leftwards, -1, speed) - (speed - 1)) <= 1e-3 * speed);
    assert.ok(Math.abs(drop(rightwards, 1, -speed) - (1 - speed)) <= 1e-3 * speed);
  }
});

test('a loop is closed, and a body inside stays inside', () => {
  const world = new World();
  const points = [
    [-2, 0],
    [2, 0],
    [2, 4],
    [-2, 4],
  ];
  const room = world.createBody({ type: 'static', shapes: [{ type: 'chain', points, loop: true }] });
  assert.equal(room.shapes.length, 4);
  const balls = Array.from({ length: 8 }, (_, i) =>
    world.createBody({
      position: [-1.4 + 0.4 * i, 2],
      velocity: [20, 15],
      shapes: [{ type: 'circle', radius: 0.15, restitution: 0.9 }],
    }),
  );
  for (let i = 0; i < 300; i++) world.step();
  for (const { position } of balls) assert.ok(Math.abs(position.x) < 2 && position.y > 0 && position.y < 4);
});

test('segments of a chain have the given materials and options', () => {
  const world = new World();
  const [first, second] = world.createBody({
    type: 'static',
    shapes: [
      {
        type: 'chain',
        points: ground.slice(0, 3),
        friction: 0.3,
        twoSided: false,
        materials: [{}, { friction: 0.9, tangentSpeed: 2 }],
        userData: 'ground',
      },
    ],
  }).shapes;
  assert.equal(first.friction, 0.3);
  assert.equal(second.friction, 0.9);
  assert.equal(second.tangentSpeed, 2);
  assert.equal(second.userData, 'ground');
  assert.deepEqual(second.geometry, { type: 'segment', a: { x: -1, y: 0 }, b: { x: 0, y: 0 }, oneSided: true });
});

// prettier-ignore
test('consecutive points nearer than 1e-6 m count as one', () => {
  const world = new World();
  const shapesOf = (shape) => world.createBody({ type: 'static', shapes: [{ type: 'chain', ...shape }] }).shapes;
  const ends = (shape) => shapesOf(shape).map(({ a, b }) => [a.x, a.y, b.x, b.y]);
  const line = [[0, 0, 1, 0], [1, 0, 2, 0]];
  assert.deepEqual(ends({ points: [[0, 0], [0, 0], [1, 0], [1, 9e-7], [1 + 9e-7, 0], [2, 0], [2, 0]] }), line);
  // Where each is near to the one before, those far from the last that counted count.
  assert.equal(ends({ points: Array.from({ length: 31 }, (_, i) => [i * 4e-7, 0]) }).length, 10);
  // Apart as given, but one to the engine, which has 24 bits.
  assert.equal(ends({ points: [[4000, 0], [4000.00001, 0], [4001, 0]] }).length, 1);
  const corners = [[0, 0], [2, 0], [2, 2], [0, 2]];
  const square = ends({ points: corners, loop: true });
  assert.equal(square.length, 4);
  assert.deepEqual(ends({ points: [...corners, [0, 0]], loop: true }), square);
  assert.deepEqual(ends({ points: [[0, 0], ...corners, [0, 2], [0, 0], [0, 0]], loop: true }), square);
  // Surfaces are those of the segments as given.
  const frictions = (shape, ...friction) =>
    shapesOf({ ...shape, materials: friction.map((one) => ({ friction: one })) }).map((one) => one.friction);
  const points = [[0, 0], [1, 0], [1, 0], [2, 0]];
  assert.deepEqual(frictions({ points }, 0.25, 0.5, 0.75), [0.25, 0.75]);
  assert.throws(() => frictions({ points }, 0.25, 0.75), { path: 'shapes[0].materials' });
  const closed = { points: [...corners, [0, 0]], loop: true };
  assert.deepEqual(frictions(closed, 0, 0.25, 0.5, 0.75, 1), [0, 0.25, 0.5, 0.75]);
  const again = World.fromJSON(JSON.parse(JSON.stringify(world.toJSON())));
  assert.deepEqual(again.bodies.map(({ shapes }) => shapes.length), world.bodies.map(({ shapes }) => shapes.length));
});

test('errors of chains name the invalid value', () => {
  const world = new World();
  const make = (shape) => () =>
    world.createBody({ type: 'static', shapes: [{ type: 'box', width: 1, height: 1 }, shape] });
  const refused = (shape, path) =>
    assert.throws(make(shape), (error) => error.code === 'INVALID_ARGUMENT' && error.path === path);
  refused({ type: 'chain', points: [[0, 0]] }, 'shapes[1].points');
  refused({ type: 'chain', points: ground.slice(0, 2), loop: true }, 'shapes[1].points');
  for (const loop of [false, true]) {
    const points = Array.from({ length: 5 }, (_, i) => [i * 1e-7, 0]);
    refused({ type: 'chain', points, loop }, 'shapes[1].points');
    refused({ type: 'chain', points: [...points, ...(loop ? [[1, 0]] : [])], loop }, 'shapes[1].points');
  }
  refused(
    {
      type: 'chain',
      points: [
        [0, 0],
        [NaN, 0],
      ],
    },
    'shapes[1].points[1]',
  );
  refused(chain({ materials: [{}] }), 'shapes[1].materials');
  refused(chain({ materials: ground.slice(1).map(() => ({ colour: 1 })) }), 'shapes[1].materials[0].colour');
  refused(chain({ friction: -1 }), 'shapes[1].friction');
  refused(chain({ sides: 2 }), 'shapes[1].sides');
  assert.equal([...world.bodies].length, 0);
});
