// Machines of few parts: windmill, gears, pulley, crank and slider.

import type { Body } from '../body.js';
import type { World } from '../world.js';
import { ngon } from './ngon.js';
import { floor, tray } from './parts.js';
import { tint, type Scene } from './scene.js';

type Point = [number, number];
const ghost = { category: 2, mask: 0 };

export const windmill: Scene = {
  id: 'windmill',
  title: 'Windmill',
  caption: 'A motor turns the sails with a limited torque.',
  suggestion: 'Turn the torque down until the balls stop the sails.',
  camera: { x: 0, y: 5, width: 20, height: 12, sky: 0.7 },
  params: [
    { name: 'balls', label: 'Balls', min: 0, max: 200, step: 20, value: 100 },
    { name: 'speed', label: 'Speed', min: -6, max: 6, step: 0.5, value: 2, unit: 'rad/s', live: true },
    { name: 'torque', label: 'Torque', min: 0, max: 500, step: 10, value: 200, unit: 'N m', live: true },
  ],
  settle: 150,
  build({ world, params, random }) {
    tray(world, 18, 40); // the sails throw far
    const tower = world.createBody({
      type: 'static',
      shapes: [
        {
          type: 'polygon',
          points: [
            [-1.2, 0],
            [1.2, 0],
            [0.4, 5],
            [-0.4, 5],
          ],
          filter: ghost,
        },
      ],
    });
    const sails = world.createBody({
      position: [0, 5],
      userData: tint(5),
      shapes: [0, 1].map((i) => ({
        type: 'box' as const,
        width: 8,
        height: 0.35,
        angle: (i * Math.PI) / 2,
        density: 0.6,
      })),
    });
    const hub = world.createJoint({
      type: 'revolute',
      bodyA: tower,
      bodyB: sails,
      anchor: [0, 5],
      motorSpeed: params.speed,
      maxMotorTorque: params.torque,
    });
    for (let i = 0; i < params.balls; i++) {
      world.createBody({
        position: [((i % 10) - 4.5) * 0.7 + 0.1 * random(), 10 + 0.6 * Math.floor(i / 10)],
        userData: tint(random() * 4),
        shapes: [{ type: 'circle', radius: 0.22 + 0.06 * random(), restitution: 0.2 }],
      });
    }
    return {
      beforeStep() {
        if (hub.destroyed) return;
        if (hub.motorSpeed !== params.speed) hub.motorSpeed = params.speed;
        if (hub.maxMotorTorque !== params.torque) hub.maxMotorTorque = params.torque;
      },
    };
  },
};

// Involute teeth of module 0.2 m: a wheel of radius r has 10 r of them.
const kModule = 0.2; // m of diameter a tooth
const kPressure = 0.42; // rad
const kAddendum = 0.19; // m above the pitch circle; a little is left free at the gap's bottom
const kDedendum = 0.22; // m below
const kThickness = 0.47; // of the pitch: the rest is play

/** One tooth that points along an angle: its flanks are involutes of the base circle, and below that circle radii. */
function tooth(radius: number, angle: number): Point[] {
  const base = radius * Math.cos(kPressure);
  const involute = (r: number): number => {
    const a = Math.acos(Math.min(1, base / r));
    return Math.tan(a) - a;
  };
  const half = (kThickness * Math.PI * kModule) / 2 / radius + involute(radius);
  const flank = [radius - kDedendum - 0.02, Math.max(base, radius - 0.1), radius, radius + kAddendum].map((r) => ({
    r,
    turn: half - involute(r),
  }));
  return [...flank.map(({ r, turn }) => ({ r, turn: -turn })), ...flank.reverse()].map(({ r, turn }) => [
    r * Math.cos(angle + turn),
    r * Math.sin(angle + turn),
  ]);
}

/** rad from tooth to tooth. */
const pitchOf = (radius: number): number => (2 * Math.PI) / Math.round((2 * radius) / kModule);

/** A wheel with its first tooth at an angle. */
function toothedWheel(world: World, position: Point, radius: number, angle: number, shade: number): Body {
  return world.createBody({
    position,
    userData: tint(shade),
    sleepAllowed: false,
    shapes: [
      { type: 'circle', radius: radius - kDedendum, filter: ghost },
      ...Array.from({ length: Math.round((2 * radius) / kModule) }, (_, k) => ({
        type: 'polygon' as const,
        points: tooth(radius, angle + k * pitchOf(radius)),
        filter: ghost,
      })),
    ],
  });
}

