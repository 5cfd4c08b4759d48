// One column of the comparison: a solver with its parameters, the scene under it, and what is kept of its steps.

import type { Body, SolverTrace } from 'impulse2d';
import { darkTheme, draw, lightTheme, type DrawableBody, type Theme } from 'impulse2d/draw';
import type { Frame, Params, Scene } from '../../scenes/scene.js';
import { CameraView } from '../camera.js';
import { Sheet } from '../canvas.js';
import { paintHand, paintLabels } from '../hints.js';
import { kHashTitle, lastDigits, show } from '../readout.js';
import type { Recording } from '../recording.js';
import { arrivalWords, secondsOf } from '../share.js';
import { Simulation } from '../simulation.js';
import { SolverForm } from '../solver_form.js';
import type { SolverChoice } from '../solvers.js';
import type { Look } from './look.js';
import { History, Score } from './score.js';

const kMargin = 1.04;
const kKeyframes = 60; // steps from a snapshot for the way back to the next: what each is used for is a second of time
const kBytes = 24e6; // of snapshots: a column's
// There is nothing to see of a solver that has nothing to solve: bodies sleep late, and none that creeps.
const kRest = { linear: 0.001, angular: 0.001, seconds: 5 };
const kDeep = 0.05; // m of overlap at the start
const kAbove = 1.12; // of the height of a tower and the ground below it
const kFlattest = 150; // px: of a stage
const kGhosts = 400; // bodies: outlines of more would hide the picture

/** Velocity iterations: those over positions leave that residual as it is. */
export function sweeps(trace: SolverTrace): number[] {
  return trace.stage.flatMap((stage, i) => (stage === 'position' ? [] : [trace.residual[i]!]));
}

/** Which of them no time passed in: those over what collides, before the others. */
export function collisions(trace: SolverTrace): boolean[] {
  return trace.stage.flatMap((stage) => (stage === 'position' ? [] : [stage === 'impact']));
}

/** As its scene says, or by its place. */
const tint = (body: DrawableBody): number => (body.userData as { tint?: number } | undefined)?.tint ?? body.slot % 7;

/** Nothing but the outlines of bodies, in one colour. */
function ghostTheme(theme: Theme, color: string): Theme {
  const clear = { staticFill: 'transparent', staticLine: 'transparent', kinematicFill: 'transparent' };
  return {
    ...theme,
    ...clear,
    kinematicLine: color,
    bodies: theme.bodies.map(() => ({ fill: 'transparent', line: color })),
  };
}

export interface SideOptions {
  readonly name: string;
  readonly scene: Scene;
  readonly params: Params;
  readonly choices: readonly SolverChoice[];
  /** Its solver or a number of it. */
  readonly changed: (side: Side) => void;
  readonly resized: () => void;
  readonly removed: (side: Side) => void;
}

export class Side {
  readonly name: string;
  readonly element = document.createElement('section');
  readonly form: SolverForm;
  readonly simulation: Simulation;
  readonly camera = new CameraView();
  readonly sheet: Sheet;
  readonly #score = document.createElement('p');
  readonly #does = document.createElement('p');
  history = new History();
  /** Whether the reader may know yet what gave way. */
  told = false;
  score: Score;
  trace: SolverTrace | null = null;
  readonly #hash = document.createElement('span');
  #frame: Frame;

