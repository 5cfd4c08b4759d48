// Touching contacts as objects. They are meant for inspection; a renderer reads `views.contacts` instead.

import type { Body } from './body.js';
import type { AnyJoint } from './joint_types.js';
import { exchange, native } from './native.js';
import type { Shape } from './shape.js';
import type { Store } from './store.js';
import type { Vec2 } from './types.js';

/** One of at most two points of a {@link Contact}. */
export interface ContactPoint {
  /**
   * Position in the world in m, midway between the two surfaces, after the step: to draw it on the bodies as they are.
   * Since detection it has moved along with the corner or round side that touches the other shape. If a corner or round
   * side of each touches the other, it is midway between the two. Points of events are those at detection.
   */
  x: number;
  y: number;
  /** Separation at detection in m, before the step moved the bodies: a gap if positive, an overlap if negative. */
  separation: number;
  /**
   * Impulse along the normal on B over the last step, in N s, >= 0. With substeps it is the impulse of the last substep
   * times their number. It is therefore exact for resting contacts but does not measure impacts; use `meanImpulse` of
   * the contact for those. Zero-duration impacts are not included.
   */
  normalImpulse: number;
  /** Friction impulse on B in the last step in N s, along the normal rotated by -90 degrees. */
  tangentImpulse: number;
}

/**
 * A pair of shapes that touched when the last step detected contacts, or had a gap below `speculativeDistance`, 0.02 m
 * by default. `meanImpulse` is above 0 if they press on each other. Of several shapes of a body along one face, the
 * default solver loads the outermost alone.
 */
export interface Contact {
  shapeA: Shape;
  shapeB: Shape;
  bodyA: Body;
  bodyB: Body;
  /** Unit normal from A to B. */
  normal: Vec2;
  /** One or two points. There is none if the shapes separated within the step, as under `substepped-position`. */
  points: ContactPoint[];
  /** Friction coefficient of the contact, mixed from both materials. */
  friction: number;
  /** Coefficient of restitution of the contact, mixed from both materials. */
  restitution: number;
  /**
   * Impulse along the normal on B in N s, >= 0: the sum over all points, substeps and impacts of the last step that
   * solved the contact. Divided by the time step it is the mean force. A sleeping contact keeps the value of its last
   * step.
   */
  meanImpulse: number;
}

interface Objects<UserData> {
  body: Body<UserData>;
  bodyA: Body<UserData> | null;
  bodyB: Body<UserData>;
  shape: Shape<UserData>;
  shapeA: Shape<UserData>;
  shapeB: Shape<UserData>;
  sensor: Shape<UserData>;
  visitor: Shape<UserData>;
  joint: AnyJoint<UserData>;
}
/** `T` with bodies, shapes and joints whose `userData` is of this type. */
export type Typed<T, UserData> = T & Pick<Objects<UserData>, keyof T & keyof Objects<UserData>>;

// Mirrors bindings/embind/contacts.cpp.
const kFields = 20;
const kFirstPoint = 10;
const kPointFields = 5;

const pointAt = (rows: Float64Array, at: number): ContactPoint => ({
  x: rows[at]!,
  y: rows[at + 1]!,
  separation: rows[at + 2]!,
  normalImpulse: rows[at + 3]!,
  tangentImpulse: rows[at + 4]!,
});

function pointsOf(rows: Float64Array, count: number, at: number): ContactPoint[] {
  if (count === 0) return [];
  const first = pointAt(rows, at);
  return count === 1 ? [first] : [first, pointAt(rows, at + kPointFields)];
}

const contactAt = ({ shapes, bodies }: Store, rows: Float64Array, row: number): Contact => ({
  shapeA: shapes.alive(rows[row]!)!,
  shapeB: shapes.alive(rows[row + 1]!)!,
  bodyA: bodies.alive(rows[row + 2]!)!,
  bodyB: bodies.alive(rows[row + 3]!)!,
  normal: { x: rows[row + 4]!, y: rows[row + 5]! },
  points: pointsOf(rows, rows[row + 9]!, row + kFirstPoint),
  friction: rows[row + 6]!,
  restitution: rows[row + 7]!,
  meanImpulse: rows[row + 8]!,
});

/** @internal Contacts of one body, or all where `body` is 0, in order of their pairs. */
export function contactsOf(store: Store, body = 0): Contact[] {
  const total = native().contacts(store.live(), body);
  if (total === 0) return [];
  const rows = exchange(total * kFields);
  const contacts = [contactAt(store, rows, 0)];
  for (let i = 1; i < total; i++) contacts.push(contactAt(store, rows, i * kFields));
  return contacts;
}

/** A shape inside a sensor. */
export interface SensorOverlap {
  /** The sensor. */
  sensor: Shape;
  /** The shape inside the sensor. */
  visitor: Shape;
}

/** @internal The shapes inside sensors, in order of their pairs. */
export function sensorOverlapsOf(store: Store): SensorOverlap[] {
  const total = native().sensorOverlaps(store.live());
  const rows = exchange(2 * total);
  return Array.from({ length: total }, (_, i) => ({
    sensor: store.shapes.known(rows[2 * i]!)!,
    visitor: store.shapes.known(rows[2 * i + 1]!)!,
  }));
}
