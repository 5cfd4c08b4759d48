// Two solvers on one scene, step by step in the same time, and what their iterations leave.

import { init, type SolverOptions, type SolverTrace } from 'impulse2d';
import { darkTheme, draw, lightTheme } from 'impulse2d/draw';
import { scenes } from '../scenes/index.js';
import type { Scene } from '../scenes/scene.js';
import { CameraView } from './camera.js';
import { Sheet } from './canvas.js';
import { Chart } from './chart.js';
import { byId } from './elements.js';
import { paramsFor } from './link.js';
import { Simulation } from './simulation.js';
import { SolverForm } from './solver_form.js';
import { availableSolvers } from './solvers.js';

declare global {
  interface Window {
    impulseCompare?: Compare;
  }
}

const kStep = 1 / 60; // s
const kHistory = 600; // steps: 10 s
const kMost = 4; // steps a frame, after which the clock waits
const kMargin = 1.04;

/** What is kept of each step. */
class History {
  readonly residual: number[] = [];
  readonly energy: number[] = [];
  readonly penetration: number[] = [];

  /** How many were kept and are gone. */
  gone = 0;

  add(residual: number, energy: number, penetration: number): void {
    if (this.residual.length === kHistory) this.gone++;
    for (const [list, value] of [
      [this.residual, residual],
      [this.energy, energy],
      [this.penetration, penetration],
    ] as const) {
      list.push(value);
      if (list.length > kHistory) list.shift();
    }
  }
}

/** Velocity sweeps: sweeps over positions leave that residual as it is. */
export function sweeps(trace: SolverTrace): number[] {
  return trace.stage.flatMap((stage, i) => (stage === 'position' ? [] : [trace.residual[i]!]));
}

/** Which of them no time passed in: those over what collides, before the others. */
export function collisions(trace: SolverTrace): boolean[] {
  return trace.stage.flatMap((stage) => (stage === 'position' ? [] : [stage === 'impact']));
}

class Side {
  readonly form: SolverForm;
  readonly simulation: Simulation;
  readonly camera = new CameraView();
  readonly sheet: Sheet;
  history = new History();
  trace: SolverTrace | null = null;

  constructor(which: 'a' | 'b', scene: Scene, changed: (side: Side) => void, resized: () => void) {
    this.simulation = new Simulation(scene, paramsFor(scene, {}));
    this.simulation.settings.sleep = false; // nothing to see of a solver that has nothing to solve
    this.sheet = new Sheet(byId(`stage-${which}`, HTMLCanvasElement), resized);
    const fields = byId(`fields-${which}`, HTMLElement);
    const choices = availableSolvers().slice(1); // by name: the engine's own choice is one of them
    this.form = new SolverForm(byId(`solver-${which}`, HTMLSelectElement), fields, which, choices, () => changed(this));
  }

  get name(): string {
    return this.form.select.selectedOptions[0]?.text ?? '';
  }

  restart(scene: Scene): void {
    this.form.usual = scene.solver;
    this.simulation.settings.solver = this.form.options;
    this.simulation.load(scene, paramsFor(scene, {}));
    this.simulation.world.trace = true;
    this.history = new History();
    this.trace = null;
  }

  /** A living world takes another solver, or the same with other numbers. */
  apply(options: SolverOptions): void {
    this.simulation.tune(options);
  }

  step(): void {
    const { simulation, history } = this;
    simulation.stepOnce();
    const { world } = simulation;
    this.trace = world.solverTrace();
    const { kinetic, potential } = world.energy();
    history.add(sweeps(this.trace).at(-1) ?? 0, kinetic + potential, 1000 * world.maxPenetration());
  }

  paint(dark: boolean): void {
    const { sheet, camera, simulation } = this;
    camera.resize(sheet.width, sheet.height);
    const { scene, params } = simulation;
    const frame = typeof scene.camera === 'function' ? scene.camera(params) : scene.camera;
    camera.fit({
      ...frame,
      x: simulation.run.follow?.()?.x ?? frame.x,
      width: frame.width * kMargin,
      height: frame.height * kMargin,
    });
    const ctx = sheet.begin();
    draw(ctx, simulation.world, {
      camera: { x: camera.x, y: camera.y, scale: camera.scale * sheet.ratio },
      theme: dark ? darkTheme : lightTheme,
      pixelRatio: sheet.ratio,
      tint: (body) => (body.userData as { tint?: number } | undefined)?.tint ?? body.slot % 7,
    });
    const bodies = simulation.world.bodyCount;
    sheet.canvas.setAttribute(
      'aria-label',
      `${scene.title} by ${this.name}: ${bodies} bodies, ${simulation.world.contactCount} contacts.`,
    );
  }
}

