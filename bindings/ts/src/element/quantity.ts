// Quantities of a world and of its bodies by name, for articles. No text is evaluated.

import type { Body } from '../body.js';
import { refuse } from './attributes.js';
import type { Figure } from './figure.js';

const kWorld: Readonly<Record<string, readonly [unit: string, read: (figure: Figure) => number]>> = {
  time: ['s', ({ time }) => time],
  'energy.total': ['J', ({ world }) => world.energy().kinetic + world.energy().potential],
  'energy.kinetic': ['J', ({ world }) => world.energy().kinetic],
  'energy.potential': ['J', ({ world }) => world.energy().potential],
  'momentum.x': ['N s', ({ world }) => world.momentum().x],
  'momentum.y': ['N s', ({ world }) => world.momentum().y],
  'momentum.angular': ['N m s', ({ world }) => world.momentum().angular],
  'contacts.count': ['', ({ world }) => world.contactCount],
  'bodies.count': ['', ({ world }) => world.bodyCount],
  'awake.count': ['', ({ world }) => world.awakeCount],
  penetration: ['m', ({ world }) => world.maxPenetration()],
};

const kBody: Readonly<Record<string, readonly [unit: string, read: (body: Body) => number]>> = {
  x: ['m', ({ position }) => position.x],
  y: ['m', ({ position }) => position.y],
  angle: ['rad', ({ angle }) => angle],
  vx: ['m/s', ({ velocity }) => velocity.x],
  vy: ['m/s', ({ velocity }) => velocity.y],
  speed: ['m/s', ({ velocity }) => Math.hypot(velocity.x, velocity.y)],
  spin: ['rad/s', ({ angularVelocity }) => angularVelocity],
};

/** Units of each quantity: how many of one make one of the base unit, the first. */
const kUnits: readonly Readonly<Record<string, number>>[] = [
  { m: 1, mm: 1000, cm: 100, km: 0.001 },
  { 'm/s': 1, 'cm/s': 100, 'mm/s': 1000, 'km/h': 3.6 },
  { s: 1, ms: 1000 },
  { J: 1, mJ: 1000, kJ: 0.001 },
  { rad: 1, '°': 180 / Math.PI },
  { 'rad/s': 1, '°/s': 180 / Math.PI },
  { 'N s': 1 },
  { 'N m s': 1 },
];

export class Quantity {
  /** As it is written in `of`. */
  readonly name: string;
  readonly unit: string;
  readonly #body: string | null;
  readonly #read: (of: never) => number;
  readonly #factor: number;
  #found: Body | null = null;

  /**
   * Throws what is accepted. `unit`: to be shown in, default its own. A word that is no unit of any quantity is shown
   * as it is.
   */
  constructor(name: string, unit: string | null = null, path = 'of') {
    this.name = name;
    const dot = name.lastIndexOf('.');
    const property = Object.hasOwn(kBody, name.slice(dot + 1)) && dot > 0 ? kBody[name.slice(dot + 1)] : undefined;
    const known = Object.hasOwn(kWorld, name) ? kWorld[name] : undefined;
    if (!known && !property) {
      const words = [...Object.keys(kWorld), ...Object.keys(kBody).map((word) => `name.${word}`)];
      throw refuse(path, name, `one of ${words.join(', ')}, with the name of a body`);
    }
    this.#body = known ? null : name.slice(0, dot);
    const [own, read] = (known ?? property)!;
    this.#read = read;
    this.unit = unit ?? own;
    const of = (word: string): Readonly<Record<string, number>> | undefined =>
      kUnits.find((units) => Object.hasOwn(units, word));
    const units = of(this.unit);
    if (units && units !== of(own))
      throw refuse('unit', unit, `a unit of ${name}: ${Object.keys(of(own) ?? { none: 1 }).join(', ')}`);
    this.#factor = units?.[this.unit] ?? 1;
  }

  /** Another world: throws where it has no such body. */
  begin(figure: Figure): void {
    this.#found = null;
    if (this.#body !== null && !this.#find(figure)) throw refuse('of', this.name, 'the name of a body of the scene');
  }

  #find({ world }: Figure): Body | null {
    if (!this.#found || this.#found.destroyed)
      this.#found = world.bodies.find(({ name }) => name === this.#body) ?? null;
    return this.#found;
  }

  /** NaN if the body was destroyed. */
  read(figure: Figure): number {
    if (this.#body === null) return this.#factor * this.#read(figure as never);
    const body = this.#find(figure);
    return body ? this.#factor * this.#read(body as never) : NaN;
  }
}

const kKept = 1 << 15; // steps: nine minutes

/** One number a step, of the last nine minutes. A repeated step replaces its old value. */
export class Series {
  readonly #values: number[] = [];
  readonly #steps: number[] = [];

  put(step: number, value: number): void {
    this.#values[step % kKept] = value;
    this.#steps[step % kKept] = step;
  }
  /** NaN where there is none. */
  at(step: number): number {
    return this.#steps[step % kKept] === step ? this.#values[step % kKept]! : NaN;
  }
}
