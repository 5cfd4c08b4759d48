import assert from 'node:assert/strict';
import test from 'node:test';
import { chart } from '../chart.mjs';
import { filterOf, isMoving, kGravity, kTimeStep } from '../conditions.mjs';
import { missing, standIns } from '../engines.mjs';
import { sceneText } from '../external.mjs';
import { fell, jointErrors, plausible } from '../judge.mjs';
import { compare, growths, means, text } from '../report.mjs';
import { growthNames, makeScene, sceneNames } from '../scenes.mjs';
import { geometricMean, median, pairedRatio, quantile, summarize } from '../statistics.mjs';

const poseOf = ({ x, y, angle }) => ({ x, y, c: Math.cos(angle), s: Math.sin(angle) });
const asMade = ({ bodies }) => bodies.map((body) => (isMoving(body) ? poseOf(body) : null));
// Doubles.
const close = (actual, expected) => assert.ok(Math.abs(actual - expected) <= 1e-12, `${actual}, expected ${expected}`);

test('the scenes have the bodies and joints that they are named after', () => {
  const count = (name) => makeScene(name).bodies.filter(({ type }) => type === 'dynamic').length;
  assert.deepEqual(Object.fromEntries(sceneNames.map((name) => [name, count(name)])), {
    pyramid60: 1830,
    pyramid100: 5050,
    pile2000: 2000,
    tumbler: 1600,
    joints: 2493,
    cloth: 36 * 36 - 5 + 3,
    ragdolls: 1100,
    pyramids400: 22000,
    rain: 3000,
    asleep: 10100,
    towers: 600,
  });
  const joints = (name) => makeScene(name).joints.length;
  assert.equal(joints('joints'), 4900 - 6); // seven held bodies side by side need none between them
  assert.deepEqual([joints('cloth'), joints('ragdolls')], [2520, 1000]);
});

test('a scene is the same each time it is made', () => {
  for (const name of sceneNames) assert.equal(sceneText(makeScene(name)), sceneText(makeScene(name)));
});

test('stacks are laid unevenly, by 5 mm and 2 mrad at most', () => {
  for (const name of ['pyramid60', 'pyramids400', 'towers', 'asleep']) {
    const boxes = makeScene(name).bodies.filter(({ type, angle }) => type === 'dynamic' && angle !== 0);
    assert.ok(boxes.length >= 100, name);
    for (const { angle } of boxes) assert.ok(Math.abs(angle) <= 0.002, name);
  }
  const { bodies } = makeScene('towers');
  for (const { x } of bodies.slice(1)) assert.ok(Math.abs(x - 4 * Math.round((x - 2) / 4) - 2) <= 0.005 + 1e-12);
});

test('joints pin points that are at one place when the scene is made, rods have their length, angles are within limits', () => {
  for (const name of ['joints', 'cloth', 'ragdolls']) {
    const scene = makeScene(name);
    // Doubles.
    for (const error of Object.values(jointErrors({ scene, poses: asMade(scene) }))) assert.ok(error < 1e-12, name);
  }
});

test('parts of one figure do not touch, those of figures that may meet do', () => {
  const touch = (a, b) =>
    (filterOf(a).mask & filterOf(b).category) !== 0 && (filterOf(b).mask & filterOf(a).category) !== 0;
  const figures = makeScene('ragdolls').bodies.filter(({ type }) => type === 'dynamic');
  for (const [i, a] of figures.slice(0, 110).entries()) {
    for (const [k, b] of figures.slice(0, 110).entries())
      assert.equal(touch(a, b), Math.floor(i / 11) !== Math.floor(k / 11));
  }
  assert.equal(filterOf({ ghost: false, group: 0 }), null);
});

test('an engine is asked for no joint that it has not, and says what stands for what', () => {
  assert.equal(missing({ can: ['revolute', 'distance'] }, makeScene('ragdolls')), 'limits on angles');
  assert.equal(missing({ can: ['revolute', 'limits'] }, makeScene('cloth')), 'rods');
  assert.equal(missing({ can: [] }, makeScene('pyramid10')), '');
  const instead = { distance: 'ropes for rods' };
  assert.deepEqual(
    [standIns({ instead }, makeScene('cloth')), standIns({ instead }, makeScene('joints'))],
    ['ropes for rods', ''],
  );
});

test('programs outside are told of groups, speeds, limits and rods', () => {
  const bodies = [{ ...makeScene('ragdolls').bodies.at(-1), x: 1, y: 2, group: 3, vx: 4, vy: 5, shapes: [] }];
  const ends = { a: 0, b: 1, localA: [0, 1], localB: [2, 3] };
  const joints = [
    { type: 'revolute', ...ends },
    { type: 'revolute', ...ends, limits: [-1, 2] },
    { type: 'distance', ...ends, length: 7 },
  ];
  const lines = sceneText({ bodies, joints, sleep: false }).trim().split('\n').slice(-4);
  assert.deepEqual(lines, [
    'body 2 1 2 0 4 5 0 1 0 3 0 0',
    'revolute 0 1 0 1 2 3 0 0 0',
    'revolute 0 1 0 1 2 3 1 -1 2',
    'distance 0 1 0 1 2 3 7',
  ]);
});

