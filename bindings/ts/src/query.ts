// Questions about space.

import type { Body } from './body.js';
import { invalid } from './errors.js';
import { exchange, native, refuse } from './native.js';
import type { Shape } from './shape.js';
import type { Store } from './store.js';
import type { QueryFilter, Vec2, VecLike } from './types.js';
import { bits, checkDefinition, checkVector, keys, x, y } from './validate.js';

/** What {@link World.raycast} takes. */
export interface RaycastOptions {
  /** m, where the ray starts. */
  from: VecLike;
  /** m, where it ends. */
  to: VecLike;
  /** Which shapes it sees. Default all. */
  filter?: QueryFilter;
}

/** Where a ray met a shape. */
export interface RayHit {
  body: Body;
  shape: Shape;
  /** m, world. */
  point: Vec2;
  /** Unit, out of the shape; `(0, 0)` where the ray starts inside. */
  normal: Vec2;
  /** 0 at `from`, 1 at `to`. */
  fraction: number;
}

/** What {@link World.overlap} takes: a point, or an axis-aligned box. */
export type OverlapOptions = ({ point: VecLike } | { aabb: { min: VecLike; max: VecLike } }) & {
  /** Which shapes are seen. Default all. */
  filter?: QueryFilter;
};

// Mirrors write_hit in bindings/embind/query.cpp.
const kHitFields = 7;
const kRayFloats = 4;
const kRowFloats = 7;

function filterOf(filter: QueryFilter | undefined): [category: number, mask: number] {
  if (filter !== undefined) keys(filter, 'filter', ['category', 'mask']);
  const { category = 0xffffffff, mask = 0xffffffff } = filter ?? {};
  return [bits(category, 'filter.category'), bits(mask, 'filter.mask')];
}

type Ray = [x1: number, y1: number, x2: number, y2: number, category: number, mask: number];
function rayOf(options: RaycastOptions): Ray {
  keys(options, '', ['from', 'to', 'filter']);
  const { from, to, filter } = options;
  const [x1, y1] = [x(from), y(from)];
  const [x2, y2] = [x(to), y(to)];
  return [x1, y1, x2, y2, ...filterOf(filter)];
}

function hitAt(store: Store, row: Float64Array, i: number): RayHit {
  return {
    body: store.bodies.alive(row[i + 1]!)!,
    shape: store.shapes.alive(row[i]!)!,
    point: { x: row[i + 2]!, y: row[i + 3]! },
    normal: { x: row[i + 4]!, y: row[i + 5]! },
    fraction: row[i + 6]!,
  };
}

/** @internal */
export function raycast(store: Store, options: RaycastOptions): RayHit | null {
  const world = store.live();
  checkDefinition(native().raycast(world, ...rayOf(options)), options);
  const hit = exchange(kHitFields);
  return hit[0] === 0 ? null : hitAt(store, hit, 0);
}

/** @internal */
export function raycastAll(store: Store, options: RaycastOptions): RayHit[] {
  const total = native().raycastAll(store.live(), ...rayOf(options));
  if (total < 0) checkDefinition(kRefused, options);
  const rows = exchange(total * kHitFields);
  return Array.from({ length: total }, (_, i) => hitAt(store, rows, i * kHitFields));
}

/** @internal */
export function raycasts(store: Store, rays: Float32Array, out?: Float32Array, filter?: QueryFilter): Float32Array {
  const world = store.live();
  if (!(rays instanceof Float32Array) || rays.length % kRayFloats !== 0) {
    throw invalid('rays', rays, 'a Float32Array of four numbers a ray');
  }
  const total = rays.length / kRayFloats;
  const answer = out ?? new Float32Array(total * kRowFloats);
  if (!(answer instanceof Float32Array) || answer.length < total * kRowFloats) {
    throw invalid('out', out, `a Float32Array of at least ${total * kRowFloats} numbers`);
  }
  const mask = filterOf(filter);
  if (total === 0) return answer;
  const room = exchange(total * kRayFloats);
  new Float32Array(room.buffer, room.byteOffset).set(rays, total * kRayFloats);
  const refused = native().raycasts(world, total, ...mask);
  if (refused >= 0) refuse(kRefused, `rays[${refused}]`, rays.slice(refused * kRayFloats, (refused + 1) * kRayFloats));
  const found = exchange(total * kRayFloats);
  answer.set(new Float32Array(found.buffer, found.byteOffset, total * kRowFloats));
  return answer;
}

/** @internal */
export function overlap(store: Store, options: OverlapOptions): Shape[] {
  const world = store.live();
  keys(options, '', ['point', 'aabb', 'filter']);
  if ('point' in options === 'aabb' in options)
    throw invalid('options', options, 'an object with either a point or an aabb');
  const mask = filterOf(options.filter);
  let total: number;
  if ('point' in options) {
    const point = options.point ?? null;
    total = native().overlapPoint(world, x(point), y(point), ...mask);
  } else {
    keys(options.aabb, 'aabb', ['min', 'max']);
    const { min, max } = options.aabb;
    checkVector(min, 'aabb.min');
    checkVector(max, 'aabb.max');
    total = native().overlapAabb(world, x(min), y(min), x(max), y(max), ...mask);
  }
  if (total < 0) checkDefinition(kRefused, options);
  const ids = exchange(total);
  return Array.from({ length: total }, (_, i) => store.shapes.alive(ids[i]!)!);
}

const kRefused = 1;
