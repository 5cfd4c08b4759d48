// What games need now and then: mass by one number, explosions, outlines as editors give them, poses and lines for any
// renderer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World, bindPoses, debugLines } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const near = (a, b, within) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

test('setting the mass scales the inertia', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 0);
    const { mass, inertia } = body;
    body.mass = 5;
    near(body.mass, 5, 1e-6);
    near(body.inertia, (5 / mass) * inertia, 1e-6);
    body.setMass({ mass: 2 });
    near(body.inertia, (2 / mass) * inertia, 1e-6);
    body.setMass({ mass: 2, inertia: 1, center: [0.5, 0] });
    body.mass = 4;
    near(body.inertia, 2, 1e-6);
    assert.deepEqual(body.localCenter, { x: 0.5, y: 0 });
    for (const value of [0, -1, NaN, 1e19, '3', null]) {
      assert.throws(() => (body.mass = value), { code: 'INVALID_ARGUMENT', path: 'mass' });
    }
    assert.throws(() => (floor(world).mass = 3), { path: 'mass' });
    body.setMass(null);
    near(body.mass, mass, 1e-6);
  });
});

test('the impulse of an explosion depends on the exposed width and the distance', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const at = (x, y, shape) => world.createBody({ position: [x, y], shapes: [shape] });
    const flat = at(5, 0, { type: 'box', width: 1, height: 3 }); // shows 3 m
    const thin = at(-5, 0, { type: 'box', width: 3, height: 1 }); // shows 1 m
    const ball = at(0, 5, { type: 'circle', radius: 0.5 }); // shows 1 m
    const far = at(0, -8, { type: 'circle', radius: 0.5 });
    const out = at(0, 20, { type: 'circle', radius: 0.5 });
    const ghost = world.createBody({
      position: [3, 3],
      shapes: [{ type: 'circle', radius: 0.5, filter: { category: 2 } }],
    });
    world.explode({ position: [0, 0], radius: 5, falloff: 5, impulse: 2, filter: { mask: 1 } });
    const gained = (body) => body.mass * Math.hypot(body.velocity.x, body.velocity.y);
    near(gained(flat), 6, 1e-4);
    near(gained(thin), 2, 1e-4);
    near(gained(ball), 2, 1e-4);
    near(gained(far), 2 * (1 - 2.5 / 5), 1e-4); // 7.5 m away
    assert.equal(gained(out), 0);
    assert.equal(gained(ghost), 0);
    assert.ok(flat.velocity.x > 0 && thin.velocity.x < 0 && ball.velocity.y > 0 && far.velocity.y < 0);
    near(flat.angularVelocity, 0, 1e-6);
  });
  inWorld({}, (world) => {
    floor(world);
    const body = box(world, 0, 0.5);
    steps(world, 200);
    assert.equal(body.awake, false);
    world.explode({ position: [-2, 0.5], radius: 3, impulse: 5 });
    assert.equal(body.awake, true);
    assert.ok(body.velocity.x > 0);
    for (const [options, path] of [
      [{ radius: 1, impulse: 1 }, 'position'],
      [{ position: [0, 0], impulse: 1 }, 'radius'],
      [{ position: [0, 0], radius: -1, impulse: 1 }, 'radius'],
      [{ position: [0, 0], radius: 1 }, 'impulse'],
      [{ position: [0, 0], radius: 1, impulse: 1, fallof: 1 }, 'fallof'],
    ])
      assert.throws(() => world.explode(options), { code: 'INVALID_ARGUMENT', path });
  });
});

