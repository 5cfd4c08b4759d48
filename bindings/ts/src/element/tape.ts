// Time travel: the inputs between the steps of a world, and the way back to any step.

import { History } from '../index.js';
import { randomFrom } from '../scenes/random.js';
import type { Params, SceneRun } from '../scenes.js';
import type { World } from '../world.js';
import { refuse } from './attributes.js';
import type { Drag } from './drag.js';

/**
 * An input between two steps. A drag is `grab` body x y, `pull` x y and `drop`. `push` body jx jy is an impulse in N s.
 * Others are `tap` x y, `act` name, `hold` name 1 or 0, `param` name value, `body` definition as JSON, and `destroy`
 * body. Bodies are given by their ids, lengths are in m.
 */
export type Input = readonly [kind: string, ...values: (number | string)[]];

/** The object to which inputs apply, and whose state goes back in time. */
export interface Playable {
  readonly world: World;
  /** The behaviour of the scene. Its `state` goes back in time too. */
  readonly run: SceneRun & { readonly state?: object };
  readonly drag: Drag;
  readonly params: Params;
  readonly dice: Dice;
  /**
   * Further state that changes from step to step, such as a clock. It is read at a keyframe, and set when the world is
   * restored to it.
   */
  moment: unknown;
  /** Performs other kinds of inputs than those of {@link Input}. */
  perform?(input: Input): void;
}

/**
 * Random numbers of a scene, which go back in time with it. Of a seed, any number, the lower 32 bits count. Throws
 * nothing.
 */
export class Dice {
  /** Number of random numbers drawn so far, >= 0. Setting it goes to that position of the sequence. */
  get draws(): number {
    return this.#draws;
  }
  set draws(draws: number) {
    if (draws === this.#draws) return;
    this.#next = randomFrom(this.#seed);
    for (this.#draws = 0; this.#draws < draws; this.#draws++) this.#next();
  }
  readonly #seed: number;
  #next: () => number;
  #draws = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#next = randomFrom(seed);
  }

  /** Returns a uniform random number in [0, 1). */
  readonly roll = (): number => {
    this.#draws++;
    return this.#next();
  };
}

const kGrid = 1024; // a recorded place is a multiple of 1/1024 m: finer than a pixel, exact, and short in a link

/** Rounds positions as in a recording, so that a recording repeats the same input. */
function exact([kind, ...values]: Input): Input {
  if (kind !== 'grab' && kind !== 'pull' && kind !== 'tap') return [kind, ...values];
  return [kind, ...values.map((value) => Math.round((value as number) * kGrid) / kGrid)];
}

/** Performs an input now. An input for a destroyed body does nothing. It throws nothing. */
export function perform(subject: Playable, input: Input): void {
  const { world, run, drag, params } = subject;
  const [kind, ...values] = input;
  const [a, b, c] = values as [number, number, number];
  const body = (): ReturnType<World['bodyById']> => world.bodyById(a);
  if (kind === 'grab') {
    const held = body();
    if (held) drag.grab(world, held, [b, c]);
  } else if (kind === 'pull') drag.target = [a, b];
  else if (kind === 'drop') drag.release();
  else if (kind === 'tap') run.tap?.(a, b);
  else if (kind === 'push') body()?.applyImpulse([b, c]);
  else if (kind === 'act') run.actions?.[String(a)]?.(true);
  else if (kind === 'hold') run.actions?.[String(a)]?.(b === 1);
  else if (kind === 'param') params[String(a)] = b;
  else if (kind === 'body') world.createBody(JSON.parse(String(a)));
  else if (kind === 'destroy') body()?.destroy();
  else subject.perform?.(input);
}

type Fields = Record<string, unknown>;

/** Restores fields in place. Lists stay the same objects, because the scene may hold references to them. */
function putBack(to: Fields, from: Fields): void {
  for (const [name, value] of Object.entries(from)) {
    const list = to[name];
    if (Array.isArray(list) && Array.isArray(value)) list.splice(0, list.length, ...value);
    else to[name] = value;
  }
}

/** Options of {@link Tape}. */
export interface TapeOptions {
  /**
   * Limit of the memory for snapshots and inputs in bytes, > 0. The oldest steps are dropped first. Default 64e6, which
   * is about three minutes with a pile of 500 bodies.
   */
  bytes?: number;
  /** Steps between two keyframes, an integer from 1 to 1e6. Default 30: going back simulates at most 29 steps. */
  every?: number;
}

interface Saved {
  readonly moment: unknown;
  readonly hold: Drag['joint'];
  readonly held: readonly string[];
  readonly state: object | undefined;
  readonly draws: number;
  readonly params: Params;
}

/**
 * Records a world step by step, with each input that is passed to {@link do}, and goes to any recorded step, bit for
 * bit. From a moment in the past it repeats the recorded inputs. A new input there replaces all later ones.
 *
 * It restores the world, the drag, `params`, `dice`, the scene's `state` and `moment`. It does not restore other
 * variables of a scene, or changes of the world without `do`. It does not call `run.beforeStep`: call it from
 * `world.on('beforeStep')`, so that repeated steps call it too.
 *
 * Throws `INVALID_ARGUMENT` for an option out of range, like {@link History}.
 */
export class Tape {
  readonly #subject: Playable;
  readonly #every: number;
  readonly #history: History<readonly Input[], Saved>;
  readonly #stop: () => void;
  /** Of all inputs since the tape began: the steps that were made before it. */
  #log: { at: number; input: Input }[] = [];
  /** Since the last step that was recorded: a part of the state at that step. */
  #latest: Input[] = [];
  #replaying = false;
  #held = new Set<string>();
  readonly #apply = (inputs: readonly Input[] = []): void => inputs.forEach((input) => this.#perform(input));

