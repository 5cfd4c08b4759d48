// Reads arguments of the caller. The engine checks the ranges of numbers. A value that is no number is passed to it as
// NaN; the engine rejects it with the accepted range, and the error shows the value that was given.

import { PhysicsError, invalid } from './errors.js';
import { lastRefusal, refuse } from './native.js';
import type { Vec2, VecLike } from './types.js';

/** @internal */
export function number(value: unknown, fallback = NaN): number {
  return value === undefined ? fallback : typeof value === 'number' ? value : NaN;
}

/** Null for a revoked proxy, of which nothing can be read. */
function isList(value: unknown): boolean | null {
  try {
    return Array.isArray(value) || ArrayBuffer.isView(value);
  } catch {
    return null;
  }
}
/** @internal `instanceof`; false for a revoked proxy, and for what only inherits from such an object. */
export function is<T>(value: unknown, { prototype }: { prototype: T }): value is T {
  try {
    const made = Object.prototype.isPrototypeOf.call(prototype as object, value as object);
    if (made) void (value as { destroyed?: boolean }).destroyed; // throws for what the constructor did not make
    return made;
  } catch {
    return false;
  }
}
/** @internal For an argument that is no living object of a class, or of another world: `DESTROYED` if it was one. */
export function unfit(
  path: string,
  value: unknown,
  made: { prototype: { destroyed: boolean } },
  expected: string,
): PhysicsError {
  return invalid(path, value, expected, is(value, made) && value.destroyed ? 'DESTROYED' : undefined);
}
/** @internal Is it a typed array of this type, of any realm? A Buffer of Node is a Uint8Array. */
export const isTyped = (value: unknown, type: string): boolean =>
  ArrayBuffer.isView(value) && (value as Uint8Array)[Symbol.toStringTag] === type;
/** @internal Is it a list? False for a revoked proxy. */
export const isArray = (value: unknown): value is unknown[] => isList(value) === true && !ArrayBuffer.isView(value);

/** @internal A property of anything; undefined of what has none. */
export function member(value: unknown, name: string | number): unknown {
  return value === null || value === undefined || isList(value) === null
    ? undefined
    : (value as Record<string | number, unknown>)[name];
}

/** @internal Throws where `call`, which is `value` or a method of it, cannot be called. */
export function callable(call: unknown, path: string, expected = 'a function', value = call): void {
  if (typeof call !== 'function' || isList(call) === null) throw invalid(path, value, expected);
}

/** @internal Writes a vector into an object of the caller. */
export function fill(out: Vec2, px: number, py: number, path = 'out'): Vec2 {
  try {
    out.x = px;
    out.y = py;
  } catch {
    throw invalid(path, out, 'an object whose x and y can be set');
  }
  return out;
}

function coordinate(value: unknown, index: 0 | 1, name: 'x' | 'y'): number {
  if (typeof value !== 'object' || value === null) return NaN;
  const list = isList(value);
  if (list === null) return NaN;
  const vector = value as { length: unknown; 0: unknown; 1: unknown; x: unknown; y: unknown };
  if (!list) return number(vector[name]);
  return vector.length === 2 ? number(vector[index]) : NaN;
}

/** @internal NaN where it is no vector. */
export const x = (vector: VecLike | undefined): number => coordinate(vector, 0, 'x');
/** @internal NaN where it is no vector. */
export const y = (vector: VecLike | undefined): number => coordinate(vector, 1, 'y');

/**
 * @internal For vectors that the engine does not judge, in the single precision that it has. `index`: of the vector in
 * the list at `path`.
 */
export function finite(vector: unknown, path: string, index?: number): [x: number, y: number] {
  const px = coordinate(vector, 0, 'x');
  const py = coordinate(vector, 1, 'y');
  if (!Number.isFinite(Math.fround(px) - Math.fround(py)))
    throw invalid(index === undefined ? path : `${path}[${index}]`, vector, 'a vector of finite numbers');
  return [px, py];
}

/** @internal */
export function flag(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw invalid(path, value, 'true or false');
  return value;
}

