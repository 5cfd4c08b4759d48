// Whether time runs: the button that says so, and the errors of a scene, which stop it.

import { byId } from './elements.js';
import type { Readout } from './readout.js';
import { pausedBy } from './scene_error.js';
import type { Simulation } from './simulation.js';

export class Running {
  readonly #simulation: Simulation;
  readonly #readout: Readout;
  readonly #complain: (text: string) => void;
  readonly #changed: () => void;
  readonly #failed = byId('failed', HTMLElement);
  #halted = false; // an error of the scene stopped it

  /** `complain` says what is wrong beside the code of the scene; `changed`: time runs, or stands still. */
  constructor(simulation: Simulation, readout: Readout, complain: (text: string) => void, changed: () => void) {
    this.#simulation = simulation;
    this.#readout = readout;
    this.#complain = complain;
    this.#changed = changed;
  }

  pause(paused = true): void {
    const simulation = this.#simulation;
    if (simulation.paused !== paused) this.#readout.say(paused ? 'Paused.' : 'Running.');
    simulation.paused = paused;
    if (!paused) {
      this.#halted = false;
      this.#failed.hidden = true;
    }
    byId('play', HTMLButtonElement).dataset.state = paused ? 'paused' : 'running';
    byId('play-label', HTMLElement).textContent = paused ? 'Play' : 'Pause';
    this.#changed();
  }

  /** Where an error stopped the scene before, another one runs. */
  recover(): void {
    if (this.#halted) this.pause(false);
  }

  /** Runs what may throw an error of the scene: then time stops, and it is said why. */
  guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      const simulation = this.#simulation;
      const text = pausedBy(error);
      const failed = this.#failed;
      if (simulation.paused && !failed.hidden && failed.textContent === text) return; // each picture may fail
      this.#halted ||= !simulation.paused;
      this.pause();
      failed.hidden = false;
      failed.textContent = text;
      this.#complain(text);
      console.error(error);
    }
  }
}
