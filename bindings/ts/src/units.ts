// Warns once a world where its unit of length was most likely not passed: bodies in pixels are clamped to walking pace
// without an error, and nothing else would say why.

import { decimal } from './decimal.js';
import { exchange, native } from './native.js';
import { readTuning, topSpeedOf } from './solver.js';
import type { Store } from './store.js';

const kOddGravity = 400; // m/s^2: forty times that of the Earth

/** Gravity, and the metres in one unit of length. */
function settings(store: Store): [gx: number, gy: number, unit: number] {
  native().worldGravity(store.live());
  const [gx, gy, unit] = exchange(3);
  return [gx!, gy!, unit!];
}

function warn(store: Store, what: string, unit: number): void {
  store.warned = true;
  console.warn(
    `impulse2d: ${what}, as lengthUnit is ${decimal(unit)}. It is the metres in one unit of length: 0.02 for pixels`,
  );
}

/** @internal Gravity was set, or the unit of length. */
export function judgeGravity(store: Store): void {
  const [gx, gy, unit] = settings(store);
  const gravity = Math.hypot(gx, gy) * unit;
  if (gravity > kOddGravity && !store.warned) warn(store, `gravity is ${Math.round(gravity)} m/s^2`, unit);
}

/** @internal A velocity was set. */
export function judgeSpeed(store: Store, vx: number, vy: number): void {
  const speed = Math.hypot(vx, vy);
  if (speed <= store.topSpeed || store.warned) return;
  const unit = settings(store)[2];
  store.topSpeed = topSpeedOf(readTuning(store.live())) / unit;
  if (speed <= store.topSpeed) return;
  const most = `${decimal(Math.fround(store.topSpeed))} units of length per s`;
  warn(store, `a velocity was set that exceeds maxLinearSpeed, ${most}`, unit);
}
