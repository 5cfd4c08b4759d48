// Events, emitted after the step.

import { Body } from './body.js';
import { sensorOverlapsOf } from './contacts.js';
import type { Signal } from './hosts.js';
import { setAsker, touchPoints } from './hooks.js';
import { invalid } from './errors.js';
import { Joint, leaveJoint } from './joint.js';
import type { AnyJoint } from './joint_types.js';
import { kEventTypes } from './layout.js';
import { answering, exchange, native } from './native.js';
import { ShapeBase, type Shape } from './shape.js';
import type { Store } from './store.js';
import type { StepReport, Vec2 } from './types.js';
import { callable, choice, is, keys, member } from './validate.js';
import type { World } from './world.js';

/**
 * An event about two shapes. In sensor events, A is the sensor. `id` and `userData` of destroyed shapes can still be
 * read.
 */
export interface PairEvent {
  shapeA: Shape;
  shapeB: Shape;
  bodyA: Body;
  bodyB: Body;
}
/** Two shapes no longer touch, or may no longer collide. */
export interface PairEndEvent extends PairEvent {
  /** `destroyed` if one of the two shapes was destroyed, otherwise `separated`. */
  reason: 'separated' | 'destroyed';
}
/** A contact point in an event. */
export interface TouchPoint extends Vec2 {
  /** Separation at detection in m, before the step moved the bodies: a gap if positive, an overlap if negative. */
  separation: number;
}
/** A contact of two shapes began: the gap between them is below `speculativeDistance`, 0.02 m by default. */
export interface ContactBeginEvent extends PairEvent {
  /** Unit normal from A to B. */
  normal: Vec2;
  /**
   * One or two points in the world in m at detection, before the step moved the bodies, midway between the two
   * surfaces. There is none if the shapes separated within the step, as under `substepped-position`.
   */
  points: TouchPoint[];
}
/** Two shapes hit each other faster than `world.hitSpeed`. */
export interface ContactHitEvent extends PairEvent {
  /** Point of the hit in the world in m at detection, midway between the two surfaces. */
  point: Vec2;
  /** Unit normal from A to B. */
  normal: Vec2;
  /** Approach speed in m/s, > 0. */
  approachSpeed: number;
  /**
   * Impulse along the normal in N s, > 0: the sum over all points, substeps and impacts since the shapes met. It
   * includes the weight that the impact carries, and a rebound.
   */
  impulse: number;
}
/**
 * Emitted before the solver for two shapes that are not sensors, if one of them has `preSolve`. A handler may read the
 * world, and set `friction`, `restitution` and `tangentSpeed` for this step. Calls that change a world, such as `step`
 * or `destroy`, throw `INVALID_ARGUMENT`, and so do `snapshot` and `snapshotSize`: the state is incomplete within a
 * step. So do values out of range where they are set, and `disable()` and setting a value once the handler has
 * returned.
 *
 * The event is also emitted where a fast body would stop at a shape within the step, unless it was emitted for the two
 * at the start of the step. There `disable()` lets the body pass for the rest of the step. The other settings have no
 * effect there, but the event is emitted again in the next step.
 */
export interface PreSolveEvent extends PairEvent {
  /** Unit normal from A to B. */
  readonly normal: Readonly<Vec2>;
  /** One or two contact points in the world in m, at detection; at an impact within the step one, at the impact. */
  readonly points: TouchPoint[];
  /** Friction coefficient, >= 0. Default: mixed from both materials. If set, it is also the static friction. */
  friction: number;
  /** Coefficient of restitution, 0 to 4. Default: mixed from both materials. */
  restitution: number;
  /** Surface velocity in m/s, any finite number, as in {@link ShapeOptions}. Default: the sum of both shapes. */
  tangentSpeed: number;
  /**
   * Disables the contact in this step: no impulse, no `contactBegin`, and a `contactEnd` if the shapes touched. If one
   * of them is `oneWay`, the contact stays disabled until the shapes have separated.
   */
  disable(): void;
}
/** An event about one body. */
export interface BodyEvent {
  body: Body;
}
/** An event about a destroyed joint. `id`, `type`, its bodies and `userData` can still be read. */
export interface JointEvent {
  joint: AnyJoint;
  /** The first body. Null only for a `target` without one. */
  bodyA: Body | null;
  bodyB: Body;
}
/** A joint exceeded its `breakForce` or `breakTorque`. */
export interface JointBreakEvent extends JointEvent {
  /** Mean force of the step in N, >= 0. */
  force: number;
  /** Mean torque of the step in N m, >= 0. */
  torque: number;
}
/** Emitted before a step. */
export interface BeforeStepEvent {
  /** Time step in s. */
  dt: number;
}
/** Emitted after a step and all its other events. */
export interface AfterStepEvent {
  /** Time step in s. */
  dt: number;
  report: StepReport;
}

