/** A point or a direction. All functions that return a vector return this type. */
export interface Vec2 {
  /** Coordinate to the right. A length in m for a point. */
  x: number;
  /** Coordinate upwards, or downwards if gravity points to +y. A length in m for a point. */
  y: number;
}

/** A vector as an argument: `[x, y]` or `{x, y}`. */
export type VecLike = readonly [x: number, y: number] | Readonly<Vec2>;

/** A `Float32Array` in an `ArrayBuffer`. From TypeScript 5.7 on it is the same as `Float32Array<ArrayBuffer>`. */
export type Floats = ReturnType<Float32ArrayConstructor['from']>;
/** A `Uint8Array` in an `ArrayBuffer`. From TypeScript 5.7 on it is the same as `Uint8Array<ArrayBuffer>`. */
export type Bytes = ReturnType<Uint8ArrayConstructor['from']>;

/** An axis-aligned bounding box (AABB). `min` is the lower left corner if y points up. */
export interface Aabb {
  /** The smaller coordinates, in m. */
  min: Vec2;
  /** The larger coordinates, in m. */
  max: Vec2;
}

/** `dynamic`: moved by forces, contacts and joints. `kinematic`: moved by its velocity only. `static`: never moves. */
export type BodyType = 'static' | 'kinematic' | 'dynamic';

/** Axes of motion that are locked. */
export interface Locks {
  /** Locks motion along x. Default false. */
  x?: boolean;
  /** Locks motion along y. Default false. */
  y?: boolean;
  /** Locks rotation. Default false. */
  rotation?: boolean;
}

/**
 * A body counts as at rest while both speeds are below these thresholds for the given time. Numbers >= 0. Weak gravity
 * lowers the speeds, see {@link World.sleepThreshold}.
 */
export interface SleepThreshold {
  /** Speed in m/s, >= 0. It stays in m/s if `lengthUnit` is not 1: at 0.02, a threshold of 0.05 is 2.5 pixels/s. */
  linear?: number;
  /** Angular speed in rad/s, >= 0. */
  angular?: number;
  /** Time in s, >= 0. */
  seconds?: number;
}

/** The argument of {@link Body.setMass}. */
export interface MassData {
  /** Mass in kg, 1e-18 to 1e18. */
  mass: number;
  /**
   * Moment of inertia about the centre of mass in kg m^2: 0, or 1e-32 to 1e18. Default: the present one, scaled with
   * the mass.
   */
  inertia?: number;
  /** Centre of mass in the body's frame, in m. Default: unchanged. */
  center?: VecLike;
}

/**
 * Collision filter. Two shapes collide if the `mask` of each contains the `category` of the other. If both have the
 * same `group` other than 0, the group decides instead: a positive group always collides, a negative group never.
 */
export interface Filter {
  /** Categories of this shape, 32 bits. Default 1. */
  category?: number;
  /** Categories that this shape collides with, 32 bits. Default all. */
  mask?: number;
  /** Group, an integer from -2^31 to 2^31 - 1; 0 is no group. Default 0. */
  group?: number;
}

/**
 * Filter of a query. A query finds a shape if `mask` contains the shape's category and the shape's mask contains
 * `category`. Both default to all bits. If both are all bits, a query finds all shapes, also those whose mask is 0.
 */
export interface QueryFilter {
  /** Categories of the query, 32 bits. Default all. */
  category?: number;
  /** Categories that the query finds, 32 bits. Default all. */
  mask?: number;
}

