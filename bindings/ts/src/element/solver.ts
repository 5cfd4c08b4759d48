// `<impulse-solver>`: the last step of a figure. Its view is loaded on demand.

import { Companion } from './companion.js';
import type { Figure, View } from './figure.js';
import { make } from './shadow.js';
import { viewsOfTag } from './views_tag.js';
import type { SolverView } from '../element-solver.js';

/**
 * `<impulse-solver for="fig">…</impulse-solver>`: the last step of the figure, substep by substep, iteration by
 * iteration, contact by contact and joint by joint. It shows the change of each impulse, the impulses of warm starting,
 * clamping, and the residual of each contact and joint, with marks in the picture of the figure. All joints of a direct
 * solve are one stop. The world records a trace meanwhile, which costs time in each step. It loads `element-solver.js`
 * beside this script, unless `impulse2d.views.global.js` was loaded before.
 */
export class ImpulseSolver extends Companion {
  /** @internal */
  static readonly observedAttributes: readonly string[] = ['for'];

  #figure: Figure | null = null;
  #view: SolverView | null = null;
  #step = -1;

  constructor() {
    super(':host { display: block; margin: 1em 0 }', make('div'));
  }

  /** @internal */
  protected read(): void {}

  /** @internal */
  protected start(figure: Figure): void {
    figure.world.trace = true;
    this.#figure = figure;
    this.#step = -1;
    if (this.#view) this.#update();
    else void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const { SolverView } = viewsOfTag() ?? (await import('../element-solver.js'));
      this.#view ??= new SolverView({
        world: () => this.#figure?.world ?? null,
        changed: () => this.scene?.redraw(),
      });
      this.body.replaceChildren(this.#view.element);
      this.#update();
    } catch (error) {
      this.fail(error as Error);
    }
  }

  /** @internal */
  override begin(figure: Figure | null): void {
    if (this.#figure && !figure && this.#figure.world !== this.scene?.world) this.#view?.stop();
    this.#figure = null;
    super.begin(figure);
  }

  #update(): void {
    const figure = this.#figure;
    if (!figure || !this.#view || figure.steps === this.#step) return;
    this.#step = figure.steps;
    // After a jump to a recorded step that step was not simulated here; while time runs each step is.
    if (this.scene?.paused) figure.tape?.again();
    this.#view.update();
  }

  /** @internal */
  show(): void {
    this.#update();
  }
  /** @internal */
  get covers(): boolean {
    return this.#view !== null && this.#figure !== null && (this.scene?.paused ?? false);
  }
  /** @internal */
  draw(ctx: CanvasRenderingContext2D, view: View): void {
    if (this.covers) this.#view?.draw(ctx, view);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'impulse-solver': ImpulseSolver;
  }
}
