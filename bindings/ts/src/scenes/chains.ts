// A ball on a chain, a cloth, a tower that breaks.

import type { Body } from '../body.js';
import type { World } from '../world.js';
import { floor } from './parts.js';
import { tint, type Label, type Params, type Scene } from './scene.js';

type Point = [number, number];
const kShown = 2; // s

export const chain: Scene = {
  id: 'chain',
  title: 'Wrecking ball',
  caption: ({ ratio }) =>
    `A ball on a chain, ${ratio === 1 ? '' : `${ratio} times `}as heavy as a link: the chain hardly stretches.`,
  suggestion: 'Take hold of the ball and swing it once more.',
  camera: { x: 0, y: 6, width: 26, height: 14, sky: 0.7 },
  params: [
    { name: 'links', label: 'Links', min: 4, max: 24, step: 2, value: 12 },
    { name: 'ratio', label: 'Ball to link', min: 1, max: 200, step: 1, value: 100 },
  ],
  settle: 60,
  build({ world, params }) {
    floor(world);
    const length = 7.5 / params.links;
    const top: Point = [-1, 11];
    const post = world.createBody({
      type: 'static',
      position: top,
      shapes: [{ type: 'box', width: 3, height: 0.4, center: [0, 0.3] }],
    });
    let before = post;
    const mass = length * 0.2;
    for (let i = 0; i < params.links; i++) {
      const link = world.createBody({
        position: [top[0] - (i + 0.5) * length, top[1]],
        userData: tint(2),
        shapes: [
          {
            type: 'capsule',
            a: [-0.42 * length, 0],
            b: [0.42 * length, 0],
            radius: 0.08,
            density: 0,
            filter: { group: -1 },
          },
        ],
      });
      link.setMass({ mass, inertia: (mass * length ** 2) / 12 });
      world.createJoint({ type: 'revolute', bodyA: before, bodyB: link, anchor: [top[0] - i * length, top[1]] });
      before = link;
    }
    const ball = world.createBody({
      position: [top[0] - 7.5 - 0.9, top[1]],
      userData: tint(6),
      shapes: [
        { type: 'circle', radius: 0.9, density: (params.ratio * mass) / (Math.PI * 0.81), filter: { group: -1 } },
      ],
    });
    world.createJoint({ type: 'revolute', bodyA: before, bodyB: ball, anchor: [top[0] - 7.5, top[1]] });
    for (let i = 0; i < 30; i++) {
      world.createBody({
        position: [2.5 + 1.02 * (i % 3), 0.5 + Math.floor(i / 3)],
        userData: tint((i / 30) * 7),
        shapes: [{ type: 'box', width: 1, height: 1, density: 0.2 }],
      });
    }
  },
};

/** Columns of the points in the top row that are held; between two that are neighbours there is no rod. */
function hooksOf(side: number, held: number): Set<number> {
  return new Set(Array.from({ length: held }, (_, i) => Math.round((i * (side - 1)) / (held - 1))));
}

export const cloth: Scene = {
  id: 'cloth',
  title: 'Cloth',
  caption({ side, held }) {
    const hooks = hooksOf(side, held);
    const rods = 2 * side * (side - 1) - [...hooks].filter((at) => hooks.has(at + 1)).length;
    return `${(side * side).toLocaleString('en')} points joined by ${rods.toLocaleString('en')} rods of fixed length, held at ${held} of them.`;
  },
  suggestion: 'Throw something into it.',
  camera: { x: 0, y: 6, width: 22, height: 14, sky: 0.5 },
  params: [
    { name: 'side', label: 'Points a side', min: 8, max: 36, step: 2, value: 28 },
    { name: 'held', label: 'Held at', min: 2, max: 8, step: 1, value: 5 },
  ],
  settle: 90,
  build({ world, params, random }) {
    floor(world);
    const { side, held } = params;
    const pitch = 10 / side;
    const filter = { group: -1 };
    const rows: Body[][] = [];
    const hooks = hooksOf(side, held);
    for (let row = 0; row < side; row++) {
      rows.push([]);
      for (let column = 0; column < side; column++) {
        const body = world.createBody({
          type: row === 0 && hooks.has(column) ? 'static' : 'dynamic',
          position: [(column - (side - 1) / 2) * pitch, 12 - row * pitch],
          linearDamping: 0.2,
          userData: tint(((row >> 2) + (column >> 2)) % 2 ? 1 : 3),
          shapes: [{ type: 'circle', radius: 0.4 * pitch, friction: 0.3, filter }],
        });
        rows[row].push(body);
        const neighbours = [row > 0 && rows[row - 1][column], column > 0 && rows[row][column - 1]];
        for (const bodyA of neighbours) {
          if (bodyA && (bodyA.type !== 'static' || body.type !== 'static'))
            world.createJoint({ type: 'distance', bodyA, bodyB: body });
        }
      }
    }
    for (let i = 0; i < 3; i++) {
      world.createBody({
        position: [-9 - i, 4 + 2 * i],
        velocity: [9 + 4 * random(), 6],
        userData: tint(6),
        shapes: [{ type: 'circle', radius: 0.8, density: 0.3 }],
      });
    }
  },
};

