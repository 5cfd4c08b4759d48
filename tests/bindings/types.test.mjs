import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = readFileSync(new URL('types/usage.ts', import.meta.url), 'utf8');

/**
 * Compiles a program as a user of the package would, with library checks on. Those of TypeScript's own libraries take
 * half the time, and are made once: in tests/packaging/install.test.mjs, whose program imports every entry.
 */
function compile(text, options = {}) {
  const folder = join(root, 'build', `facade-types-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'usage.ts'), text);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'ES2022',
        module: 'NodeNext',
        lib: ['ES2022', 'DOM'],
        types: [],
        skipLibCheck: false,
        skipDefaultLibCheck: true,
        paths: {
          impulse2d: [join(root, 'dist/index.d.ts')],
          'impulse2d/external': [join(root, 'dist/external.d.ts')],
          'impulse2d/element': [join(root, 'dist/element.d.ts')],
        },
        ...options,
      },
      files: ['usage.ts'],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { ok: status === 0, output: stdout };
}

// One compilation without the marks: what it rejects is the line below each mark, which alone may be invalid.
const marked = [];
const { output } = compile(source.replaceAll('@ts-expect-error', ''));
source.split('\n').forEach((line, i) => line.includes('@ts-expect-error') && marked.push(i + 2));
const rejected = [...output.matchAll(/^([^(\s][^(\n]*)\((\d+),\d+\): error/gm)];

test('the typings accept the valid API calls, and have no error of their own', () => {
  assert.doesNotMatch(output, /^error/m, 'the compiler ran');
  const wrong = rejected.filter(([, file, line]) => !file.endsWith('usage.ts') || !marked.includes(Number(line)));
  assert.deepEqual(wrong, [], output);
});

test('every line marked as invalid is rejected', () => {
  assert.ok(marked.length > 40, `${marked.length}`);
  assert.deepEqual([...new Set(rejected.map(([, , line]) => Number(line)))], marked, output);
});

test('the typings also hold under the strictest options', () => {
  const { ok, output } = compile(
    "import { World } from 'impulse2d';\nexport const world: World = new World({ gravity: [0, 0] });\n",
    {
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
    },
  );
  assert.ok(ok, output);
});
