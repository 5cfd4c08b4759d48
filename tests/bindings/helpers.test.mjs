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

// Parts share their corners, which the engine rounds to single precision: by 2^-24 of 2 m, 1.2e-7 m. So the nearest
// point moves by at most 2.4e-7 m, and the direction to it, at a distance of 0.05 m or more, by 5e-6 rad. Impulse and
// moment (arms up to 3 m) per metre change by less than 3 m times that, and by as much again in single precision.
test('an explosion pushes a body alike, whatever shapes it is divided into', () => {
  let seed = 7;
  const random = (low, high) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return low + ((high - low) * seed) / 2 ** 32;
  };
  const polygon = (points) => ({ type: 'polygon', points });
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const length = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  /** Triangles that cover a convex outline: a fan, of which the longest sides are halved. */
  const divided = (outline, count) => {
    const center = [random(-0.2, 0.2), random(-0.2, 0.2)];
    const parts = outline.map((a, i) => [a, outline[(i + 1) % outline.length], center]);
    while (parts.length < count) {
      const longest = ([a, b, c]) => Math.max(length(a, b), length(b, c), length(c, a));
      const [[a, b, c]] = parts.sort((s, t) => longest(t) - longest(s)).splice(0, 1);
      const [p, q, r] = [[a, b, c], [b, c, a], [c, a, b]].sort((s, t) => length(t[0], t[1]) - length(s[0], s[1]))[0]; // prettier-ignore
      parts.push([p, middle(p, q), r], [middle(p, q), q, r]);
    }
    return parts.map(polygon);
  };
  const round = Array.from({ length: 8 }, (_, i) => [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)]);
  const scaled = (corners) => corners.map(([px, py]) => [px * random(0.9, 1.1), py * random(0.9, 1.1)]);
  const columns = (w, h, n) =>
    Array.from({ length: n }, (_, i) => ({
      type: 'box',
      width: w / n,
      height: h,
      center: [((i + 0.5) / n - 0.5) * w, 0],
    }));
  const bodies = [
    () => {
      const outline = scaled(round);
      return [[polygon(outline)], divided(outline, 8), divided(outline, 20)];
    },
    () => {
      const [w, h] = [random(0.5, 2), random(0.5, 2)];
      const corners = [[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]]; // prettier-ignore
      return [[{ type: 'box', width: w, height: h }], columns(w, h, 4), columns(w, h, 7), divided(corners, 9)];
    },
    () => {
      const [a, b] = [random(0.2, 0.8), random(0.2, 0.8)]; // an L of 1.5 m
      const box = (x1, y1, x2, y2) => polygon([[x1, y1], [x2, y1], [x2, y2], [x1, y2]].map(([u, v]) => [u - 0.5, v - 0.5])); // prettier-ignore
      const outline = [[0, 0], [1.5, 0], [1.5, b], [a, b], [a, 1.5], [0, 1.5]]; // prettier-ignore
      return [
        [{ type: 'concave', points: outline.map(([u, v]) => [u - 0.5, v - 0.5]) }],
        [box(0, 0, 1.5, b), box(0, b, a, 1.5)],
        [box(0, 0, a, 1.5), box(a, 0, 1.5, b)],
        [box(0, 0, 1.5, b), box(0, 0, a, 1.5)], // overlapping
      ];
    },
  ];
  let pushed = 0;
  for (let i = 0; i < 150; i++) {
    const angle = random(-3, 3);
    const position = [random(-2, 2), random(-2, 2)];
    const [radius, falloff] = [random(0, 2), random(0.5, 3)];
    let far = true;
    const found = bodies[i % 3]().map((shapes, k) => {
      const world = new World({ gravity: [0, 0] });
      const body = world.createBody({ angle, shapes });
      if (k === 0) far = Math.abs(world.closest({ point: position }).distance) > 0.05;
      body.setMass({ mass: 1, inertia: 1, center: [0.1, -0.1] });
      world.explode({ position, radius, falloff, impulse: 1 });
      const { x, y } = body.velocity;
      const row = [x, y, body.angularVelocity];
      world.destroy();
      return row;
    });
    if (!far) continue;
    pushed += +(found[0][0] !== 0);
    for (const row of found) row.forEach((value, k) => near(value, found[0][k], 3 * (5e-6 + 5e-6)));
  }
  assert.ok(pushed > 100, `${pushed}`);
});

