// `impulse2d/element`: a live figure as one tag. Importing this registers nothing; `impulse2d/element/define` does.

import { init, presets } from './index.js';
import {
  readAutoplay, readControls, readHeight, readLayers, readSeed, readSolver, readSpeed, refuse, type Control, type LayerSet,
} from './element/attributes.js';
import { join, leave, wake, type Actor } from './element/clock.js';
import { Figure, type Setup, type Source } from './element/figure.js';
import { Hands } from './element/hands.js';
import { Picture } from './element/picture.js';
import { attach, type Shadow } from './element/shadow.js';
import { Toolbar } from './element/toolbar.js';
import { scenes } from './scenes.js';
import type { Params, Scene } from './scenes.js';
import type { SolverOptions } from './types.js';
import type { World } from './world.js';

export type { Setup, SetupResult } from './element/figure.js';
export type { Action, Frame, Label, Param, Params, Scene, SceneContext, SceneRun } from './scenes.js';

/** What a `step` event of an `<impulse-scene>` tells. */
export interface FigureStep {
  /** Steps made since the last such event, >= 1. */
  readonly steps: number;
  /** s, simulated since the figure's start. */
  readonly time: number;
}

/** The events of an `<impulse-scene>`. */
export interface ImpulseSceneEventMap extends HTMLElementEventMap {
  /** A scene stands in its world. Bubbles. Again when `src`, `setup` or the like bring another. */
  ready: Event;
  /** Something is not as it must be, and the figure says so where the picture is. Does not bubble. */
  error: ErrorEvent;
  /** Time began to run. Bubbles. */
  play: Event;
  /** Time stopped. Bubbles. */
  pause: Event;
  /** The scene was built again. Bubbles. */
  reset: Event;
  /** Steps were made, told once a frame and before it is drawn. Does not bubble. */
  step: CustomEvent<FigureStep>;
}

const kObserved = ['src', 'height', 'controls', 'layers', 'solver', 'speed', 'autoplay', 'seed', 'alt'] as const;
type Attribute = (typeof kObserved)[number];
/** Properties that may have been set before the tag was registered. */
const kProperties = [...kObserved, 'setup', 'params'] as const;

const kLongestFrame = 500; // ms: after a longer one nobody was looking, and time stood still

// On a server there are no elements; the class must still be there to be imported.
const Base: { new (): HTMLElement; prototype: HTMLElement } = globalThis.HTMLElement ?? class {};

interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function waiting(): Waiting {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => {}); // who does not wait for it hears by the event
  return { promise, resolve, reject };
}

export interface ImpulseScene {
  addEventListener<Name extends keyof ImpulseSceneEventMap>(
    type: Name, listener: (this: ImpulseScene, event: ImpulseSceneEventMap[Name]) => void, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Name extends keyof ImpulseSceneEventMap>(
    type: Name, listener: (this: ImpulseScene, event: ImpulseSceneEventMap[Name]) => void, options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions): void;
}

/**
 * `<impulse-scene>`: a scene in its own world, drawn, with buttons. All figures of a page share one engine and one animation
 * frame; one that cannot be seen does not step. Children stand in its place until it runs, and where it cannot: those in the slot
 * `poster`, or in none. The slot `caption` stays below the picture, `toolbar` below the buttons.
 *
 * Each attribute is also a property of its name. A value that is not accepted is shown in the figure, logged and told by an
 * `error` event; the figure then goes on as if it were not given.
 *
 * Parts: `figure`, `stage`, `canvas`, `poster`, `error`, `toolbar`, `button` (also `play`, `step`, `reset`, `action`,
 * `contacts`), `select`, `caption`. Custom properties: `--impulse-height`, `-radius`, `-font`, `-label-font`; `-paper`, `-ink`,
 * `-soft`, `-line`, `-hover`, `-accent`, `-on-accent`; `-dynamic`, `-static`, `-outline`, `-static-outline`, `-contact`,
 * `-friction`. Colours follow `color-scheme`, which is the reader's unless a style sheet sets it on the element.
 */
export class ImpulseScene extends Base {
  /** @internal */
  static readonly observedAttributes: readonly string[] = kObserved;

  readonly #shadow: Shadow;
  readonly #picture: Picture;
  readonly #toolbar: Toolbar;
  readonly #hands: Hands;
  readonly #actor: Actor;
  readonly #resizes: ResizeObserver;
  readonly #problems = new Map<string, Error>();

  #setup: Setup | Scene | null = null;
  #params: Params = {};
  #solverOptions: SolverOptions | null = null;
  // What the attributes say, as far as they are accepted.
  #speed = 1;
  #seed = 1;
  #autoplay = false;
  #layers: LayerSet = readLayers(null);
  #controls: ReadonlySet<Control> = readControls(null);

