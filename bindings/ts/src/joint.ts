import type { Body } from './body.js';
import { decimal } from './decimal.js';
import {
  accept,
  createJoint,
  kReadings,
  parametersOf,
  place,
  write,
  type Numbers,
  type Options,
  type Parameter,
  type Place,
} from './joint_fields.js';
import type { AnyJoint, DistanceJoint, JointDef, JointDefs, Joints, JointType, PrismaticJoint } from './joint_types.js';
import { JointPlace, ReadingPlace, kJointTypes } from './layout.js';
import { RecordWriter, check, exchange, native } from './native.js';
import { refuseNew, type Store } from './store.js';
import { frozen, readOnlyGetters, strict } from './strict.js';
import type { Vec2, VecLike } from './types.js';
import { choice, copied, fill, x, y } from './validate.js';

/** The parameters as the engine has them. */
let recordOf: (joint: Joint) => ArrayLike<number>;
/** @internal One number of the state. */
export let reading: (joint: Joint, at: number) => number;
/** @internal */
export let parameterOf: (joint: Joint, parameter: Parameter, out?: Vec2) => unknown;
let setParameter: (joint: Joint, name: string, parameter: Parameter, value: unknown) => void;
/** @internal The engine's joint is gone. */
export let leaveJoint: (joint: AnyJoint) => void;

/**
 * A joint between two bodies, created by {@link World.createJoint}. The same object represents it everywhere. Its
 * parameters are properties with the names of the definition, which can be read and set at any time; `type` determines
 * which exist. Setting one to another value wakes the bodies.
 *
 * All members except `id`, `type`, `bodyA`, `bodyB`, `userData` and `destroyed` throw `DESTROYED` once the joint is
 * destroyed, also if it broke or one of its bodies was destroyed. A setter throws `INVALID_ARGUMENT` and changes
 * nothing if a value is out of range.
 */
export class Joint<UserData = unknown> {
  /** Any value of yours. */
  userData: unknown;

  #store: Store;
  #id: number;
  #type: JointType;
  #bodyA: Body | null;
  #bodyB: Body;

  private constructor(store: Store, id: number, def: JointDef) {
    refuseNew(store, 'Joint', 'world.createJoint()');
    this.#store = store;
    this.#id = id;
    this.#type = def.type;
    this.#bodyA = def.bodyA ?? null;
    this.#bodyB = def.bodyB;
    this.userData = def.userData;
    Object.preventExtensions(this);
  }
  /**
   * Id of the joint in the engine and in events. It is not reused while the joint exists. Its lower 20 bits are its
   * slot, which a later joint may use again. Events and lists are in the order of slots.
   */
  get id(): number {
    return this.#id;
  }
  /** Type of the joint. */
  get type(): JointType {
    return this.#type;
  }
  /** The first body. Null only for a `target` without one. */
  get bodyA(): Body<UserData> | null {
    return this.#bodyA as Body<UserData> | null;
  }
  /** The second body. */
  get bodyB(): Body<UserData> {
    return this.#bodyB as Body<UserData>;
  }
  static {
    recordOf = (joint) => joint.#record();
    reading = (joint, at) => joint.#state()[at]!;
    parameterOf = (joint, parameter, out) => joint.#parameter(parameter, out);
    setParameter = (joint, name, parameter, value) => joint.#setParameter(name, parameter, value);
    leaveJoint = (joint) => (joint as unknown as Joint).#leave();
  }