/** @internal */
export function notNegative(value: unknown, path: string): number {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  throw invalid(path, value, 'a finite number >= 0');
}

/** @internal */
export function real(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(path, value, 'a finite number');
  return value;
}

/** @internal Position of a name in the list of what is accepted. */
export function choice(value: unknown, path: string, names: readonly string[]): number {
  const index = names.indexOf(value as string);
  if (index < 0) {
    const expected = `one of ${names.map((name) => `'${name}'`).join(', ')}`;
    throw invalid(path, value, expected);
  }
  return index;
}

/** @internal */
export function integer(value: unknown, path: string, lowest: number, highest: number): number {
  if (!Number.isInteger(value) || (value as number) < lowest || (value as number) > highest) {
    throw invalid(path, value, `an integer from ${lowest} to ${highest}`);
  }
  return value as number;
}

/** @internal 32 bits; JavaScript's own operators give them a sign, so a negative one is taken too. */
export function bits(value: unknown, path: string): number {
  return integer(value, path, -0x80000000, 0xffffffff) >>> 0;
}
/** @internal */
export function int32(value: unknown, path: string): number {
  return integer(value, path, -0x80000000, 0x7fffffff);
}
/** @internal */
export function count(value: unknown, path: string, highest: number): number {
  return integer(value, path, 0, highest);
}

/** Letters to change, add or drop to get from one word to the other; more than 2 is only `far`. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let k = 0; k < b.length; k++) {
      next.push(Math.min(next[k]! + 1, row[k + 1]! + 1, row[k]! + (a[i] === b[k] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}

/** Names of other engines, for suggestions. */
const kAliases: Record<string, string> = {
  __proto__: null as never, // `constructor` is no alias
  linearVelocity: 'velocity',
  linvel: 'velocity',
  angvel: 'angularVelocity',
  spin: 'angularVelocity',
  rotation: 'angle',
  translation: 'position',
  drag: 'linearDamping',
  frictionAir: 'linearDamping',
  linearDrag: 'linearDamping',
  angularDrag: 'angularDamping',
  gravityFactor: 'gravityScale',
  fixedRotation: 'lock.rotation',
  lockRotation: 'lock.rotation',
  lockRotations: 'lock.rotation',
  lockTranslations: 'lock',
  isSensor: 'sensor',
  isTrigger: 'sensor',
  isBullet: 'bullet',
  ccd: 'bullet',
  ccdEnabled: 'bullet',
  isStatic: 'type',
  bodyType: 'type',
  isAwake: 'awake',
  isEnabled: 'enabled',
  active: 'enabled',
  enableSleep: 'sleepAllowed',
  allowSleep: 'sleepAllowed',
  canSleep: 'sleepAllowed',
  sleepingAllowed: 'sleepAllowed',
  bounciness: 'restitution',
  bounce: 'restitution',
  elasticity: 'restitution',
  rollingFriction: 'rollingResistance',
  frictionStatic: 'staticFriction',
  surfaceVelocity: 'tangentSpeed',
  vertices: 'points',
  zoom: 'scale',
  collisionFilter: 'filter',
  filterData: 'filter',
  categoryBits: 'category',
  maskBits: 'mask',
  groupIndex: 'group',
  category: 'filter.category',
  mask: 'filter.mask',
  group: 'filter.group',
  collisionCategory: 'filter.category',
  collisionMask: 'filter.mask',
  collisionGroup: 'filter.group',
  collisionGroups: 'filter',
  dampingRatio: 'damping',
  frequency: 'hertz',
  frequencyHz: 'hertz',
  stiffness: 'hertz',
  localOriginAnchor: 'localAnchorA',
  enableContinuous: 'continuous',
  iterations: 'solver',
  subSteps: 'solver.substeps',
  substeps: 'solver.substeps',
  velocityIterations: 'solver.velocityIterations',
  positionIterations: 'solver.positionIterations',
  enableMotor: 'maxMotorTorque',
  maxTorque: 'maxMotorTorque',
  maxForce: 'maxMotorForce',
  maxMotorTorque: 'maxMotorForce',
  lowerLimit: 'lowerAngle',
  upperLimit: 'upperAngle',
  lowerAngle: 'lowerTranslation',
  upperAngle: 'upperTranslation',
  plugin: 'userData',
  sleepAllowed: 'sleep', // of a world
  enabled: 'disable()', // of what `preSolve` asks
  sensor: 'shapes[0].sensor', // of a body, as those that follow
  mass: 'shapes[0].density',
  density: 'shapes[0].density',
  friction: 'shapes[0].friction',
  restitution: 'shapes[0].restitution',
};

