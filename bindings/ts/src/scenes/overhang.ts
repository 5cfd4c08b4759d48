import { tint, type Scene } from './scene.js';

export const overhang: Scene = {
  id: 'overhang',
  title: 'Overhang',
  caption: ({ bricks, greed }) =>
    `Counted from the top, brick k is shifted by ${greed} % of 1/(2k) of its length. ` +
    (greed < 100
      ? 'Below 100 % rigid bricks stand, as far out as you like; in a solver, whose contacts give, a high stack falls earlier.'
      : greed === 100
        ? `At 100 % each of ${bricks} rigid bricks would be on the edge of falling.`
        : 'Above 100 % it falls.'),
  suggestion: 'Go to 100 % and see which brick tips.',
  camera({ bricks }) {
    const height = Math.max(8.6, 0.5 * bricks + 2.7);
    return { x: 1, y: height / 2 - 2.2, width: 14, height };
  },
  params: [
    { name: 'bricks', label: 'Bricks', min: 2, max: 14, step: 1, value: 8 },
    { name: 'greed', label: 'Greed', min: 50, max: 120, step: 1, value: 90, unit: '%' },
  ],
  build({ world, params }) {
    world.createBody({
      type: 'static',
      position: [-4, -1.5],
      shapes: [{ type: 'box', width: 8, height: 3, friction: 0.8 }],
    });
    world.createBody({
      type: 'static',
      position: [4, -3.2],
      shapes: [{ type: 'box', width: 30, height: 0.6, friction: 0.8 }],
    });
    const length = 3;
    const height = 0.5;
    let x = -length / 2;
    for (let i = 0; i < params.bricks; i++) {
      // Counted from the top, brick k may hang over the one below by L / 2k.
      const k = params.bricks - i;
      x += (length / (2 * k)) * (params.greed / 100);
      world.createBody({
        position: [x, height * (i + 0.5)],
        userData: tint((6.99 * i) / params.bricks),
        shapes: [{ type: 'box', width: length, height, friction: 0.8 }],
      });
    }
  },
};
