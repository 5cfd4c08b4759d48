import assert from 'node:assert/strict';
import test from 'node:test';
import { checkLaws } from '../../tools/check-laws.mjs';
import { tree } from './tree.mjs';

const kOptions = { families: { UD: 2 }, pending: [] };
const kTree = {
  'engine/README.md': `| UD1 | one door | [doors] |
| UD2, X2b | both ways | [doors], [ways] |

[doors]: ../tests/engine/doors_test.cpp
[ways]: ../tests/engine/deep/ways_test.cpp
`,
  'tests/engine/doors_test.cpp':
    'TEST_CASE("a door", "[UD1][door]") {}\nTEST_CASE("a \\"wide\\" door "\n  "opens",\n  "[UD2][X2b]") {}',
  'tests/engine/deep/ways_test.cpp': 'TEST_CASE("both ways", "[UD2][X2b]") {}',
};
const found = (t, files) => checkLaws(tree(t, { ...kTree, ...files }), kOptions).found;

test('a map whose laws are all tested has no mistake', (t) => {
  assert.deepEqual(checkLaws(tree(t, kTree), kOptions), { found: [], laws: 3 });
});

test('a law without a row is a mistake', (t) => {
  assert.deepEqual(checkLaws(tree(t, kTree), { ...kOptions, families: { UD: 3 } }).found, [
    'engine/README.md has no row for UD3',
  ]);
  assert.deepEqual(checkLaws(tree(t, kTree), { families: { UD: 3 }, pending: ['UD3'] }).found, []);
});

test('a row whose law no test holds is a mistake, also where only a comment names it', (t) => {
  assert.deepEqual(
    found(t, { 'tests/engine/doors_test.cpp': '// [UD1]\nTEST_CASE("a door [UD1]", "[UD2][X2b]") {}' }),
    [
      'no test is tagged [UD1]',
      'engine/README.md links UD1 to tests/engine/doors_test.cpp, where no test is tagged with it',
    ],
  );
});

test('a tag without a row is a mistake', (t) => {
  assert.deepEqual(found(t, { 'tests/laws/more_test.cpp': 'TEST_CASE("more", "[WK7][law]") {}' }), [
    'tests/laws/more_test.cpp tags [WK7], which is no row of engine/README.md',
  ]);
});

test('a link to nowhere is a mistake', (t) => {
  const map = kTree['engine/README.md'];
  assert.match(
    found(t, { 'engine/README.md': map.replace('[doors]: ', '[gates]: ') })[0],
    /links UD1 to \[doors\], which it does not define/,
  );
  assert.match(
    found(t, { 'engine/README.md': map.replace('deep/', '') })[0],
    /links UD2 to tests\/engine\/ways_test.cpp, which does not exist/,
  );
});
