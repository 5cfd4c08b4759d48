// An explosion: an impulse on each body, which depends on its exposed width and its distance. Both are those of the
// union of its shapes, so they do not depend on how a body is divided into shapes.

import type { Body } from './body.js';
import { invalid } from './errors.js';
import { coreOf } from './outline.js';
import { storedGeometry, type Shape } from './shape.js';
import type { QueryFilter, Vec2, VecLike } from './types.js';
import { finite, keys, notNegative, real } from './validate.js';
import type { World } from './world.js';

/** The argument of {@link World.explode}. */
export interface ExplodeOptions {
  /** Centre of the explosion in the world, in m. */
  position: VecLike;
  /** Distance in m, >= 0, within which the impulse is full. */
  radius: number;
  /** Further distance in m, >= 0, over which the impulse decreases to 0. Default 0. */
  falloff?: number;
  /** Impulse in N s per metre of exposed width, away from the centre, any finite number. A negative impulse pulls. */
  impulse: number;
  /** Which shapes are exposed. Default all. */
  filter?: QueryFilter;
}

/** The point of a convex outline nearest to `p`; `p` itself if it is inside. */
function nearest(corners: readonly Vec2[], p: Vec2): Vec2 {
  let best = corners[0]!;
  let least = Infinity;
  let inside = corners.length > 2;
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const along = (p.x - a.x) * dx + (p.y - a.y) * dy;
    const t = Math.min(Math.max(along / (dx * dx + dy * dy || 1), 0), 1);
    const q = { x: a.x + t * dx, y: a.y + t * dy };
    const gap = (p.x - q.x) ** 2 + (p.y - q.y) ** 2;
    if (gap < least) [least, best] = [gap, q];
    inside &&= dx * (p.y - a.y) - dy * (p.x - a.x) >= 0;
  });
  return inside ? p : best;
}

/** The part of a convex outline on the side of `p` to which `n` points. */
function ahead(corners: readonly Vec2[], p: Vec2, n: Vec2): Vec2[] {
  const along = (c: Vec2): number => (c.x - p.x) * n.x + (c.y - p.y) * n.y;
  return corners.flatMap((a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    const [from, to] = [along(a), along(b)];
    const kept = from < 0 ? [] : [a];
    const t = from / (from - to);
    return from * to < 0 ? [...kept, { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) }] : kept;
  });
}

/** Length of the union of intervals. */
function covered(spans: [number, number][]): number {
  let sum = 0;
  let end = -Infinity;
  for (const [low, high] of spans.sort((a, b) => a[0] - b[0])) {
    sum += Math.max(high - Math.max(low, end), 0);
    end = Math.max(end, high);
  }
  return sum;
}

const kMost = 3e38; // of single precision

/** @internal */
export function explode(world: World, options: ExplodeOptions): void {
  keys(options, '', ['position', 'radius', 'falloff', 'impulse', 'filter']);
  const { position, filter, falloff = 0 } = options;
  const [px, py] = finite(position, 'position');
  const radius = notNegative(options.radius, 'radius');
  notNegative(falloff, 'falloff');
  const impulse = real(options.impulse, 'impulse');
  const p = { x: px, y: py };
  const reach = radius + falloff;
  const around = (x: number, y: number, r: number): Shape[] =>
    world.overlap({ aabb: { min: [x - r, y - r], max: [x + r, y + r] }, filter });
  const near = new Set(around(px, py, reach));
  const pushes: (() => void)[] = [];
  for (const body of new Set([...near].map((shape) => shape.body))) {
    if (body.type !== 'dynamic') continue;
    // All its shapes that the filter accepts: those out of reach widen it too. A segment may not touch a box without
    // area around it, by rounding.
    const { min, max } = body.aabb;
    const here = around((min.x + max.x) / 2, (min.y + max.y) / 2, max.x - min.x + max.y - min.y);
    const shapes = body.shapes.filter((shape) => near.has(shape) || here.includes(shape));
    const push = pushOf(body, shapes, p, reach, (gap) => impulse * (gap <= radius ? 1 : (reach - gap) / falloff));
    if (push === 'overflow') throw invalid('impulse', impulse, 'so small that no body gets more than 3e38 N s');
    pushes.push(push);
  }
  for (const push of pushes) push();
}

/** What pushes a body with the impulse that `strength` gives per metre, at a gap of up to `reach`. */
function pushOf(
  body: Body,
  shapes: Shape[],
  p: Vec2,
  reach: number,
  strength: (gap: number) => number,
): (() => void) | 'overflow' {
  const parts = shapes.map((shape) => {
    // As the engine has it: no cosine, which is not the same on every machine, and the same after a restore.
    const geometry = storedGeometry(shape);
    const corners = coreOf(geometry).map((point) => body.worldPoint(point));
    const skin = 'radius' in geometry ? (geometry.radius ?? 0) : 0;
    const q = nearest(corners, p);
    // Square roots are the same on every machine, hypot is not.
    const core = Math.sqrt((q.x - p.x) ** 2 + (q.y - p.y) ** 2);
    return { corners, skin, q, core };
  });
  const { q, skin, core } = parts.reduce((a, b) => (b.core - b.skin < a.core - a.skin ? b : a));
  const gap = Math.max(core - skin, 0);
  const c = body.worldCenter;
  // Within the rounding of a seam between two shapes the point is in neither.
  const { min, max } = body.aabb;
  const outside = core > 1e-6 * (max.x - min.x + max.y - min.y);
  const to = outside ? q : c;
  const [dx, dy] = [to.x - p.x, to.y - p.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  // Out of reach, or right in its centre: no direction is better than another.
  if (gap > reach || length === 0) return () => {};
  const n = { x: dx / length, y: dy / length };
  const spans = parts.flatMap((part): [number, number][] => {
    const across = (outside ? ahead(part.corners, p, n) : part.corners).map((v) => v.y * n.x - v.x * n.y);
    return across.length > 0 ? [[Math.min(...across) - part.skin, Math.max(...across) + part.skin]] : [];
  });
  const j = strength(gap) * covered(spans);
  const at = outside ? { x: q.x - skin * n.x, y: q.y - skin * n.y } : c;
  // Refused before anything is pushed; the moment about the centre of mass counts too.
  if (!(Math.abs(j) * (1 + Math.abs(at.x - c.x) + Math.abs(at.y - c.y)) < kMost)) return 'overflow';
  return () => body.applyImpulse([j * n.x, j * n.y], at);
}
