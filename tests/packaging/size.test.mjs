import assert from 'node:assert/strict';
import test from 'node:test';
import { sizes } from '../../tools/size.mjs';

for (const { name, bytes, limit } of await sizes()) {
  test(`${name.trim()} is within ${limit / 1000} KB`, () => {
    assert.ok(bytes > 0 && bytes <= limit, `${(bytes / 1000).toFixed(1)} KB`);
  });
}
