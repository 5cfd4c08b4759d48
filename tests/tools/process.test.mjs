import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { record } from '../../tools/process.mjs';

// Longer than a busy machine takes to start Node.
const kPatience = 4000;
const script = (text) => record(process.execPath, ['-e', text], { patience: kPatience });

describe('programs', { concurrency: true }, () => {
  test('a program that goes on printing is waited for, however long it takes', async () => {
    const { code, output } = await script(
      'let n = 0; const t = setInterval(() => { console.log(n); if (++n === 8) clearInterval(t); }, 700)',
    );
    assert.equal(code, 0);
    assert.match(output, /^0\n1\n2\n3\n4\n5\n6\n7\n$/);
  });

  test('a program that prints nothing for too long is ended, and the output says so', async () => {
    const { code, signal, output } = await script("console.log('begun'); setInterval(() => {}, 1000)");
    assert.equal(code, null);
    assert.equal(signal, 'SIGTERM');
    assert.match(output, /^begun\n\nended after 4 s without output\n$/);
  });

  test('one that does not listen is ended all the same', { timeout: 30000 }, async () => {
    const { signal } = await script("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)");
    assert.equal(signal, 'SIGKILL');
  });
});
