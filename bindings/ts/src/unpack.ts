// Unpacks the engine from the text inside this package. The decoder is a small wasm module (bindings/unpack), so that
// only WebAssembly is needed: no streams, which some test environments lack, and no `Response`, which Node takes 15 ms
// to load.

import { packedEngine, packedSize, unpacker } from '#engine-wasm';

const kPage = 65536;

type Decode = (base64: string, encoding?: 'base64') => Uint8Array<ArrayBuffer>;
const { Uint8Array: bytes, Buffer: buffer } = globalThis as unknown as {
  Uint8Array: { fromBase64?: Decode };
  Buffer?: { from: Decode };
};

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  // Of newer hosts and of Node: a twentieth of the time.
  if (bytes.fromBase64) return bytes.fromBase64(base64);
  if (buffer) return buffer.from(base64, 'base64');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

interface Unpacker {
  memory: WebAssembly.Memory;
  /** Unpacks the data at `from` into the range from `to` to `end`. */
  unpack(from: number, to: number, end: number): void;
}

/** @internal The bytes of engine.wasm. */
export function unpackEngine(): Uint8Array<ArrayBuffer> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytesOf(unpacker)));
  const { memory, unpack } = exports as unknown as Unpacker;
  const packed = bytesOf(packedEngine);
  const from = memory.buffer.byteLength;
  const to = from + packed.length;
  memory.grow(Math.ceil((packed.length + packedSize) / kPage));
  new Uint8Array(memory.buffer).set(packed, from);
  unpack(from, to, to + packedSize);
  return new Uint8Array(memory.buffer, to, packedSize);
}
