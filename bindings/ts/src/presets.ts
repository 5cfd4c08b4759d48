import type { SequentialImpulseOptions, SoftStepOptions, SubsteppedPositionOptions } from './types.js';

/** Solver options by name, to be given as `solver` of a world, as they are or spread and changed. */
export const presets = Object.freeze({
  /** Substeps with soft contacts and a relax pass. */
  softStep: Object.freeze<SoftStepOptions>({ type: 'soft-step' }),
  /**
   * Umbra: sequential impulses with projection; 8 and 3 iterations, the lesser restitution.
   *
   * Umbra itself makes contacts only where shapes touch; here they are made 20 mm ahead. A cradle with gaps needs
   * `speculativeDistance: 0`, which is Umbra's. Two points that are equally deep on equal arms are solved at once,
   * others one after the other as in Umbra.
   */
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
  /**
   * ftPhysics: warm starting with Baumgarte stabilisation; 10 iterations, contacts before joints.
   *
   * ftPhysics itself has no threshold of restitution (`restitutionThreshold: 0`; here 1 m/s), makes contacts only where
   * shapes touch (`speculativeDistance: 0`; here 20 mm ahead), and gives joints its push and slop (`positionIterations:
   * 0`; here they are projected). Light bodies under heavy ones are pushed with too much energy: 1 kg under 100 kg
   * gains 336 J, 1 kg under 30 kg none.
   */
  ftPhysics: Object.freeze<SequentialImpulseOptions>({
    type: 'sequential-impulse',
    velocityIterations: 10,
    position: 'baumgarte',
    baumgarte: 0.2,
    slop: 0.01,
    maxPushSpeed: 4,
    jointsFirst: false,
  }),
  /**
   * Fx2D: substepped positions; 14 substeps with 4 velocity passes each, the lesser friction and restitution, bounces
   * from 0.02 m/s on.
   *
   * Fx2D's text makes one velocity pass a substep (`velocityPasses: 1`); four are those of its program. It looks for
   * near pairs in each substep, here once a step.
   */
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
  /**
   * Wedekind: zero-duration impacts, then sequential impulses with Baumgarte stabilisation for
   * resting contacts.
   *
   * Wedekind himself takes overlap out at 1/s (here a fifth a step beyond 10 mm), joints likewise (here they are
   * projected). He makes contacts only where shapes touch (`speculativeDistance: 0`; here 20 mm ahead), and solves
   * impulses at each stage of a Runge-Kutta step (here once a step, under any `integrator`).
   */
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
