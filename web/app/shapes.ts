// Two shapes that one moves and turns, and how the engine compares them: axes, projections, edges, cuts, points.

import { init, World, type Body, type CollisionTrace, type ShapeDef, type TraceAxis, type Vec2 } from 'impulse2d';
import { darkTheme, draw, lightTheme } from 'impulse2d/draw';
import { CameraView } from './camera.js';
import { colors, Sheet } from './canvas.js';
import { byId } from './elements.js';

declare global {
  interface Window {
    impulseShapes?: Shapes;
  }
}

const kShapes: Record<string, { label: string; def: ShapeDef }> = {
  box: { label: 'Box', def: { type: 'box', width: 2, height: 2 } },
  plank: { label: 'Plank', def: { type: 'box', width: 3.4, height: 0.8 } },
  triangle: {
    label: 'Triangle',
    def: {
      type: 'polygon',
      points: [
        [-1.2, -0.8],
        [1.2, -0.8],
        [0, 1.3],
      ],
    },
  },
  hexagon: {
    label: 'Hexagon',
    def: {
      type: 'polygon',
      points: [0, 1, 2, 3, 4, 5].map(
        (k) => [1.2 * Math.cos((k * Math.PI) / 3), 1.2 * Math.sin((k * Math.PI) / 3)] as [number, number],
      ),
    },
  },
  rounded: { label: 'Rounded box', def: { type: 'box', width: 1.6, height: 1.2, radius: 0.3 } },
  circle: { label: 'Circle', def: { type: 'circle', radius: 1 } },
  capsule: { label: 'Capsule', def: { type: 'capsule', a: [-1, 0], b: [1, 0], radius: 0.5 } },
  segment: { label: 'Segment', def: { type: 'segment', a: [-1.4, 0], b: [1.4, 0] } },
};
const kMethods: Record<CollisionTrace['method'], string> = {
  apart: 'Apart: the axis with the widest gap separates them, and there are no points.',
  round: 'A circle: the nearest point of the other shape decides.',
  face: 'A face carries the contact: the incident edge is cut to its width, and what lies under it is kept.',
  vertex: 'Nothing of the edge is over the face: the deepest vertex is kept.',
  corners: 'No face carries the contact: the closest points of two corners.',
};
const kSpan = 8; // m that are always seen
const kMove = 0.05; // m a press; a fifth of it with Shift
const kSunk = 0.3; // m of overlap to start with
const kTurn = Math.PI / 36; // rad a press

type Which = 'a' | 'b';

/** Numbers with the sign a reader expects. */
const metres = (value: number, decimals = 3): string => {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
};
const range = (from: number, to: number): string => `${metres(from, 2)} … ${metres(to, 2)}`;

export class Shapes {
  readonly world = new World({ gravity: [0, 0] });
  readonly bodies: Record<Which, Body>;
  readonly camera = new CameraView();
  trace!: CollisionTrace;
  readonly #sheet: Sheet;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  #chosen: Which = 'b';
  /** Which axis is shown; null: the one that decided. */
  #axis: number | null = null;
  #grip: { which: Which; x: number; y: number; turning: boolean } | null = null;
  #dirty = true;

