// One scene in one world, with its clock and the drag of the reader.

import { World } from '../index.js';
import type { Body } from '../body.js';
import type { Theme } from '../draw.js';
import type { Frame, Label, Params, Scene, SceneContext, SceneRun } from '../scenes.js';
import type { SolverOptions, Vec2 } from '../types.js';
import { finite, keys, refuse } from './attributes.js';
import { Drag } from './drag.js';
import { Dice, perform, Tape, type Input, type Playable } from './tape.js';

/** The argument of `draw` of a setup. Screen coordinates are CSS pixels from the top left corner of the picture. */
export interface View {
  /** Converts a point of the world in m to CSS pixels. */
  toScreen(point: Readonly<Vec2>): Vec2;
  /** CSS pixels per metre. */
  readonly scale: number;
  /** Width of the picture, in CSS pixels. */
  readonly width: number;
  /** Height of the picture, in CSS pixels. */
  readonly height: number;
  /** Simulated time since the start, in s. */
  readonly time: number;
  /** Current colours of the page, light or dark. */
  readonly theme: Theme;
}

/**
 * The result of a `setup` function. All members are optional. An object literal with another member throws
 * `INVALID_ARGUMENT`.
 */
export interface SetupResult extends SceneRun {
  /**
   * Visible part of the world in metres; `height` defaults to `width`. Default: all moving bodies, the fixed points
   * they hang from, and the ground below them. If there is no ground below a part, also the static bodies within 20 m
   * and the range in which hanging bodies can swing. If nothing is near and nothing hangs, the first second of the
   * flight. Throws `INVALID_ARGUMENT` for a number that is not finite and for a size that is not above 0.
   */
  readonly camera?: Omit<Frame, 'height'> & Partial<Pick<Frame, 'height'>>;
  /**
   * Called after each step with the simulated time in seconds since the start. Sample here the values that `draw`
   * shows.
   */
  afterStep?(time: number): void;
  /** Draws over the bodies in each picture. All changes of `ctx`, except drawing on the canvas, are restored. */
  draw?(ctx: CanvasRenderingContext2D, view: View): void;
}

const kResult = ['state', 'labels', 'follow', 'beforeStep', 'afterStep', 'draw', 'actions', 'tap', 'camera'];

/** Of a `SetupResult`: undefined, or a function. */
const kCalled = ['follow', 'beforeStep', 'afterStep', 'draw', 'tap'] as const;

/** Throws for what the figure could not use later, such as at a click. */
function check(run: SetupResult): void {
  // Only of a literal: objects of a class may have more, and `({ world }) => world.createBody()` returns a body.
  if (Object.getPrototypeOf(run) === Object.prototype) keys(run, '', kResult);
  const called = (path: string, value: unknown): void => {
    if (value !== undefined && typeof value !== 'function') throw refuse(path, value, 'a function');
  };
  for (const name of kCalled) called(name, run[name]);
  const { actions = {}, labels = [] } = run;
  if (typeof actions !== 'object' || actions === null || Array.isArray(actions))
    throw refuse('actions', actions, 'an object of functions, by the labels of their buttons');
  for (const name of Object.keys(actions)) called(`actions.${name}`, actions[name]);
  if (!Array.isArray(labels)) throw refuse('labels', labels, 'a list');
  for (const [i, label] of (labels as Partial<Label | null>[]).entries()) {
    finite(`labels[${i}].x`, label?.x as number);
    finite(`labels[${i}].y`, label?.y as number);
    if (typeof label!.text !== 'string') throw refuse(`labels[${i}].text`, label!.text, 'a string');
  }
}

/** A function that fills a world. It is called again at each reset. */
export type Setup = (context: SceneContext) => SetupResult | void;

/** A scene, or what takes its place when only a function is given. */
export type Source = Pick<Scene, 'build'> &
  Partial<Scene> & {
    /** Makes the world with what is in it. Default: an empty one. */
    create?(): World;
    /** The solver of that world. Default `softStep`. */
    readonly preset?: SolverOptions | undefined;
  };

