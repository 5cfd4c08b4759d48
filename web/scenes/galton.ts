import { tint, type Scene } from './scene.js';

export const galton: Scene = {
  id: 'galton',
  title: 'Galton board',
  caption: 'Every peg asks left or right; three hundred answers add up to a bell.',
  camera: { x: 0, y: 6.6, width: 17, height: 15.6 },
  params: [
    { name: 'balls', label: 'Balls', min: 50, max: 600, step: 50, value: 300 },
    { name: 'bounce', label: 'Restitution', min: 0, max: 0.8, step: 0.1, value: 0.3 },
  ],
  settle: 900,
  build({ world, params, random }) {
    const pitch = 0.9;
    const rows = 9;
    const bins = 13;
    const half = (bins * pitch) / 2;
    const restitution = params.bounce;
    const bar = (x: number, y: number, width: number, height: number) =>
      ({ type: 'box' as const, width, height, center: [x, y] as [number, number], friction: 0.1 });
    world.createBody({
      type: 'static',
      shapes: [
        bar(0, -0.2, bins * pitch + 0.6, 0.4),
        bar(-half - 0.15, 6.6, 0.3, 13.2),
        bar(half + 0.15, 6.6, 0.3, 13.2),
        ...Array.from({ length: bins - 1 }, (_, i) => bar((i + 1) * pitch - half, 1.9, 0.1, 3.8)),
      ],
    });
    const pegs = [];
    for (let row = 0; row < rows; row++) {
      const count = bins - 1 - (row % 2);
      for (let i = 0; i < count; i++) {
        const center: [number, number] = [(i - (count - 1) / 2) * pitch, 4.9 + row * 0.78];
        pegs.push({ type: 'circle' as const, center, radius: 0.12, friction: 0.1, restitution });
      }
    }
    world.createBody({ type: 'static', shapes: pegs });
    let made = 0;
    let step = 0;
    return {
      beforeStep() {
        if (made >= params.balls || step++ % 3 !== 0) return;
        made++;
        world.createBody({
          position: [(random() - 0.5) * 0.5, 13.2],
          userData: tint((6.99 * made) / params.balls),
          shapes: [{ type: 'circle', radius: 0.15, friction: 0.1, restitution }],
        });
      },
    };
  },
};
