import { floor } from './parts.js';
import { tint, type Scene } from './scene.js';

const kFirst = 0.6; // m, height of the first
const kGap = 0.62; // from one to the next, in heights

/** A factor above 1 in about two digits, so that 1.1 is not rounded to 1. */
const timesOf = (factor: number): string => factor.toFixed(factor < 2 ? 2 : factor < 10 ? 1 : 0);

export const dominoes: Scene = {
  id: 'dominoes',
  title: 'Growing dominoes',
  caption: ({ growth, count }) =>
    growth > 1
      ? `Each domino fells one ${Math.round(100 * (growth - 1))} % taller than itself: the last is ${timesOf(growth ** (count - 1))} times as tall as the first.`
      : 'Each domino fells the next, all of one height: after the first five the wave keeps its speed.',
  suggestion: 'Turn both sliders up: the last of 16 is 51 times as tall as the first, and falls too.',
  camera: ({ growth, count }) => {
    // To the end of the last one once it lies.
    let end = kFirst * growth ** (count - 1);
    const height = end;
    for (let i = 0; i < count - 1; i++) end += kGap * kFirst * growth ** i;
    return { x: 0.46 * end, y: 0.56 * height, width: 1.2 * end, height: 1.5 * height, sky: 0.75 };
  },
  params: [
    { name: 'count', label: 'Dominoes', min: 5, max: 16, step: 1, value: 13 },
    { name: 'growth', label: 'Growth', min: 1, max: 1.3, step: 0.01, value: 1.21 },
  ],
  actions: [{ name: 'push', label: 'Push the first' }],
  settle: 0,
  build({ world, params }) {
    floor(world, { friction: 0.9 });
    let height = kFirst;
    let x = 0;
    const first = { x: 0, y: 0.5 };
    const bodies = Array.from({ length: params.count }, (_, i) => {
      const width = height * 0.16;
      const body = world.createBody({
        position: [x, height / 2],
        userData: tint((6.99 * i) / params.count),
        shapes: [{ type: 'box', width, height, friction: 0.5 }],
      });
      x += height * kGap;
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
