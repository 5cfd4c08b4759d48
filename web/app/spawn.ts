// Bodies the reader adds, never inside another.

import type { Geometry, ShapeOptions, VecLike } from 'impulse2d';
import { ngon } from '#scenes/ngon';
import { tint } from '#scenes/scene';
import type { Simulation } from './simulation.js';

export type SpawnKind = 'box' | 'ball' | 'capsule' | 'hexagon';

/** What a click does: adds a body of a kind on empty space, or removes the body that it hits. */
export type ClickKind = SpawnKind | 'remove';

export const clickKinds: readonly { readonly name: ClickKind; readonly label: string }[] = [
  { name: 'box', label: 'Box' },
  { name: 'ball', label: 'Ball' },
  { name: 'capsule', label: 'Capsule' },
  { name: 'hexagon', label: 'Hexagon' },
  { name: 'remove', label: 'Remove' },
];

const kMost = 4000; // bodies: beyond, clicks add nothing
const kRings = 6; // of places that are tried around the wanted one

function shapeOf(kind: SpawnKind, size: number): Geometry & ShapeOptions {
  const friction = 0.5;
  const restitution = 0.1;
  switch (kind) {
    case 'box':
      return { type: 'box', width: size, height: size, friction, restitution };
    case 'ball':
      return { type: 'circle', radius: size / 2, friction, restitution };
    case 'capsule':
      return { type: 'capsule', a: [-0.4 * size, 0], b: [0.4 * size, 0], radius: 0.3 * size, friction, restitution };
    case 'hexagon':
      return { type: 'polygon', points: ngon(6, 0.56 * size), friction, restitution };
  }
}

export interface SpawnOptions {
  /** m, about. */
  readonly size: number;
  /** m: how far from the point it may begin where the point is taken. */
  readonly room: number;
  readonly velocity: [number, number];
}

/** A body at a point, or as near to it as there is room; false where there is none, or where the world is full. */
export function spawn(
  simulation: Simulation,
  kind: SpawnKind,
  at: { readonly x: number; readonly y: number },
  { size, room, velocity }: SpawnOptions,
): boolean {
  const { world } = simulation;
  if (world.bodyCount >= kMost) return false;
  const shape = shapeOf(kind, size);
  const isFree = (position: VecLike): boolean => world.overlap({ shape, position }).length === 0;
  let position: [number, number] | null = isFree([at.x, at.y]) ? [at.x, at.y] : null;
  for (let ring = 1; ring <= kRings && !position && room > 0; ring++) {
    const reach = (room * ring) / kRings;
    for (let k = 0; k < 12 && !position; k++) {
      const angle = Math.PI / 2 + (k * Math.PI) / 6; // the place above comes first
      const place: [number, number] = [at.x + reach * Math.cos(angle), at.y + reach * Math.sin(angle)];
      if (isFree(place)) position = place;
    }
  }
  if (!position) return false;
  simulation.do('body', JSON.stringify({ position, velocity, userData: tint(1), shapes: [shape] }));
  return true;
}
