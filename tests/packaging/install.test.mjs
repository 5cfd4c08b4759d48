import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test, { after, before } from 'node:test';
import * as esbuild from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { assertFellAndRests, consumer, fallingCrate, root } from './consumer.mjs';

let project;
before(() => {
  project = consumer();
});
after(() => project?.remove());

test('the package brings nothing but itself', () => {
  assert.deepEqual(project.manifest.dependencies ?? {}, {});
  for (const hook of ['preinstall', 'install', 'postinstall', 'prepare'])
    assert.equal(project.manifest.scripts?.[hook], undefined);
  const strangers = project.files.filter(
    // README.md leads to the others.
    (name) =>
      !/^(dist\/|package\.json$|README\.md$|LICENSE$|(CHANGELOG|SECURITY)\.md$|CITATION\.cff$|(web\/docs\/guides|docs)\/[\w-]+\.md$|web\/assets\/)/.test(
        name,
      ),
  );
  assert.deepEqual(strangers, []);
});

/** All files that an entry of the exports map names, under whatever condition. */
const filesOf = (target) => (typeof target === 'string' ? [target] : Object.values(target).flatMap(filesOf));

test('every entry of the exports map is in the package', () => {
  for (const [entry, target] of Object.entries(project.manifest.exports)) {
    for (const file of filesOf(target)) assert.ok(existsSync(join(project.installed, file)), `${entry} names ${file}`);
  }
});

test('every entry that is built is in the exports map', () => {
  const mapped = JSON.stringify(project.manifest.exports);
  for (const name of ['index', 'external', 'draw', 'scenes', 'element', 'element-define']) {
    const file = `dist/${name}.js`;
    assert.equal(mapped.includes(`./${file}"`), project.files.includes(file), file);
  }
});

test('publint has nothing to say', async () => {
  const { messages, pkg } = await publint({ pkgDir: project.installed, strict: true, pack: false });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

test('a crate falls and rests in Node', () => {
  project.write('hello.mjs', fallingCrate("import { init, World } from 'impulse2d';"));
  assertFellAndRests(project.node('hello.mjs'));
});

test('importing has no effect and initialising twice shares one engine', () => {
  project.write(
    'twice.mjs',
    `
const before = new Set(Object.getOwnPropertyNames(globalThis));
const { init, World, PhysicsError } = await import('impulse2d');
const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
let code = null;
try { new World(); } catch (error) { code = error instanceof PhysicsError && error.code; }
await Promise.all([init(), init()]);
await init();
new World().destroy();
console.log(JSON.stringify({ added, code }));`,
  );
  assert.deepEqual(JSON.parse(project.node('twice.mjs')), { added: [], code: 'NOT_INITIALIZED' });
});

test('the engine from outside: bytes of impulse2d/engine.wasm', () => {
  project.write(
    'external.mjs',
    fallingCrate(
      "import { readFileSync } from 'node:fs';\nimport { fileURLToPath } from 'node:url';\nimport { init, World } from 'impulse2d/external';",
      "await init({ wasm: readFileSync(fileURLToPath(import.meta.resolve('impulse2d/engine.wasm'))) });",
    ),
  );
  assertFellAndRests(project.node('external.mjs'));
});

test('the engine from outside: a compiled module', () => {
  project.write(
    'module.mjs',
    fallingCrate(
      "import { readFileSync } from 'node:fs';\nimport { init, World } from 'impulse2d/external';",
      "await init({ wasm: await WebAssembly.compile(readFileSync('node_modules/impulse2d/dist/engine.wasm')) });",
    ),
  );
  assertFellAndRests(project.node('module.mjs'));
});

test('it runs under a policy that forbids code from text', () => {
  assertFellAndRests(project.node('hello.mjs', '--disallow-code-generation-from-strings'));
});

test('esbuild bundles it for a browser without a word', async () => {
  const entry = project.write('app.mjs', fallingCrate("import { init, World } from 'impulse2d';"));
  const { warnings, outputFiles } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
    absWorkingDir: project.folder,
  });
  assert.deepEqual(warnings, []);
  writeFileSync(join(project.folder, 'bundled.mjs'), outputFiles[0].contents);
  assertFellAndRests(project.node('bundled.mjs'));
});

