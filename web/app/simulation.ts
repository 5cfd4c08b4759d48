// One scene in one world, its loop and its clock. Everything that changes the physics goes through here.

import { FixedLoop, presets, World, type Body, type SolverOptions, type TargetJoint } from 'impulse2d';
import { Drag } from 'impulse2d/element';
import type { Params, Scene, SceneRun } from '../scenes/scene.js';
import { randomFrom } from './random.js';
import { StepTimes } from './step_times.js';

const kSeed = 1;
const kStep = 1 / 60; // s
const kSettle = 240; // steps
const kUndo = 64e6; // bytes of snapshots for going back: forty of the largest scene, thousands of a small one

/** What was before a step by hand. */
interface Moment {
  readonly state: Uint8Array;
  readonly steps: number;
  /** What the hand held it with. */
  readonly hold: TargetJoint | null;
}

export interface Settings {
  solver: SolverOptions | undefined;
  sleep: boolean;
}

export class Simulation {
  world!: World;
  loop!: FixedLoop;
  scene: Scene;
  params: Params;
  run: SceneRun = {};
  /** What the reader's hand holds. */
  readonly drag = new Drag();
  readonly stepTimes = new StepTimes();
  readonly settings: Settings = { solver: undefined, sleep: true };
  /** Steps since the start of the scene. */
  steps = 0;
  /** For drawing between two steps. */
  alpha = 1;
  #speed = 1;
  #paused = false;
  #stepStarted = 0;
  /** Oldest first; only of steps by hand, and only while paused. */
  #past: Moment[] = [];

  constructor(scene: Scene, params: Params) {
    this.scene = scene;
    this.params = params;
    this.load(scene, params);
  }

  get time(): number {
    return this.steps * kStep;
  }

  get paused(): boolean {
    return this.#paused;
  }

  set paused(paused: boolean) {
    this.#paused = paused;
    this.loop.paused = paused;
    if (paused) this.alpha = 1;
    else this.forget();
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = speed;
    this.loop.timeScale = speed;
  }

  load(scene: Scene, params: Params): void {
    this.scene = scene;
    this.params = params;
    this.reset();
  }

  /** Starts the scene again, in a world of its own. */
  reset(): void {
    this.drag.release();
    const { solver, sleep } = this.settings;
    const world = new World({ gravity: this.scene.gravity ?? [0, -9.81], sleep, solver: this.#withScene(solver) });
    const run = this.scene.build({ world, params: this.params, random: randomFrom(kSeed) }) ?? {};
    const old = this.world as World | undefined;
    this.world = world;
    this.run = run;
    this.steps = 0;
    this.alpha = 1;
    this.forget();
    this.stepTimes.clear();
    // Contacts before the first frame, so that a paused scene shows them.
    world.step(0);
    world.on('beforeStep', () => this.#beforeStep());
    world.on('afterStep', () => this.#afterStep());
    this.loop = new FixedLoop(world, { hz: 60, timeScale: this.#speed });
    this.loop.paused = this.#paused;
    old?.destroy();
  }

  /** Other numbers for the solver: the scene goes on with them. */
  tune(solver: SolverOptions): void {
    this.settings.solver = solver;
    this.forget();
    this.world.solver = this.#withScene(solver);
  }

  #withScene(solver: SolverOptions | undefined): SolverOptions {
    return { ...this.scene.solver, ...(solver ?? presets.softStep) };
  }

  /** Steps to where a reader who wants no motion should look. */
  settle(): void {
    this.fastForward(this.scene.settle ?? kSettle);
  }

  fastForward(steps: number): void {
    for (let i = 0; i < steps; i++) this.world.step(kStep);
    this.alpha = 1;
  }

  stepOnce(): void {
    const state = this.world.snapshot();
    this.#past.push({ state, steps: this.steps, hold: this.drag.joint });
    if (this.#past.length * state.length > kUndo) this.#past.shift();
    this.loop.stepOnce();
    this.alpha = 1;
  }

  /** Takes back the last step by hand; false where there is none. */
  stepBack(): boolean {
    const moment = this.#past.pop();
    if (!moment) return false;
    this.world.restore(moment.state);
    // The hand is where it is now: what it held then and let go since does not hold again.
    if (moment.hold !== this.drag.joint) moment.hold?.destroy();
    this.steps = moment.steps;
    this.alpha = 1;
    return true;
  }

  /** Something changed that going back would not undo: there is no way back past it. */
  forget(): void {
    this.#past = [];
  }

  /** One frame of the page at `now` ms. */
  advance(now: number): void {
    const { alpha } = this.loop.advance(now);
    this.alpha = this.#paused ? 1 : Math.min(1, alpha);
  }

  /** The moving body at a point; `reach` metres forgive a finger. */
  bodyAt(x: number, y: number, reach: number): Body | null {
    const found = this.#bodyUnder(x, y);
    if (found || reach <= 0) return found;
    for (let i = 0; i < 8; i++) {
      const angle = (i * Math.PI) / 4;
      const near = this.#bodyUnder(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
      if (near) return near;
    }
    return null;
  }

  #bodyUnder(x: number, y: number): Body | null {
    for (const shape of this.world.overlap({ point: [x, y] })) {
      if (shape.body.type === 'dynamic') return shape.body;
    }
    return null;
  }

  #beforeStep(): void {
    this.run.beforeStep?.(this.time);
    this.#stepStarted = performance.now();
  }

  #afterStep(): void {
    this.stepTimes.add(performance.now() - this.#stepStarted);
    this.steps++;
  }
}
