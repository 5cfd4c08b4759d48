// The JavaScript side of one world: its handle, the wrappers by slot, and the destroyed ones that pending events may
// still mention.

import type { Body } from './body.js';
import { PhysicsError, destroyed, show } from './errors.js';
import type { PreSolveEvent } from './events.js';
import type { ContactFilter } from './hooks.js';
import type { AnyJoint } from './joint_types.js';
import { exchange, lost, native } from './native.js';
import type { Shape } from './shape.js';
import { drop, edited, makeViews, stepped, type Views } from './views.js';
import type { World } from './world.js';

// ids.h: 20 bits of index, 12 of generation.
/** @internal */
export const kIndexMask = 0xfffff;

/** @internal Wrappers by id: one object a body, shape or joint for as long as it lives. */
export class Wrappers<T extends { readonly id: number; readonly name?: string }> {
  count = 0;
  #bySlot: (T | undefined)[] = [];
  /** Live objects by slot, from the first call of `all` on. */
  #live: T[] | undefined;
  /** Cached list for callers, until an object is created or destroyed. */
  #list: readonly T[] | undefined;
  /** Destroyed since the last step: events of the next step may mention them. */
  #leaving = new Map<number, T>();
  /** Destroyed before the last step: its events may mention them. */
  #left = new Map<number, T>();

  add(wrapper: T): void {
    const slot = wrapper.id & kIndexMask;
    const last = slot >= this.#bySlot.length;
    this.#bySlot[slot] = wrapper;
    if (last) this.#live?.push(wrapper);
    else this.#live = undefined;
    this.#list = undefined;
    this.count++;
  }
  remove(wrapper: T): void {
    this.#bySlot[wrapper.id & kIndexMask] = undefined;
    // Of several in a row the first keeps the list in order, and the next read makes it anew.
    if (this.#list) this.#live!.splice(this.#live!.indexOf(wrapper), 1);
    else this.#live = undefined;
    this.#list = undefined;
    this.count--;
    this.#leaving.set(wrapper.id, wrapper);
  }
  /** Live objects by slot. */
  all(): readonly T[] {
    this.#live ??= this.#bySlot.filter((wrapper) => wrapper !== undefined);
    return (this.#list ??= Object.freeze(this.#live.slice()));
  }
  /** The same that live, for later. */
  copy(): Wrappers<T> {
    const copy = new Wrappers<T>();
    copy.#bySlot = this.#bySlot.slice();
    return copy;
  }
  /** These live from now on, and no others; events speak of no others either. */
  become(wrappers: readonly T[]): void {
    this.#bySlot = [];
    this.#live = this.#list = undefined;
    this.count = 0;
    this.#leaving.clear();
    this.#left.clear();
    for (const wrapper of wrappers) this.add(wrapper);
  }
  at(slot: number): T | undefined {
    return this.#bySlot[slot];
  }
  alive(id: number): T | undefined {
    const wrapper = this.#bySlot[id & kIndexMask];
    return wrapper?.id === id ? wrapper : undefined;
  }
  /** Also one that was destroyed before the last step. */
  known(id: number): T | undefined {
    return this.alive(id) ?? this.#left.get(id);
  }
  /** Throws DESTROYED for a destroyed one. */
  need(wrapper: T, what: string): void {
    if (this.alive(wrapper.id) !== wrapper)
      throw destroyed(what, `: ${wrapper.name ? show(wrapper.name) : `id ${wrapper.id}`}`);
  }
  /** A step was made. */
  turn(): void {
    if (this.#leaving.size === 0 && this.#left.size === 0) return;
    this.#left = this.#leaving;
    this.#leaving = new Map();
  }
}

/** @internal */
export class Store {
  /** Address of the engine's world; 0 once destroyed. */
  handle: number;
  readonly world: World;
  readonly bodies = new Wrappers<Body>();
  readonly shapes = new Wrappers<Shape>();
  readonly joints = new Wrappers<AnyJoint>();
  readonly views: Views;
  /** Whether events of a step are being emitted. Then poses of destroyed bodies can still be read. */
  telling = false;
  contactFilter: ContactFilter | null = null;
  /** Calls the handlers. */
  preSolve!: (event: PreSolveEvent) => void;
  /** Errors that handlers threw during a step. */
  readonly errors: unknown[] = [];
  /**
   * A function per character, by the slot of its body, called last before a step, when all velocities are set. It
   * returns false once the character is destroyed. In the order of slots, as what calls made it must not decide.
   */
  carried = new Map<number, (dt: number) => boolean>();
  /** Bodies that calls have placed since the last step, and between the two before. */
  placed = new Set<Body>();
  placedBefore = new Set<Body>();
  /** Units of length per s that no body exceeds, once it was asked for: 0 after what may change it. */
  topSpeed = 0;
  /** That its unit of length is most likely wrong (units.ts). */
  warned = false;
  /** How often a snapshot was restored. */
  restored = 0;
  /** Destroyed and not emitted yet. */
  readonly departed: Body[] = [];

  constructor(world: World, handle: number) {
    this.world = world;
    this.handle = handle;
    this.views = makeViews(this);
  }

  /** A body was created, moved or destroyed: the views are outdated. */
  edited(): void {
    edited(this.views);
  }
  stepped(): void {
    stepped(this.views);
    [this.placed, this.placedBefore] = [this.placedBefore, this.placed];
    this.placed.clear();
  }
  dropViews(): void {
    drop(this.views);
  }

  /** A step was made. */
  turn(): void {
    this.bodies.turn();
    this.shapes.turn();
    this.joints.turn();
  }

  get gone(): boolean {
    return this.handle === 0 || lost.has(this.handle);
  }
  /** The handle, or DESTROYED. */
  live(): number {
    if (this.handle === 0) throw destroyed('world');
    return this.handle;
  }

  /** Joints of a body in the order of their slots. */
  jointsOf(body: number): readonly AnyJoint[] {
    const total = native().joints(this.live(), body);
    const ids = exchange(total);
    return Array.from({ length: total }, (_, i) => this.joints.alive(ids[i]!)!);
  }
}

/** @internal Throws unless a constructor was called by this package: nobody else has a `Store`. */
export function refuseNew(store: unknown, name: string, call: string): void {
  if (store instanceof Store) return;
  const message = `${name} must be created by ${call}, not by new`;
  throw new PhysicsError('INVALID_ARGUMENT', message, { path: name, value: store, expected: call });
}