/** Options that all shapes have. */
export interface ShapeOptions<UserData = unknown> {
  /**
   * Mass per area in kg/m^2, or in kg per square unit of length if `lengthUnit` is not 1. 0, or any value that results
   * in a mass from 1e-18 to 1e18 kg and an inertia from 1e-32 to 1e18 kg m^2. Default 1. It determines the body's mass
   * unless {@link Body.setMass} did.
   */
  density?: number;
  /** Coulomb friction coefficient, >= 0. Default 0.6. */
  friction?: number;
  /**
   * Static friction coefficient, >= `friction`: it applies while the contact slides slower than 0.05 m/s. Default: the
   * same as `friction`.
   */
  staticFriction?: number | undefined;
  /**
   * Restitution: the ratio of the speeds after and before an impact, 0 to 4. 0 is no bounce, 1 is elastic, and values
   * above 1 are bumpers, which add energy. It applies to approaches faster than the `restitutionThreshold` of the
   * solver, 1 m/s by default. Default 0.
   */
  restitution?: number;
  /** Rolling resistance, >= 0: the lever arm of the resisting torque as a fraction of the radius. Default 0. */
  rollingResistance?: number;
  /**
   * Surface velocity in m/s, any finite number, for conveyor belts. If positive, the surface runs counter-clockwise
   * around the shape: 2 on a floor moves bodies to -x, 2 on a ceiling to +x. The velocities of the two shapes add up. A
   * body that touches a running belt stays awake. Default 0.
   */
  tangentSpeed?: number;
  /** Which shapes it collides with. Default: all. */
  filter?: Filter;
  /**
   * Makes the shape a sensor: it reports overlaps without collision response. It detects bodies of any speed if the
   * world is `continuous`; otherwise it misses those that cross it within one step. It adds mass by its `density`: set
   * that to 0 if it should not. Default false.
   */
  sensor?: boolean;
  /**
   * What a sensor detects: shapes that are not sensors (`shapes`), or all shapes (`all`). A sensor on a static body
   * never detects shapes of static bodies. Default `shapes`.
   */
  sensorSees?: 'shapes' | 'all';
  /**
   * Whether `preSolve` is emitted for its contacts in each step. Under `substepped-position` these contacts begin only
   * at the start of a step, with or without a handler. Default false.
   */
  preSolve?: boolean;
  /**
   * Direction of the solid side in the body's frame, with a length from 1e-6 to 1e18. The shape is solid only for
   * bodies that move against this direction, on surfaces whose normal is within 45 degrees of it. A body from any other
   * side passes through, and no contact acts until it has left the shape. `[0, 1]` is a platform to jump onto from
   * below. Default null: solid from all sides.
   */
  oneWay?: VecLike | null;
  /** Any value of yours. Default undefined. */
  userData?: UserData;
}

/** A circle. */
export interface CircleGeometry {
  type: 'circle';
  /** Radius in m, from 1e-6 to 1e6. */
  radius: number;
  /** Centre in the body's frame, in m. Default `[0, 0]`. */
  center?: VecLike;
}
/** A rectangle, defined by its full width and height. */
export interface BoxGeometry {
  type: 'box';
  /** Full width in m, from 1e-6 to 1e6 and more than a millionth of the height. */
  width: number;
  /** Full height in m, from 1e-6 to 1e6 and more than a millionth of the width. */
  height: number;
  /** Centre in the body's frame, in m. Default `[0, 0]`. */
  center?: VecLike;
  /** Rotation about its centre in rad, any finite number. Default 0. */
  angle?: number;
  /** Radius of a rounded skin around the box in m, 0 to 1e6. Default 0. */
  radius?: number;
}
/** A capsule: all points within `radius` of the line from `a` to `b`. */
export interface CapsuleGeometry {
  type: 'capsule';
  /** First end of the line in the body's frame, in m. Coordinates from -1e6 to 1e6. */
  a: VecLike;
  /** Second end of the line in the body's frame, in m. Coordinates from -1e6 to 1e6, at least 1e-6 m away from `a`. */
  b: VecLike;
  /** Radius in m, from 1e-6 to 1e6. */
  radius: number;
}
/** A convex polygon: the convex hull of 3 or more points, with at most 8 corners. */
export interface PolygonGeometry {
  type: 'polygon';
  /**
   * Points in the body's frame in m, in any order. Coordinates from -1e6 to 1e6, at least three points not on one line.
   * Points that coincide or lie on an edge are dropped. A point that lies inside the hull by more than 0.5 % of its
   * extent throws `INVALID_ARGUMENT`, because the outline is concave.
   */
  points: readonly VecLike[];
  /** Radius of a rounded skin around the hull in m, 0 to 1e6. Default 0. */
  radius?: number;
}
/**
 * A line without area and mass. It forms one smooth surface with static shapes that lie flush beside it, also with
 * steps below 2 mm, and with gaps that a body bridges.
 */
