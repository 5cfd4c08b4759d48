// What the reader sets beside the scene, and a link says: layers, speed, solver, sleep, and what a press on the figure
// does.

import type { SolverOptions } from 'impulse2d';
import { byId } from './elements.js';
import { layers, type LayerName, type LayerState } from './layers.js';
import { kAdd, kTool, type Known, type ViewState } from './link.js';
import type { Panel } from './panel.js';
import type { SharedRun } from './shared_run.js';
import type { Simulation } from './simulation.js';
import type { SolverChoice } from './solvers.js';
import { clickKinds, type ClickKind } from './spawn.js';

/** What a drag does. */
const tools = ['grab', 'throw'] as const;
export type Tool = (typeof tools)[number];

type Said = Pick<ViewState, 'layers' | 'speed' | 'solver' | 'options' | 'sleep' | 'tool' | 'add'>;

export interface SettingsOptions {
  readonly simulation: Simulation;
  readonly layers: LayerState;
  readonly solvers: readonly SolverChoice[];
  readonly panel: () => Panel;
  readonly shared: SharedRun;
  /** Something that a link says has changed. */
  readonly changed: () => void;
  /** Says something where it is seen and heard. */
  readonly tell: (text: string) => void;
}

export class Settings {
  readonly #options: SettingsOptions;
  readonly #speed = byId('speed', HTMLInputElement);
  readonly #sleep = byId('sleep', HTMLInputElement);
  readonly #kinds = byId('kind', HTMLSelectElement);
  #tool: Tool = kTool;
  #kind: ClickKind = kAdd;
  #solver = ''; // its name
  #stood: SolverOptions | undefined; // what its controls were last compared with

  constructor(options: SettingsOptions) {
    this.#options = options;
    const { simulation, shared, changed } = options;
    this.#speed.addEventListener('input', () => {
      simulation.speed = this.#speed.valueAsNumber;
      this.#showSpeed();
      changed();
    });
    for (const { name, label } of clickKinds) this.#kinds.append(new Option(label, name));
    this.#kinds.addEventListener('change', () => {
      this.#kind = this.#kinds.value as ClickKind;
      changed();
    });
    for (const input of document.querySelectorAll<HTMLInputElement>('input[name="tool"]')) {
      input.addEventListener('change', () => this.chooseTool(input.value as Tool));
    }
    this.#sleep.addEventListener('change', () => {
      shared.expected = null;
      simulation.setSleep(this.#sleep.checked);
      changed();
    });
  }

  get tool(): Tool {
    return this.#tool;
  }

  /** What a click adds, or that it removes. */
  get kind(): ClickKind {
    return this.#kind;
  }

  chooseTool(tool: Tool): void {
    this.#setTool(tool);
    this.#options.changed();
  }

  /** Another solver, or other numbers for the one at work: the scene goes on with them. */
  solve(name: string, options: SolverOptions): void {
    const { simulation, shared, changed, tell } = this.#options;
    shared.expected = null;
    if (name !== this.#solver && simulation.world.awakeCount === 0)
      tell('All bodies sleep: Reset shows the other solver from the beginning.');
    this.#solver = name;
    simulation.tune(options, name);
    changed();
  }

  /** With its preset's numbers, for a scene that is to begin. */
  #takeSolver(name: string): void {
    const { simulation, solvers, changed } = this.#options;
    const choice = solvers.find((each) => each.name === name) ?? solvers[0]!;
    this.#solver = choice.name;
    simulation.settings.solver = choice.options;
    simulation.settings.preset = choice.name;
    changed();
  }

  /** What a link says of them. */
  get state(): Said {
    const { simulation, layers: shown, solvers, panel } = this.#options;
    const usual = layers.every(({ name, on }) => shown[name] === on);
    return {
      layers: usual ? null : layers.filter(({ name }) => shown[name]).map(({ name }) => name),
      speed: simulation.speed,
      solver: this.#solver === solvers[0]?.name ? null : this.#solver || null,
      options: panel().solver.changes,
      sleep: simulation.settings.sleep,
      tool: this.#tool,
      add: this.#kind,
    };
  }

  /** What a link may name. */
  get known(): Omit<Known, 'scenes'> {
    const names = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => name);
    return { layers: names(layers), solvers: names(this.#options.solvers), tools, kinds: names(clickKinds) };
  }

  /** As a link says; what it does not say is as usual. Returns what is unknown of a solver, in words. */
  take(state: Partial<Said>): string[] {
    const { simulation, panel } = this.#options;
    this.#takeLayers(state.layers);
    simulation.speed = state.speed ?? 1;
    this.#showSpeed();
    const refused = panel().chooseSolver(state.solver ?? '', state.options ?? {});
    this.#takeSolver(state.solver ?? '');
    if (state.options && Object.keys(state.options).length > 0) simulation.settings.solver = panel().solver.options;
    simulation.settings.sleep = state.sleep ?? true;
    this.stand();
    this.#setTool(tools.find((tool) => tool === state.tool) ?? kTool);
    this.#kind = clickKinds.find(({ name }) => name === state.add)?.name ?? kAdd;
    this.#kinds.value = this.#kind;
    return refused;
  }

  #takeLayers(asked: readonly string[] | null | undefined): void {
    const known = asked?.filter((word) => layers.some(({ name }) => name === word));
    const none = known?.length === 0 && asked!.length > 0; // all of them unknown: the usual layers instead
    const shown = new Set(known && !none ? known : layers.filter(({ on }) => on).map(({ name }) => name as string));
    for (const { name } of layers) this.#options.layers[name as LayerName] = shown.has(name);
  }

  #setTool(tool: Tool): void {
    this.#tool = tool;
    byId(`tool-${tool}`, HTMLInputElement).checked = true;
  }

  #showSpeed(): void {
    const { speed } = this.#options.simulation;
    const text = speed.toFixed(1);
    this.#speed.value = String(speed);
    this.#speed.setAttribute('aria-valuetext', `${text} times`);
    byId('speed-value', HTMLOutputElement).value = `${text}×`;
  }

  /** Solver, its numbers and sleep stand as they do at the moment that is shown; costs nothing where they do. */
  stand(): void {
    const { simulation, panel } = this.#options;
    const { solver, preset, sleep } = simulation.settings;
    this.#sleep.checked = sleep;
    if (preset === undefined) return; // a recording that does not say
    if (solver === this.#stood && preset === this.#solver) return;
    this.#stood = solver;
    this.#solver = preset;
    panel().standSolver(preset, solver);
  }
}
