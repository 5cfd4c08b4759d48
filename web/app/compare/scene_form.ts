// Which scene is compared, and its params: a list and sliders.

import { groups, scenes } from '../../scenes/index.js';
import type { Params, Scene } from '../../scenes/scene.js';
import { addSlider, type Slider } from '../controls.js';
import { byId } from '../elements.js';
import { paramsFor } from '../link.js';
import { firstScene } from './link.js';

export interface SceneFormOptions {
  /** The reader chose another scene. */
  readonly chosen: () => void;
  /** A param has another value. */
  readonly changed: (name: string, value: number, live: boolean) => void;
}

export class SceneForm {
  scene: Scene = firstScene;
  params: Params = {};
  readonly #options: SceneFormOptions;
  readonly #select = byId('scene', HTMLSelectElement);
  readonly #place = byId('scene-params', HTMLElement);
  readonly #sliders = new Map<string, Slider>();

  constructor(options: SceneFormOptions) {
    this.#options = options;
    for (const { title, scenes: members } of groups) {
      const group = document.createElement('optgroup');
      group.label = title;
      for (const scene of members) group.append(new Option(scene.title, scene.id));
      this.#select.append(group);
    }
    this.#select.addEventListener('change', () => {
      const scene = scenes.find(({ id }) => id === this.#select.value) ?? this.scene;
      this.take(scene, paramsFor(scene, {}));
      options.chosen();
    });
  }

  /** Shows a scene with sliders for its params. */
  take(scene: Scene, params: Params): void {
    this.scene = scene;
    this.params = params;
    this.#select.value = scene.id;
    byId('scene-code', HTMLAnchorElement).href = `./#scene=${scene.id}&source`;
    this.#place.replaceChildren();
    this.#sliders.clear();
    for (const param of scene.params) {
      const slider = addSlider(this.#place, {
        ...param,
        of: [scene.id, param.name],
        value: params[param.name]!,
        changed: (value) => {
          params[param.name] = value;
          this.#options.changed(param.name, value, param.live ?? false);
        },
      });
      this.#sliders.set(param.name, slider);
    }
  }

  /** Sliders stand as they do at the moment that is shown. */
  stand(params: Params): void {
    for (const { name } of this.scene.params) {
      if (this.params[name] === params[name]) continue;
      this.params[name] = params[name]!;
      this.#sliders.get(name)?.set(params[name]!);
    }
  }
}
