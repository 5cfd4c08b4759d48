import { tint, type Scene } from './scene.js';

export const billiards: Scene = {
  id: 'billiards',
  title: 'Break',
  caption: 'Seen from above, without gravity: momentum goes in as one ball and comes out as sixteen.',
  suggestion: 'With the drag of the cloth at 1, reduce the speed until two balls stay where they are.',
  camera: { x: 0, y: 0, width: 23, height: 13 },
  gravity: [0, 0],
  params: [
    { name: 'speed', label: 'Speed', min: 2, max: 25, step: 1, value: 16, unit: 'm/s' },
    { name: 'bounce', label: 'Restitution', min: 0.5, max: 1, step: 0.01, value: 0.95 },
    { name: 'cloth', label: 'Drag of the cloth', min: 0, max: 1, step: 0.05, value: 0.2, unit: '1/s' },
  ],
  settle: 0,
  build({ world, params, random }) {
    const restitution = params.bounce;
    const cushion = (x: number, y: number, width: number, height: number) => ({
      type: 'box' as const,
      width,
      height,
      center: [x, y] as [number, number],
      restitution,
      friction: 0.1,
    });
    world.createBody({
      type: 'static',
      shapes: [cushion(0, 5.5, 21, 1), cushion(0, -5.5, 21, 1), cushion(10, 0, 1, 10), cushion(-10, 0, 1, 10)],
    });
    const r = 0.4;
    const ball = (x: number, y: number, shade: number, velocity: [number, number] = [0, 0]): void => {
      world.createBody({
        position: [x, y],
        velocity,
        linearDamping: params.cloth,
        angularDamping: params.cloth,
        userData: tint(shade),
        shapes: [{ type: 'circle', radius: r, restitution, friction: 0.08 }],
      });
    };
    for (let row = 0; row < 5; row++) {
      for (let i = 0; i <= row; i++) {
        // Racks are never perfect, and a perfect one would break in mirror images.
        const x = 3 + row * 0.87 * 2.02 * r + 0.004 * random();
        ball(x, (i - row / 2) * 2.04 * r + 0.004 * random(), 2 + row);
      }
    }
    ball(-5.5, 0.12, 0, [params.speed, 0]);
  },
};
