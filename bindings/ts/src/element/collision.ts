// `<impulse-collision>`: two shapes, and how the engine finds where they touch, stop by stop. What it shows is loaded
// when there is one.

import { darkTheme, draw, lightTheme } from '../draw.js';
import { init, presets, World, type Body } from '../index.js';
import type { CollisionView, Shadows, Stop } from '../element-collision.js';
import type { CollisionTrace } from '../trace.js';
import type { Vec2 } from '../types.js';
import { refuse } from './attributes.js';
import { make } from './shadow.js';
import { viewsOfTag } from './views_tag.js';

const kObserved = ['a', 'b', 'stop', 'literal'] as const;

const Base: { new (): HTMLElement; prototype: HTMLElement } = globalThis.HTMLElement ?? class {};

/**
 * `<impulse-collision a="box,0,-0.6,0" b="circle,0.7,1.1,0">`: two shapes that readers drag and turn, and the engine's
 * comparison of them in stops: project, choose the axis, reference edge, clip, keep the points; for round shapes their
 * closest points. Reads what `world.collisionTrace` says, so it is the code of the step. Loads `element-collision.js`
 * beside this script; what stands in the element is seen until then.
 *
 * Attributes, each a property too. `a` and `b`: shape, x and y in m, angle in rad; the shape is one of `box plank
 * triangle hexagon rounded circle capsule segment`. `stop`: a whole number from 1; beyond the last it is the last.
 * `literal`: naive variants, words of `aOnlySat intervalOverlap deepestPointOnly insideCircle`. A value that is not
 * accepted is named in the figure and in the console, and changes nothing.
 *
 * Emits `change` when a shape, the stop or the axis that is shown changed. Parts: `canvas`, `bar`, `button`, `axes`,
 * `words`. Custom properties: `--impulse-a`, `--impulse-b` (one colour for all of A and of B), and `-height`,
 * `-radius`, `-font`, `-paper`, `-ink`, `-line`, `-accent`.
 */
export class ImpulseCollision extends Base {
  /** @internal */
  static readonly observedAttributes: readonly string[] = kObserved;

  #view: CollisionView | null = null;

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).append(make('slot'));
  }

  /** Shape, x and y (m), angle (rad). Default `box,0,-0.6,0`. Moving a shape writes it. */
  get a(): string {
    return this.getAttribute('a') ?? 'box,0,-0.6,0';
  }
  set a(text: string) {
    this.setAttribute('a', text);
  }
  /** The same of B. Default `box,0.7,1.15,0.18`. */
  get b(): string {
    return this.getAttribute('b') ?? 'box,0.7,1.15,0.18';
  }
  set b(text: string) {
    this.setAttribute('b', text);
  }

  /** The stop that is shown, an integer from 1 to the number of stops. Default 1. */
  get stop(): number {
    return this.#view?.stop ?? (Number(this.getAttribute('stop')) || 1);
  }
  set stop(stop: number) {
    this.setAttribute('stop', String(stop));
  }

  /** Naive variants: words of `aOnlySat intervalOverlap deepestPointOnly insideCircle`. Default none. */
  get literal(): string {
    return this.getAttribute('literal') ?? '';
  }
  set literal(words: string) {
    this.setAttribute('literal', words);
  }

  /**
   * Which of `shadows` is shown while shapes are projected; null is the one that decides. Does nothing before the first
   * `change`.
   */
  get axis(): number | null {
    return this.#view?.axis ?? null;
  }
  set axis(axis: number | null) {
    if (this.#view) this.#view.axis = axis;
  }

  /** Which shape keys move. Default `b`. Does nothing before the first `change`. */
  get moving(): 'a' | 'b' {
    return this.#view?.moving ?? 'b';
  }
  set moving(which: 'a' | 'b') {
    if (this.#view) this.#view.moving = which;
  }

  /** What the engine says; null before the first `change`. */
  get trace(): CollisionTrace | null {
    return this.#view?.trace ?? null;
  }
  /** The axes tested, parallel ones together. Empty before the first `change`. */
  get shadows(): readonly Shadows[] {
    return this.#view?.shadows ?? [];
  }
  /** The stops of the pair as it stands, with their words. Empty before the first `change`. */
  get stops(): readonly Stop[] {
    return this.#view?.stops ?? [];
  }
  /** The world of the two; null before it is there and off the page. */
  get world(): World | null {
    return this.#view?.world ?? null;
  }
  /** The two; null as `world` is. */
  get bodies(): { readonly a: Body; readonly b: Body } | null {
    return this.#view?.bodies ?? null;
  }

  /**
   * Moves a shape: m and rad, any finite numbers; it stays within the picture. Does nothing before the first `change`.
   */
  place(which: 'a' | 'b', position: Vec2, angle: number): void {
    this.#view?.place(which, position, angle);
  }
  /** Metres, any numbers, to CSS pixels from the picture's corner. */
  toScreen(x: number, y: number): Vec2 {
    return this.#view?.toScreen(x, y) ?? { x: 0, y: 0 };
  }
  /** CSS pixels from the picture's corner, any numbers, to metres. */
  toWorld(x: number, y: number): Vec2 {
    return this.#view?.toWorld(x, y) ?? { x: 0, y: 0 };
  }

  /** @internal */
  async connectedCallback(): Promise<void> {
    try {
      const { CollisionView: View } = viewsOfTag() ?? (await import('../element-collision.js'));
      const themes = { light: lightTheme, dark: darkTheme };
      this.#view ??= new View(this, { init, presets, World, draw, themes, refuse });
    } catch (error) {
      console.error(error); // what stands in the element stays
      return;
    }
    await this.#view.enter();
  }

  /** @internal */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#view?.leave();
    });
  }

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before !== now) this.#view?.attribute(name, now);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'impulse-collision': ImpulseCollision;
  }
}
