// `impulse2d/element/solver`: the view of `<impulse-solver>`, which shows one step substep by substep, pass by pass,
// contact by contact and joint by joint. It is a separate entry that the element loads on demand.

import type { Body } from './body.js';
import type { Contact } from './contacts.js';
import type { View } from './element/figure.js';
import { format } from './element/quantity.js';
import { adopt, make } from './element/shadow.js';
import type { SolverStage, SolverTrace } from './trace.js';
import type { Vec2 } from './types.js';
import type { World } from './world.js';

const kSheet = `
:host { display: block }
.panel { display: grid; gap: 6px; font: 14px/1.4 var(--impulse-font, system-ui, sans-serif) }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px }
canvas { display: block; width: 100%; height: var(--impulse-solver-height, 250px); cursor: pointer }
button {
  min-height: 36px; padding: 0 .6em; border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: 7px;
  background: none; color: inherit; font: inherit; cursor: pointer; touch-action: manipulation;
}
button { min-width: 36px }
button:hover { background: color-mix(in srgb, currentColor 10%, transparent) }
button:focus-visible, input:focus-visible { outline: 2.5px solid var(--impulse-accent, currentColor); outline-offset: 1px }
input { flex: 1 1 8em; min-width: 5em; min-height: 36px; margin: 0; accent-color: var(--impulse-accent, var(--_accent, #b53a17)) }
p { margin: 0; font-variant-numeric: tabular-nums }
.soft { opacity: .8 }
@media (pointer: coarse) { button, input { min-height: 44px } }
@media print { .row { display: none } }
`;

const kStages: Readonly<Record<SolverStage, string>> = {
  start: 'Start: forces are in, and the impulses, if any, that warm starting begins with',
  solve: 'Solve: a pass over the velocities',
  relax: 'Relax: a pass that takes the push out of overlap out of the velocities again',
  position: 'Position: a pass over the positions',
  bounce: 'Bounce: restitution, and no energy gained',
  impact: 'Impact: a pass over colliding contacts, in which no time passes',
  joints: 'Joints: their velocities, before the bodies move and contacts are found',
};
const kPause = 160; // ms between two stops while it plays
const kFine = 1e-6; // N s: below, nothing changed
const kUnit = 'N\u202fs';

/**
 * Writes two impulses and their difference in one unit, N s or mN s: with four figures of the larger, so that none is 0
 * that is not, and two that differ look different.
 */
function scaleOf(unit: string, a: number, b: number): (value: number, bare?: boolean) => string {
  const most = Math.max(a, b);
  const milli = most >= kFine && most < 0.01 ? 'm' : '';
  const factor = milli ? 1000 : 1;
  let digits = 0;
  const say = (value: number, bare?: boolean): string =>
    (value < kFine ? '0' : format(factor * value, digits, '')) + (bare ? '' : `\u202f${milli}${unit}`);
  const alike = (p: number, q = 0): boolean => Math.abs(p - q) >= kFine && parseFloat(say(p)) === parseFloat(say(q));
  const poor = (): boolean => alike(a) || alike(b) || alike(a, b) || alike(Math.abs(a - b));
  while (digits < 6 && (factor * most < 10 ** (3 - digits) || poor())) digits++;
  return say;
}

const kGauges = 150; // contacts and joints: with more, only the active one has its residual beside it
const kScale = 40; // px at the right of the charts, for what their tops and bottoms are worth
const kRoom = 16; // px a metre, likewise: with less, gauges would hide the bodies

/** A residual in words. */
const told = (value: number): string => (value < 1e-7 ? '0' : String(Number(value.toPrecision(2))));

/** What a line of a chart is worth: a number, or where it is small digits times a power of ten. */
function worth(value: number): string {
  if (value <= 0 || value >= 1e-3) return told(value);
  const [digit, power = ''] = value.toExponential(0).split('e-');
  return `${digit === '1' ? '' : `${digit}·`}10⁻${[...power].map((figure) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(figure)]).join('')}`;
}

/** In which contact after contact changes; the others are shown as a whole. */
const inOrder = (stage: SolverStage): boolean => stage !== 'start' && stage !== 'position';

export interface SolverViewOptions {
  /** The world whose last step is shown. Its `trace` must have been true in that step. */
  readonly world: () => World | null;
  /** Another place of the step is shown: the picture should be drawn again. */
  readonly changed: () => void;
}

