// Which solvers the engine offers, found by asking it.

import { presets, World, type SolverOptions } from 'impulse2d';

export interface SolverChoice {
  readonly name: string;
  readonly label: string;
  /** Undefined: what the engine takes by itself. */
  readonly options: SolverOptions | undefined;
}

const kLabels: Record<string, string> = {
  softStep: 'Soft step: soft contacts and substeps',
  umbra: 'Umbra: sequential impulses with projection',
  ftPhysics: 'ftPhysics: warm starting with Baumgarte',
  fx2d: 'Fx2D: substepped positions',
  wedekind: 'Wedekind: zero-duration impacts',
};

/** Does a world take these options? */
export function accepts(options: SolverOptions): boolean {
  try {
    new World({ solver: options }).destroy();
    return true;
  } catch {
    return false;
  }
}

/** The engine's own choice, then the presets that a world accepts. */
export function availableSolvers(): SolverChoice[] {
  const world = new World();
  const choices: SolverChoice[] = [
    { name: 'default', label: `Default (${world.solver.type.replace('-', ' ')})`, options: undefined },
  ];
  world.destroy();
  for (const [name, options] of Object.entries<SolverOptions>(presets)) {
    if (accepts(options)) choices.push({ name, label: kLabels[name] ?? name, options });
  }
  return choices;
}
