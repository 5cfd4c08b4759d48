import { addMixed, tray } from './parts.js';
import type { Scene } from './scene.js';

export const pile: Scene = {
  id: 'pile',
  title: 'Mixed pile',
  caption: 'Discs, boxes, capsules and polygons fall into a tray, push each other about and come to rest.',
  camera: { x: 0, y: 8, width: 27, height: 19 },
  params: [
    { name: 'count', label: 'Bodies', min: 50, max: 2000, step: 50, value: 500 },
    { name: 'size', label: 'Size', min: 0.3, max: 1, step: 0.05, value: 0.7, unit: 'm' },
  ],
  settle: 420,
  build({ world, params, random }) {
    const width = 22;
    tray(world, width, 16);
    const pitch = params.size * 1.35;
    const columns = Math.floor((width - 1) / pitch);
    for (let i = 0; i < params.count; i++) {
      const column = i % columns;
      const row = Math.floor(i / columns);
      const x = (column - (columns - 1) / 2) * pitch + 0.1 * (random() - 0.5);
      addMixed(world, x, 1.2 + row * pitch, params.size, random);
    }
  },
};
