// Goes back to any step of the recent past: a snapshot every few steps, and the inputs of the steps between.

import { invalid } from './errors.js';
import { strict } from './strict.js';
import { callable, copied, integer, keys } from './validate.js';
import { lastDt, needWorld, packed, stepCount, type World } from './world.js';

/** Options of {@link History}. */
export interface HistoryOptions<State = unknown> {
  /**
   * Limit of the memory in bytes, > 0: packed snapshots, as those of {@link SnapshotOptions.static}, and the inputs
   * after them, whose size is estimated. The oldest are dropped first. At least one snapshot is kept.
   */
  bytes: number;
  /** Steps between two snapshots, an integer from 1 to 1e6. Default 30: seeking simulates at most 29 steps. */
  every?: number;
  /**
   * Called with each snapshot. It returns further state of the game, such as timers and scores, as a copy. Default: no
   * further state.
   */
  save?: () => State;
  /**
   * Called by {@link History.seek} with the result of `save`, after the world is restored and before steps are
   * simulated again. Default: no call.
   */
  load?: (state: State) => void;
}

/** Repeats the recorded input of a step. The input is undefined if {@link History.record} was called without one. */
export type ApplyInput<Input = unknown> = {
  // As of a method, so that a function of its own input type fits a `History` without one.
  apply(input: Input, step: number): void;
}['apply'];

interface Chapter<Input, State> {
  /** The step after which the snapshot was taken. */
  start: number;
  bytes: Uint8Array;
  state: State | undefined;
  /** Bytes of the snapshot and `state`. */
  size: number;
  /** Of the steps after it, with their bytes. */
  steps: { dt: number; input: Input | undefined; size: number }[];
}

const kStepBytes = 64; // an entry without its input

/** Bytes of a value, about as engines store it; 0 for one that cannot be read. */
function sizeOf(value: unknown): number {
  try {
    return sumOf(value, new Set());
  } catch {
    return 0;
  }
}
function sumOf(value: unknown, seen: Set<unknown>): number {
  if (typeof value === 'string') return 2 * value.length;
  if (typeof value !== 'object' || !value || seen.has(value)) return 0;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength;
  seen.add(value);
  const parts: unknown[] = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + 8 + sumOf(part, seen), 16);
}

/**
 * The recent past of a world, for rewinding and for rollback. Call {@link record} after each `world.step()`. {@link
 * seek} goes to any step from `first` to `last`: it restores the snapshot before that step and simulates the steps in
 * between again. They are bit for bit the same if `apply` repeats the inputs. Their events are emitted again.
 *
 * Throws `INVALID_ARGUMENT` for an option or a step out of range, and for a call from `save`, `load` or `apply`.
 */
export class History<Input = unknown, State = any> {
  #world: World;
  #budget: number;
  #every: number;
  #options: HistoryOptions<State>;
  #chapters: Chapter<Input, State>[];
  #used = 0;
  /** Which function of the program it is calling. */
  #calling: 'save' | 'load' | 'apply' | 'handler' | undefined;
  #step = 0;

  /** Records the current state of the world as step 0. Throws `INVALID_ARGUMENT` for an option out of range. */
  constructor(world: World, options: HistoryOptions<State>) {
    needWorld(world);
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

  /** The earliest step to which `seek` can go, as a number of recorded steps. */
  get first(): number {
    return this.#chapters[0]!.start;
  }
  /** Number of steps recorded so far, also those that were dropped: the latest step to which `seek` can go. */
  get last(): number {
    const { start, steps } = this.#chapters.at(-1)!;
    return start + steps.length;
  }
  /** Number of recorded steps that led to the current state of the world. */
  get step(): number {
    return this.#step;
  }
  /** Memory in use, in bytes. */
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
    const size = bytes.length + kStepBytes + sizeOf(state);
    this.#used += size;
    return { start: this.#step, bytes, state, size, steps: [] };
  }
  /** Drops the steps of a chapter from this one on. */
  #cut({ steps }: Chapter<Input, State>, from = 0): void {
    for (const { size } of steps.splice(from)) this.#used -= size;
  }
  #drop(chapter: Chapter<Input, State>): void {
    this.#used -= chapter.size;
    this.#cut(chapter);
  }

  /** Drops all steps after the current one. */
  forget(): void {
    this.#mayMove();
    while (this.#chapters.at(-1)!.start > this.#step) this.#drop(this.#chapters.pop()!);
    const now = this.#chapters.at(-1)!;
    this.#cut(now, this.#step - now.start);
  }

  /**
   * Records a step that was made, with its input. Call it after each step. After a {@link seek} it replaces the steps
   * that were recorded later. Calls from a handler during a repeated step are ignored.
   */
  record(input?: Input): void {
    if (this.#calling === 'handler') return;
    const dt = lastDt(this.#world);
    this.forget();
    const now = this.#chapters.at(-1)!;
    const size = kStepBytes + sizeOf(input);
    now.steps.push({ dt, input, size });
    this.#used += size;
    this.#step++;
    if (now.steps.length >= this.#every) this.#chapters.push(this.#chapter());
    while (this.#used > this.#budget && this.#chapters.length > 1) this.#drop(this.#chapters.shift()!);
  }

  /**
   * Sets the world to its state after `step` recorded steps, an integer from `first` to `last`. `apply` is called
   * before each repeated step, with the recorded input and the number of steps before it: n for the step from state n
   * to n + 1. It must repeat the input. Throws `INVALID_ARGUMENT` for a step that is not recorded.
   */
  seek(step: number, apply?: ApplyInput<Input>): void {
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
   * Repeats the next recorded step from the current state, which must be as {@link seek} or `redo` left it. `apply` is
   * called as by `seek`: its number is `history.step` before the step. Returns false and does nothing at `last`.
   */
  redo(apply?: ApplyInput<Input>): boolean {
    this.#mayMove();
    if (apply !== undefined) callable(apply, 'apply');
    const { start, steps } = this.#at(this.#step);
    const entry = steps[this.#step - start];
    if (!entry) return false;
    this.#call('apply', () => apply?.(entry.input as Input, this.#step));
    const made = stepCount(this.#world);
    try {
      this.#call('handler', () => this.#world.step(entry.dt));
    } finally {
      if (stepCount(this.#world) > made) this.#step++; // also where a handler threw
    }
    return true;
  }

  /** Drops all steps, and records the current state of the world as step 0. */
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
