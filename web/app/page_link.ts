// What a link to the page says of what is shown now, and following one.

import type { Scene } from '../scenes/scene.js';
import { Address } from './address.js';
import { byId } from './elements.js';
import { arrivalIn, fromHash, paramsFor, toHash, unknownIn, type ViewState } from './link.js';
import { openingScene } from './opening.js';
import type { Settings } from './settings.js';
import type { SharedRun } from './shared_run.js';
import type { Shown } from './shown.js';
import type { Simulation } from './simulation.js';

export interface PageLinkOptions {
  readonly simulation: Simulation;
  readonly settings: Settings;
  readonly shown: Shown;
  readonly shared: SharedRun;
  readonly everyScene: () => Promise<readonly Scene[]>;
  /** Shows a scene; `runs`: it does already. */
  readonly load: (scene: Scene, params: Record<string, number>, runs: boolean) => void;
}

export class PageLink {
  readonly #options: PageLinkOptions;
  readonly address = new Address(() => this.hash);

  constructor(options: PageLinkOptions) {
    this.#options = options;
  }

  get state(): ViewState {
    const { simulation, settings, shown } = this.#options;
    const { scene, params } = simulation;
    const { x, y, span } = shown.camera;
    return { ...settings.state, scene: scene.id, params, camera: shown.own ? { x, y, span } : null };
  }

  /** The part after `#`. */
  get hash(): string {
    return toHash(this.state, this.#options.simulation.scene);
  }

  /** From here on the page goes where the reader goes: back, forward, or to an edited address. */
  follow(): void {
    // Both may tell of one change.
    for (const event of ['popstate', 'hashchange']) addEventListener(event, () => void this.#follow());
  }

  async #follow(): Promise<void> {
    const scenes = await this.#options.everyScene();
    if (location.hash !== this.hash) {
      // A dialog is about the scene that was shown.
      for (const dialog of document.querySelectorAll('dialog')) dialog.close();
      this.apply(scenes);
    }
    this.address.read();
  }

  /** Shows what the address asks for, as far as that can be, of scenes at hand; `runs`: its scene does already. */
  apply(scenes: readonly Scene[], runs = false): void {
    const { settings, shown, shared, load } = this.#options;
    this.address.read();
    const state = fromHash(location.hash);
    const scene = scenes.find(({ id }) => id === state.scene) ?? openingScene;
    const refused = settings.take(state);
    const query = new URLSearchParams(location.hash.slice(1));
    shared.expected = arrivalIn(query);
    this.address.forget();
    shown.own = !!state.camera;
    Object.assign(shown.camera, state.camera);
    load(scene, paramsFor(scene, state.rawParams), runs);
    const recording = query.get('rec');
    const damage = recording === null ? null : shared.watch(recording);
    const unknown = [...unknownIn(location.hash, { scenes, ...settings.known }), ...refused];
    if (damage !== null) unknown.push(damage);
    const note = byId('unknown', HTMLElement);
    note.hidden = unknown.length === 0;
    note.textContent = unknown.length
      ? `The link has parts that cannot be used: ${unknown.join(', ')}. Shown is “${scene.title}”.`
      : '';
  }
}
