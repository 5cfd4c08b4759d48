import assert from 'node:assert/strict';
import test from 'node:test';
import { presets } from '../../dist/index.js';
import { box, floor, inWorld, steps } from './scenes.mjs';

const near = (actual, expected, tolerance = 2e-6) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} within ${tolerance}`);

function stack(world, count) {
  floor(world);
  return Array.from({ length: count }, (_, i) => box(world, 0, 0.5 + i));
}

/** Positions in a list at which `stage` has one of these names. */
const at = (trace, ...names) => trace.stage.flatMap((stage, i) => (names.includes(stage) ? [i] : []));

test('tracing is off by default, can be switched, and accepts only booleans', () => {
  inWorld({}, (world) => {
    assert.equal(world.trace, false);
    assert.throws(() => world.solverTrace(), { code: 'INVALID_ARGUMENT', path: 'trace' });
    for (const value of [1, 'on', null, undefined]) {
      assert.throws(() => (world.trace = value), {
        code: 'INVALID_ARGUMENT',
        path: 'trace',
        expected: 'true or false',
      });
    }
    world.trace = true;
    assert.equal(world.trace, true);
    assert.deepEqual(world.solverTrace().stage, []);
    world.step();
    assert.ok(world.solverTrace().stage.length > 0);
    world.step(0);
    assert.deepEqual(world.solverTrace().stage, []);
    world.trace = false;
    assert.throws(() => world.solverTrace(), { code: 'INVALID_ARGUMENT' });
  });
});

test('a trace has its lists in typed arrays of matching lengths, and keeps them while the world continues', () => {
  inWorld({ sleep: false }, (world) => {
    const bodies = stack(world, 3);
    world.trace = true;
    world.step();
    const trace = world.solverTrace();
    const iterations = trace.stage.length;
    assert.equal(iterations, 12); // 4 substeps of start, solve, relax
    assert.deepEqual([...trace.substep], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    assert.deepEqual(trace.stage.slice(0, 3), ['start', 'solve', 'relax']);
    assert.equal(trace.points.length, 6);
    for (const [name, type, length] of [
      ['substep', Uint16Array, iterations],
      ['residual', Float32Array, iterations],
      ['frictionResidual', Float32Array, iterations],
      ['penetration', Float32Array, iterations],
      ['energy', Float64Array, iterations],
      ['normalImpulse', Float32Array, 6 * iterations],
      ['tangentImpulse', Float32Array, 6 * iterations],
      ['normalResidual', Float32Array, 6 * iterations],
      ['tangentResidual', Float32Array, 6 * iterations],
      ['separation', Float32Array, 6 * iterations],
      ['rowImpulse', Float32Array, 0],
      ['rowResidual', Float32Array, 0],
      ['rowError', Float32Array, 0],
    ]) {
      assert.ok(trace[name] instanceof type, name);
      assert.equal(trace[name].length, length, name);
    }
    assert.equal(trace.jointsFirst.length, iterations);
    for (let i = 0; i < iterations; i++) {
      near(Math.max(...trace.normalResidual.subarray(6 * i, 6 * i + 6)), trace.residual[i], 0);
      near(Math.max(...trace.tangentResidual.subarray(6 * i, 6 * i + 6)), trace.frictionResidual[i], 0);
      near(Math.max(0, ...trace.separation.subarray(6 * i, 6 * i + 6).map((s) => -s)), trace.penetration[i], 0);
    }
    const copy = structuredClone({ ...trace, points: null });
    steps(world, 50);
    for (let i = 0; i < 3000; i++) box(world, 100 + 3 * i, 5); // memory grows and moves
    world.step();
    assert.deepEqual({ ...trace, points: null }, copy);
    assert.ok(bodies.includes(trace.points[0].shapeA.body) || bodies.includes(trace.points[0].shapeB.body));
  });
});

test('the points of a trace are those of the contacts, with their final impulses', () => {
  inWorld({ solver: presets.umbra, sleep: false }, (world) => {
    stack(world, 4);
    world.trace = true;
    steps(world, 30);
    const trace = world.solverTrace();
    const contacts = world.contacts();
    assert.equal(trace.points.length, 8);
    const last = (trace.stage.length - 1) * trace.points.length;
    trace.points.forEach((point, p) => {
      const contact = contacts.find((c) => c.shapeA === point.shapeA && c.shapeB === point.shapeB);
      near(point.normal.y, contact.normal.y);
      const same = contact.points.reduce((a, b) => (Math.abs(a.x - point.x) < Math.abs(b.x - point.x) ? a : b));
      near(trace.normalImpulse[last + p], same.normalImpulse);
      near(trace.tangentImpulse[last + p], same.tangentImpulse);
    });
    const { kinetic, potential } = world.energy();
    near(trace.energy.at(-1), kinetic + potential, 1e-4);
    near(trace.penetration.at(-1), world.maxPenetration(), 1e-3); // bodies moved since they were compared
  });
});

test('a shape that was destroyed since the step is null in its trace', () => {
  inWorld({}, (world) => {
    const [crate] = stack(world, 1);
    world.trace = true;
    world.step();
    crate.destroy();
    const [point] = world.solverTrace().points;
    assert.equal([point.shapeA, point.shapeB].filter((shape) => shape === null).length, 1);
  });
});

test('[X13] the residual of a stack of ten decreases in every iteration, and is 1/100 of it with warm starting', () => {
  inWorld({ solver: presets.umbra, sleep: false }, (world) => {
    stack(world, 10);
    world.trace = true;
    world.step();
    const cold = world.solverTrace();
    const sweeps = at(cold, 'start', 'solve').map((i) => cold.residual[i]);
    assert.equal(sweeps.length, 9);
    for (let k = 1; k < sweeps.length; k++) assert.ok(sweeps[k] < sweeps[k - 1], `${k}: ${sweeps}`);
    steps(world, 100); // umbra takes 80 frames: tests/solvers/presets.h
    const warm = world.solverTrace();
    assert.ok(warm.residual[at(warm, 'solve').at(-1)] < sweeps.at(-1) / 100);
  });
});

test('[FT2] warm-started frames equal more iterations: k per frame over f frames leave the residual of k f in one', () => {
  const column = (world) => {
    floor(world);
    return Array.from({ length: 10 }, (_, i) =>
      world.createBody({ position: [0, 0.5 + i], shapes: [{ type: 'circle', radius: 0.5 }] }),
    );
  };
  const options = { ...presets.umbra, positionIterations: 0 };
  const cold = inWorld(
    { solver: { ...options, velocityIterations: 240, warmStarting: false }, sleep: false },
    (world) => {
      column(world);
      world.trace = true;
      world.step();
      return world.solverTrace().residual;
    },
  );
  near(cold[8], 0.03211, 7e-4); // computed beforehand: UR10
  inWorld({ solver: options, sleep: false }, (world) => {
    const discs = column(world);
    world.trace = true;
    for (let frame = 1; frame <= 30; frame++) {
      discs.forEach((disc, i) => {
        disc.setTransform([0, 0.5 + i], 0);
        disc.velocity = [0, 0];
      });
      world.step();
      near(world.solverTrace().residual.at(-1), cold[8 * frame], 1e-4 * cold[8 * frame] + 5e-7);
    }
  });
});

test('a traced world and an untraced one have the same hash', () => {
  const run = (traced) =>
    inWorld({}, (world) => {
      stack(world, 6);
      for (let i = 0; i < 20; i++) box(world, 0.3 * (i % 7) - 1, 8 + 1.1 * i, { angle: i });
      world.trace = traced;
      steps(world, 200);
      return world.hash();
    });
  assert.equal(run(true), run(false));
});

test('[UD7] a collision trace lists both projections on every axis: two boxes separated by one axis only', () => {
  inWorld({}, (world) => {
    const a = box(world, 0, 0);
    const b = box(world, 0.95, 0.95, { angle: Math.PI / 4 });
    const [pair, ...others] = world.collisionTrace(a, b);
    assert.equal(others.length, 0);
    assert.equal(pair.shapeA, a.shapes[0]);
    assert.equal(pair.shapeB, b.shapes[0]);
    assert.equal(pair.method, 'apart');
    assert.equal(pair.axes.length, 8);
    const least = (of) => Math.min(...pair.axes.filter((axis) => axis.of === of).map((axis) => axis.overlap));
    near(least('A'), 0.257107);
    near(least('B'), -0.136396);
    assert.ok(pair.axes.includes(pair.chosen));
    near(pair.chosen.overlap, -0.136396);
    for (const axis of pair.axes) {
      near(axis.maxA - axis.minB, axis.overlap, 1e-6);
      near(Math.hypot(axis.direction.x, axis.direction.y), 1);
    }
    assert.deepEqual(pair.points, []);
    assert.deepEqual(pair.normal, { x: 0, y: 0 });
    assert.ok(pair.closest.b.x > pair.closest.a.x);
  });
});

test('[UD8] a box in a box: the depth is 2.25 m, the overlap of the projections 1 m', () => {
  inWorld({}, (world) => {
    const outer = world.createBody({ shapes: [{ type: 'box', width: 4, height: 4 }] });
    const inner = box(world, 0.25, 0);
    const [pair] = world.collisionTrace(outer, inner);
    const { minA, maxA, minB, maxB } = pair.chosen;
    [minA, maxA, minB, maxB].forEach((value, i) => near(value, [-2, 2, -0.25, 0.75][i]));
    near(pair.chosen.overlap, 2.25);
    assert.deepEqual([pair.normal.x, pair.closest], [1, null]);
  });
});

test('[UD10] [UD12] [UD13] a collision trace shows edges, clips and the remaining points', () => {
  inWorld({}, (world) => {
    const a = world.createBody({ type: 'static', shapes: [{ type: 'box', width: 2, height: 2 }] });
    const b = box(world, 0.9, 1.45);
    const [pair] = world.collisionTrace(a, b);
    assert.equal(pair.method, 'face');
    assert.deepEqual([pair.reference.of, pair.incident.of], ['A', 'B']);
    near(pair.reference.from.y, 1);
    assert.equal(pair.clips.length, 2);
    const cuts = pair.clips.flatMap((clip) =>
      clip.before.flatMap((before, i) => (before.x === clip.after[i].x ? [] : [[clip, before, clip.after[i]]])),
    );
    assert.equal(cuts.length, 1);
    const [[clip, before, after]] = cuts;
    near(before.x, 1.4);
    near(after.x, 1);
    near(clip.point.x, 1);
    near(clip.normal.x, -1);
    const xs = pair.points.map((point) => point.x).sort();
    near(xs[0], 0.4);
    near(xs[1], 1);
    for (const point of pair.points) {
      near(point.separation, -0.05);
      near(point.y, 0.975);
    }
    b.setTransform([0, 1.45], (10 * Math.PI) / 180);
    const [turned] = world.collisionTrace(a, b);
    assert.equal(turned.points.length, 1);
    near(turned.points[0].separation, -0.129228);
    const [deepest] = turned.clips[1].after.toSorted((p, q) => p.y - q.y);
    near(deepest.x, -0.40558);
    near(deepest.y, 0.870772);
  });
});

test('a collision trace exists for every pair of shapes, including sensors and distant ones, in either order', () => {
  inWorld({}, (world) => {
    const a = world.createBody({
      shapes: [
        { type: 'circle', radius: 0.5 },
        { type: 'capsule', a: [1, 0], b: [2, 0], radius: 0.25 },
      ],
    });
    const b = world.createBody({
      position: [0.9, 0],
      shapes: [
        { type: 'circle', radius: 0.5, sensor: true },
        { type: 'segment', a: [50, 0], b: [50, 1] },
      ],
    });
    const pairs = world.collisionTrace(a, b);
    assert.equal(pairs.length, 4);
    assert.deepEqual(
      pairs.map((pair) => pair.method),
      ['round', 'apart', 'round', 'apart'],
    );
    near(pairs[0].closest.a.x, 0.5);
    near(pairs[0].closest.b.x, 0.4);
    assert.equal(pairs[0].reference, null);
    assert.equal(pairs[0].chosen.of, 'between');
    const back = world.collisionTrace(b, a);
    assert.equal(back[0].shapeA, b.shapes[0]);
    near(back[0].normal.x, -pairs[0].normal.x);
    near(back[0].chosen.minA, -pairs[0].chosen.maxB);
  });
});

test('collision traces of invalid pairs throw', () => {
  inWorld({}, (world) =>
    inWorld({}, (other) => {
      const [a, b] = [box(world, 0, 0), box(world, 3, 0)];
      const stranger = box(other, 0, 0);
      assert.throws(() => world.collisionTrace(a, a), { code: 'INVALID_ARGUMENT', path: 'bodyB' });
      assert.throws(() => world.collisionTrace(a, stranger), { code: 'INVALID_ARGUMENT', path: 'bodyB' });
      assert.throws(() => world.collisionTrace(undefined, a), { code: 'INVALID_ARGUMENT', path: 'bodyA' });
      assert.throws(() => world.collisionTrace(a, { id: b.id }), { code: 'INVALID_ARGUMENT', path: 'bodyB' });
      b.destroy();
      assert.throws(() => world.collisionTrace(a, b), { code: 'DESTROYED' });
      assert.throws(() => world.collisionTrace(b, a), { code: 'DESTROYED' });
    }),
  );
});

test('the rows of a joint are in the trace: kinds, units, and impulses that add up to its force', () => {
  for (const [name, solver] of Object.entries(presets)) {
    inWorld({ solver, sleep: false }, (world) => {
      const hook = world.createBody({ type: 'static', position: [0, 3] });
      const arm = box(world, 0.5, 3);
      const hinge = world.createJoint({
        type: 'revolute',
        bodyA: hook,
        bodyB: arm,
        anchor: [0, 3],
        lowerAngle: -0.3,
        upperAngle: 0.3,
      });
      const weight = box(world, 3, 0.5);
      const rod = world.createJoint({ type: 'distance', bodyA: hook, bodyB: weight, anchorB: [3, 0.5] });
      world.trace = true;
      steps(world, 12);
      const trace = world.solverTrace();
      const of = (joint) => trace.rows.flatMap((row, r) => (row.joint === joint ? [r] : []));
      assert.deepEqual(
        of(hinge).map((r) => [trace.rows[r].kind, trace.rows[r].angular]),
        [
          ['hold', false],
          ['hold', false],
          ['limit', true],
        ],
        name,
      );
      assert.equal(trace.rows[of(rod)[0]].kind, 'hold');
      assert.ok(trace.rows.every(({ direct }) => direct));
      near(trace.rows[of(hinge)[0]].x, 0, 1e-3);
      near(trace.rows[of(hinge)[0]].y, 3, 1e-3);
      assert.equal(trace.rowImpulse.length, trace.stage.length * trace.rows.length);
      // The last iteration of each substep.
      const ends = trace.stage.flatMap((_, i) => (trace.substep[i] === trace.substep[i + 1] ? [] : [i]));
      const sum = { x: 0, y: 0 };
      for (const end of ends)
        for (const r of of(hinge)) {
          const impulse = trace.rowImpulse[end * trace.rows.length + r];
          sum.x += impulse * trace.rows[r].direction.x;
          sum.y += impulse * trace.rows[r].direction.y;
        }
      near(60 * sum.x, hinge.force.x, 1e-3);
      near(60 * sum.y, hinge.force.y, 1e-3);
      rod.destroy();
      assert.equal(world.solverTrace().rows.filter(({ joint }) => joint === null).length, of(rod).length);
    });
  }
});
