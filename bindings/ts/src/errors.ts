import { decimal } from './decimal.js';

/** The kind of failure that a {@link PhysicsError} reports. */
export type PhysicsErrorCode =
  | 'NOT_INITIALIZED'
  | 'WASM_LOAD_FAILED'
  | 'INVALID_ARGUMENT'
  | 'DESTROYED'
  | 'OUT_OF_MEMORY'
  | 'ABORTED'
  | 'SNAPSHOT_INVALID';

/** The argument of the constructor of {@link PhysicsError}. */
export interface PhysicsErrorDetails {
  /** The invalid argument or option, for example `shapes[0].density`. Empty if none is invalid. */
  path?: string;
  /** The invalid value. */
  value?: unknown;
  /** The accepted values, for example `a finite number >= 0`. */
  expected?: string;
  /** The error that caused this one. */
  cause?: unknown;
}

/**
 * The error that this package throws. A call that throws it has changed nothing, and the world stays usable.
 *
 * There is one exception. If memory runs out in the middle of a call and a reserve of 1 MB cannot complete it, the call
 * throws `OUT_OF_MEMORY` and destroys the world that it was changing. Other worlds stay usable.
 *
 * Misuse that TypeScript prevents, such as setting a property of a preset or calling a class without `new`, may throw a
 * `TypeError` instead. Errors that your handlers throw are thrown again unchanged.
 *
 * `code` is stable and meant for programs. `message` is meant for people, for example `shapes[0].density must be a
 * finite number >= 0, got NaN`.
 */
export class PhysicsError extends Error {
  /** The kind of failure. */
  readonly code: PhysicsErrorCode;
  /** The invalid argument or option, for example `shapes[0].density`. Empty if none is invalid. */
  readonly path: string;
  /** The invalid value. */
  readonly value: unknown;
  /** The accepted values. Empty if no text applies. */
  readonly expected: string;

  constructor(code: PhysicsErrorCode, message: string, details: PhysicsErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'PhysicsError';
    this.code = code;
    this.path = details.path ?? '';
    this.value = details.value;
    this.expected = details.expected ?? '';
  }
}

/** @internal A value as a message shows it: short, and with NaN where JSON would say null. */
export function show(value: unknown, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth > 1) return '…';
  let list: boolean;
  let items: string[];
  let total: number;
  try {
    // Objects of this package are shown by name or id, because their other properties belong to their class.
    if ('destroyed' in value && 'id' in value) {
      const { id, name } = value as { id: number; name?: string };
      const gone = value.destroyed ? 'destroyed ' : '';
      return `${gone}${'slot' in value ? 'body' : 'overlaps' in value ? 'shape' : 'joint'} ${name ? show(name) : id}`;
    }
    list = Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
    const keys = list ? [] : Object.keys(value);
    total = list ? (value as ArrayLike<unknown>).length : keys.length;
    const single = value instanceof Float32Array;
    items = Array.from({ length: Math.min(total, 8) }, (_, i) => {
      const key = keys[i] ?? i;
      const found = (value as Record<string | number, unknown>)[key];
      const item = show(single ? decimal(found as number) : found, depth + 1);
      return list ? item : `${key}: ${item}`;
    });
    const x = keys.includes('x');
    if (x !== keys.includes('y')) items.push(`${x ? 'y' : 'x'} missing`); // half a vector
  } catch {
    return 'an object that cannot be read'; // a getter that throws, a revoked proxy
  }
  const text = items.join(', ') + (total > 8 ? `, … ${total} in all` : '');
  return list ? `[${text}]` : `{${text}}`;
}

/** @internal An undefined value is reported as missing. */
export function invalid(
  path: string,
  value: unknown,
  expected: string,
  code: PhysicsErrorCode = 'INVALID_ARGUMENT',
): PhysicsError {
  const message =
    value === undefined
      ? `${path} is missing: it must be ${expected}`
      : `${path} must be ${expected}, got ${show(value)}`;
  return new PhysicsError(code, message, { path, value, expected });
}

/** @internal */
export function destroyed(what: string, why = ''): PhysicsError {
  return new PhysicsError('DESTROYED', `this ${what} was destroyed${why}`, { path: what });
}
