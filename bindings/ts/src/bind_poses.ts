// Copies poses of bodies to the sprites of a renderer.

import { Body, bodyOf } from './body.js';
import { invalid } from './errors.js';
import { callable, is } from './validate.js';
import { needWorld, type World } from './world.js';

/** The result of {@link bindPoses}. */
export interface PoseBinding<Target> {
  /** Moves `target` with the body from the next `flush` on. A body has one target; a second one replaces the first. */
  attach(body: Body, target: Target): void;
  /** Stops moving the target of a body. Does nothing if the body has none, or is destroyed. */
  detach(body: Body): void;
  /**
   * Passes the pose of each attached body, interpolated with `alpha` (0 to 1, default 1) between the last two steps, to
   * `apply`. Detaches destroyed bodies.
   */
  flush(alpha?: number): void;
}

/**
 * Keeps the sprites of a renderer at the poses of the bodies. `apply` is called with each target, the position of its
 * body's origin in m, and its angle in rad. `flush` allocates nothing. Throws `INVALID_ARGUMENT` for an argument that
 * is no world, no function or no body of the world, and `DESTROYED` for a destroyed world and to attach a destroyed
 * body.
 */
export function bindPoses<Target>(
  world: World,
  apply: (target: Target, x: number, y: number, angle: number) => void,
): PoseBinding<Target> {
  needWorld(world);
  callable(apply, 'apply');
  void world.views; // throws if the world is destroyed
  const targets = new Map<Body, Target>();
  let poses = new Float32Array(0);
  const pass = (target: Target, body: Body): void => {
    if (body.destroyed) {
      targets.delete(body);
      return;
    }
    const at = 4 * body.slot;
    apply(target, poses[at]!, poses[at + 1]!, Math.atan2(poses[at + 3]!, poses[at + 2]!));
  };
  return {
    attach(body, target) {
      targets.set(bodyOf(world, body, 'body'), target);
    },
    detach(body) {
      if (!is(body, Body) || body.world !== world) throw invalid('body', body, 'a body of this world');
      targets.delete(body);
    },
    flush(alpha = 1) {
      const { length } = world.views.poses;
      if (poses.length < length) poses = new Float32Array(2 * length);
      world.interpolate(alpha, poses);
      targets.forEach(pass);
    },
  };
}