/** A contact point, or a joint with its rows. */
interface Item {
  readonly x: number;
  readonly y: number;
  /** Of the contact: from A to B. */
  readonly normal?: Vec2;
  readonly point: number; // -1 for a joint
  readonly rows: readonly number[];
  readonly direct: boolean;
  /** A joint that gives a torque alone, in N m s. */
  readonly turns: boolean;
  /** Of the contact; NaN where it is gone. */
  readonly friction: number;
}

const unitOf = ({ turns }: Item): string => (turns ? 'N\u202fm\u202fs' : kUnit);

/** An item after a pass. */
interface Values {
  /** N s, or N m s: how strong the impulse is. */
  readonly impulse: number;
  /** N s, on B. */
  readonly vector: Vec2;
  readonly friction: number;
  /** m/s or rad/s. */
  readonly residual: number;
  /** m or rad: overlap, or how far a joint is from where it holds. */
  readonly error: number;
}

/** The items that are solved at once in one stop. */
type Stop = readonly Item[];

/** Powers of ten from the largest value down to what rounding leaves. */
class Decades {
  readonly top: number;
  readonly bottom: number;

  constructor(values: Iterable<number>) {
    let most = 1e-6;
    let least = 1;
    for (const value of values) {
      if (value > most) most = value;
      if (value > 0 && value < least) least = value;
    }
    this.top = Math.ceil(Math.log10(most));
    this.bottom = Math.min(this.top - 2, Math.max(-7, Math.floor(Math.log10(least))));
  }
  /** 0 to 1. */
  share(value: number): number {
    const power = Math.log10(Math.max(value, 1e-12));
    return Math.max(0, Math.min(1, (power - this.bottom) / (this.top - this.bottom)));
  }
}

/**
 * Shows one step of a world: charts of the residual after each pass and of the impulse and residual of each contact
 * and joint, with buttons and a slider to go through them. `draw` adds marks to a picture. Contacts and joints are in
 * the order of the solver. All joints of a direct solve are one stop.
 */
export class SolverView {
  /** The element to insert into the page. */
  readonly element = make('div');
  readonly #options: SolverViewOptions;
  readonly #canvas = make('canvas', { role: 'img', 'aria-label': 'Passes of a step' });
  readonly #slider = make('input', { type: 'range', min: '0', step: '1', 'aria-label': 'Pass' });
  readonly #where = make('p', { part: 'where' });
  readonly #what = make('p', { part: 'what', 'aria-live': 'polite' });
  readonly #legend = make('p', { class: 'soft', part: 'legend' });
  readonly #play: HTMLButtonElement;
  #trace: SolverTrace | null = null;
  #items: Item[] = [];
  /** N s. */
  #most = kFine;
  #residuals = new Decades([]);
  #errors = new Decades([]);
  /** By pass: the largest residual of a joint. */
  #ofJoints: number[] = [];
  /** Whether joints are solved in a pass of their own (substepped positions). */
  #apart = false;
  #pass = 0;
  #stops: readonly Stop[] = [];
  #stopOf: ReadonlyMap<Item, number> = new Map();
  /** How many stops of the pass are done; all in a pass that is shown as a whole. */
  #done = 0;
  #whole = true; // no stop in particular
  #timer = 0;
  #view: View | null = null;

