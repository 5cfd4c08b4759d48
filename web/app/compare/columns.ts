// The columns beside each other, from two to as many as there are letters.

import { byId } from '../elements.js';
import { kNames } from './chart.js';
import { kUsual } from './link.js';
import type { Side } from './side.js';

const kFewest = 2;

export interface ColumnsOptions {
  /** All columns: this adds to them and takes from them. */
  readonly sides: Side[];
  /** A new one, which calls `removed` where the reader removes it. */
  readonly make: (name: string, removed: (side: Side) => void) => Side;
  /** There may be more or fewer of them now. */
  readonly counted: () => void;
  /** All columns from the beginning. */
  readonly restart: () => void;
}

export class Columns {
  readonly #options: ColumnsOptions;
  readonly #place = byId('sides', HTMLElement);
  readonly #button = byId('add', HTMLButtonElement);

  constructor(options: ColumnsOptions) {
    this.#options = options;
    this.#button.addEventListener('click', () => this.#addAnother());
  }

  /** How many there are: the last ones go, and new ones have the solver that a list has at first. */
  set count(count: number) {
    const { sides, counted } = this.#options;
    while (sides.length > count) {
      const side = sides.pop()!;
      side.simulation.world.destroy();
      side.element.remove();
    }
    while (sides.length < count) this.#add();
    this.#place.dataset.count = String(count);
    this.#button.disabled = count === kNames.length;
    for (const { element } of sides) element.querySelector<HTMLElement>('.remove')!.hidden = count <= kFewest;
    counted();
  }

  #add(): void {
    const { sides, make } = this.#options;
    const side = make(kNames[sides.length]!, (removed) => this.#remove(removed));
    sides.push(side);
    this.#place.append(side.element);
  }

  #addAnother(): void {
    const { sides, restart } = this.#options;
    const taken = new Set(sides.map(({ form }) => form.name));
    this.count = sides.length + 1;
    sides.at(-1)!.form.choose(kUsual.find((name) => !taken.has(name)) ?? kUsual[0]!);
    restart();
  }

  /** The columns behind it move up: letters, colours and controls have no gaps. */
  #remove(side: Side): void {
    const { sides, restart } = this.#options;
    if (sides.length <= kFewest) return;
    const place = sides.indexOf(side);
    const kept = sides.filter((each) => each !== side).map(({ form }) => [form.name, form.changes] as const);
    this.count = kept.length;
    kept.forEach(([name, changes], i) => {
      sides[i]!.form.choose(name);
      sides[i]!.form.change(changes);
    });
    restart();
    // The button that had the focus may be gone, or hidden.
    const { element } = sides[Math.min(place, sides.length - 1)]!;
    element.querySelector<HTMLElement>(sides.length > kFewest ? '.remove' : 'select')!.focus();
  }
}
