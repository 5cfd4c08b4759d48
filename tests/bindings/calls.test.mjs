// What crosses the boundary, counted: the engine's functions are called through the one table, so calls are counted
// there.
import assert from 'node:assert/strict';
import test from 'node:test';

let calls = 0;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (module, imports) => {
  const { exports } = await instantiate(module, imports);
  const entries = Object.entries(exports).map(([name, value]) => {
    if (!(value instanceof WebAssembly.Table)) return [name, value];
    const get =
      (index) =>
      (...args) => {
        calls += 1;
        return value.get(index)(...args);
      };
    return [name, { get }];
  });
  return { exports: Object.fromEntries(entries) };
};
const { World, init } = await import('../../dist/index.js');
await init();

test('a frame takes one call, without calls per body or joint', () => {
  const world = new World();
  const pivot = world.createBody({ type: 'static' });
  const bobs = Array.from({ length: 20 }, (_, i) =>
    world.createBody({
      position: [1 + 3 * i, 0],
      shapes: [{ type: 'circle', radius: 0.5 }],
    }),
  );
  for (const bodyB of bobs) world.createJoint({ type: 'distance', bodyA: pivot, bodyB });
  const frame = () => {
    calls = 0;
    world.step();
    return [calls, world.views.poses[4 * bobs[0].slot + 1], calls];
  };
  frame(); // fetches the arrays
  for (let i = 0; i < 10; i++) {
    const [stepped, y, read] = frame();
    assert.ok(y < 0);
    assert.deepEqual([stepped, read], [1, 1]);
  }
  world.destroy();
});

test('the contacts of a body take one call, whether it has some or none', () => {
  const world = new World();
  world.createBody({ type: 'static', shapes: [{ type: 'box', width: 20, height: 1 }] });
  const shapes = [{ type: 'box', width: 1, height: 1 }];
  const crate = world.createBody({ position: [0, 1], shapes });
  const bird = world.createBody({ position: [0, 20], shapes });
  world.step();
  for (const [body, count] of [
    [crate, 1],
    [bird, 0],
  ]) {
    calls = 0;
    assert.deepEqual([body.contacts.length, calls], [count, 1]);
  }
  world.destroy();
});
