// Draws the comparison of two shapes: one colour per shape, and the marks of the current stage. Reference and incident
// edge differ by their line style.

import type { Body } from '../body.js';
import type { draw, Theme } from '../draw.js';
import type { CollisionTrace } from '../trace.js';
import type { Vec2 } from '../types.js';
import type { World } from '../world.js';
import { metres, type Shadows, type StopName } from './collision_stops.js';

export interface CollisionColors {
  readonly a: string;
  readonly b: string;
  readonly ink: string;
  readonly soft: string;
  readonly rule: string;
  readonly paper: string;
}

/** The data and colours for drawing. */
export interface CollisionPicture {
  readonly draw: typeof draw;
  readonly theme: Theme;
  readonly world: World;
  readonly trace: CollisionTrace;
  readonly stop: StopName;
  readonly shown: Shadows;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  /** CSS pixels a metre. */
  readonly scale: number;
  readonly colors: CollisionColors;
  readonly moving: 'A' | 'B';
}

const kReach = 9; // m: past the rim of the picture
const kShadow = 3.1; // m from the middle: where shadows lie

const kOrder: readonly StopName[] = ['project', 'axis', 'closest', 'reference', 'clip', 'points'];

const along = (p: Vec2, d: Vec2, s: number): Vec2 => ({ x: p.x + s * d.x, y: p.y + s * d.y });

/** Draws in metres from the middle of the picture, with widths in CSS pixels. */
function penFor(ctx: CanvasRenderingContext2D, { width, height, scale, colors }: CollisionPicture) {
  const px = 1 / scale; // m a CSS pixel
  const at = ({ x, y }: Vec2): [number, number] => [width / 2 + x * scale, height / 2 - y * scale];
  const line = (from: Vec2, to: Vec2, style: string, thick: number, dash: number[] = []): void => {
    ctx.setLineDash(dash);
    ctx.strokeStyle = style;
    ctx.lineWidth = thick;
    ctx.beginPath();
    ctx.moveTo(...at(from));
    ctx.lineTo(...at(to));
    ctx.stroke();
    ctx.setLineDash([]);
  };
  const dot = (p: Vec2, radius: number, inside: string, rim: string): void => {
    ctx.beginPath();
    ctx.arc(...at(p), radius, 0, 2 * Math.PI);
    ctx.fillStyle = inside;
    ctx.fill();
    ctx.strokeStyle = rim;
    ctx.lineWidth = 2;
    ctx.stroke();
  };
  const word = (text: string, p: Vec2, style: string, font = '600 14px system-ui, sans-serif'): void => {
    ctx.font = font;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.lineWidth = 5;
    ctx.strokeStyle = colors.paper;
    const half = ctx.measureText(text).width / 2 + 4;
    const [left, top] = at(p);
    const [x, y] = [Math.max(half, Math.min(width - half, left)), Math.max(12, Math.min(height - 12, top))];
    ctx.strokeText(text, x, y);
    ctx.fillStyle = style;
    ctx.fillText(text, x, y);
  };
  const arrow = (from: Vec2, d: Vec2, length: number, style: string): void => {
    const tip = along(from, d, length * px);
    line(from, tip, style, 2.5);
    const side = { x: -d.y, y: d.x };
    for (const sign of [-1, 1]) line(tip, along(along(tip, d, -9 * px), side, sign * 5 * px), style, 2.5);
  };
  return { px, line, dot, word, arrow };
}

type Pen = ReturnType<typeof penFor>;

function paintBodies(
  ctx: CanvasRenderingContext2D,
  { world, trace, theme, scale, ratio, colors, draw }: CollisionPicture,
): void {
  const { a, b, paper } = colors;
  const fill = (color: string): string => `color-mix(in srgb, ${color} 24%, ${paper})`;
  draw(ctx, world, {
    camera: { x: 0, y: 0, scale: scale * ratio },
    theme: {
      ...theme,
      bodies: [
        { fill: fill(a), line: a },
        { fill: fill(b), line: b },
      ],
    },
    pixelRatio: ratio,
    clear: false,
    layers: { sleep: false, contacts: false, impulses: false },
    tint: (body) => (body === trace.shapeA.body ? 0 : 1),
  });
}

const kEnds = 26; // px: beyond both ends of the shadows, for their letters
const kRim = 12; // px: from the axis to the rim of the picture, for the shadows beside it

