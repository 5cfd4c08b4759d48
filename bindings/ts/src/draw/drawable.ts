// What the renderer asks of a world: the public API and nothing behind it, so that a test or another engine may stand in.

import type { Geometry, Vec2 } from '../types.js';

export interface DrawableShape {
  readonly sensor: boolean;
  /** In the body's frame, metres. */
  readonly geometry: Geometry;
}

export interface DrawableBody {
  readonly id: number;
  readonly slot: number;
  readonly type: string;
  readonly mass: number;
  readonly localCenter: Readonly<Vec2>;
  readonly shapes: Iterable<DrawableShape>;
  readonly aabb: { readonly min: Readonly<Vec2>; readonly max: Readonly<Vec2> };
  readonly userData?: unknown;
}

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

export interface DrawableWorld {
  readonly views: DrawableViews;
  readonly gravity: Readonly<Vec2>;
  readonly awakeBodies: Iterable<{ readonly slot: number }>;
  bodyAtSlot(slot: number): DrawableBody | null;
  interpolate(alpha: number, out?: Float32Array): Float32Array;
}
