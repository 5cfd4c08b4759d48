import { internals, type Body } from './body.js';
import { contactsOf, sensorOverlapsOf, type Contact, type SensorOverlap, type Typed } from './contacts.js';
import { bodyField, kBodyFields, kShapeFields, partsOf, refusePart, shapeField } from './definitions.js';
import { decimal } from './decimal.js';
import { invalid } from './errors.js';
import { Events, type EventMap, type EventName, type OnOptions } from './events.js';
import { explode, type ExplodeOptions } from './explode.js';
import { aside, one, real, record, vector } from './fields.js';
import { setAsker, type ContactFilter } from './hooks.js';
import './hosts.js';
import { makeJoint } from './joint.js';
import type { AnyJoint, JointDefs, JointType, Joints } from './joint_types.js';
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
import { fromJSON, toJSON, type SceneJSON } from './scene_json.js';
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
import { callable, checkDefinition, copied, count, fill, flag, is, isArray, notNegative, x, y } from './validate.js';
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

/**
 * A world of bodies, advanced one step at a time. The only thing to free: call `destroy()`, or declare it with `using`;
 * one that can no longer be reached is freed with the garbage, some time. `UserData` is the type of `userData` of its
 * bodies and shapes.
 *
 * Throws `NOT_INITIALIZED` before `init()` has resolved, and `INVALID_ARGUMENT` for an option that is unknown or out of
 * range. Every member but `destroyed` throws `DESTROYED` once it is gone.
 */
