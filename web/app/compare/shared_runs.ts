// The run of a shared link: whether it comes to the same hash in each column here, and the recording that is shown.

import type { Arrival } from '../link.js';
import { lastDigits } from '../readout.js';
import { decode } from '../recording.js';
import { cameTo, damagedIn, note } from '../share.js';
import type { Side } from './side.js';

export interface SharedRunsOptions {
  /** The columns at any time. */
  readonly sides: readonly Side[];
  /** All columns from the beginning. */
  readonly begin: () => void;
  /** The columns are at another moment. */
  readonly moved: () => void;
  readonly pause: (paused: boolean) => void;
  readonly seek: (step: number) => void;
}

export class SharedRuns {
  readonly #options: SharedRunsOptions;
  /** What the run of the link came to; null without one, or once something was changed. */
  expected: Arrival | null = null;
  #replayed: boolean[] | null = null; // which columns of the recording shown now came to their hashes

  constructor(options: SharedRunsOptions) {
    this.#options = options;
  }

  /** A run begins that is no recording. */
  begin(): void {
    this.#replayed = null;
  }

  /** After each step where nobody has had a hand in it: does the run come to what the link says? */
  arrive(): void {
    const { sides } = this.#options;
    const { expected } = this;
    if (!expected || sides[0]!.simulation.steps !== expected.steps) return;
    if (sides.some(({ simulation }) => simulation.tape.inputs.length > 0)) return;
    const same = sides.map(({ simulation }, i) => lastDigits(simulation.world) === expected.hashes[i]);
    sides.forEach((side, i) => side.arrived(same[i]!, expected.steps));
    note(
      `${same.includes(false) ? 'Other hashes' : 'The same hashes'} as where the link was made, after ${(expected.steps / 60).toFixed(1)} s`,
    );
  }

  /**
   * Does again what somebody did in all columns, compares where that leads, and shows it from the beginning; or says
   * what is wrong.
   */
  watch(text: string): string | null {
    const { sides, begin, moved, pause, seek } = this.#options;
    try {
      const recordings = decode(text);
      if (recordings.length !== sides.length)
        throw new RangeError(`it is of ${recordings.length} solvers, the link names ${sides.length}`);
      const same = sides.map((side, i) => side.replay(recordings[i]!));
      const { steps } = recordings[0]!;
      this.#replayed = same;
      note(cameTo(!same.includes(false), steps));
    } catch (error) {
      begin();
      note(`The recording in the link cannot be shown: ${(error as Error).message}`);
      return damagedIn(text, error as Error);
    }
    moved();
    const { last } = sides[0]!.simulation.tape;
    if (last === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#mark();
      pause(true);
      return null;
    }
    seek(0);
    pause(false);
    for (const { simulation } of sides) simulation.end = last;
    return null;
  }

  /** At the last step of a recording it stands still. */
  end(): void {
    const { sides, pause } = this.#options;
    for (const { simulation } of sides) simulation.end = Infinity;
    this.#mark();
    pause(true);
  }

  /** A recording is at its end: did each column come to its hash? */
  #mark(): void {
    const same = this.#replayed;
    if (same) this.#options.sides.forEach((side, i) => side.arrived(same[i]!, side.simulation.steps));
  }
}