/** @internal The accepted name that was probably meant. */
export function suggest(key: string, accepted: readonly string[]): string | undefined {
  // `categoryBits` is `category` of a filter, and `filter.category` of a shape.
  for (let alias = kAliases[key]; alias; alias = kAliases[alias])
    if (accepted.includes(alias.split(/[.[(]/)[0]!)) return alias;
  const typed = key.toLowerCase();
  return (
    accepted.find((name) => name.toLowerCase().startsWith(typed)) ??
    accepted.find((name) => distance(name.toLowerCase(), typed) <= 2)
  );
}

/** @internal Is it an object? `path` is empty for the argument itself. */
export function given(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || isList(value) !== false) {
    throw invalid(path || 'options', value, 'an object');
  }
  return value as Record<string, unknown>;
}

/** An object of options. Those of this package have none of their own, so that a copy of one would say nothing. */
function plain(value: unknown, path: string): Record<string, unknown> {
  const options = given(value, path);
  if ('destroyed' in options) throw invalid(path || 'options', value, 'a plain object');
  return options;
}

/** @internal */
export const pathOf = (parent: string, key: string): string => (parent && key ? `${parent}.${key}` : parent + key);

/** @internal A copy of an object of options, so that each is read once. `path` is empty for the argument itself. */
export function copied<T extends object>(value: T, path = ''): T {
  return { ...plain(value, path) } as T;
}

/**
 * @internal Throws unless it is an object with no other keys than these. Returns a bit for each key that it has, of at
 * most 32 accepted ones.
 */
export function keys(value: unknown, path: string, accepted: readonly string[]): number {
  const options = plain(value, path);
  let found = 0;
  for (const key in options) {
    // as Object.keys, without its list
    const at = accepted.indexOf(key);
    if (at < 0) throw unknown(pathOf(path, key), key, options[key], accepted);
    found |= 1 << at;
  }
  return found;
}
/** @internal For a name that is not among the accepted ones. */
export function unknown(
  path: string,
  name: string,
  value: unknown,
  accepted: readonly string[],
  isProperty = false,
): PhysicsError {
  const meant = suggest(name, accepted);
  const list = accepted.join(', ');
  const [kind, label] = isProperty ? ['a property', 'Settable'] : ['an option', 'Accepted'];
  return new PhysicsError(
    'INVALID_ARGUMENT',
    `${path} is not ${kind}${meant ? `; did you mean ${meant}?` : '.'} ${label}: ${list}`,
    { path, value, expected: (isProperty && meant) || `one of ${list}` },
  );
}

/** The value at a path such as `points[2]` in an argument of the caller; undefined if there is none. */
function at(given: unknown, path: string): unknown {
  let value = given;
  for (const key of path.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** @internal Throws the engine's last refusal of a definition, in the words of the one who gave it. */
export function refuseDefinition(code: number, given: unknown, prefix = ''): never {
  const refusal = lastRefusal();
  const value = at(given, refusal.path);
  if (code === kInvalidArgument) {
    const path = `${prefix}${refusal.path}`;
    if (value === undefined && Number.isNaN(refusal.value)) throw invalid(path, value, refusal.expected);
    refuse(code, path, value === undefined ? refusal.value : value);
  }
  refuse(code);
}

const kInvalidArgument = 1;

/** @internal */
export function checkDefinition(code: number, given: unknown, prefix = ''): void {
  if (code !== 0) refuseDefinition(code, given, prefix);
}
