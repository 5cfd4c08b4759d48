// The canvas: its size in device pixels, and one picture of the simulation.

import type { Body } from 'impulse2d';
import { darkTheme, draw, lightTheme, type Theme } from 'impulse2d/draw';
import type { View } from 'impulse2d/element';
import type { CameraView } from './camera.js';
import { paintLabels, paintPull, strokeOutlined } from './hints.js';
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
    if (simulation.run.labels) paintLabels(ctx, theme, camera, simulation.run.labels);
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
    if (anchor && target)
      paintPull(ctx, theme, camera.toScreen(anchor.x, anchor.y), camera.toScreen(target.x, target.y));
    const aim = this.overlay.aim;
    if (aim) paintPull(ctx, theme, camera.toScreen(aim.fromX, aim.fromY), camera.toScreen(aim.toX, aim.toY), true);
    ctx.restore();
  }

  /** A crossed ring: nothing can be put here. */
  #paintRefusal({ x, y }: { x: number; y: number }): void {
    const ctx = this.#ctx;
    ctx.beginPath();
    ctx.arc(x, y, 13, 0, 2 * Math.PI);
    ctx.moveTo(x - 9, y + 9);
    ctx.lineTo(x + 9, y - 9);
    strokeOutlined(ctx, this.theme, 6);
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
    strokeOutlined(ctx, this.theme, 5);
  }
}
