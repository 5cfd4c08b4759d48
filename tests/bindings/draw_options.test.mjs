// Options of `draw`: what is unknown, of the wrong type or out of range throws, before anything is drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { darkTheme, draw, fitCamera, lightTheme } from '../../dist/draw.js';
import { PhysicsError } from '../../dist/index.js';
import * as external from '../../dist/external.js';
import { box, floor, inWorld } from './scenes.mjs';

/** A context that counts the calls. */
function context() {
  const counted = { calls: 0 };
  const own = { canvas: { width: 400, height: 300 } };
  const ctx = new Proxy(own, {
    get: (_, name) => own[name] ?? (() => void counted.calls++),
    set: () => true,
  });
  return { ctx, counted };
}

const camera = { x: 0, y: 2, scale: 30 };
const kWrong = [
  [{ interpolation: 0.5 }, 'interpolation'],
  [{ camera: { x: 0, y: 0, zoom: 30 } }, 'camera.zoom', 'scale'],
  [{ camera: { x: NaN, y: 0, scale: 30 } }, 'camera.x'],
  [{ camera: { x: 0, y: Infinity, scale: 30 } }, 'camera.y'],
  [{ camera: { x: 0, scale: 30 } }, 'camera.y'],
  [{ camera: { x: 0, y: 0 } }, 'camera.scale'],
  [{ camera: { x: 0, y: 0, scale: -5 } }, 'camera.scale'],
  [{ camera: { x: 0, y: 0, scale: 0 } }, 'camera.scale'],
  [{ camera: { ...camera, yDown: 1 } }, 'camera.yDown'],
  [{ camera: [0, 0, 30] }, 'camera'],
  [{ camera: null }, 'camera'],
  [{ layers: { contact: false } }, 'layers.contact', 'contacts'],
  [{ layers: { contacts: 0 } }, 'layers.contacts'],
  [{ layers: ['shapes'] }, 'layers'],
  [{ layers: 'shapes' }, 'layers'],
  [{ alpha: 2 }, 'alpha'],
  [{ alpha: NaN }, 'alpha'],
  [{ alpha: null }, 'alpha'],
  [{ pixelRatio: NaN }, 'pixelRatio'],
  [{ pixelRatio: 0 }, 'pixelRatio'],
  [{ impulseScale: -1 }, 'impulseScale'],
  [{ impulseScale: '1' }, 'impulseScale'],
  [{ clear: 0 }, 'clear'],
  [{ tint: 3 }, 'tint'],
  [{ tint: () => -1 }, 'tint'],
  [{ tint: () => 0.5 }, 'tint'],
  [{ tint: () => 'red' }, 'tint'],
  [{ tint: () => undefined }, 'tint'],
  [{ except: 5 }, 'except'],
  [{ except: 'joint' }, 'except'],
  [{ except: {} }, 'except'],
  [{ except: { type: 'weld', bodyB: {} } }, 'except'],
  [{ theme: 'dark' }, 'theme'],
  [{ theme: { ...lightTheme, background: 'white' } }, 'theme.background'],
  [{ theme: { paper: 'white' } }, 'theme.bodies'],
  [{ theme: { ...lightTheme, bodies: [] } }, 'theme.bodies'],
  [{ theme: { ...lightTheme, force: undefined } }, 'theme.force'],
  [{ theme: { ...lightTheme, asleepOpacity: '1' } }, 'theme.asleepOpacity'],
  [null, 'options'],
  [[], 'options'],
];

test('a wrong option throws with its path, and nothing is drawn', () =>
  inWorld({}, (world) => {
    floor(world);
    box(world, 0, 2);
    world.step();
    const { ctx, counted } = context();
    for (const [options, path, meant] of kWrong)
      assert.throws(
        () => draw(ctx, world, options),
        (error) => {
          assert.ok(error instanceof PhysicsError, `${path}: ${error}`);
          assert.equal(error.code, 'INVALID_ARGUMENT');
          assert.equal(error.path, path);
          assert.ok(error.message.includes(path), error.message);
          if (meant) assert.ok(error.message.includes(`did you mean ${meant}?`), error.message);
          return true;
        },
        path,
      );
    assert.equal(counted.calls, 0);
  }));

