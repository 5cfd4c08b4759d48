import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { orderFunctions } from '../../tools/build/order_functions.mjs';

const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)]);
const sized = (bytes) => [...number(bytes.length), ...bytes];
const list = (items) => [...number(items.length), ...items.flat()];
const section = (id, items) => [id, ...sized(list(items))];
const name = (text) => sized([...Buffer.from(text)]);

// Operands full of 0x10, which is `call` to a reader who lost his place.
const kVector = [0xfd, 0x0c, ...Array(16).fill(0x10)]; // v128.const
const kDrop = 0x1a;
const kWays = [
  [
    0x43,
    0x10,
    0x10,
    0x10,
    0x10,
    kDrop, // f32.const
    0x44,
    0x10,
    0x10,
    0x10,
    0x10,
    0x10,
    0x10,
    0x10,
    0x10,
    kDrop, // f64.const
    0x02,
    0x40,
    0x41,
    0x00,
    0x0e,
    0x01,
    0x00,
    0x00,
    0x0b, // block, br_table
    0x41,
    0x00,
    0x28,
    0x02,
    0x10,
    kDrop, // i32.load at 16
  ],
  [
    ...kVector,
    ...kVector,
    0xfd,
    0x0d,
    ...Array(16).fill(0x10),
    kDrop, // i8x16.shuffle
    0x41,
    0x00,
    ...kVector,
    0xfd,
    0x54,
    0x00,
    0x10,
    0x0f,
    kDrop, // v128.load8_lane at 16
    0x41,
    0x00,
    0x41,
    0x10,
    0x41,
    0x00,
    0xfc,
    0x0b,
    0x00, // memory.fill
  ],
];
const kFunctions = 400; // their numbers take one byte or two

/**
 * f(x) = f of the one before (k x + k), the first calls what is imported; two kinds of bodies in turn. Exported are the
 * last and two by the table; the start function, the first but one, tells the import that it ran.
 */
function sample() {
  const body = (k) =>
    sized([
      0x00,
      ...kWays[k % 2],
      0x20,
      0x00,
      0x41,
      ...number(k % 64),
      0x6c,
      0x41,
      ...number(k % 64),
      0x6a,
      0x10,
      ...number(k),
      0x0b,
    ]);
  const start = sized([0x00, 0x41, 0x07, 0x10, 0x00, kDrop, 0x0b]);
  const throughTable = sized([0x00, 0x20, 0x00, 0x20, 0x01, 0x11, 0x00, 0x00, 0x0b]);
  const bodies = [...Array.from({ length: kFunctions }, (_, k) => body(k)), start, throughTable];
  const last = kFunctions; // the import is function 0
  return Buffer.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    0x01,
    0x00,
    0x00,
    0x00,
    ...section(1, [
      [0x60, 1, 0x7f, 1, 0x7f],
      [0x60, 0, 0],
      [0x60, 2, 0x7f, 0x7f, 1, 0x7f],
    ]),
    ...section(2, [
      [...name('m'), ...name('f'), 0, 0],
      [...name('m'), ...name('memory'), 2, 0, 1],
    ]),
    ...section(
      3,
      bodies.map((_, i) => [Math.max(0, i - kFunctions + 1)]),
    ),
    ...section(4, [[0x70, 0x00, 0x02]]),
    ...section(7, [
      [...name('last'), 0, ...number(last)],
      [...name('through'), 0, ...number(last + 2)],
    ]),
    8,
    ...sized(number(last + 1)),
    ...section(9, [[0x00, 0x41, 0x00, 0x0b, ...list([number(3), number(last - 1)])]]),
    ...section(10, bodies),
  ]);
}

/** What the import hears when everything in the module is called. */
function heard(module) {
  const calls = [];
  const m = {
    memory: new WebAssembly.Memory({ initial: 1 }),
    f: (x) => {
      calls.push(x);
      return x ^ 5;
    },
  };
  const { last, through } = new WebAssembly.Instance(new WebAssembly.Module(module), { m }).exports;
  calls.push(last(3), through(4, 0), through(5, 1));
  return calls;
}

test('a module whose functions were reordered does what it did', () => {
  const module = sample();
  const before = heard(module);
  assert.equal(before[0], 7, 'the start function ran');
  assert.deepEqual(heard(orderFunctions(module)), before);
});

test('the order brings together what repeats, and is the same each time', () => {
  const module = sample();
  const ordered = orderFunctions(module);
  assert.notDeepEqual(ordered, module);
  assert.ok(gzipSync(ordered).length < gzipSync(module).length);
  assert.deepEqual(orderFunctions(module), ordered);
});

test('an instruction that is not known is a mistake', () => {
  const module = sample();
  module[module.length - 4] = 0xff; // of the last function: call_indirect, its two numbers, end
  assert.throws(() => orderFunctions(module), /the instruction ff is not known/);
});
