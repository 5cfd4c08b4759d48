// Soft contacts and small steps: a tower of twenty boxes, and the constants of a soft constraint.

import { presets } from 'impulse2d';
import { floor, tint } from 'impulse2d/scenes';
import { again, choice, enable, length, scene, slider, toggle, watch, write } from './kit.js';

const kBoxes = 20;
const tower = scene('tower');
const tune = (): void => {
  set();
  again(tower);
};
const method = choice('method', tune);
const substeps = slider('substeps', (value) => `${value}`, tune);
const hertz = slider('hertz', (value) => `${value} Hz`, tune);
const damping = slider('damping', (value) => `${value}`, tune);
const relax = toggle('relax-pass', tune);

/** The three constants of a soft constraint for a substep of h seconds. */
function constants(): { rate: number; mass: number; impulse: number; hertz: number } {
  const h = 1 / (60 * substeps());
  const used = Math.min(hertz(), 1 / (Math.PI * h));
  const w = 2 * Math.PI * used;
  const a1 = 2 * damping() + h * w;
  const a2 = h * w * a1;
  return { rate: w / a1, mass: a2 / (1 + a2), impulse: 1 / (1 + a2), hertz: used };
}

function set(): void {
  enable('relax-pass', method() === 'soft');
  tower.solver =
    method() === 'soft'
      ? {
          ...presets.softStep,
          substeps: substeps(),
          contactHertz: hertz(),
          contactDamping: damping(),
          relaxIterations: Number(relax()),
        }
      : { ...presets.umbra, velocityIterations: 2 * substeps() };
  const { rate, mass, impulse, hertz: used } = constants();
  write(
    'constants',
    `h = 1/${60 * substeps()} s, ${used.toFixed(0)} Hz: bias rate ${rate.toFixed(2)} per second, mass scale ${mass.toFixed(4)}, impulse scale ${impulse.toFixed(4)}.`,
  );
}
set();
tower.setup = ({ world }) => {
  world.sleep = false;
  floor(world);
  for (let i = 0; i < kBoxes; i++)
    world.createBody({
      position: [(i % 2 ? 1 : -1) * 0.005, 0.5 + i],
      name: i === kBoxes - 1 ? 'top' : '',
      userData: tint(6.99 * (1 - i / kBoxes)),
      shapes: [{ type: 'box', width: 1, height: 1 }],
    });
  return { camera: { x: 0, y: 10, width: 16, height: 21.6 } };
};
/** What a step consists of, in words. */
function iterations(): string {
  if (method() !== 'soft') return `${2 * substeps()} iterations of one step`;
  const parts = `${substeps()} substep${substeps() === 1 ? '' : 's'}`;
  if (relax()) return `${2 * substeps()} iterations a step (${parts}, each with a solve and a relax iteration)`;
  return `${substeps()} iteration${substeps() === 1 ? '' : 's'} a step (${parts}, each without a relax iteration)`;
}
watch(tower, (world) => {
  const top = world.bodies.find(({ name }) => name === 'top')!;
  write('tower-words', `${iterations()}: the top has sunk by ${length(kBoxes - 0.5 - top.position.y, 1)}.`);
});
document.querySelector('.question')?.addEventListener('answered', () => {
  const select = document.getElementById('method') as HTMLSelectElement;
  select.value = 'soft';
  const input = document.getElementById('substeps') as HTMLInputElement;
  input.value = '4';
  input.dispatchEvent(new Event('input'));
});