test('right options are accepted, and undefined is the default', () =>
  inWorld({}, (world) => {
    floor(world);
    box(world, 0, 2);
    world.step();
    const { ctx, counted } = context();
    const layers = { shapes: true, sleep: true, joints: true, contacts: true, impulses: true };
    for (const options of [
      undefined,
      {},
      { camera: undefined, layers: undefined, alpha: undefined, theme: undefined, pixelRatio: undefined },
      { impulseScale: undefined, clear: undefined, tint: undefined, except: undefined },
      { camera: fitCamera(world, 400, 300), layers: { ...layers, boxes: true, centers: true, velocities: true } },
      { camera: { ...camera, yDown: undefined }, layers: { contacts: undefined }, theme: darkTheme, except: null },
      { camera, alpha: 0, pixelRatio: 2, impulseScale: 1e-3, clear: false, tint: ({ slot }) => slot },
      Object.freeze({ camera: Object.freeze(camera) }),
    ]) {
      counted.calls = 0;
      draw(ctx, world, options);
      assert.ok(counted.calls > 0);
    }
  }));

test('the colour of a body is that of tint, with a camera or without, and after the last one the first again', () =>
  inWorld({}, (world) => {
    box(world, 0, 2);
    const { bodies } = lightTheme;
    for (const camera of [{ x: 0, y: 2, scale: 30 }, undefined])
      for (const index of [0, 1, bodies.length - 1, bodies.length, 256, 0xff0000]) {
        const used = new Set();
        const own = { canvas: { width: 400, height: 300 }, fill: () => used.add(own.fillStyle) };
        const ctx = new Proxy(own, { get: (_, name) => own[name] ?? (() => {}) });
        draw(ctx, world, { camera, layers: { contacts: false, impulses: false }, tint: () => index });
        assert.deepEqual([...used], [bodies[index % bodies.length].fill], `${index}`);
      }
  }));

test('a joint that was destroyed may still be excepted', () =>
  inWorld({}, (world) => {
    const joint = world.createJoint({ type: 'weld', bodyA: floor(world), bodyB: box(world, 0, 2) });
    const { ctx } = context();
    draw(ctx, world, { except: joint });
    joint.destroy();
    draw(ctx, world, { except: joint });
  }));

test('errors are of the build that the world comes from', async () => {
  await external.init();
  const world = new external.World();
  const { ctx } = context();
  assert.throws(() => draw(ctx, world, { pixelRatio: -1 }), external.PhysicsError);
  world.destroy();
});

test('a sleeping body is drawn without OffscreenCanvas, and the context gets its state back whatever throws', () =>
  inWorld({}, (world) => {
    floor(world);
    box(world, 0, 2).putToSleep();
    let depth = 0;
    const own = {
      canvas: { width: 400, height: 300 },
      save: () => void depth++,
      restore: () => void depth--,
    };
    const ctx = new Proxy(own, { get: (_, name) => own[name] ?? (() => {}), set: () => true });
    assert.equal(globalThis.OffscreenCanvas, undefined);
    draw(ctx, world);
    assert.equal(depth, 0);
    own.fillRect = () => {
      throw new Error('mine');
    };
    assert.throws(() => draw(ctx, world), { message: 'mine' });
    assert.equal(depth, 0);
  }));

test('a context or a world that is missing is named', () =>
  inWorld({}, (world) => {
    for (const ctx of [null, undefined, 5, {}])
      assert.throws(() => draw(ctx, world), { code: 'INVALID_ARGUMENT', path: 'ctx', value: ctx });
    for (const missing of [null, undefined]) assert.throws(() => draw(context().ctx, missing), /world/);
  }));
