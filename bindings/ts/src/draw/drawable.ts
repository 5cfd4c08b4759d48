// What the renderer asks of a world: the public API and nothing behind it, so that a test or another engine may stand in.

export interface DrawablePoint {
  readonly x: number;
  readonly y: number;
}

/** A shape in its body's frame, metres. Which fields are present depends on `type`. */
export interface DrawableShape {
  readonly type: string;
  readonly sensor?: boolean;
  readonly radius?: number;
  readonly center?: DrawablePoint;
  readonly width?: number;
  readonly height?: number;
  readonly angle?: number;
  readonly a?: DrawablePoint;
  readonly b?: DrawablePoint;
  readonly points?: readonly DrawablePoint[];
  readonly loop?: boolean;
}

export interface DrawableBody {
  readonly id: number;
  readonly slot: number;
  readonly type: string;
  readonly mass: number;
  readonly localCenter: DrawablePoint;
  readonly shapes: Iterable<DrawableShape>;
  readonly aabb: { readonly min: DrawablePoint; readonly max: DrawablePoint };
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
  readonly gravity: DrawablePoint;
  readonly awakeBodies: Iterable<{ readonly slot: number }>;
  bodyAtSlot(slot: number): DrawableBody | null;
  interpolate(alpha: number, out?: Float32Array): Float32Array;
}
