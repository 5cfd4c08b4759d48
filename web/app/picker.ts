// Choosing a scene: a dialog with a search field and one button a scene.

import { captionOf, type Scene } from '../scenes/scene.js';
import { paramsFor } from './link.js';
import { byId } from './elements.js';

export class Picker {
  readonly #dialog = byId('picker', HTMLDialogElement);
  readonly #search = byId('picker-search', HTMLInputElement);
  readonly #list = byId('picker-list', HTMLUListElement);
  readonly #empty = byId('picker-empty', HTMLElement);
  readonly #buttons: HTMLButtonElement[] = [];

  constructor(scenes: readonly Scene[], choose: (scene: Scene) => void) {
    for (const scene of scenes) {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.scene = scene.id;
      const title = document.createElement('strong');
      title.textContent = scene.title;
      const caption = document.createElement('span');
      caption.textContent = captionOf(scene, paramsFor(scene, {}));
      button.append(title, caption);
      button.addEventListener('click', () => {
        this.#dialog.close();
        choose(scene);
      });
      item.append(button);
      this.#list.append(item);
      this.#buttons.push(button);
    }
    this.#search.addEventListener('input', () => this.#filter());
    this.#dialog.addEventListener('keydown', (event) => this.#key(event));
    byId('picker-close', HTMLButtonElement).addEventListener('click', () => this.#dialog.close());
    // A press on the backdrop lands on the dialog itself.
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  open(current: string): void {
    this.#search.value = '';
    this.#filter();
    for (const button of this.#buttons) {
      if (button.dataset.scene === current) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    this.#dialog.showModal();
    this.#search.focus();
  }

  #shown(): HTMLButtonElement[] {
    return this.#buttons.filter((button) => !button.parentElement!.hidden);
  }

  /** Every word typed must begin a word of the title or the caption. */
  #filter(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const button of this.#buttons) {
      const text = ` ${button.textContent?.toLowerCase() ?? ''}`;
      button.parentElement!.hidden = !words.every((word) => text.includes(word));
    }
    this.#empty.hidden = this.#shown().length > 0;
  }

  #key(event: KeyboardEvent): void {
    const shown = this.#shown();
    const at = shown.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = at + (event.key === 'ArrowDown' ? 1 : -1);
      if (next < 0) this.#search.focus();
      else shown[Math.min(next, shown.length - 1)]?.focus();
    } else if (event.key === 'Enter' && document.activeElement === this.#search) {
      event.preventDefault();
      shown[0]?.click();
    }
  }
}
