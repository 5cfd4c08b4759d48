/** A point or a direction. Everything that returns a vector returns this. */
export interface Vec2 {
  /** To the right, m for a point. */
  x: number;
  /** Up, or down where gravity says so, m for a point. */
  y: number;
}

/** How a vector may be given: `[x, y]` or `{x, y}`. */
export type VecLike = readonly [x: number, y: number] | Readonly<Vec2>;

/** An axis-aligned box: `min` is its lower left corner where y points up. */
export interface Aabb {
  /** The lesser of each coordinate, m. */
  min: Vec2;
  /** The greater of each coordinate, m. */
  max: Vec2;
}

/** `dynamic` moves by forces and contacts; `kinematic` moves by its velocity alone; `static` never moves. */
export type BodyType = 'static' | 'kinematic' | 'dynamic';

/** Which axes of motion are taken from a body. */
export interface Locks {
  /** Along x. Default false. */
  x?: boolean;
  /** Along y. Default false. */
  y?: boolean;
  /** Turning. Default false. */
  rotation?: boolean;
}

/**
 * When a body counts as at rest: below both speeds for so long. Numbers >= 0. Weak gravity lowers the speeds, as
 * {@link World.sleepThreshold} says.
 */
export interface SleepThreshold {
  /** m/s also where `lengthUnit` is not 1: 0.05 is 2.5 pixels/s at 0.02. */
  linear?: number;
  /** rad/s. */
  angular?: number;
  /** s. */
  seconds?: number;
}

/** What {@link Body.setMass} takes. */
export interface MassData {
  /** kg, 1e-18 to 1e18. */
  mass: number;
  /** kg m^2 about the centre of mass, 0 or 1e-32 to 1e18. Default: the present one, scaled with the mass. */
  inertia?: number;
  /** Centre of mass, m, in the body's frame. Default: where it is. */
  center?: VecLike;
}

/**
 * Which shapes meet. Two collide when each one's `mask` holds the other's `category`. Equal groups other than 0
 * overrule that: positive ones always collide, negative ones never.
 */
export interface Filter {
  /** What this shape is, 32 bits. Default 1. */
  category?: number;
  /** Categories that it collides with, 32 bits. Default all. */
  mask?: number;
  /** An integer from -2^31 to 2^31 - 1. Default 0. */
  group?: number;
}

/**
 * Which shapes a query sees: those whose category is in `mask` and whose mask holds `category`. Both default to all
 * bits, and then every shape is seen, also one whose mask is 0.
 */
export interface QueryFilter {
  /** What the query is, 32 bits. Default all. */
  category?: number;
  /** Categories that it finds, 32 bits. Default all. */
  mask?: number;
}

/** What every shape takes. */
export interface ShapeOptions<UserData = unknown> {
  /**
   * kg per square unit of length, kg/m^2 where `lengthUnit` is 1; 0, or what gives the body a mass from 1e-18 to 1e18
   * kg and an inertia from 1e-32 to 1e18 kg m^2. Default 1. It decides the body's mass unless that was set by hand.
   */
  density?: number;
  /** Coulomb coefficient, >= 0. Default 0.6. */
  friction?: number;
  /**
   * Coefficient up to which a contact holds that slides by less than 0.05 m/s, >= `friction`. Default: the same as
   * `friction`.
   */
  staticFriction?: number | undefined;
  /**
   * A ratio of speeds, 0 (no bounce) to 1 (all of it), and to 4 for bumpers, off which things go faster than they came.
   * Default 0.
   */
  restitution?: number;
  /** >= 0, as a fraction of the radius. Default 0. */
  rollingResistance?: number;
  /**
   * m/s: a conveyor belt, which runs counter-clockwise around the shape where > 0. So 2 on a floor takes what lies on
   * it to -x, on a ceiling to +x, and on a body it drives that to -x over a floor. Where both shapes have belts they
   * add. What touches a running belt stays awake. Default 0.
   */
  tangentSpeed?: number;
  /** Which shapes it collides with. Default: all. */
  filter?: Filter;
  /** Reports overlaps and pushes nothing. Default false. */
  sensor?: boolean;
  /**
   * What a sensor reports: solid shapes (`shapes`), or sensors too (`all`); on a static body never those of static
   * bodies. Default `shapes`.
   */
  sensorSees?: 'shapes' | 'all';
  /** Is `preSolve` emitted for its contacts in each step? Default false. */
  preSolve?: boolean;
  /**
   * A direction in the body's frame, of a length between 1e-6 and 1e18: solid only for what comes against it, on
   * surfaces within 45 degrees of it. What comes from elsewhere passes, and is free of the shape until it has left it.
   * `[0, 1]` is a platform to jump onto from below. Default null: solid from all sides.
   */
  oneWay?: VecLike | null;
  /** Anything of yours. Default undefined. */
  userData?: UserData;
}

