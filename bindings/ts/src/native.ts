// The functions of bindings/embind, and the exchange buffer for records.

import { decimal } from './decimal.js';
import { PhysicsError, invalid } from './errors.js';

/**
 * @internal Emscripten's module. Hand-written, and checked against what `--emit-tsd` says of the C++
 * (tests/bindings/types). Calls that can fail return an error code, 0 for none; creators return an id, 0 for failure;
 * lists return a count.
 */
export interface NativeModule {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  stackSave(): number;
  stackRestore(stack: number): void;

  exchange(count: number): number;
  errorCode(): number;
  errorPath(): number;
  errorExpected(): number;
  errorValue(): number;

  worldCreate(): number;
  worldDestroy(world: number): void;
  worldStep(world: number, dt: number): number;
  worldProfile(world: number): void;
  worldTuning(world: number): void;
  worldSetTuning(world: number): number;
  solverKnown(type: number): boolean;
  worldGravity(world: number): void;
  worldSetGravity(world: number, x: number, y: number): number;
  worldBodyCount(world: number): number;
  worldAwakeCount(world: number): number;
  worldContactCount(world: number): number;
  worldMeasure(world: number): void;
  worldHash(world: number): void;
  worldSnapshot(world: number, packed: number): number;
  worldSnapshotSize(world: number): number;
  worldRestore(world: number, size: number): number;
  worldContents(world: number): number;
  worldSetHooks(world: number, asked: number): void;

  bodyCreate(world: number, shapeCount: number): number;
  bodyDestroy(world: number, body: number): number;
  bodyDef(world: number, body: number): number;
  bodyMotion(world: number, body: number): number;
  bodyMass(world: number, body: number): number;
  bodyAabb(world: number, body: number): number;
  bodyAwake(world: number, body: number): number;
  bodyVelocityAt(world: number, body: number, x: number, y: number): number;
  bodySetPosition(world: number, body: number, x: number, y: number): number;
  bodySetTransform(world: number, body: number, x: number, y: number, angle: number): number;
  bodySetVelocity(world: number, body: number, x: number, y: number): number;
  bodySetAngularVelocity(world: number, body: number, w: number): number;
  bodySetType(world: number, body: number, type: number): number;
  bodySetDamping(world: number, body: number, linear: number, angular: number): number;
  bodySetGravityScale(world: number, body: number, scale: number): number;
  bodySetLock(world: number, body: number): number;
  bodySetBullet(world: number, body: number, bullet: boolean): number;
  bodySetSleepAllowed(world: number, body: number, allowed: boolean): number;
  bodySetDominance(world: number, body: number, dominance: number): number;
  bodySetSleepThreshold(world: number, body: number): number;
  bodySetAwake(world: number, body: number, awake: boolean): number;
  bodySetEnabled(world: number, body: number, enabled: boolean): number;
  bodySetMass(world: number, body: number): number;
  bodyResetMass(world: number, body: number): number;
  bodyApplyForce(world: number, body: number, x: number, y: number): number;
  bodyApplyForceAt(world: number, body: number, x: number, y: number, px: number, py: number): number;
  bodyApplyTorque(world: number, body: number, torque: number): number;
  bodyApplyImpulse(world: number, body: number, x: number, y: number): number;
  bodyApplyImpulseAt(world: number, body: number, x: number, y: number, px: number, py: number): number;
  bodyApplyAngularImpulse(world: number, body: number, impulse: number): number;
  bodyMoveTo(world: number, body: number, x: number, y: number, angle: number, dt: number): number;

  jointCreate(world: number): number;
  jointAt(world: number): number;
  jointDestroy(world: number, joint: number): number;
  jointDef(world: number, joint: number): number;
  jointSet(world: number, joint: number): number;
  jointSetMemory(world: number, joint: number, memory: number, value: number): number;
  jointState(world: number, joint: number): number;
  joints(world: number, body: number): number;
  jointCount(world: number): number;

