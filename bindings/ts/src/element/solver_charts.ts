// Charts of a step: the residual after each iteration, and the impulse and residual of each contact and joint.

import type { Theme } from '../draw.js';
import { kFine, slides, type Decades, type SolverWalk } from './solver_walk.js';
import { told, worth } from './solver_words.js';

const kLine = 15; // px of a title
const kScale = 40; // px at the right of the charts, for what their tops and bottoms are worth

/** Paints nothing but paper where there is no trace. */
export function paintCharts(canvas: HTMLCanvasElement, walk: SolverWalk | null, theme: Theme | undefined): void {
  const { clientWidth, clientHeight: height } = canvas;
  const ctx = canvas.getContext('2d');
  if (!ctx || clientWidth === 0) return;
  const width = clientWidth - kScale;
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = Math.round(clientWidth * ratio);
  canvas.height = Math.round(height * ratio);
  ctx.scale(ratio, ratio);
  if (!walk) return;
  const { trace, pass, residuals, errors, ofJoints, items, most } = walk;
  const ink = getComputedStyle(canvas).color;
  const force = theme?.force ?? ink;
  const joint = theme?.joint ?? ink;
  const { stage, points, rows } = trace;
  const position = stage[pass] === 'position';
  const { titles, bands } = layoutOf(ctx, walk, clientWidth, height);
  ctx.fillStyle = ink;
  titles.forEach((lines, band) =>
    lines.forEach((text, i) => ctx.fillText(text, 0, bands[band]!.top - 6 - kLine * (lines.length - 1 - i))),
  );
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

  lines(0, residuals);
  const each = width / stage.length;
  stage.forEach((name, i) => {
    ctx.globalAlpha = i === pass ? 1 : name === 'position' ? 0.2 : name === 'start' ? 0.35 : 0.6;
    ctx.fillStyle = i === pass ? force : ink;
    if (points.length > 0 && name !== 'joints')
      bar(0, i * each + 0.5, Math.max(1, each - 1), residuals.share(trace.residual[i]!));
    const { top, bottom } = bands[0]!;
    if (i > 0 && trace.substep[i] !== trace.substep[i - 1]) ctx.fillRect(i * each, top, 1, bottom - top);
    if (rows.length === 0) return;
    const [r, x] = [Math.min(3, 0.5 * each), (i + 0.5) * each];
    const y = bottom - (bottom - top) * residuals.share(ofJoints[i]!);
    ctx.globalAlpha = i === pass ? 1 : 0.75;
    ctx.fillStyle = joint;
    ctx.fillRect(x - r, y - r, 2 * r, 2 * r);
  });

  scale(1, most, 0);
  lines(2, position ? errors : residuals);
  const lights = new Set(walk.active);
  items.forEach((item, i) => {
    const { x, wide } = columnOf(walk, i, width);
    const values = walk.shown(item);
    const lit = lights.has(item);
    ctx.globalAlpha = lit ? 1 : 0.6;
    ctx.fillStyle = ctx.strokeStyle = item.point < 0 ? joint : lit ? force : ink;
    if (slides(item, values)) {
      const { top, bottom } = bands[1]!;
      const high = ((bottom - top) * values.impulse) / most;
      ctx.strokeRect(x + 0.5, bottom - high, Math.max(0.5, wide - 1), high); // at its limit of friction: hollow
    } else bar(1, x, wide, values.impulse / most);
    bar(2, x, wide, walk.left(values));
    ctx.globalAlpha = 1;
    ctx.fillStyle = ink;
    const { top, bottom } = bands[1]!;
    if (values.start > kFine)
      ctx.fillRect(x - 0.5, bottom - ((bottom - top) * values.start) / most - 1, Math.max(2, wide + 1), 2);
  });
  const last = trace.residual.length - 1;
  const of = (pass: number): number => Math.max(trace.residual[pass]!, ofJoints[pass]!);
  canvas.setAttribute(
    'aria-label',
    `Residual of ${stage.length} iterations, from ${told(of(0))} to ${told(of(last))} m/s, ` +
      `and impulse and residual of ${points.length} contact points and ${items.length - points.length} joints.`,
  );
}

interface Layout {
  /** Lines of each. */
  readonly titles: readonly (readonly string[])[];
  readonly bands: readonly { readonly top: number; readonly bottom: number }[];
}

/** Three charts, one below the other, with as many lines for their titles as they need. */
function layoutOf(ctx: CanvasRenderingContext2D, walk: SolverWalk, width: number, height: number): Layout {
  const { trace, items, pass } = walk;
  const { stage, points, rows } = trace;
  const joints = rows.length === 0 ? '' : points.length ? '; squares: joints' : ' (joints)';
  const what = rows.length === 0 ? 'contact' : points.length === 0 ? 'joint' : 'contact and joint';
  const turning = items.some(({ turns }) => turns) ? ' (torque: N m s)' : '';
  ctx.font = '12px system-ui, sans-serif';
  const titles = [
    `Residual after each iteration, m/s${joints}`,
    `Impulse of each ${what}, N s${turning}; line: warm start`,
    stage[pass] === 'position' ? `Remaining error of each ${what}, m` : `Residual of each ${what}, m/s`,
  ].map((title) => linesOf(ctx, title, width));
  const room = (lines: readonly string[]): number => 5 + kLine * lines.length;
  const each = (height - titles.reduce((sum, lines) => sum + room(lines), 0)) / 3;
  let top = 0;
  const bands = titles.map((lines) => {
    top += room(lines) + each;
    return { top: top - each, bottom: top - 2 };
  });
  return { titles, bands };
}

function linesOf(ctx: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : '';
    if (longer && ctx.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Where the bars of an item stand: joints a little apart from contacts. */
function columnOf({ trace, items }: SolverWalk, i: number, width: number): { x: number; wide: number } {
  const { points } = trace;
  const between = points.length > 0 && items.length > points.length ? 10 : 0;
  const each = (width - between) / Math.max(1, items.length);
  return { x: i * each + (i < points.length ? 0 : between), wide: Math.max(1, each - 1) };
}

/** Goes to the iteration, contact or joint under a point of the page; false where there is none. */
export function chooseInChart(canvas: HTMLCanvasElement, walk: SolverWalk, { clientX, clientY }: MouseEvent): boolean {
  const { trace, items } = walk;
  const box = canvas.getBoundingClientRect();
  const x = clientX - box.left;
  const width = box.width - kScale;
  const { bands } = layoutOf(canvas.getContext('2d')!, walk, box.width, box.height);
  if (clientY - box.top < bands[0]!.bottom + 2) {
    walk.go(Math.floor((x / width) * trace.stage.length));
    return true;
  }
  let i = items.length - 1;
  while (i > 0 && columnOf(walk, i, width).x > x) i--;
  return walk.visit(items[i]!);
}
