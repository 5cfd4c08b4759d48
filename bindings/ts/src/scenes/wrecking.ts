import { floor } from './parts.js';
import { tint, type Scene } from './scene.js';

const kStorey = 1.8; // m

export const wrecking: Scene = {
  id: 'wrecking',
  title: 'Wrecking throw',
  caption: 'A heavy ball meets a tower of posts and planks.',
  suggestion: 'Find the least speed that brings the top plank down.',
  // From below the floor to above the tower.
  camera({ storeys }) {
    const height = Math.max(13, storeys * kStorey + 2.2);
    return { x: 0.5, y: height / 2 - 1.5, width: 26, height, sky: 0.75 };
  },
  params: [
    { name: 'storeys', label: 'Storeys', min: 1, max: 10, step: 1, value: 6 },
    { name: 'speed', label: 'Speed', min: 2, max: 25, step: 1, value: 14, unit: 'm/s', live: true },
    { name: 'density', label: 'Density of the ball', min: 1, max: 20, step: 1, value: 6, live: true },
  ],
  actions: [{ name: 'throw', label: 'Throw' }],
  settle: 0,
  build({ world, params }) {
    floor(world);
    const bays = 3;
    for (let storey = 0; storey < params.storeys; storey++) {
      const y = storey * kStorey;
      const userData = tint(6.99 * (1 - storey / params.storeys));
      for (let i = 0; i <= bays; i++) {
        world.createBody({
          position: [4 + (i - bays / 2) * 1.5, y + 0.75],
          userData,
          shapes: [{ type: 'box', width: 0.3, height: 1.5, friction: 0.6 }],
        });
      }
      for (let i = 0; i < bays; i++) {
        world.createBody({
          position: [4 + (i - (bays - 1) / 2) * 1.5, y + 1.65],
          userData,
          shapes: [{ type: 'box', width: 1.48, height: 0.3, friction: 0.6 }],
        });
      }
    }
    const start: [number, number] = [-9.5, 4];
    const ball = world.createBody({
      position: start,
      userData: tint(0),
      gravityScale: 0,
      shapes: [{ type: 'circle', radius: 0.8, density: params.density, friction: 0.4, restitution: 0.1 }],
    });
    const state = { thrown: false };
    const launch = (): void => {
      if (ball.destroyed) return;
      state.thrown = true;
      ball.gravityScale = 1;
      ball.setTransform(start, 0);
      ball.setMass({
        mass: params.density * Math.PI * 0.64,
        inertia: params.density * Math.PI * 0.64 * 0.32,
        center: [0, 0],
      });
      ball.velocity = [params.speed * 0.92, params.speed * 0.38];
      ball.angularVelocity = 0;
    };
    return {
      state,
      actions: { throw: launch },
      beforeStep(time) {
        if (!state.thrown && time > 1) launch();
      },
    };
  },
};