  #source: Source | null = null;
  #figure: Figure | null = null;
  #ready = waiting();
  #told = false; // `#ready` is kept or broken
  #turn = 0; // of loading: only the last one counts
  #wanted: boolean | null = null; // by play() and pause(), over autoplay
  #playing = false;
  #living = false; // on a page, with observers
  #last = 0; // ms, the frame before
  #dirty = true;
  #moving = false;

  constructor() {
    super();
    this.#shadow = attach(this);
    this.#picture = new Picture(this.#shadow.canvas);
    this.#toolbar = new Toolbar(this.#shadow.toolbar, {
      toggle: () => this.#toggle(),
      step: () => this.step(),
      reset: () => this.reset(),
      setContacts: (on) => this.#setContacts(on),
      setSpeed: (speed) => (this.speed = speed),
      setSolver: (name) => (this.solver = name),
    });
    this.#hands = new Hands({
      picture: this.#picture,
      figure: () => this.#figure,
      play: () => this.play(),
      toggle: () => this.#toggle(),
      step: () => this.step(),
      reset: () => this.reset(),
      changed: () => this.#invalidate(),
      say: (text) => this.#say(text),
    });
    this.#actor = {
      element: this.#shadow.stage,
      frame: (now) => this.#frame(now),
      seen: () => this.#invalidate(),
    };
    this.#resizes = new ResizeObserver(([entry]) => {
      this.#picture.resize(entry!.contentRect.width, entry!.contentRect.height);
      this.#invalidate();
    });
    // The sheet lets the canvas's colour, the system's, change over a millisecond: so this tells of a new colour scheme.
    this.#shadow.canvas.addEventListener('transitionend', () => {
      this.#dress();
      this.#invalidate();
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

  /** Over the shapes: words of `sleep contacts impulses boxes centers velocities`, or `none`. Default `sleep contacts impulses`. */
  get layers(): string {
    return this.getAttribute('layers') ?? '';
  }
  set layers(layers: string) {
    this.setAttribute('layers', layers);
  }

  /**
   * Name of a preset (`softStep`, `umbra`, `ftPhysics`, `fx2d`, `wedekind`) or type of a solver. The property takes options too.
   * Changes the living world. Default: what the scene sets, else `softStep`.
   */
  get solver(): string | SolverOptions {
    return this.#solverOptions ?? this.getAttribute('solver') ?? '';
  }
  set solver(solver: string | SolverOptions) {
    if (typeof solver === 'string') this.setAttribute('solver', solver);
    else this.removeAttribute('solver');
    this.#solverOptions = typeof solver === 'string' ? null : solver;
    this.#apply('solver');
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

  /** Numbers for the scene, over its own defaults; the figure starts again. */
  get params(): Params {
    return this.#params;
  }
  set params(params: Params) {
    this.#params = params;
    this.#load();
  }

  /** The running world; null before `ready` and off the page. Each reset makes another. */
  get world(): World | null {
    return this.#figure?.world ?? null;
  }

  /** Kept when a scene stands in its world, broken when it could not. A new one each time the figure loads. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Does time stand still? */
  get paused(): boolean {
    return !this.#playing;
  }

  /** s, simulated since the start. */
  get time(): number {
    return this.#figure?.time ?? 0;
  }

  // --- methods ------------------------------------------------------------------------------------------------------

  /** Lets time run while the figure is seen. Before it is ready: as soon as it is. */
  play(): void {
    this.#setPlaying(true);
  }

  /** Stops time. */
  pause(): void {
    this.#setPlaying(false);
  }

  /** Stops time and makes some steps at once, a whole number >= 0. Default 1. Does nothing before the figure is ready. */
  step(count = 1): void {
    if (!(Number.isInteger(count) && count >= 0)) throw refuse('count', count, 'a whole number >= 0');
    this.pause();
    const figure = this.#figure;
    if (!figure) return;
    this.#guard('step', () => {
      for (let i = 0; i < count; i++) figure.stepOnce();
    });
    if (count > 0) this.#tellSteps(count);
    this.#invalidate();
  }

  /** Builds the scene again in a new world. Time runs on where it ran. Does nothing before the figure is ready. */
  reset(): void {
    if (!this.#source || !this.#figure || !this.#build()) return;
    this.#say('Started again.');
    this.dispatchEvent(new Event('reset', { bubbles: true, composed: true }));
  }

  // --- life ---------------------------------------------------------------------------------------------------------

  /** @internal */
  connectedCallback(): void {
    if (this.#living) return; // moved within the page
    this.#living = true;
    for (const name of kProperties) {
      if (!Object.hasOwn(this, name)) continue;
      const own = this as Record<string, unknown>;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
    join(this.#actor);
    this.#resizes.observe(this.#shadow.canvas);
    this.#dress();
    for (const name of kObserved) this.#apply(name);
    this.#load();
  }

  /** @internal */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected || !this.#living) return;
      this.#living = false;
      this.#turn++;
      leave(this.#actor);
      this.#resizes.disconnect();
      this.#playing = false;
      this.#clear();
      this.#expect();
    });
  }

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.#living || before === now) return;
    if (name === 'solver') this.#solverOptions = null;
    this.#apply(name as Attribute);
    if (name === 'src' || name === 'seed') this.#load();
  }

  /** Takes over one attribute; one that is not accepted counts as not given. */
  #apply(name: Attribute): void {
    const text = this.getAttribute(name);
    const read = <T>(reader: (text: string | null) => T): T => {
      try {
        const value = reader(text);
        this.#settle(name);
        return value;
      } catch (error) {
        this.#fail(name, error);
        return reader(null);
      }
    };
    if (name === 'height') this.#shadow.stage.style.height = read(readHeight);
    if (name === 'controls') {
      this.#controls = read(readControls);
      this.#fillToolbar();
    }
    if (name === 'layers') this.#layers = read(readLayers);
    if (name === 'speed') this.#speed = read(readSpeed);
    if (name === 'seed') this.#seed = read(readSeed);
    if (name === 'autoplay') this.#applyAutoplay(read(readAutoplay));
    if (name === 'solver') this.#applySolver(this.world);
    if (this.#figure) this.#figure.speed = this.#speed;
    this.#shadow.canvas.setAttribute('aria-label', this.alt || this.#source?.title || 'Physics figure');
    this.#show();
    this.#invalidate();
  }

  /** Whatever is wrong with it, by its name or by what the engine says, the world keeps the solver that it has. */
  #applySolver(world: World | null, fallback: SolverOptions | null = presets.softStep): void {
    const text = this.getAttribute('solver');
    try {
      const solver = this.#solverOptions ?? (text === null ? fallback : readSolver(text));
      if (world && solver) world.solver = solver;
      this.#settle('solver');
    } catch (error) {
      this.#fail('solver', error);
    }
  }

  #applyAutoplay(autoplay: boolean): void {
    this.#autoplay = autoplay;
    if (this.#figure && this.#wanted === null) this.#run(this.#wants);
  }

  /** Should time run? What was asked for last, else `autoplay`, which readers who want no motion overrule. */
  get #wants(): boolean {
    return this.#wanted ?? (this.#autoplay && !matchMedia('(prefers-reduced-motion: reduce)').matches);
  }

  /** Finds the scene and builds it; once, however many properties change at a time. */
  async #load(): Promise<void> {
    if (!this.#living) return;
    const turn = ++this.#turn;
    const current = (): boolean => turn === this.#turn;
    this.#expect();
    try {
      await null;
      if (!current()) return;
      if (!this.#setup && !this.hasAttribute('src')) {
        this.#clear();
        this.#settle('src');
        return;
      }
      const [source] = await Promise.all([this.#find(), init()]);
      if (!current()) return;
      this.#source = source;
      this.#settle('src');
    } catch (error) {
      if (!current()) return;
      return this.#break('src', error);
    }
    if (!this.#build()) return;
    this.#run(this.#wants);
    this.#told = true;
    this.#ready.resolve();
    this.dispatchEvent(new Event('ready', { bubbles: true, composed: true }));
  }

  async #find(): Promise<Source> {
    const { src } = this;
    let found: unknown = this.#setup ?? scenes.find(({ id }) => id === src);
    let from = 'setup';
    if (!found && /\.m?js([?#]|$)/.test(src)) {
      from = `the default export of ${src}`;
      // Bundlers shall leave this one to the browser.
      const module: unknown = await import(/* @vite-ignore */ /* webpackIgnore: true */ new URL(src, this.baseURI).href);
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
    this.#hands.release();
    this.#figure?.destroy();
    this.#figure = null;
    const params: Params = {};
    for (const { name, value } of source.params ?? []) params[name] = value;
    Object.assign(params, this.#params);
    try {
      this.#figure = new Figure(source, {
        params, seed: this.#seed, speed: this.#speed, prepare: (world) => this.#applySolver(world, null),
      });
    } catch (error) {
      this.#break('setup', error);
      return false;
    }
    for (const path of ['setup', 'step']) this.#settle(path);
    const { world, run } = this.#figure;
    const { camera } = source;
    this.#picture.look(world, run.camera ?? (typeof camera === 'function' ? camera(params) : camera));
    this.#shadow.figure.classList.add('ready');
    this.#fillToolbar();
    this.#apply('alt');
    return true;
  }

  /** `ready` is still to come, or to come again. */
  #expect(): void {
    if (this.#told) this.#ready = waiting();
    this.#told = false;
  }

  /** There is no scene, and this is why. */
  #break(path: string, error: unknown): void {
    this.#expect();
    this.#fail(path, error);
    this.#clear();
    this.#told = true;
    this.#ready.reject(error);
  }

  /** Back to the poster. */
  #clear(): void {
    this.#hands.release();
    this.#figure?.destroy();
    this.#figure = null;
    this.#run(false);
    this.#shadow.figure.classList.remove('ready');
    this.#fillToolbar();
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  #toggle(): void {
    this.#setPlaying(!this.#playing);
    this.#say(this.#playing ? 'Playing.' : 'Paused.');
  }

  #setPlaying(playing: boolean): void {
    this.#wanted = playing;
    if (this.#figure) this.#run(playing);
  }

  #run(playing: boolean): void {
    if (this.#playing === playing) return;
    this.#playing = playing;
    if (!playing && this.#figure) this.#figure.alpha = 1;
    this.#show();
    this.#invalidate();
    this.dispatchEvent(new Event(playing ? 'play' : 'pause', { bubbles: true, composed: true }));
  }

  #frame(now: number): boolean {
    const elapsed = now - this.#last;
    this.#last = now;
    this.#guard('step', () => {
      if (this.#playing && elapsed > 0 && elapsed < kLongestFrame) this.#advance(elapsed / 1000);
      this.#paint();
    });
    return this.#playing;
  }

  #advance(seconds: number): void {
    const steps = this.#figure?.advance(seconds) ?? 0;
    if (steps > 0) this.#tellSteps(steps);
  }

  #paint(): void {
    const figure = this.#figure;
    if (!figure) return;
    // One picture more after the last body fell asleep; then none until something changes.
    const moving = this.#playing && (figure.world.awakeCount > 0 || figure.run.beforeStep !== undefined);
    if (moving || this.#moving || this.#dirty) {
      this.#dress();
      this.#picture.paint(figure, this.#layers, this.#hands.chosen);
    }
    this.#moving = moving;
    this.#dirty = false;
  }

  #tellSteps(steps: number): void {
    this.dispatchEvent(new CustomEvent<FigureStep>('step', { detail: { steps, time: this.time } }));
  }

  #invalidate(): void {
    this.#dirty = true;
    wake(this.#actor);
  }

  // --- what the reader sees -----------------------------------------------------------------------------------------

  /** Style sheets may change at any time and do not say so; asking them is cheap next to a picture. */
  #dress(): void {
    this.#shadow.figure.classList.toggle('dark', this.#picture.dress());
  }

  #fillToolbar(): void {
    const run = this.#figure?.run.actions ?? {};
    const labels = this.#source?.actions ?? Object.keys(run).map((name) => ({ name, label: name }));
    const act = (name: string): void => {
      this.#guard(`action ${name}`, () => this.#figure?.run.actions?.[name]?.());
      this.play();
    };
    const actions = labels.filter(({ name }) => run[name]).map(({ name, label }) => [label, () => act(name)] as const);
    const broken = this.#problems.has('src') || this.#problems.has('setup');
    this.#toolbar.fill(broken ? new Set() : this.#controls, actions);
    this.#show();
  }

  #show(): void {
    const name = this.#solverOptions?.type ?? (this.getAttribute('solver') || 'softStep');
    this.#toolbar.show({ playing: this.#playing, layers: this.#layers, speed: this.#speed, solver: name });
  }

  #setContacts(on: boolean): void {
    const names = Object.entries(this.#layers).filter(([name, shown]) => shown && !['shapes', 'contacts', 'impulses'].includes(name));
    const words = names.map(([name]) => name);
    if (on) words.push('contacts', 'impulses');
    this.layers = words.join(' ') || 'none';
  }

  #say(text: string): void {
    this.#shadow.status.textContent = text;
  }

  // --- what went wrong ----------------------------------------------------------------------------------------------

  /** Runs what may throw; then time stops and the figure says why. */
  #guard(path: string, action: () => void): void {
    try {
      action();
      this.#settle(path);
    } catch (error) {
      this.#fail(path, error);
      this.#setPlaying(false);
    }
  }

  #settle(path: string): void {
    if (this.#problems.delete(path)) this.#complain();
  }

  #fail(path: string, cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    this.#problems.set(path, error);
    this.#complain();
    console.error('<impulse-scene>', error);
    this.dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
  }

  #complain(): void {
    const { error } = this.#shadow;
    error.textContent = [...this.#problems.values()].map(({ message }) => message).join('\n');
    error.hidden = this.#problems.size === 0;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'impulse-scene': ImpulseScene;
  }
}
