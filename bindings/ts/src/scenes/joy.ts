import { tray } from './parts.js';
import { tint, type Scene } from './scene.js';

/** m, inside: a pit of one shape, however many balls. */
const widthOf = (count: number): number => 18 * Math.sqrt(count / 350);

export const joy: Scene = {
  id: 'joy',
  title: 'Ball pit of joy',
  caption: 'A click throws every ball within 4.5 m away from it and a little upwards, the nearest ones fastest.',
  suggestion: 'Click in the pit.',
  camera({ count }) {
    const width = widthOf(count);
    return { x: 0, y: 0.33 * width, width: width + 4, height: 0.83 * width };
  },
  params: [
    { name: 'count', label: 'Balls', min: 50, max: 1000, step: 50, value: 350 },
    { name: 'joy', label: 'Joy', min: 2, max: 20, step: 1, value: 11, unit: 'm/s', live: true },
  ],
  actions: [{ name: 'joy', label: 'Joy!' }],
  settle: 300,
  build({ world, params, random }) {
    const width = widthOf(params.count);
    const pitch = 0.85;
    const columns = Math.floor((width - 1) / pitch);
    tray(world, width, Math.max(40, 2 * pitch * (params.count / columns)), 0.2);
    for (let i = 0; i < params.count; i++) {
      const column = i % columns;
      const row = Math.floor(i / columns);
      world.createBody({
        position: [(column - (columns - 1) / 2) * pitch + 0.1 * (random() - 0.5), 0.6 + row * pitch],
        userData: tint(7 * random()),
        shapes: [{ type: 'circle', radius: 0.25 + 0.16 * random(), friction: 0.3, restitution: 0.45 }],
      });
    }
    const reach = 4.5;
    const burst = (x: number, y: number): void => {
      for (const body of world.bodies) {
        if (body.type !== 'dynamic') continue;
        const p = body.position;
        const dx = p.x - x;
        const dy = p.y - y;
        const distance = Math.sqrt(dx * dx + dy * dy);
        if (distance > reach || distance < 1e-3) continue;
        const j = (params.joy * body.mass * (1 - distance / reach)) / distance;
        // A little upward, as joy is.
        body.applyImpulse([dx * j, dy * j + 0.4 * params.joy * body.mass * (1 - distance / reach)]);
      }
    };
    return {
      tap: burst,
      actions: { joy: () => burst((random() - 0.5) * 0.66 * width, 0.4 + 2 * random()) },
    };
  },
};
