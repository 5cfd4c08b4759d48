// Makes what `npm pack` ships, in dist/, and the demo page with the documentation, in build/site/.
// `node tools/build.mjs --tests` keeps the test programs of the wasm build folder; `--jobs=1` is for tools/cmake.mjs.
import { pathToFileURL } from 'node:url';
import { cmake, jobsAsked } from './cmake.mjs';
import { locked } from './lock.mjs';
import { main } from './process.mjs';
import { setup } from './setup.mjs';

/**
 * Builds the wasm module, the package and the page. `tests` says whether the wasm build folder keeps its test programs.
 */
export async function buildAll({ tests = false } = {}) {
  setup(['nodePackages']);
  await cmake('wasm', { targets: ['impulse_wasm'], tests, jobs: jobsAsked() });
  // These import development packages, which are there from here on.
  const [{ buildPackage }, { buildSite }, { buildDocs }] = await Promise.all([
    import('./build/package.mjs'),
    import('./build/site.mjs'),
    import('./build/docs.mjs'),
  ]);
  await locked('package', async () => {
    await buildPackage();
    await buildSite();
    await buildDocs();
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => buildAll({ tests: process.argv.includes('--tests') }));
}
