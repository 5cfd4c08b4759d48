// Spatial queries.

import { Body } from './body.js';
import { formField, kShapeFields } from './definitions.js';
import { PhysicsError, invalid } from './errors.js';
import { RecordWriter, exchange, native, refuse } from './native.js';
import { ShapeBase, type Shape } from './shape.js';
import type { Store } from './store.js';
import type { Geometry, QueryFilter, ShapeOptions, Vec2, VecLike } from './types.js';
import {
  bits,
  callable,
  checkDefinition,
  fill,
  finite,
  flag,
  given,
  is,
  isArray,
  isTyped,
  keys,
  number,
  real,
  unfit,
  x,
  y,
} from './validate.js';

/** Options of all queries: which shapes a query finds. */
export interface QueryOptions<UserData = unknown> {
  /** Filter by category and mask. Default all. */
  filter?: QueryFilter | undefined;
  /** Bodies and shapes of this world to ignore. Destroyed ones have no effect. Default none. */
  except?: Body | Shape | readonly (Body | Shape)[] | undefined;
  /** Whether the query finds sensors too. Default false. */
  sensors?: boolean | undefined;
  /**
   * Your own test, called for each shape that the query would return, in the order of distance, until the result is
   * known. A shape for which it returns false is skipped. It may call methods of the world. It is slower than the other
   * options, which the engine applies itself. Default: all shapes.
   */
  where?: ((shape: Shape<UserData>) => boolean) | undefined;
}

/** The argument of {@link World.raycast}. */
export interface RaycastOptions<UserData = unknown> extends QueryOptions<UserData> {
  /** Start of the ray in the world, in m. */
  from: VecLike;
  /** End of the ray in the world, in m. */
  to: VecLike;
}

/** A shape that a ray hit. */
export interface RayHit {
  /** The body of the shape. */
  body: Body;
  /** The shape. */
  shape: Shape;
  /** Point of the hit in the world, in m. */
  point: Vec2;
  /** Unit normal, pointing out of the shape; `(0, 0)` if the ray starts inside. */
  normal: Vec2;
  /** Fraction of the path at the hit: 0 at `from`, 1 at `to`. */
  fraction: number;
}

/** A straight path of a shape, with a uniform rotation about its origin. */
export interface ShapePath {
  /** Position of the shape's origin at the start, in m. */
  from: VecLike;
  /** Position of the shape's origin at the end, in m. */
  to: VecLike;
  /** Angle at the start in rad, any finite number. Default 0. */
  angle?: number | undefined;
  /** Angle at the end in rad, any finite number; it may differ by more than a full turn. Default `angle`. */
  angleTo?: number | undefined;
}

/**
 * A shape of a query: a definition as in {@link Body.createShape}, or a shape. Only the geometry is used. The types
 * `chain` and `concave`, which stand for several shapes, are not accepted: query each of their shapes. A shape may be
 * of any world. A destroyed one throws `DESTROYED`.
 */
export type QueryShape = (Geometry & ShapeOptions) | Shape;

/** The argument of {@link World.shapeCast}. */
export interface ShapeCastOptions<UserData = unknown> extends ShapePath, QueryOptions<UserData> {
  /** The shape that moves: a definition of one shape, or a shape. */
  shape: QueryShape;
}

/** A shape that a moved shape hit. */
export interface ShapeCastHit extends RayHit {
  /** Point on the hit shape in the world, in m. For parallel faces it is the middle of their common part. */
  point: Vec2;
  /** Unit normal, pointing out of the hit shape. */
  normal: Vec2;
  /**
   * Whether the shapes overlap at the start. Then `fraction` is 0 and `normal` is the direction of least penetration.
   */
  startsInside: boolean;
}

/** The argument of {@link World.closest}. */
export interface ClosestOptions<UserData = unknown> extends QueryOptions<UserData> {
  /** Point in the world, in m. */
  point: VecLike;
  /** Largest distance in m, >= 0. Default Infinity. */
  maxDistance?: number | undefined;
}

/** The shape nearest to a point. */
export interface ClosestHit {
  /** The body of the shape. */
  body: Body;
  /** The nearest shape. */
  shape: Shape;
  /** Nearest point on the shape's surface in the world, in m. */
  point: Vec2;
  /** Unit normal at `point`, pointing out of the shape. */
  normal: Vec2;
  /** Distance from the point to the surface in m; negative if the point is inside. */
  distance: number;
}

