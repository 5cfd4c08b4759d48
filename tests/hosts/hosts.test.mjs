// The package in other people's bundlers, test runners and compilers. `npm run test:hosts` installs them below
// build/hosts, whose path is in HOSTS; the projects lie there too, so that each finds its tools as in a project of its
// own.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import sirv from 'sirv';
import { assertFellAndRests, consumer, fallingCrate } from '../packaging/consumer.mjs';

const hosts = process.env.HOSTS;
const load = (name) => import(pathToFileURL(createRequire(join(hosts, 'package.json')).resolve(name)).href);
const loadVite = (name) => import(pathToFileURL(join(hosts, 'node_modules', name, 'dist/node/index.js')).href);
const program = (name) => join(hosts, 'node_modules/.bin', name);

const kInside = fallingCrate("import { init, World } from 'impulse2d';");
const kBeside = fallingCrate("import { init, World } from 'impulse2d/external';");
const kAsked = fallingCrate(
  "import { init, World } from 'impulse2d/external';\nimport url from 'impulse2d/engine.wasm?url';",
  'await init({ wasm: new URL(url, import.meta.url) });',
);
const kRest = `
import 'impulse2d/element/define';
import { draw } from 'impulse2d/draw';
import { ImpulseScene } from 'impulse2d/element';
import { scenes } from 'impulse2d/scenes';
console.log(typeof draw, typeof ImpulseScene, scenes.length);
`;

let project;
before(() => {
  project = consumer({ parent: hosts });
  project.write('inside.mjs', kInside);
  project.write('beside.mjs', kBeside);
  project.write('asked.mjs', kAsked);
  project.write('rest.mjs', kRest);
});
after(() => project?.remove());

/** What a command printed, on both streams; fails with that when the command does. */
function run(command, args, env = {}) {
  try {
    return project.execute(command, args, { env: { ...process.env, ...env } });
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}${error.stderr}`);
  }
}

/** The first line that a page prints in Chromium; an error of the page fails. */
async function printed(url) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const said = new Promise((resolve, reject) => {
      page.on('pageerror', reject);
      // Vite prints its own lines as `debug`.
      page.on('console', (message) => message.type() === 'log' && resolve(message.text()));
      setTimeout(() => reject(new Error(`${url} printed nothing`)), 60_000).unref();
    });
    await page.goto(url);
    return await said;
  } finally {
    await browser.close();
  }
}

async function printedFrom(folder, page, headers = {}) {
  const setHeaders = (response) => Object.entries(headers).forEach(([name, value]) => response.setHeader(name, value));
  const server = createServer(sirv(join(project.folder, folder), { setHeaders }));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await printed(`http://127.0.0.1:${server.address().port}/${page}`);
  } finally {
    server.close();
  }
}

// --- bundlers --------------------------------------------------------------------------------------------------------

for (const entry of ['inside', 'beside', 'rest']) {
  test(`Parcel with its default settings: ${entry}`, async () => {
    project.write(`${entry}.html`, `<!doctype html><script type="module" src="${entry}.mjs"></script>`);
    const folder = `parcel-${entry}`;
    run(program('parcel'), ['build', `${entry}.html`, '--no-cache', '--dist-dir', folder, '--public-url', './']);
    const said = await printedFrom(folder, `${entry}.html`);
    if (entry === 'rest') assert.match(said, /^function function \d+/);
    else assertFellAndRests(said);
  });
}

test('Rollup: the engine inside', async () => {
  const { rollup } = await load('rollup');
  const { default: resolve } = await load('@rollup/plugin-node-resolve');
  const bundle = await rollup({
    input: join(project.folder, 'inside.mjs'),
    plugins: [resolve()],
    onwarn: ({ message }) => assert.fail(message),
  });
  await bundle.write({ file: join(project.folder, 'rollup/main.mjs'), format: 'es' });
  assertFellAndRests(project.node('rollup/main.mjs'));
});

