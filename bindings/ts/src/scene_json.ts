// A world as a JSON object that people can read and edit.

import { internals, type Body } from './body.js';
import { decimal } from './decimal.js';
import { PhysicsError, invalid } from './errors.js';
import { memoriesOf, parametersOf } from './joint_fields.js';
import { makeJoint, parameterOf, reading, type Joint } from './joint.js';
import type { AnyJoint, JointType } from './joint_types.js';
import { ReadingPlace } from './layout.js';
import { check, exchange, native } from './native.js';
import { formNow, type Shape } from './shape.js';
import type { Store } from './store.js';
import type { BodyDef, MassData, ShapeDef, WorldOptions } from './types.js';
import { given, integer, isArray, keys } from './validate.js';
import type { World } from './world.js';

/** A body of a {@link SceneJSON}: its definition, without values at their defaults. */
export type BodyJSON<UserData = unknown> = BodyDef<UserData> & {
  /** The argument of `setMass`. */
  mass?: MassData;
};
/** A joint of a {@link SceneJSON}: its definition, with bodies as indices in `bodies`. */
export interface JointJSON {
  /** Type of the joint, as in a definition. */
  type: JointType;
  /** Index of body A in `bodies`. Missing for a `target` without a body A. */
  bodyA?: number;
  /** Index of body B in `bodies`. */
  bodyB: number;
  /**
   * Effective mass with which the spring of `hertz` was made: its stiffness is (2 pi `hertz`)^2 times this mass. In kg,
   * for a `revolute` joint in kg m^2, >= 0. Default: measured at the poses of the bodies.
   */
  springMass?: number;
  /** The same of `angularHertz`, for a `weld` or `motor` joint, in kg m^2, >= 0. Default: measured. */
  angularSpringMass?: number;
  /**
   * Angle of a `revolute`, `wheel`, `weld` or `motor` joint in rad, any finite number. It decides the number of turns
   * only, and is saved to 0.1 rad if it is beyond half a turn: the rest follows from the poses of the bodies. Default:
   * within half a turn of 0.
   */
  angle?: number;
  [parameter: string]: unknown;
}
/**
 * A contact of a {@link SceneJSON}: the forces with which two shapes pressed on each other when the world was saved.
 * With them bodies at rest stay at rest. A contact of shapes that do not touch has no effect, and a contact may be
 * removed. If you insert or remove a body or a shape, change the indices of all later ones.
 */
export interface ContactJSON {
  /** Index of body A in `bodies`. */
  bodyA: number;
  /** Index in `shapes` of the loaded body A, where each segment of a chain and part of an outline counts. Default 0. */
  shapeA?: number;
  /** Index of body B in `bodies`, larger than that of body A. */
  bodyB: number;
  /** Index of a shape of body B. Default 0. */
  shapeB?: number;
  /**
   * Force of each of its one or two points along the normal, which points from A to B, in N, >= 0. Points are in order
   * along the tangent, which is the normal turned by -90 degrees.
   */
  normal: number[];
  /** Friction of each point along the tangent, on B, in N. Default 0 for each. */
  tangent?: number[];
  /** The normal force that has lasted, which a soft contact carries without sinking, in N, >= 0. Default 0. */
  load?: number;
  /** Torque of rolling resistance on B, in N m. Default 0. */
  rolling?: number;
}
/** The result of {@link World.toJSON} and the argument of {@link World.fromJSON}. */
export interface SceneJSON<UserData = unknown> {
  format: 'impulse2d';
  /** Version number of the format: 1. */
  version: number;
  world: WorldOptions;
  /** The bodies. Joints refer to them by index. */
  bodies: BodyJSON<UserData>[];
  /** The joints. */
  joints: JointJSON[];
  /** Contacts with force or overlap. Default none: contacts then build up their forces in the first steps. */
  contacts?: ContactJSON[];
}

/**
 * A scene of which TypeScript knows the shape alone, such as an imported JSON module: its `format` is any string. It is
 * checked when it is loaded.
 */
export interface ImportedScene<Format extends string = string> {
  /** `impulse2d`, as in {@link SceneJSON}. */
  format: Format;
  /** Version number of the format: 1. */
  version: number;
  /** Options of the world. */
  world: object;
  /** The bodies, as in {@link SceneJSON}. */
  bodies: readonly object[];
  /** The joints, as in {@link SceneJSON}. */
  joints: readonly object[];
  /** Contacts with force or overlap, as in {@link SceneJSON}. Default: none. */
  contacts?: readonly object[];
}

