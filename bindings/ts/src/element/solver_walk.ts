// A place in the solver's trace of a step: iterations, the stops of each, and what contacts and joints are worth there.

import type { Contact } from '../contacts.js';
import type { SolverStage, SolverTrace } from '../trace.js';
import type { Vec2 } from '../types.js';
import type { World } from '../world.js';

/** N s: below, nothing changed. */
export const kFine = 1e-6;

/** In which contact after contact changes; the others are shown as a whole. */
const inOrder = (stage: SolverStage): boolean => stage !== 'start' && stage !== 'position';

/** A contact point, or a joint with its rows. */
export interface Item {
  readonly x: number;
  readonly y: number;
  /** Of the contact: from A to B. */
  readonly normal?: Vec2;
  readonly point: number; // -1 for a joint
  readonly rows: readonly number[];
  readonly direct: boolean;
  /** A joint that gives a torque alone, in N m s. */
  readonly turns: boolean;
  /** Of the contact; NaN where it is gone. */
  readonly friction: number;
}

/** An item after an iteration. */
export interface Values {
  /** N s, or N m s: how strong the impulse is. */
  readonly impulse: number;
  /** N s, on B. */
  readonly vector: Vec2;
  readonly friction: number;
  /** m/s or rad/s. */
  readonly residual: number;
  /** m or rad: overlap, or how far a joint is from where it holds. */
  readonly error: number;
}

/** The items that are solved at once in one stop. */
export type Stop = readonly Item[];

/** Powers of ten from the largest value down to what rounding leaves. */
export interface Decades {
  readonly top: number;
  readonly bottom: number;
  /** Where a value lies between them, 0 to 1. */
  readonly share: (value: number) => number;
}

function decadesOf(values: Iterable<number>): Decades {
  let most = 1e-6;
  let least = 1;
  for (const value of values) {
    if (value > most) most = value;
    if (value > 0 && value < least) least = value;
  }
  const top = Math.ceil(Math.log10(most));
  const bottom = Math.min(top - 2, Math.max(-7, Math.floor(Math.log10(least))));
  const share = (value: number): number =>
    Math.max(0, Math.min(1, (Math.log10(Math.max(value, 1e-12)) - bottom) / (top - bottom)));
  return { top, bottom, share };
}

/** Contact points, then joints, in the order of the trace. */
function itemsOf(world: World, { points, rows }: SolverTrace): Item[] {
  const items: Item[] = [];
  const known = new Map<string, Contact>();
  for (const contact of world.contacts()) known.set(`${contact.shapeA.id} ${contact.shapeB.id}`, contact);
  points.forEach(({ x, y, normal, shapeA, shapeB }, point) => {
    const friction = known.get(`${shapeA?.id} ${shapeB?.id}`)?.friction ?? NaN;
    items.push({ x, y, normal, point, rows: [], direct: false, turns: false, friction });
  });
  for (let r = 0; r < rows.length;) {
    const { joint, x, y, direct } = rows[r]!;
    const own: number[] = [];
    for (; rows[r]?.joint === joint && rows[r]!.x === x && rows[r]!.y === y; r++) own.push(r);
    const turns = own.every((i) => rows[i]!.angular);
    items.push({ x, y, point: -1, rows: own, direct, turns, friction: NaN });
  }
  return items;
}

/** The values of an item after an iteration. */
function valuesOf(trace: SolverTrace, { point, rows: own, normal, turns }: Item, pass: number): Values {
  if (point >= 0) {
    const at = pass * trace.points.length + point;
    const impulse = trace.normalImpulse[at]!;
    return {
      impulse,
      vector: { x: normal!.x * impulse, y: normal!.y * impulse },
      friction: trace.tangentImpulse[at]!,
      residual: trace.normalResidual[at]!,
      error: Math.max(0, -trace.separation[at]! || 0),
    };
  }
  const vector = { x: 0, y: 0 };
  let [residual, error, torque] = [0, 0, 0];
  for (const r of own) {
    const { direction, angular } = trace.rows[r]!;
    const at = pass * trace.rows.length + r;
    const impulse = trace.rowImpulse[at]!;
    vector.x += direction.x * impulse;
    vector.y += direction.y * impulse;
    if (angular) torque += impulse;
    residual = Math.max(residual, trace.rowResidual[at]!);
    error = Math.max(error, Math.abs(trace.rowError[at]!));
  }
  const impulse = turns ? Math.abs(torque) : Math.hypot(vector.x, vector.y);
  return { impulse, vector, friction: 0, residual, error };
}

/** A place in the trace, which starts at the end of the step. */
export class SolverWalk {
  readonly trace: SolverTrace;
  readonly items: readonly Item[];
  /** N s. */
  readonly most: number;
  readonly residuals: Decades;
  readonly errors: Decades;
  /** By iteration: the largest residual of a joint. */
  readonly ofJoints: readonly number[];
  /** Whether joints are solved in iterations of their own (substepped positions). */
  readonly #apart: boolean;
  pass!: number;
  stops!: readonly Stop[];
  #stopOf!: ReadonlyMap<Item, number>;
  /** How many stops of the iteration are done; all in one that is shown as a whole. */
  done!: number;
  #whole!: boolean; // no stop in particular

