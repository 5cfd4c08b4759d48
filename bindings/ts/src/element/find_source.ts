// Finds the scene of a figure: one that was set, a built-in one by its id, the default export of a module, or a world
// as JSON.

import { PhysicsError, World } from '../index.js';
import { scenes, type Scene } from '../scenes.js';
import type { SceneJSON } from '../scene_json.js';
import { refuse } from './attributes.js';
import { complaint } from './complaint.js';
import type { Setup, Source } from './figure.js';

const kAccepted = 'a function, a scene or a world as JSON';

/** What is at an address, or an error with the address and what is accepted there. */
async function load<T>(src: string, base: string, expected: string, from: (address: string) => Promise<T>): Promise<T> {
  try {
    return await from(new URL(src, base).href);
  } catch (cause) {
    const hint = location.protocol === 'file:' ? '; a page opened from a file needs setup instead' : '';
    const message = complaint(`src must be ${expected}, got "${src}"${hint}`, cause);
    throw new PhysicsError('INVALID_ARGUMENT', message, { path: 'src', value: src, expected, cause });
  }
}

async function fetchJSON(address: string): Promise<SceneJSON> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return (await response.json()) as SceneJSON;
}

/** The default export of a module. */
async function importDefault(address: string): Promise<unknown> {
  // Bundlers shall leave this one to the browser.
  const module = (await import(/* @vite-ignore */ /* webpackIgnore: true */ address)) as object;
  if ('default' in module) return module.default;
  throw new Error(`its exports are ${Object.keys(module).join(', ') || 'none'}`);
}

/** A scene that is a world as JSON. `from` names it in errors. */
const fromJSON = (json: SceneJSON, from: string): Source => ({
  params: [],
  preset: json?.world?.solver,
  create() {
    try {
      return World.fromJSON(json);
    } catch (error) {
      if (!(error instanceof PhysicsError)) throw error;
      throw new PhysicsError(error.code, `${from}: ${error.message}`, { ...error });
    }
  },
  build() {},
});

/** `base` is the address that `src` is relative to. Throws what is wrong with them. */
export async function findSource(setup: unknown, src: string, base: string): Promise<Source> {
  let found: unknown = setup ?? scenes.find(({ id }) => id === src);
  let from = 'setup';
  if (!found && /\.m?js([?#]|$)/.test(src)) {
    from = `the default export of ${src}`;
    const expected = `the address of a .js module whose default export is ${kAccepted}`;
    found = await load(src, base, expected, importDefault);
  } else if (!found && /\.json([?#]|$)/.test(src)) {
    const expected = 'the address of a world as JSON, as world.toJSON() returns it';
    return fromJSON(await load(src, base, expected, fetchJSON), src);
  } else if (!found && !setup) {
    throw refuse(
      'src',
      src,
      `the address of a .js module, of a .json file or one of ${scenes.map(({ id }) => id).join(', ')}`,
    );
  }
  if (typeof found === 'function') return { build: found as Setup };
  if (typeof (found as Partial<Scene> | undefined)?.build === 'function') return found as Scene;
  if (typeof found === 'object' && found && 'format' in found) return fromJSON(found as SceneJSON, from);
  throw refuse(from, found, kAccepted);
}
