import { internals, type Body } from './body.js';
import { contactsOf, sensorOverlapsOf, type Contact, type SensorOverlap, type Typed } from './contacts.js';
import { bodyField, kShapeFields, partsOf, refusePart, shapeField, type Part } from './definitions.js';
import { decimal } from './decimal.js';
import { invalid } from './errors.js';
import { Events, type EventMap, type EventName, type OnOptions } from './events.js';
import { explode, type ExplodeOptions } from './explode.js';
import { aside, one, real, record, vector } from './fields.js';
import { setAsker, type ContactFilter } from './hooks.js';
import './hosts.js';
import { makeJoint } from './joint.js';
import type { AnyJoint, JointDefs, JointType, Joints } from './joint_types.js';
import { BodyPlace } from './layout.js';
import { RecordWriter, check, exchange, lost, native } from './native.js';
import {
  closest,
  overlap,
  raycast,
  raycastAll,
  raycasts,
  shapeCast,
  shapeCastAll,
  shapeCasts,
  type ClosestHit,
  type ClosestOptions,
  type OverlapOptions,
  type QueryOptions,
  type RayHit,
  type RaycastOptions,
  type ShapeCastHit,
  type ShapeCastOptions,
} from './query.js';
import { Shape } from './shape.js';
import { fromJSON, toJSON, type ImportedScene, type SceneJSON } from './scene_json.js';
import { restore, snapshot, type SnapshotOptions } from './snapshot.js';
import {
  kTuningFields,
  readTuning,
  setThreshold,
  setTuningFlag,
  thresholdOf,
  toOptions,
  tuningFlag,
  withOptions,
  withWorld,
  type Tuning,
} from './solver.js';
import { Store } from './store.js';
import { frozen, strict } from './strict.js';
import type {
  BodyDef,
  Bytes,
  Floats,
  QueryFilter,
  ShapeDef,
  SleepThreshold,
  SolverOptions,
  StepProfile,
  StepReport,
  Vec2,
  VecLike,
  WorldOptions,
} from './types.js';
import { collisionTrace, solverTrace, type CollisionTrace, type SolverTrace } from './trace.js';
import {
  callable,
  checkDefinition,
  copied,
  count,
  fill,
  flag,
  given,
  is,
  isArray,
  isTyped,
  keys,
  member,
  notNegative,
  unfit,
  x,
  y,
} from './validate.js';
import { judgeGravity, judgeSpeed } from './units.js';
import type { Views } from './views.js';

const kMaxCount = 1 << 20; // ids.h
let warned = false;
const room = one(0, (value, path) => count(value, path, kMaxCount));
// Mirrors world_create in bindings/embind/world.cpp; the tuning comes last.
const worldField = record({
  gravity: (to, value = [0, -9.81]) => vector(to, value, '', ''),
  lengthUnit: real(1),
  capacity: record({ bodies: room, contacts: room }),
  solver: aside,
  sleep: aside,
  sleepThreshold: aside,
  continuous: aside,
  hitSpeed: aside,
});
const kStages = ['pairs', 'collide', 'commit', 'impacts', 'solve', 'continuous', 'publish', 'total'] as const;
const kDefaultHitSpeed = 1; // m/s
const kDeepest = 64;
// A world without references is freed as by `destroy()`.
const dropped = new FinalizationRegistry<number>((handle) => {
  try {
    native().worldDestroy(handle);
  } catch {
    // The engine has stopped: there is nothing left to free.
  }
});

/** @internal s, of the last step. */
export let lastDt: (world: World) => number;
/** @internal Steps that were made. */
export let stepCount: (world: World) => number;
/** @internal A snapshot with all of the world, packed. */
export let packed: (world: World) => Uint8Array;

/** @internal Throws for what is no world of this copy of the package. */
export function needWorld(world: unknown): void {
  if (is(world, World)) return;
  const foreign = member(member(world, 'constructor'), 'name') === 'World';
  const own =
    'a World that the same copy of the package made (impulse2d, impulse2d/external and each plain script are copies)';
  throw invalid('world', world, foreign ? own : 'a World');
}

/**
 * A world of bodies, advanced step by step. Free it with `destroy()`, or declare it with `using`. A world that is no
 * longer referenced is freed by the garbage collector at some time. `UserData` is the type of `userData` of its bodies
 * and shapes.
 *
 * The constructor throws `NOT_INITIALIZED` before `init()` has resolved, and `INVALID_ARGUMENT` for an option that is
 * unknown or out of range. All members except `destroyed` throw `DESTROYED` once the world is destroyed.
 */
