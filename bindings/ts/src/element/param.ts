// `<impulse-param>`: a param of a scene as a slider in the text.

import { refuse } from './attributes.js';
import { Companion } from './companion.js';
import type { Figure, View } from './figure.js';
import { make } from './shadow.js';
import { Slider } from './slider.js';

const kSheet = `
:host { display: inline-block; vertical-align: middle; max-width: 100% }
label { display: inline-flex; align-items: center; gap: .5em; max-width: 100% }
input { flex: 1; width: 9em; min-width: 4em; min-height: 1.5em; margin: 0; accent-color: var(--impulse-accent, var(--_accent, #b53a17)); touch-action: pan-y }
.number { min-width: 2.5em; font-variant-numeric: tabular-nums }
@media (pointer: coarse) { input { min-height: 44px } }
`;

/**
 * `<impulse-param for="fig" name="e" min="0" max="1" step="0.01">e = 0.8</impulse-param>`: a slider for one of the
 * figure's `params`. If the scene declares the param, all attributes except `name` default to its declaration.
 * Otherwise `min` and `max` are required. The initial number is then `value`, or the number in the text, or the middle
 * of the range.
 *
 * `label`: default the text before that number, then the label of the scene, then the name. `unit`: default the text
 * after the number. `live`: the scene reads the number while it runs and is not restarted. Emits `input` for each
 * change. Part: `slider`.
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
   * moving the slider. Any other number throws `INVALID_ARGUMENT`.
   */
  get value(): number {
    return this.#slider?.input.valueAsNumber ?? NaN;
  }
  set value(value: number) {
    if (!Number.isFinite(value)) throw refuse('value', value, 'a finite number');
    this.#slider?.show(value);
    this.scene?.set(this.name, this.value);
  }

  /** @internal */
  protected read(): void {
    if (!this.name) throw refuse('name', this.name, 'the name of a param of the scene');
    const [, label = '', digits = '', unit = ''] =
      /^(.*?)[=:]?\s*([-\u2212]?\d[\d.]*)\s*(.*)$/s.exec((this.textContent ?? '').trim()) ?? [];
    const middle = (this.number('min', NaN) + this.number('max', NaN)) / 2;
    this.#given = {
      label: this.getAttribute('label') ?? label.trim(),
      value: this.number('value', digits ? Number(digits.replace('\u2212', '-')) : middle),
      unit: this.getAttribute('unit') ?? unit,
    };
  }

  /** @internal */
  protected override linked(): void {
    const { value } = this.#given;
    if (Number.isFinite(value)) this.scene?.declare(this.name, value, this.hasAttribute('live'));
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
    const usual = own?.step ?? 10 ** Math.floor(Math.log10((max - min) / 50));
    const { label, unit } = this.#given;
    const options = { label: label || (own?.label ?? name), unit: unit || own?.unit, min, max };
    this.#slider = new Slider({ ...options, step: this.number('step', usual) }, 'param', (value) => {
      this.scene?.set(name, value);
      this.dispatchEvent(new Event('input', { bubbles: true }));
    });
    this.#slider.show(figure.params[name] ?? this.#given.value);
    this.body.replaceChildren(this.#slider.element);
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