test('errors of joints are found: anchors apart, rods long and short, angles on the wrong side of a limit', () => {
  const at = (x, y, angle = 0) => ({ x, y, c: Math.cos(angle), s: Math.sin(angle) });
  const ends = { a: 0, b: 1, localA: [1, 0], localB: [0, 0] };
  const errors = (joint, poses) => jointErrors({ scene: { joints: [{ ...ends, ...joint }] }, poses });
  close(errors({ type: 'revolute' }, [at(0, 0, Math.PI / 2), at(0, 4)]).apart, 3);
  close(errors({ type: 'distance', length: 2 }, [at(0, 0), at(4, 0)]).long, 1);
  close(errors({ type: 'distance', length: 2 }, [at(0, 0), at(1.5, 0)]).short, 1.5);
  for (const [angle, beyond] of [
    [1.5, 0.5],
    [-1.5, 1],
    [0.9, 0],
  ]) {
    close(errors({ type: 'revolute', limits: [-0.5, 1] }, [at(0, 0, 0.3), at(1, 0, 0.3 + angle)]).beyond, beyond);
  }
});

test('ragdolls come apart, bend the wrong way, stay up or get lost', () => {
  const scene = makeScene('ragdolls');
  const down = asMade(scene).map((pose) => pose && { ...pose, y: pose.y - 1 });
  const judged = (change) => scene.judge({ scene, poses: change(down) });
  const some = (count, change) => (poses) => {
    let left = count;
    return poses.map((pose) => (pose && (left -= 1) >= 0 ? { ...pose, ...change(pose) } : pose));
  };
  assert.equal(judged((poses) => poses).ok, true);
  assert.match(judged(some(1, ({ x }) => ({ x: x + 0.11 }))).note, /apart by at most 1[0-9]{2} mm/);
  assert.equal(judged(some(1, ({ x }) => ({ x: x + 0.11 }))).ok, false);
  assert.equal(judged(some(110, () => ({ c: Math.cos(3), s: Math.sin(3) }))).ok, false);
  assert.match(judged(some(11, ({ y }) => ({ y: y + 1 }))).note, /1 figures still up/);
  assert.match(judged(some(11, ({ y }) => ({ y: y - 20 }))).note, /11 parts lost/);
});

test('a cloth whose rods are too long or too short, or that did not fall, is none', () => {
  const scene = makeScene('cloth');
  const row = (i) => Math.floor((i - 1) / 36);
  const hung = (drop) =>
    scene.judge({ scene, poses: asMade(scene).map((pose, i) => pose && { ...pose, y: pose.y - drop(row(i)) }) });
  assert.deepEqual(hung((y) => 0.03 * Math.min(y, 36)).ok, true);
  assert.equal(hung((y) => (y > 18 ? 0.6 : 0)).ok, false); // the rods between the halves gave way
  assert.equal(hung((y) => 0.2 * Math.min(y, 36)).ok, false);
  assert.equal(hung(() => 0).ok, false);
  assert.match(hung((y) => (y === 36 ? 30 : 0.03 * y)).note, /3 lost/);
});

test('bodies are made apart from each other', () => {
  // The farthest corner of a box, and the end of a capsule, from their centres: 0.354 m and 0.3 m; unit boxes touch by
  // faces.
  const rooms = { pile2000: 0.654, rain: 0.654, tumbler: 0.354, pyramid60: 1, towers: 1, asleep: 1 };
  for (const [name, room] of Object.entries(rooms)) {
    const made = makeScene(name)
      .bodies.filter(({ type }) => type === 'dynamic')
      .slice(0, 2500);
    for (const [i, { x, y, at }] of made.entries()) {
      const near = made
        .slice(0, i)
        .find((other) => other.at === at && Math.hypot(x - other.x, y - other.y) < room - 1e-9);
      assert.equal(near, undefined, `${name}: body ${i}`);
    }
  }
});

test('an engine that does nothing is found out', () => {
  assert.equal(fell(0, 30).ok, false);
  for (const name of ['pile2000', 'tumbler', 'joints', 'cloth', 'ragdolls', 'rain']) {
    const scene = makeScene(name);
    assert.equal(scene.judge({ scene, poses: asMade(scene), steps: 300, awake: 0 }).ok, false, name);
  }
});

test('a free fall is one whether positions are advanced before or after velocities', () => {
  const steps = 30;
  const sums = [(steps * (steps - 1)) / 2, (steps * (steps + 1)) / 2];
  for (const sum of sums) assert.equal(fell(-kGravity * kTimeStep * kTimeStep * sum, steps).ok, true);
});

test('what is not a pose is not plausible', () => {
  const pose = { x: 1, y: 2, c: 0.6, s: 0.8 };
  assert.equal(plausible({ poses: [null, pose] }).ok, true);
  for (const wrong of [{ x: NaN }, { y: Infinity }, { c: 0, s: 0 }, { s: NaN }]) {
    assert.equal(plausible({ poses: [{ ...pose, ...wrong }] }).ok, false);
  }
});

