import { tint, type Scene } from './scene.js';

export const hourglass: Scene = {
  id: 'hourglass',
  title: 'Hourglass',
  caption: 'Grains flow through the neck hardly faster when more are waiting.',
  suggestion: 'Turn it over while it runs.',
  camera: { x: 0, y: 0, width: 14, height: 16.4 },
  params: [
    { name: 'grains', label: 'Grains', min: 100, max: 450, step: 50, value: 400 },
    { name: 'neck', label: 'Neck', min: 1.1, max: 2.5, step: 0.1, value: 1.3, unit: 'm' },
  ],
  actions: [{ name: 'turn', label: 'Turn over' }],
  settle: 300,
  build({ world, params, random }) {
    const half = params.neck / 2;
    const w = 5.6;
    const h = 7.4;
    const radius = 0.2;
    const walls = [];
    for (const side of [-1, 1]) {
      const path: [number, number][] = [
        [side * w, h],
        [side * w, 4],
        [side * (half + radius), 0],
        [side * w, -4],
        [side * w, -h],
      ];
      for (let i = 0; i + 1 < path.length; i++) {
        walls.push({ type: 'capsule' as const, a: path[i], b: path[i + 1], radius, friction: 0.2 });
      }
    }
    for (const y of [-h, h]) {
      const a: [number, number] = [-w, y];
      const b: [number, number] = [w, y];
      walls.push({ type: 'capsule' as const, a, b, radius, friction: 0.2 });
    }
    world.createBody({ type: 'static', shapes: walls });
    const pitch = 0.31;
    let made = 0;
    for (let row = 0; made < params.grains && 0.9 + row * pitch < h - 0.5; row++) {
      const y = 0.9 + row * pitch;
      const inner = Math.min(w, half + radius + (y / 4) * (w - half - radius)) - 0.6;
      const columns = Math.max(1, Math.floor((2 * inner) / pitch));
      for (let i = 0; i < columns && made < params.grains; i++, made++) {
        world.createBody({
          position: [(i - (columns - 1) / 2) * pitch + 0.02 * (random() - 0.5), y],
          userData: tint((y / h) * 6.99),
          shapes: [{ type: 'circle', radius: 0.125 + 0.025 * random(), friction: 0.2 }],
        });
      }
    }
    return {
      actions: {
        turn() {
          const { x, y } = world.gravity;
          world.gravity = [-x, -y];
          for (const body of world.bodies) body.wake();
        },
      },
    };
  },
};