  shapeCreate(world: number, body: number, count: number): number;
  shapeDestroy(world: number, shape: number): number;
  shapeDef(world: number, shape: number): number;
  shapeSetGeometry(world: number, shape: number): number;
  shapeSetDensity(world: number, shape: number, density: number): number;
  shapeSetMaterial(world: number, shape: number): number;
  shapeSetFilter(world: number, shape: number): number;
  shapeSetRules(world: number, shape: number): number;
  shapeRecheck(world: number, shape: number): number;
  shapeOverlaps(world: number, shape: number): number;

  views(world: number): void;
  velocityView(world: number): number;
  contactView(world: number): void;
  awakeBodies(world: number): number;
  contacts(world: number, body: number): number;
  contactForces(world: number): number;
  worldSetContactForces(world: number, count: number): number;
  sensorOverlaps(world: number): number;
  events(world: number): number;

  worldSetTrace(world: number, on: number): number;
  solverTrace(world: number): number;
  collisionTrace(world: number, a: number, b: number): number;

  queryFilter(category: number, mask: number, sensors: boolean, bodies: number, shapes: number): void;
  raycast(world: number, x1: number, y1: number, x2: number, y2: number, all: boolean): number;
  raycasts(world: number, count: number): number;
  shapeCast(world: number, all: boolean): number;
  closest(world: number, x: number, y: number, maxDistance: number, all: boolean): number;
  overlapPoint(world: number, x: number, y: number): number;
  overlapAabb(world: number, x1: number, y1: number, x2: number, y2: number): number;
  overlapShape(world: number): number;
  shapePair(moving: boolean): number;

  characterCheck(): number;
  characterCarry(world: number, body: number, dt: number): void;
  characterMove(world: number, body: number): number;
}

/** @internal Handles of worlds that ran out of memory in the middle of a change, and are gone. */
export const lost = new Set<number>();

let loaded: NativeModule | undefined;
/** Counts calls of the engine: while it is unchanged, no other call was made. */
let calls = 0;
let failure: PhysicsError | undefined;

/** @internal The engine is there, or, without an argument, gone. */
export function setNative(module: NativeModule | undefined): void {
  loaded = module;
  failure = undefined;
}

/** @internal The engine gave up in the middle of something: nothing can be trusted, so every later call says so. */
export function abandon(error: PhysicsError): PhysicsError {
  failure = error;
  return error;
}

/** @internal The engine. Throws NOT_INITIALIZED before `init()` has resolved. */
export function native(): NativeModule {
  calls++;
  if (failure) throw failure;
  if (!loaded) {
    throw new PhysicsError('NOT_INITIALIZED', 'the engine is not loaded: call and await init() first', {
      path: 'init',
      expected: 'init() to have resolved',
    });
  }
  return loaded;
}

const kReader = 'a function that changes no world in the middle of a step';
/** @internal Is a function of the caller answering in the middle of a step? */
export let answering = false;

/**
 * @internal Runs `answer` in the middle of a step: reading works, and what would change a world is refused. What it
 * throws is kept, as the engine must go on.
 */
export function amidStep<T>(errors: unknown[], answer: () => T): T | undefined {
  const engine = native();
  loaded = new Proxy(engine, {
    get(target, name): unknown {
      if (!/Create|Destroy|Set|Apply|Reset|Move|Step|Recheck|Snapshot|Restore/.test(String(name)))
        return Reflect.get(target, name);
      throw new PhysicsError('INVALID_ARGUMENT', `handler must be ${kReader}`, { path: 'handler', expected: kReader });
    },
  });
  answering = true;
  try {
    return answer();
  } catch (error) {
    errors.push(error);
    return undefined;
  } finally {
    loaded = engine;
    answering = false;
  }
}

let view = new Float64Array(0);
/** Address and length of the exchange, kept up to date by the engine in its memory. */
let place = new Uint32Array(0);

/**
 * @internal The exchange, at least `count` numbers long. Valid until the next native call: memory may grow and detach
 * it, or the engine may move it to make room for a longer list.
 */
export function exchange(count: number): Float64Array {
  // Detached arrays have no elements.
  if (place[0] !== view.byteOffset || view.length < count) {
    const engine = native();
    const address = engine.exchange(count);
    const { buffer } = engine.HEAPU8;
    place = new Uint32Array(buffer, address, 2);
    view = new Float64Array(buffer, place[0], place[1]);
  }
  return view;
}

