// The solver's iterations of a step and the comparison of two bodies, as copies.

import { bodyOf, type Body } from './body.js';
import { invalid } from './errors.js';
import type { AnyJoint } from './joint_types.js';
import { check, exchange, native } from './native.js';
import type { Shape } from './shape.js';
import type { Store } from './store.js';
import type { Vec2 } from './types.js';

const kStages = ['start', 'solve', 'relax', 'position', 'bounce', 'impact', 'joints'] as const;
const kRows = ['hold', 'limit', 'motor', 'spring', 'tension'] as const;
const kSides = ['A', 'B', 'between'] as const;
const kMethods = ['apart', 'round', 'face', 'vertex', 'corners'] as const;

/**
 * Kind of an iteration. `start`: the state before the first iteration, after forces and warm starting. `solve`:
 * velocity iteration. `relax`: velocity iteration without bias, which removes the velocity that the bias added
 * (soft-step; substepped-position, for nets of joints). `position`: position iteration. `bounce`: restitution after the
 * substeps (soft-step); for other solvers the removal of energy that impulses added, if a contact bounces or an impulse
 * was scaled down. `impact`: zero-duration impacts. `joints`: velocity iteration over joints only, before bodies move
 * and contacts are detected (substepped-position).
 */
export type SolverStage = (typeof kStages)[number];

/** A contact point in a {@link SolverTrace}. */
export interface TracePoint {
  /** The first shape. Null if it was destroyed since. */
  shapeA: Shape | null;
  shapeB: Shape | null;
  /** Identifies the features (vertices) of the point. It is the same from step to step. */
  feature: number;
  /** Position at detection in the world in m, midway between the two surfaces. */
  x: number;
  y: number;
  /** Unit normal from A to B. */
  normal: Vec2;
  /** Separation at detection in m: a gap if positive. */
  separation: number;
}

/** A constraint row of a joint in a {@link SolverTrace}: one scalar that the joint fixes, limits or drives. */
export interface TraceRow {
  /** The joint. Null if it was destroyed since. */
  joint: AnyJoint | null;
  /** Kind of the row. `tension` is the stiffness of a taut rod or rope against rotation. */
  kind: (typeof kRows)[number];
  /** If true, the row is an angle: rad, rad/s and N m s. If false, it is a length: m, m/s and N s. */
  angular: boolean;
  /**
   * If true, the row is solved directly, together with all joints connected to it. If false, it is solved by
   * iterations, one joint after the other (nets and grids).
   */
  direct: boolean;
  /** Anchor on body B in the world in m, when first recorded. */
  x: number;
  y: number;
  /**
   * Direction when first recorded: a positive impulse times this direction is the impulse on body B, in N s. (0, 0) for
   * a torque.
   */
  direction: Vec2;
}

/**
 * The iterations of the solver in the last step, in order. Arrays have one entry per iteration unless stated otherwise.
 * Arrays of points have one entry per iteration and point: point `p` after iteration `i` is at index `i * points.length
 * + p`. Arrays of rows likewise: `i * rows.length + r`.
 *
 * A residual is the change of the relative velocity at a point, or of the rate of a row, if it alone were solved now.
 * It is 0 if the constraint is satisfied. After a `position` iteration the residuals are those of the velocities before
 * it.
 */
