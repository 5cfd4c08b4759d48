// Converts solver options to the engine's tuning and back. The order of the fields is that of each_tuning_field in
// bindings/embind/records.cpp, which a test compares.

import { decimal } from './decimal.js';
import { invalid } from './errors.js';
import {
  kComplianceModes,
  kCorrections,
  kImpacts,
  kIntegrators,
  kJointSolvers,
  kMixRules,
  kSolverTypes,
  kWarmStarts,
} from './layout.js';
import { exchange, native } from './native.js';
import type { SleepThreshold, SolverOptions } from './types.js';
import { presets } from './presets.js';
import { choice, flag, given, keys, number } from './validate.js';

/** Names stand for their positions; 0 is a number, 1 a flag. */
type Kind = 0 | 1 | readonly string[];
const kNumber = 0;
const kFlag = 1;

const kOptions: Record<'all' | SolverOptions['type'] | 'world' | 'literal', Record<string, Kind>> = {
  all: {
    type: kSolverTypes,
    warmStarting: kFlag,
    frictionMix: kMixRules,
    restitutionMix: kMixRules,
    restitutionThreshold: kNumber,
    linearSlop: kNumber,
    speculativeDistance: kNumber,
    recycleDistance: kNumber,
    maxPushSpeed: kNumber,
    maxLinearSpeed: kNumber,
    impacts: kImpacts,
    impactIterations: kNumber,
    maxImpactPasses: kNumber,
    restitutionMidpoint: kFlag,
    jointsFirst: kFlag,
    jointSolver: kJointSolvers,
    sleepThroughTouch: kFlag,
  },
  'soft-step': {
    substeps: kNumber,
    contactHertz: kNumber,
    contactDamping: kNumber,
    jointHertz: kNumber,
    jointDamping: kNumber,
    relaxIterations: kNumber,
  },
  'sequential-impulse': {
    integrator: kIntegrators,
    velocityIterations: kNumber,
    position: kCorrections,
    positionIterations: kNumber,
    percent: kNumber,
    slop: kNumber,
    fullNgs: kFlag,
    baumgarte: kNumber,
  },
  'substepped-position': {
    substeps: kNumber,
    velocityPasses: kNumber,
    compliance: kNumber,
    complianceMode: kComplianceModes,
    tolerance: kNumber,
    warmStart: kWarmStarts,
    normalStable: kNumber,
    staticKinetic: kFlag,
  },
  world: { sleep: kFlag, sleepLinear: kNumber, sleepAngular: kNumber, sleepTime: kNumber, continuous: kFlag },
  literal: {
    stalePosition: kFlag,
    coldStart: kFlag,
    perIterationClamp: kFlag,
    integrateFirst: kFlag,
    wakeAfterSolve: kFlag,
    aOnlySat: kFlag,
    intervalOverlap: kFlag,
    insideCircle: kFlag,
    deepestPointOnly: kFlag,
    indexMatch: kFlag,
    sumBias: kFlag,
    fxRestitution: kFlag,
    noPrevPoseShift: kFlag,
  },
};

interface OptionField {
  owner: string;
  key: string;
  kind: Kind;
}
const kFields: readonly OptionField[] = Object.entries(kOptions).flatMap(([owner, kinds]) =>
  Object.entries(kinds).map(([key, kind]) => ({ owner, key, kind })),
);

/** @internal */
export const kTuningFields = kFields.length;

/** @internal A tuning as the engine's numbers. */
export type Tuning = Float64Array;

/** @internal The tuning of a world, or, for 0, the engine's defaults. */
export function readTuning(world: number): Tuning {
  native().worldTuning(world);
  return exchange(kTuningFields).slice(0, kTuningFields);
}

const indexOf = (key: string): number => kFields.findIndex((field) => field.key === key);

/** @internal A flag of a tuning that is the world's own, or warmStarting. */
export function tuningFlag(tuning: Tuning, key: string): boolean {
  return tuning[indexOf(key)] === 1;
}
/** @internal m/s */
export function topSpeedOf(tuning: Tuning): number {
  return tuning[indexOf('maxLinearSpeed')]!;
}
/** @internal */
export function setTuningFlag(tuning: Tuning, key: string, value: unknown): void {
  tuning[indexOf(key)] = Number(flag(value, key));
}

/** The world's own sleep thresholds, as its options and as its tuning name them. */
const kThreshold = { linear: 'sleepLinear', angular: 'sleepAngular', seconds: 'sleepTime' } as const;

/** @internal */
export function thresholdOf(tuning: Tuning): Required<SleepThreshold> {
  const value = (key: keyof SleepThreshold): number => decimal(tuning[indexOf(kThreshold[key])]!);
  return { linear: value('linear'), angular: value('angular'), seconds: value('seconds') };
}
/** @internal Takes what is not given at its default. */
export function setThreshold(tuning: Tuning, threshold: SleepThreshold = {}): void {
  const defaults = readTuning(0);
  keys(threshold, 'sleepThreshold', Object.keys(kThreshold));
  for (const [key, field] of Object.entries(kThreshold)) {
    tuning[indexOf(field)] = number(threshold[key as keyof SleepThreshold], defaults[indexOf(field)]);
  }
}

/** @internal `tuning` with the world's own settings of another. */
export function withWorld(tuning: Tuning, from: Tuning): Tuning {
  return tuning.map((value, i) => (kFields[i]!.owner === 'world' ? from[i]! : value));
}

/** @internal All options of the solver that a tuning has chosen. */
export function toOptions(tuning: Tuning): SolverOptions {
  const literal: Record<string, unknown> = {};
  const options: Record<string, unknown> = { literal };
  kFields.forEach(({ owner, key, kind }, i) => {
    const value = tuning[i]!;
    const read = kind === kNumber ? decimal(value) : kind === kFlag ? value === 1 : kind[value];
    if (owner === 'literal') literal[key] = read;
    else if (owner === 'all' || owner === options['type']) options[key] = read;
  });
  return options as unknown as SolverOptions;
}

/** m/s: the default of restitutionThreshold where impacts take no time. */
const kImpactThreshold = 0.05;

/** @internal `base` with the options of a solver on it; what is not given keeps what `base` says. */
export function withOptions(base: Tuning, options: SolverOptions): Tuning {
  const tuning = base.slice();
  const known = kSolverTypes.filter((_, i) => native().solverKnown(i));
  if (typeof options === 'string')
    throw invalid(
      'solver',
      options,
      `presets.${options in presets ? options : 'softStep'}, or an object with its type`,
    );
  const type = known[choice(given(options, 'solver')['type'], 'solver.type', known)]!;
  const put = (owner: string, path: string, values: object): void =>
    kFields.forEach((field, i) => {
      const { key, kind } = field;
      const value = (values as Record<string, unknown>)[key];
      if (field.owner !== owner || value === undefined) return;
      const where = `${path}.${key}`;
      tuning[i] =
        kind === kNumber ? number(value) : kind === kFlag ? Number(flag(value, where)) : choice(value, where, kind);
    });
  keys(options, 'solver', [...Object.keys({ ...kOptions.all, ...kOptions[type] }), 'literal']);
  if (options.impacts === 'zero-duration') tuning[indexOf('restitutionThreshold')] = kImpactThreshold;
  put('all', 'solver', options);
  put(type, 'solver', options);
  const { literal = {} } = options;
  keys(literal, 'solver.literal', Object.keys(kOptions.literal));
  put('literal', 'solver.literal', literal);
  return tuning;
}
