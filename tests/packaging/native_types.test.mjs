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

function compile(text) {
  rmSync(kFolder, { recursive: true, force: true });
  mkdirSync(kFolder, { recursive: true });
  copyFileSync(join(root, 'build/wasm/engine.d.ts'), join(kFolder, 'emitted.d.ts'));
  writeFileSync(join(kFolder, 'agree.ts'), text);
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
      },
      files: ['agree.ts'],
    }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', kFolder],
    { encoding: 'utf8' },
  );
  return { ok: status === 0, output: stdout };
}

const kImports = `import type { MainModule } from './emitted.js';
import type { ${kModule} } from '../../bindings/ts/src/native.js';
declare const emitted: MainModule;
`;

test('what the engine module exports is assignable to the hand-written types', () => {
  assert.ok(kModule, 'bindings/ts/src/native.ts exports no …Module');
  const { ok, output } = compile(`${kImports}export const used: ${kModule} = emitted;\n`);
  assert.ok(ok, output);
});

test('the comparison can fail', () => {
  const { ok } = compile(`${kImports}export const used: ${kModule} & { noSuchExport(): void } = emitted;\n`);
  assert.ok(!ok);
});

test('every export of the engine module is in the hand-written types', () => {
  const { ok, output } = compile(`${kImports}
type Runtime = 'wasmMemory' | \`HEAP\${string}\`;
type Forgotten = Exclude<Exclude<keyof MainModule, Runtime | symbol>, keyof ${kModule}>;
export const none: [Forgotten] extends [never] ? true : Forgotten = true;
void emitted;\n`);
  assert.ok(ok, output);
});