export class World<UserData = unknown> {
  #depth = 0;
  #lastDt = 1 / 60;
  #steps = 0;
  static {
    lastDt = (world) => world.#lastDt;
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
    to.put(...tuning);
    const handle = native().worldCreate();
    if (handle === 0) checkDefinition(native().errorCode(), options);
    this.#store = new Store(this, handle);
    this.#events = new Events(this.#store);
    dropped.register(this, handle, this.#store);
    if (new.target === World) Object.preventExtensions(this);
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  /**
   * Advances time by `dt` seconds, 0 to 1, default 1/60, and then emits its events. 0 refreshes contacts and moves
   * nothing. Under `soft-step` piles stay at rest in steps of 1/300 to 1/30 s, which may differ by up to 8:1; a step of
   * 0.2 s and more throws a stack. An error that a handler throws is thrown on after all events; the step is made then.
   * Without memory for the contacts of new pairs it throws `OUT_OF_MEMORY` and changes nothing: destroy some bodies, or
   * another world, and call it again.
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
      console.warn('impulse2d: more than 2^20 pairs of shapes are near: the others do not collide');
    }
    this.#lastDt = dt;
    this.#steps++;
    store.stepped();
    this.#events.afterStep(dt, report, joints);
    return report;
  }

  /** Milliseconds each stage of the last step took. */
  get profile(): StepProfile {
    native().worldProfile(this.#store.live());
    const found = exchange(kStages.length);
    return Object.fromEntries(kStages.map((stage, i) => [stage, found[i]])) as unknown as StepProfile;
  }

  // --- settings -----------------------------------------------------------------------------------------------------

  /** m/s^2. Setting it wakes everything. */
  get gravity(): Readonly<Vec2> {
    return frozen(this.getGravity({ x: 0, y: 0 }));
  }
  set gravity(gravity: VecLike) {
    check(native().worldSetGravity(this.#store.live(), x(gravity), y(gravity)), 'gravity', gravity);
  }
  /** `gravity` into `out`. */
  getGravity(out: Vec2): Vec2 {
    native().worldGravity(this.#store.live());
    const found = exchange(2);
    return fill(out, decimal(found[0]!), decimal(found[1]!));
  }

  /** Metres per unit of length, as the world was made; see {@link WorldOptions}. */
  get lengthUnit(): number {
    native().worldGravity(this.#store.live());
    return decimal(exchange(3)[2]!);
  }
  /**
   * How contacts are solved, with all options of the chosen solver. Setting it takes what is not given at its default.
   */
  get solver(): Readonly<SolverOptions> {
    return frozen(toOptions(readTuning(this.#store.live())));
  }
  set solver(solver: Readonly<SolverOptions>) {
    const now = readTuning(this.#store.live());
    const defaults = readTuning(0);
    this.#setTuning(withOptions(withWorld(defaults, now), solver), { solver });
  }
  /** May bodies at rest fall asleep? Setting it false wakes everything. */
  get sleep(): boolean {
    return tuningFlag(readTuning(this.#store.live()), 'sleep');
  }
  set sleep(sleep: boolean) {
    this.#setFlag('sleep', sleep);
  }
  /**
   * When bodies without a threshold of their own (`body.sleepThreshold`) count as at rest: slower than 0.05 m/s and
   * 0.05 rad/s for 0.5 s by default. In gravity weaker than 9.81 m/s^2 the speeds are lower in proportion, down to a
   * thousandth (a hundredth under `substepped-position`), those of `body.sleepThreshold` too. What floats rests also
   * where damping stops it within `linearSlop`. Setting the property sets numbers that are not given to their defaults.
   */
  get sleepThreshold(): Readonly<Required<SleepThreshold>> {
    return frozen(thresholdOf(readTuning(this.#store.live())));
  }
  set sleepThreshold(threshold: SleepThreshold) {
    const tuning = readTuning(this.#store.live());
    setThreshold(tuning, threshold ?? null);
    this.#setTuning(tuning, { sleepThreshold: threshold });
  }
  /** Are fast bodies kept from passing through thin ones? */
  get continuous(): boolean {
    return tuningFlag(readTuning(this.#store.live()), 'continuous');
  }
  set continuous(continuous: boolean) {
    this.#setFlag('continuous', continuous);
  }
  /** Do contacts start from the last step's impulses? The same as `solver.warmStarting`. */
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
    new RecordWriter(kTuningFields).put(...tuning);
    checkDefinition(native().worldSetTuning(world), given);
  }
  /** Units of length per second, >= 0: approaches faster than this make `contactHit` events. */
  get hitSpeed(): number {
    this.#store.live();
    return this.#hitSpeed;
  }
  set hitSpeed(hitSpeed: number) {
    this.#store.live();
    this.#hitSpeed = notNegative(hitSpeed, 'hitSpeed');
  }

  // --- bodies -------------------------------------------------------------------------------------------------------

  /** Makes a body with its shapes. When anything in the definition is refused, nothing is made. */
  createBody(def: BodyDef<UserData> = {}): Body<UserData> {
    const store = this.#store;
    const world = store.live();
    def = copied(def);
    const { shapes: list = [] } = def;
    if (!isArray(list)) throw invalid('shapes', list, 'a list of shapes');
    // Each option is read once, and a hole is no shape.
    const shapes = Array.from((list as ShapeDef<UserData>[]).slice(), (shape, i) => copied(shape, `shapes[${i}]`));
    if (def.name !== undefined && typeof def.name !== 'string') throw invalid('name', def.name, 'a string');
    const parts = shapes.flatMap((shape, i) => partsOf(shape, `shapes[${i}]`));
    const record = new RecordWriter(kBodyFields + parts.length * kShapeFields);
    bodyField(record, def, '', '');
    for (const part of parts) shapeField(record, part.def, part.path, '');

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
    return body as Body<UserData>;
  }

  /** All bodies, by slot. The list stays as it is when bodies are made or destroyed; read the property again. */
  get bodies(): readonly Body<UserData>[] {
    this.#store.live();
    return this.#store.bodies.all() as readonly Body<UserData>[];
  }
  /** Awake dynamic and moving kinematic bodies, by slot, as they are now. */
  get awakeBodies(): IterableIterator<Body<UserData>> {
    const { bodies } = this.#store;
    const total = native().awakeBodies(this.#store.live());
    const ids = exchange(total);
    const awake: Body<UserData>[] = [];
    for (let i = 0; i < total; i++) awake.push(bodies.alive(ids[i]!)! as Body<UserData>);
    return awake.values();
  }
  /** Bodies whose pose the last step changed, by slot. */
  get movedBodies(): IterableIterator<Body<UserData>> {
    const { views } = this.#store;
    this.#store.live();
    return this.#walk((body) => {
      const now = views.poses;
      const before = views.previousPoses;
      const at = 4 * body.slot;
      return (
        now[at] !== before[at] ||
        now[at + 1] !== before[at + 1] ||
        now[at + 2] !== before[at + 2] ||
        now[at + 3] !== before[at + 3]
      );
    });
  }
  *#walk(accepts: (body: Body) => boolean): IterableIterator<Body<UserData>> {
    for (const body of this.bodies) if (!body.destroyed && accepts(body)) yield body;
  }
  /** The body of an id, or null where it is gone. */
  bodyById(id: number): Body<UserData> | null {
    this.#store.live();
    return (this.#store.bodies.alive(numeral(id, 'id')) as Body<UserData>) ?? null;
  }
  /** The body at a slot of the views, or null where it is free. */
  bodyAtSlot(slot: number): Body<UserData> | null {
    this.#store.live();
    return (this.#store.bodies.at(numeral(slot, 'slot')) as Body<UserData>) ?? null;
  }
  /** The shape of an id, or null where it is gone. */
  shapeById(id: number): Shape<UserData> | null {
    this.#store.live();
    return (this.#store.shapes.alive(numeral(id, 'id')) as Shape<UserData>) ?? null;
  }
  /** Bodies. */
  get bodyCount(): number {
    return native().worldBodyCount(this.#store.live());
  }
  /** Awake dynamic and moving kinematic bodies. */
  get awakeCount(): number {
    return native().worldAwakeCount(this.#store.live());
  }
  /** Touching pairs of shapes, without sensors. */
  get contactCount(): number {
    return native().worldContactCount(this.#store.live());
  }

  // --- joints -------------------------------------------------------------------------------------------------------

  /** Joins two bodies; wakes them. When anything in the definition is refused, nothing is made. */
  createJoint<T extends JointType>(def: JointDefs[T] & { type: T }): Joints[T] {
    this.#store.live();
    return makeJoint<T>(this.#store, def);
  }
  /** All joints in the order of their ids. */
  get joints(): readonly AnyJoint[] {
    this.#store.live();
    return this.#store.joints.all();
  }
  /** The joint of an id, or null where it is gone. */
  jointById(id: number): AnyJoint | null {
    this.#store.live();
    return this.#store.joints.alive(numeral(id, 'id')) ?? null;
  }
  /** Joints. */
  get jointCount(): number {
    return native().jointCount(this.#store.live());
  }

  // --- reading ------------------------------------------------------------------------------------------------------

  /** Arrays in the engine's memory, for reading many bodies or contacts without a call for each. */
  get views(): Views {
    this.#store.live();
    return this.#store.views;
  }
  /** Rows in `views.contacts`. */
  get contactViewCount(): number {
    return this.views.contactViewCount;
  }
  /**
   * Poses between the last two steps, laid out like `views.poses`. `alpha` is from 0 to 1: 0 gives the poses before the
   * last step, 1 those after it. Into `out`, at least as long, or else into an array of the world's own that the next
   * call uses again.
   */
  interpolate(alpha: number, out?: Float32Array): Float32Array {
    const { poses, previousPoses } = this.views;
    if (!(typeof alpha === 'number' && alpha >= 0 && alpha <= 1)) throw invalid('alpha', alpha, 'a number from 0 to 1');
    if (!out && this.#rendered.length !== poses.length) this.#rendered = new Float32Array(poses.length);
    const to = out ?? this.#rendered;
    if (!is(to, Float32Array) || to.length < poses.length) {
      throw invalid('out', out, `a Float32Array of at least ${poses.length} numbers`);
    }
    const rest = 1 - alpha;
    for (let i = 0; i < poses.length; i += 4) {
      to[i] = rest * previousPoses[i]! + alpha * poses[i]!;
      to[i + 1] = rest * previousPoses[i + 1]! + alpha * poses[i + 1]!;
      const c = rest * previousPoses[i + 2]! + alpha * poses[i + 2]!;
      const s = rest * previousPoses[i + 3]! + alpha * poses[i + 3]!;
      const length = Math.sqrt(c * c + s * s);
      // Half a turn in a step has no between; what comes after it is as good.
      to[i + 2] = length > 1e-6 ? c / length : poses[i + 2]!;
      to[i + 3] = length > 1e-6 ? s / length : poses[i + 3]!;
    }
    return to;
  }
  /** Touching pairs of shapes in the order of their ids, as they are after the last step. */
  contacts(): readonly Typed<Contact, UserData>[] {
    return contactsOf(this.#store) as Typed<Contact, UserData>[];
  }
  /** Shapes inside sensors in the order of their ids, sleeping ones too, as they are after the last step. */
  sensorOverlaps(): SensorOverlap[] {
    return sensorOverlapsOf(this.#store);
  }
  /** J: kinetic, and potential in gravity with 0 at the origin. */
  energy(): { kinetic: number; potential: number } {
    const found = this.#measure();
    return { kinetic: found[0]!, potential: found[1]! };
  }
  /** kg m/s, and kg m^2/s about the origin. */
  momentum(): { x: number; y: number; angular: number } {
    const found = this.#measure();
    return { x: found[2]!, y: found[3]!, angular: found[4]! };
  }
  /** m: the deepest overlap of two touching shapes, 0 where there is none. */
  maxPenetration(): number {
    return this.#measure()[5]!;
  }
  #measure(): Float64Array {
    native().worldMeasure(this.#store.live());
    return exchange(6);
  }
  /**
   * Sixteen hexadecimal digits over ids, poses, velocities, forces, sleep timers, contacts with their impulses, and
   * joints: equal, on every machine, for worlds that the same calls made in the same order. Bodies created in another
   * order have other ids, and the world another hash, even where they move alike, as groups do that never meet.
   * `userData` and solver options are not in it.
   */
  hash(): string {
    native().worldHash(this.#store.live());
    const found = exchange(2);
    return [found[0]!, found[1]!].map((half) => half.toString(16).padStart(8, '0')).join('');
  }

  // --- state --------------------------------------------------------------------------------------------------------

  /**
   * The whole state as bytes of their own, to be handed to {@link restore}, kept in a file or sent away: bodies,
   * shapes, contacts with their impulses, joints, sleep, gravity, solver and settings. A body in a heap takes 1.3 to
   * 2.7 KB. With `static: false` it is packed, 170 to 330 bytes a body in a heap, and needs a world with the same
   * static bodies. Not in it: subscriptions, `hitSpeed`, `trace`, and pending events. Throws `INVALID_ARGUMENT` for an
   * `out` that is too short.
   */
  snapshot(options: SnapshotOptions = {}): Uint8Array {
    return snapshot(this.#store, options);
  }
  /** How many bytes {@link snapshot} returns now, with static bodies. */
  snapshotSize(): number {
    return native().worldSnapshotSize(this.#store.live());
  }
  /**
   * The world as an object that JSON can hold and people can read: options, bodies with their shapes, joints, all that
   * is not at its default. Boxes stay boxes, names are kept, and `userData` where it is JSON. Contacts and their
   * impulses are not in it: a world made of it moves alike, not bit for bit; for that there is {@link snapshot}.
   */
  toJSON(): SceneJSON<UserData> {
    return toJSON(this as World) as SceneJSON<UserData>;
  }
  /**
   * A world as {@link toJSON} described one. `worldOptions` go before those of the scene. Throws `INVALID_ARGUMENT`
   * with the place in the scene (`scene.bodies[2].shapes[0].density`), and for a format or version that it does not
   * know.
   */
  static fromJSON<UserData = unknown>(
    scene: SceneJSON<UserData>,
    options: { worldOptions?: WorldOptions } = {},
  ): World<UserData> {
    return fromJSON(scene, options, (worldOptions) => new this<UserData>(worldOptions) as World) as World<UserData>;
  }
  /**
   * Makes this world the one that the snapshot was taken from; it goes on with the same bits as that one, `hash()` by
   * `hash()`. A body, shape or joint made since is destroyed, one destroyed since comes back under its id: as the same
   * object, with its `userData`, where `bytes` is the array that {@link snapshot} of this world returned. `userData`
   * itself is never changed. Subscriptions stay. No events are emitted for what comes and goes, and pending events are
   * discarded.
   *
   * From a copy, a file or another world, objects that live now stay those of their ids; others are made anew, without
   * `userData` and `name`, and a box among their shapes as the polygon it is. Bytes are good for the version of the
   * engine that made them, on every machine.
   *
   * Throws `SNAPSHOT_INVALID`, and changes nothing, for bytes that are no snapshot, are of another version, damaged,
   * too few or too many. Likewise for those of `snapshot({ static: false })` where static bodies are others than then,
   * or have other places, shapes or properties; of those a digest is stored, so the error cannot say which. A checksum
   * finds damage, not malice: restore only bytes that you trust.
   */
  restore(bytes: Uint8Array): void {
    restore(this.#store, bytes);
  }

  // --- questions ----------------------------------------------------------------------------------------------------

  /** The nearest shape on the ray, or null. */
  raycast(options: RaycastOptions): Typed<RayHit, UserData> | null {
    return raycast(this.#store, options) as Typed<RayHit, UserData> | null;
  }
  /** All shapes on the ray, nearest first. */
  raycastAll(options: RaycastOptions): Typed<RayHit, UserData>[] {
    return raycastAll(this.#store, options) as Typed<RayHit, UserData>[];
  }
  /**
   * Many rays at once. `rays` has four numbers each, x1, y1, x2, y2. The answer, in `out` where it is given, has seven
   * each: point x, y, normal x, y, fraction, slot of the body, and id of the shape. The slot is -1 for no hit; then the
   * point is the ray's end. The id is the bits of a u32, to be read through a Uint32Array on the same buffer. `options`
   * are those of all queries, or a filter.
   */
  raycasts(rays: Float32Array, out?: Float32Array, options?: QueryFilter & QueryOptions): Float32Array {
    return raycasts(this.#store, rays, out, options);
  }
  /**
   * The first shape that a shape begins to overlap on its path from `from` to `to`, or null. It moves on a line and
   * turns evenly from `angle` to `angleTo` about its own origin. What it only touches, or slides along, is not hit.
   */
  shapeCast(options: ShapeCastOptions): Typed<ShapeCastHit, UserData> | null {
    return shapeCast(this.#store, options) as Typed<ShapeCastHit, UserData> | null;
  }
  /** All shapes that a shape overlaps on its path, nearest first, each where it is met if the others were not there. */
  shapeCastAll(options: ShapeCastOptions): Typed<ShapeCastHit, UserData>[] {
    return shapeCastAll(this.#store, options) as Typed<ShapeCastHit, UserData>[];
  }
  /**
   * Many shape casts: what {@link shapeCast} returns for each, in `out` where it is given. The hits in `out` are filled
   * anew, so that casts made every frame leave no garbage; where a cast is refused, those before it are in `out`.
   */
  shapeCasts(casts: readonly ShapeCastOptions[], out?: (ShapeCastHit | null)[]): (ShapeCastHit | null)[] {
    return shapeCasts(this.#store, casts, out);
  }
  /**
   * The shape whose surface is nearest to a point, or in which the point is deepest; null where none is within
   * `maxDistance`.
   */
  closest(options: ClosestOptions): Typed<ClosestHit, UserData> | null {
    return closest(this.#store, options) as Typed<ClosestHit, UserData> | null;
  }
  /**
   * Shapes that share a point with a shape, with an axis-aligned box, or that hold a point, in the order of their ids.
   * A segment holds no point.
   */
  overlap(options: OverlapOptions): Shape<UserData>[] {
    return overlap(this.#store, options) as Shape<UserData>[];
  }

  /**
   * Pushes dynamic bodies away from a point, with `impulse` N s per metre of the width that a shape shows to the point.
   * The impulse is full within `radius` of the shape's nearest point. Beyond it the impulse falls linearly to 0 over
   * the distance `falloff`. Bodies in between do not shield. Wakes the bodies that it reaches.
   */
  explode(options: ExplodeOptions): void {
    this.#store.live();
    explode(this as World, options);
  }

  // --- looking inside -----------------------------------------------------------------------------------------------

  /**
   * Do steps keep what their solver's iterations did, for {@link solverTrace}? Default false; switching it off frees
   * what was kept. Bodies move the same with it and without it.
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
   * The solver's iterations in the last step, as copies. Without entries before the first step with `trace` on, and
   * after a step of 0 s, which solves nothing. Throws `INVALID_ARGUMENT` while {@link trace} is off.
   */
  solverTrace(): SolverTrace {
    if (!this.trace) throw invalid('trace', false, 'true before the step');
    return solverTrace(this.#store);
  }
  /**
   * How two bodies are compared where they stand now: one entry for each shape of A with each of B. Near or far,
   * sensors and pairs that a filter keeps apart too; needs no {@link trace}. Throws `INVALID_ARGUMENT` for a body and
   * itself.
   */
  collisionTrace(bodyA: Body, bodyB: Body): CollisionTrace[] {
    return collisionTrace(this.#store, bodyA, bodyB);
  }

  // --- events and life ----------------------------------------------------------------------------------------------

  /**
   * Calls `handler` for each such event; returns what ends it. Subscribing is the only switch. All but `beforeStep` and
   * `preSolve` are emitted after the step, in the order of ids, when handlers may change the world at will.
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
  /** The same for the first such event that `options` let through, and no more. */
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
   * Decides which shapes collide: called with two of different bodies once, when they come near. True or false overrule
   * their filters, null, or nothing returned, leaves it to them. Default null: no function. It may not change a world;
   * what it throws is thrown after the step, and counts as null. Pairs that are near already are asked again by {@link
   * recheck}. The answers are in snapshots, the function is not.
   */
  get contactFilter(): ContactFilter | null {
    this.#store.live();
    return this.#store.contactFilter;
  }
  set contactFilter(filter: ContactFilter | null) {
    this.#store.live();
    if (filter !== null) callable(filter, 'contactFilter', 'a function of two shapes, or null');
    void native().worldSetHooks; // throws in the middle of a step
    this.#store.contactFilter = filter;
    this.#events.attend();
  }
  /**
   * Asks {@link contactFilter} again, at once, about all shapes that this one is near to; without one their filters
   * decide.
   */
  recheck(shape: Shape): void {
    const { shapes, errors } = this.#store;
    const world = this.#store.live();
    if (!is(shape, Shape) || shapes.alive(shape.id) !== shape)
      throw invalid('shape', shape, 'a living Shape of this world');
    check(native().shapeRecheck(world, shape.id));
    this.#store.edited();
    this.#events.attend();
    const [error] = errors.splice(0);
    if (error !== undefined) throw error;
  }
  /** Is it gone? */
  get destroyed(): boolean {
    return this.#store.gone;
  }
  /** Frees it and everything in it. Nothing happens the second time. */
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
  /** The same as `destroy()`, for `using`. */
  [Symbol.dispose](): void {
    this.destroy();
  }
}

strict(World.prototype);

function numeral(value: unknown, path: string): number {
  if (typeof value !== 'number') throw invalid(path, value, 'a number');
  return value;
}
