// The solver's trace of a step in words: where the view is, and what happened there.

import type { Body } from '../body.js';
import type { SolverStage } from '../trace.js';
import type { World } from '../world.js';
import { format } from './format.js';
import { kFine, slides, type Item, type SolverWalk } from './solver_walk.js';

const kStages: Readonly<Record<SolverStage, string>> = {
  start: 'Start: forces are in, and the impulses, if any, that warm starting begins with',
  solve: 'Solve: an iteration over the velocities',
  relax: 'Relax: an iteration without bias, which removes the velocity that the bias added',
  position: 'Position: an iteration over the positions',
  bounce: 'Bounce: restitution, and no energy gained',
  impact: 'Impact: an iteration over colliding contacts, without advancing time',
  joints: 'Joints: their velocities, before the bodies move and contacts are found',
};
const kUnit = 'N\u202fs';

const unitOf = ({ turns }: Item): string => (turns ? 'N\u202fm\u202fs' : kUnit);

/**
 * Writes two impulses and their difference in one unit, N s or mN s: with four figures of the larger, so that none is 0
 * that is not, and two that differ look different.
 */
function scaleOf(unit: string, a: number, b: number): (value: number, bare?: boolean) => string {
  const most = Math.max(a, b);
  const milli = most >= kFine && most < 0.01 ? 'm' : '';
  const factor = milli ? 1000 : 1;
  let digits = 0;
  const say = (value: number, bare?: boolean): string =>
    (value < kFine ? '0' : format(factor * value, digits, '')) + (bare ? '' : `\u202f${milli}${unit}`);
  const alike = (p: number, q = 0): boolean => Math.abs(p - q) >= kFine && parseFloat(say(p)) === parseFloat(say(q));
  const poor = (): boolean => alike(a) || alike(b) || alike(a, b) || alike(Math.abs(a - b));
  while (digits < 6 && (factor * most < 10 ** (3 - digits) || poor())) digits++;
  return say;
}

/** A residual in words. */
export const told = (value: number): string => (value < 1e-7 ? '0' : worth(value, 1, 1e-4));

/** What a line of a chart is worth: a number, or where it is small digits times a power of ten. */
export function worth(value: number, digits = 0, plain = 1e-3): string {
  if (value <= 0 || value >= plain) return String(Number(value.toPrecision(2)));
  const [digit, power = ''] = value.toExponential(digits).split('e-');
  return `${digit === '1' ? '' : `${digit}·`}10⁻${[...power].map((figure) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(figure)]).join('')}`;
}

/** The iteration, and the same in short with its residual. */
export function whereWords({ trace, pass, ofJoints }: SolverWalk): [long: string, short: string] {
  const stage = trace.stage[pass]!;
  const substeps = Math.max(...trace.substep) + 1;
  let nth = 1;
  for (let i = pass - 1; i >= 0 && trace.stage[i] === stage && trace.substep[i] === trace.substep[pass]; i--) nth++;
  const substep = substeps > 1 && stage !== 'impact' ? `Substep ${trace.substep[pass]! + 1} of ${substeps}. ` : '';
  const number = nth > 1 || trace.stage[pass + 1] === stage ? ` (${nth})` : '';
  const left = [
    trace.points.length > 0 && stage !== 'joints' && `residual ${told(trace.residual[pass]!)} m/s`,
    trace.rows.length > 0 && `residual of joints ${told(ofJoints[pass]!)} m/s`,
  ];
  const residual = left.filter(Boolean).join(', ') || 'nothing to solve';
  return [
    `${substep}${kStages[stage]}${number}; ${residual}.`,
    `${pass + 1} of ${trace.stage.length}, ${stage}, ${residual}`,
  ];
}

/** The impulse of an item before its last visit, and now, as the picture has it. */
export function changeWords(item: Item, before: number, now: number): string {
  const say = scaleOf(unitOf(item), before, now);
  return `${say(before, true)} → ${say(now)}`;
}

