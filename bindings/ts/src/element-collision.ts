// `impulse2d/element/collision`: the view of `<impulse-collision>`, which shows how the engine computes the contact of
// two shapes. It is a separate entry that the element loads on demand. It imports only types of the other modules; the
// element passes the functions that it needs.

import type { draw, Theme } from './draw.js';
import type { refuse } from './element/attributes.js';
import { paintCollision } from './element/collision_paint.js';
import { metres, shadowsOf, stopsOf, type Shadows, type Stop } from './element/collision_stops.js';
import { isDark } from './element/is_dark.js';
import { make } from './element/shadow.js';
import type { Body, init, presets, ShapeDef, Vec2, World } from './index.js';
import type { CollisionTrace } from './trace.js';

export type { Shadows, Stop } from './element/collision_stops.js';

/** The functions of the engine that the view uses. */
export interface CollisionTools {
  readonly init: typeof init;
  readonly presets: typeof presets;
  readonly World: typeof World;
  readonly draw: typeof draw;
  readonly themes: { readonly light: Theme; readonly dark: Theme };
  readonly refuse: typeof refuse;
}

/** The part of the element that its view uses. */
export interface CollisionHost extends HTMLElement {
  a: string;
  b: string;
}

const ngon = (n: number, r: number): [number, number][] =>
  Array.from({ length: n }, (_, k) => [r * Math.cos((2 * Math.PI * k) / n), r * Math.sin((2 * Math.PI * k) / n)]);

const kShapes: Record<string, readonly [label: string, def: ShapeDef]> = {
  box: ['Box', { type: 'box', width: 2, height: 2 }],
  plank: ['Plank', { type: 'box', width: 3.4, height: 0.8 }],
  triangle: [
    'Triangle',
    {
      type: 'polygon',
      points: [
        [-1.2, -0.8],
        [1.2, -0.8],
        [0, 1.3],
      ],
    },
  ],
  hexagon: ['Hexagon', { type: 'polygon', points: ngon(6, 1.2) }],
  rounded: ['Rounded box', { type: 'box', width: 1.6, height: 1.2, radius: 0.3 }],
  circle: ['Circle', { type: 'circle', radius: 1 }],
  capsule: ['Capsule', { type: 'capsule', a: [-1, 0], b: [1, 0], radius: 0.5 }],
  segment: ['Segment', { type: 'segment', a: [-1.4, 0], b: [1.4, 0] }],
};
const kVariants = ['aOnlySat', 'intervalOverlap', 'deepestPointOnly', 'insideCircle'] as const;
const kSpan = 8; // m across that are always seen
const kTall = 6; // m up
const kMove = 0.05; // m a press; a fifth of it with Shift
const kTurn = Math.PI / 36; // rad a press
const kSides = ['a', 'b'] as const;
const kPrint = ['beforeprint', 'afterprint'] as const;
const kStart = { a: 'box,0,-0.6,0', b: 'box,0.7,1.15,0.18' };

type Which = (typeof kSides)[number];

// A change of colours takes a millisecond, so that it is an event. Browsers without transitions of custom properties
// read those with the next picture. The direction is that of the words, which are English, and of the numbers, which
// have signs.
const kSheet = `
:host { display: block; contain: layout style; font: 15px/1.45 var(--impulse-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif) }
:host([hidden]) { display: none }
canvas { display: block; width: 100%; height: var(--impulse-height, 380px); box-sizing: border-box; border-radius: var(--impulse-radius, 8px);
  --_a: var(--impulse-a, #b53a17); --_b: var(--impulse-b, #1f6478); color: var(--impulse-ink, #22282c); background: var(--impulse-paper, #fff);
  text-decoration-color: CanvasText; box-shadow: 0 0 0 1px var(--impulse-line, #8884);
  user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; touch-action: pan-y }
canvas.dark { --_a: var(--impulse-a, #ff8a5c); --_b: var(--impulse-b, #6fc0d8); color: var(--impulse-ink, #ece7dc); background: var(--impulse-paper, #14181c) }
:focus-visible { outline: 2.5px solid var(--impulse-accent, currentColor); outline-offset: 2px }
canvas { transition: text-decoration-color 1ms; transition-behavior: allow-discrete; transition-property: text-decoration-color, --impulse-a, --impulse-b, --impulse-ink, --impulse-paper }
p { transition: color 1ms }
canvas, .bar, .axes, p { direction: ltr }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; margin-top: 10px }
.bar label { flex: 1 1 9em; display: flex; align-items: center; gap: .6em; min-width: 0 }
input { flex: 1; min-width: 5em; min-height: 36px; margin: 0; accent-color: var(--impulse-accent, #b53a17) }
canvas.dark ~ .bar input { accent-color: var(--impulse-accent, #ff8a5c) }
button { min-width: 44px; min-height: 40px; padding: 0 .7em; border: 1px solid var(--impulse-line, #8888); border-radius: 7px; background: none; color: inherit; font: inherit; cursor: pointer; touch-action: manipulation }
[aria-disabled='true'] { opacity: .4; cursor: default }
[aria-pressed='true'] { border-color: currentColor; font-weight: 600 }
.axes { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 8px; font-variant-numeric: tabular-nums }
p { margin: 10px 0 0; min-height: 4.4em }
p b { font-weight: 600 }
.error { background: #8c1d18; color: #fff; padding: 8px 12px; min-height: 0; white-space: pre-line; overflow-wrap: anywhere }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; min-height: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
[hidden] { display: none }
@media (pointer: coarse) { button, input { min-height: 44px } }
@media print { .bar, .axes { display: none } }
`;

