import assert from 'node:assert/strict';
import test from 'node:test';
import { checkMap } from '../../tools/check-map.mjs';
import { tree } from './tree.mjs';

const kTree = {
  'engine/include/impulse/world.h': '',
  'engine/src/world/step.cpp': '',
  'engine/src/world/sleep.h': '',
  'engine/src/world/sleep.cpp': '',
  'engine/README.md':
    'The step is `world/step.cpp`; rest is judged in world/sleep. The words: `impulse/world.h`, and/or others.\n',
};

test('a map that names every file has no mistake', (t) => {
  const { found, named } = checkMap(tree(t, kTree));
  assert.deepEqual(found, []);
  assert.equal(named, 3);
});

test('a name without a file is a mistake', (t) => {
  const { found } = checkMap(
    tree(t, { ...kTree, 'engine/README.md': `${kTree['engine/README.md']} world/gone.cpp world/lost\n` }),
  );
  assert.equal(found.length, 2);
  assert.match(found[0], /world\/gone\.cpp, which does not exist/);
});

test('a file without a name is a mistake', (t) => {
  const { found } = checkMap(tree(t, { ...kTree, 'engine/src/core/arena.h': '' }));
  assert.deepEqual(found, ['engine/README.md does not name engine/src/core/arena']);
});

test('no map is a mistake', (t) => {
  const { 'engine/README.md': _, ...files } = kTree;
  assert.deepEqual(checkMap(tree(t, files)).found, ['engine/README.md is not there']);
});
