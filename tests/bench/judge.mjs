// Whether the end of a run is one that physics allows, so that no engine is fast by doing nothing.
//
// A judge takes the end, `{ poses, scene, steps, awake }`, and gives `{ ok, note }`. `poses` has `{ x, y, c, s }` (metres, y up,
// cosine and sine of the angle) at the index of each moving body that was made, and null at every other. What is not `ok` did
// not do the work and is not compared; a heap that fell did work, so that is a note.
import { kGravity, kTimeStep } from './conditions.mjs';

const metres = (value) => `${value.toFixed(2)} m`;
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const moving = (poses) => poses.filter((pose) => pose !== null);

/** Every pose is a number, and a cosine and a sine of something. Single precision leaves 1e-3 of room after many turns. */
export function plausible({ poses }) {
  for (const { x, y, c, s } of moving(poses)) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return { ok: false, note: 'a position is not a number' };
    if (!(Math.abs(Math.hypot(c, s) - 1) < 1e-3)) return { ok: false, note: 'a rotation is none' };
  }
  return { ok: true, note: '' };
}

/** Did a body fall as it should in `steps`? Within g t dt / 2, and a tenth, of g t^2 / 2: integrators differ in the half step. */
export function fell(metresFallen, steps) {
  const time = steps * kTimeStep;
  const expected = (-kGravity * time * time) / 2;
  const ok = Math.abs(metresFallen - expected) <= 1.1 * (-kGravity * time * kTimeStep) / 2;
  return { ok, note: `a free body fell ${metres(metresFallen)} of ${metres(expected)}` };
}

/** The last body is the top. Nothing may be below the ground, and a top that lost a tenth of its height has fallen. */
export const pyramid = (rows) => ({ poses }) => {
  const through = moving(poses).filter(({ y }) => y < 0).length;
  const { y } = poses.at(-1);
  const note = `${y > 0.9 * rows ? 'top at' : 'collapsed: top at'} ${metres(y)} of ${metres(rows - 0.5)}`;
  return through > 0 ? { ok: false, note: `${through} bodies below the ground` } : { ok: true, note };
};

/** Heaps of `size` boxes each, the last one on top, `rows` high. */
export const tops = (size, rows) => ({ poses, scene }) => {
  const boxes = scene.bodies.map((body, i) => ({ body, pose: poses[i] })).filter(({ pose }) => pose !== null);
  let standing = 0;
  let sunk = 0;
  for (let i = size - 1; i < boxes.length; i += size) {
    const drop = boxes[i].body.y - boxes[i].pose.y;
    if (drop < 0.1 * rows) {
      standing += 1;
      sunk = Math.max(sunk, drop);
    }
  }
  const lost = boxes.filter(({ pose }) => pose.y < -1).length;
  const note = `${standing} of ${boxes.length / size} stand, sunk at most ${(1000 * sunk).toFixed(0)} mm`;
  return lost > 0 ? { ok: false, note: `${lost} boxes fell out of the world` } : { ok: true, note };
};

/** Bodies lie between two walls on ground that is at -1 m at least: one in a thousand may have slipped out. */
export const settled = (left, right, height) => ({ poses, scene, awake }) => {
  const bodies = moving(poses);
  const outside = bodies.filter(({ x, y }) => x < left || x > right || y < -1).length;
  const above = bodies.filter(({ y }) => y > height).length;
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const start = mean(scene.bodies.filter((_, i) => poses[i] !== null).map(({ y }) => y));
  const end = mean(bodies.map(({ y }) => y));
  const note = `mean height ${metres(start)} -> ${metres(end)}, ${outside} outside${scene.sleep ? `, ${awake ?? '?'} awake` : ''}`;
  return { ok: outside + above <= bodies.length / 1000 && end < 0.7 * start, note };
};

/** All boxes are still inside the drum, which turned as far as it should, and are not where they started. */
export const tumbling = (radius) => ({ poses, scene, steps }) => {
  const drum = scene.bodies.findIndex(({ type }) => type === 'kinematic');
  const angle = scene.bodies[drum].omega * steps * kTimeStep;
  const { c, s } = poses[drum];
  const off = Math.abs(Math.atan2(s * Math.cos(angle) - c * Math.sin(angle), c * Math.cos(angle) + s * Math.sin(angle)));
  const boxes = poses
    .map((pose, i) => ({ pose, body: scene.bodies[i] }))
    .filter(({ pose, body }) => pose !== null && body.type === 'dynamic');
  const inside = boxes.filter(({ pose }) => Math.hypot(pose.x, pose.y) < radius).length;
  const moved = boxes.filter(({ pose, body }) => distance(pose, body) > 0.5).length;
  const note = `${inside} of ${boxes.length} inside, ${moved} moved, drum ${((180 / Math.PI) * off).toFixed(1)} degrees off`;
  return { ok: inside >= 0.999 * boxes.length && moved > 0.9 * boxes.length && off < 0.05, note };
};

/** Both ends of each joint are at one place, within half the distance of neighbours; and the cloth hangs lower than it was made. */
export const held = (joints) => ({ poses, scene }) => {
  const at = (i, [x, y]) => {
    const pose = poses[i] ?? { ...scene.bodies[i], c: 1, s: 0 };
    return [pose.x + pose.c * x - pose.s * y, pose.y + pose.s * x + pose.c * y];
  };
  let worst = 0;
  for (const { a, b, localA, localB } of joints) {
    const [ax, ay] = at(a, localA);
    const [bx, by] = at(b, localB);
    worst = Math.max(worst, Math.hypot(bx - ax, by - ay));
  }
  const moved = poses.filter((pose, i) => pose && distance(pose, scene.bodies[i]) > 0.5).length;
  return { ok: worst < 0.5 && moved > 100, note: `joints apart by at most ${metres(worst)}, ${moved} moved` };
};

/** Bodies made at rest are where they were, and no more than `awake` are awake where the engine can tell. */
export const resting = (expected) => ({ poses, scene, awake }) => {
  const slid = poses.filter((pose, i) => pose && distance(pose, scene.bodies[i]) > 0.3).length;
  const note = `${slid} not where they were, ${awake ?? '?'} awake`;
  return { ok: slid <= expected && (awake === undefined || awake <= expected), note };
};
