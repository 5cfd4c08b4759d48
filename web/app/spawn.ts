// Bodies the reader adds.

import type { ShapeDef } from 'impulse2d';
import { ngon } from '../scenes/parts.js';
import { tint } from '../scenes/scene.js';
import type { Simulation } from './simulation.js';

export type SpawnKind = 'box' | 'ball' | 'capsule' | 'hexagon';

export const spawnKinds: readonly { readonly name: SpawnKind; readonly label: string }[] = [
  { name: 'box', label: 'Box' },
  { name: 'ball', label: 'Ball' },
  { name: 'capsule', label: 'Capsule' },
  { name: 'hexagon', label: 'Hexagon' },
];

const kMost = 4000; // bodies: beyond, clicks add nothing

function shapeOf(kind: SpawnKind, size: number): ShapeDef {
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

/** A body of about `size` metres at a point; false where the world is full. */
export function spawn(
  simulation: Simulation,
  kind: SpawnKind,
  x: number,
  y: number,
  size: number,
  velocity: [number, number] = [0, 0],
): boolean {
  if (simulation.world.bodyCount >= kMost) return false;
  const body = { position: [x, y], velocity, userData: tint(1), shapes: [shapeOf(kind, size)] };
  simulation.do('body', JSON.stringify(body));
  return true;
}
