// Where the reader looks. Screen lengths are CSS pixels from the stage's top left corner, world lengths metres, y up.

import type { Frame } from '../scenes/scene.js';

const kClosest = 2000; // px a metre
const kFarthest = 1; // px a metre

export class CameraView {
  x = 0;
  y = 0;
  /** CSS pixels a metre. */
  scale = 40;
  /** Of the stage, CSS pixels. */
  width = 1;
  height = 1;

  /** Metres across the largest square the stage holds: what a link stores, since it survives a change of screen. */
  get span(): number {
    return Math.min(this.width, this.height) / this.scale;
  }

  set span(metres: number) {
    this.#zoomTo(Math.min(this.width, this.height) / metres);
  }

  toWorld(px: number, py: number): { x: number; y: number } {
    return { x: this.x + (px - this.width / 2) / this.scale, y: this.y - (py - this.height / 2) / this.scale };
  }

  toScreen(x: number, y: number): { x: number; y: number } {
    return { x: this.width / 2 + (x - this.x) * this.scale, y: this.height / 2 - (y - this.y) * this.scale };
  }

  /** Keeps the middle and the span of what is seen when the stage changes its size. */
  resize(width: number, height: number): void {
    const span = this.span;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.span = span;
  }

  panBy(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  /** Zooms so that the world point under (px, py) stays there. */
  zoomAt(px: number, py: number, factor: number): void {
    const before = this.toWorld(px, py);
    this.#zoomTo(this.scale * factor);
    const after = this.toWorld(px, py);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
  }

  fit(frame: Frame): void {
    this.#zoomTo(Math.min(this.width / frame.width, this.height / frame.height));
    const spare = this.height / this.scale - frame.height;
    this.x = frame.x;
    this.y = frame.y + spare * ((frame.sky ?? 0.5) - 0.5);
  }

  #zoomTo(scale: number): void {
    this.scale = Math.min(kClosest, Math.max(kFarthest, scale));
  }
}
