// A character on stairs. It is the page's own, as it needs the engine's class and not just a world.

import { Character } from 'impulse2d';
import { tint, type Label, type Scene } from './scene.js';

type Point = [number, number];
const kStep = 1 / 60; // s

export const character: Scene = {
  id: 'character',
  title: 'Character on stairs',
  caption: ({ step, climbs }) =>
    step <= climbs
      ? `A capsule that is moved, not pushed: it walks up steps of ${step} m without a jump, because it can climb ${climbs} m.`
      : `The steps are ${step} m high and it climbs only ${climbs} m: it needs to jump.`,
  suggestion: 'Take over with the arrow keys and jump through the shelf from below.',
  camera: { x: 0, y: 3.4, width: 24, height: 10.5, sky: 0.6 },
  params: [
    { name: 'step', label: 'Height of a step', min: 0.1, max: 0.6, step: 0.05, value: 0.25, unit: 'm' },
    { name: 'climbs', label: 'It climbs', min: 0.1, max: 0.6, step: 0.05, value: 0.3, unit: 'm', live: true },
    { name: 'speed', label: 'Speed', min: 1, max: 8, step: 0.5, value: 4, unit: 'm/s', live: true },
  ],
  actions: [
    { name: 'left', label: 'Left', keys: ['ArrowLeft', 'a'], hold: true },
    { name: 'right', label: 'Right', keys: ['ArrowRight', 'd'], hold: true },
    { name: 'jump', label: 'Jump', keys: ['ArrowUp', 'w'] },
  ],
  settle: 90,
  build({ world, params }) {
    const box = (x: number, y: number, width: number, height: number) => ({
      type: 'box' as const,
      width,
      height,
      center: [x, y] as Point,
    });
    const rise = params.step;
    world.createBody({
      type: 'static',
      shapes: [
        box(0, -15, 400, 30),
        ...[-1, 1].map((side) => box(11.5 * side, 10, 1, 20)),
        ...Array.from({ length: 6 }, (_, i) => box(-5 + 0.6 * i, (rise * (i + 1)) / 2, 0.6, rise * (i + 1))),
        box(-0.2, 3 * rise, 3, 6 * rise),
        { type: 'polygon', points: [[1.3, 0], [1.3, 6 * rise], [6, 0]] },
      ],
    }); // prettier-ignore
    world.createBody({ type: 'static', position: [-7.8, 1.9], shapes: [{ ...box(0, 0, 3.4, 0.2), oneWay: [0, 1] }] });
    for (let i = 0; i < 3; i++) {
      world.createBody({
        position: [8 + 0.2 * i, 0.35 + 0.7 * i],
        userData: tint(2 * i),
        shapes: [{ type: 'box', width: 0.7, height: 0.7, density: 0.6 }],
      });
    }
    const player = new Character(world, {
      shape: { type: 'capsule', a: [0, 0.35], b: [0, 1.1], radius: 0.35 },
      position: [-9, 0.1],
      stepHeight: params.climbs,
    });
    // Is it led by the reader, and how; which way it walks; what the last move left.
    const state = { led: false, left: false, right: false, jumps: false, way: 1, vx: 0, vy: 0, ground: false, wall: 0 };
    const hold = (name: 'left' | 'right') => (down: boolean) => {
      state.led ||= down;
      state[name] = down;
    };
    const labels: Label[] = [];
    const jump = (): void => {
      state.led = true;
      state.jumps = true;
    };
    return {
      state,
      labels,
      actions: { left: hold('left'), right: hold('right'), jump },
      beforeStep() {
        labels.length = 0;
        if (player.destroyed) return;
        if (player.stepHeight !== params.climbs) player.stepHeight = params.climbs;
        if (!state.led && state.wall) state.way = state.wall;
        const walk = state.led ? Number(state.right) - Number(state.left) : state.way;
        const up = state.jumps && state.ground ? 6.5 : state.vy - 9.81 * kStep;
        const { position, velocity, ground, wall } = player.move([walk * params.speed, up], kStep);
        const left = { jumps: false, vx: velocity.x, vy: velocity.y, ground: !!ground };
        Object.assign(state, left, { wall: wall ? Math.sign(wall.normal.x) : 0 });
        labels.push({ x: position.x, y: position.y + 2.6, text: ground ? 'on the ground' : 'in the air' });
      },
    };
  },
};
