// The engine as few bytes. bindings/unpack/unpack.cpp is the other side, and says how; the models here are those there.
import { kinds, nextState, symbolsOf } from './lzma.mjs';

const kTotal = 1 << 15,
  kLeast = 32,
  kRate = 6;

const models = (count) =>
  Array.from({ length: count }, () => Uint16Array.from({ length: 17 }, (_, i) => (i * kTotal) / 16));
const tables = (count, size) => Array.from({ length: count }, () => models(size));

/** The longest that two nibbles above 15 can say; LZMA's is one more. */
const kLongest = 2 + 15 + 255;
const shortened = (symbol) =>
  symbol.length <= kLongest
    ? [symbol]
    : [
        { ...symbol, length: kLongest },
        { ...symbol, kind: kinds.byte, at: symbol.at + kLongest, length: 1 },
      ];

/** Nibbles into models: what each took of the line from 0 to kTotal. */
class Nibbles {
  taken = [];

  put(model, nibble) {
    const begin = model[nibble];
    this.taken.push({ begin, size: model[nibble + 1] - begin });
    for (let i = 1; i < 16; i++) {
      const goal = i * kLeast + (i > nibble ? kTotal - 16 * kLeast : 0);
      model[i] += (goal - model[i]) >> kRate;
    }
  }
}

function nibblesOf(bytes, symbols) {
  const nibbles = new Nibbles();
  const kind = models(12);
  const high = models(16);
  const low = tables(16, 16);
  const highAfter = models(16);
  const lowAfter = models(256);
  const lengths = tables(2, 18);
  const exponents = models(4);
  const [far] = models(1);
  const mantissas = tables(20, 5);

  const putLiteral = (before, expected, afterMatch, byte) => {
    const top = byte >> 4;
    nibbles.put(afterMatch ? highAfter[expected >> 4] : high[before >> 4], top);
    const known = afterMatch && top === expected >> 4;
    nibbles.put(known ? lowAfter[expected] : low[before >> 4][top], byte & 15);
  };
  const putLength = (model, length) => {
    nibbles.put(model[0], Math.min(length, 15));
    if (length < 15) return;
    nibbles.put(model[1], (length - 15) >> 4);
    nibbles.put(model[2 + ((length - 15) >> 4)], (length - 15) & 15);
  };
  const putDistance = (length, distance) => {
    const exponent = 31 - Math.clz32(distance);
    nibbles.put(exponents[Math.min(length, 3)], Math.min(exponent, 15));
    if (exponent >= 15) nibbles.put(far, exponent - 15);
    for (let left = exponent, i = 0; left > 0; i++) {
      const size = ((left - 1) % 4) + 1;
      left -= size;
      nibbles.put(mantissas[exponent][i], (distance >> left) & ((1 << size) - 1));
    }
  };

  let state = 0;
  let recent = 1; // the distance of the last match
  for (const symbol of symbols) {
    const { at, length, distance } = symbol;
    nibbles.put(kind[state], symbol.kind);
    if (symbol.kind === kinds.literal) putLiteral(bytes[at - 1] ?? 0, bytes[at - recent], state >= 7, bytes[at]);
    else if (symbol.kind !== kinds.byte) putLength(lengths[symbol.kind === kinds.match ? 0 : 1], length - 2);
    if (symbol.kind === kinds.match) putDistance(length - 2, distance);
    recent = distance;
    state = nextState(state, symbol.kind);
  }
  return nibbles.taken;
}

/** rANS with a state of 32 bits and words of 16 (Jarek Duda, arXiv:1311.2540): what is decoded first is encoded last. */
function rans(taken) {
  const words = [];
  let state = 1 << 16;
  for (const { begin, size } of taken.toReversed()) {
    if (state >= size * 2 ** 17) {
      words.push(state % 65536);
      state = Math.floor(state / 65536);
    }
    state = Math.floor(state / size) * kTotal + (state % size) + begin;
  }
  words.push(state % 65536, Math.floor(state / 65536));
  return Buffer.from(Uint16Array.from(words.reverse()).buffer);
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

/** `bytes` packed, checked by unpacking them. */
export function pack(decoder, bytes) {
  const packed = rans(nibblesOf(bytes, symbolsOf(bytes).flatMap(shortened)));
  if (Buffer.compare(unpack(decoder, packed, bytes.length), bytes) !== 0)
    throw new Error('unpack.cpp does not give back what was packed');
  return packed;
}
