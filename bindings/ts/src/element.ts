// `impulse2d/element`: a live figure as one tag. Importing this registers nothing; `impulse2d/element/define` does.

import { init, presets } from './index.js';
import {
  readAutoplay,
  readControls,
  readHeight,
  readLayers,
  readParams,
  readSeed,
  readSolver,
  readSpeed,
  refuse,
} from './element/attributes.js';
import type { ImpulseSceneEventMap } from './element/events.js';
import type { Setup, Source } from './element/figure.js';
import { Player } from './element/player.js';
import { Readiness } from './element/readiness.js';
import { scenes, type Params, type Scene } from './scenes.js';
import type { SolverOptions } from './types.js';
import type { World } from './world.js';

export { ActionInput, keySigns } from './element/action_input.js';
export { Drag } from './element/drag.js';
export type { FigureStep, ImpulseSceneEventMap } from './element/events.js';
export type { Setup, SetupResult } from './element/figure.js';
export type { Action, Frame, Label, Param, Params, Scene, SceneContext, SceneRun } from './scenes.js';

const kObserved = ['src', 'height', 'controls', 'layers', 'solver', 'speed', 'autoplay', 'seed', 'alt'] as const;
type Attribute = (typeof kObserved)[number];
/** Properties that may have been set before the tag was registered. */
const kProperties = [...kObserved, 'setup', 'params'] as const;

// On a server there are no elements; the class must still be there to be imported.
const Base: { new (): HTMLElement; prototype: HTMLElement } = globalThis.HTMLElement ?? class {};

