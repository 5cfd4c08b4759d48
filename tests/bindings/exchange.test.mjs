// The record that crosses the boundary may move when the engine needs a longer one, also without memory growing.
import assert from 'node:assert/strict';
import test from 'node:test';

import { init, World } from '../../dist/index.js';

test('after a long list of events the next call does not read freed memory', async () => {
  await init();
  const world = new World();
  for (let i = 0; i < 120; i++) world.createBody({ position: [0, i / 2], shapes: [{ type: 'circle', radius: 0.5 }] });
  let begun = 0;
  world.on('contactBegin', () => begun++);
  world.step(0);
  assert.ok(begun >= 119);
  const other = new World({ gravity: [1, 2] });
  assert.deepEqual(other.gravity, { x: 1, y: 2 });
  other.destroy();
  world.destroy();
});
