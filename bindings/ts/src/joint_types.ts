// Types of joint definitions and joint objects.

import type { Body } from './body.js';
import type { Joint } from './joint.js';
import type { Vec2, VecLike } from './types.js';

/** Options that all joints have. */
export interface JointOptions {
  /**
   * The first body; it must differ from `bodyB`. A joint between two static bodies does nothing until one of them
   * becomes dynamic or kinematic.
   */
  bodyA: Body;
  bodyB: Body;
  /**
   * Whether shapes of the two bodies collide with each other. A `filter` joint between them disables collision in any
   * case. Default false.
   */
  collideConnected?: boolean;
  /**
   * Mean force of a step in N, > 0, above which the joint is destroyed and `jointBreak` is emitted. An impact counts as
   * its impulse divided by `dt`. Default Infinity: never.
   */
  breakForce?: number;
  /**
   * Mean torque of a step in N m, > 0, above which the joint is destroyed and `jointBreak` is emitted. Default
   * Infinity: never.
   */
  breakTorque?: number;
  /** Any value of yours. Default undefined. */
  userData?: unknown;
}

/** The anchor of a joint: the points that it holds together. */
export interface AnchorOptions {
  /**
   * Anchor on both bodies as a point of the world, in m. Excludes `localAnchorA` and `localAnchorB`. Default: the
   * origin of B.
   */
  anchor?: VecLike;
  /** Anchor in the frame of A, in m. Default: the position of the anchor on B. */
  localAnchorA?: VecLike;
  /** Anchor in the frame of B, in m. Default: the position of the anchor on A. */
  localAnchorB?: VecLike;
}
/** The two anchors of a joint that connects two points. */
export interface ReachOptions {
  /** Anchor on A as a point of the world, in m. Excludes `localAnchorA`. Default: the origin of A. */
  anchorA?: VecLike;
  /** Anchor on B as a point of the world, in m. Excludes `localAnchorB`. Default: the origin of B. */
  anchorB?: VecLike;
  /** Anchor in the frame of A, in m. Default: as for `anchorA`. */
  localAnchorA?: VecLike;
  /** Anchor in the frame of B, in m. Default: as for `anchorB`. */
  localAnchorB?: VecLike;
}
/** An axis that is fixed in body A. */
export interface AxisOptions {
  /**
   * Axis as a direction in the world, with a length from 1e-6 to 1e18. Excludes `localAxis`. Default: as for
   * `localAxis`.
   */
  axis?: VecLike;
  /** Axis in the frame of A, with a length from 1e-6 to 1e18. Default `[1, 0]`; for a wheel `[0, 1]`. */
  localAxis?: VecLike;
}
/** The reference of the joint's angle. */
export interface ReferenceOptions {
  /**
   * Angle of B minus angle of A at which the joint's angle is 0, in rad, any finite number. Default: the difference at
   * creation. The angle of a new joint is within half a turn of 0 and counts full turns afterwards.
   */
  referenceAngle?: number;
}
/**
 * A damped spring. It has the given frequency and damping up to the solver's steps per second / (2 pi): 9.5 Hz for a
 * solver with one step at 60 Hz, 38 Hz for `soft-step`, 134 Hz for `substepped-position`. Above that the spring is
 * slower and more damped.
 */
