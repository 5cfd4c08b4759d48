// The two sides of how the engine is packed: tools/build/pack.mjs and bindings/unpack.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pack } from '../../tools/build/pack.mjs';
import { build, dist } from '../../tools/paths.mjs';

const [decoder, packer] = ['unpack', 'note'].map((name) => readFileSync(join(build, `wasm/${name}.wasm`)));
const engine = readFileSync(join(dist, 'engine.wasm'));

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
  'no byte': Buffer.alloc(0),
  'one byte': Buffer.of(7),
  // 2000 bytes is the longest match. A longer run takes the packer seconds, as each place matches at each distance;
  // several matches of 2000 bytes in sequence are in the match from afar.
  'a run longer than any match': Buffer.alloc(2100, 1),
  'a match of each length about the longest': Buffer.concat(
    [1, 2, 3, 1999, 2000, 2001].flatMap((length, i) => [
      Buffer.of(i),
      noise(2100).subarray(0, length),
      Buffer.of(255 - i),
    ]),
  ),
  // Every byte in every place of a function: opcodes that there are not, and numbers that do not end.
  'a module that is none': Buffer.concat([Buffer.from('\0asm\x01\0\0\0\x0a\xf0\x2e\x01', 'latin1'), noise(6000)]),
  'a module whose functions end nowhere': Buffer.from('\0asm\x01\0\0\0\x0a\x7f\x01\xff\xff', 'latin1'),
  'the head of a module': engine.subarray(0, 7),
  'the first half of the engine': engine.subarray(0, engine.length >> 1),
  'the engine and what follows it': Buffer.concat([engine, noise(100)]),
  noise: noise(10_000),
  'a match from afar': Buffer.concat([noise(400_000), noise(5000)]),
  text: readFileSync(new URL(import.meta.url)),
};

for (const [name, bytes] of Object.entries(kCases)) {
  // `pack` unpacks what it packed and compares.
  test(`packed and unpacked: ${name}`, () => assert.ok(pack({ packer, decoder }, bytes).length > 0));
}

test('noise is hardly longer when it is packed', () => {
  // Nothing can be saved. A model of 16 symbols that moves by 1/32 counts over about 64 nibbles, so it strays by 15 /
  // (2 * 64) nats, 0.17 bits a nibble. A byte that is not frequent has three: 6.3 % of it. A tenth as much again is
  // left for models that are new and for the few matches that there are by chance.
  const bytes = kCases.noise;
  const packed = pack({ packer, decoder }, bytes).length;
  assert.ok(packed >= bytes.length && packed < 1.07 * bytes.length, `${packed} of ${bytes.length}`);
});

test('the engine is three tenths of its size', () => {
  const packed = pack({ packer, decoder }, engine).length;
  assert.ok(packed < 0.315 * engine.length, `${packed} of ${engine.length}`);
});