const count = (n: number, what: string): string => (n > 1 ? `${n} ${what}s` : `one ${what}`);

/** What the last stop did, or what is left after the iteration. */
export function whatWords(walk: SolverWalk, world: World | null): string {
  const { items, active, pass } = walk;
  const { points, rows, stage } = walk.trace;
  const joints = items.length - points.length;
  if (items.length === 0) {
    const asleep = world?.awakeCount === 0;
    return asleep ? 'All bodies sleep, so nothing is solved. Drag one.' : 'No contacts.';
  }
  if (active.length === 0) {
    const counts = [];
    if (points.length > 0) counts.push(count(points.length, 'contact point'));
    if (joints > 0) counts.push(count(joints, 'joint'));
    let left = '';
    if (stage[pass] === 'position') {
      const most = (list: readonly Item[]): number => Math.max(0, ...list.map((item) => walk.shown(item).error));
      const gaps = [];
      if (points.length > 0)
        gaps.push(`deepest overlap ${format(1000 * most(items.slice(0, points.length)), 3, 'mm')}`);
      if (joints > 0) gaps.push(`widest gap of a joint ${format(1000 * most(items.slice(points.length)), 3, 'mm')}`);
      left = `: ${gaps.join(', ')}`;
    }
    const all = (points.length || joints) > 1 ? 'All' : 'The';
    return `${all} ${counts.join(' and ')}${left}.`;
  }
  const item = active[0]!;
  if (item.direct) return directWords(walk);
  const name = (body: Body | null | undefined): string =>
    body === null ? 'the world' : body ? body.name || `body ${body.slot}` : 'a destroyed body';
  const values = walk.shown(item);
  const { impulse: now, before, start, residual } = values;
  const say = scaleOf(unitOf(item), before.impulse, now);
  const change = now - before.impulse;
  const by = `by ${say(Math.abs(change))}`;
  const grown = Math.abs(change) < kFine ? 'stays' : change > 0 ? `grows ${by}` : `shrinks ${by}`;
  const point = points[item.point];
  const joint = rows[item.rows[0]!]?.joint;
  const notes = [
    point && now === 0 && before.impulse > 0 && 'clamped at 0: the bodies separate',
    point && slides(item, values) && 'friction is clamped at its limit: it slides',
    start > kFine && `warm start: ${scaleOf(unitOf(item), start, start)(start)}`,
    `residual after the iteration ${told(residual)} ${item.turns ? 'rad/s' : 'm/s'}`,
  ].filter(Boolean);
  const who = point
    ? `Contact ${item.point + 1} of ${points.length}, ${name(point.shapeA?.body)} on ${name(point.shapeB?.body)}`
    : `Joint ${items.indexOf(item) - points.length + 1} of ${joints}, ${joint?.type ?? 'gone'}, ${name(joint?.bodyA)} with ${name(joint?.bodyB)}`;
  const both = `${say(before.impulse, true)} to ${say(now)}`;
  return `${who}: the impulse ${grown}, ${both}; ${notes.join('; ')}.`;
}

/** All joints of the direct solve. */
function directWords(walk: SolverWalk): string {
  const { active, stops } = walk;
  let [most, changed, residual] = [0, 0, 0];
  for (const item of active) {
    const now = walk.shown(item);
    most = Math.max(most, now.impulse);
    changed = Math.max(changed, Math.hypot(now.vector.x - now.before.vector.x, now.vector.y - now.before.vector.y));
    residual = Math.max(residual, now.residual);
  }
  const say = scaleOf(kUnit, most, changed);
  const last = stops.at(-1) === active || stops.length === 0;
  const later = last ? '' : ', when the rest has been solved';
  const all = count(active.length, 'joint') + (active.length > 1 ? ' at once' : '');
  return (
    `Direct solve: ${all}, by elimination, without iterations. The largest impulse is ${say(most)}, ` +
    `the largest change ${say(changed)}; the largest residual after the iteration${later}: ${told(residual)} m/s.`
  );
}
