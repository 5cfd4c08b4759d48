// Where Node runs, `impulse2d` reads engine.wasm beside it, and else unpacks the engine that it contains.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { dist } from '../../tools/paths.mjs';

const kProgram = `
  const { init, World } = await import('./index.js');
  await init();
  const world = new World();
  const body = world.createBody({ velocity: [3, 0], shapes: [{ type: 'circle', radius: 0.5 }] });
  for (let i = 0; i < 60; i++) world.step();
  console.log(world.hash());
`;

const code = readFileSync(join(dist, 'index.js'), 'utf8');
const engine = readFileSync(join(dist, 'engine.wasm'));
const empty = code.replace(/"[A-Za-z0-9+/=]{10000,}"/, '""'); // without what is packed
const others = {
  'of the same size': Buffer.alloc(engine.length, 7),
  'of another size': engine.subarray(0, 5000),
  'that differs in its last part': Buffer.concat([engine.subarray(0, -100), Buffer.alloc(100, 1)]),
};

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'impulse2d engine ')))); // a blank in its name
after(() => rmSync(folder, { recursive: true, force: true }));

/** The hash that the program prints beside a file, or its error. */
function run({ file, index = code, program = kProgram, cwd = folder }) {
  writeFileSync(join(folder, 'index.js'), index);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'program.mjs'), program);
  rmSync(join(folder, 'engine.wasm'), { force: true });
  if (file) writeFileSync(join(folder, 'engine.wasm'), file);
  return execFileSync(process.execPath, [join(folder, 'program.mjs')], { cwd, encoding: 'utf8', stdio: 'pipe' });
}

const unpacked = () => run({});

test('without the file it unpacks the engine', () => {
  assert.match(unpacked(), /^\w+\n$/);
});

test('with the file it needs nothing that is packed', () => {
  assert.notEqual(empty.length, code.length);
  assert.equal(run({ file: engine, index: empty }), unpacked());
  assert.throws(() => run({ index: empty }), /WASM_LOAD_FAILED|RuntimeError/);
});

for (const [what, file] of Object.entries(others))
  test(`a file of that name ${what} is left alone`, () => {
    assert.equal(run({ file }), unpacked());
  });

test('what hides the stack, or takes away file access, changes nothing', () => {
  for (const before of [
    'Error.stackTraceLimit = 0;',
    'Error.prepareStackTrace = () => [];',
    'process.getBuiltinModule = undefined;',
    'process.getBuiltinModule = () => ({ readFileSync() { throw new Error("no access"); } });',
  ])
    assert.equal(run({ file: engine, program: before + kProgram }), unpacked(), before);
});

test('the folder is that of the package, wherever the program runs', () => {
  assert.equal(run({ file: engine, index: empty, cwd: tmpdir() }), unpacked());
});