const kMostKept = 4096; // numbers
let spare: RecordWriter | undefined;
/** @internal Writes a record front to back; the mirror of `Reader` in bindings/embind/exchange.h. */
export class RecordWriter {
  #numbers: number[] = [];
  #count = 0;
  /** While no other call is made, all numbers so far are in the exchange. */
  #calls = -1;

  constructor(private capacity: number) {}

  /**
   * A number behind those of earlier calls. Reading an option may run a getter of the caller, which may call the
   * engine, and the engine would leave its own answer in the exchange: then all numbers go there again.
   */
  put(number: number): this {
    const at = this.#count++;
    this.#numbers[at] = number;
    if (calls === this.#calls && at < view.length) view[at] = number;
    else this.again();
    return this;
  }
  get count(): number {
    return this.#count;
  }
  /** Numbers from this place on. */
  since(at: number): number[] {
    return this.#numbers.slice(at, this.#count);
  }
  /** Numbers behind those of earlier calls. */
  all(numbers: ArrayLike<number>): void {
    for (let i = 0; i < numbers.length; i++) this.put(numbers[i]!);
  }
  /** Writes all numbers once more, where a call went to the exchange since. */
  again(): void {
    exchange(Math.max(this.capacity, this.#count));
    for (let i = 0; i < this.#count; i++) view[i] = this.#numbers[i]!;
    this.#calls = calls;
  }

  /** One that is kept from record to record, unless it is in use, as where a getter of an option makes a record. */
  static take(capacity: number): RecordWriter {
    const writer = spare ?? new RecordWriter(capacity);
    spare = undefined;
    writer.capacity = capacity;
    writer.#count = 0;
    writer.#calls = -1;
    return writer;
  }
  /** The record is complete: the writer may be taken again. One of a level of many shapes is left to the collector. */
  give(): void {
    if (this.#numbers.length < kMostKept) spare = this;
  }
}

function ascii(address: number): string {
  const bytes = native().HEAPU8;
  let text = '';
  for (let at = address; bytes[at]; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

/** @internal What the engine said of its last refusal. */
export interface Refusal {
  path: string;
  value: number;
  expected: string;
}

/** @internal */
export function lastRefusal(): Refusal {
  const engine = native();
  const value = engine.errorValue();
  // Counts and sizes are whole, all else is in single precision.
  const read = Number.isSafeInteger(value) ? value : decimal(value);
  return { path: ascii(engine.errorPath()), value: read, expected: ascii(engine.errorExpected()) };
}

const kDestroyed = 2;
const kCapacity = 3;
const kSnapshot = 4;
const kMemory = 5;

/** @internal */
export function outOfMemory(bytes: number): PhysicsError {
  return new PhysicsError('OUT_OF_MEMORY', `no memory for ${bytes} more bytes`, { path: 'memory', value: bytes });
}

/** @internal */
export function notSnapshot(refusal: Refusal): PhysicsError {
  const { path, value, expected } = refusal;
  return new PhysicsError('SNAPSHOT_INVALID', `${path} must be ${expected}, got ${value} bytes`, refusal);
}

/**
 * @internal Throws what the engine refused. `path` and `value` are the caller's own words for what it passed; without
 * them the engine's are taken.
 */
export function refuse(code: number, path?: string, value?: unknown): never {
  const refusal = lastRefusal();
  const where = path ?? refusal.path;
  if (code === kDestroyed)
    throw new PhysicsError('DESTROYED', `this ${where || 'thing'} was destroyed`, { path: where });
  if (code === kCapacity) {
    throw new PhysicsError('OUT_OF_MEMORY', `no room for more: ${where} can be ${refusal.expected}`, {
      path: where,
      value: refusal.value,
      expected: refusal.expected,
    });
  }
  if (code === kMemory) throw outOfMemory(refusal.value);
  if (code === kSnapshot) throw notSnapshot(refusal);
  throw invalid(where, path === undefined ? refusal.value : value, refusal.expected);
}

/** @internal Throws where a native call returned an error code. */
export function check(code: number, path?: string, value?: unknown): void {
  if (code !== 0) refuse(code, path, value);
}
