import { tint, type Scene } from './scene.js';

const kRim = 9; // m above the floor

export const bowl: Scene = {
  id: 'bowl',
  title: 'Bowl of capsules',
  caption: 'Capsules rain into a round bowl and lie down along each other like rice.',
  suggestion: 'Set the friction to 0: the pile settles more than half a metre lower.',
  camera: { x: 0, y: 3, width: 19, height: 14 },
  params: [
    { name: 'count', label: 'Capsules', min: 20, max: 160, step: 10, value: 120 },
    { name: 'friction', label: 'Friction', min: 0, max: 1, step: 0.05, value: 0.3 },
  ],
  settle: 600,
  build({ world, params, random }) {
    const radius = 7;
    const joints = 22;
    const at = (i: number): [number, number] => {
      const angle = Math.PI + (Math.PI * i) / joints;
      return [radius * Math.cos(angle), radius * (1 + Math.sin(angle)) - 1.5];
    };
    world.createBody({
      type: 'static',
      shapes: Array.from({ length: joints + 2 }, (_, i) => ({
        type: 'capsule' as const,
        // The rim goes straight up at both ends.
        a: i === 0 ? ([-radius, kRim] as [number, number]) : at(i - 1),
        b: i > joints ? ([radius, kRim] as [number, number]) : at(i),
        radius: 0.22,
        friction: params.friction,
      })),
    });
    const state = { made: 0 };
    return {
      state,
      beforeStep() {
        if (state.made >= params.count) return;
        state.made++;
        const half = 0.25 + 0.3 * random();
        world.createBody({
          position: [(random() - 0.5) * 7, 9 + random()],
          angle: Math.PI * random(),
          velocity: [0, -4],
          userData: tint(7 * random()),
          shapes: [{ type: 'capsule', a: [-half, 0], b: [half, 0], radius: 0.2, friction: params.friction }],
        });
      },
    };
  },
};
