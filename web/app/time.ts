// Time travel on a page: the scrubber, the button that runs backwards, and where the simulation is.

import { holdable } from 'impulse2d/element';
import { byId } from './elements.js';
import { nextTick } from './readout.js';

const kStep = 1 / 60; // s
const kLongestFrame = 0.25; // s

/** What goes back and forth: a simulation, or several of them together. */
export interface Traveller {
  /** Steps that can be gone to, and where it is. */
  readonly tape: { readonly first: number; readonly last: number; readonly step: number };
  readonly speed: number;
  readonly paused: boolean;
  /** Time runs on, and no body is awake. */
  readonly asleep: boolean;
  seek(step: number): void;
}

export interface TimeOptions {
  readonly simulation: Traveller;
  /** One step back, as a key does it. */
  readonly back: () => void;
  /** Time stands still from here on: the reader looks at a moment. */
  readonly pause: () => void;
  /** The simulation is at another moment. */
  readonly moved: () => void;
}

export class TimeControls {
  readonly #options: TimeOptions;
  readonly #scrub = byId('scrub', HTMLInputElement);
  readonly #shown = byId('scrub-time', HTMLElement);
  #rewinding = false;
  #last = 0; // ms
  #at = 0; // ms: the last change
  #text = '';

  constructor(options: TimeOptions) {
    this.#options = options;
    const { simulation, back, pause, moved } = options;
    holdable(byId('back', HTMLButtonElement), back, (on) => {
      this.#rewinding = on;
      if (on) pause();
    });
    this.#scrub.addEventListener('input', () => {
      pause();
      simulation.seek(this.#scrub.valueAsNumber);
      moved();
    });
  }

  /** Once a frame: goes backwards while that is asked for, and says where the simulation is; whether that is new. */
  frame(now: number): boolean {
    const { simulation, moved } = this.#options;
    const elapsed = Math.min(kLongestFrame, (now - this.#last) / 1000);
    this.#last = now;
    if (this.#rewinding) {
      simulation.seek(simulation.tape.step - Math.max(1, Math.round((elapsed / kStep) * simulation.speed)));
      moved();
    }
    const { first, last, step } = simulation.tape;
    const text = `${first} ${step} ${last}`;
    if (text === this.#text) return false;
    // Where new steps are made the thumb stays at its end: what changes are numbers.
    const { asleep, paused } = simulation;
    const numbers = asleep || (!paused && step === last);
    if (numbers && !this.#rewinding && now < nextTick(this.#at, now, !asleep)) return false;
    this.#at = now;
    this.#text = text;
    this.#scrub.min = String(first);
    this.#scrub.max = String(last);
    this.#scrub.value = String(step);
    const seconds = (step * kStep).toFixed(2);
    this.#scrub.setAttribute('aria-valuetext', `${seconds} of ${(last * kStep).toFixed(2)} seconds`);
    this.#shown.textContent = `${seconds} s`;
    this.#scrub.style.setProperty('--done', String(last > first ? (step - first) / (last - first) : 1));
    return true;
  }
}
