// `impulse2d/element/solver`: the view of `<impulse-solver>`, which shows one step substep by substep, iteration by
// iteration, contact by contact and joint by joint. It is a separate entry that the element loads on demand.

import type { Theme } from './draw.js';
import type { View } from './element/figure.js';
import { adopt, make } from './element/shadow.js';
import { chooseInChart, paintCharts } from './element/solver_charts.js';
import { drawMarks } from './element/solver_marks.js';
import { SolverWalk } from './element/solver_walk.js';
import { whatWords, whereWords } from './element/solver_words.js';
import type { World } from './world.js';

const kSheet = `
:host { display: block }
.panel { display: grid; gap: 6px; direction: ltr; font: 14px/1.4 var(--impulse-font, system-ui, sans-serif) }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px }
canvas { display: block; width: 100%; height: var(--impulse-solver-height, 250px); cursor: pointer }
button {
  min-width: 36px; min-height: 36px; padding: 0 .6em; border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: 7px;
  background: none; color: inherit; font: inherit; cursor: pointer; touch-action: manipulation;
}
button:hover { background: color-mix(in srgb, currentColor 10%, transparent) }
button:focus-visible, input:focus-visible { outline: 2.5px solid var(--impulse-accent, currentColor); outline-offset: 1px }
input { flex: 1 1 8em; min-width: 5em; min-height: 36px; margin: 0; accent-color: var(--impulse-accent, var(--_accent, #b53a17)) }
p { margin: 0; font-variant-numeric: tabular-nums }
.soft { opacity: .8 }
@media (pointer: coarse) { button, input { min-height: 44px } }
@media print { .row { display: none } }
`;

const kPause = 160; // ms between two stops while it plays

export interface SolverViewOptions {
  /** The world whose last step is shown. Its `trace` must have been true in that step. */
  readonly world: () => World | null;
  /** Another place of the step is shown: the picture should be drawn again. */
  readonly changed: () => void;
  /** Whether changes are not announced to screen readers, as while time runs. Default: never. */
  readonly quiet?: () => boolean;
}

/**
 * Shows one step of a world: charts of the residual after each iteration and of the impulse and residual of each
 * contact and joint, with buttons and a slider to go through them. `draw` adds marks to a picture. Contacts and joints
 * are in the order of the solver. All joints of a direct solve are one stop.
 */
export class SolverView {
  /** The element to insert into the page. */
  readonly element = make('div');
  readonly #options: SolverViewOptions;
  readonly #canvas = make('canvas', { role: 'img', 'aria-label': 'Iterations of a step' });
  readonly #slider = make('input', { type: 'range', min: '0', step: '1', 'aria-label': 'Iteration' });
  readonly #where = make('p', { part: 'where' });
  readonly #what = make('p', { part: 'what', 'aria-live': 'polite' });
  readonly #legend = make('p', { class: 'soft', part: 'legend' });
  readonly #play: HTMLButtonElement;
  /** None without a trace. */
  #walk: SolverWalk | null = null;
  #timer = 0;
  #theme: Theme | undefined;

