// A solver and its parameters: a choice, then one control for each number, switch and rule that it has.

import type { SolverOptions } from 'impulse2d';
import { addSlider } from './elements.js';
import type { SolverChoice } from './solvers.js';

type Values = Record<string, unknown>;

interface Range {
  readonly name: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly unit?: string;
}

interface Rule {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
}

const kThreshold: Range = { name: 'restitutionThreshold', label: 'Bounces from', min: 0, max: 5, step: 0.1, value: 1, unit: 'm/s' };

// Ranges in which something is to be seen; the engine takes more. Values are the engine's defaults.
const kRanges: Record<SolverOptions['type'], readonly Range[]> = {
  'soft-step': [
    { name: 'substeps', label: 'Substeps', min: 1, max: 16, step: 1, value: 4 },
    { name: 'contactHertz', label: 'Contact stiffness', min: 5, max: 120, step: 5, value: 30, unit: 'Hz' },
    { name: 'contactDamping', label: 'Contact damping ratio', min: 0, max: 20, step: 0.5, value: 10 },
    { name: 'relaxIterations', label: 'Relax sweeps', min: 0, max: 4, step: 1, value: 1 },
    kThreshold,
  ],
  'sequential-impulse': [
    { name: 'velocityIterations', label: 'Velocity sweeps', min: 0, max: 60, step: 1, value: 8 },
    { name: 'positionIterations', label: 'Position sweeps', min: 0, max: 20, step: 1, value: 3 },
    { name: 'percent', label: 'Overlap removed a sweep', min: 0, max: 1, step: 0.05, value: 0.4 },
    { name: 'slop', label: 'Overlap left alone', min: 0, max: 0.05, step: 0.001, value: 0.01, unit: 'm' },
    { name: 'baumgarte', label: 'Overlap turned into speed', min: 0, max: 1, step: 0.05, value: 0.2 },
    kThreshold,
  ],
  'substepped-position': [
    { name: 'substeps', label: 'Substeps', min: 1, max: 30, step: 1, value: 14 },
    { name: 'velocityPasses', label: 'Velocity passes', min: 0, max: 10, step: 1, value: 4 },
    { name: 'tolerance', label: 'Overlap left alone', min: 0, max: 0.01, step: 0.0001, value: 0.0002, unit: 'm' },
  ],
};
const kRules: Record<SolverOptions['type'], readonly Rule[]> = {
  'soft-step': [],
  'sequential-impulse': [
    { name: 'position', label: 'Overlap is removed by', values: ['projection', 'baumgarte', 'none'], value: 'projection' },
    { name: 'integrator', label: 'Motion by', values: ['semi-implicit', 'verlet', 'rk4'], value: 'semi-implicit' },
  ],
  'substepped-position': [],
};

export class SolverForm {
  readonly select: HTMLSelectElement;
  readonly #fields: HTMLElement;
  readonly #prefix: string;
  readonly #choices: readonly SolverChoice[];
  readonly #changed: (options: SolverOptions) => void;
  #values: Values = {};

  /** `fields` gets the controls; their names begin with `prefix`. `changed` is told the options whenever one of them is. */
  constructor(select: HTMLSelectElement, fields: HTMLElement, prefix: string, choices: readonly SolverChoice[], changed: (options: SolverOptions) => void) {
    this.select = select;
    this.#fields = fields;
    this.#prefix = prefix;
    this.#choices = choices;
    this.#changed = changed;
    for (const { name, label } of choices) select.append(new Option(label, name));
    select.addEventListener('change', () => {
      this.choose(select.value);
      changed(this.options);
    });
  }

  get options(): SolverOptions {
    return { ...this.#values } as unknown as SolverOptions;
  }

  get name(): string {
    return this.select.value;
  }

  /** Takes a solver by name, with its preset's parameters; the first one where there is none of that name. Tells nobody. */
  choose(name: string): void {
    const choice = this.#choices.find((each) => each.name === name) ?? this.#choices[0]!;
    this.select.value = choice.name;
    this.#values = { ...(choice.options ?? { type: 'soft-step' }) };
    const type = this.options.type;
    this.#fields.replaceChildren();
    for (const rule of kRules[type]) this.#addRule(rule);
    for (const range of kRanges[type]) {
      const { name: key, value } = range;
      addSlider(this.#fields, {
        ...range,
        name: `${this.#prefix}-${key}`,
        value: (this.#values[key] as number | undefined) ?? value,
        changed: (next) => this.#set(key, next),
      });
    }
    this.#addSwitch();
  }

  #set(key: string, value: unknown): void {
    this.#values[key] = value;
    this.#changed(this.options);
  }

  #addRule({ name, label, values, value }: Rule): void {
    const row = document.createElement('label');
    row.className = 'rule';
    const text = document.createElement('span');
    text.textContent = label;
    const select = document.createElement('select');
    for (const each of values) select.append(new Option(each, each));
    select.value = (this.#values[name] as string | undefined) ?? value;
    select.addEventListener('change', () => this.#set(name, select.value));
    row.append(text, select);
    this.#fields.append(row);
  }

  #addSwitch(): void {
    const row = document.createElement('label');
    row.className = 'check';
    const input = document.createElement('input');
    input.type = 'checkbox';
    input.name = `${this.#prefix}-warmStarting`;
    input.checked = this.#values.warmStarting !== false;
    input.addEventListener('change', () => this.#set('warmStarting', input.checked));
    row.append(input, ' Start from the last step’s impulses');
    this.#fields.append(row);
  }
}
