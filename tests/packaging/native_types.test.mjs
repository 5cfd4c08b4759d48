// The facade's hand-written types of the engine module, against what Emscripten says it exports.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from './consumer.mjs';

const kFolder = join(root, 'build/native-types');
const kNative = join(root, 'bindings/ts/src/native.ts');

/** The name of the interface that stands for the whole module. */
const kModule = readFileSync(kNative, 'utf8').match(/export (?:interface|type) (\w*Module)\b/)?.[1];

const kImports = `import type { MainModule } from './emitted.js';
import type { ${kModule} } from '../../bindings/ts/src/native.js';
declare const emitted: MainModule;
`;

const kPrograms = {
  assigned: `${kImports}export const used: ${kModule} = emitted;\n`,
  failing: `${kImports}export const used: ${kModule} & { noSuchExport(): void } = emitted;\n`,
  complete: `${kImports}
type Runtime = 'wasmMemory' | \`HEAP\${string}\`;
type Forgotten = Exclude<Exclude<keyof MainModule, Runtime | symbol>, keyof ${kModule}>;
export const none: [Forgotten] extends [never] ? true : Forgotten = true;
void emitted;\n`,
};

/** What the compiler says of all programs, which it is started for once, as lines. */
function compile() {
  rmSync(kFolder, { recursive: true, force: true });
  mkdirSync(kFolder, { recursive: true });
  copyFileSync(join(root, 'build/wasm/engine.d.ts'), join(kFolder, 'emitted.d.ts'));
  for (const [name, text] of Object.entries(kPrograms)) writeFileSync(join(kFolder, `${name}.ts`), text);
  writeFileSync(
    join(kFolder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'ESNext.Disposable'],
        module: 'NodeNext',
        noEmit: true,
        types: [],
        skipDefaultLibCheck: true,
      },
      files: Object.keys(kPrograms).map((name) => `${name}.ts`),
    }),
  );
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
    cwd: kFolder,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(Boolean);
}

const said = compile();
const isOf = (name) => (line) => line.startsWith(`${name}.ts(`);

test('what the engine module exports is assignable to the hand-written types', () => {
  assert.ok(kModule, 'bindings/ts/src/native.ts exports no …Module');
  assert.deepEqual(said.filter(isOf('assigned')), []);
});

test('the comparison can fail, and nothing but the programs does', () => {
  assert.ok(said.some(isOf('failing')), said.join('\n'));
  const others = said.filter((line) => !/^\s/.test(line) && !Object.keys(kPrograms).some((name) => isOf(name)(line)));
  assert.deepEqual(others, []);
});

test('every export of the engine module is in the hand-written types', () => {
  assert.deepEqual(said.filter(isOf('complete')), []);
});