  constructor(subject: Playable, { bytes = 64e6, every = 30 }: TapeOptions = {}) {
    this.#subject = subject;
    this.#every = every;
    this.#history = new History(subject.world, {
      bytes,
      every,
      save: () => this.#save(),
      load: (saved) => this.#load(saved as Saved),
    });
    this.#stop = subject.world.on('afterStep', () => this.#record());
  }

  /** Index of the earliest recorded step. Steps count from 0, where the tape began. */
  get first(): number {
    return this.#history.first;
  }
  /** Index of the latest recorded step. */
  get last(): number {
    return this.#history.last;
  }
  /** Index of the current step of the world. */
  get step(): number {
    return this.#history.step;
  }
  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#history.bytes;
  }
  /** All inputs since the tape began, in order, with the number of steps made before each. */
  get inputs(): readonly { readonly at: number; readonly input: Input }[] {
    return this.#log;
  }

  /** Performs an input now and records it. In the past it replaces all later inputs. */
  do(...input: Input): void {
    if (this.#cut()) {
      if (this.#subject.drag.joint) this.#add(['drop']);
      for (const name of [...this.#held]) this.#add(['hold', name, 0]);
    }
    this.#add(exact(input));
  }

  /**
   * Makes a step. In the past it repeats the recorded step with its inputs. Otherwise it makes a new step of `dt`
   * seconds, 0 to 1 as in {@link World.step}.
   */
  advance(dt: number): void {
    if (!this.#replay(() => this.#history.redo(this.#apply))) this.#subject.world.step(dt);
  }

  /**
   * Sets everything to the state after a step, an integer from `first` to `last`. An integer outside goes to the nearer
   * end. The state at `last` includes what was done after that step. Throws `INVALID_ARGUMENT` for anything else.
   */
  seek(step: number): void {
    if (!Number.isInteger(step)) throw refuse('step', step, 'an integer');
    const { first, last } = this;
    const to = Math.max(first, Math.min(last, step));
    if (to === this.step) return;
    this.#replay(() => {
      if (to < this.step || to - this.step > this.#every) this.#history.seek(to, this.#apply);
      else while (this.step < to) this.#history.redo(this.#apply);
    });
  }

  /**
   * Repeats the last step with the same result, so that a world with `trace` on records it. Returns false at `first`,
   * where there is no step.
   */
  again(): boolean {
    const { step, first } = this;
    if (step === first) return false;
    this.seek(step - 1);
    this.seek(step);
    return true;
  }

  /** Ends the recording. The world does not change. */
  end(): void {
    this.#stop();
  }

  /** `action` repeats steps in the past, or goes back. */
  #replay<T>(action: () => T): T {
    const { step } = this;
    this.#replaying = true;
    try {
      const result = action();
      if (this.step === this.last && step !== this.last) this.#apply(this.#latest);
      return result;
    } finally {
      this.#replaying = false;
    }
  }

  /** In the past: drops all later steps. */
  #cut(): boolean {
    const { step } = this;
    if (step === this.last) return false;
    this.#log = this.#log.filter(({ at }) => at < step);
    this.#latest = [];
    this.#history.forget();
    return true;
  }

  #add(input: Input): void {
    this.#perform(input);
    // Of the places between two steps to which a hand pulls only the last matters.
    if (input[0] === 'pull' && this.#latest.at(-1)?.[0] === 'pull') {
      this.#latest.pop();
      this.#log.pop();
    }
    this.#latest.push(input);
    this.#log.push({ at: this.step, input });
  }

  #perform(input: Input): void {
    const [kind, name, held] = input;
    if (kind === 'hold') this.#held[held === 1 ? 'add' : 'delete'](String(name));
    perform(this.#subject, input);
  }

  /** A step was made, by this tape or by the owner of the world. */
  #record(): void {
    if (this.#replaying) return;
    this.#cut();
    this.#history.record(this.#latest);
    this.#latest = [];
  }

  #save(): Saved {
    const { moment, drag, run, dice, params } = this.#subject;
    return {
      moment,
      hold: drag.joint,
      held: [...this.#held],
      state: run.state && structuredClone(run.state),
      draws: dice.draws,
      params: { ...params },
    };
  }

  #load({ moment, hold, held, state, draws, params }: Saved): void {
    const subject = this.#subject;
    subject.moment = moment;
    subject.drag.resume(hold);
    this.#held = new Set(held);
    if (state) putBack(subject.run.state as Fields, structuredClone(state) as Fields);
    subject.dice.draws = draws;
    Object.assign(subject.params, params);
  }
}