export interface SolverTrace {
  /** Kind of each iteration. */
  stage: SolverStage[];
  /** Index of the substep, from 0. For `impact`, the index of the pass. */
  substep: Uint16Array;
  /**
   * Whether joints are solved before the contacts. Under `soft-step`, articulations are solved once more after them
   * within `solve`; their impulses are those of the second solve. It has no meaning without joints.
   */
  jointsFirst: boolean[];
  /** Largest |min(lambda K, v_n - target)| of all points in m/s; 0 if all contacts are satisfied. */
  residual: Float32Array;
  /**
   * Largest friction residual of all points in m/s: the slip of a sticking contact, otherwise the distance from the
   * friction cone.
   */
  frictionResidual: Float32Array;
  /** Largest overlap in m, in the poses of the iteration. */
  penetration: Float32Array;
  /**
   * Kinetic and potential energy of all dynamic bodies in J, with 0 at the origin. Under `verlet` and `rk4` it uses the
   * positions of the solver, half a step ahead.
   */
  energy: Float64Array;
  /** Normal impulse in N s, accumulated since the start of the substep, including warm starting. */
  normalImpulse: Float32Array;
  /** Friction impulse on B in N s, along the normal rotated by -90 degrees. */
  tangentImpulse: Float32Array;
  /** Per iteration and point in m/s, defined as for `residual`. */
  normalResidual: Float32Array;
  /** Per iteration and point in m/s, defined as for `frictionResidual`. */
  tangentResidual: Float32Array;
  /**
   * Separation per iteration and point in m, in the poses of the iteration. NaN if the point does not exist in the
   * iteration.
   */
  separation: Float32Array;
  points: TracePoint[];
  /**
   * Impulse per iteration and row in N s or N m s, accumulated since the start of the substep, including warm starting.
   */
  rowImpulse: Float32Array;
  /** Residual per iteration and row in m/s or rad/s. */
  rowResidual: Float32Array;
  /** Signed error per iteration and row of a `hold` or `limit` in m or rad; 0 for other kinds. */
  rowError: Float32Array;
  rows: TraceRow[];
}

/** A separating axis that was tested, with the projections of both shapes. */
export interface TraceAxis {
  /** Unit direction from A to B: the outward normal of a face of A, or the inward normal of a face of B. */
  direction: Vec2;
  /** The shape whose face normal it is. `between`: the direction between the closest points. */
  of: (typeof kSides)[number];
  /** Index of the face: the index of its first vertex. -1 for `between`. */
  edge: number;
  /** Smallest coordinate of A along `direction` in m, measured from the origin. */
  minA: number;
  /** Largest coordinate of A along `direction`, in m. */
  maxA: number;
  /** Smallest coordinate of B along `direction`, in m. */
  minB: number;
  /** Largest coordinate of B along `direction`, in m. */
  maxB: number;
  /**
   * Overlap `maxA - minB` in m; negative is a gap. Under `literal.intervalOverlap` it is the common length of the
   * projections.
   */
  overlap: number;
}

/** An edge of a shape, without its radius. */
export interface TraceEdge {
  /** The shape that the edge belongs to. */
  of: 'A' | 'B';
  /** Index of its first vertex. */
  edge: number;
  /** First end in the world, in m. */
  from: Vec2;
  /** Second end in the world, in m. */
  to: Vec2;
}

/** A clip of the incident edge by a line through an end of the reference edge. */
export interface TraceClip {
  /** A point of the clipping line in the world, in m. */
  point: Vec2;
  /** Unit normal of the clipping line, pointing to the side that is kept. */
  normal: Vec2;
  /** Ends of the edge before the clip in the world, in m. */
  before: [Vec2, Vec2];
  /** Ends of the edge after the clip in the world, in m. Empty if nothing is left. */
  after: Vec2[];
}

/** How the engine computes the contact of two shapes in their current poses, by the code that the step uses. */
export interface CollisionTrace<UserData = unknown> {
  shapeA: Shape<UserData>;
  shapeB: Shape<UserData>;
  /**
   * Method. `apart`: no points, because the distance is too large. `round`: a circle and the nearest point of the other
   * shape. `face`: an edge clipped to the width of a face. `vertex`: the same, with a single vertex left. `corners`: a
   * gap between two corners, from the closest points.
   */
  method: (typeof kMethods)[number];
  /**
   * Whether the reference edge of the last step was kept, although another one is better by less than a tenth of
   * `linearSlop`.
   */
  kept: boolean;
  /** Unit normal from A to B; (0, 0) without points. */
  normal: Vec2;
  /** All tested axes. */
  axes: TraceAxis[];
  /** The axis that decided: the one with the least overlap or the widest gap. */
  chosen: TraceAxis;
  /** The reference face; null if a circle takes part. */
  reference: TraceEdge | null;
  /** The incident edge of the other shape; null if nothing is clipped. */
  incident: TraceEdge | null;
  /** Closest points of the two surfaces in the world in m; null if two shapes with edges overlap. */
  closest: { a: Vec2; b: Vec2 } | null;
  clips: TraceClip[];
  /** Contact points in the world in m, midway between the two surfaces. */
  points: { x: number; y: number; separation: number; feature: number }[];
}

