// A fast body: its distance from a wall over one step, and the time of impact that the engine finds in it.

import { init, shapeDistance, timeOfImpact, type Geometry, type ShapePose } from 'impulse2d';
import { colors, Sheet } from './canvas.js';
import { byId } from './elements.js';
import { fixed } from './numbers.js';
import { followPaper } from './paper.js';

const kStep = 1 / 60; // s
const kWall: Geometry = { type: 'box', width: 0.1, height: 3 };
const kBall: Geometry = { type: 'box', width: 0.6, height: 0.3 };
const kFrom = { x: -1.2, y: -0.35 }; // m
const kRise = 0.5; // m/s up for each m/s along
const kSpin = 20; // rad/s
const kPoints = 60;
const kPlot = 92; // px for the plot below the picture

/** Where B is after a share of its step. */
function pose(share: number, speed: number): ShapePose & { angle: number; position: { x: number; y: number } } {
  const s = share * kStep;
  return { position: { x: kFrom.x + speed * s, y: kFrom.y + 0.1 * kRise * speed * s }, angle: 0.3 + kSpin * s };
}

const metres = (value: number): string => fixed(value, 2);

/** The figure `#sweep` with its sliders `#sweep-speed` and `#sweep-share`. */
export class FastBody {
  readonly #sheet: Sheet;
  readonly #speed = byId('sweep-speed', HTMLInputElement);
  readonly #share = byId('sweep-share', HTMLInputElement);

  constructor() {
    this.#sheet = new Sheet(byId('sweep', HTMLCanvasElement), () => this.#show());
    for (const input of [this.#speed, this.#share]) input.addEventListener('input', () => this.#show());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#show());
    followPaper(() => this.#show());
    void init().then(() => this.#show());
  }

  #show(): void {
    const speed = this.#speed.valueAsNumber;
    const share = this.#share.valueAsNumber;
    const wall: ShapePose = { position: [0, 0], angle: 0 };
    const path = (to: number) => {
      const [from, end] = [pose(0, speed), pose(to, speed)];
      return { from: from.position, to: end.position, angle: from.angle, angleTo: end.angle };
    };
    let hit: ReturnType<typeof timeOfImpact>;
    let distances: number[];
    try {
      hit = timeOfImpact(kWall, { from: [0, 0], to: [0, 0] }, kBall, path(1));
      distances = Array.from({ length: kPoints + 1 }, (_, i) =>
        Math.max(0, shapeDistance(kWall, wall, kBall, pose(i / kPoints, speed)).distance),
      );
    } catch {
      return; // the engine is still loading
    }
    const now = Math.max(0, shapeDistance(kWall, wall, kBall, pose(share, speed)).distance);
    const end = distances.at(-1)!;
    byId('sweep-speed-value', HTMLOutputElement).value = `${speed} m/s`;
    byId('sweep-share-value', HTMLOutputElement).value = `${Math.round(100 * share)} % of the step`;
    const goes = end > 0.005 ? (pose(1, speed).position.x > 0 ? 'beyond the wall' : 'before the wall') : 'in the wall';
    byId('sweep-words', HTMLElement).textContent =
      `In a step of 1/60 s B moves ${metres(speed * kStep)} m, and ends ${goes}. ` +
      (hit
        ? `The sweep finds the first touch after ${(100 * hit.fraction).toFixed(1)} % of the step, and B is stopped there.`
        : 'The sweep finds no touch, so the step is made as it is.') +
      ` After ${Math.round(100 * share)} % the shapes are ${now < 0.0005 ? 'in contact' : `${metres(now)} m apart`}.`;
    this.#paint(speed, share, hit?.fraction ?? null, distances);
  }

  #paint(speed: number, share: number, fraction: number | null, distances: readonly number[]): void {
    const ctx = this.#sheet.begin();
    this.#paintBodies(ctx, speed, share, fraction);
    this.#paintDistance(ctx, share, fraction, distances);
  }

  /** The wall, and B at both ends of its step, where it touches, and at the moment of the slider. */
  #paintBodies(ctx: CanvasRenderingContext2D, speed: number, share: number, fraction: number | null): void {
    const { width, height } = this.#sheet;
    const color = colors();
    const tall = height - kPlot - 26;
    const scale = Math.min(width / 5.4, tall / 2.6);
    const at = (x: number, y: number): [number, number] => [width / 2 + x * scale, tall / 2 - y * scale];
    const box = (x: number, y: number, angle: number, w: number, h: number): void => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      ctx.beginPath();
      for (const [u, v] of [
        [-w / 2, -h / 2],
        [w / 2, -h / 2],
        [w / 2, h / 2],
        [-w / 2, h / 2],
      ] as const)
        ctx.lineTo(...at(x + c * u - s * v, y + s * u + c * v));
      ctx.closePath();
    };
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, 0, width, tall + 6);
    ctx.clip();
    ctx.lineJoin = 'round';
    box(0, 0, 0, 0.1, 3);
    ctx.fillStyle = color.a;
    ctx.fill();
    const ghost = (t: number, fill: number, dash: number[], thick: number): void => {
      const { position, angle } = pose(t, speed);
      box(position.x, position.y, angle, 0.6, 0.3);
      ctx.globalAlpha = fill;
      ctx.fillStyle = color.b;
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.setLineDash(dash);
      ctx.strokeStyle = color.b;
      ctx.lineWidth = thick;
      ctx.stroke();
      ctx.setLineDash([]);
    };
    ghost(0, 0.08, [4, 4], 1.5);
    ghost(1, 0.08, [4, 4], 1.5);
    if (fraction !== null) ghost(fraction, 0.15, [], 3);
    ghost(share, 0.35, [], 1.5);
    ctx.restore();
  }

  /** Distance over the step: flat at 0 while they overlap. */
  #paintDistance(
    ctx: CanvasRenderingContext2D,
    share: number,
    fraction: number | null,
    distances: readonly number[],
  ): void {
    const { width, height } = this.#sheet;
    const color = colors();
    const [left, right, low, high] = [40, width - 14, height - 24, height - kPlot];
    const most = Math.max(0.5, ...distances);
    const px = (t: number): number => left + t * (right - left);
    const py = (d: number): number => low - (d / most) * (low - high);
    ctx.strokeStyle = color.rule;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(left, high);
    ctx.lineTo(left, low);
    ctx.lineTo(right, low);
    ctx.stroke();
    ctx.strokeStyle = color.ink;
    ctx.lineWidth = 2;
    ctx.beginPath();
    distances.forEach((d, i) => ctx.lineTo(px(i / kPoints), py(d)));
    ctx.stroke();
    ctx.fillStyle = color.soft;
    ctx.font = '12px system-ui, sans-serif';
    ctx.textAlign = 'left';
    ctx.fillText(`distance, up to ${metres(most)} m`, left + 6, high - 6);
    ctx.fillText('0', left, height - 6);
    ctx.textAlign = 'right';
    ctx.fillText('end of the step', right, height - 6);
    for (const [t, filled] of [
      [fraction, true],
      [share, false],
    ] as const) {
      if (t === null) continue;
      const i = Math.min(kPoints, t * kPoints);
      const d = distances[Math.floor(i)]! * (1 - (i % 1)) + (distances[Math.ceil(i)] ?? 0) * (i % 1);
      ctx.beginPath();
      ctx.arc(px(t), py(filled ? 0 : d), 5, 0, 2 * Math.PI);
      ctx.fillStyle = filled ? color.b : color.paper;
      ctx.fill();
      ctx.strokeStyle = color.b;
      ctx.lineWidth = 2;
      ctx.stroke();
    }
  }
}
