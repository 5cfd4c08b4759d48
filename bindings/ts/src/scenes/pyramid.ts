import { floor } from './parts.js';
import { tint, type Scene } from './scene.js';

export const pyramid: Scene = {
  id: 'pyramid',
  title: 'Pyramid',
  caption: ({ rows }) =>
    `${(rows * (rows + 1)) / 2} boxes, each above the lowest row on two others. The marks are the impulses at the contacts, thicker towards the ground.`,
  suggestion: 'Pull a box out of the middle row, and leave as many of the others standing as you can.',
  camera: ({ rows }) => ({ x: 0, y: 0.5 * rows, width: rows + 5, height: rows + 3, sky: 0.75 }),
  params: [{ name: 'rows', label: 'Rows', min: 2, max: 40, step: 1, value: 14 }],
  build({ world, params }) {
    const rows = params.rows;
    floor(world);
    for (let row = 0; row < rows; row++) {
      const count = rows - row;
      for (let i = 0; i < count; i++) {
        world.createBody({
          position: [(i - (count - 1) / 2) * 1.06, 0.5 + row],
          userData: tint(6.99 * (1 - row / rows)),
          shapes: [{ type: 'box', width: 1, height: 1, friction: 0.6 }],
        });
      }
    }
  },
};