test('an outline of more than eight points is valid if its hull has at most eight; a concave one is an error', () => {
  inWorld({}, (world) => {
    const make = (points) => world.createBody({ shapes: [{ type: 'polygon', points }] }).shapes[0];
    const square = [];
    for (let i = 0; i < 4; i++) square.push([i, 0], [4, i], [4 - i, 4], [0, 4 - i]);
    const shape = make(square);
    assert.equal(shape.points.length, 4);
    near(shape.body.mass, 16, 1e-4);
    assert.equal(
      make([
        [0, 0],
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 1],
        [1, 1],
        [0, 1],
        [0, 1],
        [0, 0],
      ]).points.length,
      4,
    );
    const circle = (n) =>
      Array.from({ length: n }, (_, i) => [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)]);
    assert.equal(make(circle(8)).points.length, 8);
    assert.throws(() => make(circle(9)), { path: 'shapes[0].points', code: 'INVALID_ARGUMENT' });
    const concave = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 1],
      [0, 4],
    ];
    assert.throws(
      () => make(concave),
      (error) => {
        assert.equal(error.path, 'shapes[0].points[3]');
        assert.match(error.message, /concave/);
        return true;
      },
    );
    assert.throws(
      () =>
        make([
          [0, 0],
          [1, 0],
          [1, NaN],
          [0, 1],
        ]),
      { path: 'shapes[0].points[2]' },
    );
  });
});

test('bound poses follow their bodies until these are destroyed', () => {
  inWorld({ gravity: [0, -10] }, (world) => {
    const a = box(world, 0, 10, { angle: 0.5 });
    const b = box(world, 5, 10);
    const calls = [];
    const binding = bindPoses(world, (target, x, y, angle) => calls.push([target, x, y, angle]));
    binding.attach(a, 'a');
    binding.attach(b, 'b');
    world.step();
    binding.flush();
    assert.deepEqual(
      calls.map(([target]) => target),
      ['a', 'b'],
    );
    const [, x, y, angle] = calls[0];
    assert.deepEqual({ x, y }, a.position);
    near(angle, 0.5, 2e-6);
    calls.length = 0;
    binding.flush(0);
    near(calls[0][2], 10, 1e-6);
    calls.length = 0;
    binding.detach(b);
    a.destroy();
    binding.flush(0.5);
    assert.deepEqual(calls, []);
    assert.throws(() => binding.attach(a, 'a'), { code: 'DESTROYED' });
    assert.throws(() => binding.attach({}, 'a'), { path: 'body' });
    assert.throws(() => binding.flush(2), { path: 'alpha' });
    assert.throws(() => bindPoses({}, () => {}), { path: 'world' });
  });
});

test('lines for any renderer: five numbers each', () => {
  inWorld({}, (world) => {
    const ground = world.createBody({ type: 'static', shapes: [{ type: 'segment', a: [-5, 0], b: [5, 0] }] });
    assert.deepEqual([...debugLines(world)], [-5, 0, 5, 0, debugLines(world)[4]]);
    const body = box(world, 0, 0.5);
    const only = (layers) =>
      debugLines(world, { layers: { shapes: false, joints: false, contacts: false, ...layers } });
    assert.equal(only({ shapes: true }).length, 5 * 5);
    assert.equal(only({}).length, 0);
    assert.equal(only({ boxes: true }).length, 5 * 4 * 2);
    world.step();
    assert.equal(only({ contacts: true }).length, 5 * 2);
    world.createJoint({ type: 'weld', bodyA: ground, bodyB: body });
    assert.equal(only({ joints: true }).length, 5 * 3);
    // Every point of a round outline is at its radius.
    const capsule = world.createBody({
      position: [20, 20],
      shapes: [{ type: 'capsule', a: [-1, 0], b: [1, 0], radius: 0.5 }],
    });
    const lines = only({ shapes: true }).slice(-5 * 18);
    for (let i = 0; i < lines.length; i += 5) {
      const [x, y] = [lines[i] - 20, lines[i + 1] - 20];
      near(Math.hypot(x - Math.max(-1, Math.min(1, x)), y), 0.5, 1e-5);
    }
    capsule.destroy();
    const out = new Float32Array(1000);
    assert.equal(debugLines(world, { out }).buffer, out.buffer);
    assert.ok(debugLines(world, { out: new Float32Array(3) }).length > 3);
    for (const [options, path] of [
      [{ layer: {} }, 'layer'],
      [{ layers: { shape: true } }, 'layers.shape'],
      [{ layers: { shapes: 1 } }, 'layers.shapes'],
      [{ out: [] }, 'out'],
    ])
      assert.throws(() => debugLines(world, options), { path });
  });
});