let sheet: CSSStyleSheet | undefined;

/** The shapes that `a` and `b` of `<impulse-collision>` accept: name and label. */
export const collisionShapes: readonly (readonly [name: string, label: string])[] = Object.entries(kShapes).map(
  ([name, [label]]) => [name, label],
);

/** The view inside an `<impulse-collision>`. The element forwards its properties and methods to it. */
export class CollisionView {
  readonly #host: CollisionHost;
  readonly #tools: CollisionTools;
  #world: World | null = null;
  #bodies: Record<Which, Body> | null = null;
  #trace: CollisionTrace | null = null;
  #rows: Shadows[] = [];
  #stops: Stop[] = [];
  #moving: Which = 'b';
  #axis: number | null = null;
  #dirty = false;
  #grip: (Vec2 & { which: Which; turning: boolean }) | null = null;
  #size = { width: 1, height: 1 };
  #watch: ResizeObserver | null = null;
  readonly #print = (): void => this.#look(); // there is no frame before it
  readonly #canvas: HTMLCanvasElement;
  readonly #slider: HTMLInputElement;
  readonly #name: HTMLOutputElement;
  readonly #back: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #axes: HTMLElement;
  readonly #words: HTMLElement;
  readonly #error: HTMLElement;
  readonly #slot = make('slot');
  /** By the attribute that they are about. */
  readonly #problems = new Map<string, string>();