  #live(): number {
    this.#store.joints.need(this as unknown as AnyJoint, 'joint');
    return this.#store.live();
  }
  #state(): Float64Array {
    check(native().jointState(this.#live(), this.id));
    return exchange(ReadingPlace.count);
  }
  #vector(at: number, out: Vec2): Vec2 {
    const state = this.#state();
    return fill(out, state[at]!, state[at + 1]!);
  }
  #record(): Float64Array {
    check(native().jointDef(this.#live(), this.id));
    return exchange(JointPlace.count);
  }

  #parameter({ at, kind }: Parameter, out: Vec2 = { x: 0, y: 0 }): unknown {
    if (kind === 'place') return this.#vector(at, out);
    const record = this.#record();
    if (kind === 'flag') return record[at] === 1;
    return kind === 'number' ? decimal(record[at]!) : fill(out, decimal(record[at]!), decimal(record[at + 1]!));
  }
  #setParameter(name: string, parameter: Parameter, value: unknown): void {
    const world = this.#live();
    const options = { [name]: value };
    const record: Numbers = [...this.#record().slice(0, JointPlace.count)];
    write(record, parameter, value, name);
    if (parameter.kind === 'place') {
      const now = this.#vector(parameter.at, { x: 0, y: 0 });
      if (x(value as VecLike) === now.x && y(value as VecLike) === now.y) return;
      place(world, this.type, record, options, name as Place);
    }
    new RecordWriter(JointPlace.count).all(record);
    accept(native().jointSet(world, this.id), this.type, options);
    this.#store.edited();
    warnOnce(this, name, record);
  }

  // --- readings -----------------------------------------------------------------------------------------------------

  /**
   * Force on B at its anchor in N, as the mean over the last step that solved the joint. Its direction is that at the
   * end of the step: on a joint that turns at w rad/s in steps of dt it is ahead of the mean by up to w dt.
   *
   * The force on A is the opposite, with two exceptions. The rope of a pulley pulls A towards its own ground anchor
   * with the force divided by `ratio`. A gear pushes or turns A along `axisA`, which no property reports.
   */
  get force(): Readonly<Vec2> {
    return this.getForce({ x: 0, y: 0 });
  }
  /** Writes `force` into `out` and returns `out`. */
  getForce(out: Vec2): Vec2 {
    return this.#vector(ReadingPlace.forceX, out);
  }
  /** Torque on B in N m, in addition to the torque of `force` at its lever arm. */
  get torque(): number {
    return this.#state()[ReadingPlace.torque]!;
  }
  /** Position error of the rigid constraint in m, >= 0. It is 0 within limits and if a spring holds the points. */
  get separation(): number {
    return this.#state()[ReadingPlace.separation]!;
  }
  /** Angular error of the rigid constraint in rad, >= 0. For a gear it is in the unit of side A, rad or m. */
  get angularSeparation(): number {
    return this.#state()[ReadingPlace.angularSeparation]!;
  }
  /** Anchor on A in the world, in m. For a target joint it is the target. */
  get anchorA(): Readonly<Vec2> {
    return this.getAnchorA({ x: 0, y: 0 });
  }
  /** Writes `anchorA` into `out` and returns `out`. */
  getAnchorA(out: Vec2): Vec2 {
    return this.#vector(ReadingPlace.anchorAX, out);
  }
  /** Anchor on B in the world, in m. */
  get anchorB(): Readonly<Vec2> {
    return this.getAnchorB({ x: 0, y: 0 });
  }
  /** Writes `anchorB` into `out` and returns `out`. */
  getAnchorB(out: Vec2): Vec2 {
    return this.#vector(ReadingPlace.anchorBX, out);
  }

  // --- life ---------------------------------------------------------------------------------------------------------

  /** Whether the joint is destroyed. */
  get destroyed(): boolean {
    return this.#store.gone || this.#store.joints.alive(this.id) !== (this as unknown as AnyJoint);
  }
  /** Removes the joint from the world and wakes its bodies. A second call does nothing. */
  destroy(): void {
    if (this.destroyed) return;
    check(native().jointDestroy(this.#live(), this.id));
    this.#leave();
  }
  #leave(): void {
    this.#store.edited();
    this.#store.joints.remove(this as unknown as AnyJoint);
  }
}

/** m/s at which B's point moves away from A's along the axis of a slider or the line between them. */
function slidingSpeed(joint: PrismaticJoint | DistanceJoint): number {
  const { bodyA, bodyB, anchorA: a, anchorB: b } = joint;
  const slider = joint.type === 'prismatic';
  const d = slider ? joint.axis : { x: b.x - a.x, y: b.y - a.y };
  const v = bodyB.velocityAt(b);
  const u = bodyA!.velocityAt(slider ? b : a); // a slider's line turns with A
  return ((v.x - u.x) * d.x + (v.y - u.y) * d.y) / (Math.hypot(d.x, d.y) || 1);
}
/** rad/s of B on A. */
function turningSpeed(joint: Joint): number {
  reading(joint, 0); // the bodies may live on without the joint
  return joint.bodyB.angularVelocity - joint.bodyA!.angularVelocity;
}