export interface SegmentGeometry {
  type: 'segment';
  /** First end in the body's frame, in m. Coordinates from -1e6 to 1e6. */
  a: VecLike;
  /** Second end in the body's frame, in m. Coordinates from -1e6 to 1e6, at least 1e-6 m away from `a`. */
  b: VecLike;
  /**
   * Solid only from the right side of the direction from `a` to `b`. A shape whose centre is on the left passes through
   * until it is clear of the segment. A shape whose centre is on the right is pushed out to the right, however deep it
   * overlaps. Default false: solid from both sides.
   */
  oneSided?: boolean;
}
/** Surface options of a segment of a chain. */
export type SurfaceOptions = Pick<
  ShapeOptions,
  'friction' | 'staticFriction' | 'restitution' | 'rollingResistance' | 'tangentSpeed'
>;
/**
 * Connected segments, for ground. The engine creates one shape of type `segment` per segment. Bodies do not catch on
 * the connections.
 */
export interface ChainGeometry {
  type: 'chain';
  /**
   * Points in the body's frame in m, with coordinates from -1e6 to 1e6: at least two, in a loop at least three.
   * Consecutive points closer than 1e-6 m are merged, also the last and the first point of a loop.
   */
  points: readonly VecLike[];
  /** Connects the last point to the first. Default false. */
  loop?: boolean;
  /**
   * If false, the chain is solid only from the right side of its direction, which is the outside of a counter-clockwise
   * loop. Default true.
   */
  twoSided?: boolean;
  /**
   * Surface options per segment, also for segments whose ends were merged. An option that is missing falls back to the
   * option of the chain. Default: the options of the chain for all segments.
   */
  materials?: readonly SurfaceOptions[];
}

/** An outline that may be concave. The engine splits it into convex shapes of type `polygon` with the same options. */
export interface ConcaveGeometry {
  type: 'concave';
  /**
   * Corners of the outline in order, clockwise or counter-clockwise, in the body's frame in m. At least three, with
   * coordinates from -1e6 to 1e6. Consecutive corners closer than 1e-6 m are merged, also the last and the first. Edges
   * that cross or touch each other and an outline without area throw `INVALID_ARGUMENT`. The split takes about 10 ms
   * for 100 points and 70 ms for 800 points, once.
   */
  points: readonly VecLike[];
}

/** The geometry of a shape, discriminated by `type`. */
export type Geometry = CircleGeometry | BoxGeometry | CapsuleGeometry | PolygonGeometry | SegmentGeometry;

/** The argument of {@link Body.createShape}, and an element of `shapes` in {@link BodyDef}. */
export type ShapeDef<UserData = unknown> = (Geometry | ChainGeometry | ConcaveGeometry) & ShapeOptions<UserData>;

/** Types of geometry. */
export type ShapeType = Geometry['type'];

/** The argument of {@link World.createBody}. */
export interface BodyDef<UserData = unknown> {
  /** Type of the body. Default `dynamic`. */
  type?: BodyType;
  /** Position of the body's origin, in m. Default `[0, 0]`. */
  position?: VecLike;
  /** Angle in rad, counter-clockwise, any finite number. Default 0. */
  angle?: number;
  /** Velocity of the centre of mass, in m/s. Default `[0, 0]`. */
  velocity?: VecLike;
  /** Angular velocity in rad/s, counter-clockwise, any finite number. Default 0. */
  angularVelocity?: number;
  /** Damping of the velocity in 1/s, >= 0. Default 0. */
  linearDamping?: number;
  /** Damping of the angular velocity in 1/s, >= 0. Default 0. */
  angularDamping?: number;
  /** Factor on gravity, any finite number. Default 1. */
  gravityScale?: number;
  /** Locked axes of motion. Default none. */
  lock?: Locks;
  /**
   * Applies continuous collision detection against moving bodies too: the body does not pass through other bullets, and
   * not through a moving body that it runs into. While the bullet moves by less than 3 cm or an eighth of its thickness
   * per step, a fast body that is no bullet may still pass through it. Default false.
   */
  bullet?: boolean;
  /** Whether the body may fall asleep. Default true. */
  sleepAllowed?: boolean;
  /**
   * When the body counts as at rest. A number that is 0 is taken from the world (`sleepThreshold` of {@link
   * WorldOptions}). Weak gravity lowers the speeds, see {@link World.sleepThreshold}. Default 0 for each number.
   */
  sleepThreshold?: SleepThreshold | 0 | undefined;
  /**
   * Dominance, an integer from -127 to 127. In a contact of two dynamic bodies, the body with the higher dominance acts
   * as if it had infinite mass: what cannot get out of its way is overlapped and driven into what lies behind. Default
   * 0. See {@link Body.dominance}.
   */
  dominance?: number;
  /** Whether the body starts awake. Default true. */
  awake?: boolean;
  /**
   * Whether the body takes part in the simulation. A disabled body does not move and does not collide, and no query
   * finds it. It keeps its velocity, and its joints have no effect until it is enabled. Default true.
   */
  enabled?: boolean;
  /** Shapes to create with the body. Default none. */
  shapes?: readonly ShapeDef<UserData>[];
  /** Any value of yours. Default undefined. */
  userData?: UserData;
  /** A name for debugging, which cannot be changed. Default ''. */
  name?: string;
}

