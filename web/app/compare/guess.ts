// The reader's guess which tower gives way first, and the verdict, also for who plays without a guess.

import { byId } from '../elements.js';
import { afterWords } from './score.js';
import type { Side } from './side.js';

const kVerdict = 720; // steps after which a guess is judged: 12 s
const kNone = 'none';
/** Scenes of something that stands. */
const kTowers = ['pyramid', 'stack', 'arch', 'overhang', 'support', 'wrecking', 'heavy', 'recovery'];
const kWait = 'The run waits for your answer, or for Play.';

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
  readonly #section = byId('guess', HTMLElement);
  readonly #buttons = byId('guesses', HTMLElement);
  readonly #verdict = byId('verdict', HTMLElement);
  /** Name of the side that is expected to give way first; `none` for none, null before a guess. */
  #guess: string | null = null;
  /** Whether the run has not begun, as it would give the answer. */
  #waits = false;
  /** Whether this run is still to get its verdict. */
  #pending = false;
  /** For what setting the reader may know what gave way: after a guess, or twelve seconds. */
  #known = '';

  constructor(options: GuessOptions) {
    this.#options = options;
  }

  /** Asks, where something stands in the scene; returns whether the run should wait for the answer. */
  ask(scene: string): boolean {
    this.#section.hidden = !kTowers.includes(scene);
    this.#guess = null;
    this.#waits = !this.#section.hidden;
    this.clear();
    return this.#waits;
  }

  /** The run begins, answered or not; returns whether it was waited for. */
  begin(): boolean {
    const waited = this.#waits;
    this.#waits = false;
    if (waited) this.clear();
    return waited;
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
    this.#pending = !this.#waits && !this.#section.hidden;
    this.#verdict.textContent = this.#waits ? kWait : '';
    if (this.#guess === null) this.#press(null);
  }

  /** Marks what was guessed. */
  #press(name: string | null): void {
    for (const button of this.#buttons.children)
      button.setAttribute('aria-pressed', String(button.textContent!.toLowerCase() === name));
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
    const { sides, restart, run } = this.#options;
    const late = sides[0]!.simulation.steps > 0;
    restart();
    run();
    this.#guess = name;
    this.#press(name);
    this.#verdict.textContent = `${late ? 'Started again. ' : ''}Watch …`;
  }

  /**
   * After each step: what has happened, the first to give way, or none for twelve seconds, and the guess against it.
   */
  judge(): void {
    const { sides, setting } = this.#options;
    const over = sides[0]!.simulation.steps >= kVerdict;
    if (over) this.#known = setting();
    if (!this.#pending) return;
    const down = sides.filter(({ score }) => score.gaveWay !== null);
    if (down.length === 0 && !over) return;
    this.#known = setting();
    this.#pending = false;
    const first = Math.min(...down.map(({ score }) => score.gaveWay!));
    const tied = down.filter(({ score }) => score.gaveWay === first);
    const names = tied.map(({ name, title }) => `${name.toUpperCase()} (${title})`).join(' and ');
    const what = names ? `${names} ${afterWords(first)}.` : `none gave way in ${(kVerdict / 60).toFixed(1)} s.`;
    const guess = this.#guess;
    if (guess === null) {
      this.#verdict.textContent = what.replace(/^none/, 'None');
      return;
    }
    this.#guess = null; // it stays marked
    const right = tied.length > 0 ? tied.some(({ name }) => name === guess) : guess === kNone;
    const guessed = guess === kNone ? 'none' : guess.toUpperCase();
    this.#verdict.textContent = `You guessed ${guessed}. ${right ? 'Right:' : 'No:'} ${what}`;
  }
}
