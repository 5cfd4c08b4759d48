import { contactsOf, type Contact, type Typed } from './contacts.js';
import {
  kShapeFields,
  lockField,
  rank,
  partsOf,
  refusePart,
  shapeField,
  thresholdField,
  type Part,
} from './definitions.js';
import { decimal } from './decimal.js';
import type { AnyJoint } from './joint_types.js';
import { BodyPlace, kBodyTypes } from './layout.js';
import { RecordWriter, check, exchange, native } from './native.js';
import { leaveJoint } from './joint.js';
import { formOf, leaveShape, makeShape, type Shape } from './shape.js';
import { refuseNew, type Store } from './store.js';
import { frozen, strict } from './strict.js';
import type { Aabb, BodyDef, BodyType, Locks, MassData, ShapeDef, SleepThreshold, Vec2, VecLike } from './types.js';
import { judgeSpeed } from './units.js';
import {
  checkDefinition,
  choice,
  copied,
  fill,
  finite,
  flag,
  given,
  is,
  keys,
  number,
  unfit,
  x,
  y,
} from './validate.js';
import { serveOne } from './views.js';
import type { World } from './world.js';

// Where fields of a destroyed body are, behind pose and motion; then its box, and whether it was awake.
const kLastRecord = 7;
const kLastMass = kLastRecord + BodyPlace.count;
const kLastBox = kLastMass + 7;
const kLastAwake = kLastBox + 4;
const kLastCount = kLastAwake + 1;

/** @internal Functions on a body for the other files of the package. */
export let internals: {
  make: (store: Store, id: number, def: BodyDef) => Body;
  /** Creates wrappers for the shapes that the engine has just created, whose ids are in the exchange. */
  adopt: (body: Body, parts: Part[]) => Shape[];
  /** These are its shapes now. */
  take: (body: Body, shapes: Shape[]) => void;
  drop: (body: Body, shape: Shape) => void;
  /** After a change of a shape, for which the views are behind too: another list is to be read. */
  altered: (body: Body) => void;
  /**
   * Registers the callback of the body's character. It runs before each step, after the `beforeStep` handlers, and puts
   * the character's record into the exchange.
   */
  carry: (body: Body, ready: () => boolean) => void;
  /** Moves it as the character whose record is in the exchange, where the answer comes. */
  move: (body: Body) => number;
  /** Whether `setMass` set the mass. */
  massIsSet: (body: Body) => boolean;
  /** How often its world was restored. */
  restored: (body: Body) => number;
};

/**
 * A rigid body, created by {@link World.createBody}. The same object represents it everywhere.
 *
 * Vectors can be read in two ways. A property returns a new `{x, y}` (`body.position`); a method writes into an object
 * of yours and allocates nothing (`body.getPosition(out)`). Changing a returned object does not change the body.
 * Settings are frozen objects, so that assigning to their parts throws a `TypeError`; `position`, `velocity` and other
 * results are not frozen, because freezing is slower than reading. Methods that return a vector accept `out` as their
 * last argument. Vectors are passed as `[x, y]` or `{x, y}`.
 *
 * The engine stores numbers as 32-bit floats. Settings are returned as the shortest decimal of the float: 0.1 is read
 * as 0.1. Poses, velocities and masses are returned as they are stored: 0.1 is read as 0.10000000149. Setting a
 * property to the value that it has changes nothing and does not wake the body.
 *
 * All members except `id`, `slot`, `name`, `world`, `userData` and `destroyed` throw `DESTROYED` once the body is
 * destroyed. Only handlers of events that are emitted after a step, such as `contactEnd` and `bodyDestroyed`, can still
 * read it as it was, without contacts and joints. A setter or method throws `INVALID_ARGUMENT` and changes nothing if a
 * value is out of range.
 */
export class Body<UserData = unknown> {
  /** Any value of yours. */
  userData: UserData;

  #id: number;
  #name: string;
  #store: Store;
  #shapes: Shape[] = [];
  /** Cached copy for callers, until the body's shapes, mass or type change. */
  #list: readonly Shape[] | undefined;
  /** Index of the result of `#pose` and `#motion` in the array that they return. */
  #at = 0;
  /** All that can be read of it, as it was when it was destroyed. */
  #last: number[] | undefined;
  /** Of its character. */
  #carry: ((dt: number) => boolean) | undefined;

