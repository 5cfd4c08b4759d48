// Two to five presets on one scene, step by step in the same time, and what their iterations leave.

import { init } from 'impulse2d';
import { groups, scenes } from '../scenes/index.js';
import type { Params, Scene } from '../scenes/scene.js';
import { colors } from './canvas.js';
import { Chart, kDashes, kNames } from './chart.js';
import { addSlider, type Slider } from './controls.js';
import { byId } from './elements.js';
import { arrivalIn, optionParts, optionsIn, paramsFor, type Arrival } from './link.js';
import { lastDigits, nextTick, stir } from './readout.js';
import { followPaper, onPaper } from './paper.js';
import { decode } from './recording.js';
import { afterWords } from './score.js';
import { cameTo, damagedIn, linkWith, note, send } from './share.js';
import { collisions, Side, sweeps, type Look } from './side.js';
import { availableSolvers } from './solvers.js';
import { TimeControls, type Traveller } from './time.js';

export { collisions, sweeps } from './side.js';

declare global {
  interface Window {
    impulseCompare?: Compare;
  }
}

const kStep = 1 / 60; // s
const kHistory = 600; // steps: 10 s, across a chart
const kZoom = 1.25; // a press
const kPan = 0.1; // of the picture, a press
const kFarthest = 0.25; // of the scale that shows all
const kClosest = 32;
const kMost = 4; // steps a frame, after which the clock waits
const kIdleSteps = 300; // the same where all bodies sleep: more than are due in a tick at any speed
const kWhole: Look = { zoom: 1, x: 0, y: 0 };
const kOpening = { scene: 'heavy', params: { ratio: 6 } };
/** What a column has where the link does not say. */
const kUsual = ['umbra', 'fx2d', 'softStep', 'ftPhysics', 'wedekind'];
const kVerdict = 720; // steps after which a guess is judged: 12 s

/** As a link says it: `view=zoom,x,y`. */
function lookIn(query: URLSearchParams): Look | null {
  const [zoom, x, y, ...more] = (query.get('view') ?? '').split(',').map(Number);
  const fine = zoom! >= kFarthest && zoom! <= kClosest && Number.isFinite(x) && Number.isFinite(y) && more.length === 0;
  return fine ? { zoom: zoom!, x: x!, y: y! } : null;
}

