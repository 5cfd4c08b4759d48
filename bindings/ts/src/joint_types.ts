// What joints are made of, and what each type of joint has and takes while it lives.

import type { Body } from './body.js';
import type { Joint } from './joint.js';
import type { Vec2, VecLike } from './types.js';

/** What every joint takes. */
export interface JointOptions {
  /** Not `bodyB`. A joint between two static bodies does nothing until one of them becomes dynamic or kinematic. */
  bodyA: Body;
  bodyB: Body;
  /** Do shapes of the two still collide? A `filter` keeps them apart whatever this says. Default false. */
  collideConnected?: boolean;
  /**
   * N, > 0: a step that needs more of it, on average over the step, destroys the joint and emits `jointBreak`. Default
   * Infinity: never.
   */
  breakForce?: number;
  /** N m, > 0, likewise. Default Infinity. */
  breakTorque?: number;
  /** Anything of yours. Default undefined. */
  userData?: unknown;
}

/** Where a joint holds its bodies together. */
export interface AnchorOptions {
  /**
   * m, one point of the world, on both bodies. Not together with `localAnchorA` and `localAnchorB`. Default: the origin
   * of B.
   */
  anchor?: VecLike;
  /** m, in the frame of A. Default: where the point of B is now. */
  localAnchorA?: VecLike;
  /** m, in the frame of B. Default: where the point of A is now. */
  localAnchorB?: VecLike;
}
/** What a joint with two places reaches from and to. */
export interface ReachOptions {
  /** m, in the world. Not together with `localAnchorA`. Default: the origin of A. */
  anchorA?: VecLike;
  /** m, in the world. Not together with `localAnchorB`. Default: the origin of B. */
  anchorB?: VecLike;
  /** m, in the frame of A. Default: as `anchorA` says. */
  localAnchorA?: VecLike;
  /** m, in the frame of B. Default: as `anchorB` says. */
  localAnchorB?: VecLike;
}
/** A direction that is fixed in body A. */
export interface AxisOptions {
  /**
   * A direction of the world, its longer coordinate between 1e-6 and 1e18. Not together with `localAxis`. Default: as
   * `localAxis` says.
   */
  axis?: VecLike;
  /** The same in the frame of A. Default `[1, 0]`; for a wheel `[0, 1]`. */
  localAxis?: VecLike;
}
/** What counts as angle 0. */
export interface ReferenceOptions {
  /**
   * rad, any finite number: angle of B less that of A where the joint's angle is 0. Default: as they are now. The angle
   * of a new joint is within half a turn of 0 and counts turns from there on.
   */
  referenceAngle?: number;
}
/**
 * A damped spring. Its frequency and damping are matched up to 1/(2 pi) of the solver's steps per second: 9.5 Hz for a
 * solver of one step at 60 Hz, 38 for `soft-step`, 134 for `substepped-position`. Above that the spring is slower and
 * more damped than requested.
 */
export interface SpringOptions {
  /**
   * Hz, >= 0: the frequency at which the two bodies oscillate on the spring; 0 is no spring. Default 0; for a target 5,
   * and > 0. The frequency is within 2 % as long as w h <= 1 and `damping` <= 1, where w = 2 pi `hertz` and h is the
   * solver's step or substep. Static deflection is less than g / w^2 by g h^2 / 6, whatever the damping. At 2 Hz it is
   * 61.67 mm (h = 1/60 s) or 62.09 mm (h = 1/240 s); ideal is 62.12 mm.
   */
  hertz?: number;
  /** Damping ratio, >= 0: 1 comes to rest without swinging. Default 0; for a target 1. */
  damping?: number;
}
/** A spring against turning. */
export interface AngularSpringOptions {
  /** Hz, >= 0. Default 0. */
  angularHertz?: number;
  /** Damping ratio, >= 0. Default 0. */
  angularDamping?: number;
}
/** How far it may turn. Equal limits hold it there. */
export interface AngleLimitOptions {
  /** rad, of any number of turns, <= `upperAngle`. Default -Infinity. */
  lowerAngle?: number;
  /** rad, of any number of turns, >= `lowerAngle`. Default Infinity. */
  upperAngle?: number;
}
/** How far it may slide. Equal limits hold it there. */
export interface TranslationLimitOptions {
  /** m along the axis, <= `upperTranslation`. Default -Infinity. */
  lowerTranslation?: number;
  /** m along the axis, >= `lowerTranslation`. Default Infinity. */
  upperTranslation?: number;
}
/** A motor that turns. */
export interface TurningMotorOptions {
  /** rad/s, of B on A, any finite number. Default 0. */
  motorSpeed?: number;
  /** N m, >= 0: the most that it gives; 0 is no motor. Default Infinity where a `motorSpeed` is given, else 0. */
  maxMotorTorque?: number;
}
/** A motor that pushes. */
export interface PushingMotorOptions {
  /** m/s, of B on A, any finite number. Default 0. */
  motorSpeed?: number;
  /** N, >= 0: the most that it gives; 0 is no motor. Default Infinity where a `motorSpeed` is given, else 0. */
  maxMotorForce?: number;
}