/** The argument of {@link World.overlap}: a shape and its pose, an axis-aligned box, or a point. */
export type OverlapOptions<UserData = unknown> = QueryOptions<UserData> &
  (
    | {
        /** A definition of one shape, or a shape. */
        shape: QueryShape;
        /** Position of the shape's origin in the world, in m. */
        position: VecLike;
        /** Angle in rad, any finite number. Default 0. */
        angle?: number | undefined;
        aabb?: never;
        point?: never;
      }
    | {
        /** An axis-aligned box in the world in m, with `min` <= `max` on both axes. */
        aabb: { min: VecLike; max: VecLike };
        point?: never;
      }
    | {
        /** A point in the world, in m. */
        point: VecLike;
        aabb?: never;
      }
  );

/** Pose of a shape, for {@link shapeDistance}. */
export interface ShapePose {
  /** Position of the shape's origin, in m. */
  position: VecLike;
  /** Angle in rad, any finite number. Default 0. */
  angle?: number | undefined;
}

/** The result of {@link shapeDistance}. */
export interface ShapeGap {
  /** Distance in m. For overlapping shapes it is minus the penetration depth. */
  distance: number;
  /** Unit normal from A to B. */
  normal: Vec2;
  /**
   * The point on A's surface that is nearest to B or deepest in B, in m. For parallel faces it is the middle of their
   * common part.
   */
  pointA: Vec2;
  /** The corresponding point on B's surface, in m. */
  pointB: Vec2;
}

/** The result of {@link timeOfImpact}. */
export interface ImpactTime {
  /** Fraction of both paths at the impact: 0 at the start, 1 at the end. */
  fraction: number;
  /** Point of the impact on B, in m. */
  point: Vec2;
  /** Unit normal, pointing out of B. */
  normal: Vec2;
  /**
   * Whether the shapes overlap at the start. Then `fraction` is 0 and `normal` is the direction of least penetration.
   */
  startsInside: boolean;
}

// Mirrors write_hits in bindings/embind/query.cpp.
const kHitFields = 8;
const kRayFloats = 4;
const kRowFloats = 7;
const kPathFields = 6;
const kQuery = ['filter', 'except', 'sensors', 'where'] as const;
const kPath = ['from', 'to', 'angle', 'angleTo'] as const;
const kRayKeys = [...kQuery, 'from', 'to'];
const kCastKeys = [...kQuery, ...kPath, 'shape'];
const kClosestKeys = [...kQuery, 'point', 'maxDistance'];
const kRefused = 1;
const kAll = 0xffffffff;

type Where = QueryOptions['where'];

/** Does the engine's filter let all through but sensors? */
let plain = true;

/** Sets the filter of the next call of the engine. No code of the caller runs between the two calls. */
function look(store: Store, { filter, except, sensors = false, where }: QueryOptions): Where {
  if (filter !== undefined) keys(filter, 'filter', ['category', 'mask']);
  const category = filter?.category === undefined ? kAll : bits(filter.category, 'filter.category');
  const mask = filter?.mask === undefined ? kAll : bits(filter.mask, 'filter.mask');
  flag(sensors, 'sensors');
  if (where !== undefined) callable(where, 'where');
  const isPlain = category === kAll && mask === kAll && !sensors && except === undefined;
  if (isPlain && plain) return where;
  const bodies: number[] = [];
  const shapes: number[] = [];
  for (const one of except === undefined ? [] : isArray(except) ? except : [except]) {
    const body: unknown = is(one, ShapeBase) ? one.body : one;
    if (!is(body, Body) || body.world !== store.world)
      throw invalid('except', except, 'a body or shape of this world, or a list of them');
    const { id, destroyed } = one as Body | Shape;
    if (!destroyed) (one === body ? bodies : shapes).push(id); // else a live one may have its id
  }
  exchange(bodies.length + shapes.length).set([...bodies, ...shapes]);
  native().queryFilter(category, mask, sensors, bodies.length, shapes.length);
  plain = isPlain;
  return where;
}

function hitAt(store: Store, rows: Float64Array, i: number): RayHit {
  return {
    body: store.bodies.alive(rows[i + 1]!)!,
    shape: store.shapes.alive(rows[i]!)!,
    point: { x: rows[i + 2]!, y: rows[i + 3]! },
    normal: { x: rows[i + 4]!, y: rows[i + 5]! },
    fraction: rows[i + 6]!,
  };
}

