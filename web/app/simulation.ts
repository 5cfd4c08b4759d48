// One scene in one world, its loop and its clock. Everything that changes the physics goes through here.

import { FixedLoop, presets, World, type Body, type SleepThreshold, type SolverOptions, type Vec2 } from 'impulse2d';
import { Dice, Drag, Tape, type Input, type Playable, type SetupResult } from 'impulse2d/element';
import type { Params, Scene, SceneRun } from '../scenes/scene.js';
import type { Recording } from './recording.js';
import { within } from './scene_error.js';
import { StepTimes } from './step_times.js';

const kSeed = 1;
const kStep = 1 / 60; // s
const kSettle = 240; // steps
const kMostSteps = 5; // a frame

export interface Settings {
  solver: SolverOptions | undefined;
  /** Name of the preset that `solver` was made from, where the page says it. */
  preset?: string;
  sleep: boolean;
}

/**
 * The reader's hand. What it does goes through the tape. At a moment of the past it would replace what came after, so
 * there it takes hold only when it moves, or time goes on: a mere click keeps the future.
 */
class Hand {
  readonly #held: Drag;
  readonly #do: (...input: Input) => void;
  readonly #inThePast: () => boolean;
  #waiting: Input | null = null;

  constructor(held: Drag, act: (...input: Input) => void, inThePast: () => boolean) {
    this.#held = held;
    this.#do = act;
    this.#inThePast = inThePast;
  }
  /** Is it on a body, and has not moved yet? */
  get waits(): boolean {
    return this.#waiting !== null;
  }
  get joint(): Drag['joint'] {
    return this.#held.joint;
  }
  get body(): Body | null {
    return this.#held.body;
  }
  get anchor(): Vec2 | null {
    return this.#held.anchor;
  }
  get target(): Vec2 | null {
    return this.#held.target;
  }
  set target(at: Vec2) {
    this.take();
    if (this.joint) this.#do('pull', at.x, at.y);
  }
  grab(_: World, body: Body, at: Vec2): void {
    const input: Input = ['grab', body.id, at.x, at.y];
    if (this.#inThePast()) this.#waiting = input;
    else this.#do(...input);
  }
  /** Takes hold of what it is on, before time goes on with it. */
  take(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) this.#do(...waiting);
  }
  release(): void {
    this.#waiting = null;
    if (this.joint) this.#do('drop');
  }
}

export class Simulation {
  world!: World;
  loop!: FixedLoop;
  /** Everything since the scene began, and the way back. */
  tape!: Tape;
  scene: Scene;
  params: Params;
  run: SetupResult = {};
  /** Runs what may throw an error of the scene. */
  guard = (action: () => void): void => action();
  readonly #held = new Drag();
  /** What the reader's hand holds. */
  readonly drag = new Hand(
    this.#held,
    (...input) => this.do(...input),
    () => this.tape.step < this.tape.last,
  );
  readonly stepTimes = new StepTimes();
  settings: Settings = { solver: undefined, sleep: true };
  /** When a body counts as at rest, from the next `reset` on; the world's own where it is not set. */
  rest: SleepThreshold | undefined = undefined;
  /** Steps from one snapshot for the way back to the next, from the next `reset` on. */
  keyframes = 30;
  /** Most bytes of them, likewise. */
  bytes = 64e6;
  /** Steps since the start of the scene. */
  steps = 0;
  /**
   * The last step of a recording that is shown: a frame that comes late goes no further. Infinite where none is shown,
   * the scene has begun anew, or something else was done in it.
   */
  end = Infinity;
  /** For drawing between two steps. */
  alpha = 1;
  #speed = 1;
  #paused = false;
  #stepStarted = 0;
  #asleep = false; // makes steps only until a body wakes
  /** What the scene was built with. */
  #begun: Pick<Recording, 'params' | 'solver' | 'preset' | 'sleep'> = { params: {}, solver: undefined, sleep: true };

  constructor(scene: Scene, params: Params) {
    this.scene = scene;
    this.params = params;
    this.load(scene, params);
  }