  constructor(host: CollisionHost, tools: CollisionTools) {
    this.#host = host;
    this.#tools = tools;
    const root = host.shadowRoot!;
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(kSheet);
    }
    root.adoptedStyleSheets = [sheet];
    const button = (text: string, label: string, by: number): HTMLButtonElement => {
      const made = make('button', { type: 'button', part: 'button', 'aria-label': label }, text);
      made.addEventListener('click', () => (this.stop += by));
      return made;
    };
    this.#canvas = make('canvas', { part: 'canvas', tabindex: '0', role: 'application', 'aria-describedby': 'keys' });
    this.#slider = make('input', { type: 'range', min: '1', max: '5', step: '1', 'aria-label': 'Stop' });
    this.#slider.addEventListener('input', () => (this.stop = this.#slider.valueAsNumber));
    this.#name = make('output');
    this.#back = button('‹', 'Stop before', -1);
    this.#next = button('›', 'Next stop', 1);
    this.#axes = make('div', { class: 'axes', part: 'axes', role: 'group', 'aria-label': 'Axis' });
    this.#words = make('p', { part: 'words', role: 'status' });
    this.#error = make('p', { class: 'error', role: 'alert', hidden: '' });
    root.replaceChildren(
      this.#canvas,
      make('div', { class: 'bar', part: 'bar' }, this.#back, this.#next, make('label', {}, this.#slider), this.#name),
      this.#axes,
      this.#error,
      this.#words,
      make(
        'p',
        { id: 'keys', class: 'unseen' },
        'Arrows move a shape, brackets turn it, A and B choose it, Shift goes gently, comma and full stop go to the stop before and the next.',
      ),
      this.#slot,
    );
    root.addEventListener('transitionend', () => this.#changed());
    this.#bindPointer();
    host.addEventListener('keydown', (event) => this.#key(event));
  }

  // --- what the element hands on ------------------------------------------------------------------------------------

  get stop(): number {
    const asked = Number(this.#host.getAttribute('stop') ?? 1);
    return Math.min(this.#stops.length || 5, Number.isInteger(asked) && asked > 0 ? asked : 1);
  }
  set stop(stop: number) {
    this.#host.setAttribute('stop', String(Math.max(1, Math.min(this.#stops.length || 5, stop))));
  }

  /** Which of `shadows` is shown while shapes are projected; null is the one that decides. */
  get axis(): number | null {
    return this.#axis;
  }
  set axis(axis: number | null) {
    if (axis !== null && !this.#rows[axis])
      throw this.#tools.refuse('axis', axis, `a whole number below ${this.#rows.length}, or null`);
    this.#axis = axis;
    this.#changed();
  }

  /** Which shape keys move. */
  get moving(): 'a' | 'b' {
    return this.#moving;
  }
  set moving(which: 'a' | 'b') {
    this.#need(which, 'moving');
    this.#moving = which;
    this.#changed();
  }

  /** The trace of the engine; null before it is ready. */
  get trace(): CollisionTrace | null {
    return this.#trace;
  }
  /** The axes tested, parallel ones together. */
  get shadows(): readonly Shadows[] {
    return this.#rows;
  }
  /** The stops of the pair as it stands, with their words. */
  get stops(): readonly Stop[] {
    return this.#stops;
  }
  get world(): World | null {
    return this.#world;
  }
  get bodies(): { readonly a: Body; readonly b: Body } | null {
    return this.#bodies;
  }

  #need(which: Which, path: string): void {
    if (!kSides.includes(which)) throw this.#tools.refuse(path, which, "'a' or 'b'");
  }

  /** Moves a shape to a position in m and an angle in rad. It stays within the picture. */
  place(which: 'a' | 'b', { x, y }: Vec2, angle: number): void {
    this.#need(which, 'which');
    if (!this.#bodies) return;
    const within = (value: number, most: number): number => Math.min(most / 2, Math.max(-most / 2, value));
    const short = (value: number): string => String(+value.toFixed(3) || 0);
    const turned = Math.atan2(Math.sin(angle), Math.cos(angle));
    this.#host[which] = [
      this.#bodies[which].userData, // the attribute may be invalid
      short(within(x, kSpan)),
      short(within(y, kTall)),
      short(turned),
    ].join(',');
  }

  /** CSS pixels from the picture's corner. */
  toScreen(x: number, y: number): Vec2 {
    return { x: this.#size.width / 2 + x * this.#scale, y: this.#size.height / 2 - y * this.#scale };
  }
  /** Metres. */
  toWorld(x: number, y: number): Vec2 {
    return { x: (x - this.#size.width / 2) / this.#scale, y: (this.#size.height / 2 - y) / this.#scale };
  }
  get #scale(): number {
    return Math.min(this.#size.width / kSpan, this.#size.height / kTall);
  }

  // --- life ---------------------------------------------------------------------------------------------------------

  async enter(): Promise<void> {
    try {
      await this.#tools.init();
      this.#slot.hidden = true;
      this.#settle('');
    } catch (error) {
      return this.#fail('', error);
    }
    if (!this.#host.isConnected || this.#world) return;
    const world = new this.#tools.World({ gravity: [0, 0] });
    this.#world = world;
    const made = (): Body => world.createBody({ userData: '' });
    this.#bodies = { a: made(), b: made() };
    for (const which of kSides) {
      this.#put(which, kStart[which]); // what stays if the attribute is invalid
      this.#put(which, this.#host[which]);
    }
    this.#vary();
    this.#watch = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.#canvas;
      this.#size = { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
      this.#changed();
    });
    this.#watch.observe(this.#canvas);
    for (const event of kPrint) addEventListener(event, this.#print);
  }

  leave(): void {
    this.#watch?.disconnect();
    for (const event of kPrint) removeEventListener(event, this.#print);
    this.#world?.destroy();
    this.#world = this.#bodies = this.#trace = null;
  }

  attribute(name: string, now: string | null): void {
    if (!this.#world) return;
    if (name === 'a' || name === 'b') this.#put(name, now ?? kStart[name]);
    if (name === 'literal') this.#vary();
    this.#changed();
  }

  #fail(path: string, error: unknown): void {
    this.#settle(path, (error as Error).message);
    console.error(error);
  }

  #settle(path: string, problem?: string): void {
    this.#problems.delete(path);
    if (problem) this.#problems.set(path, problem);
    this.#error.textContent = [...this.#problems.values()].join('\n');
    this.#error.hidden = this.#problems.size === 0;
  }

  /** Sets shape and pose of a body from the attribute, unless it is invalid. */
  #put(which: Which, text: string): void {
    const [name = '', ...rest] = text.split(',').map((word) => word.trim());
    const [x, y, angle] = rest.map((word) => (word === '' ? NaN : Number(word)));
    const known = Object.hasOwn(kShapes, name) ? kShapes[name] : undefined;
    if (
      !known ||
      rest.length !== 3 ||
      ![x, y, angle].every((value) => Number.isFinite(value) && Math.abs(value!) <= 100)
    ) {
      this.#fail(
        which,
        this.#tools.refuse(
          which,
          text,
          `shape,x,y,angle with a shape of ${Object.keys(kShapes).join(', ')} and finite numbers up to 100`,
        ),
      );
      return;
    }
    this.#settle(which);
    const body = this.#bodies![which];
    if (body.userData !== name) {
      for (const shape of body.shapes) shape.destroy();
      body.createShape(known[1]);
      body.userData = name;
    }
    body.setTransform([x!, y!], angle!);
    this.#axis = null;
  }

  #vary(): void {
    const words = (this.#host.getAttribute('literal') ?? '').split(/\s+/).filter(Boolean);
    const wrong = words.find((word) => !(kVariants as readonly string[]).includes(word));
    if (wrong !== undefined)
      return this.#fail('literal', this.#tools.refuse('literal', wrong, `words of ${kVariants.join(', ')}`));
    this.#settle('literal');
    this.#world!.solver = {
      ...this.#tools.presets.umbra,
      literal: Object.fromEntries(kVariants.map((name) => [name, words.includes(name)])),
    };
  }

  #changed(): void {
    if (this.#dirty || !this.#world) return;
    this.#dirty = true;
    requestAnimationFrame(() => {
      this.#dirty = false;
      if (!this.#world || !this.#bodies) return;
      this.#look();
      this.#host.dispatchEvent(new Event('change'));
    });
  }

  /** Compares the shapes where they stand, paints and writes. */
  #look(): void {
    const { a, b } = this.#bodies!;
    const trace = this.#world!.collisionTrace(a, b)[0]!;
    this.#trace = trace;
    this.#rows = shadowsOf(trace);
    if (this.#axis !== null && !this.#rows[this.#axis]) this.#axis = null;
    const decides = this.#rows.findIndex(({ chosen }) => chosen);
    this.#stops = stopsOf(trace, this.#rows, this.#rows[this.#axis ?? 0]!);
    const index = this.stop;
    const stop = this.#stops[index - 1]!;
    // The axis chosen by hand; without one the first while shapes are projected, and then the one that decides.
    const row = this.#axis ?? (stop.name === 'project' ? 0 : decides);
    const shown = this.#rows[row]!;
    this.#write(index, stop, row);
    const ratio = Math.min(2, devicePixelRatio);
    const { width, height } = this.#size;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    for (const change of this.#canvas.getAnimations()) change.finish(); // on paper there is no time for them
    const style = getComputedStyle(this.#canvas);
    const dark = isDark(this.#host, style.textDecorationColor);
    this.#canvas.classList.toggle('dark', dark);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    const { color: ink, backgroundColor: paper } = style;
    const mix = (share: number): string => `color-mix(in srgb, ${ink} ${share}%, ${paper})`;
    const { draw, themes } = this.#tools;
    paintCollision(this.#canvas.getContext('2d')!, {
      draw,
      theme: dark ? themes.dark : themes.light,
      world: this.#world!,
      trace,
      stop: stop.name,
      shown,
      width,
      height,
      ratio,
      scale: this.#scale,
      colors: {
        a: color('--_a'),
        b: color('--_b'),
        ink,
        soft: mix(66),
        rule: mix(38),
        paper,
      },
      moving: this.#moving === 'a' ? 'A' : 'B',
    });
  }

  #write(index: number, stop: Stop, row: number): void {
    const last = this.#stops.length;
    this.#slider.max = String(last);
    this.#slider.value = String(index);
    this.#slider.setAttribute('aria-valuetext', `${index} of ${last}: ${stop.title}`);
    this.#name.value = `${index} of ${last}`;
    // Not `disabled`: that would take the focus away.
    this.#back.setAttribute('aria-disabled', String(index === 1));
    this.#next.setAttribute('aria-disabled', String(index === last));
    const words = `${stop.title}. ${stop.text}`;
    if (this.#words.textContent !== words)
      this.#words.replaceChildren(make('b', {}, `${stop.title}.`), ` ${stop.text}`);
    const label = (which: Which): string => kShapes[this.#bodies![which].userData as string]![0];
    const { points } = this.#trace!;
    const deepest = Math.min(...points.map(({ separation }) => separation));
    this.#canvas.setAttribute(
      'aria-label',
      `${label('a')} A and ${label('b')} B: ` +
        (points.length === 0
          ? 'no points'
          : `${points.length} point${points.length === 1 ? '' : 's'}, ${Math.abs(deepest).toFixed(3)} m ${deepest < 0 ? 'deep' : 'apart'}`) +
        `. Stop ${index} of ${last}: ${stop.title}.`,
    );
    this.#axes.hidden = stop.name !== 'project';
    const buttons = this.#axes.children;
    const names = this.#rows.map(({ name, overlap }) => `${name}: ${metres(overlap, 2)} m`);
    if (buttons.length !== names.length) {
      this.#axes.replaceChildren(
        ...names.map((_, i) => {
          const chip = make('button', { type: 'button', part: 'button' });
          chip.addEventListener('click', () => (this.axis = i));
          return chip;
        }),
      );
    }
    names.forEach((name, i) => {
      buttons[i]!.textContent = name;
      buttons[i]!.setAttribute('aria-pressed', String(i === row));
    });
  }

  // --- pointer and keys ---------------------------------------------------------------------------------------------

  #bindPointer(): void {
    const canvas = this.#canvas;
    const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Vec2 => {
      const box = canvas.getBoundingClientRect();
      return this.toWorld(clientX - box.left, clientY - box.top);
    };
    canvas.addEventListener('pointerdown', (event) => {
      if (!this.#bodies) return;
      const point = at(event);
      const which = this.#under(point);
      if (which) this.moving = which;
      // Beside both: the one that is chosen turns.
      this.#grip = { which: which ?? this.#moving, ...point, turning: which === null };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!this.#bodies) return;
      const point = at(event);
      const grip = this.#grip;
      canvas.style.cursor = grip ? 'grabbing' : this.#under(point) ? 'grab' : 'default';
      if (!grip) return;
      const { position, angle } = this.#bodies[grip.which];
      if (grip.turning) {
        const angleOf = (p: Vec2): number => Math.atan2(p.y - position.y, p.x - position.x);
        this.place(grip.which, position, angle + angleOf(point) - angleOf(grip));
      } else {
        this.place(grip.which, { x: position.x + point.x - grip.x, y: position.y + point.y - grip.y }, angle);
      }
      this.#grip = { ...grip, ...point };
    });
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => (this.#grip = null));
    // A finger on a shape drags it; one beside both scrolls the page, unless the page says `touch-action: none`.
    canvas.addEventListener(
      'touchstart',
      (event) => {
        const touch = event.touches[0];
        if (event.touches.length === 1 && touch && this.#bodies && this.#under(at(touch))) event.preventDefault();
      },
      { passive: false },
    );
  }

  #under({ x, y }: Vec2): Which | null {
    const reach = 14 / this.#scale; // forgives a finger, and finds a segment
    const near = this.#world!.overlap({ shape: { type: 'circle', radius: reach }, position: [x, y] });
    const inside = this.#world!.overlap({ point: [x, y] });
    const { a } = this.#bodies!;
    const body = [...inside, ...near].map((shape) => shape.body);
    const chosen = this.#bodies![this.#moving];
    if (inside.some((shape) => shape.body === chosen)) return this.#moving;
    return body[0] ? (body[0] === a ? 'a' : 'b') : null;
  }

  #key(event: KeyboardEvent): void {
    const target = event.composedPath()[0] as HTMLInputElement;
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#bodies) return;
    if (target.type === 'range' && event.key.startsWith('Arrow')) return;
    const { position, angle } = this.#bodies[this.#moving];
    const fine = event.shiftKey ? 0.2 : 1;
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const turn = { '[': 1, '{': 1, ']': -1, '}': -1 }[event.key];
    const step = { ',': -1, '.': 1 }[event.key];
    const which = event.key.toLowerCase();
    if (move) {
      const [dx, dy] = move as [number, number];
      this.place(this.#moving, { x: position.x + fine * kMove * dx, y: position.y + fine * kMove * dy }, angle);
    } else if (turn) this.place(this.#moving, position, angle + fine * turn * kTurn);
    else if (step) this.stop += step;
    else if (which === 'a' || which === 'b') this.moving = which;
    else return;
    event.preventDefault();
  }
}
