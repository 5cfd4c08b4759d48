import { floor } from './parts.js';
import { tint, type Label, type Scene } from './scene.js';

export const heavy: Scene = {
  id: 'heavy',
  title: 'Heavy on light',
  caption:
    'Each box is denser than the one it stands on; compare the solvers, and turn the ratio up until one gives in.',
  suggestion: 'Turn the ratio up until the tower gives way, then choose another solver.',
  camera: { x: 0, y: 3.4, width: 13, height: 8.8, sky: 0.75 },
  params: [
    { name: 'ratio', label: 'Density ratio', min: 1, max: 10, step: 0.5, value: 3 },
    { name: 'boxes', label: 'Boxes', min: 2, max: 8, step: 1, value: 5 },
  ],
  build({ world, params }) {
    floor(world);
    const labels: Label[] = [];
    for (let i = 0; i < params.boxes; i++) {
      const density = params.ratio ** i;
      world.createBody({
        position: [0, 0.5 + i],
        userData: tint((6.99 * i) / params.boxes),
        shapes: [{ type: 'box', width: 1, height: 1, density, friction: 0.6 }],
      });
      const mass = density.toLocaleString('en', { maximumFractionDigits: density < 100 ? 1 : 0 });
      labels.push({ x: 1, y: 0.5 + i, text: `${mass} kg`, align: 'left' });
    }
    return { labels };
  },
};
