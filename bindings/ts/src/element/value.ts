// `<impulse-value>`: a quantity of a figure as a number in the text.

import { refuse } from './attributes.js';
import { Companion } from './companion.js';
import type { Figure } from './figure.js';
import { format } from './format.js';
import { Quantity, Series } from './quantity.js';
import { make } from './shadow.js';

/** Computes a statistic from its value after the step before, and the last three numbers. */
const kStats: Readonly<
  Record<string, (before: number, now: number, last: number, lastButOne: number, n: number) => number>
> = {
  now: (_, now) => now,
  max: (before, now) => (before > now ? before : now),
  min: (before, now) => (before < now ? before : now),
  mean: (before, now, _last, _lastButOne, n) => (n > 1 ? before + (now - before) / n : now),
  peak: (before, now, last, lastButOne) => (last > lastButOne && last >= now ? last : before),
};

/**
 * `<impulse-value for="fig" of="ball.y" stat="peak" unit="m" digits="2">3.20 m</impulse-value>`: a number of the
 * figure, once a step.
 *
 * `of`: `name.x`, `.y`, `.angle`, `.vx`, `.vy`, `.speed`, `.spin` of the body with that name, `energy.total`,
 * `.kinetic`, `.potential`, `momentum.x`, `.y`, `.angular`, `contacts.count`, `bodies.count`, `awake.count`,
 * `penetration`, `time`. `stat`: `now` (default), `max`, `min`, `mean` since the start, or `peak`, the last local
 * maximum. `unit`: default that of the quantity; one of mm, cm, km, cm/s, mm/s, km/h, ms, mJ, kJ, °, °/s
 * converts; one of these of another quantity is refused, and any other is only shown. `digits` after the point, 0 to 9,
 * default 2, for a count 0 unless it is a mean. Part: `value`.
 */
export class ImpulseValue extends Companion {
  /** @internal */
  static readonly observedAttributes: readonly string[] = ['for', 'of', 'stat', 'unit', 'digits'];

  #quantity: Quantity | null = null;
  #stat = kStats.now!;
  #digits = 2;
  #raw = new Series();
  #series = new Series();
  #first = 0;
  #text = '';

  constructor() {
    super(
      ':host { display: inline; direction: ltr; unicode-bidi: isolate; font-variant-numeric: tabular-nums; white-space: nowrap }',
      make('span', { part: 'value' }),
    );
  }

  /** The displayed number in `unit`; NaN if there is none. */
  get value(): number {
    const { figure } = this;
    return figure ? this.#series.at(figure.steps) : NaN;
  }
  /** @internal */
  figure: Figure | null = null;

  /** @internal */
  protected read(): void {
    const stat = this.getAttribute('stat') ?? 'now';
    if (!Object.hasOwn(kStats, stat)) throw refuse('stat', stat, `one of ${Object.keys(kStats).join(', ')}`);
    this.#stat = kStats[stat]!;
    const of = this.getAttribute('of') ?? '';
    this.#digits = this.number('digits', of.endsWith('.count') && stat !== 'mean' ? 0 : 2, 0);
    if (!(Number.isInteger(this.#digits) && this.#digits < 10))
      throw refuse('digits', this.#digits, 'a whole number from 0 to 9');
    this.#quantity = new Quantity(of, this.getAttribute('unit'));
  }

  /** @internal */
  protected start(figure: Figure): void {
    this.#quantity!.begin(figure);
    this.figure = figure;
    this.#raw = new Series();
    this.#series = new Series();
    this.#first = figure.steps;
    this.sample(figure);
    this.show(figure);
  }

  /** @internal */
  override begin(figure: Figure | null): void {
    this.figure = null;
    super.begin(figure);
  }

  /** @internal */
  sample(figure: Figure): void {
    if (this.figure !== figure) return;
    const step = figure.steps;
    const now = this.#quantity!.read(figure);
    const last = this.#raw.at(step - 1);
    this.#raw.put(step, now);
    this.#series.put(
      step,
      this.#stat(this.#series.at(step - 1), now, last, this.#raw.at(step - 2), step - this.#first + 1),
    );
  }

  /** @internal */
  show(figure: Figure): void {
    if (this.figure !== figure) return;
    // Before the first step its text stands for a number that there is not yet, such as a peak.
    this.reveal(figure.steps > this.#first || this.value === this.value || !this.textContent?.trim());
    const text = format(this.value, this.#digits, this.#quantity!.unit);
    if (text !== this.#text) this.body.textContent = this.#text = text;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'impulse-value': ImpulseValue;
  }
}
