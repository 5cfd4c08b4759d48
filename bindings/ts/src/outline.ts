// Corners of shapes, and the checks of a list of points before the engine computes its hull of at most eight corners.

import type { Geometry, Vec2 } from './types.js';

/** Of the extent: how deep a point lies in the hull of the others before the outline counts as concave. */
const kConcave = 0.005;
/** @internal Of the extent: a corner nearer to the line of its neighbours is none. The engine leaves out the same. */
export const kFlat = 1e-6;

/** @internal */
export const length = (a: Vec2, b: Vec2): number => Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2);
/** @internal The longer side of the box around points. */
export function extentOf(points: readonly Vec2[]): number {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}
/** @internal Twice the area of a triangle, > 0 where it is counter-clockwise. */
export const cross = (o: Vec2, a: Vec2, b: Vec2): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

/**
 * One side of the hull, of points from left to right: without those on the wrong side of the line, or within `flat` of
 * it.
 */
function chain(points: readonly Vec2[], flat: number): Vec2[] {
  const found: Vec2[] = [];
  for (const point of points) {
    for (let o = found.at(-2), a = found.at(-1); o && a; o = found.at(-2), a = found.at(-1)) {
      if (cross(o, a, point) > flat * length(o, point)) break;
      found.pop();
    }
    found.push(point);
  }
  found.pop();
  return found;
}

/** @internal The corners of the convex hull, counter-clockwise, and which point lies inside it, -1 for none. */
export function hullOf(points: readonly Vec2[]): { corners: readonly Vec2[]; inside: number } {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const extent = extentOf(points);
  const flat = kFlat * extent;
  const corners = [...chain(sorted, flat), ...chain(sorted.reverse(), flat)];
  const inside = points.findIndex((p) =>
    corners.every((a, i) => {
      const b = corners[(i + 1) % corners.length]!;
      return cross(a, b, p) > kConcave * extent * length(a, b);
    }),
  );
  return { corners, inside: corners.length < 3 ? -1 : inside };
}

const asVec = (v: unknown): Vec2 => v as Vec2; // getters give {x, y}

/** @internal Corners of a shape's form without the radius, counter-clockwise, in the body's frame. */
export function coreOf(geometry: Geometry): Vec2[] {
  switch (geometry.type) {
    case 'circle':
      return [asVec(geometry.center)];
    case 'box': {
      const { width, height, angle = 0 } = geometry;
      const [c, s, center] = [Math.cos(angle), Math.sin(angle), asVec(geometry.center)];
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]]; // prettier-ignore
      return corners.map(([i, k]) => {
        const [px, py] = [(i! * width) / 2, (k! * height) / 2];
        return { x: center.x + c * px - s * py, y: center.y + s * px + c * py };
      });
    }
    case 'polygon':
      return geometry.points.map(asVec);
    default:
      return [asVec(geometry.a), asVec(geometry.b)];
  }
}