/** A disc. */
export interface CircleGeometry {
  type: 'circle';
  /** m, from 1e-6 to 1e6. */
  radius: number;
  /** m, in the body's frame. Default `[0, 0]`. */
  center?: VecLike;
}
/** A rectangle, by its full sizes. */
export interface BoxGeometry {
  type: 'box';
  /** m, the full width, from 1e-6 to 1e6 and at least a millionth of the height. */
  width: number;
  /** m, the full height, from 1e-6 to 1e6 and at least a millionth of the width. */
  height: number;
  /** m, in the body's frame. Default `[0, 0]`. */
  center?: VecLike;
  /** rad, about its centre, any finite number. Default 0. */
  angle?: number;
  /** m, 0 to 1e6: a rounded skin around the box. Default 0. */
  radius?: number;
}
/** All points within `radius` of the line from `a` to `b`. */
export interface CapsuleGeometry {
  type: 'capsule';
  /** m, in the body's frame; coordinates to 1e6. */
  a: VecLike;
  /** m, in the body's frame; coordinates to 1e6, at least 1e-6 away from `a`. */
  b: VecLike;
  /** m, from 1e-6 to 1e6. */
  radius: number;
}
/** The convex hull of 3 or more points, of which at most 8 are corners of it. */
export interface PolygonGeometry {
  type: 'polygon';
  /**
   * m, in the body's frame, in any order; coordinates to 1e6, at least three not on one line. Points that coincide or
   * lie on an edge are left out. One inside the hull, deeper than 0.5 % of its extent, is refused: such an outline is
   * concave.
   */
  points: readonly VecLike[];
  /** m, 0 to 1e6: a rounded skin around the hull. Default 0. */
  radius?: number;
}
/**
 * A line without mass. Flush with static shapes beside it, gaps and steps below 2 mm included, it has one surface
 * with them.
 */
export interface SegmentGeometry {
  type: 'segment';
  /** m, in the body's frame; coordinates to 1e6. */
  a: VecLike;
  /** m, in the body's frame; coordinates to 1e6, at least 1e-6 away from `a`. */
  b: VecLike;
  /**
   * Solid from the right of a -> b alone. A shape whose middle is on the left passes, and goes on until it is clear;
   * one that is on the right comes out there, however deep it was put in. Default false: solid from both sides.
   */
  oneSided?: boolean;
}
/** A surface of a chain's segment. */
export type SurfaceOptions = Pick<
  ShapeOptions,
  'friction' | 'staticFriction' | 'restitution' | 'rollingResistance' | 'tangentSpeed'
>;
/**
 * Segments from point to point, for ground. Becomes that many shapes of type `segment`; nothing catches where they
 * meet.
 */
export interface ChainGeometry {
  type: 'chain';
  /**
   * m, in the body's frame, coordinates to 1e6: two or more, three or more in a loop. Consecutive points nearer than
   * 1e-6 m count as one, also the last and the first of a loop.
   */
  points: readonly VecLike[];
  /** Joins the last point to the first. Default false. */
  loop?: boolean;
  /**
   * False: solid from the right of its direction alone, which is the outside of a counter-clockwise loop. Default true.
   */
  twoSided?: boolean;
  /**
   * Surfaces, one a segment, also where its ends count as one point; what one leaves out is as for the whole chain.
   * Default: the chain's everywhere.
   */
  materials?: readonly SurfaceOptions[];
}

