// The buttons under the picture.

import type { presets } from '../index.js';
import type { Action, Param, Params } from '../scenes.js';
import { keySigns, type ActionInput } from './action_input.js';
import type { Control, LayerSet } from './attributes.js';
import { make } from './shadow.js';
import { Slider } from './slider.js';
import type { Tape } from './tape.js';

const kSpeeds = [0.1, 0.25, 0.5, 1, 2];
const kSvg = 'http://www.w3.org/2000/svg';

/** Paths on a field of 20 x 20; those that begin with `!` are filled. */
const kIcons = {
  play: ['!M6 3.5 16 10 6 16.5z'],
  pause: ['!M5.5 4h3v12h-3zM11.5 4h3v12h-3z'],
  back: ['!M15 4.5 7.5 10 15 15.5z', 'M5.5 4.5v11'],
  step: ['!M5 4.5 12.5 10 5 15.5z', 'M14.5 4.5v11'],
  reset: ['M4.5 10a5.5 5.5 0 1 0 1.7-4M6.5 2.8 6 6.2l3.4.4'],
  contacts: ['M10 16V4M6 8l4-4 4 4', 'M3.5 16.5h13'],
} as const;

function icon(name: keyof typeof kIcons): SVGElement {
  const svg = document.createElementNS(kSvg, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  for (const text of kIcons[name]) {
    const path = document.createElementNS(kSvg, 'path');
    path.setAttribute('d', text.replace('!', ''));
    if (text.startsWith('!')) path.setAttribute('class', 'solid');
    svg.append(path);
  }
  return svg;
}

const kHold = 350; // ms, after which a press runs on

/** Makes a button call `once` when it is pressed, and `run` with true and false around a long press. Throws nothing. */
export function holdable(button: HTMLButtonElement, once: () => void, run: (on: boolean) => void): void {
  let timer = 0;
  let running = false;
  const end = (): void => {
    clearTimeout(timer);
    if (running) run(false);
  };
  button.style.touchAction = 'none';
  button.addEventListener('contextmenu', (event) => event.preventDefault());
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    running = false;
    button.setPointerCapture(event.pointerId);
    timer = window.setTimeout(() => run((running = true)), kHold);
  });
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) button.addEventListener(name, end);
  button.addEventListener('click', () => {
    if (!running) once();
    running = false;
  });
}

/** The same as on the demo page (web/app/solvers.ts). */
const kSolverLabels: Record<keyof typeof presets, string> = {
  softStep: 'Soft step: soft contacts and substeps',
  umbra: 'Umbra: sequential impulses with projection',
  ftPhysics: 'ftPhysics: warm starting with Baumgarte',
  fx2d: 'Fx2D: substepped positions',
  wedekind: 'Wedekind: zero-duration impacts',
};

export interface ToolbarState {
  readonly playing: boolean;
  readonly layers: LayerSet;
  readonly speed: number;
  /** A preset's name; anything else is shown as it is. */
  readonly solver: string;
  readonly params: Params;
}

export interface ToolbarOptions {
  readonly toggle: () => void;
  readonly step: () => void;
  readonly back: () => void;
  readonly rewind: (on: boolean) => void;
  readonly seek: (step: number) => void;
  readonly reset: () => void;
  readonly setParam: (name: string, value: number) => void;
  readonly setContacts: (on: boolean) => void;
  readonly setSpeed: (speed: number) => void;
  readonly setSolver: (name: string) => void;
}

/** Selects a value, also one that is not in the list. */
function choose(select: HTMLSelectElement, value: string): void {
  select.querySelector('[data-other]')?.remove();
  select.value = value;
  if (select.value !== value) {
    select.append(make('option', { value, 'data-other': '' }, value));
    select.value = value;
  }
}

export class Toolbar {
  readonly #place: HTMLElement;
  readonly #options: ToolbarOptions;
  #play: HTMLButtonElement | undefined;
  #contacts: HTMLButtonElement | undefined;
  #speed: HTMLSelectElement | undefined;
  #solver: HTMLSelectElement | undefined;
  #scrub: Slider | undefined;
  #sliders = new Map<string, Slider>();
  #filled = '';

  constructor(place: HTMLElement, options: ToolbarOptions) {
    this.#place = place;
    this.#options = options;
  }

