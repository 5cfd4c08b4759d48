// What a visitor without a link sees at once: the opening scene and its clock, without controls or a recording. The
// page makes the same steps again in a simulation of its own, and goes on from there.

import { FixedLoop, presets, World } from 'impulse2d';
import { walker } from '#scenes/walker';
import type { Params, SceneRun } from '../scenes/scene.js';

const kStep = 1 / 60; // s

/** The scene with which the page opens. */
export const openingScene = walker;
export const openingParams = (): Params =>
  Object.fromEntries(walker.params.map(({ name, value }) => [name, value] as const));

export class Opening {
  readonly scene = walker;
  readonly params = openingParams();
  readonly world = new World({
    gravity: walker.gravity ?? [0, -9.81],
    solver: { ...walker.solver, ...presets.softStep },
  });
  readonly run: SceneRun;
  /** Steps made. */
  steps = 0;
  /** For drawing between two steps. */
  alpha = 1;
  readonly #loop: FixedLoop;

  constructor() {
    const { world, params } = this;
    const random = (): never => {
      throw new Error('the opening scene is shown before there are random numbers');
    };
    this.run = walker.build({ world, params, random }) ?? {};
    world.step(0); // contacts for the first picture
    world.on('beforeStep', () => this.run.beforeStep?.(this.steps * kStep));
    world.on('afterStep', () => this.steps++);
    this.#loop = new FixedLoop(world);
    this.#loop.advanceBy(2 * kStep); // so that the first picture shows a step already, and not the second or third
  }

  /** One frame of the page, at `now` ms. */
  advance(now: number): void {
    this.alpha = this.#loop.advance(now).alpha;
  }
}
