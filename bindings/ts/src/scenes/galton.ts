import { tint, type Scene } from './scene.js';

export const galton: Scene = {
  id: 'galton',
  title: 'Galton board',
  caption: 'Every peg asks left or right; twelve answers a ball add up to a bell.',
  suggestion: 'Raise the restitution to 0.8: the bell becomes wider.',
  camera: { x: 0, y: 6.9, width: 14, height: 15.6 },
  params: [
    { name: 'balls', label: 'Balls', min: 50, max: 300, step: 25, value: 200 },
    { name: 'bounce', label: 'Restitution', min: 0.2, max: 0.8, step: 0.1, value: 0.2 },
  ],
  settle: 1100,
  build({ world, params, random }) {
    const pitch = 0.64;
    const rows = 12;
    const bins = 15;
    const binHeight = 5.4;
    const half = (bins * pitch) / 2;
    const restitution = params.bounce;
    const bar = (x: number, y: number, width: number, height: number) => ({
      type: 'box' as const,
      width,
      height,
      center: [x, y] as [number, number],
      friction: 0.1,
    });
    world.createBody({
      type: 'static',
      shapes: [
        bar(0, -0.2, bins * pitch + 0.6, 0.4),
        bar(-half - 0.15, 6.6, 0.3, 13.6),
        bar(half + 0.15, 6.6, 0.3, 13.6),
        ...Array.from({ length: bins - 1 }, (_, i) => bar((i + 1) * pitch - half, binHeight / 2, 0.08, binHeight)),
      ],
    });
    const pegs = [];
    for (let row = 0; row < rows; row++) {
      const count = bins - 1 - (row % 2);
      for (let i = 0; i < count; i++) {
        const center: [number, number] = [(i - (count - 1) / 2) * pitch, binHeight + 0.5 + row * 0.55];
        pegs.push({ type: 'circle' as const, center, radius: 0.12, friction: 0.1, restitution });
      }
    }
    world.createBody({ type: 'static', shapes: pegs });
    const state = { made: 0, step: 0 };
    return {
      state,
      beforeStep() {
        if (state.made >= params.balls || state.step++ % 5 !== 0) return;
        state.made++;
        world.createBody({
          position: [(random() - 0.5) * 0.2, 13.4],
          userData: tint((6.99 * state.made) / params.balls),
          shapes: [{ type: 'circle', radius: 0.13, friction: 0.1, restitution }],
        });
      },
    };
  },
};
