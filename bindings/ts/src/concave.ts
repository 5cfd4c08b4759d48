// Splits a simple outline into convex parts. Ear clipping gives triangles, which are merged while the result is convex
// (Hertel and Mehlhorn 1983). There are at most four times as many parts as needed.

import { cross, extentOf, kFlat, length } from './outline.js';
import type { Vec2 } from './types.js';

const kMaxPoints = 8;
/** m: how far `b` is to the right of the line from a to c; the corner is convex where > 0. */
const bulge = (a: Vec2, b: Vec2, c: Vec2): number => cross(a, b, c) / (length(a, c) || 1);

/** Have the lines from a to b and from c to d a point in common? */
function meet(a: Vec2, b: Vec2, c: Vec2, d: Vec2): boolean {
  const [c1, c2, c3, c4] = [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)];
  if (c1 * c2 > 0 || c3 * c4 > 0) return false;
  if (c1 !== 0 || c2 !== 0 || c3 !== 0 || c4 !== 0) return true;
  const apart = (k: 'x' | 'y'): boolean =>
    Math.max(a[k], b[k]) < Math.min(c[k], d[k]) || Math.max(c[k], d[k]) < Math.min(a[k], b[k]);
  return !apart('x') && !apart('y'); // on one line
}

/**
 * @internal Which point begins an edge that meets another edge; -1 where the outline is simple. No edge has length 0.
 */
export function tangled(points: readonly Vec2[]): number {
  const n = points.length;
  const at = (i: number): Vec2 => points[i % n]!;
  for (let i = 0; i < n; i++) {
    for (let k = i + 2; k < n - (i === 0 ? 1 : 0); k++) if (meet(at(i), at(i + 1), at(k), at(k + 1))) return k;
    // Back on its own way
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    if (cross(a, b, c) === 0 && (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0) return i;
  }
  return -1;
}

/**
 * The triangles, by the places of their corners: of the ears that hold no other point the one whose smallest angle is
 * greatest.
 */
function triangles(points: readonly Vec2[]): number[][] {
  const left = points.map((_, i) => i);
  const found: number[][] = [];
  while (left.length > 3) {
    let best = -1;
    let most = -Infinity;
    for (let i = 0; i < left.length; i++) {
      const ear = [left.at(i - 1)!, left[i]!, left[(i + 1) % left.length]!];
      const [a, b, c] = ear.map((k) => points[k]!) as [Vec2, Vec2, Vec2];
      const area = cross(a, b, c);
      const [ab, bc, ca] = [length(a, b), length(b, c), length(c, a)];
      // Twice the area by the two longest sides is the sine of the smallest angle.
      const quality = (area * Math.min(ab, bc, ca)) / (ab * bc * ca);
      if (!(area > 0) || quality <= most) continue;
      const holds = (p: Vec2): boolean => cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0;
      if (left.some((k) => !ear.includes(k) && holds(points[k]!))) continue;
      best = i;
      most = quality;
    }
    if (best < 0) best = flattest(left, points);
    else found.push([left.at(best - 1)!, left[best]!, left[(best + 1) % left.length]!]);
    left.splice(best, 1);
  }
  found.push(left);
  return found;
}
/**
 * If no ear can be clipped, the rest is flat to the last bit. Returns the point nearest to the line of its neighbours,
 * to be dropped.
 */
function flattest(left: readonly number[], points: readonly Vec2[]): number {
  const at = (i: number): Vec2 => points[left.at(i % left.length)!]!;
  const heights = left.map((_, i) => Math.abs(bulge(at(i - 1 + left.length), at(i), at(i + 1))));
  return heights.indexOf(Math.min(...heights));
}

/** @internal Convex parts of at most eight corners, counter-clockwise, of a simple outline. */
export function convexParts(outline: readonly Vec2[]): Vec2[][] {
  const flat = kFlat * extentOf(outline);
  const n = outline.length;
  const points = outline.filter((p, i) => Math.abs(bulge(outline.at(i - 1)!, p, outline[(i + 1) % n]!)) > flat);
  if (points.length < 3) return [];
  const area = points.reduce((sum, p, i) => sum + cross(points[0]!, points.at(i - 1)!, p), 0);
  if (area < 0) points.reverse();

  const parts = triangles(points);
  const convex = (part: readonly number[]): boolean =>
    part.every((k, i) => bulge(points[part.at(i - 1)!]!, points[k]!, points[part[(i + 1) % part.length]!]!) > flat);
  /** Two parts merged along their common edge. Undefined if they have none, or if the result is not convex. */
  const joined = (a: readonly number[], b: readonly number[]): number[] | undefined => {
    if (a.length + b.length - 2 > kMaxPoints) return undefined;
    for (let i = 0; i < a.length; i++) {
      const from = b.indexOf(a[(i + 1) % a.length]!);
      if (from < 0 || b[(from + 1) % b.length] !== a[i]) continue;
      const rest = Array.from({ length: b.length - 2 }, (_, k) => b[(from + 2 + k) % b.length]!);
      const both = [...a.slice(0, i + 1), ...rest, ...a.slice(i + 1)];
      return convex(both) ? both : undefined;
    }
    return undefined;
  };
  for (let i = 0; i < parts.length; i++) {
    for (let k = i + 1; k < parts.length; k++) {
      const both = joined(parts[i]!, parts[k]!);
      if (!both) continue;
      parts[i] = both;
      parts.splice(k, 1);
      k = i; // what did not fit before may fit now
    }
  }
  return parts.filter(convex).map((part) => part.map((k) => points[k]!));
}