/**
 * An outline that need not be convex. Becomes convex parts, which are shapes of type `polygon` with the same options.
 */
export interface ConcaveGeometry {
  type: 'concave';
  /**
   * m, in the body's frame, coordinates to 1e6: three or more corners in order, clockwise or not. Consecutive corners
   * nearer than 1e-6 m count as one, also the last and the first. Edges that cross or touch each other are refused, as
   * is an outline without area. Taking it apart takes about 10 ms for 100 points and 70 ms for 800, once.
   */
  points: readonly VecLike[];
}

/** The geometry of a shape, told apart by `type`. */
export type Geometry = CircleGeometry | BoxGeometry | CapsuleGeometry | PolygonGeometry | SegmentGeometry;

/** What {@link Body.createShape} and `shapes` of {@link BodyDef} take. */
export type ShapeDef<UserData = unknown> = (Geometry | ChainGeometry | ConcaveGeometry) & ShapeOptions<UserData>;

/** The types of geometry. */
export type ShapeType = Geometry['type'];

/** What {@link World.createBody} takes. */
export interface BodyDef<UserData = unknown> {
  /** Default `dynamic`. */
  type?: BodyType;
  /** m, of the body's origin. Default `[0, 0]`. */
  position?: VecLike;
  /** rad, counter-clockwise, any finite number. Default 0. */
  angle?: number;
  /** m/s, of the centre of mass. Default `[0, 0]`. */
  velocity?: VecLike;
  /** rad/s, any finite number. Default 0. */
  angularVelocity?: number;
  /** 1/s, >= 0. Default 0. */
  linearDamping?: number;
  /** 1/s, >= 0. Default 0. */
  angularDamping?: number;
  /** Factor on gravity, any finite number. Default 1. */
  gravityScale?: number;
  /** Axes of motion to take away. Default none. */
  lock?: Locks;
  /**
   * Passes through no other bullet, and through no moving body that it runs into. While it moves by less than 3 cm or
   * an eighth of its thickness in a step, a fast body that is no bullet may still pass through it. Default false.
   */
  bullet?: boolean;
  /** Default true. */
  sleepAllowed?: boolean;
  /**
   * When it counts as at rest. Numbers that are 0 are the world's (`sleepThreshold` of {@link WorldOptions}). Weak
   * gravity lowers the speeds, as {@link World.sleepThreshold} says. Default 0 for each.
   */
  sleepThreshold?: SleepThreshold | 0 | undefined;
  /**
   * An integer from -127 to 127. In a contact of two dynamic bodies the one with the higher number acts as if it had
   * infinite mass. Default 0.
   */
  dominance?: number;
  /** Default true. */
  awake?: boolean;
  /** A disabled body stays where it is and touches nothing. Default true. */
  enabled?: boolean;
  /** Shapes to make with it. Default none. */
  shapes?: readonly ShapeDef<UserData>[];
  /** Anything of yours. Default undefined. */
  userData?: UserData;
  /** A name of yours, for looking at; fixed. Default ''. */
  name?: string;
}

/** How two materials become one coefficient. */
export type MixRule = 'geometric' | 'average' | 'min' | 'max' | 'multiply';

/**
 * Variants of the solvers as their sources wrote them, kept because a lesson wants to show how they fail. All default
 * to false.
 */
