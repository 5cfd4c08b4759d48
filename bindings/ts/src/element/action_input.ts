// Connects the actions of a scene to buttons and keys, pressed once or held.

import type { Action } from '../scenes.js';

const kPulse = 400; // ms: how long something is held that was clicked without a pointer or a key, as by a screen reader

const kSigns: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };

/** `KeyboardEvent.key`, the same with and without Shift. */
const nameOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);

/** Labels of the keys of an action. */
export const keySigns = ({ keys = [] }: Action): string[] => keys.map((key) => kSigns[key] ?? key.toUpperCase());

/** Triggers the actions of a scene by buttons and keys, pressed once or held. It checks nothing and throws nothing. */
export class ActionInput {
  readonly #act: (name: string, held: boolean) => void;
  #actions: readonly Action[] = [];
  /** Per action, the keys (by name) and buttons that hold it. */
  readonly #holders = new Map<string, Set<unknown>>();
  readonly #keyup = (event: KeyboardEvent): void => this.#drop(nameOf(event));
  readonly #gone = (): void => this.release();

  /** `act` is called at each press, and at the end of actions with `hold`. */
  constructor(act: (name: string, held: boolean) => void) {
    this.#act = act;
  }

  get actions(): readonly Action[] {
    return this.#actions;
  }
  /** Sets the actions of another scene. Held actions of the old scene end. */
  set actions(actions: readonly Action[]) {
    this.release();
    this.#actions = actions;
  }

  /** Ends all held actions, for example when the scene restarts. */
  release(): void {
    for (const name of [...this.#holders.keys()]) this.#end(name);
  }

  /** Whether a key belongs to the scene. */
  knows(event: KeyboardEvent): boolean {
    return !event.ctrlKey && !event.metaKey && !event.altKey && this.#of(event) !== undefined;
  }

  /** Handles a key of the scene. Returns false for any other key. */
  keydown(event: KeyboardEvent): boolean {
    if (!this.knows(event)) return false;
    event.preventDefault();
    if (!event.repeat) this.#begin(this.#of(event)!, nameOf(event));
    return true;
  }

  /** Makes a button trigger an action. An action with `hold` lasts while the pointer, Space or Enter is down. */
  bind(button: HTMLButtonElement, action: Action): void {
    if (!action.hold) {
      button.addEventListener('click', () => this.#begin(action, button));
      return;
    }
    button.style.touchAction = 'none'; // a finger that slides on it still holds it, and the page stands
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    button.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.#begin(action, button);
    });
    button.addEventListener('keydown', (event) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      if (!event.repeat) this.#begin(action, button);
    });
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture', 'keyup', 'blur'] as const) {
      button.addEventListener(name, () => this.#drop(button));
    }
    button.addEventListener('click', (event) => {
      if (event.detail > 0) return;
      this.#begin(action, button);
      setTimeout(() => this.#drop(button), kPulse);
    });
  }

  #of(event: KeyboardEvent): Action | undefined {
    const name = nameOf(event);
    return this.#actions.find(({ keys }) => keys?.includes(name));
  }

  #begin({ name, hold }: Action, holder: unknown): void {
    if (!hold) return this.#act(name, true);
    const holders = this.#holders.get(name);
    if (holders) return void holders.add(holder);
    if (this.#holders.size === 0) {
      addEventListener('keyup', this.#keyup, true);
      addEventListener('blur', this.#gone);
    }
    this.#holders.set(name, new Set([holder]));
    this.#act(name, true);
  }

  #drop(holder: unknown): void {
    for (const [name, holders] of [...this.#holders]) {
      if (holders.delete(holder) && holders.size === 0) this.#end(name);
    }
  }

  #end(name: string): void {
    this.#holders.delete(name);
    if (this.#holders.size === 0) {
      removeEventListener('keyup', this.#keyup, true);
      removeEventListener('blur', this.#gone);
    }
    this.#act(name, false);
  }
}