/** How the coefficients of two materials are combined. */
export type MixRule = 'geometric' | 'average' | 'min' | 'max' | 'multiply';

/**
 * Naive variants of the solvers, as their sources describe them. Lessons use them to show how a technique fails without
 * a refinement. All default to false.
 */
export interface LiteralSwitches {
  /**
   * `sequential-impulse`, projection: each iteration uses the penetration depth of the detection, which overcorrects by
   * a fifth.
   */
  stalePosition?: boolean;
  /**
   * `sequential-impulse` and `substepped-position`: each step starts without stored impulses (no warm starting). Under
   * `sequential-impulse` a column of ten then sinks into the floor.
   */
  coldStart?: boolean;
  /**
   * `sequential-impulse`: each single impulse is clamped instead of the accumulated one, and a box that lands flat
   * starts to rotate.
   */
  perIterationClamp?: boolean;
  /** Positions are integrated before contacts are detected. */
  integrateFirst?: boolean;
  /** A sleeping body is woken only after it acted as a wall in the solver. */
  wakeAfterSolve?: boolean;
  /** Only the edges of the first shape are tested as separating axes. */
  aOnlySat?: boolean;
  /** The overlap is that of the projections, which is wrong if one projection contains the other. */
  intervalOverlap?: boolean;
  /** A circle whose centre is inside a box is pushed inwards. */
  insideCircle?: boolean;
  /** Only one contact point is created where two are needed. */
  deepestPointOnly?: boolean;
  /** Stored impulses are matched by array index instead of by feature, and dropped if the number of points changes. */
  indexMatch?: boolean;
  /**
   * `sequential-impulse`, Baumgarte: bias and restitution are added instead of taking the maximum. Without
   * `continuous`, a ball of restitution 1 dropped from 1 m rises to 1.19 m.
   */
  sumBias?: boolean;
  /**
   * `substepped-position` and zero-duration impacts: the target velocity of a bounce follows the current velocity, and
   * the next iteration undoes the bounce.
   */
  fxRestitution?: boolean;
  /**
   * `substepped-position`: corrections of positions change the velocity, and a box with an overlap of 10 cm leaves at
   * 40 m/s.
   */
  noPrevPoseShift?: boolean;
}

