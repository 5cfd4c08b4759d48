// What bodies and shapes are made of. The order of the fields mirrors bindings/embind/records.cpp.

import { invalid } from './errors.js';
import { aside, mask, oneOf, point, real, record, vector, whole, yes, type Field } from './fields.js';
import { RecordWriter } from './native.js';
import { hullOf } from './outline.js';
import type { BodyType, Geometry, ShapeDef, ShapeOptions, VecLike } from './types.js';
import { choice, number, x, y } from './validate.js';

/** @internal In the engine's order. */
export const kBodyTypes: readonly BodyType[] = ['static', 'kinematic', 'dynamic'];
/** @internal In the order of GeometryKind. */
export const kShapeTypes = ['circle', 'capsule', 'polygon', 'segment', 'box'] as const;

/** @internal */
export const kBodyFields = 20;
/** @internal */
export const kShapeFields = 33;
const kMaxPoints = 8;
const kShortest = 1e-6; // m, of a segment

/** @internal */
export const lockField = record({ x: yes(), y: yes(), rotation: yes() });

/** @internal */
export const thresholdField: Field = (to, value, parent, key) =>
  threshold(to, value === 0 ? undefined : value, parent, key);
const threshold = record({ linear: real(0), angular: real(0), seconds: real(0) });

/** @internal */
export const bodyField = record({
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
  shapes: aside,
  userData: aside,
  name: aside,
});

/** To the engine a negative one means none, so it must not see a negative one that was given. */
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
/** (0, 0) to the engine means none, so it must not see one that was given. */
const direction: Field = (to, value, parent, key) => {
  const given = (value ?? [0, 0]) as VecLike;
  const numbers = [x(given), y(given)] as const;
  if (value && numbers[0] === 0 && numbers[1] === 0)
    throw invalid(parent ? `${parent}.${key}` : key, value, 'a direction, not [0, 0], or null');
  to.put(...numbers);
};
const kRules = { sensor: yes(), sensorSees: oneOf(kSees, 'shapes'), preSolve: yes(), oneWay: direction };
/** @internal */
export const rulesField = record(kRules);

/**
 * How many there are, then as many as there is room for; the engine refuses too few. Of more than eight those on the hull count, and a
 * point inside the hull is refused: an outline that is concave would silently become another.
 */
const corners: Field = (to, value, parent, key) => {
  const path = parent ? `${parent}.${key}` : key;
  if (!Array.isArray(value)) throw invalid(path, value, 'a list of 3 to 8 points');
  let points = Array.from(value as VecLike[], (p) => ({ x: x(p), y: y(p) }));
  const odd = points.findIndex((p) => !Number.isFinite(p.x - p.y));
  if (odd >= 0) throw invalid(`${path}[${odd}]`, value[odd], 'a vector of finite numbers');
  const hull = hullOf(points);
  if (hull.inside >= 0) {
    throw invalid(
      `${path}[${hull.inside}]`,
      value[hull.inside],
      "on the convex hull of all points; type 'concave' takes any outline",
    );
  }
  if (points.length > kMaxPoints) {
    points = [...hull.corners];
    if (points.length > kMaxPoints) throw invalid(path, value, 'a list of points with 3 to 8 corners on their hull');
  }
  to.put(points.length);
  for (const p of points) to.put(p.x, p.y);
};

const kGeometry: Record<Geometry['type'], Record<string, Field>> = {
  circle: { center: vector, radius: real() },
  capsule: { a: point, b: point, radius: real() },
  polygon: { radius: real(0), points: corners },
  segment: { a: point, b: point, oneSided: yes() },
  box: { width: real(), height: real(), center: vector, angle: real(0), radius: real(0) },
};

/** One of the types, with the fields that all have before its own. */
function anyOf(common: Record<string, Field>): Field {
  const byType = kShapeTypes.map((type) => record({ ...common, type: oneOf(kShapeTypes), ...kGeometry[type] }));
  return (to, value, parent, key) => {
    if (typeof value !== 'object' || value === null) throw invalid(parent || 'shape', value, 'an object with a type');
    const type = choice((value as Geometry).type, parent ? `${parent}.type` : 'type', kShapeTypes);
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
export const shapeField = anyOf(kCommon);
/** @internal The form alone of a definition that may have all that a shape has. */
export const formField = anyOf(Object.fromEntries(Object.keys(kCommon).map((key) => [key, aside])));

/** @internal What a shape is made of: itself, or the segments of a chain, each with the path of what it comes from. */
export interface Part {
  def: Geometry & ShapeOptions;
  path: string;
}

const chainField = record({
  ...kCommon,
  ...{ type: aside, points: aside, loop: yes(), twoSided: yes(true), materials: aside },
});

/** @internal */
export function partsOf(def: ShapeDef, path: string): Part[] {
  if (def?.type !== 'chain') return [{ def, path }];
  chainField(new RecordWriter(kShapeFields), def, path, '');
  const { points, loop = false, twoSided = true, materials, ...common } = def;
  const at = (key: string): string => (path ? `${path}.${key}` : key);
  const least = loop ? 3 : 2;
  if (!Array.isArray(points) || points.length < least)
    throw invalid(at('points'), points, `a list of ${least} or more points`);
  points.forEach((p, i) => {
    point(new RecordWriter(2), p, path, `points[${i}]`);
    if (!Number.isFinite(x(p) + y(p))) throw invalid(at(`points[${i}]`), p, 'a point of finite coordinates');
  });
  const count = loop ? points.length : points.length - 1;
  if (materials !== undefined && (!Array.isArray(materials) || materials.length !== count))
    throw invalid(at('materials'), materials, `a list of ${count}, one a segment`);
  return Array.from({ length: count }, (_, i) => {
    const a = points[i]!;
    const next = (i + 1) % points.length;
    const b = points[next]!;
    if (Math.hypot(x(b) - x(a), y(b) - y(a)) < kShortest)
      throw invalid(at(`points[${next}]`), b, 'a point at least 1e-6 m from the one before');
    const own = materials?.[i] ?? {};
    materialField(new RecordWriter(kShapeFields), own, at(`materials[${i}]`), '');
    return { def: { ...common, ...own, type: 'segment', a, b, oneSided: !twoSided }, path };
  });
}
/** @internal */
export const geometryField = anyOf({});
