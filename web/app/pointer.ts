// Mouse, pen and fingers on the stage. One pointer on a body drags it; on nothing it pans, throws or, without moving,
// adds a body or removes one; two pointers pan and zoom together. Where the sheet lets a finger scroll the page
// (`touch-action`), one finger on nothing does that instead of a pan.

import type { Body } from 'impulse2d';
import type { CameraView } from './camera.js';
import type { Simulation } from './simulation.js';
import { spawn, type ClickKind } from './spawn.js';
import type { Stage } from './stage.js';

const kClick = 6; // px: a pointer that moved less has clicked
const kFinger = 14; // px: how far beside a body a finger may land
const kThrow = 4; // m/s a metre of the arrow
const kFastestThrow = 40; // m/s
const kWheel = 0.0016; // zoom a pixel of wheel
const kSpawn = 56; // px: about how large an added body looks

type Gesture = 'none' | 'drag' | 'pan' | 'aim' | 'pinch' | 'scroll';

interface Contact {
  x: number;
  y: number;
  readonly startX: number;
  readonly startY: number;
}

export interface PointerOptions {
  readonly stage: Stage;
  readonly camera: CameraView;
  readonly simulation: Simulation;
  /** What a press on nothing does. */
  readonly tool: () => 'grab' | 'throw';
  readonly kind: () => ClickKind;
  readonly cameraMoved: () => void;
  /** Something the reader should see although time may stand still. */
  readonly changed: () => void;
  /** The reader's hand is in the scene: it no longer runs as it would by itself. */
  readonly touched: () => void;
  /** There was no room for a body at a point, metres. */
  readonly refused: (x: number, y: number) => void;
}

export class Pointers {
  readonly #options: PointerOptions;
  readonly #contacts = new Map<number, Contact>();
  #gesture: Gesture = 'none';
  #moved = false;
  /** The body that the press hit. */
  #pressed: Body | null = null;
  #hover: { x: number; y: number } | null = null;

