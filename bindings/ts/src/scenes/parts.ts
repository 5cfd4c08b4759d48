// Furniture that several scenes share.

import type { World } from '../world.js';
import { ngon } from './ngon.js';
import { tint } from './scene.js';

/** Options of {@link floor}. */
export interface FloorOptions {
  /** Width in m, > 0. Default 400. */
  width?: number;
  /** Coefficient of friction, >= 0. Default 0.6. */
  friction?: number;
  /** Coefficient of restitution, 0 to 4. Default 0. */
  restitution?: number;
}

const kDepth = 30; // m: its underside stays out of sight
const kWidth = 400; // m: and so do its ends, in figures thirty times as wide as high

/** Creates a static floor whose top is at y = 0. */
export function floor(world: World, { width = kWidth, friction = 0.6, restitution = 0 }: FloorOptions = {}): void {
  world.createBody({
    type: 'static',
    position: [0, -kDepth / 2],
    shapes: [{ type: 'box', width, height: kDepth, friction, restitution }],
  });
}

/**
 * Creates an open static box whose floor is at y = 0. `width` between the walls and `height` of the walls in m, > 0.
 * `restitution`: 0 to 4, default 0.
 */
export function tray(world: World, width: number, height: number, restitution = 0): void {
  const t = 0.6;
  world.createBody({
    type: 'static',
    shapes: [
      { type: 'box', width: width + 2 * t, height: t, center: [0, -t / 2], restitution },
      { type: 'box', width: t, height, center: [-(width + t) / 2, height / 2], restitution },
      { type: 'box', width: t, height, center: [(width + t) / 2, height / 2], restitution },
    ],
  });
}

/** Creates one of the bodies of a mixed pile, about `size` m wide, > 0, at (`x`, `y`) in m, any finite numbers. */
export function addMixed(world: World, x: number, y: number, size: number, random: () => number): void {
  const kind = Math.floor(random() * 4);
  const grow = 0.7 + 0.6 * random();
  const r = (size * grow) / 2;
  const common = { position: [x, y] as [number, number], angle: 2 * Math.PI * random() };
  const userData = tint(random() * 7);
  const friction = 0.5;
  if (kind === 0) {
    world.createBody({ ...common, userData, shapes: [{ type: 'circle', radius: r, friction }] });
  } else if (kind === 1) {
    const width = 2 * r;
    const height = 2 * r * (0.6 + 0.4 * random());
    world.createBody({ ...common, userData, shapes: [{ type: 'box', width, height, friction }] });
  } else if (kind === 2) {
    const a: [number, number] = [-0.6 * r, 0];
    const b: [number, number] = [0.6 * r, 0];
    world.createBody({ ...common, userData, shapes: [{ type: 'capsule', a, b, radius: 0.55 * r, friction }] });
  } else {
    const points = ngon(3 + Math.floor(4 * random()), r);
    world.createBody({ ...common, userData, shapes: [{ type: 'polygon', points, friction }] });
  }
}
