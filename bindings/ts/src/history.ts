// Back to any step of the recent past: snapshots now and then, and the inputs of the steps between.

import { invalid } from './errors.js';
import { strict } from './strict.js';
import { callable, copied, integer, is, keys } from './validate.js';
import { World, lastDt, packed, stepCount } from './world.js';

/** What {@link History} takes. */
export interface HistoryOptions<State = unknown> {
  /**
   * How much it may keep, bytes, > 0: whole snapshots, packed as those without static bodies
   * ({@link SnapshotOptions.static}), with the inputs after them, the oldest dropped first. At least one is kept.
   */
  bytes: number;
  /** Steps from one snapshot to the next, 1 to 1e6. Default 30: seeking makes at most 29 steps. */
  every?: number;
  /**
   * Called with each snapshot; returns what else the game has to go back to, such as timers and scores, in a copy of
   * its own. Default: nothing else.
   */
  save?: () => State;
  /**
   * Called by {@link History.seek} with what `save` returned then, after the world is restored and before steps are
   * made again. Default: nothing is put back.
   */
  load?: (state: State) => void;
}

interface Chapter<Input, State> {
  /** The step after which the snapshot was taken. */
  start: number;
  bytes: Uint8Array;
  state: State | undefined;
  /** Of the steps after it. */
  steps: { dt: number; input: Input | undefined }[];
}

const kStepBytes = 64; // an entry with a small input
const sizeOf = (input: unknown): number => kStepBytes + (ArrayBuffer.isView(input) ? input.byteLength : 0);

/**
 * The recent past of a world, for rewinding and for rollback. Call {@link record} after each `world.step()`; {@link
 * seek} goes to any step from `first` to `last`, by restoring the snapshot before it and making the steps between
 * again, bit for bit as they were as long as `apply` does what was done. Events of those steps are emitted again.
 */
export class History<Input = unknown, State = unknown> {
  #world: World;
  #budget: number;
  #every: number;
  #options: HistoryOptions<State>;
  #chapters: Chapter<Input, State>[];
  #used = 0;
  /** Which function of the program it is calling. */
  #calling: 'save' | 'load' | 'apply' | 'handler' | undefined;
  #step = 0;

  /** Begins with the world as it is, as step 0. Throws `INVALID_ARGUMENT` for options out of range. */
  constructor(world: World, options: HistoryOptions<State>) {
    if (!is(world, World)) throw invalid('world', world, 'a World');
    this.#options = options = copied(options);
    keys(options, '', ['bytes', 'every', 'save', 'load']);
    const { bytes, every = 30 } = options;
    for (const name of ['save', 'load'] as const) if (options[name] !== undefined) callable(options[name], name);
    if (!(typeof bytes === 'number' && bytes > 0)) throw invalid('bytes', bytes, 'a number > 0');
    this.#world = world;
    this.#budget = bytes;
    this.#every = integer(every, 'every', 1, 1e6);
    this.#chapters = [this.#chapter()];
  }

  /** The earliest step that can be sought. */
  get first(): number {
    return this.#chapters[0]!.start;
  }
  /** The latest step that was recorded. */
  get last(): number {
    const { start, steps } = this.#chapters.at(-1)!;
    return start + steps.length;
  }
  /** The step at which the world is. */
  get step(): number {
    return this.#step;
  }
  /** Bytes in use. */
  get bytes(): number {
    return this.#used;
  }

  #mayMove(): void {
    const name = this.#calling;
    if (name) throw invalid(name, 'a call of its history', 'a function that leaves the history alone');
  }
  #call<T>(name: 'save' | 'load' | 'apply' | 'handler', run: () => T): T {
    this.#calling = name;
    try {
      return run();
    } finally {
      this.#calling = undefined;
    }
  }
  #chapter(): Chapter<Input, State> {
    const bytes = packed(this.#world);
    const state = this.#call('save', () => this.#options.save?.());
    this.#used += bytes.length + sizeOf(state);
    return { start: this.#step, bytes, state, steps: [] };
  }
  /** Forgets the steps of a chapter from this one on. */
  #cut({ steps }: Chapter<Input, State>, from = 0): void {
    for (const { input } of steps.splice(from)) this.#used -= sizeOf(input);
  }
  #drop(chapter: Chapter<Input, State>): void {
    this.#used -= chapter.bytes.length + sizeOf(chapter.state);
    this.#cut(chapter);
  }

  /** Forgets the steps after the one at which the world is. */
  forget(): void {
    this.#mayMove();
    while (this.#chapters.at(-1)!.start > this.#step) this.#drop(this.#chapters.pop()!);
    const now = this.#chapters.at(-1)!;
    this.#cut(now, this.#step - now.start);
  }

  /**
   * A step was made, with this input; to be called after each. After a {@link seek} it takes the place of what came
   * then. A handler that calls it in a step that is made again is passed over.
   */
  record(input?: Input): void {
    if (this.#calling === 'handler') return;
    this.forget();
    const now = this.#chapters.at(-1)!;
    now.steps.push({ dt: lastDt(this.#world), input });
    this.#used += sizeOf(input);
    this.#step++;
    if (now.steps.length >= this.#every) this.#chapters.push(this.#chapter());
    while (this.#used > this.#budget && this.#chapters.length > 1) this.#drop(this.#chapters.shift()!);
  }

  /**
   * Brings the world to the state after this step, an integer from `first` to `last`. `apply` is called before each
   * step that is made again, with the input that was recorded for it and its number: let it do what was done then.
   * Throws `INVALID_ARGUMENT` for a step that is not kept.
   */
  seek(step: number, apply?: (input: Input | undefined, step: number) => void): void {
    this.#mayMove();
    if (apply !== undefined) callable(apply, 'apply');
    const { first, last } = this;
    if (!(Number.isInteger(step) && step >= first && step <= last)) {
      throw invalid('step', step, `an integer from ${first} to ${last}`);
    }
    const { bytes, state, start } = this.#at(step);
    this.#world.restore(bytes);
    this.#step = start;
    if (this.#options.save) this.#call('load', () => this.#options.load?.(state as State));
    while (this.#step < step) this.redo(apply);
  }

  /** The chapter that holds a step. */
  #at(step: number): Chapter<Input, State> {
    return this.#chapters.filter(({ start }) => start <= step).at(-1)!;
  }

  /**
   * Makes the next recorded step again, from the world as it is, which must be as {@link seek} or `redo` left it.
   * Returns false, and does nothing, at `last`.
   */
  redo(apply?: (input: Input | undefined, step: number) => void): boolean {
    this.#mayMove();
    if (apply !== undefined) callable(apply, 'apply');
    const { start, steps } = this.#at(this.#step);
    const entry = steps[this.#step - start];
    if (!entry) return false;
    this.#call('apply', () => apply?.(entry.input, this.#step + 1));
    const made = stepCount(this.#world);
    try {
      this.#call('handler', () => this.#world.step(entry.dt));
    } finally {
      if (stepCount(this.#world) > made) this.#step++; // also where a handler threw
    }
    return true;
  }

  /** Forgets all but the world as it is, which becomes step 0. */
  clear(): void {
    this.#mayMove();
    const used = this.#used;
    const now = this.#chapter();
    this.#used -= used;
    this.#step = now.start = 0;
    this.#chapters = [now];
  }
}
strict(History.prototype);
