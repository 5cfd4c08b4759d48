// The two bundlers that most projects have; others are in tests/hosts.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import * as vite from 'vite';
import { guides } from '../support/guides.mjs';
import { assertFellAndRests, consumer, fallingCrate } from './consumer.mjs';

const webpack = createRequire(import.meta.url)('webpack');

let project;
before(() => {
  project = consumer({ install: false });
  project.write('inside.mjs', fallingCrate("import { init, World } from 'impulse2d';"));
  project.write('beside.mjs', fallingCrate("import { init, World } from 'impulse2d/external';"));
  project.write(
    'asked.mjs',
    fallingCrate(
      "import { init, World } from 'impulse2d/external';\nimport url from 'impulse2d/engine.wasm?url';",
      'await init({ wasm: new URL(url, import.meta.url) });',
    ),
  );
  project.write(
    'element.mjs',
    "import 'impulse2d/element/define';\nimport { draw } from 'impulse2d/draw';\nimport { scenes } from 'impulse2d/scenes';\nconsole.log(typeof draw, scenes.length);\n",
  );
});
after(() => project?.remove());

/** Builds with Vite and runs the result in Node. */
async function builtByVite(entry) {
  await vite.build({
    root: project.folder,
    base: './',
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: `vite-${entry}`,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: join(project.folder, `${entry}.mjs`), output: { entryFileNames: 'main.mjs' } },
    },
  });
  return project.node(`vite-${entry}/main.mjs`);
}

async function builtByWebpack(entry) {
  const stats = await new Promise((resolve, reject) => {
    const options = {
      context: project.folder,
      mode: 'production',
      target: 'web',
      entry: `./${entry}.mjs`,
      experiments: { outputModule: true },
      output: { path: join(project.folder, `webpack-${entry}`), filename: 'main.mjs', module: true, publicPath: '' },
      // The engine inside is over webpack's advice on sizes.
      performance: { hints: false },
    };
    webpack(options, (error, result) => (error ? reject(error) : resolve(result)));
  });
  assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }).errors, []);
  assert.deepEqual(stats.toJson({ all: false, warnings: true }).warnings, []);
  return project.node(`webpack-${entry}/main.mjs`);
}

for (const [bundler, built] of [
  ['Vite', builtByVite],
  ['webpack', builtByWebpack],
]) {
  test(`${bundler}: the engine inside`, async () => assertFellAndRests(await built('inside')));
  test(`${bundler}: the engine beside the script, without an argument`, async () =>
    assertFellAndRests(await built('beside')));
  test(`${bundler}: the element, drawing and scenes`, async () =>
    assert.match(await built('element'), /^function \d+/));
}

// Those of Vite 6. Its workers are scripts, also in later versions.
const kTargets = ['es2020', 'chrome87', 'edge88', 'firefox78', 'safari14'];

test('Vite: the worker of the guide, with the default target and format', async () => {
  const { blocks } = guides.find(({ name }) => name === 'hosts');
  const [worker, page] = blocks.filter(({ kind }) => kind === 'page').map(({ code }) => code);
  project.write('world-worker.js', worker);
  project.write('page.mjs', page);
  const { output } = await vite.build({
    root: project.folder,
    base: './',
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: kTargets, rollupOptions: { input: join(project.folder, 'page.mjs') } },
  });
  assert.ok(
    output.some(({ fileName }) => /world-worker/.test(fileName)),
    output.map(({ fileName }) => fileName).join(),
  );
});

test('Vite: the address of engine.wasm by ?url', async () => assertFellAndRests(await builtByVite('asked')));
