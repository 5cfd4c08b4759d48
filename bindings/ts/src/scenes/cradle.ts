import { tint, type Scene } from './scene.js';

type Point = [number, number];

export const cradle: Scene = {
  id: 'cradle',
  title: 'Newton’s cradle',
  caption:
    'As many balls leave as arrive: zero-duration impacts solve each collision after the one before. ' +
    'Fx2D detects contacts anew in each substep: it needs “Impacts: bias” here.',
  suggestion: 'Pull two balls aside, let go, and count how many leave.',
  camera: { x: 0, y: 2.9, width: 12, height: 6.2 },
  params: [{ name: 'pulled', label: 'Pulled aside', min: 1, max: 4, step: 1, value: 2 }],
  solver: { impacts: 'zero-duration' },
  settle: 0,
  build({ world, params }) {
    const radius = 0.5;
    const string = 4;
    const angle = 0.6; // rad
    const beam = world.createBody({
      type: 'static',
      position: [0, 5.1],
      shapes: [{ type: 'box', width: 6, height: 0.2 }],
    });
    for (let i = 0; i < 5; i++) {
      const top: Point = [2 * radius * (i - 2), 5];
      const aside = i < params.pulled ? angle : 0;
      const ball = world.createBody({
        position: [top[0] - string * Math.sin(aside), top[1] - string * Math.cos(aside)],
        userData: tint(5 - i),
        sleepAllowed: false, // one that hangs still waits for the next collision
        shapes: [{ type: 'circle', radius, density: 5, restitution: 1, friction: 0 }],
      });
      world.createJoint({ type: 'distance', bodyA: beam, bodyB: ball, anchorA: top, anchorB: ball.position });
    }
  },
};
