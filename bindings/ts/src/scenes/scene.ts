// What a scene is: data about itself and one function that fills a world.

import type { CommonSolverOptions } from '../types.js';
import type { World } from '../world.js';

/** A number the reader may turn. */
export interface Param {
  /** Its key in {@link Params}. */
  readonly name: string;
  /** What the reader sees. */
  readonly label: string;
  /** The least, in `unit`. */
  readonly min: number;
  /** The most, in `unit`. */
  readonly max: number;
  /** From one value to the next, in `unit`. */
  readonly step: number;
  /** Default, from `min` to `max`, in `unit`. */
  readonly value: number;
  /** Shown after the number. */
  readonly unit?: string;
  /** Read by the scene while it runs; a change does not start it again. */
  readonly live?: boolean;
}

/** Something the reader may make happen, by a button and by keys. */
export interface Action {
  /** Its key in `actions` of {@link SceneRun}. */
  readonly name: string;
  /** What stands on the button. */
  readonly label: string;
  /** `KeyboardEvent.key` of keys that do it too, letters in lower case. Those a page has for itself stay the page's. */
  readonly keys?: readonly string[];
  /** It goes on as long as the button or key is held. Default false. */
  readonly hold?: boolean;
}

/** What should be seen at first, metres. */
export interface Frame {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** How wide it is at least. */
  readonly width: number;
  /** How high it is at least. */
  readonly height: number;
  /** Share of the height to spare that goes above, 0 to 1. Default 0.5; more where there is a floor below. */
  readonly sky?: number;
}

/** Text at a place in the world. */
export interface Label {
  /** Its middle, m, world; see `align`. */
  readonly x: number;
  readonly y: number;
  /** Read at each frame. */
  readonly text: string;
  /** `left`: its left end is there, not its middle. Default `center`. */
  readonly align?: 'left' | 'center';
}

/** Numbers by name. */
export type Params = Record<string, number>;

/** What a scene is built with. */
export interface SceneContext {
  /** Empty, to be filled. */
  readonly world: World;
  /** Current values of the declared params. Live ones change under a running scene. */
  readonly params: Params;
  /** Uniform in [0, 1), the same sequence at each start. */
  readonly random: () => number;
}

/** What a scene does after it was built; all of it optional. */
export interface SceneRun {
  /**
   * Numbers and lists that the scene changes while it runs, such as a count of what it has made: plain data. They go
   * back in time with the world (lists stay the same lists), which variables of the scene's own do not.
   */
  readonly state?: object;
  /** Text drawn into the picture. */
  readonly labels?: readonly Label[];
  /** What the camera keeps above or below its middle as it goes to the left and right, metres; null for nothing. */
  follow?(): { readonly x: number } | null;
  /** Before each step; `time` in simulated seconds since the start. */
  beforeStep?(time: number): void;
  /** By the names declared in `actions`. Called with true; one that is held is called again with false at its end. */
  readonly actions?: Readonly<Record<string, (held: boolean) => void>>;
  /** A click or tap anywhere, in place of adding a body. */
  tap?(x: number, y: number): void;
}

/** A scene: what it is called, what it shows, and what it is made of. */
export interface Scene {
  /** Its name in links and in `src`: lower case, unique. */
  readonly id: string;
  /** A few words, shown in a picker. */
  readonly title: string;
  /** What is seen, in a sentence or two; a function where it depends on the params. */
  readonly caption: string | ((params: Params) => string);
  /** One thing for the reader to try. Default none. */
  readonly suggestion?: string;
  /** What is seen at first. */
  readonly camera: Frame | ((params: Params) => Frame);
  readonly params: readonly Param[];
  readonly actions?: readonly Action[];
  /** m/s^2. Default [0, -9.81]. */
  readonly gravity?: readonly [number, number];
  /**
   * What it needs of whichever solver the reader has chosen; options that the reader gives go before. Default nothing.
   */
  readonly solver?: CommonSolverOptions;
  /** Number of steps, >= 0, to the frame that is shown first to readers who prefer reduced motion. Default 240. */
  readonly settle?: number;
  /** Fills the world. */
  build(context: SceneContext): SceneRun | void;
}

/** The caption of a scene for these values of its params. */
export function captionOf(scene: Scene, params: Params): string {
  return typeof scene.caption === 'function' ? scene.caption(params) : scene.caption;
}

/** Marks a body's place on the colour ramp, 0 (light) to 6 (deep): to be its `userData`. */
export function tint(index: number): { tint: number } {
  return { tint: Math.max(0, Math.min(6, Math.floor(index))) };
}
