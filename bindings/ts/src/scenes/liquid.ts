import { tint, type Scene } from './scene.js';
import { tray } from './parts.js';

const kColumns = 24;
// m. Discs of one size would lock into a lattice, whose slopes stand.
const kSmallest = 0.1;
const kLargest = 0.18;

export const liquid: Scene = {
  id: 'liquid',
  title: 'Rigid liquid',
  caption: ({ count }) =>
    `${count} hard discs without friction flow like a liquid and find their level. A light box floats, a heavy one sinks.`,
  suggestion: 'Tilt the tank slowly to one side, then let it go level again.',
  camera: { x: 0, y: 4.4, width: 17.5, height: 11 },
  params: [
    { name: 'count', label: 'Discs', min: 165, max: 561, step: 33, value: 561 },
    { name: 'tilt', label: 'Tilt', min: -15, max: 15, step: 1, value: 0, unit: '°', live: true },
  ],
  settle: 400,
  build({ world, params, random }) {
    tray(world, 15, 80); // a wave that runs up a wall throws discs high
    const pitch = 0.37;
    for (let i = 0; i < params.count; i++) {
      const [column, row] = [i % kColumns, Math.floor(i / kColumns)];
      world.createBody({
        position: [-7.2 + column * pitch + 0.01 * random(), 0.2 + row * pitch],
        userData: tint(3 + (row / 24) * 4),
        shapes: [{ type: 'circle', radius: kSmallest + (kLargest - kSmallest) * random(), friction: 0 }],
      });
    }
    const top = Math.ceil(params.count / kColumns) * pitch + 1;
    for (const [x, density] of [
      [-5.5, 0.25],
      [-2.5, 6],
    ]) {
      world.createBody({
        position: [x!, top],
        userData: tint(density! < 1 ? 0 : 6),
        shapes: [{ type: 'box', width: 1.3, height: 1, density: density!, friction: 0 }],
      });
    }
    return {
      beforeStep() {
        const angle = (params.tilt * Math.PI) / 180;
        const [x, y] = [9.81 * Math.sin(angle), -9.81 * Math.cos(angle)];
        if (Math.abs(world.gravity.x - x) < 1e-4) return;
        world.gravity = [x, y];
        for (const body of world.bodies) body.wake();
      },
    };
  },
};