export interface SpringOptions {
  /**
   * Frequency of the spring in Hz, >= 0: the frequency at which the two bodies oscillate. 0 is no spring. Default 0;
   * for a target 5, and > 0.
   *
   * With w = 2 pi `hertz` and h the solver's step or substep, the frequency is within 2 % if w h <= 1 and `damping` <=
   * 1. A body that hangs from an immovable one is deflected by g / w^2 less g h^2 / 6, for any damping. At 2 Hz it is
   * 61.67 mm (h = 1/60 s) or 62.09 mm (h = 1/240 s); the ideal value is 62.12 mm.
   *
   * Between two bodies, at their centres, the stiffness is w^2 m1 m2 / (m1 + m2), about w^2 times the mass of the
   * lighter one. A car of mass M on two light wheels of mass m sinks by about M g / (2 w^2 m): heavier wheels or a
   * higher frequency carry more.
   */
  hertz?: number;
  /** Damping ratio, >= 0. A ratio of 1 comes to rest without oscillation. Default 0; for a target 1. */
  damping?: number;
}
/** An angular spring. */
export interface AngularSpringOptions {
  /** Frequency of the angular spring in Hz, >= 0. 0 is no spring. Default 0. */
  angularHertz?: number;
  /** Damping ratio of the angular spring, >= 0. Default 0. */
  angularDamping?: number;
}
/** Limits of the angle. Equal limits fix the angle. */
export interface AngleLimitOptions {
  /** Lower limit in rad, any number of turns, <= `upperAngle`. Default -Infinity. */
  lowerAngle?: number;
  /** Upper limit in rad, any number of turns, >= `lowerAngle`. Default Infinity. */
  upperAngle?: number;
}
/** Limits of the translation. Equal limits fix the translation. */
export interface TranslationLimitOptions {
  /** Lower limit along the axis in m, <= `upperTranslation`. Default -Infinity. */
  lowerTranslation?: number;
  /** Upper limit along the axis in m, >= `lowerTranslation`. Default Infinity. */
  upperTranslation?: number;
}
/** A rotational motor. */
export interface TurningMotorOptions {
  /** Speed of B relative to A in rad/s, any finite number. Default 0. */
  motorSpeed?: number;
  /**
   * Largest torque of the motor in N m, >= 0. 0 is no motor. Default Infinity if `motorSpeed` is given, otherwise 0.
   */
  maxMotorTorque?: number;
}
/** A linear motor. */
export interface PushingMotorOptions {
  /** Speed of B relative to A in m/s, any finite number. Default 0. */
  motorSpeed?: number;
  /** Largest force of the motor in N, >= 0. 0 is no motor. Default Infinity if `motorSpeed` is given, otherwise 0. */
  maxMotorForce?: number;
}

/** A revolute joint (hinge): it holds two points together. Limits, a motor and a spring act on the angle. */
export interface RevoluteJointDef
  extends JointOptions, AnchorOptions, ReferenceOptions, AngleLimitOptions, TurningMotorOptions, SpringOptions {
  type: 'revolute';
  /** Rest angle of the spring in rad, any finite number. Default 0. */
  targetAngle?: number;
}
/** A prismatic joint (slider): B moves along an axis of A without rotation relative to A. */
export interface PrismaticJointDef
  extends
    JointOptions,
    AnchorOptions,
    AxisOptions,
    ReferenceOptions,
    TranslationLimitOptions,
    PushingMotorOptions,
    SpringOptions {
  type: 'prismatic';
  /** Rest translation of the spring in m, any finite number. Default 0. */
  targetTranslation?: number;
}
/**
 * A distance joint. Without spring, motor and limits it is a rigid rod of `length`. With `hertz` it is a spring of rest
 * length `length`. With `minLength`, `maxLength` or a motor, and without `hertz`, `length` has no effect: with only
 * `maxLength` it is a rope.
 *
 * A `maxMotorForce` of 0 is no motor, so a winch without limits and `hertz` becomes a rod of `length`, and a warning is
 * logged. With a `maxLength` its load falls freely.
 */
export interface DistanceJointDef extends JointOptions, ReachOptions, PushingMotorOptions, SpringOptions {
  type: 'distance';
  /**
   * Length of the rod, or rest length of the spring, in m, > 0. It has no effect, and one warning is logged, if the
   * joint has limits or a motor and no `hertz`. Default: the distance at creation. If the anchors coincide within
   * rounding, the default is 1 for a spring or a rope; a rod without a `length` throws `INVALID_ARGUMENT`.
   */
  length?: number;
  /** Smallest distance in m, from 0 to `maxLength`. 0 and -Infinity are no limit. Default 0. */
  minLength?: number;
  /** Largest distance in m, > 0. Default Infinity. */
  maxLength?: number;
}
/**
 * A weld joint: it fixes position and angle of B relative to A. With springs, `hertz` for the position and
 * `angularHertz` for the angle, it is elastic.
 */
