// Definitions of bodies and shapes. The order of the fields mirrors bindings/embind/records.cpp.

import { convexParts, tangled } from './concave.js';
import { invalid } from './errors.js';
import {
  aside,
  mask,
  one,
  oneOf,
  point,
  real,
  record,
  recordOfCopies,
  vector,
  whole,
  yes,
  type Field,
} from './fields.js';
import { ShapePlace, kBodyTypes, kShapeTypes } from './layout.js';
import { RecordWriter, lastRefusal } from './native.js';
import { hullOf, length } from './outline.js';
import type { Geometry, ShapeDef, ShapeOptions, Vec2, VecLike } from './types.js';
import { choice, finite, given, integer, isArray, number, pathOf, refuseDefinition, x, y } from './validate.js';

const kMaxPoints = 8;
/** @internal The kind, and at most a count, a radius and the points. */
export const kShapeFields = ShapePlace.kind + 3 + 2 * kMaxPoints;
const kShortest = Math.fround(1e-6); // m, as the engine has it: nearer consecutive points of a path count as one

/** @internal */
export const lockField = record({ x: yes(), y: yes(), rotation: yes() });

/** @internal */
export const thresholdField: Field = (to, value, parent, key) =>
  threshold(to, value === 0 ? undefined : value, parent, key);
const threshold = record({ linear: real(0), angular: real(0), seconds: real(0) });

/** @internal */
export const rank = (value: unknown, path: string): number => integer(value, path, -127, 127);

/** @internal */
export const bodyField = recordOfCopies({
  type: oneOf(kBodyTypes, 'dynamic'),
  position: vector,
  angle: real(0),
  velocity: vector,
  angularVelocity: real(0),
  linearDamping: real(0),
  angularDamping: real(0),
  gravityScale: real(1),
  lock: lockField,
  bullet: yes(),
  sleepAllowed: yes(true),
  awake: yes(true),
  enabled: yes(true),
  sleepThreshold: thresholdField,
  dominance: one(0, rank),
  shapes: aside,
  userData: aside,
  name: aside,
});

/** A negative number means "none" to the engine, so a negative argument is rejected here. */
const staticFriction: Field = (to, value) => {
  const given = number(value);
  to.put(value === undefined ? -1 : given >= 0 ? given : NaN);
};

const kMaterial = {
  friction: real(0.6),
  staticFriction,
  restitution: real(0),
  rollingResistance: real(0),
  tangentSpeed: real(0),
};
/** @internal */
export const materialField = record(kMaterial);
/** @internal */
export const filterField = record({ category: mask(1), mask: mask(0xffffffff), group: whole(0) });

/** @internal */
export const kSees = ['shapes', 'all'] as const;
/** (0, 0) means "none" to the engine, so it is rejected here as an argument. */
const direction: Field = (to, value, parent, key) => {
  if (value === undefined || value === null) return void to.put(0).put(0);
  const [dx, dy] = [x(value as VecLike), y(value as VecLike)];
  if (dx === 0 && dy === 0) throw invalid(pathOf(parent, key), value, 'a direction, not [0, 0], or null');
  to.put(dx).put(dy);
};
const kRules = { sensor: yes(), sensorSees: oneOf(kSees, 'shapes'), preSolve: yes(), oneWay: direction };
/** @internal */
export const rulesField = record(kRules);

/**
 * How many there are, then as many as there is room for; the engine refuses too few. Of more than eight those on the
 * hull count, and a point inside the hull is refused: an outline that is concave would silently become another.
 */
const corners: Field = (to, value, parent, key) => {
  const path = pathOf(parent, key);
  let points = pointsOf(value, 3, path);
  const hull = hullOf(points);
  if (hull.inside >= 0) {
    throw invalid(
      `${path}[${hull.inside}]`,
      (value as unknown[])[hull.inside],
      "on the convex hull of all points; type 'concave' takes any outline",
    );
  }
  if (points.length > kMaxPoints) {
    points = [...hull.corners];
    if (points.length > kMaxPoints) throw invalid(path, value, 'a list of points with 3 to 8 corners on their hull');
  }
  to.put(points.length);
  for (const p of points) to.put(p.x).put(p.y);
};

const kGeometry: Record<Geometry['type'], Record<string, Field>> = {
  circle: { center: vector, radius: real() },
  capsule: { a: point, b: point, radius: real() },
  polygon: { radius: real(0), points: corners },
  segment: { a: point, b: point, oneSided: yes() },
  box: { width: real(), height: real(), center: vector, angle: real(0), radius: real(0) },
};

/** One of the types, with the fields that all have before its own. `all`: what else is a type there. */
function anyOf(common: Record<string, Field>, all: readonly string[] = kShapeTypes, make = record): Field {
  const byType = kShapeTypes.map((type) => make({ ...common, type: oneOf(kShapeTypes), ...kGeometry[type] }));
  return (to, value, parent, key) => {
    const type = choice(given(value, parent || 'shape')['type'], pathOf(parent, 'type'), all);
    byType[type]!(to, value, parent, key);
  };
}

