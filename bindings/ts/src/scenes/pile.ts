import { addMixed, tray } from './parts.js';
import type { Params, Scene } from './scene.js';

/** m, inside: a tray of one shape, filled to about one height however many bodies of whichever size. */
const widthOf = ({ count, size }: Params): number => 1.4 * size * Math.sqrt(count);

export const pile: Scene = {
  id: 'pile',
  title: 'Mixed pile',
  caption: 'Discs, boxes, capsules and polygons fall into a tray, push each other about and come to rest.',
  suggestion: 'Stir the pile with one body. The thick lines show where the contacts carry most of the weight.',
  camera(params) {
    const width = widthOf(params);
    return { x: 0, y: 0.36 * width, width: 1.22 * width, height: 0.86 * width };
  },
  params: [
    { name: 'count', label: 'Bodies', min: 50, max: 2000, step: 50, value: 500 },
    { name: 'size', label: 'Size', min: 0.3, max: 1, step: 0.05, value: 0.7, unit: 'm' },
  ],
  settle: 420,
  build({ world, params, random }) {
    const width = widthOf(params);
    const pitch = params.size * 1.35;
    const columns = Math.max(1, Math.floor((width - params.size) / pitch));
    tray(world, width, Math.max(0.73 * width, 2 + pitch * Math.ceil(params.count / columns)));
    for (let i = 0; i < params.count; i++) {
      const column = i % columns;
      const row = Math.floor(i / columns);
      const x = (column - (columns - 1) / 2) * pitch + 0.1 * (random() - 0.5);
      addMixed(world, x, 1.2 + row * pitch, params.size, random);
    }
  },
};
