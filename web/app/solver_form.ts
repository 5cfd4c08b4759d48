// A solver and its parameters: a choice, then one control for each number, switch and rule that it has.

import type { CommonSolverOptions, SolverOptions } from 'impulse2d';
import type { Param } from '../scenes/scene.js';
import { addSlider } from './controls.js';
import { linkLesson } from './lessons.js';
import type { OptionValues } from './link.js';
import { accepts, type SolverChoice } from './solvers.js';

type Values = Record<string, unknown>;

interface Range extends Omit<Param, 'live'> {
  /** Of the option in one of what the slider counts. Default 1. */
  readonly factor?: number;
}

interface Rule {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
}

interface Switch {
  readonly name: string;
  readonly label: string;
  readonly value: boolean;
}

const kThreshold: Range = {
  name: 'restitutionThreshold',
  label: 'Restitution threshold: bounces from',
  min: 0,
  max: 5,
  step: 0.01,
  value: 1,
  unit: 'm/s',
};
const kJointSolver: Rule = {
  name: 'jointSolver',
  label: 'Joints: all at once, or one after the other',
  values: ['direct', 'iterative'],
  value: 'direct',
};
const kImpacts: Rule = { name: 'impacts', label: 'Impacts', values: ['bias', 'zero-duration'], value: 'bias' };
// With impacts of zero duration, under whichever solver.
const kImpactRanges: readonly Range[] = [
  { ...kThreshold, value: 0.05 },
  { name: 'impactIterations', label: 'Impact iterations', min: 1, max: 60, step: 1, value: 10 },
  { name: 'maxImpactPasses', label: 'Impact passes, at most', min: 1, max: 64, step: 1, value: 32 },
];
const kMidpoint: Switch = {
  name: 'restitutionMidpoint',
  label: 'Restitution at the midpoint: bounces keep their height',
  value: true,
};
const kWarmStarting: Switch = {
  name: 'warmStarting',
  label: 'Warm starting: start from the last step’s impulses',
  value: true,
};

// Ranges in which something is to be seen; the engine takes more. Values are the engine's defaults.
const kRanges: Record<SolverOptions['type'], readonly Range[]> = {
  'soft-step': [
    { name: 'substeps', label: 'Substeps', min: 1, max: 16, step: 1, value: 4 },
    { name: 'contactHertz', label: 'Contact stiffness', min: 5, max: 240, step: 1, value: 54, unit: 'Hz' },
    { name: 'contactDamping', label: 'Contact damping ratio', min: 0, max: 20, step: 0.5, value: 10 },
    { name: 'relaxIterations', label: 'Relax iterations', min: 0, max: 4, step: 1, value: 1 },
  ],
  'sequential-impulse': [
    { name: 'velocityIterations', label: 'Velocity iterations', min: 0, max: 60, step: 1, value: 8 },
    { name: 'positionIterations', label: 'Position iterations', min: 0, max: 20, step: 1, value: 3 },
    {
      name: 'percent',
      label: 'Percent: overlap removed an iteration',
      min: 0,
      max: 100,
      step: 5,
      value: 40,
      unit: '%',
      factor: 0.01,
    },
    { name: 'slop', label: 'Slop: overlap left alone', min: 0, max: 0.05, step: 0.001, value: 0.01, unit: 'm' },
    { name: 'baumgarte', label: 'Baumgarte: overlap turned into speed', min: 0, max: 1, step: 0.05, value: 0.2 },
  ],
  'substepped-position': [
    { name: 'substeps', label: 'Substeps', min: 1, max: 30, step: 1, value: 14 },
    { name: 'velocityPasses', label: 'Velocity passes', min: 0, max: 10, step: 1, value: 4 },
    {
      name: 'tolerance',
      label: 'Tolerance: overlap left alone',
      min: 0,
      max: 0.01,
      step: 0.0001,
      value: 0.0002,
      unit: 'm',
    },
    { name: 'compliance', label: 'Compliance', min: 0, max: 200, step: 1, value: 10, unit: 'nm/N', factor: 1e-9 },
  ],
};
const kRules: Record<SolverOptions['type'], readonly Rule[]> = {
  'soft-step': [kJointSolver, kImpacts],
  'sequential-impulse': [
    kJointSolver,
    kImpacts,
    {
      name: 'position',
      label: 'Position correction',
      values: ['projection', 'baumgarte', 'none'],
      value: 'projection',
    },
    { name: 'integrator', label: 'Integrator', values: ['semi-implicit', 'verlet', 'rk4'], value: 'semi-implicit' },
  ],
  'substepped-position': [
    kJointSolver,
    kImpacts,
    {
      name: 'complianceMode',
      label: 'Compliance mode: how it depends on mass',
      values: ['massRelative', 'literal', 'xpbd'],
      value: 'massRelative',
    },
    {
      name: 'warmStart',
      label: 'Warm starting',
      values: ['off', 'firstSubstep', 'everySubstep'],
      value: 'firstSubstep',
    },
  ],
};
const kSwitches: Record<SolverOptions['type'], readonly Switch[]> = {
  'soft-step': [kWarmStarting],
  'sequential-impulse': [kWarmStarting],
  'substepped-position': [
    { name: 'staticKinetic', label: 'Static friction: sticking and sliding differ', value: true },
  ],
};

