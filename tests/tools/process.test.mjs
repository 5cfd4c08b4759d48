import assert from 'node:assert/strict';
import test from 'node:test';
import { record } from '../../tools/process.mjs';

const script = (text) => record(process.execPath, ['-e', text], { patience: 600 });

test('a program that goes on printing is waited for, however long it takes', async () => {
  const { code, output } = await script(
    'let n = 0; const t = setInterval(() => { console.log(n); if (++n === 8) clearInterval(t); }, 200)',
  );
  assert.equal(code, 0);
  assert.match(output, /^0\n1\n2\n3\n4\n5\n6\n7\n$/);
});

test('a program that prints nothing for too long is ended, and the output says so', async () => {
  const { code, signal, output } = await script("console.log('begun'); setInterval(() => {}, 1000)");
  assert.equal(code, null);
  assert.equal(signal, 'SIGTERM');
  assert.match(output, /^begun\n\nended after 0.6 s without output\n$/);
});

test('one that does not listen is ended all the same', { timeout: 30000 }, async () => {
  const { signal } = await script("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)");
  assert.equal(signal, 'SIGKILL');
});
