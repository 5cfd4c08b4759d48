// The friction cone: a box on a slope, and its impulse against the cone.

import { presets } from 'impulse2d';
import { tint } from 'impulse2d/scenes';
import { again, element, scene, sign, slider, watch, write } from './kit.js';

const kRadian = Math.PI / 180;
const slope = scene('slope');
const angle = slider(
  'angle',
  (value) => `${value.toFixed(1)}°`,
  () => {
    cone();
    again(slope);
  },
);
const mu = slider(
  'mu',
  (value) => value.toFixed(2),
  () => {
    cone();
    again(slope);
  },
);
const mass = slider(
  'mass',
  (value) => `${value} kg`,
  () => again(slope),
);

slope.solver = presets.umbra;
slope.setup = ({ world }) => {
  world.sleep = false;
  const a = angle() * kRadian;
  world.createBody({
    type: 'static',
    angle: -a,
    shapes: [{ type: 'box', width: 60, height: 40, center: [0, -20], friction: mu() }],
  });
  const up = [Math.sin(a), Math.cos(a)] as const;
  world.createBody({
    position: [0.5 * up[0] - 2.4 * Math.cos(a), 0.5 * up[1] + 2.4 * Math.sin(a)],
    angle: -a,
    name: 'box',
    userData: tint(4),
    shapes: [{ type: 'box', width: 1, height: 1, density: mass(), friction: mu() }],
  });
  return { camera: { x: 0, y: 0.4, width: 8, height: 4.6 } };
};

/** The cone in the drawing: its tip at (160, 190), half its opening the angle whose tangent is mu. */
function cone(): void {
  const half = Math.atan(mu());
  const [x, y] = [150 * Math.sin(half), 150 * Math.cos(half)];
  element('cone').setAttribute('d', `M160 190L${160 - x} ${190 - y}A150 150 0 0 1 ${160 + x} ${190 - y}Z`);
  element('cone-turn').setAttribute('transform', `rotate(${angle()} 160 190)`);
  write('cone-angle', `${(half / kRadian).toFixed(1)}°`);
}
cone();

watch(slope, (world) => {
  const box = world.bodies.find(({ name }) => name === 'box')!;
  let [normal, tangent] = [0, 0];
  for (const { points } of world.contacts())
    for (const { normalImpulse, tangentImpulse } of points) {
      normal += normalImpulse;
      tangent += tangentImpulse;
    }
  const weight = box.mass * 9.81 * (1 / 60);
  const arrow = element('cone-impulse');
  const [dx, dy] = [(130 * tangent) / weight, (130 * normal) / weight];
  arrow.setAttribute('d', normal > 0 ? `M160 190L${160 + dx} ${190 - dy}` : '');
  const speed = Math.hypot(box.velocity.x, box.velocity.y);
  write(
    'slope-words',
    normal > 0
      ? `Friction over normal impulse: ${sign(Math.abs(tangent) / normal, 2)} of at most ${mu().toFixed(2)}. The box ${speed < 0.001 ? 'rests' : `slides at ${speed.toFixed(2)} m/s`}.`
      : slope.time === 0
        ? 'No step has been made yet.'
        : 'The box touches nothing.',
  );
});
