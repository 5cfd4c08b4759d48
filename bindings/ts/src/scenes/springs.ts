import { floor } from './parts.js';
import { tint, type Scene } from './scene.js';
import type { Body } from '../body.js';

export const springs: Scene = {
  id: 'springs',
  title: 'Chain of springs',
  caption: ({ hertz, damping }) =>
    `Balls on springs of ${hertz} Hz between two posts. A pluck runs along as a wave and returns from the ends` +
    (damping === 0 ? '; the springs do not damp it.' : '.'),
  suggestion: 'Pluck it, then double the frequency: the wave is twice as fast.',
  camera: { x: 0, y: 3.4, width: 22, height: 9 },
  params: [
    { name: 'count', label: 'Balls', min: 3, max: 30, step: 1, value: 18 },
    { name: 'hertz', label: 'Springs', min: 1, max: 12, step: 0.5, value: 5, unit: 'Hz', live: true },
    { name: 'damping', label: 'Damping ratio', min: 0, max: 1, step: 0.01, value: 0.01, live: true },
  ],
  actions: [{ name: 'pluck', label: 'Pluck', keys: ['p'] }],
  settle: 0,
  build({ world, params }) {
    floor(world);
    const posts = [-1, 1].map((side) =>
      world.createBody({
        type: 'static',
        position: [9 * side, 3],
        shapes: [{ type: 'box', width: 0.5, height: 6.2 }],
      }),
    );
    const pitch = 18 / (params.count + 1);
    const radius = Math.min(0.3, 0.35 * pitch);
    const balls = Array.from({ length: params.count }, (_, i) =>
      world.createBody({
        position: [-9 + (i + 1) * pitch, 5],
        userData: tint((6.99 * i) / params.count),
        gravityScale: 0, // soft springs would sag to the floor, and the swing of that would hide the wave
        sleepAllowed: false,
        lock: { rotation: true },
        shapes: [{ type: 'circle', radius, density: 0.3 / radius ** 2, filter: { group: -1 } }],
      }),
    );
    const chain: Body[] = [posts[0]!, ...balls, posts[1]!];
    const joints = chain.slice(1).map((body, i) =>
      world.createJoint({
        type: 'distance',
        bodyA: chain[i]!,
        bodyB: body,
        anchorA: [-9 + i * pitch, 5],
        anchorB: [-9 + (i + 1) * pitch, 5],
        // Shorter than the gap, so that it is taut and carries waves across too.
        length: 0.7 * pitch,
        hertz: params.hertz,
        damping: params.damping,
      }),
    );
    const pluck = (): void => {
      const near = balls[Math.floor(params.count / 6)]!;
      if (!near.destroyed) near.applyImpulse([0, 9 * near.mass]);
    };
    const state = { plucked: false };
    return {
      state,
      actions: { pluck },
      beforeStep(time) {
        for (const joint of joints) {
          if (joint.destroyed) continue;
          if (joint.hertz !== params.hertz) joint.hertz = params.hertz;
          if (joint.damping !== params.damping) joint.damping = params.damping;
        }
        if (state.plucked || time < 1) return;
        state.plucked = true;
        pluck();
      },
    };
  },
};
