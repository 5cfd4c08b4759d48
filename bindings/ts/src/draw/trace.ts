// Converts outlines to canvas paths in canvas pixels under the identity transform, so that lines and hatching keep
// their width at any zoom.

import type { DrawableWorld } from './drawable.js';
import { kCapsule, kCircle, kLine, kPolygon, kRounded, type Outlines } from './outlines.js';
import type { Theme } from './theme.js';

/** World to canvas: px = x0 + x * scale, py = y0 + y * scaleY; scaleY is negative where y points up. */
export interface Projection {
  x0: number;
  y0: number;
  scale: number;
  scaleY: number;
  /** The visible part of the world, in metres. */
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** The data for drawing one frame. One object per world, filled again in each frame. */
export interface Frame {
  ctx: CanvasRenderingContext2D;
  readonly world: DrawableWorld;
  readonly view: Projection;
  readonly outlines: Outlines;
  /** Render poses: x, y, cos, sin of slot i at 4 i. */
  poses: Float32Array;
  /** Slots in use or free. */
  count: number;
  /** Dynamic bodies, their mean mass (kg) and how far the mean one reaches from its middle (m). */
  moving: number;
  meanMass: number;
  meanSize: number;
  /** 1 at the slot of a body that is awake. */
  awake: Uint8Array;
  theme: Theme;
  pixelRatio: number;
}

const kMany = 300; // lines: with more, their cost matters more than their weight

/**
 * Line width in canvas pixels for `count` shapes. One pixel and less takes the rasteriser's short way: in Chromium
 * without a GPU, 2,000 boxes outlined one pixel wide take 3 ms and 1.25 pixels wide 15 ms, circles 4 ms and 60 ms.
 */
export function lineWidth(cssPixels: number, pixelRatio: number, count: number): number {
  return count > kMany ? 1 : cssPixels * pixelRatio;
}

/**
 * Adds a body's closed shapes to the current path. Everything is traced counter-clockwise in the world, so that shapes
 * which overlap in one path do not punch holes in each other under the non-zero rule.
 */
export function traceFilled(frame: Frame, slot: number, spokes: boolean): void {
  const { ctx, view, poses } = frame;
  const outline = frame.outlines.shapes[slot];
  const pose = 4 * slot;
  const up = view.scaleY < 0;
  const c = poses[pose + 2] * view.scale;
  const s = poses[pose + 3] * view.scale;
  const x0 = view.x0 + poses[pose] * view.scale;
  const y0 = view.y0 + poses[pose + 1] * view.scaleY;
  const flip = up ? -1 : 1;
  for (let i = 0; i < outline.length;) {
    const op = outline[i];
    if (op === kCircle) {
      const u = outline[i + 1];
      const v = outline[i + 2];
      const x = x0 + c * u - s * v;
      const y = y0 + flip * (s * u + c * v);
      const r = outline[i + 3] * view.scale;
      // The circle starts where its spoke ends: one path shows the rotation.
      const ex = x + outline[i + 3] * c;
      const ey = y + flip * outline[i + 3] * s;
      if (spokes) {
        ctx.moveTo(x, y);
        ctx.lineTo(ex, ey);
      } else {
        ctx.moveTo(ex, ey);
      }
      const start = Math.atan2(ey - y, ex - x);
      ctx.arc(x, y, r, start, start + (up ? -2 : 2) * Math.PI, up);
      if (!spokes) ctx.closePath();
      i += 4;
    } else if (op === kPolygon || op === kLine) {
      const end = i + 2 + 2 * outline[i + 1];
      if (op === kPolygon) {
        for (let k = i + 2; k < end; k += 2) {
          const u = outline[k];
          const v = outline[k + 1];
          const x = x0 + c * u - s * v;
          const y = y0 + flip * (s * u + c * v);
          if (k === i + 2) ctx.moveTo(x, y);
          else ctx.lineTo(x, y);
        }
        ctx.closePath();
      }
      i = end;
    } else if (op === kRounded) {
      const first = i + 3;
      const count = outline[i + 1];
      const r = outline[i + 2] * view.scale;
      const last = first + 2 * count - 2;
      let x = x0 + c * outline[first] - s * outline[first + 1];
      let y = y0 + flip * (s * outline[first] + c * outline[first + 1]);
      const lastX = x0 + c * outline[last] - s * outline[last + 1];
      const lastY = y0 + flip * (s * outline[last] + c * outline[last + 1]);
      ctx.moveTo((lastX + x) / 2, (lastY + y) / 2);
      for (let k = first; k <= last; k += 2) {
        const next = k === last ? first : k + 2;
        const nextX = x0 + c * outline[next] - s * outline[next + 1];
        const nextY = y0 + flip * (s * outline[next] + c * outline[next + 1]);
        ctx.arcTo(x, y, nextX, nextY, r);
        x = nextX;
        y = nextY;
      }
      ctx.closePath();
      i = first + 2 * count;
    } else if (op === kCapsule) {
      const au = outline[i + 1];
      const av = outline[i + 2];
      const bu = outline[i + 3];
      const bv = outline[i + 4];
      const ax = x0 + c * au - s * av;
      const ay = y0 + flip * (s * au + c * av);
      const bx = x0 + c * bu - s * bv;
      const by = y0 + flip * (s * bu + c * bv);
      const r = outline[i + 5] * view.scale;
      const along = Math.atan2(by - ay, bx - ax);
      const quarter = (up ? 1 : -1) * (Math.PI / 2);
      ctx.moveTo(bx + r * Math.cos(along + quarter), by + r * Math.sin(along + quarter));
      ctx.arc(bx, by, r, along + quarter, along - quarter, up);
      ctx.arc(ax, ay, r, along - quarter, along + quarter, up);
      ctx.closePath();
      i += 6;
    } else {
      return;
    }
  }
}

/** Adds a body's open lines (segments, chains) to the current path. */
export function traceLines(frame: Frame, slot: number): boolean {
  const { ctx, view, poses } = frame;
  const outline = frame.outlines.shapes[slot];
  const pose = 4 * slot;
  const c = poses[pose + 2];
  const s = poses[pose + 3];
  let any = false;
  for (let i = 0; i < outline.length;) {
    const op = outline[i];
    if (op === kCircle) i += 4;
    else if (op === kCapsule) i += 6;
    else {
      const first = i + (op === kRounded ? 3 : 2);
      const end = first + 2 * outline[i + 1];
      if (op === kLine) {
        any = true;
        for (let k = first; k < end; k += 2) {
          const u = outline[k];
          const v = outline[k + 1];
          const x = view.x0 + (poses[pose] + c * u - s * v) * view.scale;
          const y = view.y0 + (poses[pose + 1] + s * u + c * v) * view.scaleY;
          if (k === first) ctx.moveTo(x, y);
          else ctx.lineTo(x, y);
        }
      }
      i = end;
    }
  }
  return any;
}