/** A hinge: holds two points together; limits, a motor and a spring act on the angle. */
export interface RevoluteJointDef
  extends JointOptions, AnchorOptions, ReferenceOptions, AngleLimitOptions, TurningMotorOptions, SpringOptions {
  type: 'revolute';
  /** rad, any finite number: where the spring pulls. Default 0. */
  targetAngle?: number;
}
/** A slider: B moves along a line of A and does not turn on it. */
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
  /** m, any finite number: where the spring pulls. Default 0. */
  targetTranslation?: number;
}
/**
 * Two points at a distance. Rigid as long as it has neither spring nor motor nor limits; with `maxLength` alone a rope;
 * with `hertz` a spring of rest length `length`.
 */
export interface DistanceJointDef extends JointOptions, ReachOptions, PushingMotorOptions, SpringOptions {
  type: 'distance';
  /**
   * m, > 0. Default: the distance now. Where the anchors coincide a spring or a rope takes 1, and a rod must be given a
   * length: without one it throws `INVALID_ARGUMENT` for `length`.
   */
  length?: number;
  /** m, >= 0 and not above `maxLength`. Default 0. */
  minLength?: number;
  /** m, > 0. Default Infinity. */
  maxLength?: number;
}
/**
 * Glue: points and angle stay as they are. With springs, `hertz` for the points and `angularHertz` for the angle, it
 * yields.
 */
export interface WeldJointDef
  extends JointOptions, AnchorOptions, ReferenceOptions, SpringOptions, AngularSpringOptions {
  type: 'weld';
}
/** A wheel: B's point moves along a line of A on a spring, and B turns freely or by a motor. */
export interface WheelJointDef
  extends JointOptions, AnchorOptions, AxisOptions, TranslationLimitOptions, TurningMotorOptions, SpringOptions {
  type: 'wheel';
  /** m, any finite number: where the suspension pulls. Default 0. */
  targetTranslation?: number;
}
/** Drives B on A to a velocity, or, with springs, to a pose, with caps. */
export interface MotorJointDef
  extends JointOptions, AnchorOptions, ReferenceOptions, SpringOptions, AngularSpringOptions {
  type: 'motor';
  /** m/s, of B's point on A, along the axes of the world; without `hertz`. Default `[0, 0]`. */
  velocity?: VecLike;
  /** rad/s, of B on A, any finite number; without `angularHertz`. Default 0. */
  angularVelocity?: number;
  /** N, >= 0. Default Infinity. */
  maxForce?: number;
  /** N m, >= 0. Default Infinity. */
  maxTorque?: number;
}
/**
 * Draws a point of B to a point of the world, as a hand does. Moving the target does not wake what sleeps elsewhere.
 */
export interface TargetJointDef extends Omit<JointOptions, 'bodyA'>, SpringOptions {
  type: 'target';
  /** Plays no part. Default null. */
  bodyA?: Body | null;
  /** m, world: where B is drawn to. Default: where the anchor is. */
  target?: VecLike;
  /**
   * m, the point of the world where B is held. Not together with `localAnchorB`. Default: the target, or else the
   * origin of B.
   */
  anchor?: VecLike;
  /** m, in the frame of B. Default: as `anchor` says. */
  localAnchorB?: VecLike;
  /** N, >= 0. Default Infinity. */
  maxForce?: number;
}
/**
 * Two bodies that move in a ratio: qA + ratio qB stays as it is. q is the turning, rad, or the displacement along a
 * direction of the world, m, where one is given: a rack. Each body needs a joint of its own to what carries it. Under
 * `soft-step` the sum is held, under any steady load, to some 1e-4 rad of the wheel that turns faster. So 0.1 degree
 * holds for both from a ratio of 0.01 to 1,000, while neither turns by half a turn a substep (700 rad/s at 60 Hz).
 * `angularSeparation` is the error of the sum, in rad of A.
 */