export interface LiteralSwitches {
  /**
   * `sequential-impulse`, projection: every iteration reads the depth of detection, so overlaps are over-corrected by a
   * fifth.
   */
  stalePosition?: boolean;
  /** `sequential-impulse`: impulses are forgotten each step, and a column of ten sinks into the floor. */
  coldStart?: boolean;
  /**
   * `sequential-impulse`: each impulse is clamped on its own instead of the sum, and a box that lands flat starts to
   * spin.
   */
  perIterationClamp?: boolean;
  /** Positions move before contacts are found. */
  integrateFirst?: boolean;
  /** A sleeping body is woken only after it acted as a wall. */
  wakeAfterSolve?: boolean;
  /** Only the first shape's edges are tested as separating axes. */
  aOnlySat?: boolean;
  /** Overlap of projections, wrong where one contains the other. */
  intervalOverlap?: boolean;
  /** A circle whose centre is inside a box is pushed inwards. */
  insideCircle?: boolean;
  /** One contact point where two are needed. */
  deepestPointOnly?: boolean;
  /** Impulses are recalled by array order, not by feature, and forgotten whenever a point comes or goes. */
  indexMatch?: boolean;
  /**
   * `sequential-impulse`, Baumgarte: bias and restitution are added, instead of the larger being taken; without
   * `continuous` a ball of restitution 1 climbs to 1.19 m from 1 m.
   */
  sumBias?: boolean;
  /**
   * `substepped-position` and zero-duration impacts: a bounce's target follows the present velocity, and the next
   * iteration undoes it.
   */
  fxRestitution?: boolean;
  /** Position fixes leave velocity behind: a box freed of an overlap of 10 cm leaves at 33 m/s. */
  noPrevPoseShift?: boolean;
}

/** What every solver takes. Lengths are in metres and speeds in m/s also where the world's `lengthUnit` is not 1. */
export interface CommonSolverOptions {
  /** Start from the last step's impulses. Default true. */
  warmStarting?: boolean;
  /** Default `geometric`: the root of the product. */
  frictionMix?: MixRule;
  /** Default `max`. */
  restitutionMix?: MixRule;
  /**
   * m/s, >= 0: slower approaches do not bounce. Default 1, or 0.05 with `impacts: 'zero-duration'`, where an approach
   * slower than this, or than what gravity adds in a step, is a resting contact.
   */
  restitutionThreshold?: number;
  /**
   * How colliding contacts bounce. `bias`: restitution is a velocity target of the solver. `zero-duration`: impacts are
   * solved before it, without advancing time, one collision after the other as in Newton's cradle. Default `bias`.
   */
  impacts?: 'bias' | 'zero-duration';
  /**
   * An integer from 1 to 10,000: iterations over joints and colliding contacts in a pass of zero-duration impacts.
   * Default 10.
   */
  impactIterations?: number;
  /**
   * An integer from 1 to 10,000: collisions that follow from each other in a step; what still collides then is stopped
   * without bounce. Default 32.
   */
  maxImpactPasses?: number;
  /**
   * Bounces read speeds at the instant of the positions, so that one of restitution 1 keeps its height at any time
   * step. Without, zero-duration impacts lose 7 % a bounce at 60 Hz, and `sequential-impulse` gains up to 8 %. Default
   * true.
   */
  restitutionMidpoint?: boolean;
  /** m/s, >= 0: overlap is never resolved faster, nor errors of joints, but for those of nets and grids. Default 3. */
  maxPushSpeed?: number;
  /**
   * m/s, > 0: bodies are never faster, and after a step no point of a dynamic body turns faster about its centre.
   * Default 400.
   */
  maxLinearSpeed?: number;
  /**
   * m, >= 0: the length that does not matter to detection, seams, continuous collision and sleep. It is no overlap that
   * stays: that is `slop` of `sequential-impulse` and `tolerance` of `substepped-position`; `soft-step` has none.
   * Default 0.005.
   */
  linearSlop?: number;
  /** m, >= 0: contacts are made this far ahead of touching. Default 0.02. */
  speculativeDistance?: number;
  /**
   * m, >= 0: a contact of two points keeps them while its bodies move less against each other; 0 never does. Default
   * 0.02.
   */
  recycleDistance?: number;
  /** Joints are solved before contacts. Default true. */
  jointsFirst?: boolean;
  /**
   * A touch slower than the sleep threshold does not wake a sleeping body, which acts as a wall. When false, every body
   * that may be pushed is awake, and no collision loses momentum to a sleeping body. Default false; true in
   * `presets.umbra`.
   */
  sleepThroughTouch?: boolean;
  /** Naive variants, kept because a lesson shows how they fail. Default none. */
  literal?: LiteralSwitches;
}

