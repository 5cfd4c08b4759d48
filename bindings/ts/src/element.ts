// `impulse2d/element`: a live figure as one tag. Importing this registers nothing; `impulse2d/element/define` does.

import { init, presets } from './index.js';
import {
  finite,
  parseParams,
  readAutoplay,
  readCamera,
  readControls,
  readHeight,
  readLayers,
  readLoop,
  readParams,
  readSeed,
  readSolver,
  readSpeed,
  whole,
} from './element/attributes.js';
import type { ImpulseSceneEventMap } from './element/events.js';
import type { Setup, Source } from './element/figure.js';
import { Player, type Follower } from './element/player.js';
import { Readiness } from './element/readiness.js';
import { FigureParams } from './element/figure_params.js';
import { findSource } from './element/find_source.js';
import { upgrade } from './element/shadow.js';
import type { ImportedScene, SceneJSON } from './scene_json.js';
import type { Frame, Params, Scene } from './scenes.js';
import type { SolverOptions } from './types.js';
import type { World } from './world.js';

export { ActionInput, keySigns } from './element/action_input.js';
export { ImpulseCollision } from './element/collision.js';
export type { Shadows, Stop } from './element-collision.js';
export { Drag } from './element/drag.js';
export { ImpulseParam } from './element/param.js';
export { ImpulsePlot } from './element/plot.js';
export { ImpulseSolver } from './element/solver.js';
export { ImpulseValue } from './element/value.js';
export type { FigureStep, ImpulseSceneEventMap } from './element/events.js';
export type { Setup, SetupResult, View } from './element/figure.js';
export { Dice, perform, Tape, type Input, type Playable, type TapeOptions } from './element/tape.js';
export { holdable } from './element/toolbar.js';
export type { Action, Frame, Label, Param, Params, Scene, SceneContext, SceneRun } from './scenes.js';

const kObserved = [
  'sync',
  'src',
  'height',
  'controls',
  'layers',
  'solver',
  'speed',
  'autoplay',
  'seed',
  'alt',
  'camera',
  'loop',
  'params',
] as const;
type Attribute = (typeof kObserved)[number];

const kSlice = 10; // ms: of steps that are made at once, so that the page can draw and be used between

/**
 * Resolves when the parser is at the end of the page: until then it may bring sliders of any figure. Deferred scripts
 * and modules run after that, so a figure does not wait for them.
 */
const parsed = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('readystatechange', resolve, { once: true });
    else resolve(null);
  });

/** Figures on the page by their `sync`. */
const groups = new Map<string, Set<ImpulseScene>>();

// On a server there are no elements; the class must still be there to be imported.
const Base: { new (): HTMLElement; prototype: HTMLElement } = globalThis.HTMLElement ?? class {};

/** Typed events of the element. */
export interface ImpulseScene {
  /** As for any element, with typed events of this element. */
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
  /** As for any element, with typed events of this element. */
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
 * `<impulse-scene>`: a live figure that runs a scene in its own world, draws it and has buttons. All figures of a page
 * share one engine and one animation frame. A figure outside the visible part of the page does not step. Children in
 * the slot `poster` or in no slot are shown until it runs, and if it cannot run. The slot `caption` is below the
 * picture, the slot `toolbar` below the buttons.
 *
 * Each attribute is also a property of the same name. An empty text counts as missing, except that of `src`, `layers`
 * and `autoplay`. For an invalid value, the figure shows and logs an error, emits an `error` event, and continues as if
 * the value were missing; an invalid solver or params leave the previous ones. Methods throw `INVALID_ARGUMENT` for a
 * number out of range.
 *
 * Parts: `figure`, `stage`, `canvas`, `poster`, `error`, `toolbar`, `button` (also `play`, `step`, `reset`, `action`,
 * `contacts`), `select`, `caption`. Custom properties: `--impulse-height`, `-radius`, `-font`, `-label-font`; `-paper`,
 * `-ink`, `-soft`, `-line`, `-hover`, `-accent`, `-on-accent`; `-dynamic`, `-static`, `-outline`, `-static-outline`,
 * `-contact`, `-friction`. Colours follow the `color-scheme` of the article or the element. Without one, the picture is
 * dark if the text of the article is light.
 */
export class ImpulseScene extends Base {
  /** @internal */
  static readonly observedAttributes: readonly string[] = kObserved;

