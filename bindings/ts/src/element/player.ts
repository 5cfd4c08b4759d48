// A figure on the page: its picture, buttons and hands, the running of time, and what went wrong. Knows no attributes.

import type { Action } from '../scenes.js';
import type { World } from '../world.js';
import { ActionInput } from './action_input.js';
import { readControls, readLayers, type Control, type LayerSet } from './attributes.js';
import { join, leave, wake, type Actor } from './clock.js';
import type { FigureStep } from './events.js';
import { Figure, type FigureOptions, type Source } from './figure.js';
import { Hands } from './hands.js';
import { Picture } from './picture.js';
import { attach } from './shadow.js';
import { Toolbar } from './toolbar.js';

const kLongestFrame = 500; // ms: after a longer one nobody was looking, and time stood still

/** What buttons and keys ask of the element. */
export interface Wishes {
  play(): void;
  pause(): void;
  step(): void;
  reset(): void;
  setLayers(words: string): void;
  setSpeed(speed: number): void;
  setSolver(name: string): void;
}

export class Player {
  readonly #host: HTMLElement;
  readonly #wishes: Wishes;
  readonly #shadow: ReturnType<typeof attach>;
  readonly #picture: Picture;
  readonly #toolbar: Toolbar;
  readonly #hands: Hands;
  readonly #input = new ActionInput((name, held) => this.#act(name, held));
  readonly #actor: Actor;
  readonly #resizes: ResizeObserver;
  readonly #problems = new Map<string, Error>();

  #source: Source | null = null;
  #figure: Figure | null = null;
  #playing = false;
  #last = 0; // ms, the frame before
  #dirty = true;
  #moving = false;
  #layers: LayerSet = readLayers(null);
  #controls: ReadonlySet<Control> = readControls(null);
  #speed = 1;
  #solver = '';