test('the parts of a body behind an explosion do not widen what is before it', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const wall = (x, height) => ({ type: 'box', width: 0.2, height, center: [x, 0] });
    const body = world.createBody({ shapes: [wall(-1, 4), wall(2, 8)] });
    body.setMass({ mass: 1 });
    world.explode({ position: [0, 0], radius: 5, impulse: 1 });
    near(body.velocity.x, -4, 1e-5); // the near wall alone
    world.explode({ position: [4, 0], radius: 5, impulse: 1 });
    near(body.velocity.x, -4 - 8, 1e-5); // and both, one behind the other
  });
});

test('an explosion has the same bits in a world restored from a snapshot, whatever the shapes', () => {
  for (const angle of [0, 0.1, 0.5, 1.2]) {
    for (const radius of [0, 0.0123456789]) {
      inWorld({}, (world) => {
        const box = { type: 'box', width: 1, height: 0.6, center: [0.2, 0.1], angle, radius };
        world.createBody({ position: [1, 1], angle: 0.3, shapes: [box, { type: 'circle', radius: 0.3 }] });
        inWorld({}, (copy) => {
          copy.restore(world.snapshot());
          for (const one of [world, copy]) one.explode({ position: [0, 0.2], radius: 5, impulse: 1 });
          assert.equal(copy.hash(), world.hash(), `angle ${angle}, radius ${radius}`);
        });
      });
    }
  }
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

test('explode pushes bodies of thin segments, also where their box has no area', () => {
  const at = { position: [1, 1], radius: 10 };
  const segment = (x, y, length) => ({ type: 'segment', a: [x, y], b: [x + length, y] });
  for (const y of [0, 0.5, 1, 1.1, 2, 3.3]) {
    for (const length of [1e-3, 0.2, 0.6, 2]) {
      inWorld({ gravity: [0, 0] }, (world) => {
        const ball = world.createBody({ position: [3, 3], shapes: [{ type: 'circle', radius: 0.5 }] });
        const line = world.createBody({ position: [0, y], shapes: [segment(-length / 2, 0.1, length)] });
        const other = world.createBody({ position: [-3, 3], shapes: [{ type: 'circle', radius: 0.5 }] });
        world.explode({ ...at, impulse: 5 });
        assert.ok(ball.velocity.x > 0.1 && other.velocity.x < -0.1);
        // Seen from its end it has no width, and half of what it moves by is its rotation.
        if (y !== 0.9 && length === 2) assert.ok(Math.hypot(line.velocity.x, line.velocity.y) > 0.1, `${y}`);
      });
    }
  }
});

test('explode sees the width of all shapes of a body, except sensors and those that its filter leaves out', () => {
  inWorld({ gravity: [0, 0] }, (world) => {
    const bar = (y) => ({ type: 'box', width: 0.5, height: 1, center: [0, y] });
    const make = (x, ...shapes) => world.createBody({ position: [x, 0], shapes });
    const one = make(5, bar(0));
    const sensor = make(-5, bar(0), { ...bar(1), sensor: true, density: 0 });
    const masked = make(0, { ...bar(5), center: [0, 5] });
    masked.createShape({ ...bar(6), filter: { mask: 4 } });
    const deaf = make(0, bar(-5));
    deaf.createShape({ ...bar(-6), filter: { category: 2 } });
    const bodies = [one, sensor, masked, deaf];
    for (const body of bodies) body.setMass({ mass: 1, inertia: 1, center: [0, 0] });
    world.explode({ position: [0, 0], radius: 20, impulse: 1, filter: { category: 2, mask: 1 } });
    const speeds = bodies.map(({ velocity: v }) => Math.hypot(v.x, v.y));
    assert.ok(
      speeds.every((speed) => speed < 1.01),
      speeds.join(),
    );
    assert.ok(Math.abs(speeds[0] - 1) < 1e-3 && Math.abs(speeds[1] - 1) < 1e-3);
  });
});
