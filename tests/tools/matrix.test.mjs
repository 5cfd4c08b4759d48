import assert from 'node:assert/strict';
import test from 'node:test';
import { staleness } from '../../tools/matrix.mjs';
import { root } from '../../tools/paths.mjs';
import { tree } from './tree.mjs';

const kTree = {
  'tests/solvers/bounds.h':
    'inline constexpr Quantity kA{"X1", "fall", "m", of_all(at_most(1.0f))};\nQuantity kB{\n    "X2b", "spin",',
  'tests/solvers/recipes.h':
    '{.name = "soft-step", .tuning = a()},\n{.name = "umbra"},\n        {kA, "umbra", at_most(2.0f), "why"},',
  'tests/solvers/README.md': `<!-- matrix -->
| law | quantity | unit | soft-step | umbra |
|---|---|---|---|---|
| X1 | fall | m | 0.5 (<= 1) | 1.5 (<= 1) **short** [1] |
| X2b | spin |  | 0 (<= 1) | |
<!-- /matrix -->
`,
};
const edited = (t, path, from, to) => staleness(tree(t, { ...kTree, [path]: kTree[path].replace(from, to) }));

test('the table in the tree has the recipes and quantities of the sources', () =>
  assert.deepEqual(staleness(root), []));

test('a table that has all of them is not stale', (t) => assert.deepEqual(staleness(tree(t, kTree)), []));

test('a table from before a recipe, a quantity or a shortfall is stale', (t) => {
  assert.match(
    edited(t, 'tests/solvers/recipes.h', '"soft-step"', '"softer"').join(),
    /lacks the recipe softer.*has the recipe soft-step/,
  );
  assert.match(
    edited(t, 'tests/solvers/bounds.h', 'X2b', 'X2').join(),
    /lacks the quantity X2 spin.*has the quantity X2b spin/,
  );
  assert.match(edited(t, 'tests/solvers/recipes.h', '{kA,', '').join(), /shows 1 shortfalls, recipes.h has 0/);
  assert.match(
    edited(t, 'tests/solvers/README.md', '0.5 (<= 1)', '2 (<= 1) **fails**').join(),
    /shows a value that fails/,
  );
});
