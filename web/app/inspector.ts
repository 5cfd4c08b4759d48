// What a body under the pointer, in the hand or chosen by keyboard is doing.

import type { Body, TargetJoint } from 'impulse2d';
import type { CameraView } from './camera.js';
import { byId } from './elements.js';
import { atLimit } from './hints.js';
import { fixed } from './numbers.js';
import type { Simulation } from './simulation.js';

const kEvery = 120; // ms between changes: readable

/** At most three digits that count, with a true minus. */
function short(value: number): string {
  const size = Math.abs(value);
  return fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** The body in the hand, chosen by keyboard, or under the mouse, which is at `hover` in CSS pixels. */
export function inspected(
  simulation: Simulation,
  camera: CameraView,
  selected: Body | null,
  hover: { readonly x: number; readonly y: number } | null,
): Body | null {
  if (simulation.drag.body) return simulation.drag.body;
  if (selected) return selected;
  if (!hover) return null;
  const at = camera.toWorld(hover.x, hover.y);
  return simulation.bodyAt(at.x, at.y, 0);
}

export class Inspector {
  readonly #panel = byId('inspector', HTMLElement);
  #next = 0;
  #body: Body | null = null;

  /** Shows a body, and of the hand that holds it when it cannot pull harder; or nothing. */
  update(body: Body | null, now: number, hand: TargetJoint | null): void {
    const there = body && !body.destroyed ? body : null;
    if (there === this.#body && now < this.#next) return;
    this.#body = there;
    this.#next = now + kEvery;
    if (this.#panel.hidden === !!there) this.#panel.hidden = !there;
    if (!there) return;
    const { velocity, angularVelocity, mass, contacts, awake, name } = there;
    const speed = Math.hypot(velocity.x, velocity.y);
    const force = contacts.length === 1 ? '1 contact' : `${contacts.length} contacts`;
    const parts = [
      name || `Body ${there.slot}`,
      `${short(mass)} kg`,
      `${short(speed)} m/s`,
      `${short(angularVelocity)} rad/s`,
      force,
      ...(awake ? [] : ['asleep']),
      ...(hand?.bodyB === there && atLimit(hand) ? [`held with all of ${short(hand.maxForce)} N`] : []),
    ];
    const text = parts.join(' · ');
    if (this.#panel.textContent !== text) this.#panel.textContent = text;
  }
}