  constructor(options: SolverViewOptions) {
    this.#options = options;
    const root = this.element.attachShadow({ mode: 'open' });
    adopt(root, kSheet);
    const button = (label: string, text: string, pressed: () => void): HTMLButtonElement => {
      const made = make('button', { type: 'button', 'aria-label': label, title: label }, text);
      made.addEventListener('click', () => {
        if (made !== this.#play) this.stop();
        pressed();
      });
      return made;
    };
    this.#play = button('Play the step, contact by contact', 'Play', () => (this.#timer ? this.stop() : this.play()));
    const row = make(
      'div',
      { class: 'row', role: 'group', 'aria-label': 'Inside the step' },
      button('Iteration back', '«', () => this.go(this.at.pass - 1)),
      button('Contact or joint back', '‹', () => this.contact(-1)),
      this.#play,
      button('Next contact or joint', '›', () => this.contact(1)),
      button('Next iteration', '»', () => this.go(this.at.pass + 1)),
      this.#slider,
    );
    this.#slider.addEventListener('input', () => {
      const pass = this.#slider.valueAsNumber;
      this.stop();
      this.go(pass);
    });
    this.#canvas.addEventListener('click', (event) => this.#click(event));
    root.append(make('div', { class: 'panel' }, row, this.#where, this.#what, this.#canvas, this.#legend));
    new ResizeObserver(() => this.#paint()).observe(this.#canvas);
  }

  /** Reads the last step and shows its end. Returns false if the world has no trace of it. */
  update(): boolean {
    const world = this.#options.world();
    const trace = world?.trace ? world.solverTrace() : null;
    this.#walk = null;
    if (trace?.stage.length) {
      this.#walk = new SolverWalk(world!, trace);
      const square = trace.rows.length > 0 ? '; square: joint' : '';
      this.#legend.textContent =
        'In the picture: line: impulse; tick: warm start; dashes: decrease; gauge: residual, full at the largest' +
        `${square}. In the charts of residuals a line is a power of ten.`;
      this.#slider.max = String(trace.stage.length - 1);
    }
    this.#tell();
    return this.#walk !== null;
  }

  /**
   * Current position: the iteration (`pass`), and the number of its contacts and joints that are done. Joints of a
   * direct solve count as one.
   */
  get at(): { pass: number; contacts: number } {
    const { pass = 0, done = 0 } = this.#walk ?? {};
    return { pass, contacts: done };
  }

  /** Goes to the end of an iteration, counted from 0. */
  go(pass: number): void {
    if (!this.#walk) return;
    this.#walk.go(pass);
    this.#tell();
  }

  /** Goes one contact or joint forward or back, also into the next or previous iteration. */
  contact(direction: 1 | -1): void {
    if (this.#walk?.move(direction)) this.#tell();
  }

  /** Plays the step, from its beginning if it is at the end. */
  play(): void {
    const walk = this.#walk;
    if (!walk) return;
    if (walk.atEnd) this.go(0);
    // A large pile goes by in about half a minute: several stops at a time.
    const all = walk.trace.stage.reduce((sum, _, pass) => sum + walk.stopsOf(pass).length, 0);
    const stride = Math.max(1, Math.round(all / 200));
    this.#timer = window.setInterval(() => {
      for (let i = 0; i < stride; i++) this.contact(1);
      if (this.#walk?.atEnd ?? true) this.stop();
    }, kPause);
    this.#tell();
  }

  stop(): void {
    if (this.#timer === 0) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#tell();
  }

  /** Words and charts are of the place where the view is. */
  #tell(): void {
    const walk = this.#walk;
    this.#play.textContent = this.#timer ? 'Pause' : 'Play';
    this.#what.setAttribute('aria-live', this.#timer || this.#options.quiet?.() ? 'off' : 'polite');
    this.#canvas.style.display = walk ? 'block' : 'none'; // an empty chart would only take room
    if (!walk) {
      this.#where.textContent = 'Make a step to inspect it.';
      this.#what.textContent = this.#legend.textContent = '';
      this.#paint();
      return;
    }
    const [long, short] = whereWords(walk);
    this.#where.textContent = long;
    this.#what.textContent = whatWords(walk, this.#options.world());
    this.#slider.value = String(walk.pass);
    this.#slider.setAttribute('aria-valuetext', short);
    this.#paint();
    this.#options.changed();
  }

  /** Marks in a picture of the world, over the bodies. */
  draw(ctx: CanvasRenderingContext2D, view: View): void {
    if (this.#walk) drawMarks(ctx, view, this.#walk);
  }

  /** Makes it as dark or light as the picture, also while it does not draw into it. */
  dress(theme: Theme): void {
    if (this.#theme === theme) return;
    this.#theme = theme;
    this.element.style.setProperty('--_accent', theme.force);
    this.#paint();
  }

  #paint(): void {
    paintCharts(this.#canvas, this.#walk, this.#theme);
  }

  #click(event: MouseEvent): void {
    if (!this.#walk) return;
    this.stop();
    if (chooseInChart(this.#canvas, this.#walk, event)) this.#tell();
  }
}
