// Each row of the promised range names what holds it: laws that are tags of tests, or a file of tests.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../tools/paths.mjs';

const tests = join(root, 'tests');
const tags = new Set(
  readdirSync(tests, { recursive: true })
    .filter((name) => name.endsWith('.cpp') && !name.includes('node_modules'))
    .flatMap((name) => readFileSync(join(tests, name), 'utf8').match(/\[\w+\]/g) ?? []),
);

/** Laws of a cell: `X19 to X21` are three, `[taut]` is a tag as it stands. */
function lawsOf(cell) {
  const [, from, to] = cell.match(/^X(\d+) to X(\d+)$/) ?? [];
  if (from) return Array.from({ length: to - from + 1 }, (_, i) => `[X${+from + i}]`);
  return cell.split(', ').map((law) => (/^`/.test(law) ? law.slice(1, -1) : `[${law}]`));
}
const isThere = (law) => (/^\[/.test(law) ? tags.has(law) : existsSync(join(tests, 'bindings', law)));

const rows = readFileSync(join(root, 'docs/promised-range.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!What |-)/.test(line));

test('each row of the promised range names a law or a test that there is', () => {
  assert.ok(rows.length >= 35, `${rows.length} rows`);
  const missing = rows.flatMap((row) => {
    const cell = row.split('|').at(-2).trim();
    return cell === ''
      ? [`no law: ${row}`]
      : lawsOf(cell)
          .filter((law) => !isThere(law))
          .map((law) => `${law}: ${row}`);
  });
  assert.deepEqual(missing, []);
});

test('a law that is not there is seen', () => {
  assert.deepEqual(lawsOf('X19 to X21'), ['[X19]', '[X20]', '[X21]']);
  assert.deepEqual(lawsOf('X16, `[taut]`'), ['[X16]', '[taut]']);
  assert.ok(isThere('[X21]') && !isThere('[X9999]') && !isThere('nothing.test.mjs'));
});
