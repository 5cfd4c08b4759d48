import assert from 'node:assert/strict';
import test from 'node:test';
import { comparison, readFigures, short, shortfallReport, staleness, table } from '../../tools/matrix.mjs';
import { root } from '../../tools/paths.mjs';
import { tree } from './tree.mjs';

const kTree = {
  'tests/solvers/bounds.h':
    'inline constexpr Quantity kA{"X1", "fall", "m", of_all(at_most(1.0f))};\nQuantity kB{\n    "X2b", "sp"\n    "in",',
  'tests/solvers/presets.h': '{.name = "soft-step", .tuning = a()},\n{.name = "umbra"},',
  'tests/solvers/shortfalls.h':
    '{kA, "umbra", at_most(2.0f), "why"},\n{kB, 0.0f, 0.0f, 1.0e-3f,\n 0.0f, 0.0f, kWhy},\n',
  'tests/solvers/README.md': `<!-- matrix -->
| law | quantity | unit | soft-step | umbra |
|---|---|---|---|---|
| X1 | fall | m | 0.5 (<= 1) | 1.5 (<= 1) **short** [1] |
| X2b | spin |  | 0.1 (<= 0) **short** [2] | |
<!-- /matrix -->
`,
};
const edited = (t, path, from, to) => staleness(tree(t, { ...kTree, [path]: kTree[path].replace(from, to) }));

test('the table in the tree has the presets and quantities of the sources', () =>
  assert.deepEqual(staleness(root), []));

test('a table that has all of them is not stale', (t) => assert.deepEqual(staleness(tree(t, kTree)), []));

test('a table from before a preset, a quantity or a shortfall is stale', (t) => {
  assert.match(
    edited(t, 'tests/solvers/presets.h', '"soft-step"', '"softer"').join(),
    /lacks the preset softer.*has the preset soft-step/,
  );
  assert.match(
    edited(t, 'tests/solvers/bounds.h', 'X2b', 'X2').join(),
    /lacks the quantity X2 spin.*has the quantity X2b spin/,
  );
  assert.match(edited(t, 'tests/solvers/shortfalls.h', '{kA,', '').join(), /shows 2 shortfalls, shortfalls.h has 1/);
  assert.match(
    edited(t, 'tests/solvers/shortfalls.h', '0.0f, 0.0f, 1', '3.0f, 0.0f, 1').join(),
    /shows 2 shortfalls, shortfalls.h has 3/,
  );
  assert.match(
    edited(t, 'tests/solvers/README.md', '0.5 (<= 1)', '2 (<= 1) **fails**').join(),
    /shows a value that fails/,
  );
});

test('numbers have the format of the tests', () => {
  const wanted = { 0: '0', 1.5: '1.5', 999.6: '1e+03', 1000: '1e+03', 0.00012345: '0.000123', 5.6e-8: '5.6e-08' };
  for (const [value, text] of Object.entries(wanted)) assert.equal(short(Number(value)), text);
  assert.equal(short(Infinity), 'inf');
  assert.equal(short(-0.307), '-0.307');
});

const kLines = [
  'presets\tsoft-step\tumbra',
  'X10\tsinks\tm\tsoft-step\t0.01\t-0.005\t0.02',
  'X10\tsinks\tm\tumbra\t0.3\t-0.005\t0.02\t-0.005\t0.4\tit is soft',
  'X2\tfall\tm\tumbra\t0.5\t-inf\t1',
];

test('a table is sorted by law and shows bounds and shortfalls', () => {
  assert.equal(
    table(readFigures(kLines.join('\n'))),
    `| law | quantity | unit | soft-step | umbra |
|---|---|---|---|---|
| X2 | fall | m | | 0.5 (<= 1) |
| X10 | sinks | m | 0.01 (-0.005 to 0.02) | 0.3 (-0.005 to 0.02) **short**, held to -0.005 to 0.4 [1] |

1. It is soft.`,
  );
});

test('a comparison shows changed values, and bounds that are met now', () => {
  const before = readFigures(kLines.join('\n'));
  const after = readFigures(kLines.join('\n').replace('umbra\t0.3', 'umbra\t0.015'));
  assert.equal(
    comparison(before, after),
    `| law | quantity | unit | soft-step: before, after | umbra: before, after |
|---|---|---|---|---|
| X10 | sinks | m | 0.01 | 0.3, 0.015 **met now** |

2 of 3 bounds met before, 3 after; 1 quantities alike within 1 %.`,
  );
  assert.match(comparison(after, before), /0\.015, 0\.3 \*\*no longer met\*\*/);
  assert.match(comparison(before, before), /^2 of 3 bounds met before, 2 after; 2 quantities alike within 1 %\.$/);
});

test('shortfalls are listed by whether they are needed', () => {
  const report = (from, to) =>
    shortfallReport(readFigures(kLines.join('\n').replace(from, to)), new Map([['X10\tsinks', 'kA']]));
  const none = {
    met: '0 shortfalls meet',
    worse: '0 shortfalls exceed',
    still: '0 shortfalls are still',
    fails: '0 bounds',
  };
  const lists = (text, found) => {
    for (const [kind, head] of Object.entries({ ...none, ...found }))
      assert.ok(text.includes(head), `${kind}: ${text}`);
  };
  lists(report('', ''), {
    still: '1 shortfalls are still needed\n  kA: X10, sinks: umbra 0.3 (-0.005 to 0.02; held to -0.005 to 0.4)',
  });
  lists(report('umbra\t0.3', 'umbra\t0.01'), { met: 'shortfalls.h\n  kA: X10, sinks: umbra 0.01 (-0.005 to 0.02)' });
  lists(report('umbra\t0.3', 'umbra\tnan'), {
    worse: '1 shortfalls exceed their range\n  kA: X10, sinks: umbra nan',
  });
  lists(report('umbra\t0.5', 'umbra\t2'), {
    still: '1 shortfalls are still',
    fails: 'have no shortfall\n  X2, fall: umbra 2 (<= 1)',
  });
});
