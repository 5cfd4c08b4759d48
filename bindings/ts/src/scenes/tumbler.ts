import { addMixed } from './parts.js';
import type { Scene } from './scene.js';

export const tumbler: Scene = {
  id: 'tumbler',
  title: 'Tumbler',
  caption: 'A drum turns at the speed you choose: slowly, and the load tumbles at the bottom.',
  suggestion: 'Turn faster until the load sticks to the wall.',
  camera: { x: 0, y: 0, width: 15, height: 14.4 },
  params: [
    { name: 'count', label: 'Bodies', min: 20, max: 240, step: 20, value: 180 },
    { name: 'turn', label: 'Turning', min: -2.5, max: 2.5, step: 0.1, value: 0.5, unit: 'rad/s', live: true },
  ],
  settle: 180,
  build({ world, params, random }) {
    const radius = 6;
    const sides = 12;
    const width = 2 * radius * Math.tan(Math.PI / sides) + 0.3;
    const drum = world.createBody({
      type: 'kinematic',
      angularVelocity: params.turn,
      shapes: Array.from({ length: sides }, (_, i) => {
        const angle = (2 * Math.PI * i) / sides;
        const r = radius + 0.2;
        return {
          type: 'box' as const,
          width: 0.4,
          height: width,
          center: [r * Math.cos(angle), r * Math.sin(angle)] as [number, number],
          angle,
          friction: 0.7,
        };
      }),
    });
    // From below, row by row, as far from the wall as a body reaches.
    const pitch = 0.6;
    const room = radius - 0.4;
    let made = 0;
    for (let y = pitch / 2 - room; made < params.count && y < room; y += pitch) {
      const columns = Math.floor((2 * Math.sqrt(room ** 2 - y ** 2)) / pitch);
      for (let i = 0; i < columns && made < params.count; i++, made++)
        addMixed(world, (i - (columns - 1) / 2) * pitch, y, 0.5, random);
    }
    return {
      beforeStep() {
        if (drum.angularVelocity !== params.turn) drum.angularVelocity = params.turn;
      },
    };
  },
};
