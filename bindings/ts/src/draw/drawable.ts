// The properties of a world that drawing uses. They belong to the public API, so that a test or another engine can
// provide them.

import type { Geometry, Vec2 } from '../types.js';

/** The properties of a shape that are drawn. A {@link Shape} has them. */
export interface DrawableShape {
  /** Whether it is a sensor, which is drawn dashed. */
  readonly sensor: boolean;
  /** Geometry in the body's frame, in metres. */
  readonly geometry: Geometry;
}

/** The properties of a body that are drawn. A {@link Body} has them. */
export interface DrawableBody {
  /** Id of the body in the engine. */
  readonly id: number;
  /** Index of the body in the views (slot). */
  readonly slot: number;
  /** `static`, `kinematic` or `dynamic`. */
  readonly type: string;
  /** Mass in kg. */
  readonly mass: number;
  /** Centre of mass in the body's frame, in m. */
  readonly localCenter: Readonly<Vec2>;
  /**
   * The shapes. It must be the same list as long as type, mass and shapes are the same, because only a new list is read
   * again.
   */
  readonly shapes: Iterable<DrawableShape>;
  /** The axis-aligned bounding box of all shapes in the world, in m. */
  readonly aabb: { readonly min: Readonly<Vec2>; readonly max: Readonly<Vec2> };
  /** Any value of the caller's. */
  readonly userData?: unknown;
}

/** Arrays like those of {@link Views}. */
export interface DrawableViews {
  /** x, y, cos, sin of slot i at index 4 i. */
  readonly poses: Float32Array;
  /** vx, vy, w, 0 of slot i at index 4 i. */
  readonly velocities: Float32Array;
  /** Id of the body in slot i, 0 if it is free. */
  readonly slots: Uint32Array;
  /**
   * Rows of 12 numbers: x, y, nx, ny, separation, normal impulse, tangent impulse, slotA, slotB, shapeA, shapeB,
   * feature.
   */
  readonly contacts: Float32Array;
  /** Number of rows in `contacts`. */
  readonly contactViewCount: number;
}

/**
 * The properties of a joint that are drawn. Properties that its type does not have are undefined. Anchors and axis are
 * in the frames of the bodies; ground anchors and target are in the world.
 */
export interface DrawableJoint {
  /** Id of the joint in the engine. */
  readonly id: number;
  /** Type as in the definition: `revolute`, `weld` and so on. */
  readonly type: string;
  /** The first body; null only for a `target`. */
  readonly bodyA: { readonly slot: number } | null;
  /** The second body. */
  readonly bodyB: { readonly slot: number };
  /** Anchor in the frame of A, in m. */
  readonly localAnchorA?: Readonly<Vec2>;
  /** Anchor in the frame of B, in m. */
  readonly localAnchorB?: Readonly<Vec2>;
  /** Fixed point above A's end of a pulley in the world, in m. */
  readonly groundAnchorA?: Readonly<Vec2>;
  /** Fixed point above B's end of a pulley in the world, in m. */
  readonly groundAnchorB?: Readonly<Vec2>;
  /** Target of a target joint in the world, in m. */
  readonly target?: Readonly<Vec2>;
  /** Axis in the frame of A. */
  readonly localAxis?: Readonly<Vec2>;
  /** Angle of B minus angle of A at which the joint's angle is 0, in rad. */
  readonly referenceAngle?: number;
  /** Lower limit of the angle, in rad. */
  readonly lowerAngle?: number;
  /** Upper limit of the angle, in rad. */
  readonly upperAngle?: number;
  /** Lower limit of the translation, in m. */
  readonly lowerTranslation?: number;
  /** Upper limit of the translation, in m. */
  readonly upperTranslation?: number;
  /** Smallest distance, in m. */
  readonly minLength?: number;
  /** Largest distance, in m. */
  readonly maxLength?: number;
  /** Frequency of the spring in Hz, 0 for no spring. */
  readonly hertz?: number;
  /** Frequency of the angular spring in Hz, 0 for no spring. */
  readonly angularHertz?: number;
  /** Speed of the motor, in rad/s or m/s. */
  readonly motorSpeed?: number;
  /** Largest torque of the motor in N m, 0 for no motor. */
  readonly maxMotorTorque?: number;
  /** Factor of a gear or a pulley on side B. */
  readonly ratio?: number;
  /** Axis of A's displacement in a gear, or [0, 0] for the angle. */
  readonly axisA?: Readonly<Vec2>;
  /** Axis of B's displacement, like `axisA`. */
  readonly axisB?: Readonly<Vec2>;
}

/** The properties of a world that are drawn. A {@link World} has them. */
export interface DrawableWorld {
  /** Poses, velocities and contacts. */
  readonly views: DrawableViews;
  /** Gravity in m/s^2. */
  readonly gravity: Readonly<Vec2>;
  /** The joints. */
  readonly joints?: Iterable<DrawableJoint>;
  /** The awake bodies. */
  readonly awakeBodies: Iterable<{ readonly slot: number }>;
  /** The body in a slot of the views, or null. */
  bodyAtSlot(slot: number): DrawableBody | null;
  /** Poses between the last two steps: x, y, cos, sin per slot; `alpha` from 0 to 1. */
  interpolate(alpha: number, out?: Float32Array): Float32Array;
}
