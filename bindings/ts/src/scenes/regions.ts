// What acts from a distance: a sensor that counts and blows, an explosion.

import { floor, tray } from './parts.js';
import { tint, type Label, type Scene } from './scene.js';

export const fan: Scene = {
  id: 'fan',
  title: 'Sensor and fan',
  caption: 'The dashed region is a sensor. It reports bodies that enter or leave it, and blows those inside upwards.',
  suggestion: 'Find the lift at which the balls hover.',
  camera: { x: 0, y: 5.1, width: 18, height: 13.6 },
  params: [
    { name: 'balls', label: 'Balls', min: 10, max: 120, step: 10, value: 60 },
    { name: 'lift', label: 'Lift', min: 0, max: 4, step: 0.1, value: 2, unit: '× the weight', live: true },
  ],
  settle: 300,
  build({ world, params, random }) {
    tray(world, 15, 60);
    world.createBody({
      type: 'static',
      shapes: [
        // Slopes that lead back to the fan.
        { type: 'polygon', points: [[-7.5, 0], [-2, 0], [-7.5, 2.4]], friction: 0.1 },
        { type: 'polygon', points: [[7.5, 0], [2, 0], [7.5, 2.4]], friction: 0.1 },
      ],
    }); // prettier-ignore
    const region = world.createBody({
      type: 'static',
      position: [0, 3.5],
      shapes: [{ type: 'box', width: 4, height: 7, sensor: true }],
    });
    for (let i = 0; i < params.balls; i++) {
      world.createBody({
        position: [((i % 12) - 5.5) * 1.1 + 0.2 * random(), 3 + 0.9 * Math.floor(i / 12)],
        userData: tint(7 * random()),
        sleepAllowed: false,
        linearDamping: 0.2,
        shapes: [{ type: 'circle', radius: 0.25 + 0.12 * random(), friction: 0.1, restitution: 0.4 }],
      });
    }
    const labels: Label[] = [];
    return {
      labels,
      beforeStep() {
        labels.length = 0;
        if (region.destroyed) return;
        const inside = region.shapes[0]!.overlaps.map(({ body }) => body);
        for (const body of inside) body.applyForce([0, 9.81 * params.lift * body.mass]);
        labels.push({ x: 0, y: -1.1, text: `${inside.length} inside` });
      },
    };
  },
};

export const explosion: Scene = {
  id: 'explosion',
  title: 'Explosion',
  caption: ({ impulse, radius }) =>
    `A blast gives ${impulse} N s to every metre of a body that faces it, within ${radius} m, and less further out. Click to set one off.`,
  suggestion: 'Set one off below a corner of the house, then one inside it.',
  camera: { x: 0, y: 4.8, width: 22, height: 11.6, sky: 0.7 },
  params: [
    { name: 'impulse', label: 'Impulse', min: 1, max: 20, step: 1, value: 7, unit: 'N s/m', live: true },
    { name: 'radius', label: 'Radius', min: 0.5, max: 4, step: 0.5, value: 2, unit: 'm', live: true },
  ],
  actions: [{ name: 'blast', label: 'Blast', keys: ['b'] }],
  settle: 0,
  build({ world, params, random }) {
    floor(world, { friction: 0.8 });
    world.createBody({
      type: 'static',
      shapes: [-1, 1].map((side) => ({
        type: 'box' as const,
        width: 1,
        height: 80,
        center: [11.5 * side, 40] as [number, number],
      })),
    });
    for (let row = 0; row < 8; row++) {
      for (let i = 0; i < 7; i++) {
        if (row % 4 === 1 && (i === 2 || i === 4)) continue; // windows
        world.createBody({
          position: [(i - 3) * 1.02 + (row % 2 ? 0.25 : 0), 0.4 + 0.8 * row],
          userData: tint(6.99 * (1 - row / 8)),
          shapes: [{ type: 'box', width: 1, height: 0.8, friction: 0.6 }],
        });
      }
    }
    const blast = (x: number, y: number): void =>
      world.explode({ position: [x, y], radius: params.radius, falloff: params.radius, impulse: params.impulse });
    const state = { done: false };
    return {
      state,
      tap: blast,
      actions: { blast: () => blast(6 * (random() - 0.5), 0.5 + 3 * random()) },
      beforeStep(time) {
        if (state.done || time < 1.2) return;
        state.done = true;
        blast(-2.2, 0.4);
      },
    };
  },
};