export class World<UserData = unknown> {
  #depth = 0;
  #lastDt = 1 / 60;
  #steps = 0;
  static {
    lastDt = (world) => (world.#store.live(), world.#lastDt);
    stepCount = (world) => world.#steps;
    packed = (world) => snapshot(world.#store, {}, 1);
  }
  #store: Store;
  #events: Events;
  #hitSpeed: number;
  #rendered = new Float32Array(0);
  #trace = false;

  constructor(options: WorldOptions = {}) {
    options = copied(options);
    let tuning = readTuning(0);
    const { sleep, sleepThreshold, continuous, hitSpeed = kDefaultHitSpeed, solver } = options;
    this.#hitSpeed = notNegative(hitSpeed, 'hitSpeed');
    if (solver !== undefined) tuning = withOptions(tuning, solver);
    if (sleep !== undefined) setTuningFlag(tuning, 'sleep', sleep);
    setThreshold(tuning, sleepThreshold);
    if (continuous !== undefined) setTuningFlag(tuning, 'continuous', continuous);

    const to = new RecordWriter(5 + kTuningFields);
    worldField(to, options, '', '');
    to.all(tuning);
    const handle = native().worldCreate();
    if (handle === 0) checkDefinition(native().errorCode(), options);
    this.#store = new Store(this, handle);
    this.#events = new Events(this.#store);
    dropped.register(this, handle, this.#store);
    judgeGravity(this.#store);
    if (new.target === World) Object.preventExtensions(this);
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  /**
   * Advances the world by `dt` seconds, 0 to 1, default 1/60, and then emits the events of the step. 0 updates contacts
   * and moves nothing.
   *
   * Under `soft-step`, piles stay at rest in steps of 1/300 to 1/30 s. Successive steps may differ by a factor of up to
   * 8. In longer steps stacks sink, and tall ones fall: ten boxes from 0.075 s on, five from 0.2 s on.
   *
   * Handlers may call `step`, nested up to 64 deep. The events of an inner step are emitted before the remaining events
   * of the outer one. If a handler throws, its error is thrown again after all events; the step is complete then. If a
   * handler of `beforeStep` throws, its error is thrown again after the other handlers of `beforeStep`, and no step is
   * made. Throws `OUT_OF_MEMORY` and changes nothing if there is no memory for new contacts: destroy some bodies, or
   * another world.
   */
  step(dt = 1 / 60): StepReport {
    const store = this.#store;
    store.live();
    if (!(typeof dt === 'number' && dt >= 0 && dt <= 1)) throw invalid('dt', dt, 'a number of seconds from 0 to 1');
    if (this.#depth >= kDeepest) throw invalid('step', this.#depth + 1, `nested at most ${kDeepest} deep by handlers`);
    this.#depth++;
    try {
      return this.#step(dt);
    } finally {
      this.#depth--;
    }
  }
  #step(dt: number): StepReport {
    const store = this.#store;
    this.#events.beforeStep(dt);
    check(native().worldStep(store.live(), dt), 'dt', dt);
    const found = exchange(8);
    const joints = found[6]!;
    const report: StepReport = {
      awakeBodies: found[0]!,
      contacts: found[1]!,
      pairsCreated: found[2]!,
      pairsDestroyed: found[3]!,
      islands: found[4]!,
      events: found[5]!,
      pairsDropped: found[7]!,
    };
    if (report.pairsDropped && !warned) {
      warned = true;
      console.warn('impulse2d: over 2^20 pairs of shapes are near; the others do not collide');
    }
    this.#lastDt = dt;
    this.#steps++;
    store.stepped();
    this.#events.afterStep(dt, report, joints);
    return report;
  }

  /** Time of each stage of the last step, in milliseconds. */
  get profile(): StepProfile {
    native().worldProfile(this.#store.live());
    const found = exchange(kStages.length);
    return Object.fromEntries(kStages.map((stage, i) => [stage, found[i]])) as unknown as StepProfile;
  }

  // --- settings -----------------------------------------------------------------------------------------------------

  /** Gravity in m/s^2. Setting another value wakes all bodies. */
  get gravity(): Readonly<Vec2> {
    return frozen(this.getGravity({ x: 0, y: 0 }));
  }
  set gravity(gravity: VecLike) {
    check(native().worldSetGravity(this.#store.live(), x(gravity), y(gravity)), 'gravity', gravity);
    judgeGravity(this.#store);
  }
  /** Writes `gravity` into `out` and returns `out`. */
  getGravity(out: Vec2): Vec2 {
    native().worldGravity(this.#store.live());
    const found = exchange(2);
    return fill(out, decimal(found[0]!), decimal(found[1]!));
  }

  /** Length in metres of one unit of length, as given at creation; see {@link WorldOptions}. */
  get lengthUnit(): number {
    native().worldGravity(this.#store.live());
    return decimal(exchange(3)[2]!);
  }
  /**
   * Solver and its options. Reading it returns all options. Setting it resets options that are missing to their
   * defaults.
   */
  get solver(): Readonly<SolverOptions> {
    return frozen(toOptions(readTuning(this.#store.live())));
  }
  set solver(solver: Readonly<SolverOptions>) {
    const now = readTuning(this.#store.live());
    const defaults = readTuning(0);
    this.#setTuning(withOptions(withWorld(defaults, now), solver), { solver });
  }
  /** Whether bodies at rest may fall asleep. Setting it to false wakes all bodies. */
  get sleep(): boolean {
    return tuningFlag(readTuning(this.#store.live()), 'sleep');
  }
  set sleep(sleep: boolean) {
    this.#setFlag('sleep', sleep);
  }
  /**
   * When a body counts as at rest, if it has no threshold of its own (`body.sleepThreshold`): slower than 0.05 m/s and
   * 0.05 rad/s for 0.5 s by default. Numbers that are missing are set to their defaults.
   *
   * Gravity weaker than 9.81 m/s^2 lowers the speeds in proportion, down to a thousandth (a hundredth under
   * `substepped-position`), also those of `body.sleepThreshold`. A floating body also falls asleep if damping would
   * stop it within `linearSlop`.
   */
  get sleepThreshold(): Readonly<Required<SleepThreshold>> {
    return frozen(thresholdOf(readTuning(this.#store.live())));
  }
  set sleepThreshold(threshold: SleepThreshold) {
    const tuning = readTuning(this.#store.live());
    setThreshold(tuning, given(threshold, 'sleepThreshold'));
    this.#setTuning(tuning, { sleepThreshold: threshold });
  }
  /**
   * Continuous collision detection: whether fast bodies are kept from passing through thin static and kinematic shapes.
   * Without it, a sensor misses bodies that cross it within one step, and characters that cross it within one move.
   */
  get continuous(): boolean {
    return tuningFlag(readTuning(this.#store.live()), 'continuous');
  }
  set continuous(continuous: boolean) {
    this.#setFlag('continuous', continuous);
  }
  /** Warm starting: whether contacts start from the impulses of the last step. The same as `solver.warmStarting`. */
  get warmStarting(): boolean {
    return tuningFlag(readTuning(this.#store.live()), 'warmStarting');
  }
  set warmStarting(warmStarting: boolean) {
    this.#setFlag('warmStarting', warmStarting);
  }
  #setFlag(key: string, value: boolean): void {
    const tuning = readTuning(this.#store.live());
    setTuningFlag(tuning, key, value);
    this.#setTuning(tuning, { [key]: value });
  }
  #setTuning(tuning: Tuning, given: object): void {
    const world = this.#store.live();
    new RecordWriter(kTuningFields).all(tuning);
    checkDefinition(native().worldSetTuning(world), given);
    this.#store.topSpeed = 0;
  }
  /** Approaches faster than this emit `contactHit`, in units of length per second, >= 0. */
  get hitSpeed(): number {
    this.#store.live();
    return this.#hitSpeed;
  }
  set hitSpeed(hitSpeed: number) {
    this.#store.live();
    void native().worldSetHooks; // throws in the middle of a step
    this.#hitSpeed = notNegative(hitSpeed, 'hitSpeed');
  }

  // --- bodies -------------------------------------------------------------------------------------------------------

  /**
   * Creates a body with its shapes. Throws `INVALID_ARGUMENT` and creates nothing if a part of the definition is
   * invalid.
   */
  createBody(def: BodyDef<UserData> = {}): Body<UserData> {
    const store = this.#store;
    const world = store.live();
    def = copied(def);
    const { shapes: list = [] } = def;
    if (!isArray(list)) throw invalid('shapes', list, 'a list of shapes');
    // Each option is read once, and a hole is no shape.
    const shapes = (list as ShapeDef<UserData>[]).slice();
    for (let i = 0; i < shapes.length; i++) shapes[i] = copied(shapes[i]!, `shapes[${i}]`);
    if (def.name !== undefined && typeof def.name !== 'string') throw invalid('name', def.name, 'a string');
    const parts: Part[] = [];
    for (let i = 0; i < shapes.length; i++) parts.push(...partsOf(shapes[i]!, `shapes[${i}]`));
    const record = RecordWriter.take(BodyPlace.count + parts.length * kShapeFields);
    bodyField(record, def, '', '');
    for (const part of parts) shapeField(record, part.def, part.path, '');
    record.give();

    const id = native().bodyCreate(world, parts.length);
    if (id === 0) {
      const part = parts[exchange(1)[0]!];
      const code = native().errorCode();
      if (part) refusePart(code, part);
      checkDefinition(code, def);
    }
    const body = internals.make(store, id, def);
    store.bodies.add(body);
    internals.adopt(body, parts);
    store.edited();
    if (def.velocity !== undefined) judgeSpeed(store, x(def.velocity), y(def.velocity));
    return body as Body<UserData>;
  }

  /**
   * All bodies in the order of their slots. The returned array is a snapshot: read the property again after bodies were
   * created or destroyed.
   */
  get bodies(): readonly Body<UserData>[] {
    this.#store.live();
    return this.#store.bodies.all() as readonly Body<UserData>[];
  }
  /**
   * Awake bodies in the order of their slots: dynamic ones and moving kinematic ones. Not included are bodies that only
   * your calls place, such as that of a {@link Character}.
   */
  get awakeBodies(): IterableIterator<Body<UserData>> {
    const { bodies } = this.#store;
    const total = native().awakeBodies(this.#store.live());
    const ids = exchange(total);
    const awake: Body<UserData>[] = [];
    for (let i = 0; i < total; i++) awake.push(bodies.alive(ids[i]!)! as Body<UserData>);
    return awake.values();
  }
  /**
   * Bodies that the last step moved, or that calls placed since the step before it, in the order of their slots. Each
   * `move` of a {@link Character} counts. New bodies, and those that `restore` moved, are not included.
   */
  get movedBodies(): IterableIterator<Body<UserData>> {
    const store = this.#store;
    store.live();
    return this.#walk((body) => {
      if (store.placed.has(body) || store.placedBefore.has(body)) return true;
      const { poses, previousPoses } = store.views;
      const at = 4 * body.slot;
      for (let i = at; i < at + 4; i++) if (poses[i] !== previousPoses[i]) return true;
      return false;
    });
  }
  *#walk(accepts: (body: Body) => boolean): IterableIterator<Body<UserData>> {
    for (const body of this.bodies) if (!body.destroyed && accepts(body)) yield body;
  }
  /** The body with this id, or null if there is none. */
  bodyById(id: number): Body<UserData> | null {
    this.#store.live();
    return (this.#store.bodies.alive(numeral(id, 'id')) as Body<UserData>) ?? null;
  }
  /** The body at this slot of the views, or null if the slot is free. */
  bodyAtSlot(slot: number): Body<UserData> | null {
    this.#store.live();
    return (this.#store.bodies.at(numeral(slot, 'slot')) as Body<UserData>) ?? null;
  }
  /** The shape with this id, or null if there is none. */
  shapeById(id: number): Shape<UserData> | null {
    this.#store.live();
    return (this.#store.shapes.alive(numeral(id, 'id')) as Shape<UserData>) ?? null;
  }
  /** Number of bodies. */
  get bodyCount(): number {
    return native().worldBodyCount(this.#store.live());
  }
  /** Number of awake bodies: dynamic ones and moving kinematic ones. */
  get awakeCount(): number {
    return native().worldAwakeCount(this.#store.live());
  }
  /** Number of {@link contacts}: pairs of shapes that touch, or whose gap is below `speculativeDistance`. */
  get contactCount(): number {
    return native().worldContactCount(this.#store.live());
  }

  // --- joints -------------------------------------------------------------------------------------------------------

  /**
   * Creates a joint and wakes its bodies. Throws `INVALID_ARGUMENT` and creates nothing if a part of the definition is
   * invalid.
   */
  createJoint<T extends JointType>(def: JointDefs[T] & { type: T }): Joints<UserData>[T] {
    this.#store.live();
    return makeJoint<T>(this.#store, def) as Joints<UserData>[T];
  }
  /** All joints in the order of their slots, see `Joint.id`. */
  get joints(): readonly AnyJoint<UserData>[] {
    this.#store.live();
    return this.#store.joints.all() as readonly AnyJoint<UserData>[];
  }
  /** The joint with this id, or null if there is none. */
  jointById(id: number): AnyJoint<UserData> | null {
    this.#store.live();
    return (this.#store.joints.alive(numeral(id, 'id')) as AnyJoint<UserData>) ?? null;
  }
  /** Number of joints. */
  get jointCount(): number {
    return native().jointCount(this.#store.live());
  }

  // --- reading ------------------------------------------------------------------------------------------------------

  /** Arrays in the engine's memory, to read many bodies or contacts without a call for each. */
  get views(): Views {
    this.#store.live();
    return this.#store.views;
  }
  /** Number of rows in `views.contacts`. */
  get contactViewCount(): number {
    return this.views.contactViewCount;
  }
  /**
   * Poses between the last two steps, in the layout of `views.poses`. `alpha` is from 0 to 1: 0 returns the poses
   * before the last step, 1 those after it. The result is written into `out` if it is given. Otherwise it is an array
   * of the world, which the next call overwrites. Throws `INVALID_ARGUMENT` if `out` is shorter than `views.poses`.
   */
  interpolate(alpha: number): Floats;
  interpolate<Out extends Float32Array>(alpha: number, out: Out | undefined): Out | Floats;
  interpolate(alpha: number, out?: Float32Array): Float32Array {
    const { poses, previousPoses } = this.views;
    if (!(typeof alpha === 'number' && alpha >= 0 && alpha <= 1)) throw invalid('alpha', alpha, 'a number from 0 to 1');
    if (!out && this.#rendered.length !== poses.length) this.#rendered = new Float32Array(poses.length);
    const to = out ?? this.#rendered;
    if (!isTyped(to, 'Float32Array') || to.length < poses.length) {
      throw invalid('out', out, `a Float32Array of at least ${poses.length} numbers`);
    }
    const rest = 1 - alpha;
    for (let i = 0; i < poses.length; i += 4) {
      to[i] = rest * previousPoses[i]! + alpha * poses[i]!;
      to[i + 1] = rest * previousPoses[i + 1]! + alpha * poses[i + 1]!;
      const c = rest * previousPoses[i + 2]! + alpha * poses[i + 2]!;
      const s = rest * previousPoses[i + 3]! + alpha * poses[i + 3]!;
      const length = Math.sqrt(c * c + s * s);
      // For half a turn in a step, no angle in between is better than the later one.
      to[i + 2] = length > 1e-6 ? c / length : poses[i + 2]!;
      to[i + 3] = length > 1e-6 ? s / length : poses[i + 3]!;
    }
    return to;
  }
  /** Contacts as the last step detected them, in the order of their shapes' slots, see {@link Contact}. */
  contacts(): readonly Typed<Contact, UserData>[] {
    return contactsOf(this.#store) as Typed<Contact, UserData>[];
  }
  /**
   * Pairs of a sensor and a shape inside it as the last step detected them, before it moved the bodies; also asleep. In
   * the order of their slots, see `Shape.id`.
   */
  sensorOverlaps(): Typed<SensorOverlap, UserData>[] {
    return sensorOverlapsOf(this.#store) as Typed<SensorOverlap, UserData>[];
  }
  /**
   * Kinetic energy, and potential energy in gravity with 0 at the origin, in J, of all enabled dynamic bodies.
   */
  energy(): { kinetic: number; potential: number } {
    const found = this.#measure();
    return { kinetic: found[0]!, potential: found[1]! };
  }
  /** Momentum in kg m/s, and angular momentum about the origin in kg m^2/s, of all enabled dynamic bodies. */
  momentum(): { x: number; y: number; angular: number } {
    const found = this.#measure();
    return { x: found[2]!, y: found[3]!, angular: found[4]! };
  }
  /** Largest overlap of two shapes in m, as the last step detected it before it moved the bodies; 0 without overlap. */
  maxPenetration(): number {
    return this.#measure()[5]!;
  }
  #measure(): Float64Array {
    native().worldMeasure(this.#store.live());
    return exchange(6);
  }
  /**
   * A hash of the state as 16 hexadecimal digits. Worlds on which the same calls were made in the same order have equal
   * hashes, on every machine. The hash includes gravity; ids, poses, velocities, masses, forces, damping and sleep
   * timers of bodies; `oneWay` and `preSolve` of shapes; contacts with mixed materials and impulses; joints.
   *
   * If bodies are created in another order, they have other ids and the world has another hash, even if the bodies move
   * alike. The hash does not include the options of the world and its solver, the geometry, material and filter of
   * shapes, names and `userData`. A difference in them changes the hash only once it has changed a contact or a motion.
   * Setting one of them while bodies touch may change the hash at once, for some steps, because contacts are then
   * computed anew. To compare settings, use {@link toJSON}.
   */
  hash(): string {
    native().worldHash(this.#store.live());
    const found = exchange(2);
    return [found[0]!, found[1]!].map((half) => half.toString(16).padStart(8, '0')).join('');
  }

  // --- state --------------------------------------------------------------------------------------------------------

  /**
   * Returns the whole state as bytes, for {@link restore}, a file or the network: bodies, shapes, contacts with their
   * impulses, joints, sleep, gravity, solver and settings. Subscriptions, `hitSpeed`, `trace` and pending events are
   * not included, nor is a {@link Character}, but its body is.
   *
   * A body of one shape in a heap takes 1.3 to 2.7 KB. With `static: false` the snapshot is packed: 130 to 310 bytes.
   * It can then only be restored in a world with the same static bodies. Throws `INVALID_ARGUMENT` if `out` is too
   * short.
   */
  snapshot(options?: SnapshotOptions<never>): Bytes;
  snapshot<Out extends Uint8Array>(options: SnapshotOptions<Out>): Out | Bytes;
  snapshot(options: SnapshotOptions = {}): Uint8Array {
    return snapshot(this.#store, options);
  }
  /** Number of bytes that {@link snapshot} returns now, with static bodies. */
  snapshotSize(): number {
    return native().worldSnapshotSize(this.#store.live());
  }
  /**
   * Returns the world as an object for JSON that people can read: all options of the world and its solver, and bodies,
   * shapes and joints without values at their defaults. It contains shapes as they were defined, and names. A concave
   * outline is saved as its convex polygons once one of them was changed or destroyed. Loading and saving it again
   * returns the same.
   *
   * `userData` is saved as `JSON.stringify` writes it: a `Map` or `Set` becomes `{}`, and functions are left out.
   * `userData` that `JSON.stringify` throws for, or that contains this world, is left out.
   *
   * The forces of contacts, the masses with which springs were made and the turns of joints are saved, so that bodies
   * at rest or asleep are so in the loaded world. A gear starts from the poses of the bodies: its `angularSeparation`
   * begins at 0. Which bodies are on their way through a `oneWay` or `oneSided` shape is not saved. One that turns back
   * or drops through may be held in the loaded world, but only near the front. For `oneWay` it is within 10 mm (2
   * `linearSlop`) of the front, or was so a step before. For `oneSided` its centre is in front. A world that is created
   * from the object behaves alike, but not bit for bit; use {@link snapshot} for that.
   */
  toJSON(): SceneJSON<UserData> {
    return toJSON(this as World, this.#store.live()) as SceneJSON<UserData>;
  }
  /**
   * Creates a world from the result of {@link toJSON}. `worldOptions` override those of the scene. `contacts` may be
   * missing; the first step emits `contactBegin` for shapes that touch, with them or without. Throws
   * `INVALID_ARGUMENT` with the path in the scene (`scene.bodies[2].shapes[0].density`), and for an unknown format or
   * version.
   *
   * `userData` is copied as {@link toJSON} saves it, so that several worlds can be created from one scene. An object
   * that `JSON.stringify` throws for is used itself. An imported JSON module may be passed too:
   * `World.fromJSON(level) as World<Mine>`.
   */
  static fromJSON<Format extends string>(
    scene: ImportedScene<Format> & (string extends Format ? unknown : never), // a literal is a `SceneJSON`
    options?: { worldOptions?: WorldOptions },
  ): World;
  static fromJSON<UserData = unknown>(
    scene: SceneJSON<UserData>,
    options?: { worldOptions?: WorldOptions },
  ): World<UserData>;
  static fromJSON<UserData = unknown>(
    scene: SceneJSON<UserData>,
    options: { worldOptions?: WorldOptions } = {},
  ): World<UserData> {
    void native().worldCreate; // throws in the middle of a step
    return fromJSON(
      scene,
      options,
      (worldOptions) => new this<UserData>(worldOptions),
      (world) => world.#store,
    );
  }
  /**
   * Restores the state of a snapshot. The world continues with the same bits as the world of the snapshot, with equal
   * `hash()` after each step.
   *
   * Bodies, shapes and joints that were created after the snapshot are destroyed. Destroyed ones are recreated with
   * their ids. If `bytes` is the array that {@link snapshot} of this world returned, they are the same objects with
   * their `userData`. `restore` never changes `userData` itself and keeps subscriptions. It emits no events for the
   * bodies it creates or destroys, and discards pending events.
   *
   * If the bytes are a copy or come from a file or another world, existing objects keep their ids. Others are new
   * objects without `userData` and `name`, and their boxes are polygons. For the body of a {@link Character} of
   * another world, create a new one. Bytes are valid on every machine, for the version of the engine that created them.
   *
   * Throws `SNAPSHOT_INVALID` and changes nothing for bytes that are no snapshot, damaged, of another version, or of
   * the wrong length. Bytes of `snapshot({ static: false })` also throw it if the static bodies or their shapes differ;
   * the snapshot contains only a hash of them, so the error cannot name the difference. A checksum detects damage but
   * no malice: restore only bytes that you trust.
   */
  restore(bytes: Uint8Array): void {
    restore(this.#store, bytes);
  }

  // --- queries ------------------------------------------------------------------------------------------------------

  /** The nearest shape on the ray, or null if there is none. */
  raycast(options: RaycastOptions<UserData>): Typed<RayHit, UserData> | null {
    return raycast(this.#store, options as RaycastOptions) as Typed<RayHit, UserData> | null;
  }
  /** All shapes on the ray, nearest first. */
  raycastAll(options: RaycastOptions<UserData>): Typed<RayHit, UserData>[] {
    return raycastAll(this.#store, options as RaycastOptions) as Typed<RayHit, UserData>[];
  }
  /**
   * Casts many rays in one call. `rays` has four numbers per ray: x1, y1, x2, y2. The result has seven numbers per ray:
   * point x, y, normal x, y, fraction, slot of the body, and id of the shape. It is written into `out` if it is given.
   *
   * The slot is -1 for no hit, and the point is then the end of the ray. The id is a u32: read it through a Uint32Array
   * on the same buffer. `options` are those of all queries, or a filter.
   */
  raycasts(rays: Float32Array, out?: undefined, options?: QueryFilter & QueryOptions<UserData>): Floats;
  raycasts<Out extends Float32Array>(
    rays: Float32Array,
    out: Out | undefined,
    options?: QueryFilter & QueryOptions<UserData>,
  ): Out | Floats;
  raycasts(rays: Float32Array, out?: Float32Array, options?: QueryFilter & QueryOptions<UserData>): Float32Array {
    return raycasts(this.#store, rays, out, options as QueryOptions);
  }
  /**
   * The first shape that a moving shape begins to overlap between `from` and `to`, or null if there is none. The shape
   * moves on a line and rotates evenly from `angle` to `angleTo` about its origin. A shape that it only touches, or
   * along which it slides, is not a hit.
   */
  shapeCast(options: ShapeCastOptions<UserData>): Typed<ShapeCastHit, UserData> | null {
    return shapeCast(this.#store, options as ShapeCastOptions) as Typed<ShapeCastHit, UserData> | null;
  }
  /**
   * All shapes that a moving shape overlaps on its path, nearest first. Each hit is computed as if the other shapes
   * were absent.
   */
  shapeCastAll(options: ShapeCastOptions<UserData>): Typed<ShapeCastHit, UserData>[] {
    return shapeCastAll(this.#store, options as ShapeCastOptions) as Typed<ShapeCastHit, UserData>[];
  }
  /**
   * Many shape casts in one call: the results of {@link shapeCast}, in `out` if it is given. Hit objects in `out` are
   * reused, so that casts in every frame allocate nothing. If a cast throws, the hits before it are in `out`.
   */
  shapeCasts(
    casts: readonly ShapeCastOptions<UserData>[],
    out?: (ShapeCastHit | null)[],
  ): (Typed<ShapeCastHit, UserData> | null)[] {
    return shapeCasts(this.#store, casts as ShapeCastOptions[], out) as (Typed<ShapeCastHit, UserData> | null)[];
  }
  /**
   * The shape whose surface is nearest to a point, or in which the point is deepest. Null if none is within
   * `maxDistance`.
   */
  closest(options: ClosestOptions<UserData>): Typed<ClosestHit, UserData> | null {
    return closest(this.#store, options as ClosestOptions) as Typed<ClosestHit, UserData> | null;
  }
  /**
   * Shapes that overlap a shape, an axis-aligned box or a point, in the order of their slots. A segment contains no
   * point.
   */
  overlap(options: OverlapOptions<UserData>): Shape<UserData>[] {
    return overlap(this.#store, options as OverlapOptions) as Shape<UserData>[];
  }

  /**
   * Pushes dynamic bodies away from a point, at their nearest point. `impulse` is in N s per metre of width that a body
   * shows to the point, perpendicular to the push. Shapes of a body that are behind each other count once, so it does
   * not matter how it is divided into shapes. The impulse is full if the nearest point is within `radius`, and
   * decreases linearly to 0 over the further distance `falloff`. Bodies in between do not shield others. The pushed
   * bodies wake up. Throws `INVALID_ARGUMENT` for a value out of range.
   */
  explode(options: ExplodeOptions): void {
    this.#store.live();
    explode(this as World, options);
  }

  // --- looking inside -----------------------------------------------------------------------------------------------

  /**
   * Whether steps record the iterations of the solver for {@link solverTrace}. Default false. Setting it to false frees
   * the record. It does not change the motion.
   */
  get trace(): boolean {
    this.#store.live();
    return this.#trace;
  }
  set trace(trace: boolean) {
    native().worldSetTrace(this.#store.live(), +flag(trace, 'trace'));
    this.#trace = trace;
  }
  /**
   * The iterations of the solver in the last step, as copies. It has no entries before the first step with `trace` on,
   * and after a step of 0 s, which solves nothing. Throws `INVALID_ARGUMENT` while {@link trace} is false.
   */
  solverTrace(): SolverTrace {
    if (!this.trace) throw invalid('trace', false, 'true before the step');
    return solverTrace(this.#store);
  }
  /**
   * How the engine computes the contact points of two bodies in their current poses. There is one entry for each pair
   * of a shape of A and a shape of B, at any distance, also for sensors and filtered pairs. It works without {@link
   * trace}. Throws `INVALID_ARGUMENT` if both bodies are the same.
   */
  collisionTrace(bodyA: Body, bodyB: Body): CollisionTrace<UserData>[] {
    return collisionTrace(this.#store, bodyA, bodyB) as CollisionTrace<UserData>[];
  }

  // --- events and life ----------------------------------------------------------------------------------------------

  /**
   * Calls `handler` for each event of this name, and returns a function that unsubscribes. `beforeStep` is emitted
   * before the step and `preSolve` within it. All other events are emitted after the step, in the order of slots, and
   * their handlers may change the world. `contactHit` is emitted only above {@link hitSpeed}. `events` of the report of
   * a step also counts events without a handler.
   */
  on<N extends EventName>(
    name: N,
    handler: (event: Typed<EventMap[N], UserData>) => void,
    options: OnOptions<Typed<EventMap[N], UserData>> = {},
  ): () => void {
    return this.#on(name, handler as (event: EventMap[N]) => void, options as OnOptions<EventMap[N]>);
  }
  #on<N extends EventName>(
    name: N,
    handler: (event: EventMap[N]) => void,
    options: OnOptions<EventMap[N]>,
  ): () => void {
    this.#store.live();
    if ((name as string) !== 'contactHit') return this.#events.on(name, handler, options);
    const fast = (event: EventMap[N]): void => {
      if ((event as EventMap['contactHit']).approachSpeed > this.#hitSpeed) handler(event);
    };
    return this.#events.on(name, typeof handler === 'function' ? fast : handler, options);
  }
  /** Like `on`, but only for the first event that `options` accept. */
  once<N extends EventName>(
    name: N,
    handler: (event: Typed<EventMap[N], UserData>) => void,
    options: OnOptions<Typed<EventMap[N], UserData>> = {},
  ): () => void {
    const first = (event: Typed<EventMap[N], UserData>): void => {
      off();
      handler(event);
    };
    const off = this.on(name, typeof handler === 'function' ? first : handler, options);
    return off;
  }
  /**
   * A function that decides which shapes collide. It is called once for two shapes of different bodies when they come
   * near each other, or when one is found on the path of the other. In the step after it was set, it is also called for
   * pairs that are near already and that filters exclude. {@link recheck} calls it again for all pairs of a shape. It
   * is not called for bodies that a joint keeps from colliding. Set to null, its decisions hold for pairs that are near
   * until {@link recheck}.
   *
   * True or false override the filters; null or undefined leaves the decision to them. Default null: no function. It
   * must not change a world. An error that it throws counts as null and is thrown again after the step. Snapshots
   * contain its results, not the function.
   */
  get contactFilter(): ContactFilter<UserData> | null {
    this.#store.live();
    return this.#store.contactFilter;
  }
  set contactFilter(filter: ContactFilter<UserData> | null) {
    this.#store.live();
    if (filter !== null) callable(filter, 'contactFilter', 'a function of two shapes, or null');
    void native().worldSetHooks; // throws in the middle of a step
    this.#store.contactFilter = filter as ContactFilter | null;
    this.#events.attend();
  }
  /**
   * Calls {@link contactFilter} again, at once, for all pairs of this shape with shapes that are near. Without a
   * function the filters decide.
   */
  recheck(shape: Shape): void {
    const { shapes, errors } = this.#store;
    const world = this.#store.live();
    if (!is(shape, Shape) || shapes.alive(shape.id) !== shape)
      throw unfit('shape', shape, Shape, 'a Shape of this world');
    check(native().shapeRecheck(world, shape.id));
    this.#store.edited();
    this.#events.attend();
    const [error] = errors.splice(0);
    if (error !== undefined) throw error;
  }
  /** Whether the world is destroyed. */
  get destroyed(): boolean {
    return this.#store.gone;
  }
  /** Frees the world with all its bodies, shapes and joints. A second call does nothing. */
  destroy(): void {
    const { handle } = this.#store;
    if (handle === 0) return;
    const { worldDestroy } = native(); // throws in the middle of a step
    setAsker(this.#store, false);
    dropped.unregister(this.#store);
    this.#store.handle = 0;
    if (!lost.has(handle)) worldDestroy(handle);
    this.#store.dropViews();
  }
  /** Like `destroy()`, for `using`. */
  [Symbol.dispose](): void {
    this.destroy();
  }
}

// For `impulse2d/draw`, which is without this package's code and draws worlds of every build of it: it checks its
// options with these, so that its errors are of the class that the build of the world exports.
Object.defineProperty(World.prototype, Symbol.for('impulse2d.checks'), { value: { keys, invalid } });
strict(World.prototype);

function numeral(value: unknown, path: string): number {
  if (typeof value !== 'number') throw invalid(path, value, 'a number');
  return value;
}
