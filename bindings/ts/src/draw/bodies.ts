// Draws bodies, filled and outlined, with one path per colour.

import { kDynamic, kKinematic, kStatic } from './outlines.js';
import { lineWidth, traceFilled, traceLines, type Frame } from './trace.js';

// Bodies of one path are at most this many. A rasteriser sorts the edges of a path, which grows faster than their
// number, and clears what the path covers: 2,000 circles cost 9 ms one by one, 16 ms by 16 and 23 ms by 128; boxes 7, 5
// and 11 ms; but calls from JavaScript have a price too.
const kBatch = 16;
const kHatchGap = 5; // CSS pixels between the lines of the hatching

// Style of a slot in this frame: 0 nothing, 1 static, 2 kinematic, 3 sensor, then the tints awake, then the tints
// asleep.
const kHidden = 0;
const kStaticStyle = 1;
const kKinematicStyle = 2;
const kSensorStyle = 3;
const kFirstTint = 4;

const hatches = new Map<string, CanvasPattern>();

function hatchOf(ctx: CanvasRenderingContext2D, color: string, pixelRatio: number): CanvasPattern | string {
  const key = `${color} ${pixelRatio}`;
  let pattern = hatches.get(key);
  if (!pattern) {
    const size = Math.max(3, Math.round(kHatchGap * pixelRatio));
    // Hosts that are no browser may have none: the body is tinted.
    const pen =
      (globalThis as Partial<typeof globalThis>).OffscreenCanvas && new OffscreenCanvas(size, size).getContext('2d');
    if (!pen) return color;
    pen.strokeStyle = color;
    pen.lineWidth = Math.max(1, 0.9 * pixelRatio);
    pen.beginPath();
    // The middle stroke and its two neighbours, so that the tile meets itself.
    for (const shift of [-size, 0, size]) {
      pen.moveTo(shift - 1, size + 1);
      pen.lineTo(shift + size + 1, -1);
    }
    pen.stroke();
    const made = ctx.createPattern(pen.canvas, 'repeat');
    if (!made) return color;
    pattern = made;
    hatches.set(key, pattern);
  }
  return pattern;
}

function fillHatched(ctx: CanvasRenderingContext2D, hatch: CanvasPattern | string | null): void {
  ctx.fill();
  if (!hatch) return;
  const fill = ctx.fillStyle;
  const alpha = ctx.globalAlpha;
  ctx.fillStyle = hatch;
  ctx.globalAlpha = 1;
  ctx.fill();
  ctx.fillStyle = fill;
  ctx.globalAlpha = alpha;
}

export class BodyPainter {
  #styles = new Uint8Array(0);
  #used = new Uint8Array(256);
  #visible = 0;

