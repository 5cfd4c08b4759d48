// `<impulse-param>`: a param of a scene as a slider in the text.

import { finite, refuse } from './attributes.js';
import { Companion } from './companion.js';
import type { Figure, View } from './figure.js';
import { make } from './shadow.js';
import { Slider } from './slider.js';

const kSheet = `
:host { display: inline-block; vertical-align: middle; max-width: 100% }
label { display: inline-flex; align-items: center; gap: .5em; max-width: 100% }
input { flex: 1; width: 9em; min-width: 4em; min-height: 1.5em; margin: 0; accent-color: var(--impulse-accent, var(--_accent, #b53a17)); touch-action: pan-y }
.number { min-width: 2.5em; text-align: end; font-variant-numeric: tabular-nums }
@media (pointer: coarse) { input { min-height: 44px } }
`;

/** A number that stands alone, after `before`; the digit of a word such as m2 is none. */
const kNumber = (before: string): RegExp =>
  new RegExp(`^(.*?)${before}([-\u2212]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+\u2212]?\\d+)?)(,\\d+)?(.*)$`, 'isu');
const kNumbers = [kNumber('[=:]\\s*'), kNumber('(?<![\\p{L}\\d_.,\\-\u2212])')];

/**
 * `<impulse-param for="fig" name="e" min="0" max="1" step="0.01">e = 0.8</impulse-param>`: a slider for one of the
 * figure's `params`. If the scene declares the param, all attributes except `name` default to its declaration.
 * Otherwise `min` and `max` are required. The initial number is then `value`, or the number in the text, or the middle
 * of the range. It must be in the range and on a step; the default of `step` is small enough for it, and 0 is for no
 * steps.
 *
 * The number in the text is the one after `=` or `:`, or the first that is not part of a word: 2 in "v0 = 2 m/s". It is
 * written with a decimal point.
 *
 * It may stand before or after its figure. One that a script adds later restarts the figure.
 *
 * `label`: default the text before that number, then the label of the scene, then the name. `unit`: default the text
 * after the number. `live`: the scene reads the number while it runs and is not restarted. Emits `input` when the
 * reader moves the slider, not when a script sets `value`. Part: `slider`.
 */
export class ImpulseParam extends Companion {
  /** @internal */
  static readonly observedAttributes: readonly string[] = [
    'for',
    'name',
    'min',
    'max',
    'step',
    'value',
    'label',
    'unit',
    'live',
  ];

