// Whether the end of a run is one that physics allows, so that no engine is fast by doing nothing.
//
// A judge takes the end, `{ poses, scene, steps, awake }`, and gives `{ ok, note }`. `poses` has `{ x, y, c, s }`
// (metres, y up, cosine and sine of the angle) at the index of each moving body that was made, and null at every other.
// What is not `ok` did not do the work and is not compared; a heap that fell did work, so that is a note.
import { kGravity, kTimeStep } from './conditions.mjs';

const metres = (value) => `${value.toFixed(2)} m`;
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const moving = (poses) => poses.filter((pose) => pose !== null);

/**
 * Every pose is a number, and a cosine and a sine of something. Single precision leaves 1e-3 of room after many turns.
 */
export function plausible({ poses }) {
  for (const { x, y, c, s } of moving(poses)) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return { ok: false, note: 'a position is not a number' };
    if (!(Math.abs(Math.hypot(c, s) - 1) < 1e-3)) return { ok: false, note: 'a rotation is none' };
  }
  return { ok: true, note: '' };
}

/**
 * Did a body fall as it should in `steps`? Within g t dt / 2, and a tenth, of g t^2 / 2: integrators differ in the half
 * step.
 */
export function fell(metresFallen, steps) {
  const time = steps * kTimeStep;
  const expected = (-kGravity * time * time) / 2;
  const ok = Math.abs(metresFallen - expected) <= (1.1 * (-kGravity * time * kTimeStep)) / 2;
  return { ok, note: `a free body fell ${metres(metresFallen)} of ${metres(expected)}` };
}

/** The last body is the top. Nothing may be below the ground, and a top that lost a tenth of its height has fallen. */
export const pyramid =
  (rows) =>
  ({ poses }) => {
    const through = moving(poses).filter(({ y }) => y < 0).length;
    const { y } = poses.at(-1);
    const note = `${y > 0.9 * rows ? 'top at' : 'collapsed: top at'} ${metres(y)} of ${metres(rows - 0.5)}`;
    return through > 0 ? { ok: false, note: `${through} bodies below the ground` } : { ok: true, note };
  };

