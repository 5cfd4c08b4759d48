import assert from 'node:assert/strict';
import test from 'node:test';
import { FixedLoop, World } from '../../dist/index.js';
import { box, floor, inWorld } from './scenes.mjs';

function scene() {
  const world = new World();
  floor(world);
  for (let i = 0; i < 5; i++) box(world, 0.07 * i, 2 + 1.3 * i, { angle: 0.2 * i });
  return world;
}

// Clocks of browsers are rounded; the display's frames are not.
let reference;
const kClocks = { exact: (ms) => ms, 'to 0.1 ms': (ms) => Math.round(ms * 10) / 10, 'to 1 ms': (ms) => Math.round(ms) };

test('displays of 30, 60, 120, 144 and 240 Hz show the same motion', () => {
  for (const [clock, round] of Object.entries(kClocks)) {
    for (const hz of [30, 60, 120, 144, 240]) {
      const world = scene();
      const loop = new FixedLoop(world);
      const hashes = [world.hash()];
      world.on('afterStep', () => hashes.push(world.hash()));
      let steps = 0;
      for (let frame = 0; frame <= 3 * hz; frame++) steps += loop.advance(round(5000 + (frame * 1000) / hz)).steps;
      assert.equal(steps, 180, `${hz} Hz, clock ${clock}`);
      reference ??= hashes;
      assert.deepEqual(hashes, reference, `${hz} Hz, clock ${clock}`);
      world.destroy();
    }
  }
});

test('on a display of its own rate there is one step in every frame', () => {
  for (const round of Object.values(kClocks).slice(0, 2)) {
    inWorld({}, (world) => {
      const loop = new FixedLoop(world);
      loop.advance(round(0));
      let odd = 0;
      for (let frame = 1; frame <= 600; frame++) if (loop.advance(round((frame * 1000) / 60)).steps !== 1) odd++;
      // A clock rounded to 0.1 ms is off by up to 0.3 % of a step, and now and then says so.
      assert.ok(odd <= (round === kClocks.exact ? 0 : 400), `${odd}`);
    });
  }
});

test('alpha is the fraction of the next step that has passed', () => {
  inWorld({}, (world) => {
    const loop = new FixedLoop(world, { hz: 50 });
    assert.deepEqual(loop.advanceBy(0.005), { steps: 0, alpha: 0.25 });
    const { steps, alpha } = loop.advanceBy(0.025);
    assert.equal(steps, 1);
    assert.ok(Math.abs(alpha - 0.5) < 1e-9);
    for (let i = 0; i < 1000; i++) {
      const result = loop.advanceBy(Math.abs(Math.sin(i)) * 0.03);
      assert.ok(result.alpha >= 0 && result.alpha < 1);
    }
  });
});

test('after a hidden tab it makes at most maxSteps and continues', () => {
  inWorld({}, (world) => {
    const loop = new FixedLoop(world, { maxSteps: 4 });
    loop.advance(0);
    assert.equal(loop.advance(3_600_000).steps, 4);
    const { steps, alpha } = loop.advance(3_600_000 + 1000 / 60);
    assert.equal(steps, 1); // nothing is owed
    assert.ok(alpha < 1e-3);
  });
});

test('a clock that goes backwards stands still', () => {
  inWorld({}, (world) => {
    const loop = new FixedLoop(world);
    loop.advance(1000);
    assert.equal(loop.advance(500).steps, 0);
    assert.equal(loop.advance(500 + 1000 / 60).steps, 1);
  });
});

test('time scale makes the world slower, faster, or stand', () => {
  for (const [timeScale, expected] of [
    [0.5, 30],
    [2, 120],
    [0, 0],
  ]) {
    inWorld({}, (world) => {
      const loop = new FixedLoop(world, { timeScale });
      let steps = 0;
      for (let frame = 0; frame < 60; frame++) steps += loop.advanceBy(1 / 60).steps;
      assert.equal(steps, expected);
    });
  }
});

