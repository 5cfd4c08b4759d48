// How a run of a solver is doing, in three numbers, and whether its highest body has come down.

import type { Body, World } from 'impulse2d';

const kFallen = 0.7; // of the height that the highest body began at
const kHistory = 600; // steps: 10 s
const kMostKept = 36_000; // steps: ten minutes

/** What is kept of each step, the first of them step 1. */
export class History {
  readonly residual: number[] = [];
  readonly energy: number[] = [];
  readonly penetration: number[] = [];
  /** How many were kept and are gone. */
  gone = 0;

  /** A step that was made before keeps its place. */
  set(step: number, residual: number, energy: number, penetration: number): void {
    const at = step - 1 - this.gone;
    if (at < 0) return;
    const lists = [this.residual, this.energy, this.penetration];
    [residual, energy, penetration].forEach((value, i) => (lists[i]![at] = value));
    if (at < kMostKept) return;
    for (const list of lists) list.splice(0, kMostKept / 2);
    this.gone += kMostKept / 2;
  }

  /** Forgets what came after a step. */
  cut(step: number): void {
    for (const list of [this.residual, this.energy, this.penetration])
      list.length = Math.min(list.length, Math.max(0, step - this.gone));
  }

  /** Of the ten seconds that end with a step; `from`: how many steps were before. */
  upTo(step: number): { residual: number[]; energy: number[]; penetration: number[]; from: number } {
    const end = step - this.gone;
    const start = Math.max(0, end - kHistory);
    const cut = (list: number[]): number[] => list.slice(start, Math.max(0, end));
    return {
      residual: cut(this.residual),
      energy: cut(this.energy),
      penetration: cut(this.penetration),
      from: start + this.gone,
    };
  }
}

export class Score {
  readonly #top: Body | null;
  readonly #start: { readonly x: number; readonly y: number };
  readonly #energy: number;
  /** Steps until the highest body had lost 30 % of its height; null while it has not. */
  fell: number | null = null;

  constructor(world: World) {
    let top: Body | null = null;
    for (const body of world.bodies)
      if (body.type === 'dynamic' && (!top || body.position.y > top.position.y)) top = body;
    this.#top = top;
    this.#start = top ? { ...top.position } : { x: 0, y: 0 };
    const { kinetic, potential } = world.energy();
    this.#energy = kinetic + potential;
  }

  /** m: how far aside the body that was highest at the start is by now. */
  get sway(): number {
    return this.#top && !this.#top.destroyed ? Math.abs(this.#top.position.x - this.#start.x) : 0;
  }

  /** Change of the energy since the start, as a part of it; null where there was none. */
  drift(world: World): number | null {
    const { kinetic, potential } = world.energy();
    return Math.abs(this.#energy) > 1e-6 ? (kinetic + potential - this.#energy) / Math.abs(this.#energy) : null;
  }

  /** What comes after a step is to be seen again. */
  cut(steps: number): void {
    if (this.fell !== null && this.fell > steps) this.fell = null;
  }

  step(steps: number): void {
    if (this.fell !== null || !this.#top || this.#top.destroyed || this.#start.y <= 0) return;
    if (this.#top.position.y < kFallen * this.#start.y) this.fell = steps;
  }

  /** The numbers in words. */
  text(world: World, steps: number): string {
    const overlap = 1000 * world.maxPenetration();
    const drift = this.drift(world);
    const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
    return [
      `overlap ${overlap < 100 ? overlap.toFixed(1) : overlap.toFixed(0)} mm`,
      drift === null ? 'no energy' : `energy ${signed(100 * drift)} %`,
      `sway ${(100 * this.sway).toFixed(1)} cm`,
      this.fell === null || steps < this.fell ? '' : `fell after ${(this.fell / 60).toFixed(1)} s`,
    ]
      .filter(Boolean)
      .join(' · ');
  }
}
