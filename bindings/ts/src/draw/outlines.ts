// Converts the shapes of a body once into numbers, which can be traced in each frame without access to objects.

import type { BoxGeometry, Geometry, Vec2, VecLike } from '../types.js';
import type { DrawableBody, DrawableWorld } from './drawable.js';

/** First number of a shape in an outline; what follows it is in the body's frame, metres. */
export const kCircle = 0; //  cx, cy, r
export const kPolygon = 1; // n, x1, y1 … xn, yn
export const kRounded = 2; // n, r, then the corners of the polygon whose sides are r further out
export const kCapsule = 3; // ax, ay, bx, by, r
export const kLine = 4; //    n, x1, y1 … xn, yn: open, never filled

export type BodyKind = 0 | 1 | 2;
export const kDynamic = 0;
export const kStatic = 1;
export const kKinematic = 2;

function toVec(vector: VecLike): Readonly<Vec2> {
  return 'x' in vector ? vector : { x: vector[0], y: vector[1] };
}

function pushPolygon(out: number[], points: readonly Readonly<Vec2>[], radius: number): void {
  if (radius <= 0) {
    out.push(kPolygon, points.length);
    for (const point of points) out.push(point.x, point.y);
    return;
  }
  // A corner moves along its bisector until both sides are `radius` out: p + r (m + n) / (1 + m.n), unit normals m and
  // n.
  out.push(kRounded, points.length, radius);
  const count = points.length;
  for (let i = 0; i < count; i++) {
    const before = points[(i + count - 1) % count];
    const here = points[i];
    const after = points[(i + 1) % count];
    const d1 = Math.hypot(here.x - before.x, here.y - before.y) || 1;
    const d2 = Math.hypot(after.x - here.x, after.y - here.y) || 1;
    const mx = (here.y - before.y) / d1;
    const my = (before.x - here.x) / d1;
    const nx = (after.y - here.y) / d2;
    const ny = (here.x - after.x) / d2;
    const scale = radius / (1 + mx * nx + my * ny);
    out.push(here.x + (mx + nx) * scale, here.y + (my + ny) * scale);
  }
}

function boxPoints(box: BoxGeometry): Vec2[] {
  const { x, y } = toVec(box.center ?? [0, 0]);
  const w = box.width / 2;
  const h = box.height / 2;
  const c = Math.cos(box.angle ?? 0);
  const s = Math.sin(box.angle ?? 0);
  const corner = (u: number, v: number): Vec2 => ({ x: x + c * u - s * v, y: y + s * u + c * v });
  return [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)];
}

function pushShape(out: number[], geometry: Geometry): void {
  switch (geometry.type) {
    case 'circle': {
      const { x, y } = toVec(geometry.center ?? [0, 0]);
      out.push(kCircle, x, y, geometry.radius);
      return;
    }
    case 'capsule': {
      const a = toVec(geometry.a);
      const b = toVec(geometry.b);
      out.push(kCapsule, a.x, a.y, b.x, b.y, geometry.radius);
      return;
    }
    case 'segment': {
      const a = toVec(geometry.a);
      const b = toVec(geometry.b);
      out.push(kLine, 2, a.x, a.y, b.x, b.y);
      return;
    }
    case 'box':
      pushPolygon(out, boxPoints(geometry), geometry.radius ?? 0);
      return;
    case 'polygon':
      pushPolygon(out, geometry.points.map(toVec), geometry.radius ?? 0);
  }
}

/** Calls `far` with each corner of an outline, 0 metres round, and each centre of an arc, as round as it is. */
function eachPoint(outline: Float32Array, far: (x: number, y: number, r: number) => void): void {
  for (let i = 0; i < outline.length;) {
    const op = outline[i];
    if (op === kCircle) {
      far(outline[i + 1], outline[i + 2], outline[i + 3]);
      i += 4;
    } else if (op === kCapsule) {
      far(outline[i + 1], outline[i + 2], outline[i + 5]);
      far(outline[i + 3], outline[i + 4], outline[i + 5]);
      i += 6;
    } else {
      const first = i + (op === kRounded ? 3 : 2);
      const end = first + 2 * outline[i + 1];
      for (let k = first; k < end; k += 2) far(outline[k], outline[k + 1], 0);
      i = end;
    }
  }
}

/** Largest distance of an outline from a point of the body. */
function reachOf(outline: Float32Array, x: number, y: number): number {
  let reach = 0;
  eachPoint(outline, (u, v, r) => (reach = Math.max(reach, Math.hypot(u - x, v - y) + r)));
  return reach;
}

