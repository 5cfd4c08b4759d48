// Made by tools/build/layout.mjs from the C++ files that it names. Do not edit.

/** @internal Places in the record of a body. */
export const enum BodyPlace {
  type,
  positionX,
  positionY,
  angle,
  velocityX,
  velocityY,
  angularVelocity,
  linearDamping,
  angularDamping,
  gravityScale,
  lockX,
  lockY,
  lockRotation,
  bullet,
  sleepAllowed,
  awake,
  enabled,
  sleepThresholdLinear,
  sleepThresholdAngular,
  sleepThresholdSeconds,
  dominance,
  count,
}

/** @internal Places in the record of a shape; its geometry follows `kind`. */
export const enum ShapePlace {
  density,
  friction,
  staticFriction,
  restitution,
  rollingResistance,
  tangentSpeed,
  category,
  mask,
  group,
  sensor,
  seesSensors,
  preSolve,
  oneWayX,
  oneWayY,
  kind,
}

/** @internal Places in the record of a joint. */
export const enum JointPlace {
  type,
  bodyA,
  bodyB,
  collideConnected,
  breakForce,
  breakTorque,
  localAnchorAX,
  localAnchorAY,
  localAnchorBX,
  localAnchorBY,
  localAxisX,
  localAxisY,
  referenceAngle,
  lower,
  upper,
  motorSpeed,
  maxMotor,
  hertz,
  damping,
  angularHertz,
  angularDamping,
  target,
  length,
  velocityX,
  velocityY,
  maxForce,
  maxTorque,
  groundAnchorAX,
  groundAnchorAY,
  groundAnchorBX,
  groundAnchorBY,
  ratio,
  axisAX,
  axisAY,
  axisBX,
  axisBY,
  count,
}

/** @internal Places in the state of a joint. */
export const enum ReadingPlace {
  forceX,
  forceY,
  torque,
  angle,
  translation,
  separation,
  angularSeparation,
  anchorAX,
  anchorAY,
  anchorBX,
  anchorBY,
  axisX,
  axisY,
  springMass,
  angularSpringMass,
  count,
}

/** @internal In the order of BodyType. */
export const kBodyTypes = ['static', 'kinematic', 'dynamic'] as const;

/** @internal In the order of GeometryKind. */
export const kShapeTypes = ['circle', 'capsule', 'polygon', 'segment', 'box'] as const;

/** @internal In the order of JointType. */
export const kJointTypes = [
  'revolute',
  'prismatic',
  'distance',
  'weld',
  'wheel',
  'motor',
  'target',
  'filter',
  'gear',
  'pulley',
] as const;

/** @internal In the order of SolverType. */
export const kSolverTypes = ['soft-step', 'sequential-impulse', 'substepped-position'] as const;

/** @internal In the order of MixRule. */
export const kMixRules = ['geometric', 'average', 'min', 'max', 'multiply'] as const;

/** @internal In the order of Impacts. */
export const kImpacts = ['bias', 'zero-duration'] as const;

/** @internal In the order of JointSolver. */
export const kJointSolvers = ['direct', 'iterative'] as const;

/** @internal In the order of Integrator. */
export const kIntegrators = ['semi-implicit', 'verlet', 'rk4'] as const;

/** @internal In the order of PositionCorrection. */
export const kCorrections = ['none', 'projection', 'baumgarte'] as const;

/** @internal In the order of ComplianceMode. */
export const kComplianceModes = ['massRelative', 'literal', 'xpbd'] as const;

/** @internal In the order of WarmStart. */
export const kWarmStarts = ['off', 'firstSubstep', 'everySubstep'] as const;

/** @internal In the order of EventType. */
export const kEventTypes = [
  'contactBegin',
  'contactEnd',
  'contactHit',
  'sensorBegin',
  'sensorEnd',
  'sleep',
  'wake',
  'quarantine',
  'jointBreak',
  'jointDestroyed',
] as const;