export interface GearJointDef extends JointOptions {
  type: 'gear';
  /**
   * Factor on B's angle, any finite number but 0; above 0 they turn against each other, as two wheels that mesh.
   * Default 1.
   */
  ratio?: number;
  /**
   * A direction of the world, its longer coordinate between 1e-6 and 1e18, or `[0, 0]` for turning. Default `[0, 0]`.
   */
  axisA?: VecLike;
  /** Likewise for B. Default `[0, 0]`. */
  axisB?: VecLike;
}
/** A rope from A over two fixed points to B: lengthA + ratio lengthB <= length. It pulls and never pushes. */
export interface PulleyJointDef extends JointOptions, ReachOptions {
  type: 'pulley';
  /** m, world: over what A's end hangs. Default `[0, 0]`. */
  groundAnchorA?: VecLike;
  /** m, world: over what B's end hangs. Default `[0, 0]`. */
  groundAnchorB?: VecLike;
  /** Factor on the length of B's side, > 0. Default 1. */
  ratio?: number;
  /** m, > 0, of all rope. Default: as much as is out now, or 1 where that is 0. */
  length?: number;
}
/** Keeps two bodies from colliding, and does nothing else. */
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
/** The names of the types. */
export type JointType = keyof JointDefs;
/** What {@link World.createJoint} takes, told apart by `type`. */
export type JointDef = JointDefs[JointType];

// --- joint objects --------------------------------------------------------------------------------------------------

/** A joint with two bodies: all but `target`. */
export interface PairJoint extends Joint, LiveCommon {
  /** The first body. */
  readonly bodyA: Body;
}
/** What every joint object has besides the members of {@link Joint}. */
export interface LiveCommon {
  /** Do shapes of the two bodies collide? May be set. A `filter` keeps them apart whatever this says. */
  collideConnected: boolean;
  /** N, > 0: the mean force of a step above which the joint breaks. May be set. Infinity: never. */
  breakForce: number;
  /** N m, > 0: the mean torque of a step above which the joint breaks. May be set. Infinity: never. */
  breakTorque: number;
}
/** Places of a joint in its bodies' frames, m. */
export interface LiveLocalAnchors {
  /** m, in the frame of A. */
  get localAnchorA(): Readonly<Vec2>;
  set localAnchorA(point: VecLike);
  /** m, in the frame of B. */
  get localAnchorB(): Readonly<Vec2>;
  set localAnchorB(point: VecLike);
}
/** One place for both bodies. */
export interface LiveAnchor extends LiveLocalAnchors {
  /** m, world: B's point now. Setting it moves the point of both. */
  get anchor(): Readonly<Vec2>;
  set anchor(point: VecLike);
}
/** A direction of A. */
export interface LiveAxis {
  /** Unit, world, as A stands now. */
  get axis(): Readonly<Vec2>;
  set axis(direction: VecLike);
  /** In the frame of A, as long as it was given. */
  get localAxis(): Readonly<Vec2>;
  set localAxis(direction: VecLike);
}

