// The parameters of each type of joint, and the conversion of a definition to the engine's record.

import { bodyOf } from './body.js';
import { invalid } from './errors.js';
import type { JointType } from './joint_types.js';
import { JointPlace, ReadingPlace, kJointTypes } from './layout.js';
import { RecordWriter, exchange, lastRefusal, native, refuse } from './native.js';
import type { Store } from './store.js';
import type { Vec2, VecLike } from './types.js';
import { finite, flag, keys, number, x, y } from './validate.js';

/** @internal */
export type Place = 'anchor' | 'anchorA' | 'anchorB' | 'axis';
type Range = readonly [from: number, to: number];
type Kind = 'number' | 'vector' | 'flag' | 'place';
/**
 * @internal Where a parameter is in the record, how it is read, what it is where it is not given, what the engine calls
 * it.
 */
export interface Parameter {
  at: number;
  kind: Kind;
  fallback: number;
  word?: string | undefined;
}
const numeric = (at: number, fallback = 0, word?: string): Parameter => ({ at, kind: 'number', fallback, word });
const vector = (at: number): Parameter => ({ at, kind: 'vector', fallback: 0 });
/** A place or direction of the world: `at` is its place in the state. */
const placed = (at: number): Parameter => ({ at, kind: 'place', fallback: 0 });

const kCommon: Record<string, Parameter> = {
  collideConnected: { at: JointPlace.collideConnected, kind: 'flag', fallback: 0 },
  breakForce: numeric(JointPlace.breakForce, Infinity),
  breakTorque: numeric(JointPlace.breakTorque, Infinity),
};
const locals = { localAnchorA: vector(JointPlace.localAnchorAX), localAnchorB: vector(JointPlace.localAnchorBX) };
const anchors = { anchor: placed(ReadingPlace.anchorBX), ...locals };
const reach = { anchorA: placed(ReadingPlace.anchorAX), anchorB: placed(ReadingPlace.anchorBX), ...locals };
const axes = { axis: placed(ReadingPlace.axisX), localAxis: vector(JointPlace.localAxisX) };
const reference = { referenceAngle: numeric(JointPlace.referenceAngle) };
const spring = (hertz = 0, damping = 0) => ({
  hertz: numeric(JointPlace.hertz, hertz),
  damping: numeric(JointPlace.damping, damping),
});
const angularSpring = {
  angularHertz: numeric(JointPlace.angularHertz),
  angularDamping: numeric(JointPlace.angularDamping),
};
const motorSpeed = numeric(JointPlace.motorSpeed);
const maxMotor = numeric(JointPlace.maxMotor);
const lower = numeric(JointPlace.lower, -Infinity);
const upper = numeric(JointPlace.upper, Infinity);
const slide = {
  lowerTranslation: lower,
  upperTranslation: upper,
  targetTranslation: numeric(JointPlace.target, 0, 'target'),
};
const maxForce = numeric(JointPlace.maxForce, Infinity);

