// The picker and the code of the scene: both are loaded when they are first needed.

import type { Scene } from '../scenes/scene.js';
import { byId } from './elements.js';
import type { Picker } from './picker.js';
import type { Simulation } from './simulation.js';

export interface DialogsOptions {
  readonly simulation: Simulation;
  readonly everyScene: () => Promise<readonly Scene[]>;
  /** The reader chose a scene. */
  readonly show: (scene: Scene) => void;
  /** The reader changed the code of the scene. */
  readonly run: (scene: Scene) => void;
}

export class Dialogs {
  readonly #options: DialogsOptions;
  #picker: Picker | null = null;
  /** One load for all who ask: between two, a key could reach a picker that is not filtered yet. */
  #loading: Promise<Picker> | null = null;
  /** What the reader made of a scene's code. */
  edited: Scene | null = null;
  /** Says beside the code, once that was open, what is wrong with it. */
  complain: (text: string) => void = () => {};

  constructor(options: DialogsOptions) {
    this.#options = options;
  }

  loadPicker(): Promise<Picker> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<Picker> {
    const { everyScene, show } = this.#options;
    try {
      const [{ Picker: Loaded }] = await Promise.all([import('./picker.js'), everyScene()]);
      return (this.#picker = new Loaded(show));
    } catch (error) {
      this.#loading = null; // the next one who asks tries again
      throw error;
    }
  }

  async pick(): Promise<void> {
    let entered = false;
    if (!this.#picker) {
      // Open before it is filled: what is typed after the key belongs to the search.
      byId('picker', HTMLDialogElement).showModal();
      const search = byId('picker-search', HTMLInputElement);
      search.focus();
      search.addEventListener('keydown', ({ key }) => (entered ||= key === 'Enter'));
    }
    const picker = this.#picker ?? (await this.loadPicker());
    picker.open(this.#options.simulation.scene.id);
    if (entered) picker.enter();
  }

  async source(): Promise<void> {
    const { openSource, complain } = await import('./source.js');
    this.complain = complain;
    await openSource(this.#options.simulation.scene, (scene, edited) => {
      this.#options.run(scene);
      this.edited = edited ? scene : null;
    });
  }
}