/** The argument of a handler, by the name of the event. */
export interface EventMap {
  /**
   * A contact of two shapes that are not sensors began, at a gap below `speculativeDistance`: they touch now or may
   * touch soon.
   */
  contactBegin: ContactBeginEvent;
  /**
   * A contact of two shapes that are not sensors ended: their gap is larger, one of them was destroyed, or they may no
   * longer collide. A change of the geometry, `filter` or body type of a touching shape always ends its contacts, with
   * reason `separated`. They begin again in the same step if the shapes still touch and may collide. A change of
   * `oneWay` ends only contacts with shapes that may now pass.
   */
  contactEnd: PairEndEvent;
  /**
   * Two shapes that are not sensors hit each other faster than `world.hitSpeed`. It is emitted in the first step after
   * which they no longer approach each other. Mostly that is the step of `contactBegin`. It is one or two steps later
   * if they meet between steps, or if a heavy body falls on a light one. It is never emitted after the `contactEnd` of
   * that contact.
   */
  contactHit: ContactHitEvent;
  /** A shape entered a sensor. */
  sensorBegin: PairEvent;
  /**
   * A shape was inside a sensor before the step and still is. Emitted after each step, also for sleeping bodies, after
   * `sensorEnd` events.
   */
  sensorStay: PairEvent;
  /**
   * A shape left a sensor, one of them was destroyed, or a changed property ended their overlap. A change of the
   * geometry, `filter`, `sensorSees` or body type of one of them always ends it. It begins again in the same step if
   * the shape is still inside.
   */
  sensorEnd: PairEndEvent;
  /** A body fell asleep. */
  sleep: BodyEvent;
  /**
   * A body woke up. `sleep` and `wake` of a body alternate: a sleeping body wakes before it is disabled or destroyed or
   * changes its type, and its island with it. Restoring a snapshot emits no events: what you count by events, save
   * with it.
   */
  wake: BodyEvent;
  /**
   * The state of a body was not finite, and the body was disabled at its last finite pose. Set a valid state and enable
   * it again, or destroy it.
   */
  quarantine: BodyEvent;
  /** A joint broke and is destroyed. */
  jointBreak: JointBreakEvent;
  /** A joint was destroyed because one of its bodies was. Emitted after the next step. */
  jointDestroyed: JointEvent;
  /** A body was destroyed. Emitted after the next step. */
  bodyDestroyed: BodyEvent;
  /**
   * Emitted in each step between detection and solver, for each touching pair with an awake body and a shape with
   * `preSolve`, in the order of the shapes' slots. Then it is emitted at impacts of fast bodies, in the order of bodies
   * and of time. Errors of handlers are thrown after the step.
   */
  preSolve: PreSolveEvent;
  /** Emitted before the step. */
  beforeStep: BeforeStepEvent;
  /** Emitted after all other events of the step. */
  afterStep: AfterStepEvent;
}

/** Names of the events. */
export type EventName = keyof EventMap;

/** Options of {@link World.on}. */
export interface OnOptions<E> {
  /**
   * Only events about this body, shape or joint, or events for which the function returns true. Default: all events. A
   * listener with such an object costs time only in events about it, and is released together with it. A destroyed
   * object throws `DESTROYED`.
   */
  filter?: Body | Shape | Joint | ((event: E) => boolean);
  /** Unsubscribes when the signal aborts. Default: none. */
  signal?: Signal;
}

// `sensorStay` is made here, of the overlaps as they are.
const kNames = [
  ...kEventTypes,
  'sensorStay',
  'bodyDestroyed',
  'beforeStep',
  'afterStep',
  'preSolve',
] as const satisfies readonly EventName[];
// Mirrors bindings/embind/events.cpp.
const kFields = 21;
const kJoint = 10;

interface Listener {
  handler: (event: never) => void;
  /** Undefined where all events are accepted, or all about one object. */
  accepts: ((event: EventMap[EventName]) => boolean) | undefined;
  /** When it was subscribed: listeners are called in this order. */
  order: number;
  subscribed: boolean;
}
type Listeners = readonly Listener[];

/** Listeners of one event. The lists are replaced, not changed: an event goes through those of its begin. */
interface Audience {
  /** Those of all events. */
  all: Listeners;
  /** Those of events about one body, shape or joint: they live as long as it does, since `restore` may revive it. */
  own: WeakMap<object, Listeners>;
  /** How many of `own` were not unsubscribed. */
  owned: number;
}