test('a pyramid below the ground is no pyramid, a fallen one is told', () => {
  const scene = makeScene('pyramid10');
  const poses = asMade(scene);
  assert.deepEqual(scene.judge({ scene, poses }), { ok: true, note: 'top at 9.50 m of 9.50 m' });
  const fallen = poses.map((pose) => pose && { ...pose, y: 0.5 });
  assert.match(scene.judge({ scene, poses: fallen }).note, /^collapsed/);
  const sunk = poses.map((pose) => pose && { ...pose, y: -0.5 });
  assert.equal(scene.judge({ scene, poses: sunk }).ok, false);
});

test('quantiles and means', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(quantile([0, 10], 0.99), 9.9);
  assert.ok(Number.isNaN(median([])));
  close(geometricMean([0.5, 2, 4]), 4 ** (1 / 3));
});

const round = (step, read, warm = 0) => ({ ...summarize({ step, read, warm }), ok: true, note: 'stands' });
const constant = (value, count = 40) => Array(count).fill(value);

test('ratios are taken within a round, from the steps that both engines measured', () => {
  // The machine was busy in the second.
  const slower = [round(constant(1), constant(0)), round(constant(4), constant(0))];
  const other = [round(constant(2), constant(0)), round(constant(8), constant(0))];
  close(pairedRatio(slower, other, 'step'), 0.5);
  const grows = Array.from({ length: 100 }, (_, i) => i + 1);
  close(pairedRatio([round(grows, grows)], [round(grows.slice(0, 40), constant(0))], 'step'), 1);
  close(
    pairedRatio([round(grows.slice(20), grows.slice(20), 20)], [round(grows.slice(0, 60), constant(0, 60))], 'step'),
    1,
  );
});

function measured(name, step, read, more = {}) {
  return { name, rounds: [round(constant(step), constant(read))], ok: true, note: 'stands', ...more };
}
const example = () => {
  const ours = measured('ours', 1, 0.1);
  const fallen = measured('b', 0.001, 0, { ok: false, note: 'fell' });
  const skipped = { name: 'b', rounds: [], ok: false, note: 'has no joints' };
  return compare(
    [
      { name: 'one', title: 'one <scene>', bodies: 10, results: [ours, measured('a', 2, 0.2), fallen] },
      { name: 'two', title: 'two', bodies: 20, results: [ours, measured('a', 8, 0.8), skipped] },
    ],
    'ours',
  );
};

test('who did not do the work is not compared', () => {
  const [a, b] = means(example(), 'ours');
  close(a.step, 0.25);
  close(a.frame, 0.25);
  assert.deepEqual(a.worst, { scene: 'one', step: 0.5 });
  assert.equal(b.scenes, 0);
  assert.match(text(example(), 'ours'), /NOT COMPARED: fell/);
});

test('piles grow by number alone', () => {
  const bodies = (name) => makeScene(name).copies * makeScene(name).bodies.filter(isMoving).length;
  assert.deepEqual(growthNames.map(bodies), [1000, 20000, 1000, 20000, 1000, 20000]);
  // A bin of a pile of 500 is the one that a pile of 500 has alone.
  const shapes = (name, count) =>
    makeScene(name)
      .bodies.slice(0, count)
      .map(({ shapes: all, y }) => ({ all, y }));
  assert.deepEqual(shapes('piles20000', 503), shapes('pile500', 503));
});

test('growth is that of a body and of a contact, within a round', () => {
  const scene = (name, bodies, rounds) => ({
    name,
    title: name,
    bodies,
    results: [
      {
        name: 'ours',
        ok: true,
        note: '',
        rounds: rounds.map(([step, contacts]) => ({ ...round(constant(step), constant(0)), contacts })),
      },
    ],
  });
  const large = scene('pile200', 200, [
    [3, 400],
    [12, 400],
  ]); // the machine was busy in the second round
  const [found, ...rest] = growths(
    compare(
      [
        large,
        scene('pile100', 100, [
          [1, 100],
          [4, 100],
        ]),
        scene('piles100', 100, [[1, 1]]),
      ],
      'ours',
    ),
  );
  assert.deepEqual(rest, []);
  assert.deepEqual(found.bodies, [100, 200]);
  const [{ body, bodyGrowth, contactGrowth }] = found.engines;
  assert.deepEqual(body, [25, 37.5]);
  close(bodyGrowth, 1.5);
  close(contactGrowth, 0.75);
});

test('the chart shows each engine that was compared, in frames of ours', () => {
  const svg = chart(example(), 'ours');
  assert.match(svg, /one &#60;scene&#62;/);
  const labels = [...svg.matchAll(/<text x="[\d.]+" y="\d+">([^<]+)</g)].map(([, label]) => label);
  assert.deepEqual(labels, ['1.0', '2.0', '1.0', '8.0']);
  assert.ok(!svg.includes('>b<'));
});
