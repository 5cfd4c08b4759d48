// The part of a world to show where a scene does not say.

import type { Body } from '../body.js';
import type { World } from '../world.js';
import type { Frame } from './scene.js';

const kFall = 50; // m below which no ground is looked for
const kAround = 20; // m around what moves; static bodies beyond do not widen the picture
const kFlight = [0.25, 0.5, 0.75, 1]; // s of a free flight that is seen: 4.9 m of a fall from rest on Earth

interface Point {
  x: number;
  y: number;
}

interface Bounds {
  readonly min: Point;
  readonly max: Point;
}

/** The intersection of two boxes. */
function partIn(a: Bounds, b: Bounds): Bounds | null {
  const min = { x: Math.max(a.min.x, b.min.x), y: Math.max(a.min.y, b.min.y) };
  const max = { x: Math.min(a.max.x, b.max.x), y: Math.min(a.max.y, b.max.y) };
  return min.x <= max.x && min.y <= max.y ? { min, max } : null;
}

/** Where a body may swing: below the nearest of the fixed points, as far from it as the body's farthest corner. */
function swingOf({ min, max }: Bounds, fixed: readonly Readonly<Point>[], down: number): Bounds | null {
  let reach = Infinity;
  let { x, y } = min;
  for (const point of fixed) {
    const far = Math.hypot(Math.max(max.x - point.x, point.x - min.x), Math.max(max.y - point.y, point.y - min.y));
    if (far < reach) [reach, x, y] = [far, point.x, point.y];
  }
  if (reach === Infinity) return null;
  return {
    min: { x: x - reach, y: down > 0 ? y : y - reach },
    max: { x: x + reach, y: down < 0 ? y : y + reach },
  };
}

/** A box on its way through the first second, if nothing stops it. */
function* flightOf({ aabb: { min, max }, velocity: v, gravityScale }: Body, { gravity: g }: World): Iterable<Bounds> {
  for (const t of kFlight) {
    const fall = (gravityScale * t * t) / 2;
    const [x, y] = [v.x * t + g.x * fall, v.y * t + g.y * fall];
    yield { min: { x: min.x + x, y: min.y + y }, max: { x: max.x + x, y: max.y + y } };
  }
}

/**
 * All that moves, the fixed points it hangs from, and the ground below it. Where a part of it has no ground below, also
 * the static bodies nearby and as far as joints let it swing down, else it would soon be out of the picture. Where
 * there is neither, the first second of its flight.
 */
export function frameOf(world: World): Frame {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  const take = ({ min, max }: Bounds): void => {
    left = Math.min(left, min.x);
    right = Math.max(right, max.x);
    low = Math.min(low, min.y);
    high = Math.max(high, max.y);
  };
  const all = [...world.bodies];
  const moving = all.filter(({ type }) => type === 'dynamic');
  for (const { aabb } of moving.length > 0 ? moving : all) take(aabb);
  if (left > right) return { x: 0, y: 0, width: 10, height: 10 };
  const down = Math.sign(world.gravity.y);
  const middle = (low + high) / 2;
  let falls = false;
  for (const x of [left, (left + right) / 2, right]) {
    const below =
      down === 0 ? [] : world.raycastAll({ from: [x, middle], to: [x, middle + (down * kFall) / world.lengthUnit] });
    const ground = below.find(({ body }) => body.type !== 'dynamic')?.point;
    if (ground) take({ min: ground, max: ground });
    falls ||= !ground;
  }
  const fixed: Readonly<Point>[] = [];
  for (const { bodyA, bodyB, anchorA, anchorB } of world.joints) {
    if (bodyA?.type === 'static') fixed.push(anchorA);
    else if (bodyB.type === 'static') fixed.push(anchorB);
  }
  for (const point of fixed) take({ min: point, max: point });
  if (falls) {
    const around = kAround / world.lengthUnit;
    const near = {
      min: { x: left - around, y: low - around },
      max: { x: right + around, y: high + around },
    };
    let alone = true;
    for (const { type, aabb } of all) {
      const wanted = type === 'dynamic' ? swingOf(aabb, fixed, down) : partIn(near, aabb);
      if (wanted) take(wanted);
      alone &&= !wanted;
    }
    if (alone) for (const body of moving) for (const box of flightOf(body, world)) take(box);
  }
  const size = Math.max(right - left, high - low, 1e-3);
  return {
    x: (left + right) / 2,
    y: (low + high) / 2,
    width: right - left + 0.3 * size,
    height: high - low + 0.3 * size,
  };
}