const kOwn: Record<JointType, Record<string, Parameter>> = {
  revolute: {
    ...anchors,
    ...reference,
    ...spring(),
    lowerAngle: lower,
    upperAngle: upper,
    motorSpeed,
    maxMotorTorque: maxMotor,
    targetAngle: numeric(JointPlace.target, 0, 'target'),
  },
  prismatic: { ...anchors, ...axes, ...reference, ...spring(), ...slide, motorSpeed, maxMotorForce: maxMotor },
  distance: {
    ...reach,
    ...spring(),
    length: numeric(JointPlace.length),
    minLength: numeric(JointPlace.lower),
    maxLength: upper,
    motorSpeed,
    maxMotorForce: maxMotor,
  },
  weld: { ...anchors, ...reference, ...spring(), ...angularSpring },
  wheel: { ...anchors, ...axes, ...reference, ...spring(), ...slide, motorSpeed, maxMotorTorque: maxMotor },
  motor: {
    ...anchors,
    ...reference,
    ...spring(),
    ...angularSpring,
    velocity: vector(JointPlace.velocityX),
    angularVelocity: numeric(JointPlace.motorSpeed, 0, 'motorSpeed'),
    maxForce,
    maxTorque: numeric(JointPlace.maxTorque, Infinity),
  },
  target: {
    anchor: anchors.anchor,
    localAnchorB: locals.localAnchorB,
    ...spring(5, 1),
    target: vector(JointPlace.groundAnchorAX),
    maxForce,
  },
  filter: {},
  gear: { ratio: numeric(JointPlace.ratio, 1), axisA: vector(JointPlace.axisAX), axisB: vector(JointPlace.axisBX) },
  pulley: {
    ...reach,
    groundAnchorA: vector(JointPlace.groundAnchorAX),
    groundAnchorB: vector(JointPlace.groundAnchorBX),
    ratio: numeric(JointPlace.ratio, 1),
    length: numeric(JointPlace.length),
  },
};
/** @internal Further readings of a type, by their place in the state. */
export const kReadings: Partial<Record<JointType, Record<string, number>>> = {
  revolute: { angle: ReadingPlace.angle },
  prismatic: { translation: ReadingPlace.translation },
  distance: { currentLength: ReadingPlace.translation },
  weld: { angle: ReadingPlace.angle },
  wheel: { angle: ReadingPlace.angle, translation: ReadingPlace.translation },
  motor: { angle: ReadingPlace.angle },
  pulley: { currentLength: ReadingPlace.translation },
};
/** Which numbers of a record a place of the world decides. */
const kPlaces: Record<Place, Range> = {
  anchor: [JointPlace.localAnchorAX, JointPlace.localAxisX],
  anchorA: [JointPlace.localAnchorAX, JointPlace.localAnchorBX],
  anchorB: [JointPlace.localAnchorBX, JointPlace.localAxisX],
  axis: [JointPlace.localAxisX, JointPlace.referenceAngle],
};
/** Parameters that exclude each other, because they set the same numbers. */
const kTwins: Record<Place, readonly string[]> = {
  anchor: ['localAnchorA', 'localAnchorB'],
  anchorA: ['localAnchorA'],
  anchorB: ['localAnchorB'],
  axis: ['localAxis'],
};
/** @internal By name. */
export const parametersOf = (type: JointType): Record<string, Parameter> => ({ ...kCommon, ...kOwn[type] });

/** @internal What a file has besides: what a joint keeps, in the order of JointMemory, '' where its type has none. */
export const memoriesOf = (type: JointType): string[] => [
  'hertz' in kOwn[type] ? 'springMass' : '',
  'angularHertz' in kOwn[type] ? 'angularSpringMass' : '',
  kReadings[type]?.['angle'] ? 'angle' : '',
];

/** @internal A definition as the engine's numbers. */
export type Numbers = number[];
/** @internal */
export type Options = Record<string, unknown>;

/** @internal Throws what the engine refused, in the words of this type. */
export function accept(code: number, type: JointType, options: Options): void {
  if (code === 0) return;
  const { path, value } = lastRefusal();
  let name = Object.entries(kOwn[type]).find(([, { word }]) => word === path)?.[0] ?? path;
  if (name === 'axis' && options['localAxis'] !== undefined) name = 'localAxis';
  refuse(code, name, options[name] === undefined ? value : options[name]);
}

/** @internal A value that is given; places of the world are only checked. */
export function write(record: Numbers, { at, kind }: Parameter, value: unknown, name: string): void {
  if (kind === 'number') record[at] = number(value);
  else if (kind === 'flag') record[at] = Number(flag(value, name));
  else {
    const vector = finite(value, name);
    if (kind === 'vector') record.splice(at, 2, ...vector);
  }
}

const origin: Vec2 = { x: 0, y: 0 };

/**
 * The record with the anchors, the reference angle and, where one is given, the axis of a place and a direction of the
 * world.
 */
function fit(
  world: number,
  type: JointType,
  record: Numbers,
  options: Options,
  point: VecLike,
  direction: VecLike = origin,
): Numbers {
  new RecordWriter(JointPlace.count + 4).all([...record, x(point), y(point), x(direction), y(direction)]);
  accept(native().jointAt(world), type, options);
  return [...exchange(JointPlace.count).slice(0, JointPlace.count)];
}
const take = (record: Numbers, fitted: Numbers, [from, to]: Range): void =>
  void record.splice(from, to - from, ...fitted.slice(from, to));

/** @internal Fits a record to the place of the world that the options give by this name. */
export function place(world: number, type: JointType, record: Numbers, options: Options, name: Place): void {
  const given = options[name] as VecLike;
  const turns = name === 'axis';
  // A direction of no length leaves what it finds: let it be one that the engine refuses.
  if (turns) record.fill(0, JointPlace.localAxisX, JointPlace.referenceAngle);
  const fitted = fit(world, type, record, options, turns ? origin : given, turns ? given : origin);
  take(record, fitted, kPlaces[name]);
}