/** Whether the filter is an object that events are about. Otherwise it is a function, or undefined. */
function isTopic(filter: unknown, world: World): filter is object {
  if (filter === undefined) return false;
  const expected = 'a Body, Shape or Joint of this world, or a function';
  const body = is(filter, ShapeBase) ? filter.body : is(filter, Joint) ? filter.bodyB : filter;
  if (!is(body, Body) || body.world !== world) {
    callable(filter, 'filter', expected);
    return false;
  }
  if ((filter as Body).destroyed) throw invalid('filter', filter, expected, 'DESTROYED');
  return true;
}

/** @internal The subscriptions of one world. */
export class Events {
  #store: Store;
  #audiences = new Map<EventName, Audience>();
  #subscriptions = 0;
  /** Whether the engine asks about contacts (1) and pairs (2), and stores the events of contacts (4, 8, 16). */
  #asked = 0;

  constructor(store: Store) {
    this.#store = store;
    store.preSolve = (event) => this.#tell('preSolve', event);
  }

  on<N extends EventName>(name: N, handler: (event: EventMap[N]) => void, options: OnOptions<EventMap[N]>): () => void {
    choice(name, 'name', kNames);
    callable(handler, 'handler');
    keys(options, '', ['filter', 'signal']);
    const { filter, signal } = options;
    if (signal !== undefined) callable(member(signal, 'addEventListener'), 'signal', 'an AbortSignal', signal);
    const topic = isTopic(filter, this.#store.world) ? filter : undefined;
    const accepts = topic ? undefined : (filter as Listener['accepts']);
    const listener: Listener = { handler, accepts, order: this.#subscriptions++, subscribed: !signal?.aborted };
    const audience = this.#audiences.get(name) ?? { all: [], own: new WeakMap<object, Listeners>(), owned: 0 };
    const replace = (change: (listeners: Listeners) => Listeners, count: number): void => {
      if (topic) {
        audience.own.set(topic, change(audience.own.get(topic) ?? []));
        audience.owned += count;
      } else audience.all = change(audience.all);
      this.attend();
    };
    const off = (): void => {
      if (!listener.subscribed) return;
      listener.subscribed = false;
      replace((listeners) => listeners.filter((other) => other !== listener), -1);
    };
    if (!listener.subscribed) return off;
    signal?.addEventListener('abort', off, { once: true });
    this.#audiences.set(name, audience);
    replace((listeners) => [...listeners, listener], 1);
    return off;
  }

  /**
   * Has the engine call back during a step only for the hooks that are set, and store only events with listeners. In
   * the middle of a step it waits.
   */
  attend(): void {
    const store = this.#store;
    const heard = (name: EventName, bit: number): number => (this.#heard(name) ? bit : 0);
    const pairs = store.contactFilter ? 2 : 0;
    const stored = heard('contactBegin', 4) | heard('contactEnd', 8) | heard('contactHit', 16);
    const asked = heard('preSolve', 1) | pairs | stored;
    if (store.handle === 0 || asked === this.#asked || answering) return;
    native().worldSetHooks(store.handle, asked);
    setAsker(store, (asked & 3) > 0);
    this.#asked = asked;
  }

  beforeStep(dt: number): void {
    this.#tell('beforeStep', { dt });
    const { carried } = this.#store;
    for (const [slot, carry] of carried) if (!carry(dt)) carried.delete(slot);
  }

  /**
   * Emits everything. What handlers destroy is emitted after the next step, like what is destroyed between steps. The
   * first error of a handler is thrown at the end. `joints`: how many the step left.
   */
  afterStep(dt: number, report: StepReport, joints: number): void {
    const store = this.#store;
    this.attend();
    if (joints !== store.joints.count) this.#partBroken();
    store.turn();
    const errors = store.errors.splice(0);
    const guarded = (name: EventName, event: EventMap[EventName]): void => {
      try {
        this.#tell(name, event);
      } catch (error) {
        errors.push(error);
      }
    };
    if (this.#audiences.size > 0) {
      store.telling = true;
      const { restored } = store; // what is restored by a handler knows nothing of the events that are left
      const departed = store.departed.splice(0);
      const [names, events] = this.#collect();
      for (let i = 0; i < names.length && store.restored === restored; i++) guarded(names[i]!, events[i]!);
      for (const body of departed) if (store.restored === restored) guarded('bodyDestroyed', { body });
      guarded('afterStep', { dt, report });
      store.telling = false;
    } else store.departed.length = 0;
    if (errors.length > 0) throw errors[0];
  }

  /** Calls all handlers; the first error of one is thrown after the last. */
  #tell(name: EventName, event: EventMap[EventName]): void {
    const listeners = this.#listeners(name, event);
    let errors: unknown[] | undefined;
    const store = this.#store;
    const { restored } = store;
    const ofStep = name === 'beforeStep' || name === 'afterStep'; // which name nothing that a restore takes away
    for (const listener of listeners) {
      if (store.handle === 0 || (store.restored !== restored && !ofStep)) break; // ended or restored by one
      try {
        // One that was unsubscribed by the one before is not called any more.
        if (listener.subscribed && (!listener.accepts || listener.accepts(event))) listener.handler(event as never);
      } catch (error) {
        (errors ??= []).push(error);
      }
    }
    if (errors) throw errors[0];
  }
  #heard(name: EventName): boolean {
    const audience = this.#audiences.get(name);
    return !!audience && audience.all.length + audience.owned > 0;
  }
  /** Listeners of an event in the order of their subscription. */
  #listeners(name: EventName, event: EventMap[EventName]): Listeners {
    const audience = this.#audiences.get(name);
    if (!audience?.owned) return audience?.all ?? [];
    const topics = new Set<object>(Object.values(event) as object[]);
    const own = [...topics].flatMap((topic) => audience.own.get(topic) ?? []);
    return own.length > 0 ? [...audience.all, ...own].sort((a, b) => a.order - b.order) : audience.all;
  }

  /** Joints that broke in the step leave, listeners or not. */
  #partBroken(): void {
    const { joints } = this.#store;
    const total = native().events(this.#store.live());
    const rows = exchange(total * kFields);
    for (let at = 0; at < total * kFields; at += kFields) {
      if (kNames[rows[at]!] === 'jointBreak') {
        const joint = joints.alive(rows[at + kJoint]!);
        if (joint) leaveJoint(joint);
      }
    }
  }

  /**
   * Those that somebody listens to, in the engine's order: what calls did before the step, then what happened in it.
   * All of them before the first is emitted, as a handler may destroy what a later one names.
   */
  #collect(): [names: EventName[], events: EventMap[EventName][]] {
    const total = native().events(this.#store.live());
    const rows = exchange(total * kFields);
    const names: EventName[] = [];
    const events: EventMap[EventName][] = [];
    for (let at = 0; at < total * kFields; at += kFields) {
      const name = kNames[rows[at]!]!;
      if (!this.#heard(name)) continue;
      names.push(name);
      events.push(this.#event(name, rows, at));
    }
    if (this.#heard('sensorStay')) {
      for (const event of this.#stays(rows, total * kFields)) {
        names.push('sensorStay');
        events.push(event);
      }
    }
    return [names, events];
  }

  /** Overlaps of sensors except those that began in the step; `rows` are the events. */
  #stays(rows: Float64Array, end: number): PairEvent[] {
    const began = new Set<string>();
    for (let at = 0; at < end; at += kFields)
      if (kNames[rows[at]!] === 'sensorBegin') began.add(`${rows[at + 1]!} ${rows[at + 2]!}`);
    return sensorOverlapsOf(this.#store)
      .filter(({ sensor, visitor }) => !began.has(`${sensor.id} ${visitor.id}`))
      .map(({ sensor, visitor }) => ({ shapeA: sensor, shapeB: visitor, bodyA: sensor.body, bodyB: visitor.body }));
  }

  #event(name: EventName, rows: Float64Array, at: number): EventMap[EventName] {
    const { bodies, shapes, joints } = this.#store;
    if (name === 'jointBreak' || name === 'jointDestroyed') {
      const joint = joints.known(rows[at + kJoint]!)!;
      const { bodyA, bodyB } = joint;
      return {
        joint,
        bodyA,
        bodyB,
        ...(name === 'jointBreak' && { force: rows[at + kJoint + 1]!, torque: rows[at + kJoint + 2]! }),
      };
    }
    const bodyA = bodies.known(rows[at + 3]!)!;
    if (name === 'sleep' || name === 'wake' || name === 'quarantine') return { body: bodyA };
    const shapeA = shapes.known(rows[at + 1]!)!;
    const shapeB = shapes.known(rows[at + 2]!)!;
    const bodyB = bodies.known(rows[at + 4]!)!;
    // Literals without spreading: that would take most of the time of an event.
    if (name === 'contactEnd' || name === 'sensorEnd') {
      return { shapeA, shapeB, bodyA, bodyB, reason: shapeA.destroyed || shapeB.destroyed ? 'destroyed' : 'separated' };
    }
    if (name === 'sensorBegin') return { shapeA, shapeB, bodyA, bodyB };
    const normal = { x: rows[at + 7]!, y: rows[at + 8]! };
    if (name === 'contactBegin') return { shapeA, shapeB, bodyA, bodyB, normal, points: touchPoints(rows, at + 14) };
    const point = { x: rows[at + 5]!, y: rows[at + 6]! };
    return { shapeA, shapeB, bodyA, bodyB, point, normal, approachSpeed: rows[at + 9]!, impulse: rows[at + 13]! };
  }
}
