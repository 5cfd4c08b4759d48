// The page: what its buttons and keys do, what its address says, and one frame after another.

import type { Body, SolverOptions } from 'impulse2d';
import { ActionInput } from 'impulse2d/element';
import { captionOf } from '#scenes/scene';
import type { Scene } from '../scenes/scene.js';
import type { CameraView } from './camera.js';
import { byId } from './elements.js';
import { InsideStep } from './inside_step.js';
import { Keyboard, type Command } from './keyboard.js';
import { defaultLayers, layers, type LayerName } from './layers.js';
import { Inspector } from './inspector.js';
import { arrivalIn, fromHash, kAdd, kTool, paramsFor, toHash, unknownIn, type Arrival } from './link.js';
import { openingParams, openingScene } from './opening.js';
import { paintOverlay } from './overlay.js';
import { Panel } from './panel.js';
import type { Picker } from './picker.js';
import { Pointers } from './pointer.js';
import { lastDigits, nextTick, Readout, stir } from './readout.js';
import { decode } from './recording.js';
import { pausedBy } from './scene_error.js';
import { cameTo, copy, damagedIn, linkWith, note, send } from './share.js';
import type { Shown } from './shown.js';
import { Simulation } from './simulation.js';
import { availableSolvers } from './solvers.js';
import { clickKinds, type ClickKind } from './spawn.js';
import type { Stage } from './stage.js';
import { TimeControls } from './time.js';

const kZoom = 1.25; // a press
const kLinkDelay = 300; // ms: browsers refuse addresses that change faster than a few times a second
const kIdleSteps = 300; // at once: more than are due in a tick at any speed; where all bodies sleep they cost little
const kAnything = ['pointerdown', 'pointermove', 'pointerup', 'wheel', 'keydown', 'keyup', 'input', 'change', 'click'];
const kTools = ['grab', 'throw'] as const;
type Tool = (typeof kTools)[number];
const kRefusal = 700; // ms that a place without room is marked