function castHitAt(store: Store, rows: Float64Array, i: number): ShapeCastHit {
  return Object.assign(hitAt(store, rows, i), { startsInside: rows[i + 7] === 1 });
}

function closestAt(store: Store, rows: Float64Array, i: number): ClosestHit {
  const { fraction: distance, ...hit } = hitAt(store, rows, i);
  return { ...hit, distance };
}

type At<Hit> = (store: Store, rows: Float64Array, i: number) => Hit;

function all<Hit extends { shape: Shape }>(store: Store, total: number, at: At<Hit>, where: Where): Hit[] {
  const rows = exchange(total * kHitFields);
  const hits: Hit[] = [];
  for (let i = 0; i < total; i++) hits.push(at(store, rows, i * kHitFields));
  return where ? hits.filter(({ shape }) => where(shape)) : hits;
}

/** Of all, where there is a `where`, or of the one that the engine chose. */
function first<Hit extends { shape: Shape }>(store: Store, total: number, at: At<Hit>, where: Where): Hit | null {
  if (total === 0) return null;
  if (!where) return at(store, exchange(kHitFields), 0);
  return all(store, total, at, undefined).find(({ shape }) => where(shape)) ?? null;
}

/** Returns a count, or throws for an error code. */
function counted(total: number, options: object, prefix = ''): number {
  if (total < 0) checkDefinition(kRefused, options, prefix);
  return total;
}

/** Asks the engine for all hits, or for the nearest alone, if no `where` stands in between. */
function rays(store: Store, options: RaycastOptions, every: boolean): [total: number, where: Where] {
  keys(options, '', kRayKeys);
  const { from, to } = options;
  const [x1, y1, x2, y2] = [x(from), y(from), x(to), y(to)];
  const where = look(store, options);
  return [counted(native().raycast(store.live(), x1, y1, x2, y2, every || !!where), options), where];
}

/** @internal */
export function raycast(store: Store, options: RaycastOptions): RayHit | null {
  store.live();
  const [total, where] = rays(store, options, false);
  return first(store, total, hitAt, where);
}

/** @internal */
export function raycastAll(store: Store, options: RaycastOptions): RayHit[] {
  store.live();
  const [total, where] = rays(store, options, true);
  return all(store, total, hitAt, where);
}

/** @internal */
export function raycasts(
  store: Store,
  rays: Float32Array,
  out?: Float32Array,
  options: QueryFilter & QueryOptions = {},
): Float32Array {
  store.live();
  if (!isTyped(rays, 'Float32Array') || rays.length % kRayFloats !== 0) {
    throw invalid('rays', rays, 'a Float32Array of four numbers per ray');
  }
  const total = rays.length / kRayFloats;
  const answer = out ?? new Float32Array(total * kRowFloats);
  if (!isTyped(answer, 'Float32Array') || answer.length < total * kRowFloats) {
    throw invalid('out', out, `a Float32Array of at least ${total * kRowFloats} numbers`);
  }
  keys(options, '', [...kQuery, 'category', 'mask']);
  const { category, mask, ...others } = options;
  const given = category !== undefined || mask !== undefined;
  const where = look(store, given ? { ...others, filter: { category, mask } as QueryFilter } : others);
  if (total === 0) return answer;
  if (where) return raysWhere(store, rays, answer, options);
  const room = exchange(total * kRayFloats);
  new Float32Array(room.buffer, room.byteOffset).set(rays, total * kRayFloats);
  const refused = native().raycasts(store.live(), total);
  if (refused >= 0) refuse(kRefused, `rays[${refused}]`, rays.slice(refused * kRayFloats, (refused + 1) * kRayFloats));
  const found = exchange(total * kRayFloats);
  answer.set(new Float32Array(found.buffer, found.byteOffset, total * kRowFloats));
  return answer;
}

