import { floor } from './parts.js';
import { tint, type Label, type Scene } from './scene.js';

export const heavy: Scene = {
  id: 'heavy',
  title: 'Heavy on light',
  caption: ({ ratio }) =>
    ratio > 1 ? `Each box is ${ratio} times as dense as the one it stands on.` : 'All boxes have one density.',
  suggestion: 'Turn the ratio up until the tower gives way, then choose another solver.',
  camera: { x: 0, y: 3.4, width: 13, height: 8.8, sky: 0.75 },
  params: [
    { name: 'ratio', label: 'Density ratio', min: 1, max: 10, step: 0.5, value: 3 },
    { name: 'boxes', label: 'Boxes', min: 2, max: 8, step: 1, value: 5 },
  ],
  build({ world, params }) {
    floor(world);
    const boxes = Array.from({ length: params.boxes }, (_, i) => {
      const density = params.ratio ** i;
      const mass = density.toLocaleString('en', { maximumFractionDigits: density < 100 ? 1 : 0 });
      const body = world.createBody({
        position: [0, 0.5 + i],
        userData: tint((6.99 * i) / params.boxes),
        shapes: [{ type: 'box', width: 1, height: 1, density, friction: 0.6 }],
      });
      return { body, text: `${mass} kg` };
    }).reverse();
    return {
      // Beside each box, wherever it is by now, unless another body is there, whose it would seem to be, or its label.
      get labels() {
        const labels: Label[] = [];
        for (const { body, text } of boxes) {
          if (body.destroyed) continue;
          const { y } = body.position;
          const x = body.aabb.max.x + 0.1;
          if (labels.some((label) => Math.abs(label.y - y) < 0.5 && Math.abs(label.x - x) < 2.5)) continue;
          const room = { min: [x, y - 0.3], max: [x + 2.2, y + 0.3] } as const;
          if (world.overlap({ aabb: room }).every((shape) => shape.body.type !== 'dynamic'))
            labels.push({ x: x + 0.4, y, text, align: 'left' });
        }
        return labels;
      },
    };
  },
};