export class SolverForm {
  readonly select: HTMLSelectElement;
  readonly #fields: HTMLElement;
  readonly #prefix: string;
  readonly #choices: readonly SolverChoice[];
  readonly #changed: (options: SolverOptions) => void;
  #values: Values = {};
  #usual: Values = {};

  /**
   * `fields` gets the controls; their names begin with `prefix`. `changed` is told the options whenever one of them is.
   */
  constructor(
    select: HTMLSelectElement,
    fields: HTMLElement,
    prefix: string,
    choices: readonly SolverChoice[],
    changed: (options: SolverOptions) => void,
  ) {
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

  /** What the reader chose; what the scene brings is not among it. */
  get options(): SolverOptions {
    return { ...this.#values } as unknown as SolverOptions;
  }

  get name(): string {
    return this.select.value;
  }

  /** What the scene brings to whichever solver: the controls stand at it as long as the reader does not turn them. */
  set usual(options: CommonSolverOptions | undefined) {
    if (JSON.stringify(options ?? {}) === JSON.stringify(this.#usual)) return;
    this.#usual = { ...options };
    this.#fill();
  }

  /** What differs from the chosen preset. */
  get changes(): OptionValues {
    const preset: Values = { ...this.#preset };
    const changed = Object.entries(this.#values).filter(([key, value]) => value !== preset[key]);
    return Object.fromEntries(changed) as OptionValues;
  }

  get #preset(): SolverOptions {
    return this.#choices.find(({ name }) => name === this.select.value)?.options ?? { type: 'soft-step' };
  }

  /**
   * Takes a solver by name, with its preset's parameters; the first one, and false, where there is none of that name.
   * Tells nobody.
   */
  choose(name: string): boolean {
    const found = this.#choices.find((each) => each.name === name);
    this.select.value = (found ?? this.#choices[0]!).name;
    this.#values = { ...this.#preset };
    this.#fill();
    return found !== undefined;
  }

  /**
   * Takes options besides those of the preset, as a link names them; returns the names of those that the solver does
   * not take.
   */
  change(options: OptionValues): string[] {
    const refused: string[] = [];
    for (const [key, value] of Object.entries(options)) {
      const next = { ...this.#values, [key]: value } as unknown as SolverOptions;
      if (key !== 'type' && accepts(next)) this.#values = { ...next };
      else refused.push(key);
    }
    this.#fill();
    return refused;
  }

  /** A solver as it is, and the preset that it was made from. Tells nobody. */
  take(name: string, options: SolverOptions): void {
    this.select.value = (this.#choices.find((each) => each.name === name) ?? this.#choices[0]!).name;
    this.#values = { ...options };
    this.#fill();
  }

  #fill(): void {
    const type = this.options.type;
    if (type === undefined) return; // nothing is chosen yet
    const zero = this.#value(kImpacts) === 'zero-duration';
    this.#fields.replaceChildren();
    for (const rule of kRules[type]) this.#addRule(rule);
    for (const range of [...kRanges[type], ...(zero ? kImpactRanges : [kThreshold])]) {
      const { name: key, factor = 1 } = range;
      addSlider(this.#fields, {
        ...range,
        of: [type, key],
        name: `${this.#prefix}-${key}`,
        value: this.#value({ name: key, value: range.value * factor }) / factor,
        changed: (next) => this.#set(key, Number((next * factor).toPrecision(6))),
      });
    }
    for (const each of [...kSwitches[type], ...(zero ? [kMidpoint] : [])]) this.#addSwitch(each);
  }

  #value<T>({ name, value }: { readonly name: string; readonly value: T }): T {
    return ((this.#values[name] ?? this.#usual[name]) as T | undefined) ?? value;
  }

  #set(key: string, value: unknown): void {
    this.#values[key] = value;
    this.#changed(this.options);
  }

  #addRule(rule: Rule): void {
    const { name, label, values } = rule;
    const row = document.createElement('label');
    row.className = 'rule';
    const text = document.createElement('span');
    text.textContent = label;
    const select = document.createElement('select');
    for (const each of values) select.append(new Option(each, each));
    select.name = `${this.#prefix}-${name}`;
    select.value = this.#value(rule);
    select.addEventListener('change', () => {
      this.#set(name, select.value);
      if (rule !== kImpacts) return;
      this.#fill(); // other controls belong to it
      this.#fields.querySelector<HTMLSelectElement>(`select[name="${this.#prefix}-${name}"]`)?.focus();
    });
    row.append(text, select);
    this.#fields.append(row);
    linkLesson(row, this.#values.type as string, name);
  }

  #addSwitch(each: Switch): void {
    const row = document.createElement('label');
    row.className = 'check';
    const input = document.createElement('input');
    input.type = 'checkbox';
    input.name = `${this.#prefix}-${each.name}`;
    input.checked = this.#value(each);
    input.addEventListener('change', () => this.#set(each.name, input.checked));
    row.append(input, ` ${each.label}`);
    this.#fields.append(row);
    linkLesson(row, this.#values.type as string, each.name);
  }
}
