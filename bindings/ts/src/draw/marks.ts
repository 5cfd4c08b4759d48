// Draws marks: contact points, bounding boxes, centres of mass, velocities. One path per kind of mark.

import { kDynamic, kStatic } from './outlines.js';
import { lineWidth, type Frame } from './trace.js';

const kRow = 12; // numbers a contact point in views.contacts
const kTau = 2 * Math.PI;

/** @internal Makes marks finer where bodies are small on the screen: 1 for bodies of 40 CSS pixels and more. */
export function finesse({ meanSize, view, pixelRatio }: Frame): number {
  return Math.min(1, Math.max(0.4, (meanSize * view.scale) / (20 * pixelRatio)));
}

/**
 * Points where shapes touch; hollow where the last step needed no impulse. `faint` where lines of force are drawn
 * through them.
 */
export function paintContacts(frame: Frame, faint: boolean): void {
  const { ctx, view, world, theme, pixelRatio } = frame;
  const { contacts, contactViewCount } = world.views;
  const r = (faint ? 1 : 2.4) * finesse(frame) * pixelRatio;
  const line = lineWidth(1, pixelRatio, contactViewCount);
  const small = r < 1.6 * pixelRatio;
  // Nobody sees the corners of three pixels, and squares cost a quarter. A square of a pixel and less is a short line,
  // which takes the rasteriser's short way: half as long as a square.
  const tiny = 2 * r <= 1;
  // A ring whose line reaches its middle is a disc: a square of the same area.
  const half = 2 * r <= line ? (Math.sqrt(Math.PI) / 2) * (r + line / 2) : 0;
  // Where rings are discs and both kinds have one colour, nobody can tell them apart: one path for all.
  const alike = faint && half > 0;
  ctx.fillStyle = ctx.strokeStyle = faint ? theme.faint : theme.force;
  ctx.lineWidth = 2 * r;
  ctx.lineCap = 'butt';
  ctx.beginPath();
  for (let i = 0; i < contactViewCount; i++) {
    const row = i * kRow;
    if (contacts[row + 5] <= 0 && !alike) continue;
    const x = view.x0 + contacts[row] * view.scale;
    const y = view.y0 + contacts[row + 1] * view.scaleY;
    if (tiny) {
      ctx.moveTo(x - r, y);
      ctx.lineTo(x + r, y);
    } else if (small) {
      ctx.fillRect(x - r, y - r, 2 * r, 2 * r);
    } else {
      ctx.moveTo(x + r, y);
      ctx.arc(x, y, r, 0, kTau);
    }
  }
  if (tiny) ctx.stroke();
  else ctx.fill();
  ctx.lineCap = 'round';
  if (alike) return;
  ctx.fillStyle = ctx.strokeStyle = theme.faint;
  ctx.lineWidth = line;
  ctx.beginPath();
  for (let i = 0; i < contactViewCount; i++) {
    const row = i * kRow;
    if (contacts[row + 5] > 0) continue;
    const x = view.x0 + contacts[row] * view.scale;
    const y = view.y0 + contacts[row + 1] * view.scaleY;
    if (half > 0) {
      ctx.fillRect(x - half, y - half, 2 * half, 2 * half);
    } else {
      ctx.moveTo(x + r, y);
      ctx.arc(x, y, r, 0, kTau);
    }
  }
  ctx.stroke();
}

/**
 * Axis-aligned bounding boxes. They are read with one call per body, which is for inspection, not for thousands of
 * bodies.
 */
export function paintBoxes(frame: Frame): void {
  const { ctx, view, world, outlines, count, theme, pixelRatio } = frame;
  ctx.beginPath();
  for (let slot = 0; slot < count; slot++) {
    if (outlines.ids[slot] === 0 || outlines.kinds[slot] === kStatic) continue;
    const body = world.bodyAtSlot(slot);
    if (!body) continue;
    const { min, max } = body.aabb;
    if (max.x < view.left || min.x > view.right || max.y < view.bottom || min.y > view.top) continue;
    const x = view.x0 + min.x * view.scale;
    const y = view.y0 + min.y * view.scaleY;
    ctx.rect(x, y, (max.x - min.x) * view.scale, (max.y - min.y) * view.scaleY);
  }
  ctx.strokeStyle = theme.box;
  ctx.lineWidth = lineWidth(1, pixelRatio, frame.count);
  ctx.stroke();
}

/** Centres of mass: a cross that turns with its body. */
export function paintCenters(frame: Frame): void {
  const { ctx, view, poses, outlines, count, theme, pixelRatio } = frame;
  const arm = 4 * pixelRatio;
  ctx.beginPath();
  for (let slot = 0; slot < count; slot++) {
    if (outlines.ids[slot] === 0 || outlines.kinds[slot] !== kDynamic) continue;
    const c = poses[4 * slot + 2];
    const s = poses[4 * slot + 3];
    const u = outlines.centers[2 * slot];
    const v = outlines.centers[2 * slot + 1];
    const x = view.x0 + (poses[4 * slot] + c * u - s * v) * view.scale;
    const y = view.y0 + (poses[4 * slot + 1] + s * u + c * v) * view.scaleY;
    ctx.moveTo(x - c * arm, y + s * arm);
    ctx.lineTo(x + c * arm, y - s * arm);
    ctx.moveTo(x - s * arm, y - c * arm);
    ctx.lineTo(x + s * arm, y + c * arm);
  }
  ctx.strokeStyle = theme.center;
  ctx.lineWidth = lineWidth(1.25, pixelRatio, frame.count);
  ctx.stroke();
}

const kVelocitySeconds = 0.1; // a line ends where the body would be after this long

/** Velocities of the centres of mass. */
export function paintVelocities(frame: Frame): void {
  const { ctx, view, world, poses, outlines, count, theme, pixelRatio } = frame;
  const velocities = world.views.velocities;
  ctx.beginPath();
  for (let slot = 0; slot < count; slot++) {
    if (outlines.ids[slot] === 0 || outlines.kinds[slot] === kStatic) continue;
    const dx = velocities[4 * slot] * kVelocitySeconds * view.scale;
    const dy = velocities[4 * slot + 1] * kVelocitySeconds * view.scaleY;
    if (dx * dx + dy * dy < 1) continue;
    const c = poses[4 * slot + 2];
    const s = poses[4 * slot + 3];
    const u = outlines.centers[2 * slot];
    const v = outlines.centers[2 * slot + 1];
    const x = view.x0 + (poses[4 * slot] + c * u - s * v) * view.scale;
    const y = view.y0 + (poses[4 * slot + 1] + s * u + c * v) * view.scaleY;
    ctx.moveTo(x, y);
    ctx.lineTo(x + dx, y + dy);
  }
  ctx.strokeStyle = theme.velocity;
  ctx.lineWidth = lineWidth(1.5, pixelRatio, frame.count);
  ctx.stroke();
}