  constructor({ name, scene, params, choices, changed, resized, removed }: SideOptions) {
    this.name = name;
    const upper = name.toUpperCase();
    this.simulation = new Simulation(scene, params);
    this.simulation.keyframes = kKeyframes;
    this.simulation.bytes = kBytes;
    this.simulation.rest = kRest;
    this.score = new Score(this.simulation.world);
    this.#frame = this.#narrow();
    const { element } = this;
    element.className = `side side-${name}`;
    element.setAttribute('aria-label', `Solver ${upper}`);

    const head = document.createElement('div');
    head.className = 'side-head';
    const label = document.createElement('label');
    label.className = 'pick-solver';
    const mark = document.createElement('b');
    mark.className = `mark mark-${name}`;
    mark.textContent = upper;
    const words = document.createElement('span');
    words.className = 'unseen';
    words.textContent = `Solver ${upper}`;
    const select = document.createElement('select');
    select.id = `solver-${name}`;
    label.append(mark, words, select);
    const remove = document.createElement('button');
    remove.type = 'button';
    remove.className = 'icon remove';
    remove.textContent = '×';
    remove.title = `Remove ${upper}`;
    remove.setAttribute('aria-label', remove.title);
    remove.addEventListener('click', () => removed(this));
    this.#does.className = 'does';
    this.#does.setAttribute('aria-hidden', 'true'); // the list says it too
    head.append(label, remove, this.#does);

    const canvas = document.createElement('canvas');
    canvas.id = `stage-${name}`;
    canvas.className = 'small-stage';
    canvas.setAttribute('role', 'img');
    this.#score.className = 'score';
    this.#hash.className = 'hash';
    this.#hash.title = kHashTitle;
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = `Parameters of ${upper}`;
    const fields = document.createElement('div');
    fields.id = `fields-${name}`;
    fields.className = 'fields';
    details.append(summary, fields);
    element.append(head, canvas, this.#score, this.#hash, details);
    this.sheet = new Sheet(canvas, resized);
    this.form = new SolverForm(select, fields, name, choices, () => changed(this));
  }

  /** The solver's name, and in a few words what it does. */
  get #label(): string[] {
    return (this.form.select.selectedOptions[0]?.text ?? '').split(': ');
  }

  /** The solver's name without what it does. */
  get title(): string {
    return this.#label[0]!;
  }

  restart(scene: Scene, params: Params): void {
    this.form.usual = scene.solver;
    Object.assign(this.simulation.settings, { solver: this.form.options, preset: this.form.name });
    this.simulation.load(scene, params);
    this.#begin();
  }

  /** Does again what somebody did to this column, step by step; returns whether it comes to the same state. */
  replay(recording: Recording): boolean {
    const { simulation } = this;
    simulation.begin(recording);
    this.#begin();
    return simulation.replay(recording, () => this.step());
  }

  #begin(): void {
    this.#dress();
    this.simulation.world.trace = true;
    this.history = new History();
    this.score = new Score(this.simulation.world);
    this.trace = null;
    this.#frame = this.#narrow();
  }

