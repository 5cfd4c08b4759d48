// Worlds that the tests of the boundary start from.
import { init, World } from '../../dist/index.js';

await init();

/** A floor with its top at y = 0. */
export function floor(world) {
  return world.createBody({ type: 'static', position: [0, -0.5], shapes: [{ type: 'box', width: 40, height: 1 }] });
}

/** A unit box with its centre at (x, y). */
export function box(world, x, y, def = {}) {
  return world.createBody({ position: [x, y], shapes: [{ type: 'box', width: 1, height: 1 }], ...def });
}

/** Calls `body` with a new world and frees it. */
export function inWorld(options, body) {
  const world = new World(options);
  try {
    return body(world);
  } finally {
    world.destroy();
  }
}

export function steps(world, count, dt) {
  for (let i = 0; i < count; i++) world.step(dt);
}