const kCommon: Record<string, Field> = {
  density: real(1),
  ...kMaterial,
  filter: filterField,
  ...kRules,
  userData: aside,
};
/** @internal */
export const shapeField = anyOf(kCommon, [...kShapeTypes, 'chain', 'concave'], recordOfCopies);
/** @internal The form alone of a definition that may have all that a shape has. */
export const formField = anyOf(Object.fromEntries(Object.keys(kCommon).map((key) => [key, aside])));

/** @internal A chain or a concave outline as it was given, which its parts have in common. */
export interface Chain {
  readonly type: 'chain' | 'concave';
  readonly points: readonly Vec2[];
  /** How many there are. */
  readonly parts: number;
  readonly loop?: boolean;
  readonly twoSided?: boolean;
}
/** @internal A part of a shape: the shape itself, a segment of a chain, or a convex part of an outline. */
export interface Part {
  def: Geometry & ShapeOptions;
  /** Of what it comes from. */
  path: string;
  chain?: Chain;
  /** What one segment has of its own, and where that is. */
  own?: object;
  ownPath?: string;
}

const chainField = record({
  ...kCommon,
  ...{ type: aside, points: aside, loop: yes(), twoSided: yes(true), materials: aside },
});
const concaveField = record({ ...kCommon, type: aside, points: aside });

/** At least so many points with finite coordinates. */
function pointsOf(points: unknown, least: number, path: string): Vec2[] {
  if (!isArray(points) || points.length < least) throw invalid(path, points, `a list of ${least} or more points`);
  const found: Vec2[] = [];
  for (let i = 0; i < points.length; i++) {
    const [px, py] = finite(points[i], path, i); // a hole is no point
    found.push({ x: px, y: py });
  }
  return found;
}

/**
 * The points of a path, without those too near to the one before. `at[i]`: where point i was given; `ends[i]`: before
 * which point segment i was given.
 */
function stretchOf(given: unknown, closed: boolean, path: string): { points: Vec2[]; at: number[]; ends: number[] } {
  const least = closed ? 3 : 2;
  const all = pointsOf(given, least, path);
  // As the engine has it.
  const single = (i: number): Vec2 => ({ x: Math.fround(all[i]!.x), y: Math.fround(all[i]!.y) });
  const at = [0];
  const moves = (to: number): boolean => length(single(at.at(-1)!), single(to)) >= kShortest;
  for (let i = 1; i < all.length; i++) if (moves(i)) at.push(i);
  const ends = at.slice(1);
  if (closed) {
    if (moves(0)) ends.push(all.length);
    else at.pop(); // it was closed by hand
  }
  if (at.length < least) throw invalid(path, given, `a list of ${least} or more points at least 1e-6 m apart`);
  return { points: at.map((i) => all[i]!), at, ends };
}

/** @internal */
export function partsOf(def: ShapeDef, path: string): Part[] {
  const at = (key: string): string => pathOf(path, key);
  if (def?.type === 'concave') {
    concaveField(new RecordWriter(kShapeFields), def, path, '');
    const { points: list, ...common } = def;
    const outline = stretchOf(list, true, at('points'));
    const odd = outline.at[tangled(outline.points)];
    if (odd !== undefined) throw invalid(at(`points[${odd}]`), list[odd], 'the start of an edge that crosses no other');
    const parts = convexParts(outline.points);
    if (parts.length === 0) throw invalid(at('points'), list, 'an outline with an area');
    const chain = { type: def.type, points: outline.points, parts: parts.length };
    return parts.map((part) => ({ def: { ...common, type: 'polygon', points: part }, path, chain }));
  }
  if (def?.type !== 'chain') return [{ def, path }];
  chainField(new RecordWriter(kShapeFields), def, path, '');
  const { points: list, loop = false, twoSided = true, materials, ...common } = def;
  const { points, ends } = stretchOf(list, loop, at('points'));
  const count = list.length - +!loop;
  if (materials !== undefined && (!isArray(materials) || materials.length !== count))
    throw invalid(at('materials'), materials, `a list of ${count}, one per segment`);
  const chain = { type: def.type, points, parts: ends.length, loop, twoSided };
  return ends.map((end, i) => {
    const [a, b] = [points[i]!, points[(i + 1) % points.length]!];
    const own = materials?.[end - 1] ?? {};
    const ownPath = at(`materials[${end - 1}]`);
    materialField(new RecordWriter(kShapeFields), own, ownPath, '');
    return { def: { ...common, ...own, type: 'segment', a, b, oneSided: !twoSided }, path, chain, own, ownPath };
  });
}

/** @internal Throws the engine's refusal of a part where the caller gave what is refused. */
export function refusePart(code: number, { def, path, own = {}, ownPath }: Part): never {
  const prefix = lastRefusal().path in own ? ownPath : path;
  refuseDefinition(code, def, prefix ? `${prefix}.` : '');
}
/** @internal */
export const geometryField = anyOf({});