  /** The controls stand as the solver of this moment is. */
  #dress(): void {
    const { solver, preset = '' } = this.simulation.settings;
    const { form } = this;
    if (!solver || (preset === form.name && JSON.stringify(solver) === JSON.stringify(form.options))) return;
    form.take(preset, solver);
  }

  /** Whether a shared run came to the same hash here; null while that is not known, or nothing was shared. */
  arrived(same: boolean | null, steps = 0): void {
    const { dataset } = this.#hash;
    if (same === null) delete dataset.same;
    else Object.assign(dataset, { same: String(same), at: secondsOf(steps) });
    this.#hash.title = same === null ? kHashTitle : arrivalWords(same, steps);
  }

  /**
   * What the scene wants seen, less what is empty beside its bodies, since columns are narrow, and above a tower. Where
   * something can rise, by a push out of an overlap or the reader's hand, the room above stays.
   */
  #narrow(): Frame {
    const { scene, params, world, run } = this.simulation;
    const frame = typeof scene.camera === 'function' ? scene.camera(params) : scene.camera;
    let reach = 0;
    let high = -Infinity;
    for (const { type, aabb } of world.bodies) {
      if (type !== 'dynamic') continue;
      reach = Math.max(reach, Math.abs(aabb.min.x - frame.x), Math.abs(aabb.max.x - frame.x));
      high = Math.max(high, aabb.max.y);
    }
    const bottom = frame.y - frame.height / 2;
    const rises = run.tap || scene.actions || !this.score.piled || world.maxPenetration() > kDeep;
    const height = rises ? frame.height : Math.min(frame.height, kAbove * (high - bottom));
    const width = Math.min(frame.width, Math.max(2.6 * reach, height));
    return { ...frame, y: bottom + height / 2, width, height };
  }

  step(): void {
    const { simulation, history } = this;
    const { world } = simulation;
    if (simulation.tape.step === simulation.tape.last) this.branch();
    simulation.fastForward(1);
    this.#dress();
    this.trace = world.solverTrace();
    const { kinetic, potential } = world.energy();
    history.set(simulation.steps, sweeps(this.trace).at(-1) ?? 0, kinetic + potential, 1000 * world.maxPenetration());
    this.score.step(world, simulation.steps);
  }

  /** To a step that was made, or on to one that was not. */
  seek(step: number): void {
    const { simulation } = this;
    const { tape } = simulation;
    if (step <= tape.last) {
      simulation.seek(step - 1); // so that the last step is made, and traced
      simulation.seek(step);
    } else {
      simulation.seek(tape.last);
      while (simulation.steps < step) this.step();
    }
    const { stage } = (this.trace = simulation.world.solverTrace());
    if (stage.length === 0) this.trace = null;
    this.#dress();
  }

  /** The solver, or a number of it: the scene goes on with it from here. */
  tune(): void {
    const { simulation, form } = this;
    simulation.tune(form.options, form.name);
    this.branch();
  }

  /** Another future begins here. */
  branch(): void {
    const { steps } = this.simulation;
    this.history.cut(steps);
    this.score.cut(steps);
  }

  /** The world point under a point of the page. */
  toWorld(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.sheet.canvas.getBoundingClientRect();
    return this.camera.toWorld(clientX - box.left, clientY - box.top);
  }

  /** Takes hold of the body that is this one here, as it was made by the same calls. */
  grab(body: Body, at: { readonly x: number; readonly y: number }): void {
    const own = this.simulation.world.bodyById(body.id);
    if (!own || own.type !== 'dynamic') {
      this.simulation.do('drop'); // as a moment of the past branches in all columns
      return;
    }
    // Where the other hand holds it, however far this one has come by now.
    const { drag, world } = this.simulation;
    drag.grab(world, own, own.worldPoint(body.localPoint(at)));
    if (!drag.waits) drag.target = at;
  }

  /** How the run is doing, in words. */
  tell(): void {
    const { scene, world, steps } = this.simulation;
    show(this.#score, this.score.text(world, steps, this.told));
    show(this.#hash, lastDigits(world));
    show(this.#does, this.#label[1] ?? '');
    this.sheet.canvas.setAttribute(
      'aria-label',
      `${scene.title} by ${this.title}: ${world.bodyCount} bodies, ${world.contactCount} contacts.`,
    );
  }

  /** `ghost`: the bodies of that side are outlined too. */
  paint(dark: boolean, ghost: Side | null, color: string, look: Look): void {
    const { sheet, camera, simulation } = this;
    // A wide scene in a narrow column has a flat stage, and not an empty one.
    const { style } = sheet.canvas;
    const most = `${Math.max(kFlattest, Math.round((kMargin * sheet.width * this.#frame.height) / this.#frame.width))}px`;
    if (style.maxHeight !== most) style.maxHeight = most;
    camera.resize(sheet.width, sheet.height);
    const { world } = simulation;
    const frame = this.#frame;
    camera.fit({
      ...frame,
      x: simulation.run.follow?.()?.x ?? frame.x,
      width: frame.width * kMargin,
      height: frame.height * kMargin,
    });
    camera.zoomAt(camera.width / 2, camera.height / 2, look.zoom);
    camera.panBy(look.x * camera.width, look.y * camera.height);
    const ctx = sheet.begin();
    const theme = dark ? darkTheme : lightTheme;
    const view = {
      camera: { x: camera.x, y: camera.y, scale: camera.scale * sheet.ratio },
      pixelRatio: sheet.ratio,
    };
    draw(ctx, world, {
      ...view,
      theme,
      except: simulation.drag.joint,
      tint,
    });
    if (ghost && ghost !== this && world.bodyCount <= kGhosts) {
      const layers = { sleep: false, joints: false, contacts: false, impulses: false };
      ctx.setLineDash([5 * sheet.ratio, 3 * sheet.ratio]); // impulses have the same colour where A does
      draw(ctx, ghost.simulation.world, {
        ...view,
        theme: ghostTheme(theme, color),
        layers,
        clear: false,
        tint,
      });
      ctx.setLineDash([]);
    }
    this.#annotate(ctx, theme);
  }

  #annotate(ctx: CanvasRenderingContext2D, theme: Theme): void {
    const { camera, simulation } = this;
    paintLabels(ctx, theme, camera, simulation.run.labels ?? [], { largest: 16, perMetre: 0.4 });
    paintHand(ctx, theme, camera, simulation.drag);
  }
}
