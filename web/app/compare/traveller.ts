// All columns as one traveller in time: they are always at the same step.

import type { Traveller } from '../time.js';
import type { Side } from './side.js';

/** Whether no body of any column is awake. */
export const allAsleep = (sides: readonly Side[]): boolean => sides.every(({ simulation }) => simulation.asleep);

export interface TogetherOptions {
  /** The columns at any time. */
  readonly sides: readonly Side[];
  readonly speed: () => number;
  /** Time runs. */
  readonly runs: () => boolean;
  readonly seek: (step: number) => void;
}

export function travelTogether({ sides, speed, runs, seek }: TogetherOptions): Traveller {
  const of = (name: 'first' | 'last' | 'step'): number[] => sides.map(({ simulation }) => simulation.tape[name]);
  const tape = {
    get first() {
      return Math.max(...of('first'));
    },
    // Where one column began another future, it makes the steps that the others have.
    get last() {
      return Math.max(...of('last'));
    },
    get step() {
      return sides[0]!.simulation.tape.step;
    },
  };
  return {
    tape,
    get speed() {
      return speed();
    },
    get paused() {
      return !runs();
    },
    get asleep() {
      return runs() && allAsleep(sides);
    },
    seek,
  };
}
