// Advances time, for one figure or for several figures that make the same steps.

import { FixedLoop } from '../index.js';

const kLongestFrame = 500; // ms: after a longer one nobody was looking, and time stood still

export interface Runner {
  /** Does it want time to run, and may it? */
  readonly running: boolean;
  /** Is it still being loaded, or on its way to the time of the others? They wait for it. */
  readonly loading: boolean;
  readonly late: boolean;
  /** Has it been seen well enough to begin? One of several is enough. */
  readonly arrived: boolean;
  advance(dt: number): void;
  /** After the steps of a frame; `alpha` as a `FixedLoop` has it. */
  advanced(alpha: number): void;
}

export class Pace {
  readonly #runners = new Set<Runner>();
  readonly #loop = new FixedLoop({
    step: (dt: number) => {
      for (const runner of this.#runners) if (runner.running) runner.advance(dt);
    },
  });
  #last = 0;

  join(runner: Runner): void {
    this.#runners.add(runner);
  }
  leave(runner: Runner): void {
    this.#runners.delete(runner);
  }

  set speed(speed: number) {
    this.#loop.timeScale = speed;
  }

  /** Once a frame for all of them: the first that asks steps them. */
  frame(now: number): void {
    const elapsed = now - this.#last;
    if (elapsed === 0) return;
    this.#last = now;
    const all = [...this.#runners];
    if (elapsed < 0 || elapsed >= kLongestFrame || all.some(({ loading, late }) => loading || late)) return;
    if (!all.some(({ arrived }) => arrived)) return;
    const going = all.filter(({ running }) => running);
    const { alpha } = this.#loop.advanceBy(elapsed / 1000);
    for (const runner of going) runner.advanced(alpha);
  }
}

const shared = new Map<string, Pace>();

/** The one that figures with this word share; '' for one of its own. */
export function paceOf(sync: string): Pace {
  const found = shared.get(sync) ?? new Pace();
  if (sync) shared.set(sync, found);
  return found;
}
