// Option objects to records of the exchange. The order of the fields mirrors bindings/embind/records.cpp.

import { invalid } from './errors.js';
import { RecordWriter } from './native.js';
import type { BodyDef, BodyType, Filter, Geometry, ShapeDef, ShapeOptions, VecLike } from './types.js';
import { bits, choice, flag, int32, keys, number, x, y } from './validate.js';

/** @internal In the engine's order. */
export const kBodyTypes: readonly BodyType[] = ['static', 'kinematic', 'dynamic'];
/** @internal In the order of GeometryKind. */
export const kShapeTypes = ['circle', 'capsule', 'polygon', 'segment', 'box'] as const;

/** @internal */
export const kBodyFields = 17;
/** @internal */
export const kShapeFields = 29;
const kMaxPoints = 8;

const kBodyKeys = [
  'type', 'position', 'angle', 'velocity', 'angularVelocity', 'linearDamping', 'angularDamping', 'gravityScale', 'lock', 'bullet',
  'sleepAllowed', 'awake', 'enabled', 'shapes', 'userData', 'name',
];
const kShapeKeys = [
  'type', 'density', 'friction', 'staticFriction', 'restitution', 'rollingResistance', 'tangentSpeed', 'filter', 'sensor', 'userData',
];
const kGeometryKeys = {
  circle: ['radius', 'center'],
  capsule: ['a', 'b', 'radius'],
  polygon: ['points', 'radius'],
  segment: ['a', 'b'],
  box: ['width', 'height', 'center', 'angle', 'radius'],
};

/** @internal */
export function checkBodyKeys(def: BodyDef): void {
  keys(def, '', kBodyKeys);
}

/** @internal */
export function writeLock(lock: BodyDef['lock'], path = 'lock'): [x: boolean, y: boolean, rotation: boolean] {
  if (lock === undefined) return [false, false, false];
  keys(lock, path, ['x', 'y', 'rotation']);
  return [flag(lock.x, `${path}.x`), flag(lock.y, `${path}.y`), flag(lock.rotation, `${path}.rotation`)];
}

/** @internal */
export function writeBody(to: RecordWriter, def: BodyDef): void {
  to.put(def.type === undefined ? kBodyTypes.indexOf('dynamic') : choice(def.type, 'type', kBodyTypes));
  to.put(x(def.position), y(def.position), number(def.angle, 0));
  to.put(x(def.velocity), y(def.velocity), number(def.angularVelocity, 0));
  to.put(number(def.linearDamping, 0), number(def.angularDamping, 0), number(def.gravityScale, 1));
  to.put(...writeLock(def.lock).map(Number));
  to.put(Number(flag(def.bullet, 'bullet')), Number(flag(def.sleepAllowed, 'sleepAllowed', true)));
  to.put(Number(flag(def.awake, 'awake', true)), Number(flag(def.enabled, 'enabled', true)));
}

/** @internal */
export function filterBits(filter: Filter | null | undefined, path: string): [category: number, mask: number, group: number] {
  if (filter !== undefined) keys(filter, path, ['category', 'mask', 'group']);
  return [
    bits(filter?.category, `${path}.category`, 1),
    bits(filter?.mask, `${path}.mask`, 0xffffffff),
    int32(filter?.group, `${path}.group`, 0),
  ];
}

/** @internal To the engine a negative one means none, so it must not see a negative one that was given. */
export function staticFriction(value: unknown): number {
  if (value === undefined) return -1;
  const given = number(value);
  return given >= 0 ? given : NaN;
}

/** @internal The type is one of ours and no key is unknown. `path` ends in a dot, or is empty. */
export function checkShapeKeys(def: Geometry, path: string, options: readonly string[] = kShapeKeys): void {
  if (typeof def !== 'object' || def === null) throw invalid(path.slice(0, -1) || 'shape', def, 'an object with a type');
  choice(def.type, `${path}type`, kShapeTypes);
  keys(def, path.slice(0, -1), [...options, ...kGeometryKeys[def.type]]);
}

/** @internal */
export function checkGeometryKeys(geometry: Geometry): void {
  checkShapeKeys(geometry, '', ['type']);
}

/** @internal */
export function writeGeometry(to: RecordWriter, def: Geometry, path: string): void {
  to.put(kShapeTypes.indexOf(def.type));
  switch (def.type) {
    case 'circle':
      to.put(x(def.center), y(def.center), number(def.radius));
      break;
    case 'capsule':
      to.put(...ends(def), number(def.radius));
      break;
    case 'segment':
      to.put(...ends(def));
      break;
    case 'box':
      to.put(number(def.width), number(def.height), x(def.center), y(def.center), number(def.angle, 0), number(def.radius, 0));
      break;
    case 'polygon': {
      if (!Array.isArray(def.points)) throw invalid(`${path}points`, def.points, 'a list of 3 to 8 points');
      to.put(def.points.length, number(def.radius, 0));
      for (const point of def.points.slice(0, kMaxPoints)) to.put(required(point, x), required(point, y));
      break;
    }
  }
}

// Where a point has no default, a missing one is none and not the origin.
function required(point: VecLike | undefined, part: typeof x): number {
  return point === undefined ? NaN : part(point);
}
function ends({ a, b }: { a: VecLike; b: VecLike }): number[] {
  return [required(a, x), required(a, y), required(b, x), required(b, y)];
}

/** @internal `path` ends in a dot, or is empty. */
export function writeShape(to: RecordWriter, def: ShapeDef, path: string): void {
  to.put(number(def.density, 1), ...material(def));
  to.put(...filterBits(def.filter, `${path}filter`));
  to.put(Number(flag(def.sensor, `${path}sensor`)));
  writeGeometry(to, def, path);
}

/** @internal */
export function material(def: ShapeOptions): number[] {
  return [
    number(def.friction, 0.6),
    staticFriction(def.staticFriction),
    number(def.restitution, 0),
    number(def.rollingResistance, 0),
    number(def.tangentSpeed, 0),
  ];
}
