// The layout of the sources: clang-format for C++, Prettier for TypeScript, JavaScript and CSS. Neither breaks
// comments: those that go on beyond the last column are named (columns.mjs), and are to be broken by hand.
// `node tools/format.mjs` prints what is laid out otherwise and exits with 1; with `--write` it lays it out.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kColumns, longComments } from './columns.mjs';
import { root } from './paths.mjs';
import { CommandError, capture, main, run } from './process.mjs';
import { setup } from './setup.mjs';

await main(() => {
  const write = process.argv.includes('--write');
  const { clangFormat } = setup(['nodePackages', 'clangFormat']);
  // With what git does not know yet, so that a new file is checked before it is committed.
  const files = (...endings) => {
    const patterns = endings.map((ending) => (ending.includes('.') ? `*${ending}` : `*.${ending}`));
    const listed = capture('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
      cwd: root,
    });
    if (!listed) throw new CommandError(`\`git ls-files\` names no file of ${patterns.join(' ')}`);
    return [...new Set(listed.split('\n'))].filter((name) => existsSync(join(root, name)));
  };
  const scripts = files('ts', 'mjs', 'js', 'css');
  const inPlace = write ? ['-i'] : ['--dry-run', '-Werror'];
  run(clangFormat, [...inPlace, ...files('cpp', 'h')], { cwd: root });
  run('npx', ['--no-install', 'prettier', write ? '--write' : '--check', '--log-level=warn', ...scripts], {
    cwd: root,
  });
  const long = [...scripts, ...files('cpp', 'h', 'CMakeLists.txt')].flatMap((name) =>
    longComments(readFileSync(join(root, name), 'utf8')).map(([line, width]) => `${name}:${line}: ${width} columns`),
  );
  if (long.length > 0) throw new CommandError(`comments beyond column ${kColumns}:\n${long.join('\n')}`);
});
