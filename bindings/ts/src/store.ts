// JavaScript's side of one world: its handle, the wrappers by slot, and those that are gone but still in an event.

import type { Body } from './body.js';
import { destroyed } from './errors.js';
import type { Shape } from './shape.js';
import { Views } from './views.js';
import type { World } from './world.js';

// ids.h: 20 bits of index, 12 of generation.
const kIndexMask = 0xfffff;

/** @internal Wrappers by id: one object a body or shape for as long as it lives. */
class Wrappers<T extends { readonly id: number }> {
  #bySlot: (T | undefined)[] = [];
  #departed = new Map<number, T>();

  add(wrapper: T): void {
    this.#bySlot[wrapper.id & kIndexMask] = wrapper;
  }
  /** Takes it out; `remember` keeps it readable to the events that speak of it. */
  remove(wrapper: T, remember: boolean): void {
    this.#bySlot[wrapper.id & kIndexMask] = undefined;
    if (remember) this.#departed.set(wrapper.id, wrapper);
  }
  at(slot: number): T | undefined {
    return this.#bySlot[slot];
  }
  alive(id: number): T | undefined {
    const wrapper = this.#bySlot[id & kIndexMask];
    return wrapper?.id === id ? wrapper : undefined;
  }
  /** Also those that were destroyed since the last events were delivered. */
  known(id: number): T | undefined {
    return this.alive(id) ?? this.#departed.get(id);
  }
  forget(): void {
    if (this.#departed.size > 0) this.#departed.clear();
  }
  each(visit: (wrapper: T) => void): void {
    for (const wrapper of this.#bySlot) if (wrapper) visit(wrapper);
  }
}

/** @internal */
export class Store {
  /** Address of the engine's world; 0 once destroyed. */
  handle: number;
  readonly world: World;
  readonly bodies = new Wrappers<Body>();
  readonly shapes = new Wrappers<Shape>();
  readonly views: Views;
  /** Is somebody listening, so that what is destroyed must be remembered? */
  listened = false;
  /** Destroyed since the last events were delivered. */
  readonly departed: Body[] = [];

  constructor(world: World, handle: number) {
    this.world = world;
    this.handle = handle;
    this.views = Views.make(this);
  }

  /** The handle, or DESTROYED. */
  live(): number {
    if (this.handle === 0) throw destroyed('world');
    return this.handle;
  }
}
