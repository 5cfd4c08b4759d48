// `<impulse-plot>`: quantities of a figure over time or over another quantity.

import { Companion } from './companion.js';
import type { Figure, View } from './figure.js';
import { refuse } from './attributes.js';
import { format } from './format.js';
import { Quantity, Series } from './quantity.js';
import { make } from './shadow.js';

const kSheet = `
:host { display: block; margin: 1em 0 }
canvas { display: block; width: 100%; height: var(--impulse-plot-height, 180px); direction: ltr }
`;
const kDashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const kLine = 16; // px, of the legend
const kBottom = 22;
const kHz = 60;
const kDescribe = 1000; // ms between two descriptions

interface Axis {
  low: number;
  high: number;
  marks: number[];
  digits: number;
}

/** Least and largest number of all series, from step to step. */
function extent(all: readonly Series[], from: number, to: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const series of all) {
    for (let k = from; k <= to; k++) {
      const value = series.at(k);
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}

/** Round numbers about `count` to a range. */
function axisOf(low: number, high: number, count: number): Axis {
  if (!(high >= low)) [low, high] = [0, 1];
  if (high - low < 1e-6 * Math.max(Math.abs(low), Math.abs(high), 1e-6)) {
    const room = 0.1 * Math.max(Math.abs(high), 0.1);
    [low, high] = [low - room, high + room];
  }
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const every = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9))!;
  const marks: number[] = [];
  for (let k = Math.ceil(low / every - 1e-9); k * every <= high * (1 + 1e-9) + 1e-12; k++) marks.push(k * every);
  return { low, high, marks, digits: Math.max(0, Math.min(8, Math.ceil(-Math.log10(every) - 1e-9))) };
}

/**
 * `<impulse-plot for="fig" of="ball.y energy.total" against="time" window="8">…</impulse-plot>`: a plot of up to four
 * quantities of the figure, with one point per step and at most two units. The words of `of` and `against` are those of
 * `<impulse-value>`; `against` is `time` by default. `window`: visible seconds, 0.1 to 500, default 10. In forced
 * colours, and for readers who do not see colours, the lines differ by their dashes. Part: `canvas`. Custom property:
 * `--impulse-plot-height`, default 180px.
 */
export class ImpulsePlot extends Companion {
  /** @internal */
  static readonly observedAttributes: readonly string[] = ['for', 'of', 'against', 'window'];

  readonly #canvas: HTMLCanvasElement;
  #figure: Figure | null = null;
  #quantities: Quantity[] = [];
  #against: Quantity | null = null;
  #window = 10;
  #series: Series[] = [];
  #xs: Series | null = null;
  #first = 0;
  #timer = 0; // of the next description
  #view: View | null = null;

