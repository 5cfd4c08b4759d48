import type { Body } from '../body.js';
import { tint, type Label, type Scene } from './scene.js';

type Point = [number, number];

const kRocks: readonly Point[] = [[-14, 7], [-11, 3.2], [-9, 3.6], [-7, 1.2], [-4.5, 1.6], [-3, 0.6], [-2, 0], [2, 0], [3.4, 0.9], [5, 0.7], [7, 2.6], [9, 2.2], [11, 4.4], [14, 7.5]]; // prettier-ignore

/** A careful autopilot: level out, drift to the middle, sink slowly. Returns main jet (0 to 1) and turn (-1 to 1). */
function autopilot(ship: Body, thrust: number): [number, number] {
  const { x, y } = ship.position;
  const { x: vx, y: vy } = ship.velocity;
  const lean = Math.max(-0.3, Math.min(0.3, 0.06 * x + 0.25 * vx)); // rad, to the left against a drift to the right
  const low = Math.max(0, y - 0.8);
  const sink = -(0.4 + 0.35 * Math.min(6, low));
  const turn = 4 * (lean - ship.angle) - 3 * ship.angularVelocity;
  const resting = low < 0.1 && Math.abs(vy) < 0.1;
  return [resting ? 0 : 1 / thrust + 0.8 * (sink - vy), resting ? 0 : turn];
}

export const lander: Scene = {
  id: 'lander',
  title: 'Lander',
  caption: ({ gravity }) =>
    `Two jets and ${gravity} m/s² of gravity. It lands by itself until you take over: arrows, or W, A and D.`,
  suggestion: 'Take off, and land on the flat ground slower than 1 m/s.',
  camera: { x: 0, y: 6.6, width: 27, height: 14 },
  gravity: [0, -1.62],
  params: [
    { name: 'gravity', label: 'Gravity', min: 0.5, max: 9.81, step: 0.01, value: 1.62, unit: 'm/s²', live: true },
    { name: 'thrust', label: 'Thrust', min: 1.5, max: 5, step: 0.1, value: 2.5, unit: '× the weight', live: true },
  ],
  actions: [
    { name: 'left', label: 'Left', keys: ['ArrowLeft', 'a'], hold: true },
    { name: 'up', label: 'Thrust', keys: ['ArrowUp', 'w'], hold: true },
    { name: 'right', label: 'Right', keys: ['ArrowRight', 'd'], hold: true },
  ],
  settle: 120,
  build({ world, params }) {
    const columns = kRocks.slice(1).map((b, i) => {
      const a = kRocks[i]!;
      const points: Point[] = [a, b, [b[0], -12], [a[0], -12]];
      return { type: 'polygon' as const, points, friction: 0.8 };
    });
    world.createBody({
      type: 'static',
      shapes: [
        ...columns,
        ...[-1, 1].map((side) => ({ type: 'box' as const, width: 1, height: 90, center: [14.5 * side, 33] as Point })),
        { type: 'box', width: 32, height: 1, center: [0, 40] },
      ],
    });
    const ship = world.createBody({
      position: [-8, 12],
      velocity: [1.5, 0],
      userData: tint(4),
      sleepAllowed: false,
      shapes: [
        { type: 'polygon', points: [[-0.7, -0.3], [0.7, -0.3], [0.7, 0.2], [0.35, 0.75], [-0.35, 0.75], [-0.7, 0.2]], friction: 0.6 },
        { type: 'polygon', points: [[-0.7, -0.3], [-0.4, -0.3], [-0.85, -0.8], [-1, -0.8]], friction: 0.9 },
        { type: 'polygon', points: [[0.7, -0.3], [0.4, -0.3], [0.85, -0.8], [1, -0.8]], friction: 0.9 },
      ],
    }); // prettier-ignore
    const state = { flown: false, left: false, up: false, right: false }; // flown by the reader; keys
    const hold = (name: 'left' | 'up' | 'right') => (down: boolean) => {
      state.flown ||= down;
      state[name] = down;
    };
    const labels: Label[] = [];
    return {
      state,
      labels,
      actions: { left: hold('left'), up: hold('up'), right: hold('right') },
      beforeStep() {
        if (world.gravity.y !== -params.gravity) world.gravity = [0, -params.gravity];
        labels.length = 0;
        if (ship.destroyed) return;
        const [main, turn] = state.flown
          ? [Number(state.up), Number(state.left) - Number(state.right)]
          : autopilot(ship, params.thrust);
        const jet = Math.max(0, Math.min(1, main)) * params.thrust * params.gravity * ship.mass;
        ship.applyForce([-Math.sin(ship.angle) * jet, Math.cos(ship.angle) * jet]);
        ship.applyTorque(
          Math.max(-1, Math.min(1, turn)) * 1.2 * ship.inertia -
            (state.flown ? 0.8 * ship.inertia * ship.angularVelocity : 0),
        );
        const { x, y } = ship.position;
        labels.push({ x, y: y + 1.5, text: `${Math.hypot(ship.velocity.x, ship.velocity.y).toFixed(1)} m/s` });
      },
    };
  },
};
