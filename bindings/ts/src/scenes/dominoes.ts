import { floor } from './parts.js';
import { tint, type Scene } from './scene.js';

export const dominoes: Scene = {
  id: 'dominoes',
  title: 'Growing dominoes',
  caption: ({ growth, count }) =>
    growth > 1
      ? `Each domino fells one ${Math.round(100 * (growth - 1))} % taller than itself: the last is ${Math.round(growth ** (count - 1))} times as tall as the first.`
      : 'Each domino fells the next, all of one height: the wave keeps its speed.',
  suggestion: 'Find the largest growth at which the last one still falls.',
  camera: { x: 9.7, y: 3.3, width: 25, height: 9, sky: 0.75 },
  params: [
    { name: 'count', label: 'Dominoes', min: 5, max: 16, step: 1, value: 13 },
    { name: 'growth', label: 'Growth', min: 1, max: 1.3, step: 0.01, value: 1.21 },
  ],
  actions: [{ name: 'push', label: 'Push the first' }],
  settle: 0,
  build({ world, params }) {
    floor(world, { friction: 0.9 });
    let height = 0.6;
    let x = 0;
    const first = { x: 0, y: 0.5 };
    const bodies = Array.from({ length: params.count }, (_, i) => {
      const width = height * 0.16;
      const body = world.createBody({
        position: [x, height / 2],
        userData: tint((6.99 * i) / params.count),
        shapes: [{ type: 'box', width, height, friction: 0.5 }],
      });
      x += height * 0.62;
      height *= params.growth;
      return body;
    });
    const state = { pushed: false };
    const push = (): void => {
      const body = bodies[0];
      if (!body.destroyed) body.applyImpulse([0.55 * body.mass, 0], [first.x, first.y]);
    };
    return {
      state,
      actions: { push },
      beforeStep(time) {
        if (state.pushed || time < 0.8) return;
        state.pushed = true;
        push();
      },
    };
  },
};