export interface WeldJointDef
  extends JointOptions, AnchorOptions, ReferenceOptions, SpringOptions, AngularSpringOptions {
  type: 'weld';
}
/** A wheel joint: a point of B moves along an axis of A on a spring, and B rotates freely or by a motor. */
export interface WheelJointDef
  extends
    JointOptions,
    AnchorOptions,
    AxisOptions,
    ReferenceOptions,
    TranslationLimitOptions,
    TurningMotorOptions,
    SpringOptions {
  type: 'wheel';
  /** Rest translation of the suspension in m, any finite number. Default 0. */
  targetTranslation?: number;
}
/**
 * A motor joint: it drives B to a velocity relative to A, or with springs to a pose, with limited force and torque. The
 * force acts on both bodies at B's anchor, so it conserves the angular momentum of two free bodies.
 */
export interface MotorJointDef
  extends JointOptions, AnchorOptions, ReferenceOptions, SpringOptions, AngularSpringOptions {
  type: 'motor';
  /**
   * Velocity of B's anchor relative to the point of A's frame that is there, in m/s, along the axes of the world. On an
   * A that rotates, 0 therefore moves B along with A. It applies without `hertz`. Default `[0, 0]`.
   */
  velocity?: VecLike;
  /** Angular velocity of B relative to A in rad/s, any finite number. It applies without `angularHertz`. Default 0. */
  angularVelocity?: number;
  /** Largest force in N, >= 0. Default Infinity. */
  maxForce?: number;
  /** Largest torque in N m, >= 0. Default Infinity. */
  maxTorque?: number;
}
/**
 * A target joint (mouse joint): it pulls a point of B to a point of the world. Setting another target wakes the body;
 * setting the same one again does not.
 */
export interface TargetJointDef extends Omit<JointOptions, 'bodyA'>, SpringOptions {
  type: 'target';
  /** Has no effect. Default null. */
  bodyA?: Body | null;
  /** The target as a point of the world, in m. Default: the position of the anchor. */
  target?: VecLike;
  /**
   * Anchor on B as a point of the world, in m. Excludes `localAnchorB`. Default: the target if it is given, otherwise
   * the origin of B.
   */
  anchor?: VecLike;
  /** Anchor in the frame of B, in m. Default: as for `anchor`. */
  localAnchorB?: VecLike;
  /** Largest force in N, >= 0. Default Infinity. */
  maxForce?: number;
}
/**
 * A gear joint: it keeps qA + ratio qB constant. q is the angle of a body in rad, or, with an axis, its displacement
 * along that axis in m (a rack), both in the world. Each of the two bodies needs its own joint to a static frame. A
 * frame that moves is not part of the gear: it gets no reaction, and its motion counts as motion of the wheel.
 *
 * Under `soft-step` and a steady load, the sum is constant to about 1e-4 rad of the faster wheel. Both wheels are
 * therefore within 0.1 degree for ratios from 0.01 to 1,000, as long as neither turns by half a turn per substep (700
 * rad/s at 60 Hz). `angularSeparation` is the error of the sum, in rad of A.
 */
export interface GearJointDef extends JointOptions {
  type: 'gear';
  /**
   * Factor on B's angle, any finite number except 0. If positive, the bodies rotate in opposite directions, like two
   * meshing wheels. Default 1.
   */
  ratio?: number;
  /**
   * Axis of A's displacement as a direction in the world, with a length from 1e-6 to 1e18, or `[0, 0]` for A's angle.
   * Default `[0, 0]`.
   */
  axisA?: VecLike;
  /** Axis of B's displacement, like `axisA`. Default `[0, 0]`. */
  axisB?: VecLike;
}
/**
 * A pulley joint: a rope from A over two fixed points to B, with lengthA + ratio lengthB <= length. It pulls but does
 * not push.
 */
