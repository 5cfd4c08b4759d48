// The engine gives up inside a call.
import assert from 'node:assert/strict';
import test from 'node:test';

// In place of the engine's own trap, which no correct engine has: its functions are called through the one table.
let broken = false;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (module, imports) => {
  const { exports } = await instantiate(module, imports);
  const entries = Object.entries(exports).map(([name, value]) => {
    if (!(value instanceof WebAssembly.Table)) return [name, value];
    const get =
      (index) =>
      (...args) => {
        if (broken) throw new WebAssembly.RuntimeError('unreachable');
        return value.get(index)(...args);
      };
    return [name, { get }];
  });
  return { exports: Object.fromEntries(entries) };
};
const { PhysicsError, World, init } = await import('../../dist/index.js');
await init();

test('a trap in any call is ABORTED, and so is every call after it', () => {
  const world = new World();
  const body = world.createBody();
  broken = true;
  const calls = [
    () => body.mass,
    () => {
      body.bullet = true;
    },
    () => world.createBody(),
    () => world.step(),
    () => world.hash(),
    () => new World(),
  ];
  for (const call of calls) {
    assert.throws(
      call,
      (error) => error instanceof PhysicsError && error.code === 'ABORTED' && /unreachable/.test(error.message),
    );
  }
  broken = false; // what happened stays: nothing of the engine can be trusted any more
  for (const call of calls) assert.throws(call, { name: 'PhysicsError', code: 'ABORTED' });
});
