import { contactsOf, type Contact, type Typed } from './contacts.js';
import {
  kBodyFields,
  kBodyTypes,
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
import { RecordWriter, check, exchange, native } from './native.js';
import { leaveJoint } from './joint.js';
import { formOf, leaveShape, makeShape, type Shape } from './shape.js';
import type { Store } from './store.js';
import { frozen, strict } from './strict.js';
import type { Aabb, BodyDef, BodyType, Locks, MassData, ShapeDef, SleepThreshold, Vec2, VecLike } from './types.js';
import { PhysicsError, invalid } from './errors.js';
import { checkDefinition, choice, copied, fill, finite, flag, given, is, keys, number, x, y } from './validate.js';
import { serveOne } from './views.js';
import type { World } from './world.js';

// Where things are in a record; mirrors each_body_field in bindings/embind/records.cpp.
const kType = 0;
const kLinearDamping = 7;
const kAngularDamping = 8;
const kGravityScale = 9;
const kLock = 10;
const kBullet = 13;
const kSleepAllowed = 14;
const kEnabled = 16;
const kSleepThreshold = 17;
const kDominance = 20;
// Where they are of a body that is gone, behind pose and motion; then its box, and whether it was awake.
const kLastRecord = 7;
const kLastMass = kLastRecord + kBodyFields;
const kLastBox = kLastMass + 7;
const kLastAwake = kLastBox + 4;

/** @internal What the other files of the package do with a body. */
export let internals: {
  make: (store: Store, id: number, def: BodyDef) => Body;
  /** Wraps the shapes that the engine has just made, whose ids are in the exchange. */
  adopt: (body: Body, parts: Part[]) => Shape[];
  /** These are its shapes now. */
  take: (body: Body, shapes: Shape[]) => void;
  drop: (body: Body, shape: Shape) => void;
  /** After a change of a shape, for which the views are behind too: another list is to be read. */
  altered: (body: Body) => void;
  /** Before each step, once the handlers were called, of the character that puts its record into the exchange. */
  carry: (body: Body, ready: () => boolean) => void;
  /** Moves it as the character whose record is in the exchange, where the answer comes. */
  move: (body: Body) => number;
  /** Did `setMass` make the mass? */
  massIsSet: (body: Body) => boolean;
};

/**
 * A rigid body. Made by {@link World.createBody}; the same object comes back for it everywhere.
 *
 * Vectors are read in two ways: a property gives a new `{x, y}` (`body.position`), a method fills one of yours and
 * makes no garbage (`body.getPosition(out)`). To set a part of what a property gave changes nothing: settings are
 * frozen and throw a TypeError, but `position`, `velocity` and other results are not, since freezing takes longer than
 * reading them. Methods that return a vector take `out` as their last argument. Vectors are given as `[x, y]` or
 * `{x, y}`. The engine keeps numbers in single precision; settings come back as the shortest decimal of that.
 *
 * Every member but `id`, `slot`, `name`, `world`, `userData` and `destroyed` throws `DESTROYED` once the body is gone.
 * While the events of a step are delivered, it can still be read as it was when it was destroyed, but without contacts
 * and joints. A setter or method that is given something out of range throws `INVALID_ARGUMENT` and changes nothing.
 */
export class Body<UserData = unknown> {
  /** Anything of yours. */
  userData: UserData;

  #id: number;
  #name: string;
  #store: Store;
  #shapes: Shape[] = [];
  /** The same for those who read them, where nothing that is drawn of the body changed since it was made. */
  #list: readonly Shape[] | undefined;
  /** Where `#pose` and `#motion` found what they return. */
  #at = 0;
  /** All that can be read of it, as it was when it was destroyed. */
  #last: Float64Array | undefined;

  private constructor(store: Store, id: number, def: BodyDef) {
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
      },
      drop: (body, shape) => {
        body.#shapes.splice(body.#shapes.indexOf(shape), 1);
        body.#altered();
      },
      altered: (body) => body.#altered(),
      carry: (body, ready) =>
        void body.#store.carried.add((dt) => {
          const lives = ready();
          if (lives) native().characterCarry(body.#live(), body.id, dt);
          return lives;
        }),
      move: (body) => {
        const code = native().characterMove(body.#live(), body.id);
        body.#store.edited();
        return code;
      },
      massIsSet: (body) => body.#mass()[6] === 1,
    };
  }

  /** Its number in the engine, in events and in `views.slots`; never given to another body while this one lives. */
  get id(): number {
    return this.#id;
  }
  /** Its place in the views, for as long as it lives. */
  get slot(): number {
    return this.#id & 0xfffff; // ids.h
  }
  /** The name it was made with. */
  get name(): string {
    return this.#name;
  }
  /** The world it is in. */
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
  #past(): Float64Array | undefined {
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
  #record(): Float64Array {
    const past = this.#past();
    if (past) return past.subarray(kLastRecord, kLastMass);
    check(native().bodyDef(this.#live(), this.id));
    return exchange(kBodyFields);
  }
  #mass(): Float64Array {
    const past = this.#past();
    if (past) return past.subarray(kLastMass, kLastBox);
    check(native().bodyMass(this.#live(), this.id));
    return exchange(7);
  }
  /** After a change: throws what was refused; the views are behind. */
  #changed(code: number, path?: string, value?: unknown): void {
    check(code, path, value);
    this.#store.edited();
  }
  /** After a change of shapes, mass or type. */
  #altered(): void {
    this.#list = undefined;
    this.#store.edited();
  }

  // --- pose and velocity --------------------------------------------------------------------------------------------

  /** m, of the body's origin. Setting it wakes the body and moves it there at once, past whatever is between. */
  get position(): Readonly<Vec2> {
    return this.getPosition({ x: 0, y: 0 });
  }
  set position(position: VecLike) {
    check(this.#place(x(position), y(position)), 'position', position);
  }
  /** `position` into `out`. */
  getPosition(out: Vec2): Vec2 {
    const pose = this.#pose();
    return fill(out, pose[this.#at]!, pose[this.#at + 1]!);
  }
  /** rad, counter-clockwise, from -pi to pi. Any finite number may be set. */
  get angle(): number {
    const pose = this.#pose();
    return Math.atan2(pose[this.#at + 3]!, pose[this.#at + 2]!);
  }
  set angle(angle: number) {
    const p = this.position;
    check(this.#place(p.x, p.y, number(angle)), 'angle', angle);
  }
  /** Moves it at once, past whatever is between. `position` in m, `angle` in rad, any finite numbers. */
  setTransform(position: VecLike, angle: number): void {
    checkDefinition(this.#place(x(position), y(position), number(angle)), { position, angle });
  }
  /** Moves it, unless it is there already; without an angle no bit of the rotation changes. */
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
    this.#store.edited();
    return code;
  }
  /**
   * Gives a kinematic body the velocity that takes it to the pose in `dt` seconds, >= 0, but for locked axes. At 0, as
   * in `step(0)`, nothing changes. `angle`: rad, any finite number.
   */
  moveTo(position: VecLike, angle: number, dt: number): void {
    const code = native().bodyMoveTo(this.#live(), this.id, x(position), y(position), number(angle), number(dt));
    if (code !== 0) checkDefinition(code, { position, angle, dt, type: this.type });
    this.#store.edited();
  }
  /** m/s, of the centre of mass. Static bodies have none. */
  get velocity(): Readonly<Vec2> {
    return this.getVelocity({ x: 0, y: 0 });
  }
  set velocity(velocity: VecLike) {
    this.#changed(native().bodySetVelocity(this.#live(), this.id, x(velocity), y(velocity)), 'velocity', velocity);
  }
  /** `velocity` into `out`. */
  getVelocity(out: Vec2): Vec2 {
    const motion = this.#motion();
    return fill(out, motion[this.#at]!, motion[this.#at + 1]!);
  }
  /** rad/s, counter-clockwise, any finite number. */
  get angularVelocity(): number {
    const motion = this.#motion();
    return motion[this.#at + 2]!;
  }
  set angularVelocity(w: number) {
    this.#changed(native().bodySetAngularVelocity(this.#live(), this.id, number(w)), 'angularVelocity', w);
  }
  /** Velocity of the material at a point, m/s; `point` in the world. */
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

  /** From the body's frame to the world, m. */
  worldPoint(point: VecLike, out: Vec2 = { x: 0, y: 0 }): Vec2 {
    return this.#framed(point, out, 'point', 1, 1);
  }
  /** From the world to the body's frame, m. */
  localPoint(point: VecLike, out: Vec2 = { x: 0, y: 0 }): Vec2 {
    return this.#framed(point, out, 'point', 1, -1);
  }
  /** A direction from the body's frame to the world. */
  worldVector(vector: VecLike, out: Vec2 = { x: 0, y: 0 }): Vec2 {
    return this.#framed(vector, out, 'vector', 0, 1);
  }
  /** A direction from the world to the body's frame. */
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
  /** The box around all its shapes, m, in the world; without shapes its origin. */
  get aabb(): Readonly<{ min: Readonly<Vec2>; max: Readonly<Vec2> }> {
    return this.getAabb({ min: { x: 0, y: 0 }, max: { x: 0, y: 0 } });
  }
  /** `aabb` into `out`. */
  getAabb(out: Aabb): Aabb {
    const past = this.#past();
    if (!past) check(native().bodyAabb(this.#live(), this.id));
    const [x1, y1, x2, y2] = past ? past.subarray(kLastBox) : exchange(4);
    given(out, 'out');
    fill(out.min, x1!, y1!, 'out.min');
    fill(out.max, x2!, y2!, 'out.max');
    return out;
  }

  // --- mass ---------------------------------------------------------------------------------------------------------

  /**
   * kg; 0 for static and kinematic bodies, 1 for a dynamic one without area. It follows from shapes and densities until
   * it is set. Setting it, from 1e-18 to 1e18, scales the inertia and keeps the centre of mass, as {@link setMass}
   * does: from then on shapes and densities do not change the mass, until `setMass(null)` or a change of `type`. A body
   * that is not dynamic refuses it.
   */
  get mass(): number {
    return this.#mass()[0]!;
  }
  set mass(mass: number) {
    this.#live();
    if (Math.fround(number(mass)) !== this.#mass()[0]) this.setMass({ mass });
  }
  /** kg m^2, about the centre of mass. */
  get inertia(): number {
    return this.#mass()[1]!;
  }
  /** Centre of mass, m, in the body's frame. */
  get localCenter(): Readonly<Vec2> {
    return this.getLocalCenter({ x: 0, y: 0 });
  }
  /** `localCenter` into `out`. */
  getLocalCenter(out: Vec2): Vec2 {
    const mass = this.#mass();
    return fill(out, mass[2]!, mass[3]!);
  }
  /** Centre of mass, m, in the world. */
  get worldCenter(): Readonly<Vec2> {
    return this.getWorldCenter({ x: 0, y: 0 });
  }
  /** `worldCenter` into `out`. */
  getWorldCenter(out: Vec2): Vec2 {
    const mass = this.#mass();
    return fill(out, mass[4]!, mass[5]!);
  }
  /**
   * Mass (kg), inertia about the centre of mass (kg m^2) and centre of mass of a dynamic body by hand, or, with null,
   * from shapes and densities again. Without `inertia` the present one scales with the mass; without `center` the
   * centre stays. What is set by hand stays as it is when shapes or densities change.
   */
  setMass(mass: MassData | null): void {
    const world = this.#live();
    if (mass === null) {
      check(native().bodyResetMass(world, this.id));
      return this.#altered();
    }
    keys(mass, 'mass', ['mass', 'inertia', 'center']);
    const { mass: kg, inertia, center } = mass;
    const [oldMass, oldInertia, cx, cy] = this.#mass();
    const scaled = oldMass! > 0 ? (oldInertia! / oldMass!) * number(kg) : 0;
    const at: VecLike = center === undefined ? [cx!, cy!] : center;
    new RecordWriter(4).put(number(kg), number(inertia, scaled), x(at), y(at));
    checkDefinition(native().bodySetMass(world, this.id), {
      mass: kg,
      inertia: inertia === undefined ? scaled : inertia,
      center: at,
    });
    this.#altered();
  }

  // --- pushing ------------------------------------------------------------------------------------------------------

  /**
   * N, until the end of the next step that is longer than 0 s; at a point of the world, or at the centre of mass.
   * Forces that are applied before it add up, also over `world.step(0)`. Wakes the body.
   */
  applyForce(force: VecLike, point?: VecLike): void {
    const world = this.#live();
    const code =
      point !== undefined
        ? native().bodyApplyForceAt(world, this.id, x(force), y(force), x(point), y(point))
        : native().bodyApplyForce(world, this.id, x(force), y(force));
    if (code !== 0) checkDefinition(code, { force, point });
  }
  /** N m, any finite number, until the end of the next step that is longer than 0 s; adds up. Wakes the body. */
  applyTorque(torque: number): void {
    check(native().bodyApplyTorque(this.#live(), this.id, number(torque)), 'torque', torque);
  }
  /** N s, at once; at a point of the world, or at the centre of mass. Wakes the body. */
  applyImpulse(impulse: VecLike, point?: VecLike): void {
    const world = this.#live();
    const code =
      point !== undefined
        ? native().bodyApplyImpulseAt(world, this.id, x(impulse), y(impulse), x(point), y(point))
        : native().bodyApplyImpulse(world, this.id, x(impulse), y(impulse));
    if (code !== 0) checkDefinition(code, { impulse, point });
    this.#store.edited();
  }
  /** N m s, any finite number, at once. Wakes the body. */
  applyAngularImpulse(impulse: number): void {
    this.#changed(native().bodyApplyAngularImpulse(this.#live(), this.id, number(impulse)), 'impulse', impulse);
  }

  // --- settings -----------------------------------------------------------------------------------------------------

  /** How it moves. A change takes back what `setMass` set. */
  get type(): BodyType {
    return kBodyTypes[this.#record()[kType]!]!;
  }
  set type(type: BodyType) {
    check(native().bodySetType(this.#live(), this.id, choice(type, 'type', kBodyTypes)));
    this.#altered();
  }
  /** 1/s, >= 0. */
  get linearDamping(): number {
    return decimal(this.#record()[kLinearDamping]!);
  }
  set linearDamping(damping: number) {
    const angular = this.angularDamping;
    check(native().bodySetDamping(this.#live(), this.id, number(damping), angular), 'linearDamping', damping);
  }
  /** 1/s, >= 0. */
  get angularDamping(): number {
    return decimal(this.#record()[kAngularDamping]!);
  }
  set angularDamping(damping: number) {
    const linear = this.linearDamping;
    check(native().bodySetDamping(this.#live(), this.id, linear, number(damping)), 'angularDamping', damping);
  }
  /** Factor on gravity, any finite number. */
  get gravityScale(): number {
    return decimal(this.#record()[kGravityScale]!);
  }
  set gravityScale(scale: number) {
    check(native().bodySetGravityScale(this.#live(), this.id, number(scale)), 'gravityScale', scale);
  }
  /** Axes of motion that are taken away. Setting it frees those that are not named. */
  get lock(): Readonly<Required<Locks>> {
    const record = this.#record();
    return frozen({ x: record[kLock] === 1, y: record[kLock + 1] === 1, rotation: record[kLock + 2] === 1 });
  }
  set lock(lock: Locks) {
    const world = this.#live();
    lockField(new RecordWriter(3), lock ?? null, '', 'lock');
    this.#changed(native().bodySetLock(world, this.id));
  }
  /**
   * Does it pass through no other bullet, and through no moving body that it runs into? While it is slow, a fast body
   * that is no bullet may still pass through it.
   */
  get bullet(): boolean {
    return this.#record()[kBullet] === 1;
  }
  set bullet(bullet: boolean) {
    check(native().bodySetBullet(this.#live(), this.id, flag(bullet, 'bullet')));
  }
  /** May it fall asleep? */
  get sleepAllowed(): boolean {
    return this.#record()[kSleepAllowed] === 1;
  }
  set sleepAllowed(allowed: boolean) {
    this.#changed(native().bodySetSleepAllowed(this.#live(), this.id, flag(allowed, 'sleepAllowed')));
  }
  /**
   * When it counts as at rest. Each number that is 0, the default, is taken from the world; setting the property sets
   * numbers that are not given to 0. Weak gravity lowers the speeds, as {@link World.sleepThreshold} says. Bodies that
   * press on each other or are joined fall asleep together, when the last of them rests.
   */
  get sleepThreshold(): Readonly<Required<SleepThreshold>> {
    const [linear, angular, seconds] = this.#record().subarray(kSleepThreshold, kSleepThreshold + 3);
    return frozen({ linear: decimal(linear!), angular: decimal(angular!), seconds: decimal(seconds!) });
  }
  set sleepThreshold(threshold: SleepThreshold | 0 | undefined) {
    const world = this.#live();
    thresholdField(new RecordWriter(3), threshold, '', 'sleepThreshold');
    checkDefinition(native().bodySetSleepThreshold(world, this.id), { sleepThreshold: threshold });
  }
  /**
   * An integer from -127 to 127. In a contact of two dynamic bodies with different numbers only the one with the lower
   * number is moved: the other acts as if it had infinite mass there. So what lies on a body with a lower number is not
   * held up by it, and may shoot it out. Joints are not affected. Setting it wakes what the body touches.
   */
  get dominance(): number {
    return this.#record()[kDominance]!;
  }
  set dominance(dominance: number) {
    check(native().bodySetDominance(this.#live(), this.id, rank(dominance, 'dominance')));
  }
  /**
   * Is it awake? Setting it false puts its whole island to sleep: all bodies connected to it by contacts or joints. A
   * static body is never awake.
   *
   * A sleeping body wakes in the step in which a body can push it: an awake one that touches it or can cross the gap to
   * it, directly or through other bodies. It also wakes when a body is put into it, when a body that it touched leaves,
   * and by any call that moves it or changes its mass. With `sleepThroughTouch` (`presets.umbra`) a gentle touch does
   * not wake it.
   */
  get awake(): boolean {
    return (this.#past()?.[kLastAwake] ?? native().bodyAwake(this.#live(), this.id)) === 1;
  }
  set awake(awake: boolean) {
    this.#changed(native().bodySetAwake(this.#live(), this.id, flag(awake, 'awake')));
  }
  /** A disabled body stays where it is and touches nothing. */
  get enabled(): boolean {
    return this.#record()[kEnabled] === 1;
  }
  set enabled(enabled: boolean) {
    this.#changed(native().bodySetEnabled(this.#live(), this.id, flag(enabled, 'enabled')));
  }
  /** The same as `awake = true`. */
  wake(): void {
    this.awake = true;
  }
  /** The same as `awake = false`. */
  putToSleep(): void {
    this.awake = false;
  }

  // --- shapes, contacts, life ---------------------------------------------------------------------------------------

  /**
   * Its shapes in the order in which they were made. The list stays as it is; after a change of them, of mass or type,
   * there is another.
   */
  get shapes(): readonly Shape<UserData>[] {
    if (!this.#past()) this.#live();
    return (this.#list ??= Object.freeze(this.#shapes.slice())) as Shape<UserData>[];
  }
  /**
   * Adds a shape and wakes the body. The mass follows, unless it was set by hand (`mass`, {@link setMass}). Of a chain
   * or a concave outline it returns the first part.
   */
  createShape(def: ShapeDef<UserData>): Shape<UserData> {
    const world = this.#live();
    const parts = partsOf(copied(def, 'shape'), '');
    const record = new RecordWriter(parts.length * kShapeFields);
    for (const part of parts) shapeField(record, part.def, '', '');
    if (native().shapeCreate(world, this.id, parts.length) === 0) {
      const [place] = exchange(1);
      refusePart(native().errorCode(), parts[place!] ?? parts[0]!);
    }
    const [first] = this.#adopt(parts);
    this.#store.edited();
    return first as Shape<UserData>;
  }
  /** Its touching contacts. */
  get contacts(): readonly Typed<Contact, UserData>[] {
    if (this.#past()) return [];
    this.#live();
    return contactsOf(this.#store, this.id) as Typed<Contact, UserData>[];
  }
  /** Joints that hold it. */
  get joints(): readonly AnyJoint[] {
    if (this.#past()) return [];
    this.#live();
    return this.#store.jointsOf(this.id);
  }
  /** Is it gone? */
  get destroyed(): boolean {
    return this.#store.gone || this.#store.bodies.at(this.slot) !== this;
  }
  /**
   * Takes it, its shapes and its joints out of the world, and wakes what it touched. Nothing happens the second time.
   */
  destroy(): void {
    if (this.destroyed) return;
    const { joints } = this;
    this.#last = this.#parting();
    check(native().bodyDestroy(this.#live(), this.id));
    for (const joint of joints) leaveJoint(joint);
    for (const shape of this.#shapes) leaveShape(shape);
    this.#store.bodies.remove(this);
    this.#store.departed.push(this);
    this.#store.edited();
  }

  /** All that can be read of it later. */
  #parting(): Float64Array {
    const last = new Float64Array(kLastAwake + 1);
    native().bodyMotion(this.#live(), this.id);
    last.set(exchange(7).subarray(0, 7));
    last.set(this.#record().subarray(0, kBodyFields), kLastRecord);
    last.set(this.#mass().subarray(0, 7), kLastMass);
    check(native().bodyAabb(this.#live(), this.id));
    last.set(exchange(4).subarray(0, 4), kLastBox);
    last[kLastAwake] = Number(this.awake);
    return last;
  }
  #adopt(parts: Part[]): Shape[] {
    const ids = exchange(parts.length).slice(0, parts.length);
    const made = parts.map(({ def, chain }, i) => makeShape(this.#store, this, ids[i]!, def, formOf(def, chain)));
    for (const shape of made) {
      this.#store.shapes.add(shape);
      this.#shapes.push(shape);
    }
    this.#list = undefined;
    return made;
  }
}

strict(Body.prototype, 'userData');

/** @internal A living body of this world. */
export function bodyOf(world: World, body: unknown, path: string): Body {
  if (!is(body, Body) || body.world !== world) throw invalid(path, body, 'a body of this world');
  if (body.destroyed) throw new PhysicsError('DESTROYED', `${path} was destroyed`, { path });
  return body;
}
