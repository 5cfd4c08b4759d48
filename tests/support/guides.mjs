// The guides of web/docs, and their code blocks, for the tests that run them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOf } from '../../tools/build/docs/blocks.mjs';
import { root } from '../../tools/paths.mjs';

const folder = join(root, 'web/docs/guides');

/** [{ name, text, blocks }], each block with the guide and the line it stands in as `at`. */
export const guides = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .sort()
  .map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const name = file.slice(0, -3);
    const blocks = blocksOf(text).map((block) => ({ ...block, at: `${name}.md:${block.line}` }));
    return { name, text, blocks };
  });

export const blocksOfKind = (kind) => guides.flatMap(({ blocks }) => blocks).filter((block) => block.kind === kind);

/** A temporary project that has the package installed, for programs that import it by name. The caller removes it. */
export function projectFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'impulse2d-project-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/impulse2d'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

const kCompiler = '--noEmit --strict --skipLibCheck --target es2022 --module nodenext --lib es2022,dom'.split(' ');

/** Writes `sources`, [name, code] each, into a project folder; fails with what the compiler says of them. */
export function compileTypeScript(folder, sources) {
  for (const [name, code] of sources) writeFileSync(join(folder, name), code);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...kCompiler, ...sources.map(([name]) => name)], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
}
