import assert from 'node:assert/strict';
import test from 'node:test';
import { chart } from '../chart.mjs';
import { isMoving, kGravity, kTimeStep } from '../conditions.mjs';
import { sceneText } from '../external.mjs';
import { fell, plausible } from '../judge.mjs';
import { compare, means, text } from '../report.mjs';
import { makeScene, sceneNames } from '../scenes.mjs';
import { geometricMean, median, pairedRatio, quantile, summarize } from '../statistics.mjs';

const poseOf = ({ x, y, angle }) => ({ x, y, c: Math.cos(angle), s: Math.sin(angle) });
const asMade = ({ bodies }) => bodies.map((body) => (isMoving(body) ? poseOf(body) : null));
const close = (actual, expected) => assert.ok(Math.abs(actual - expected) <= 1e-12, `${actual}, expected ${expected}`); // doubles

test('the scenes have the bodies and joints that they are named after', () => {
  const count = (name) => makeScene(name).bodies.filter(({ type }) => type === 'dynamic').length;
  assert.deepEqual(Object.fromEntries(sceneNames.map((name) => [name, count(name)])), {
    pyramid60: 1830, pyramid100: 5050, pile2000: 2000, tumbler: 1600, joints: 2493, pyramids400: 22000, rain: 3000,
    asleep: 10100, towers: 600,
  });
  assert.equal(makeScene('joints').joints.length, 4900 - 6); // seven held bodies side by side need none between them
});

test('a scene is the same each time it is made', () => {
  for (const name of sceneNames) assert.equal(sceneText(makeScene(name)), sceneText(makeScene(name)));
});

test('joints pin points that are at one place when the scene is made', () => {
  const { bodies, joints } = makeScene('joints');
  for (const { a, b, localA, localB } of joints) {
    close(bodies[a].x + localA[0], bodies[b].x + localB[0]);
    close(bodies[a].y + localA[1], bodies[b].y + localB[1]);
  }
});

test('bodies are made apart from each other', () => {
  // The farthest corner of a box, and the end of a capsule, from their centres: 0.354 m and 0.3 m; unit boxes touch by faces.
  const rooms = { pile2000: 0.654, rain: 0.654, tumbler: 0.354, pyramid60: 1, towers: 1, asleep: 1 };
  for (const [name, room] of Object.entries(rooms)) {
    const made = makeScene(name).bodies.filter(({ type }) => type === 'dynamic').slice(0, 2500);
    for (const [i, { x, y, at }] of made.entries()) {
      const near = made.slice(0, i).find((other) => other.at === at && Math.hypot(x - other.x, y - other.y) < room - 1e-9);
      assert.equal(near, undefined, `${name}: body ${i}`);
    }
  }
});

test('an engine that does nothing is found out', () => {
  assert.equal(fell(0, 30).ok, false);
  for (const name of ['pile2000', 'tumbler', 'joints', 'rain']) {
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
  const slower = [round(constant(1), constant(0)), round(constant(4), constant(0))]; // the machine was busy in the second
  const other = [round(constant(2), constant(0)), round(constant(8), constant(0))];
  close(pairedRatio(slower, other, 'step'), 0.5);
  const grows = Array.from({ length: 100 }, (_, i) => i + 1);
  close(pairedRatio([round(grows, grows)], [round(grows.slice(0, 40), constant(0))], 'step'), 1);
  close(pairedRatio([round(grows.slice(20), grows.slice(20), 20)], [round(grows.slice(0, 60), constant(0, 60))], 'step'), 1);
});

function measured(name, step, read, more = {}) {
  return { name, rounds: [round(constant(step), constant(read))], ok: true, note: 'stands', ...more };
}
const example = () => {
  const ours = measured('ours', 1, 0.1);
  const fallen = measured('b', 0.001, 0, { ok: false, note: 'fell' });
  const skipped = { name: 'b', rounds: [], ok: false, note: 'has no joints' };
  return compare([
    { name: 'one', title: 'one <scene>', bodies: 10, results: [ours, measured('a', 2, 0.2), fallen] },
    { name: 'two', title: 'two', bodies: 20, results: [ours, measured('a', 8, 0.8), skipped] },
  ], 'ours');
};

test('who did not do the work is not compared', () => {
  const [a, b] = means(example(), 'ours');
  close(a.step, 0.25);
  close(a.frame, 0.25);
  assert.deepEqual(a.worst, { scene: 'one', step: 0.5 });
  assert.equal(b.scenes, 0);
  assert.match(text(example(), 'ours'), /NOT COMPARED: fell/);
});

test('the chart shows each engine that was compared, in frames of ours', () => {
  const svg = chart(example(), 'ours');
  assert.match(svg, /one &#60;scene&#62;/);
  const labels = [...svg.matchAll(/<text x="[\d.]+" y="\d+">([^<]+)</g)].map(([, label]) => label);
  assert.deepEqual(labels, ['1.0', '2.0', '1.0', '8.0']);
  assert.ok(!svg.includes('>b<'));
});
