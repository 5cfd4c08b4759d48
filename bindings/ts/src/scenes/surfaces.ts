// Ground of many pieces, ground that runs, ground that lets pass.

import { tray } from './parts.js';
import type { Body } from '../body.js';
import { tint, type Label, type Scene } from './scene.js';

type Point = [number, number];

export const terrain: Scene = {
  id: 'terrain',
  title: 'Terrain',
  caption: ({ pieces }) =>
    `A landscape is one chain of ${pieces} segments, with ice on its left half. Nothing catches where two segments meet.`,
  suggestion: 'Take a box and slide it along the whole valley.',
  camera: { x: 0, y: 3.4, width: 30, height: 13, sky: 0.7 },
  params: [
    { name: 'pieces', label: 'Segments', min: 20, max: 200, step: 20, value: 120 },
    { name: 'bodies', label: 'Bodies', min: 4, max: 40, step: 4, value: 20 },
  ],
  settle: 90,
  build({ world, params, random }) {
    const height = (x: number): number => 0.045 * x * x + 0.5 * Math.sin(0.9 * x) + 0.25 * Math.sin(2.1 * x + 1);
    const { pieces } = params;
    const points = Array.from({ length: pieces + 1 }, (_, i): Point => {
      const x = -14 + (28 * i) / pieces;
      return [x, height(x)];
    });
    world.createBody({
      type: 'static',
      shapes: [
        {
          type: 'chain',
          points,
          friction: 0.7,
          materials: points.slice(1).map(([x]) => ({ friction: x < 0 ? 0.02 : 0.7 })),
        },
        ...[-1, 1].map((side) => ({ type: 'box' as const, width: 1, height: 60, center: [14.5 * side, 20] as Point })),
      ],
    });
    for (let i = 0; i < params.bodies; i++) {
      const x = -12 + (24 * (i + 0.5)) / params.bodies;
      const size = 0.5 + 0.4 * random();
      world.createBody({
        position: [x, height(x) + 1.2 + random()],
        angle: Math.atan(0.09 * x),
        userData: tint(7 * random()),
        shapes: [
          i % 2
            ? { type: 'circle', radius: size / 2, rollingResistance: 0.01 }
            : { type: 'box', width: size * 1.4, height: size, friction: 0.5 },
        ],
      });
    }
  },
};

export const platforms: Scene = {
  id: 'platforms',
  title: 'One-way platforms',
  caption: 'The shelves are solid from above only: a body thrown up passes through and lands on top.',
  suggestion: 'Throw everything up, again and again, until the highest shelves are full.',
  camera: { x: 0, y: 5.6, width: 17, height: 12.6 },
  params: [
    { name: 'bodies', label: 'Bodies', min: 4, max: 48, step: 4, value: 24 },
    { name: 'speed', label: 'Throw', min: 5, max: 16, step: 1, value: 13, unit: 'm/s', live: true },
  ],
  actions: [{ name: 'throw', label: 'Throw all up', keys: ['u'] }],
  settle: 300,
  build({ world, params, random }) {
    tray(world, 14, 40);
    for (let i = 0; i < 3; i++) {
      for (const x of i % 2 ? [0] : [-4, 4]) {
        world.createBody({
          type: 'static',
          position: [x, 2.6 + 2.8 * i],
          shapes: [{ type: 'box', width: i % 2 ? 6.5 : 4.6, height: 0.25, oneWay: [0, 1], friction: 0.7 }],
        });
      }
    }
    const bodies = Array.from({ length: params.bodies }, (_, i) => {
      const size = 0.5 + 0.25 * random();
      return world.createBody({
        position: [((i % 8) - 3.5) * 1.5, 0.6 + 0.9 * Math.floor(i / 8)],
        userData: tint(7 * random()),
        shapes: [i % 3 ? { type: 'box', width: size, height: size } : { type: 'circle', radius: size / 2 }],
      });
    });
    const up = (body: Body): void => {
      if (body.destroyed) return;
      body.velocity = [4 * (random() - 0.5), params.speed * (0.8 + 0.2 * random())];
    };
    const state = { next: 0 };
    return {
      state,
      actions: { throw: () => bodies.forEach(up) },
      beforeStep(time) {
        // One after another, those on the floor.
        if (time < state.next) return;
        state.next = time + 0.25;
        const low = bodies.filter((body) => !body.destroyed && body.position.y < 1.2);
        const chosen = low[Math.floor(random() * low.length)];
        if (chosen) up(chosen);
      },
    };
  },
};

