// Runs a figure on the page: picture, buttons, input, time and errors. It does not depend on attributes.

import type { Action, Frame, Params } from '../scenes.js';
import type { World } from '../world.js';
import { ActionInput } from './action_input.js';
import { readFrame, readControls, readLayers, type Control, type LayerSet } from './attributes.js';
import { join, leave, wake, type Actor } from './clock.js';
import { complaint } from './complaint.js';
import type { FigureStep } from './events.js';
import { Figure, type FigureOptions, type Source, type View } from './figure.js';
import { Hands } from './hands.js';
import { paceOf, type Pace, type Runner } from './pace.js';
import { Picture } from './picture.js';
import { attach } from './shadow.js';
import { Tape } from './tape.js';
import { Toolbar } from './toolbar.js';

const kEnough = 0.6; // of a figure, in view, for autoplay to begin
const kStep = 1 / 60; // s
const kLongestFrame = 500; // ms

/** An element elsewhere in the article that shows quantities of the figure or draws into its picture. */
export interface Follower {
  /** A scene stands in a new world; null for none any more. */
  begin(figure: Figure | null): void;
  /** After each step, also of those that are made again on the way to another moment. */
  sample?(figure: Figure): void;
  /** In each frame, also where the picture is not drawn again: all bodies sleep, or it cannot be seen. */
  show?(figure: Figure, view: View): void;
  /** Does it draw contacts in its own way? Then the picture leaves them out. */
  readonly covers?: boolean;
  /** Over the bodies, in CSS pixels. */
  draw?(ctx: CanvasRenderingContext2D, view: View): void;
}

/** The requests of buttons and keys to the element. */
export interface Wishes {
  play(): void;
  pause(): void;
  step(): void;
  back(): void;
  reset(): void;
  restart(): void;
  seek(step: number): void;
  rewind(on: boolean): void;
  setParam(name: string, value: number): void;
  setLayers(words: string): void;
  setSpeed(speed: number): void;
  setSolver(name: string): void;
  /** The choice that the world has, as JSON, after steps that may have been recorded ones. */
  solverIs(choice: string): void;
}

export class Player implements Runner {
  readonly #host: HTMLElement;
  readonly #wishes: Wishes;
  readonly #shadow: ReturnType<typeof attach>;
  readonly #picture: Picture;
  readonly #toolbar: Toolbar;
  readonly #hands: Hands;
  readonly #input = new ActionInput((name, held) => this.#act(name, held));
  readonly #actor: Actor;
  readonly #resizes: ResizeObserver;
  readonly #problems = new Map<string, string>();

