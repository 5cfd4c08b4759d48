import { tint, type Scene } from './scene.js';

export const bridge: Scene = {
  id: 'bridge',
  title: 'Bridge',
  caption: 'Planks hinged end to end carry the load that falls on them; a wave runs along when the load moves.',
  suggestion: 'Take hold of a plank in the middle and let go.',
  camera: { x: 0, y: -2.9, width: 46, height: 23 }, // as deep as it hangs when all crates have landed
  params: [
    { name: 'planks', label: 'Planks', min: 20, max: 200, step: 20, value: 120 },
    { name: 'crates', label: 'Crates', min: 0, max: 40, step: 5, value: 15 },
  ],
  build({ world, params, random }) {
    // Laid along an arc, so that it is longer than the gap and hangs from the start.
    const turn = 1.1; // rad from end to end
    const radius = 41 / (2 * Math.sin(turn / 2));
    const step = turn / params.planks;
    const width = 2 * radius * Math.sin(step / 2);
    const at = (angle: number): [number, number] => [
      radius * Math.sin(angle),
      radius * (Math.cos(turn / 2) - Math.cos(angle)),
    ];
    const [end] = at(turn / 2);
    const shore = world.createBody({
      type: 'static',
      shapes: [-1, 1].map((side) => ({
        type: 'box' as const,
        width: 300,
        height: 40,
        center: [side * (end + 150), -20] as [number, number],
      })),
    });
    let before = shore;
    for (let i = 0; i < params.planks; i++) {
      const angle = -turn / 2 + (i + 0.5) * step;
      const plank = world.createBody({
        position: at(angle),
        angle,
        linearDamping: 0.4, // of the air: a hinge takes nothing from a swing
        angularDamping: 0.4,
        userData: tint(i % 2 ? 4 : 2),
        shapes: [{ type: 'box', width: 0.96 * width, height: 0.16, density: 5, friction: 0.7 }],
      });
      world.createJoint({ type: 'revolute', bodyA: before, bodyB: plank, anchor: at(angle - step / 2) });
      before = plank;
    }
    world.createJoint({ type: 'revolute', bodyA: before, bodyB: shore, anchor: at(turn / 2) });
    for (let i = 0; i < params.crates; i++) {
      const size = 0.6 + 0.5 * random();
      world.createBody({
        position: [20 * ((0.618 * i) % 1) - 10, 1.5 + 0.5 * i], // by the golden section, none where another is
        userData: tint(random() * 7),
        shapes: [i % 3 ? { type: 'box', width: size, height: size } : { type: 'circle', radius: size / 2 }],
      });
    }
  },
};
