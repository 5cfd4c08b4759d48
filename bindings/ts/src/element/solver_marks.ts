// Marks in the picture of a world, over its bodies: impulses, warm starting and residuals at a place of a step.

import type { View } from './figure.js';
import { kFine, type SolverWalk } from './solver_walk.js';
import { changeWords } from './solver_words.js';

const kGauges = 150; // contacts and joints: with more, only the active one has its residual beside it
const kRoom = 16; // px a metre: with less, gauges would hide the bodies

export function drawMarks(ctx: CanvasRenderingContext2D, view: View, walk: SolverWalk): void {
  const { active, items, most } = walk;
  const { theme } = view;
  const longest = Math.max(16, Math.min(80, 1.2 * view.scale));
  const lights = new Set(active);
  const alone = active.length === 1;
  const fine = Math.min(1, Math.max(0.4, view.scale / 36)); // finer where bodies are small
  const line = (color: string, width: number, ...[x1, y1, x2, y2]: readonly [number, number, number, number]): void => {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
    ctx.stroke();
  };
  ctx.lineCap = 'round';
  for (const item of items) {
    const { x, y } = view.toScreen(item);
    const lit = lights.has(item);
    const color = item.point < 0 ? theme.joint : theme.force;
    const values = walk.shown(item);
    const { impulse: now, before, start } = values;
    // Along the impulse on B; where there is none now, along that of before.
    const along = now > kFine ? values.vector : before.vector;
    const size = Math.hypot(along.x, along.y);
    const to = size > 0 ? { x: item.x + along.x / size, y: item.y + along.y / size } : item;
    const tip = view.toScreen(item.normal ? { x: item.x + item.normal.x, y: item.y + item.normal.y } : to);
    const [nx, ny] = [(tip.x - x) / view.scale, (tip.y - y) / view.scale];
    const at = (impulse: number): [number, number] => {
      const length = (longest * impulse) / most;
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
    if ((items.length > kGauges || view.scale < kRoom) && !(lit && alone)) continue;
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
    const full = high * walk.left(values);
    ctx.fillRect(left, bottom - full, wide, full);
  }
  const [only] = alone ? active : [];
  if (only) {
    const { x, y } = view.toScreen(only);
    const { impulse: now, before } = walk.shown(only);
    const text = changeWords(only, before.impulse, now);
    ctx.font = '600 13px system-ui, sans-serif';
    const room = x > ctx.measureText(text).width + 20;
    const left = x + (room ? -12 : 20);
    ctx.textAlign = room ? 'right' : 'left';
    ctx.direction = 'ltr';
    ctx.strokeStyle = theme.paper;
    ctx.lineWidth = 4;
    ctx.strokeText(text, left, y - 8);
    ctx.fillStyle = theme.center;
    ctx.fillText(text, left, y - 8);
  }
}