/** Options that all solvers have. Lengths are in m and speeds in m/s, also if the world's `lengthUnit` is not 1. */
export interface CommonSolverOptions {
  /** Warm starting: start the iterations from the impulses of the last step. Default true. */
  warmStarting?: boolean;
  /**
   * How two friction coefficients are combined. Setting another rule wakes all bodies. Default `geometric`: the square
   * root of the product.
   */
  frictionMix?: MixRule;
  /** How two restitution coefficients are combined. Setting another rule wakes all bodies. Default `max`. */
  restitutionMix?: MixRule;
  /**
   * Restitution applies to approach speeds above this threshold in m/s, >= 0. Default 1. With `impacts:
   * 'zero-duration'` the default is 0.05, and a contact that approaches slower than this, or than gravity accelerates
   * in a step, is a resting contact.
   */
  restitutionThreshold?: number;
  /**
   * How impacts are solved. `bias`: restitution is a velocity target of the solver. `zero-duration`: impacts are solved
   * before the step, without advancing time, one collision after the other as in a Newton's cradle. Default `bias`.
   * Under `substepped-position`, shapes that meet within a step are not part of these passes: they bounce, but the
   * impact does not pass to the bodies behind, which are pushed along. Use `bias` for a cradle there.
   */
  impacts?: 'bias' | 'zero-duration';
  /**
   * Number of iterations over joints and colliding contacts in a pass of zero-duration impacts, an integer from 1 to
   * 10,000. Default 10.
   */
  impactIterations?: number;
  /**
   * Largest number of passes of zero-duration impacts per step, an integer from 1 to 10,000. Each collision that
   * another one causes needs a further pass. Contacts that still collide after the last pass are stopped without
   * bounce. Default 32.
   */
  maxImpactPasses?: number;
  /**
   * Evaluates restitution with the velocities at the time of the positions, so that a ball of restitution 1 keeps its
   * height for any time step. If false, a ball dropped from 1 m at 60 Hz under `sequential-impulse` gains 8 % of its
   * height per bounce, or loses 7 % with zero-duration impacts. Other solvers change by 2 % or less. Default true.
   */
  restitutionMidpoint?: boolean;
  /**
   * Largest speed that a correction of overlap or of joint errors gives to bodies, in m/s, >= 0. It is a limit for each
   * pair: where many bodies overlap, their speeds add up. It does not limit corrections that move bodies without
   * changing their velocity: position iterations and the joints of `sequential-impulse`, the overlap of
   * `substepped-position`, and the joint errors of nets and grids. Default 3.
   */
  maxPushSpeed?: number;
  /**
   * Largest speed of a body in m/s, > 0. After a step it also limits the speed of each point of a dynamic body by
   * rotation. Default 400.
   */
  maxLinearSpeed?: number;
  /**
   * Tolerance length in m, >= 0, of collision detection, seams, continuous collision and sleep. It is not the remaining
   * overlap: that is `slop` of `sequential-impulse` and `tolerance` of `substepped-position`; `soft-step` has none.
   * Default 0.005.
   */
  linearSlop?: number;
  /**
   * A contact begins when the gap between two shapes is below this distance in m, >= 0, and carries no impulse until
   * they would touch within the step. Default 0.02.
   */
  speculativeDistance?: number;
  /**
   * Contact recycling: the two points of a contact are reused while the bodies move by less than this distance in m, >=
   * 0, relative to each other, and both have turned by less than 0.05 rad. A single point is reused up to a twentieth
   * of the distance. 0 disables it. Default 0.02.
   */
  recycleDistance?: number;
  /** Solve joints before contacts. Default true. */
  jointsFirst?: boolean;
  /**
   * How joints are solved. `direct`: bodies that joints connect without loops, or with few, are solved exactly and at
   * once, by elimination; they carry a thousand times their mass. `iterative`: joints are solved one after the other,
   * like contacts. With `soft-step` a step then takes 0.4 to 0.8 of the time. Joints of swinging chains have gaps of
   * some centimetres, heavy loads stretch them, and springs and motors on lever arms may gain energy. Nets and grids
   * are always iterated. Default `direct`.
   */
  jointSolver?: 'direct' | 'iterative';
  /**
   * If true, a contact slower than the sleep threshold does not wake a sleeping body, which then acts as a wall. If
   * false, a sleeping body wakes before it is pushed, so no collision loses momentum to it. Default false; true in
   * `presets.umbra`.
   */
  sleepThroughTouch?: boolean;
  /** Naive variants, see {@link LiteralSwitches}. Default none. */
  literal?: LiteralSwitches;
}

/** Soft step: substeps with soft contacts, each with a relax iteration without bias. */
export interface SoftStepOptions extends CommonSolverOptions {
  type: 'soft-step';
  /**
   * Substeps per step, an integer from 1 to 10,000. In a world whose steps have differed in length, substeps per
   * 1/60 s: a step of 1/30 s then has twice as many. Default 4.
   */
  substeps?: number;
  /**
   * Stiffness of contacts as a frequency in Hz, >= 0; twice as much where one of the bodies cannot move. Values above
   * (substeps per second) / pi are clamped: 76 Hz at 60 steps per second with 4 substeps. With stiffer contacts columns
   * sink less, but piles come to rest later or never. Default 54.
   */
  contactHertz?: number;
  /** Damping ratio of contacts, >= 0. Default 10. */
  contactDamping?: number;
  /**
   * Stiffness of joints as a frequency in Hz, >= 0. Values above a quarter of the substeps per second are clamped: 60
   * Hz at 60 steps per second with 4 substeps. Default 60.
   */
  jointHertz?: number;
  /** Damping ratio of joints, >= 0. Default 2. */
  jointDamping?: number;
  /** Number of relax iterations (without bias) per substep, an integer from 0 to 10,000. Default 1. */
  relaxIterations?: number;
}

