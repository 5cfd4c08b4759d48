// Finds the scene of a figure: one that was set, a built-in one by its id, or the default export of a module.

import { scenes, type Scene } from '../scenes.js';
import { refuse } from './attributes.js';
import type { Setup, Source } from './figure.js';

/** `base` is the address that `src` is relative to. Throws what is wrong with them. */
export async function findSource(setup: Setup | Scene | null, src: string, base: string): Promise<Source> {
  let found: unknown = setup ?? scenes.find(({ id }) => id === src);
  let from = 'setup';
  if (!found && /\.m?js([?#]|$)/.test(src)) {
    from = `the default export of ${src}`;
    // Bundlers shall leave this one to the browser.
    const module: unknown = await import(/* @vite-ignore */ /* webpackIgnore: true */ new URL(src, base).href);
    found = (module as { default?: unknown }).default;
  }
  if (!found && !setup) {
    throw refuse('src', src, `the address of a .js module or one of ${scenes.map(({ id }) => id).join(', ')}`);
  }
  if (typeof found === 'function') return { build: found as Setup };
  if (typeof (found as Partial<Scene> | undefined)?.build === 'function') return found as Scene;
  throw refuse(from, found, 'a function or a scene');
}
