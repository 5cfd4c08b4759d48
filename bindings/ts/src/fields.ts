// Describes each object of options once: its keys, how a value is read, and its position in the engine's record.

import type { RecordWriter } from './native.js';
import type { VecLike } from './types.js';
import { bits, choice, flag, int32, keys, number, pathOf, x, y } from './validate.js';

/**
 * @internal Reads one value, undefined where it is not given, and puts its numbers into a record. `parent` and `key`
 * name it in errors; the name is put together only where a value is given that may be refused.
 */
export type Field = (to: RecordWriter, value: unknown, parent: string, key: string) => void;

/** @internal One number, `fallback` where it is not given. */
export const one =
  (fallback: number, read: (value: unknown, path: string) => number): Field =>
  (to, value, parent, key) =>
    void to.put(value === undefined ? fallback : read(value, pathOf(parent, key)));

/** @internal What is no number becomes NaN, which the engine refuses; so does what has no default and is not given. */
export const real =
  (fallback?: number): Field =>
  (to, value) =>
    void to.put(number(value, fallback));
/** @internal A vector without a default. */
export const point: Field = (to, value) => void to.put(x(value as VecLike)).put(y(value as VecLike));
/** @internal The origin where it is not given. */
export const vector: Field = (to, value, parent, key) =>
  value === undefined ? void to.put(0).put(0) : point(to, value, parent, key);
/** @internal */
export const yes = (fallback = false): Field => one(Number(fallback), (value, path) => Number(flag(value, path)));
/** @internal The position of a name. */
export const oneOf = (names: readonly string[], fallback = ''): Field =>
  one(names.indexOf(fallback), (value, path) => choice(value, path, names));
/** @internal A mask of 32 bits. */
export const mask = (fallback: number): Field => one(fallback, bits);
/** @internal A whole number of 32 bits. */
export const whole = (fallback: number): Field => one(fallback, int32);
/** @internal Something that the engine does not hear of. */
export const aside: Field = () => {};

/**
 * @internal An object with these keys and no others, read in their order. Where it is not given, each field takes its
 * default.
 */
export const record = (fields: Record<string, Field>): Field => read(fields, false);
/**
 * @internal The same of objects that `copied` made: what `for in` does not name is not there, and need not be looked
 * up. That took an eighth of the time to create a body.
 */
export const recordOfCopies = (fields: Record<string, Field>): Field => read(fields, true);

function read(fields: Record<string, Field>, copies: boolean): Field {
  const accepted = Object.keys(fields);
  const readers = Object.values(fields);
  const defaults: number[][] = []; // the numbers of each field where it is not given, once they are known
  return (to, value, parent, key) => {
    const path = pathOf(parent, key);
    let there = 0; // a bit for each key
    if (value !== undefined) {
      const given = keys(value, path, accepted);
      there = copies ? given : -1;
    }
    for (let i = 0; i < readers.length; i++) {
      const name = accepted[i]!;
      const option = there & (1 << i) ? (value as Record<string, unknown>)[name] : undefined;
      const known = option === undefined ? defaults[i] : undefined;
      if (known) {
        to.all(known);
        continue;
      }
      const from = to.count;
      readers[i]!(to, option, path, name);
      if (option === undefined) defaults[i] = to.since(from);
    }
  };
}
