// What was done to a scene, as text for an address: steps, and between them drags, keys and slider values.

import type { Input } from 'impulse2d/element';
import type { SolverOptions } from 'impulse2d';
import type { Params } from '../scenes/scene.js';

export interface Recording {
  /** What the scene was built with. */
  readonly params: Params;
  readonly solver: SolverOptions | undefined;
  /** Name of the preset that `solver` was made from; undefined where the page does not say. */
  readonly preset?: string;
  readonly sleep: boolean;
  readonly steps: number;
  /** Of the world at the end. */
  readonly hash: string;
  /** With the number of steps that were made before. */
  readonly inputs: readonly { readonly at: number; readonly input: Input }[];
}

const kVersion = 1;
const kSeveral = 2; // the version of a recording of several worlds
const kMostWorlds = 8;
const kCut = 'the recording is cut off';
const kNoHead = 'the recording does not say where it begins';
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
    if (this.ended) throw new RangeError(kCut);
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
    const length = this.whole();
    if (length > this.#bytes.length - this.#at) throw new RangeError(kCut);
    return new TextDecoder().decode(Uint8Array.from({ length }, () => this.#byte()));
  }
}

type Inputs = Recording['inputs'];

const alike = (a: Inputs[number], b: Inputs[number]): boolean =>
  a.at === b.at && JSON.stringify(a.input) === JSON.stringify(b.input);

/**
 * The inputs of all worlds as one list; `who` has a bit for each world that gets one. In each world the order stays.
 */
function merged(all: readonly Inputs[]): { who: number; next: Inputs[number] }[] {
  const places = all.map(() => 0);
  const list: { who: number; next: Inputs[number] }[] = [];
  for (;;) {
    const heads = all.map((inputs, i) => inputs[places[i]!]);
    const next = heads.reduce((first, head) => (head && (!first || head.at < first.at) ? head : first));
    if (!next) return list;
    let who = 0;
    heads.forEach((head, i) => {
      if (!head || !alike(head, next)) return;
      who += 2 ** i;
      places[i]!++;
    });
    list.push({ who, next });
  }
}

/**
 * URL-safe base64 of a few bytes a step: of one world, or of several that take the same steps. What is done to all of
 * them is written once.
 */
export function encode(...recordings: readonly Recording[]): string {
  const several = recordings.length > 1;
  const heads = recordings.map(({ inputs: _, ...head }) => head);
  const kinds = kKinds.length + Number(several);
  const out = new Writer();
  out.whole(several ? kSeveral : kVersion);
  out.text(JSON.stringify(several ? heads : heads[0]));
  const place = { x: 0, y: 0 };
  let now = 0;
  let told = 2 ** recordings.length - 1;
  for (const { who, next } of merged(recordings.map(({ inputs }) => inputs))) {
    const [kind, ...values] = next.input;
    const index = kKinds.findIndex(([name]) => name === kind);
    if (who !== told) {
      out.whole((next.at - now) * kinds + kKinds.length);
      out.whole((told = who));
      now = next.at;
    }
    out.whole((next.at - now) * kinds + index);
    now = next.at;
    [...kKinds[index][1]].forEach((type, i) => {
      const value = values[i];
      if (type === 's') out.text(String(value));
      else if (type === 'n') out.number(Number(value));
      else if (type === 'i') out.whole(Number(value));
      else {
        const to = Math.round(Number(value) * kGrid);
        out.signed(to - place[type as 'x' | 'y']);
        place[type as 'x' | 'y'] = to;
      }
    });
  }
  const text = btoa(String.fromCharCode(...out.bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of URL-safe base64. */
function bytesOf(text: string): Uint8Array {
  const bare = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (/[^A-Za-z0-9+/]/.test(bare)) throw new RangeError('the recording has characters that no link has');
  if (bare.length % 4 === 1) throw new RangeError(kCut); // a last byte is two characters at least
  return Uint8Array.from(atob(bare), (char) => char.charCodeAt(0));
}

/** Of JSON. */
function headIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError(kNoHead);
  }
}

/** The worlds of a recording, one or more. Throws what is wrong with the text. */
export function decode(text: string): Recording[] {
  const from = new Reader(bytesOf(text));
  const version = from.whole();
  if (version !== kVersion && version !== kSeveral)
    throw new RangeError('the recording is of another version of this page');
  const several = version === kSeveral;
  const head = headIn(from.text()) as Omit<Recording, 'inputs'>;
  const heads = several ? (head as unknown as Omit<Recording, 'inputs'>[]) : [head];
  const fine =
    Array.isArray(heads) &&
    heads.length > 0 &&
    heads.length <= kMostWorlds &&
    heads.every(
      (each) =>
        typeof each?.params === 'object' &&
        typeof each.hash === 'string' &&
        typeof each.sleep === 'boolean' &&
        Number.isInteger(each.steps) &&
        each.steps >= 0 &&
        each.steps <= kLongest &&
        each.steps === heads[0]!.steps,
    );
  if (!fine) throw new RangeError(kNoHead);
  const all = heads.map((): { at: number; input: Input }[] => []);
  const kinds = kKinds.length + Number(several);
  const place = { x: 0, y: 0 };
  let at = 0;
  let who = 2 ** heads.length - 1;
  while (!from.ended) {
    const mark = from.whole();
    at += Math.floor(mark / kinds);
    if (mark % kinds === kKinds.length) {
      who = from.whole();
      continue;
    }
    const [kind, types] = kKinds[mark % kinds];
    const values = [...types].map((type) => {
      if (type === 's') return from.text();
      if (type === 'n') return from.number();
      if (type === 'i') return from.whole();
      return (place[type as 'x' | 'y'] += from.signed()) / kGrid;
    });
    all.forEach((inputs, i) => {
      if (Math.floor(who / 2 ** i) % 2 === 1) inputs.push({ at, input: [kind, ...values] });
    });
  }
  return heads.map((each, i) => ({ ...each, solver: each.solver, inputs: all[i]! }));
}

/** Steps that a page makes before it shows anything: ten minutes. */
export const kLongest = 36000;