test('while paused nothing moves, stepOnce makes one step, and no time is left over', () => {
  inWorld({}, (world) => {
    const body = box(world, 0, 0);
    const loop = new FixedLoop(world);
    loop.advance(0);
    loop.paused = true;
    assert.deepEqual(loop.advance(1000), { steps: 0, alpha: 0 });
    assert.equal(body.velocity.y, 0);
    assert.equal(loop.stepOnce().steps, 1);
    assert.ok(body.velocity.y < 0);
    loop.paused = false;
    assert.equal(loop.advance(1000 + 1000 / 60).steps, 1);
  });
});

test('a handler that pauses stops the loop at that step', () => {
  inWorld({}, (world) => {
    const loop = new FixedLoop(world);
    world.on('afterStep', () => {
      loop.paused = true;
    });
    assert.equal(loop.advanceBy(4 / 60).steps, 1);
  });
});

test('its numbers read back and are validated', () => {
  inWorld({}, (world) => {
    const loop = new FixedLoop(world, { hz: 120, maxSteps: 3, timeScale: 0.25 });
    assert.deepEqual([loop.hz, loop.maxSteps, loop.timeScale, loop.paused, loop.world], [120, 3, 0.25, false, world]);
    for (const [name, value] of [
      ['hz', 30],
      ['maxSteps', 8],
      ['timeScale', 2],
    ]) {
      loop[name] = value;
      assert.equal(loop[name], value);
    }
    for (const [name, bad] of [
      ['hz', [0, -60, 0.5, NaN, Infinity, '60', null]],
      ['maxSteps', [0, 1.5, -1, NaN, null]],
      ['timeScale', [-1, NaN, Infinity, null]],
    ]) {
      for (const value of bad) {
        assert.throws(
          () => {
            loop[name] = value;
          },
          { code: 'INVALID_ARGUMENT', path: name },
        );
        assert.throws(() => new FixedLoop(world, { [name]: value }), { code: 'INVALID_ARGUMENT', path: name });
      }
    }
    for (const bad of [NaN, Infinity, undefined])
      assert.throws(() => loop.advance(bad), { code: 'INVALID_ARGUMENT', path: 'nowMs' });
    for (const bad of [NaN, -1])
      assert.throws(() => loop.advanceBy(bad), { code: 'INVALID_ARGUMENT', path: 'seconds' });
  });
});

test('a loop that a handler paused still gives an alpha that interpolate takes', () => {
  inWorld({}, (world) => {
    const loop = new FixedLoop(world);
    world.on('afterStep', () => {
      loop.paused = true;
    });
    assert.deepEqual(loop.advanceBy(0.05), { steps: 1, alpha: 1 });
    world.interpolate(1);
  });
});

test('a loop steps an object of the caller as often as a world, and an object without step is an error', () => {
  const given = [];
  const game = { step: (dt) => given.push(dt) };
  const loop = new FixedLoop(game, { hz: 50 });
  assert.equal(loop.world, game);
  // 0.31 s at 50 Hz are 15.5 steps, three at most in each call of 0.05 s.
  for (let i = 0; i < 6; i++) loop.advanceBy(0.05);
  assert.equal(loop.advanceBy(0.01).steps, 0);
  assert.deepEqual(given, Array(15).fill(0.02));
  for (const bad of [undefined, null, {}, { step: 1 }]) {
    assert.throws(() => new FixedLoop(bad), { code: 'INVALID_ARGUMENT', path: 'world' });
  }
});

test('a loop refuses what is no flag for paused, and another world', () => {
  inWorld({}, (world) => {
    const loop = new FixedLoop(world);
    for (const value of ['no', 0, null, undefined])
      assert.throws(
        () => {
          loop.paused = value;
        },
        { code: 'INVALID_ARGUMENT', path: 'paused', value, expected: 'true or false' },
      );
    assert.throws(
      () => {
        loop.world = world;
      },
      { code: 'INVALID_ARGUMENT', path: 'world', expected: 'left alone: it is read-only' },
    );
    assert.throws(
      () => {
        loop.fps = 60;
      },
      { message: 'fps is not a property. Settable: hz, maxSteps, timeScale, paused' },
    );
    assert.equal(loop.paused, false);
    assert.equal(loop.advanceBy(1 / 60).steps, 1);
  });
});