/** Substeps with soft contacts and a relax pass. */
export interface SoftStepOptions extends CommonSolverOptions {
  type: 'soft-step';
  /** An integer from 1 to 10,000. Default 4. */
  substeps?: number;
  /**
   * Hz, stiffness of contacts, >= 0. Values above (substeps per second) / pi are clamped: 76 Hz at 60 steps with 4
   * substeps. Stiffer columns sink less, piles come to rest later. Default 60.
   */
  contactHertz?: number;
  /** Damping ratio of contacts, >= 0. Default 10. */
  contactDamping?: number;
  /** Hz, stiffness of joints, >= 0. Default 60. */
  jointHertz?: number;
  /** Damping ratio of joints, >= 0. Default 2. */
  jointDamping?: number;
  /** Passes without bias after each substep's positions, an integer from 0 to 10,000. Default 1. */
  relaxIterations?: number;
}

/** Accumulated, clamped impulses, one step; overlap removed by projection, by a velocity bias, or not at all. */
export interface SequentialImpulseOptions extends CommonSolverOptions {
  type: 'sequential-impulse';
  /** An integer from 0 to 10,000. Default 8. */
  velocityIterations?: number;
  /** How overlap is removed. Default `projection`. */
  position?: 'projection' | 'baumgarte' | 'none';
  /**
   * An integer from 0 to 10,000. Default 3. With `baumgarte` they correct joints only. At 0 joints get the bias that
   * contacts get, and long chains come apart.
   */
  positionIterations?: number;
  /** 0 to 1: fraction of the excess overlap removed per position iteration. Default 0.4. */
  percent?: number;
  /**
   * m, >= 0: overlap that projection and `baumgarte` leave alone. `linearSlop` acts in detection, not here. Default
   * 0.01.
   */
  slop?: number;
  /** Project each point with rotation instead of each pair without. Default false. */
  fullNgs?: boolean;
  /** 0 to 1: fraction of the excess overlap turned into velocity per step. Default 0.2. */
  baumgarte?: number;
  /**
   * How positions follow velocities. `semi-implicit`: v += a dt, then x += v dt. `verlet`: half of the displacement
   * before forces and impulses, half after, so that free fall is exact and velocities are those at the instant of the
   * positions. A body that lands may then overlap by up to half of a step's displacement. `rk4`: the same, with damping
   * to fourth order. Default `semi-implicit`.
   */
  integrator?: 'semi-implicit' | 'verlet' | 'rk4';
}

/**
 * Substeps that move overlapping bodies apart, derive velocities from the change of position, and then apply
 * restitution and friction as impulses. Contacts are detected in each substep; surfaces may stick better than they
 * slide (`staticFriction` of a shape). A heap takes 20 to 80 times as long as with `soft-step`. Choose it for teaching,
 * and for overlap that must be removed at once without leaving velocity behind.
 */
