// The state of a world as bytes, together with the state that exists only in JavaScript: the wrappers and their user
// data.

import { internals, type Body } from './body.js';
import { kShapeFields } from './definitions.js';
import { invalid } from './errors.js';
import { wrapJoint } from './joint.js';
import type { AnyJoint } from './joint_types.js';
import { JointPlace, ShapePlace, kJointTypes, kShapeTypes } from './layout.js';
import { check, exchange, native, notSnapshot } from './native.js';
import { formNow, makeShape, setForm, type Form, type Shape } from './shape.js';
import { kIndexMask, type Store, type Wrappers } from './store.js';
import type { Geometry, ShapeOptions } from './types.js';
import { flag, isTyped, keys } from './validate.js';

/** The wrappers that existed when a snapshot was taken. */
interface Memory {
  store: Store;
  /** Of the bytes: an array may have been filled with another snapshot since. */
  checksum: string;
  bodies: Wrappers<Body>;
  shapes: Wrappers<Shape>;
  joints: Wrappers<AnyJoint>;
  /** By slot: a map would take longer than the snapshot, if a level has thousands of shapes. */
  forms: Form[];
}

/** Wrappers by the array of the snapshot. They live as long as the array. */
const memories = new WeakMap<Uint8Array, Memory>();

// Mirrors Header in engine/src/world/snapshot.cpp.
// As numbers: `String` of a Buffer is its text.
const listed = (bytes: Uint8Array, from: number, to: number): string => String([...bytes.subarray(from, to)]);
const checksumOf = (bytes: Uint8Array): string => listed(bytes, 8, 16);
const kMagic = '105,50,100,83'; // "i2dS"

function remember(store: Store, checksum = ''): Memory {
  const [bodies, shapes, joints] = [store.bodies.copy(), store.shapes.copy(), store.joints.copy()];
  const forms: Form[] = [];
  for (const shape of store.shapes.all()) forms[shape.id & kIndexMask] = formNow(shape);
  return { store, checksum, bodies, shapes, joints, forms };
}

/** The first `size` bytes of the exchange, until the next native call. */
function exchanged(size: number): Uint8Array {
  const numbers = exchange(Math.ceil(size / 8));
  return new Uint8Array(numbers.buffer, numbers.byteOffset, size);
}

/** Options of {@link World.snapshot}. */
export interface SnapshotOptions<Out extends Uint8Array = Uint8Array> {
  /**
   * An array to fill, of `world.snapshotSize()` bytes; fewer suffice without `static`. The filled part is returned.
   * Default: a new array.
   */
  out?: Out;
  /**
   * Whether the snapshot contains the static bodies. If false, it is packed, which takes as long as 20 to 60 steps
   * of the same bodies, and 0.3 ms more per 1,000 static ones. A body of one shape in a heap then takes 130 to 310
   * bytes instead of 1.3 to 2.7 KB. {@link World.restore} accepts it if the static bodies and their shapes are the same
   * as then. Default true.
   */
  static?: boolean;
}

/** @internal `packed`: as of `worldSnapshot` in bindings/embind/world.cpp. */
export function snapshot(store: Store, options: SnapshotOptions, packed = 0): Uint8Array {
  const world = store.live();
  keys(options, '', ['out', 'static']);
  const { out, static: statics = true } = options;
  flag(statics, 'static');
  const state = exchanged(native().worldSnapshot(world, statics ? packed : 2));
  const size = state.length;
  if (out !== undefined && !(isTyped(out, 'Uint8Array') && out.length >= size))
    throw invalid('out', out, `a Uint8Array of at least ${size} bytes`);
  out?.set(state);
  const bytes = !out ? state.slice() : out.length === size ? out : out.subarray(0, size);
  memories.set(bytes, remember(store, checksumOf(bytes)));
  return bytes;
}

/** Kind and geometry of a shape in the engine. */
function lookOf(world: number, id: number): number[] {
  exchange(kShapeFields).fill(0, 0, kShapeFields); // not every form fills its record
  native().shapeDef(world, id);
  return [...exchange(kShapeFields).slice(ShapePlace.sensor, kShapeFields)];
}

/** @internal */
export function restore(store: Store, bytes: Uint8Array): void {
  const world = store.live();
  if (!isTyped(bytes, 'Uint8Array')) throw invalid('bytes', bytes, 'a Uint8Array that snapshot() returned');
  // Before the bytes are copied into the engine, which may take more room than there is.
  if (bytes.length < 16 || listed(bytes, 0, 4) !== kMagic)
    throw notSnapshot({ path: 'bytes', value: bytes.length, expected: 'what world.snapshot() returned' });
  const own = memories.get(bytes);
  const isOwn = own?.store === store && own.checksum === checksumOf(bytes);
  // Bytes from elsewhere may hold anything: wrappers of now are good where the engine's things are like them.
  const memory = isOwn ? own : remember(store);
  const looks = new Map<Shape, string>();
  if (!isOwn) for (const shape of memory.shapes.all()) looks.set(shape, String(lookOf(world, shape.id)));

  exchanged(bytes.length).set(bytes);
  check(native().worldRestore(world, bytes.length));
  store.restored++;

  const shapeOf = (body: Body, id: number): Shape => {
    let shape = memory.shapes.alive(id);
    let form = memory.forms[id & kIndexMask];
    if (!isOwn) {
      const look = lookOf(world, id);
      if (!shape || shape.body !== body || looks.get(shape) !== String(look)) {
        form = { type: kShapeTypes[look[ShapePlace.kind - ShapePlace.sensor]!]!, box: undefined };
        const sensor = look[0] === 1;
        if (shape?.body !== body || shape.sensor !== sensor)
          shape = makeShape(store, body, id, { type: form.type, sensor } as Geometry & ShapeOptions, form);
      }
    }
    setForm(shape!, form!);
    return shape!;
  };
  const total = native().worldContents(world);
  const ids = exchange(total).slice(0, total);
  const bodies: Body[] = [];
  const shapes: Shape[] = [];
  for (let at = 0; at < total;) {
    const id = ids[at++]!;
    const count = ids[at++]!;
    const body = memory.bodies.alive(id) ?? internals.make(store, id, {});
    const parts = Array.from(ids.subarray(at, (at += count)), (shape) => shapeOf(body, shape));
    internals.take(body, parts);
    bodies.push(body);
    shapes.push(...parts);
  }
  store.bodies.become(bodies);
  store.shapes.become(shapes);

  const jointIds = exchange(native().joints(world, 0)).slice(0, native().jointCount(world));
  store.joints.become(
    Array.from(jointIds, (id) => {
      const joint = memory.joints.alive(id);
      if (isOwn) return joint!;
      native().jointDef(world, id);
      const [kind, a, b] = exchange(JointPlace.count);
      const def = { type: kJointTypes[kind!]!, bodyA: store.bodies.alive(a!) ?? null, bodyB: store.bodies.alive(b!)! };
      const same = joint && joint.type === def.type && joint.bodyA === def.bodyA && joint.bodyB === def.bodyB;
      return same ? joint : wrapJoint(store, id, def);
    }),
  );
  store.departed.length = 0;
  store.dropViews();
  store.topSpeed = 0;
}
