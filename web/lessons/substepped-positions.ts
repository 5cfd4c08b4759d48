// Substepped positions and static friction: a box inside the floor, and two boxes on a ramp.

import { presets } from 'impulse2d';
import { floor, tint } from 'impulse2d/scenes';
import { again, eachWorld, length, scene, sign, slider, toggle, watch, write } from './kit.js';

const deep = scene('deep');
const fix = (): void => {
  set();
  again(deep);
};
const depth = slider('depth', (value) => `${value} cm`, fix);
const naive = toggle('noPrevPoseShift', fix);

function set(): void {
  deep.solver = { ...presets.fx2d, literal: { noPrevPoseShift: naive() } };
}
set();
deep.setup = ({ world }) => {
  floor(world);
  world.createBody({
    position: [0, 0.5 - depth() / 100],
    name: 'box',
    userData: tint(4),
    shapes: [{ type: 'box', width: 1, height: 1 }],
  });
  return { camera: { x: 0, y: 1.4, width: 6, height: 3.6, sky: 0.7 } };
};
let leaving = 0;
let left = 0;
eachWorld(deep, (world) => {
  leaving = left = 0;
  const box = world.bodies.find(({ name }) => name === 'box')!;
  world.once('afterStep', () => {
    leaving = box.velocity.y;
    left = Math.max(0, 0.5 - box.position.y);
  });
});
watch(deep, () =>
  write(
    'deep-words',
    deep.time === 0
      ? 'No step has been made yet.'
      : `After the first step it leaves at ${sign(leaving, 1)} m/s, and ${left === 0 ? 'nothing' : length(left)} of the overlap is left.`,
  ),
);

const ramp = scene('ramp');
const pushed = slider(
  'push',
  (value) => `${value.toFixed(2)} m/s`,
  () => again(ramp),
);
const one = toggle('oneCoefficient', () => {
  ramp.solver = { ...presets.fx2d, staticKinetic: !one() };
  again(ramp);
});
const steep = slider(
  'steep',
  (value) => `${value}°`,
  () => again(ramp),
);
ramp.solver = presets.fx2d;
ramp.setup = ({ world }) => {
  world.sleep = false;
  const a = (steep() * Math.PI) / 180;
  const friction = { friction: 0.3, staticFriction: 0.6 };
  world.createBody({
    type: 'static',
    angle: -a,
    shapes: [{ type: 'box', width: 80, height: 40, center: [0, -20], ...friction }],
  });
  const at = (s: number): [number, number] => [
    0.5 * Math.sin(a) + s * Math.cos(a),
    0.5 * Math.cos(a) - s * Math.sin(a),
  ];
  for (const [name, s, v, shade] of [
    ['still', -3, 0, 2],
    ['pushed', 0, pushed(), 5],
  ] as const)
    world.createBody({
      position: at(s),
      angle: -a,
      velocity: [v * Math.cos(a), -v * Math.sin(a)],
      name,
      userData: tint(shade),
      shapes: [{ type: 'box', width: 1, height: 1, ...friction }],
    });
  return { camera: { x: 1, y: 0, width: 11, height: 6 } };
};
const speeds: Record<string, number> = {};
watch(ramp, (world) => {
  for (const { name, velocity } of world.bodies) if (name) speeds[name] = Math.hypot(velocity.x, velocity.y);
  const say = (speed: number): string => (speed < 0.01 ? 'rests' : `slides at ${speed.toFixed(2)} m/s`);
  write('ramp-words', `The upper box ${say(speeds['still']!)}. The lower one ${say(speeds['pushed']!)}.`);
});
