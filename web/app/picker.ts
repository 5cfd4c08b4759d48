// Choosing a scene: a dialog with a search field and, group by group, one button a scene with its picture.

import { groups } from '../scenes/index.js';
import { captionOf, type Scene } from '../scenes/scene.js';
import { byId } from './elements.js';
import { paramsFor } from './link.js';

/** What is more than one scene: a page of its own. */
const kPages = [
  {
    group: 'Limits of solvers',
    title: 'Five solvers at once',
    caption: 'Heavy boxes on light ones under all five presets, side by side. Guess first: which tower falls?',
    href: 'compare.html#scene=heavy&p.ratio=6&a=umbra&b=fx2d&c=softStep&d=ftPhysics&e=wedekind',
    picture: 'heavy',
  },
];

export class Picker {
  readonly #dialog = byId('picker', HTMLDialogElement);
  readonly #search = byId('picker-search', HTMLInputElement);
  readonly #list = byId('picker-list', HTMLElement);
  readonly #empty = byId('picker-empty', HTMLElement);
  readonly #entries: HTMLElement[] = [];

  constructor(choose: (scene: Scene) => void) {
    for (const { title, scenes } of groups) {
      const section = document.createElement('section');
      const heading = document.createElement('h3');
      heading.textContent = title;
      const list = document.createElement('ul');
      section.append(heading, list);
      this.#list.append(section);
      for (const scene of scenes) {
        const button = document.createElement('button');
        button.type = 'button';
        button.dataset.scene = scene.id;
        button.addEventListener('click', () => {
          this.#dialog.close();
          choose(scene);
        });
        this.#add(list, button, scene.id, scene.title, captionOf(scene, paramsFor(scene, {})));
      }
      for (const page of kPages.filter(({ group }) => group === title)) {
        const link = document.createElement('a');
        link.href = page.href;
        this.#add(list, link, page.picture, page.title, page.caption);
      }
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
    const open = this.#dialog.open; // since before there was anything in it
    if (!open) this.#search.value = '';
    this.#filter();
    for (const entry of this.#entries) {
      if (entry.dataset.scene === current) entry.setAttribute('aria-current', 'true');
      else entry.removeAttribute('aria-current');
    }
    if (!open) this.#dialog.showModal();
    const shown = this.#list.querySelector('[aria-current]');
    shown?.closest('section')?.scrollIntoView(); // its group, from the heading on
    shown?.scrollIntoView({ block: 'nearest' });
    this.#search.focus();
  }

  #add(list: HTMLElement, entry: HTMLElement, picture: string, title: string, caption: string): void {
    const image = new Image(160, 100);
    image.loading = 'lazy';
    image.alt = '';
    image.src = `thumbs/${picture}.svg`;
    const dark = document.createElement('source');
    dark.media = '(prefers-color-scheme: dark)';
    dark.srcset = `thumbs/${picture}.dark.svg`;
    const both = document.createElement('picture');
    both.append(dark, image);
    const name = document.createElement('strong');
    name.textContent = title;
    const text = document.createElement('span');
    text.textContent = caption;
    entry.classList.add('entry');
    entry.append(both, name, text);
    const item = document.createElement('li');
    item.append(entry);
    list.append(item);
    this.#entries.push(entry);
  }

  /** Takes the first of what is found. */
  enter(): void {
    this.#shown()[0]?.click();
  }

  #shown(): HTMLElement[] {
    return this.#entries.filter((entry) => !entry.parentElement!.hidden);
  }

  /** Every word typed must be in the title or the caption. */
  #filter(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const entry of this.#entries) {
      const text = entry.textContent?.toLowerCase() ?? '';
      entry.parentElement!.hidden = !words.every((word) => text.includes(word));
    }
    for (const section of this.#list.children)
      (section as HTMLElement).hidden = !section.querySelector('li:not([hidden])');
    this.#empty.hidden = this.#shown().length > 0;
  }

  #key(event: KeyboardEvent): void {
    const shown = this.#shown();
    const at = shown.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = at + (event.key === 'ArrowDown' ? 1 : -1);
      if (next < 0) this.#search.focus();
      else shown[Math.min(next, shown.length - 1)]?.focus();
    } else if (event.key === 'Enter' && document.activeElement === this.#search) {
      event.preventDefault();
      this.enter();
    }
  }
}
