// One scene in one world, its loop and its clock. Everything that changes the physics goes through here.

import { FixedLoop, presets, World, type Body, type SolverOptions } from 'impulse2d';
import { Drag } from 'impulse2d/element';
import type { Params, Scene, SceneRun } from '../scenes/scene.js';
import { randomFrom } from './random.js';
import { StepTimes } from './step_times.js';

const kSeed = 1;
const kStep = 1 / 60; // s
const kSettle = 240; // steps

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
    this.loop.stepOnce();
    this.alpha = 1;
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
