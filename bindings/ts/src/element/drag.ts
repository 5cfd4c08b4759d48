// Dragging: a target joint from a point of a body to the pointer.

import type { Body } from '../body.js';
import type { TargetJoint } from '../joint_types.js';
import type { Vec2, VecLike } from '../types.js';
import type { World } from '../world.js';
import { refuse } from './attributes.js';

const kHertz = 5; // stiff enough to follow a finger, soft enough to show that it is a spring
const kLeastGravity = 9.81; // m/s^2: a weight in worlds without gravity

// Largest drag force, in multiples of weight: enough of the body's own weight to throw it, plus enough of the weight of
// all bodies that joints connect to it to lift them, such as a ragdoll by its hand or a car by its wheel. A soft joint
// stretches by force / (m w^2), m being the mass of the lighter body. A cap by total mass does not protect a bridge
// whose plank has 1/200 of that mass. So a last cap uses the mass of the dragged body: 60 g / w^2 = 4 mm at 60 Hz. A
// chain that is pulled aside carries several times the drag force. In a net, from three joints on, they share it.
const kOwn = 20;
const kJoined = 2;
const kMost = 60;
const kNet = 75; // for each joint

/** kg: of all that moves with a body, by joints. */
function joinedMass(body: Body): number {
  const found = new Set([body]);
  let mass = 0;
  for (const each of found) {
    mass += each.mass;
    for (const { bodyA, bodyB } of each.joints) {
      if (bodyA?.type === 'dynamic') found.add(bodyA);
      if (bodyB.type === 'dynamic') found.add(bodyB);
    }
  }
  return mass;
}

/**
 * Drags a body at a point. From `grab` to `release` the world contains a target joint, which is destroyed together with
 * the body or the world. Throws `INVALID_ARGUMENT` for a body of another world and for a point that is not finite, and
 * `DESTROYED` for a destroyed body. A call that throws changes nothing.
 */
export class Drag {
  #joint: TargetJoint | null = null;

  /** The joint of the drag, or null. It is also null if the joint, the body or the world was destroyed. */
  get joint(): TargetJoint | null {
    return this.#joint?.destroyed ? null : this.#joint;
  }

  /** The dragged body, or null. */
  get body(): Body | null {
    return this.joint?.bodyB ?? null;
  }

  /** The dragged point of the body in the world in m, or null. */
  get anchor(): Vec2 | null {
    return this.joint?.anchor ?? null;
  }

  /**
   * The point in the world to which the body is pulled in m, or null. Setting it does nothing without a drag, and
   * setting null does nothing.
   */
  get target(): Vec2 | null {
    return this.joint?.target ?? null;
  }
  set target(point: VecLike | null) {
    const { joint } = this;
    if (joint && point) joint.target = point;
  }

  /** Starts to drag a body of `world` at a point of the world in m. It replaces the current drag. */
  grab(world: World, body: Body, at: VecLike): void {
    if (typeof (world as World | undefined)?.createJoint !== 'function') throw refuse('world', world, 'a World');
    // First: a body or point that is refused leaves the current drag as it is.
    const joint = world.createJoint({
      type: 'target',
      bodyB: body,
      target: at,
      hertz: kHertz,
      damping: 1,
      maxForce: 0,
    });
    this.release();
    this.#joint = joint;
    const gravity = Math.max(kLeastGravity / world.lengthUnit, Math.hypot(world.gravity.x, world.gravity.y));
    const joints = body.joints.length - 1; // without that of the drag
    const most = joints > 2 ? kNet * joints : kMost;
    joint.maxForce = gravity * Math.min(kOwn * body.mass + kJoined * joinedMass(body), most * body.mass);
    body.wake();
  }

  /** @internal Holds again with a joint of a world that went back in time. */
  resume(joint: TargetJoint | null): void {
    this.#joint = joint;
  }

  /** Ends the drag. */
  release(): void {
    this.#joint?.destroy();
    this.#joint = null;
  }
}