/** A rack of seven teeth with straight flanks, `shift` pitches along, whose pitch line is at `y`. */
function toothedRack(world: World, [x, y]: Point, shift: number): Body {
  const pitch = Math.PI * kModule;
  const [up, down, lean] = [kAddendum, kDedendum, Math.tan(kPressure)];
  const wide = (kThickness * pitch) / 2;
  return world.createBody({
    position: [x, y],
    userData: tint(2),
    sleepAllowed: false,
    shapes: [
      { type: 'box', width: 5, height: 0.35, center: [0, -down - 0.175], filter: ghost },
      ...Array.from({ length: 7 }, (_, k) => {
        const at = (shift - Math.round(shift) + k - 3) * pitch;
        return {
          type: 'polygon' as const,
          points: [
            [at - wide - down * lean, -down - 0.02],
            [at + wide + down * lean, -down - 0.02],
            [at + wide - up * lean, up],
            [at - wide + up * lean, up],
          ] as Point[],
          filter: ghost,
        };
      }),
    ],
  });
}

export const gears: Scene = {
  id: 'gears',
  title: 'Gear train',
  caption: ({ speed }) =>
    `A motor turns the small wheel at ${Math.abs(speed)} rad/s and so the large one at ${((0.8 / 2.2) * Math.abs(speed)).toFixed(2)} rad/s. The last one pushes a rack back and forth.`,
  suggestion: 'Take hold of a wheel and stop the train.',
  camera: { x: 1.2, y: -0.3, width: 18, height: 7.5 },
  params: [{ name: 'speed', label: 'Speed', min: -8, max: 8, step: 0.5, value: 3, unit: 'rad/s', live: true }],
  settle: 60,
  build({ world, params }) {
    const frame = world.createBody({ type: 'static' });
    const radii = [0.8, 2.2, 1.2, 1.7];
    let x = -6;
    let before = 0; // rad, the angle of a tooth of the wheel before
    const wheels = radii.map((radius, i) => {
      // Where the wheel before has a tooth, so many pitches above the line of centres, this one has a gap.
      const above = i === 0 ? 0 : before / pitchOf(radii[i - 1]);
      const angle = i === 0 ? 0 : Math.PI - (above + 0.5) * pitchOf(radius);
      if (i > 0) x += radii[i - 1] + radius;
      before = angle;
      const wheel = toothedWheel(world, [x, 0], radius, angle, 1 + 1.6 * i);
      return { wheel, joint: world.createJoint({ type: 'revolute', bodyA: frame, bodyB: wheel, anchor: [x, 0] }) };
    });
    for (let i = 1; i < wheels.length; i++) {
      world.createJoint({
        type: 'gear',
        bodyA: wheels[i - 1].wheel,
        bodyB: wheels[i].wheel,
        ratio: radii[i] / radii[i - 1],
      });
    }
    const last = radii[radii.length - 1];
    // Its gaps are where the wheel's lowest teeth are.
    const rack = toothedRack(world, [x, -last], 0.5 + ((before + Math.PI / 2) * last) / (Math.PI * kModule));
    world.createJoint({
      type: 'prismatic',
      bodyA: frame,
      bodyB: rack,
      axis: [1, 0],
      lowerTranslation: -1.8,
      upperTranslation: 1.8,
    });
    // The rack's teeth move as the wheel's lowest do: x = r q.
    world.createJoint({
      type: 'gear',
      bodyA: rack,
      bodyB: wheels[wheels.length - 1].wheel,
      axisA: [1, 0],
      ratio: -last,
    });
    const motor = wheels[0].joint;
    motor.maxMotorTorque = 80;
    const state = { way: 1 };
    return {
      state,
      beforeStep() {
        // Near the end towards which it is driven, to the left by a positive speed, the rack turns the motor round.
        const off = rack.position.x - x;
        if (Math.abs(off) > 1.5 && off * state.way * params.speed < 0) state.way = -state.way;
        if (!motor.destroyed) motor.motorSpeed = state.way * params.speed;
      },
    };
  },
};

