// Dragging: a critically damped spring from a point of a body to the pointer, as a force before each step.
//
// The force is that of the implicit soft constraint (Catto, "Soft Constraints", GDC 2011): with stiffness k and damping c of
// an oscillator of the body's mass, gamma = 1 / (h (c + h k)), beta = h k / (c + h k), J = -(v + beta / h C) / (K + gamma).
// For K stands the larger eigenvalue of the point's matrix, 1 / m + r^2 / I: it bounds both directions, so the force never
// overshoots, and no matrix has to be inverted.

import type { Body } from '../body.js';
import type { World } from '../world.js';

const kHertz = 4; // stiff enough to follow a finger, soft enough to show that it is a spring
const kStrength = 25; // largest force, in weights of the body: what is dragged may push, but it breaks no stack
const kLeastGravity = 9.81; // m/s^2: a weight in worlds without gravity

export class Drag {
  #body: Body | null = null;
  #local = { x: 0, y: 0 };
  /** Where the held point is pulled to, m. */
  target = { x: 0, y: 0 };

  /** What is held, or null. */
  get body(): Body | null {
    if (this.#body?.destroyed) this.#body = null;
    return this.#body;
  }

  /** The held point in the world, m. */
  get anchor(): { x: number; y: number } | null {
    return this.body?.worldPoint(this.#local) ?? null;
  }

  grab(body: Body, at: { x: number; y: number }): void {
    this.#body = body;
    this.#local = body.localPoint(at);
    this.target = at;
  }

  release(): void {
    this.#body = null;
  }

  /** Pulls, for a step of `h` seconds. */
  apply(world: World, h: number): void {
    const body = this.body;
    if (!body || body.mass === 0 || h === 0) return;
    body.wake();
    const m = body.mass;
    const p = body.worldPoint(this.#local);
    const v = body.velocityAt(p);
    const center = body.worldCenter;
    const r2 = (p.x - center.x) ** 2 + (p.y - center.y) ** 2;
    const omega = 2 * Math.PI * kHertz;
    const k = m * omega * omega;
    const c = 2 * m * omega;
    const stiffness = 1 / m + (body.inertia > 0 ? r2 / body.inertia : 0) + 1 / (h * (c + h * k));
    const beta = (h * k) / (c + h * k);
    const fx = -(v.x + (beta / h) * (p.x - this.target.x)) / stiffness / h;
    const fy = -(v.y + (beta / h) * (p.y - this.target.y)) / stiffness / h;
    const most = kStrength * m * Math.max(kLeastGravity, Math.hypot(world.gravity.x, world.gravity.y));
    const share = Math.min(1, most / Math.max(Math.hypot(fx, fy), 1e-9));
    body.applyForce([share * fx, share * fy], p);
  }
}
