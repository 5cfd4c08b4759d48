import type { SequentialImpulseOptions, SoftStepOptions, SubsteppedPositionOptions } from './types.js';

/** Solver options by name, to be given as `solver` of a world, as they are or spread and changed. */
export const presets = Object.freeze({
  /** Substeps with soft contacts and a relax pass. */
  softStep: Object.freeze<SoftStepOptions>({ type: 'soft-step' }),
  /** Sequential impulses, overlap projected out, 8 and 3 iterations, the lesser restitution. */
  umbra: Object.freeze<SequentialImpulseOptions>({
    type: 'sequential-impulse',
    velocityIterations: 8,
    position: 'projection',
    positionIterations: 3,
    percent: 0.4,
    slop: 0.01,
    restitutionMix: 'min',
    sleepThroughTouch: true,
  }),
  /** Sequential impulses with warm starting, overlap turned into velocity, 10 iterations, contacts before joints. */
  ftPhysics: Object.freeze<SequentialImpulseOptions>({
    type: 'sequential-impulse',
    velocityIterations: 10,
    position: 'baumgarte',
    baumgarte: 0.2,
    slop: 0.01,
    maxPushSpeed: 4,
    jointsFirst: false,
  }),
  /** Fourteen substeps that move bodies apart, with four velocity passes each; the lesser friction and restitution, bounces from 2 cm/s on. */
  fx2d: Object.freeze<SubsteppedPositionOptions>({
    type: 'substepped-position',
    substeps: 14,
    velocityPasses: 4,
    compliance: 1e-8,
    tolerance: 2e-4,
    frictionMix: 'min',
    restitutionMix: 'min',
    restitutionThreshold: 0.02,
  }),
  /** Impacts solved with no time passing, before sequential impulses for what rests. */
  wedekind: Object.freeze<SequentialImpulseOptions>({
    type: 'sequential-impulse',
    impacts: 'zero-duration',
    impactIterations: 10,
    maxImpactPasses: 32,
    restitutionThreshold: 0.05,
    velocityIterations: 10,
    position: 'baumgarte',
    baumgarte: 0.2,
    slop: 0.01,
  }),
});
