// A small line chart of up to five series, each dashed in its own way, so that it reads without colour too.

import { colors, Sheet } from '../canvas.js';

export interface ChartOptions {
  readonly canvas: HTMLCanvasElement;
  readonly title: string;
  readonly unit: string;
  /** Powers of ten instead of equal steps; values at and below `floor` lie on the bottom. */
  readonly log?: boolean;
  /** The smallest value that is told from zero. */
  readonly floor: number;
  /** What the abscissa counts, and how many values make one of it. */
  readonly across: string;
  readonly each: number;
}

const kLeft = 52; // px, for the ordinate's numbers: more where they are longer
const kBeside = 8; // px between them and the plot
const kRight = 10;
const kTop = 10;
const kBottom = 22;
/** Of the series, in order; the key beside the charts draws them alike. */
export const kNames = ['a', 'b', 'c', 'd', 'e'] as const;
export const kDashes: readonly number[][] = [[], [6, 4], [2, 3], [11, 3, 2, 3], [1, 5]];

/** `every`: what has to be told apart, at least. */
function short(value: number, every = Infinity): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e4 || size < 1e-2) {
    const exponent = Math.floor(Math.log10(size) + 1e-9);
    const factor = value / 10 ** exponent;
    const sign = String(exponent)
      .replace('-', '⁻')
      .replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!);
    return `${Math.abs(factor - 1) < 1e-6 ? '' : `${Number(factor.toFixed(1))}·`}10${sign}`.replace(/^-/, '−');
  }
  const digits = Math.min(9, Math.max(3, 1 + Math.ceil(Math.log10(size / every))));
  return String(Number(value.toPrecision(digits))).replace('-', '−');
}

/** From where to where, and which lines: values, or their powers of ten. */
function ordinate(
  all: readonly ArrayLike<number>[],
  log: boolean,
  floor: number,
): { low: number; high: number; marks: number[] } {
  let low = Infinity;
  let high = -Infinity;
  for (const values of all) {
    for (let i = 0; i < values.length; i++) {
      low = Math.min(low, values[i]!);
      high = Math.max(high, values[i]!);
    }
  }
  const marks: number[] = [];
  if (log) {
    const least = Math.log10(floor);
    high = Math.ceil(Math.max(Math.log10(Math.max(high, floor)), least + 2));
    low = Math.max(least, Math.min(high - 2, Math.floor(Math.log10(Math.max(low, floor)))));
    const every = Math.ceil((high - low) / 5);
    for (let e = high; e >= low; e -= every) marks.push(e);
  } else {
    if (low >= 0 && low < 0.5 * high) low = 0;
    const room = Math.max(0.05 * (high - low), floor);
    high += room;
    if (low !== 0) low -= room;
    const rough = (high - low) / 4;
    const power = 10 ** Math.floor(Math.log10(rough));
    const every = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
    for (let k = Math.ceil(low / every); k * every <= high; k++) marks.push(k * every);
  }
  return { low, high, marks };
}

export class Chart {
  readonly #options: ChartOptions;
  readonly #sheet: Sheet;
  #series: readonly ArrayLike<number>[] = [];
  /** Which values of each series are drawn as squares, whatever their number. */
  marked: readonly (readonly boolean[])[] = [];
  #span = 0;
  #first = 0;

  constructor(options: ChartOptions) {
    this.#options = options;
    this.#sheet = new Sheet(options.canvas, () => this.paint());
  }

  /**
   * What each series has; both start at the left. `span` is how many values the abscissa is long, the longer series by
   * default, `first` how many came before the left end.
   */
  show(series: readonly ArrayLike<number>[], names: readonly string[], span = 0, first = 0): void {
    this.#series = series;
    this.#span = span;
    this.#first = first;
    const { canvas, title, unit } = this.#options;
    const last = series.map(
      (values, i) => `${names[i]} ${values.length ? short(values[values.length - 1]!) : 'nothing'}`,
    );
    canvas.setAttribute('aria-label', `${title}, ${unit}: ${last.join(', ')}.`);
    this.paint();
  }