/** The object that is made of a {@link RevoluteJointDef}. */
export interface RevoluteJoint
  extends PairJoint, LiveAnchor, Required<ReferenceOptions & AngleLimitOptions & TurningMotorOptions & SpringOptions> {
  readonly type: 'revolute';
  /** rad, any finite number: where the spring pulls. */
  targetAngle: number;
  /** rad, of any number of turns: of B on A, less `referenceAngle`. */
  readonly angle: number;
  /** rad/s, of B on A. */
  readonly speed: number;
}
/** The object that is made of a {@link PrismaticJointDef}. */
export interface PrismaticJoint
  extends
    PairJoint,
    LiveAnchor,
    LiveAxis,
    Required<ReferenceOptions & TranslationLimitOptions & PushingMotorOptions & SpringOptions> {
  readonly type: 'prismatic';
  /** m, any finite number: where the spring pulls. */
  targetTranslation: number;
  /** m along the axis, from A's point to B's. */
  readonly translation: number;
  /** m/s along the axis. */
  readonly speed: number;
}
/** The object that is made of a {@link DistanceJointDef}. */
export interface DistanceJoint extends PairJoint, LiveLocalAnchors, Required<PushingMotorOptions & SpringOptions> {
  readonly type: 'distance';
  /** m, world: A's point now. Setting it moves the point in A. */
  get anchorA(): Readonly<Vec2>;
  set anchorA(point: VecLike);
  /** m, world: B's point now. Setting it moves the point in B. */
  get anchorB(): Readonly<Vec2>;
  set anchorB(point: VecLike);
  /** m, > 0: the length of the rod, or the rest length of the spring. */
  length: number;
  /** m, >= 0 and not above `maxLength`: the least distance of the two points. */
  minLength: number;
  /** m, > 0, or Infinity: the greatest distance of the two points. */
  maxLength: number;
  /** m between the two points now. */
  readonly currentLength: number;
  /** m/s at which that grows. */
  readonly speed: number;
}
/** The object that is made of a {@link WeldJointDef}. */
export interface WeldJoint
  extends PairJoint, LiveAnchor, Required<ReferenceOptions & SpringOptions & AngularSpringOptions> {
  readonly type: 'weld';
  /** rad: by how much it is turned out of its angle. */
  readonly angle: number;
}
/** The object that is made of a {@link WheelJointDef}. */
export interface WheelJoint
  extends PairJoint, LiveAnchor, LiveAxis, Required<TranslationLimitOptions & TurningMotorOptions & SpringOptions> {
  readonly type: 'wheel';
  /** m, any finite number: where the suspension pulls. */
  targetTranslation: number;
  /** m along the axis, from A's point to B's. */
  readonly translation: number;
  /** rad, of any number of turns: of B on A since it was made. */
  readonly angle: number;
  /** rad/s, of B on A. */
  readonly speed: number;
}
/** The object that is made of a {@link MotorJointDef}. */
export interface MotorJoint
  extends PairJoint, LiveAnchor, Required<ReferenceOptions & SpringOptions & AngularSpringOptions> {
  readonly type: 'motor';
  /** m/s, of B's point relative to A, along the axes of the world; without `hertz`. */
  get velocity(): Readonly<Vec2>;
  set velocity(velocity: VecLike);
  /** rad/s, of B relative to A, any finite number; without `angularHertz`. */
  angularVelocity: number;
  /** N, >= 0: the cap of the force. */
  maxForce: number;
  /** N m, >= 0: the cap of the torque. */
  maxTorque: number;
  /** rad: of B on A, less `referenceAngle`. */
  readonly angle: number;
}
/** The object that is made of a {@link TargetJointDef}. */
export interface TargetJoint extends Joint, LiveCommon, Required<SpringOptions> {
  readonly type: 'target';
  /** m, world: where B is drawn to. */
  get target(): Readonly<Vec2>;
  set target(point: VecLike);
  /** m, world: B's point now. */
  get anchor(): Readonly<Vec2>;
  set anchor(point: VecLike);
  /** m, in the frame of B: the point that is drawn. */
  get localAnchorB(): Readonly<Vec2>;
  set localAnchorB(point: VecLike);
  /** N, >= 0: the cap of the force. */
  maxForce: number;
}
/** The object that is made of a {@link GearJointDef}. */
export interface GearJoint extends PairJoint {
  readonly type: 'gear';
  /** Factor on B's angle or displacement, any finite number but 0. */
  ratio: number;
  /** A direction of the world along which A's displacement counts, or `[0, 0]`: A's angle counts. */
  get axisA(): Readonly<Vec2>;
  set axisA(direction: VecLike);
  /** Likewise for B. */
  get axisB(): Readonly<Vec2>;
  set axisB(direction: VecLike);
}
/** The object that is made of a {@link PulleyJointDef}. */
export interface PulleyJoint extends PairJoint, LiveLocalAnchors {
  readonly type: 'pulley';
  /** m, world: A's point now. Setting it moves the point in A. */
  get anchorA(): Readonly<Vec2>;
  set anchorA(point: VecLike);
  /** m, world: B's point now. Setting it moves the point in B. */
  get anchorB(): Readonly<Vec2>;
  set anchorB(point: VecLike);
  /** m, world: the fixed point above A's end. */
  get groundAnchorA(): Readonly<Vec2>;
  set groundAnchorA(point: VecLike);
  /** m, world: the fixed point above B's end. */
  get groundAnchorB(): Readonly<Vec2>;
  set groundAnchorB(point: VecLike);
  /** Factor on the length of B's side, > 0. */
  ratio: number;
  /** m, > 0, of all rope. */
  length: number;
  /** m of rope that the two ends need now: lengthA + ratio lengthB. */
  readonly currentLength: number;
}
/** The object that is made of a {@link FilterJointDef}. */
export interface FilterJoint extends PairJoint {
  readonly type: 'filter';
}

/** Joint objects by type. */
export interface Joints {
  revolute: RevoluteJoint;
  prismatic: PrismaticJoint;
  distance: DistanceJoint;
  weld: WeldJoint;
  wheel: WheelJoint;
  motor: MotorJoint;
  target: TargetJoint;
  filter: FilterJoint;
  gear: GearJoint;
  pulley: PulleyJoint;
}
/** Any joint, told apart by `type`. */
export type AnyJoint = Joints[JointType];
