// Dragging: a critically damped spring from a point of a body to the pointer, as a force before each step.
//
// The force is that of the implicit soft constraint (Catto, "Soft Constraints", GDC 2011): with stiffness k and damping c
// of an oscillator of the grabbed body's mass, gamma = 1 / (h (c + h k)), beta = h k / (c + h k), and
// J = -(K + gamma I)^-1 (v + beta / h C), which is stable for every k. It is capped at a multiple of the body's weight:
// what is dragged may push, but it cannot break a stack that real hands could not.

import type { Body, World } from 'impulse2d';

const kHertz = 4; // of the spring; stiff enough to follow a finger, soft enough to show that it is a spring
const kStrength = 25; // largest force, in weights of the body
const kLeastGravity = 9.81; // m/s^2: a weight in worlds without gravity

export class Spring {
  #body: Body | null = null;
  #local = { x: 0, y: 0 };
  #target = { x: 0, y: 0 };

  /** What is held, or null. */
  get body(): Body | null {
    if (this.#body?.destroyed) this.#body = null;
    return this.#body;
  }

  get target(): { readonly x: number; readonly y: number } {
    return this.#target;
  }

  /** The held point in the world. */
  get anchor(): { x: number; y: number } | null {
    return this.body?.worldPoint(this.#local) ?? null;
  }

  grab(body: Body, x: number, y: number): void {
    this.#body = body;
    this.#local = body.localPoint([x, y]);
    this.#target = { x, y };
    body.wake();
  }

  moveTo(x: number, y: number): void {
    this.#target = { x, y };
  }

  release(): void {
    this.#body = null;
  }

  apply(world: World, h: number): void {
    const body = this.body;
    if (!body || body.mass === 0) return;
    body.wake();
    const m = body.mass;
    const p = body.worldPoint(this.#local);
    const v = body.velocityAt(p);
    const center = body.worldCenter;
    const rx = p.x - center.x;
    const ry = p.y - center.y;

    const omega = 2 * Math.PI * kHertz;
    const k = m * omega * omega;
    const c = 2 * m * omega;
    const gamma = 1 / (h * (c + h * k));
    const beta = (h * k) / (c + h * k);

    const iM = 1 / m;
    const iI = body.inertia > 0 ? 1 / body.inertia : 0;
    const k11 = iM + iI * ry * ry + gamma;
    const k12 = -iI * rx * ry;
    const k22 = iM + iI * rx * rx + gamma;
    const bx = -(v.x + (beta / h) * (p.x - this.#target.x));
    const by = -(v.y + (beta / h) * (p.y - this.#target.y));
    const det = k11 * k22 - k12 * k12;
    let fx = (k22 * bx - k12 * by) / det / h;
    let fy = (k11 * by - k12 * bx) / det / h;

    const gravity = world.gravity;
    const weight = m * Math.max(kLeastGravity, Math.hypot(gravity.x, gravity.y));
    const size = Math.hypot(fx, fy);
    const most = kStrength * weight;
    if (size > most) {
      fx *= most / size;
      fy *= most / size;
    }
    body.applyForce([fx, fy], p);
  }
}