export interface PulleyJointDef extends JointOptions, ReachOptions {
  type: 'pulley';
  /** Fixed point above A's end in the world, in m. Default `[0, 0]`. */
  groundAnchorA?: VecLike;
  /** Fixed point above B's end in the world, in m. Default `[0, 0]`. */
  groundAnchorB?: VecLike;
  /** Factor on the length of B's side, > 0. Default 1. */
  ratio?: number;
  /** Total length of the rope in m, > 0. Default: the length at creation, or 1 if that is 0. */
  length?: number;
}
/** A filter joint: it disables collision between two bodies and has no other effect. */
export interface FilterJointDef extends JointOptions {
  type: 'filter';
}

/** Definitions of joints by type. */
export interface JointDefs {
  revolute: RevoluteJointDef;
  prismatic: PrismaticJointDef;
  distance: DistanceJointDef;
  weld: WeldJointDef;
  wheel: WheelJointDef;
  motor: MotorJointDef;
  target: TargetJointDef;
  filter: FilterJointDef;
  gear: GearJointDef;
  pulley: PulleyJointDef;
}
/** Types of joints. */
export type JointType = keyof JointDefs;
/** The argument of {@link World.createJoint}, discriminated by `type`. */
export type JointDef = JointDefs[JointType];

// --- joint objects --------------------------------------------------------------------------------------------------

/** A joint with two bodies: all types except `target`. */
export interface PairJoint<UserData = unknown> extends Joint<UserData>, LiveCommon {
  /** The first body. */
  readonly bodyA: Body<UserData>;
}
/** Properties that all joint objects have in addition to the members of {@link Joint}. */
export interface LiveCommon {
  /**
   * Whether shapes of the two bodies collide with each other. A `filter` joint between them disables collision in any
   * case.
   */
  collideConnected: boolean;
  /** Mean force of a step in N, > 0, above which the joint breaks. Infinity: never. */
  breakForce: number;
  /** Mean torque of a step in N m, > 0, above which the joint breaks. Infinity: never. */
  breakTorque: number;
}
/** Anchors in the frames of the bodies, in m. */
export interface LiveLocalAnchors {
  /** Anchor in the frame of A, in m. */
  get localAnchorA(): Readonly<Vec2>;
  set localAnchorA(point: VecLike);
  /** Writes `localAnchorA` into `out` and returns `out`. */
  getLocalAnchorA(out: Vec2): Vec2;
  /** Anchor in the frame of B, in m. */
  get localAnchorB(): Readonly<Vec2>;
  set localAnchorB(point: VecLike);
  /** Writes `localAnchorB` into `out` and returns `out`. */
  getLocalAnchorB(out: Vec2): Vec2;
}
/** One anchor on both bodies. */
export interface LiveAnchor extends LiveLocalAnchors {
  /** Current position of B's anchor in the world, in m. Setting it moves the anchors of both bodies. */
  get anchor(): Readonly<Vec2>;
  set anchor(point: VecLike);
  /** Writes `anchor` into `out` and returns `out`. */
  getAnchor(out: Vec2): Vec2;
}
/** An axis that is fixed in body A. */
export interface LiveAxis {
  /** Unit direction of the axis in the world, for the current angle of A. */
  get axis(): Readonly<Vec2>;
  set axis(direction: VecLike);
  /** Writes `axis` into `out` and returns `out`. */
  getAxis(out: Vec2): Vec2;
  /** Axis in the frame of A, with the length that was given. */
  get localAxis(): Readonly<Vec2>;
  set localAxis(direction: VecLike);
  /** Writes `localAxis` into `out` and returns `out`. */
  getLocalAxis(out: Vec2): Vec2;
}