  /**
   * Lays the controls out, anew if they are others than before: a reader may be dragging one, or have its focus.
   * `actions` are the running scene's own, done by `input`. Needs the engine where `solver` is among them.
   */
  fill(controls: ReadonlySet<Control>, actions: readonly Action[], input: ActionInput, params: readonly Param[]): void {
    const filled = JSON.stringify([...controls, actions, params]);
    if (this.#filled === filled) return;
    this.#filled = filled;
    const { setParam, seek } = this.#options;
    const place = this.#place;
    place.replaceChildren();
    const scrub = new Slider({ label: 'Time', unit: 's', min: 0, max: 0, step: 1, scale: 1 / 60 }, 'scrub', seek);
    this.#scrub = controls.has('scrub') ? scrub : undefined;
    if (this.#scrub) place.append(scrub.element);
    this.#clock(controls);
    // In a line of their own where there is no room for all: those that are held belong side by side.
    const group = make('span', { class: 'actions' });
    const shown = controls.has('actions') ? actions : [];
    if (shown.length > 0) place.append(group);
    for (const action of shown) {
      const made = this.#button('action', null, action.label);
      group.append(made);
      made.title = [action.label, ...keySigns(action)].join(' ');
      input.bind(made, action);
    }
    this.#choices(controls);
    this.#sliders.clear();
    for (const param of controls.has('params') ? params : []) {
      const slider = new Slider(param, 'param', (value) => setParam(param.name, value));
      this.#sliders.set(param.name, slider);
      place.append(slider.element);
    }
  }

  #button(name: string, pressed: (() => void) | null, ...children: (Node | string)[]): HTMLButtonElement {
    const made = make('button', { type: 'button', class: name, part: `button ${name}` }, ...children);
    if (pressed) made.addEventListener('click', pressed);
    this.#place.append(made);
    return made;
  }

  #select(
    label: string,
    options: readonly (readonly [value: string, text: string])[],
    chosen: (value: string) => void,
  ): HTMLSelectElement {
    const made = make('select', { part: 'select' }, ...options.map(([value, text]) => make('option', { value }, text)));
    made.addEventListener('change', () => chosen(made.value));
    this.#place.append(make('label', {}, label, made));
    return made;
  }

  #clock(controls: ReadonlySet<Control>): void {
    const { toggle, step, back, rewind, reset } = this.#options;
    this.#play = controls.has('play') ? this.#button('play', toggle) : undefined;
    if (controls.has('back')) {
      const made = this.#button('back', null, icon('back'), 'Back');
      made.title = 'One step back; hold to run backwards';
      holdable(made, back, rewind);
    }
    if (controls.has('step')) this.#button('step', step, icon('step'), 'Step');
    if (controls.has('reset')) this.#button('reset', reset, icon('reset'), 'Reset');
  }

  #choices(controls: ReadonlySet<Control>): void {
    const { setContacts, setSpeed, setSolver } = this.#options;
    if (controls.has('contacts') || controls.has('speed') || controls.has('solver'))
      this.#place.append(make('span', { class: 'gap' }));
    this.#solver = controls.has('solver')
      ? this.#select('Solver', Object.entries(kSolverLabels), setSolver)
      : undefined;
    this.#speed = controls.has('speed')
      ? this.#select(
          'Playback speed',
          kSpeeds.map((speed) => [String(speed), `${speed}×`]),
          (value) => setSpeed(Number(value)),
        )
      : undefined;
    this.#contacts = controls.has('contacts')
      ? this.#button(
          'contacts',
          () => setContacts(this.#contacts?.getAttribute('aria-pressed') !== 'true'),
          icon('contacts'),
          'Contacts',
        )
      : undefined;
  }

  /** Shows the position in the recording. `origin` is the step at which the recording began. */
  showTime(origin: number, { first, last, step }: Pick<Tape, 'first' | 'last' | 'step'>): void {
    this.#scrub?.range(origin + first, origin + last);
    this.#scrub?.show(origin + step);
  }

  show({ playing, layers, speed, solver, params }: ToolbarState): void {
    for (const [name, slider] of this.#sliders) if (params[name] !== undefined) slider.show(params[name]);
    this.#play?.replaceChildren(icon(playing ? 'pause' : 'play'), playing ? 'Pause' : 'Play');
    this.#contacts?.setAttribute('aria-pressed', String(layers.contacts || layers.impulses));
    if (this.#speed) choose(this.#speed, String(speed));
    if (this.#solver) choose(this.#solver, solver);
  }
}
