// A slider with a label and a number.

import { format } from './format.js';
import { make } from './shadow.js';

export interface SliderOptions {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit?: string;
  /** Factor for the displayed number. Default 1. */
  readonly scale?: number;
}

/** Decimals that steps of this size need. */
const decimals = (step: number): number => Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));

export class Slider {
  readonly element: HTMLLabelElement;
  readonly input: HTMLInputElement;
  /** The number that is shown. */
  value = NaN;
  readonly #number = make('span', { class: 'number', 'aria-hidden': 'true' }); // the slider says it
  #shown = '';
  readonly #options: SliderOptions;

  constructor(options: SliderOptions, name: string, changed: (value: number) => void) {
    this.#options = options;
    const { label, min, max, step } = options;
    const numbers = { min: String(min), max: String(max), step: step > 0 ? String(step) : 'any' };
    this.input = make('input', { type: 'range', part: `slider ${name}`, 'aria-label': label, ...numbers });
    this.input.addEventListener('input', () => {
      this.#tell(this.input.valueAsNumber);
      changed(this.value);
    });
    this.element = make('label', { class: `slider ${name}` }, make('span', {}, label), this.input, this.#number);
  }

  range(min: number, max: number): void {
    this.input.min = String(min);
    this.input.max = String(max);
  }

  /** Shows a number as it is. Returns where the slider stands: in the range, and on a step. */
  show(value: number): number {
    this.input.value = String(value);
    this.#tell(value);
    return this.input.valueAsNumber;
  }

  #tell(value: number): void {
    this.value = value;
    const { step, scale = 1, unit } = this.#options;
    const digits = decimals(step * scale);
    // A number that was set by a script or an attribute may need more digits than the steps do.
    const enough = scale !== 1 || (step > 0 && Math.abs(Number(value.toFixed(digits)) - value) < 1e-9);
    const text = enough
      ? format(value * scale, digits, '')
      : String(Number(value.toPrecision(step > 0 ? 6 : 4))).replace('-', '\u2212');
    const shown = unit ? `${text}\u202f${unit}` : text;
    if (this.#shown === shown) return;
    this.#number.textContent = this.#shown = shown;
    this.input.setAttribute('aria-valuetext', shown);
  }
}
