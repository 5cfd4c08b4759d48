/// <reference lib="esnext.disposable" preserve="true" />
import { Body } from './body.js';
import { contactsOf, sensorOverlapsOf, type Contact, type SensorOverlap } from './contacts.js';
import { bodyField, kBodyFields, kShapeFields, partsOf, shapeField } from './definitions.js';
import { decimal } from './decimal.js';
import { invalid } from './errors.js';
import { Events, type EventMap, type EventName, type OnOptions } from './events.js';
import { aside, one, real, record, vector } from './fields.js';
import { Joint } from './joint.js';
import type { AnyJoint, JointDefs, JointType, Joints } from './joint_types.js';
import { RecordWriter, check, exchange, native } from './native.js';
import {
  overlap,
  raycast,
  raycastAll,
  raycasts,
  type OverlapOptions,
  type RayHit,
  type RaycastOptions,
} from './query.js';
import type { Shape } from './shape.js';
import { restore, snapshot } from './snapshot.js';
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
import type {
  BodyDef,
  QueryFilter,
  SleepThreshold,
  SolverOptions,
  StepProfile,
  StepReport,
  Vec2,
  VecLike,
  WorldOptions,
} from './types.js';
import { collisionTrace, solverTrace, type CollisionTrace, type SolverTrace } from './trace.js';
import { checkDefinition, count, flag, given, x, y } from './validate.js';
import type { Views } from './views.js';

const kMaxCount = 1 << 20; // ids.h
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
const kRefused = 1;
const kDefaultHitSpeed = 1; // m/s

/**
 * A world of bodies, advanced one step at a time. The only thing to free: call `destroy()`, or declare it with `using`.
 *
 * Throws `NOT_INITIALIZED` before `init()` has resolved, and `INVALID_ARGUMENT` for an option that is unknown or out of range.
 * Every member but `destroyed` throws `DESTROYED` once it is gone.
 */
export class World {
  #store: Store;
  #events: Events;
  #hitSpeed: number;
  #rendered = new Float32Array(0);
  #trace = false;

