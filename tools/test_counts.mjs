// A node:test reporter: how many tests passed, failed and were skipped, as JSON.
export default async function* counts(source) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const failed = type === 'test:fail';
    if (data.details?.type === 'suite') {
      // A suite fails with its tests, which are counted; on its own it fails in a hook or its body.
      if (failed && data.details.error?.failureType !== 'subtestsFailed') totals.failed += 1;
    } else if (data.skip !== undefined || data.todo !== undefined) {
      totals.skipped += 1;
    } else if (failed) {
      totals.failed += 1;
    } else {
      totals.passed += 1;
    }
  }
  yield JSON.stringify(totals);
}
