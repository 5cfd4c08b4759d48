// What is drawn over the bodies: labels, what the step looks like inside, the chosen body, drags and throws.

import type { Body, Vec2 } from 'impulse2d';
import type { Theme } from 'impulse2d/draw';
import type { CameraView } from './camera.js';
import { paintHand, paintLabels, paintPull, strokeOutlined } from './hints.js';
import type { Simulation } from './simulation.js';
import type { Stage } from './stage.js';

/** Draws it in CSS pixels. */
export function paintOverlay(
  ctx: CanvasRenderingContext2D,
  { overlay, theme }: Stage,
  camera: CameraView,
  { run, drag, time }: Simulation,
): void {
  if (run.labels) paintLabels(ctx, theme, camera, run.labels);
  for (const paint of [run.draw, overlay.marks]) {
    if (!paint) continue;
    ctx.save();
    try {
      paint.call(run, ctx, {
        toScreen: ({ x, y }) => camera.toScreen(x, y),
        scale: camera.scale,
        width: camera.width,
        height: camera.height,
        time,
        theme,
      });
    } finally {
      ctx.restore();
    }
  }
  const { selected, refused, aim } = overlay;
  if (selected && !selected.destroyed) paintSelection(ctx, theme, camera, selected);
  if (refused) paintRefusal(ctx, theme, camera.toScreen(refused.x, refused.y));
  paintHand(ctx, theme, camera, drag);
  if (aim) paintPull(ctx, theme, camera.toScreen(aim.fromX, aim.fromY), camera.toScreen(aim.toX, aim.toY), true);
}

/** A crossed ring: nothing can be put here. */
function paintRefusal(ctx: CanvasRenderingContext2D, theme: Theme, { x, y }: Vec2): void {
  ctx.beginPath();
  ctx.arc(x, y, 13, 0, 2 * Math.PI);
  ctx.moveTo(x - 9, y + 9);
  ctx.lineTo(x + 9, y - 9);
  strokeOutlined(ctx, theme, 6);
}

function paintSelection(ctx: CanvasRenderingContext2D, theme: Theme, camera: CameraView, { aabb }: Body): void {
  const { min, max } = aabb;
  const a = camera.toScreen(min.x, max.y);
  const b = camera.toScreen(max.x, min.y);
  ctx.beginPath();
  ctx.roundRect(a.x - 5, a.y - 5, b.x - a.x + 10, b.y - a.y + 10, 6);
  strokeOutlined(ctx, theme, 5);
}
