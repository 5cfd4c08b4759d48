import { floor } from './parts.js';
import { tint, type Scene } from './scene.js';

export const stack: Scene = {
  id: 'stack',
  title: 'Stack',
  caption: 'One box on another on another: the oldest test of a physics engine, and still the honest one.',
  suggestion: 'Pull out one of the lower boxes as fast as you can, then as slowly as you can.',
  camera: ({ boxes }) => ({ x: 0, y: 0.5 * boxes, width: Math.max(12, boxes), height: boxes + 2.5, sky: 0.75 }),
  params: [
    { name: 'boxes', label: 'Boxes', min: 2, max: 20, step: 1, value: 10 },
    { name: 'offset', label: 'Offset', min: 0, max: 0.45, step: 0.05, value: 0, unit: 'm' },
  ],
  build({ world, params }) {
    floor(world);
    for (let i = 0; i < params.boxes; i++) {
      world.createBody({
        position: [(i % 2 === 0 ? -0.5 : 0.5) * params.offset, 0.5 + i],
        userData: tint(6.99 * (1 - i / params.boxes)),
        shapes: [{ type: 'box', width: 1, height: 1, friction: 0.6 }],
      });
    }
  },
};
