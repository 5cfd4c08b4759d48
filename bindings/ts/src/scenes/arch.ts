import { floor } from './parts.js';
import { tint, type Scene } from './scene.js';

export const arch: Scene = {
  id: 'arch',
  title: 'Arch',
  caption:
    'Cut stones without mortar hold each other up, as long as the arch is thick enough to keep the thrust inside.',
  suggestion: 'Find the thinnest arch that stands.',
  camera: { x: 0, y: 3, width: 17, height: 8.6, sky: 0.7 },
  params: [
    { name: 'stones', label: 'Stones', min: 5, max: 21, step: 2, value: 11 },
    { name: 'thickness', label: 'Thickness', min: 0.4, max: 1.6, step: 0.05, value: 1.1, unit: 'm' },
    { name: 'friction', label: 'Friction', min: 0, max: 1, step: 0.05, value: 0.7 },
  ],
  build({ world, params }) {
    const { stones, thickness, friction } = params;
    floor(world, { friction });
    const outer = 5 + thickness / 2;
    const inner = 5 - thickness / 2;
    for (let i = 0; i < stones; i++) {
      const a = (Math.PI * i) / stones;
      const b = (Math.PI * (i + 1)) / stones;
      const middle = (a + b) / 2;
      const at = (r: number, angle: number): [number, number] => [r * Math.cos(angle), r * Math.sin(angle)];
      const center = at(5, middle);
      const local = ([x, y]: [number, number]): [number, number] => [x - center[0], y - center[1]];
      world.createBody({
        position: center,
        userData: tint(6.99 * Math.abs(Math.cos(middle))),
        shapes: [
          {
            type: 'polygon',
            points: [at(inner, a), at(outer, a), at(outer, b), at(inner, b)].map(local),
            density: 2,
            friction,
          },
        ],
      });
    }
    // Abutments keep the feet from walking apart.
    for (const side of [-1, 1]) {
      world.createBody({
        type: 'static',
        position: [side * (outer + 0.45), 0.35],
        shapes: [{ type: 'box', width: 0.88, height: 0.7, friction }],
      });
    }
  },
};
