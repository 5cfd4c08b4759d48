// One frame after another while something is to be drawn. While nothing is, the clock of the page ticks without them.

import { nextTick } from './readout.js';

export class Frames {
  readonly #frame: (now: number) => void;
  readonly #tick: (now: number) => void;
  readonly #paint: () => void;
  #stale = true;
  #asked = 0;
  #timer = 0;

  /** `frame` is what moves with time, before a picture at `now` ms; `tick` the same without a picture. */
  constructor(frame: (now: number) => void, tick: (now: number) => void, paint: () => void) {
    this.#frame = frame;
    this.#tick = tick;
    this.#paint = paint;
  }

  /** Should the picture be drawn again? */
  get dirty(): boolean {
    return this.#stale;
  }
  set dirty(dirty: boolean) {
    this.#stale = dirty;
    if (dirty) this.ask();
  }

  /** Asks for a frame as soon as there can be one. */
  ask(): void {
    clearTimeout(this.#timer);
    this.#asked ||= requestAnimationFrame((now) => this.#next(now));
  }

  #next(now: number): void {
    this.#asked = 0;
    this.#frame(now);
    if (this.dirty) {
      this.dirty = false;
      this.#paint();
      this.ask();
    } else {
      this.#idle();
    }
  }

  /** Nothing moves: the clock runs tick by tick; without a frame, unless something is to be drawn. */
  #idle(): void {
    const now = performance.now();
    this.#timer = window.setTimeout(
      () => {
        this.#tick(performance.now());
        if (!this.dirty) this.#idle();
      },
      nextTick(now, now) - now,
    );
  }
}