  #slider: Slider | null = null;
  /** The parser may reach the text, or a script add it, when the figure is ready already. */
  readonly #later = new MutationObserver(() => {
    this.attributeChangedCallback();
    if (document.readyState !== 'loading') this.#stopWaiting();
  });
  #early = NaN; // set before there is a slider
  #declares: unknown;
  #given: { label: string; value: number; unit: string } = { label: '', value: NaN, unit: '' };

  constructor() {
    super(kSheet, make('span'));
  }

  /** Name of the param. */
  get name(): string {
    return this.getAttribute('name') ?? '';
  }
  set name(name: string) {
    this.setAttribute('name', name);
  }

  /**
   * Current value in `unit`; NaN while there is no slider. Setting it to any finite number has the same effect as
   * moving the slider, as soon as there is one. Any other number throws `INVALID_ARGUMENT`.
   */
  get value(): number {
    return this.#slider?.value ?? NaN;
  }
  set value(value: number) {
    finite('value', value);
    // The number on the slider, which is on a step, is the scene's and the one that is shown.
    if (this.#slider) this.scene?.set(this.name, this.#slider.show(this.#slider.show(value)));
    else this.#early = value;
  }

  /** @internal */
  override connectedCallback(): void {
    super.connectedCallback();
    const parsing = document.readyState === 'loading';
    if (!parsing && this.textContent?.trim()) return;
    this.#later.observe(this, { childList: true, characterData: true, subtree: true });
    if (parsing) document.addEventListener('DOMContentLoaded', this.#stopWaiting, { once: true });
  }

  /** From then on, its text is of no consequence: a framework may write the current number into it. */
  readonly #stopWaiting = (): void => {
    if (this.textContent?.trim()) this.#later.disconnect();
  };

  /** @internal */
  protected read(): void {
    if (!this.name) throw refuse('name', this.name, 'the name of a param of the scene');
    const text = (this.textContent ?? '').trim();
    const [, label = '', digits = '', comma, unit = ''] = kNumbers.map((each) => each.exec(text)).find(Boolean) ?? [];
    if (comma && !this.hasAttribute('value')) throw refuse('value', digits + comma, 'a number with a decimal point');
    const [min, max] = [this.number('min', NaN), this.number('max', NaN)];
    this.#given = {
      label: this.getAttribute('label') ?? label.trim(),
      value: this.number('value', digits ? Number(digits.replaceAll('\u2212', '-')) : this.#middle(min, max)),
      unit: this.getAttribute('unit') ?? unit.trim(),
    };
    this.#check(min, max);
  }

  /** Of the range, on a step. The type is given last: its middle is then that of this range, and not 50. */
  #middle(min: number, max: number): number {
    return max > min
      ? make('input', { min: `${min}`, max: `${max}`, step: `${this.#step(min, max) || 'any'}`, type: 'range' })
          .valueAsNumber
      : NaN;
  }

  #step(min: number, max: number): number {
    return this.number('step', 10 ** Math.floor(Math.log10((max - min) / 50)), 0);
  }

  #check(min: number, max: number): void {
    const { value } = this.#given;
    if (value < min || value > max) throw refuse('value', value, `a number from ${min} to ${max}`);
  }

  /** @internal */
  protected override linked(): void {
    this.scene?.declare(this.name, this.#given.value, this.hasAttribute('live'));
  }

  /** @internal */
  protected start(figure: Figure): void {
    this.read(); // where the page was still being parsed, its text was not there yet
    this.linked();
    const { name } = this;
    const declared = this.scene?.declares;
    this.#declares = declared;
    const own = declared?.find((param) => param.name === name);
    if (declared && !own) {
      const names = declared.map((param) => param.name).join(', ');
      throw refuse('name', name, names ? `one of ${names}` : 'omitted: this scene has no params');
    }
    const min = this.number('min', own?.min ?? NaN);
    const max = this.number('max', own?.max ?? NaN);
    if (!(max > min)) throw refuse(min >= -Infinity ? 'max' : 'min', max, 'given, with max above min');
    this.#check(min, max);
    const { label, unit, value } = this.#given;
    const options = { label: label || (own?.label ?? name), unit: unit || own?.unit, min, max };
    const sliderOf = (step: number): Slider =>
      new Slider({ ...options, step }, 'param', (value) => {
        this.scene?.set(name, value);
        this.dispatchEvent(new Event('input', { bubbles: true }));
      });
    const all = [value, figure.params[name]!].filter((each) => each >= min && each <= max);
    let step = this.hasAttribute('step') ? this.#step(min, max) : (own?.step ?? this.#step(min, max));
    let slider = sliderOf(step);
    // The browser rounds to a step. Without rounding at all there is no step to begin with.
    for (; step > 0; slider = sliderOf(step)) {
      const off = all.find((each) => slider.show(each) !== each);
      if (off === undefined) break;
      if (this.hasAttribute('step')) {
        if (off === value) throw refuse('step', step, `one on which ${off} is, from min = ${min}`);
        break; // the figure has it from elsewhere
      }
      step = step > 1e-8 ? Number((step / 10).toPrecision(9)) : 0;
    }
    slider.show(figure.params[name] ?? value);
    this.#slider = slider;
    this.body.replaceChildren(slider.element);
    if (this.#early === this.#early) this.value = this.#early;
    this.#early = NaN;
  }

  /** @internal */
  override begin(figure: Figure | null): void {
    // A slider that is being moved starts the scene again and again: it stays where it is, under the reader's finger.
    const stays = this.#slider && this.scene && (!figure || this.#declares === this.scene.declares);
    if (stays) return;
    this.#slider = null;
    super.begin(figure);
  }

  /** @internal */
  show({ params }: Figure, { theme }: View): void {
    this.body.style.setProperty('--_accent', theme.force); // as dark or light as the figure
    const slider = this.#slider;
    const value = params[this.name];
    if (slider && value !== undefined && !slider.input.matches(':active')) slider.show(value);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'impulse-param': ImpulseParam;
  }
}