/** @internal Makes the engine's joint; gives its id. */
export function createJoint(store: Store, type: JointType, options: Options, fromFile: boolean): number {
  const world = store.live();
  const parameters = parametersOf(type);
  const memories = fromFile ? memoriesOf(type) : [];
  keys(options, '', ['type', 'bodyA', 'bodyB', 'userData', ...Object.keys(parameters), ...memories]);
  const has = (name: string): boolean => options[name] !== undefined;
  const bodyA =
    type === 'target' && (options['bodyA'] ?? null) === null ? null : bodyOf(store.world, options['bodyA'], 'bodyA');
  const bodyB = bodyOf(store.world, options['bodyB'], 'bodyB');

  const record: Numbers = Array(JointPlace.count).fill(0);
  record.splice(0, 3, kJointTypes.indexOf(type), bodyA?.id ?? 0, bodyB.id);
  record[JointPlace.length] = 1;
  record[type === 'wheel' ? JointPlace.localAxisY : JointPlace.localAxisX] = 1;
  for (const [name, parameter] of Object.entries(parameters)) {
    if (has(name)) write(record, parameter, options[name], name);
    else if (parameter.kind === 'number') record[parameter.at] = parameter.fallback;
  }
  // Who names a speed wants it reached.
  if (parameters['motorSpeed'] && has('motorSpeed') && !has('maxMotorTorque') && !has('maxMotorForce'))
    record[JointPlace.maxMotor] = Infinity;

  if (parameters['localAnchorB']) {
    const [localA, localB] = [options['localAnchorA'], options['localAnchorB']] as (VecLike | undefined)[];
    let point: VecLike = type === 'target' && has('target') ? (options['target'] as VecLike) : bodyB.position;
    if (localB) point = bodyB.worldPoint(localB);
    else if (localA && bodyA) point = bodyA.worldPoint(localA);
    // Also where nothing of it is taken: it finds out whether the two bodies may have a joint.
    const fitted = fit(world, type, record, options, point);
    if (!has('referenceAngle')) record[JointPlace.referenceAngle] = fitted[JointPlace.referenceAngle]!;
    if (parameters['anchor'] && !localA) take(record, fitted, kPlaces.anchorA);
    if (parameters['anchor'] && !localB) take(record, fitted, kPlaces.anchorB);
    for (const name of Object.keys(kPlaces) as Place[]) {
      if (!has(name)) continue;
      const twin = kTwins[name].find(has);
      if (twin) throw invalid(twin, options[twin], `left out where ${name} is given`);
      place(world, type, record, options, name);
    }
    const a = bodyA?.worldPoint(at(record, JointPlace.localAnchorAX)) ?? origin;
    const b = bodyB.worldPoint(at(record, JointPlace.localAnchorBX));
    if (type === 'target' && !has('target')) record.splice(JointPlace.groundAnchorAX, 2, b.x, b.y);
    if (parameters['length'] && !has('length')) {
      const ropes = type === 'pulley';
      const apart = gap(a, b);
      const now = ropes
        ? gap(a, at(record, JointPlace.groundAnchorAX)) +
          record[JointPlace.ratio]! * gap(b, at(record, JointPlace.groundAnchorBX))
        : apart > kRounding * (arm(record, JointPlace.localAnchorAX) + arm(record, JointPlace.localAnchorBX))
          ? apart
          : 0;
      // The engine judges a rod of no length; in other joints the length may stand for nothing.
      const rod = !ropes && !['hertz', 'maxLength', 'minLength'].some(has);
      record[JointPlace.length] = rod || (now > 0 && now < kHuge) ? now : 1;
    }
  }
  new RecordWriter(JointPlace.count).all(record);
  const id = native().jointCreate(world);
  if (id === 0) accept(native().errorCode(), type, options);
  memories.forEach((name, i) => {
    if (has(name)) accept(native().jointSetMemory(world, id, i, number(options[name])), type, options);
  });
  return id;
}

/** Of an arm, by how much its roundings to floats may miss it: kRounding of joint_rows.h. */
const kRounding = 2 ** -21;
const arm = (record: Numbers, i: number): number => Math.abs(record[i]!) + Math.abs(record[i + 1]!);
const kHuge = 1e30; // m: with a ratio beyond all sense, let the engine speak of the ratio
const at = (record: Numbers, i: number): Vec2 => ({ x: record[i]!, y: record[i + 1]! });
const gap = (a: Vec2, b: Vec2): number => Math.hypot(b.x - a.x, b.y - a.y);
