// The hand that drags bodies in the page and in `<impulse-scene>`: a target joint while it holds, and nothing after.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drag } from '../../dist/element.js';
import { box, floor, inWorld, steps } from './scenes.mjs';
import { play } from './played.mjs';

const at = (body) => body.worldCenter;
const speed = ({ velocity: { x, y } }) => Math.hypot(x, y);

/** Draws a body by (dx, dy) in half a second and holds it there for `count` steps. */
function pull(drag, world, body, [dx, dy], count, each = () => {}) {
  const from = at(body);
  drag.grab(world, body, from);
  for (let i = 0; i < count; i++) {
    const share = Math.min(1, i / 30);
    drag.target = [from.x + dx * share, from.y + dy * share];
    world.step();
    each();
  }
  const { x, y } = at(body);
  return Math.hypot(x - from.x - dx, y - from.y - dy);
}

test('a drag is a target joint from grab to release', () =>
  inWorld({}, (world) => {
    floor(world);
    const body = box(world, 0, 0.5);
    const drag = new Drag();
    assert.deepEqual([drag.joint, drag.body, drag.anchor, drag.target], [null, null, null, null]);
    drag.grab(world, body, [0.25, 0.75]);
    assert.equal(drag.joint.type, 'target');
    assert.deepEqual(world.joints, [drag.joint]);
    assert.equal(drag.body, body);
    assert.deepEqual(
      [drag.anchor, drag.target],
      [
        { x: 0.25, y: 0.75 },
        { x: 0.25, y: 0.75 },
      ],
    );
    drag.target = [2, 3];
    steps(world, 120);
    // The body swings about it, at up to 10 rad/s: what that pulls with stretches the spring by 4 cm.
    assert.ok(Math.hypot(drag.anchor.x - 2, drag.anchor.y - 3) < 0.05, 'the held point follows');
    const { joint } = drag;
    drag.release();
    assert.ok(joint.destroyed);
    assert.equal(world.jointCount, 0);
    assert.deepEqual([drag.joint, drag.body, drag.anchor, drag.target], [null, null, null, null]);
    steps(world, 120);
    assert.ok(at(body).y < 0.75, 'and what is let go falls'); // onto a side, or for a while onto a corner
  }));

test('a drag is as strong in pixels as in metres, with gravity and without', () => {
  for (const gravity of [0, -9.81]) {
    const forces = [1, 50].map((unit) =>
      inWorld({ gravity: [0, gravity * unit], lengthUnit: 1 / unit }, (world) => {
        const shape = { type: 'box', width: unit, height: unit, density: 3 / unit ** 2 };
        const drag = new Drag();
        drag.grab(world, world.createBody({ shapes: [shape] }), [0, 0]);
        return drag.joint.maxForce / unit;
      }),
    );
    assert.ok(Math.abs(forces[1] / forces[0] - 1) < 1e-5, `${forces} at ${gravity} m/s^2`);
  }
});

test('a drag holds one body at a time', () =>
  inWorld({}, (world) => {
    const [first, second] = [box(world, 0, 0), box(world, 3, 0)];
    const drag = new Drag();
    drag.grab(world, first, [0, 0]);
    drag.grab(world, second, [3, 0]);
    assert.equal(drag.body, second);
    assert.equal(world.jointCount, 1);
  }));

test('what cannot be dragged is refused, and the current drag goes on', () =>
  inWorld({}, (world) =>
    inWorld({}, (elsewhere) => {
      const [held, gone] = [box(world, 0, 0.5), box(world, 2, 0.5)];
      const foreign = box(elsewhere, 0, 0);
      gone.destroy();
      const drag = new Drag();
      drag.grab(world, held, at(held));
      const { joint } = drag;
      const hash = world.hash();
      for (const [code, ...given] of [
        ['DESTROYED', world, gone, [2, 0.5]],
        ['INVALID_ARGUMENT', world, foreign, [0, 0]],
        ['INVALID_ARGUMENT', world, undefined, [0, 0]],
        ['INVALID_ARGUMENT', world, held.shapes[0], [0, 0]],
        ['INVALID_ARGUMENT', world, held, [NaN, 0]],
        ['INVALID_ARGUMENT', undefined, held, [0, 0]],
      ])
        assert.throws(() => drag.grab(...given), { name: 'PhysicsError', code });
      assert.equal(drag.joint, joint);
      assert.equal(world.hash(), hash);
    }),
  ));

test('a drag ends when the body, the joint or the world is destroyed', () =>
  inWorld({}, (world) => {
    const drag = new Drag();
    const body = box(world, 0, 0);
    drag.grab(world, body, [0, 0]);
    body.destroy();
    assert.equal(drag.body, null);
    drag.target = [1, 1];
    world.step();
    drag.release();

    drag.grab(world, box(world, 0, 0), [0, 0]);
    for (const joint of world.joints) joint.destroy();
    assert.deepEqual([drag.body, drag.anchor, drag.target], [null, null, null]);
    drag.target = [1, 1];
    world.step();

    drag.grab(world, box(world, 9, 0), [9, 0]);
    world.destroy();
    assert.deepEqual([drag.joint, drag.body, drag.anchor, drag.target], [null, null, null, null]);
    drag.target = [1, 1];
    drag.release();
  }));