  /** `trace` is of the last step of the world. */
  constructor(world: World, trace: SolverTrace) {
    this.trace = trace;
    const { rows, stage, rowResidual, residual } = trace;
    const items = itemsOf(world, trace);
    this.items = items;
    this.#apart = world.solver.type === 'substepped-position';
    this.ofJoints = stage.map((_, i) => Math.max(0, ...rowResidual.subarray(i * rows.length, (i + 1) * rows.length)));
    this.residuals = decadesOf([...residual, ...this.ofJoints]);
    let most = kFine;
    const errors: number[] = [];
    for (let pass = 0; pass < stage.length; pass++)
      for (const item of items) {
        const { impulse, error } = valuesOf(trace, item, pass);
        most = Math.max(most, impulse);
        if (stage[pass] === 'position') errors.push(error);
      }
    this.most = most;
    this.errors = decadesOf(errors);
    this.go(stage.length - 1);
  }

  /** To the end of an iteration, counted from 0. */
  go(pass: number): void {
    this.#enter(Math.max(0, Math.min(this.trace.stage.length - 1, pass)));
    this.#whole = true;
  }

  #enter(pass: number): void {
    this.pass = pass;
    this.stops = this.stopsOf(pass);
    this.#stopOf = new Map(this.stops.flatMap((stop, i) => stop.map((item) => [item, i] as const)));
    this.done = this.stops.length;
  }

  /** The stops of an iteration in order; none in one that is shown as a whole. */
  stopsOf(pass: number): readonly Stop[] {
    const { stage, jointsFirst, separation, points } = this.trace;
    const now = stage[pass]!;
    if (!inOrder(now)) return [];
    const contacts: Stop[] = [];
    const swept: Stop[] = [];
    const direct: Item[] = [];
    for (const item of this.items) {
      if (item.point >= 0) {
        if (now !== 'joints' && !Number.isNaN(separation[pass * points.length + item.point]!)) contacts.push([item]);
      } else if (now === 'bounce' || this.#apart !== (now === 'joints')) continue;
      else if (item.direct) direct.push(item);
      else swept.push([item]);
    }
    const all = direct.length > 0 ? [direct] : [];
    // As the engine takes them (joint_solver.cpp).
    const joints = now === 'relax' || now === 'impact' ? [...all, ...swept] : [...swept, ...all];
    return jointsFirst[pass] ? [...joints, ...contacts] : [...contacts, ...joints];
  }

  /** One contact or joint forward or back, also into the next or previous iteration; false at the ends of the step. */
  move(direction: 1 | -1): boolean {
    const count = this.stops.length;
    const first = Math.min(1, count);
    if (this.#whole && direction < 0 && first < count) this.done = count;
    else if (direction > 0 && this.done < count) this.done++;
    else if (direction < 0 && this.done > first) this.done--;
    else {
      const next = this.pass + direction;
      if (next < 0 || next >= this.trace.stage.length) return false;
      this.#enter(next);
      if (direction > 0) this.done = Math.min(1, this.stops.length);
    }
    this.#whole = false;
    return true;
  }

  /** To the stop of an item; false where it has none in this iteration. */
  visit(item: Item): boolean {
    const at = this.#stopOf.get(item);
    if (at === undefined) return false;
    this.done = at + 1;
    this.#whole = false;
    return true;
  }

  get atEnd(): boolean {
    return this.pass === this.trace.stage.length - 1 && this.done === this.stops.length;
  }

  /** The stop that was solved last; empty if the iteration is shown as a whole. */
  get active(): Stop {
    return this.#whole ? [] : (this.stops[this.done - 1] ?? []);
  }

  /** An item where the view is, before its last visit, and in the substep's start, where warm starting put it. */
  shown(item: Item): Values & { readonly before: Values; readonly start: number } {
    const { trace, pass } = this;
    const { stage } = trace;
    const at = this.#stopOf.get(item) ?? -1;
    const shown = this.#whole || at < this.done ? pass : pass - 1;
    const now = valuesOf(trace, item, Math.max(0, shown));
    let start = pass;
    while (start > 0 && stage[start] !== 'start') start--;
    const first = stage[shown] === 'start' || stage[shown] === 'joints' || shown < 1;
    return {
      ...now,
      before: first ? now : valuesOf(trace, item, shown - 1),
      start: stage[start] === 'start' ? valuesOf(trace, item, start).impulse : 0,
    };
  }

  /** 0 to 1: what is left to do, by powers of ten. After an iteration over positions that is a distance. */
  left({ residual, error }: Values): number {
    return this.trace.stage[this.pass] === 'position' ? this.errors.share(error) : this.residuals.share(residual);
  }
}

/** Is its friction at its limit? */
export function slides(item: Item, { impulse, friction }: Values): boolean {
  const most = item.friction * impulse;
  return impulse > kFine && Math.abs(friction) >= most * (1 - 1e-4);
}
