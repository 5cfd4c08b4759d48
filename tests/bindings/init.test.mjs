import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import * as external from '../../dist/external.js';
import * as inline from '../../dist/index.js';

const kEngine = new URL('../../dist/engine.wasm', import.meta.url);

test('creating a world before init() gives an error that names init()', () => {
  for (const { World } of [inline, external]) {
    assert.throws(
      () => new World(),
      (error) => {
        assert.equal(error.code, 'NOT_INITIALIZED');
        assert.match(error.message, /call and await init\(\) first/);
        return true;
      },
    );
  }
});

test('a failed load throws and may be retried', async () => {
  await assert.rejects(external.init({ wasm: new Uint8Array([1, 2, 3]) }), {
    name: 'PhysicsError',
    code: 'WASM_LOAD_FAILED',
  });
  await assert.rejects(external.init({ wasm: new Response('', { status: 404 }) }), { code: 'WASM_LOAD_FAILED' });
  await assert.rejects(external.init({ wasm: 42 }), { code: 'INVALID_ARGUMENT', path: 'wasm', value: 42 });
  // What is refused at once, too: it was kept as the load that all calls share.
  for (const options of [null, 5, { url: 'engine.wasm' }])
    await assert.rejects(external.init(options), { code: 'INVALID_ARGUMENT' });
  assert.throws(() => new external.World(), { code: 'NOT_INITIALIZED' });
  await external.init({ wasm: readFileSync(kEngine) });
  new external.World().destroy();
});

test('concurrent and later calls of init() share one load', async () => {
  const first = inline.init();
  assert.equal(inline.init(), first);
  await first;
  assert.equal(inline.init(), first);
  await inline.init();
  const world = new inline.World();
  await inline.init();
  assert.equal(world.bodyCount, 0); // still the same engine
  world.destroy();
});

test('the engine comes from a URL, a response, a promise of one, bytes or a module', async () => {
  const sources = {
    nothing: 'undefined',
    file: `new URL(${JSON.stringify(kEngine.href)})`,
    data: `new URL('data:application/wasm;base64,' + bytes.toString('base64'))`,
    response: `new Response(bytes)`,
    streamed: `Promise.resolve(new Response(bytes, { headers: { 'content-type': 'application/wasm' } }))`,
    buffer: `bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)`,
    view: `bytes`,
    module: `new WebAssembly.Module(bytes)`,
  };
  for (const [name, source] of Object.entries(sources)) {
    const program = `
      import { readFileSync } from 'node:fs';
      import { init, World } from ${JSON.stringify(new URL('../../dist/external.js', import.meta.url).href)};
      const bytes = readFileSync(${JSON.stringify(fileURLToPath(kEngine))});
      await init({ wasm: ${source} });
      const world = new World();
      world.createBody();
      world.step();
      console.log(world.bodyCount);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    assert.equal(stdout.trim(), '1', `${name}: ${stderr}`);
  }
});

test('it runs under a policy that forbids code from text', () => {
  const program = `
    import { init, World } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
    let forbidden = false;
    try { new Function('return 1')(); } catch { forbidden = true; }
    await init();
    const world = new World();
    world.createBody({ shapes: [{ type: 'circle', radius: 1 }] });
    world.step();
    console.log(forbidden, world.bodyCount);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  assert.equal(stdout.trim(), 'true 1', stderr);
});

test('importing it has no side effects', () => {
  const program = `
    const before = Object.getOwnPropertyNames(globalThis).join();
    globalThis.fetch = () => { throw new Error('fetched'); };
    await import(${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)});
    console.log(Object.getOwnPropertyNames(globalThis).join() === before, process.listenerCount('uncaughtException'));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  assert.equal(stdout.trim(), 'true 0', stderr);
});

test('a worker computes the same bits', async () => {
  await inline.init();
  const scene = `(World) => {
    const world = new World();
    world.createBody({ type: 'static', shapes: [{ type: 'box', width: 40, height: 1 }] });
    for (let i = 0; i < 20; i++) world.createBody({ position: [0.1 * i, 2 + 1.1 * i], shapes: [{ type: 'circle', radius: 0.5 }] });
    for (let i = 0; i < 200; i++) world.step();
    return world.hash();
  }`;
  const program = `
    import { parentPort } from 'node:worker_threads';
    import { init, World } from ${JSON.stringify(pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href)};
    await init();
    parentPort.postMessage((${scene})(World));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  const theirs = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  const ours = (0, eval)(scene)(inline.World);
  assert.equal(theirs, ours);
  assert.match(ours, /^[0-9a-f]{16}$/);
});

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.equal(inline.version, version);
  assert.equal(external.version, version);
});