test('a drag wakes a sleeping body at its beginning and end', () =>
  inWorld({}, (world) => {
    floor(world);
    const body = box(world, 0, 0.5);
    steps(world, 200);
    assert.equal(body.awake, false);
    const drag = new Drag();
    drag.grab(world, body, at(body));
    assert.equal(body.awake, true);
    drag.target = [0, 3];
    steps(world, 600); // held still in the air it may sleep
    drag.release();
    steps(world, 120);
    assert.ok(at(body).y < 0.6);
  }));

test('light and heavy bodies follow alike, up to three orders of magnitude', () => {
  for (const density of [0.03, 1, 30]) {
    inWorld({}, (world) => {
      floor(world);
      const body = box(world, 0, 0.5, { shapes: [{ type: 'box', width: 1, height: 1, density }] });
      assert.ok(pull(new Drag(), world, body, [4, 3], 150) < 0.05, `density ${density}`);
    });
  }
});

test('dragging works without gravity', () =>
  inWorld({ gravity: [0, 0] }, (world) => {
    assert.ok(pull(new Drag(), world, box(world, 0, 0), [4, 3], 150) < 0.05);
  }));

test('a cloth is dragged by one of its points', () =>
  play('cloth', {}, ({ world, step }) => {
    step(90);
    const body = [...world.bodies].filter(({ type }) => type === 'dynamic')[700];
    const from = at(body);
    pull(new Drag(), world, body, [8, 4], 240);
    const { x, y } = at(body);
    assert.ok(Math.hypot(x - from.x, y - from.y) > 2, `by ${Math.hypot(x - from.x, y - from.y)} m`);
  }));

/** How far joints open and how fast anything gets while a body is dragged, or, without a target, nothing is. */
const course = (id, params, index, by) =>
  play(id, params, ({ world, step }) => {
    step(90);
    const joints = world.joints;
    const body = [...world.bodies].filter(({ type }) => type === 'dynamic')[index];
    let gap = 0;
    let fastest = 0;
    const look = () => {
      for (const joint of joints) if (!joint.destroyed) gap = Math.max(gap, joint.separation);
      for (const each of world.bodies) fastest = Math.max(fastest, speed(each));
    };
    const missed = by ? pull(new Drag(), world, body, by, 240, look) : step(240, look);
    return { gap, fastest, missed };
  });

/** The same without a hand, which is the same for every body: once for each scene. */
const free = new Map();
const freely = (id, params) => {
  const key = JSON.stringify([id, params]);
  if (!free.has(key)) free.set(key, course(id, params, 0));
  return free.get(key);
};

// The joints of a scene, dragged far and fast, open no further than they do when the scene runs by itself; 2 cm is what
// five times the 4 mm of the cap (drag.ts) come to while a plank swings. Where it is said to, the body arrives. Bodies
// 4 and 109 of the ragdolls are caught between others and the stairs: of 37 bodies the worst opens joints by 0.18 m.
// What that may open on average is asked below.
for (const [id, index, by, arrives, params = {}, caught = 0] of [
  // Without crates: where one lands it opens a hinge by more than any hand does.
  ['bridge', 100, [0, 12], false, { crates: 0 }],
  ['bridge', 60, [0, 12], false, { crates: 0 }],
  ['bridge', 10, [3, 6], false, { crates: 0 }],
  ['cloth', 700, [8, 4], false],
  ['chain', 6, [6, 3], false],
  ['chain', 12, [6, 3], true],
  ['ragdolls', 4, [5, 5], true, {}, 0.2],
  ['ragdolls', 109, [5, 5], true, {}, 0.2],
  ['car', 0, [4, 6], true],
  ['car', 1, [4, 6], true],
  ['walker', 12, [6, 6], true],
  ['pulley', 1, [3, 6], true],
]) {
  test(`${id}: body ${index} is dragged, and no joint tears`, () => {
    const free = freely(id, params);
    const held = course(id, params, index, by);
    assert.ok(held.gap < Math.max(free.gap + 0.02, caught), `a gap of ${held.gap} m, ${free.gap} m without a hand`);
    assert.ok(held.fastest < 40, `something flies at ${held.fastest} m/s`);
    if (arrives) assert.ok(held.missed < 0.5, `${held.missed} m beside the target`);
  });
}

// One that is caught is drawn apart by its own weight and others'; most are not. A ragdoll has eleven bodies: each
// thirteenth is another one of another ragdoll.
test('ragdolls have little more joint error while any body is dragged', () => {
  const free = freely('ragdolls', {});
  const gaps = [];
  for (let index = 0; index < 110; index += 13) gaps.push(course('ragdolls', {}, index, [5, 5]).gap);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  assert.ok(mean < free.gap + 0.05, `${mean} m on average, ${free.gap} m without a hand`);
});
