// Draws contact impulses: as arrows for few contacts, as lines of force for many.

import { finesse } from './marks.js';
import { kDynamic } from './outlines.js';
import { lineWidth, type Frame } from './trace.js';

const kRow = 12; // numbers a contact point in views.contacts
const kLongest = 0.25; // of the picture's shorter side
const kThickest = 8; // times the usual width
const kCrowd = 200; // contacts that push: more of them are drawn as lines of force
const kHalo = 2.5; // CSS pixels of background around a mark, so that it stands out from a body of any colour
const kWidths = [1, 2, 3.2, 5]; // CSS pixels, of lines of force: an equal part of the range of impulses each

let pushes = new Float64Array(64);

/** The impulses that push, in no order. */
function pushing(frame: Frame): Float64Array {
  const { contacts, contactViewCount } = frame.world.views;
  if (pushes.length < contactViewCount) pushes = new Float64Array(2 * contactViewCount);
  let count = 0;
  for (let i = 0; i < contactViewCount; i++) {
    const j = contacts[i * kRow + 5];
    if (j > 0) pushes[count++] = j;
  }
  return pushes.subarray(0, count);
}

/** The number that were at `index` if the list were sorted; it sorts no more of the list than that takes (Hoare). */
function ranked(list: Float64Array, index: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const pivot = list[index];
    let i = low;
    let j = high;
    while (i <= j) {
      while (list[i] < pivot) i++;
      while (list[j] > pivot) j--;
      if (i > j) break;
      const swapped = list[i];
      list[i++] = list[j];
      list[j--] = swapped;
    }
    if (j < index) low = i;
    if (i > index) high = j;
  }
  return list[index];
}