for (const target of ['es2020', 'es2021']) {
  test(`it runs where a build tool lowered it to ${target}, and still refuses what it does not have`, async () => {
    const { outputFiles } = await esbuild.build({
      stdin: {
        contents: `${fallingCrate("import { init, World } from 'impulse2d';")}
const other = new World();
const body = other.createBody({ shapes: [{ type: 'circle', radius: 1 }], userData: 'mine' });
other.createJoint({ type: 'target', bodyB: body, target: [0, 0], userData: 'ours' });
let path = body.userData;
try { body.linearVelocity = [1, 0]; } catch (error) { path += error.path; }
if (path !== 'minelinearVelocity') throw new Error(path);`.replace(
          /await init\(\);([\s\S]*)/,
          '(async () => { await init();$1 })();',
        ),
        resolveDir: project.folder,
      },
      bundle: true,
      format: 'esm',
      target,
      write: false,
      logLevel: 'silent',
    });
    writeFileSync(join(project.folder, `${target}.mjs`), outputFiles[0].contents);
    assertFellAndRests(project.node(`${target}.mjs`));
  });
}

test('a server without a DOM may import the element, and nothing happens', () => {
  project.write(
    'server.mjs',
    `
const before = new Set(Object.getOwnPropertyNames(globalThis));
const { ImpulseScene } = await import('impulse2d/element');
const { ImpulseScene: defined } = await import('impulse2d/element/define');
const { scenes } = await import('impulse2d/scenes');
const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
console.log(JSON.stringify({ added, same: ImpulseScene === defined, kind: typeof ImpulseScene, scenes: scenes.length }));`,
  );
  const { scenes, ...rest } = JSON.parse(project.node('server.mjs'));
  assert.deepEqual(rest, { added: [], same: true, kind: 'function' });
  assert.ok(scenes >= 16);
});

test('every built-in scene runs a second in Node under its own name', () => {
  project.write(
    'scenes.mjs',
    `
import { init, World } from 'impulse2d';
import { randomFrom, scenes } from 'impulse2d/scenes';
await init();
console.log(JSON.stringify(scenes.map(({ id, gravity, params, build }) => {
  const world = new World(gravity ? { gravity } : {});
  const values = Object.fromEntries(params.map(({ name, value }) => [name, value]));
  const run = build({ world, params: values, random: randomFrom(1) });
  for (let i = 0; i < 60; i++) {
    run?.beforeStep?.(i / 60);
    world.step();
  }
  const bodies = world.bodyCount;
  world.destroy();
  return { id, bodies };
})));`,
  );
  const found = JSON.parse(project.node('scenes.mjs'));
  assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
  for (const { id, bodies } of found) assert.ok(bodies > 1 && /^[a-z0-9-]+$/.test(id), `${id}: ${bodies} bodies`);
});

