// What is painted over the picture of a world, in CSS pixels: labels, the pull of a drag, outlines that stand out.

import type { TargetJoint } from 'impulse2d';
import type { Theme } from 'impulse2d/draw';
import type { Label } from 'impulse2d/scenes';
import type { CameraView } from './camera.js';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The words of a scene at their places; they grow with the picture up to `largest` pixels. */
export function paintLabels(
  ctx: CanvasRenderingContext2D,
  theme: Theme,
  camera: CameraView,
  labels: readonly Label[],
  { largest = 19, perMetre = 0.48 } = {},
): void {
  const size = Math.max(9, Math.min(largest, perMetre * camera.scale));
  ctx.font = `italic ${size}px "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "DejaVu Serif", serif`;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = theme.center;
  ctx.strokeStyle = theme.paper; // readable over bodies too
  ctx.lineWidth = 4;
  for (const { x, y, text, align = 'center' } of labels) {
    const at = camera.toScreen(x, y);
    ctx.textAlign = align;
    ctx.strokeText(text, at.x, at.y);
    ctx.fillText(text, at.x, at.y);
  }
}

/** Whether a hand pulls as hard as it can: farther away it pulls no harder. */
export function atLimit({ force, maxForce }: TargetJoint): boolean {
  return Math.hypot(force.x, force.y) > 0.99 * maxForce;
}

/** From the point that a hand holds to the pointer, dashed where the hand pulls as hard as it can. */
export function paintHand(
  ctx: CanvasRenderingContext2D,
  theme: Theme,
  camera: CameraView,
  { joint }: { readonly joint: TargetJoint | null },
): void {
  if (!joint) return;
  const { anchor, target } = joint;
  if (atLimit(joint)) ctx.setLineDash([7, 6]);
  paintPull(ctx, theme, camera.toScreen(anchor.x, anchor.y), camera.toScreen(target.x, target.y));
}

/** From a held point to the pointer, or an arrow of a throw. */
export function paintPull(ctx: CanvasRenderingContext2D, theme: Theme, from: Point, to: Point, arrow = false): void {
  ctx.strokeStyle = theme.force;
  ctx.fillStyle = theme.force;
  ctx.lineWidth = 2;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (arrow && length > 10) {
    const dx = ((to.x - from.x) / length) * 10;
    const dy = ((to.y - from.y) / length) * 10;
    ctx.moveTo(to.x - dx - 0.6 * dy, to.y - dy + 0.6 * dx);
    ctx.lineTo(to.x, to.y);
    ctx.lineTo(to.x - dx + 0.6 * dy, to.y - dy - 0.6 * dx);
  }
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(from.x, from.y, 4, 0, 2 * Math.PI);
  ctx.fill();
  if (arrow) return;
  ctx.beginPath();
  ctx.arc(to.x, to.y, 7, 0, 2 * Math.PI);
  ctx.stroke();
}

/** Strokes the current path on a wider line of background, so that it stands out from any body. */
export function strokeOutlined(ctx: CanvasRenderingContext2D, theme: Theme, width: number): void {
  ctx.strokeStyle = theme.paper;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.strokeStyle = theme.force;
  ctx.lineWidth = 2.5;
  ctx.stroke();
}
