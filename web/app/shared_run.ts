// The run of a shared link: whether it comes to the same hash here, and the recording that is shown.

import type { Arrival } from './link.js';
import { lastDigits, type Readout } from './readout.js';
import { decode } from './recording.js';
import { cameTo, damagedIn } from './share.js';
import type { Simulation } from './simulation.js';

export interface SharedRunOptions {
  readonly simulation: Simulation;
  readonly readout: Readout;
  /** The simulation is at another moment. */
  readonly moved: () => void;
  readonly pause: () => void;
}

export class SharedRun {
  readonly #options: SharedRunOptions;
  /** What the run of the link came to; null without one, or once something was changed. */
  expected: Arrival | null = null;
  #replayed: [boolean, number] | null = null; // whether the recording shown now came to its hash, and its steps

  constructor(options: SharedRunOptions) {
    this.#options = options;
  }

  /** A new run: does it come to what the link says? */
  begin(): void {
    const { simulation, readout } = this.#options;
    readout.arrived(null);
    this.#replayed = null;
    const { expected } = this;
    if (!expected) return;
    const { world } = simulation;
    const arrive = (): void => {
      if (world !== simulation.world || simulation.steps < expected.steps) return;
      off();
      if (simulation.tape.inputs.length > 0 || simulation.steps !== expected.steps) return;
      readout.arrived(lastDigits(world) === expected.hashes[0], expected.steps);
    };
    const off = world.on('afterStep', arrive);
    arrive(); // a link made before the first step
  }

  /**
   * Does again what somebody did, compares where that leads, and shows it from the beginning; or says what is
   * wrong.
   */
  watch(text: string): string | null {
    const { simulation, readout, moved, pause } = this.#options;
    let arrived: [boolean, number];
    try {
      const recording = decode(text)[0]!;
      simulation.begin(recording);
      const same = simulation.replay(recording);
      arrived = [same, recording.steps];
      readout.tell(cameTo(same, recording.steps));
    } catch (error) {
      simulation.reset();
      readout.tell(`The recording in the link cannot be shown: ${(error as Error).message}`);
      return damagedIn(text, error as Error);
    }
    moved();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || arrived[1] === 0) {
      readout.arrived(...arrived);
      pause();
    } else {
      simulation.seek(0);
      simulation.end = arrived[1];
      this.#replayed = arrived; // the mark stands beside the moment that it speaks of
    }
    return null;
  }

  /** Once a frame: at the end of a recording time stands still. */
  frame(): void {
    const { simulation, readout, pause } = this.#options;
    if (simulation.tape.step < simulation.end) return;
    simulation.end = Infinity;
    pause();
    readout.say('The recording ends here.');
    if (this.#replayed) readout.arrived(...this.#replayed);
  }

  /** On the way to where the link leads, or to the end of a recording. */
  get underWay(): boolean {
    const { simulation } = this.#options;
    return simulation.steps < (this.expected?.steps ?? 0) || simulation.end < Infinity;
  }
}