/** One ray after the other, as `where` may call the engine in between. */
function raysWhere(
  store: Store,
  rays: Float32Array,
  out: Float32Array,
  options: QueryFilter & QueryOptions,
): Float32Array {
  const { category, mask, filter = { category, mask } as QueryFilter, except, sensors, where } = options;
  const ids = new Uint32Array(out.buffer, out.byteOffset, out.length);
  for (let i = 0, at = 0; i < rays.length; i += kRayFloats, at += kRowFloats) {
    const [x1, y1, x2, y2] = rays.subarray(i, i + kRayFloats) as unknown as [number, number, number, number];
    const hit = raycast(store, { from: [x1, y1], to: [x2, y2], filter, except, sensors, where });
    const { point, normal, fraction } = hit ?? { point: { x: x2, y: y2 }, normal: { x: 0, y: 0 }, fraction: 1 };
    out.set([point.x, point.y, normal.x, normal.y, fraction, hit ? hit.body.slot : -1], at);
    ids[at + 6] = hit ? hit.shape.id : 0;
  }
  return out;
}

/** Errors of the engine that follow are the form's own. */
function form(to: RecordWriter, shape: QueryShape, path: string): void {
  const made = is(shape, ShapeBase);
  if (made && shape.destroyed) throw unfit(path, shape, ShapeBase, 'a definition of one shape, or a shape');
  formField(to, made ? shape.geometry : shape, path, '');
}

function path(to: RecordWriter, { from, to: end, angle = 0, angleTo = angle }: ShapePath, prefix = ''): void {
  const points = [...finite(from, `${prefix}from`), ...finite(end, `${prefix}to`)];
  to.all([...points, real(angle, `${prefix}angle`), real(angleTo, `${prefix}angleTo`)]);
}

function castOne(store: Store, options: ShapeCastOptions, every: boolean): [total: number, where: Where] {
  store.live();
  keys(options, '', kCastKeys);
  const to = RecordWriter.take(kShapeFields + kPathFields);
  form(to, options.shape, 'shape');
  path(to, options);
  const where = look(store, options);
  to.again(); // where an exception went to the exchange
  to.give();
  return [counted(native().shapeCast(store.live(), every || !!where), options.shape, 'shape.'), where];
}

/** @internal */
export function shapeCast(store: Store, options: ShapeCastOptions): ShapeCastHit | null {
  const [total, where] = castOne(store, options, false);
  return first(store, total, castHitAt, where);
}

/** @internal */
export function shapeCastAll(store: Store, options: ShapeCastOptions): ShapeCastHit[] {
  const [total, where] = castOne(store, options, true);
  return all(store, total, castHitAt, where);
}

/** Into an object that a caller gave back. */
function refill(store: Store, rows: Float64Array, hit: ShapeCastHit): void {
  fill(hit.point, rows[2]!, rows[3]!);
  fill(hit.normal, rows[4]!, rows[5]!);
  hit.body = store.bodies.alive(rows[1]!)!;
  hit.shape = store.shapes.alive(rows[0]!)!;
  hit.fraction = rows[6]!;
  hit.startsInside = rows[7] === 1;
}

/** @internal */
export function shapeCasts(
  store: Store,
  casts: readonly ShapeCastOptions[],
  out: (ShapeCastHit | null)[] = [],
): (ShapeCastHit | null)[] {
  store.live();
  if (!isArray(casts)) throw invalid('casts', casts, 'a list of shape casts');
  if (!isArray(out)) throw invalid('out', out, 'a list');
  let i = 0;
  let writes = false;
  try {
    for (; i < casts.length; i++) {
      writes = false;
      const [total, where] = castOne(store, casts[i]!, false);
      const chosen = where ? first(store, total, castHitAt, where) : null;
      writes = true;
      const old = out[i];
      if (where || total === 0) out[i] = chosen;
      else if (old) refill(store, exchange(kHitFields), old);
      else out[i] = castHitAt(store, exchange(kHitFields), 0);
    }
    writes = true;
    if (out.length > i) out.length = i;
  } catch (error) {
    if (writes) throw invalid('out', out, 'a list whose hits can be set');
    // One without `expected` is not about the cast: the world was destroyed, or memory ran out.
    if (!(error instanceof PhysicsError) || !error.expected) throw error;
    throw new PhysicsError(error.code, `casts[${i}].${error.message}`, { ...error, path: `casts[${i}].${error.path}` });
  }
  return out;
}

