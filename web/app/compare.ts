// Two to five presets on one scene, step by step in the same time, and what their iterations leave.

import { init } from 'impulse2d';
import { Address } from './address.js';
import { colors } from './canvas.js';
import { Charts } from './compare/charts.js';
import { Columns } from './compare/columns.js';
import { Guess } from './compare/guess.js';
import { Hands } from './compare/hands.js';
import { bindKeys } from './compare/keys.js';
import { asked, chooseSolvers, hashOf, settingOf } from './compare/link.js';
import { kWhole, moved, type Look } from './compare/look.js';
import { SceneForm } from './compare/scene_form.js';
import { SharedRuns } from './compare/shared_runs.js';
import { Side } from './compare/side.js';
import { allAsleep, travelTogether } from './compare/traveller.js';
import { byId } from './elements.js';
import { arrivalIn } from './link.js';
import { followPaper, onPaper } from './paper.js';
import { nextTick, stir } from './readout.js';
import { linkWith, note, send } from './share.js';
import { availableSolvers } from './solvers.js';
import { TimeControls } from './time.js';

declare global {
  interface Window {
    impulseCompare?: Compare;
  }
}

const kStep = 1 / 60; // s
const kZoom = 1.25; // a press
const kPan = 0.1; // of the picture, a press
const kMost = 4; // steps a frame, after which the clock waits
const kIdleSteps = 300; // the same where all bodies sleep: more than are due in a tick at any speed

