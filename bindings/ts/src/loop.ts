import { destroyed, invalid } from './errors.js';
import { strict } from './strict.js';
import { callable, flag, keys, member } from './validate.js';

/** An object that {@link FixedLoop} can step: a world, or an object of yours with a method `step`. */
export interface Steppable {
  /** Makes one step of `dt` seconds. */
  step(dt: number): unknown;
}

/** Options of {@link FixedLoop}. */
export interface FixedLoopOptions {
  /** Steps per second of world time, >= 1. Default 60. */
  hz?: number;
  /**
   * Largest number of steps per call, an integer >= 1. Time beyond it is dropped, as on a slow machine or in a hidden
   * tab. Default 5.
   */
  maxSteps?: number;
  /** Speed of the world's time, >= 0: 0.5 is slow motion. Default 1. */
  timeScale?: number;
}

/** The result of {@link FixedLoop.advance}. */
export interface FixedLoopResult {
  /** Number of steps made, 0 to `maxSteps`. */
  steps: number;
  /** Fraction of a step that has passed since the last step, 0 to 1, for `world.interpolate(alpha)`. */
  alpha: number;
}

// A frame's time is a difference of rounded clock readings. A step that lacks less than this part of itself is made, or
// a 60 Hz display would now and then show a frame with no step and one with two.
const kTolerance = 1e-4;

/**
 * Steps a world, or any object with `step(dt)`, in steps of equal length at any display rate.
 *
 * Call `advance(now)` in each animation frame, or `advanceBy(seconds)` if your renderer has its own clock. Then draw
 * `world.interpolate(alpha)`.
 *
 * Throws `INVALID_ARGUMENT` for an option or a time out of range. An error of the world's step is thrown again.
 */
export class FixedLoop<T extends Steppable = Steppable> {
  #world: T;
  #paused = false;
  #hz: number;
  #maxSteps: number;
  #timeScale: number;
  #last: number | undefined;
  /** World time that is not stepped yet, in steps. */
  #due = 0;

  /**
   * Throws `INVALID_ARGUMENT` if `world` has no `step` or an option is out of range, and `DESTROYED` if the world is
   * destroyed.
   */
  constructor(world: T, options: FixedLoopOptions = {}) {
    callable(member(world, 'step'), 'world', 'a World, or an object with step(dt)', world);
    if (member(world, 'destroyed') === true) throw destroyed('world');
    keys(options, '', ['hz', 'maxSteps', 'timeScale']);
    this.#world = world;
    const { hz = 60, maxSteps = 5, timeScale = 1 } = options;
    this.#hz = inRange('hz', hz);
    this.#maxSteps = inRange('maxSteps', maxSteps);
    this.#timeScale = inRange('timeScale', timeScale);
  }

  /** The world, or the object that was given instead. */
  get world(): T {
    return this.#world;
  }
  /** Steps per second of world time, >= 1. */
  get hz(): number {
    return this.#hz;
  }
  set hz(hz: number) {
    this.#hz = inRange('hz', hz);
  }
  /** Largest number of steps per call, an integer >= 1. */
  get maxSteps(): number {
    return this.#maxSteps;
  }
  set maxSteps(maxSteps: number) {
    this.#maxSteps = inRange('maxSteps', maxSteps);
  }
  /** Speed of the world's time, >= 0. */
  get timeScale(): number {
    return this.#timeScale;
  }
  set timeScale(timeScale: number) {
    this.#timeScale = inRange('timeScale', timeScale);
  }
  /** While true, time passes without steps. Default false. */
  get paused(): boolean {
    return this.#paused;
  }
  set paused(paused: boolean) {
    this.#paused = flag(paused, 'paused');
  }

  /**
   * Advances to a time in milliseconds, any finite number, as given by `requestAnimationFrame`. The first call only
   * sets the clock. A time before that of the last call advances nothing.
   */
  advance(nowMs: number): FixedLoopResult {
    if (!Number.isFinite(nowMs)) throw invalid('nowMs', nowMs, 'a finite number of milliseconds');
    const seconds = this.#last === undefined ? 0 : Math.max(0, nowMs - this.#last) / 1000;
    this.#last = nowMs;
    return this.advanceBy(seconds);
  }

  /** Advances by real time in seconds, >= 0. */
  advanceBy(seconds: number): FixedLoopResult {
    if (!(Number.isFinite(seconds) && seconds >= 0)) throw invalid('seconds', seconds, 'a finite number >= 0');
    let steps = 0;
    if (!this.#paused) {
      this.#due = Math.min(this.#due + seconds * this.#timeScale * this.#hz, this.#maxSteps);
      while (this.#due >= 1 - kTolerance && !this.#paused) {
        this.#due -= 1; // may go below 0 by the tolerance: it is time that was borrowed
        this.#world.step(1 / this.#hz);
        steps++;
      }
    }
    return { steps, alpha: this.#alpha() };
  }

  /** Makes one step at once, also while paused. */
  stepOnce(): FixedLoopResult {
    this.#world.step(1 / this.#hz);
    return { steps: 1, alpha: this.#alpha() };
  }

  // Below 0 is time borrowed, above 1 what a handler that paused left undone.
  #alpha(): number {
    return Math.min(1, Math.max(0, this.#due));
  }
}

strict(FixedLoop.prototype);

const kRanges = {
  hz: [(value: number) => value >= 1, 'a finite number >= 1'], // a world takes no step above a second
  maxSteps: [(value: number) => Number.isInteger(value) && value >= 1, 'an integer >= 1'],
  timeScale: [(value: number) => value >= 0, 'a finite number >= 0'],
} as const;

function inRange(name: keyof typeof kRanges, value: number): number {
  const [accepts, expected] = kRanges[name];
  if (!Number.isFinite(value) || !accepts(value)) throw invalid(name, value, expected);
  return value;
}
