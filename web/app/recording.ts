// What was done to a scene, as text for an address: steps, and between them what hands and sliders did.

import type { Input } from 'impulse2d/element';
import type { SolverOptions } from 'impulse2d';
import type { Params } from '../scenes/scene.js';

export interface Recording {
  /** What the scene was built with. */
  readonly params: Params;
  readonly solver: SolverOptions | undefined;
  readonly sleep: boolean;
  readonly steps: number;
  /** Of the world at the end. */
  readonly hash: string;
  /** With the number of steps that were made before. */
  readonly inputs: readonly { readonly at: number; readonly input: Input }[];
}

const kVersion = 1;
const kGrid = 1024; // places are multiples of 1/1024 m

/**
 * What follows each kind: a whole number >= 0, a place on one axis (as its difference to the last on it), a number,
 * text.
 */
const kKinds: readonly (readonly [kind: string, values: string])[] = [
  ['grab', 'ixy'],
  ['pull', 'xy'],
  ['drop', ''],
  ['tap', 'xy'],
  ['push', 'inn'],
  ['act', 's'],
  ['hold', 'si'],
  ['param', 'sn'],
  ['body', 's'],
  ['destroy', 'i'],
  ['solver', 's'],
  ['sleep', 'i'],
];

class Writer {
  readonly bytes: number[] = [];

  whole(value: number): void {
    for (; value > 127; value = Math.floor(value / 128)) this.bytes.push((value % 128) + 128);
    this.bytes.push(value);
  }
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }
  number(value: number): void {
    this.bytes.push(...new Uint8Array(new Float64Array([value]).buffer));
  }
  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.whole(bytes.length);
    this.bytes.push(...bytes);
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  get ended(): boolean {
    return this.#at >= this.#bytes.length;
  }
  #byte(): number {
    if (this.ended) throw new RangeError('the recording is cut off');
    return this.#bytes[this.#at++];
  }
  whole(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
      if (factor > 2 ** 45) throw new RangeError('the recording holds too large a number');
    }
  }
  signed(): number {
    const value = this.whole();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
  number(): number {
    return new Float64Array(Uint8Array.from({ length: 8 }, () => this.#byte()).buffer)[0];
  }
  text(): string {
    return new TextDecoder().decode(Uint8Array.from({ length: this.whole() }, () => this.#byte()));
  }
}

/** URL-safe base64 of a few bytes a step. */
export function encode({ inputs, ...head }: Recording): string {
  const out = new Writer();
  out.whole(kVersion);
  out.text(JSON.stringify(head));
  const place = { x: 0, y: 0 };
  let now = 0;
  for (const { at, input } of inputs) {
    const [kind, ...values] = input;
    const index = kKinds.findIndex(([name]) => name === kind);
    out.whole((at - now) * kKinds.length + index);
    now = at;
    [...kKinds[index][1]].forEach((type, i) => {
      const value = values[i];
      if (type === 's') out.text(String(value));
      else if (type === 'n') out.number(Number(value));
      else if (type === 'i') out.whole(Number(value));
      else {
        const next = Math.round(Number(value) * kGrid);
        out.signed(next - place[type as 'x' | 'y']);
        place[type as 'x' | 'y'] = next;
      }
    });
  }
  const text = btoa(String.fromCharCode(...out.bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Throws what is wrong with the text. */
export function decode(text: string): Recording {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const from = new Reader(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  if (from.whole() !== kVersion) throw new RangeError('the recording is of another version of this page');
  const head = JSON.parse(from.text()) as Omit<Recording, 'inputs'>;
  const { params, steps, hash, sleep } = head;
  const fine = typeof params === 'object' && typeof hash === 'string' && typeof sleep === 'boolean';
  if (!fine || !(Number.isInteger(steps) && steps >= 0 && steps <= kLongest))
    throw new RangeError('the recording does not say where it begins');
  const inputs: { at: number; input: Input }[] = [];
  const place = { x: 0, y: 0 };
  let at = 0;
  while (!from.ended) {
    const mark = from.whole();
    at += Math.floor(mark / kKinds.length);
    const [kind, types] = kKinds[mark % kKinds.length];
    const values = [...types].map((type) => {
      if (type === 's') return from.text();
      if (type === 'n') return from.number();
      if (type === 'i') return from.whole();
      return (place[type as 'x' | 'y'] += from.signed()) / kGrid;
    });
    inputs.push({ at, input: [kind, ...values] });
  }
  return { ...head, solver: head.solver, inputs };
}

/** Steps that a page makes before it shows anything: ten minutes. */
export const kLongest = 36000;
