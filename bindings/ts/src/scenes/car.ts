import type { Body } from '../body.js';
import type { WheelJoint } from '../joint_types.js';
import type { World } from '../world.js';
import { tint, type Params, type Scene } from './scene.js';

type Point = [number, number];

const kChassis: Point[] = [
  [-1.5, -0.4],
  [1.5, -0.4],
  [1.55, 0],
  [0.4, 0.65],
  [-0.8, 0.65],
  [-1.5, 0.1],
];

/** m, of the ground. */
const height = (x: number): number => 0.9 * Math.sin(0.42 * x) + 0.35 * Math.sin(1.13 * x + 1) + 0.004 * x * x;

/** The land goes on beyond the posts at both ends of the way: no picture ends in a wall. */
function hills(world: World): void {
  const columns = Array.from({ length: 160 }, (_, i) => {
    const x = -40 + i * 0.5;
    const points: Point[] = [
      [x, height(x)],
      [x + 0.5, height(x + 0.5)],
      [x + 0.5, -40],
      [x, -40],
    ];
    return { type: 'polygon' as const, points, friction: 0.9 };
  });
  world.createBody({
    type: 'static',
    shapes: [
      ...columns,
      ...[-1, 1].flatMap((side) => [
        { type: 'box' as const, width: 0.4, height: 6, center: [side * 23.2, height(side * 23.2) + 1] as Point },
        { type: 'box' as const, width: 200, height: 60, center: [side * 140, -16] as Point },
      ]),
    ],
  });
}

function sprungWheel(world: World, chassis: Body, position: Point, { hertz, torque }: Params): WheelJoint {
  const wheel = world.createBody({
    position,
    userData: tint(1),
    shapes: [{ type: 'circle', radius: 0.42, friction: 1.2 }],
  });
  return world.createJoint({
    type: 'wheel',
    bodyA: chassis,
    bodyB: wheel,
    anchor: wheel.position,
    axis: [0, 1],
    hertz,
    damping: 0.7,
    lowerTranslation: -0.25,
    upperTranslation: 0.25,
    motorSpeed: 0,
    maxMotorTorque: torque,
  });
}

export const car: Scene = {
  id: 'car',
  title: 'Car',
  caption:
    'Two wheels on springs and a motor of limited torque. It drives itself until you take the wheel: arrows, or A and D.',
  suggestion: 'Drive to the right end without turning over.',
  camera: { x: -17, y: 1.8, width: 22, height: 8, sky: 0.6 },
  params: [
    { name: 'speed', label: 'Speed', min: 0, max: 40, step: 1, value: 12, unit: 'rad/s', live: true },
    { name: 'torque', label: 'Torque', min: 2, max: 60, step: 2, value: 24, unit: 'N m', live: true },
    { name: 'hertz', label: 'Springs', min: 1, max: 10, step: 0.5, value: 4, unit: 'Hz', live: true },
  ],
  actions: [
    { name: 'left', label: 'Left', keys: ['ArrowLeft', 'a'], hold: true },
    { name: 'right', label: 'Right', keys: ['ArrowRight', 'd'], hold: true },
    { name: 'brake', label: 'Brake', keys: ['ArrowDown', 'b'], hold: true },
    { name: 'jump', label: 'Jump', keys: ['ArrowUp', 'j'] },
  ],
  settle: 60,
  build({ world, params, random }) {
    hills(world);
    const start: Point = [-17, height(-17) + 1.4];
    const chassis = world.createBody({
      position: start,
      userData: tint(4),
      shapes: [{ type: 'polygon', points: kChassis, friction: 0.3 }],
    });
    const wheels = [-0.95, 1].map((x) => sprungWheel(world, chassis, [start[0] + x, start[1] - 0.45], params));
    for (let i = 0; i < 12; i++) {
      const x = 2 + 1.3 * i;
      world.createBody({
        position: [x, height(x) + 2],
        userData: tint(random() * 7),
        shapes: [{ type: 'box', width: 0.5, height: 0.5, density: 0.3 }],
      });
    }
    const state = { driven: false, left: false, right: false, brake: false }; // driven by the reader; pedals
    const pedal = (name: 'left' | 'right' | 'brake') => (held: boolean) => {
      state.driven ||= held;
      state[name] = held;
    };
    return {
      state,
      follow: () => (chassis.destroyed ? null : chassis.position),
      actions: {
        left: pedal('left'),
        right: pedal('right'),
        brake: pedal('brake'),
        jump: () => !chassis.destroyed && chassis.applyImpulse([0, 7 * (chassis.mass + 1)]),
      },
      beforeStep() {
        // Wheels that turn clockwise drive to the right. Without a foot on a pedal they roll freely.
        const way = state.driven ? Number(state.left) - Number(state.right) : -1;
        const motorSpeed = state.brake ? 0 : way * params.speed;
        const maxMotorTorque = state.brake ? 2 * params.torque : way === 0 ? 0 : params.torque;
        for (const wheel of wheels) {
          if (wheel.destroyed) continue;
          if (wheel.maxMotorTorque !== maxMotorTorque) wheel.maxMotorTorque = maxMotorTorque;
          if (wheel.motorSpeed !== motorSpeed) wheel.motorSpeed = motorSpeed;
          if (wheel.hertz !== params.hertz) wheel.hertz = params.hertz;
        }
      },
    };
  },
};
