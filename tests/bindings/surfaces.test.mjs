// Surfaces made of pieces, one-sided ones, static friction and fast sensors, as the package's users meet them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init, presets, World } from '../../dist/index.js';

await init();

const stopped = (world, body, seconds) => {
  for (let i = 0; i < 60 * seconds; i++) world.step();
  return body.position;
};

test('a box slides from a chain onto a box and a triangle that are flush with it', () => {
  const world = new World();
  const friction = 0;
  world.createBody({
    type: 'static',
    shapes: [
      { type: 'chain', points: [[0, 0], [3, 0], [6, 0]], friction }, // prettier-ignore
      { type: 'box', width: 3, height: 1, center: [7.5, -0.5], friction },
      { type: 'polygon', points: [[9, 0], [12, 0], [10.5, -1]], friction }, // prettier-ignore
      { type: 'polygon', points: [[12, 0], [16, 0], [12, -2]], friction }, // prettier-ignore
    ],
  });
  const slider = world.createBody({
    position: [1, 0.3],
    velocity: [6, 0],
    shapes: [{ type: 'box', width: 0.8, height: 0.6, friction }],
  });
  const { x, y } = stopped(world, slider, 2);
  assert.ok(Math.abs(x - 13) < 0.01, `it came to ${x}`);
  assert.ok(Math.abs(y - 0.3) < 0.01, `at height ${y}`);
});

test('a one-sided chain holds a body placed 0.25 m deep from the front', () => {
  const world = new World();
  world.createBody({ type: 'static', shapes: [{ type: 'chain', points: [[5, 0], [1, 0], [-5, 0]], twoSided: false }] }); // prettier-ignore
  const crate = world.createBody({ position: [0, 0.15], shapes: [{ type: 'box', width: 0.8, height: 0.8 }] });
  const { y } = stopped(world, crate, 2);
  assert.ok(Math.abs(y - 0.4) < 0.01, `at height ${y}`);
});

test('staticFriction holds a box created flush on a slope under every preset, and friction does not', () => {
  const angle = Math.atan(0.6);
  const rest = (solver, staticFriction) => {
    const world = new World({ solver });
    const material = { friction: 0.2, staticFriction };
    world.createBody({
      type: 'static',
      angle,
      shapes: [{ type: 'box', width: 100, height: 2, center: [0, -1], ...material }],
    });
    const up = [-0.25 * Math.sin(angle), 0.25 * Math.cos(angle)];
    const box = world.createBody({
      angle,
      position: up,
      shapes: [{ type: 'box', width: 1, height: 0.5, ...material }],
    });
    const { x, y } = stopped(world, box, 3);
    return Math.hypot(x - up[0], y - up[1]);
  };
  for (const [name, solver] of Object.entries({ default: undefined, ...presets })) {
    assert.ok(rest(solver, 0.9) < 0.01, `${name} slides`);
    assert.ok(rest(solver, 0.2) > 1, `${name} sticks`);
  }
});

test('a sensor at 200 m/s reports each body that it passes once', () => {
  const world = new World({ gravity: [0, 0] });
  for (let i = 1; i <= 9; i++) {
    const type = ['static', 'dynamic', 'kinematic'][i % 3];
    world.createBody({ type, position: [5 * i, 0], shapes: [{ type: 'circle', radius: 0.05 }] });
  }
  world.createBody({
    type: 'kinematic',
    velocity: [200, 0],
    shapes: [{ type: 'box', width: 0.1, height: 1, sensor: true }],
  });
  const told = { sensorBegin: 0, sensorEnd: 0 };
  for (const name of Object.keys(told)) world.on(name, () => void told[name]++);
  for (let i = 0; i < 30; i++) world.step();
  assert.deepEqual(told, { sensorBegin: 9, sensorEnd: 9 });
});