  constructor() {
    this.bodies = { a: this.#make('box', 0, -0.6, 0), b: this.#make('box', 0.7, 1.15, 0.18) };
    this.#sheet = new Sheet(byId('figure', HTMLCanvasElement), () => (this.#dirty = true));
    for (const which of ['a', 'b'] as const) {
      const select = byId(`shape-${which}`, HTMLSelectElement);
      for (const [name, { label }] of Object.entries(kShapes)) select.append(new Option(label, name));
      select.addEventListener('change', () => this.take(which, select.value));
      byId(`move-${which}`, HTMLInputElement).addEventListener('change', () => this.#choose(which));
    }
    const turn = byId('turn', HTMLInputElement);
    turn.addEventListener('input', () =>
      this.place(this.#chosen, this.bodies[this.#chosen].position, (turn.valueAsNumber * Math.PI) / 180),
    );
    byId('meet', HTMLButtonElement).addEventListener('click', () => this.#start());
    this.#bindPointer();
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#dark.addEventListener('change', () => (this.#dirty = true));
    this.#follow();
    addEventListener('hashchange', () => this.#follow());
    requestAnimationFrame(() => this.#frame());
  }

  #make(shape: string, x: number, y: number, angle: number): Body {
    return this.world.createBody({
      position: [x, y],
      angle,
      shapes: [(kShapes[shape] ?? kShapes.box!).def],
      userData: shape,
    });
  }

  /** Another shape in the same place. */
  take(which: Which, shape: string): void {
    const { position, angle } = this.bodies[which];
    this.bodies[which].destroy();
    this.bodies[which] = this.#make(shape in kShapes ? shape : 'box', position.x, position.y, angle);
    this.#changed();
  }

  place(which: Which, position: Vec2, angle: number): void {
    const half = 0.5 * kSpan;
    const within = (value: number): number => Math.min(half, Math.max(-half, value));
    this.bodies[which].setTransform(
      [within(position.x), within(position.y)],
      Math.atan2(Math.sin(angle), Math.cos(angle)),
    );
    this.#changed();
  }

  /** B lies on A, and a little in it, whichever two they are. */
  #start(): void {
    const { a, b } = this.bodies;
    a.setTransform([0, -0.6], 0);
    let best = 0;
    let height = 2;
    for (let y = 2; y > -0.8 && best < kSunk; y -= 0.02) {
      b.setTransform([0.7, y], 0.18);
      const [{ points, chosen }] = this.world.collisionTrace(a, b) as [CollisionTrace];
      if (points.length > 0 && chosen.overlap > best) [best, height] = [chosen.overlap, y]; // thin ones do not reach that deep
    }
    b.setTransform([0.7, height], 0.18);
    this.#changed();
  }

  #choose(which: Which): void {
    this.#chosen = which;
    byId(`move-${which}`, HTMLInputElement).checked = true;
    this.#changed();
  }

  #changed(): void {
    this.#axis = null;
    this.#dirty = true;
    const text = (['a', 'b'] as const).map((which) => {
      const { position, angle, userData } = this.bodies[which];
      return `${which}=${userData as string},${metres(position.x)},${metres(position.y)},${metres(angle)}`.replaceAll(
        '−',
        '-',
      );
    });
    history.replaceState(null, '', `#${text.join('&')}`);
  }
  #follow(): void {
    const query = new URLSearchParams(location.hash.slice(1));
    for (const which of ['a', 'b'] as const) {
      const [shape, ...numbers] = (query.get(which) ?? '').split(',');
      const [x, y, angle] = numbers.map(Number);
      if (!shape || numbers.length !== 3 || ![x, y, angle].every(Number.isFinite)) continue;
      if (shape !== this.bodies[which].userData) this.take(which, shape);
      this.bodies[which].setTransform([x!, y!], angle!);
    }
    this.#changed();
  }

  // --- pointer and keys ---------------------------------------------------------------------------------------------

  #bindPointer(): void {
    const { canvas } = this.#sheet;
    const at = (event: PointerEvent): Vec2 => {
      const box = canvas.getBoundingClientRect();
      return this.camera.toWorld(event.clientX - box.left, event.clientY - box.top);
    };
    canvas.addEventListener('pointerdown', (event) => {
      const point = at(event);
      const which = this.#under(point);
      if (which) this.#choose(which);
      // Beside both: the one that is chosen turns.
      this.#grip = { which: which ?? this.#chosen, ...point, turning: which === null };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      const point = at(event);
      const grip = this.#grip;
      canvas.style.cursor = grip ? 'grabbing' : this.#under(point) ? 'grab' : 'default';
      if (!grip) return;
      const { position, angle } = this.bodies[grip.which];
      if (grip.turning) {
        const before = Math.atan2(grip.y - position.y, grip.x - position.x);
        const now = Math.atan2(point.y - position.y, point.x - position.x);
        this.place(grip.which, position, angle + now - before);
      } else {
        this.place(grip.which, { x: position.x + point.x - grip.x, y: position.y + point.y - grip.y }, angle);
      }
      this.#grip = { ...grip, ...point };
    });
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => (this.#grip = null));
  }

  #under({ x, y }: Vec2): Which | null {
    const reach = 14 / this.camera.scale; // forgives a finger, and finds a segment
    const found = this.world.overlap({ aabb: { min: [x - reach, y - reach], max: [x + reach, y + reach] } });
    const inside = this.world.overlap({ point: [x, y] });
    const shape =
      inside.find(({ body }) => body === this.bodies[this.#chosen]) ??
      inside[0] ??
      found.find(({ type }) => type === 'segment');
    return shape ? (shape.body === this.bodies.a ? 'a' : 'b') : null;
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('select, input[type=range]')) return;
    const { position, angle } = this.bodies[this.#chosen];
    const fine = event.shiftKey ? 0.2 : 1;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const move = moves[event.key];
    const turn = { '[': 1, '{': 1, ']': -1, '}': -1 }[event.key];
    if (move && !target.closest('input[type=radio]')) {
      this.place(
        this.#chosen,
        { x: position.x + fine * kMove * move[0], y: position.y + fine * kMove * move[1] },
        angle,
      );
    } else if (turn) {
      this.place(this.#chosen, position, angle + fine * turn * kTurn);
    } else if (event.key === 'a' || event.key === 'b') {
      this.#choose(event.key);
    } else {
      return;
    }
    event.preventDefault();
  }

  // --- the picture --------------------------------------------------------------------------------------------------

  #frame(): void {
    requestAnimationFrame(() => this.#frame());
    if (!this.#dirty) return;
    this.#dirty = false;
    [this.trace] = this.world.collisionTrace(this.bodies.a, this.bodies.b) as [CollisionTrace];
    this.#paint();
    this.#write();
  }

  get #shown(): TraceAxis {
    return this.#axis === null ? this.trace.chosen : (this.trace.axes[this.#axis] ?? this.trace.chosen);
  }

  #paint(): void {
    const sheet = this.#sheet;
    const { camera, trace } = this;
    camera.resize(sheet.width, sheet.height);
    camera.fit({ x: 0, y: 0, width: kSpan, height: kSpan });
    const ctx = sheet.begin();
    draw(ctx, this.world, {
      camera: { x: camera.x, y: camera.y, scale: camera.scale * sheet.ratio },
      theme: this.#dark.matches ? darkTheme : lightTheme,
      pixelRatio: sheet.ratio,
      layers: { sleep: false, contacts: false, impulses: false },
      tint: (body) => (body === this.bodies.a ? 1 : 3),
    });
    ctx.setTransform(sheet.ratio, 0, 0, sheet.ratio, 0, 0);
    ctx.lineCap = 'round';
    const color = colors();
    const at = ({ x, y }: Vec2): Vec2 => camera.toScreen(x, y);
    const line = (from: Vec2, to: Vec2, style: string, width: number, dash: number[] = []): void => {
      ctx.setLineDash(dash);
      ctx.strokeStyle = style;
      ctx.lineWidth = width;
      ctx.beginPath();
      const [p, q] = [at(from), at(to)];
      ctx.moveTo(p.x, p.y);
      ctx.lineTo(q.x, q.y);
      ctx.stroke();
      ctx.setLineDash([]);
    };
    const along = (p: Vec2, d: Vec2, s: number): Vec2 => ({ x: p.x + s * d.x, y: p.y + s * d.y });
    const px = 1 / camera.scale;
    const dot = (p: Vec2, radius: number, fill: string, stroke: string): void => {
      const { x, y } = at(p);
      ctx.beginPath();
      ctx.arc(x, y, radius, 0, 2 * Math.PI);
      ctx.fillStyle = fill;
      ctx.fill();
      ctx.strokeStyle = stroke;
      ctx.lineWidth = 2;
      ctx.stroke();
    };
    const word = (text: string, p: Vec2, style: string): void => {
      const { x, y } = at(p);
      ctx.font = '600 14px system-ui, sans-serif';
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.lineWidth = 4;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = color.paper;
      ctx.strokeText(text, x, y);
      ctx.fillStyle = style;
      ctx.fillText(text, x, y);
    };

    this.#paintProjections(line, along, color);
    for (const clip of trace.clips) {
      const across = { x: -clip.normal.y, y: clip.normal.x };
      line(along(clip.point, across, -1.3), along(clip.point, across, 1.3), color.soft, 1.5, [3, 5]);
    }
    if (trace.incident) line(trace.incident.from, trace.incident.to, color.b, 4);
    if (trace.reference) line(trace.reference.from, trace.reference.to, color.a, 4);
    for (const clip of trace.clips) {
      clip.before.forEach((p, i) => {
        const kept = clip.after[i];
        if (!kept || kept.x !== p.x || kept.y !== p.y) dot(p, 5, color.paper, color.b);
      });
    }
    for (const p of trace.clips.at(-1)?.after ?? []) dot(p, 4, color.b, color.paper);
    if (trace.closest && trace.method !== 'face') {
      line(trace.closest.a, trace.closest.b, color.ink, 1.5, [2, 4]);
      dot(trace.closest.a, 4, color.a, color.paper);
      dot(trace.closest.b, 4, color.b, color.paper);
    }
    for (const point of trace.points) {
      const half = 0.5 * Math.max(0, -point.separation);
      line(along(point, trace.normal, -half), along(point, trace.normal, half), color.ink, 3);
      const tip = along(point, trace.normal, 46 * px);
      line(point, tip, color.ink, 2);
      const side = { x: -trace.normal.y, y: trace.normal.x };
      for (const sign of [-1, 1])
        line(tip, along(along(tip, trace.normal, -9 * px), side, sign * 5 * px), color.ink, 2);
      dot(point, 6, color.ink, color.paper);
    }
    for (const which of ['a', 'b'] as const)
      word(which.toUpperCase(), this.bodies[which].position, which === this.#chosen ? color.ink : color.soft);
  }

  /** Shadows of both shapes on the axis that is shown, beside them. */
  #paintProjections(
    line: (from: Vec2, to: Vec2, style: string, width: number, dash?: number[]) => void,
    along: (p: Vec2, d: Vec2, s: number) => Vec2,
    color: ReturnType<typeof colors>,
  ): void {
    const axis = this.#shown;
    const n = axis.direction;
    const t = { x: -n.y, y: n.x };
    // Beside both shapes, on the side that has more room.
    const middle =
      (this.bodies.a.position.x + this.bodies.b.position.x) * 0.5 * t.x +
      (this.bodies.a.position.y + this.bodies.b.position.y) * 0.5 * t.y;
    const away = (middle > 0 ? -1 : 1) * 3.1;
    const on = (s: number, shift = 0): Vec2 => along({ x: s * n.x, y: s * n.y }, t, away + shift);
    const px = 1 / this.camera.scale;
    line(on(-9), on(9), color.rule, 1.5);
    for (const [s, shape] of [
      [axis.minA, 'a'],
      [axis.maxA, 'a'],
      [axis.minB, 'b'],
      [axis.maxB, 'b'],
    ] as const) {
      const from = this.bodies[shape].position;
      line(on(s), along({ x: s * n.x, y: s * n.y }, t, from.x * t.x + from.y * t.y), color.rule, 1, [2, 5]);
    }
    line(on(axis.minA, 5 * px), on(axis.maxA, 5 * px), color.a, 5);
    line(on(axis.minB, -5 * px), on(axis.maxB, -5 * px), color.b, 5);
    const [from, to] = axis.overlap > 0 ? [axis.minB, axis.maxA] : [axis.maxA, axis.minB];
    line(on(from), on(to), color.ink, 2);
    const name =
      axis.of === 'between' ? 'the line of closest points' : `the normal of ${axis.of}, face ${axis.edge + 1}`;
    const { ctx } = this.#sheet;
    ctx.font = '600 13px system-ui, sans-serif';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    for (const [text, s, shift, style] of [
      ['A', 0.5 * (axis.minA + axis.maxA), 20, color.a],
      ['B', 0.5 * (axis.minB + axis.maxB), -20, color.b],
    ] as const) {
      const p = this.camera.toScreen(on(s, shift * px).x, on(s, shift * px).y);
      ctx.fillStyle = style;
      ctx.fillText(text, p.x, p.y);
    }
    ctx.font = '14px system-ui, sans-serif';
    ctx.textAlign = 'left';
    ctx.textBaseline = 'top';
    const size = axis.overlap > 0 ? `Overlap ${metres(axis.overlap)} m` : `Gap ${metres(-axis.overlap)} m`;
    const lines = [
      [size, 12, color.ink],
      [`along ${name}`, 31, color.soft],
    ] as const;
    // On paper of its own: the axis may run through here.
    ctx.fillStyle = color.paper;
    ctx.fillRect(8, 6, Math.max(...lines.map(([text]) => ctx.measureText(text).width)) + 12, 46);
    for (const [text, y, style] of lines) {
      ctx.fillStyle = style;
      ctx.fillText(text, 14, y);
    }
  }

  // --- the same in words and numbers --------------------------------------------------------------------------------

  #write(): void {
    const { trace } = this;
    for (const which of ['a', 'b'] as const)
      byId(`shape-${which}`, HTMLSelectElement).value = this.bodies[which].userData as string;
    const degrees = Math.round((this.bodies[this.#chosen].angle * 180) / Math.PI);
    byId('turn', HTMLInputElement).value = String(degrees);
    byId('turn-value', HTMLOutputElement).value = `${degrees}°`.replace('-', '−');
    byId('method', HTMLElement).textContent = kMethods[trace.method];
    const rows = byId('axes', HTMLElement);
    rows.replaceChildren(...trace.axes.map((axis, i) => this.#row(axis, i)));
    const deepest = Math.min(...trace.points.map((point) => point.separation));
    const points = trace.points.length === 1 ? '1 point' : `${trace.points.length} points`;
    const words = trace.points.length
      ? `${points}, ${deepest < 0 ? `${metres(-deepest)} m deep` : `${metres(deepest)} m apart`}`
      : 'no points';
    byId('kept', HTMLElement).textContent = trace.points.length
      ? trace.points
          .map(
            (p) =>
              `(${metres(p.x)}, ${metres(p.y)}) ${p.separation < 0 ? 'overlap' : 'gap'} ${metres(Math.abs(p.separation))} m`,
          )
          .join('; ')
      : 'none';
    this.#sheet.canvas.setAttribute(
      'aria-label',
      `${kShapes[this.bodies.a.userData as string]!.label} A and ${kShapes[this.bodies.b.userData as string]!.label} B: ${words}.`,
    );
    byId('status', HTMLElement).textContent = `${words}.`;
  }

  #row(axis: TraceAxis, index: number): HTMLTableRowElement {
    const row = document.createElement('tr');
    row.addEventListener('click', () => {
      this.#axis = this.#axis === index ? null : index;
      this.#dirty = true;
      requestAnimationFrame(() => byId('axes', HTMLElement).querySelectorAll('button')[index]?.focus());
    });
    const decided = axis === this.trace.chosen;
    row.dataset.chosen = String(decided);
    row.dataset.shown = String(axis === this.#shown);
    const head = document.createElement('th');
    head.scope = 'row';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = axis.of === 'between' ? 'closest points' : `${axis.of}, face ${axis.edge + 1}`;
    button.setAttribute('aria-pressed', String(axis === this.#shown));
    head.append(button);
    row.append(head);
    for (const text of [
      range(axis.minA, axis.maxA),
      range(axis.minB, axis.maxB),
      `${metres(axis.overlap)}${decided ? ' ◀' : ''}`,
    ]) {
      const cell = document.createElement('td');
      cell.textContent = text;
      row.append(cell);
    }
    return row;
  }
}

try {
  await init();
  window.impulseShapes = new Shapes();
  document.documentElement.dataset.ready = 'true';
} catch (error) {
  const failure = byId('failure', HTMLElement);
  failure.hidden = false;
  failure.textContent = `The simulation could not start: ${error instanceof Error ? error.message : String(error)}`;
  throw error;
}