export interface FigureOptions {
  readonly params: Params;
  readonly seed: number;
  /** Before the scene is built. Returns the choice of solver that the world has from then on, as JSON. */
  readonly prepare: (world: World) => string;
  /** After each step, also of those that are made again. */
  readonly stepped?: (figure: Figure) => void;
}

export class Figure implements Playable {
  readonly world: World;
  readonly run: SetupResult;
  readonly drag = new Drag();
  readonly params: Params;
  readonly dice: Dice;
  /** Where it records. */
  tape: Tape | null = null;
  /** Steps since the start. */
  steps = 0;
  /** s, simulated. */
  time = 0;
  /** The function that a step calls now, for the error that it may throw. */
  doing = 'step';
  /** For drawing between two steps. */
  alpha = 1;
  /** The choice of solver that the world has, as JSON. */
  solver: string;

  /** Throws what the scene throws, and leaves nothing behind then. */
  constructor(scene: Source, { params, seed, prepare, stepped }: FigureOptions) {
    this.params = params;
    this.dice = new Dice(seed);
    this.world = scene.create?.() ?? new World({ gravity: scene.gravity ?? [0, -9.81] });
    try {
      this.solver = prepare(this.world);
      const run: unknown = scene.build({ world: this.world, params, random: this.dice.roll });
      if (typeof (run as PromiseLike<unknown> | undefined)?.then === 'function') {
        throw new Error('setup must not be async: load what it needs first, then set it');
      }
      this.run = (run ?? {}) as SetupResult;
      check(this.run);
      this.world.step(0); // contacts before the first frame, so that a figure at rest shows them
      this.world.on('beforeStep', () => this.#call('beforeStep'));
      this.world.on('afterStep', ({ dt }) => {
        this.steps += 1;
        this.time += dt;
        this.#call('afterStep');
        stepped?.(this);
      });
    } catch (error) {
      this.world.destroy();
      throw error;
    }
  }

  #call(name: 'beforeStep' | 'afterStep'): void {
    this.doing = name;
    this.run[name]?.(this.time);
    this.doing = 'step';
  }

  /** The clock, and the choice of solver. Both go back with the world. */
  get moment(): unknown {
    return [this.steps, this.time, this.solver];
  }
  set moment(moment: unknown) {
    [this.steps, this.time, this.solver] = moment as [number, number, string];
  }

  /** A `solver` input has the options, and the choice that they come from, both as JSON. */
  perform([kind, options, choice]: Input): void {
    if (kind !== 'solver') return;
    this.world.solver = JSON.parse(String(options)) as SolverOptions;
    this.solver = String(choice);
  }

  /** Performs an input of the reader at once. */
  do(...input: Input): void {
    if (this.tape) this.tape.do(...input);
    else perform(this, input);
  }

  step(dt: number): void {
    this.doing = 'step';
    if (this.tape) this.tape.advance(dt);
    else this.world.step(dt);
  }

  /** The moving body at a point, within a tolerance of `reach` metres for fingers. */
  bodyAt({ x, y }: { x: number; y: number }, reach: number): Body | null {
    for (let i = -1; i < (reach > 0 ? 8 : 0); i++) {
      const angle = (i * Math.PI) / 4;
      const r = i < 0 ? 0 : reach;
      for (const { body } of this.world.overlap({ point: [x + r * Math.cos(angle), y + r * Math.sin(angle)] })) {
        if (body.type === 'dynamic') return body;
      }
    }
    return null;
  }

  /** The next moving body in order of slots; null past either end. */
  bodyAfter(body: Body | null, direction: 1 | -1): Body | null {
    const count = this.world.views.slots.length;
    let slot = (body && !body.destroyed ? body.slot : direction > 0 ? -1 : count) + direction;
    for (; slot >= 0 && slot < count; slot += direction) {
      const found = this.world.bodyAtSlot(slot);
      if (found?.type === 'dynamic') return found;
    }
    return null;
  }

  destroy(): void {
    this.world.destroy();
  }
}
