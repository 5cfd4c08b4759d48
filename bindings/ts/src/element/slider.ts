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
  readonly #number = make('span', { class: 'number', 'aria-hidden': 'true' }); // the slider says it
  #shown = '';
  readonly #options: SliderOptions;

  constructor(options: SliderOptions, name: string, changed: (value: number) => void) {
    this.#options = options;
    const { label, min, max, step } = options;
    const numbers = { min: String(min), max: String(max), step: step > 0 ? String(step) : 'any' };
    this.input = make('input', { type: 'range', part: `slider ${name}`, 'aria-label': label, ...numbers });
    this.input.addEventListener('input', () => {
      this.#tell();
      changed(this.input.valueAsNumber);
    });
    this.element = make('label', { class: `slider ${name}` }, make('span', {}, label), this.input, this.#number);
  }

  range(min: number, max: number): void {
    this.input.min = String(min);
    this.input.max = String(max);
  }

  /** Returns the number that is shown: in the range, and on a step. */
  show(value: number): number {
    this.input.value = String(value);
    this.#tell();
    return this.input.valueAsNumber;
  }

  #tell(): void {
    const { step, scale = 1, unit } = this.#options;
    const { valueAsNumber } = this.input;
    const text =
      scale === 1 && !(step > 0)
        ? String(Number(valueAsNumber.toPrecision(4)))
        : format(valueAsNumber * scale, decimals(step * scale), '');
    const shown = unit ? `${text}\u202f${unit}` : text;
    if (this.#shown === shown) return;
    this.#number.textContent = this.#shown = shown;
    this.input.setAttribute('aria-valuetext', shown);
  }
}