  constructor(options: PointerOptions) {
    this.#options = options;
    const { canvas } = options.stage;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', (event) => this.#cancel(event));
    canvas.addEventListener('lostpointercapture', (event) => this.#cancel(event));
    canvas.addEventListener('pointerleave', () => (this.#hover = null));
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    // After the pointer's own event: what has a use for the finger here keeps it from scrolling the page.
    for (const name of ['touchstart', 'touchmove'] as const)
      canvas.addEventListener(name, (event) => event.cancelable && !this.#leaves && event.preventDefault(), {
        passive: false,
      });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** Whether what the pointer does is the browser's: a tap focuses the stage, a finger scrolls. */
  get #leaves(): boolean {
    return this.#gesture === 'none' || this.#gesture === 'scroll';
  }

  /** Where the mouse is over the stage, CSS pixels, or null. */
  get hover(): { readonly x: number; readonly y: number } | null {
    return this.#hover;
  }

  /** Once a frame: the cursor says what a press would do. */
  refreshCursor(): void {
    const { stage, simulation, camera } = this.#options;
    let cursor = '';
    if (this.#gesture === 'drag') cursor = 'dragging';
    else if (this.#gesture === 'pan') cursor = this.#moved ? 'panning' : '';
    else if (this.#hover && this.#gesture === 'none') {
      const at = camera.toWorld(this.#hover.x, this.#hover.y);
      cursor = simulation.bodyAt(at.x, at.y, 0) ? 'over' : this.#options.tool();
    }
    if (stage.canvas.dataset.cursor !== cursor) stage.canvas.dataset.cursor = cursor;
  }

  /** Ends what is going on, as when the scene changes under the pointer. */
  reset(): void {
    this.#letGo();
    this.#gesture = 'none';
    this.#options.stage.overlay.aim = null;
  }

  /** Only what the reader holds now: a body that was held at a moment of the past is let go by the recording. */
  #letGo(): void {
    if (this.#gesture === 'drag') this.#options.simulation.drag.release();
  }

  #at(event: MouseEvent): { x: number; y: number } {
    const box = this.#options.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button > 1) return;
    const { stage, camera, simulation, tool, changed } = this.#options;
    const { x, y } = this.#at(event);
    this.#contacts.set(event.pointerId, { x, y, startX: x, startY: y });
    stage.canvas.setPointerCapture(event.pointerId);
    stage.overlay.selected = null;
    if (this.#contacts.size === 2) {
      this.#letGo();
      stage.overlay.aim = null;
      this.#gesture = 'pinch';
      this.#moved = true;
      return;
    }
    if (this.#contacts.size > 2) return;
    this.#moved = false;
    const at = camera.toWorld(x, y);
    const reach = event.pointerType === 'mouse' ? 0 : kFinger / camera.scale;
    const body = event.button === 1 ? null : simulation.bodyAt(at.x, at.y, reach);
    this.#pressed = body;
    if (body && tool() === 'grab') {
      this.#gesture = 'drag';
      this.#options.touched();
      simulation.drag.grab(simulation.world, body, at);
    } else if (tool() === 'throw' && event.button !== 1) {
      this.#gesture = 'aim';
      stage.overlay.aim = { fromX: at.x, fromY: at.y, toX: at.x, toY: at.y };
    } else {
      const scrolls = event.pointerType !== 'mouse' && getComputedStyle(stage.canvas).touchAction !== 'none';
      this.#gesture = scrolls ? 'scroll' : 'pan';
    }
    changed();
  }

  #move(event: PointerEvent): void {
    const { stage, camera, simulation, cameraMoved, changed } = this.#options;
    const { x, y } = this.#at(event);
    this.#hover = event.pointerType === 'mouse' ? { x, y } : null;
    const contact = this.#contacts.get(event.pointerId);
    if (!contact) return;
    const before = [...this.#contacts.values()].map((each) => ({ x: each.x, y: each.y }));
    const dx = x - contact.x;
    const dy = y - contact.y;
    contact.x = x;
    contact.y = y;
    if (Math.hypot(x - contact.startX, y - contact.startY) > kClick) this.#moved = true;
    const at = camera.toWorld(x, y);
    if (this.#gesture === 'drag') {
      simulation.drag.target = at;
    } else if (this.#gesture === 'aim' && stage.overlay.aim) {
      stage.overlay.aim.toX = at.x;
      stage.overlay.aim.toY = at.y;
    } else if (this.#gesture === 'pan') {
      camera.panBy(dx, dy);
      cameraMoved();
    } else if (this.#gesture === 'pinch' && this.#contacts.size === 2) {
      const [a, b] = before;
      const [c, d] = [...this.#contacts.values()];
      camera.panBy((c.x + d.x - a.x - b.x) / 2, (c.y + d.y - a.y - b.y) / 2);
      const old = Math.hypot(a.x - b.x, a.y - b.y);
      if (old > 1) camera.zoomAt((c.x + d.x) / 2, (c.y + d.y) / 2, Math.hypot(c.x - d.x, c.y - d.y) / old);
      cameraMoved();
    }
    changed();
  }

  #up(event: PointerEvent): void {
    const contact = this.#contacts.get(event.pointerId);
    if (!contact) return;
    this.#contacts.delete(event.pointerId);
    const { stage, simulation, camera } = this.#options;
    const at = camera.toWorld(contact.x, contact.y);
    const tapped = !this.#moved && this.#gesture !== 'pinch' && event.button !== 1;
    const gesture = this.#gesture;
    const aim = stage.overlay.aim;
    this.#letGo();
    stage.overlay.aim = null;
    // One finger left over from a pinch goes on as a pan.
    this.#gesture = gesture === 'pinch' && this.#contacts.size === 1 ? 'pan' : 'none';
    if (tapped && this.#options.kind() === 'remove') this.#remove();
    else if (tapped && simulation.run.tap) {
      this.#options.touched();
      simulation.run.tap(at.x, at.y);
    } else if (tapped && gesture !== 'drag') this.#add(at.x, at.y, [0, 0]);
    else if (gesture === 'aim' && aim) this.#throw(aim);
    this.#options.changed();
  }

  #cancel(event: PointerEvent): void {
    if (!this.#contacts.delete(event.pointerId)) return;
    this.reset();
  }

  #remove(): void {
    const body = this.#pressed;
    if (!body || body.destroyed) return;
    this.#options.touched();
    this.#options.simulation.do('destroy', body.id);
  }

  #throw(aim: { fromX: number; fromY: number; toX: number; toY: number }): void {
    let vx = (aim.toX - aim.fromX) * kThrow;
    let vy = (aim.toY - aim.fromY) * kThrow;
    const speed = Math.hypot(vx, vy);
    if (speed > kFastestThrow) {
      vx *= kFastestThrow / speed;
      vy *= kFastestThrow / speed;
    }
    this.#add(aim.fromX, aim.fromY, [vx, vy]);
  }

  #add(x: number, y: number, velocity: [number, number]): void {
    const { simulation, camera, refused } = this.#options;
    const kind = this.#options.kind();
    if (kind === 'remove') return;
    const size = Math.min(2, Math.max(0.3, kSpawn / camera.scale));
    // A click says where exactly; what is thrown may start beside what it was aimed from.
    const room = velocity[0] === 0 && velocity[1] === 0 ? 0 : 3 * size;
    if (spawn(simulation, kind, { x, y }, { size, room, velocity })) this.#options.touched();
    else refused(x, y);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { camera, cameraMoved } = this.#options;
    const { x, y } = this.#at(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A pinch on a trackpad arrives as a wheel with Ctrl and small steps.
    const gain = event.ctrlKey ? 6 * kWheel : kWheel;
    camera.zoomAt(x, y, Math.exp(-event.deltaY * lines * gain));
    cameraMoved();
  }
}