export const pulley: Scene = {
  id: 'pulley',
  title: 'Pulley',
  caption: ({ ratio, left }) =>
    `A rope over two wheels. At ratio ${ratio}, ${left} kg on the left balances ${left * ratio} kg on the right.`,
  suggestion: 'Set the ratio to 2 and balance 4 kg.',
  camera: { x: 0, y: 4.5, width: 16, height: 11, sky: 0.6 },
  params: [
    { name: 'ratio', label: 'Ratio', min: 0.5, max: 3, step: 0.5, value: 1, live: true },
    { name: 'left', label: 'Left', min: 1, max: 10, step: 0.5, value: 4, unit: 'kg' },
    { name: 'right', label: 'Right', min: 1, max: 10, step: 0.5, value: 4.5, unit: 'kg' },
  ],
  settle: 90,
  build({ world, params }) {
    floor(world);
    world.createBody({
      type: 'static',
      shapes: [
        { type: 'box', width: 9, height: 0.4, center: [0, 9.5], filter: ghost },
        // The rope touches each wheel outside and on top.
        ...[-2.6, 2.6].map((x) => ({ type: 'circle' as const, radius: 0.4, center: [x, 8.6] as Point, filter: ghost })),
        ...[-2.6, 2.6].map((x) => ({
          type: 'box' as const,
          width: 0.16,
          height: 0.9,
          center: [x, 9] as Point,
          filter: ghost,
        })),
      ],
    });
    const crate = (x: number, mass: number, shade: number) => {
      const size = Math.sqrt(mass) * 0.55;
      return world.createBody({
        position: [x, 4],
        userData: tint(shade),
        angularDamping: 1,
        shapes: [{ type: 'box', width: size, height: size, density: mass / size ** 2 }],
      });
    };
    const bodyA = crate(-3, params.left, 2);
    const bodyB = crate(3, params.right, 5);
    const top = (mass: number): Point => [0, Math.sqrt(mass) * 0.275];
    const rope = world.createJoint({
      type: 'pulley',
      bodyA,
      bodyB,
      localAnchorA: top(params.left),
      localAnchorB: top(params.right),
      groundAnchorA: [-3, 9],
      groundAnchorB: [3, 9],
      ratio: params.ratio,
    });
    return {
      beforeStep() {
        if (rope.destroyed || rope.ratio === params.ratio) return;
        rope.ratio = params.ratio;
        rope.length = rope.currentLength;
      },
    };
  },
};

export const crank: Scene = {
  id: 'crank',
  title: 'Crank and slider',
  caption: 'Turning becomes pushing: a crank, a rod, and a piston on its rail.',
  suggestion: 'Reverse the speed.',
  camera: { x: 1.5, y: 2, width: 16, height: 9 },
  params: [
    { name: 'speed', label: 'Speed', min: -12, max: 12, step: 0.5, value: 3, unit: 'rad/s', live: true },
    { name: 'torque', label: 'Torque', min: 10, max: 1000, step: 10, value: 400, unit: 'N m', live: true },
  ],
  settle: 60,
  build({ world, params, random }) {
    const ground = world.createBody({
      type: 'static',
      shapes: [
        { type: 'box', width: 10, height: 0.4, center: [4, 0.8], friction: 0.3 },
        { type: 'box', width: 0.4, height: 5, center: [9, 3.1] },
      ],
    });
    const disc = world.createBody({
      position: [-3, 2],
      userData: tint(1),
      shapes: [{ type: 'polygon', points: ngon(8, 1.3), radius: 0.1, filter: ghost }],
    });
    const rod = world.createBody({
      position: [0, 2],
      userData: tint(3),
      shapes: [{ type: 'box', width: 4, height: 0.3, filter: ghost }],
    });
    const piston = world.createBody({
      position: [2.5, 2],
      userData: tint(5),
      shapes: [{ type: 'box', width: 1.4, height: 1.8, friction: 0.3 }],
    });
    const motor = world.createJoint({
      type: 'revolute',
      bodyA: ground,
      bodyB: disc,
      anchor: [-3, 2],
      motorSpeed: params.speed,
      maxMotorTorque: params.torque,
    });
    world.createJoint({ type: 'revolute', bodyA: disc, bodyB: rod, anchor: [-2, 2] });
    world.createJoint({ type: 'revolute', bodyA: rod, bodyB: piston, anchor: [2, 2] });
    world.createJoint({ type: 'prismatic', bodyA: ground, bodyB: piston, axis: [1, 0] });
    for (let i = 0; i < 24; i++) {
      world.createBody({
        position: [4.6 + 0.7 * (i % 5), 1.4 + 0.75 * Math.floor(i / 5)],
        userData: tint(random() * 7),
        shapes: [i % 2 ? { type: 'circle', radius: 0.3 } : { type: 'box', width: 0.55, height: 0.55 }],
      });
    }
    return {
      beforeStep() {
        if (motor.destroyed) return;
        if (motor.motorSpeed !== params.speed) motor.motorSpeed = params.speed;
        if (motor.maxMotorTorque !== params.torque) motor.maxMotorTorque = params.torque;
      },
    };
  },
};
