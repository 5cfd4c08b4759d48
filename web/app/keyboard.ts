// Everything the pointer can do, without one.

import type { Body } from 'impulse2d';
import type { ActionInput } from 'impulse2d/element';
import type { CameraView } from './camera.js';
import { fixed } from './numbers.js';
import type { Simulation } from './simulation.js';
import type { Stage } from './stage.js';

const kNudge = 1.6; // m/s a press: enough to climb a step, not to break a stack
const kPan = 60; // px a press

export type Command =
  | 'toggle'
  | 'step'
  | 'back'
  | 'reset'
  | 'fit'
  | 'zoomIn'
  | 'zoomOut'
  | 'previous'
  | 'next'
  | 'pick'
  | 'grab'
  | 'throw'
  | 'share'
  | 'source'
  | 'tag';

/** Keys that work wherever the focus is, except while text is typed. */
const kCommands: Readonly<Record<string, Command>> = {
  ' ': 'toggle',
  '.': 'step',
  ',': 'back',
  r: 'reset',
  f: 'fit',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '[': 'previous',
  ']': 'next',
  '/': 'pick',
  g: 'grab',
  t: 'throw',
  s: 'share',
  c: 'source',
};

/** What the panel says of them, and of those that work on the figure. */
export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  ['Space . , R', 'pause, one step, one back (hold it: backwards), reset'],
  ['[ ] /', 'previous, next, all scenes'],
  ['+ − F', 'zoom in, out, fit'],
  ['G T', 'grab, throw'],
  ['S C', 'share, source'],
  ['Tab', 'on the figure: next body'],
  ['← → ↑ ↓', 'nudge the body, or pan'],
  ['Delete', 'remove the body'],
  ['Esc Tab', 'leave the figure'],
];

const kArrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function takesText(target: EventTarget | null): boolean {
  // A field of a dialog that was closed keeps the focus until the next frame.
  if (!(target as HTMLElement).offsetParent) return false;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio'].includes(target.type);
}

function takesSpace(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, summary, input:not([type=range]), a') !== null;
}

export interface KeyboardOptions {
  readonly stage: Stage;
  readonly camera: CameraView;
  readonly simulation: Simulation;
  /** The scene's own keys. */
  readonly input: ActionInput;
  readonly commands: Readonly<Record<Command, () => void>>;
  readonly cameraMoved: () => void;
  readonly changed: () => void;
  readonly say: (text: string) => void;
  /** The reader's hand is in the scene: it no longer runs as it would by itself. */
  readonly touched: () => void;
}

export class Keyboard {
  readonly #options: KeyboardOptions;
  /** After Escape the next Tab leaves the stage, however many bodies there are. */
  #leaving = false;

  constructor(options: KeyboardOptions) {
    this.#options = options;
    const { canvas } = options.stage;
    document.addEventListener('keydown', (event) => this.#command(event));
    canvas.addEventListener('keydown', (event) => this.#stageKey(event));
    canvas.addEventListener('blur', () => {
      this.#leaving = false;
      this.#choose(null);
    });
  }

  get #selected(): Body | null {
    const body = this.#options.stage.overlay.selected;
    return body && !body.destroyed ? body : null;
  }

  #choose(body: Body | null): void {
    this.#options.stage.overlay.selected = body;
    this.#options.changed();
  }

  #command(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (takesText(event.target) || document.querySelector('dialog[open]')) return;
    if (event.key === ' ' && takesSpace(event.target)) return;
    const command = kCommands[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (command) {
      event.preventDefault();
      this.#options.commands[command]();
    } else if (!(event.key in kArrows) || this.#freeArrows(event.target)) {
      this.#options.input.keydown(event);
    }
  }

  /**
   * Arrows are the scene's on the stage, on its own buttons and where nothing has the focus; elsewhere they move a
   * slider or the page.
   */
  #freeArrows(target: EventTarget | null): boolean {
    return (
      target === document.body ||
      target === this.#options.stage.canvas ||
      (target instanceof Element && target.matches('.action'))
    );
  }

  #stageKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = kArrows[event.key];
    if (event.key === 'Tab') {
      const next = this.#leaving ? null : this.#neighbour(event.shiftKey ? -1 : 1);
      this.#choose(next);
      if (!next) return; // past the last one: the focus moves on
      event.preventDefault();
      this.#describe(next);
    } else if (event.key === 'Escape') {
      this.#leaving = true;
      this.#choose(null);
    } else if (arrow && (this.#selected || !this.#options.input.knows(event))) {
      event.preventDefault();
      this.#arrow(arrow[0], arrow[1]);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const body = this.#selected;
      if (!body) return;
      event.preventDefault();
      this.#choose(this.#neighbour(1));
      this.#options.touched();
      this.#options.simulation.do('destroy', body.id);
    }
  }

  #arrow(dx: number, dy: number): void {
    const { camera, simulation, cameraMoved, changed } = this.#options;
    const body = this.#selected;
    if (body) {
      this.#options.touched();
      simulation.do('push', body.id, dx * kNudge * body.mass, dy * kNudge * body.mass);
      if (simulation.paused) simulation.stepOnce();
      changed();
    } else {
      camera.panBy(-dx * kPan, dy * kPan);
      cameraMoved();
    }
  }

  #describe(body: Body): void {
    const { x, y } = body.position;
    const mass = body.mass.toPrecision(3);
    this.#options.say(`Body ${body.slot}, ${mass} kilograms, at ${fixed(x, 1)}, ${fixed(y, 1)}. Arrows nudge it.`);
  }

  /** The next dynamic body on screen, by slot; null past either end. */
  #neighbour(direction: 1 | -1): Body | null {
    const { camera, simulation } = this.#options;
    const { world } = simulation;
    const selected = this.#selected;
    if (!selected && direction < 0) return null; // Shift and Tab goes back to where the focus came from
    const count = world.views.slots.length;
    for (let slot = (selected ? selected.slot : -1) + direction; slot >= 0 && slot < count; slot += direction) {
      const body = world.bodyAtSlot(slot);
      if (!body || body.type !== 'dynamic') continue;
      const { x, y } = body.position;
      const at = camera.toScreen(x, y);
      if (at.x >= 0 && at.x <= camera.width && at.y >= 0 && at.y <= camera.height) return body;
    }
    return null;
  }
}
