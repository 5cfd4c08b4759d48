// "Look inside": the last step of the paused simulation, opened up below the figure. Loaded when it is
// first opened.

import type { World } from 'impulse2d';
import type { View } from 'impulse2d/element';
import { SolverView } from 'impulse2d/element/solver';
import { byId } from './elements.js';
import type { Simulation } from './simulation.js';
import type { Stage } from './stage.js';

const kBack = 20; // steps at a time

const seconds = (steps: number): string => `${(steps / 60).toFixed(2)} s`;

export interface InsideStepOptions {
  readonly simulation: Simulation;
  readonly stage: Stage;
  /** Time stands still from here on. */
  readonly pause: () => void;
  /** The picture should be drawn again. */
  readonly changed: () => void;
}

export class InsideStep {
  readonly #options: InsideStepOptions;
  readonly #button = byId('into', HTMLButtonElement);
  readonly #panel = byId('inside', HTMLElement);
  /** Why another moment is shown than the one that the reader was at. */
  readonly #note = byId('inside-note', HTMLElement);
  readonly #view: SolverView;
  #shown: { world: World | null; step: number } = { world: null, step: -1 };
  /** Opened just now: the step plays by itself once, unless the reader wants no motion. */
  #plays = false;

  constructor(options: InsideStepOptions) {
    this.#options = options;
    const { simulation, changed } = options;
    this.#view = new SolverView({ world: () => simulation.world, changed });
    const lesson = document.createElement('a');
    lesson.href = 'lessons/sequential-impulses.html#any-step';
    lesson.textContent = 'A lesson explains the iterations.';
    const line = document.createElement('p');
    line.className = 'reading';
    line.append(lesson);
    const lead = document.createElement('p');
    lead.className = 'lead';
    lead.textContent =
      'The solver goes over all contacts and joints again and again. The residual is the error of the worst.';
    this.#panel.append(lead, this.#view.element, line);
  }

  /** Opens or closes it. */
  open(open: boolean): void {
    const { simulation, stage, pause, changed } = this.#options;
    this.#panel.hidden = !open;
    this.#button.setAttribute('aria-expanded', String(open));
    const marks = (ctx: CanvasRenderingContext2D, view: View): void => {
      this.#view.dress(stage.theme); // each picture may have another colour scheme than the one before
      this.#view.draw(ctx, view);
    };
    stage.overlay.marks = open ? marks : null;
    this.#note.textContent = '';
    if (open) {
      pause();
      if (simulation.world.awakeCount === 0) this.#goBack();
      this.#shown = { world: null, step: simulation.steps };
      this.#plays = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    } else {
      this.#view.stop();
      simulation.world.trace = false;
    }
    changed();
  }

  /** Where all bodies sleep nothing is solved: back to the last step in which something was. */
  #goBack(): void {
    const { simulation } = this.#options;
    const { world, tape } = simulation;
    const from = tape.step;
    while (world.awakeCount === 0 && tape.step > tape.first) simulation.seek(tape.step - kBack);
    while (world.awakeCount > 0 && tape.step < from) simulation.seek(tape.step + 1);
    if (world.awakeCount === 0) simulation.seek(tape.step - 1);
    if (tape.step !== from)
      this.#note.textContent = `At ${seconds(from)} all bodies slept, and a step had nothing to solve. This is the last step that had: time is back at ${seconds(tape.step)}.`;
  }

  /** Once a frame. */
  frame(): void {
    const { simulation } = this.#options;
    if (this.#panel.hidden) return;
    if (!simulation.paused) {
      this.open(false);
      return;
    }
    const { world } = simulation;
    if (this.#shown.world === world && this.#shown.step === simulation.steps) return;
    world.trace = true;
    if (this.#shown.step !== simulation.steps) this.#note.textContent = ''; // the reader went on to another moment
    if (!simulation.tape.again()) simulation.stepOnce(); // at the start no step was made yet
    this.#shown = { world, step: simulation.steps };
    this.#view.stop();
    if (this.#view.update() && this.#plays) this.#view.play();
    this.#plays = false;
  }
}
