import { tint, type Label, type Scene } from './scene.js';

export const ramps: Scene = {
  id: 'ramps',
  title: 'Ramps of rising friction',
  caption:
    'A box slides where the slope is steeper than its coefficient of friction: where tan of the angle exceeds μ.',
  suggestion: 'Find the slope at which exactly three boxes stay.',
  camera: { x: 0, y: 5.2, width: 20.5, height: 12 },
  params: [{ name: 'angle', label: 'Slope', min: 5, max: 40, step: 1, value: 20, unit: '°' }],
  build({ world, params }) {
    const angle = (params.angle * Math.PI) / 180;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const length = 5.6;
    const labels: Label[] = [];
    for (let i = 0; i < 6; i++) {
      const friction = i / 10 + 0.05;
      const x = ((i % 3) - 1) * 6.6;
      const y = i < 3 ? 8.2 : 2.6;
      world.createBody({
        type: 'static',
        position: [x, y],
        angle: -angle,
        shapes: [
          { type: 'box', width: length, height: 0.3, friction },
          { type: 'box', width: 0.3, height: 0.6, center: [length / 2 - 0.15, 0.45] },
        ],
      });
      const u = -length / 2 + 0.8;
      const v = 0.15 + 0.4;
      world.createBody({
        position: [x + c * u + s * v, y - s * u + c * v],
        angle: -angle,
        userData: tint(i + 1),
        sleepAllowed: false, // one that starts to slide slowly would fall asleep
        shapes: [{ type: 'box', width: 0.8, height: 0.8, friction }],
      });
      labels.push({ x, y: y - 1.35, text: `μ = ${friction.toFixed(2)}` });
    }
    return { labels };
  },
};
