// The page: what its buttons and keys do, what its address says, and one frame after another.

import { ActionInput } from 'impulse2d/element';
import { captionOf } from '#scenes/scene';
import type { Scene } from '../scenes/scene.js';
import { openingParams, openingScene } from './opening.js';
import { Simulation } from './simulation.js';
import { availableSolvers } from './solvers.js';
import type { CameraView } from './camera.js';
import type { Stage } from './stage.js';
import type { Shown } from './shown.js';
import { paintOverlay } from './overlay.js';
import { Readout, stir } from './readout.js';
import { Keyboard, type Command } from './keyboard.js';
import { Pointers } from './pointer.js';
import { Panel } from './panel.js';
import { TimeControls } from './time.js';
import { inspected, Inspector } from './inspector.js';
import type { InsideStep } from './inside_step.js';
import { defaultLayers } from './layers.js';
import { byId } from './elements.js';
import { paramsFor } from './link.js';
import { copy, linkWith, send } from './share.js';
import { tagOf } from './tag.js';
import { followPaper, onPaper } from './paper.js';
import { Dialogs } from './dialogs.js';
import { Frames } from './frames.js';
import { Running } from './running.js';
import { Settings } from './settings.js';
import { SharedRun } from './shared_run.js';
import { PageLink } from './page_link.js';

const kZoom = 1.25; // a press
const kIdleSteps = 300; // at once: more than are due in a tick at any speed; where all bodies sleep they cost little
const kAnything = ['pointerdown', 'pointermove', 'pointerup', 'wheel', 'keydown', 'keyup', 'input', 'change', 'click'];
const kRefusal = 700; // ms that a place without room is marked

