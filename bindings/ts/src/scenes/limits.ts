// Where solvers are put to the test: overlap to begin with, a support that goes, joints that are struck.

import { floor, tray } from './parts.js';
import { tint, type Label, type Scene } from './scene.js';

type Point = [number, number];

export const recovery: Scene = {
  id: 'recovery',
  title: 'Recovery from overlap',
  caption: ({ overlap, side }) =>
    overlap > 0
      ? `${side * side} boxes start ${overlap} % inside each other. The number is the highest speed so far: less is better.`
      : `${side * side} boxes start side by side, without overlap.`,
  suggestion: 'Compare the highest speed under each of the five presets.',
  camera: { x: 0, y: 3.6, width: 17, height: 9, sky: 0.7 },
  params: [
    { name: 'overlap', label: 'Overlap', min: 0, max: 60, step: 5, value: 40, unit: '%' },
    { name: 'side', label: 'Boxes a side', min: 2, max: 8, step: 1, value: 6 },
  ],
  settle: 240,
  build({ world, params }) {
    floor(world);
    const { side } = params;
    const pitch = 1 - params.overlap / 100;
    for (let row = 0; row < side; row++) {
      for (let i = 0; i < side; i++) {
        world.createBody({
          position: [(i - (side - 1) / 2) * pitch, 0.5 + row * pitch],
          userData: tint((6.99 * row) / side),
          shapes: [{ type: 'box', width: 1, height: 1 }],
        });
      }
    }
    const labels: Label[] = [];
    const state = { fastest: 0 };
    return {
      state,
      labels,
      beforeStep() {
        for (const { velocity } of world.awakeBodies)
          state.fastest = Math.max(state.fastest, Math.hypot(velocity.x, velocity.y));
        labels[0] = { x: 0, y: 7.4, text: `${state.fastest.toFixed(1)} m/s at most` };
      },
    };
  },
};

export const support: Scene = {
  id: 'support',
  title: 'A support removed',
  caption: ({ boxes }) =>
    `${boxes} boxes on a shelf fall asleep. When the shelf is removed, all of them wake in the same step.`,
  suggestion: 'Wait until all are asleep (hatched), then remove the shelf.',
  camera: { x: 0, y: 4.6, width: 17, height: 10.4, sky: 0.7 },
  params: [{ name: 'boxes', label: 'Boxes', min: 2, max: 12, step: 1, value: 7 }],
  actions: [{ name: 'remove', label: 'Remove the shelf', keys: ['x'] }],
  settle: 120,
  build({ world, params }) {
    floor(world);
    const shelf = world.createBody({
      type: 'static',
      shapes: [{ type: 'box', width: 7, height: 0.3, center: [0, 2.85] }],
    });
    for (let i = 0; i < params.boxes; i++) {
      const row = Math.floor(i / 3);
      world.createBody({
        position: [((i % 3) - 1) * 1.9 + 0.1 * row, 3.5 + row],
        userData: tint((6.99 * i) / params.boxes),
        shapes: [{ type: 'box', width: 1, height: 1, friction: 0.6 }],
      });
    }
    const remove = (): void => {
      if (!shelf.destroyed) shelf.destroy();
    };
    return {
      actions: { remove },
      beforeStep(time) {
        if (time > 5) remove();
      },
    };
  },
};

export const struck: Scene = {
  id: 'struck',
  title: 'A chain is struck',
  caption: ({ links }) =>
    `A ball strikes the ${links === 1 ? 'rod' : `lowest of ${links} rods`}. With zero-duration impacts the hinges pass the blow on at once.`,
  suggestion: 'Choose “Umbra” as the solver and start again: the hinges open twenty times as far.',
  camera: { x: 0, y: 4.2, width: 18, height: 9.6, sky: 0.6 },
  params: [
    { name: 'links', label: 'Rods', min: 1, max: 8, step: 1, value: 4 },
    { name: 'speed', label: 'Speed', min: 4, max: 20, step: 1, value: 10, unit: 'm/s', live: true },
  ],
  actions: [{ name: 'throw', label: 'Throw' }],
  solver: { impacts: 'zero-duration' },
  settle: 0,
  build({ world, params }) {
    tray(world, 16, 20);
    const top: Point = [0, 8.2];
    let before = world.createBody({
      type: 'static',
      shapes: [{ type: 'box', width: 3, height: 0.3, center: [0, top[1] + 0.15] }],
    });
    const length = 6.4 / params.links;
    for (let i = 0; i < params.links; i++) {
      const half = length / 2 - 0.06;
      const rod = world.createBody({
        position: [0, top[1] - (i + 0.5) * length],
        userData: tint(2 + (i % 2) * 2),
        shapes: [{ type: 'capsule', a: [0, -half], b: [0, half], radius: 0.14, density: 2, filter: { group: -1 } }],
      });
      world.createJoint({ type: 'revolute', bodyA: before, bodyB: rod, anchor: [0, top[1] - i * length] });
      before = rod;
    }
    const ball = world.createBody({
      position: [-6.5, 0.5],
      userData: tint(6),
      shapes: [{ type: 'circle', radius: 0.5, density: 2, restitution: 0.6, rollingResistance: 0.05 }],
    });
    const state = { thrown: false, open: 0 }; // m: how far the hinges have been open since the last throw
    const launch = (): void => {
      if (ball.destroyed) return;
      state.open = 0;
      // Thrown so that it comes down again to the same height at the chain.
      const time = 5.9 / params.speed;
      ball.setTransform([-6.5, top[1] - 6], 0);
      ball.velocity = [params.speed, 0.5 * 9.81 * time];
      ball.angularVelocity = 0;
    };
    const labels: Label[] = [];
    return {
      state,
      labels,
      actions: { throw: launch },
      beforeStep(time) {
        for (const joint of world.joints)
          if (joint.type === 'revolute') state.open = Math.max(state.open, joint.separation);
        labels[0] = { x: -4.8, y: 7.6, text: `hinges ${(1000 * state.open).toFixed(1)} mm open` };
        if (state.thrown || time < 1) return;
        state.thrown = true;
        launch();
      },
    };
  },
};

