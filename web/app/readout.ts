// Counts and times, and the same in words for those who do not see the picture.

import type { World } from 'impulse2d';
import { byId } from './elements.js';
import { arrivalWords, note, secondsOf } from './share.js';
import type { Simulation } from './simulation.js';

const kNumbers = 150; // ms between changes of the numbers while bodies move: readable
/** Of a place that shows a hash. */
export const kHashTitle = 'The last digits of the hash of everything in the world.';
const kWords = 1000; // ms between changes of the summary

/** Browsers round their clock to a tenth of a millisecond: what is below is no number. */
const milliseconds = (time: number): string => (time < 0.05 ? '< 0.1' : time.toFixed(1));

/** A text that stays as it is costs no layout. */
export function show(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

// ms between changes while nothing moves but the clock. One costs 7 ms in all processes, however little changes: the
// browser lays out, tests what is under the mouse, paints and composes.
const kTick = 2000;
const kQuickTick = 250; // ms: while somebody may be watching
const kWatched = 10_000; // ms after the last motion or touch
let watched = kWatched; // ms: until when

/** Something moves, the reader does something, or waits for a moment to come: for a while ticks are quick. */
export function stir(now: number): void {
  watched = now + kWatched;
}

/**
 * When the numbers and the clock change after a moment, ms: everything together, to lay out once. `moving`: bodies are
 * awake; else nothing moves but the clock.
 */
export function nextTick(after: number, now: number, moving = false): number {
  const quiet = now < watched ? kQuickTick : kTick;
  const tick = moving ? kNumbers : quiet;
  return tick * (Math.floor(after / tick) + 1);
}

/** The last eight digits of the world's hash. */
export const lastDigits = (world: World): string => world.hash().slice(-8);

export class Readout {
  readonly #bodies = byId('count-bodies', HTMLElement);
  readonly #awake = byId('count-awake', HTMLElement);
  readonly #contacts = byId('count-contacts', HTMLElement);
  readonly #median = byId('time-median', HTMLElement);
  readonly #p99 = byId('time-p99', HTMLElement);
  readonly #time = byId('time-simulated', HTMLElement);
  readonly #hash = byId('world-hash', HTMLElement);
  readonly #summary = byId('summary', HTMLElement);
  readonly #canvas: HTMLCanvasElement;
  readonly #status = byId('status', HTMLElement);
  #numbersAt = -Infinity;
  #nextWords = 0;
  #quiet = false;
  // How many bodies of which world, and how many of them may move: asked anew only when the number changed.
  #counted: World | null = null;
  #total = 0;
  #moving = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** Announces something once. */
  say(text: string): void {
    this.#status.textContent = text;
  }

  /** Says something where it is seen and heard, for a while. */
  tell(text: string): void {
    note(text);
    this.say(text);
  }

  /** Whether a shared run came to the same hash here; null while that is not known, or nothing was shared. */
  arrived(same: boolean | null, steps = 0): void {
    const badge = this.#hash.parentElement!;
    if (same === null) delete badge.dataset.same;
    else badge.dataset.same = String(same);
    this.#hash.dataset.at = secondsOf(steps);
    if (same !== null) this.say(arrivalWords(same, steps));
    badge.title = same === null ? kHashTitle : arrivalWords(same, steps);
  }

  /** Shows the numbers at once in the next `update`. */
  hurry(): void {
    this.#numbersAt = -Infinity;
    this.#nextWords = 0;
  }

  update(simulation: Simulation, now: number): void {
    const { world, stepTimes } = simulation;
    if (now >= nextTick(this.#numbersAt, now, world.awakeCount > 0)) {
      this.#numbersAt = now;
      show(this.#bodies, String(world.bodyCount));
      show(this.#awake, String(world.awakeCount));
      show(this.#contacts, String(world.contactCount));
      show(this.#median, milliseconds(stepTimes.quantile(0.5)));
      show(this.#p99, milliseconds(stepTimes.quantile(0.99)));
      show(this.#time, simulation.time.toFixed(1));
      show(this.#hash, lastDigits(world));
    }
    if (now >= this.#nextWords) {
      this.#nextWords = now + kWords;
      const words = this.#describe(simulation);
      if (words !== this.#summary.textContent) {
        this.#summary.textContent = words;
        this.#canvas.setAttribute('aria-label', words);
      }
      const quiet = world.awakeCount === 0 && simulation.steps > 0;
      if (quiet && !this.#quiet) this.say(`At rest. ${words}`);
      this.#quiet = quiet;
    }
  }

  #describe({ scene, world, paused }: Simulation): string {
    if (this.#counted !== world || this.#total !== world.bodyCount) {
      this.#counted = world;
      this.#total = world.bodyCount;
      this.#moving = 0;
      for (const body of world.bodies) if (body.type === 'dynamic') this.#moving++;
    }
    const moving = this.#moving;
    const asleep = Math.max(0, moving - world.awakeCount);
    const bodies = world.bodyCount === 1 ? '1 body' : `${world.bodyCount} bodies`;
    return `${scene.title}: ${bodies}, ${asleep} asleep, ${world.contactCount} contacts${paused ? ', paused' : ''}.`;
  }
}
