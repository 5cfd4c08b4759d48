import type { SequentialImpulseOptions, SoftStepOptions, SubsteppedPositionOptions } from './types.js';

/** Solver options by name, for the option `solver` of a world. Use them as they are, or spread and change them. */
export const presets = Object.freeze({
  /** Soft step: soft contacts and substeps. 4 substeps, each with a relax iteration. */
  softStep: Object.freeze<SoftStepOptions>({ type: 'soft-step' }),
  /**
   * Umbra: sequential impulses with projection. 8 velocity and 3 position iterations, minimum restitution.
   *
   * Differences from Umbra itself: Umbra creates contacts only when shapes touch; here they are created 20 mm ahead. A
   * cradle with gaps needs Umbra's `speculativeDistance: 0`. If the two points of a contact are equally deep on equal
   * lever arms, they are solved together; all others one after the other, as in Umbra.
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
   * ftPhysics: warm starting with Baumgarte. 10 iterations, contacts before joints, `maxPushSpeed` 4 m/s.
   *
   * Differences from ftPhysics itself: it has no restitution threshold (`restitutionThreshold: 0`; here 1 m/s). It
   * creates contacts only when shapes touch (`speculativeDistance: 0`; here 20 mm ahead). It applies bias and slop to
   * joints too (`positionIterations: 0`; here joints are projected).
   *
   * A light body under a heavy one gains energy. 1 kg under 100 kg gains 120 J in the median of 2,000 runs of 10 s
   * with random offsets to 5 mm, and up to 240 J. 1 kg under 30 kg gains none.
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
   * Fx2D: substepped positions. 14 substeps with 4 velocity passes each, minimum friction and restitution, bounces
   * above 0.02 m/s.
   *
   * Differences from Fx2D itself: its text has one velocity pass per substep (`velocityPasses: 1`), its program four.
   * It finds pairs in each substep, here once per step.
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
   * Wedekind: zero-duration impacts. Afterwards sequential impulses with Baumgarte stabilisation for resting contacts.
   *
   * Differences from Wedekind's text: it corrects overlap and joint errors at a rate of 1/s; here a fifth of the
   * overlap above 10 mm is corrected per step, and joints are projected. It creates contacts only when shapes touch
   * (`speculativeDistance: 0`; here 20 mm ahead). It solves impulses at each stage of a Runge-Kutta step, here once per
   * step with any `integrator`.
   *
   * A light body under a heavy one gains energy. 1 kg under 100 kg gains 107 J in the median of 2,000 runs of 10 s
   * with random offsets to 5 mm, and up to 170 J. 1 kg under 30 kg gains none.
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