/** Listeners know the element's own events. */
export interface ImpulseScene {
  /** As for any element; its own events are typed. */
  addEventListener<Name extends keyof ImpulseSceneEventMap>(
    type: Name,
    listener: (this: ImpulseScene, event: ImpulseSceneEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** As for any element; its own events are typed. */
  removeEventListener<Name extends keyof ImpulseSceneEventMap>(
    type: Name,
    listener: (this: ImpulseScene, event: ImpulseSceneEventMap[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;
}

/**
 * `<impulse-scene>`: a scene in its own world, drawn, with buttons. All figures of a page share one engine and one animation
 * frame; one that cannot be seen does not step. Children stand in its place until it runs, and where it cannot: those in the slot
 * `poster`, or in none. The slot `caption` stays below the picture, `toolbar` below the buttons.
 *
 * Each attribute is also a property of its name. A value that is not accepted is shown in the figure, logged and reported by an
 * `error` event; the figure then goes on as if it were not given, and with the solver and the params that it had.
 *
 * Parts: `figure`, `stage`, `canvas`, `poster`, `error`, `toolbar`, `button` (also `play`, `step`, `reset`, `action`,
 * `contacts`), `select`, `caption`. Custom properties: `--impulse-height`, `-radius`, `-font`, `-label-font`; `-paper`, `-ink`,
 * `-soft`, `-line`, `-hover`, `-accent`, `-on-accent`; `-dynamic`, `-static`, `-outline`, `-static-outline`, `-contact`,
 * `-friction`. Colours follow the article's `color-scheme`, or one set on the element;
 * where neither says anything, the picture is dark where the article's text is light.
 */
export class ImpulseScene extends Base {
  /** @internal */
  static readonly observedAttributes: readonly string[] = kObserved;

  readonly #player: Player;
  #setup: Setup | Scene | null = null;
  /** As accepted, and as asked for until there is a scene to judge them by. */
  #params: Params = {};
  #askedParams: { readonly value: Params } | null = null;
  /** As accepted, '' for the scene's own; and options asked for until there is an engine to judge them. */
  #solver: string | SolverOptions = '';
  #askedSolver: SolverOptions | null = null;
  // What the attributes say, as far as they are accepted.
  #speed = 1;
  #seed = 1;
  #autoplay = false;

  #source: Source | null = null;
  readonly #ready = new Readiness();
  #turn = 0; // of loading: only the last one counts
  #afresh = true; // when loading, build again whatever becomes of the params
  #wanted: boolean | null = null; // by play() and pause(), over autoplay
  #living = false; // on a page

  constructor() {
    super();
    this.#player = new Player(this, {
      play: () => this.play(),
      pause: () => this.pause(),
      step: () => this.step(),
      reset: () => this.reset(),
      setLayers: (words) => (this.layers = words),
      setSpeed: (speed) => (this.speed = speed),
      setSolver: (name) => (this.solver = name),
    });
  }

  // --- properties ---------------------------------------------------------------------------------------------------

  /**
   * Name of a built-in scene (the ids of `impulse2d/scenes`), or the address of an ES module, ending in `.js` or `.mjs`, whose
   * default export is a setup function or a scene. Without it and without `setup` the poster stays.
   */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(src: string) {
    this.setAttribute('src', src);
  }

  /** Of the picture: a number of CSS pixels or a CSS length. Default: `--impulse-height`, or 320 pixels. */
  get height(): string {
    return this.getAttribute('height') ?? '';
  }
  set height(height: string | number) {
    this.setAttribute('height', String(height));
  }

  /** Words of `play step reset actions contacts speed solver`, or `none`. Default `play step reset actions contacts`. */
  get controls(): string {
    return this.getAttribute('controls') ?? '';
  }
  set controls(controls: string) {
    this.setAttribute('controls', controls);
  }

  /**
   * Over the shapes: words of `sleep joints contacts impulses boxes centers velocities`, or `none`. `shapes` may be among them and
   * are always drawn. Default `sleep joints contacts impulses`.
   */
  get layers(): string {
    return this.getAttribute('layers') ?? '';
  }
  set layers(layers: string) {
    this.setAttribute('layers', layers);
  }

  /**
   * Name of a preset (`softStep`, `umbra`, `ftPhysics`, `fx2d`, `wedekind`) or type of a solver. The property takes options too.
   * Changes the living world. Default, and for an empty string: what the scene sets, else `softStep`. Returns what was accepted last.
   */
  get solver(): string | SolverOptions {
    return this.#askedSolver ?? (this.#living ? this.#solver : (this.getAttribute('solver') ?? this.#solver));
  }
  set solver(solver: string | SolverOptions) {
    if (typeof solver === 'string' && solver) {
      if (!this.#living) this.#askedSolver = null;
      this.setAttribute('solver', solver);
      return;
    }
    if (solver === '') {
      this.#askedSolver = null;
      if (typeof this.#solver !== 'string') this.#useSolver('');
    } else if (!this.world) this.#askedSolver = solver as SolverOptions;
    else if (!this.#useSolver(solver)) return;
    this.#player.settle('solver');
    this.removeAttribute('solver'); // which takes back a name, not options
  }

  /** Seconds of the world in a second of the reader's, above 0, at most 10. Default 1. */
  get speed(): number {
    return this.#speed;
  }
  set speed(speed: number) {
    this.setAttribute('speed', String(speed));
  }

  /** Does time run as soon as the figure is seen? Never for readers who ask for less motion. Default false. */
  get autoplay(): boolean {
    return this.#autoplay;
  }
  set autoplay(autoplay: boolean) {
    this.toggleAttribute('autoplay', autoplay);
  }

  /** Of the scene's random numbers, a whole number of 32 bits. Default 1: every reader sees the same. */
  get seed(): number {
    return this.#seed;
  }
  set seed(seed: number) {
    this.setAttribute('seed', String(seed));
  }

  /** What the picture shows, in words, for those who do not see it. Default: the scene's title. */
  get alt(): string {
    return this.getAttribute('alt') ?? '';
  }
  set alt(alt: string) {
    this.setAttribute('alt', alt);
  }

  /** Fills the world, at the start and at each reset; or a scene. Goes before `src`. `null` takes it back. Not async. */
  get setup(): Setup | Scene | null {
    return this.#setup;
  }
  set setup(setup: Setup | Scene | null) {
    this.#setup = setup;
    this.#load();
  }

  /**
   * Numbers for the scene by the names that it declares, each in its range, over its own defaults; the figure starts again. Where
   * one is not accepted it goes on with those that it had.
   */
  get params(): Params {
    return this.#askedParams?.value ?? this.#params;
  }
  set params(params: Params) {
    this.#askedParams = { value: params };
    this.#load(false);
  }

  /** The running world; null before `ready` and off the page. Each reset makes another. */
  get world(): World | null {
    return this.#player.world;
  }

  /** Kept when a scene stands in its world, broken when it could not. A new one each time the figure loads. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Does time stand still? */
  get paused(): boolean {
    return !this.#player.playing;
  }

  /** s, simulated since the start. */
  get time(): number {
    return this.#player.time;
  }

  // --- methods ------------------------------------------------------------------------------------------------------

  /** Lets time run while the figure is seen. Before it is ready: as soon as it is. */
  play(): void {
    this.#want(true);
  }

  /** Stops time. */
  pause(): void {
    this.#want(false);
  }

  /** Stops time and makes some steps at once, a whole number >= 0. Default 1. Does nothing before the figure is ready. */
  step(count = 1): void {
    if (!(Number.isInteger(count) && count >= 0)) throw refuse('count', count, 'a whole number >= 0');
    this.pause();
    this.#player.step(count);
  }

  /** Builds the scene again in a new world. Time runs on where it ran. Does nothing before the figure is ready. */
  reset(): void {
    if (!this.world || !this.#build()) return;
    this.#player.say('Started again.');
    this.dispatchEvent(new Event('reset', { bubbles: true, composed: true }));
  }

  // --- life ---------------------------------------------------------------------------------------------------------

  /** @internal */
  connectedCallback(): void {
    if (this.#living) return; // moved within the page
    for (const name of kProperties) {
      if (!Object.hasOwn(this, name)) continue;
      const own = this as Record<string, unknown>;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
    this.#living = true;
    this.#player.enter();
    for (const name of kObserved) this.#apply(name);
    this.#load();
  }

  /** @internal */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected || !this.#living) return;
      this.#living = false;
      this.#turn++;
      this.#player.leave();
      this.#ready.expect();
    });
  }

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.#living || before === now) return;
    this.#apply(name as Attribute);
    if (name === 'src' || name === 'seed') this.#load();
  }

  /** Takes over one attribute; one that is not accepted counts as not given. */
  #apply(name: Attribute): void {
    const player = this.#player;
    const text = this.getAttribute(name);
    const read = <T>(reader: (text: string | null) => T): T => {
      try {
        const value = reader(text);
        player.settle(name);
        return value;
      } catch (error) {
        player.fail(name, error);
        return reader(null);
      }
    };
    if (name === 'height') player.height = read(readHeight);
    if (name === 'controls') player.controls = read(readControls);
    if (name === 'layers') player.layers = read(readLayers);
    if (name === 'speed') player.speed = this.#speed = read(readSpeed);
    if (name === 'seed') this.#seed = read(readSeed);
    if (name === 'alt') player.label = this.alt;
    if (name === 'solver') this.#applySolver(text);
    if (name === 'autoplay') {
      this.#autoplay = read(readAutoplay);
      if (this.world && this.#wanted === null) player.run(this.#wants);
    }
  }

  /** Options stand without an attribute; where one comes, it takes their place. */
  #applySolver(text: string | null): void {
    if (text === null && (this.#askedSolver || typeof this.#solver !== 'string')) return this.#player.settle('solver');
    if (!this.#useSolver(text ?? '')) return;
    this.#askedSolver = null;
    this.#player.settle('solver');
  }

  /** Whatever is wrong with it, by its name or by what the engine says: world and figure keep the solver that they have. */
  #useSolver(solver: string | SolverOptions, world = this.world): boolean {
    try {
      const options = typeof solver !== 'string' ? solver : solver === '' ? presets.softStep : readSolver(solver);
      const own = this.#source?.solver;
      if (world) world.solver = own ? { ...own, ...options } : options;
      this.#solver = solver;
      return true;
    } catch (error) {
      this.#player.fail('solver', error);
      return false;
    } finally {
      this.#player.solver = typeof this.#solver === 'string' ? this.#solver || 'softStep' : this.#solver.type;
    }
  }

  /** A new world gets the solver that was accepted last, and then what is asked for since. */
  #equip(world: World): void {
    this.#useSolver(this.#solver, world);
    const asked = this.#askedSolver;
    this.#askedSolver = null;
    if (asked && this.#useSolver(asked, world)) this.#player.settle('solver');
  }

  /** What is asked for, if the scene takes it; else the params stay as they were. False where something was refused. */
  #takeParams(declared: Source['params']): boolean {
    const asked = this.#askedParams;
    this.#askedParams = null;
    try {
      this.#params = readParams(asked ? asked.value : this.#params, declared);
      this.#player.settle('params');
      return true;
    } catch (error) {
      this.#player.fail('params', error);
      if (!asked) this.#params = {}; // they were another scene's
      return false;
    }
  }

  /** Should time run? What was asked for last, else `autoplay`, which readers who want no motion overrule. */
  get #wants(): boolean {
    return this.#wanted ?? (this.#autoplay && !matchMedia('(prefers-reduced-motion: reduce)').matches);
  }

  #want(playing: boolean): void {
    this.#wanted = playing;
    if (this.world) this.#player.run(playing);
  }

  /** Finds the scene and builds it; once, however many properties change at a time. */
  async #load(afresh = true): Promise<void> {
    this.#afresh ||= afresh;
    if (!this.#living) return;
    const turn = ++this.#turn;
    const current = (): boolean => turn === this.#turn;
    this.#ready.expect();
    try {
      await null;
      if (!current()) return;
      if (!this.#setup && !this.hasAttribute('src')) {
        for (const path of ['src', 'setup']) this.#player.settle(path);
        this.#player.clear();
        return;
      }
      const [source] = await Promise.all([this.#find(), init()]);
      if (!current()) return;
      this.#player.settle('src');
      const taken = this.#takeParams(source.params);
      if (!taken && !this.#afresh && this.world) return this.#ready.keep(); // as if nothing had been asked
      this.#source = source;
    } catch (error) {
      if (!current()) return;
      return this.#break('src', error);
    }
    this.#afresh = false;
    if (!this.#build()) return;
    this.#player.run(this.#wants);
    this.#ready.keep();
    this.dispatchEvent(new Event('ready', { bubbles: true, composed: true }));
  }

  async #find(): Promise<Source> {
    const { src } = this;
    let found: unknown = this.#setup ?? scenes.find(({ id }) => id === src);
    let from = 'setup';
    if (!found && /\.m?js([?#]|$)/.test(src)) {
      from = `the default export of ${src}`;
      // Bundlers shall leave this one to the browser.
      const module: unknown = await import(
        /* @vite-ignore */ /* webpackIgnore: true */ new URL(src, this.baseURI).href
      );
      found = (module as { default?: unknown }).default;
    }
    if (!found && !this.#setup) {
      throw refuse('src', src, `the address of a .js module or one of ${scenes.map(({ id }) => id).join(', ')}`);
    }
    if (typeof found === 'function') return { build: found as Setup };
    if (typeof (found as Partial<Scene> | undefined)?.build === 'function') return found as Scene;
    throw refuse(from, found, 'a function or a scene');
  }

  /** A world for the scene at hand. False where the scene threw; then there is none. */
  #build(): boolean {
    const source = this.#source!;
    const params: Params = {};
    for (const { name, value } of source.params ?? []) params[name] = value;
    Object.assign(params, this.#params);
    try {
      this.#player.settle('setup');
      this.#player.build(source, {
        params,
        seed: this.#seed,
        speed: this.#speed,
        prepare: (world) => this.#equip(world),
      });
    } catch (error) {
      this.#break('setup', error);
      return false;
    }
    this.#player.label = this.alt;
    return true;
  }

  /** There is no scene, and this is why. */
  #break(path: string, error: unknown): void {
    this.#player.fail(path, error);
    this.#player.clear();
    this.#ready.break(error);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'impulse-scene': ImpulseScene;
  }
}
