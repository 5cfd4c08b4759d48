// How much memory a crowd takes: 1,200 bodies in one place, of which each pair touches.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { World, init } from '../../dist/index.js';

const kFew = 800; // bodies, where fewer show the same: less than half the time

// A worker has an engine of its own, whose memory has not grown yet.
const kCrowd = `
const { parentPort, workerData } = require('node:worker_threads');
const { shape, preset, bodies, steps, listens, spread, url } = workerData;
import(url).then(async ({ init, presets, World }) => {
  await init();
  const world = new World({ solver: presets[preset] });
  const bytes = () => world.views.slots.buffer.byteLength;
  const before = bytes();
  if (listens) world.on('contactBegin', () => {});
  for (let i = 0; i < bodies; i++) world.createBody({ position: [Math.sin(i) * spread, Math.cos(i) * spread], shapes: [shape] });
  let contacts = 0;
  for (let i = 0; i < steps; i++) {
    world.step();
    contacts = Math.max(contacts, world.contactCount);
  }
  parentPort.postMessage({ bytes: bytes() - before, contacts });
});`;

const circle = { type: 'circle', radius: 0.5 };
const box = { type: 'box', width: 1, height: 1 };
const url = new URL('../../dist/index.js', import.meta.url).href;

async function bytesPerPair(shape, preset, { bodies = 1200, steps = 4, listens = false, spread = 0 } = {}) {
  const worker = new Worker(kCrowd, { eval: true, workerData: { shape, preset, bodies, steps, listens, spread, url } });
  const { bytes, contacts } = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  const pairs = (bodies * (bodies - 1)) / 2;
  assert.equal(contacts, pairs);
  return bytes / pairs;
}

// What no crowd can do without, in bytes. Of a contact over the steps: its data and the state of its narrow phase, the
// shapes' apart pair, impulse, links, id, key in a table three quarters full, place among those without a colour.
const kContact = 128 + 64 + 16 + 4 + 20 + 2 + 8 / 0.75 + 4;
// Within a step of `softStep`: its share of a row of four, without and with the pointers, its index there, ten floats a
// point, and two radii if round. Within a step of the others: a row of one, with both points, and its place in order.
const kRow = 8 * 4 + 3 * 4 + 4 + 1;
const kPoint = 10 * 4;
const kRadii = 2 * 4;
const kScalarRow = 140 + 4;

test('a pair of circles in a crowd takes at most 370 bytes of memory, at the peak of its steps', async () => {
  const bytes = await bytesPerPair(circle, 'softStep');
  assert.ok(bytes > kContact + kRow + kPoint + kRadii, `${bytes}`);
  assert.ok(bytes <= 370, `${bytes}`);
});

test('a pair of boxes takes a second point: at most 400 bytes', async () => {
  const bytes = await bytesPerPair(box, 'softStep');
  assert.ok(bytes > kContact + kRow + 2 * kPoint, `${bytes}`);
  assert.ok(bytes <= 400, `${bytes}`);
});

test('other solvers have rows of one contact: 430 bytes', async () => {
  for (const preset of ['umbra', 'ftPhysics', 'wedekind', 'fx2d']) {
    const bytes = await bytesPerPair(circle, preset, { bodies: kFew, steps: 2 });
    assert.ok(bytes > kContact + kScalarRow && bytes <= 430, `${preset}: ${bytes}`);
  }
});

test('contact events take memory only if they have listeners', async () => {
  const silent = await bytesPerPair(circle, 'softStep', { bodies: kFew, steps: 1 });
  const bytes = await bytesPerPair(circle, 'softStep', { bodies: kFew, steps: 1, listens: true });
  // An event of 84 bytes, and 21 doubles for the facade, with half of them to spare.
  assert.ok(bytes - silent > 84 + 168 && bytes - silent < 84 + 252 + 16, `${bytes - silent}`);
});

test('boxes that separate within some steps take at most 17 % more memory', async () => {
  // Arrays of later steps differ in length; the one chunk that they were replaced by took 240 bytes a pair more.
  const bytes = await bytesPerPair(box, 'softStep', { bodies: kFew, steps: 8, spread: 0.01 });
  assert.ok(bytes <= 1.17 * 400, `${bytes}`);
});

test('pairs beyond 2^20 are counted, warned of once, and found when a pair is freed, even without movement', async () => {
  await init();
  const warn = console.warn;
  const said = [];
  console.warn = (text) => said.push(text);
  try {
    for (const sleep of [false, true]) {
      const world = new World({ gravity: [0, 0], sleep });
      const crowd = Array.from({ length: 1500 }, () => world.createBody({ shapes: [circle] }));
      const { pairsCreated, pairsDropped } = world.step();
      assert.deepEqual([pairsCreated, pairsDropped], [2 ** 20, (1500 * 1499) / 2 - 2 ** 20]);
      const zone = world.createBody({ type: 'static', position: [90, 0], shapes: [{ ...box, sensor: true }] });
      const [a, b] = [90, 90.5].map((x) => world.createBody({ position: [x, 0], shapes: [circle] }));
      assert.ok(world.step().pairsDropped >= 3); // theirs have the highest keys
      assert.equal(zone.shapes[0].overlaps.length, 0);
      for (const body of crowd) body.destroy();
      for (let i = 0; i < 60; i++) world.step();
      assert.equal(world.step().pairsDropped, 0);
      assert.deepEqual(zone.shapes[0].overlaps, [a.shapes[0], b.shapes[0]]);
      assert.ok(Math.abs(b.position.x - a.position.x - 1) <= 0.005, 'they are apart but for the slop'); // 5 mm
      world.destroy();
    }
    assert.equal(said.length, 1);
  } finally {
    console.warn = warn;
  }
});