  constructor() {
    const canvas = make('canvas', { part: 'canvas', role: 'img', 'aria-label': 'Plot' });
    super(kSheet, make('div', {}, canvas));
    this.#canvas = canvas;
    new ResizeObserver(() => {
      if (this.#figure && this.#view) this.#paint(this.#figure.steps, this.#view);
    }).observe(canvas);
  }

  /** @internal */
  protected read(): void {
    const names = (this.getAttribute('of') ?? '').split(/[\s,]+/).filter(Boolean);
    if (names.length < 1 || names.length > 4) throw refuse('of', names.join(' '), '1 to 4 words, such as ball.y');
    this.#quantities = names.map((name) => new Quantity(name));
    if (new Set(this.#quantities.map(({ unit }) => unit)).size > 2)
      throw refuse('of', names.join(' '), 'words of at most two units');
    const against = this.getAttribute('against') ?? 'time';
    this.#against = against === 'time' ? null : new Quantity(against, null, 'against');
    this.#window = this.number('window', 10, 0.1);
    if (this.#window > 500) throw refuse('window', this.#window, 'a number of seconds from 0.1 to 500');
  }

  /** @internal */
  protected start(figure: Figure): void {
    for (const quantity of [...this.#quantities, this.#against]) quantity?.begin(figure);
    this.#series = this.#quantities.map(() => new Series());
    this.#xs = this.#against && new Series();
    this.#first = figure.steps;
    this.#figure = figure;
    this.sample(figure);
    this.#describe();
  }

  /** @internal */
  override begin(figure: Figure | null): void {
    this.#figure = null;
    super.begin(figure);
  }

  /** @internal */
  sample(figure: Figure): void {
    if (this.#figure !== figure) return;
    const step = figure.steps;
    this.#quantities.forEach((quantity, i) => this.#series[i]!.put(step, quantity.read(figure)));
    this.#xs?.put(step, this.#against!.read(figure));
  }

  /** @internal */
  show(figure: Figure, view: View): void {
    if (this.#figure !== figure) return;
    this.#timer ||= window.setTimeout(() => this.#describe(), kDescribe);
    this.#view = view;
    this.#paint(figure.steps, view);
  }

  /** Describes the plot in words. */
  #describe(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const step = this.#figure?.steps;
    if (step === undefined) return;
    const from = this.#from(step);
    const parts = this.#quantities.map(({ name, unit }, i) => {
      const series = this.#series[i]!;
      const [a, b, c] = [...extent([series], from, step), series.at(step)].map((value) => format(value, 2, unit));
      return `${name} from ${a} to ${b}, now ${c}`;
    });
    this.#canvas.setAttribute('aria-label', `Plot against ${this.#against?.name ?? 'time'}: ${parts.join('; ')}.`);
  }

  #from(step: number): number {
    return Math.max(this.#first, step - Math.round(this.#window * kHz));
  }

  #paint(step: number, { theme }: View): void {
    const canvas = this.#canvas;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx || width === 0 || height === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    ctx.scale(ratio, ratio);
    const ink = getComputedStyle(canvas).color;
    const colors = [theme.force, ink, theme.faint, theme.bodies[5]!.line];
    ctx.font = '12px system-ui, sans-serif';
    ctx.textBaseline = 'middle';

    const places = this.#legend(ctx, width);
    const top = places.at(-1)!.y + 15;
    const from = this.#from(step);
    const units = [...new Set(this.#quantities.map(({ unit }) => unit))];
    const axes = units.map((unit) => {
      const own = this.#series.filter((_, i) => this.#quantities[i]!.unit === unit);
      return axisOf(...this.#range(own, from, step), Math.max(2, (height - top - kBottom) / 34));
    });
    const room = axes.map(({ marks, digits }) => {
      const widths = marks.map((mark) => ctx.measureText(format(mark, digits, '')).width);
      return 12 + Math.max(0, ...widths);
    });
    const left = room[0]!;
    const right = width - (room[1] ?? 8);
    const bottom = height - kBottom;
    const across = this.#xs
      ? axisOf(...this.#range([this.#xs], from, step), (right - left) / 70)
      : axisOf(from / kHz, Math.max(step / kHz, from / kHz + this.#window), (right - left) / 70);
    const px = (value: number): number => left + ((right - left) * (value - across.low)) / (across.high - across.low);
    const py = (value: number, { low, high }: Axis): number => bottom - ((bottom - top) * (value - low)) / (high - low);

    ctx.lineWidth = 1;
    ctx.strokeStyle = ctx.fillStyle = ink;
    axes.forEach((axis, side) => {
      ctx.textAlign = side ? 'left' : 'right';
      for (const mark of axis.marks) {
        const y = Math.round(py(mark, axis)) + 0.5;
        ctx.globalAlpha = 0.15;
        if (side === 0) ctx.strokeRect(left, y, right - left, 0);
        ctx.globalAlpha = 0.75;
        ctx.fillText(format(mark, axis.digits, ''), side ? right + 6 : left - 6, y);
      }
    });
    ctx.textAlign = 'center';
    const title = this.#against ? this.#titleOf(this.#against) : 'time, s';
    const end = right - ctx.measureText(title).width - 14;
    for (const mark of across.marks) {
      const x = Math.round(px(mark)) + 0.5;
      ctx.globalAlpha = 0.15;
      ctx.strokeRect(x, top, 0, bottom - top);
      ctx.globalAlpha = 0.75;
      if (x < end) ctx.fillText(format(mark, across.digits, ''), x, bottom + 12);
    }
    ctx.textAlign = 'right';
    ctx.fillText(title, right, bottom + 12);

    ctx.globalAlpha = 1;
    ctx.lineWidth = 2;
    ctx.lineJoin = 'round';
    ctx.textAlign = 'left';
    this.#quantities.forEach((quantity, i) => {
      const place = places[i]!;
      const axis = axes[units.indexOf(quantity.unit)]!;
      const series = this.#series[i]!;
      ctx.strokeStyle = colors[i]!;
      ctx.setLineDash(kDashes[i]!);
      ctx.beginPath();
      ctx.moveTo(place.x, place.y);
      ctx.lineTo(place.x + 22, place.y);
      for (let k = from, begun = false; k <= step; k++) {
        const y = series.at(k);
        const x = this.#xs ? this.#xs.at(k) : k / kHz;
        if (!(Number.isFinite(x) && Number.isFinite(y))) {
          begun = false;
          continue;
        }
        ctx[begun ? 'lineTo' : 'moveTo'](px(x), py(y, axis));
        begun = true;
      }
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.fillStyle = ink;
      ctx.fillText(this.#titleOf(quantity), place.x + 28, place.y);
      const x = this.#xs ? this.#xs.at(step) : step / kHz;
      ctx.fillStyle = colors[i]!;
      ctx.beginPath();
      ctx.arc(px(x), py(series.at(step), axis), 3.5, 0, 7);
      ctx.fill();
    });
  }

  /** Where the words of the legend are: in lines as long as the plot is wide. */
  #legend(ctx: CanvasRenderingContext2D, width: number): { x: number; y: number }[] {
    let [x, y] = [0, 11];
    return this.#quantities.map((quantity) => {
      const wide = ctx.measureText(this.#titleOf(quantity)).width + 48;
      if (x > 0 && x + wide - 20 > width) [x, y] = [0, y + kLine];
      x += wide;
      return { x: x - wide, y };
    });
  }

  #titleOf = ({ name, unit }: Quantity): string => (unit ? `${name}, ${unit}` : name);

  #range(all: readonly Series[], from: number, to: number): [number, number] {
    let [low, high] = extent(all, from, to);
    if (low >= 0 && low < 0.5 * high) low = 0;
    const room = 0.05 * (high - low);
    return [low === 0 ? 0 : low - room, high + room];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'impulse-plot': ImpulsePlot;
  }
}
