// The canvas: its size in device pixels, and one picture of the simulation.

import type { Body } from 'impulse2d';
import { darkTheme, draw, lightTheme, type Theme } from 'impulse2d/draw';
import type { View } from 'impulse2d/element';
import type { CameraView } from './camera.js';
import type { LayerState } from './layers.js';
import type { Simulation } from './simulation.js';

const kSharpest = 2; // pixel ratio beyond which only the fan notices

/** What the reader is doing with the pointer or the keyboard. */
export interface Overlay {
  /** A throw being aimed, metres. */
  aim: { fromX: number; fromY: number; toX: number; toY: number } | null;
  /** Body chosen by keyboard. */
  selected: Body | null;
  /** Where a body found no room, metres. */
  refused: { x: number; y: number } | null;
  /** More to be drawn over the bodies, in CSS pixels. */
  marks: ((ctx: CanvasRenderingContext2D, view: View) => void) | null;
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly overlay: Overlay = { aim: null, selected: null, refused: null, marks: null };
  /** Runs when the stage has a new size and needs drawing. */
  resized: () => void = () => {};
  readonly #ctx: CanvasRenderingContext2D;
  readonly #camera: CameraView;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  #ratio = 1;
  #pendingWidth = 0;
  #pendingHeight = 0;

  constructor(canvas: HTMLCanvasElement, camera: CameraView) {
    this.canvas = canvas;
    this.#camera = camera;
    const ctx = canvas.getContext('2d', { alpha: false });
    if (!ctx) throw new Error('this browser has no Canvas 2D');
    this.#ctx = ctx;
    const observer = new ResizeObserver(([entry]) => {
      const css = entry.contentRect;
      const exact = entry.devicePixelContentBoxSize?.[0];
      const ratio = Math.min(kSharpest, devicePixelRatio);
      // The box in device pixels is exact where CSS pixels are fractions of them. It is believed only when it is near:
      // emulated screens report CSS pixels there.
      const near =
        exact &&
        Math.abs(exact.inlineSize - css.width * ratio) < 2 &&
        Math.abs(exact.blockSize - css.height * ratio) < 2;
      this.#pendingWidth = near ? exact.inlineSize : Math.round(css.width * ratio);
      this.#pendingHeight = near ? exact.blockSize : Math.round(css.height * ratio);
      this.#ratio = ratio;
      camera.resize(css.width, css.height);
      this.resized();
    });
    try {
      observer.observe(canvas, { box: 'device-pixel-content-box' });
    } catch {
      observer.observe(canvas); // Safari knows no device pixels here
    }
    const box = canvas.getBoundingClientRect();
    this.#ratio = Math.min(kSharpest, devicePixelRatio);
    this.#pendingWidth = Math.round(box.width * this.#ratio);
    this.#pendingHeight = Math.round(box.height * this.#ratio);
    camera.resize(box.width, box.height);
  }

  get theme(): Theme {
    return this.#dark.matches ? darkTheme : lightTheme;
  }

  paint(simulation: Simulation, layers: LayerState): void {
    const { canvas } = this;
    // Setting the size clears the canvas; doing it here and not in the observer avoids one blank frame.
    if (canvas.width !== this.#pendingWidth || canvas.height !== this.#pendingHeight) {
      canvas.width = Math.max(1, this.#pendingWidth);
      canvas.height = Math.max(1, this.#pendingHeight);
    }
    const camera = this.#camera;
    const ratio = canvas.width / camera.width;
    draw(this.#ctx, simulation.world, {
      camera: { x: camera.x, y: camera.y, scale: camera.scale * ratio },
      layers,
      alpha: simulation.alpha,
      theme: this.theme,
      pixelRatio: this.#ratio,
      except: simulation.drag.joint,
      tint: (body) => (body.userData as { tint?: number } | undefined)?.tint ?? body.slot % 7,
    });
    this.#annotate(simulation, ratio);
  }

  #annotate(simulation: Simulation, ratio: number): void {
    const ctx = this.#ctx;
    const theme = this.theme;
    const camera = this.#camera;
    ctx.save();
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const labels = simulation.run.labels;
    if (labels) {
      const size = Math.max(9, Math.min(19, 0.48 * camera.scale));
      ctx.font = `italic ${size}px "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "DejaVu Serif", serif`;
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.fillStyle = theme.center;
      for (const label of labels) {
        const at = camera.toScreen(label.x, label.y);
        ctx.fillText(label.text, at.x, at.y);
      }
    }
    this.overlay.marks?.(ctx, {
      toScreen: ({ x, y }) => camera.toScreen(x, y),
      scale: camera.scale,
      width: camera.width,
      height: camera.height,
      time: simulation.time,
      theme,
    });
    this.#paintSelection();
    const { refused } = this.overlay;
    if (refused) this.#paintRefusal(camera.toScreen(refused.x, refused.y));
    const { anchor, target } = simulation.drag;
    if (anchor && target) this.#paintPull(camera.toScreen(anchor.x, anchor.y), camera.toScreen(target.x, target.y));
    const aim = this.overlay.aim;
    if (aim) this.#paintPull(camera.toScreen(aim.fromX, aim.fromY), camera.toScreen(aim.toX, aim.toY), true);
    ctx.restore();
  }

  #paintPull(from: { x: number; y: number }, to: { x: number; y: number }, arrow = false): void {
    const ctx = this.#ctx;
    const theme = this.theme;
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
    ctx.beginPath();
    ctx.arc(from.x, from.y, 4, 0, 2 * Math.PI);
    ctx.fill();
    if (arrow) return;
    ctx.beginPath();
    ctx.arc(to.x, to.y, 7, 0, 2 * Math.PI);
    ctx.stroke();
  }

  /** A crossed ring: nothing can be put here. */
  #paintRefusal({ x, y }: { x: number; y: number }): void {
    const ctx = this.#ctx;
    ctx.beginPath();
    ctx.arc(x, y, 13, 0, 2 * Math.PI);
    ctx.moveTo(x - 9, y + 9);
    ctx.lineTo(x + 9, y - 9);
    ctx.strokeStyle = this.theme.paper;
    ctx.lineWidth = 6;
    ctx.stroke();
    ctx.strokeStyle = this.theme.force;
    ctx.lineWidth = 2.5;
    ctx.stroke();
  }

  #paintSelection(): void {
    const selected = this.overlay.selected;
    if (!selected || selected.destroyed) return;
    const ctx = this.#ctx;
    const { min, max } = selected.aabb;
    const a = this.#camera.toScreen(min.x, max.y);
    const b = this.#camera.toScreen(max.x, min.y);
    ctx.beginPath();
    ctx.roundRect(a.x - 5, a.y - 5, b.x - a.x + 10, b.y - a.y + 10, 6);
    ctx.strokeStyle = this.theme.paper;
    ctx.lineWidth = 5;
    ctx.stroke();
    ctx.strokeStyle = this.theme.force;
    ctx.lineWidth = 2.5;
    ctx.stroke();
  }
}