type Options = Record<string, unknown>;

const kVersion = 1;
const kBody = {
  type: 'dynamic',
  position: [0, 0],
  angle: 0,
  velocity: [0, 0],
  angularVelocity: 0,
  linearDamping: 0,
  angularDamping: 0,
  gravityScale: 1,
  lock: { x: false, y: false, rotation: false },
  dominance: 0,
  bullet: false,
  sleepAllowed: true,
  sleepThreshold: { linear: 0, angular: 0, seconds: 0 },
  awake: true,
  enabled: true,
  name: '',
  userData: undefined,
};
const kShape = {
  density: 1,
  friction: 0.6,
  restitution: 0,
  rollingResistance: 0,
  tangentSpeed: 0,
  filter: { category: 1, mask: 0xffffffff, group: 0 },
  sensor: false,
  oneWay: null,
  preSolve: false,
  sensorSees: 'shapes',
  userData: undefined,
};

/**
 * The same as JSON has it; vectors as pairs, numbers in single precision as their shortest decimals. Undefined where
 * JSON has nothing.
 */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : decimal(Math.fround(value));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value);
  const { x, y } = value as { x: unknown; y: unknown };
  if (names.length === 2 && typeof x === 'number' && typeof y === 'number') return [plain(x), plain(y)];
  return Object.fromEntries(names.map((name) => [name, plain((value as Record<string, unknown>)[name])]));
}
function json(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    return undefined; // a cycle, a function, nothing, a world that is being saved
  }
}
function different(from: object, object: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, usual] of Object.entries(from)) {
    if (!(name in object)) continue;
    const value = (object as Record<string, unknown>)[name];
    const told = name === 'userData' ? json(value) : plain(value);
    if (JSON.stringify(told) !== JSON.stringify(usual)) kept[name] = told;
  }
  return kept;
}

const kForm = { center: [0, 0], angle: 0 };
const kSurface = ['friction', 'staticFriction', 'restitution', 'rollingResistance', 'tangentSpeed'];

function shapeToJSON(shape: Shape): Options {
  const form = plain(shape.geometry) as Options;
  for (const [name, usual] of Object.entries(kForm)) if (String(form[name]) === String(usual)) delete form[name];
  if (form['radius'] === 0) delete form['radius'];
  const def = { ...form, ...different(kShape, shape) };
  if (shape.staticFriction !== shape.friction) def['staticFriction'] = shape.staticFriction;
  return def;
}

/**
 * Segments of a chain become one again while they all are there and differ by their surfaces alone; parts of an outline
 * while they all are there and do not differ.
 */
function shapesToJSON(shapes: readonly Shape[]): ShapeDef[] {
  const defs: Options[] = [];
  for (let i = 0; i < shapes.length; i++) {
    const { chain } = formNow(shapes[i]!);
    const count = chain?.parts ?? 1;
    const own = shapes.slice(i, i + count);
    const all = own.map(shapeToJSON);
    const has = (names: readonly string[], def: Options, is: boolean): Options =>
      Object.fromEntries(Object.entries(def).filter(([name]) => names.includes(name) === is));
    const surfaces = all.map((def) => has(kSurface, def, true));
    const rest = all.map((def) => JSON.stringify(has([...kSurface, 'a', 'b', 'points'], def, false)));
    const alike = (list: readonly unknown[]): boolean => new Set(list).size === 1;
    const same = alike(surfaces.map((surface) => JSON.stringify(surface)));
    const whole = own.length === count && own.every((shape) => formNow(shape).chain === chain) && alike(rest);
    if (!chain || !whole || (!same && chain.type === 'concave')) {
      defs.push(all[0]!);
      continue;
    }
    defs.push({
      ...has(['a', 'b', 'oneSided', ...(same ? [] : kSurface)], all[0]!, false),
      type: chain.type,
      // In double precision, as given: a rounded outline might cross itself.
      points: chain.points.map(({ x, y }) => [x, y]),
      ...(chain.loop && { loop: true }),
      ...(chain.twoSided === false && { twoSided: false }),
      ...(!same && { materials: surfaces }),
    });
    i += count - 1;
  }
  return defs as unknown as ShapeDef[];
}

