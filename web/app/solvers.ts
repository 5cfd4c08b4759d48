// Which solvers the engine offers, found by asking it.

import { presets, World, type SolverOptions } from 'impulse2d';

export interface SolverChoice {
  readonly name: string;
  readonly label: string;
  readonly options: SolverOptions;
}

const kLabels: Record<string, string> = {
  softStep: 'Soft step',
  umbra: 'Sequential impulses (Umbra)',
  ftPhysics: 'Sequential impulses, Baumgarte (ftPhysics)',
  fx2d: 'Substepped positions (Fx2D)',
  wedekind: 'Zero-duration impacts (Wedekind)',
};

/** The presets a world accepts. */
export function availableSolvers(): SolverChoice[] {
  const choices: SolverChoice[] = [];
  for (const [name, options] of Object.entries(presets as Record<string, SolverOptions>)) {
    try {
      new World({ solver: options }).destroy();
      choices.push({ name, label: kLabels[name] ?? name, options });
    } catch {
      // Named by the package, not built into this engine.
    }
  }
  return choices;
}
