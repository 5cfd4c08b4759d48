// Zero-duration impacts: five discs in a row without gravity, and the cradle.

import { presets, type SequentialImpulseOptions } from 'impulse2d';
import { tint } from 'impulse2d/scenes';
import { again, choice, eachWorld, element, enable, scene, sign, slider, toggle, watch, write } from './kit.js';

const kDiscs = 5;
const kSpeed = 2; // m/s
const row = scene('row');
const tune = (): void => {
  set();
  again(row);
};
const impacts = choice('impacts', tune);
const passes = slider('passes', (value) => `${value}`, tune);
const arriving = slider('arriving', (value) => `${value}`, tune);
const bounce = slider('bounce', (value) => value.toFixed(2), tune);
const naive = toggle('fxRestitution', tune);

function set(): void {
  // Neither has a part in impacts that are solved all at once.
  for (const id of ['passes', 'fxRestitution']) enable(id, impacts() === 'zero-duration');
  row.solver = {
    ...presets.wedekind,
    impacts: impacts() as NonNullable<SequentialImpulseOptions['impacts']>,
    maxImpactPasses: passes(),
    velocityIterations: 64,
    literal: { fxRestitution: naive() },
  };
}
set();
row.setup = ({ world }) => {
  world.gravity = [0, 0];
  world.sleep = false;
  for (let i = 0; i < kDiscs; i++)
    world.createBody({
      position: [i - 3 - (i < arriving() ? 1 : 0), 0],
      velocity: [i < arriving() ? kSpeed : 0, 0],
      name: `disc ${i}`,
      userData: tint(6 - i),
      shapes: [{ type: 'circle', radius: 0.5, restitution: bounce(), friction: 0 }],
    });
  return { camera: { x: 0, y: 0, width: 11, height: 2.6 } };
};
let made = 0;
eachWorld(row, (world) => {
  made = 0;
  world.trace = true;
  world.on('afterStep', () => {
    const { stage, substep } = world.solverTrace();
    stage.forEach((name, i) => (made = name === 'impact' ? Math.max(made, substep[i]! + 1) : made));
  });
});
watch(row, (world) => {
  const speeds = world.bodies.map(({ velocity }) => velocity.x);
  speeds.forEach((speed, i) => {
    const bar = element(`speed-${i}`);
    const height = (50 * speed) / kSpeed;
    bar.setAttribute('y', String(60 - Math.max(0, height)));
    bar.setAttribute('height', String(Math.abs(height)));
    element(`speed-text-${i}`).textContent = sign(speed, 2);
  });
  const kept = speeds.reduce((sum, speed) => sum + speed * speed, 0) / (arriving() * kSpeed * kSpeed);
  write(
    'row-words',
    `Velocities in m/s: ${speeds.map((speed) => sign(speed, 2)).join(', ')}. ${Math.round(100 * kept)} % of the kinetic energy is there` +
      (made > 0 ? `, after ${made} pass${made === 1 ? '' : 'es'}.` : '.'),
  );
});
