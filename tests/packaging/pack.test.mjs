// The two sides of how the engine is packed: tools/build/pack.mjs and bindings/unpack.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { symbolsOf } from '../../tools/build/lzma.mjs';
import { pack } from '../../tools/build/pack.mjs';
import { build } from '../../tools/paths.mjs';

const decoder = readFileSync(join(build, 'wasm/unpack.wasm'));

/** Bytes without order, the same each time (xorshift32, Marsaglia 2003). */
function noise(length) {
  let state = 2463534242;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
  return Buffer.from(Uint8Array.from({ length }, next));
}

const kCases = {
  'one byte': Buffer.of(7),
  'a run longer than any match': Buffer.alloc(5000, 1),
  // 273 is the longest match of LZMA, 272 that of the packer.
  'a match of each length about the longest': Buffer.concat(
    [271, 272, 273, 274].flatMap((length, i) => [Buffer.of(i), noise(300).subarray(0, length), Buffer.of(255 - i)]),
  ),
  noise: noise(10_000),
  'a match from afar': Buffer.concat([noise(400_000), noise(5000)]),
  text: readFileSync(new URL(import.meta.url)),
};

for (const [name, bytes] of Object.entries(kCases)) {
  // `pack` unpacks what it packed and compares.
  test(`packed and unpacked: ${name}`, () => assert.ok(pack(decoder, bytes).length > 0));
}

test('noise is hardly longer when it is packed', () => {
  // Nothing can be saved. A model of 16 symbols that moves by 1/64 counts over about 128 nibbles, so it strays by 15 /
  // (2 * 128) nats,
  // 0.084 bits a nibble: 2.1 % of a byte, and as much again is left for its kind and for the few matches that there are
  // by chance.
  const bytes = kCases.noise;
  const packed = pack(decoder, bytes).length;
  assert.ok(packed >= bytes.length && packed < 1.042 * bytes.length, `${packed} of ${bytes.length}`);
});

test('symbols follow one another and cover every byte', () => {
  let at = 0;
  for (const symbol of symbolsOf(kCases.text)) {
    assert.equal(symbol.at, at);
    at += symbol.length;
  }
  assert.equal(at, kCases.text.length);
});
