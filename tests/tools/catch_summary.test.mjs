import assert from 'node:assert/strict';
import test from 'node:test';
import { readSummary } from '../../tools/catch_suite.mjs';

const kEndings = [
  ['All tests passed (4 assertions in 1 test case)\n', { passed: 1, failed: 0, skipped: 0 }],
  ['All tests passed (41 assertions in 12 test cases)\n\n', { passed: 12, failed: 0, skipped: 0 }],
  ['test cases: 2 | 1 passed | 1 failed\nassertions: 2 | 1 passed | 1 failed\n', { passed: 1, failed: 1, skipped: 0 }],
  ['test cases: 9 |  7 passed | 1 failed | 1 skipped\nassertions: - none -\n', { passed: 7, failed: 1, skipped: 1 }],
  ['test cases: 3 | 1 passed | 1 failed | 1 failed as expected\n', { passed: 2, failed: 1, skipped: 0 }],
  ['No tests ran\n', { passed: 0, failed: 0, skipped: 0 }],
  ['==1==ERROR: AddressSanitizer: heap-use-after-free\n', null],
  ['', null],
];

for (const [output, expected] of kEndings) {
  test(`the counts of ${JSON.stringify(output.split('\n')[0])}`, () => assert.deepEqual(readSummary(output), expected));
}
