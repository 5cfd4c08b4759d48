// How a run of a solver is doing, in three numbers, and whether it gave way.

import type { Body, World } from 'impulse2d';
import { fixed } from '../numbers.js';

const kLost = 0.3; // of the height that the highest body began at
const kUpright = 0.7; // of a normal: steeper contacts carry
/** Steps across a chart: 10 s. */
export const kHistory = 600;
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

/** Ids of dynamic bodies that touch, smaller first; `upright`: only where the one stands on the other. */
function pilesOf(world: World, upright = true): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (const { bodyA, bodyB, normal } of world.contacts()) {
    if (bodyA.type !== 'dynamic' || bodyB.type !== 'dynamic') continue;
    if (upright && Math.abs(normal.y) < kUpright) continue;
    pairs.push(bodyA.id < bodyB.id ? [bodyA.id, bodyB.id] : [bodyB.id, bodyA.id]);
  }
  return pairs;
}

/** When a tower gave way, in the score and in the verdict on a guess. */
export const afterWords = (steps: number): string => `gave way after ${(steps / 60).toFixed(1)} s`;

/** What the score says of a run; the page has it in words below the pictures. */
export class Score {
  readonly #top: Body | null;
  readonly #start: { readonly x: number; readonly y: number };
  /** Ids of bodies that touched at the start, the one on the other. */
  readonly #stood: readonly (readonly [number, number])[];
  readonly #energy: number;
  /** J: what changes of the energy are compared with. */
  readonly #scale: number;
  /** Steps until the body that was highest had lost 30 % of its height; null while it has not. */
  gaveWay: number | null = null;
  /** Steps until it had done so by falling, and not by sinking; null while it has not. */
  fell: number | null = null;

  constructor(world: World) {
    let top: Body | null = null;
    let mass = 0;
    let [low, high] = [Infinity, -Infinity];
    for (const body of world.bodies) {
      if (body.type !== 'dynamic') continue;
      if (!top || body.position.y > top.position.y) top = body;
      mass += body.mass;
      low = Math.min(low, body.aabb.min.y);
      high = Math.max(high, body.aabb.max.y);
    }
    this.#top = top;
    this.#start = top ? { ...top.position } : { x: 0, y: 0 };
    this.#stood = pilesOf(world);
    const { kinetic, potential } = world.energy();
    this.#energy = kinetic + potential;
    const weight = mass * Math.hypot(world.gravity.x, world.gravity.y);
    this.#scale = Math.max(kinetic, top ? weight * (high - low) : 0);
  }

  /** Whether bodies stood on each other at the start. */
  get piled(): boolean {
    return this.#stood.length > 0;
  }

  /** m: how far aside the body that was highest at the start is by now. */
  get sway(): number {
    return this.#top && !this.#top.destroyed ? Math.abs(this.#top.position.x - this.#start.x) : 0;
  }

  /**
   * Change of the energy since the start, as a part of what all bodies would set free by falling as far as they reach
   * up at the start, or of the kinetic energy then, whichever is more; null where there is neither.
   */
  drift(world: World): number | null {
    const { kinetic, potential } = world.energy();
    return this.#scale > 1e-6 ? (kinetic + potential - this.#energy) / this.#scale : null;
  }

  /** How much of its height the body that was highest at the start has lost, 0 to 1. */
  get #lost(): number {
    if (!this.#top || this.#top.destroyed || this.#start.y <= 0) return 0;
    return 1 - this.#top.position.y / this.#start.y;
  }

  /** What comes after a step is to be seen again. */
  cut(steps: number): void {
    if (this.fell !== null && this.fell > steps) this.fell = null;
    if (this.gaveWay !== null && this.gaveWay > steps) this.gaveWay = null;
  }

  /**
   * A tower that sinks into itself loses height too. Where it falls, bodies that stood on each other come apart, or the
   * highest goes further aside than down.
   */
  step(world: World, steps: number): void {
    if (this.fell !== null || this.#lost < kLost) return;
    this.gaveWay ??= steps;
    const aside = this.sway > this.#lost * this.#start.y;
    const touching = new Set(pilesOf(world, false).map(String));
    if (aside || this.#stood.length === 0 || this.#stood.some((pair) => !touching.has(String(pair)))) this.fell = steps;
  }

  /** The numbers in words. `told`: whether the reader may know yet what gave way. */
  text(world: World, steps: number, told = true): string {
    const overlap = 1000 * world.maxPenetration();
    const drift = this.drift(world);
    const signed = (value: number): string => fixed(value, 1).replace(/^(?=[\d.]*[1-9])/, '+');
    const gave = told && this.gaveWay !== null && steps >= this.gaveWay;
    const fallen = told && this.fell !== null && steps >= this.fell;
    return [
      `overlap ${overlap < 100 ? overlap.toFixed(1) : overlap.toFixed(0)} mm`,
      drift === null ? 'no energy' : `energy ${signed(100 * drift)} %`,
      `sway ${(100 * this.sway).toFixed(1)} cm`,
      gave ? afterWords(this.gaveWay!) : '',
      fallen ? 'fell' : '',
      told && !fallen && this.#lost >= kLost ? `sunk by ${(100 * this.#lost).toFixed(0)} %` : '',
    ]
      .filter(Boolean)
      .map((words) => words.replaceAll(' ', '\u00a0')) // lines break between them
      .join('\u00a0· ');
  }
}
