// One scene in one world, its clock and what the reader holds.

import { FixedLoop, World } from '../index.js';
import type { Body } from '../body.js';
import { randomFrom, type Frame, type Params, type Scene, type SceneContext, type SceneRun } from '../scenes.js';
import { Drag } from './drag.js';

/** What a `setup` may return; all of it optional. */
export interface SetupResult extends SceneRun {
  /** What should be seen, metres. Default: all that moves, and the ground below it. */
  readonly camera?: Frame;
}

/** Fills a world. Called again at each reset. */
export type Setup = (context: SceneContext) => SetupResult | void;

/** A scene, or what takes its place when only a function is given. */
export type Source = Pick<Scene, 'build'> & Partial<Scene>;

export interface FigureOptions {
  readonly params: Params;
  readonly seed: number;
  readonly speed: number;
  /** Before the scene is built. */
  readonly prepare: (world: World) => void;
}

export class Figure {
  readonly world: World;
  readonly run: SetupResult;
  readonly drag = new Drag();
  /** Steps since the start. */
  steps = 0;
  /** s, simulated. */
  time = 0;
  /** For drawing between two steps. */
  alpha = 1;
  readonly #loop: FixedLoop;

  /** Throws what the scene throws, and leaves nothing behind then. */
  constructor(scene: Source, { params, seed, speed, prepare }: FigureOptions) {
    this.world = new World({ gravity: scene.gravity ?? [0, -9.81] });
    try {
      prepare(this.world);
      const run: unknown = scene.build({ world: this.world, params, random: randomFrom(seed) });
      if (typeof (run as PromiseLike<unknown> | undefined)?.then === 'function') {
        throw new TypeError('setup must not be async: load what it needs first, then set it');
      }
      this.run = (run ?? {}) as SetupResult;
      this.world.step(0); // contacts before the first frame, so that a figure at rest shows them
      this.world.on('beforeStep', () => this.run.beforeStep?.(this.time));
      this.world.on('afterStep', ({ dt }) => {
        this.steps += 1;
        this.time += dt;
      });
      this.#loop = new FixedLoop(this.world, { timeScale: speed });
    } catch (error) {
      this.world.destroy();
      throw error;
    }
  }

  set speed(speed: number) {
    this.#loop.timeScale = speed;
  }

  /** Goes on by some seconds of the reader's time; returns the steps made. */
  advance(seconds: number): number {
    const { steps, alpha } = this.#loop.advanceBy(seconds);
    this.alpha = alpha;
    return steps;
  }

  stepOnce(): void {
    this.#loop.stepOnce();
    this.alpha = 1;
  }

  /** The moving body at a point; `reach` metres forgive a finger. */
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