  /** Fills and strokes every visible body. */
  paint(frame: Frame, showSleep: boolean): void {
    const { ctx, theme, pixelRatio } = frame;
    const tints = theme.bodies.length;
    this.#sort(frame, showSleep, tints);
    const used = this.#used;
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    const thin = lineWidth(1.25, pixelRatio, this.#visible);

    if (used[kStaticStyle]) {
      ctx.fillStyle = theme.staticFill;
      ctx.strokeStyle = theme.staticLine;
      this.#union(frame, kStaticStyle, thin);
    }
    if (used[kKinematicStyle]) {
      ctx.fillStyle = theme.kinematicFill;
      ctx.strokeStyle = theme.kinematicLine;
      this.#union(frame, kKinematicStyle, thin);
    }
    for (let tint = 0; tint < tints; tint++) {
      const color = theme.bodies[tint];
      ctx.fillStyle = color.fill;
      ctx.strokeStyle = color.line;
      const awakeStyle = kFirstTint + tint;
      if (used[awakeStyle]) this.#layer(frame, awakeStyle, thin, null);
      const asleepStyle = kFirstTint + tints + tint;
      if (used[asleepStyle]) {
        ctx.globalAlpha = theme.asleepOpacity;
        this.#layer(frame, asleepStyle, thin, hatchOf(ctx, theme.hatch, pixelRatio));
        ctx.globalAlpha = 1;
      }
    }
    if (used[kSensorStyle]) {
      ctx.strokeStyle = theme.kinematicLine;
      ctx.setLineDash([4 * pixelRatio, 4 * pixelRatio]);
      ctx.fillStyle = 'transparent';
      this.#layer(frame, kSensorStyle, thin, null);
      ctx.setLineDash([]);
    }
  }

  #sort(frame: Frame, showSleep: boolean, tints: number): void {
    const { view, outlines, poses, count, awake } = frame;
    if (this.#styles.length < count) this.#styles = new Uint8Array(Math.max(64, count, 2 * this.#styles.length));
    const styles = this.#styles;
    this.#used.fill(0);
    this.#visible = 0;
    for (let slot = 0; slot < count; slot++) {
      let style = kHidden;
      if (outlines.ids[slot] !== 0) {
        const x = poses[4 * slot];
        const y = poses[4 * slot + 1];
        const reach = outlines.reaches[slot];
        if (x + reach >= view.left && x - reach <= view.right && y + reach >= view.bottom && y - reach <= view.top) {
          const kind = outlines.kinds[slot];
          if (outlines.sensors[slot]) style = kSensorStyle;
          else if (kind === kStatic) style = kStaticStyle;
          else if (kind === kKinematic) style = kKinematicStyle;
          else if (kind === kDynamic) {
            const asleep = showSleep && !awake[slot] ? tints : 0;
            style = kFirstTint + (outlines.tints[slot] % tints) + asleep;
          }
        }
      }
      styles[slot] = style;
      this.#used[style] = 1;
      if (style !== kHidden) this.#visible++;
    }
  }

  /**
   * Ground and machines are built of many shapes and should look like one: the outline goes below the fill, so that
   * only the outline of their union remains.
   */
  #union(frame: Frame, style: number, width: number): void {
    const { ctx, count } = frame;
    ctx.beginPath();
    for (let slot = 0; slot < count; slot++) if (this.#styles[slot] === style) traceFilled(frame, slot, false);
    ctx.lineWidth = 2 * width;
    ctx.stroke();
    ctx.fill();
    ctx.beginPath();
    let lines = false;
    for (let slot = 0; slot < count; slot++) if (this.#styles[slot] === style && traceLines(frame, slot)) lines = true;
    if (lines) ctx.stroke();
  }

  /** One style: fill, then hatching where given, then outline, `kBatch` bodies a path. */
  #layer(frame: Frame, style: number, width: number, hatch: CanvasPattern | string | null): void {
    const { ctx, count } = frame;
    const styles = this.#styles;
    const { compounds } = frame.outlines;
    ctx.lineWidth = width;
    for (let slot = 0; slot < count;) {
      ctx.beginPath();
      let size = 0;
      const start = slot;
      for (; slot < count && size < kBatch; slot++) {
        if (styles[slot] !== style) continue;
        size++;
        if (!compounds[slot]) traceFilled(frame, slot, true);
      }
      if (size === 0) break;
      fillHatched(ctx, hatch);
      ctx.stroke();
      for (let k = start; k < slot; k++) {
        if (styles[k] !== style || !compounds[k]) continue;
        // As in `#union`: a body of several shapes is one body.
        ctx.beginPath();
        traceFilled(frame, k, false);
        ctx.lineWidth = 2 * width;
        ctx.stroke();
        ctx.lineWidth = width;
        fillHatched(ctx, hatch);
      }
      ctx.beginPath();
      let lines = false;
      for (let k = start; k < slot; k++) {
        if (styles[k] === style && traceLines(frame, k)) lines = true;
      }
      if (lines) {
        ctx.lineWidth = 2 * width;
        ctx.stroke();
        ctx.lineWidth = width;
      }
    }
  }
}
