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
  readonly id: number;
  readonly slot: number;
  readonly type: string;
  readonly mass: number;
  readonly localCenter: Readonly<Vec2>;
  /** The same list as long as type, mass and all of its shapes are the same: what is drawn is read from another. */
  readonly shapes: Iterable<DrawableShape>;
  readonly aabb: { readonly min: Readonly<Vec2>; readonly max: Readonly<Vec2> };
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
  readonly contactViewCount: number;
}

/**
 * A joint; what its type has not is undefined. Anchors and axis in the bodies' frames, ground anchors and target in the
 * world.
 */
export interface DrawableJoint {
  readonly id: number;
  readonly type: string;
  readonly bodyA: { readonly slot: number } | null;
  /** The second body. */
  readonly bodyB: { readonly slot: number };
  readonly localAnchorA?: Readonly<Vec2>;
  readonly localAnchorB?: Readonly<Vec2>;
  readonly groundAnchorA?: Readonly<Vec2>;
  readonly groundAnchorB?: Readonly<Vec2>;
  readonly target?: Readonly<Vec2>;
  readonly localAxis?: Readonly<Vec2>;
  readonly referenceAngle?: number;
  readonly lowerAngle?: number;
  readonly upperAngle?: number;
  readonly lowerTranslation?: number;
  readonly upperTranslation?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly hertz?: number;
  readonly angularHertz?: number;
  readonly motorSpeed?: number;
  readonly maxMotorTorque?: number;
  readonly ratio?: number;
  /** Directions of the world along which a gear counts, [0, 0] where it counts turning. */
  readonly axisA?: Readonly<Vec2>;
  readonly axisB?: Readonly<Vec2>;
}

/** What is drawn of a world; a {@link World} is one. */
export interface DrawableWorld {
  readonly views: DrawableViews;
  readonly gravity: Readonly<Vec2>;
  readonly joints?: Iterable<DrawableJoint>;
  readonly awakeBodies: Iterable<{ readonly slot: number }>;
  bodyAtSlot(slot: number): DrawableBody | null;
  interpolate(alpha: number, out?: Float32Array): Float32Array;
}