/** Heaps of `size` boxes each, the last one on top, `rows` high. */
export const tops =
  (size, rows) =>
  ({ poses, scene }) => {
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
export const settled =
  (left, right, height) =>
  ({ poses, scene, awake }) => {
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
export const tumbling =
  (radius) =>
  ({ poses, scene, steps }) => {
    const drum = scene.bodies.findIndex(({ type }) => type === 'kinematic');
    const angle = scene.bodies[drum].omega * steps * kTimeStep;
    const { c, s } = poses[drum];
    const off = Math.abs(
      Math.atan2(s * Math.cos(angle) - c * Math.sin(angle), c * Math.cos(angle) + s * Math.sin(angle)),
    );
    const boxes = poses
      .map((pose, i) => ({ pose, body: scene.bodies[i] }))
      .filter(({ pose, body }) => pose !== null && body.type === 'dynamic');
    const inside = boxes.filter(({ pose }) => Math.hypot(pose.x, pose.y) < radius).length;
    const moved = boxes.filter(({ pose, body }) => distance(pose, body) > 0.5).length;
    const note = `${inside} of ${boxes.length} inside, ${moved} moved, drum ${((180 / Math.PI) * off).toFixed(1)} degrees off`;
    return { ok: inside >= 0.999 * boxes.length && moved > 0.9 * boxes.length && off < 0.05, note };
  };

/**
 * The worst errors of the joints: anchors of hinges apart (m), rods too long and too short (m), angles beyond their
 * limits (rad; no limit is within 0.7 of half a turn, so that an angle a little beyond it is not taken for one of the
 * other side).
 */
export function jointErrors({ poses, scene }) {
  const poseOf = (i) =>
    poses[i] ?? { ...scene.bodies[i], c: Math.cos(scene.bodies[i].angle), s: Math.sin(scene.bodies[i].angle) };
  const at = ({ x, y, c, s }, [px, py]) => ({ x: x + c * px - s * py, y: y + s * px + c * py });
  const worst = { apart: 0, long: 0, short: 0, beyond: 0 };
  const note = (name, value) => {
    worst[name] = Math.max(worst[name], value);
  };
  for (const { type, a, b, localA, localB, length, limits } of scene.joints) {
    const [poseA, poseB] = [poseOf(a), poseOf(b)];
    const span = distance(at(poseA, localA), at(poseB, localB));
    if (type === 'distance') {
      note('long', span - length);
      note('short', length - span);
    } else {
      note('apart', span);
    }
    if (limits) {
      const angle = Math.atan2(poseA.c * poseB.s - poseA.s * poseB.c, poseA.c * poseB.c + poseA.s * poseB.s);
      note('beyond', Math.max(limits[0] - angle, angle - limits[1]));
    }
  }
  return worst;
}

/**
 * Both ends of each joint are at one place, within half the distance of neighbours; and the cloth hangs lower than it
 * was made.
 */
export const grid = (end) => {
  const { apart } = jointErrors(end);
  const moved = end.poses.filter((pose, i) => pose && distance(pose, end.scene.bodies[i]) > 0.5).length;
  return { ok: apart < 0.5 && moved > 100, note: `joints apart by at most ${metres(apart)}, ${moved} moved` };
};

const millimetres = (value) => `${(1000 * value).toFixed(0)} mm`;

/**
 * Rods are as long as they should be within half their length; the cloth's edges fell, and the balls are above the
 * ground.
 */
export const cloth = (end) => {
  const { poses, scene } = end;
  const { long, short } = jointErrors(end);
  const half = scene.joints[0].length / 2;
  const moved = poses.filter((pose, i) => pose && distance(pose, scene.bodies[i]) > 0.5).length;
  const lost = moving(poses).filter(({ x, y }) => !(Math.abs(x) < 30 && y > 0)).length;
  const note = `rods at most ${millimetres(long)} too long, ${millimetres(short)} too short, ${moved} points moved, ${lost} lost`;
  return { ok: long < half && short < half && moved > 100 && lost === 0, note };
};

const kAngle = (15 * Math.PI) / 180;
const kPartsApart = 0.1; // m: as thick as the thinnest limb
const kDescent = 0.5; // m

/**
 * Figures of `parts` bodies, so many in each of several flights of stairs `pitch` wide. Anchors are together within 10
 * cm and angles within 15 degrees of their limits, but for one hinge in a hundred, which may be caught in the heap;
 * every figure came down, and no part is outside its flight or below the ground.
 */
export const ragdolls =
  ({ parts, figures, flights, pitch }) =>
  (end) => {
    const bodies = end.poses
      .map((pose, i) => ({ pose, made: end.scene.bodies[i] }))
      .filter(({ pose }) => pose !== null);
    const { apart } = jointErrors(end);
    const bent = end.scene.joints.filter(
      (joint) => jointErrors({ ...end, scene: { ...end.scene, joints: [joint] } }).beyond > kAngle,
    ).length;
    let [lost, up] = [0, 0];
    for (let figure = 0; figure < figures * flights; figure += 1) {
      const own = bodies.slice(parts * figure, parts * (figure + 1));
      const left = (Math.floor(figure / figures) - flights / 2) * pitch;
      lost += own.filter(({ pose: { x, y } }) => !(x > left && x < left + pitch && y > -kPartsApart / 2)).length;
      const drop = own.reduce((sum, { pose, made }) => sum + made.y - pose.y, 0) / parts;
      up += drop > kDescent ? 0 : 1;
    }
    const note =
      `joints apart by at most ${millimetres(apart)}, ${bent} of ${end.scene.joints.length} over 15 degrees beyond limits, ` +
      `${up} figures still up, ${lost} parts lost`;
    return { ok: apart < kPartsApart && bent <= end.scene.joints.length / 100 && up === 0 && lost === 0, note };
  };

/** Bodies made at rest are where they were, and no more than `awake` are awake where the engine can tell. */
export const resting =
  (expected) =>
  ({ poses, scene, awake }) => {
    const slid = poses.filter((pose, i) => pose && distance(pose, scene.bodies[i]) > 0.3).length;
    const note = `${slid} not where they were, ${awake ?? '?'} awake`;
    return { ok: slid <= expected && (awake === undefined || awake <= expected), note };
  };
