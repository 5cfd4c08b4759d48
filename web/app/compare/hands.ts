// The reader's hand in the comparison: a drag in one column moves the same body in all.

import type { Side } from './side.js';

const kFinger = 14; // px: how far beside a body a finger may land

export class Hands {
  readonly #sides: readonly Side[];
  readonly #changed: () => void;
  #held: { readonly side: Side; readonly pointer: number } | null = null;

  /** `sides` are the columns at any time; `changed`: the pictures should be drawn again. */
  constructor(sides: readonly Side[], changed: () => void) {
    this.#sides = sides;
    this.#changed = changed;
  }

  /** Takes the pointer over the picture of a new column. */
  bind(side: Side): void {
    const { canvas } = side.sheet;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || this.#held) return;
      const at = side.toWorld(event.clientX, event.clientY);
      const reach = event.pointerType === 'mouse' ? 0 : kFinger / side.camera.scale;
      const body = side.simulation.bodyAt(at.x, at.y, reach);
      if (!body) return;
      event.preventDefault();
      canvas.setPointerCapture(event.pointerId);
      this.#held = { side, pointer: event.pointerId };
      for (const each of this.#sides) each.grab(body, at);
      this.#changed();
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.#held?.pointer === event.pointerId) {
        const target = side.toWorld(event.clientX, event.clientY);
        for (const { simulation } of this.#sides) simulation.drag.target = target;
        this.#changed();
      } else if (event.pointerType === 'mouse') {
        const at = side.toWorld(event.clientX, event.clientY);
        canvas.dataset.cursor = side.simulation.bodyAt(at.x, at.y, 0) ? 'over' : '';
      }
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      canvas.addEventListener(end, (event) => this.#held?.pointer === event.pointerId && this.letGo());
    // A finger on a body drags it; beside bodies it scrolls the page.
    canvas.addEventListener('touchmove', (event) => this.#held && event.preventDefault(), { passive: false });
  }

  letGo(): void {
    this.#held = null;
    for (const { simulation } of this.#sides) simulation.drag.release();
    this.#changed();
  }

  /** The same push for the highest body of each column. */
  kick(): void {
    for (const { simulation } of this.#sides) {
      const moving = [...simulation.world.bodies].filter((body) => body.type === 'dynamic');
      const top = moving.sort((p, q) => q.position.y - p.position.y)[0];
      if (top) simulation.do('push', top.id, 1.5 * top.mass, 0);
    }
    this.#changed();
  }
}