  #source: Source | null = null;
  #figure: Figure | null = null;
  readonly followers = new Set<Follower>();
  /** Is a scene on its way? */
  loading = false;
  /** Is it on its way to the time of those with the same clock? */
  late = false;
  /** Has enough of it been seen for time to begin? */
  arrived = false;
  /** s, after which it starts again; 0 for never. */
  loop = 0;
  #playing = false;
  #rewinding = false;
  #last = 0; // ms, the frame before
  #stepped = 0; // of the figure, when the listeners were told last
  #pace: Pace = paceOf('');
  #camera: Frame | null = null;
  #recording = false;
  #origin = 0; // the figure's step at which the tape began
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
      setContacts: (on) => this.#setContacts(on),
    });
    this.#hands = new Hands({
      ...wishes,
      input: this.#input,
      picture: this.#picture,
      figure: () => this.#figure,
      toggle,
      changed: () => this.invalidate(),
      say: (text) => this.say(text),
    });
    this.#actor = {
      element: this.#shadow.stage,
      frame: (now) => this.#frame(now),
      unseen: () => this.#guard('draw', () => this.#report()),
      seen: (share) => {
        this.arrived ||= share >= kEnough;
        this.invalidate();
      },
      print: () => this.#print(),
    };
    this.#resizes = new ResizeObserver(([entry]) => {
      this.#picture.resize(entry!.contentRect.width, entry!.contentRect.height);
      this.invalidate();
    });
    // The sheet lets the canvas's colour, the system's, the figure's, the article's, and the custom properties change
    // over a millisecond: so this tells of a new colour scheme and of new colours.
    this.#shadow.figure.addEventListener('transitionend', () => {
      this.#dress();
      this.invalidate();
    });
  }

  get world(): World | null {
    return this.#figure?.world ?? null;
  }
  /** s, simulated since the start. */
  get time(): number {
    return this.#figure?.time ?? 0;
  }
  /** Made since the start. */
  get steps(): number {
    return this.#figure?.steps ?? 0;
  }
  get figure(): Figure | null {
    return this.#figure;
  }
  get playing(): boolean {
    return this.#playing;
  }

  // --- life ---------------------------------------------------------------------------------------------------------

  enter(): void {
    this.#pace.join(this);
    join(this.#actor);
    this.#resizes.observe(this.#shadow.canvas);
    this.#dress();
  }

  leave(): void {
    leave(this.#actor);
    this.#pace.leave(this);
    this.arrived = false;
    this.#resizes.disconnect();
    this.#playing = false; // without an event: nobody listens yet
    this.clear();
  }

  /** A world for a scene, in place of the one there is. Throws what the scene throws; then there is none. */
  build(source: Source, options: FigureOptions): void {
    this.#drop();
    this.#source = source;
    const stepped = (figure: Figure): void => {
      for (const follower of this.followers) follower.sample?.(figure);
    };
    this.#figure = new Figure(source, { ...options, stepped });
    try {
      this.#look();
    } catch (error) {
      this.#drop();
      throw error;
    }
    this.#record();
    this.#stepped = 0;
    this.#shadow.figure.classList.add('ready');
    this.#fill();
    for (const follower of this.followers) follower.begin(this.#figure);
    this.invalidate();
  }

  #look(): void {
    const figure = this.#figure;
    if (!figure) return;
    const camera = this.#camera ?? figure.run.camera ?? this.#source!.camera;
    const frame = readFrame(typeof camera === 'function' ? camera(figure.params) : camera);
    this.#picture.look(figure.world, frame, !this.#camera);
  }

  #record(): void {
    const figure = this.#figure;
    if (!figure || this.#recording === (figure.tape !== null)) return;
    figure.tape?.end();
    figure.tape = this.#recording ? new Tape(figure) : null;
    this.#origin = figure.steps;
  }

  /** Back to the poster. */
  clear(): void {
    this.#drop();
    this.#source = null;
    this.run(false);
    this.#shadow.figure.classList.remove('ready', 'drawn');
    this.#picture.wipe();
    this.#fill();
    this.#toolbar.showTime(0, { first: 0, last: 0, step: 0 });
  }

  #drop(): void {
    for (const path of ['step', 'draw', 'scene']) this.settle(path);
    this.#handsOff();
    this.#hands.chosen = null;
    this.#figure?.destroy();
    if (this.#figure) for (const follower of this.followers) follower.begin(null);
    this.#figure = null;
  }

  /** Ends what the reader holds. */
  #handsOff(): void {
    this.#rewinding = false;
    this.#input.release();
    this.#hands.release();
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
    this.invalidate();
  }
  set controls(controls: ReadonlySet<Control>) {
    this.#controls = controls;
    this.#fill();
  }
  /** Do its controls lead back? */
  get leadsBack(): boolean {
    return this.#controls.has('scrub') || this.#controls.has('back');
  }
  set recording(on: boolean) {
    this.#recording = on;
    this.#record();
  }
  set speed(speed: number) {
    this.#speed = this.#pace.speed = speed;
    this.#show();
  }
  /** Null for the scene's own. */
  set camera(camera: Frame | null) {
    this.#camera = camera;
    this.#look();
    this.invalidate();
  }
  /** Figures with the same word make the same steps; '' for none. */
  set sync(sync: string) {
    this.#pace.leave(this);
    this.#pace = paceOf(sync);
    if (this.#host.isConnected) this.#pace.join(this);
  }
  /** Of the scene at hand, as they are now. */
  get params(): Params {
    return this.#figure?.params ?? {};
  }
  /** Changes a number under the running scene. */
  turn(name: string, value: number): void {
    this.#guard('step', () => this.#figure?.do('param', name, value));
    this.#show();
    this.invalidate();
  }
  /** Sets the shown choice in the menu of solvers. It does not change the world. */
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
    this.invalidate();
    this.#host.dispatchEvent(new Event(playing ? 'play' : 'pause', { bubbles: true, composed: true }));
  }

  get running(): boolean {
    return this.#playing && this.#figure !== null;
  }

  /** Makes some steps at once, and none that would begin after `end` ms. False where one failed. */
  step(count: number, end = Infinity): boolean {
    if (!this.#figure) return false;
    let sound = true;
    for (let i = 0; i < count && sound && performance.now() < end; i++) sound = this.#make(kStep);
    this.advanced(1);
    this.invalidate();
    return sound;
  }

  advance(dt: number): void {
    this.#make(dt);
  }

  #make(dt: number): boolean {
    return this.#guard('step', () => this.#figure!.step(dt));
  }

  advanced(alpha: number): void {
    const figure = this.#figure;
    if (!figure) return;
    figure.alpha = this.#playing ? alpha : 1;
    this.#wishes.solverIs(figure.solver);
    const steps = figure.steps - this.#stepped;
    this.#stepped = figure.steps;
    if (steps > 0)
      this.#host.dispatchEvent(new CustomEvent<FigureStep>('step', { detail: { steps, time: figure.time } }));
    wake(this.#actor);
    if (this.loop > 0 && this.#playing && figure.time > this.loop - kStep / 2) this.#wishes.restart();
  }

  /** Of the figure, at which it records. */
  get tape(): Tape | null {
    return this.#figure?.tape ?? null;
  }

  /** First and last step that are recorded, counted from the figure's start. */
  get recorded(): readonly [number, number] | null {
    const tape = this.tape;
    return tape && [this.#origin + tape.first, this.#origin + tape.last];
  }

  /** Goes to a step that is recorded, counted from the figure's start. */
  seek(step: number): void {
    const figure = this.#figure;
    if (!figure?.tape) return;
    const rewinding = this.#rewinding;
    this.#handsOff();
    this.#rewinding = rewinding;
    this.#guard('step', () => figure.tape!.seek(step - this.#origin));
    figure.alpha = 1;
    this.#wishes.solverIs(figure.solver);
    this.#stepped = figure.steps;
    this.invalidate();
    this.#host.dispatchEvent(new Event('seek'));
  }

  /** Runs backwards, as far as it is recorded. */
  rewind(on: boolean): void {
    this.#rewinding = on && this.#figure?.tape != null;
    this.invalidate();
  }

  #frame(now: number): boolean {
    const elapsed = now - this.#last;
    this.#last = now;
    if (this.#rewinding && elapsed < kLongestFrame) {
      const steps = Math.max(1, Math.round((elapsed / 1000 / kStep) * this.#speed));
      this.#wishes.seek(this.#figure!.steps - steps);
    } else this.#pace.frame(now);
    this.#guard('draw', () => this.#paint());
    return this.#playing || this.#rewinding;
  }

  #paint(): void {
    const figure = this.#figure;
    if (!figure) return;
    // One picture more after the last body fell asleep; then none until something changes.
    const { run, world } = figure;
    const moving =
      this.#playing && (world.awakeCount > 0 || (run.beforeStep ?? run.afterStep ?? run.draw) !== undefined);
    const outdated = moving || this.#moving || this.#dirty;
    if (outdated) this.#dress();
    this.#report(); // first: what a follower marks in the picture is that of its own display
    if (outdated || this.#dirty) {
      const covered = [...this.followers].some(({ covers }) => covers);
      const layers = covered ? { ...this.#layers, contacts: false, impulses: false } : this.#layers;
      this.#picture.paint(figure, layers, this.#hands.chosen, this.followers);
      this.#shadow.figure.classList.add('drawn'); // now the poster may go
    }
    this.#moving = moving;
    this.#dirty = false;
  }

  /** What is shown outside the picture: it goes on while all bodies sleep, and where the picture cannot be seen. */
  #report(): void {
    const figure = this.#figure;
    if (!figure) return;
    const view = this.#picture.view(figure);
    for (const follower of this.followers) follower.show?.(figure, view);
    if (this.tape) this.#toolbar.showTime(this.#origin, this.tape);
  }

  /** The observer of sizes may not have reported a figure that was not seen yet. */
  #print(): void {
    const { clientWidth, clientHeight } = this.#shadow.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#picture.resize(clientWidth, clientHeight);
    this.#dirty = true;
    this.#guard('draw', () => this.#paint());
  }

  invalidate(): void {
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
    this.#toolbar.fill(broken ? new Set() : this.#controls, actions, this.#input, this.#source?.params ?? []);
    this.#show();
  }

  #act(name: string, held: boolean): void {
    const hold = this.#input.actions.find((action) => action.name === name)?.hold;
    this.#guard(`action ${name}`, () => {
      if (hold) this.#figure?.do('hold', name, Number(held));
      else this.#figure?.do('act', name);
    });
    if (held) this.#wishes.play();
  }

  #show(): void {
    this.#toolbar.show({
      playing: this.#playing,
      layers: this.#layers,
      speed: this.#speed,
      solver: this.#solver,
      params: this.params,
    });
  }

  /** The layer has two words; the others stay as they are. */
  #setContacts(on: boolean): void {
    const layers = Object.entries({ ...this.#layers, shapes: false, contacts: on, impulses: on });
    const words = layers.flatMap(([name, shown]) => (shown ? name : []));
    this.#wishes.setLayers(words.join(' ') || 'none');
  }

  // --- what went wrong ----------------------------------------------------------------------------------------------

  /** Runs what may throw; then time stops and the figure says why. */
  #guard(path: string, action: () => void): boolean {
    try {
      action();
      this.settle(path);
      return true;
    } catch (error) {
      this.fail(path, error, path === 'step' ? this.#figure!.doing : path);
      this.run(false);
      return false;
    }
  }

  settle(path: string): void {
    if (this.#problems.delete(path)) this.#complain();
  }

  /** `where` is the function of the article that threw `cause`; errors of attributes name them. */
  fail(path: string, cause: unknown, where?: string): void {
    const message = where ? complaint(where, cause) : (cause as Error).message;
    const error = cause instanceof Error ? cause : new Error(message, { cause });
    this.#problems.set(path, message);
    this.#complain();
    console.error('<impulse-scene>', error);
    this.#host.dispatchEvent(new ErrorEvent('error', { error, message }));
  }

  #complain(): void {
    const { error } = this.#shadow;
    error.textContent = [...this.#problems.values()].join('\n');
    error.hidden = this.#problems.size === 0;
  }
}
