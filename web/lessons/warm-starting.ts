// Warm starting, slop and Baumgarte: a column of ten discs, and a disc that starts inside the floor.

import { presets, type SequentialImpulseOptions } from 'impulse2d';
import { floor, tint } from 'impulse2d/scenes';
import { again, choice, eachWorld, enable, length, scene, sign, slider, toggle, watch, write } from './kit.js';

const kDiscs = 10;
const column = scene('column');
const tune = (): void => {
  set();
  again(column);
};
const warm = toggle('warm', tune);
const position = choice('position', tune);
const slop = slider('slop', (value) => `${value} mm`, tune);
const stale = toggle('stalePosition', tune);

function set(): void {
  enable('stalePosition', position() === 'projection'); // the bias is computed once a step anyway
  column.solver = {
    ...presets.umbra,
    warmStarting: warm(),
    position: position() as NonNullable<SequentialImpulseOptions['position']>,
    slop: slop() / 1000,
    literal: { stalePosition: stale() },
  };
}
set();
column.setup = ({ world }) => {
  world.sleep = false; // a column that sleeps would prove nothing
  floor(world);
  for (let i = 0; i < kDiscs; i++)
    world.createBody({
      position: [0, 0.5 + i],
      name: i === kDiscs - 1 ? 'top' : '',
      userData: tint(6.99 * (1 - i / kDiscs)),
      shapes: [{ type: 'circle', radius: 0.5 }],
    });
  return { camera: { x: 0, y: 4.9, width: 8, height: 11.4 } };
};
watch(column, (world) => {
  const { position, velocity } = world.bodies.find(({ name }) => name === 'top')!;
  write(
    'column-words',
    `The top disc has sunk by ${length(kDiscs - 0.5 - position.y)} and has a velocity of ${sign(velocity.y, 2)} m/s.`,
  );
});

const overlap = scene('overlap');
const push = (): void => {
  fix();
  again(overlap);
};
const depth = slider('depth', (value) => `${value} cm`, push);
const how = choice('how', push);
const cap = slider('cap', (value) => `${value} m/s`, push);

function fix(): void {
  enable('cap', how() !== 'projection'); // without bias
  const maxPushSpeed = cap();
  overlap.solver =
    how() === 'soft'
      ? { ...presets.softStep, maxPushSpeed }
      : { ...presets.umbra, position: how() as NonNullable<SequentialImpulseOptions['position']>, maxPushSpeed };
}
fix();
overlap.setup = ({ world }) => {
  floor(world);
  world.createBody({
    position: [0, 0.5 - depth() / 100],
    name: 'disc',
    userData: tint(4),
    shapes: [{ type: 'circle', radius: 0.5 }],
  });
  return { camera: { x: 0, y: 0.8, width: 5, height: 2.4, sky: 0.6 } };
};
let highest = 0;
eachWorld(overlap, (world) => {
  highest = 0;
  const disc = world.bodies.find(({ name }) => name === 'disc')!;
  world.on('afterStep', () => (highest = Math.max(highest, disc.position.y - 0.5)));
});
watch(overlap, () => write('overlap-words', `It has jumped ${length(highest)} above the floor.`));
