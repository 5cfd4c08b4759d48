import assert from 'node:assert/strict';
import test from 'node:test';
import { kColumns, longComments } from '../../tools/columns.mjs';

const filled = (start, width = kColumns + 1) => start + 'word '.repeat(width).slice(0, width - start.length - 1) + 'x';
const kLongAddress = `https://example.org/${'a'.repeat(kColumns)}`;

for (const [what, line] of [
  ['of its own', '// '],
  ['of a documentation', '    /// '],
  ['within stars', '   * '],
  ['of a style sheet', '/* '],
  ['of CMake', '# '],
  ['behind code', "const a = 'b'; // "],
  ['behind the start of a block', 'if (a) { // '],
])
  test(`a comment ${what} may reach column ${kColumns} and no further`, () => {
    assert.deepEqual(longComments(`first\n${filled(line, kColumns)}\nlast`), []);
    assert.deepEqual(longComments(`first\n${filled(line)}\nlast`), [[2, kColumns + 1]]);
  });

for (const [what, line] of [
  ['a text', `const a = '${filled('')}';`],
  ['a text with two strokes', `const a = '${filled('a // b ')}';`],
  ['an address', `const a = "${kLongAddress}";`],
  ['an address in a comment', `// ${kLongAddress}`],
  ['a row of a table', `/// ${filled('| a | ')} |`],
  ['a line that is fenced off', `${filled('const a = [')}]; // prettier-ignore`],
  ['code', `${filled('const a = [')}];`],
])
  test(`${what} may be longer`, () => assert.deepEqual(longComments(line), []));

test('columns are characters, not bytes', () => {
  assert.deepEqual(longComments(`// ${'é '.repeat(kColumns / 2 - 2)}`), []);
});
