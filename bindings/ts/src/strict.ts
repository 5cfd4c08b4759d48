// Objects that throw on assignment to an unknown property, so that a misspelling is an error.

import { invalid } from './errors.js';
import { unknown } from './validate.js';

const kPrototypes = [Object.prototype, Function.prototype];

/** Names that may be assigned to on an object: setters of its prototypes and writable fields of its own. */
function writable(object: object): string[] {
  const names: string[] = [];
  for (let at = object; at && !kPrototypes.includes(at as never); at = Object.getPrototypeOf(at) as object) {
    for (const [name, { set, writable }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if ((set && set !== readOnly.get(name)) || (writable && at === object)) names.push(name);
  }
  return names;
}

type Setter = (this: Record<string, unknown>, value: unknown) => void;
const readOnly = new Map<string, Setter>();

/** The setter of a property that has none. */
function refuse(name: string): Setter {
  let setter = readOnly.get(name);
  if (!setter) {
    setter = function (this: Record<string, unknown>, value) {
      void this[name]; // of something destroyed that is to be said first
      throw invalid(name, value, 'left alone: it is read-only');
    };
    readOnly.set(name, setter);
  }
  return setter;
}

/** @internal What a getter makes anew: to set a part of it, which would change nothing else, throws a TypeError. */
export function frozen<T extends object>(made: T): Readonly<T> {
  for (const part of Object.values(made)) if (typeof part === 'object') frozen(part as object);
  return Object.freeze(made);
}

/** @internal Assigning to a property of these objects that can only be read throws. */
export function readOnlyGetters(prototype: object): void {
  // Inspectors want `constructor` as a plain property: they find it further on.
  const { constructor } = prototype;
  Object.defineProperty(prototype, 'constructor', { get: () => constructor, configurable: true });
  for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (get && !set) Object.defineProperty(prototype, name, { get, set: refuse(name), configurable: true });
}

/**
 * @internal Assigning to a property that these objects do not have, or that can only be read, throws `INVALID_ARGUMENT`
 * with the name that was probably meant. The end of the prototype chain sees only assignments that no other property
 * takes, so that those that are right cost nothing. `fields` are the public fields of the class: build tools for hosts
 * before ES2022 make assignments of them.
 */
export function strict(prototype: object, ...fields: string[]): void {
  readOnlyGetters(prototype);
  const { constructor } = prototype;
  const end = new Proxy(Object.create(Object.prototype, { constructor: { value: constructor } }) as object, {
    set(_target, key, value, object: object) {
      const name = String(key);
      if (fields.includes(name))
        return Reflect.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      throw unknown(name, name, value, writable(object), true);
    },
  });
  Object.setPrototypeOf(prototype, end);
}