  private constructor(store: Store, id: number, def: BodyDef) {
    refuseNew(store, 'Body', 'world.createBody()');
    this.#store = store;
    this.#id = id;
    this.#name = def.name ?? '';
    this.userData = def.userData as UserData;
    Object.preventExtensions(this);
  }
  static {
    internals = {
      make: (store, id, def) => new Body(store, id, def),
      adopt: (body, parts) => body.#adopt(parts),
      take: (body, shapes) => {
        body.#shapes = shapes;
        body.#list = undefined;
        body.#follow();
      },
      drop: (body, shape) => {
        body.#shapes.splice(body.#shapes.indexOf(shape), 1);
        body.#altered();
      },
      altered: (body) => body.#altered(),
      carry: (body, ready) => {
        body.#carry = (dt) => {
          const lives = ready();
          if (lives) native().characterCarry(body.#live(), body.id, dt);
          return lives;
        };
        body.#follow();
      },
      move: (body) => {
        const code = native().characterMove(body.#live(), body.id);
        body.#store.placed.add(body);
        body.#store.edited();
        return code;
      },
      massIsSet: (body) => body.#mass()[6] === 1,
      restored: (body) => body.#store.restored,
    };
  }

  /** Id of the body in the engine, in events and in `views.slots`. It is not reused while the body exists. */
  get id(): number {
    return this.#id;
  }
  /** Index of the body in the views, which does not change. */
  get slot(): number {
    return this.#id & 0xfffff; // ids.h
  }
  /** The name given at creation. */
  get name(): string {
    return this.#name;
  }
  /** The world that contains the body. */
  get world(): World<UserData> {
    return this.#store.world as World<UserData>;
  }

  #live(): number {
    this.#store.bodies.need(this, 'body');
    return this.#store.live();
  }
  /** x, y, cos, sin from `#at` on. */
  #pose(): ArrayLike<number> {
    return this.#read(0);
  }
  /** vx, vy, w from `#at` on. */
  #motion(): ArrayLike<number> {
    return this.#read(4);
  }
  /** What was last, while the events of a step are emitted and it is gone. */
  #past(): number[] | undefined {
    return this.#store.telling && this.#store.bodies.alive(this.id) !== this ? this.#last : undefined;
  }
  #read(field: 0 | 4): ArrayLike<number> {
    const past = this.#last && this.#past();
    if (past) {
      this.#at = field;
      return past;
    }
    const world = this.#live();
    const views = this.#store.views;
    if (serveOne(views)) {
      this.#at = 4 * this.slot;
      return field === 0 ? views.poses : views.velocities;
    }
    native().bodyMotion(world, this.id);
    this.#at = field;
    return exchange(7);
  }
  #record(): Float64Array | number[] {
    const past = this.#past();
    if (past) return past.slice(kLastRecord, kLastMass);
    check(native().bodyDef(this.#live(), this.id));
    return exchange(BodyPlace.count);
  }
  #mass(): Float64Array | number[] {
    const past = this.#past();
    if (past) return past.slice(kLastMass, kLastBox);
    check(native().bodyMass(this.#live(), this.id));
    return exchange(7);
  }
  /** After a change: throws for an error code, and marks the views as outdated. */
  #changed(code: number, path?: string, value?: unknown): void {
    check(code, path, value);
    this.#store.edited();
  }
  /** A step without the body, or without its shapes, has forgotten its character. */
  #follow(): void {
    const store = this.#store;
    if (!this.#carry || store.carried.get(this.slot) === this.#carry) return;
    store.carried.set(this.slot, this.#carry);
    store.carried = new Map([...store.carried].sort(([a], [b]) => a - b));
  }
  /** Called after a change of shapes, mass or type. */
  #altered(): void {
    this.#list = undefined;
    this.#store.edited();
  }

  // --- pose and velocity --------------------------------------------------------------------------------------------

  /**
   * Position of the body's origin in m. Setting another one teleports the body, without collisions on the way, and
   * wakes it.
   */
  get position(): Readonly<Vec2> {
    return this.getPosition({ x: 0, y: 0 });
  }
  set position(position: VecLike) {
    check(this.#place(x(position), y(position)), 'position', position);
  }
  /** Writes `position` into `out` and returns `out`. */
  getPosition(out: Vec2): Vec2 {
    const pose = this.#pose();
    return fill(out, pose[this.#at]!, pose[this.#at + 1]!);
  }
  /** Angle in rad, counter-clockwise, from -pi to pi. Any finite number can be set. */
  get angle(): number {
    const pose = this.#pose();
    return Math.atan2(pose[this.#at + 3]!, pose[this.#at + 2]!);
  }
  set angle(angle: number) {
    const p = this.position;
    check(this.#place(p.x, p.y, number(angle)), 'angle', angle);
  }
  /** Teleports the body, without collisions on the way. `position` in m, `angle` in rad, any finite numbers. */
  setTransform(position: VecLike, angle: number): void {
    checkDefinition(this.#place(x(position), y(position), number(angle)), { position, angle });
  }
  /** Moves the body unless it has this pose already. Without an angle no bit of the rotation changes. */
  #place(px: number, py: number, angle?: number): number {
    const world = this.#live();
    const pose = this.#pose();
    const at = this.#at;
    const here = Math.fround(px) === pose[at] && Math.fround(py) === pose[at + 1];
    const turned = angle !== undefined && angle !== Math.atan2(pose[at + 3]!, pose[at + 2]!);
    if (here && !turned) return 0;
    const code = turned
      ? native().bodySetTransform(world, this.id, px, py, angle)
      : native().bodySetPosition(world, this.id, px, py);
    this.#store.placed.add(this);
    this.#store.edited();
    return code;
  }
  /**
   * Sets the velocity of a kinematic body so that it reaches the pose in `dt` seconds, >= 0, along its unlocked axes.
   * With `dt` 0, as in `step(0)`, nothing changes. `position` in m, `angle` in rad, any finite numbers.
   */
  moveTo(position: VecLike, angle: number, dt: number): void {
    const code = native().bodyMoveTo(this.#live(), this.id, x(position), y(position), number(angle), number(dt));
    if (code !== 0) checkDefinition(code, { position, angle, dt, type: this.type });
    this.#store.edited();
  }
  /**
   * Velocity of the centre of mass in m/s. It is 0 for static bodies and along locked axes, where setting it has no
   * effect.
   */
  get velocity(): Readonly<Vec2> {
    return this.getVelocity({ x: 0, y: 0 });
  }
  set velocity(velocity: VecLike) {
    const [vx, vy] = [x(velocity), y(velocity)];
    this.#changed(native().bodySetVelocity(this.#live(), this.id, vx, vy), 'velocity', velocity);
    judgeSpeed(this.#store, vx, vy);
  }
  /** Writes `velocity` into `out` and returns `out`. */
  getVelocity(out: Vec2): Vec2 {
    const motion = this.#motion();
    return fill(out, motion[this.#at]!, motion[this.#at + 1]!);
  }
  /**
   * Angular velocity in rad/s, counter-clockwise, any finite number. It is 0 for static bodies and with locked
   * rotation, where setting it has no effect.
   */
  get angularVelocity(): number {
    const motion = this.#motion();
    return motion[this.#at + 2]!;
  }
  set angularVelocity(w: number) {
    this.#changed(native().bodySetAngularVelocity(this.#live(), this.id, number(w)), 'angularVelocity', w);
  }
  /** Velocity of the body's material at a point of the world, in m/s. */
  velocityAt(point: VecLike, out: Vec2 = { x: 0, y: 0 }): Vec2 {
    if (this.#past()) {
      const [[px, py], { x: vx, y: vy }, c, w] = [
        finite(point, 'point'),
        this.velocity,
        this.worldCenter,
        this.angularVelocity,
      ];
      return fill(out, vx - w * (py - c.y), vy + w * (px - c.x));
    }
    check(native().bodyVelocityAt(this.#live(), this.id, x(point), y(point)), 'point', point);
    const found = exchange(2);
    return fill(out, found[0]!, found[1]!);
  }

  // --- frames -------------------------------------------------------------------------------------------------------

  /** Converts a point from the body's frame to the world, in m. */
  worldPoint(point: VecLike, out: Vec2 = { x: 0, y: 0 }): Vec2 {
    return this.#framed(point, out, 'point', 1, 1);
  }
  /** Converts a point from the world to the body's frame, in m. */
  localPoint(point: VecLike, out: Vec2 = { x: 0, y: 0 }): Vec2 {
    return this.#framed(point, out, 'point', 1, -1);
  }
  /** Converts a direction from the body's frame to the world. */
  worldVector(vector: VecLike, out: Vec2 = { x: 0, y: 0 }): Vec2 {
    return this.#framed(vector, out, 'vector', 0, 1);
  }
  /** Converts a direction from the world to the body's frame. */
  localVector(vector: VecLike, out: Vec2 = { x: 0, y: 0 }): Vec2 {
    return this.#framed(vector, out, 'vector', 0, -1);
  }
  /** `from`: 1 for a point, 0 for a direction; `turn`: 1 to the world, -1 to the body. */
  #framed(vector: VecLike, out: Vec2, path: string, from: number, turn: number): Vec2 {
    const [vx, vy] = finite(vector, path);
    const pose = this.#pose();
    const i = this.#at;
    const [px, py, c, s] = [from * pose[i]!, from * pose[i + 1]!, pose[i + 2]!, turn * pose[i + 3]!];
    const [dx, dy] = turn < 0 ? [vx - px, vy - py] : [vx, vy];
    const [x0, y0] = turn < 0 ? [0, 0] : [px, py];
    return fill(out, c * dx - s * dy + x0, s * dx + c * dy + y0);
  }
  /** The axis-aligned bounding box of all its shapes in the world, in m. Without shapes it is the body's origin. */
  get aabb(): Readonly<{ min: Readonly<Vec2>; max: Readonly<Vec2> }> {
    return this.getAabb({ min: { x: 0, y: 0 }, max: { x: 0, y: 0 } });
  }
  /** Writes `aabb` into `out` and returns `out`. */
  getAabb(out: Aabb): Aabb {
    const past = this.#past();
    if (!past) check(native().bodyAabb(this.#live(), this.id));
    const [x1, y1, x2, y2] = past ? past.slice(kLastBox) : exchange(4);
    given(out, 'out');
    fill(out.min, x1!, y1!, 'out.min');
    fill(out.max, x2!, y2!, 'out.max');
    return out;
  }

  // --- mass ---------------------------------------------------------------------------------------------------------

  /**
   * Mass in kg. By default it follows from shapes and densities. It is 0 for static and kinematic bodies, and 1 for a
   * dynamic body whose shapes have no mass.
   *
   * Setting it, from 1e-18 to 1e18, scales the inertia and keeps the centre of mass, as {@link setMass} does.
   * Afterwards shapes and densities do not change the mass, until `setMass(null)` or a change of `type`. Throws
   * `INVALID_ARGUMENT` for a body that is not dynamic.
   */
  get mass(): number {
    return this.#mass()[0]!;
  }
  set mass(mass: number) {
    this.#live();
    if (Math.fround(number(mass)) !== this.#mass()[0]) this.setMass({ mass });
  }
  /** Moment of inertia about the centre of mass, in kg m^2. */
  get inertia(): number {
    return this.#mass()[1]!;
  }
  /** Centre of mass in the body's frame, in m. */
  get localCenter(): Readonly<Vec2> {
    return this.getLocalCenter({ x: 0, y: 0 });
  }
  /** Writes `localCenter` into `out` and returns `out`. */
  getLocalCenter(out: Vec2): Vec2 {
    const mass = this.#mass();
    return fill(out, mass[2]!, mass[3]!);
  }
  /** Centre of mass in the world, in m. */
  get worldCenter(): Readonly<Vec2> {
    return this.getWorldCenter({ x: 0, y: 0 });
  }
  /** Writes `worldCenter` into `out` and returns `out`. */
  getWorldCenter(out: Vec2): Vec2 {
    const mass = this.#mass();
    return fill(out, mass[4]!, mass[5]!);
  }
  /**
   * Sets mass (kg), moment of inertia about the centre of mass (kg m^2) and centre of mass of a dynamic body. With null
   * they follow from shapes and densities again. Without `inertia` the present inertia scales with the mass; without
   * `center` the centre of mass is kept. Later changes of shapes or densities do not change these values.
   */
  setMass(mass: MassData | null): void {
    const world = this.#live();
    if (mass === null) {
      check(native().bodyResetMass(world, this.id));
      return this.#altered();
    }
    keys(mass, '', ['mass', 'inertia', 'center']);
    const { mass: kg, inertia, center } = mass;
    const [oldMass, oldInertia, cx, cy] = this.#mass();
    const scaled = oldMass! > 0 ? (oldInertia! / oldMass!) * number(kg) : 0;
    const at: VecLike = center === undefined ? [cx!, cy!] : center;
    new RecordWriter(4).all([number(kg), number(inertia, scaled), x(at), y(at)]);
    checkDefinition(native().bodySetMass(world, this.id), {
      mass: kg,
      inertia: inertia === undefined ? scaled : inertia,
      center: at,
    });
    this.#altered();
  }

  // --- pushing ------------------------------------------------------------------------------------------------------

  /**
   * Applies a force in N until the end of the next step that is longer than 0 s, at a point of the world or at the
   * centre of mass. Forces add up, also over `world.step(0)`. Wakes the body. It has no effect on static, kinematic and
   * disabled bodies. A body that is disabled or put to sleep before that step loses its forces.
   *
   * The force is constant through the step and acts together with contacts and joints. An undamped spring or orbit
   * gains energy by it, 28 % per second at 1 Hz: give its force as an impulse of force times `dt` instead ({@link
   * applyImpulse}). Bodies that rest on something or float with drag need `applyForce`: with impulses stacks fall.
   */
  applyForce(force: VecLike, point?: VecLike): void {
    const world = this.#live();
    const code =
      point !== undefined
        ? native().bodyApplyForceAt(world, this.id, x(force), y(force), x(point), y(point))
        : native().bodyApplyForce(world, this.id, x(force), y(force));
    if (code !== 0) checkDefinition(code, { force, point });
  }
  /**
   * Applies a torque in N m, any finite number, until the end of the next step that is longer than 0 s. Torques add up.
   * Wakes the body. It has no effect where {@link applyForce} has none.
   */
  applyTorque(torque: number): void {
    check(native().bodyApplyTorque(this.#live(), this.id, number(torque)), 'torque', torque);
  }
  /**
   * Applies an impulse in N s at once, at a point of the world or at the centre of mass. Wakes the body. It has no
   * effect on static, kinematic and disabled bodies.
   */
  applyImpulse(impulse: VecLike, point?: VecLike): void {
    const world = this.#live();
    const code =
      point !== undefined
        ? native().bodyApplyImpulseAt(world, this.id, x(impulse), y(impulse), x(point), y(point))
        : native().bodyApplyImpulse(world, this.id, x(impulse), y(impulse));
    if (code !== 0) checkDefinition(code, { impulse, point });
    this.#store.edited();
  }
  /**
   * Applies an angular impulse in N m s at once, any finite number. Wakes the body. It has no effect where {@link
   * applyImpulse} has none.
   */
  applyAngularImpulse(impulse: number): void {
    this.#changed(native().bodyApplyAngularImpulse(this.#live(), this.id, number(impulse)), 'impulse', impulse);
  }

  // --- settings -----------------------------------------------------------------------------------------------------

  /** Type of the body. A change resets the effect of `setMass`. */
  get type(): BodyType {
    return kBodyTypes[this.#record()[BodyPlace.type]!]!;
  }
  set type(type: BodyType) {
    check(native().bodySetType(this.#live(), this.id, choice(type, 'type', kBodyTypes)));
    this.#altered();
  }
  /** Damping of the velocity in 1/s, >= 0. */
  get linearDamping(): number {
    return decimal(this.#record()[BodyPlace.linearDamping]!);
  }
  set linearDamping(damping: number) {
    const angular = this.angularDamping;
    check(native().bodySetDamping(this.#live(), this.id, number(damping), angular), 'linearDamping', damping);
  }
  /** Damping of the angular velocity in 1/s, >= 0. */
  get angularDamping(): number {
    return decimal(this.#record()[BodyPlace.angularDamping]!);
  }
  set angularDamping(damping: number) {
    const linear = this.linearDamping;
    check(native().bodySetDamping(this.#live(), this.id, linear, number(damping)), 'angularDamping', damping);
  }
  /** Factor on gravity, any finite number. */
  get gravityScale(): number {
    return decimal(this.#record()[BodyPlace.gravityScale]!);
  }
  set gravityScale(scale: number) {
    check(native().bodySetGravityScale(this.#live(), this.id, number(scale)), 'gravityScale', scale);
  }
  /** Locked axes of motion. Setting it unlocks axes that are missing. */
  get lock(): Readonly<Required<Locks>> {
    const record = this.#record();
    return frozen({
      x: record[BodyPlace.lockX] === 1,
      y: record[BodyPlace.lockY] === 1,
      rotation: record[BodyPlace.lockRotation] === 1,
    });
  }
  set lock(lock: Locks) {
    const world = this.#live();
    lockField(new RecordWriter(3), given(lock, 'lock'), '', 'lock');
    this.#changed(native().bodySetLock(world, this.id));
  }
  /**
   * Whether continuous collision detection also applies against moving bodies: the body passes through no other bullet,
   * and through no moving body that it runs into. While it is slow, a fast body that is no bullet may still pass
   * through it.
   */
  get bullet(): boolean {
    return this.#record()[BodyPlace.bullet] === 1;
  }
  set bullet(bullet: boolean) {
    check(native().bodySetBullet(this.#live(), this.id, flag(bullet, 'bullet')));
  }
  /** Whether the body may fall asleep. */
  get sleepAllowed(): boolean {
    return this.#record()[BodyPlace.sleepAllowed] === 1;
  }
  set sleepAllowed(allowed: boolean) {
    this.#changed(native().bodySetSleepAllowed(this.#live(), this.id, flag(allowed, 'sleepAllowed')));
  }
  /**
   * When the body counts as at rest. A number that is 0, the default, is taken from the world. Setting the property
   * sets missing numbers to 0. Weak gravity lowers the speeds, see {@link World.sleepThreshold}. Bodies that are
   * connected by contacts or joints fall asleep together, once all of them are at rest.
   */
  get sleepThreshold(): Readonly<Required<SleepThreshold>> {
    const [linear, angular, seconds] = this.#record().slice(BodyPlace.sleepThresholdLinear, BodyPlace.count);
    return frozen({ linear: decimal(linear!), angular: decimal(angular!), seconds: decimal(seconds!) });
  }
  set sleepThreshold(threshold: SleepThreshold | 0 | undefined) {
    const world = this.#live();
    thresholdField(new RecordWriter(3), threshold, '', 'sleepThreshold');
    checkDefinition(native().bodySetSleepThreshold(world, this.id), { sleepThreshold: threshold });
  }
  /**
   * Dominance, an integer from -127 to 127. In a contact of two dynamic bodies with different dominance, only the body
   * with the lower one is moved; the other acts as if it had infinite mass. A body that lies on one with lower
   * dominance is therefore not supported, and may push it away fast. Joints are not affected, and between two bodies
   * that a joint connects dominance has no effect. Two that are connected through a third body can push themselves
   * along. Setting another value wakes all touching bodies.
   */
  get dominance(): number {
    return this.#record()[BodyPlace.dominance]!;
  }
  set dominance(dominance: number) {
    check(native().bodySetDominance(this.#live(), this.id, rank(dominance, 'dominance')));
  }
  /**
   * Whether the body is awake. Setting it to false puts its whole island to sleep: all bodies that are connected to it
   * by contacts or joints. A static body is never awake, and a kinematic body is awake while it has a velocity; setting
   * it has no effect on them, nor on a disabled body.
   *
   * A sleeping body wakes in the step in which an awake body can push it, directly or through other bodies. It also
   * wakes when a body is placed into it, when a touching body leaves, and by any call that moves it or changes its
   * mass. With `sleepThroughTouch` (`presets.umbra`) a slow contact does not wake it.
   */
  get awake(): boolean {
    return (this.#past()?.[kLastAwake] ?? native().bodyAwake(this.#live(), this.id)) === 1;
  }
  set awake(awake: boolean) {
    this.#changed(native().bodySetAwake(this.#live(), this.id, flag(awake, 'awake')));
  }
  /**
   * Whether the body takes part in the simulation. A disabled body does not move and does not collide, and no query
   * finds it. It keeps its velocity, and its joints have no effect until it is enabled. Its properties can be set.
   */
  get enabled(): boolean {
    return this.#record()[BodyPlace.enabled] === 1;
  }
  set enabled(enabled: boolean) {
    this.#changed(native().bodySetEnabled(this.#live(), this.id, flag(enabled, 'enabled')));
  }
  /** Wakes the body, like `awake = true`. */
  wake(): void {
    this.awake = true;
  }
  /**
   * Puts the body and its island to sleep, like `awake = false`. Contacts and sensor overlaps stay as the last step
   * detected them until the body wakes, also if that step moved the body away from there.
   */
  putToSleep(): void {
    this.awake = false;
  }

  // --- shapes, contacts, life ---------------------------------------------------------------------------------------

  /**
   * The shapes in the order of their creation. The returned array does not change. After a change of shapes, mass or
   * type the property returns another one.
   */
  get shapes(): readonly Shape<UserData>[] {
    if (!this.#past()) this.#live();
    return (this.#list ??= Object.freeze(this.#shapes.slice())) as Shape<UserData>[];
  }
  /**
   * Adds a shape and wakes the body. The mass changes unless it was set by `mass` or {@link setMass}. For a chain or a
   * concave outline it returns the first part. Throws `INVALID_ARGUMENT` for an invalid definition.
   */
  createShape(def: ShapeDef<UserData>): Shape<UserData> {
    const world = this.#live();
    const parts = partsOf(copied(def, 'shape'), '');
    const record = RecordWriter.take(parts.length * kShapeFields);
    for (const part of parts) shapeField(record, part.def, '', '');
    record.give();
    if (native().shapeCreate(world, this.id, parts.length) === 0) {
      const [place] = exchange(1);
      refusePart(native().errorCode(), parts[place!] ?? parts[0]!);
    }
    const [first] = this.#adopt(parts);
    this.#store.edited();
    return first as Shape<UserData>;
  }
  /** Contacts of the body as the last step detected them, see {@link Contact}. */
  get contacts(): readonly Typed<Contact, UserData>[] {
    if (this.#past()) return [];
    this.#live();
    return contactsOf(this.#store, this.id) as Typed<Contact, UserData>[];
  }
  /** The joints of the body. */
  get joints(): readonly AnyJoint<UserData>[] {
    if (this.#past()) return [];
    this.#live();
    return this.#store.jointsOf(this.id) as readonly AnyJoint<UserData>[];
  }
  /** Whether the body is destroyed. */
  get destroyed(): boolean {
    return this.#store.gone || this.#store.bodies.at(this.slot) !== this;
  }
  /**
   * Removes the body with its shapes and joints from the world, and wakes touching bodies. A second call does nothing.
   */
  destroy(): void {
    if (this.destroyed) return;
    const store = this.#store;
    check(native().bodyDestroy(this.#live(), this.id));
    let found = exchange(kLastCount + 1);
    const last = new Array<number>(kLastCount);
    for (let i = 0; i < kLastCount; i++) last[i] = found[i]!;
    this.#last = last;
    const joints = found[kLastCount]!;
    if (joints > 0) found = exchange(kLastCount + 1 + joints);
    for (let i = 1; i <= joints; i++) leaveJoint(store.joints.alive(found[kLastCount + i]!)!);
    for (const shape of this.#shapes) leaveShape(shape);
    store.bodies.remove(this);
    store.departed.push(this);
    store.edited();
  }

  #adopt(parts: Part[]): Shape[] {
    const store = this.#store;
    const found = exchange(parts.length);
    const ids: number[] = []; // out of the exchange, as reading a definition may run code of the caller
    for (let i = 0; i < parts.length; i++) ids.push(found[i]!);
    const made: Shape[] = [];
    for (let i = 0; i < parts.length; i++) {
      const { def, chain } = parts[i]!;
      made.push(makeShape(store, this, ids[i]!, def, formOf(def, chain)));
    }
    for (const shape of made) {
      store.shapes.add(shape);
      this.#shapes.push(shape);
    }
    this.#list = undefined;
    this.#follow();
    return made;
  }
}

strict(Body.prototype, 'userData');

/** @internal A living body of this world. */
export function bodyOf(world: World, body: unknown, path: string): Body {
  if (!is(body, Body) || body.world !== world || body.destroyed) throw unfit(path, body, Body, 'a body of this world');
  return body;
}