/**
 * rad, in millionths: a body keeps the sine and cosine of its angle in single precision, from which no more comes back.
 * Half a turn is rounded down, as beyond it there is minus half a turn.
 */
function steady(angle: number): number {
  return Math.max(-3.141592, Math.min(3.141592, Math.round(1e6 * angle) / 1e6)) + 0; // not -0
}

function bodyToJSON(body: Body): BodyJSON {
  const def = different(kBody, body) as BodyJSON;
  def.angle &&= steady(body.angle);
  if (!def.angle) delete def.angle;
  // A static body is never awake.
  if (body.type === 'static' || (body.type === 'kinematic' && !body.awake)) delete def.awake;
  if (body.shapes.length > 0) def.shapes = shapesToJSON(body.shapes);
  if (internals.massIsSet(body))
    def.mass = plain({ mass: body.mass, inertia: body.inertia, center: body.localCenter }) as MassData;
  return def;
}

// What a definition that leaves it out would take from the poses of the bodies or from other options.
const kAlways = ['referenceAngle', 'length', 'motorSpeed', 'maxMotorTorque', 'maxMotorForce'];

function jointToJSON(joint: AnyJoint, indices: Map<Body, number>): JointJSON {
  const def: JointJSON = { type: joint.type, bodyB: indices.get(joint.bodyB)! };
  if (joint.bodyA) def.bodyA = indices.get(joint.bodyA)!;
  for (const [name, parameter] of Object.entries(parametersOf(joint.type))) {
    const { kind, fallback } = parameter;
    if (kind === 'place') continue;
    const value = plain(parameterOf(joint as unknown as Joint, parameter));
    // No limit, which is the default; a motor without one is what a speed alone gives.
    if (Math.abs(value as number) === Infinity) continue;
    const unset = kind === 'vector' ? name.startsWith('axis') && String(value) === '0,0' : value === fallback;
    if ((!unset && value !== false) || kAlways.includes(name)) def[name] = value;
  }
  const places = [ReadingPlace.springMass, ReadingPlace.angularSpringMass, ReadingPlace.angle];
  memoriesOf(joint.type).forEach((name, i) => {
    const value = reading(joint as unknown as Joint, places[i]!);
    if (name === 'angle') {
      // The turns, and the angle of the bodies as they are saved: so that the loaded world is saved as the same.
      const { bodyA, bodyB } = joint;
      const near = steady(bodyB.angle) - steady(bodyA!.angle) - Number(def['referenceAngle'] ?? 0);
      const angle = near + 2 * Math.PI * Math.round((value - near) / 2 / Math.PI);
      // A tenth tells turns from each other.
      if (Math.abs(angle) > Math.PI) def[name] = Math.round(10 * angle) / 10;
    } else if (name && (value || def[i ? 'angularHertz' : 'hertz'])) def[name] = decimal(value);
  });
  const { motorSpeed, maxMotorTorque = def['maxMotorForce'] } = def;
  if (motorSpeed === 0 && maxMotorTorque === 0)
    for (const name of ['motorSpeed', 'maxMotorTorque', 'maxMotorForce']) delete def[name];
  const userData = json(joint.userData);
  if (userData !== undefined) def['userData'] = userData;
  return def;
}

// ContactForces in engine/include/impulse/world.h: shapes and count as integers; load, normal and tangent of two points
// and rolling in single precision.
const kForces = 9;
/** So many records in the exchange, until the next native call. */
function records(count: number): [integers: Uint32Array, floats: Float32Array] {
  const { buffer, byteOffset } = exchange(Math.ceil((kForces * count) / 2));
  return [new Uint32Array(buffer, byteOffset, kForces * count), new Float32Array(buffer, byteOffset, kForces * count)];
}
/** N: six digits, which single precision keeps and which move nothing at rest. */
const short = (force: number): number => Number(force.toPrecision(6)) + 0; // not -0