  constructor(options: SolverViewOptions) {
    this.#options = options;
    const root = this.element.attachShadow({ mode: 'open' });
    adopt(root, kSheet);
    const button = (label: string, text: string, pressed: () => void): HTMLButtonElement => {
      const made = make('button', { type: 'button', 'aria-label': label, title: label }, text);
      made.addEventListener('click', () => {
        if (made !== this.#play) this.stop();
        pressed();
      });
      return made;
    };
    this.#play = button('Play the step, contact by contact', 'Play', () => (this.#timer ? this.stop() : this.play()));
    const row = make(
      'div',
      { class: 'row', role: 'group', 'aria-label': 'Inside the step' },
      button('Pass back', '«', () => this.go(this.#pass - 1)),
      button('Contact or joint back', '‹', () => this.contact(-1)),
      this.#play,
      button('Next contact or joint', '›', () => this.contact(1)),
      button('Next pass', '»', () => this.go(this.#pass + 1)),
      this.#slider,
    );
    this.#slider.addEventListener('input', () => {
      const pass = this.#slider.valueAsNumber;
      this.stop();
      this.go(pass);
    });
    this.#canvas.addEventListener('click', (event) => this.#click(event));
    root.append(make('div', { class: 'panel' }, row, this.#where, this.#what, this.#canvas, this.#legend));
    new ResizeObserver(() => this.#paint()).observe(this.#canvas);
  }

  /** Reads the last step and shows its end. Returns false if the world has no trace of it. */
  update(): boolean {
    const world = this.#options.world();
    const trace = world?.trace ? world.solverTrace() : null;
    this.#trace = trace && trace.stage.length > 0 ? trace : null;
    this.#items = [];
    if (!world || !this.#trace) {
      this.#tell();
      return false;
    }
    const { points, rows, stage, rowResidual } = this.#trace;
    const known = new Map<string, Contact>();
    for (const contact of world.contacts()) known.set(`${contact.shapeA.id} ${contact.shapeB.id}`, contact);
    points.forEach(({ x, y, normal, shapeA, shapeB }, point) => {
      const friction = known.get(`${shapeA?.id} ${shapeB?.id}`)?.friction ?? NaN;
      this.#items.push({ x, y, normal, point, rows: [], direct: false, turns: false, friction });
    });
    for (let r = 0; r < rows.length;) {
      const { joint, x, y, direct } = rows[r]!;
      const own: number[] = [];
      for (; rows[r]?.joint === joint && rows[r]!.x === x && rows[r]!.y === y; r++) own.push(r);
      const turns = own.every((i) => rows[i]!.angular);
      this.#items.push({ x, y, point: -1, rows: own, direct, turns, friction: NaN });
    }
    this.#apart = world.solver.type === 'substepped-position';
    this.#ofJoints = stage.map((_, i) => Math.max(0, ...rowResidual.subarray(i * rows.length, (i + 1) * rows.length)));
    this.#residuals = new Decades([...this.#trace.residual, ...this.#ofJoints]);
    this.#most = kFine;
    const errors: number[] = [];
    for (let pass = 0; pass < stage.length; pass++)
      for (const item of this.#items) {
        const { impulse, error } = this.#after(item, pass);
        this.#most = Math.max(this.#most, impulse);
        if (stage[pass] === 'position') errors.push(error);
      }
    this.#errors = new Decades(errors);
    const marks = ['line: impulse', 'tick: warm start', 'dashes: decrease'];
    marks.push('gauge: residual, full at the largest');
    if (rows.length > 0) marks.push('square: joint');
    this.#legend.textContent = `In the picture: ${marks.join('; ')}. In the charts of residuals a line is a power of ten.`;
    this.#slider.max = String(stage.length - 1);
    this.go(stage.length - 1);
    return true;
  }

  /**
   * Current position: the pass, and the number of its contacts and joints that are done. Joints of a direct solve count
   * as one.
   */
  get at(): { pass: number; contacts: number } {
    return { pass: this.#pass, contacts: this.#done };
  }

  /** Goes to the end of a pass, counted from 0. */
  go(pass: number): void {
    if (!this.#trace) return;
    this.#enter(Math.max(0, Math.min(this.#trace.stage.length - 1, pass)));
    this.#whole = true;
    this.#tell();
  }

  #enter(pass: number): void {
    this.#pass = pass;
    this.#stops = this.#stopsOf(pass);
    this.#stopOf = new Map(this.#stops.flatMap((stop, i) => stop.map((item) => [item, i] as const)));
    this.#done = this.#stops.length;
  }

  /** The stops of a pass in order; none in a pass that is shown as a whole. */
  #stopsOf(pass: number): readonly Stop[] {
    const { stage, jointsFirst, separation, points } = this.#trace!;
    const now = stage[pass]!;
    if (!inOrder(now)) return [];
    const contacts: Stop[] = [];
    const swept: Stop[] = [];
    const direct: Item[] = [];
    for (const item of this.#items) {
      if (item.point >= 0) {
        if (now !== 'joints' && !Number.isNaN(separation[pass * points.length + item.point]!)) contacts.push([item]);
      } else if (now === 'bounce' || this.#apart !== (now === 'joints')) continue;
      else if (item.direct) direct.push(item);
      else swept.push([item]);
    }
    const all = direct.length > 0 ? [direct] : [];
    // As the engine takes them (joint_solver.cpp).
    const joints = now === 'relax' || now === 'impact' ? [...all, ...swept] : [...swept, ...all];
    return jointsFirst[pass] ? [...joints, ...contacts] : [...contacts, ...joints];
  }

  /** Goes one contact or joint forward or back, also into the next or previous pass. */
  contact(direction: 1 | -1): void {
    const trace = this.#trace;
    if (!trace) return;
    const count = this.#stops.length;
    const first = Math.min(1, count);
    const whole = this.#whole;
    this.#whole = false;
    if (whole && direction < 0 && first < count) this.#done = count;
    else if (direction > 0 && this.#done < count) this.#done++;
    else if (direction < 0 && this.#done > first) this.#done--;
    else {
      const next = this.#pass + direction;
      if (next < 0 || next >= trace.stage.length) {
        this.#whole = whole;
        return;
      }
      this.#enter(next);
      if (direction > 0) this.#done = Math.min(1, this.#stops.length);
    }
    this.#tell();
  }

  /** Plays the step, from its beginning if it is at the end. */
  play(): void {
    const trace = this.#trace;
    if (!trace) return;
    if (this.#atEnd) this.go(0);
    // A large pile goes by in about half a minute: several stops at a time.
    const all = trace.stage.reduce((sum, _, pass) => sum + this.#stopsOf(pass).length, 0);
    const stride = Math.max(1, Math.round(all / 200));
    this.#timer = window.setInterval(() => {
      for (let i = 0; i < stride; i++) this.contact(1);
      if (this.#atEnd) this.stop();
    }, kPause);
    this.#tell();
  }

  stop(): void {
    if (this.#timer === 0) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#tell();
  }

  get #atEnd(): boolean {
    return this.#pass === this.#trace!.stage.length - 1 && this.#done === this.#stops.length;
  }

  // --- what items are worth -----------------------------------------------------------------------------------------

  #after({ point, rows: own, normal, turns }: Item, pass: number): Values {
    const trace = this.#trace!;
    if (point >= 0) {
      const at = pass * trace.points.length + point;
      const impulse = trace.normalImpulse[at]!;
      return {
        impulse,
        vector: { x: normal!.x * impulse, y: normal!.y * impulse },
        friction: trace.tangentImpulse[at]!,
        residual: trace.normalResidual[at]!,
        error: Math.max(0, -trace.separation[at]! || 0),
      };
    }
    const vector = { x: 0, y: 0 };
    let [residual, error, torque] = [0, 0, 0];
    for (const r of own) {
      const { direction, angular } = trace.rows[r]!;
      const at = pass * trace.rows.length + r;
      const impulse = trace.rowImpulse[at]!;
      vector.x += direction.x * impulse;
      vector.y += direction.y * impulse;
      if (angular) torque += impulse;
      residual = Math.max(residual, trace.rowResidual[at]!);
      error = Math.max(error, Math.abs(trace.rowError[at]!));
    }
    const impulse = turns ? Math.abs(torque) : Math.hypot(vector.x, vector.y);
    return { impulse, vector, friction: 0, residual, error };
  }

  /** Where the view is, before its last visit, and in the substep's start, where warm starting put it. */
  #shown(item: Item): Values & { readonly before: Values; readonly start: number } {
    const { stage } = this.#trace!;
    const pass = this.#pass;
    const at = this.#stopOf.get(item) ?? -1;
    const shown = this.#whole || at < this.#done ? pass : pass - 1;
    const now = this.#after(item, Math.max(0, shown));
    let start = pass;
    while (start > 0 && stage[start] !== 'start') start--;
    const first = stage[shown] === 'start' || stage[shown] === 'joints' || shown < 1;
    return {
      ...now,
      before: first ? now : this.#after(item, shown - 1),
      start: stage[start] === 'start' ? this.#after(item, start).impulse : 0,
    };
  }

  /** The stop that was solved last; empty if the pass is shown as a whole. */
  get #active(): Stop {
    return this.#whole ? [] : (this.#stops[this.#done - 1] ?? []);
  }

  #slides(item: Item, { impulse, friction }: Values): boolean {
    const most = item.friction * impulse;
    return impulse > kFine && Math.abs(friction) >= most * (1 - 1e-4);
  }

  /** 0 to 1: what is left to do, by powers of ten. After a pass over positions that is a distance. */
  #left({ residual, error }: Values): number {
    return this.#trace!.stage[this.#pass] === 'position' ? this.#errors.share(error) : this.#residuals.share(residual);
  }

  // --- words --------------------------------------------------------------------------------------------------------

  #tell(): void {
    const trace = this.#trace;
    this.#play.textContent = this.#timer ? 'Pause' : 'Play';
    this.#what.setAttribute('aria-live', this.#timer ? 'off' : 'polite');
    this.#canvas.style.display = trace ? 'block' : 'none'; // an empty chart would only take room
    if (!trace) {
      this.#where.textContent = 'Make a step to inspect it.';
      this.#what.textContent = this.#legend.textContent = '';
      this.#paint();
      return;
    }
    const pass = this.#pass;
    const stage = trace.stage[pass]!;
    const substeps = Math.max(...trace.substep) + 1;
    let nth = 1;
    for (let i = pass - 1; i >= 0 && trace.stage[i] === stage && trace.substep[i] === trace.substep[pass]; i--) nth++;
    const substep = substeps > 1 && stage !== 'impact' ? `Substep ${trace.substep[pass]! + 1} of ${substeps}. ` : '';
    const number = nth > 1 || trace.stage[pass + 1] === stage ? ` (${nth})` : '';
    const left = [
      trace.points.length > 0 && stage !== 'joints' && `residual ${told(trace.residual[pass]!)} m/s`,
      trace.rows.length > 0 && `residual of joints ${told(this.#ofJoints[pass]!)} m/s`,
    ];
    const residual = left.filter(Boolean).join(', ') || 'nothing to solve';
    this.#where.textContent = `${substep}${kStages[stage]}${number}; ${residual}.`;
    this.#what.textContent = this.#sentence();
    this.#slider.value = String(pass);
    this.#slider.setAttribute('aria-valuetext', `${pass + 1} of ${trace.stage.length}, ${stage}, ${residual}`);
    this.#paint();
    this.#options.changed();
  }

  #sentence(): string {
    const { points, rows, stage } = this.#trace!;
    const joints = this.#items.length - points.length;
    if (this.#items.length === 0) {
      const asleep = this.#options.world()?.awakeCount === 0;
      return asleep ? 'All bodies sleep, so nothing is solved. Drag one.' : 'No contacts.';
    }
    const active = this.#active;
    if (active.length === 0) {
      const counts = [];
      if (points.length > 0) counts.push(points.length > 1 ? `${points.length} contact points` : 'one contact point');
      if (joints > 0) counts.push(joints > 1 ? `${joints} joints` : 'one joint');
      let left = '';
      if (stage[this.#pass] === 'position') {
        const most = (list: readonly Item[]): number => Math.max(0, ...list.map((item) => this.#shown(item).error));
        const gaps = [];
        if (points.length > 0)
          gaps.push(`deepest overlap ${format(1000 * most(this.#items.slice(0, points.length)), 3, 'mm')}`);
        if (joints > 0)
          gaps.push(`widest gap of a joint ${format(1000 * most(this.#items.slice(points.length)), 3, 'mm')}`);
        left = `: ${gaps.join(', ')}`;
      }
      const all = points.length + joints > 1 ? 'All' : 'The';
      return `${all} ${counts.join(' and ')}${left}.`;
    }
    const item = active[0]!;
    if (item.direct) return this.#direct(active);
    const name = (body: Body | null | undefined): string =>
      body === null ? 'the world' : body ? body.name || `body ${body.slot}` : 'a destroyed body';
    const values = this.#shown(item);
    const { impulse: now, before, start, residual } = values;
    const say = scaleOf(unitOf(item), before.impulse, now);
    const change = now - before.impulse;
    const by = `by ${say(Math.abs(change))}`;
    const grown = Math.abs(change) < kFine ? 'stays' : change > 0 ? `grows ${by}` : `shrinks ${by}`;
    const point = points[item.point];
    const joint = rows[item.rows[0]!]?.joint;
    const notes = [
      point && now === 0 && before.impulse > 0 && 'clamped at 0: the bodies separate',
      point && this.#slides(item, values) && 'friction is clamped at its limit: it slides',
      start > kFine && `warm start: ${scaleOf(unitOf(item), start, start)(start)}`,
      `residual after the pass ${told(residual)} ${item.turns ? 'rad/s' : 'm/s'}`,
    ].filter(Boolean);
    const who = point
      ? `Contact ${item.point + 1} of ${points.length}, ${name(point.shapeA?.body)} on ${name(point.shapeB?.body)}`
      : `Joint ${this.#items.indexOf(item) - points.length + 1} of ${joints}, ${joint?.type ?? 'gone'}, ${name(joint?.bodyA)} with ${name(joint?.bodyB)}`;
    const both = `${say(before.impulse, true)} to ${say(now)}`;
    return `${who}: the impulse ${grown}, ${both}; ${notes.join('; ')}.`;
  }

  /** All joints of the direct solve. */
  #direct(active: Stop): string {
    let [most, changed, residual] = [0, 0, 0];
    for (const item of active) {
      const now = this.#shown(item);
      most = Math.max(most, now.impulse);
      changed = Math.max(changed, Math.hypot(now.vector.x - now.before.vector.x, now.vector.y - now.before.vector.y));
      residual = Math.max(residual, now.residual);
    }
    const say = scaleOf(kUnit, most, changed);
    const last = this.#stops.at(-1) === active || this.#stops.length === 0;
    const later = last ? '' : ', when the rest has been solved';
    const all = active.length > 1 ? `${active.length} joints at once` : 'one joint';
    return (
      `Direct solve: ${all}, by elimination, without iterations. The largest impulse is ${say(most)}, ` +
      `the largest change ${say(changed)}; the largest residual after the pass${later}: ${told(residual)} m/s.`
    );
  }

  // --- pictures -----------------------------------------------------------------------------------------------------

  /** Marks in a picture of the world, over the bodies. */
  draw(ctx: CanvasRenderingContext2D, view: View): void {
    const first = this.#view?.theme !== view.theme;
    this.#view = view;
    if (first) {
      this.element.style.setProperty('--_accent', view.theme.force); // as dark or light as the picture
      this.#paint();
    }
    if (!this.#trace) return;
    const { theme } = view;
    const longest = Math.max(16, Math.min(80, 1.2 * view.scale));
    const active = this.#active;
    const lights = new Set(active);
    const alone = active.length === 1;
    const fine = Math.min(1, Math.max(0.4, view.scale / 36)); // finer where bodies are small
    const line = (
      color: string,
      width: number,
      ...[x1, y1, x2, y2]: readonly [number, number, number, number]
    ): void => {
      ctx.strokeStyle = color;
      ctx.lineWidth = width;
      ctx.beginPath();
      ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
      ctx.stroke();
    };
    ctx.lineCap = 'round';
    for (const item of this.#items) {
      const { x, y } = view.toScreen(item);
      const lit = lights.has(item);
      const color = item.point < 0 ? theme.joint : theme.force;
      const values = this.#shown(item);
      const { impulse: now, before, start } = values;
      // Along the impulse on B; where there is none now, along that of before.
      const along = now > kFine ? values.vector : before.vector;
      const size = Math.hypot(along.x, along.y);
      const to = size > 0 ? { x: item.x + along.x / size, y: item.y + along.y / size } : item;
      const tip = view.toScreen(item.normal ? { x: item.x + item.normal.x, y: item.y + item.normal.y } : to);
      const [nx, ny] = [(tip.x - x) / view.scale, (tip.y - y) / view.scale];
      const at = (impulse: number): [number, number] => {
        const length = (longest * impulse) / this.#most;
        return [x + nx * length, y + ny * length];
      };
      if (lit) {
        ctx.fillStyle = color;
        ctx.globalAlpha = 0.22;
        for (const radius of alone ? [24, 17, 11] : [14 * fine]) {
          ctx.beginPath();
          ctx.arc(x, y, radius, 0, 7);
          ctx.fill();
        }
        ctx.globalAlpha = 1;
      }
      if (!item.turns) {
        line(theme.paper, 6 * fine, x, y, ...at(Math.max(now, before.impulse)));
        if (before.impulse - now > kFine) {
          ctx.setLineDash([3, 4]); // taken back
          line(color, 2 * fine, ...at(now), ...at(before.impulse));
          ctx.setLineDash([]);
        }
        line(color, lit && alone ? 4 : (lit ? 4 : 2.5) * fine, x, y, ...at(now));
      }
      if (start > kFine) {
        const [sx, sy] = at(start);
        const half = 5 * fine;
        line(theme.center, 1.5 * fine, sx - half * ny, sy + half * nx, sx + half * ny, sy - half * nx);
      }
      const r = lit && alone ? 5 : (lit ? 4 : 3) * fine;
      ctx.beginPath();
      if (item.point < 0) ctx.rect(x - r, y - r, 2 * r, 2 * r);
      else ctx.arc(x, y, r, 0, 7);
      ctx.fillStyle = now > kFine ? color : theme.paper;
      ctx.fill();
      ctx.strokeStyle = color;
      ctx.lineWidth = 1.5;
      ctx.stroke();
      if ((this.#items.length > kGauges || view.scale < kRoom) && !(lit && alone)) continue;
      // The residual: a gauge beside the point, always upright.
      const [wide, high] = lit && alone ? [5, 26] : [5 * fine, 26 * fine];
      const [left, bottom] = [x + r + 4, y + high / 2];
      ctx.fillStyle = theme.paper;
      ctx.fillRect(left - 1, bottom - high - 1, wide + 2, high + 2);
      ctx.strokeStyle = theme.center;
      ctx.lineWidth = 1;
      ctx.globalAlpha = 0.55;
      ctx.strokeRect(left - 0.5, bottom - high - 0.5, wide + 1, high + 1);
      ctx.globalAlpha = 1;
      ctx.fillStyle = theme.center;
      const full = high * this.#left(values);
      ctx.fillRect(left, bottom - full, wide, full);
    }
    const [only] = alone ? active : [];
    if (only) {
      const { x, y } = view.toScreen(only);
      const { impulse: now, before } = this.#shown(only);
      const say = scaleOf(unitOf(only), before.impulse, now);
      const text = `${say(before.impulse, true)} → ${say(now)}`;
      ctx.font = '600 13px system-ui, sans-serif';
      const room = x > ctx.measureText(text).width + 20;
      const left = x + (room ? -12 : 20);
      ctx.textAlign = room ? 'right' : 'left';
      ctx.strokeStyle = theme.paper;
      ctx.lineWidth = 4;
      ctx.strokeText(text, left, y - 8);
      ctx.fillStyle = theme.center;
      ctx.fillText(text, left, y - 8);
    }
  }

  /** Charts: residual after each pass; impulse of each contact and joint; residual of each. */
  #paint(): void {
    const canvas = this.#canvas;
    const { clientWidth, clientHeight: height } = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx || clientWidth === 0) return;
    const width = clientWidth - kScale;
    const ratio = Math.min(2, devicePixelRatio);
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(height * ratio);
    ctx.scale(ratio, ratio);
    const trace = this.#trace;
    const ink = getComputedStyle(canvas).color;
    const force = this.#view?.theme.force ?? ink;
    const joint = this.#view?.theme.joint ?? ink;
    ctx.font = '12px system-ui, sans-serif';
    if (!trace) return;
    const { stage, points, rows } = trace;
    const position = stage[this.#pass] === 'position';
    const bands = this.#bands(height);
    const title = (band: number, text: string): void => {
      ctx.globalAlpha = 1;
      ctx.fillStyle = ink;
      ctx.fillText(text, 0, bands[band]!.top - 6);
    };
    const scale = (band: number, high: number, low: number): void => {
      ctx.globalAlpha = 0.75;
      ctx.fillStyle = ink;
      ctx.fillText(worth(high), width + 5, bands[band]!.top + 8);
      ctx.fillText(worth(low), width + 5, bands[band]!.bottom);
    };
    const lines = (band: number, { top, bottom }: Decades): void => {
      scale(band, 10 ** top, 10 ** bottom);
      const { top: from, bottom: to } = bands[band]!;
      ctx.strokeStyle = ink;
      ctx.globalAlpha = 0.15;
      for (let power = bottom; power <= top; power++) {
        const y = Math.round(to - ((to - from) * (power - bottom)) / (top - bottom)) + 0.5;
        ctx.strokeRect(0, y, width, 0);
      }
    };
    const bar = (band: number, x: number, wide: number, share: number): void => {
      const { top, bottom } = bands[band]!;
      const high = Math.max(1, (bottom - top) * share);
      ctx.fillRect(x, bottom - high, wide, high);
    };

    title(
      0,
      `Residual after each pass, m/s${rows.length === 0 ? '' : points.length ? '; squares: joints' : ' (joints)'}`,
    );
    lines(0, this.#residuals);
    const each = width / stage.length;
    stage.forEach((name, i) => {
      ctx.globalAlpha = i === this.#pass ? 1 : name === 'position' ? 0.2 : name === 'start' ? 0.35 : 0.6;
      ctx.fillStyle = i === this.#pass ? force : ink;
      if (points.length > 0 && name !== 'joints')
        bar(0, i * each + 0.5, Math.max(1, each - 1), this.#residuals.share(trace.residual[i]!));
      const { top, bottom } = bands[0]!;
      if (i > 0 && trace.substep[i] !== trace.substep[i - 1]) ctx.fillRect(i * each, top, 1, bottom - top);
      if (rows.length === 0) return;
      const [r, x] = [Math.min(3, 0.5 * each), (i + 0.5) * each];
      const y = bottom - (bottom - top) * this.#residuals.share(this.#ofJoints[i]!);
      ctx.globalAlpha = i === this.#pass ? 1 : 0.75;
      ctx.fillStyle = joint;
      ctx.fillRect(x - r, y - r, 2 * r, 2 * r);
    });

    const what = rows.length === 0 ? 'contact' : points.length === 0 ? 'joint' : 'contact and joint';
    const turning = this.#items.some(({ turns }) => turns) ? ' (torque: N m s)' : '';
    title(1, `Impulse of each ${what}, N s${turning}; line: warm start`);
    scale(1, this.#most, 0);
    title(2, position ? `Remaining error of each ${what}, m` : `Residual of each ${what}, m/s`);
    lines(2, position ? this.#errors : this.#residuals);
    const lights = new Set(this.#active);
    this.#items.forEach((item, i) => {
      const { x, wide } = this.#column(i, width);
      const values = this.#shown(item);
      const lit = lights.has(item);
      ctx.globalAlpha = lit ? 1 : 0.6;
      ctx.fillStyle = ctx.strokeStyle = item.point < 0 ? joint : lit ? force : ink;
      if (this.#slides(item, values)) {
        const { top, bottom } = bands[1]!;
        const high = ((bottom - top) * values.impulse) / this.#most;
        ctx.strokeRect(x + 0.5, bottom - high, Math.max(0.5, wide - 1), high); // at its limit of friction: hollow
      } else bar(1, x, wide, values.impulse / this.#most);
      bar(2, x, wide, this.#left(values));
      ctx.globalAlpha = 1;
      ctx.fillStyle = ink;
      const { top, bottom } = bands[1]!;
      if (values.start > kFine)
        ctx.fillRect(x - 0.5, bottom - ((bottom - top) * values.start) / this.#most - 1, Math.max(2, wide + 1), 2);
    });
    const last = trace.residual.length - 1;
    const of = (pass: number): number => Math.max(trace.residual[pass]!, this.#ofJoints[pass]!);
    this.#canvas.setAttribute(
      'aria-label',
      `Residual of ${stage.length} passes, from ${told(of(0))} to ${told(of(last))} m/s, ` +
        `and impulse and residual of ${points.length} contact points and ${this.#items.length - points.length} joints.`,
    );
  }

  #bands(height: number): readonly { readonly top: number; readonly bottom: number }[] {
    const title = 20;
    const each = (height - 3 * title) / 3;
    return [0, 1, 2].map((i) => ({ top: (i + 1) * title + i * each, bottom: (i + 1) * (title + each) - 2 }));
  }

  /** Where the bars of an item stand: joints a little apart from contacts. */
  #column(i: number, width: number): { x: number; wide: number } {
    const { points } = this.#trace!;
    const between = points.length > 0 && this.#items.length > points.length ? 10 : 0;
    const each = (width - between) / Math.max(1, this.#items.length);
    return { x: i * each + (i < points.length ? 0 : between), wide: Math.max(1, each - 1) };
  }

  #click(event: MouseEvent): void {
    const trace = this.#trace;
    if (!trace) return;
    this.stop();
    const box = this.#canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const width = box.width - kScale;
    if (event.clientY - box.top < this.#bands(box.height)[0]!.bottom + 2)
      return this.go(Math.floor((x / width) * trace.stage.length));
    let i = this.#items.length - 1;
    while (i > 0 && this.#column(i, width).x > x) i--;
    const at = this.#stopOf.get(this.#items[i]!);
    if (at === undefined) return;
    this.#done = at + 1;
    this.#whole = false;
    this.#tell();
  }
}
