// The margin beside the figure: the scene's own sliders and buttons, layers, solver.

import type { SolverOptions } from 'impulse2d';
import { keySigns, type ActionInput } from 'impulse2d/element';
import { captionOf } from '#scenes/scene';
import { addButton, addChip, addKeys, addSlider, type Slider } from './controls.js';
import { byId } from './elements.js';
import { keyHelp } from './keyboard.js';
import { layers, type LayerState } from './layers.js';
import type { OptionValues } from './link.js';
import type { Simulation } from './simulation.js';
import { SolverForm } from './solver_form.js';
import type { SolverChoice } from './solvers.js';

export interface PanelOptions {
  readonly simulation: Simulation;
  readonly layerState: LayerState;
  readonly solvers: readonly SolverChoice[];
  readonly paramChanged: (name: string, value: number, live: boolean) => void;
  readonly layersChanged: () => void;
  /** Another solver, or other numbers of the same. */
  readonly solverChanged: (name: string, options: SolverOptions) => void;
  /** What the scene's buttons and keys do. */
  readonly input: ActionInput;
}

export class Panel {
  readonly #options: PanelOptions;
  readonly #title = byId('scene-title', HTMLElement);
  readonly #caption = byId('scene-caption', HTMLElement);
  readonly #suggestion = byId('scene-suggestion', HTMLElement);
  readonly #params = byId('params', HTMLElement);
  readonly #actions = byId('actions', HTMLElement);
  readonly #keys = byId('scene-keys', HTMLElement);
  readonly #short = byId('scene-keys-short', HTMLElement);
  readonly #solver: SolverForm;
  readonly #sliders = new Map<string, Slider>();
  readonly #chips = new Map<string, HTMLInputElement>();
  #built = '';

  constructor(options: PanelOptions) {
    this.#options = options;
    const chips = byId('layers', HTMLElement);
    for (const { name, label } of layers) {
      const chip = addChip(chips, `layer-${name}`, label, options.layerState[name], (on) => {
        options.layerState[name] = on;
        options.layersChanged();
      });
      this.#chips.set(name, chip);
    }
    byId('solver-row', HTMLElement).hidden = options.solvers.length === 0;
    const fields = byId('solver-fields', HTMLElement);
    this.#solver = new SolverForm(byId('solver', HTMLSelectElement), fields, 'solver', options.solvers, (chosen) =>
      options.solverChanged(this.#solver.name, chosen),
    );
    this.#solver.choose('');
    for (const [keys, does] of keyHelp) addKeys(byId('keys', HTMLElement), keys.split(' '), does);
  }

  /** Takes a solver with options besides its preset's; returns what is unknown, in words. */
  chooseSolver(name: string, options: OptionValues): string[] {
    this.#solver.choose(name);
    return this.#solver.change(options).map((each) => `solver option “${each}”`);
  }

  /** Shows a solver as it is, and the preset that it was made from; `options` are undefined for the preset's own. */
  standSolver(preset: string, options: SolverOptions | undefined): void {
    const { name, changes, options: shown } = this.#solver;
    const same = options ? JSON.stringify(options) === JSON.stringify(shown) : Object.keys(changes).length === 0;
    if (name === preset && same) return;
    if (options) this.#solver.take(preset, options);
    else this.#solver.choose(preset);
  }

  get solver(): { readonly name: string; readonly options: SolverOptions; readonly changes: OptionValues } {
    return this.#solver;
  }

  /** What the scene says of itself, which may follow its params. */
  describe(): void {
    const { scene, params } = this.#options.simulation;
    this.#caption.textContent = captionOf(scene, params);
  }

  /** Scene, params and layers as the simulation has them now. */
  refresh(): void {
    const { simulation, layerState } = this.#options;
    const { scene, params } = simulation;
    this.#title.textContent = scene.title;
    this.describe();
    this.#suggestion.textContent = scene.suggestion ?? '';
    this.#suggestion.parentElement!.hidden = !scene.suggestion;
    document.title = `${scene.title} · impulse2d`;
    if (this.#built !== scene.id) this.#build();
    for (const { name } of scene.params) this.#sliders.get(name)?.set(params[name]);
    for (const { name } of layers) this.#chips.get(name)!.checked = layerState[name];
    this.#solver.usual = scene.solver;
  }

  #build(): void {
    const { simulation, paramChanged, input } = this.#options;
    const { scene, params } = simulation;
    this.#built = scene.id;
    this.#sliders.clear();
    this.#params.replaceChildren();
    this.#actions.replaceChildren();
    for (const param of scene.params) {
      const slider = addSlider(this.#params, {
        ...param,
        of: [scene.id, param.name],
        value: params[param.name],
        changed: (value) => paramChanged(param.name, value, param.live ?? false),
      });
      this.#sliders.set(param.name, slider);
    }
    const actions = scene.actions ?? [];
    input.actions = actions;
    this.#keys.replaceChildren();
    for (const action of actions) {
      const button = addButton(this.#actions, action.label);
      const signs = keySigns(action);
      button.title = [action.label, ...signs].join('  ');
      input.bind(button, action);
      if (signs.length > 0) addKeys(this.#keys, signs, `${action.label.toLowerCase()}${action.hold ? ', held' : ''}`);
    }
    this.#actions.hidden = actions.length === 0;
    const short = actions
      .filter(({ keys }) => keys)
      .map((action) => `${keySigns(action).join(' ')} ${action.label.toLowerCase()}`);
    this.#short.textContent = short.length > 0 ? `${short.join(', ')}. ` : '';
  }
}
