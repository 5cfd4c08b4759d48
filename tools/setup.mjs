// Brings what a fresh machine lacks; says what it does; does nothing when all is there.
// `node tools/setup.mjs` sets up everything; other tools ask for the parts they need.
import { pathToFileURL } from 'node:url';
import { main } from './process.mjs';
import { catch2 } from './setup/catch2.mjs';
import { emscripten } from './setup/emscripten.mjs';
import { hostPackages, nodePackages } from './setup/node_packages.mjs';
import { chromium, clang, clangFormat, otherBrowsers, systemPrograms } from './setup/system.mjs';

const parts = {
  nodePackages,
  systemPrograms,
  emscripten,
  catch2,
  clang,
  clangFormat,
  chromium,
  otherBrowsers,
  hostPackages,
};

/**
 * Sets up the named parts, by default all but the hosts of the package, and returns what each found:
 * `emscripten` its `{ root, env, version }`, the others a path or nothing.
 */
export function setup(names = Object.keys(parts).filter((name) => name !== 'hostPackages')) {
  return Object.fromEntries(names.map((name) => [name, parts[name]()]));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    setup();
    console.log('setup: everything is there');
  });
}