export const seams: Scene = {
  id: 'seams',
  title: 'Tiles without seams',
  caption: ({ tile }) =>
    `Above, a floor of tiles of ${tile} m; below, one piece. Nothing catches on the seams: the two boxes stay side by side.`,
  suggestion: 'Push both boxes in the same way.',
  camera: { x: 0, y: 2.6, width: 26, height: 8.5 },
  params: [
    { name: 'tile', label: 'Tile', min: 0.25, max: 2, step: 0.25, value: 0.5, unit: 'm' },
    { name: 'speed', label: 'Speed', min: 1, max: 12, step: 1, value: 6, unit: 'm/s' },
  ],
  settle: 60,
  build({ world, params }) {
    const width = 24;
    const lanes = [3.4, 0].map((y, lane) => {
      const count = lane === 0 ? width / params.tile : 1;
      const size = width / count;
      world.createBody({
        type: 'static',
        shapes: [
          ...Array.from({ length: count }, (_, i) => ({
            type: 'box' as const,
            width: size,
            height: 0.5,
            center: [(i - (count - 1) / 2) * size, y - 0.25] as Point,
            friction: 0,
          })),
          ...[-1, 1].map((side) => ({
            type: 'box' as const,
            width: 0.5,
            height: 1.8,
            center: [(side * (width - 0.5)) / 2, y + 0.9] as Point,
            friction: 0,
            restitution: 1,
          })),
        ],
      });
      const box = world.createBody({
        position: [-8, y + 0.4],
        velocity: [params.speed, 0],
        userData: tint(2 + 3 * lane),
        sleepAllowed: false,
        shapes: [{ type: 'box', width: 1.2, height: 0.8, friction: 0, restitution: 1 }],
      });
      return { box, y };
    });
    const labels: Label[] = [];
    return {
      labels,
      beforeStep() {
        labels.length = 0;
        const [a, b] = lanes.map(({ box }) => box);
        if (a!.destroyed || b!.destroyed) return;
        const apart = 1000 * Math.abs(a!.position.x - b!.position.x);
        const text = apart < 1000 ? `${apart.toFixed(1)} mm` : `${(apart / 1000).toFixed(1)} m`;
        labels.push({ x: 0, y: 2, text: `${text} apart` });
      },
    };
  },
};

export const conveyor: Scene = {
  id: 'conveyor',
  title: 'Conveyor belts',
  caption: ({ belt }) =>
    belt === 0
      ? 'The belts stand still, and the bodies on them stay.'
      : `Belts are surfaces with a speed of their own, here ${Math.abs(belt)} m/s. Bodies that leave the lowest one start again at the top.`,
  suggestion: 'Reverse the belts, and see where everything goes.',
  camera: { x: 0, y: 4.4, width: 19, height: 11 },
  params: [
    { name: 'belt', label: 'Speed', min: -4, max: 4, step: 0.25, value: 2, unit: 'm/s', live: true },
    { name: 'bodies', label: 'Bodies', min: 3, max: 36, step: 3, value: 18 },
    { name: 'friction', label: 'Friction', min: 0.05, max: 1, step: 0.05, value: 0.6 },
  ],
  settle: 240,
  build({ world, params, random }) {
    const friction = params.friction;
    const levels = [6.6, 3.6, 0.6];
    const belts = levels.map((y, i) => {
      const body = world.createBody({
        type: 'static',
        shapes: [
          {
            type: 'capsule',
            a: [-5 + (i % 2 ? 1.2 : -1.2), y],
            b: [5 + (i % 2 ? 1.2 : -1.2), y],
            radius: 0.35,
            friction,
          },
        ],
      });
      return { shape: body.shapes[0]!, way: i % 2 ? -1 : 1 };
    });
    world.createBody({
      type: 'static',
      shapes: [-1, 1].map((side) => ({
        type: 'box' as const,
        width: 0.5,
        height: 40,
        center: [8.6 * side, 18] as Point,
        friction: 0.1,
      })),
    });
    const start = (): Point => [-5 + 3 * random(), 8.2 + 1.6 * random()];
    const bodies = Array.from({ length: params.bodies }, (_, i) => {
      const size = 0.55 + 0.35 * random();
      return world.createBody({
        position: [-5.5 + ((i % 6) + 0.5) * 1.5, 8 + 1.1 * Math.floor(i / 6)],
        userData: tint(7 * random()),
        shapes: [{ type: 'box', width: size, height: size, radius: 0.04, friction }],
      });
    });
    return {
      beforeStep() {
        // Counter-clockwise around a belt is to the left on its upper side.
        for (const { shape, way } of belts)
          if (shape.tangentSpeed !== -way * params.belt) shape.tangentSpeed = -way * params.belt;
        for (const body of bodies) {
          if (body.destroyed || body.position.y > -3) continue;
          body.setTransform(start(), 0);
          body.velocity = [0, 0];
          body.angularVelocity = 0;
        }
      },
    };
  },
};
