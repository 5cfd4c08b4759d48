// Joints, mass ratios and why chains stretch: a strap with rungs beside a rope, each with a weight.

import { presets, type Body, type World } from 'impulse2d';
import type { SetupResult } from 'impulse2d/element';
import { tint } from 'impulse2d/scenes';
import { again, choice, eachWorld, enable, length, scene, sign, slider, toggle, watch, write } from './kit.js';

const kRows = 10;
const kGap = 0.5; // m between rows
const kApart = 0.3; // m between the cords of the strap

const hang = scene('hang');
const tune = (): void => {
  set();
  again(hang);
};
const weight = slider(
  'weight',
  (value) => `${10 ** value < 10 ? (10 ** value).toFixed(1) : Math.round(10 ** value)} kg`,
  tune,
);
const iterations = slider('iterations', (value) => `${value}`, tune);
const warm = toggle('warm', tune);
const rungs = toggle('rungs', tune);
const method = choice('method', tune);

function set(): void {
  // The other two have no part in solvers with substeps, nor where all joints are solved directly.
  for (const id of ['iterations', 'warm']) enable(id, method() === 'sequential' && rungs());
  hang.solver =
    method() === 'sequential'
      ? { ...presets.umbra, velocityIterations: iterations(), warmStarting: warm() }
      : { ...(method() === 'soft' ? presets.softStep : presets.fx2d) };
}
set();

/** `count` cords side by side, 1 kg a row, with rungs if `tied`, and a weight of `mass` kg at their end. */
function cords(world: World, name: string, x: number, count: number, mass: number, tied = true): void {
  const across = (c: number): number => x + (c - (count - 1) / 2) * kApart;
  const beam = world.createBody({
    type: 'static',
    position: [x, 0.1],
    shapes: [{ type: 'box', width: 2.4, height: 0.2 }],
  });
  const load = world.createBody({
    position: [x, -(kRows + 1) * kGap - 0.5],
    name,
    userData: tint(5),
    shapes: [{ type: 'box', width: 1.3, height: 1, density: mass / 1.3 }],
  });
  const tie = (bodyA: Body, bodyB: Body, anchorA: [number, number], anchorB: [number, number]): void => {
    world.createJoint({ type: 'distance', bodyA, bodyB, anchorA, anchorB });
  };
  let above: Body[] = Array.from({ length: count }, () => beam);
  for (let i = 1; i <= kRows; i++) {
    const row = above.map((upper, c) => {
      const knot = world.createBody({
        position: [across(c), -i * kGap],
        userData: tint(1),
        shapes: [{ type: 'circle', radius: 0.08, density: 1 / count / (Math.PI * 0.0064), filter: { group: -1 } }],
      });
      tie(upper, knot, [across(c), -(i - 1) * kGap], [across(c), -i * kGap]);
      return knot;
    });
    for (let c = 1; tied && c < count; c++)
      tie(row[c - 1]!, row[c]!, [across(c - 1), -i * kGap], [across(c), -i * kGap]);
    above = row;
  }
  above.forEach((knot, c) => tie(knot, load, [across(c), -kRows * kGap], [across(c), -(kRows + 1) * kGap]));
}

function both(world: World, mass: number, tied = true): SetupResult {
  world.sleep = false;
  cords(world, 'strap', -1.8, 3, mass, tied);
  cords(world, 'rope', 1.8, 1, mass);
  return {
    camera: { x: 0, y: -3.9, width: 8, height: 9 },
    labels: [
      { x: -3, y: 0.42, text: 'strap', align: 'left' },
      { x: 0.6, y: 0.42, text: 'rope', align: 'left' },
    ],
  };
}
hang.setup = ({ world }) => both(world, 10 ** weight(), rungs());

// Stands still, with a step to look into.
const opened = scene('opened');
opened.solver = { ...presets.umbra };
opened.setup = ({ world }) => both(world, 100);
opened.addEventListener('ready', () => opened.step(60), { once: true });

const most = { strap: 0, rope: 0 };
eachWorld(hang, (world) => {
  most.strap = most.rope = 0;
  const loads = world.bodies.filter(({ name }) => name === 'strap' || name === 'rope');
  world.on('afterStep', () => {
    for (const { name, position } of loads) {
      const stretch = -(kRows + 1) * kGap - 0.5 - position.y;
      most[name as 'strap' | 'rope'] = Math.max(most[name as 'strap' | 'rope'], stretch);
    }
  });
});
/** In centimetres where the text has them. */
function told(m: number): string {
  if (m < 0.00005) return 'by less than 0.1\u00a0mm';
  return `by up to ${m < 0.0095 || m >= 0.995 ? length(m) : `${sign(100 * m, 0)}\u00a0cm`}`;
}
watch(hang, () => write('hang-words', `The strap has stretched ${told(most.strap)}, the rope ${told(most.rope)}.`));
