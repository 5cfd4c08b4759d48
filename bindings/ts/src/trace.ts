// What a step's iterations did, and how two bodies are compared: copies, for looking at as long as one likes.

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
 * What an iteration of a solver was. `start`: before the first, with forces in, and the stored impulses where warm
 * starting is on. `solve`: over velocities. `relax`: takes out again what the bias of `solve` left in the velocities
 * (soft-step). `position`: over positions. `bounce`: over the points that bounce, after the substeps (soft-step);
 * elsewhere the removal of energy that impulses added, where something bounces or was scaled down. `impact`: over
 * colliding contacts, in which no time passes. `joints`: over the velocities of joints alone, before bodies move and
 * contacts are detected (substepped-position).
 */
export type SolverStage = (typeof kStages)[number];

/** A point of contact in a {@link SolverTrace}. */
export interface TracePoint {
  /** Null where it was destroyed since. */
  shapeA: Shape | null;
  shapeB: Shape | null;
  /** Names the vertices that made it; the same from step to step. */
  feature: number;
  /** m, world, when it was found: midway between the two surfaces. */
  x: number;
  y: number;
  /** Unit, from A to B. */
  normal: Vec2;
  /** m, when it was found: a gap where positive. */
  separation: number;
}

/** A constraint row of a joint in a {@link SolverTrace}: one scalar that the joint holds, bounds or drives. */
export interface TraceRow {
  /** Null where it was destroyed since. */
  joint: AnyJoint | null;
  /** `tension`: the stiffness of a taut rod or rope against rotation. */
  kind: (typeof kRows)[number];
  /** True: an angle, in rad, rad/s and N m s. False: a length, in m, m/s and N s. */
  angular: boolean;
  /**
   * True: solved directly, with all joints that are connected with it at once. False: by iterations, one joint after
   * the other (nets and grids).
   */
  direct: boolean;
  /** m, world, when first recorded: the anchor on body B. */
  x: number;
  y: number;
  /** When first recorded: a positive impulse times this is what body B gets, in N s; (0, 0) for a torque alone. */
  direction: Vec2;
}

/**
 * The solver's iterations in the last step, in order. Lists that say nothing else have one entry an iteration. Those of
 * points have one an iteration and point: that of point `p` after iteration `i` is at `i * points.length + p`. Those of
 * rows likewise, at `i * rows.length + r`.
 *
 * Residuals are by how much the relative velocity at a point, or the rate of a row, would change if it alone were
 * solved now: 0 where it is solved. After a `position` iteration they are those of the velocities before it.
 */
export interface SolverTrace {
  /** What each iteration was. */
  stage: SolverStage[];
  /** From 0; under `impact` the pass. */
  substep: Uint16Array;
  /** Whether joints were solved before the contacts (else after them). Without joints it has no meaning. */
  jointsFirst: boolean[];
  /** m/s: the largest |min(lambda K, v_n - target)| of all points, 0 where the contacts are solved. */
  residual: Float32Array;
  /** m/s: the same for friction, slip where it sticks, else what is missing to the edge of the cone. */
  frictionResidual: Float32Array;
  /** m: the deepest overlap with bodies where the iteration has them. */
  penetration: Float32Array;
  /**
   * J: kinetic and potential energy of all dynamic bodies, with 0 at the origin. Under `verlet` and `rk4` positions are
   * those that the solver sees, half a step ahead.
   */
  energy: Float64Array;
  /** N s, accumulated since the substep began, with what warm starting remembered. */
  normalImpulse: Float32Array;
  /** N s, along the normal turned by -90 degrees, on B. */
  tangentImpulse: Float32Array;
  /** m/s, by iteration and point: as in `residual`. */
  normalResidual: Float32Array;
  /** m/s, by iteration and point: as in `frictionResidual`. */
  tangentResidual: Float32Array;
  /** m, by iteration and point, with bodies where the iteration has them; NaN where the iteration lacks the point. */
  separation: Float32Array;
  points: TracePoint[];
  /** N s or N m s, by iteration and row: accumulated since the substep began, with what warm starting remembered. */
  rowImpulse: Float32Array;
  /** m/s or rad/s, by iteration and row. */
  rowResidual: Float32Array;
  /** m or rad, by iteration and row: how far a `hold` or `limit` is from where it should be, signed; 0 for others. */
  rowError: Float32Array;
  rows: TraceRow[];
}

/** A direction along which two shapes were compared, with the shadows that they cast on it. */
export interface TraceAxis {
  /** Unit, from A to B: the normal of A's face, or B's the other way round. */
  direction: Vec2;
  /** Whose face it is the normal of; `between`: the direction between closest points. */
  of: (typeof kSides)[number];
  /** Which face, from its first vertex's number on; -1 for `between`. */
  edge: number;
  /** m, along `direction` from the origin. */
  minA: number;
  /** m, likewise. */
  maxA: number;
  /** m, likewise. */
  minB: number;
  /** m, likewise. */
  maxB: number;
  /** m: `maxA - minB`; negative is a gap. (Under `literal.intervalOverlap` what the projections have in common.) */
  overlap: number;
}

/** An edge of a shape without its radius. */
export interface TraceEdge {
  /** Whose edge it is. */
  of: 'A' | 'B';
  /** Index of its first vertex. */
  edge: number;
  /** m, world. */
  from: Vec2;
  /** m, world: its other end. */
  to: Vec2;
}

/** A cut of the incident edge by a line through an end of the reference edge. */
export interface TraceClip {
  /** m, world, on the line. */
  point: Vec2;
  /** Unit, square to the line, to the side that stays. */
  normal: Vec2;
  /** m, world: the ends of the edge. */
  before: [Vec2, Vec2];
  /** The same after the cut; empty where the edge passes beside. */
  after: Vec2[];
}

/** How two shapes are compared where they stand, from the same code that runs in the step. */
export interface CollisionTrace {
  shapeA: Shape;
  shapeB: Shape;
  /**
   * How the points were found. `apart`: there are none, the shapes are too far apart. `round`: a circle and the nearest
   * point of the other. `face`: an edge cut to the width of a face. `vertex`: the same, but only a vertex is left.
   * `corners`: apart, corner to corner, closest points.
   */
  method: (typeof kMethods)[number];
  /** Is the reference edge that of the last step, though another is better by less than a tenth of `linearSlop`? */
  kept: boolean;
  /** Unit, from A to B; (0, 0) without points. */
  normal: Vec2;
  /** All that were tested. */
  axes: TraceAxis[];
  /** The one of `axes` that decided: least overlap or widest gap. */
  chosen: TraceAxis;
  /** The face that contact is measured from; null where a circle takes part. */
  reference: TraceEdge | null;
  /** The other shape's edge that is cut; null where nothing is. */
  incident: TraceEdge | null;
  /** m, world: closest points of the two surfaces; null where two shapes with edges overlap. */
  closest: { a: Vec2; b: Vec2 } | null;
  clips: TraceClip[];
  /** The points of contact, x and y midway between the surfaces (m, world). */
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
  if (bodyOf(store.world, bodyB, 'bodyB') === bodyA) throw invalid('bodyB', bodyB, 'another body than bodyA');
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