function contactsToJSON(bodies: readonly Body[], handle: number): ContactJSON[] {
  const places = new Map<number, [body: number, shape: number]>();
  bodies.forEach((body, i) => body.shapes.forEach((shape, k) => places.set(shape.id, [i, k])));
  const count = native().contactForces(handle);
  const [integers, floats] = records(count);
  return Array.from({ length: count }, (_, i) => {
    const at = kForces * i;
    const sides = [places.get(integers[at]!)!, places.get(integers[at + 1]!)!];
    const points = integers[at + 2];
    const [load, n0, n1, t0, t1, rolling] = Array.from(floats.subarray(at + 3, at + kForces), short);
    const [normal, tangent] = [[n0!, n1!].slice(0, points), [t0!, t1!].slice(0, points)];
    const turned = sides[0]![0] > sides[1]![0]; // the engine's A is the shape of the lower index
    if (turned) for (const list of [sides, normal, tangent]) list.reverse();
    const [[bodyA, shapeA], [bodyB, shapeB]] = sides as [[number, number], [number, number]];
    return {
      bodyA,
      ...(shapeA && { shapeA }),
      bodyB,
      ...(shapeB && { shapeB }),
      normal,
      ...(tangent.some(Boolean) && { tangent }),
      ...(load && { load }),
      ...(rolling && { rolling: turned ? -rolling : rolling }),
    };
  }).sort(
    (p, q) =>
      p.bodyA - q.bodyA || p.bodyB - q.bodyB || (p.shapeA ?? 0) - (q.shapeA ?? 0) || (p.shapeB ?? 0) - (q.shapeB ?? 0),
  );
}

/** The element of a list at an index that the scene gives. */
function entry<T>(list: readonly T[], index: unknown, path: string): T {
  if (list.length === 0) throw invalid(path, index, 'an index in a list that is not empty');
  return list[integer(index, path, 0, list.length - 1)]!;
}

/** N. */
function force(value: unknown, path: string, lowest = -Infinity): number {
  if (typeof value === 'number' && value >= lowest && Number.isFinite(Math.fround(value))) return value;
  throw invalid(path, value, `a finite number${lowest === 0 ? ' >= 0' : ''}`);
}
function forces(values: unknown, path: string, counts: readonly number[], lowest?: number): number[] {
  if (isArray(values) && counts.includes(values.length))
    return values.map((value, i) => force(value, `${path}[${i}]`, lowest));
  throw invalid(path, values, `a list of ${counts.join(' or ')} numbers`);
}
/** The record of a contact. `made`: shapes of each body. */
function contactOf(contact: unknown, made: readonly (readonly Shape[])[]): number[] {
  keys(contact, '', ['bodyA', 'shapeA', 'bodyB', 'shapeB', 'normal', 'tangent', 'load', 'rolling']);
  const { bodyA, shapeA = 0, bodyB, shapeB = 0, normal, tangent, load = 0, rolling = 0 } = contact as ContactJSON;
  const a = entry(made, bodyA, 'bodyA');
  const b = entry(made, bodyB, 'bodyB');
  if (bodyB <= bodyA) throw invalid('bodyB', bodyB, `larger than bodyA, which is ${bodyA}`);
  const [first, second] = [entry(a, shapeA, 'shapeA'), entry(b, shapeB, 'shapeB')];
  const normals = forces(normal, 'normal', [1, 2], 0);
  const [n0, n1 = 0] = normals;
  const [t0 = 0, t1 = 0] = tangent === undefined ? [] : forces(tangent, 'tangent', [normals.length]);
  const most = force(load, 'load', 0);
  return [first.id, second.id, normals.length, most, n0!, n1, t0, t1, force(rolling, 'rolling')];
}

/** Those that are being saved: `JSON.stringify` of user data calls `toJSON` of a world in it. */
const saving = new Set<World>();

/** @internal */
export function toJSON(world: World, handle: number): SceneJSON {
  if (saving.has(world)) throw TypeError('a cycle');
  saving.add(world);
  try {
    return sceneOf(world, handle);
  } finally {
    saving.delete(world);
  }
}
function sceneOf(world: World, handle: number): SceneJSON {
  const { gravity, lengthUnit, sleep, sleepThreshold, continuous, hitSpeed, solver, bodies, joints } = world;
  const { literal = {}, ...options } = solver;
  if (Object.values(literal).includes(true)) Object.assign(options, { literal });
  const places = new Map(bodies.map((body, i) => [body, i]));
  const contacts = contactsToJSON(bodies, handle);
  return {
    format: 'impulse2d',
    version: kVersion,
    world: {
      ...(plain({ gravity, lengthUnit, sleep, sleepThreshold, continuous, hitSpeed }) as WorldOptions),
      solver: options,
    },
    bodies: bodies.map(bodyToJSON),
    joints: joints.map((joint) => jointToJSON(joint, places)),
    ...(contacts.length > 0 && { contacts }),
  };
}