/** The joint object of a {@link RevoluteJointDef}. */
export interface RevoluteJoint<UserData = unknown>
  extends
    PairJoint<UserData>,
    LiveAnchor,
    Required<ReferenceOptions & AngleLimitOptions & TurningMotorOptions & SpringOptions> {
  readonly type: 'revolute';
  /** Rest angle of the spring in rad, any finite number. */
  targetAngle: number;
  /** Angle of B relative to A minus `referenceAngle` in rad, with full turns. */
  readonly angle: number;
  /** Angular velocity of B relative to A, in rad/s. */
  readonly speed: number;
}
/** The joint object of a {@link PrismaticJointDef}. */
export interface PrismaticJoint<UserData = unknown>
  extends
    PairJoint<UserData>,
    LiveAnchor,
    LiveAxis,
    Required<ReferenceOptions & TranslationLimitOptions & PushingMotorOptions & SpringOptions> {
  readonly type: 'prismatic';
  /** Rest translation of the spring in m, any finite number. */
  targetTranslation: number;
  /** Translation along the axis in m, from A's anchor to B's anchor. */
  readonly translation: number;
  /** Speed along the axis, in m/s. */
  readonly speed: number;
}
/** The joint object of a {@link DistanceJointDef}. */
export interface DistanceJoint<UserData = unknown>
  extends PairJoint<UserData>, LiveLocalAnchors, Required<PushingMotorOptions & SpringOptions> {
  readonly type: 'distance';
  /** Current position of A's anchor in the world, in m. Setting it moves the anchor of A. */
  get anchorA(): Readonly<Vec2>;
  set anchorA(point: VecLike);
  /** Current position of B's anchor in the world, in m. Setting it moves the anchor of B. */
  get anchorB(): Readonly<Vec2>;
  set anchorB(point: VecLike);
  /**
   * Length of the rod, or rest length of the spring, in m, > 0. A rod that changes its length from step to step moves
   * its bodies with the velocity of the change, up to the solver's `maxPushSpeed`. The same holds for limits. `length`
   * has no effect, and one warning is logged, if the joint has limits or a motor and no `hertz`.
   */
  length: number;
  /** Smallest distance of the two anchors in m, from 0 to `maxLength`. 0 and -Infinity are no limit. */
  minLength: number;
  /** Largest distance of the two anchors in m, > 0, or Infinity. */
  maxLength: number;
  /** Current distance of the two anchors, in m. */
  readonly currentLength: number;
  /** Rate of change of `currentLength`, in m/s. */
  readonly speed: number;
}
/** The joint object of a {@link WeldJointDef}. */
export interface WeldJoint<UserData = unknown>
  extends PairJoint<UserData>, LiveAnchor, Required<ReferenceOptions & SpringOptions & AngularSpringOptions> {
  readonly type: 'weld';
  /** Deviation of the angle, in rad. */
  readonly angle: number;
}
/** The joint object of a {@link WheelJointDef}. */
export interface WheelJoint<UserData = unknown>
  extends
    PairJoint<UserData>,
    LiveAnchor,
    LiveAxis,
    Required<ReferenceOptions & TranslationLimitOptions & TurningMotorOptions & SpringOptions> {
  readonly type: 'wheel';
  /** Rest translation of the suspension in m, any finite number. */
  targetTranslation: number;
  /** Translation along the axis in m, from A's anchor to B's anchor. */
  readonly translation: number;
  /** Angle of B relative to A minus `referenceAngle` in rad, with full turns. */
  readonly angle: number;
  /** Angular velocity of B relative to A, in rad/s. */
  readonly speed: number;
}
/** The joint object of a {@link MotorJointDef}. */
export interface MotorJoint<UserData = unknown>
  extends PairJoint<UserData>, LiveAnchor, Required<ReferenceOptions & SpringOptions & AngularSpringOptions> {
  readonly type: 'motor';
  /**
   * Velocity of B's anchor relative to the point of A's frame that is there, in m/s, along the axes of the world. It
   * applies without `hertz`.
   */
  get velocity(): Readonly<Vec2>;
  set velocity(velocity: VecLike);
  /** Writes `velocity` into `out` and returns `out`. */
  getVelocity(out: Vec2): Vec2;
  /** Angular velocity of B relative to A in rad/s, any finite number. It applies without `angularHertz`. */
  angularVelocity: number;
  /** Largest force in N, >= 0. */
  maxForce: number;
  /** Largest torque in N m, >= 0. */
  maxTorque: number;
  /** Angle of B relative to A minus `referenceAngle`, in rad. */
  readonly angle: number;
}
/** The joint object of a {@link TargetJointDef}. */
export interface TargetJoint<UserData = unknown> extends Joint<UserData>, LiveCommon, Required<SpringOptions> {
  readonly type: 'target';
  /** The target in the world, in m. */
  get target(): Readonly<Vec2>;
  set target(point: VecLike);
  /** Writes `target` into `out` and returns `out`. */
  getTarget(out: Vec2): Vec2;
  /** Current position of B's anchor in the world, in m. */
  get anchor(): Readonly<Vec2>;
  set anchor(point: VecLike);
  /** Writes `anchor` into `out` and returns `out`. */
  getAnchor(out: Vec2): Vec2;
  /** Anchor in the frame of B, in m. */
  get localAnchorB(): Readonly<Vec2>;
  set localAnchorB(point: VecLike);
  /** Writes `localAnchorB` into `out` and returns `out`. */
  getLocalAnchorB(out: Vec2): Vec2;
  /** Largest force in N, >= 0. */
  maxForce: number;
}
/** The joint object of a {@link GearJointDef}. */
export interface GearJoint<UserData = unknown> extends PairJoint<UserData> {
  readonly type: 'gear';
  /** Factor on B's angle or displacement, any finite number except 0. */
  ratio: number;
  /** Axis of A's displacement as a direction in the world, or `[0, 0]` for A's angle. */
  get axisA(): Readonly<Vec2>;
  set axisA(direction: VecLike);
  /** Writes `axisA` into `out` and returns `out`. */
  getAxisA(out: Vec2): Vec2;
  /** Axis of B's displacement, like `axisA`. */
  get axisB(): Readonly<Vec2>;
  set axisB(direction: VecLike);
  /** Writes `axisB` into `out` and returns `out`. */
  getAxisB(out: Vec2): Vec2;
}
/** The joint object of a {@link PulleyJointDef}. */
export interface PulleyJoint<UserData = unknown> extends PairJoint<UserData>, LiveLocalAnchors {
  readonly type: 'pulley';
  /** Current position of A's anchor in the world, in m. Setting it moves the anchor of A. */
  get anchorA(): Readonly<Vec2>;
  set anchorA(point: VecLike);
  /** Current position of B's anchor in the world, in m. Setting it moves the anchor of B. */
  get anchorB(): Readonly<Vec2>;
  set anchorB(point: VecLike);
  /** Fixed point above A's end in the world, in m. */
  get groundAnchorA(): Readonly<Vec2>;
  set groundAnchorA(point: VecLike);
  /** Writes `groundAnchorA` into `out` and returns `out`. */
  getGroundAnchorA(out: Vec2): Vec2;
  /** Fixed point above B's end in the world, in m. */
  get groundAnchorB(): Readonly<Vec2>;
  set groundAnchorB(point: VecLike);
  /** Writes `groundAnchorB` into `out` and returns `out`. */
  getGroundAnchorB(out: Vec2): Vec2;
  /** Factor on the length of B's side, > 0. */
  ratio: number;
  /** Total length of the rope in m, > 0. */
  length: number;
  /** Current length lengthA + ratio lengthB, in m. */
  readonly currentLength: number;
}
/** The joint object of a {@link FilterJointDef}. */
export interface FilterJoint<UserData = unknown> extends PairJoint<UserData> {
  readonly type: 'filter';
}

/** Joint objects by type. */
export interface Joints<UserData = unknown> {
  revolute: RevoluteJoint<UserData>;
  prismatic: PrismaticJoint<UserData>;
  distance: DistanceJoint<UserData>;
  weld: WeldJoint<UserData>;
  wheel: WheelJoint<UserData>;
  motor: MotorJoint<UserData>;
  target: TargetJoint<UserData>;
  filter: FilterJoint<UserData>;
  gear: GearJoint<UserData>;
  pulley: PulleyJoint<UserData>;
}
/** Any joint object, discriminated by `type`. */
export type AnyJoint<UserData = unknown> = Joints<UserData>[JointType];