  constructor(options: WorldOptions = {}) {
    let tuning = readTuning(0);
    const {
      sleep,
      sleepThreshold,
      continuous,
      hitSpeed = kDefaultHitSpeed,
      solver,
    } = given(options, '') as WorldOptions;
    this.#hitSpeed = speed(hitSpeed);
    if (solver !== undefined) tuning = withOptions(tuning, solver);
    if (sleep !== undefined) setTuningFlag(tuning, 'sleep', sleep);
    setThreshold(tuning, sleepThreshold);
    if (continuous !== undefined) setTuningFlag(tuning, 'continuous', continuous);

    const to = new RecordWriter(5 + kTuningFields);
    worldField(to, options, '', '');
    to.put(...tuning);
    const handle = native().worldCreate();
    if (handle === 0) checkDefinition(kRefused, options);
    this.#store = new Store(this, handle);
    this.#events = new Events(this.#store);
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  /**
   * Advances time by `dt` seconds, 0 to 1, default 1/60, and then tells what happened. 0 refreshes contacts and moves nothing.
   * An error that a handler throws is thrown on when all has been told; the step is made then.
   */
  step(dt = 1 / 60): StepReport {
    const store = this.#store;
    store.live();
    if (!(typeof dt === 'number' && dt >= 0 && dt <= 1)) throw invalid('dt', dt, 'a number of seconds from 0 to 1');
    this.#events.beforeStep(dt);
    check(native().worldStep(store.live(), dt), 'dt', dt);
    const found = exchange(7);
    const joints = found[6]!;
    const report: StepReport = {
      awakeBodies: found[0]!,
      contacts: found[1]!,
      pairsCreated: found[2]!,
      pairsDestroyed: found[3]!,
      islands: found[4]!,
      events: found[5]!,
    };
    store.views.stepped();
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
  get gravity(): Vec2 {
    return this.getGravity({ x: 0, y: 0 });
  }
  set gravity(gravity: VecLike) {
    check(native().worldSetGravity(this.#store.live(), x(gravity), y(gravity)), 'gravity', gravity);
  }
  /** `gravity` into `out`. */
  getGravity(out: Vec2): Vec2 {
    native().worldGravity(this.#store.live());
    const found = exchange(2);
    out.x = decimal(found[0]!);
    out.y = decimal(found[1]!);
    return out;
  }

  /** How contacts are solved, with all options of the chosen solver. Setting it takes what is not given at its default. */
  get solver(): SolverOptions {
    return toOptions(readTuning(this.#store.live()));
  }
  set solver(solver: SolverOptions) {
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
   * When bodies without a threshold of their own (`body.sleepThreshold`) count as at rest: slower than 0.05 m/s and 0.05 rad/s for
   * 0.5 s by default. In gravity weaker than 9.81 m/s^2 the speeds are lower in proportion, down to a thousandth (a hundredth under
   * `substepped-position`). Setting the property sets numbers that are not given to their defaults.
   */
  get sleepThreshold(): Required<SleepThreshold> {
    return thresholdOf(readTuning(this.#store.live()));
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
  /** m/s, >= 0: approaches faster than this make `contactHit` events. */
  get hitSpeed(): number {
    this.#store.live();
    return this.#hitSpeed;
  }
  set hitSpeed(hitSpeed: number) {
    this.#store.live();
    this.#hitSpeed = speed(hitSpeed);
  }

  // --- bodies -------------------------------------------------------------------------------------------------------

  /** Makes a body with its shapes. When anything in the definition is refused, nothing is made. */
  createBody(def: BodyDef = {}): Body {
    const store = this.#store;
    const world = store.live();
    const { shapes = [] } = given(def, '') as BodyDef;
    if (!Array.isArray(shapes)) throw invalid('shapes', shapes, 'a list of shapes');
    if (def.name !== undefined && typeof def.name !== 'string') throw invalid('name', def.name, 'a string');
    const parts = shapes.flatMap((shape, i) => partsOf(shape, `shapes[${i}]`));
    const record = new RecordWriter(kBodyFields + parts.length * kShapeFields);
    bodyField(record, def, '', '');
    for (const part of parts) shapeField(record, part.def, part.path, '');

    const id = native().bodyCreate(world, parts.length);
    if (id === 0) {
      const part = parts[exchange(1)[0]!];
      checkDefinition(kRefused, part ? part.def : def, part ? `${part.path}.` : '');
    }
    const ids = exchange(parts.length).slice(0, parts.length);
    const body = Body.make(store, id, def);
    store.bodies.add(body);
    parts.forEach((part, i) => body.adopt(ids[i]!, part.def));
    store.views.edited();
    return body;
  }

  /** All bodies, by slot. Bodies made or destroyed while it runs are met or missed by their slot. */
  get bodies(): IterableIterator<Body> {
    this.#store.live();
    return this.#walk((body) => body !== undefined);
  }
  /** Awake dynamic and moving kinematic bodies, by slot, as they are now. */
  get awakeBodies(): IterableIterator<Body> {
    const { bodies } = this.#store;
    const total = native().awakeBodies(this.#store.live());
    const ids = exchange(total);
    const awake: Body[] = [];
    for (let i = 0; i < total; i++) awake.push(bodies.alive(ids[i]!)!);
    return awake.values();
  }
  /** Bodies whose pose the last step changed, by slot. */
  get movedBodies(): IterableIterator<Body> {
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
  *#walk(accepts: (body: Body) => boolean): IterableIterator<Body> {
    const { bodies, views } = this.#store;
    for (let slot = 0; slot < views.slots.length; slot++) {
      const body = bodies.at(slot);
      if (body && accepts(body)) yield body;
    }
  }
  /** The body of an id, or null where it is gone. */
  bodyById(id: number): Body | null {
    this.#store.live();
    return this.#store.bodies.alive(numeral(id, 'id')) ?? null;
  }
  /** The body at a slot of the views, or null where it is free. */
  bodyAtSlot(slot: number): Body | null {
    this.#store.live();
    return this.#store.bodies.at(numeral(slot, 'slot')) ?? null;
  }
  /** The shape of an id, or null where it is gone. */
  shapeById(id: number): Shape | null {
    this.#store.live();
    return this.#store.shapes.alive(numeral(id, 'id')) ?? null;
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
    return Joint.make<T>(this.#store, def);
  }
  /** All joints in the order of their ids. */
  get joints(): AnyJoint[] {
    return this.#store.jointsOf();
  }
  /** The joint of an id, or null where it is gone. */
  jointById(id: number): AnyJoint | null {
    this.#store.live();
    return this.#store.joints.alive(id) ?? null;
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
   * Poses between the last two steps, laid out like `views.poses`: `alpha` 0 gives those before the last step, 1 those after it.
   * Into `out`, at least as long, or else into an array of the world's own that the next call uses again.
   */
  interpolate(alpha: number, out?: Float32Array): Float32Array {
    const { poses, previousPoses } = this.views;
    if (!(typeof alpha === 'number' && alpha >= 0 && alpha <= 1)) throw invalid('alpha', alpha, 'a number from 0 to 1');
    if (!out && this.#rendered.length !== poses.length) this.#rendered = new Float32Array(poses.length);
    const to = out ?? this.#rendered;
    if (!(to instanceof Float32Array) || to.length < poses.length) {
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
  contacts(): Contact[] {
    return contactsOf(this.#store);
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
   * Sixteen hexadecimal digits over ids, poses, velocities, forces, sleep timers, contacts with their impulses, and joints: equal, on
   * every machine, for worlds that the same calls made in the same order. Bodies created in another order have other ids, and the
   * world another hash, even where they move alike, as groups do that never meet. `userData` and solver options are not in it.
   */
  hash(): string {
    native().worldHash(this.#store.live());
    const found = exchange(2);
    return [found[0]!, found[1]!].map((half) => half.toString(16).padStart(8, '0')).join('');
  }

  // --- state --------------------------------------------------------------------------------------------------------

  /**
   * The whole state as bytes of their own, to be handed to {@link restore}, kept in a file or sent away: bodies, shapes, contacts
   * with their impulses, joints, sleep, gravity, solver and settings; about 1.5 KB a body in a pile. Not in it: subscriptions,
   * `hitSpeed`, `trace`, and events that were not told yet.
   */
  snapshot(): Uint8Array {
    return snapshot(this.#store);
  }
  /**
   * Makes this world the one that the snapshot was taken from; it goes on with the same bits as that one, `hash()` by `hash()`.
   * A body, shape or joint made since is destroyed, one destroyed since comes back under its id: as the same object, with its
   * `userData`, where `bytes` is the array that {@link snapshot} of this world returned. `userData` itself is never changed.
   * Subscriptions stay; nothing is told of what comes and goes, and events not told yet are forgotten.
   *
   * From a copy, a file or another world, objects that live now stay those of their ids; others are made anew, without `userData`
   * and `name`, and a box among their shapes as the polygon it is. Bytes are good for the version of the engine that made them,
   * on every machine.
   *
   * Throws `SNAPSHOT_INVALID`, and changes nothing, for bytes that are no snapshot, are of another version, damaged, too few or too
   * many. A checksum tells damage, not malice: restore only what comes from where you trust.
   */
  restore(bytes: Uint8Array): void {
    restore(this.#store, bytes);
  }

  // --- questions ----------------------------------------------------------------------------------------------------

  /** The nearest shape on the way, or null. */
  raycast(options: RaycastOptions): RayHit | null {
    return raycast(this.#store, options);
  }
  /** All shapes on the way, nearest first. */
  raycastAll(options: RaycastOptions): RayHit[] {
    return raycastAll(this.#store, options);
  }
  /**
   * Many rays at once. `rays` has four numbers each, x1, y1, x2, y2. The answer, in `out` where it is given, has seven each: point
   * x, y, normal x, y, fraction, slot of the body, or -1 for no hit (then the point is the ray's end), and the id of the
   * shape as the bits of a u32, to be read through a Uint32Array on the same buffer.
   */
  raycasts(rays: Float32Array, out?: Float32Array, filter?: QueryFilter): Float32Array {
    return raycasts(this.#store, rays, out, filter);
  }
  /** Shapes that hold a point, or whose boxes overlap a box, in the order of their ids. */
  overlap(options: OverlapOptions): Shape[] {
    return overlap(this.#store, options);
  }

  // --- looking inside -----------------------------------------------------------------------------------------------

  /**
   * Do steps keep what their solver's iterations did, for {@link solverTrace}? Default false; switching it off frees what was
   * kept. Bodies go the same way either way.
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
   * The solver's iterations in the last step, as copies. Without entries before the first step with `trace` on, and after a step
   * of 0 s, which solves nothing. Throws `INVALID_ARGUMENT` while {@link trace} is off.
   */
  solverTrace(): SolverTrace {
    if (!this.trace) throw invalid('trace', false, 'true before the step');
    return solverTrace(this.#store);
  }
  /**
   * How two bodies are compared where they stand now: one entry for each shape of A with each of B. Near or far, sensors and
   * pairs that a filter keeps apart too; needs no {@link trace}. Throws `INVALID_ARGUMENT` for a body and itself.
   */
  collisionTrace(bodyA: Body, bodyB: Body): CollisionTrace[] {
    return collisionTrace(this.#store, bodyA, bodyB);
  }

  // --- events and life ----------------------------------------------------------------------------------------------

  /**
   * Calls `handler` for each such event; returns what ends it. Subscribing is the only switch. All but `beforeStep` is told after
   * the step, in the order of ids, when handlers may change the world at will.
   */
  on<N extends EventName>(
    name: N,
    handler: (event: EventMap[N]) => void,
    options: OnOptions<EventMap[N]> = {},
  ): () => void {
    this.#store.live();
    if ((name as string) !== 'contactHit') return this.#events.on(name, handler, options);
    const fast = (event: EventMap[N]): void => {
      if ((event as EventMap['contactHit']).approachSpeed > this.#hitSpeed) handler(event);
    };
    return this.#events.on(name, typeof handler === 'function' ? fast : handler, options);
  }
  /** Is it gone? */
  get destroyed(): boolean {
    return this.#store.handle === 0;
  }
  /** Frees it and everything in it. Nothing happens the second time. */
  destroy(): void {
    const { handle, views } = this.#store;
    if (handle === 0) return;
    native().worldDestroy(handle);
    this.#store.handle = 0;
    views.drop();
  }
  /** The same as `destroy()`, for `using`. */
  [Symbol.dispose](): void {
    this.destroy();
  }
}

function numeral(value: unknown, path: string): number {
  if (typeof value !== 'number') throw invalid(path, value, 'a number');
  return value;
}

function speed(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw invalid('hitSpeed', value, 'a finite number >= 0');
}
