// What the renderer asks of a world: the public API and nothing behind it, so that a test or another engine may stand
// in.

import type { Geometry, Vec2 } from '../types.js';

/** What is drawn of a shape; a {@link Shape} is one. */
export interface DrawableShape {
  /** Sensors are drawn dashed. */
  readonly sensor: boolean;
  /** In the body's frame, metres. */
  readonly geometry: Geometry;
}

/** What is drawn of a body; a {@link Body} is one. */
export interface DrawableBody {
  /** Its id in the engine. */
  readonly id: number;
  /** Its place in the views. */
  readonly slot: number;
  /** `static`, `kinematic` or `dynamic`. */
  readonly type: string;
  /** kg. */
  readonly mass: number;
  /** Centre of mass, m, in the body's frame. */
  readonly localCenter: Readonly<Vec2>;
  /** Its shapes. The same list as long as type, mass and shapes are the same: only another list is read again. */
  readonly shapes: Iterable<DrawableShape>;
  /** The box around all its shapes, m, in the world. */
  readonly aabb: { readonly min: Readonly<Vec2>; readonly max: Readonly<Vec2> };
  /** Anything of the caller's. */
  readonly userData?: unknown;
}

/** Arrays as those of {@link Views}. */
export interface DrawableViews {
  /** x, y, cos, sin of slot i at 4 i. */
  readonly poses: Float32Array;
  /** vx, vy, w, 0 of slot i at 4 i. */
  readonly velocities: Float32Array;
  /** Body id at slot i, 0 where free. */
  readonly slots: Uint32Array;
  /** Rows of 12: x, y, nx, ny, separation, normal impulse, tangent impulse, slotA, slotB, shapeA, shapeB, feature. */
  readonly contacts: Float32Array;
  /** How many rows `contacts` has. */
  readonly contactViewCount: number;
}

/**
 * A joint. Members that its type does not have are undefined. Anchors and axis are in the bodies' frames, ground
 * anchors and target in the world.
 */
export interface DrawableJoint {
  /** Its id in the engine. */
  readonly id: number;
  /** As in the definition: `revolute`, `weld` and so on. */
  readonly type: string;
  /** The first body; null only for a `target`. */
  readonly bodyA: { readonly slot: number } | null;
  /** The second body. */
  readonly bodyB: { readonly slot: number };
  /** m, in the frame of A. */
  readonly localAnchorA?: Readonly<Vec2>;
  /** m, in the frame of B. */
  readonly localAnchorB?: Readonly<Vec2>;
  /** m, world: the fixed point above A's end of a pulley. */
  readonly groundAnchorA?: Readonly<Vec2>;
  /** m, world: the fixed point above B's end of a pulley. */
  readonly groundAnchorB?: Readonly<Vec2>;
  /** m, world: where a `target` draws B to. */
  readonly target?: Readonly<Vec2>;
  /** A direction in the frame of A. */
  readonly localAxis?: Readonly<Vec2>;
  /** rad: angle of B less that of A where the joint's angle is 0. */
  readonly referenceAngle?: number;
  /** rad: the lower limit. */
  readonly lowerAngle?: number;
  /** rad: the upper limit. */
  readonly upperAngle?: number;
  /** m: the lower limit. */
  readonly lowerTranslation?: number;
  /** m: the upper limit. */
  readonly upperTranslation?: number;
  /** m: the least distance. */
  readonly minLength?: number;
  /** m: the greatest distance. */
  readonly maxLength?: number;
  /** Hz: frequency of the spring, 0 without one. */
  readonly hertz?: number;
  /** Hz: frequency of the angular spring, 0 without one. */
  readonly angularHertz?: number;
  /** rad/s or m/s of the motor. */
  readonly motorSpeed?: number;
  /** N m: the motor's cap, 0 without a motor. */
  readonly maxMotorTorque?: number;
  /** Factor of a gear or a pulley on side B. */
  readonly ratio?: number;
  /** Directions of the world along which a gear counts, [0, 0] where it counts turning. */
  readonly axisA?: Readonly<Vec2>;
  /** Likewise for B. */
  readonly axisB?: Readonly<Vec2>;
}

/** What is drawn of a world; a {@link World} is one. */
export interface DrawableWorld {
  /** Poses, velocities and contacts. */
  readonly views: DrawableViews;
  /** m/s^2. */
  readonly gravity: Readonly<Vec2>;
  /** Its joints. */
  readonly joints?: Iterable<DrawableJoint>;
  /** The bodies that are awake. */
  readonly awakeBodies: Iterable<{ readonly slot: number }>;
  /** The body at a place of the views, or null. */
  bodyAtSlot(slot: number): DrawableBody | null;
  /** Poses between the last two steps: x, y, cos, sin of each slot; `alpha` from 0 to 1. */
  interpolate(alpha: number, out?: Float32Array): Float32Array;
}
