import assert from 'node:assert/strict';
import test from 'node:test';
import { blocksOf, parseInfo } from '../../tools/build/docs/blocks.mjs';

test('the words after a language say what a block is', () => {
  assert.deepEqual(parseInfo('js'), { language: 'js', kind: 'node', values: {} });
  assert.deepEqual(parseInfo('ts'), { language: 'ts', kind: 'types', values: {} });
  assert.deepEqual(parseInfo('sh'), { language: 'sh', kind: 'read', values: {} });
  assert.deepEqual(parseInfo('js scene height=300 caption="A ball, and more."'), {
    language: 'js',
    kind: 'scene',
    values: { height: '300', caption: 'A ball, and more.' },
  });
});

test('a block that no test would run is a mistake', () => {
  assert.throws(() => parseInfo('js once'), /what is once/);
  assert.throws(() => parseInfo('python'), /no such language/);
  assert.throws(() => parseInfo('html scene'), /what is scene/);
});

test('blocks are found with their lines', () => {
  const found = blocksOf('# A\n\n```js\na\n```\n\n```js page as=b.js\nb\n\nc\n```\n');
  assert.deepEqual(
    found.map(({ kind, code, line, values }) => [kind, code, line, values.as]),
    [
      ['node', 'a\n', 3, undefined],
      ['page', 'b\n\nc\n', 7, 'b.js'],
    ],
  );
});
