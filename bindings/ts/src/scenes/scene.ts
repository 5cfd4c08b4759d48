// What a scene is: data about itself and one function that fills a world.

import type { CommonSolverOptions } from '../types.js';
import type { World } from '../world.js';

/** A number of a scene that the reader can change. */
export interface Param {
  /** Key of the number in {@link Params}. */
  readonly name: string;
  /** Label of the slider. */
  readonly label: string;
  /** Smallest value, in `unit`. */
  readonly min: number;
  /** Largest value, in `unit`. */
  readonly max: number;
  /** Step between two values, in `unit`. */
  readonly step: number;
  /** Default value, from `min` to `max`, in `unit`. */
  readonly value: number;
  /** Unit, shown after the number. Default none. */
  readonly unit?: string;
  /** Whether the running scene reads the value. If so, a change does not restart the scene. Default false. */
  readonly live?: boolean;
}

/** An action that the reader can trigger by a button and by keys. */
export interface Action {
  /** Key of the action in `actions` of {@link SceneRun}. */
  readonly name: string;
  /** Label of the button. */
  readonly label: string;
  /**
   * `KeyboardEvent.key` of keys that trigger the action, letters in lower case. Keys that the page uses itself are not
   * available. Default none.
   */
  readonly keys?: readonly string[];
  /** Whether the action continues while the button or key is held. Default false. */
  readonly hold?: boolean;
}

/** The part of the world that is visible at first, in metres. */
export interface Frame {
  /** Centre of the frame in the world, in metres. */
  readonly x: number;
  readonly y: number;
  /** Smallest visible width, in metres. */
  readonly width: number;
  /** Smallest visible height, in metres. */
  readonly height: number;
  /** Fraction of the spare height that is above the frame, 0 to 1. Default 0.5. Use more if there is a floor below. */
  readonly sky?: number;
}

/** A text at a point of the world. */
export interface Label {
  /** Centre of the text in the world, in m; see `align`. */
  readonly x: number;
  readonly y: number;
  /** The text. It is read in each frame. */
  readonly text: string;
  /** `left`: `x` is the left end instead of the centre. Default `center`. */
  readonly align?: 'left' | 'center';
}

/** Numbers by name. */
export type Params = Record<string, number>;

/** The argument of the function that builds a scene. */
export interface SceneContext {
  /** An empty world, to be filled. */
  readonly world: World;
  /** Current values of the declared params. Live ones change while the scene runs. */
  readonly params: Params;
  /** Returns uniform random numbers in [0, 1), the same sequence at each start. */
  readonly random: () => number;
}

/**
 * The behaviour of a scene after it was built. All members are optional. `<impulse-scene>` shows an error for an object
 * literal with another member.
 */
export interface SceneRun {
  /**
   * Numbers and lists that the scene changes while it runs, such as a counter, as plain data. They go back in time with
   * the world (lists stay the same objects). Other variables of the scene do not.
   */
  readonly state?: object;
  /** Texts in the picture. */
  readonly labels?: readonly Label[];
  /** Point that the camera follows horizontally, in metres; null for none. */
  follow?(): { readonly x: number } | null;
  /** Called before each step with the simulated time in seconds since the start. */
  beforeStep?(time: number): void;
  /**
   * Functions of buttons: in a scene by the names that its `actions` declare, in the result of a `setup` by their
   * labels. They are called with true; for an action with `hold` also with false at the end.
   */
  readonly actions?: Readonly<Record<string, (held: boolean) => void>>;
  /** Called for a click or tap at a point in metres, instead of adding a body. */
  tap?(x: number, y: number): void;
}

/** A scene: title, description, and the function that builds it. */
export interface Scene {
  /** Name of the scene in links and in `src`: lower case, unique. */
  readonly id: string;
  /** Title, a few words for a picker. */
  readonly title: string;
  /** Description in one or two sentences; a function if it depends on the params. */
  readonly caption: string | ((params: Params) => string);
  /** A suggestion of what the reader can try. Default none. */
  readonly suggestion?: string;
  /** The part of the world that is visible at first. */
  readonly camera: Frame | ((params: Params) => Frame);
  readonly params: readonly Param[];
  readonly actions?: readonly Action[];
  /** Gravity in m/s^2. Default [0, -9.81]. */
  readonly gravity?: readonly [number, number];
  /** Options that the scene needs with any solver. Options that the reader sets override them. Default none. */
  readonly solver?: CommonSolverOptions;
  /** Number of steps, >= 0, before the first picture for readers who prefer reduced motion. Default 240. */
  readonly settle?: number;
  /** Fills the world. */
  build(context: SceneContext): SceneRun | void;
}

/** Returns the caption of a scene for these params. */
export function captionOf(scene: Scene, params: Params): string {
  return typeof scene.caption === 'function' ? scene.caption(params) : scene.caption;
}

/** Returns `userData` that selects a body's colour, an index from 0 (light) to 6 (dark). */
export function tint(index: number): { tint: number } {
  return { tint: Math.max(0, Math.min(6, Math.floor(index))) };
}
