// `impulse2d/element/solver`: one step opened up: substep by substep, pass by pass, contact by contact. An entry of its
// own, which `<impulse-solver>` loads when there is one.

import type { Contact } from './contacts.js';
import type { View } from './element/figure.js';
import { format } from './element/quantity.js';
import { adopt, make } from './element/shadow.js';
import type { SolverStage, SolverTrace } from './trace.js';
import type { World } from './world.js';

const kSheet = `
:host { display: block }
.panel { display: grid; gap: 6px; font: 14px/1.4 var(--impulse-font, system-ui, sans-serif) }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px }
canvas { display: block; width: 100%; height: var(--impulse-solver-height, 190px); cursor: pointer }
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
  start: 'Start: forces are in, and the impulses that warm starting remembers',
  solve: 'Solve: a pass over the velocities',
  relax: 'Relax: a pass that takes the push out of overlap out of the velocities again',
  position: 'Position: a pass over the positions',
  bounce: 'Bounce: restitution',
  impact: 'Impact: a pass over colliding contacts, in which no time passes',
};
const kPause = 160; // ms between two contacts while it plays
const kFine = 1e-6; // N s: below, nothing changed

/** In which contact after contact changes; the others are shown as a whole. */
const inOrder = (stage: SolverStage): boolean => stage !== 'start' && stage !== 'position';

export interface SolverViewOptions {
  /** Whose last step is opened; its `trace` must have been true then. */
  readonly world: () => World | null;
  /** Another place of the step is shown: the picture should be drawn again. */
  readonly changed: () => void;
}

/**
 * A step of a world, opened up: a chart of what each pass leaves, the impulse of each contact, buttons and a slider to
 * go through them, and `draw` for marks in a picture. Contacts are in the order in which the solver takes them.
 */
export class SolverView {
  /** To be put into the page. */
  readonly element = make('div');
  readonly #options: SolverViewOptions;
  readonly #canvas = make('canvas', { role: 'img', 'aria-label': 'Passes of a step' });
  readonly #slider = make('input', { type: 'range', min: '0', step: '1', 'aria-label': 'Pass' });
  readonly #where = make('p', { part: 'where' });
  readonly #what = make('p', { part: 'what', 'aria-live': 'polite' });
  readonly #play: HTMLButtonElement;
  #trace: SolverTrace | null = null;
  /** By point: the friction coefficient, NaN where the contact is gone. */
  #friction: number[] = [];
  #pass = 0;
  /** How many contacts of the pass are done; all in a pass that is shown as a whole. */
  #done = 0;
  #whole = true; // no contact in particular
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
      button('Contact back', '‹', () => this.contact(-1)),
      this.#play,
      button('Next contact', '›', () => this.contact(1)),
      button('Next pass', '»', () => this.go(this.#pass + 1)),
      this.#slider,
    );
    this.#slider.addEventListener('input', () => {
      const pass = this.#slider.valueAsNumber;
      this.stop();
      this.go(pass);
    });
    this.#canvas.addEventListener('click', (event) => this.#click(event));
    root.append(make('div', { class: 'panel' }, row, this.#canvas, this.#where, this.#what));
    new ResizeObserver(() => this.#paint()).observe(this.#canvas);
  }

  /** Reads the last step, and shows its end. False where the world kept no trace of it. */
  update(): boolean {
    const world = this.#options.world();
    const trace = world?.trace ? world.solverTrace() : null;
    this.#trace = trace && trace.stage.length > 0 ? trace : null;
    this.#friction = [];
    if (!world || !this.#trace) {
      this.#tell();
      return false;
    }
    const known = new Map<string, Contact>();
    for (const contact of world.contacts()) known.set(`${contact.shapeA.id} ${contact.shapeB.id}`, contact);
    this.#friction = this.#trace.points.map(
      ({ shapeA, shapeB }) => known.get(`${shapeA?.id} ${shapeB?.id}`)?.friction ?? NaN,
    );
    this.#slider.max = String(this.#trace.stage.length - 1);
    this.go(this.#trace.stage.length - 1);
    return true;
  }

  /** Where it is: the pass, and how many of its contacts are done. */
  get at(): { pass: number; contacts: number } {
    return { pass: this.#pass, contacts: this.#done };
  }

  /** To the end of a pass, from 0. */
  go(pass: number): void {
    const trace = this.#trace;
    if (!trace) return;
    this.#pass = Math.max(0, Math.min(trace.stage.length - 1, pass));
    this.#done = trace.points.length;
    this.#whole = true;
    this.#tell();
  }

  /** One contact on or back, into the pass after or before. */
  contact(direction: 1 | -1): void {
    const trace = this.#trace;
    if (!trace) return;
    const count = trace.points.length;
    const first = inOrder(trace.stage[this.#pass]!) ? 1 : count;
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
      this.#pass = next;
      this.#done = direction < 0 || !inOrder(trace.stage[next]!) ? count : Math.min(1, count);
    }
    this.#tell();
  }

  /** Goes through the step by itself, from the beginning where it is at the end. */
  play(): void {
    const trace = this.#trace;
    if (!trace) return;
    if (this.#atEnd) this.go(0);
    // A large heap goes by in about half a minute: several contacts at a time.
    const all = trace.stage.filter(inOrder).length * trace.points.length;
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
    const trace = this.#trace!;
    return this.#pass === trace.stage.length - 1 && this.#done === trace.points.length;
  }

  /** N s: of a point where the view is, and before its last visit; in the substep's start what was remembered. */
  #impulses(point: number): { now: number; before: number; start: number; friction: number } {
    const { normalImpulse, tangentImpulse, points, stage } = this.#trace!;
    const of = (list: Float32Array, pass: number): number => list[pass * points.length + point] ?? 0;
    const pass = this.#pass;
    const whole = !inOrder(stage[pass]!);
    const shown = whole || point < this.#done ? pass : pass - 1;
    let start = pass;
    while (start > 0 && stage[start] !== 'start') start--;
    return {
      now: of(normalImpulse, shown),
      before: stage[shown] === 'start' || shown < 1 ? of(normalImpulse, shown) : of(normalImpulse, shown - 1),
      start: stage[start] === 'start' ? of(normalImpulse, start) : NaN,
      friction: of(tangentImpulse, shown),
    };
  }

  /** The contact that was solved last; -1 where the pass is shown as a whole. */
  get #active(): number {
    const { stage } = this.#trace!;
    return !this.#whole && inOrder(stage[this.#pass]!) ? this.#done - 1 : -1;
  }

  #slides(point: number, { now, friction }: { now: number; friction: number }): boolean {
    const most = this.#friction[point]! * now;
    return now > kFine && Math.abs(friction) >= most * (1 - 1e-4);
  }

  #tell(): void {
    const trace = this.#trace;
    this.#play.textContent = this.#timer ? 'Pause' : 'Play';
    this.#what.setAttribute('aria-live', this.#timer ? 'off' : 'polite');
    if (!trace) {
      this.#where.textContent = 'Make a step to look into it.';
      this.#what.textContent = '';
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
    const residual = `residual ${trace.residual[pass]!.toExponential(1)} m/s`;
    this.#where.textContent = `${substep}${kStages[stage]}${number}; ${residual}.`;
    this.#what.textContent = this.#sentence(this.#active);
    this.#slider.value = String(pass);
    this.#slider.setAttribute('aria-valuetext', `${pass + 1} of ${trace.stage.length}, ${stage}, ${residual}`);
    this.#paint();
    this.#options.changed();
  }

  #sentence(point: number): string {
    const { points } = this.#trace!;
    if (points.length === 0) {
      const asleep = this.#options.world()?.awakeCount === 0;
      return asleep ? 'All bodies sleep, so nothing is solved: pull at one.' : 'No contacts.';
    }
    if (point < 0) return `All ${points.length} contact points.`;
    const { shapeA, shapeB } = this.#trace!.points[point]!;
    const name = (shape: typeof shapeA): string =>
      shape ? shape.body.name || `body ${shape.body.slot}` : 'a body that is gone';
    const { now, before, start, ...rest } = this.#impulses(point);
    const change = now - before;
    const by = `by ${Math.abs(change).toPrecision(2)} N s`;
    const grown = Math.abs(change) < kFine ? 'stays' : change > 0 ? `grows ${by}` : `shrinks ${by}`;
    const notes = [
      now === 0 && before > 0 && 'clamped at 0: the bodies part',
      now === 0 && before === 0 && 'stays at 0: nothing to push',
      this.#slides(point, { now, ...rest }) && 'friction is clamped at its limit: it slides',
      start > kFine && `warm start remembered ${format(start, 4, 'N s')}`,
    ].filter(Boolean);
    return (
      `Contact ${point + 1} of ${points.length}, ${name(shapeA)} on ${name(shapeB)}: the impulse ${grown}, ` +
      `${format(before, 4, '')} to ${format(now, 4, 'N s')}${notes.length ? `; ${notes.join('; ')}` : ''}.`
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
    const trace = this.#trace;
    if (!trace) return;
    const { theme } = view;
    const most = Math.max(kFine, ...trace.normalImpulse);
    const longest = Math.max(26, Math.min(80, 1.2 * view.scale));
    const active = this.#active;
    const fine = Math.min(1, Math.max(0.4, view.scale / 36)); // finer where bodies are small
    ctx.lineCap = 'round';
    trace.points.forEach((point, i) => {
      const { x, y } = view.toScreen(point);
      const tip = view.toScreen({ x: point.x + point.normal.x, y: point.y + point.normal.y });
      const [nx, ny] = [(tip.x - x) / view.scale, (tip.y - y) / view.scale];
      const { now, before, start } = this.#impulses(i);
      const at = (impulse: number): [number, number] => {
        const length = (longest * impulse) / most;
        return [x + nx * length, y + ny * length];
      };
      const line = (
        color: string,
        width: number,
        from: readonly [number, number],
        to: readonly [number, number],
      ): void => {
        ctx.strokeStyle = color;
        ctx.lineWidth = width;
        ctx.beginPath();
        ctx.moveTo(...from);
        ctx.lineTo(...to);
        ctx.stroke();
      };
      if (i === active) {
        ctx.fillStyle = theme.force;
        ctx.globalAlpha = 0.22;
        for (const radius of [24, 17, 11]) {
          ctx.beginPath();
          ctx.arc(x, y, radius, 0, 7);
          ctx.fill();
        }
        ctx.globalAlpha = 1;
      }
      line(theme.paper, 6 * fine, [x, y], at(now));
      line(theme.force, i === active ? 4 : 2.5 * fine, [x, y], at(now));
      // What warm starting remembered: a tick across.
      if (start > kFine) {
        const [sx, sy] = at(start);
        const half = 5 * fine;
        line(theme.center, 1.5 * fine, [sx - half * ny, sy + half * nx], [sx + half * ny, sy - half * nx]);
      }
      // What this pass changed: a bar beside the point.
      const change = Math.min(1, Math.abs(now - before) / (0.25 * most)) * 26;
      if (change > 0.5)
        line(theme.faint, 4, [x - 8 * ny, y + 8 * nx], [x - 8 * ny + nx * change, y + 8 * nx + ny * change]);
      ctx.beginPath();
      ctx.arc(x, y, i === active ? 5 : 3 * fine, 0, 7);
      ctx.fillStyle = now > kFine ? theme.force : theme.paper;
      ctx.fill();
      ctx.strokeStyle = theme.force;
      ctx.lineWidth = 1.5;
      ctx.stroke();
    });
  }

  /** Left: what each pass leaves. Right: the impulse of each contact. */
  #paint(): void {
    const canvas = this.#canvas;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx || width === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    ctx.scale(ratio, ratio);
    const trace = this.#trace;
    const ink = getComputedStyle(canvas).color;
    const force = this.#view?.theme.force ?? ink;
    ctx.font = '12px system-ui, sans-serif';
    if (!trace) return;
    const half = height / 2 - 4;
    ctx.fillStyle = ink;
    ctx.fillText('Residual after each pass, m/s; a line is a power of ten', 0, 12);
    // A power of ten a line, from the largest down to what rounding leaves.
    const top = Math.ceil(Math.log10(Math.max(1e-6, ...trace.residual)));
    const bottom = Math.min(top - 2, Math.max(-7, Math.floor(Math.log10(Math.max(1e-9, Math.min(...trace.residual))))));
    const room = half - 20;
    const rise = (value: number): number =>
      Math.max(1, (room * (Math.log10(Math.max(value, 1e-9)) - bottom)) / (top - bottom));
    ctx.strokeStyle = ink;
    ctx.globalAlpha = 0.15;
    for (let power = bottom; power <= top; power++) {
      const y = Math.round(half - (room * (power - bottom)) / (top - bottom)) + 0.5;
      ctx.strokeRect(0, y, width, 0);
    }
    const each = width / trace.stage.length;
    trace.stage.forEach((stage, i) => {
      const h = rise(trace.residual[i]!);
      ctx.globalAlpha = i === this.#pass ? 1 : stage === 'position' ? 0.2 : stage === 'start' ? 0.35 : 0.6;
      ctx.fillStyle = i === this.#pass ? force : ink;
      ctx.fillRect(i * each + 0.5, half - h, Math.max(1, each - 1), h);
      if (stage === 'start' && i > 0) ctx.fillRect(i * each, 16, 1, half - 16);
    });
    ctx.globalAlpha = 1;
    ctx.fillStyle = ink;
    ctx.fillText('Impulse of each contact, N s; line: warm start', 0, half + 20);
    const count = trace.points.length;
    const most = Math.max(kFine, ...trace.normalImpulse);
    const step = width / Math.max(1, count);
    const below = height - half - 30;
    for (let i = 0; i < count; i++) {
      const { now, start, friction } = this.#impulses(i);
      const h = (below * now) / most;
      ctx.globalAlpha = i === this.#active ? 1 : 0.6;
      ctx.fillStyle = i === this.#active ? force : ink;
      const wide = Math.max(1, step - 1);
      if (this.#slides(i, { now, friction })) {
        ctx.strokeStyle = ctx.fillStyle; // at its limit of friction: hollow
        ctx.strokeRect(i * step + 1, height - h, Math.max(0.5, wide - 1), h);
      } else ctx.fillRect(i * step + 0.5, height - Math.max(1, h), wide, Math.max(1, h));
      ctx.globalAlpha = 1;
      ctx.fillStyle = ink;
      if (start > kFine) ctx.fillRect(i * step, height - (below * start) / most - 1, Math.max(2, step), 2);
    }
    this.#canvas.setAttribute(
      'aria-label',
      `Residual of ${trace.stage.length} passes, from ${trace.residual[0]!.toExponential(1)} to ` +
        `${trace.residual[trace.residual.length - 1]!.toExponential(1)} m/s, and the impulses of ${count} contact points.`,
    );
  }

  #click(event: MouseEvent): void {
    const trace = this.#trace;
    if (!trace) return;
    this.stop();
    const box = this.#canvas.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    if (event.clientY - box.top < box.height / 2) return this.go(Math.floor(share * trace.stage.length));
    if (!inOrder(trace.stage[this.#pass]!)) return;
    this.#done = Math.min(trace.points.length, 1 + Math.floor(share * trace.points.length));
    this.#whole = false;
    this.#tell();
  }
}
