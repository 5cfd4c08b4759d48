// The canvas: its size in device pixels, and one picture of a world.

import type { Body, Joint, World } from 'impulse2d';
import { darkTheme, draw, lightTheme, type Theme } from 'impulse2d/draw';
import type { View } from 'impulse2d/element';
import type { CameraView } from './camera.js';
import type { LayerState } from './layers.js';

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

/** What a picture shows: a world between two steps, and the joint of a drag, which is not drawn. */
interface Moment {
  readonly world: World;
  readonly alpha: number;
  readonly drag?: { readonly joint: Joint | null };
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly overlay: Overlay = { aim: null, selected: null, refused: null, marks: null };
  /** Whether it is drawn to be printed: light then. */
  paper = false;
  /** Runs when the stage has a new size and needs drawing. */
  resized: () => void = () => {};
  /** Draws over the bodies, in CSS pixels. */
  annotate: (ctx: CanvasRenderingContext2D) => void = () => {};
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
    return this.#dark.matches && !this.paper ? darkTheme : lightTheme;
  }

  paint({ world, alpha, drag }: Moment, layers: LayerState): void {
    const { canvas } = this;
    // Setting the size clears the canvas; doing it here and not in the observer avoids one blank frame.
    if (canvas.width !== this.#pendingWidth || canvas.height !== this.#pendingHeight) {
      canvas.width = Math.max(1, this.#pendingWidth);
      canvas.height = Math.max(1, this.#pendingHeight);
    }
    const camera = this.#camera;
    const ratio = canvas.width / camera.width;
    draw(this.#ctx, world, {
      camera: { x: camera.x, y: camera.y, scale: camera.scale * ratio },
      layers,
      alpha,
      theme: this.theme,
      pixelRatio: this.#ratio,
      except: drag?.joint,
      tint: (body) => ((body.userData as { tint?: number } | undefined)?.tint ?? body.slot % 7) >>> 0,
    });
    const ctx = this.#ctx;
    ctx.save();
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    try {
      this.annotate(ctx);
    } finally {
      ctx.restore();
    }
  }
}
