// Solver options to the engine's tuning and back. The order of the fields mirrors each_tuning_field in
// bindings/embind/records.cpp.

import { decimal } from './decimal.js';
import { exchange, native } from './native.js';
import type { SolverOptions } from './types.js';
import { choice, flag, keys, number } from './validate.js';

const kSolvers = ['soft-step', 'sequential-impulse', 'substepped-position'] as const;
const kMixRules = ['geometric', 'average', 'min', 'max', 'multiply'];

type Kind = 'number' | 'flag' | readonly string[];
type Owner = 'all' | 'world' | 'literal' | SolverOptions['type'];

const kFields: readonly (readonly [key: string, kind: Kind, owner: Owner])[] = [
  ['type', kSolvers, 'all'],
  ['warmStarting', 'flag', 'all'],
  ['frictionMix', kMixRules, 'all'],
  ['restitutionMix', kMixRules, 'all'],
  ['restitutionThreshold', 'number', 'all'],
  ['linearSlop', 'number', 'all'],
  ['speculativeDistance', 'number', 'all'],
  ['recycleDistance', 'number', 'all'],
  ['maxPushSpeed', 'number', 'all'],
  ['maxLinearSpeed', 'number', 'all'],
  ['impacts', ['bias', 'zero-duration'], 'all'],
  ['impactIterations', 'number', 'all'],
  ['maxImpactPasses', 'number', 'all'],
  ['jointsFirst', 'flag', 'all'],
  ['integrator', ['semi-implicit', 'verlet', 'rk4'], 'sequential-impulse'],
  ['substeps', 'number', 'soft-step'],
  ['contactHertz', 'number', 'soft-step'],
  ['contactDamping', 'number', 'soft-step'],
  ['jointHertz', 'number', 'soft-step'],
  ['jointDamping', 'number', 'soft-step'],
  ['relaxIterations', 'number', 'soft-step'],
  ['velocityIterations', 'number', 'sequential-impulse'],
  ['position', ['none', 'projection', 'baumgarte'], 'sequential-impulse'],
  ['positionIterations', 'number', 'sequential-impulse'],
  ['percent', 'number', 'sequential-impulse'],
  ['slop', 'number', 'sequential-impulse'],
  ['fullNgs', 'flag', 'sequential-impulse'],
  ['baumgarte', 'number', 'sequential-impulse'],
  ['substeps', 'number', 'substepped-position'],
  ['velocityPasses', 'number', 'substepped-position'],
  ['compliance', 'number', 'substepped-position'],
  ['tolerance', 'number', 'substepped-position'],
  ['sleep', 'flag', 'world'],
  ['sleepLinear', 'number', 'world'],
  ['sleepAngular', 'number', 'world'],
  ['sleepTime', 'number', 'world'],
  ['continuous', 'flag', 'world'],
  ['stalePosition', 'flag', 'literal'],
  ['coldStart', 'flag', 'literal'],
  ['perIterationClamp', 'flag', 'literal'],
  ['integrateFirst', 'flag', 'literal'],
  ['wakeAfterSolve', 'flag', 'literal'],
  ['aOnlySat', 'flag', 'literal'],
  ['intervalOverlap', 'flag', 'literal'],
  ['insideCircle', 'flag', 'literal'],
  ['deepestPointOnly', 'flag', 'literal'],
  ['indexMatch', 'flag', 'literal'],
  ['sumBias', 'flag', 'literal'],
  ['fxRestitution', 'flag', 'literal'],
  ['noPrevPoseShift', 'flag', 'literal'],
];

/** @internal */
export const kTuningFields = kFields.length;

/** @internal A tuning as the engine's numbers. */
export type Tuning = Float64Array;

/** @internal The tuning of a world, or, for 0, the engine's defaults. */
export function readTuning(world: number): Tuning {
  native().worldTuning(world);
  return exchange(kTuningFields).slice(0, kTuningFields);
}

const indexOf = (key: string): number => kFields.findIndex(([name]) => name === key);

/** @internal A flag of a tuning that is the world's own, or warmStarting. */
export function tuningFlag(tuning: Tuning, key: string): boolean {
  return tuning[indexOf(key)] === 1;
}
/** @internal */
export function setTuningFlag(tuning: Tuning, key: string, value: unknown, path = key): void {
  tuning[indexOf(key)] = Number(flag(value ?? null, path));
}

/** @internal All options of the solver that a tuning has chosen. */
export function toOptions(tuning: Tuning): SolverOptions {
  const type = kSolvers[tuning[0]!]!;
  const options: Record<string, unknown> = {};
  const literal: Record<string, unknown> = {};
  kFields.forEach(([key, kind, owner], i) => {
    const value = tuning[i]!;
    if (owner === 'world' || !(owner === 'all' || owner === 'literal' || owner === type)) return;
    const target = owner === 'literal' ? literal : options;
    target[key] = kind === 'number' ? decimal(value) : kind === 'flag' ? value === 1 : kind[value];
  });
  return { ...options, literal } as unknown as SolverOptions;
}

/** @internal `base` with the options of a solver on it; what is not given keeps what `base` says. */
export function withOptions(base: Tuning, options: SolverOptions): Tuning {
  const tuning = base.slice();
  const named = kFields.filter(([, , owner]) => owner === 'all');
  if (typeof options === 'object' && options !== null) {
    const known = kSolvers.filter((_, i) => native().solverKnown(i));
    tuning[0] = kSolvers.indexOf(known[choice(options.type, 'solver.type', known)]!);
  }
  const own = [...named, ...kFields.filter(([, , owner]) => owner === options?.type)].map(([key]) => key);
  keys(options, 'solver', [...own, 'literal']);
  if (options.literal !== undefined) {
    keys(options.literal, 'solver.literal', kFields.filter(([, , owner]) => owner === 'literal').map(([key]) => key));
  }
  kFields.forEach(([key, kind, owner], i) => {
    const literal = owner === 'literal';
    if (!(literal || owner === 'all' || owner === options.type)) return;
    const value = ((literal ? options.literal : options) as Record<string, unknown> | undefined)?.[key];
    if (value === undefined) return;
    const path = literal ? `solver.literal.${key}` : `solver.${key}`;
    tuning[i] = kind === 'number' ? number(value) : kind === 'flag' ? Number(flag(value, path)) : choice(value, path, kind);
  });
  return tuning;
}