/**
 * Sequential impulses: accumulated and clamped impulses, one step. Overlap is removed by projection, by a bias velocity
 * (Baumgarte), or not at all.
 */
export interface SequentialImpulseOptions extends CommonSolverOptions {
  type: 'sequential-impulse';
  /** Velocity iterations, an integer from 0 to 10,000. Default 8. */
  velocityIterations?: number;
  /** How overlap is removed. Default `projection`. */
  position?: 'projection' | 'baumgarte' | 'none';
  /**
   * Position iterations, an integer from 0 to 10,000. Default 3. With `baumgarte` they correct joints only. With 0,
   * joints get the same bias as contacts, and long chains come apart.
   */
  positionIterations?: number;
  /** Fraction of the excess overlap that a position iteration removes, 0 to 1. Default 0.4. */
  percent?: number;
  /**
   * Overlap that projection and `baumgarte` do not correct, in m, >= 0. `linearSlop` acts in detection, not here.
   * Default 0.01.
   */
  slop?: number;
  /**
   * Projects each point, with rotation (nonlinear Gauss-Seidel), instead of each pair without rotation. Default false.
   */
  fullNgs?: boolean;
  /** Fraction of the excess overlap that is turned into velocity per step, 0 to 1. Default 0.2. */
  baumgarte?: number;
  /**
   * How positions are integrated. `semi-implicit`: v += a dt, then x += v dt. `verlet`: half of the displacement before
   * forces and impulses and half after them, which makes free fall exact; a body that lands may overlap by up to half
   * of its displacement per step. `rk4`: like `verlet`, with damping to fourth order. Default `semi-implicit`.
   */
  integrator?: 'semi-implicit' | 'verlet' | 'rk4';
}

/**
 * Substepped positions: each substep detects contacts, moves overlapping bodies apart, derives velocities from the
 * change of position, and applies restitution and friction as impulses. Static friction may exceed kinetic friction
 * (`staticFriction` of a shape).
 *
 * A pile takes 20 to 80 times the time of `soft-step`. Choose it for teaching, or for overlap that must be removed at
 * once without adding velocity.
 */
export interface SubsteppedPositionOptions extends CommonSolverOptions {
  type: 'substepped-position';
  /** Substeps per step, an integer from 1 to 10,000. Default 14. */
  substeps?: number;
  /** Velocity passes per substep, of two iterations each, an integer from 0 to 10,000. Default 4. */
  velocityPasses?: number;
  /**
   * Compliance of a contact point in units of length per N, >= 0, as `complianceMode` says. `lengthUnit` does not scale
   * it. Default 1e-8.
   */
  compliance?: number;
  /**
   * Meaning of `compliance`. `massRelative`: a substep removes the same fraction of an overlap for all masses as for a
   * box of 1 kg. `literal`: the same compliance for all masses, so that heavy bodies sink in. `xpbd`: contacts are
   * springs of stiffness 1 / compliance. Default `massRelative`.
   */
  complianceMode?: 'massRelative' | 'literal' | 'xpbd';
  /** Overlap that the substeps do not correct, in m, >= 0. `linearSlop` acts in detection, not here. Default 2e-4. */
  tolerance?: number;
  /**
   * Which substeps use stored impulses (warm starting). `off`: none. `firstSubstep`: the first substep of a step, with
   * those of the last step. `everySubstep`: each substep, with those of the substep before it; high stacks are more
   * stable. `warmStarting: false` is the same as `off`. Default `firstSubstep`.
   */
  warmStart?: 'off' | 'firstSubstep' | 'everySubstep';
  /**
   * Stored friction is dropped if the cosine between the old and the new contact normal is at most this, 0 to 1.
   * Default 0.99.
   */
  normalStable?: number;
  /** Whether `staticFriction` may differ from `friction`. If false, `friction` is used for both. Default true. */
  staticKinetic?: boolean;
}