  readonly #player: Player;
  #setup: Setup | Scene | SceneJSON | ImportedScene | null = null;
  readonly #params: FigureParams;
  /** The solver that was accepted, '' for the scene's own; until the engine is loaded, the one that was set. */
  #solver: string | SolverOptions = '';
  #askedSolver: SolverOptions | null = null;
  // The accepted values of the attributes.
  #speed = 1;
  #seed = 1;
  #autoplay = false;

  #source: Source | null = null;
  readonly #ready = new Readiness();
  #sync = '';
  #paramsText: string | null = null; // the attribute that was taken over last
  #turn = 0; // of loading: only the last one counts
  #chase = 0; // the same of catching up
  #afresh = true; // when loading, build again whatever becomes of the params
  #wanted: boolean | null = null; // by play() and pause(), over autoplay
  #living = false; // on a page

  constructor() {
    super();
    this.#player = new Player(this, {
      play: () => this.play(),
      pause: () => this.pause(),
      step: () => this.step(),
      back: () => this.back(),
      reset: () => this.reset(),
      restart: () => this.#restart(),
      seek: (step) => this.#seek(step),
      rewind: (on) => {
        this.pause();
        this.#player.rewind(on);
      },
      setParam: (name, value) => this.set(name, value),
      setLayers: (words) => (this.layers = words),
      setSpeed: (speed) => (this.speed = speed),
      setSolver: (name) => (this.solver = name),
      solverIs: (choice) => this.#resolve(choice),
    });
    this.#params = new FigureParams(this.#player);
  }

  // --- properties ---------------------------------------------------------------------------------------------------

  /**
   * Name of a built-in scene (an `id` of `impulse2d/scenes`), or an address. An address that ends in `.js` or `.mjs` is
   * that of an ES module whose default export is a setup function or a scene. One that ends in `.json` is that of a
   * world as {@link World.toJSON} returns it. Without `src` and `setup` the poster is shown.
   */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(src: string) {
    this.setAttribute('src', src);
  }

  /**
   * Height of the picture: a number of CSS pixels or a CSS length, not a percentage. Default: `--impulse-height`, or
   * 320 pixels.
   */
  get height(): string {
    return this.getAttribute('height') ?? '';
  }
  set height(height: string | number) {
    this.setAttribute('height', String(height));
  }

  /**
   * Buttons and menus: words of `play back step reset scrub actions params contacts speed solver`, or `none`. Default
   * `play step reset actions contacts`. `scrub` is a slider over the recorded time, and `back` a button for a step back
   * that runs backwards while it is held. With either of them the figure records itself, up to 64 MB. `params` are the
   * sliders of a built-in scene.
   */
  get controls(): string {
    return this.getAttribute('controls') ?? '';
  }
  set controls(controls: string) {
    this.setAttribute('controls', controls);
  }

  /**
   * Layers over the shapes: words of `sleep joints contacts impulses boxes centers velocities`, or `none`. `shapes` is
   * accepted too, but shapes are always drawn. Default `sleep joints contacts impulses`.
   */
  get layers(): string {
    return this.getAttribute('layers') ?? '';
  }
  set layers(layers: string) {
    this.setAttribute('layers', layers);
  }

  /**
   * Name of a preset (`softStep`, `umbra`, `ftPhysics`, `fx2d`, `wedekind`) or type of a solver. The property also
   * accepts options. A change applies to the running world. Default, and for an empty string: the solver of the scene,
   * or `softStep`. It returns the last accepted value.
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

  /** Simulated seconds per second, above 0 to 10. Default 1. */
  get speed(): number {
    return this.#given('speed', readSpeed, this.#speed);
  }
  set speed(speed: number) {
    this.setAttribute('speed', String(speed));
  }

  /**
   * Whether time starts when the figure becomes visible. It never does for readers who prefer reduced motion. Default
   * false.
   */
  get autoplay(): boolean {
    return this.#given('autoplay', readAutoplay, this.#autoplay);
  }
  set autoplay(autoplay: boolean) {
    this.toggleAttribute('autoplay', autoplay);
  }

  /**
   * Figures with the same word share one clock: play, pause, steps, speed, resets and time travel of one apply to all.
   * A figure that joins plays or pauses as the others do. They wait until it has made the steps that they have made;
   * then it is `ready`. Its `speed` attribute, if it has one, becomes the speed of all. If the controls of one include
   * `scrub` or `back`, all of them record themselves. Default none.
   */
  get sync(): string {
    return this.getAttribute('sync') ?? '';
  }
  set sync(sync: string) {
    this.setAttribute('sync', sync);
  }

  /** Simulated seconds after which the figure restarts, above 0, such as `6s`. Default: never. */
  get loop(): string {
    return this.getAttribute('loop') ?? '';
  }
  set loop(loop: string | number) {
    this.setAttribute('loop', String(loop));
  }

  /**
   * Visible part of the world in m: x and y of the centre, width, height (default: the width) and `sky` of {@link
   * Frame} (default: 0.5), such as `0, 2, 12, 8`. The `camera` value of a link to the demo page works too. The property
   * also accepts an object. With it, the picture follows no body. Default: the camera of the scene.
   */
  get camera(): string {
    return this.getAttribute('camera') ?? '';
  }
  set camera(camera: string | Frame) {
    if (typeof camera !== 'string') {
      const { x, y, width, height = width, sky } = camera;
      camera = [x, y, width, height, sky].join(' ');
    }
    this.setAttribute('camera', camera);
  }

  /** Seed of the scene's random numbers, a whole number of 32 bits. Default 1: all readers see the same scene. */
  get seed(): number {
    return this.#given('seed', readSeed, this.#seed);
  }
  set seed(seed: number) {
    this.setAttribute('seed', String(seed));
  }

  /** Description of the picture for screen readers. Default: the title of the scene. */
  get alt(): string {
    return this.getAttribute('alt') ?? '';
  }
  set alt(alt: string) {
    this.setAttribute('alt', alt);
  }

  /**
   * A function that fills the world at the start and at each reset, a scene, or a world as JSON ({@link World.toJSON}),
   * such as an imported JSON module. A function is first called when the page is parsed, with the numbers of all
   * sliders. It must not be async. It overrides `src`; `null` removes it.
   */
  get setup(): Setup | Scene | SceneJSON | ImportedScene | null {
    return this.#setup;
  }
  set setup(setup: Setup | Scene | SceneJSON | ImportedScene | null) {
    this.#setup = setup;
    this.#load();
  }

  /**
   * Values of the scene's params by name, each in its declared range. They override the defaults of the scene. The
   * attribute is JSON: `params='{"count": 20}'`. A change restarts the figure, unless all changed params are `live`. An
   * invalid value leaves the previous params.
   */
  get params(): Params {
    const { asked, value } = this.#params;
    const known = asked || this.getAttribute('params') === this.#paramsText;
    return known ? value : this.#given('params', (text) => readParams(parseParams(text), undefined), value);
  }
  set params(params: Params) {
    if (this.world && this.#params.turn(params, this.declares)) return;
    this.#params.ask(params);
    this.#load(false);
  }

  /**
   * The running world. Null before `ready` and while the element is not in the document. A figure that is put back
   * within the same task keeps its world. Each reset creates another world.
   */
  get world(): World | null {
    return this.#player.world;
  }

  /**
   * Resolves when the scene is built and has the time of the figures with the same clock, and rejects if it could not
   * be built. While the browser still parses the page, no scene is built. There is a new promise each time the figure
   * loads or catches up with others.
   */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether time is paused. */
  get paused(): boolean {
    return !this.#player.playing;
  }

  /** Simulated time since the start, in s. */
  get time(): number {
    return this.#player.time;
  }

  // --- methods ------------------------------------------------------------------------------------------------------

  /** Starts time, which runs while the figure is visible. Before the figure is ready it takes effect then. */
  play(): void {
    for (const peer of this.#peers) {
      peer.#player.arrived = true;
      peer.#want(true);
    }
  }

  /** Pauses time. */
  pause(): void {
    for (const peer of this.#peers) peer.#want(false);
  }

  /**
   * Pauses time and makes some steps at once, a whole number >= 0. Default 1. Does nothing before the figure is ready.
   */
  step(count = 1): void {
    whole('count', count);
    this.pause();
    for (const peer of this.#peers) peer.#player.step(count);
  }

  /**
   * Pauses time and goes back by some recorded steps, a whole number >= 0. Default 1. Does nothing if neither this
   * figure nor one with the same clock has `back` or `scrub` among its `controls`.
   */
  back(count = 1): void {
    whole('count', count);
    this.#seek(this.#player.steps - count);
  }

  /**
   * Pauses time and goes to the recorded moment nearest to `time`, in s since the start, any finite number. `play` then
   * repeats the recorded input until the reader does something else. Does nothing if neither this figure nor one with
   * the same clock has `back` or `scrub` among its `controls`. Figures with the same clock go to a moment that all of
   * them have recorded.
   */
  seek(time: number): void {
    finite('time', time);
    this.#seek(Math.round(time * 60));
  }

  /**
   * Builds the scene again in a new world, or tries again to build one that threw. Time keeps running if it ran. Does
   * nothing before the figure has loaded.
   */
  reset(): void {
    for (const peer of this.#peers) if (!peer.world && peer.#source) peer.#load(false);
    if (this.#restart()) this.#player.say('Started again.');
  }

  /** Changes one of `params`. @internal */
  set(name: string, value: number): void {
    this.params = { ...this.params, [name]: value };
  }

  /** A number that the scene gets where `params` do not have it. @internal */
  declare(name: string, value: number, live: boolean): void {
    if (this.#params.declare(name, value, live) && this.#source) this.#load(false);
  }

  /** Adds a follower of the figure; returns a function that removes it. @internal */
  follow(follower: Follower): () => void {
    const { followers } = this.#player;
    followers.add(follower);
    if (this.#player.figure) follower.begin(this.#player.figure);
    this.#player.invalidate();
    return () => followers.delete(follower);
  }

  /** Draws the picture again. @internal */
  redraw(): void {
    this.#player.invalidate();
  }

  /** The params that the current scene declares; undefined if it declares none. @internal */
  get declares(): Source['params'] {
    return this.#source?.params;
  }

  // --- life ---------------------------------------------------------------------------------------------------------

  /** @internal */
  connectedCallback(): void {
    if (this.#living) return; // moved within the page
    upgrade(this);
    this.#living = true;
    for (const name of kObserved) if (name !== 'params' || !this.#params.asked) this.#apply(name);
    this.#player.enter();
    this.#load();
  }

  /** @internal */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected || !this.#living) return;
      this.#living = false;
      this.#turn++;
      this.#chase++;
      this.#player.late = false;
      this.#part();
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

  /** Applies one attribute. An invalid value counts as missing. */
  #apply(name: Attribute): void {
    const player = this.#player;
    const text = this.getAttribute(name);
    const path = name === 'params' ? 'params=' : name; // as numbers may be refused that are written well
    const read = <T>(reader: (text: string | null) => T): T => {
      try {
        const value = reader(text);
        player.settle(path);
        return value;
      } catch (error) {
        player.fail(path, error);
        return reader(null);
      }
    };
    if (name === 'height') player.height = read(readHeight);
    if (name === 'controls') {
      player.controls = read(readControls);
      this.#recordAll();
    }
    if (name === 'layers') player.layers = read(readLayers);
    if (name === 'speed') {
      const other = this.#others[0];
      const own = read(readSpeed);
      const speed = text === null && other ? other.#speed : own;
      for (const peer of this.#peers) peer.#player.speed = peer.#speed = speed;
    }
    if (name === 'seed') this.#seed = read(readSeed);
    if (name === 'alt') player.label = this.alt;
    if (name === 'camera') player.camera = read(readCamera);
    if (name === 'loop') player.loop = read(readLoop);
    if (name === 'sync') {
      this.#part();
      player.sync = this.#sync = this.sync;
      if (!groups.has(this.#sync)) groups.set(this.#sync, new Set());
      groups.get(this.#sync)!.add(this);
      this.#recordAll();
      this.#apply('speed');
      // The last of play and pause, of whichever figure, holds for all from here on.
      const wishes = [...this.#others, this].map((peer) => peer.#wanted);
      const wanted = wishes.find((wish) => wish !== null) ?? null;
      for (const peer of this.#peers) peer.#wanted = wanted;
      if (this.world) void this.#catchUp();
      this.#runAll();
    }
    if (name === 'params' && text !== this.#paramsText) {
      this.#paramsText = text;
      const params = read((given) => (given === text ? parseParams(given) : undefined)) as Params | undefined;
      if (params === undefined) return;
      if (this.world) this.params = params;
      else this.#params.ask(params);
    }
    if (name === 'solver') this.#applySolver(text);
    if (name === 'autoplay') {
      this.#autoplay = read(readAutoplay);
      if (this.world && this.#wanted === null) this.#runAll();
    }
  }

  /** An accepted value; while the element is not on the page, what its attribute says, or the default. */
  #given<T>(name: Attribute, reader: (text: string | null) => T, accepted: T): T {
    if (this.#living) return accepted;
    try {
      return reader(this.getAttribute(name));
    } catch {
      return reader(null);
    }
  }

  /** Leaves the group of figures with the same clock. */
  #part(): void {
    const group = groups.get(this.#sync);
    group?.delete(this);
    for (const peer of this.#sync && group ? group : []) peer.#recordAll();
  }

  /** Options stand without an attribute; where one comes, it takes their place. */
  #applySolver(text: string | null): void {
    const own = text === null && (this.#askedSolver || typeof this.#solver !== 'string');
    if (own || (this.world && (text ?? '') === this.#solver)) return this.#player.settle('solver');
    if (!this.#useSolver(text ?? '')) return;
    this.#askedSolver = null;
    this.#player.settle('solver');
  }

  /**
   * If the solver is invalid, by its name or for the engine, world and figure keep their current solver.
   */
  #useSolver(solver: string | SolverOptions, world = this.world, path = 'solver'): boolean {
    try {
      const options = typeof solver !== 'string' ? solver : solver === '' ? this.#preset : readSolver(solver);
      if (world) {
        const all = { ...this.#source?.solver, ...options };
        world.solver = all; // throws before anything is recorded
        if (world === this.world) this.#player.figure!.do('solver', JSON.stringify(all), JSON.stringify(solver));
      }
      this.#solver = solver;
      return true;
    } catch (error) {
      this.#player.fail(path, error);
      return false;
    } finally {
      this.#showSolver();
    }
  }

  /** Of a scene without a solver of its own. */
  get #preset(): SolverOptions {
    return this.#source?.preset ?? presets.softStep;
  }

  #showSolver(): void {
    const shown = this.#solver || this.#preset;
    const name = typeof shown === 'string' ? shown : shown.type;
    this.#player.solver = !this.#solver && name === 'soft-step' ? 'softStep' : name;
  }

  /** Time travel gave the world another choice of solver: property, attribute and menu follow. */
  #resolve(choice: string): void {
    if (choice === JSON.stringify(this.#solver)) return;
    const solver = (this.#solver = JSON.parse(choice) as string | SolverOptions);
    this.#showSolver();
    if (typeof solver === 'string' && solver) this.setAttribute('solver', solver);
    else this.removeAttribute('solver');
  }

  /** A new world gets the solver that was accepted last, and then the one that was set since. */
  #equip(world: World): string {
    this.#useSolver(this.#solver, world, 'scene'); // it was accepted before: what is wrong is the scene's
    const asked = this.#askedSolver;
    this.#askedSolver = null;
    if (asked && this.#useSolver(asked, world)) this.#player.settle('solver');
    return JSON.stringify(this.#solver);
  }

  /** Should time run? The last of play and pause decides, else `autoplay`, unless the reader prefers reduced motion. */
  get #wants(): boolean {
    return (
      this.#wanted ??
      (this.#peers.some((peer) => peer.#autoplay) && !matchMedia('(prefers-reduced-motion: reduce)').matches)
    );
  }

  /** Those with the same clock, itself among them. */
  get #peers(): ImpulseScene[] {
    return this.#sync ? [...(groups.get(this.#sync) ?? [this])] : [this];
  }

  get #others(): ImpulseScene[] {
    return this.#peers.filter((peer) => peer !== this);
  }

  /**
   * Goes to the time of the figures with the same clock, which wait. Their steps are of one size, so theirs are made
   * here too. The reader may take the others to another time meanwhile. False if the figure left or joined again, or if
   * it has no world.
   */
  async #catchUp(): Promise<boolean> {
    const player = this.#player;
    const chase = ++this.#chase;
    const behind = (): number => {
      const leader = this.#others.find((peer) => peer.world && !peer.#player.late);
      return leader ? leader.#player.steps - player.steps : 0;
    };
    player.late = true;
    for (;;) {
      if (behind() < 0) this.#rebuild();
      const sound = player.step(behind(), performance.now() + kSlice);
      if (!sound || behind() === 0) break;
      this.#ready.expect();
      await new Promise((resolve) => setTimeout(resolve));
      if (chase !== this.#chase) return false;
    }
    player.late = false;
    if (!this.world) return false;
    if (!player.loading) this.#ready.keep();
    return true;
  }

  /** Figures that share a clock all record if one of them has the control `back` or `scrub`. */
  #recordAll(): void {
    const peers = this.#peers;
    const wanted = peers.some((peer) => peer.#player.leadsBack);
    for (const peer of peers) peer.#player.recording = wanted;
  }

  #runAll(): void {
    for (const peer of this.#peers) if (peer.world) peer.#player.run(this.#wants);
  }

  #seek(step: number): void {
    // To where all of them can go: a drag in one figure at a past moment begins another future there alone.
    const all = this.#peers.filter((peer) => peer.#player.recorded && !peer.#player.late);
    const ranges = all.map((peer) => peer.#player.recorded!);
    const last = Math.min(step, ...ranges.map(([, last]) => last));
    const to = Math.max(last, ...ranges.map(([first]) => first));
    if (all.length > 0) this.pause();
    for (const peer of all) peer.#player.seek(to);
  }

  /** Builds all that have one clock again. False where this one could not. */
  #restart(): boolean {
    for (const peer of this.#peers) peer.#rebuild();
    return this.world !== null;
  }

  #rebuild(): void {
    if (!this.world) return;
    this.#params.keep();
    if (this.#build()) this.dispatchEvent(new Event('reset', { bubbles: true, composed: true }));
  }

  #want(playing: boolean): void {
    this.#wanted = playing;
    if (this.world) this.#player.run(playing);
  }

  /** Finds the scene and builds it, once for all properties that change at the same time. */
  async #load(afresh = true): Promise<void> {
    this.#afresh ||= afresh;
    if (!this.#living) return;
    const turn = ++this.#turn;
    const current = (): boolean => turn === this.#turn;
    this.#ready.expect();
    this.#player.loading = true;
    try {
      await this.#loadNow(current);
    } finally {
      if (current()) this.#player.loading = false;
    }
  }

  async #loadNow(current: () => boolean): Promise<void> {
    try {
      await null;
      if (!current()) return;
      if (!this.#setup && !this.hasAttribute('src')) {
        this.#player.settle('src');
        this.#player.settle('setup');
        this.#player.clear();
        return;
      }
      const [source] = await Promise.all([findSource(this.#setup, this.src, this.baseURI), init(), parsed()]);
      this.getRootNode().dispatchEvent(new Event('impulse-scene')); // sliders that came before it declare their numbers
      if (!current()) return;
      this.#player.settle('src');
      const taken = this.#params.take(source.params);
      if (!taken && !this.#afresh && this.world) return this.#ready.keep(); // as if nothing had been asked
      this.#source = source;
    } catch (error) {
      if (!current()) return;
      return this.#break('src', error);
    }
    this.#afresh = false;
    const again = this.world !== null;
    if (!this.#build()) return;
    if (again) for (const peer of this.#others) peer.#rebuild();
    else if (!(await this.#catchUp()) || !current()) return;
    this.#runAll();
    this.#ready.keep();
    this.dispatchEvent(new Event('ready', { bubbles: true, composed: true }));
    if (again) this.dispatchEvent(new Event('reset', { bubbles: true, composed: true }));
  }

  /** Creates a world for the current scene. Returns false if the scene threw; then there is no world. */
  #build(): boolean {
    const source = this.#source!;
    try {
      this.#player.settle('setup');
      this.#player.build(source, {
        params: this.#params.forScene(source.params),
        seed: this.#seed,
        prepare: (world) => this.#equip(world),
      });
    } catch (error) {
      this.#break('setup', error, this.#setup ? 'setup' : this.src);
      return false;
    }
    this.#player.label = this.alt;
    return true;
  }

  /** Shows the error that prevented the scene. */
  #break(path: string, error: unknown, where?: string): void {
    this.#player.fail(path, error, where);
    this.#player.clear();
    this.#ready.break(error);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'impulse-scene': ImpulseScene;
  }
}