export class Page {
  readonly camera: CameraView;
  readonly simulation: Simulation;
  readonly layers = defaultLayers();
  readonly stage: Stage;
  /** None until they are loaded. */
  #scenes: readonly Scene[];
  readonly #loadScenes: () => Promise<readonly Scene[]>;
  readonly #readout: Readout;
  readonly #panel: Panel;
  readonly #inspector = new Inspector();
  readonly #settings: Settings;
  readonly #shown: Shown;
  readonly #running: Running;
  readonly #dialogs: Dialogs;
  readonly #frames = new Frames(
    (now) => {
      this.#advance(now);
      this.#pointers.refreshCursor();
    },
    (now) => this.#advance(now, kIdleSteps),
    () => this.#paint(),
  );
  readonly #shared: SharedRun;
  readonly #link: PageLink;
  readonly #pointers: Pointers;
  readonly #time: TimeControls;
  #inside: InsideStep | null = null; // once it was opened
  readonly #input = new ActionInput((name, held) => {
    this.#takeOver();
    this.simulation.run.actions?.[name]?.(held);
    this.#touched();
  });
  readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  #rebuild = false; // the scene is to begin anew
  #moving = true;

  set #dirty(dirty: boolean) {
    this.#frames.dirty = dirty;
  }

  /**
   * Goes on with the opening scene, of which so many steps were shown, where the address asks for nothing else.
   * `scenes` may be none where it does not; `load` brings them all.
   */
  constructor(shown: Shown, steps: number, scenes: readonly Scene[], load: () => Promise<readonly Scene[]>) {
    const { camera, stage } = shown;
    // The same steps once more, as they are recorded from here on.
    const simulation = new Simulation(openingScene, openingParams());
    simulation.fastForward(steps);
    simulation.guard = (action) => this.#running.guard(action);
    this.camera = camera;
    this.stage = stage;
    this.simulation = simulation;
    this.#shown = shown;
    this.#scenes = scenes;
    this.#loadScenes = load;
    const { layers } = this;
    const input = this.#input;
    const solvers = availableSolvers();
    const changed = (): void => void (this.#dirty = true);
    const moved = (): void => this.#moved();
    const touched = (): void => this.#takeOver();
    const cameraMoved = (): void => this.#cameraMoved();
    const pause = (): void => this.#running.pause();
    const say = (text: string): void => this.#readout.say(text);
    const readout = (this.#readout = new Readout(stage.canvas));
    stage.annotate = (ctx) => paintOverlay(ctx, stage, camera, simulation);
    stage.resized = () => {
      shown.fit(simulation);
      changed();
    };
    const dialogs = (this.#dialogs = new Dialogs({
      simulation,
      everyScene: () => this.everyScene(),
      show: (scene) => this.show(scene),
      run: (scene) => {
        shown.own = false;
        this.#load(scene, paramsFor(scene, {}));
      },
    }));
    this.#running = new Running(
      simulation,
      readout,
      (text) => dialogs.complain(text),
      () => this.#changed(),
    );
    const shared = (this.#shared = new SharedRun({
      simulation,
      readout,
      moved,
      pause,
    }));
    const settings = (this.#settings = new Settings({
      simulation,
      layers,
      solvers,
      panel: () => this.#panel,
      shared,
      changed: () => this.#touched(),
      tell: (text) => readout.tell(text),
    }));
    this.#panel = new Panel({
      simulation,
      layerState: layers,
      solvers,
      paramChanged: (name, value, live) => this.#setParam(name, value, live),
      layersChanged: () => this.#touched(),
      solverChanged: (name, options) => settings.solve(name, options),
      input,
    });
    this.#link = new PageLink({
      simulation,
      settings,
      shown,
      shared,
      everyScene: () => this.everyScene(),
      load: (scene, params, runs) => this.#load(scene, params, runs),
    });
    this.#pointers = new Pointers({
      stage,
      camera,
      simulation,
      tool: () => settings.tool,
      kind: () => settings.kind,
      cameraMoved,
      changed,
      touched,
      refused: (x, y) => this.#refuse(x, y),
    });
    this.#time = new TimeControls({
      simulation,
      back: () => this.#commands.back(),
      pause: () => {
        this.#handsOff();
        pause();
      },
      moved,
    });
    this.#bindControls();
    byId('into', HTMLButtonElement).addEventListener('click', async () => {
      this.#takeOver();
      const open = byId('inside', HTMLElement).hidden;
      const { InsideStep: Loaded } = await import('./inside_step.js');
      this.#inside ??= new Loaded({ simulation, stage, pause, changed });
      this.#inside.open(open);
    });
    this.#link.apply(scenes, simulation.steps > 0);
    if (/[#&]source(&|$)/.test(location.hash)) void dialogs.source();
    new Keyboard({
      stage,
      camera,
      simulation,
      input,
      commands: this.#commands,
      cameraMoved,
      changed,
      say,
      touched,
    });
    this.#listen();
    byId('opening', HTMLElement).hidden = location.hash !== '';
    this.#frames.ask();
  }

  #listen(): void {
    this.#link.follow();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => (this.#dirty = true));
    followPaper(() => this.#print());
    const touched = (): void => {
      stir(performance.now());
      this.#frames.ask();
    };
    for (const event of kAnything) addEventListener(event, touched, { capture: true, passive: true });
    // The picker should be there when it is opened, but a page that nobody touches needs no scene but its own.
    for (const event of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(event, () => void this.#dialogs.loadPicker(), { once: true, passive: true });
  }

  /** All scenes, loaded when they are first needed. */
  async everyScene(): Promise<readonly Scene[]> {
    if (this.#scenes.length === 0) this.#scenes = await this.#loadScenes();
    return this.#scenes;
  }

  /** Shows a scene and makes a new entry in the history. */
  show(scene: Scene): void {
    byId('opening', HTMLElement).hidden = true;
    this.#shown.own = false;
    this.#load(scene, paramsFor(scene, {}));
    this.#link.address.push();
  }

  get #commands(): Record<Command, () => void> {
    return {
      toggle: () => this.#running.pause(!this.simulation.paused),
      step: () => {
        this.#running.pause();
        this.simulation.stepOnce();
        this.#touched();
      },
      back: () => {
        this.#handsOff();
        this.#running.pause();
        if (this.simulation.stepBack()) this.#moved();
        else this.#readout.say('This is the earliest moment that is kept.');
      },
      reset: () => {
        this.#handsOff();
        this.#running.guard(() => {
          this.simulation.reset();
          this.#shared.begin();
          this.#readout.say('Started again.');
          this.#touched();
        });
      },
      fit: () => {
        this.#shown.own = false;
        this.#shown.fit(this.simulation);
        this.#touched();
      },
      zoomIn: () => this.#zoom(kZoom),
      zoomOut: () => this.#zoom(1 / kZoom),
      previous: () => void this.#neighbour(-1),
      next: () => void this.#neighbour(1),
      pick: () => void this.#dialogs.pick(),
      grab: () => this.#settings.chooseTool('grab'),
      throw: () => this.#settings.chooseTool('throw'),
      share: () => void this.#share(),
      source: () => void this.#dialogs.source(),
      tag: () => {
        const tuned = Object.keys(this.#panel.solver.changes).length > 0;
        const lack = this.#lack + (tuned ? '; without your changes to the solver' : '');
        void copy(tagOf(this.#link.state, this.simulation.scene), `Tag copied${lack}`, (text) =>
          this.#readout.tell(text),
        );
      },
    };
  }

  #bindControls(): void {
    const commands = this.#commands;
    for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-command]')) {
      button.addEventListener('click', () => commands[button.dataset.command as Command]());
    }
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
    this.#shared.begin();
    this.#running.recover();
    if (this.#stillness.matches) {
      this.#running.guard(() => this.simulation.settle());
      this.#running.pause();
    }
    this.#shown.fit(this.simulation);
    this.#panel.refresh();
    this.#readout.say(`${scene.title}. ${captionOf(scene, params)}`);
    this.#changed();
  }

  /** The simulation is at another moment: sliders and boxes stand as they stood then. */
  #moved(): void {
    this.#panel.refresh();
    this.#settings.stand();
    this.#changed();
  }

  async #neighbour(direction: 1 | -1): Promise<void> {
    const scenes = await this.everyScene();
    const at = scenes.findIndex(({ id }) => id === this.simulation.scene.id);
    this.show(scenes[(at + direction + scenes.length) % scenes.length]);
  }

  #setParam(name: string, value: number, live: boolean): void {
    if (live) this.simulation.do('param', name, value);
    else {
      this.simulation.params[name] = value;
      this.#restartSoon();
    }
    this.#panel.describe();
    this.#touched();
  }

  /** Once a frame, however fast a slider moves. */
  #restartSoon(): void {
    this.#shared.expected = null;
    this.#rebuild = true;
  }

  #zoom(factor: number): void {
    this.camera.zoomAt(this.camera.width / 2, this.camera.height / 2, factor);
    this.#cameraMoved();
  }

  #cameraMoved(): void {
    this.#shown.own = true;
    this.#touched();
  }

  /** After something a link should tell. */
  #touched(): void {
    this.#changed();
    this.#link.address.later();
  }

  /** Picture and numbers are new. */
  #changed(): void {
    this.#dirty = true;
    this.#readout.hurry();
  }

  async #share(): Promise<void> {
    this.#link.address.write();
    // Whoever opens the link runs the scene's own code, which comes to another hash.
    const { url, text } = linkWith(this.#link.hash, this.#lack ? [] : [this.simulation.recording]);
    if (this.#lack) this.#readout.tell(`Link${this.#lack}`); // where the system's share sheet says nothing
    await send({ url, text: text + this.#lack }, (said) => this.#readout.tell(said));
  }

  /** What neither a link nor a tag carries. */
  get #lack(): string {
    return this.#dialogs.edited === this.simulation.scene ? '; without your edited code' : '';
  }

  // --- whose run it is ----------------------------------------------------------------------------------------------

  /** The reader has a hand in the run, and needs no word of what to do first. */
  #takeOver(): void {
    byId('opening', HTMLElement).hidden = true;
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
    }, kRefusal);
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  #paint(): void {
    // Inside a step contacts are drawn in a way of their own.
    const own = this.stage.overlay.marks !== null;
    const shown = own ? { ...this.layers, contacts: false, impulses: false } : this.layers;
    this.#running.guard(() => this.stage.paint(this.simulation, shown));
  }

  /** Paper is light, and printed before there is another frame. */
  #print(): void {
    this.stage.paper = onPaper();
    this.#paint();
  }

  #advance(now: number, mostSteps?: number): void {
    const { simulation } = this;
    if (this.#rebuild) {
      this.#rebuild = false;
      this.#handsOff();
      this.#running.guard(() => {
        simulation.reset();
        this.#shared.begin();
        this.#shown.fit(simulation);
      });
    }
    simulation.advance(now, mostSteps);
    this.#shared.frame();
    this.#time.frame(now);
    this.#settings.stand(); // time may have come past a change in a recording
    this.#inside?.frame();
    // One picture more after the last body fell asleep; then none until something changes.
    const moving = !simulation.paused && simulation.world.awakeCount > 0;
    if (moving || this.#moving) this.#dirty = true;
    this.#moving = moving;
    // On the way to where a link leads the clock is seen to run, and for a while after the last motion.
    if (moving || (!simulation.paused && this.#shared.underWay)) stir(now);
    const { overlay } = this.stage;
    const body = inspected(simulation, this.camera, overlay.selected, this.#pointers.hover);
    this.#inspector.update(body, now, simulation.drag.joint);
    this.#readout.update(simulation, now);
    this.#running.guard(() => {
      if (!simulation.drag.body && this.#shown.follow(simulation)) this.#dirty = true;
    });
  }
}