  get time(): number {
    return this.steps * kStep;
  }

  /** Time runs on, and no body is awake. */
  get asleep(): boolean {
    return !this.#paused && this.world.awakeCount === 0;
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

  /** Starts the scene again, in a world of its own. */
  reset(): void {
    this.load(this.scene, this.params);
  }

  /** Throws what the scene throws; then the one before goes on. */
  load(scene: Scene, params: Params): void {
    this.#held.release();
    const { solver, sleep } = this.settings;
    const world = new World({
      gravity: scene.gravity ?? [0, -9.81],
      sleep,
      sleepThreshold: this.rest,
      solver: { ...scene.solver, ...(solver ?? presets.softStep) },
    });
    const dice = new Dice(kSeed);
    const begun = { params: { ...params }, ...this.settings };
    let run: SetupResult;
    try {
      run = within('build', () => scene.build({ world, params, random: dice.roll })) ?? {};
      world.step(0); // contacts before the first frame, so that a paused scene shows them
    } catch (error) {
      world.destroy();
      throw error;
    }
    const old = this.world as World | undefined;
    Object.assign(this, { scene, params, world });
    this.#begun = begun;
    this.run = this.#recorded(run);
    this.steps = 0;
    this.end = Infinity;
    this.alpha = 1;
    this.stepTimes.clear();
    world.on('beforeStep', () => {
      within('beforeStep', () => run.beforeStep?.(this.time));
      this.#stepStarted = performance.now();
    });
    world.on('afterStep', () => this.#afterStep(run));
    this.tape = new Tape(this.#playable(run, dice), { every: this.keyframes, bytes: this.bytes });
    this.loop = new FixedLoop({ step: (dt: number) => this.#step(dt) }, { timeScale: this.#speed });
    this.loop.paused = this.#paused;
    old?.destroy();
  }

  #playable(run: SceneRun, dice: Dice): Playable {
    const moment = (): unknown => ({ steps: this.steps, settings: { ...this.settings } });
    const restore = (saved: { steps: number; settings: Settings }): void => {
      this.steps = saved.steps;
      this.settings = { ...saved.settings };
    };
    return {
      world: this.world,
      run,
      drag: this.#held,
      params: this.params,
      dice,
      get moment() {
        return moment();
      },
      set moment(saved) {
        restore(saved as { steps: number; settings: Settings });
      },
      perform: ([kind, value]) => {
        if (kind === 'solver') {
          const { preset, ...options } = JSON.parse(String(value)) as SolverOptions & { preset?: string };
          const solver = options as SolverOptions;
          this.settings.solver = solver;
          this.settings.preset = preset;
          this.world.solver = this.#withScene(solver);
        } else if (kind === 'sleep') {
          this.settings.sleep = this.world.sleep = value === 1;
        }
      },
    };
  }

  /** The scene's run, with what a reader does to it recorded. */
  #recorded(run: SetupResult): SetupResult {
    const held = new Set(this.scene.actions?.filter(({ hold }) => hold).map(({ name }) => name));
    const acts = Object.keys(run.actions ?? {}).map((name) => {
      const act = (on: boolean): void => {
        if (held.has(name)) this.do('hold', name, Number(on));
        else if (on) this.do('act', name);
      };
      return [name, act] as const;
    });
    return Object.assign(Object.create(run) as SetupResult, {
      actions: Object.fromEntries(acts),
      ...(run.follow && { follow: () => within('follow', () => run.follow!()) }),
      ...(run.draw && { draw: (...given) => within('draw', () => run.draw!(...given)) }),
      ...(run.tap && { tap: (x: number, y: number) => this.do('tap', x, y) }),
    } satisfies SetupResult);
  }

  /** What the reader does to the running scene: at a moment of the past another future begins with it. */
  do(...input: Input): void {
    if (this.tape.step < this.tape.last) this.end = Infinity;
    const [kind, name] = input;
    const part = kind === 'act' || kind === 'hold' ? `actions.${name}` : kind;
    this.guard(() => within(part, () => this.tape.do(...input)));
  }

  /** Other numbers for the solver, or another: the scene goes on with them. `preset`: the one it was made from. */
  tune(solver: SolverOptions, preset?: string): void {
    this.do('solver', JSON.stringify({ ...solver, preset }));
  }

  /** Whether bodies at rest sleep: the scene goes on. */
  setSleep(on: boolean): void {
    this.do('sleep', Number(on));
  }

  #withScene(solver: SolverOptions | undefined): SolverOptions {
    return { ...this.scene.solver, ...(solver ?? presets.softStep) };
  }

  /** Steps to where a reader who wants no motion should look. */
  settle(): void {
    this.fastForward(this.scene.settle ?? kSettle);
  }

  fastForward(steps: number): void {
    for (let i = 0; i < steps; i++) this.#step(kStep);
  }

  #step(dt: number): void {
    if (this.tape.step >= this.end || (this.#asleep && this.world.awakeCount > 0)) return;
    this.drag.take();
    this.tape.advance(dt);
    this.alpha = 1;
  }

  /** One step: the one that was made here before, or a new one. */
  stepOnce(): void {
    this.guard(() => this.loop.stepOnce());
    this.alpha = 1;
  }

  /** One step back; false at the start of what is recorded. */
  stepBack(): boolean {
    const { step, first } = this.tape;
    this.seek(step - 1);
    return step > first;
  }

  /**
   * To a step since the start of the scene, or the nearest that is recorded. What was done then is done again on the
   * way.
   */
  seek(step: number): void {
    this.guard(() => this.tape.seek(step));
    this.alpha = 1;
  }

  /** All that was done up to now. */
  get recording(): Recording {
    const { inputs, step, last } = this.tape;
    return {
      ...this.#begun,
      steps: step,
      hash: this.world.hash(),
      inputs: inputs.filter(({ at }) => at < step || step === last),
    };
  }

  /** Starts the scene as it was then, before anything was done to it. */
  begin({ params, solver, preset, sleep }: Recording): void {
    Object.assign(this.params, params);
    this.settings = { solver, preset, sleep };
    this.reset();
  }

  /**
   * After `begin`: does all of it again, with `step` for each step; returns whether that comes to the same state.
   */
  replay({ steps, hash, inputs }: Recording, step = (): void => this.tape.advance(kStep)): boolean {
    let next = 0;
    for (let made = 0; made <= steps; made++) {
      if (made > 0) step();
      for (; inputs[next]?.at === made; next++) this.tape.do(...inputs[next].input);
    }
    this.alpha = 1;
    return this.world.hash() === hash;
  }

  /**
   * One frame of the page at `now` ms; `mostSteps` keeps a slow machine from falling behind further and further. With
   * more than the usual 5 all bodies sleep, and the steps end where one wakes: what it does is to be seen.
   */
  advance(now: number, mostSteps = kMostSteps): void {
    this.loop.maxSteps = mostSteps;
    this.#asleep = mostSteps > kMostSteps;
    this.guard(() => {
      this.alpha = Math.min(1, this.loop.advance(now).alpha);
    });
    this.#asleep = false;
    if (this.#paused) this.alpha = 1;
  }

  /** The moving body at a point; `reach` metres forgive a finger. */
  bodyAt(x: number, y: number, reach: number): Body | null {
    for (let i = -1; i < (reach > 0 ? 8 : 0); i++) {
      const angle = (i * Math.PI) / 4;
      const r = i < 0 ? 0 : reach;
      for (const { body } of this.world.overlap({ point: [x + r * Math.cos(angle), y + r * Math.sin(angle)] })) {
        if (body.type === 'dynamic') return body;
      }
    }
    return null;
  }

  #afterStep(run: SetupResult): void {
    this.stepTimes.add(performance.now() - this.#stepStarted);
    this.steps++;
    within('afterStep', () => run.afterStep?.(this.time));
  }
}