/** Storeys of posts and slabs, three bays wide, welded at each joint. */
function weldedTower(world: World, { storeys, bears }: Params): void {
  const wide = 1.6;
  const bays = 3;
  const size = 0.22;
  const beam = (x: number, y: number, width: number, height: number, shade: number): Body =>
    world.createBody({
      position: [x, y],
      userData: tint(shade),
      shapes: [{ type: 'box', width, height, friction: 0.6 }],
    });
  const weld = (bodyA: Body, bodyB: Body, anchor: Point): void =>
    void world.createJoint({
      type: 'weld',
      bodyA,
      bodyB,
      anchor,
      breakForce: bears,
      breakTorque: bears / 2,
      collideConnected: true,
    });
  let below: Body[] = [];
  for (let storey = 0; storey < storeys; storey++) {
    const y = storey * 1.6;
    const shade = 6.9 * (1 - storey / storeys);
    const posts = Array.from({ length: bays + 1 }, (_, i) => beam(2 + i * wide, y + 0.69, size, 1.38, shade));
    const slabs = Array.from({ length: bays }, (_, i) => beam(2 + (i + 0.5) * wide, y + 1.49, wide, size, shade));
    posts.forEach((post, i) => {
      const x = 2 + i * wide;
      // A post stands on the slabs of the storey below and carries those above.
      for (const slab of [below[i - 1], below[i]]) if (slab) weld(slab, post, [x, y]);
      for (const slab of [slabs[i - 1], slabs[i]]) if (slab) weld(post, slab, [x, y + 1.38]);
      if (i > 0 && i < bays) weld(slabs[i - 1], slabs[i], [x, y + 1.49]);
    });
    below = slabs;
  }
}

export const breaking: Scene = {
  id: 'breaking',
  title: 'Breaking tower',
  caption: 'Beams joined by welds of limited strength; labels show the force or torque that broke them.',
  suggestion: 'Find the weakest weld that survives the throw.',
  camera: { x: 0, y: 6, width: 26, height: 14, sky: 0.7 },
  params: [
    { name: 'storeys', label: 'Storeys', min: 2, max: 10, step: 1, value: 7 },
    { name: 'bears', label: 'Each bears', min: 50, max: 1000, step: 50, value: 200, unit: 'N' },
  ],
  actions: [{ name: 'throw', label: 'Throw' }],
  settle: 30,
  build({ world, params }) {
    floor(world);
    weldedTower(world, params);
    // Where something gave lately, and what the break cost it; two labels too near to each other could not be read.
    const state = { labels: [] as (Label & { until: number })[], broken: 0, now: 0, thrown: false };
    const total = world.jointCount;
    world.on('jointBreak', ({ bodyA, bodyB, force, torque }) => {
      state.broken++;
      const { x, y } = bodyA!.destroyed ? bodyB.position : bodyA!.position;
      if (state.labels.some((label) => Math.hypot(label.x - x, 2 * (label.y - y)) < 2.5)) return;
      state.labels.push({
        x,
        y,
        text: force > params.bears ? `${force.toFixed(0)} N` : `${torque.toFixed(0)} N m`,
        until: state.now + kShown,
      });
    });
    const launch = (): void => {
      state.thrown = true;
      world.createBody({
        position: [-11, 3],
        velocity: [17, 4],
        userData: tint(0),
        shapes: [{ type: 'circle', radius: 0.6, density: 5 }],
      });
    };
    return {
      state,
      get labels() {
        return state.broken
          ? [...state.labels, { x: 4.4, y: params.storeys * 1.6 + 1, text: `${state.broken} of ${total} welds gave` }]
          : [];
      },
      actions: { throw: launch },
      beforeStep(time) {
        state.now = time;
        while (state.labels[0] && state.labels[0].until < time) state.labels.shift();
        if (!state.thrown && time > 1) launch();
      },
    };
  },
};