const kWarned = new WeakSet<Joint>();
/**
 * Of a parameter that was given, why it has no effect: a speed without a force, a length that limits or a motor
 * replace. Or what else it does: without its motor a joint may be a rod.
 */
function surprise(joint: Joint, name: string, record: ArrayLike<number>): string | false {
  const motor = record[JointPlace.maxMotor] !== 0;
  if (name === 'motorSpeed' && record[JointPlace.motorSpeed] !== 0 && !motor)
    return `has no effect while its ${'maxMotorTorque' in joint ? 'maxMotorTorque' : 'maxMotorForce'} is 0`;
  if (joint.type !== 'distance' || record[JointPlace.hertz] !== 0) return false;
  const [lower, upper] = [record[JointPlace.lower]!, record[JointPlace.upper]!];
  const limited = lower > 0 || upper < Infinity;
  if (name === 'length' && lower < upper && (motor || limited))
    return 'has no effect while it has minLength, maxLength or a motor, and its hertz is 0';
  return name === 'maxMotorForce' && !motor && !limited
    ? 'is 0, so it is a rigid rod of its length; with a maxLength it would be free'
    : false;
}
function warnOnce(joint: Joint, name: string, record: ArrayLike<number>): void {
  const reason = !kWarned.has(joint) && surprise(joint, name, record);
  if (!reason) return;
  kWarned.add(joint);
  console.warn(`impulse2d: ${name} of this ${joint.type} joint ${reason}`);
}

const Constructible = Joint as unknown as new (...args: unknown[]) => Joint;

/** One class a type, with a property for each parameter and reading. */
const kClasses = Object.fromEntries(
  kJointTypes.map((type) => {
    const Typed = class extends Constructible {};
    const define = (name: string, get: (joint: Joint) => unknown, set?: (joint: Joint, value: unknown) => void): void =>
      void Object.defineProperty(Typed.prototype, name, {
        get(this: Joint) {
          return get(this);
        },
        ...(set && {
          set(this: Joint, value: unknown) {
            set(this, value);
          },
        }),
        configurable: true,
      });
    for (const [name, parameter] of Object.entries(parametersOf(type))) {
      const isVector = parameter.kind === 'place' || parameter.kind === 'vector';
      define(
        name,
        (joint) => {
          const value = parameterOf(joint, parameter);
          return isVector ? frozen(value as Vec2) : value;
        },
        (joint, value) => setParameter(joint, name, parameter, value),
      );
      if (!isVector) continue;
      Object.defineProperty(Typed.prototype, `get${name[0]!.toUpperCase()}${name.slice(1)}`, {
        value(this: Joint, out: Vec2) {
          return parameterOf(this, parameter, out ?? null);
        },
        configurable: true,
        writable: true,
      });
    }
    for (const [name, where] of Object.entries(kReadings[type] ?? {})) define(name, (joint) => reading(joint, where));
    if (type === 'revolute' || type === 'wheel') define('speed', turningSpeed);
    if (type === 'prismatic' || type === 'distance') define('speed', (joint) => slidingSpeed(joint as PrismaticJoint));
    readOnlyGetters(Typed.prototype);
    return [type, Typed];
  }),
);
strict(Joint.prototype, 'userData');

/** @internal The wrapper of a joint that the engine has. */
export function wrapJoint(
  store: Store,
  id: number,
  def: JointDef | Pick<JointDef, 'type' | 'bodyA' | 'bodyB'>,
): AnyJoint {
  return new kClasses[def.type]!(store, id, def) as AnyJoint;
}
/**
 * @internal Makes the engine's joint and its wrapper. A file, unlike a caller, always gives the length, and may give
 * what the joint keeps (`memoriesOf`).
 */
export function makeJoint<T extends JointType>(store: Store, def: JointDefs[T], fromFile = false): Joints[T] {
  const options = copied(def) as unknown as Options & JointDef;
  const type = kJointTypes[choice(options.type, 'type', kJointTypes)]!;
  const id = createJoint(store, type, options, fromFile);
  const joint = wrapJoint(store, id, options);
  store.joints.add(joint);
  store.edited(); // what is joined no longer touches
  const made = joint as unknown as Joint;
  if (!fromFile && options['length'] !== undefined) warnOnce(made, 'length', recordOf(made));
  return joint as Joints[T];
}
