// The engine's arrays, read in place.

import { exchange, native } from './native.js';
import type { Store } from './store.js';
import type { Floats } from './types.js';

type View = Float32Array | Uint32Array;

/** State of the arrays: up to date, outdated by edits of single bodies, outdated by a step. */
const enum Age {
  current,
  edited,
  stepped,
}

/** @internal */
export let makeViews: (store: Store) => Views;
/** @internal A step went by. */
export let stepped: (views: Views) => void;
/** @internal A body was made, moved or destroyed. */
export let edited: (views: Views) => void;
/**
 * @internal Should one body be read from the arrays? After an edit it is asked of the engine itself: bringing all
 * arrays up to date for one body would make a loop that edits and reads each body quadratic.
 */
export let serveOne: (views: Views) => boolean;
/** @internal The world has released the memory. */
export let drop: (views: Views) => void;

/**
 * Arrays in the engine's memory, without a call or a copy per body. They are read-only. Read the properties again in
 * each frame and after creating objects, because the arrays move when memory grows.
 *
 * `poses`, `previousPoses` and `velocities` have four numbers per body, starting at index `4 * body.slot`. A body keeps
 * its slot.
 */
export class Views {
  #store: Store;
  #age = Age.stepped;
  #velocityAge = Age.stepped;
  #contactAge = Age.stepped;
  #poses = new Float32Array(0);
  #previousPoses = new Float32Array(0);
  #velocities = new Float32Array(0);
  #slots = new Uint32Array(0);
  #contacts = new Float32Array(0);
  #contactBits = new Uint32Array(0);
  #contactViewCount = 0;

  private constructor(store: Store) {
    this.#store = store;
    Object.preventExtensions(this);
  }
  static {
    makeViews = (store) => new Views(store);
    stepped = (views) => {
      // A step writes poses where they lie, so the arrays at hand stay the right ones unless bodies came or went.
      if (views.#age !== Age.current) views.#age = Age.stepped;
      views.#velocityAge = views.#contactAge = Age.stepped;
    };
    edited = (views) => {
      if (views.#age === Age.current) views.#age = Age.edited;
      if (views.#velocityAge === Age.current) views.#velocityAge = Age.edited;
      if (views.#contactAge === Age.current) views.#contactAge = Age.edited;
    };
    serveOne = (views) => views.#age !== Age.edited && views.#velocityAge !== Age.edited;
    drop = (views) => {
      views.#age = views.#velocityAge = views.#contactAge = Age.stepped;
      views.#poses = views.#previousPoses = views.#velocities = views.#contacts = new Float32Array(0);
      views.#slots = views.#contactBits = new Uint32Array(0);
    };
  }

  /** Per body: x and y in m, cosine and sine of the angle. */
  get poses(): Floats {
    return this.#current(this.#poses) ? this.#poses : this.#fetch().#poses;
  }
  /** The poses before the last step, like `poses`. */
  get previousPoses(): Floats {
    return this.#current(this.#previousPoses) ? this.#previousPoses : this.#fetch().#previousPoses;
  }
  /** Per body: velocity of the centre of mass as x and y in m/s, angular velocity in rad/s, 0. */
  get velocities(): Floats {
    const fresh = this.#velocityAge === Age.current && this.#velocities.length > 0;
    return fresh ? this.#velocities : this.#fetchVelocities();
  }
  /** Id of the body in each slot, 0 if the slot is free. */
  get slots(): Uint32Array {
    return this.#current(this.#slots) ? this.#slots : this.#fetch().#slots;
  }
  /**
   * Twelve numbers per contact point, as in {@link ContactPoint}. First x, y after the step (m), normal x, y (from A to
   * B), separation at detection (m, negative for an overlap), normal and tangent impulse of the last step (N s). Then
   * slot of A, slot of B, shape of A, shape of B, feature. The last three are u32: read them from {@link contactBits}.
   * Only the first {@link contactViewCount} rows are valid.
   */
  get contacts(): Floats {
    this.#needContacts();
    return this.#contacts;
  }
  /** The bits of {@link contacts}, for the ids of the shapes and the feature. */
  get contactBits(): Uint32Array {
    this.#needContacts();
    return this.#contactBits;
  }
  /** Number of valid rows in {@link contacts}. */
  get contactViewCount(): number {
    this.#needContacts();
    return this.#contactViewCount;
  }

  // A detached array has length 0; one that is empty for other reasons is cheap to fetch again.
  #current(view: View): boolean {
    return this.#age === Age.current && view.length > 0;
  }

  #fetch(): Views {
    native().views(this.#store.live());
    const found = exchange(4);
    const buffer = native().HEAPU8.buffer;
    const numbers = 4 * found[3]!;
    this.#poses = viewOf(this.#poses, buffer, found[0]!, numbers);
    this.#previousPoses = viewOf(this.#previousPoses, buffer, found[1]!, numbers);
    this.#slots = viewOf(this.#slots, buffer, found[2]!, found[3]!);
    this.#age = Age.current;
    return this;
  }

  // Velocities and contacts are gathered only for those who read them.
  #fetchVelocities(): Floats {
    const address = native().velocityView(this.#store.live());
    const numbers = 4 * this.slots.length;
    this.#velocities = viewOf(this.#velocities, native().HEAPU8.buffer, address, numbers);
    this.#velocityAge = Age.current;
    return this.#velocities;
  }

  #needContacts(): void {
    if (this.#contactAge === Age.current && this.#contacts.length > 0) return;
    native().contactView(this.#store.live());
    const found = exchange(2);
    const buffer = native().HEAPU8.buffer;
    // As long as the longest so far, so that a count that goes up and down makes no garbage.
    const same = this.#contacts.buffer === buffer && this.#contacts.byteOffset === found[0];
    const length = Math.max(found[1]!, same ? this.#contacts.length : 0);
    this.#contacts = viewOf(this.#contacts, buffer, found[0]!, length);
    this.#contactBits = viewOf(this.#contactBits, buffer, found[0]!, length);
    this.#contactViewCount = found[1]! / 12;
    this.#contactAge = Age.current;
  }
}

/** Returns the old view if it is still valid. */
function viewOf<T extends View>(old: T, buffer: ArrayBuffer, address: number, length: number): T {
  if (old.buffer === buffer && old.byteOffset === address && old.length === length) return old;
  return new (old.constructor as new (buffer: ArrayBuffer, address: number, length: number) => T)(
    buffer,
    address,
    length,
  );
}