// Having slipped, a block swings about where the spring balances kinetic friction, and sticks again if it comes up to
// the belt's speed, after about a turn less what damping takes: below 3.85 m/s times the difference of the
// coefficients, and in no solver beyond the second.
const sticksBelow = (still: number, slide: number): number => 3.85 * (still - slide);
const slidesAbove = (still: number, slide: number): number => 4.6 * (still - slide) + 0.35;

export const grip: Scene = {
  id: 'grip',
  title: 'Stick and slip',
  caption: ({ still, slide, belt }) => {
    if (still <= slide)
      return `Static friction ${still < slide ? 'below kinetic counts as equal' : 'equals kinetic'}: both blocks come to rest where spring and friction balance.`;
    const kinetic = slide.toFixed(2);
    const rest =
      belt <= sticksBelow(still, slide)
        ? 'The upper one sticks and slips, the lower one comes to rest.'
        : belt > slidesAbove(still, slide)
          ? 'At this speed neither sticks again, and both come to rest.'
          : 'At this speed it depends on the solver whether the upper one sticks again.';
    return `Two blocks on a belt, each held by a spring. The upper one grips up to μ = ${still.toFixed(2)} and slides with ${kinetic}, the lower one has ${kinetic} for both. ${rest}`;
  },
  suggestion: 'Make the belt faster until the upper block comes to rest too.',
  camera: { x: 0, y: 2.5, width: 17, height: 8.5 },
  params: [
    { name: 'still', label: 'Static friction', min: 0.2, max: 1.2, step: 0.05, value: 0.9 },
    { name: 'slide', label: 'Kinetic friction', min: 0.05, max: 0.8, step: 0.05, value: 0.3 },
    { name: 'belt', label: 'Belt', min: 0.1, max: 4, step: 0.1, value: 0.6, unit: 'm/s' },
  ],
  settle: 120,
  build({ world, params }) {
    const slide = Math.min(params.slide, params.still);
    const lanes = [3.6, 0].map((y, i) => {
      const staticFriction = i === 0 ? params.still : slide;
      const bed = world.createBody({
        type: 'static',
        shapes: [
          {
            type: 'box',
            width: 15,
            height: 0.5,
            center: [0, y - 0.25],
            friction: slide,
            staticFriction,
            tangentSpeed: -params.belt, // counter-clockwise around the bed is to the left on its upper side
          },
          { type: 'box', width: 0.4, height: 1.8, center: [-7.3, y + 0.9] },
          { type: 'box', width: 0.4, height: 1.8, center: [7.3, y + 0.9] },
        ],
      });
      const block = world.createBody({
        position: [-3.5, y + 0.5],
        velocity: [params.belt, 0],
        userData: tint(5 - 3 * i),
        sleepAllowed: false,
        shapes: [{ type: 'box', width: 1.4, height: 1, friction: slide, staticFriction }],
      });
      const spring = world.createJoint({
        type: 'distance',
        bodyA: bed,
        bodyB: block,
        anchorA: [-7.1, y + 0.5],
        anchorB: [-4.2, y + 0.5],
        hertz: 0.5,
        damping: 0.05,
        collideConnected: true,
      });
      return { block, y, rest: spring.length };
    });
    const labels: Label[] = [];
    return {
      labels,
      beforeStep() {
        labels.length = 0;
        for (const { block, y, rest } of lanes) {
          if (block.destroyed) continue;
          const stretch = block.position.x - 0.7 + 7.1 - rest;
          labels.push({
            x: 4.5,
            y: y + 1.3,
            text: `spring ${stretch >= 0 ? '+' : '−'}${Math.abs(stretch).toFixed(2)} m`,
          });
        }
      },
    };
  },
};