export interface SubsteppedPositionOptions extends CommonSolverOptions {
  type: 'substepped-position';
  /** An integer from 1 to 10,000. Default 14. */
  substeps?: number;
  /** An integer from 0 to 10,000: velocity passes per substep, of two iterations each. Default 4. */
  velocityPasses?: number;
  /**
   * Unit of length a newton of a contact point, >= 0, which `lengthUnit` does not scale: the compliance, as
   * `complianceMode` says. Default 1e-8.
   */
  compliance?: number;
  /**
   * `massRelative`: a substep removes the same fraction of an overlap whatever the masses, that of a box of 1 kg.
   * `literal`: the compliance is the same for all masses, so that heavy bodies sink in. `xpbd`: contacts are springs of
   * stiffness 1 / compliance. Default `massRelative`.
   */
  complianceMode?: 'massRelative' | 'literal' | 'xpbd';
  /** m, >= 0: overlap that its substeps leave alone. `linearSlop` acts in detection, not here. Default 2e-4. */
  tolerance?: number;
  /**
   * Which substeps start from stored impulses: none, the first of a step (from those of the last step's last), or each
   * from those of the one before, with which high stacks stand better. `warmStarting: false` is `off`. Default
   * `firstSubstep`.
   */
  warmStart?: 'off' | 'firstSubstep' | 'everySubstep';
  /**
   * 0 to 1: where the cosine between a contact's old and new normal is at most this, stored friction is dropped.
   * Default 0.99.
   */
  normalStable?: number;
  /** May `staticFriction` differ from `friction`? If false, `friction` is both. Default true. */
  staticKinetic?: boolean;
}

/** How contacts are solved, told apart by `type`. What is not given takes its default. */
export type SolverOptions = SoftStepOptions | SequentialImpulseOptions | SubsteppedPositionOptions;

/** What {@link World} takes. */
export interface WorldOptions {
  /** m/s^2. Default `[0, -9.81]`. */
  gravity?: VecLike;
  /**
   * Metres per unit of length, > 0. Default 1; a world in pixels passes 0.02, and gravity in pixels.
   *
   * Always in metres, and scaled, are default tolerances and the lengths and speeds of `solver` and `sleepThreshold`:
   * at 0.02 a `maxLinearSpeed` of 100 clamps at 5,000 pixels/s. All else is in your unit of length u, also where this
   * reference says m: density in kg/u^2, force in kg u/s^2, impulse in kg u/s, torque in kg u^2/s^2. So a box of 50 by
   * 50 pixels of density 1 has 2,500 kg.
   */
  lengthUnit?: number;
  /** May bodies at rest fall asleep? Default true. */
  sleep?: boolean;
  /**
   * When bodies count as at rest. Default `{ linear: 0.05, angular: 0.05, seconds: 0.5 }`, each for itself. Weak
   * gravity lowers the speeds, as {@link World.sleepThreshold} says.
   */
  sleepThreshold?: SleepThreshold;
  /** Are fast bodies kept from passing through thin ones? Default true. */
  continuous?: boolean;
  /**
   * Units of length per second, >= 0: approaches faster than this make `contactHit` events. Default 1, which
   * `lengthUnit` does not scale: pass 50 for 1 m/s at 0.02.
   */
  hitSpeed?: number;
  /** How contacts are solved. Default `presets.softStep`. */
  solver?: SolverOptions;
  /** How many to make room for at once; worlds grow anyway. Integers from 0 to 1,048,576. Default 0 of each. */
  capacity?: { bodies?: number; contacts?: number };
}

/** What a step did. */
export interface StepReport {
  /** Awake dynamic and moving kinematic bodies. */
  awakeBodies: number;
  /** Touching contacts of awake bodies. */
  contacts: number;
  /** Pairs of shapes that came near. */
  pairsCreated: number;
  /** Pairs of shapes that parted. */
  pairsDestroyed: number;
  /** Awake groups of bodies that touch each other. */
  islands: number;
  /** Events of the step. */
  events: number;
  /**
   * Pairs of near shapes without a contact, which pass through each other: a world has room for 2^20, about 1,450
   * bodies at one point. They get one as soon as others part. The first step that drops any prints a warning.
   */
  pairsDropped: number;
}

/** Milliseconds a stage of the last step took. */
export interface StepProfile {
  /** Finding pairs whose boxes are near. */
  pairs: number;
  /** Computing their contact points. */
  collide: number;
  /** Begin and end of contacts, islands, waking. */
  commit: number;
  /** Zero-duration impacts. */
  impacts: number;
  /** The solver. */
  solve: number;
  /** Sweeping fast bodies. */
  continuous: number;
  /** Poses, boxes and sleep. */
  publish: number;
  /** All of the step in the engine. */
  total: number;
}