export class Compare {
  readonly sides: readonly [Side, Side];
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #charts = {
    sweeps: this.#chart('chart-sweeps', 'Residual sweep by sweep in the last step', 'm/s', 1e-7, 'sweeps', 1, true),
    residual: this.#chart('chart-residual', 'Residual that each step leaves', 'm/s', 1e-7, 's', 60, true),
    energy: this.#chart('chart-energy', 'Energy', 'J', 1e-3, 's', 60),
    penetration: this.#chart('chart-penetration', 'Deepest overlap', 'mm', 1e-3, 's', 60),
  };
  #scene = scenes.find(({ id }) => id === 'stack') ?? scenes[0]!;
  #paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  #clock = 0;
  #late = 0; // s
  #dirty = true;

  constructor() {
    const changed = (side: Side): void => {
      side.apply(side.form.options);
      this.#told();
    };
    const resized = (): void => void (this.#dirty = true);
    this.sides = [new Side('a', this.#scene, changed, resized), new Side('b', this.#scene, changed, resized)];
    const select = byId('scene', HTMLSelectElement);
    for (const { id, title } of scenes) select.append(new Option(title, id));
    select.addEventListener('change', () => {
      this.#scene = scenes.find(({ id }) => id === select.value) ?? this.#scene;
      this.restart();
    });
    byId('play', HTMLButtonElement).addEventListener('click', () => this.#pause(!this.#paused));
    byId('step', HTMLButtonElement).addEventListener('click', () => this.#stepByHand());
    byId('reset', HTMLButtonElement).addEventListener('click', () => this.restart());
    byId('kick', HTMLButtonElement).addEventListener('click', () => this.#kick());
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#dark.addEventListener('change', resized);
    this.#follow();
    addEventListener('hashchange', () => this.#follow());
    this.#pause(this.#paused);
    requestAnimationFrame((now) => this.#frame(now));
  }

  #chart(id: string, title: string, unit: string, floor: number, across: string, each: number, log = false): Chart {
    return new Chart({ canvas: byId(id, HTMLCanvasElement), title, unit, floor, across, each, log });
  }

  /** Both sides from the beginning. */
  restart(): void {
    for (const side of this.sides) side.restart(this.#scene);
    byId('scene', HTMLSelectElement).value = this.#scene.id;
    this.#late = 0;
    this.#told();
  }

  step(): void {
    for (const side of this.sides) side.step();
    this.#dirty = true;
  }

  /** The address says what is compared. */
  #told(): void {
    const [a, b] = this.sides;
    history.replaceState(null, '', `#scene=${this.#scene.id}&a=${a.form.name}&b=${b.form.name}`);
    this.#dirty = true;
  }
  #follow(): void {
    const query = new URLSearchParams(location.hash.slice(1));
    const [a, b] = this.sides;
    const scene = scenes.find(({ id }) => id === query.get('scene'));
    const unknown =
      query.has('scene') && !scene ? [`scene “${query.get('scene')}”, shown is “${this.#scene.title}”`] : [];
    this.#scene = scene ?? this.#scene;
    for (const [key, side, usual] of [
      ['a', a, 'softStep'],
      ['b', b, 'umbra'],
    ] as const) {
      const name = query.get(key);
      if (side.form.choose(name ?? usual)) continue;
      side.form.choose(usual);
      unknown.push(`solver “${name}”, ${key.toUpperCase()} is “${side.name}”`);
    }
    const note = byId('unknown', HTMLElement);
    note.hidden = unknown.length === 0;
    note.textContent = unknown.length ? `The link names what is not there: ${unknown.join('; ')}.` : '';
    this.restart();
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    const button = byId('play', HTMLButtonElement);
    button.dataset.state = paused ? 'paused' : 'running';
    byId('play-label', HTMLElement).textContent = paused ? 'Play' : 'Pause';
  }
  #stepByHand(): void {
    this.#pause(true);
    this.step();
  }

  /** The same push for the highest body of both. */
  #kick(): void {
    for (const { simulation } of this.sides) {
      const moving = [...simulation.world.bodies].filter((body) => body.type === 'dynamic');
      const top = moving.sort((p, q) => q.position.y - p.position.y)[0];
      top?.applyImpulse([1.5 * top.mass, 0]);
    }
    this.#dirty = true;
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('select, input:not([type=range]):not([type=checkbox])')
    )
      return;
    if (event.key === ' ' && target.closest('button, summary, input, a')) return;
    const act = {
      ' ': () => this.#pause(!this.#paused),
      '.': () => this.#stepByHand(),
      r: () => this.restart(),
      k: () => this.#kick(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #frame(now: number): void {
    requestAnimationFrame((next) => this.#frame(next));
    const passed = Math.min(0.25, (now - this.#clock) / 1000);
    this.#clock = now;
    if (!this.#paused) {
      this.#late += passed;
      for (let steps = 0; this.#late >= kStep && steps < kMost; steps++, this.#late -= kStep) this.step();
      if (this.#late > kStep) this.#late = 0; // the machine is too slow: time stretches
    }
    if (this.#dirty) this.#paint();
  }

  #paint(): void {
    this.#dirty = false;
    for (const side of this.sides) side.paint(this.#dark.matches);
    const names = this.sides.map((side) => side.name);
    byId('name-a', HTMLElement).textContent = names[0]!;
    byId('name-b', HTMLElement).textContent = names[1]!;
    this.#charts.sweeps.marked = this.sides.map(({ trace }) => (trace ? collisions(trace) : []));
    this.#charts.sweeps.show(
      this.sides.map(({ trace }) => (trace ? sweeps(trace) : [])),
      names,
    );
    for (const key of ['residual', 'energy', 'penetration'] as const) {
      this.#charts[key].show(
        this.sides.map(({ history }) => history[key]),
        names,
        kHistory,
        this.sides[0].history.gone,
      );
    }
  }
}

try {
  await init();
  window.impulseCompare = new Compare();
  document.documentElement.dataset.ready = 'true';
} catch (error) {
  const failure = byId('failure', HTMLElement);
  failure.hidden = false;
  failure.textContent = `The simulation could not start: ${error instanceof Error ? error.message : String(error)}`;
  throw error;
}