/** The shadows of both shapes on the axis that is shown, beside them. */
function paintShadows(
  { px, line, word, arrow }: Pen,
  { trace, stop, shown, width, height, colors }: CollisionPicture,
): void {
  const { a, b, ink, rule } = colors;
  const bodies = { A: trace.shapeA.body, B: trace.shapeB.body };
  const n = shown.axis.direction;
  const t = { x: -n.y, y: n.x };
  const middle = (p: Vec2): number => p.x * t.x + p.y * t.y;
  const place = (s: number, c: number): Vec2 => along({ x: s * n.x, y: s * n.y }, t, c);
  const { minA, maxA, minB, maxB } = shown.axis;
  // As far from both shapes as the shadows are inside the picture.
  const sum = middle(bodies.A.position) + middle(bodies.B.position);
  let [away, most] = [0, -Infinity];
  for (let c = -kShadow; c <= kShadow; c += 0.05) {
    let worth = Math.abs(2 * c - sum);
    for (const s of [Math.min(minA, minB) - kEnds * px, Math.max(maxA, maxB) + kEnds * px]) {
      const { x, y } = place(s, c);
      if (Math.abs(x) > (width / 2 - kRim) * px || Math.abs(y) > (height / 2 - kRim) * px) worth -= 99;
    }
    if (worth > most) [away, most] = [c, worth];
  }
  const on = (s: number, shift = 0): Vec2 => place(s, away + shift * px);
  line(on(-kReach), on(kReach), rule, 1.5);
  const shadow = (low: number, high: number, shift: number, { position }: Body, color: string): void => {
    for (const s of [low, high]) line(on(s), place(s, middle(position)), color, 1, [2, 5]);
    line(on(low, shift), on(high, shift), color, 6);
  };
  shadow(minA, maxA, 6, bodies.A, a);
  shadow(minB, maxB, -6, bodies.B, b);
  const [from, to] = [Math.max(minA, minB), Math.min(maxA, maxB)];
  const gap = shown.overlap < 0;
  line(on(from), on(to), ink, gap ? 2 : 4, gap ? [3, 5] : []);
  // Inside of the axis, and as far from it as its words are wide there.
  const label = `${gap ? 'gap' : 'overlap'} ${metres(Math.abs(shown.overlap))} m`;
  const beside = on((from + to) / 2, Math.sign(sum - 2 * away) * (24 + 52 * Math.abs(t.x)));
  word(label, beside, ink, '600 13px system-ui, sans-serif');
  const first = minA + maxA < minB + maxB;
  const end = 14 * px;
  word('A', on(first ? minA - end : maxA + end, 10), a);
  word('B', on(first ? maxB + end : minB - end, -10), b);
  if (stop === 'axis') arrow(along(bodies.A.position, n, 0.15), n, 56, ink);
}

/** Reference and incident edge, and from `clip` on the points cut away and kept. */
function paintEdges(
  { line, dot, arrow }: Pen,
  { trace, stop, shown, colors }: CollisionPicture,
  clipped: boolean,
): void {
  const own = { A: colors.a, B: colors.b };
  const { reference, incident } = trace;
  if (incident) line(incident.from, incident.to, own[incident.of], 4.5, [11, 8]);
  if (reference) {
    line(reference.from, reference.to, own[reference.of], 5.5);
    if (stop === 'reference') {
      const between = { x: (reference.from.x + reference.to.x) / 2, y: (reference.from.y + reference.to.y) / 2 };
      const { x, y } = shown.axis.direction;
      const sign = reference.of === 'A' ? 1 : -1;
      arrow(between, { x: sign * x, y: sign * y }, 46, own[reference.of]);
    }
  }
  if (!clipped) return;
  const color = own[incident?.of ?? 'B'];
  for (const { before, after } of trace.clips)
    for (const p of before) if (!after.some((q) => q.x === p.x && q.y === p.y)) dot(p, 5, colors.paper, color);
  for (const p of trace.clips.at(-1)?.after ?? []) dot(p, 5, color, colors.paper);
}

export function paintCollision(ctx: CanvasRenderingContext2D, view: CollisionPicture): void {
  const { trace, stop, width, height, ratio, colors, moving } = view;
  const { a, b, ink, soft, paper } = colors;
  const past = (name: StopName): boolean => kOrder.indexOf(stop) >= kOrder.indexOf(name);
  const pen = penFor(ctx, view);
  const { px, line, dot, word, arrow } = pen;
  ctx.clearRect(0, 0, width * ratio, height * ratio);
  paintBodies(ctx, view);
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  if (stop === 'project' || stop === 'axis') paintShadows(pen, view);
  if (past('clip') && stop !== 'closest')
    for (const { point, normal } of trace.clips) {
      const across = { x: -normal.y, y: normal.x };
      line(along(point, across, -1.6), along(point, across, 1.6), soft, 2, [1, 6]);
    }
  if (past('reference')) paintEdges(pen, view, past('clip'));
  if (past('closest') && trace.closest && trace.method !== 'face' && trace.method !== 'vertex') {
    line(trace.closest.a, trace.closest.b, ink, 2, [2, 5]);
    dot(trace.closest.a, 5, a, paper);
    dot(trace.closest.b, 5, b, paper);
    if (stop === 'closest') arrow(trace.closest.a, trace.normal, 56, ink);
  }
  if (stop === 'points')
    for (const point of trace.points) {
      const half = 0.5 * Math.max(0, -point.separation);
      line(along(point, trace.normal, -half), along(point, trace.normal, half), ink, 3);
      arrow(point, trace.normal, 46, ink);
      dot(point, 6.5, ink, paper);
    }
  for (const [name, { position: p }, color] of [
    ['A', trace.shapeA.body, a],
    ['B', trace.shapeB.body, b],
  ] as const) {
    word(name, p, color, `${name === moving ? 700 : 500} 16px system-ui, sans-serif`);
    const under = (side: number): Vec2 => ({ x: p.x + side * px, y: p.y - 12 * px });
    if (name === moving) line(under(-8), under(8), color, 2);
  }
  ctx.restore();
}