  paint(): void {
    const { log = false, floor } = this.#options;
    const ctx = this.#sheet.begin();
    const { width, height } = this.#sheet;
    const color = colors();
    const right = width - kRight;
    const bottom = height - kBottom;
    ctx.font = '12px system-ui, sans-serif';
    ctx.lineWidth = 1;

    if (this.#series.every((values) => values.length === 0)) return this.#empty(ctx, width, bottom, color);
    const { low, high, marks } = ordinate(this.#series, log, floor);
    const labels = marks.map((mark) => (log ? short(10 ** mark) : short(mark, (marks[1] ?? Infinity) - marks[0]!)));
    const widest = Math.max(0, ...labels.map((label) => ctx.measureText(label).width));
    const left = Math.max(kLeft, Math.ceil(widest) + kBeside + 1);
    const y = (value: number): number => bottom - ((bottom - kTop) * (value - low)) / (high - low || 1);
    const rise = (value: number): number => y(log ? Math.max(low, Math.log10(Math.max(value, floor))) : value);

    ctx.textAlign = 'right';
    ctx.textBaseline = 'middle';
    marks.forEach((mark, i) => {
      ctx.strokeStyle = color.line;
      ctx.beginPath();
      ctx.moveTo(left, Math.round(y(mark)) + 0.5);
      ctx.lineTo(right, Math.round(y(mark)) + 0.5);
      ctx.stroke();
      ctx.fillStyle = color.soft;
      ctx.fillText(labels[i]!, left - kBeside, y(mark));
    });
    const longest = Math.max(this.#span, ...this.#series.map((values) => values.length), 2);
    const x = (index: number): number => left + ((right - left) * index) / (longest - 1);
    this.#abscissa(ctx, x, longest, bottom, right, color);
    ctx.lineJoin = 'round';
    this.#series.forEach((values, which) => {
      const own = color[kNames[which]!];
      ctx.strokeStyle = ctx.fillStyle = own;
      ctx.lineWidth = 2;
      ctx.setLineDash(kDashes[which]!);
      ctx.beginPath();
      for (let i = 0; i < values.length; i++) ctx.lineTo(x(i), rise(values[i]!));
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.fillStyle = color.paper;
      for (let i = 0; i < values.length; i++) {
        if (!this.marked[which]?.[i]) continue;
        ctx.beginPath();
        ctx.rect(x(i) - 3, rise(values[i]!) - 3, 6, 6);
        ctx.fill();
        ctx.stroke();
      }
      ctx.fillStyle = own;
      if (values.length > 24) return;
      for (let i = 0; i < values.length; i++) {
        ctx.beginPath();
        if (this.marked[which]?.[i]) continue;
        ctx.arc(x(i), rise(values[i]!), 3, 0, 2 * Math.PI);
        ctx.fill();
      }
    });
  }

  /** Before the first step there is no scale. */
  #empty(ctx: CanvasRenderingContext2D, width: number, bottom: number, color: ReturnType<typeof colors>): void {
    ctx.strokeStyle = color.line;
    ctx.strokeRect(0, Math.round(bottom) + 0.5, width, 0);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = color.soft;
    ctx.fillText('no step yet', width / 2, (kTop + bottom) / 2);
  }

  /** Numbers below the plot, the last with what they count. */
  #abscissa(
    ctx: CanvasRenderingContext2D,
    x: (index: number) => number,
    longest: number,
    bottom: number,
    right: number,
    color: ReturnType<typeof colors>,
  ): void {
    const { across, each } = this.#options;
    const [from, to] = [this.#first / each, (this.#first + longest - 1) / each];
    const every = [1, 2, 5, 10, 20, 50, 100, 200].find((step) => (to - from) / step <= 6) ?? to - from;
    ctx.textBaseline = 'alphabetic';
    ctx.textAlign = 'center';
    ctx.fillStyle = color.soft;
    ctx.strokeStyle = color.line;
    ctx.beginPath();
    const room = right - ctx.measureText(across).width - 14;
    for (let mark = Math.ceil(from / every - 1e-9) * every; mark <= to + 1e-9; mark += every) {
      const at = x(mark * each - this.#first);
      ctx.moveTo(at, bottom + 0.5);
      ctx.lineTo(at, bottom + 4.5);
      if (at < room) ctx.fillText(String(mark), at, bottom + 17);
    }
    ctx.stroke();
    ctx.textAlign = 'right';
    ctx.fillText(across, right, bottom + 17);
  }
}
