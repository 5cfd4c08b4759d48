import type { Body } from '../body.js';
import type { World } from '../world.js';
import { floor } from './parts.js';
import { tint, type Scene } from './scene.js';

type Point = [number, number];

// Theo Jansen's "holy numbers", as he publishes them; here in units of 4 cm.
const kUnit = 0.04;
const [a, b, c, d, e, f, g, h, i, j, k, l, m] = [
  38, 41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49, 50, 61.9, 7.8, 15,
].map((x) => x * kUnit);

const kBeach = 60; // m to either side
/** rad/s: by which the crank's speed changes in a step. Turned back at once, a leg may fold the wrong way. */
const kEase = 8 / 60;

/** The point so far from p and so far from q that lies to the left of the way from p to q. */
function meet(p: Point, fromP: number, q: Point, fromQ: number): Point {
  const dx = q[0] - p[0];
  const dy = q[1] - p[1];
  const gap = Math.hypot(dx, dy);
  const along = (fromP ** 2 - fromQ ** 2 + gap ** 2) / (2 * gap);
  const aside = Math.sqrt(Math.max(0, fromP ** 2 - along ** 2));
  return [p[0] + (dx * along - dy * aside) / gap, p[1] + (dy * along + dx * aside) / gap];
}

/** A left leg with its crank pin at an angle, the crank's axle at the origin. */
function leg(angle: number) {
  const pivot: Point = [-a, -l];
  const pin: Point = [m * Math.cos(angle), m * Math.sin(angle)];
  const knee = meet(pivot, b, pin, j); // above
  const hip = meet(pivot, d, knee, e); // outside
  const ankle = meet(pin, k, pivot, c); // below
  const shin = meet(ankle, g, hip, f);
  const foot = meet(ankle, i, shin, h);
  return { pivot, pin, knee, hip, ankle, shin, foot };
}

/** To be walked over; so light that the feet push them aside rather than get caught in them. */
function planks(world: World): void {
  for (let n = 0; n < 6; n++) {
    world.createBody({
      position: [7 + 1.6 * n, 0.06],
      userData: tint(n),
      shapes: [{ type: 'box', width: 0.5, height: 0.12, density: 0.2 }],
    });
  }
}

export const walker: Scene = {
  id: 'walker',
  title: 'Strandbeest',
  caption:
    'Theo Jansen’s walker: eleven lengths and a crank make a foot that walks level. At the end of its beach it turns back.',
  suggestion: 'Stand a box in its way.',
  camera: { x: 4, y: 2.6, width: 16, height: 7.5, sky: 0.7 },
  params: [
    { name: 'speed', label: 'Speed', min: -3.5, max: 3.5, step: 0.25, value: 2, unit: 'rad/s', live: true },
    { name: 'pairs', label: 'Pairs of legs', min: 2, max: 4, step: 1, value: 3 },
  ],
  settle: 90,
  build({ world, params }) {
    floor(world, { friction: 0.9 });
    planks(world);
    const filter = { group: -1 };
    const phases = Array.from({ length: params.pairs }, (_, n) => (2 * Math.PI * n) / params.pairs);
    const low = Math.min(...phases.flatMap((phase) => [leg(phase).foot[1], leg(Math.PI - phase).foot[1]]));
    const sole = 0.12;
    const center: Point = [0, sole - low + 0.02];
    const at = ([x, y]: Point, side: number): Point => [center[0] + side * x, center[1] + y];
    const chassis = world.createBody({
      position: center,
      userData: tint(6),
      shapes: [{ type: 'box', width: 2 * a, height: 0.35, density: 2, filter, center: [0, -l] }],
    });
    const wheel = world.createBody({
      position: center,
      userData: tint(0),
      shapes: [{ type: 'circle', radius: m, density: 2, filter }],
    });
    const motor = world.createJoint({
      type: 'revolute',
      bodyA: chassis,
      bodyB: wheel,
      anchor: center,
      motorSpeed: -params.speed,
      maxMotorTorque: 600,
    });
    const triangle = (points: Point[], shade: number): Body =>
      world.createBody({ userData: tint(shade), shapes: [{ type: 'polygon', points, density: 0.5, filter }] });
    const rod = (bodyA: Body, anchorA: Point, bodyB: Body, anchorB: Point): void =>
      void world.createJoint({ type: 'distance', bodyA, bodyB, anchorA, anchorB });
    phases.forEach((phase, n) => {
      for (const side of [1, -1]) {
        // The mirror image of a leg has the mirror image of the crank's angle.
        const points = leg(side > 0 ? phase : Math.PI - phase);
        const [pivot, pin, knee, hip, ankle, shin, foot] = Object.values(points).map((p) => at(p, side));
        const upper = triangle([pivot, knee, hip], 1 + n);
        const lower = triangle([ankle, shin, foot], 3 + n);
        lower.createShape({ type: 'circle', radius: sole, center: foot, friction: 1.2, density: 1, filter });
        world.createJoint({ type: 'revolute', bodyA: chassis, bodyB: upper, anchor: pivot });
        rod(wheel, pin, upper, knee);
        rod(wheel, pin, lower, ankle);
        rod(chassis, pivot, lower, ankle);
        rod(upper, hip, lower, shin);
      }
    });
    const state = { way: 1 };
    return {
      state,
      follow: () => (chassis.destroyed ? null : chassis.position),
      beforeStep() {
        if (motor.destroyed || chassis.destroyed) return;
        // Clockwise is to the right.
        const ahead = state.way * params.speed * chassis.position.x;
        if (Math.abs(chassis.position.x) > kBeach && ahead > 0) state.way = -state.way;
        const change = -state.way * params.speed - motor.motorSpeed;
        if (change !== 0) motor.motorSpeed += Math.max(-kEase, Math.min(kEase, change));
      },
    };
  },
};
