// Pointer and keyboard input on the picture: a pointer or finger drags a body, keys do the rest. A finger beside all
// bodies scrolls the page, and unused keys go to the page.

import type { Body } from '../body.js';
import type { ActionInput } from './action_input.js';
import type { Figure } from './figure.js';
import type { Picture } from './picture.js';

const kFinger = 14; // px: how far beside a body a finger may land
const kNudge = 1.6; // m/s a press: enough to climb a step, not to break a stack

export interface HandsOptions {
  readonly picture: Picture;
  /** The scene's own keys. */
  readonly input: ActionInput;
  readonly figure: () => Figure | null;
  readonly play: () => void;
  readonly toggle: () => void;
  readonly step: () => void;
  readonly back: () => void;
  readonly reset: () => void;
  readonly changed: () => void;
  readonly say: (text: string) => void;
}

const kArrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export class Hands {
  /** Chosen by keyboard. */
  chosen: Body | null = null;
  readonly #options: HandsOptions;
  #pointer: number | null = null;
  #dragged = false;

  constructor(options: HandsOptions) {
    this.#options = options;
    const { canvas } = options.picture;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      canvas.addEventListener(name, (event) => event.pointerId === this.#pointer && this.release());
    }
    // Only this keeps a browser from scrolling with a finger that is down already; it comes after the pointer's event.
    canvas.addEventListener(
      'touchstart',
      (event) => this.#pointer !== null && event.cancelable && event.preventDefault(),
      { passive: false },
    );
    canvas.addEventListener('click', (event) => this.#tap(event));
    canvas.addEventListener('keydown', (event) => this.#key(event));
    canvas.addEventListener('blur', () => this.#choose(null));
  }

  /** Ends all drags and held keys, for example when the world is destroyed. A drag of a recording is not affected. */
  release(): void {
    const figure = this.#options.figure();
    if (this.#pointer !== null && figure?.drag.joint) figure.do('drop');
    this.#pointer = null;
    this.#options.picture.canvas.dataset.cursor = '';
    this.#options.changed();
  }

  #at(event: MouseEvent): { x: number; y: number } {
    const box = this.#options.picture.canvas.getBoundingClientRect();
    return this.#options.picture.toWorld(event.clientX - box.left, event.clientY - box.top);
  }

  #down(event: PointerEvent): void {
    this.#dragged = false;
    const { picture, figure, play, changed } = this.#options;
    const now = figure();
    if (!now || this.#pointer !== null || event.button !== 0) return;
    this.chosen = null;
    const at = this.#at(event);
    const body = now.bodyAt(at, event.pointerType === 'mouse' ? 0 : kFinger / picture.scale);
    if (!body) return changed();
    this.#pointer = event.pointerId;
    this.#dragged = true;
    picture.canvas.setPointerCapture(event.pointerId);
    picture.canvas.dataset.cursor = 'drag';
    now.do('grab', body.id, at.x, at.y);
    play(); // in a world that stands still nothing could be pulled
  }

  #move(event: PointerEvent): void {
    const { picture, figure, changed } = this.#options;
    const now = figure();
    if (!now) return;
    if (event.pointerId === this.#pointer) {
      const { x, y } = this.#at(event);
      now.do('pull', x, y);
      changed();
    } else if (event.pointerType === 'mouse' && this.#pointer === null) {
      picture.canvas.dataset.cursor = now.bodyAt(this.#at(event), 0) ? 'over' : '';
    }
  }

  #tap(event: MouseEvent): void {
    const figure = this.#options.figure();
    if (!figure?.run.tap || this.#dragged) return;
    const { x, y } = this.#at(event);
    figure.do('tap', x, y);
    this.#options.play();
  }

  #choose(body: Body | null): void {
    if (this.chosen === body) return;
    this.chosen = body;
    this.#options.changed();
  }

  #key(event: KeyboardEvent): void {
    const { figure, input, toggle, step, back, reset, say } = this.#options;
    const now = figure();
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = kArrows[event.key];
    if (event.key === ' ') toggle();
    else if (event.key === '.') step();
    else if (event.key === ',' && now.tape) back();
    else if (event.key === 'r' || event.key === 'R') reset();
    else if (event.key === 'Enter') {
      this.#choose(now.bodyAfter(this.chosen, event.shiftKey ? -1 : 1));
      say(this.chosen ? `Body ${this.chosen.name || this.chosen.slot}. Arrow keys push it.` : 'No body chosen.');
    } else if (event.key === 'Escape' && this.chosen) this.#choose(null);
    else if (arrow && this.chosen && !this.chosen.destroyed) this.#nudge(this.chosen, arrow);
    else if (!input.keydown(event)) return;
    event.preventDefault();
  }

  #nudge(body: Body, [dx, dy]: readonly [number, number]): void {
    const figure = this.#options.figure()!;
    const { gravity, lengthUnit } = figure.world;
    const impulse = (kNudge / lengthUnit) * body.mass;
    figure.do('push', body.id, dx * impulse, (gravity.y > 0 ? -dy : dy) * impulse);
    this.#options.play();
  }
}