/** Solver options, discriminated by `type`. Options that are missing take their defaults. */
export type SolverOptions = SoftStepOptions | SequentialImpulseOptions | SubsteppedPositionOptions;

/** The argument of {@link World}. */
export interface WorldOptions {
  /** Gravity in m/s^2. Default `[0, -9.81]`. */
  gravity?: VecLike;
  /**
   * Metres per unit of length, > 0. Default 1. For a world in pixels pass 0.02, and gravity in pixels/s^2.
   *
   * The lengths and speeds of `solver` and `sleepThreshold`, also their defaults, stay in metres, and the engine
   * converts them: at 0.02, `maxLinearSpeed: 100` clamps at 5,000 pixels/s. All other values are in your unit of length
   * u, also where this reference says m: density in kg/u^2, force in kg u/s^2, impulse in kg u/s, torque in kg u^2/s^2.
   * A box of 50 by 50 pixels of density 1 has 2,500 kg.
   */
  lengthUnit?: number;
  /** Whether bodies at rest may fall asleep. Default true. */
  sleep?: boolean;
  /**
   * When bodies count as at rest. Default `{ linear: 0.05, angular: 0.05, seconds: 0.5 }`, for each number that is
   * missing. Weak gravity lowers the speeds, see {@link World.sleepThreshold}.
   */
  sleepThreshold?: SleepThreshold;
  /**
   * Continuous collision detection: fast bodies do not pass through thin static and kinematic shapes, and sensors
   * detect bodies that cross them within one step. Default true.
   */
  continuous?: boolean;
  /**
   * Approaches faster than this emit `contactHit`, in units of length per s, >= 0. Default 1. `lengthUnit` does not
   * scale it: at 0.02 pass 50 for 1 m/s.
   */
  hitSpeed?: number;
  /** Solver and its options. Default `presets.softStep`. */
  solver?: SolverOptions;
  /**
   * Number of bodies and contacts for which to allocate memory at once, integers from 0 to 1,048,576. A world grows
   * beyond it when needed. Default 0 of each.
   */
  capacity?: { bodies?: number; contacts?: number };
}

/** The result of {@link World.step}. */
export interface StepReport {
  /** Number of awake bodies: dynamic ones and moving kinematic ones. */
  awakeBodies: number;
  /** Number of touching contacts of awake bodies. */
  contacts: number;
  /** Number of pairs of shapes whose bounding boxes began to overlap. */
  pairsCreated: number;
  /** Number of pairs of shapes whose bounding boxes no longer overlap. */
  pairsDestroyed: number;
  /** Number of awake islands: groups of bodies that are connected by contacts or joints. */
  islands: number;
  /**
   * Number of events that the engine found in the step and in calls since the last one, with a handler or without:
   * contact events (hits at any speed), `sensorBegin`, `sensorEnd`, `sleep`, `wake`, `quarantine`, `jointBreak` and
   * `jointDestroyed`. Not counted are `sensorStay`, `bodyDestroyed`, `preSolve`, `beforeStep` and `afterStep`.
   */
  events: number;
  /**
   * Number of pairs of near shapes that got no contact and therefore pass through each other. A world has room for 2^20
   * pairs, which is about 1,450 bodies at one point. They get a contact as soon as other pairs are destroyed. The first
   * step that drops a pair prints a warning.
   */
  pairsDropped: number;
}

/** Time of each stage of the last step, in milliseconds. */
export interface StepProfile {
  /** Broad phase: finding pairs whose bounding boxes overlap, in ms. */
  pairs: number;
  /** Narrow phase: computing contact points, in ms. */
  collide: number;
  /** Begin and end of contacts, islands, waking, in ms. */
  commit: number;
  /** Zero-duration impacts, in ms. */
  impacts: number;
  /** The solver, in ms. */
  solve: number;
  /** Continuous collision detection, in ms. */
  continuous: number;
  /** Updating poses, bounding boxes and sleep, in ms. */
  publish: number;
  /** The whole step in the engine, in ms. */
  total: number;
}
