// Base class of the elements that belong to a figure: sliders, numbers, plots.

import type { ImpulseScene } from '../element.js';
import { refuse } from './attributes.js';
import type { Figure } from './figure.js';
import { adopt, make, upgrade } from './shadow.js';

// On a server there are no elements; the classes must still be there to be imported.
const Base: { new (): HTMLElement; prototype: HTMLElement } = globalThis.HTMLElement ?? class {};

const kSheet = `
:host([hidden]), [hidden] { display: none }
.error { text-decoration: underline wavy #d9442f; font: 14px/1.3 system-ui, sans-serif; white-space: normal; overflow-wrap: anywhere }
`;

/**
 * An element that belongs to the figure whose id is in its attribute `for`, by default to the first figure of the page.
 * Its children are shown until that figure is ready. An invalid value is shown in its place, logged, and reported by an
 * `error` event.
 */
export abstract class Companion extends Base {
  /** Id of the figure. Default: the first figure of the page. */
  get for(): string {
    return this.getAttribute('for') ?? '';
  }
  set for(id: string) {
    this.setAttribute('for', id);
  }

  /** @internal */
  protected readonly body: HTMLElement;
  readonly #slot = make('slot');
  readonly #error = make('span', { class: 'error', part: 'error', role: 'alert', hidden: '' });
  #scene: ImpulseScene | null = null;
  #unfollow = (): void => {};
  #root: Node | null = null;
  #sound = false; // what its attributes say is accepted

  /** Finds its figure. */
  readonly #link = (): void => {
    if (!this.#sound) return;
    const root = this.#root as Document | ShadowRoot;
    const found = this.for ? root.getElementById(this.for) : root.querySelector('impulse-scene');
    if (found === this.#scene && found) return;
    this.#leave();
    if (found && 'follow' in found) {
      this.#scene = found as ImpulseScene;
      this.settle();
      this.#unfollow = this.#scene.follow(this);
      this.linked();
    } else if (document.readyState === 'complete' && !found?.matches('impulse-scene')) {
      this.fail(refuse('for', this.for, 'the id of an <impulse-scene> of the page'));
    }
  };

  constructor(css: string, body: HTMLElement) {
    super();
    this.body = body;
    body.hidden = true;
    const root = this.attachShadow({ mode: 'open' });
    adopt(root, kSheet + css);
    root.append(this.#slot, this.#error, body);
  }

  /** The figure, once it is there. @internal */
  protected get scene(): ImpulseScene | null {
    return this.#scene;
  }

  /** Reads the attributes; throws what is wrong with them. @internal */
  protected abstract read(): void;
  /** A scene stands in a new world; throws what does not go with it. @internal */
  protected abstract start(figure: Figure): void;

  /** @internal */
  connectedCallback(): void {
    upgrade(this);
    this.#root = this.getRootNode();
    this.#root.addEventListener('impulse-scene', this.#link); // a figure is about to be built
    addEventListener('load', this.#link);
    this.#again();
  }
  /** @internal */
  disconnectedCallback(): void {
    this.#root?.removeEventListener('impulse-scene', this.#link);
    removeEventListener('load', this.#link);
    this.#leave();
  }
  /** @internal */
  attributeChangedCallback(): void {
    if (this.isConnected && this.#root) this.#again();
  }

  #leave(): void {
    this.#unfollow();
    this.#unfollow = () => {};
    this.#scene = null;
    this.begin(null);
  }

  #again(): void {
    this.#leave();
    this.#sound = this.guard(() => this.read());
    this.#link();
  }

  /** The figure is known; it may still be loading. @internal */
  protected linked(): void {}

  /** @internal */
  begin(figure: Figure | null): void {
    this.reveal(figure !== null && this.guard(() => this.start(figure)));
  }

  /** Shows its own body, or else its children. @internal */
  protected reveal(own: boolean): void {
    this.body.hidden = !own;
    this.#slot.hidden = own;
  }

  /** False where it threw; then the element says why. @internal */
  protected guard(action: () => void): boolean {
    try {
      action();
      this.settle();
      return true;
    } catch (error) {
      this.fail(error as Error);
      return false;
    }
  }
  /** @internal */
  protected settle(): void {
    this.#error.hidden = true;
  }
  /** @internal */
  protected fail(error: Error): void {
    this.#error.textContent = error.message;
    this.#error.hidden = false;
    console.error(`<${this.localName}>`, error);
    this.dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
  }

  /** A number in an attribute. @internal */
  protected number(name: string, fallback: number, least = -Infinity): number {
    const text = this.getAttribute(name);
    if (text === null) return fallback;
    const value = text.trim() === '' ? NaN : Number(text);
    if (!(Number.isFinite(value) && value >= least))
      throw refuse(name, text, least > -Infinity ? `a number >= ${least}` : 'a number');
    return value;
  }
}