/** Runs `make`; its errors get the path in the scene, or in the options for what these override. */
function inside<T>(scene: string, make: () => T, overrides: object = {}): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PhysicsError) || error.code !== 'INVALID_ARGUMENT') throw error;
    const { value, expected, message } = error;
    const place = Object.keys(overrides).includes(/^\w*/.exec(error.path)![0]) ? 'worldOptions' : scene;
    const path = error.path === 'options' ? place : `${place}.${error.path}`;
    const said = message.startsWith(error.path) ? path + message.slice(error.path.length) : `${place}: ${message}`;
    throw new PhysicsError('INVALID_ARGUMENT', said, { path, value, expected });
  }
}

/** @internal Fills a world that `create` makes. */
export function fromJSON<W extends World>(
  scene: unknown,
  options: unknown,
  create: (options: WorldOptions) => W,
  storeOf: (world: W) => Store,
): W {
  keys(scene, 'scene', ['format', 'version', 'world', 'bodies', 'joints', 'contacts']);
  keys(options, '', ['worldOptions']);
  const { format, version, world: own, bodies, joints, contacts = [] } = scene as SceneJSON;
  if (format !== 'impulse2d') throw invalid('scene.format', format, "'impulse2d'");
  if (version !== kVersion) throw invalid('scene.version', version, String(kVersion));
  for (const [name, list] of Object.entries({ bodies, joints, contacts })) {
    if (!isArray(list)) throw invalid(`scene.${name}`, list, `a list of ${name}`);
  }
  const { worldOptions = {} } = options as { worldOptions?: WorldOptions };
  const overrides = given(worldOptions, 'worldOptions');
  /** The scene may be loaded again. What it has several times stays one object. */
  const copies = new Map<unknown, unknown>();
  const copy = (thing: { userData: unknown }): void => {
    const { userData } = thing;
    if (typeof userData !== 'object') return;
    if (!copies.has(userData)) copies.set(userData, json(userData) ?? userData);
    thing.userData = copies.get(userData);
  };
  const world = inside('scene.world', () => create({ ...given(own, ''), ...overrides } as WorldOptions), overrides);
  try {
    const made = bodies.map((one, i) =>
      inside(`scene.bodies[${i}]`, () => {
        const { mass, ...def } = given(one, '') as BodyJSON;
        if (def.awake === false) delete def.awake; // it falls asleep in its place, below, and not before it is there
        const body = world.createBody(def);
        [body, ...body.shapes].forEach(copy);
        if (mass !== undefined) {
          inside('mass', () => body.setMass(mass));
          body.velocity = def.velocity ?? [0, 0]; // of the new centre, whatever a turning body had there
        }
        // Shape after shape moved its centre of mass, and rounded its origin.
        body.position = def.position ?? [0, 0];
        return body;
      }),
    );
    joints.forEach((joint, i) =>
      inside(`scene.joints[${i}]`, () => {
        const { bodyA, bodyB, ...def } = given(joint, '') as unknown as JointJSON;
        const at = (place: unknown, name: string): unknown => (place === undefined ? place : entry(made, place, name));
        const ends = { bodyA: at(bodyA, 'bodyA'), bodyB: at(bodyB, 'bodyB') };
        copy(makeJoint(storeOf(world), { ...def, ...ends } as never, true) as Joint);
      }),
    );
    // Joints and masses woke them.
    bodies.forEach(({ awake }, i) => awake === false && made[i]!.putToSleep());
    const shapes = made.map((body) => body.shapes);
    const pressed = contacts.map((contact, i) => inside(`scene.contacts[${i}]`, () => contactOf(contact, shapes)));
    pressed.sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]!);
    const [integers, floats] = records(pressed.length);
    pressed.forEach((record, i) => {
      integers.set(record.slice(0, 3), kForces * i);
      floats.set(record.slice(3), kForces * i + 3);
    });
    check(native().worldSetContactForces(storeOf(world).live(), pressed.length));
  } catch (error) {
    world.destroy();
    throw error;
  }
  return world;
}
