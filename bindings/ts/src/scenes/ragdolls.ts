import type { World } from '../world.js';
import { tint, type Scene } from './scene.js';

type Point = [number, number];

/** A figure 1.7 m tall of eleven parts and ten hinges, its feet at a point; parts of one figure do not collide. */
export function addRagdoll(world: World, x: number, y: number, group: number, shade: number): void {
  const filter = { group: -group };
  const limb = (a: Point, b: Point, radius: number) =>
    world.createBody({
      position: [x, y],
      userData: tint(shade),
      shapes: [{ type: 'capsule', a, b, radius, filter, friction: 0.4 }],
    });
  const hinge = (
    bodyA: ReturnType<typeof limb>,
    bodyB: typeof bodyA,
    at: Point,
    lowerAngle: number,
    upperAngle: number,
  ): void => {
    // A little resistance, as in a joint of flesh.
    world.createJoint({
      type: 'revolute',
      bodyA,
      bodyB,
      anchor: [x + at[0], y + at[1]],
      lowerAngle,
      upperAngle,
      motorSpeed: 0,
      maxMotorTorque: 0.4,
    });
  };
  const torso = limb([0, 1.02], [0, 1.32], 0.14);
  const hip = limb([0, 0.86], [0, 0.9], 0.13);
  const head = world.createBody({
    position: [x, y],
    userData: tint(shade),
    shapes: [{ type: 'circle', radius: 0.13, center: [0, 1.62], filter, friction: 0.4 }],
  });
  hinge(torso, hip, [0, 0.95], -0.4, 0.8);
  hinge(torso, head, [0, 1.48], -0.5, 0.5);
  for (const side of [-1, 1]) {
    const thigh = limb([0.05 * side, 0.78], [0.06 * side, 0.52], 0.08);
    const shin = limb([0.06 * side, 0.42], [0.06 * side, 0.1], 0.065);
    hinge(hip, thigh, [0.05 * side, 0.82], -1.2, 1.8);
    hinge(thigh, shin, [0.06 * side, 0.47], -2, 0.05);
    const arm = limb([0.17 * side, 1.34], [0.22 * side, 1.14], 0.06);
    const hand = limb([0.22 * side, 1.04], [0.24 * side, 0.8], 0.05);
    hinge(torso, arm, [0.16 * side, 1.38], -2.4, 2.4);
    hinge(arm, hand, [0.22 * side, 1.09], -0.05, 2.2);
  }
}

export const ragdolls: Scene = {
  id: 'ragdolls',
  title: 'Ragdolls',
  caption: 'Figures of eleven parts tumble down the stairs; every elbow and knee bends only as far as ours.',
  suggestion: 'Take one by the foot.',
  camera: { x: 1, y: 5, width: 26, height: 15, sky: 0.7 },
  params: [{ name: 'count', label: 'Figures', min: 1, max: 30, step: 1, value: 10 }],
  settle: 120,
  build({ world, params, random }) {
    const steps = 12;
    const shapes = Array.from({ length: steps }, (_, i) => {
      const height = 0.6 * (steps - i);
      return { type: 'box' as const, width: 1, height, center: [-9.5 + i, height / 2] as Point, friction: 0.5 };
    });
    world.createBody({
      type: 'static',
      shapes: [
        ...shapes,
        { type: 'box', width: 400, height: 30, center: [0, -15] },
        { type: 'box', width: 1, height: 20, center: [-10.5, 10] },
        { type: 'box', width: 1, height: 4, center: [13.5, 2] },
      ],
    });
    for (let i = 0; i < params.count; i++) {
      addRagdoll(world, -8.8 + 0.9 * (i % 4) + 0.1 * random(), 8.4 + 1.9 * Math.floor(i / 4), i + 1, i % 7);
    }
    for (const body of world.bodies) if (body.type === 'dynamic') body.velocity = [2.2, 0];
  },
};
