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

test('contacts are read where the record is now: after it moved, and after memory grew', async () => {
  await init();
  const world = new World({ sleep: false });
  const ground = world.createBody({ type: 'static', shapes: [{ type: 'box', width: 4000, height: 1 }] });
  const shapes = [{ type: 'box', width: 0.8, height: 0.8 }];
  const crates = [];
  // The row of contacts outgrows the record again and again, the bodies outgrow the memory.
  for (const count of [10, 100, 1000]) {
    while (crates.length < count) crates.push(world.createBody({ position: [crates.length - 500, 0.9], shapes }));
    world.step();
    world.step();
    const own = crates.map((crate) => crate.contacts);
    assert.deepEqual(ground.contacts, own.flat());
    own.forEach(([{ bodyA, bodyB, points }, ...others], i) => {
      assert.deepEqual([bodyA, bodyB, others], [ground, crates[i], []]);
      for (const { x, y } of points) assert.ok(Math.abs(x - (i - 500)) < 0.5 && Math.abs(y - 0.5) < 0.02);
    });
  }
  const worlds = Array.from({ length: 8 }, () => new World({ capacity: { bodies: 20000, contacts: 20000 } }));
  assert.deepEqual(crates[7].contacts, [ground.contacts[7]]);
  for (const each of [world, ...worlds]) each.destroy();
});