test('a bundler keeps the registration, drops what is unused, and packs the engine once', async () => {
  const bundle = async (text) => {
    const { warnings, outputFiles } = await esbuild.build({
      stdin: { contents: text, resolveDir: project.folder },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      logLevel: 'silent',
      absWorkingDir: project.folder,
    });
    assert.deepEqual(warnings, []);
    return outputFiles[0].text;
  };
  const page = await bundle(
    "import 'impulse2d/element/define'; import { World } from 'impulse2d'; console.log(World);",
  );
  assert.match(page, /"impulse-scene":/);
  assert.match(page, /customElements\.define\(/);
  assert.equal(page.match(/["'`][A-Za-z0-9+/]{100000}/g)?.length, 1, 'one engine in base64');
  // The module that `src` names is the page's, not the bundler's.
  assert.match(
    readFileSync(join(project.installed, 'dist/element.js'), 'utf8'),
    /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\//,
  );
  const unused = await bundle("import { ImpulseScene } from 'impulse2d/element'; console.log(1);");
  assert.equal(unused.trim(), 'console.log(1);', 'importing the class alone does nothing');
});

for (const script of ['impulse2d.global.js', 'impulse2d.element.global.js'])
  test(`${script} defines impulse2d and runs as a classic script`, () => {
    project.write(
      'global.cjs',
      `
const vm = require('node:vm');
const text = require('node:fs').readFileSync('node_modules/impulse2d/dist/${script}', 'utf8');
vm.runInThisContext(text);
(async () => {
  const { init, World } = globalThis.impulse2d ?? vm.runInThisContext('impulse2d');
${fallingCrate('')}
})();`,
    );
    assertFellAndRests(project.node('global.cjs'));
  });

test("the element's script defines all that the entries for pages export", () => {
  project.write(
    'all.mjs',
    `
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
vm.runInThisContext(readFileSync('node_modules/impulse2d/dist/impulse2d.element.global.js', 'utf8'));
const script = globalThis.impulse2d ?? vm.runInThisContext('impulse2d');
const missing = [];
for (const entry of ['', '/draw', '/scenes', '/element', '/element/define'])
  for (const name of Object.keys(await import('impulse2d' + entry))) if (!(name in script)) missing.push(name);
console.log(JSON.stringify(missing));
`,
  );
  assert.deepEqual(JSON.parse(project.node('all.mjs')), []);
});

test('shipped code makes none from text and waits for nothing at its top', async () => {
  for (const name of project.files.filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(join(project.installed, name), 'utf8');
    assert.doesNotMatch(text, /\bnew Function\b|\beval\(|[^.\w]Function\(/, name);
    // Only the entry that is told to look for engine.wasm may ask where it lies itself.
    if (!name.endsWith('/external.js')) assert.doesNotMatch(text, /\bimport\.meta\b/, name);
    if (name.startsWith('dist/cjs/')) continue;
    assert.doesNotMatch(text, /require\(|\bfrom\s*["']node:|import\(["'](node:|module|fs)/, name);
    // Below ES2022 a top-level await cannot be written, so esbuild refuses it.
    await esbuild.transform(text, { target: 'es2021', format: 'esm', logLevel: 'silent' });
  }
});

test('names of classes are in what Node prints and in stack traces', () => {
  project.write(
    'names.mjs',
    `
import { inspect } from 'node:util';
import { FixedLoop, History, Joint, PhysicsError, World, init } from 'impulse2d';
await init();
const world = new World();
const body = world.createBody({ shapes: [{ type: 'box', width: 1, height: 1 }] });
let stack;
try { world.createBody({ positoin: [0, 0] }); } catch (error) { stack = error.stack; }
console.log(JSON.stringify({
  names: [FixedLoop, History, Joint, PhysicsError, World, body.constructor].map(({ name }) => name),
  shown: [inspect(world), inspect(body)].map((text) => text.split(' ')[0]),
  stack,
}));`,
  );
  const { names, shown, stack } = JSON.parse(project.node('names.mjs'));
  assert.deepEqual(names, ['FixedLoop', 'History', 'Joint', 'PhysicsError', 'World', 'Body']);
  assert.deepEqual(shown, ['World', 'Body']);
  assert.match(stack, /at World\.createBody \(/);
  // With their source maps, the lines are those of the TypeScript.
  assert.match(
    JSON.parse(project.node('names.mjs', '--enable-source-maps')).stack,
    /at World\.createBody \(.*world\.ts:\d+/,
  );
});

test('every module and script has a source map with its TypeScript, and without the engine', () => {
  const shipped = project.files.filter((name) => /^dist\/(cjs\/)?[^/]*\.js$/.test(name));
  assert.ok(shipped.length >= 8);
  for (const name of shipped) {
    const text = readFileSync(join(project.installed, name), 'utf8');
    assert.ok(text.endsWith(`\n//# sourceMappingURL=${basename(name)}.map`), name);
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(project.installed, `${name}.map`), 'utf8'));
    assert.equal(sources.length, sourcesContent.length, name);
    for (const content of sourcesContent) assert.ok(content && content.length < 60_000, name);
  }
});

test('every link of the README leads to a place of the README, into the package or to the web', () => {
  // It says of two that they are in the source.
  const text = readFileSync(join(project.installed, 'README.md'), 'utf8').replace(
    /\]\([\w/]+\.md\), in the source/g,
    ']',
  );
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  assert.ok(links.length > 5);
  const slug = (heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  const anchors = new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => slug(heading)));
  for (const link of links.filter((each) => !/^https:/.test(each))) {
    const [file, anchor] = link.split('#');
    if (file) assert.ok(existsSync(join(project.installed, file)), link);
    else assert.ok(anchors.has(anchor), link);
  }
});

test('a strict TypeScript project compiles against the typings', () => {
  project.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: 'ES2022',
        lib: ['ES2022', 'DOM'],
        noEmit: true,
        skipLibCheck: false,
        types: [],
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
      },
      files: ['use.ts'],
    }),
  );
  project.write(
    'use.ts',
    `
import { init, World, FixedLoop, PhysicsError, presets, version } from 'impulse2d';
import * as external from 'impulse2d/external';
import { ImpulseScene, type Setup } from 'impulse2d/element';
import { ImpulseScene as Defined } from 'impulse2d/element/define';
import { scenes, tint } from 'impulse2d/scenes';

export async function main(): Promise<number> {
  await init();
  const world = new World({ gravity: [0, -9.81], solver: presets.softStep });
  const crate = world.createBody({ position: { x: 0, y: 6 }, shapes: [{ type: 'box', width: 1, height: 1, density: 1, friction: 0.6 }] });
  const loop = new FixedLoop(world, { hz: 60, maxSteps: 5, timeScale: 1 });
  const { steps, alpha }: { steps: number; alpha: number } = loop.advanceBy(1 / 60);
  const off: () => void = world.on('contactBegin', () => {});
  off();
  const poses: Float32Array = world.views.poses;
  const name: string = version;
  try {
    // @ts-expect-error no such key
    world.createBody({ positoin: [0, 0] });
    // @ts-expect-error no such shape
    world.createBody({ shapes: [{ type: 'ball', radius: 1 }] });
  } catch (error) {
    if (error instanceof PhysicsError) console.log(error.code, error.path);
  }
  // What a page does with the element.
  const scene = document.createElement('impulse-scene');
  const same: ImpulseScene = scene;
  const setup: Setup = ({ world, params, random }) => {
    world.createBody({ position: [random(), params['height'] ?? 1], shapes: [{ type: 'circle', radius: 1 }] });
    return { camera: { x: 0, y: 0, width: 4, height: 4 }, beforeStep(time: number) { console.log(time); } };
  };
  scene.setup = setup;
  scene.addEventListener('step', ({ detail }) => console.log(detail.time + detail.steps));
  scene.addEventListener('error', (event) => console.log(event.message));
  scene.height = 200;
  scene.solver = { ...presets.umbra, velocityIterations: 2 };
  await scene.ready;
  scene.play();
  scene.step(2);
  console.log(scene.world?.hash(), Defined === ImpulseScene, same.paused, scenes.map(({ id }) => id), tint(2));
  // @ts-expect-error not a number of anything
  scene.speed = 'fast';
  await external.init({ wasm: new Uint8Array() });
  return crate.position.x + poses.length + steps + alpha + name.length;
}
`,
  );
  // TypeScript's own libraries are checked together with the typings once: that takes half the time.
  for (const [module, resolution, ...flags] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler', '--skipDefaultLibCheck'],
  ]) {
    try {
      project.execute(process.execPath, [
        join(root, 'node_modules/typescript/bin/tsc'),
        '-p',
        '.',
        '--module',
        module,
        '--moduleResolution',
        resolution,
        ...flags,
      ]);
    } catch (error) {
      assert.fail(`${resolution}:\n${error.stdout}`);
    }
  }
});
