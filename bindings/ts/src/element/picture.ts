// The canvas: its size in device pixels, the visible part of the world, its colours, and the drawing of a figure.

import type { Body } from '../body.js';
import { darkTheme, draw, lightTheme, type Theme } from '../draw.js';
import type { TargetJoint } from '../joint_types.js';
import { frameOf } from '../scenes/frame.js';
import type { Frame } from '../scenes.js';
import type { World } from '../world.js';
import type { LayerSet } from './attributes.js';
import type { Figure, View } from './figure.js';
import { isDark } from './is_dark.js';

const kSharpest = 2; // pixel ratio beyond which only the fan notices
const kMargin = 1.04; // of what a scene wants seen
const kFollow = 0.12; // of the way a picture

interface Painter {
  draw?(ctx: CanvasRenderingContext2D, view: View): void;
}

interface Point {
  x: number;
  y: number;
}

export class Picture {
  readonly canvas: HTMLCanvasElement;
  readonly #ctx: CanvasRenderingContext2D;
  #theme: Theme = lightTheme;
  #font = 'serif';
  #frame: Frame = { x: 0, y: 0, width: 10, height: 10 };
  #down = false; // y points down
  #follows = true;
  /** CSS pixels. */
  #width = 0;
  #height = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('this browser has no Canvas 2D');
    this.#ctx = ctx;
  }

  /** The size of the canvas on the page, CSS pixels. */
  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
  }

  /** Nothing to be seen, not even of the figure before. */
  wipe(): void {
    this.canvas.width = 0;
  }

  /** Sets the visible part of the world. `follows`: whether the camera follows the point that the scene returns. */
  look(world: World, frame: Frame = frameOf(world), follows = true): void {
    this.#frame = frame;
    this.#follows = follows;
    this.#down = world.gravity.y > 0;
  }

  /** Colours as the style sheets have them now; returns whether they are dark. */
  dress(): boolean {
    const root = this.canvas.getRootNode() as ShadowRoot;
    for (const change of root.getAnimations()) change.finish(); // on paper there is no time for them
    const style = getComputedStyle(this.canvas);
    const dark = isDark(root.host, style.color);
    const theme = dark ? darkTheme : lightTheme;
    const own = (name: string): string | undefined => style.getPropertyValue(`--impulse-${name}`).trim() || undefined;
    const fill = own('dynamic');
    const line = own('outline');
    this.#theme = {
      ...theme,
      paper: own('paper') ?? theme.paper,
      bodies: theme.bodies.map((body) => ({ fill: fill ?? body.fill, line: line ?? body.line })),
      staticFill: own('static') ?? theme.staticFill,
      staticLine: own('static-outline') ?? line ?? theme.staticLine,
      force: own('contact') ?? theme.force,
      faint: own('friction') ?? theme.faint,
      center: own('ink') ?? theme.center,
    };
    this.#font = own('label-font') ?? style.fontFamily;
    return dark;
  }

  /** CSS pixels a metre. */
  get scale(): number {
    const { width, height } = this.#frame;
    return Math.max(1e-3, Math.min(this.#width / width, this.#height / height) / kMargin);
  }

  get #center(): Point {
    const { x, y, height, sky = 0.5 } = this.#frame;
    const spare = this.#height / this.scale - height;
    return { x, y: y + spare * (sky - 0.5) * (this.#down ? -1 : 1) };
  }

  /** CSS pixels from the canvas's corner to metres. */
  toWorld(px: number, py: number): Point {
    const { x, y } = this.#center;
    const rise = (this.#height / 2 - py) / this.scale;
    return { x: x + (px - this.#width / 2) / this.scale, y: this.#down ? y - rise : y + rise };
  }

  toScreen({ x, y }: Point): Point {
    const center = this.#center;
    const rise = (y - center.y) * this.scale * (this.#down ? -1 : 1);
    return { x: this.#width / 2 + (x - center.x) * this.scale, y: this.#height / 2 - rise };
  }

  /** Follows the point that the scene returns, unless the reader drags a body. */
  #follow({ run, drag }: Figure): void {
    const at = drag.body || !this.#follows ? null : run.follow?.();
    if (at) this.#frame = { ...this.#frame, x: this.#frame.x + kFollow * (at.x - this.#frame.x) };
  }

  paint(figure: Figure, layers: LayerSet, chosen: Body | null, followers: Iterable<Painter>): void {
    const { canvas } = this;
    const ctx = this.#ctx;
    const ratio = Math.min(kSharpest, devicePixelRatio);
    const width = Math.max(1, Math.round(this.#width * ratio));
    const height = Math.max(1, Math.round(this.#height * ratio));
    // Setting the size clears the canvas, so it happens here, right before the picture, and leaves no blank frame.
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    this.#follow(figure);
    const { x, y } = this.#center;
    ctx.clearRect(0, 0, width, height); // the paper may be transparent
    draw(ctx, figure.world, {
      camera: { x, y, scale: this.scale * ratio, yDown: this.#down },
      layers,
      alpha: figure.alpha,
      theme: this.#theme,
      pixelRatio: ratio,
      except: figure.drag.joint,
      tint: ({ slot, userData }) => ((userData as { tint?: number } | undefined)?.tint ?? slot % 7) >>> 0,
    });
    ctx.save();
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const view = this.view(figure);
    for (const each of [figure.run, ...followers]) {
      ctx.save();
      each.draw?.(ctx, view);
      ctx.restore();
    }
    this.#label(figure);
    if (chosen && !chosen.destroyed) this.#mark(chosen);
    if (figure.drag.joint) this.#pull(figure.drag.joint);
    ctx.restore();
  }

  /** As the picture was drawn last. */
  view({ time }: Figure): View {
    const toScreen = (point: Point): Point => this.toScreen(point);
    return { toScreen, scale: this.scale, width: this.#width, height: this.#height, time, theme: this.#theme };
  }

  #label(figure: Figure): void {
    const ctx = this.#ctx;
    ctx.font = `italic ${Math.max(11, Math.min(19, 0.48 * this.scale))}px ${this.#font}`;
    ctx.textBaseline = 'middle';
    ctx.fillStyle = this.#theme.center;
    ctx.strokeStyle = this.#theme.paper; // readable over bodies too
    ctx.lineWidth = 4;
    for (const label of figure.run.labels ?? []) {
      const { x, y } = this.toScreen(label);
      ctx.textAlign = label.align ?? 'center';
      ctx.strokeText(label.text, x, y);
      ctx.fillText(label.text, x, y);
    }
  }

  /** Around the body that the keyboard chose. */
  #mark(body: Body): void {
    const ctx = this.#ctx;
    const { min, max } = body.aabb;
    const a = this.toScreen(min);
    const b = this.toScreen(max);
    for (const [width, color] of [
      [5, this.#theme.paper],
      [2.5, this.#theme.force],
    ] as const) {
      ctx.lineWidth = width;
      ctx.strokeStyle = color;
      ctx.strokeRect(
        Math.min(a.x, b.x) - 5,
        Math.min(a.y, b.y) - 5,
        Math.abs(b.x - a.x) + 10,
        Math.abs(b.y - a.y) + 10,
      );
    }
  }

  /** Draws the stretched spring from the dragged point to the pointer, dashed where it pulls as hard as it may. */
  #pull({ anchor, target, force, maxForce }: TargetJoint): void {
    const ctx = this.#ctx;
    const [from, to] = [this.toScreen(anchor), this.toScreen(target)];
    if (Math.hypot(force.x, force.y) > 0.99 * maxForce) ctx.setLineDash([7, 6]);
    ctx.strokeStyle = this.#theme.force;
    ctx.fillStyle = this.#theme.force;
    ctx.lineWidth = 2;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.arc(from.x, from.y, 4, 0, 2 * Math.PI);
    ctx.fill();
    ctx.beginPath();
    ctx.arc(to.x, to.y, 7, 0, 2 * Math.PI);
    ctx.stroke();
  }
}
