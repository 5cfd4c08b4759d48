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
    to.put(value === undefined ? fallback : read(value, pathOf(parent, key)));

/** @internal What is no number becomes NaN, which the engine refuses; so does what has no default and is not given. */
export const real =
  (fallback?: number): Field =>
  (to, value) =>
    to.put(number(value, fallback));
/** @internal A vector without a default. */
export const point: Field = (to, value) => to.put(x(value as VecLike), y(value as VecLike));
/** @internal The origin where it is not given. */
export const vector: Field = (to, value = [0, 0]) => point(to, value, '', '');
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
export function record(fields: Record<string, Field>): Field {
  const accepted = Object.keys(fields);
  const readers = Object.values(fields);
  return (to, value = kNothing, parent, key) => {
    const path = pathOf(parent, key);
    if (value !== kNothing) keys(value, path, accepted);
    for (let i = 0; i < readers.length; i++)
      readers[i]!(to, (value as Record<string, unknown>)[accepted[i]!], path, accepted[i]!);
  };
}
const kNothing = {};
