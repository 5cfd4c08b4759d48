// The controls that a scene or a solver asks for: sliders, buttons, rows of keys, chips.

import type { Param } from '../scenes/scene.js';
import { linkLesson } from './lessons.js';
import { fixed } from './numbers.js';

/** A labelled slider whose value stands beside it. */
export interface Slider {
  readonly input: HTMLInputElement;
  set(value: number): void;
}

export interface SliderOptions extends Omit<Param, 'live'> {
  /** The scene or the type of the solver that has it, and its name there, for the lesson that explains it. */
  readonly of: readonly [owner: string, name: string];
  readonly changed: (value: number) => void;
}

export function addSlider(parent: Element, options: SliderOptions): Slider {
  const { name, label, min, max, step, unit = '' } = options;
  const row = document.createElement('div');
  row.className = 'slider';
  const text = document.createElement('label');
  text.htmlFor = `param-${name}`;
  text.textContent = label;
  const output = document.createElement('output');
  output.htmlFor.add(`param-${name}`);
  const input = document.createElement('input');
  input.type = 'range';
  input.id = `param-${name}`;
  input.name = name;
  input.min = String(min);
  input.max = String(max);
  input.step = String(step);
  const decimals = (String(step).split('.')[1] ?? '').length;
  const show = (value: number): void => {
    const number = fixed(value, decimals);
    output.value = unit === '' || unit === '°' || unit === '%' ? `${number}${unit}` : `${number} ${unit}`;
    input.setAttribute('aria-valuetext', output.value);
  };
  const set = (value: number): void => {
    input.value = String(value);
    show(Number(input.value));
  };
  input.addEventListener('input', () => {
    show(input.valueAsNumber);
    options.changed(input.valueAsNumber);
  });
  row.append(text, output, input);
  parent.append(row);
  linkLesson(text, ...options.of);
  set(options.value);
  return { input, set };
}

export function addButton(parent: Element, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'action';
  button.textContent = label;
  parent.append(button);
  return button;
}

/** A row of the list of keys. */
export function addKeys(parent: Element, signs: readonly string[], does: string): void {
  const row = document.createElement('div');
  const keys = document.createElement('dt');
  for (const sign of signs) {
    const key = document.createElement('kbd');
    key.textContent = sign;
    keys.append(key, ' ');
  }
  const text = document.createElement('dd');
  text.textContent = does;
  row.append(keys, text);
  parent.append(row);
}

/** A checkbox that looks like a chip. */
export function addChip(
  parent: Element,
  name: string,
  label: string,
  on: boolean,
  changed: (on: boolean) => void,
): HTMLInputElement {
  const chip = document.createElement('label');
  chip.className = 'chip';
  const input = document.createElement('input');
  input.type = 'checkbox';
  input.name = name;
  input.checked = on;
  input.addEventListener('change', () => changed(input.checked));
  const text = document.createElement('span');
  text.textContent = label;
  chip.append(input, text);
  parent.append(chip);
  return input;
}
