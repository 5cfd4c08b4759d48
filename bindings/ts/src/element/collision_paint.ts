// Draws the comparison of two shapes: one colour per shape, and the marks of the current stage. Reference and incident
// edge differ by their line style.

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

export function paintCollision(ctx: CanvasRenderingContext2D, view: CollisionPicture): void {
  const { trace, stop, shown, width, height, ratio, scale, colors } = view;
  const { a, b, ink, soft, rule, paper } = colors;
  const bodies = { A: trace.shapeA.body, B: trace.shapeB.body };
  const own = { A: a, B: b };
  const px = 1 / scale;
  const order: StopName[] = ['project', 'axis', 'closest', 'reference', 'clip', 'points'];
  const past = (name: StopName): boolean => order.indexOf(stop) >= order.indexOf(name);

  ctx.clearRect(0, 0, width * ratio, height * ratio);
  const fill = (color: string): string => `color-mix(in srgb, ${color} 24%, ${paper})`;
  view.draw(ctx, view.world, {
    camera: { x: 0, y: 0, scale: scale * ratio },
    theme: {
      ...view.theme,
      bodies: [
        { fill: fill(a), line: a },
        { fill: fill(b), line: b },
      ],
    },
    pixelRatio: ratio,
    clear: false,
    layers: { sleep: false, contacts: false, impulses: false },
    tint: (body) => (body === bodies.A ? 0 : 1),
  });
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';

  const at = ({ x, y }: Vec2): [number, number] => [width / 2 + x * scale, height / 2 - y * scale];
  const along = (p: Vec2, d: Vec2, s: number): Vec2 => ({ x: p.x + s * d.x, y: p.y + s * d.y });
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
    ctx.strokeStyle = paper;
    ctx.strokeText(text, ...at(p));
    ctx.fillStyle = style;
    ctx.fillText(text, ...at(p));
  };
  const arrow = (from: Vec2, d: Vec2, length: number, style: string): void => {
    const tip = along(from, d, length * px);
    line(from, tip, style, 2.5);
    const side = { x: -d.y, y: d.x };
    for (const sign of [-1, 1]) line(tip, along(along(tip, d, -9 * px), side, sign * 5 * px), style, 2.5);
  };

  if (stop === 'project' || stop === 'axis') {
    const n = shown.axis.direction;
    const t = { x: -n.y, y: n.x };
    const middle = (p: Vec2): number => p.x * t.x + p.y * t.y;
    // Beside both shapes, on the side that has more room.
    const sum = middle(bodies.A.position) + middle(bodies.B.position);
    const away =
      (sum > 0 ? -1 : 1) *
      Math.min(
        kShadow,
        (0.42 * Math.min(width * Math.abs(t.x) + height * Math.abs(t.y), Math.max(width, height))) / scale,
      );
    const on = (s: number, shift = 0): Vec2 => along({ x: s * n.x, y: s * n.y }, t, away + shift * px);
    const { minA, maxA, minB, maxB } = shown.axis;
    line(on(-kReach), on(kReach), rule, 1.5);
    for (const [s, which] of [
      [minA, 'A'],
      [maxA, 'A'],
      [minB, 'B'],
      [maxB, 'B'],
    ] as const) {
      line(on(s), along({ x: s * n.x, y: s * n.y }, t, middle(bodies[which].position)), own[which], 1, [2, 5]);
    }
    line(on(minA, 6), on(maxA, 6), a, 6);
    line(on(minB, -6), on(maxB, -6), b, 6);
    const [from, to] = [Math.max(minA, minB), Math.min(maxA, maxB)];
    line(on(from), on(to), ink, shown.overlap < 0 ? 2 : 4, shown.overlap < 0 ? [3, 5] : []);
    // Inside of the axis, and as far from it as its words are wide there.
    const label = `${shown.overlap < 0 ? 'gap' : 'overlap'} ${metres(Math.abs(shown.overlap))} m`;
    word(
      label,
      on((from + to) / 2, -Math.sign(away) * (24 + 52 * Math.abs(t.x))),
      ink,
      '600 13px system-ui, sans-serif',
    );
    const first = minA + maxA < minB + maxB;
    word('A', on(first ? minA - 14 * px : maxA + 14 * px, 10), a);
    word('B', on(first ? maxB + 14 * px : minB - 14 * px, -10), b);
    if (stop === 'axis') arrow(along(bodies.A.position, n, 0.15), n, 56, ink);
  }
  if (past('clip') && stop !== 'closest')
    for (const { point, normal } of trace.clips) {
      const across = { x: -normal.y, y: normal.x };
      line(along(point, across, -1.6), along(point, across, 1.6), soft, 2, [1, 6]);
    }
  if (past('reference')) {
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
    if (past('clip')) {
      for (const { before, after } of trace.clips)
        for (const p of before)
          if (!after.some((q) => q.x === p.x && q.y === p.y)) dot(p, 5, paper, own[incident?.of ?? 'B']);
      for (const p of trace.clips.at(-1)?.after ?? []) dot(p, 5, own[incident?.of ?? 'B'], paper);
    }
  }
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
  for (const which of ['A', 'B'] as const) {
    const p = bodies[which].position;
    word(which, p, own[which], `${which === view.moving ? 700 : 500} 16px system-ui, sans-serif`);
    if (which === view.moving)
      line(along(p, { x: -8 * px, y: -12 * px }, 1), along(p, { x: 8 * px, y: -12 * px }, 1), own[which], 2);
  }
  ctx.restore();
}