test('esbuild: an IIFE with the engine inside', async () => {
  const { build } = await load('esbuild');
  const { warnings } = await build({
    stdin: {
      contents: `import { init, World } from 'impulse2d'; (async () => { ${fallingCrate('')} })();`,
      resolveDir: project.folder,
    },
    bundle: true,
    outfile: join(project.folder, 'esbuild/iife.cjs'),
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  assertFellAndRests(project.node('esbuild/iife.cjs'));
});

test('esbuild: engine.wasm as a file, its address handed over', async () => {
  const { build } = await load('esbuild');
  await build({
    stdin: {
      contents: fallingCrate(
        "import { init, World } from 'impulse2d/external';\nimport url from 'impulse2d/engine.wasm';",
        'await init({ wasm: new URL(url, import.meta.url) });',
      ),
      resolveDir: project.folder,
    },
    bundle: true,
    format: 'esm',
    loader: { '.wasm': 'file' },
    outfile: join(project.folder, 'esbuild/file.mjs'),
    logLevel: 'silent',
  });
  assertFellAndRests(project.node('esbuild/file.mjs'));
});

// Neither copies the file, and both are silent about it when they build.
for (const format of ['esm', 'iife']) {
  test(`esbuild, ${format}: without engine.wasm the error says what to pass`, async () => {
    const { build } = await load('esbuild');
    await build({
      stdin: {
        contents:
          "import { init } from 'impulse2d/external'; init().catch(({ code, message }) => console.log(code, message));",
        resolveDir: project.folder,
      },
      bundle: true,
      format,
      outfile: join(project.folder, `alone/${format}.mjs`),
      logLevel: 'silent',
    });
    const said = project.node(`alone/${format}.mjs`);
    assert.match(said, /^WASM_LOAD_FAILED engine\.wasm could not be loaded: .*init\({ wasm: url }\).*\?url/);
    assert.doesNotMatch(said, /SIMD/);
  });
}

for (const version of ['vite-5', 'vite-7']) {
  test(`${version}: builds with the engine inside, beside and by ?url`, async () => {
    const { build } = await loadVite(version);
    for (const entry of ['inside', 'beside', 'asked']) {
      const folder = `${version}-${entry}`;
      await build({
        root: project.folder,
        base: './',
        configFile: false,
        logLevel: 'error',
        build: {
          outDir: folder,
          target: 'es2022',
          modulePreload: false,
          rollupOptions: { input: join(project.folder, `${entry}.mjs`), output: { entryFileNames: 'main.mjs' } },
        },
      });
      assertFellAndRests(project.node(`${folder}/main.mjs`));
    }
  });
}

// The default of `impulse2d/external` is not among them: the servers of Vite 5 and 7 move the script and leave the
// file.
for (const version of ['vite-5', 'vite-7']) {
  test(`${version}: its development server`, async () => {
    const { createServer: serve } = await loadVite(version);
    for (const entry of ['inside', 'asked', 'rest']) {
      project.write(`${entry}.html`, `<!doctype html><script type="module" src="/${entry}.mjs"></script>`);
      const server = await serve({
        root: project.folder,
        configFile: false,
        logLevel: 'error',
        cacheDir: `cache-${version}-${entry}`,
        server: { port: 0, host: '127.0.0.1' },
        optimizeDeps: { entries: [`${entry}.html`] },
      });
      try {
        await server.listen();
        const said = await printed(`http://127.0.0.1:${server.httpServer.address().port}/${entry}.html`);
        if (entry === 'rest') assert.match(said, /^function function \d+/);
        else assertFellAndRests(said);
      } finally {
        await server.close();
      }
    }
  });
}

// --- pages without a bundler -----------------------------------------------------------------------------------------

const kModule = './node_modules/impulse2d/dist/index.js';
const kScript = `<!doctype html><script src="node_modules/impulse2d/dist/impulse2d.global.js"></script>`;
const kCrate = `(async () => { const { init, World } = impulse2d; ${fallingCrate('')} })();`;

test('a page with an import map', async () => {
  const map = JSON.stringify({ imports: { impulse2d: kModule } });
  project.write(
    'map.html',
    `<!doctype html><script type="importmap">${map}</script><script type="module">${kInside}</script>`,
  );
  assertFellAndRests(await printedFrom('.', 'map.html'));
});

test('a script tag, from a server and from file://', async () => {
  const file = project.write('tag.html', `${kScript}<script>${kCrate}</script>`);
  assertFellAndRests(await printedFrom('.', 'tag.html'));
  assertFellAndRests(await printed(pathToFileURL(file).href));
});

test('a sandboxed iframe', async () => {
  project.write('tag.html', `${kScript}<script>${kCrate}</script>`);
  project.write('frame.html', '<!doctype html><iframe sandbox="allow-scripts" src="tag.html"></iframe>');
  assertFellAndRests(await printedFrom('.', 'frame.html'));
});

test('a module worker and a classic worker', async () => {
  project.write('worker.mjs', kInside.replace("'impulse2d'", `'${kModule}'`).replace('console.log', 'postMessage'));
  project.write(
    'worker.js',
    `importScripts('node_modules/impulse2d/dist/impulse2d.global.js');${kCrate.replace('console.log', 'postMessage')}`,
  );
  for (const worker of ["'worker.mjs', { type: 'module' }", "'worker.js'"]) {
    project.write(
      'worker.html',
      `<!doctype html><script>new Worker(${worker}).onmessage = ({ data }) => console.log(data);</script>`,
    );
    assertFellAndRests(await printedFrom('.', 'worker.html'));
  }
});

test("a content security policy of 'wasm-unsafe-eval', and Trusted Types", async () => {
  project.write('policy.mjs', kInside.replace("'impulse2d'", `'${kModule}'`));
  project.write('external.mjs', kBeside.replace("'impulse2d/external'", "'./node_modules/impulse2d/dist/external.js'"));
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'";
  for (const [entry, more] of [
    ['policy', ''],
    ['external', "; connect-src 'self'"],
  ]) {
    project.write('policy.html', `<!doctype html><script type="module" src="${entry}.mjs"></script>`);
    assertFellAndRests(await printedFrom('.', 'policy.html', { 'Content-Security-Policy': policy + more }));
  }
});

// --- other engines of JavaScript, and servers ------------------------------------------------------------------------

test('Bun', () => {
  for (const entry of ['inside', 'beside']) assertFellAndRests(run(program('bun'), ['run', `${entry}.mjs`]));
});

test('Deno', () => {
  const env = { DENO_DIR: join(project.folder, 'deno'), DENO_NO_UPDATE_CHECK: '1' };
  for (const [entry, ...permissions] of [['inside'], ['beside', '--allow-read']])
    assertFellAndRests(
      run(program('deno'), ['run', '--no-remote', '--no-prompt', ...permissions, `${entry}.mjs`], env),
    );
});

test('workerd, the engine of Cloudflare Workers: engine.wasm as a module', () => {
  const crate = fallingCrate('', 'await init({ wasm });');
  project.write(
    'worker/main.mjs',
    `import { init, World } from 'impulse2d/external';\nimport wasm from 'impulse2d/engine.wasm';
export default { async test() { ${crate} } };`,
  );
  const dist = '../node_modules/impulse2d/dist';
  project.write(
    'worker/config.capnp',
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  compatibilityDate = "2026-01-01",
  modules = [
    (name = "main.mjs", esModule = embed "main.mjs"),
    (name = "impulse2d/external", esModule = embed "${dist}/external.js"),
    (name = "impulse2d/engine.wasm", wasm = embed "${dist}/engine.wasm"),
  ],
))]);
`,
  );
  assertFellAndRests(/{"fallen".*}/.exec(run(program('workerd'), ['test', '--verbose', 'worker/config.capnp']))[0]);
});

test('Next.js: a page that simulates where it is built and again in the browser', async () => {
  const crate = (print) => fallingCrate('').replace('console.log', print);
  const settings = { output: 'export', turbopack: { root: hosts }, outputFileTracingRoot: hosts };
  project.write('next/next.config.mjs', `export default ${JSON.stringify(settings)};`);
  project.write('next/package.json', '{ "private": true, "type": "module" }');
  project.write(
    'next/app/layout.js',
    'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
  );
  project.write(
    'next/app/crate.js',
    `'use client';\nimport { useEffect } from 'react';\nimport { init, World } from 'impulse2d';
export default function Crate() {
  useEffect(() => void (async () => { ${crate('console.log')} })(), []);
  return null;
}`,
  );
  project.write(
    'next/app/page.js',
    `import { init, World } from 'impulse2d';\nimport Crate from './crate';
export default async function Page() {
  let said;
  ${crate('said = ')}
  return <main><pre>{said}</pre><Crate /></main>;
}`,
  );
  run(program('next'), ['build', 'next'], { NEXT_TELEMETRY_DISABLED: '1', CI: '1' });
  const page = readFileSync(join(project.folder, 'next/out/index.html'), 'utf8');
  assertFellAndRests(/<pre>(.*?)<\/pre>/.exec(page)[1].replaceAll('&quot;', '"'));
  assertFellAndRests(await printedFrom('next/out', 'index.html'));
});

// --- test runners ----------------------------------------------------------------------------------------------------

const kChecks = `
test('a crate falls', async () => {
  await init();
  const world = new World();
  const crate = world.createBody({ position: [0, 6], shapes: [{ type: 'box', width: 1, height: 1 }] });
  for (let i = 0; i < 30; i++) world.step();
  expect(crate.position.y).toBeGreaterThan(4.6);
  expect(crate.position.y).toBeLessThan(4.9);
});
`;

for (const environment of ['node', 'jsdom', 'happy-dom']) {
  test(`Vitest in ${environment}`, () => {
    project.write(
      'vitest/crate.test.mjs',
      `import { expect, test } from 'vitest';\nimport { init, World } from 'impulse2d';\n${kChecks}`,
    );
    const output = run(program('vitest'), ['run', '--root', 'vitest', '--environment', environment, '--no-color']);
    assert.match(output, /Tests +1 passed/);
  });
}

for (const environment of ['node', 'jsdom']) {
  for (const [kind, file, head, env] of [
    ['ES modules', 'jest/crate.test.mjs', "import { init, World } from 'impulse2d';", '--experimental-vm-modules'],
    ['CommonJS', 'jest/crate.test.cjs', "const { init, World } = require('impulse2d');", ''],
  ]) {
    test(`Jest in ${environment}, ${kind}`, () => {
      project.write(file, head + kChecks);
      project.write('jest/jest.config.json', '{ "testMatch": ["**/crate.test.*"], "transform": {} }');
      const args = ['--config', 'jest/jest.config.json', '--env', environment, '--runTestsByPath', file, '--json'];
      const { numPassedTests } = JSON.parse(run(program('jest'), args, { NODE_OPTIONS: env }));
      assert.equal(numPassedTests, 1);
    });
  }
}

// --- TypeScript ------------------------------------------------------------------------------------------------------

const kUse = `
import { init, World, FixedLoop, PhysicsError, type Body } from 'impulse2d';
import * as external from 'impulse2d/external';
import { randomFrom } from 'impulse2d/scenes';

export async function main(): Promise<number> {
  await init();
  await external.init({ wasm: new Uint8Array(4) });
  const world = new World({ gravity: [0, -9.81] });
  const crate: Body = world.createBody({ position: [0, randomFrom(1)()], shapes: [{ type: 'box', width: 1, height: 1 }] });
  crate.position = { x: 1, y: 2 };
  for (const shape of crate.shapes) if (shape.type === 'box') shape.width = 2 * shape.width;
  const off: () => void = world.on('contactBegin', ({ bodyA }) => console.log(bodyA.id));
  off();
  new FixedLoop(world);
  // @ts-expect-error no such option
  world.createBody({ positoin: [0, 0] });
  return new PhysicsError('DESTROYED', '').code.length + crate.position.x;
}
declare const console: { log(...what: unknown[]): void };
`;

const kCompilers = { 'typescript-5.0': '5.0', 'typescript-5.2': '5.2', 'typescript-5.5': '5.5' };
for (const [folder, version] of Object.entries(kCompilers)) {
  for (const [module, moduleResolution, files] of [
    ['NodeNext', 'NodeNext', ['use.ts', 'use.cts']],
    ['Node16', 'Node16', ['use.ts', 'use.cts']],
    ['ESNext', 'Bundler', ['use.ts']],
    ['ESNext', 'Node10', ['use.ts']],
  ]) {
    test(`TypeScript ${version}, ${moduleResolution}, every declaration checked, no DOM library`, () => {
      const compilerOptions = { module, moduleResolution, target: 'ES2022', lib: ['ES2022'], types: [] };
      Object.assign(compilerOptions, { strict: true, skipLibCheck: false, noEmit: true });
      for (const name of files) project.write(`types/${name}`, kUse);
      project.write('types/tsconfig.json', JSON.stringify({ compilerOptions, files }));
      run(process.execPath, [join(hosts, 'node_modules', folder, 'lib/tsc.js'), '-p', 'types']);
    });
  }
}

test('the compilers are the versions that the tests say', () => {
  for (const [folder, version] of Object.entries(kCompilers)) {
    const manifest = JSON.parse(readFileSync(join(hosts, 'node_modules', folder, 'package.json'), 'utf8'));
    assert.ok(manifest.version.startsWith(`${version}.`), folder);
  }
});
