// The reader's guess which tower gives way first, and the verdict on it.

import { byId } from '../elements.js';
import { afterWords } from './score.js';
import type { Side } from './side.js';

const kVerdict = 720; // steps after which a guess is judged: 12 s
const kNone = 'none';

export interface GuessOptions {
  /** The columns at any time. */
  readonly sides: readonly Side[];
  /** What decides how a run goes. */
  readonly setting: () => string;
  /** All columns from the beginning. */
  readonly restart: () => void;
  /** Lets time run. */
  readonly run: () => void;
}

export class Guess {
  readonly #options: GuessOptions;
  readonly #buttons = byId('guesses', HTMLElement);
  readonly #verdict = byId('verdict', HTMLElement);
  /** Name of the side that is expected to give way first; `none` for none, null before a guess. */
  #guess: string | null = null;
  /** For what setting the reader may know what gave way: after a guess, or twelve seconds. */
  #known = '';

  constructor(options: GuessOptions) {
    this.#options = options;
  }

  /** A button for each column. */
  offer(): void {
    this.#buttons.replaceChildren();
    for (const name of [...this.#options.sides.map((side) => side.name), kNone]) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name === kNone ? 'None' : name.toUpperCase();
      button.addEventListener('click', () => this.#take(name));
      this.#buttons.append(button);
    }
  }

  /** A new run has no verdict yet. */
  clear(): void {
    this.#verdict.textContent = '';
  }

  /** Was a guess made, and is it not judged yet? */
  get open(): boolean {
    return this.#guess !== null;
  }

  /** Whether the reader may know what gave way. */
  get known(): boolean {
    return this.#known === this.#options.setting();
  }

  #take(name: string): void {
    const { restart, run } = this.#options;
    restart();
    this.#guess = name;
    for (const button of this.#buttons.children)
      button.setAttribute('aria-pressed', String(button.textContent!.toLowerCase() === name));
    this.#verdict.textContent = 'Watch …';
    run();
  }

  /** After each step: the guess against what has happened, the first to give way, or nobody for twelve seconds. */
  judge(): void {
    const { sides, setting } = this.#options;
    const over = sides[0]!.simulation.steps >= kVerdict;
    if (over) this.#known = setting();
    if (this.#guess === null) return;
    const down = sides.filter(({ score }) => score.gaveWay !== null);
    if (down.length === 0 && !over) return;
    this.#known = setting();
    const first = Math.min(...down.map(({ score }) => score.gaveWay!));
    const guess = this.#guess;
    this.#guess = null;
    for (const button of this.#buttons.children) button.setAttribute('aria-pressed', 'false');
    const tied = down.filter(({ score }) => score.gaveWay === first);
    const right = tied.length > 0 ? tied.some(({ name }) => name === guess) : guess === kNone;
    const names = tied.map(({ name, title }) => `${name.toUpperCase()} (${title})`).join(' and ');
    const what = names ? `${names} ${afterWords(first)}.` : `None gave way in ${(kVerdict / 60).toFixed(1)} s.`;
    this.#verdict.textContent = `${right ? 'Right.' : 'No.'} ${what}`;
  }
}
