// `<impulse-solver>`: the last step of a figure. Its view is loaded on demand.

import type { ImpulseScene } from '../element.js';
import { Companion } from './companion.js';
import type { Figure, View } from './figure.js';
import { make } from './shadow.js';
import { viewsOf } from './views_tag.js';
import type { SolverView } from '../element-solver.js';
import type { World } from '../world.js';

/** How many elements read the trace of a world. It has no entry if the program itself has set `trace`. */
const readers = new WeakMap<World, number>();

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
  #from: ImpulseScene | null = null;
  #view: SolverView | null = null;
  #step = -1;

  constructor() {
    super(':host { display: block; margin: 1em 0 }', make('div'));
  }

  /** @internal */
  protected read(): void {}

  /** @internal */
  protected start(figure: Figure): void {
    const { world } = figure;
    if (!world.trace || readers.has(world)) readers.set(world, (readers.get(world) ?? 0) + 1);
    world.trace = true;
    this.#from = this.scene;
    this.#figure = figure;
    this.#step = -1;
    if (this.#view) this.#update();
    else void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const { SolverView } = await viewsOf(() => import('../element-solver.js'));
      this.#view ??= new SolverView({
        world: () => this.#figure?.world ?? null,
        changed: () => this.scene?.redraw(),
        quiet: () => this.scene?.paused === false,
      });
      this.body.replaceChildren(this.#view.element);
      this.#update();
    } catch (error) {
      this.fail(error as Error);
    }
  }

  /** @internal */
  override begin(figure: Figure | null): void {
    const world = this.#figure?.world;
    this.#figure = null;
    // Without a scene, this element leaves; with one, its world is gone.
    if (world && !this.scene) {
      this.#view?.stop();
      const count = readers.get(world);
      if (count) readers.set(world, count - 1);
      const from = this.#from;
      // Later, since an element that is moved within the page comes back at once and shows the same step.
      queueMicrotask(() => {
        if (readers.get(world) === 0 && from?.world === world) world.trace = false;
      });
    }
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
  show(_figure: Figure, { theme }: View): void {
    this.#view?.dress(theme);
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
