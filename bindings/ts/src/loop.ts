import { invalid } from './errors.js';
import { strict } from './strict.js';
import { callable, keys, member } from './validate.js';
import type { World } from './world.js';

/** What a {@link FixedLoop} steps: a world, or an object of yours whose `step` does more than that. */
export interface Steppable {
  /** Makes one step of `dt` seconds. */
  step(dt: number): unknown;
}

/** What {@link FixedLoop} takes. */
export interface FixedLoopOptions {
  /** Steps per second of the world's time, >= 1. Default 60. */
  hz?: number;
  /**
   * Most steps in one call, an integer >= 1: what a slow machine or a hidden tab leaves undone beyond that is dropped.
   * Default 5.
   */
  maxSteps?: number;
  /** Speed of the world's time, >= 0: 0.5 is slow motion. Default 1. */
  timeScale?: number;
}

/** What {@link FixedLoop.advance} did. */
export interface FixedLoopResult {
  /** Steps made, 0 to `maxSteps`. */
  steps: number;
  /** 0 to 1: how far the time is between the last step and the next; for `world.interpolate(alpha)`. */
  alpha: number;
}

// A frame's time is a difference of rounded clock readings. A step that lacks less than this part of itself is made, or
// a 60 Hz display would now and then show a frame with no step and one with two.
const kTolerance = 1e-4;

/**
 * Steps a world, or anything with `step(dt)`, in equal steps of time whatever the display does: 30, 60, 120, 144 or 240
 * Hz displays show the same motion.
 *
 * Call `advance(now)` in each animation frame, or `advanceBy(seconds)` from an engine that has its own clock; then draw
 * `world.interpolate(alpha)`.
 */
export class FixedLoop<T extends Steppable = World> {
  /** The world that it steps, or the object that was given in its place. */
  readonly world: T;
  /** While true, time passes and nothing is stepped. */
  paused = false;

  #hz: number;
  #maxSteps: number;
  #timeScale: number;
  #last: number | undefined;
  /** World time that is not stepped yet, in steps. */
  #due = 0;

  /** Throws `INVALID_ARGUMENT` where `world` has no `step` or an option is out of range. */
  constructor(world: T, options: FixedLoopOptions = {}) {
    callable(member(world, 'step'), 'world', 'a World, or an object with step(dt)', world);
    keys(options, '', ['hz', 'maxSteps', 'timeScale']);
    this.world = world;
    this.#hz = inRange('hz', options.hz ?? 60);
    this.#maxSteps = inRange('maxSteps', options.maxSteps ?? 5);
    this.#timeScale = inRange('timeScale', options.timeScale ?? 1);
  }

  /** Steps per second of the world's time, >= 1. */
  get hz(): number {
    return this.#hz;
  }
  set hz(hz: number) {
    this.#hz = inRange('hz', hz);
  }
  /** Most steps in one call, an integer >= 1. */
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

  /**
   * Goes on to a time in milliseconds, any finite number, as requestAnimationFrame gives it. The first call only sets
   * the clock; a clock that went backwards counts as standing still.
   */
  advance(nowMs: number): FixedLoopResult {
    if (!Number.isFinite(nowMs)) throw invalid('nowMs', nowMs, 'a finite number of milliseconds');
    const seconds = this.#last === undefined ? 0 : Math.max(0, nowMs - this.#last) / 1000;
    this.#last = nowMs;
    return this.advanceBy(seconds);
  }

  /** Goes on by some seconds, >= 0, of real time. */
  advanceBy(seconds: number): FixedLoopResult {
    if (!(Number.isFinite(seconds) && seconds >= 0)) throw invalid('seconds', seconds, 'a finite number >= 0');
    let steps = 0;
    if (!this.paused) {
      this.#due = Math.min(this.#due + seconds * this.#timeScale * this.#hz, this.#maxSteps);
      while (this.#due >= 1 - kTolerance && !this.paused) {
        this.#due -= 1; // may go below 0 by the tolerance: it is time that was borrowed
        this.world.step(1 / this.#hz);
        steps++;
      }
    }
    return { steps, alpha: this.#alpha() };
  }

  /** Makes one step at once, paused or not. */
  stepOnce(): FixedLoopResult {
    this.world.step(1 / this.#hz);
    return { steps: 1, alpha: this.#alpha() };
  }

  // Below 0 is time borrowed, above 1 what a handler that paused left undone.
  #alpha(): number {
    return Math.min(1, Math.max(0, this.#due));
  }
}

strict(FixedLoop.prototype, 'world', 'paused');

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
