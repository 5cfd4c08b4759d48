// `<impulse-collision>`: two shapes, and the stages in which the engine computes their contact. Its view is loaded on
// demand.

import { darkTheme, draw, lightTheme } from '../draw.js';
import { init, presets, World, type Body } from '../index.js';
import type { CollisionView, Shadows, Stop } from '../element-collision.js';
import type { CollisionTrace } from '../trace.js';
import type { Vec2 } from '../types.js';
import { finite, refuse } from './attributes.js';
import { make } from './shadow.js';
import { viewsOf } from './views_tag.js';

const kObserved = ['a', 'b', 'stop', 'literal'] as const;

const Base: { new (): HTMLElement; prototype: HTMLElement } = globalThis.HTMLElement ?? class {};

/**
 * `<impulse-collision a="box,0,-0.6,0" b="circle,0.7,1.1,0">`: two shapes that readers drag and rotate, and the stages
 * in which the engine computes their contact: project, choose the axis, reference edge, clip, keep the points; for
 * round shapes the closest points. It shows `world.collisionTrace`, from the code that the step uses. It loads
 * `element-collision.js` beside this script; children are shown until then.
 *
 * Each attribute is also a property. `a` and `b`: shape, x and y in m, angle in rad; the shape is one of `box plank
 * triangle hexagon rounded circle capsule segment`. `stop`: the stage that is shown, a whole number from 1; a larger
 * one than the last is the last. `literal`: naive variants, words of `aOnlySat intervalOverlap deepestPointOnly
 * insideCircle`. An invalid value is reported in the figure and in the console, and changes nothing. `axis`, `moving`
 * and `place` throw `INVALID_ARGUMENT` for one.
 *
 * It emits `change` when a shape, the stage or the visible axis changed. Parts: `canvas`, `bar`, `button`, `axes`,
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

  /** Shape A: its name, x and y in m, angle in rad. Default `box,0,-0.6,0`. Moving the shape updates it. */
  get a(): string {
    return this.getAttribute('a') ?? 'box,0,-0.6,0';
  }
  set a(text: string) {
    this.setAttribute('a', text);
  }
  /** Shape B, like `a`. Default `box,0.7,1.15,0.18`. */
  get b(): string {
    return this.getAttribute('b') ?? 'box,0.7,1.15,0.18';
  }
  set b(text: string) {
    this.setAttribute('b', text);
  }

  /** The visible stage, an integer from 1 to the number of stages. Default 1. */
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
   * Index into `shadows` of the axis shown during projection, an integer >= 0. Null shows the axis that decides.
   * Setting it does nothing before the first `change`.
   */
  get axis(): number | null {
    return this.#view?.axis ?? null;
  }
  set axis(axis: number | null) {
    if (this.#view) this.#view.axis = axis;
  }

  /** The shape that keys move. Default `b`. Setting it does nothing before the first `change`. */
  get moving(): 'a' | 'b' {
    return this.#view?.moving ?? 'b';
  }
  set moving(which: 'a' | 'b') {
    if (this.#view) this.#view.moving = which;
  }

  /** The trace of the engine. Null before the first `change`. */
  get trace(): CollisionTrace | null {
    return this.#view?.trace ?? null;
  }
  /** The tested axes, with parallel ones combined. Empty before the first `change`. */
  get shadows(): readonly Shadows[] {
    return this.#view?.shadows ?? [];
  }
  /** The stages of the current pair, with their texts. Empty before the first `change`. */
  get stops(): readonly Stop[] {
    return this.#view?.stops ?? [];
  }
  /** The world of the two bodies. Null before it is created and while the element is not in the document. */
  get world(): World | null {
    return this.#view?.world ?? null;
  }
  /** The two bodies. Null like `world`. */
  get bodies(): { readonly a: Body; readonly b: Body } | null {
    return this.#view?.bodies ?? null;
  }

  /**
   * Moves a shape to a position in m and an angle in rad, any finite numbers. The shape stays within the picture. Does
   * nothing before the first `change`. Throws `INVALID_ARGUMENT` for anything else.
   */
  place(which: 'a' | 'b', position: Vec2, angle: number): void {
    finite('position.x', position?.x);
    finite('position.y', position?.y);
    finite('angle', angle);
    this.#view?.place(which, position, angle);
  }
  /** Converts metres, any numbers, to CSS pixels from the top left corner of the picture. */
  toScreen(x: number, y: number): Vec2 {
    return this.#view?.toScreen(x, y) ?? { x: 0, y: 0 };
  }
  /** Converts CSS pixels from the top left corner of the picture, any numbers, to metres. */
  toWorld(x: number, y: number): Vec2 {
    return this.#view?.toWorld(x, y) ?? { x: 0, y: 0 };
  }

  /** @internal */
  async connectedCallback(): Promise<void> {
    try {
      const { CollisionView: View } = await viewsOf(() => import('../element-collision.js'));
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
