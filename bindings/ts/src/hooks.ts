// Callbacks of JavaScript during a step.

import { invalid } from './errors.js';
import type { PreSolveEvent, TouchPoint } from './events.js';
import { amidStep, exchange } from './native.js';
import type { Shape } from './shape.js';
import type { Store } from './store.js';
import { strict } from './strict.js';

/** Decides whether two shapes collide: true, false, or null to leave the decision to their filters. */
export type ContactFilter<UserData = unknown> = {
  // As of a method, so that a `World<UserData>` is a `World`.
  filter(shapeA: Shape<UserData>, shapeB: Shape<UserData>): boolean | null;
}['filter'];

// Mirrors bindings/embind/hooks.cpp.
const kPoints = 4;
const kAnswer = 11;
const kAnswers = ['friction', 'restitution', 'tangentSpeed'] as const;
const kFields = 15;
const kMost = 3e38; // of single precision

/** Stores of the worlds with hooks, by handle. A world that is dropped, with its hooks, can be freed all the same. */
const askers = new Map<number, WeakRef<Store>>();

/** @internal Registers or unregisters a world with hooks. */
export function setAsker(store: Store, asked: boolean): void {
  if (asked) askers.set(store.handle, new WeakRef(store));
  else askers.delete(store.handle);
}

/** @internal The callback of the engine. */
export function ask(world: number, contact: boolean | number): number {
  const store = askers.get(world)!.deref()!;
  return contact ? askContact(store) : askPair(store);
}

function askPair(store: Store): number {
  const found = exchange(2);
  const a = store.shapes.alive(found[0]!)!;
  const b = store.shapes.alive(found[1]!)!;
  const answer = amidStep(store.errors, () => {
    const said: unknown = store.contactFilter!(a, b) ?? null;
    if (said === null || typeof said === 'boolean') return said;
    throw invalid('contactFilter', said, 'a function that returns true, false or null');
  });
  return typeof answer === 'boolean' ? +answer : -1;
}

/** Prototype of all `preSolve` events: an unknown property cannot be set. */
const kQuestion = {};
strict(kQuestion);

function askContact(store: Store): number {
  const found = exchange(kFields).slice(0, kFields);
  const shapeA = store.shapes.alive(found[0]!)!;
  const shapeB = store.shapes.alive(found[1]!)!;
  let open = true;
  const within = (name: string): void => {
    if (!open) throw invalid(name, 'a later call', 'a call within the handler of preSolve');
  };
  const answer = (i: 0 | 1 | 2, value: unknown): void => {
    const name = kAnswers[i];
    within(name);
    if (!(typeof value === 'number' && value >= (i === 2 ? -kMost : 0) && value <= (i === 1 ? 4 : kMost)))
      throw invalid(name, value, ['a finite number >= 0', 'a number from 0 to 4', 'a finite number'][i]!);
    found[kAnswer + i] = value;
  };
  found[kFields - 1] = 1;
  const event: PreSolveEvent & { __proto__: object } = {
    __proto__: kQuestion,
    shapeA,
    shapeB,
    bodyA: shapeA.body,
    bodyB: shapeB.body,
    normal: { x: found[2]!, y: found[3]! },
    points: touchPoints(found, kPoints),
    get friction() {
      return found[kAnswer]!;
    },
    set friction(value) {
      answer(0, value);
    },
    get restitution() {
      return found[kAnswer + 1]!;
    },
    set restitution(value) {
      answer(1, value);
    },
    get tangentSpeed() {
      return found[kAnswer + 2]!;
    },
    set tangentSpeed(value) {
      answer(2, value);
    },
    disable: () => {
      within('disable');
      found[kFields - 1] = 0;
    },
  };
  amidStep(store.errors, () => store.preSolve(event));
  open = false;
  Object.freeze(event);
  exchange(kFields).set(found);
  return 0;
}

const touchPoint = (rows: Float64Array, at: number): TouchPoint => ({
  x: rows[at]!,
  y: rows[at + 1]!,
  separation: rows[at + 2]!,
});
/** @internal As many points as the first number says, three numbers each: two at most. */
export function touchPoints(rows: Float64Array, at: number): TouchPoint[] {
  if (rows[at] === 0) return [];
  const first = touchPoint(rows, at + 1);
  return rows[at] === 1 ? [first] : [first, touchPoint(rows, at + 4)];
}
