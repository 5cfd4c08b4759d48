// The figures of "Sequential impulses" that are not built in.

import { presets, type SolverOptions } from 'impulse2d';
import { ImpulseScene, type Setup } from 'impulse2d/element';
import 'impulse2d/element/define';
import { floor, tint } from 'impulse2d/scenes';

function figure(id: string): ImpulseScene {
  const found = document.getElementById(id);
  if (!(found instanceof ImpulseScene)) throw new Error(`the page has no figure named ${id}`);
  return found;
}

/** Eight sweeps, as in the text. */
const kSweeps: SolverOptions = presets.umbra;

figure('corner').setup = ({ world }) => {
  floor(world, { friction: 0.9 });
  world.createBody({
    position: [0, 2.4],
    angle: 0.6,
    userData: tint(4),
    shapes: [{ type: 'box', width: 2, height: 1, density: 0.5, friction: 0.9 }], // 1 kg
  });
  return { camera: { x: 0.4, y: 1.4, width: 6, height: 3.6, sky: 0.7 } };
};

const plank: Setup = ({ world }) => {
  floor(world);
  world.createBody({ position: [0, 1.5], userData: tint(5), shapes: [{ type: 'box', width: 0.2, height: 1 }] });
  return { camera: { x: 0, y: 1.1, width: 3.2, height: 2.8, sky: 0.6 } };
};
figure('clamp-sum').solver = kSweeps;
figure('clamp-sum').setup = plank;
figure('clamp-increment').solver = { ...kSweeps, literal: { perIterationClamp: true } };
figure('clamp-increment').setup = plank;

const kDiscs = 10;
const column: Setup = ({ world }) => {
  world.sleep = false; // a column that sleeps would prove nothing
  floor(world);
  for (let i = 0; i < kDiscs; i++) {
    world.createBody({
      position: [0, 0.5 + i],
      name: i === kDiscs - 1 ? 'top' : '',
      userData: tint(6.99 * (1 - i / kDiscs)),
      shapes: [{ type: 'circle', radius: 0.5 }],
    });
  }
  return { camera: { x: 0, y: 4.9, width: 8, height: 11.4 } };
};

for (const [id, solver] of [
  ['warm', kSweeps],
  ['cold', { ...kSweeps, warmStarting: false }],
] as const) {
  const scene = figure(id);
  const readout = document.querySelector<HTMLElement>(`[data-sink="${id}"]`)!;
  const asPrinted = readout.textContent; // what it comes to, for those who do not let it run
  const show = (): void => {
    const top = [...(scene.world?.bodies ?? [])].find(({ name }) => name === 'top');
    if (!top || scene.time === 0) {
      readout.textContent = asPrinted;
      return;
    }
    const sunk = kDiscs - 0.5 - top.position.y;
    readout.textContent = (Math.abs(sunk) < 0.1 ? `${(1000 * sunk).toFixed(0)} mm` : `${sunk.toFixed(2)} m`).replace(
      '-',
      '−',
    );
  };
  scene.solver = solver;
  scene.setup = column;
  for (const event of ['ready', 'reset', 'step'] as const) scene.addEventListener(event, show);
}

// So that a change of the solver is felt.
const pyramid = figure('pyramid');
for (const event of ['ready', 'reset'] as const)
  pyramid.addEventListener(event, () => pyramid.world && (pyramid.world.sleep = false));