/** @internal */
export function closest(store: Store, options: ClosestOptions): ClosestHit | null {
  store.live();
  keys(options, '', kClosestKeys);
  const { point, maxDistance } = options;
  const [px, py, reach] = [x(point), y(point), number(maxDistance, Infinity)];
  const where = look(store, options);
  return first(store, counted(native().closest(store.live(), px, py, reach, !!where), options), closestAt, where);
}

/** @internal */
export function overlap(store: Store, options: OverlapOptions): Shape[] {
  store.live();
  const kinds = ['point', 'aabb', 'shape'].filter((kind) => kind in given(options, ''));
  if (kinds.length !== 1) throw invalid('options', options, 'an object with one of point, aabb and shape');
  keys(options, '', [...kQuery, kinds[0]!, ...('shape' in options ? ['position', 'angle'] : [])]);
  let where: Where;
  let total: number;
  if ('shape' in options) {
    const { shape, position, angle = 0 } = options as { shape: QueryShape } & ShapePose;
    const to = new RecordWriter(kShapeFields + 3);
    form(to, shape, 'shape');
    to.all([...finite(position, 'position'), real(angle, 'angle')]);
    where = look(store, options);
    to.again();
    total = counted(native().overlapShape(store.live()), shape, 'shape.');
  } else if ('point' in options) {
    const { point } = options;
    const [px, py] = [x(point), y(point)];
    where = look(store, options);
    total = counted(native().overlapPoint(store.live(), px, py), options);
  } else {
    const { aabb } = options as { aabb: { min: VecLike; max: VecLike } };
    keys(aabb, 'aabb', ['min', 'max']);
    const { min, max } = aabb;
    const low = finite(min, 'aabb.min');
    const high = finite(max, 'aabb.max');
    where = look(store, options);
    total = counted(native().overlapAabb(store.live(), ...low, ...high), options);
  }
  const ids = exchange(total);
  const found = Array.from({ length: total }, (_, i) => store.shapes.alive(ids[i]!)!);
  return where ? found.filter(where) : found;
}

function pair(moving: boolean, forms: [QueryShape, QueryShape], paths: [ShapePath, ShapePath]): number {
  const to = new RecordWriter(2 * (kShapeFields + kPathFields));
  for (const [i, name] of ['shapeA', 'shapeB'].entries()) {
    form(to, forms[i]!, name);
    path(to, paths[i]!, moving ? `sweep${'AB'[i]}.` : `pose${'AB'[i]}.`);
  }
  to.again();
  const found = native().shapePair(moving);
  return found < 0 ? counted(-1, forms[-1 - found]!, `shape${'AB'[-1 - found]}.`) : found;
}

/**
 * Distance of two shapes, or their penetration depth. It needs `init()` but no world. Shapes are passed as in {@link
 * World.shapeCast}. Throws `INVALID_ARGUMENT` with a path such as `shapeA.radius`.
 */
export function shapeDistance(shapeA: QueryShape, poseA: ShapePose, shapeB: QueryShape, poseB: ShapePose): ShapeGap {
  const still = (pose: ShapePose, name: string): ShapePath => {
    keys(pose, name, ['position', 'angle']);
    finite(pose.position, `${name}.position`);
    return { from: pose.position, to: pose.position, angle: pose.angle };
  };
  pair(false, [shapeA, shapeB], [still(poseA, 'poseA'), still(poseB, 'poseB')]);
  const row = exchange(7);
  const at = (i: number): Vec2 => ({ x: row[i]!, y: row[i + 1]! });
  return { distance: row[0]!, normal: at(1), pointA: at(3), pointB: at(5) };
}

/**
 * Time at which two moving shapes begin to overlap, or null if they never do. It needs `init()` but no world. Shapes
 * that only touch, or slide along each other, do not count. Throws `INVALID_ARGUMENT` with a path such as
 * `sweepA.from`.
 */
export function timeOfImpact(
  shapeA: QueryShape,
  sweepA: ShapePath,
  shapeB: QueryShape,
  sweepB: ShapePath,
): ImpactTime | null {
  keys(sweepA, 'sweepA', kPath);
  keys(sweepB, 'sweepB', kPath);
  if (pair(true, [shapeA, shapeB], [sweepA, sweepB]) === 0) return null;
  const row = exchange(kHitFields);
  return {
    fraction: row[6]!,
    point: { x: row[2]!, y: row[3]! },
    normal: { x: row[4]!, y: row[5]! },
    startsInside: row[7] === 1,
  };
}