/** Half of how large a body is, wherever its origin lies: its reach from the middle of its bounds. */
function sizeOf(outline: Float32Array): number {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  eachPoint(outline, (u, v, r) => {
    left = Math.min(left, u - r);
    right = Math.max(right, u + r);
    low = Math.min(low, v - r);
    high = Math.max(high, v + r);
  });
  return left > right ? 0 : reachOf(outline, (left + right) / 2, (low + high) / 2);
}

/** The outlines of one world's bodies by slot. */
export class Outlines {
  ids = new Uint32Array(0);
  kinds = new Uint8Array(0);
  sensors = new Uint8Array(0);
  /** 1 for a body of several shapes. */
  compounds = new Uint8Array(0);
  /** Which of the theme's body colours, before the modulus. */
  tints = new Uint32Array(0);
  /** How far a body reaches from its origin, m. */
  reaches = new Float32Array(0);
  /** How far it reaches from its middle, m. */
  sizes = new Float32Array(0);
  /** Centre of mass in the body's frame, x and y of slot i at 2 i. */
  centers = new Float32Array(0);
  masses = new Float32Array(0);
  shapes: Float32Array[] = [];
  /** The list of shapes that was read last. */
  #lists: unknown[] = [];

  /**
   * Reads bodies that are new or give another list of shapes, which they do after any change of what is drawn of them;
   * `tint` is called for all, and `invalid` makes the error for a result that is no index.
   */
  refresh(
    world: DrawableWorld,
    tint?: (body: DrawableBody) => number,
    invalid?: (path: string, value: unknown, expected: string) => Error,
  ): void {
    const slots = world.views.slots;
    this.#reserve(slots.length);
    for (let slot = 0; slot < slots.length; slot++) {
      const id = slots[slot];
      const body = id === 0 ? null : world.bodyAtSlot(slot);
      const shapes = body?.shapes;
      if (id !== this.ids[slot] || shapes !== this.#lists[slot]) {
        this.ids[slot] = id;
        this.#lists[slot] = shapes;
        this.#read(slot, body);
      }
      if (!body) continue;
      // Knuth's multiplicative hash: neighbours in the order of creation get different colours.
      const index = tint ? tint(body) : Math.imul(slot, 0x9e3779b1) >>> 29;
      this.tints[slot] = index;
      if (this.tints[slot] !== index && invalid)
        throw invalid('tint', index, 'a function that returns a whole number >= 0');
    }
  }

  #reserve(count: number): void {
    if (this.ids.length >= count) return;
    const size = Math.max(64, count, this.ids.length * 2);
    const grow = <T extends Uint8Array | Uint32Array | Float32Array>(old: T, length = size): T => {
      const next = new (old.constructor as new (length: number) => T)(length);
      next.set(old);
      return next;
    };
    this.ids = grow(this.ids);
    this.kinds = grow(this.kinds);
    this.sensors = grow(this.sensors);
    this.compounds = grow(this.compounds);
    this.tints = grow(this.tints);
    this.reaches = grow(this.reaches);
    this.sizes = grow(this.sizes);
    this.centers = grow(this.centers, 2 * size);
    this.masses = grow(this.masses);
  }

  #read(slot: number, body: DrawableBody | null): void {
    if (!body) {
      this.shapes[slot] = new Float32Array(0);
      return;
    }
    const outline: number[] = [];
    let sensor = 0;
    let count = 0;
    for (const shape of body.shapes) {
      count++;
      pushShape(outline, shape.geometry);
      if (shape.sensor) sensor = 1;
    }
    this.shapes[slot] = Float32Array.from(outline);
    this.sensors[slot] = sensor;
    this.compounds[slot] = Number(count > 1);
    this.kinds[slot] = body.type === 'static' ? kStatic : body.type === 'kinematic' ? kKinematic : kDynamic;
    this.reaches[slot] = reachOf(this.shapes[slot], 0, 0);
    this.sizes[slot] = sizeOf(this.shapes[slot]);
    this.centers[2 * slot] = body.localCenter.x;
    this.centers[2 * slot + 1] = body.localCenter.y;
    this.masses[slot] = body.mass;
  }
}

const cache = new WeakMap<DrawableWorld, Outlines>();

export function outlinesOf(world: DrawableWorld): Outlines {
  let outlines = cache.get(world);
  if (!outlines) cache.set(world, (outlines = new Outlines()));
  return outlines;
}