  constructor(host: HTMLElement, wishes: Wishes) {
    this.#host = host;
    this.#wishes = wishes;
    this.#shadow = attach(host);
    this.#picture = new Picture(this.#shadow.canvas);
    const toggle = (): void => {
      if (this.#playing) wishes.pause();
      else wishes.play();
      this.say(this.#playing ? 'Playing.' : 'Paused.');
    };
    this.#toolbar = new Toolbar(this.#shadow.toolbar, {
      ...wishes,
      toggle,
      step: () => wishes.step(),
      setContacts: (on) => this.#setContacts(on),
    });
    this.#hands = new Hands({
      ...wishes,
      input: this.#input,
      picture: this.#picture,
      figure: () => this.#figure,
      toggle,
      step: () => wishes.step(),
      changed: () => this.#invalidate(),
      say: (text) => this.say(text),
    });
    this.#actor = {
      element: this.#shadow.stage,
      frame: (now) => this.#frame(now),
      seen: () => this.#invalidate(),
      print: () => this.#print(),
    };
    this.#resizes = new ResizeObserver(([entry]) => {
      this.#picture.resize(entry!.contentRect.width, entry!.contentRect.height);
      this.#invalidate();
    });
    // The sheet lets the canvas's colour, the system's, and the figure's, the article's, change over a millisecond: so this tells
    // of a new colour scheme.
    this.#shadow.figure.addEventListener('transitionend', () => {
      this.#dress();
      this.#invalidate();
    });
  }

  get world(): World | null {
    return this.#figure?.world ?? null;
  }
  /** s, simulated since the start. */
  get time(): number {
    return this.#figure?.time ?? 0;
  }
  get playing(): boolean {
    return this.#playing;
  }

  // --- life ---------------------------------------------------------------------------------------------------------

  enter(): void {
    join(this.#actor);
    this.#resizes.observe(this.#shadow.canvas);
    this.#dress();
  }

  leave(): void {
    leave(this.#actor);
    this.#resizes.disconnect();
    this.#playing = false; // nobody is there to be told
    this.clear();
  }

  /** A world for a scene, in place of the one there is. Throws what the scene throws; then there is none. */
  build(source: Source, options: FigureOptions): void {
    this.#drop();
    this.#source = source;
    this.#figure = new Figure(source, options);
    this.settle('step');
    const { world, run } = this.#figure;
    const { camera } = source;
    this.#picture.look(world, run.camera ?? (typeof camera === 'function' ? camera(options.params) : camera));
    this.#shadow.figure.classList.add('ready');
    this.#fill();
    this.#invalidate();
  }

  /** Back to the poster. */
  clear(): void {
    this.#drop();
    this.#source = null;
    this.run(false);
    this.#shadow.figure.classList.remove('ready', 'drawn');
    this.#picture.wipe();
    this.#fill();
  }

  #drop(): void {
    this.#input.release();
    this.#hands.release();
    this.#figure?.destroy();
    this.#figure = null;
  }

  // --- settings -----------------------------------------------------------------------------------------------------

  set height(height: string) {
    this.#shadow.stage.style.height = height;
  }
  set label(label: string) {
    this.#shadow.canvas.setAttribute('aria-label', label || this.#source?.title || 'Physics figure');
  }
  set layers(layers: LayerSet) {
    this.#layers = layers;
    this.#show();
    this.#invalidate();
  }
  set controls(controls: ReadonlySet<Control>) {
    this.#controls = controls;
    this.#fill();
  }
  set speed(speed: number) {
    this.#speed = speed;
    if (this.#figure) this.#figure.speed = speed;
    this.#show();
  }
  /** What the choice of solvers stands at; the world is not touched. */
  set solver(name: string) {
    this.#solver = name;
    this.#show();
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  run(playing: boolean): void {
    if (this.#playing === playing) return;
    this.#playing = playing;
    if (!playing && this.#figure) this.#figure.alpha = 1;
    this.#show();
    this.#invalidate();
    this.#host.dispatchEvent(new Event(playing ? 'play' : 'pause', { bubbles: true, composed: true }));
  }

  step(count: number): void {
    this.#guard('step', () =>
      this.#told((figure) => {
        for (let i = 0; i < count; i++) figure.stepOnce();
      }),
    );
    this.#invalidate();
  }

  #frame(now: number): boolean {
    const elapsed = now - this.#last;
    this.#last = now;
    this.#guard('step', () => {
      if (this.#playing && elapsed > 0 && elapsed < kLongestFrame)
        this.#told((figure) => figure.advance(elapsed / 1000));
      this.#paint();
    });
    return this.#playing;
  }

  /** Lets a figure step and emits how many steps were made, also where one of them threw. */
  #told(action: (figure: Figure) => void): void {
    const figure = this.#figure;
    if (!figure) return;
    const before = figure.steps;
    try {
      action(figure);
    } finally {
      const steps = figure.steps - before;
      if (steps > 0)
        this.#host.dispatchEvent(new CustomEvent<FigureStep>('step', { detail: { steps, time: figure.time } }));
    }
  }

  #paint(): void {
    const figure = this.#figure;
    if (!figure) return;
    // One picture more after the last body fell asleep; then none until something changes.
    const moving = this.#playing && (figure.world.awakeCount > 0 || figure.run.beforeStep !== undefined);
    if (moving || this.#moving || this.#dirty) {
      this.#dress();
      this.#picture.paint(figure, this.#layers, this.#hands.chosen);
      this.#shadow.figure.classList.add('drawn'); // now the poster may go
    }
    this.#moving = moving;
    this.#dirty = false;
  }

  /** The observer of sizes may not have reported a figure that was not seen yet. */
  #print(): void {
    const { clientWidth, clientHeight } = this.#shadow.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#picture.resize(clientWidth, clientHeight);
    this.#dirty = true;
    this.#guard('step', () => this.#paint());
  }

  #invalidate(): void {
    this.#dirty = true;
    wake(this.#actor);
  }

  // --- what the reader sees -----------------------------------------------------------------------------------------

  /** To those who do not see the picture. */
  say(text: string): void {
    this.#shadow.status.textContent = text;
  }

  /** Style sheets may change at any time and do not say so; asking them is cheap next to a picture. */
  #dress(): void {
    this.#shadow.figure.classList.toggle('dark', this.#picture.dress());
  }

  #fill(): void {
    const run = this.#figure?.run.actions ?? {};
    const declared: readonly Action[] =
      this.#source?.actions ?? Object.keys(run).map((name) => ({ name, label: name }));
    const actions = declared.filter(({ name }) => run[name]);
    this.#input.actions = actions;
    this.#shadow.keys.textContent = actions
      .filter(({ keys }) => keys)
      .map((action) => ` ${action.label}: ${action.keys!.join(' or ')}.`)
      .join('');
    const broken = this.#problems.has('src') || this.#problems.has('setup');
    this.#toolbar.fill(broken ? new Set() : this.#controls, actions, this.#input);
    this.#show();
  }

  #act(name: string, held: boolean): void {
    this.#guard(`action ${name}`, () => this.#figure?.run.actions?.[name]?.(held));
    if (held) this.#wishes.play();
  }

  #show(): void {
    this.#toolbar.show({ playing: this.#playing, layers: this.#layers, speed: this.#speed, solver: this.#solver });
  }

  /** The layer has two words; the others stay as they are. */
  #setContacts(on: boolean): void {
    const names = Object.entries(this.#layers).filter(
      ([name, shown]) => shown && !['shapes', 'contacts', 'impulses'].includes(name),
    );
    const words = names.map(([name]) => name);
    if (on) words.push('contacts', 'impulses');
    this.#wishes.setLayers(words.join(' ') || 'none');
  }

  // --- what went wrong ----------------------------------------------------------------------------------------------

  /** Runs what may throw; then time stops and the figure says why. */
  #guard(path: string, action: () => void): void {
    try {
      action();
      this.settle(path);
    } catch (error) {
      this.fail(path, error);
      this.run(false);
    }
  }

  settle(path: string): void {
    if (this.#problems.delete(path)) this.#complain();
  }

  fail(path: string, cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    this.#problems.set(path, error);
    this.#complain();
    console.error('<impulse-scene>', error);
    this.#host.dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
  }

  #complain(): void {
    const { error } = this.#shadow;
    error.textContent = [...this.#problems.values()].map(({ message }) => message).join('\n');
    error.hidden = this.#problems.size === 0;
  }
}
