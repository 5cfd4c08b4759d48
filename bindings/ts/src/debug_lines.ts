// A world as lines, for renderers without a Canvas 2D context.

import type { Body } from './body.js';
import { invalid } from './errors.js';
import { coreOf } from './outline.js';
import type { Floats, Geometry, Vec2 } from './types.js';
import { flag, isTyped, keys } from './validate.js';
import { needWorld, type World } from './world.js';

/** What {@link debugLines} draws. */
export interface DebugLayers {
  /** Outlines of shapes, with a radius in circles. Default true. */
  shapes?: boolean;
  /** Joints, as lines from the centres of the bodies to the anchors. Default true. */
  joints?: boolean;
  /** Contact normals at the contact points. Default true. */
  contacts?: boolean;
  /** Axis-aligned bounding boxes of bodies. Default false. */
  boxes?: boolean;
}
/** Options of {@link debugLines}. */
export interface DebugLinesOptions<Out extends Float32Array = Float32Array> {
  /** What is drawn. Default: the defaults of {@link DebugLayers}. */
  layers?: DebugLayers;
  /** An array for the result, used if it is long enough. Default: a new array. */
  out?: Out;
}

const kFields = 5;
const kArc = 8; // lines of half a circle
const kColours = {
  static: 0x6b7280,
  kinematic: 0x0e7490,
  dynamic: 0x2563eb,
  asleep: 0x94a3b8,
  sensor: 0xd97706,
  joint: 0x7c3aed,
  contact: 0xdc2626,
  box: 0xa3a3a3,
};

class Lines {
  count = 0;
  constructor(public out: Float32Array) {}

  add(x1: number, y1: number, x2: number, y2: number, colour: number): void {
    const at = kFields * this.count++;
    if (at + kFields > this.out.length) {
      const longer = new Float32Array(2 * (at + kFields));
      if (at > 0) longer.set(this.out); // one that is detached has no length
      this.out = longer;
    }
    this.out.set([x1, y1, x2, y2, colour], at);
  }
  loop(points: readonly Readonly<Vec2>[], colour: number): void {
    points.forEach((a, i) => {
      const b = points[(i + 1) % points.length]!;
      if (points.length > 2 || i === 0) this.add(a.x, a.y, b.x, b.y, colour);
    });
  }
}

/** The corners of a form in the body's frame; those of a round one are many. */
function outline(geometry: Geometry): Vec2[] {
  const core = coreOf(geometry);
  const radius = ('radius' in geometry && geometry.radius) || 0;
  if (radius === 0) return core;
  // Around each corner from the normal of the edge before it to that of the edge after it.
  return core.flatMap((p, i) => {
    const [before, after] = [core.at(i - 1)!, core[(i + 1) % core.length]!];
    const from = core.length === 1 ? 0 : Math.atan2(before.x - p.x, p.y - before.y);
    let turn = core.length === 1 ? 2 * Math.PI : Math.atan2(p.x - after.x, after.y - p.y) - from;
    while (turn <= 0) turn += 2 * Math.PI;
    const parts = Math.ceil((kArc * turn) / Math.PI);
    return Array.from({ length: parts + 1 }, (_, k) => {
      const angle = from + (turn * k) / parts;
      return { x: p.x + radius * Math.cos(angle), y: p.y + radius * Math.sin(angle) };
    });
  });
}

function addShapes(lines: Lines, body: Body): void {
  const colour = body.type === 'dynamic' && !body.awake ? kColours.asleep : kColours[body.type];
  for (const shape of body.shapes) {
    const { geometry } = shape;
    const world = outline(geometry).map((point) => body.worldPoint(point));
    lines.loop(world, shape.sensor ? kColours.sensor : colour);
    if (geometry.type !== 'circle') continue;
    const center = body.worldPoint(geometry.center!);
    lines.add(center.x, center.y, world[0]!.x, world[0]!.y, colour);
  }
}

/**
 * Returns the world as lines for any renderer, with five numbers per line: x1, y1, x2, y2 (m, in the world) and the
 * colour as the number 0xRRGGBB. The result has the length of all lines. It is for debugging: each call allocates
 * objects. Throws `INVALID_ARGUMENT` for an argument that is no world and for unknown options.
 */
export function debugLines(world: World, options?: DebugLinesOptions<never>): Floats;
export function debugLines<Out extends Float32Array>(world: World, options: DebugLinesOptions<Out>): Out | Floats;
export function debugLines(world: World, options: DebugLinesOptions = {}): Float32Array {
  needWorld(world);
  keys(options, '', ['layers', 'out']);
  const { layers = {}, out = new Float32Array(0) } = options;
  if (!isTyped(out, 'Float32Array')) throw invalid('out', out, 'a Float32Array');
  const usual = { shapes: true, joints: true, contacts: true, boxes: false };
  keys(layers, 'layers', Object.keys(usual));
  for (const [name, value] of Object.entries(layers)) flag(value, `layers.${name}`);
  const shown = { ...usual, ...layers };
  const lines = new Lines(out);
  for (const body of world.bodies) {
    if (shown.shapes) addShapes(lines, body);
    if (!shown.boxes) continue;
    const { min, max } = body.aabb;
    lines.loop([min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }], kColours.box);
  }
  for (const { bodyA, bodyB, anchorA, anchorB, type } of shown.joints ? world.joints : []) {
    if (type === 'filter') continue;
    const ends = [bodyA?.worldCenter ?? anchorA, anchorA, anchorB, bodyB.worldCenter];
    for (let i = 0; i < 3; i++) lines.add(ends[i]!.x, ends[i]!.y, ends[i + 1]!.x, ends[i + 1]!.y, kColours.joint);
  }
  const reach = 0.25 / world.lengthUnit; // m
  for (const { points, normal } of shown.contacts ? world.contacts() : []) {
    for (const { x, y } of points) lines.add(x, y, x + reach * normal.x, y + reach * normal.y, kColours.contact);
  }
  return lines.out.subarray(0, kFields * lines.count);
}
