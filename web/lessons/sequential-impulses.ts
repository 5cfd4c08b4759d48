// Sequential impulses: a step opened up, and a plank with either clamp.

import { init, presets, World, type SolverTrace } from 'impulse2d';
import { floor, tint } from 'impulse2d/scenes';
import { again, eachWorld, element, scene, sign, slider, toggle, watch, write } from './kit.js';

const kSvg = 'http://www.w3.org/2000/svg';
const kGravity = 9.81; // m/s^2
const kStep = 1 / 60; // s
const kMost = 64; // iterations

// --- the opened step ------------------------------------------------------------------------------------------------

interface Opened {
  /** N s: after iteration i, contact k from the floor up. */
  impulses: number[][];
  residual: number[];
}

/** One step of a column of unit discs of 1 kg, without remembered impulses. */
function open(discs: number): Opened {
  const world = new World({
    sleep: false,
    solver: { ...presets.umbra, velocityIterations: kMost, warmStarting: false },
  });
  floor(world);
  for (let i = 0; i < discs; i++)
    world.createBody({ position: [0, 0.5 + i], shapes: [{ type: 'circle', radius: 0.5, density: 4 / Math.PI }] });
  world.trace = true;
  world.step(kStep);
  const trace: SolverTrace = world.solverTrace();
  world.destroy();
  const order = trace.points.map((point, p) => ({ p, y: point.y })).sort((a, b) => a.y - b.y);
  const rows = trace.stage.flatMap((stage, i) => (stage === 'start' || stage === 'solve' ? [i] : []));
  return {
    impulses: rows.map((i) => order.map(({ p }) => trace.normalImpulse[i * order.length + p]!)),
    residual: rows.map((i) => trace.residual[i]!),
  };
}

const opened = new Map<number, Opened>();
const discs = slider('discs', (value) => `${value}`, show);
const iteration = slider('iteration', (value) => `${value}`, show);
let ready = false;

function make(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const made = document.createElementNS(kSvg, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

function show(): void {
  if (!ready) return;
  const n = discs();
  const k = iteration();
  let found = opened.get(n);
  if (!found) opened.set(n, (found = open(n)));
  const impulses = found.impulses[k]!;
  const row = 300 / n;
  const parts: SVGElement[] = [make('path', { class: 'ground', d: 'M20 312H600V336H20Z' })];
  impulses.forEach((impulse, contact) => {
    const need = (n - contact) * kGravity * kStep;
    const y = 312 - (contact + 1) * row;
    const wide = (value: number): number => (value / (n * kGravity * kStep)) * 330;
    parts.push(
      make('circle', { class: 'body', cx: 60, cy: y + row / 2, r: Math.min(30, row * 0.46) }),
      make('rect', { class: 'need', x: 130, y: y + row * 0.42, width: wide(need), height: row * 0.56 }),
      make('rect', { class: 'have', x: 130, y: y + row * 0.42, width: Math.max(0, wide(impulse)), height: row * 0.56 }),
      make(
        'text',
        { class: 'tick', x: 136 + wide(need), y: y + row * 0.7 + 5 },
        `${Math.round((100 * impulse) / need)} %`,
      ),
    );
  });
  element('opened').replaceChildren(...parts);
  const lowest = impulses[0]! / (n * kGravity * kStep);
  write(
    'opened-words',
    `After ${k} iteration${k === 1 ? '' : 's'} the lowest contact has ${(100 * lowest).toFixed(0)} % of the impulse that it needs. ` +
      `The residual is ${sign(found.residual[k]!, found.residual[k]! < 0.01 ? 5 : 3)} m/s.`,
  );
}
void init().then(() => {
  ready = true;
  show();
});
document.querySelector('.question')?.addEventListener('answered', () => {
  for (const [id, value] of [
    ['discs', '10'],
    ['iteration', '8'],
  ] as const) {
    const input = document.getElementById(id) as HTMLInputElement;
    input.value = value;
    input.dispatchEvent(new Event('input'));
  }
});

// --- a living stack -------------------------------------------------------------------------------------------------

const live = scene('live');
const warm = toggle('live-warm', () => {
  live.solver = { ...presets.umbra, warmStarting: warm() };
});
live.solver = { ...presets.umbra, warmStarting: warm() };
live.setup = ({ world }) => {
  world.sleep = false;
  floor(world);
  for (const [x, y] of [
    [-0.6, 0.5],
    [0.6, 0.5],
    [0, 1.5],
    [-3, 0.5],
  ] as const)
    world.createBody({ position: [x, y], userData: tint(4), shapes: [{ type: 'box', width: 1, height: 1 }] });
  return { camera: { x: -0.6, y: 1.2, width: 8, height: 3.2, sky: 0.6 } };
};

// --- the plank ------------------------------------------------------------------------------------------------------

const plank = scene('plank');
const naive = toggle('perIterationClamp', () => {
  vary();
  again(plank);
});
function vary(): void {
  plank.solver = { ...presets.umbra, literal: { perIterationClamp: naive() } };
}
vary();
plank.setup = ({ world }) => {
  floor(world);
  world.createBody({
    position: [0, 1.5],
    userData: tint(5),
    name: 'plank',
    shapes: [{ type: 'box', width: 0.2, height: 1 }],
  });
  return { camera: { x: 0, y: 1.1, width: 3.2, height: 2.8, sky: 0.6 } };
};
let turned = 0;
eachWorld(plank, (world) => {
  turned = 0;
  world.on('afterStep', () => {
    for (const { name, angle } of world.bodies) if (name === 'plank') turned = Math.max(turned, Math.abs(angle));
  });
});
watch(plank, () => write('plank-words', `It has leant by up to ${((180 * turned) / Math.PI).toFixed(0)}°.`));