export class Page {
  readonly camera: CameraView;
  readonly simulation: Simulation;
  readonly layers = defaultLayers();
  readonly stage: Stage;
  /** Time spent drawing the last frame, ms. */
  paintTime = 0;
  readonly #shown: Shown;
  /** None until they are loaded. */
  #scenes: readonly Scene[];
  readonly #loadScenes: () => Promise<readonly Scene[]>;
  readonly #solvers = availableSolvers();
  readonly #readout: Readout;
  readonly #panel: Panel;
  readonly #inspector = new Inspector();
  #picker: Picker | null = null;
  readonly #pointers: Pointers;
  readonly #time: TimeControls;
  readonly #inside: InsideStep;
  readonly #input = new ActionInput((name, held) => {
    this.#takeOver();
    this.simulation.run.actions?.[name]?.(held);
    this.#touched();
  });
  readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  #solver = '';
  #tool: Tool = kTool;
  #kind: ClickKind = kAdd;
  #cameraOwn = false; // the reader moved it
  #linkTimer = 0;
  #address = location.hash; // as it was read or written last
  #rebuild = false;
  #moving = true;
  #stale = true;
  #edited: Scene | null = null; // what the reader made of a scene's code
  #expected: Arrival | null = null; // what the run of a shared link came to
  #replayed: [boolean, number] | null = null; // whether the recording shown now came to its hash, and its steps
  #halted = false; // an error of the scene stopped it
  #complain: (text: string) => void = () => {}; // in the source panel, once it was open
  #frameAsked = 0;
  #idleTimer = 0;

  /** Should the picture be drawn again? */
  get #dirty(): boolean {
    return this.#stale;
  }
  set #dirty(dirty: boolean) {
    this.#stale = dirty;
    if (dirty) this.#ask();
  }

  /**
   * Goes on with the opening scene, of which so many steps were shown, where the address asks for nothing else.
   * `scenes` may be none where it does not; `load` brings them all.
   */
  constructor(shown: Shown, steps: number, scenes: readonly Scene[], load: () => Promise<readonly Scene[]>) {
    this.#scenes = scenes;
    this.#loadScenes = load;
    this.#shown = shown;
    this.camera = shown.camera;
    this.stage = shown.stage;
    // The same steps once more, as they are recorded from here on.
    this.simulation = new Simulation(openingScene, openingParams());
    this.simulation.fastForward(steps);
    this.simulation.guard = (action) => this.#guard(action);
    this.stage.annotate = (ctx) => paintOverlay(ctx, this.stage, this.camera, this.simulation);
    this.#readout = new Readout(shown.stage.canvas);
    this.stage.resized = () => this.#resized();
    this.#panel = new Panel({
      simulation: this.simulation,
      layerState: this.layers,
      solvers: this.#solvers,
      paramChanged: (name, value, live) => this.#setParam(name, value, live),
      layersChanged: () => this.#touched(),
      solverChanged: (name, options) =>
        name === this.#solver ? this.#tuneSolver(options) : this.#chooseSolver(name, true),
      input: this.#input,
    });
    this.#pointers = new Pointers({
      stage: this.stage,
      camera: this.camera,
      simulation: this.simulation,
      tool: () => this.#tool,
      kind: () => this.#kind,
      cameraMoved: () => this.#cameraMoved(),
      changed: () => (this.#dirty = true),
      touched: () => this.#takeOver(),
      refused: (x, y) => this.#refuse(x, y),
    });
    this.#time = new TimeControls({
      simulation: this.simulation,
      back: () => this.#commands.back(),
      pause: () => {
        this.#handsOff();
        this.#setPaused(true);
      },
      moved: () => this.#moved(),
    });
    this.#inside = new InsideStep({
      simulation: this.simulation,
      stage: this.stage,
      pause: () => this.#setPaused(true),
      changed: () => (this.#dirty = true),
    });
    this.#bindControls();
    this.#applyAddress(this.simulation.steps > 0);
    if (location.hash === '#source') void this.#source();
    this.#listen();
    byId('opening', HTMLElement).hidden = location.hash !== '';
    this.#ask();
  }

  #listen(): void {
    new Keyboard({
      stage: this.stage,
      camera: this.camera,
      simulation: this.simulation,
      input: this.#input,
      commands: this.#commands,
      cameraMoved: () => this.#cameraMoved(),
      changed: () => (this.#dirty = true),
      say: (text) => this.#readout.say(text),
      touched: () => this.#takeOver(),
    });
    for (const event of ['popstate', 'hashchange']) addEventListener(event, () => void this.#followAddress());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => (this.#dirty = true));
    for (const event of ['beforeprint', 'afterprint'])
      addEventListener(event, () => this.#onPaper(event === 'beforeprint'));
    const touched = (): void => {
      stir(performance.now());
      this.#ask();
    };
    for (const event of kAnything) addEventListener(event, touched, { capture: true, passive: true });
    // The picker should be there when it is opened, but a page that nobody touches needs no scene but its own.
    for (const event of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(event, () => void this.#loadPicker(), { once: true, passive: true });
  }

  /** All scenes, loaded when they are first needed. */
  async everyScene(): Promise<readonly Scene[]> {
    if (this.#scenes.length === 0) this.#scenes = await this.#loadScenes();
    return this.#scenes;
  }

  /** Shows a scene and makes a new entry in the history. */
  show(scene: Scene): void {
    byId('opening', HTMLElement).hidden = true;
    this.#cameraOwn = false;
    this.#load(scene, paramsFor(scene, {}));
    history.pushState(null, '', this.#hash());
    this.#address = location.hash;
  }

  get #commands(): Record<Command, () => void> {
    return {
      toggle: () => this.#setPaused(!this.simulation.paused),
      step: () => {
        this.#setPaused(true);
        this.simulation.stepOnce();
        this.#touched();
      },
      back: () => {
        this.#handsOff();
        this.#setPaused(true);
        if (this.simulation.stepBack()) this.#moved();
        else this.#readout.say('This is the earliest moment that is kept.');
      },
      reset: () => {
        this.#handsOff();
        this.#guard(() => {
          this.simulation.reset();
          this.#expect();
          this.#readout.say('Started again.');
          this.#touched();
        });
      },
      fit: () => {
        this.#cameraOwn = false;
        this.#fit();
        this.#touched();
      },
      zoomIn: () => this.#zoom(kZoom),
      zoomOut: () => this.#zoom(1 / kZoom),
      previous: () => void this.#neighbour(-1),
      next: () => void this.#neighbour(1),
      pick: () => void this.#pick(),
      grab: () => this.#chooseTool('grab'),
      throw: () => this.#chooseTool('throw'),
      share: () => void this.#share(),
      source: () => void this.#source(),
      tag: () => {
        const tuned = Object.keys(this.#panel.solver.changes).length > 0;
        const lack = this.#lack + (tuned ? '; without your changes to the solver' : '');
        void copy(this.#tag(), `Tag copied${lack}`, (text) => this.#tell(text));
      },
    };
  }

  #bindControls(): void {
    const commands = this.#commands;
    for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-command]')) {
      button.addEventListener('click', () => commands[button.dataset.command as Command]());
    }
    byId('to-source', HTMLAnchorElement).addEventListener('click', (event) => {
      event.preventDefault();
      void this.#source();
    });
    const speed = byId('speed', HTMLInputElement);
    speed.addEventListener('input', () => {
      this.simulation.speed = speed.valueAsNumber;
      this.#showSpeed();
      this.#touched();
    });
    const kind = byId('kind', HTMLSelectElement);
    for (const { name, label } of clickKinds) kind.append(new Option(label, name));
    kind.addEventListener('change', () => {
      this.#kind = kind.value as ClickKind;
      this.#touched();
    });
    for (const input of document.querySelectorAll<HTMLInputElement>('input[name="tool"]')) {
      input.addEventListener('change', () => this.#chooseTool(input.value as Tool));
    }
    const sleep = byId('sleep', HTMLInputElement);
    sleep.addEventListener('change', () => {
      this.#expected = null;
      this.simulation.setSleep(sleep.checked);
      this.#touched();
    });
  }

  /** Ends what the reader holds, before the world goes. */
  #handsOff(): void {
    this.#pointers.reset();
    this.#input.release();
    this.stage.overlay.selected = null;
  }

  /** `runs`: it does already. */
  #load(scene: Scene, params: Record<string, number>, runs = false): void {
    this.#handsOff();
    byId('unknown', HTMLElement).hidden = true;
    if (!runs) this.simulation.load(scene, params);
    this.#expect();
    if (this.#halted) this.#setPaused(false);
    if (this.#stillness.matches) {
      this.#guard(() => this.simulation.settle());
      this.#setPaused(true);
    }
    if (!this.#cameraOwn) this.#fit();
    this.#panel.refresh(this.#solver);
    this.#readout.say(`${scene.title}. ${captionOf(scene, params)}`);
    this.#readout.hurry();
    this.#dirty = true;
  }

  /** The simulation is at another moment: sliders and boxes stand as they stood then. */
  #moved(): void {
    this.#panel.refresh(this.#solver);
    byId('sleep', HTMLInputElement).checked = this.simulation.settings.sleep;
    this.#readout.hurry();
    this.#dirty = true;
  }

  async #neighbour(direction: 1 | -1): Promise<void> {
    const scenes = await this.everyScene();
    const at = scenes.findIndex(({ id }) => id === this.simulation.scene.id);
    this.show(scenes[(at + direction + scenes.length) % scenes.length]);
  }

  #setPaused(paused: boolean): void {
    const { simulation } = this;
    if (simulation.paused !== paused) this.#readout.say(paused ? 'Paused.' : 'Running.');
    simulation.paused = paused;
    if (!paused) {
      this.#halted = false;
      byId('failed', HTMLElement).hidden = true;
    }
    const button = byId('play', HTMLButtonElement);
    button.dataset.state = paused ? 'paused' : 'running';
    byId('play-label', HTMLElement).textContent = paused ? 'Play' : 'Pause';
    this.#readout.hurry();
    this.#dirty = true;
  }

  /** Runs what may throw an error of the scene: then time stops, and it is said why. */
  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      const text = pausedBy(error);
      const failed = byId('failed', HTMLElement);
      if (this.simulation.paused && !failed.hidden && failed.textContent === text) return; // each picture may fail
      this.#halted ||= !this.simulation.paused;
      this.#setPaused(true);
      failed.hidden = false;
      failed.textContent = text;
      this.#complain(text);
      console.error(error);
    }
  }

  #setTool(tool: Tool): void {
    this.#tool = tool;
    byId(`tool-${tool}`, HTMLInputElement).checked = true;
  }

  #chooseTool(tool: Tool): void {
    this.#setTool(tool);
    this.#touched();
  }

  #setParam(name: string, value: number, live: boolean): void {
    if (live) this.simulation.do('param', name, value);
    else {
      this.simulation.params[name] = value;
      this.#expected = null;
      this.#rebuild = true; // once a frame, however fast the slider moves
    }
    this.#panel.describe();
    this.#touched();
  }

  #chooseSolver(name: string, restart: boolean): void {
    const choice = this.#solvers.find((each) => each.name === name) ?? this.#solvers[0];
    if (!choice) return;
    this.#solver = choice.name;
    this.simulation.settings.solver = choice.options;
    if (restart) {
      this.#expected = null;
      this.#rebuild = true;
    }
    this.#touched();
  }

  /** Other numbers for the solver at work: the scene goes on with them. */
  #tuneSolver(options: SolverOptions): void {
    this.#expected = null;
    this.simulation.tune(options);
    this.#touched();
  }

  #zoom(factor: number): void {
    this.camera.zoomAt(this.camera.width / 2, this.camera.height / 2, factor);
    this.#cameraMoved();
  }

  #cameraMoved(): void {
    this.#cameraOwn = true;
    this.#touched();
  }

  #fit(): void {
    this.#shown.fit(this.simulation);
  }

  /** Goes after what the scene wants followed, unless the reader moved the camera or holds something. */
  #follow(): void {
    if (!this.#cameraOwn && !this.simulation.drag.body && this.#shown.follow(this.simulation)) this.#dirty = true;
  }

  #resized(): void {
    if (!this.#cameraOwn) this.#fit();
    this.#dirty = true;
  }

  #showSpeed(): void {
    const { speed } = this.simulation;
    const text = `${speed.toFixed(1)}×`;
    byId('speed', HTMLInputElement).value = String(speed);
    byId('speed', HTMLInputElement).setAttribute('aria-valuetext', `${speed.toFixed(1)} times`);
    byId('speed-value', HTMLOutputElement).value = text;
  }

  // --- the address --------------------------------------------------------------------------------------------------

  #hash(): string {
    const { camera, simulation } = this;
    const on = layers.filter(({ name }) => this.layers[name]).map(({ name }) => name);
    const usual = layers.every(({ name, on: byDefault }) => this.layers[name] === byDefault);
    return toHash(
      {
        scene: simulation.scene.id,
        params: simulation.params,
        camera: this.#cameraOwn ? { x: camera.x, y: camera.y, span: camera.span } : null,
        layers: usual ? null : on,
        speed: simulation.speed,
        solver: this.#solver === this.#solvers[0]?.name ? null : this.#solver || null,
        options: this.#panel.solver.changes,
        sleep: simulation.settings.sleep,
        tool: this.#tool,
        add: this.#kind,
      },
      simulation.scene,
    );
  }

  /** After something a link should tell. */
  #touched(): void {
    this.#dirty = true;
    this.#readout.hurry();
    clearTimeout(this.#linkTimer);
    this.#linkTimer = window.setTimeout(() => this.#writeAddress(), kLinkDelay);
  }

  #writeAddress(): void {
    clearTimeout(this.#linkTimer);
    if (location.hash !== this.#address) return; // the reader changed it; that is told in a moment
    const hash = this.#hash();
    if (hash !== location.hash) history.replaceState(null, '', hash);
    this.#address = location.hash;
  }

  /** Back, forward, or an edited address; a popstate and a hashchange may both tell of one change. */
  async #followAddress(): Promise<void> {
    await this.everyScene();
    if (location.hash !== this.#hash()) this.#applyAddress();
    this.#address = location.hash;
  }

  #applyAddress(runs = false): void {
    this.#address = location.hash;
    const state = fromHash(location.hash);
    const scene = this.#scenes.find(({ id }) => id === state.scene) ?? openingScene;
    const names = layers.map(({ name }) => name as string);
    const asked = state.layers?.filter((name) => names.includes(name));
    const none = asked?.length === 0 && state.layers!.length > 0; // all of them unknown: the usual layers instead
    const shown = new Set(asked && !none ? asked : layers.filter(({ on }) => on).map(({ name }) => name as string));
    for (const { name } of layers) this.layers[name as LayerName] = shown.has(name);
    this.simulation.speed = state.speed ?? 1;
    this.#showSpeed();
    const refused = this.#panel.chooseSolver(state.solver ?? '', state.options ?? {});
    this.#chooseSolver(state.solver ?? '', false);
    if (state.options && Object.keys(state.options).length > 0)
      this.simulation.settings.solver = this.#panel.solver.options;
    this.simulation.settings.sleep = state.sleep ?? true;
    byId('sleep', HTMLInputElement).checked = this.simulation.settings.sleep;
    this.#setTool(kTools.find((tool) => tool === state.tool) ?? kTool);
    this.#kind = clickKinds.find(({ name }) => name === state.add)?.name ?? kAdd;
    byId('kind', HTMLSelectElement).value = this.#kind;
    this.#expected = arrivalIn(new URLSearchParams(location.hash.slice(1)));
    clearTimeout(this.#linkTimer);
    this.#cameraOwn = state.camera !== undefined && state.camera !== null;
    this.#load(scene, paramsFor(scene, state.rawParams), runs);
    if (state.camera) {
      this.camera.x = state.camera.x;
      this.camera.y = state.camera.y;
      this.camera.span = state.camera.span;
    }
    const recording = new URLSearchParams(location.hash.slice(1)).get('rec');
    const damage = recording === null ? null : this.#watch(recording);
    const solvers = this.#solvers.map(({ name }) => name);
    const kinds = clickKinds.map(({ name }) => name);
    const known = { scenes: this.#scenes, layers: names, solvers, tools: kTools, kinds };
    const unknown = [...unknownIn(location.hash, known), ...refused];
    if (damage !== null) unknown.push(damage);
    const note = byId('unknown', HTMLElement);
    note.hidden = unknown.length === 0;
    note.textContent = unknown.length
      ? `The link has parts that cannot be used: ${unknown.join(', ')}. Shown is “${scene.title}”.`
      : '';
  }

  /**
   * Does again what somebody did, compares where that leads, and shows it from the beginning; or says what is
   * wrong.
   */
  #watch(text: string): string | null {
    const { simulation } = this;
    let arrived: [boolean, number];
    try {
      const recording = decode(text)[0]!;
      simulation.begin(recording);
      const same = simulation.replay(recording);
      arrived = [same, recording.steps];
      this.#tell(cameTo(same, recording.steps));
    } catch (error) {
      simulation.reset();
      this.#tell(`The recording in the link cannot be shown: ${(error as Error).message}`);
      return damagedIn(text, error as Error);
    }
    this.#moved();
    if (this.#stillness.matches || arrived[1] === 0) {
      this.#readout.arrived(...arrived);
      this.#setPaused(true);
    } else {
      simulation.seek(0);
      simulation.end = arrived[1];
      this.#replayed = arrived; // the mark stands beside the moment that it speaks of
    }
    return null;
  }

  /** Says something where it is seen and heard, for a while. */
  #tell(text: string): void {
    note(text);
    this.#readout.say(text);
  }

  async #share(): Promise<void> {
    this.#writeAddress();
    // Whoever opens the link runs the scene's own code, which comes to another hash.
    const { url, text } = linkWith(this.#hash(), this.#lack ? [] : [this.simulation.recording]);
    if (this.#lack) this.#tell(`Link${this.#lack}`); // where the system's share sheet says nothing
    await send({ url, text: text + this.#lack }, (said) => this.#tell(said));
  }

  /** What neither a link nor a tag carries. */
  get #lack(): string {
    return this.#edited === this.simulation.scene ? '; without your edited code' : '';
  }

  /** The scene as it is shown, as a tag for any page. */
  #tag(): string {
    const { scene, params, speed } = this.simulation;
    const changed = scene.params.filter(({ name, value }) => params[name] !== value);
    const on = layers.filter(({ name }) => this.layers[name] && name !== 'shapes').map(({ name }) => name);
    const usual = layers.every(({ name, on: byDefault }) => this.layers[name] === byDefault);
    const attributes: [string, string][] = [['src', scene.id]];
    if (changed.length > 0)
      attributes.push(['params', JSON.stringify(Object.fromEntries(changed.map(({ name }) => [name, params[name]])))]);
    if (this.#cameraOwn) {
      const { x, y, span } = this.camera;
      attributes.push(['camera', [x, y, span].map((value) => Number(value.toFixed(3))).join(' ')]);
    }
    if (this.#solver && this.#solver !== this.#solvers[0]?.name) attributes.push(['solver', this.#solver]);
    if (!usual) attributes.push(['layers', on.join(' ') || 'none']);
    if (speed !== 1) attributes.push(['speed', String(speed)]);
    const text = attributes.map(([name, value]) =>
      value.includes('"') ? `${name}='${value.replaceAll("'", '&#39;')}'` : `${name}="${value}"`,
    );
    return `<impulse-scene ${text.join(' ')} autoplay controls></impulse-scene>`;
  }

  async #loadPicker(): Promise<Picker> {
    const [{ Picker: Loaded }] = await Promise.all([import('./picker.js'), this.everyScene()]);
    return (this.#picker ??= new Loaded((scene) => this.show(scene)));
  }

  async #pick(): Promise<void> {
    let entered = false;
    if (!this.#picker) {
      // Open before it is filled: what is typed after the key belongs to the search.
      byId('picker', HTMLDialogElement).showModal();
      const search = byId('picker-search', HTMLInputElement);
      search.focus();
      search.addEventListener('keydown', ({ key }) => (entered ||= key === 'Enter'));
    }
    const picker = this.#picker ?? (await this.#loadPicker());
    picker.open(this.simulation.scene.id);
    if (entered) picker.enter();
  }

  async #source(): Promise<void> {
    const { openSource, complain } = await import('./source.js');
    this.#complain = complain;
    await openSource(this.simulation.scene, (scene, edited) => {
      this.#cameraOwn = false;
      this.#load(scene, paramsFor(scene, {}));
      this.#edited = edited ? scene : null;
    });
  }

  // --- whose run it is ----------------------------------------------------------------------------------------------

  /** The reader has a hand in the run, and needs no word of what to do first. */
  #takeOver(): void {
    byId('opening', HTMLElement).hidden = true;
  }

  /** A new run: does it come to what a shared link says? */
  #expect(): void {
    this.#readout.arrived(null);
    this.#replayed = null;
    const { simulation } = this;
    const expected = this.#expected;
    if (!expected) return;
    const { world } = simulation;
    const arrive = (): void => {
      if (world !== simulation.world || simulation.steps < expected.steps) return;
      off();
      if (simulation.tape.inputs.length > 0 || simulation.steps !== expected.steps) return;
      this.#readout.arrived(lastDigits(world) === expected.hashes[0], expected.steps);
    };
    const off = world.on('afterStep', arrive);
    arrive(); // a link made before the first step
  }

  /** Marks a place where there is no room for a body. */
  #refuse(x: number, y: number): void {
    const { overlay } = this.stage;
    overlay.refused = { x, y };
    this.#dirty = true;
    this.#readout.say('No room for a body there.');
    setTimeout(() => {
      overlay.refused = null;
      this.#dirty = true;
      this.#ask();
    }, kRefusal);
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  /** Asks for a frame as soon as there can be one. */
  #ask(): void {
    clearTimeout(this.#idleTimer);
    this.#frameAsked ||= requestAnimationFrame((now) => this.#frame(now));
  }

  #paint(): void {
    // Inside a step contacts are drawn in a way of their own.
    const own = this.stage.overlay.marks !== null;
    const shown = own ? { ...this.layers, contacts: false, impulses: false } : this.layers;
    this.#guard(() => this.stage.paint(this.simulation, shown));
  }

  /** Paper is light, and printed before there is another frame. */
  #onPaper(paper: boolean): void {
    this.stage.paper = paper;
    this.#paint();
  }

  #frame(now: number): void {
    this.#frameAsked = 0;
    this.#advance(now);
    this.#pointers.refreshCursor();
    if (this.#dirty) {
      this.#dirty = false;
      const started = performance.now();
      this.#paint();
      this.paintTime = performance.now() - started;
      this.#ask();
    } else {
      this.#idle();
    }
  }

  /** Nothing moves: the clock runs tick by tick; without a frame, unless something is to be drawn. */
  #idle(): void {
    const now = performance.now();
    this.#idleTimer = window.setTimeout(
      () => {
        this.#advance(performance.now(), kIdleSteps);
        if (!this.#dirty) this.#idle();
      },
      nextTick(now, now) - now,
    );
  }

  #advance(now: number, mostSteps?: number): void {
    const { simulation } = this;
    if (this.#rebuild) {
      this.#rebuild = false;
      this.#handsOff();
      this.#guard(() => {
        simulation.reset();
        this.#expect();
        if (!this.#cameraOwn) this.#fit();
      });
    }
    simulation.advance(now, mostSteps);
    if (simulation.tape.step >= simulation.end) {
      simulation.end = Infinity;
      simulation.tape.finish();
      this.#setPaused(true);
      this.#readout.say('The recording ends here.');
      if (this.#replayed) this.#readout.arrived(...this.#replayed);
    }
    this.#time.frame(now);
    this.#inside.frame();
    // One picture more after the last body fell asleep; then none until something changes.
    const moving = !simulation.paused && simulation.world.awakeCount > 0;
    if (moving || this.#moving) this.#dirty = true;
    this.#moving = moving;
    // On the way to where a link leads the clock is seen to run, and for a while after the last motion.
    const { steps = 0 } = this.#expected ?? {};
    if (moving || (!simulation.paused && (simulation.steps < steps || simulation.end < Infinity))) stir(now);
    this.#inspector.update(this.#inspected(), now, this.simulation.drag.joint);
    this.#readout.update(simulation, now);
    this.#guard(() => this.#follow());
  }

  /** The body in the hand, chosen by keyboard, or under the mouse. */
  #inspected(): Body | null {
    const { simulation, camera, stage } = this;
    if (simulation.drag.body) return simulation.drag.body;
    if (stage.overlay.selected) return stage.overlay.selected;
    const hover = this.#pointers.hover;
    if (!hover) return null;
    const at = camera.toWorld(hover.x, hover.y);
    return simulation.bodyAt(at.x, at.y, 0);
  }
}
