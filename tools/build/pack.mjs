// The engine as text: LZMA, then base64. bindings/unpack/unpack.cpp is the other side.
import { spawnSync } from 'node:child_process';
import { SetupError } from '../process.mjs';

// What unpack.cpp expects: raw LZMA with 3 bits of the byte before as context of a literal and none of the position. Of the
// literal contexts 0 to 4 and the position bits 0 to 2 this is the smallest for the engine. The encoder is that of xz, in Python's
// standard library, which Emscripten needs anyway.
const kEncoder = `
import lzma, sys
filters = [{'id': lzma.FILTER_LZMA1, 'preset': 9 | lzma.PRESET_EXTREME, 'lc': 3, 'lp': 0, 'pb': 0, 'nice_len': 64, 'mf': lzma.MF_BT4, 'depth': 1000}]
sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), lzma.FORMAT_RAW, filters=filters))
`;

function lzma(bytes) {
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', kEncoder], {
    input: bytes,
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  throw new SetupError(`Python 3 with its module lzma is needed to pack the engine: ${error?.message ?? stderr}`);
}

/** What the decoder makes of `packed`; the same calls as in bindings/ts/src/unpack.ts. */
export function unpack(decoder, packed, size) {
  const { memory, unpack } = new WebAssembly.Instance(new WebAssembly.Module(decoder)).exports;
  const from = memory.buffer.byteLength;
  const to = from + packed.length;
  memory.grow(Math.ceil((packed.length + size) / 65536));
  new Uint8Array(memory.buffer).set(packed, from);
  unpack(from, to, to + size);
  return new Uint8Array(memory.buffer, to, size);
}

/** `wasm` packed, checked by unpacking it. */
export function pack(decoder, wasm) {
  const packed = lzma(wasm);
  if (Buffer.compare(unpack(decoder, packed, wasm.length), wasm) !== 0)
    throw new Error('unpack.cpp does not give back the engine that was packed');
  return packed;
}