export class Compare {
  readonly sides: Side[] = [];
  readonly #choices = availableSolvers().slice(1); // by name: the engine's own choice is one of them
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #charts = new Charts();
  #paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  #speed = 1;
  #ghost = true;
  /** Of all columns. */
  #look: Look = kWhole;
  #clock = 0;
  #late = 0; // s
  #stale = true; // something is to be drawn
  #again = false; // another frame is asked for
  #resting = false; // no frame is to come until something asks for one, or a tick of the clock is due
  #tick = 0; // its timer
  readonly #address = new Address(() => this.#hash());
  readonly #scene = new SceneForm({
    chosen: () => {
      this.#runs.expected = null;
      this.restart();
      this.#ask(true);
    },
    changed: (name, value, live) => {
      if (!live) this.#runs.expected = null;
      if (live) for (const { simulation } of this.sides) simulation.do('param', name, value);
      else this.restart();
      this.#told();
    },
  });
  readonly #columns = new Columns({
    sides: this.sides,
    make: (name, removed) => this.#column(name, removed),
    counted: () => {
      this.#runs.expected = null;
      this.#guess.offer();
    },
    restart: () => this.restart(),
  });
  readonly #hands = new Hands(this.sides, () => (this.#dirty = true));
  readonly #guess = new Guess({
    sides: this.sides,
    setting: () => this.#setting,
    restart: () => this.restart(),
    run: () => this.#pause(false),
  });
  readonly #runs = new SharedRuns({
    sides: this.sides,
    begin: () => this.#begin(),
    moved: () => this.#moved(),
    pause: (paused) => this.#pause(paused),
    seek: (step) => this.seek(step),
  });
  /** Time of all columns. */
  readonly #traveller = travelTogether({
    sides: this.sides,
    speed: () => this.#speed,
    runs: () => !this.#paused,
    seek: (step) => this.seek(step),
  });
  readonly #time = new TimeControls({
    simulation: this.#traveller,
    back: () => this.#back(),
    pause: () => this.#pause(true),
    moved: () => (this.#dirty = true),
  });

  constructor() {
    this.#bindControls();
    this.#listen();
    this.#follow();
    addEventListener('hashchange', () => {
      if (location.hash !== this.#hash()) this.#follow();
      this.#address.read();
    });
    this.#pause(this.#paused);
    requestAnimationFrame((now) => this.#frame(now));
  }

  #bindControls(): void {
    const buttons = {
      play: () => this.#pause(!this.#paused),
      step: () => this.#stepByHand(),
      reset: () => this.restart(),
      kick: () => this.#hands.kick(),
      'zoom-in': () => this.#setLook(kZoom),
      'zoom-out': () => this.#setLook(1 / kZoom),
      'zoom-all': () => this.#showAll(),
      share: () => void this.#share(),
    };
    for (const [id, act] of Object.entries(buttons)) byId(id, HTMLButtonElement).addEventListener('click', act);
    const speed = byId('speed', HTMLInputElement);
    speed.addEventListener('input', () => {
      this.#speed = speed.valueAsNumber;
      this.#showSpeed();
      this.#told();
    });
    const ghost = byId('ghost', HTMLInputElement);
    ghost.addEventListener('change', () => {
      this.#ghost = ghost.checked;
      this.#told();
    });
    bindKeys(
      {
        ' ': () => this.#pause(!this.#paused),
        '.': () => this.#stepByHand(),
        ',': () => this.#back(),
        '+': () => this.#setLook(kZoom),
        '=': () => this.#setLook(kZoom),
        '-': () => this.#setLook(1 / kZoom),
        f: () => this.#showAll(),
        r: () => this.restart(),
        k: () => this.#hands.kick(),
      },
      {
        ArrowLeft: () => this.#setLook(1, kPan, 0),
        ArrowRight: () => this.#setLook(1, -kPan, 0),
        ArrowUp: () => this.#setLook(1, 0, kPan),
        ArrowDown: () => this.#setLook(1, 0, -kPan),
      },
    );
  }

  #column(name: string, removed: (side: Side) => void): Side {
    const { scene, params } = this.#scene;
    const side = new Side({
      name,
      scene,
      params,
      choices: this.#choices,
      changed: () => {
        this.#runs.expected = null;
        side.tune(); // a living world takes another solver, or the same with other numbers
        this.#told();
      },
      resized: () => (this.#dirty = true),
      removed,
    });
    this.#hands.bind(side);
    return side;
  }

  #listen(): void {
    this.#dark.addEventListener('change', () => (this.#dirty = true));
    followPaper(() => this.#paint());
    const touched = (): void => {
      stir(performance.now());
      this.#wake();
    };
    for (const event of ['pointerdown', 'pointermove', 'pointerup', 'keydown', 'input', 'click'])
      addEventListener(event, touched, { capture: true, passive: true });
  }

  // --- the view -----------------------------------------------------------------------------------------------------

  #setLook(zoom: number, x = 0, y = 0): void {
    this.#look = moved(this.#look, zoom, x, y);
    this.#told();
  }

  #showAll(): void {
    this.#look = kWhole;
    this.#told();
  }

  #showSpeed(): void {
    byId('speed-value', HTMLOutputElement).value = `${this.#speed.toFixed(1)}×`;
  }

  // --- the run ------------------------------------------------------------------------------------------------------

  /** All sides from the beginning. */
  restart(): void {
    this.#begin();
    this.#told();
  }

  #begin(): void {
    this.#hands.letGo();
    for (const side of this.sides) {
      side.restart(this.#scene.scene, { ...this.#scene.params });
      side.arrived(null);
    }
    this.#late = 0;
    this.#runs.begin();
    this.#guess.clear();
    this.#dirty = true;
  }

  step(): void {
    const end = Math.max(...this.sides.map(({ simulation }) => simulation.end));
    // What is done to one column alone begins another future of all.
    for (const { simulation } of this.sides) simulation.end = end;
    if (this.#traveller.tape.step >= end) return this.#runs.end();
    const asleep = this.#asleep;
    for (const side of this.sides) side.step();
    if (!asleep || !this.#asleep) this.#moved(); // else the picture is as it was
    this.#guess.judge();
    this.#runs.arrive();
  }

  /** All columns to a step, or the nearest that is recorded. */
  seek(step: number): void {
    const { first, last } = this.#traveller.tape;
    const to = Math.max(first, Math.min(last, Math.round(step)));
    for (const side of this.sides) side.seek(to);
    this.#late = 0;
    this.#moved();
  }

  /** The columns are at another moment: the sliders of the scene stand as they stood then. */
  #moved(): void {
    this.#dirty = true;
    this.#scene.stand(this.sides[0]!.simulation.params);
  }

  #back(): void {
    this.#pause(true);
    this.seek(this.#traveller.tape.step - 1);
  }

  #stepByHand(): void {
    this.#pause(true);
    this.step();
  }

  /** Another scene: where the reader is asked what will happen, it does not happen before there is an answer. */
  #ask(wait: boolean): void {
    const waited = this.#guess.begin();
    const asks = this.#guess.ask(this.#scene.scene.id);
    if (asks && wait) this.#pause(true);
    else {
      this.#guess.begin();
      if (waited) this.#pause(false);
    }
  }

  #pause(paused: boolean): void {
    if (!paused) this.#guess.begin();
    if (this.#paused && !paused) this.#clock = performance.now();
    this.#paused = paused;
    const button = byId('play', HTMLButtonElement);
    button.dataset.state = paused ? 'paused' : 'running';
    byId('play-label', HTMLElement).textContent = paused ? 'Play' : 'Pause';
    this.#wake();
  }

  // --- the address --------------------------------------------------------------------------------------------------

  get #setting(): string {
    return settingOf(this.#scene.scene, this.#scene.params, this.sides);
  }

  #hash(): string {
    return hashOf(this.#setting, { speed: this.#speed, ghost: this.#ghost, look: this.#look });
  }

  /** Something changed that the address says: what is compared, or how it is shown. */
  #told(): void {
    this.#dirty = true;
    this.#address.soon();
  }

  #follow(): void {
    this.#address.read();
    const query = new URLSearchParams(location.hash.slice(1));
    const link = asked(query, this.#scene.scene);
    this.#scene.take(link.scene, link.params);
    this.#speed = link.speed;
    byId('speed', HTMLInputElement).value = String(this.#speed);
    this.#showSpeed();
    this.#ghost = link.ghost;
    byId('ghost', HTMLInputElement).checked = this.#ghost;
    this.#look = link.look;
    this.#columns.count = link.count;
    const unknown = [...link.unknown, ...chooseSolvers(query, this.sides)];
    this.#runs.expected = arrivalIn(query);
    if (query.has('at') && !this.#runs.expected) unknown.push(`at “${query.get('at')}”`);
    const recording = query.get('rec');
    // What a shared run came to stays in the address until something is changed.
    if (recording !== null || this.#runs.expected) this.#begin();
    else this.restart();
    this.#runs.arrive(); // a link made before the first step
    this.#ask(recording === null && !this.#runs.expected);
    const damage = recording === null ? null : this.#runs.watch(recording);
    if (damage !== null) unknown.push(damage);
    const said = byId('unknown', HTMLElement);
    said.hidden = unknown.length === 0;
    said.textContent = unknown.length ? `The link has parts that cannot be used: ${unknown.join('; ')}.` : '';
  }

  async #share(): Promise<void> {
    const recordings = this.sides.map(({ simulation }) => simulation.recording);
    await send(linkWith(this.#hash(), recordings), note);
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  /** No body of any column is awake. */
  get #asleep(): boolean {
    return allAsleep(this.sides);
  }

  #frame(now: number): void {
    this.#again = false;
    this.#advance(now);
    const told = this.#time.frame(now);
    const { known } = this.#guess;
    for (const side of this.sides) side.told = known;
    if (told || (this.#stale && this.#paused)) this.#tell();
    if (this.#stale) this.#paint();
    const idle = this.#paused || this.#asleep;
    this.#resting = idle && !this.#again;
    if (!this.#resting) requestAnimationFrame((next) => this.#frame(next));
    else if (!this.#paused)
      this.#tick = window.setTimeout(() => this.#frame(performance.now()), nextTick(now, now) - now);
  }

  #advance(now: number): void {
    const most = (): number => (this.#asleep ? kIdleSteps : kMost);
    const passed = Math.min(most() === kMost ? 0.25 : kIdleSteps * kStep, (now - this.#clock) / 1000);
    this.#clock = now;
    if (this.#paused) return;
    this.#late += passed * this.#speed;
    for (let steps = 0; this.#late >= kStep && steps < most() && !this.#paused; steps++, this.#late -= kStep)
      this.step();
    if (this.#late > kStep) this.#late = 0; // the machine is too slow: time stretches
    // On the way to where a link leads, or to a verdict, the clock is seen to run, and for a while after the last
    // motion.
    const { steps } = this.sides[0]!.simulation;
    const waits = this.#guess.open || steps < (this.#runs.expected?.steps ?? 0) || this.#traveller.tape.last > steps;
    if (waits || !this.#asleep) stir(now);
  }

  /** Asks for a frame: while time stands still or all bodies sleep, and nothing happens, there is none. */
  #wake(): void {
    this.#again = true;
    if (!this.#resting) return;
    this.#resting = false;
    clearTimeout(this.#tick);
    requestAnimationFrame((now) => this.#frame(now));
  }

  set #dirty(dirty: boolean) {
    this.#stale = dirty;
    if (dirty) this.#wake();
  }

  /** What is said of the moment: a few times a second while time runs. */
  #tell(): void {
    for (const side of this.sides) side.tell();
  }

  #paint(): void {
    this.#stale = false;
    const { sides } = this;
    const ghost = this.#ghost ? sides[0]! : null;
    for (const side of sides) side.paint(this.#dark.matches && !onPaper(), ghost, colors().a, this.#look);
    this.#charts.show(sides);
  }
}

try {
  await init();
  window.impulseCompare = new Compare();
  document.documentElement.dataset.ready = 'true';
} catch (error) {
  const failure = byId('failure', HTMLElement);
  failure.hidden = false;
  failure.textContent = `The simulation could not start: ${error instanceof Error ? error.message : String(error)}`;
  throw error;
}
