import { tint, type Label, type Scene } from './scene.js';

export const bounce: Scene = {
  id: 'bounce',
  title: 'Bouncing row',
  caption: ({ height }) =>
    `Eleven balls fall ${height} m onto pads of rising restitution e: each returns to e² of that height.`,
  suggestion: 'Halve the height: every ball still returns the same share of it.',
  camera: { x: 0, y: 3.9, width: 17.5, height: 10 },
  params: [{ name: 'height', label: 'Height', min: 1, max: 7, step: 0.5, value: 6, unit: 'm' }],
  settle: 0,
  build({ world, params }) {
    const labels: Label[] = [];
    for (let i = 0; i <= 10; i++) {
      const restitution = i / 10;
      const x = (i - 5) * 1.5;
      // Pad and ball have the same coefficient, so every rule that mixes the two gives the one on the label.
      world.createBody({
        type: 'static',
        position: [x, -0.2],
        shapes: [{ type: 'box', width: 1.3, height: 0.4, restitution, friction: 0.4 }],
      });
      world.createBody({
        position: [x, params.height + 0.5],
        userData: tint(i * 0.63),
        shapes: [{ type: 'circle', radius: 0.5, restitution, friction: 0.4 }],
      });
      labels.push({ x, y: -0.85, text: i === 0 ? 'e = 0' : restitution.toFixed(1) });
    }
    return { labels };
  },
};
