import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = readFileSync(new URL('types/usage.ts', import.meta.url), 'utf8');

/** Compiles a program as a user of the package would, with library checks on. */
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
        paths: { impulse2d: [join(root, 'dist/index.d.ts')], 'impulse2d/external': [join(root, 'dist/external.d.ts')] },
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

test('the typings accept the valid API calls and reject the invalid ones', () => {
  const { ok, output } = compile(source);
  assert.ok(ok, output);
});

test('every line marked as invalid is rejected', () => {
  const forbidden = source.match(/@ts-expect-error/g).length;
  const { output } = compile(source.replaceAll('@ts-expect-error', ''), { skipLibCheck: true }); // checked above
  const lines = new Set([...output.matchAll(/usage\.ts\((\d+),/g)].map((match) => match[1]));
  assert.equal(lines.size, forbidden, output);
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