/** Strokes the path, on a wider band of paper. */
function strokeOnPaper({ ctx, theme, pixelRatio }: Frame, color: string, width: number): void {
  ctx.strokeStyle = theme.paper;
  ctx.lineWidth = width + kHalo * pixelRatio;
  ctx.stroke();
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** Friction as dashed lines along the surface, `along` canvas pixels long a newton second and `most` at most. */
function paintFriction(
  { ctx, view, world, theme, pixelRatio }: Frame,
  along: number,
  most: number,
  thin: number,
): void {
  const { contacts, contactViewCount } = world.views;
  const up = Math.sign(view.scaleY);
  ctx.beginPath();
  for (let i = 0; i < contactViewCount; i++) {
    const row = i * kRow;
    const jt = contacts[row + 6];
    if (jt === 0) continue;
    const x = view.x0 + contacts[row] * view.scale;
    const y = view.y0 + contacts[row + 1] * view.scaleY;
    // On B, along right_perp(n) = (ny, -nx).
    ctx.moveTo(x, y);
    const length = Math.max(-most, Math.min(most, jt * along));
    ctx.lineTo(x + contacts[row + 3] * length, y - up * contacts[row + 2] * length);
  }
  ctx.strokeStyle = theme.paper;
  ctx.lineWidth = thin + kHalo * pixelRatio;
  ctx.stroke();
  ctx.setLineDash([4 * pixelRatio, 2.5 * pixelRatio]);
  ctx.lineCap = 'butt';
  ctx.strokeStyle = theme.faint;
  ctx.lineWidth = thin;
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.lineCap = 'round';
}

/**
 * Normal impulses as arrows along the normal, friction as dashed lines along the surface, `metres` long a newton
 * second. An arrow that would be longer than a quarter of the picture stays so long and becomes thicker instead, up to
 * 8 times: its area shows the impulse. More than 200 of them become lines of force, as `paintChains` says. Returns
 * whether they did.
 */
export function paintImpulses(frame: Frame, metres: number): boolean {
  const { ctx, view, theme, pixelRatio } = frame;
  const { contacts, contactViewCount } = frame.world.views;
  const impulses = pushing(frame);
  ctx.lineCap = 'round';
  if (impulses.length > kCrowd) {
    paintChains(frame, impulses);
    return true;
  }
  const fine = finesse(frame);
  const along = metres * view.scale;
  const up = Math.sign(view.scaleY);
  const most = kLongest * Math.min(ctx.canvas.width, ctx.canvas.height);

  paintFriction(frame, along, most, 1.25 * fine * pixelRatio);
  const usual = 1.6 * fine * pixelRatio;
  const arrow = (row: number, thick: number): void => {
    const x = view.x0 + contacts[row] * view.scale;
    const y = view.y0 + contacts[row + 1] * view.scaleY;
    const whole = Math.min(most, contacts[row + 5] * along);
    const dx = contacts[row + 2] * whole;
    const dy = up * contacts[row + 3] * whole;
    ctx.moveTo(x, y);
    ctx.lineTo(x + dx, y + dy);
    const length = Math.hypot(dx, dy);
    if (length < 5 * pixelRatio) return;
    const barb = Math.min((3 + thick) * pixelRatio, 0.35 * length) / length;
    ctx.moveTo(x + dx - (dx + 0.6 * dy) * barb, y + dy - (dy - 0.6 * dx) * barb);
    ctx.lineTo(x + dx, y + dy);
    ctx.lineTo(x + dx - (dx - 0.6 * dy) * barb, y + dy - (dy + 0.6 * dx) * barb);
  };
  ctx.beginPath();
  for (let i = 0; i < contactViewCount; i++) {
    const j = contacts[i * kRow + 5];
    if (j > 0 && j * along <= most) arrow(i * kRow, 1);
  }
  strokeOnPaper(frame, theme.force, usual);
  for (let i = 0; i < contactViewCount; i++) {
    const thick = Math.min(kThickest, (contacts[i * kRow + 5] * along) / most);
    if (thick <= 1) continue;
    ctx.beginPath();
    arrow(i * kRow, thick);
    strokeOnPaper(frame, theme.force, usual * thick);
  }
  return false;
}

/**
 * Lines of force: at each contact a line along its normal, from beside the middle of the one body to beside that of the
 * other, wider where it carries more. Impulses below the median are left out, so that the lines that support the pile
 * are visible.
 */
function paintChains(frame: Frame, impulses: Float64Array): void {
  const { ctx, view, world, theme, pixelRatio, outlines, poses } = frame;
  const { contacts, contactViewCount } = world.views;
  const least = ranked(impulses, impulses.length >> 1);
  // Of the largest but for one in fifty: an impact should not make all others thin.
  const most = ranked(impulses, Math.floor(0.98 * impulses.length));
  const fine = Math.max(0.5, finesse(frame));
  /** Distance of a body's centre from the contact along the normal, in m; 0 for a body that does not move. */
  const reach = (row: number, slot: number): number => {
    if (outlines.kinds[slot] !== kDynamic) return 0;
    const c = poses[4 * slot + 2];
    const s = poses[4 * slot + 3];
    const u = outlines.centers[2 * slot];
    const v = outlines.centers[2 * slot + 1];
    const x = poses[4 * slot] + c * u - s * v - contacts[row];
    const y = poses[4 * slot + 1] + s * u + c * v - contacts[row + 1];
    return x * contacts[row + 2] + y * contacts[row + 3];
  };
  kWidths.forEach((width, k) => {
    const from = least + ((most - least) * k) / kWidths.length;
    const to = k + 1 < kWidths.length ? least + ((most - least) * (k + 1)) / kWidths.length : Infinity;
    ctx.beginPath();
    let lines = 0;
    for (let i = 0; i < contactViewCount; i++) {
      const row = i * kRow;
      const j = contacts[row + 5];
      if (j < from || j >= to || j <= 0) continue;
      const nx = contacts[row + 2] * view.scale;
      const ny = contacts[row + 3] * view.scaleY;
      const x = view.x0 + contacts[row] * view.scale;
      const y = view.y0 + contacts[row + 1] * view.scaleY;
      const a = reach(row, contacts[row + 7]);
      const b = reach(row, contacts[row + 8]);
      ctx.moveTo(x + a * nx, y + a * ny);
      ctx.lineTo(x + b * nx, y + b * ny);
      lines++;
    }
    strokeOnPaper(frame, theme.force, k === 0 ? lineWidth(width, pixelRatio, lines) : width * fine * pixelRatio);
  });
}
