import { floor } from './parts.js';
import { tint, type Label, type Scene } from './scene.js';

const kLetter = 0.26; // m: width of a letter of a label

export const heavy: Scene = {
  id: 'heavy',
  title: 'Heavy on light',
  caption: ({ ratio }) =>
    ratio > 1 ? `Each box is ${ratio} times as dense as the one it stands on.` : 'All boxes have one density.',
  suggestion: 'Turn the ratio up until the tower gives way, then choose another solver and start again.',
  camera({ boxes }) {
    const height = Math.max(8.8, boxes + 1.6);
    return { x: 0, y: height / 2 - 1, width: 13, height, sky: 0.75 };
  },
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
      // Right or left of each box, wherever it is by now, unless another body is there, whose it would seem to be, or
      // its label.
      get labels() {
        const labels: Label[] = [];
        for (const { body, text } of boxes) {
          if (body.destroyed) continue;
          const { y } = body.position;
          const { min, max } = body.aabb;
          for (const x of [max.x + 0.5, min.x - 0.5 - kLetter * text.length]) {
            if (labels.some((label) => Math.abs(label.y - y) < 0.5 && Math.abs(label.x - x) < 2)) continue;
            // On the left a text ends at its box: a body near its beginning would seem to be the one it names.
            const room =
              x > max.x
                ? ({ min: [max.x + 0.1, y - 0.3], max: [x + 1.8, y + 0.3] } as const)
                : ({ min: [2 * x - min.x, y - 2], max: [min.x - 0.1, y + 2] } as const);
            if (world.overlap({ aabb: room }).some((shape) => shape.body.type === 'dynamic')) continue;
            labels.push({ x, y, text, align: 'left' });
            break;
          }
        }
        return labels;
      },
    };
  },
};