/** @internal Mirrors solver_trace in bindings/embind/trace.cpp. */
export function solverTrace(store: Store): SolverTrace {
  const found = exchange(native().solverTrace(store.live()));
  let at = 3;
  const take = (count: number): Float64Array => found.subarray(at, (at += count));
  const [iterations, points, rows] = found as unknown as [number, number, number];
  const floats = (count: number): Float32Array => new Float32Array(take(count));
  type Eight = readonly [number, number, number, number, number, number, number, number];
  const eight = (): Eight => take(8) as ArrayLike<number> as Eight;
  // In the order in which the lists lie in memory.
  return {
    stage: Array.from(take(iterations), (stage) => kStages[stage]!),
    substep: new Uint16Array(take(iterations)),
    jointsFirst: Array.from(take(iterations), Boolean),
    residual: floats(iterations),
    frictionResidual: floats(iterations),
    penetration: floats(iterations),
    energy: take(iterations).slice(),
    normalImpulse: floats(iterations * points),
    tangentImpulse: floats(iterations * points),
    normalResidual: floats(iterations * points),
    tangentResidual: floats(iterations * points),
    separation: floats(iterations * points),
    rowImpulse: floats(iterations * rows),
    rowResidual: floats(iterations * rows),
    rowError: floats(iterations * rows),
    points: Array.from({ length: points }, () => {
      const row = eight();
      return {
        shapeA: store.shapes.alive(row[0]) ?? null,
        shapeB: store.shapes.alive(row[1]) ?? null,
        x: row[2],
        y: row[3],
        normal: { x: row[4], y: row[5] },
        separation: row[6],
        feature: row[7],
      };
    }),
    rows: Array.from({ length: rows }, () => {
      const row = eight();
      return {
        joint: store.joints.alive(row[0]) ?? null,
        kind: kRows[row[1]]!,
        angular: row[2] > 0,
        direct: row[3] > 0,
        x: row[4],
        y: row[5],
        direction: { x: row[6], y: row[7] },
      };
    }),
  };
}

/** @internal */
export function collisionTrace(store: Store, bodyA: Body, bodyB: Body): CollisionTrace[] {
  store.live();
  bodyOf(store.world, bodyA, 'bodyA');
  if (bodyOf(store.world, bodyB, 'bodyB') === bodyA) throw invalid('bodyB', bodyB, 'a body other than bodyA');
  const others = bodyB.shapes;
  return bodyA.shapes.flatMap((shapeA) => others.map((shapeB) => compare(store, shapeA, shapeB)));
}

const kFields = 210; // mirrors collision_trace in bindings/embind/trace.cpp

function compare(store: Store, shapeA: Shape, shapeB: Shape): CollisionTrace {
  check(native().collisionTrace(store.live(), shapeA.id, shapeB.id));
  const found = exchange(kFields);
  let at = 0;
  const next = (): number => found[at++]!;
  const vector = (): Vec2 => ({ x: next(), y: next() });
  const list = <T>(item: () => T): T[] => Array.from({ length: next() }, item);
  const edge = (): TraceEdge | null => {
    const read = { of: kSides[next()] as 'A' | 'B', edge: next(), from: vector(), to: vector() };
    return read.edge < 0 ? null : read;
  };
  const pair = {
    shapeA,
    shapeB,
    method: kMethods[next()]!,
    kept: next() > 0,
    normal: vector(),
    axes: list(() => ({
      direction: vector(),
      of: kSides[next()]!,
      edge: next(),
      minA: next(),
      maxA: next(),
      minB: next(),
      maxB: next(),
      overlap: next(),
    })),
  };
  return {
    ...pair,
    // Where literal variants found none to decide, the one that parts the two most.
    chosen: pair.axes[next()] ?? pair.axes.reduce((least, axis) => (axis.overlap < least.overlap ? axis : least)),
    reference: edge(),
    incident: edge(),
    closest: next() ? { a: vector(), b: vector() } : ((at += 4), null),
    clips: list(() => {
      const clip = {
        point: vector(),
        normal: vector(),
        before: [vector(), vector()] as [Vec2, Vec2],
        after: [vector(), vector()],
      };
      clip.after.length = next();
      return clip;
    }),
    points: list(() => ({ x: next(), y: next(), separation: next(), feature: next() })),
  };
}
