// An explosion: an impulse on each body, which depends on its exposed width and its distance.

import { invalid } from './errors.js';
import { coreOf } from './outline.js';
import type { QueryFilter, Vec2, VecLike } from './types.js';
import { finite, keys, notNegative } from './validate.js';
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
  /** Which shapes are pushed. Default all. */
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

const kMost = 3e38; // of single precision

/** @internal */
export function explode(world: World, options: ExplodeOptions): void {
  keys(options, '', ['position', 'radius', 'falloff', 'impulse', 'filter']);
  const { position, impulse, filter } = options;
  const radius = notNegative(options.radius, 'radius');
  const falloff = notNegative(options.falloff ?? 0, 'falloff');
  const [px, py] = finite(position, 'position');
  if (!Number.isFinite(impulse)) throw invalid('impulse', impulse, 'a finite number');
  const p = { x: px, y: py };
  const reach = radius + falloff;
  const aabb = { min: [p.x - reach, p.y - reach], max: [p.x + reach, p.y + reach] } as const;
  const pushes: (() => void)[] = [];
  for (const shape of world.overlap(filter === undefined ? { aabb } : { aabb, filter })) {
    const { body } = shape;
    if (body.type !== 'dynamic' || shape.sensor) continue;
    const corners = coreOf(shape.geometry).map((point) => body.worldPoint(point));
    const skin = shape.radius ?? 0;
    const q = nearest(corners, p);
    // Square roots are the same on every machine, hypot is not.
    const core = Math.sqrt((q.x - p.x) ** 2 + (q.y - p.y) ** 2);
    const gap = Math.max(core - skin, 0);
    if (gap > reach) continue;
    const to = core > 0 ? q : body.worldCenter;
    const [dx, dy] = [to.x - p.x, to.y - p.y];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) continue; // right in its centre: no direction is better than another
    const n = { x: dx / length, y: dy / length };
    const across = corners.map((c) => c.y * n.x - c.x * n.y);
    const width = Math.max(...across) - Math.min(...across) + 2 * skin;
    const j = impulse * width * (gap <= radius ? 1 : (reach - gap) / falloff);
    const c = body.worldCenter;
    const at = core > 0 ? { x: q.x - skin * n.x, y: q.y - skin * n.y } : c;
    // Refused before anything is pushed; the moment about the centre of mass counts too.
    if (!(Math.abs(j) * (1 + Math.abs(at.x - c.x) + Math.abs(at.y - c.y)) < kMost))
      throw invalid('impulse', impulse, 'so small that no body gets more than 3e38 N s');
    pushes.push(() => body.applyImpulse([j * n.x, j * n.y], at));
  }
  for (const push of pushes) push();
}
