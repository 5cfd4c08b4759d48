// Finds the scene of a figure: one that was set, a built-in one by its id, the default export of a module, or a world
// as JSON.

import { PhysicsError, World } from '../index.js';
import { scenes, type Scene } from '../scenes.js';
import type { SceneJSON } from '../scene_json.js';
import { refuse } from './attributes.js';
import type { Setup, Source } from './figure.js';

/** The object in a JSON file. */
async function fetchJSON(src: string, base: string): Promise<SceneJSON> {
  try {
    const response = await fetch(new URL(src, base));
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return (await response.json()) as SceneJSON;
  } catch (error) {
    const expected = 'the address of a world as JSON, as world.toJSON() returns it';
    const message = `src must be ${expected}, got "${src}": ${(error as Error).message}`;
    throw new PhysicsError('INVALID_ARGUMENT', message, { path: 'src', value: src, expected, cause: error });
  }
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
export async function findSource(setup: Setup | Scene | SceneJSON | null, src: string, base: string): Promise<Source> {
  let found: unknown = setup ?? scenes.find(({ id }) => id === src);
  let from = 'setup';
  if (!found && /\.m?js([?#]|$)/.test(src)) {
    from = `the default export of ${src}`;
    // Bundlers shall leave this one to the browser.
    const module: unknown = await import(/* @vite-ignore */ /* webpackIgnore: true */ new URL(src, base).href);
    found = (module as { default?: unknown }).default;
  }
  if (!found && /\.json([?#]|$)/.test(src)) return fromJSON(await fetchJSON(src, base), src);
  if (!found && !setup) {
    throw refuse(
      'src',
      src,
      `the address of a .js module, of a .json file or one of ${scenes.map(({ id }) => id).join(', ')}`,
    );
  }
  if (typeof found === 'function') return { build: found as Setup };
  if (typeof (found as Partial<Scene> | undefined)?.build === 'function') return found as Scene;
  if (typeof found === 'object' && found && 'format' in found) return fromJSON(found as SceneJSON, from);
  throw refuse(from, found, 'a function, a scene or a world as JSON');
}