export class Compare {
  readonly sides: Side[] = [];
  readonly #choices = availableSolvers().slice(1); // by name: the engine's own choice is one of them
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #charts = {
    sweeps: this.#chart('chart-sweeps', 'Residual by iteration, in the last step', 'm/s', 1e-7, 'iterations', 1, true),
    residual: this.#chart('chart-residual', 'Residual that each step leaves', 'm/s', 1e-7, 's', 60, true),
    energy: this.#chart('chart-energy', 'Energy', 'J', 1e-3, 's', 60),
    penetration: this.#chart('chart-penetration', 'Deepest overlap', 'mm', 1e-3, 's', 60),
  };
  #scene: Scene = scenes.find(({ id }) => id === kOpening.scene) ?? scenes[0]!;
  #params: Params = {};
  readonly #sliders = new Map<string, Slider>();
  #paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  #speed = 1;
  #ghost = true;
  #clock = 0;
  #late = 0; // s
  #stale = true; // something is to be drawn
  #again = false; // another frame is asked for
  #resting = false; // no frame is to come until something asks for one, or a tick of the clock is due
  #tick = 0; // its timer
  #linkTimer = 0;
  #address = location.hash; // as it was read or written last
  /** Which side the reader expects to give way first; `none` for none, null before a guess. */
  #guess: string | null = null;
  /** For what setting the reader may know what gave way: after a guess, or twelve seconds. */
  #known = '';
  #expected: Arrival | null = null; // what the run of a shared link came to
  #replayed: boolean[] | null = null; // which columns of the recording shown now came to their hashes
  #held: { readonly side: Side; readonly pointer: number } | null = null;
  /** Of all columns. */
  #look: Look = kWhole;
  /** Time of all columns: they are always at the same step. */
  readonly #time = new TimeControls({
    simulation: this.#traveller(),
    back: () => this.#back(),
    pause: () => this.#pause(true),
    moved: () => (this.#dirty = true),
  });

  constructor() {
    const select = byId('scene', HTMLSelectElement);
    for (const { title, scenes: members } of groups) {
      const group = document.createElement('optgroup');
      group.label = title;
      for (const scene of members) group.append(new Option(scene.title, scene.id));
      select.append(group);
    }
    select.addEventListener('change', () => {
      this.#scene = scenes.find(({ id }) => id === select.value) ?? this.#scene;
      this.#params = paramsFor(this.#scene, {});
      this.#fillParams();
      this.#expected = null;
      this.restart();
    });
    byId('play', HTMLButtonElement).addEventListener('click', () => this.#pause(!this.#paused));
    byId('step', HTMLButtonElement).addEventListener('click', () => this.#stepByHand());
    byId('reset', HTMLButtonElement).addEventListener('click', () => this.restart());
    byId('kick', HTMLButtonElement).addEventListener('click', () => this.#kick());
    byId('zoom-in', HTMLButtonElement).addEventListener('click', () => this.#setLook(kZoom));
    byId('zoom-out', HTMLButtonElement).addEventListener('click', () => this.#setLook(1 / kZoom));
    byId('zoom-all', HTMLButtonElement).addEventListener('click', () => this.#showAll());
    byId('add', HTMLButtonElement).addEventListener('click', () => this.#addAnother());
    byId('share', HTMLButtonElement).addEventListener('click', () => void this.#share());
    const speed = byId('speed', HTMLInputElement);
    speed.addEventListener('input', () => {
      this.#speed = speed.valueAsNumber;
      byId('speed-value', HTMLOutputElement).value = `${this.#speed.toFixed(1)}×`;
      this.#told();
    });
    const ghost = byId('ghost', HTMLInputElement);
    ghost.addEventListener('change', () => {
      this.#ghost = ghost.checked;
      this.#told();
    });
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#dark.addEventListener('change', () => (this.#dirty = true));
    followPaper(() => this.#paint());
    const touched = (): void => {
      stir(performance.now());
      this.#ask();
    };
    for (const event of ['pointerdown', 'pointermove', 'pointerup', 'keydown', 'input', 'click'])
      addEventListener(event, touched, { capture: true, passive: true });
    this.#follow();
    addEventListener('hashchange', () => {
      if (location.hash !== this.#hash()) this.#follow();
      this.#address = location.hash;
    });
    this.#pause(this.#paused);
    requestAnimationFrame((now) => this.#frame(now));
  }

  #chart(id: string, title: string, unit: string, floor: number, across: string, each: number, log = false): Chart {
    return new Chart({ canvas: byId(id, HTMLCanvasElement), title, unit, floor, across, each, log });
  }

  // --- time travel --------------------------------------------------------------------------------------------------

  #traveller(): Traveller {
    const { sides } = this;
    const of = (name: 'first' | 'last' | 'step'): number[] => sides.map(({ simulation }) => simulation.tape[name]);
    const speed = (): number => this.#speed;
    const runs = (): boolean => !this.#paused;
    const tape = {
      get first() {
        return Math.max(...of('first'));
      },
      // Where one column began another future, it makes the steps that the others have.
      get last() {
        return Math.max(...of('last'));
      },
      get step() {
        return sides[0]!.simulation.tape.step;
      },
    };
    return {
      tape,
      get speed() {
        return speed();
      },
      get asleep() {
        return runs() && sides.every(({ simulation }) => simulation.asleep);
      },
      seek: (step) => this.seek(step),
    };
  }

  /** All columns to a step, or the nearest that is recorded. */
  seek(step: number): void {
    const { first, last } = this.#traveller().tape;
    const to = Math.max(first, Math.min(last, Math.round(step)));
    for (const side of this.sides) side.seek(to);
    this.#late = 0;
    this.#moved();
  }

  /** The columns are at another moment: the sliders of the scene stand as they stood then. */
  #moved(): void {
    this.#dirty = true;
    const { params } = this.sides[0]!.simulation;
    for (const { name } of this.#scene.params) {
      if (this.#params[name] === params[name]) continue;
      this.#params[name] = params[name]!;
      this.#sliders.get(name)?.set(params[name]!);
    }
  }

  #back(): void {
    this.#pause(true);
    this.seek(this.sides[0]!.simulation.tape.step - 1);
  }

  // --- the view -----------------------------------------------------------------------------------------------------

  #setLook(zoom: number, x = 0, y = 0): void {
    const now = this.#look;
    const to = Math.max(kFarthest, Math.min(kClosest, now.zoom * zoom));
    // What is in the middle stays there.
    const grown = to / now.zoom;
    this.#look = { zoom: to, x: now.x * grown + x, y: now.y * grown + y };
    this.#told();
  }

  #showAll(): void {
    this.#look = kWhole;
    this.#told();
  }

  // --- columns ------------------------------------------------------------------------------------------------------

  #add(): Side {
    const side = new Side({
      name: kNames[this.sides.length]!,
      scene: this.#scene,
      params: this.#params,
      choices: this.#choices,
      changed: () => {
        this.#expected = null;
        side.tune(); // a living world takes another solver, or the same with other numbers
        this.#told();
      },
      resized: () => (this.#dirty = true),
      removed: () => this.#remove(side),
    });
    this.sides.push(side);
    byId('sides', HTMLElement).append(side.element);
    this.#bindPointer(side);
    return side;
  }

  #addAnother(): void {
    const taken = new Set(this.sides.map(({ form }) => form.name));
    const side = this.#add();
    side.form.choose(kUsual.find((name) => !taken.has(name)) ?? kUsual[0]!);
    this.#columns();
    this.restart();
  }

  /** The columns behind it move up: letters, colours and controls have no gaps. */
  #remove(side: Side): void {
    if (this.sides.length <= 2) return;
    const kept = this.sides.filter((each) => each !== side).map(({ form }) => [form.name, form.changes] as const);
    this.#rebuild(kept.length);
    kept.forEach(([name, changes], i) => {
      this.sides[i]!.form.choose(name);
      this.sides[i]!.form.change(changes);
    });
    this.#columns();
    this.restart();
  }

  #rebuild(count: number): void {
    while (this.sides.length > count) {
      const side = this.sides.pop()!;
      side.simulation.world.destroy();
      side.element.remove();
    }
    while (this.sides.length < count) this.#add();
  }

  /** What depends on how many columns there are. */
  #columns(): void {
    const { sides } = this;
    this.#expected = null;
    byId('sides', HTMLElement).dataset.count = String(sides.length);
    byId('add', HTMLButtonElement).disabled = sides.length === kNames.length;
    for (const { element } of sides) element.querySelector<HTMLElement>('.remove')!.hidden = sides.length <= 2;
    const guesses = byId('guesses', HTMLElement);
    guesses.replaceChildren();
    for (const name of [...sides.map((side) => side.name), 'none']) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name === 'none' ? 'None' : name.toUpperCase();
      button.addEventListener('click', () => this.#guessed(name));
      guesses.append(button);
    }
  }

  #fillParams(): void {
    const place = byId('scene-params', HTMLElement);
    place.replaceChildren();
    this.#sliders.clear();
    for (const param of this.#scene.params) {
      const slider = addSlider(place, {
        ...param,
        of: [this.#scene.id, param.name],
        value: this.#params[param.name]!,
        changed: (value) => {
          this.#params[param.name] = value;
          if (!param.live) this.#expected = null;
          if (param.live) for (const { simulation } of this.sides) simulation.do('param', param.name, value);
          else this.restart();
          this.#told();
        },
      });
      this.#sliders.set(param.name, slider);
    }
  }

  /** All sides from the beginning. */
  restart(): void {
    this.#begin();
    this.#told();
  }

  #begin(): void {
    this.#letGo();
    for (const side of this.sides) {
      side.restart(this.#scene, { ...this.#params });
      side.arrived(null);
    }
    byId('scene', HTMLSelectElement).value = this.#scene.id;
    this.#late = 0;
    this.#replayed = null;
    this.#setVerdict('');
    this.#dirty = true;
  }

  step(): void {
    const end = Math.max(...this.sides.map(({ simulation }) => simulation.end));
    // What is done to one column alone begins another future of all.
    for (const { simulation } of this.sides) simulation.end = end;
    if (this.#traveller().tape.step >= end) return this.#end();
    const asleep = this.#asleep;
    for (const side of this.sides) side.step();
    if (!asleep || !this.#asleep) this.#moved(); // else the picture is as it was
    this.#judge();
    this.#arrive();
  }

  // --- the guess ----------------------------------------------------------------------------------------------------

  #setVerdict(text: string): void {
    byId('verdict', HTMLElement).textContent = text;
  }

  #guessed(name: string): void {
    this.restart();
    this.#guess = name;
    for (const button of byId('guesses', HTMLElement).children)
      button.setAttribute('aria-pressed', String(button.textContent!.toLowerCase() === name));
    this.#setVerdict('Watch …');
    this.#pause(false);
  }

  /** The guess against what has happened: the first to give way, or nobody for twelve seconds. */
  #judge(): void {
    const over = this.sides[0]!.simulation.steps >= kVerdict;
    if (over) this.#known = this.#setting;
    if (this.#guess === null) return;
    const down = this.sides.filter(({ score }) => score.gaveWay !== null);
    if (down.length === 0 && !over) return;
    this.#known = this.#setting;
    const first = Math.min(...down.map(({ score }) => score.gaveWay!));
    const guess = this.#guess;
    this.#guess = null;
    for (const button of byId('guesses', HTMLElement).children) button.setAttribute('aria-pressed', 'false');
    const tied = down.filter(({ score }) => score.gaveWay === first);
    const right = tied.length > 0 ? tied.some(({ name }) => name === guess) : guess === 'none';
    const names = tied.map(({ name, title }) => `${name.toUpperCase()} (${title})`).join(' and ');
    const what = names ? `${names} ${afterWords(first)}.` : `None gave way in ${(kVerdict / 60).toFixed(1)} s.`;
    this.#setVerdict(`${right ? 'Right.' : 'No.'} ${what}`);
  }

  // --- the address --------------------------------------------------------------------------------------------------

  /** What decides how a run goes, but for the reader's hand. */
  get #setting(): string {
    const parts = [`scene=${this.#scene.id}`];
    for (const { name, value } of this.#scene.params)
      if (this.#params[name] !== value) parts.push(`p.${name}=${Math.round(1000 * this.#params[name]!) / 1000}`);
    for (const { name, form } of this.sides)
      parts.push(`${name}=${form.name}`, ...optionParts(`${name}.`, form.changes));
    return parts.join('&');
  }

  #hash(): string {
    const parts = [this.#setting];
    if (this.#speed !== 1) parts.push(`speed=${this.#speed}`);
    if (!this.#ghost) parts.push('ghost=off');
    const { zoom, x, y } = this.#look;
    if (zoom !== 1 || x !== 0 || y !== 0)
      parts.push(`view=${[zoom, x, y].map((value) => Math.round(1000 * value) / 1000).join(',')}`);
    return `#${parts.join('&')}`;
  }

  /** The address says what is compared; browsers refuse one that changes faster than a few times a second. */
  #told(): void {
    this.#dirty = true;
    clearTimeout(this.#linkTimer);
    const write = (): void => {
      if (location.hash !== this.#address) return; // the reader changed it; that is told in a moment
      const hash = this.#hash();
      if (hash !== location.hash) history.replaceState(null, '', hash);
      this.#address = location.hash;
    };
    if (this.#linkTimer === 0) write();
    this.#linkTimer = window.setTimeout(() => {
      this.#linkTimer = 0;
      write();
    }, 300);
  }

  #follow(): void {
    this.#address = location.hash;
    const query = new URLSearchParams(location.hash.slice(1));
    const asked = query.get('scene');
    const found = scenes.find(({ id }) => id === asked);
    const unknown: string[] = [];
    if (asked && !found) unknown.push(`scene “${asked}”, shown is “${this.#scene.title}”`);
    this.#scene = found ?? this.#scene;
    const raw: Record<string, number> = asked ? {} : { ...kOpening.params };
    for (const [key, value] of query) {
      if (!key.startsWith('p.')) continue;
      const param = this.#scene.params.find(({ name }) => name === key.slice(2));
      if (param && value !== '' && Number(value) >= param.min && Number(value) <= param.max)
        raw[param.name] = Number(value);
      else unknown.push(`${param ? param.name : 'parameter'} “${param ? value : key.slice(2)}”`);
    }
    this.#params = paramsFor(this.#scene, raw);
    const speed = Number(query.get('speed') ?? 1);
    this.#speed = speed >= 0.1 && speed <= 2 ? speed : 1;
    byId('speed', HTMLInputElement).value = String(this.#speed);
    byId('speed-value', HTMLOutputElement).value = `${this.#speed.toFixed(1)}×`;
    this.#ghost = query.get('ghost') !== 'off';
    byId('ghost', HTMLInputElement).checked = this.#ghost;
    const view = lookIn(query);
    this.#look = view ?? kWhole;
    if (query.has('view') && !view) unknown.push(`view “${query.get('view')}”`);
    const last = kNames.reduce((most, name, i) => (query.has(name) ? i + 1 : most), 2);
    this.#rebuild(last);
    this.sides.forEach((side, i) => {
      const name = query.get(side.name);
      if (!side.form.choose(name ?? kUsual[i]!)) {
        side.form.choose(kUsual[i]!);
        unknown.push(`solver “${name}”, ${side.name.toUpperCase()} is “${side.title}”`);
      }
      const refused = side.form.change(optionsIn(query, `${side.name}.`));
      unknown.push(...refused.map((option) => `option “${option}” of ${side.name.toUpperCase()}`));
    });
    this.#columns();
    this.#fillParams();
    this.#expected = arrivalIn(query);
    if (query.has('at') && !this.#expected) unknown.push(`at “${query.get('at')}”`);
    const recording = query.get('rec');
    // What a shared run came to stays in the address until something is changed.
    if (recording !== null || this.#expected) this.#begin();
    else this.restart();
    this.#arrive(); // a link made before the first step
    const damage = recording === null ? null : this.#watch(recording);
    if (damage !== null) unknown.push(damage);
    const said = byId('unknown', HTMLElement);
    said.hidden = unknown.length === 0;
    said.textContent = unknown.length ? `The link has parts that cannot be used: ${unknown.join('; ')}.` : '';
  }

  async #share(): Promise<void> {
    const recordings = this.sides.map(({ simulation }) => simulation.recording);
    await send(linkWith(this.#hash(), recordings), note);
  }

  /**
   * Does again what somebody did in all columns, compares where that leads, and shows it from the beginning; or says
   * what is wrong.
   */
  #watch(text: string): string | null {
    const { sides } = this;
    try {
      const recordings = decode(text);
      if (recordings.length !== sides.length)
        throw new RangeError(`it is of ${recordings.length} solvers, the link names ${sides.length}`);
      const same = sides.map((side, i) => side.replay(recordings[i]!));
      const { steps } = recordings[0]!;
      this.#replayed = same;
      note(cameTo(!same.includes(false), steps));
    } catch (error) {
      this.#begin();
      note(`The recording in the link cannot be shown: ${(error as Error).message}`);
      return damagedIn(text, error as Error);
    }
    this.#moved();
    const { last } = sides[0]!.simulation.tape;
    if (last === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#mark();
      this.#pause(true);
      return null;
    }
    this.seek(0);
    this.#pause(false);
    for (const { simulation } of sides) simulation.end = last;
    return null;
  }

  /** At the last step of a recording: what was done after it is done, and it stands still. */
  #end(): void {
    for (const { simulation } of this.sides) {
      simulation.end = Infinity;
      simulation.tape.finish();
    }
    this.#mark();
    this.#pause(true);
  }

  /** A recording is at its end: did each column come to its hash? */
  #mark(): void {
    const same = this.#replayed;
    if (same) this.sides.forEach((side, i) => side.arrived(same[i]!, side.simulation.steps));
  }

  /** Where nobody has had a hand in it: does the run come to what the link says? */
  #arrive(): void {
    const expected = this.#expected;
    if (!expected || this.sides[0]!.simulation.steps !== expected.steps) return;
    if (this.sides.some(({ simulation }) => simulation.tape.inputs.length > 0)) return;
    const same = this.sides.map(({ simulation }, i) => lastDigits(simulation.world) === expected.hashes[i]);
    this.sides.forEach((side, i) => side.arrived(same[i]!, expected.steps));
    note(
      `${same.includes(false) ? 'Other hashes' : 'The same hashes'} as where the link was made, after ${(expected.steps / 60).toFixed(1)} s`,
    );
  }

  // --- hands --------------------------------------------------------------------------------------------------------

  /** A drag in one stage moves the same body in all. */
  #bindPointer(side: Side): void {
    const { canvas } = side.sheet;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || this.#held) return;
      const at = side.toWorld(event.clientX, event.clientY);
      const reach = event.pointerType === 'mouse' ? 0 : 14 / side.camera.scale;
      const body = side.simulation.bodyAt(at.x, at.y, reach);
      if (!body) return;
      event.preventDefault();
      canvas.setPointerCapture(event.pointerId);
      this.#held = { side, pointer: event.pointerId };
      for (const each of this.sides) each.grab(body, at);
      this.#dirty = true;
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.#held?.pointer === event.pointerId) {
        const target = side.toWorld(event.clientX, event.clientY);
        for (const { simulation } of this.sides) simulation.drag.target = target;
        this.#dirty = true;
      } else if (event.pointerType === 'mouse') {
        const at = side.toWorld(event.clientX, event.clientY);
        canvas.dataset.cursor = side.simulation.bodyAt(at.x, at.y, 0) ? 'over' : '';
      }
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      canvas.addEventListener(end, (event) => this.#held?.pointer === event.pointerId && this.#letGo());
    // A finger on a body drags it; beside bodies it scrolls the page.
    canvas.addEventListener('touchmove', (event) => this.#held && event.preventDefault(), { passive: false });
  }

  #letGo(): void {
    this.#held = null;
    for (const { simulation } of this.sides) simulation.drag.release();
    this.#dirty = true;
  }

  #pause(paused: boolean): void {
    if (this.#paused && !paused) this.#clock = performance.now();
    this.#paused = paused;
    const button = byId('play', HTMLButtonElement);
    button.dataset.state = paused ? 'paused' : 'running';
    byId('play-label', HTMLElement).textContent = paused ? 'Play' : 'Pause';
    this.#ask();
  }

  #stepByHand(): void {
    this.#pause(true);
    this.step();
  }

  /** The same push for the highest body of all. */
  #kick(): void {
    for (const { simulation } of this.sides) {
      const moving = [...simulation.world.bodies].filter((body) => body.type === 'dynamic');
      const top = moving.sort((p, q) => q.position.y - p.position.y)[0];
      if (top) simulation.do('push', top.id, 1.5 * top.mass, 0);
    }
    this.#dirty = true;
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('select, input:not([type=range]):not([type=checkbox])')
    )
      return;
    if (event.key === ' ' && target.closest('button, summary, input:not([type=range]), a')) return;
    const arrows = {
      ArrowLeft: () => this.#setLook(1, kPan, 0),
      ArrowRight: () => this.#setLook(1, -kPan, 0),
      ArrowUp: () => this.#setLook(1, 0, kPan),
      ArrowDown: () => this.#setLook(1, 0, -kPan),
    };
    const act = (
      {
        ' ': () => this.#pause(!this.#paused),
        '.': () => this.#stepByHand(),
        ',': () => this.#back(),
        '+': () => this.#setLook(kZoom),
        '=': () => this.#setLook(kZoom),
        '-': () => this.#setLook(1 / kZoom),
        f: () => this.#showAll(),
        ...(target.closest('input') ? {} : arrows),
        r: () => this.restart(),
        k: () => this.#kick(),
      } as Readonly<Record<string, () => void>>
    )[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  /** No body of any column is awake. */
  get #asleep(): boolean {
    return this.sides.every(({ simulation }) => simulation.asleep);
  }

  #frame(now: number): void {
    this.#again = false;
    this.#advance(now);
    const told = this.#time.frame(now);
    const known = this.#known === this.#setting;
    for (const side of this.sides) side.told = known;
    if (this.#stale) this.#paint();
    else if (told) {
      for (const side of this.sides) side.tell();
      this.#tellTime();
    }
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
    const waits = this.#guess !== null || steps < (this.#expected?.steps ?? 0) || this.#traveller().tape.last > steps;
    if (waits || !this.#asleep) stir(now);
  }

  /** Asks for a frame: while time stands still or all bodies sleep, and nothing happens, there is none. */
  #ask(): void {
    this.#again = true;
    if (!this.#resting) return;
    this.#resting = false;
    clearTimeout(this.#tick);
    requestAnimationFrame((now) => this.#frame(now));
  }

  set #dirty(dirty: boolean) {
    this.#stale = dirty;
    if (dirty) this.#ask();
  }

  #tellTime(): void {
    byId('time', HTMLElement).textContent = (this.sides[0]!.simulation.steps / 60).toFixed(1);
  }

  #paint(): void {
    this.#stale = false;
    const { sides } = this;
    const ghost = this.#ghost ? sides[0]! : null;
    for (const side of sides) side.paint(this.#dark.matches && !onPaper(), ghost, colors().a, this.#look);
    this.#tellTime();
    const names = sides.map((side) => side.title);
    this.#legend(names);
    this.#charts.sweeps.marked = sides.map(({ trace }) => (trace ? collisions(trace) : []));
    this.#charts.sweeps.show(
      sides.map(({ trace }) => (trace ? sweeps(trace) : [])),
      names,
    );
    const kept = sides.map(({ history, simulation }) => history.upTo(simulation.steps));
    for (const key of ['residual', 'energy', 'penetration'] as const) {
      this.#charts[key].show(
        kept.map((lists) => lists[key]),
        names,
        kHistory,
        kept[0]!.from,
      );
    }
  }

  /** The key of the charts: which line is whose. */
  #legend(names: readonly string[]): void {
    const list = byId('key', HTMLElement);
    if (list.dataset.names === names.join()) return;
    list.dataset.names = names.join();
    list.replaceChildren();
    names.forEach((name, i) => {
      const item = document.createElement('li');
      const line = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      line.setAttribute('class', `line-${kNames[i]}`);
      line.setAttribute('viewBox', '0 0 34 4');
      line.setAttribute('aria-hidden', 'true');
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('d', 'M1 2h32');
      path.setAttribute('stroke-dasharray', kDashes[i]!.join(' '));
      line.append(path);
      item.append(line, `${kNames[i]!.toUpperCase()}: ${name}`);
      list.append(item);
    });
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
