// How LZMA divides bytes into literals and matches. Its encoder is that of xz, in Python's standard library, as
// Emscripten needs Python anyway; its choice is the best for its own code, and near the best for that of unpack.cpp.
import { spawnSync } from 'node:child_process';
import { SetupError } from '../process.mjs';

// 3 bits of the byte before as context of a literal, none of the position: of 0 to 4 and 0 to 2 the smallest for the
// engine.
const kEncoder = `
import lzma, sys
filters = [{'id': lzma.FILTER_LZMA1, 'preset': 9 | lzma.PRESET_EXTREME, 'lc': 3, 'lp': 0, 'pb': 0, 'nice_len': 64, 'mf': lzma.MF_BT4, 'depth': 1000}]
sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), lzma.FORMAT_RAW, filters=filters))
`;

function compressed(bytes) {
  const options = { input: bytes, maxBuffer: 1 << 28 };
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', kEncoder], options);
  if (status === 0) return stdout;
  throw new SetupError(`Python 3 with its module lzma is needed to pack the engine: ${error?.message ?? stderr}`);
}

// Where the probabilities of each kind of decision begin.
const kStates = 12,
  kLengthTree = 2 + 8 + 8 + 256,
  kIsMatch = 0,
  kIsRepeat = kStates,
  kIsRepeat0 = 2 * kStates,
  kIsRepeat1 = 3 * kStates,
  kIsRepeat2 = 4 * kStates,
  kIsRepeat0Long = 5 * kStates,
  kSlot = 6 * kStates,
  kDistance = kSlot + 4 * 64,
  kAlign = kDistance + 128,
  kLength = kAlign + 16,
  kRepeatLength = kLength + kLengthTree,
  kLiteral = kRepeatLength + kLengthTree,
  kCount = kLiteral + 8 * 0x300;

/** The range decoder of LZMA and the numbers that are coded by it. */
class Decoder {
  #input;
  #at = 5;
  #range = 0xffffffff;
  #code;
  #probabilities = new Uint16Array(kCount).fill(1024);

  constructor(input) {
    this.#input = input;
    this.#code = input.readUInt32BE(1);
  }
  #refill() {
    if (this.#range >= 1 << 24) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | this.#input[this.#at++]) >>> 0;
  }
  bit(index) {
    const p = this.#probabilities[index];
    const bound = (this.#range >>> 11) * p;
    const one = this.#code >= bound;
    this.#probabilities[index] = one ? p - (p >> 5) : p + ((2048 - p) >> 5);
    this.#range = one ? this.#range - bound : bound;
    if (one) this.#code -= bound;
    this.#refill();
    return Number(one);
  }
  tree(first, bits) {
    let node = 1;
    while (node >> bits === 0) node = node * 2 + this.bit(first + node);
    return node - (1 << bits);
  }
  reverseTree(first, bits) {
    let value = 0;
    for (let i = 0, node = 1; i < bits; i++) {
      const bit = this.bit(first + node);
      node = node * 2 + bit;
      value |= bit << i;
    }
    return value;
  }
  #evenBits(count) {
    let value = 0;
    for (; count > 0; count--) {
      this.#range >>>= 1;
      const bit = Number(this.#code >= this.#range);
      if (bit) this.#code -= this.#range;
      value = value * 2 + bit;
      this.#refill();
    }
    return value;
  }
  length(first) {
    if (!this.bit(first)) return 2 + this.tree(first + 2, 3);
    if (!this.bit(first + 1)) return 10 + this.tree(first + 10, 3);
    return 18 + this.tree(first + 18, 8);
  }
  distance(length) {
    const slot = this.tree(kSlot + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot + 1;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + this.reverseTree(kDistance + base - slot, bits) + 1;
    const high = this.#evenBits(bits - 4) * 16;
    return base + high + this.reverseTree(kAlign, 4) + 1;
  }
  literal(before, expected, afterMatch) {
    const first = kLiteral + 0x300 * (before >> 5);
    let node = 1;
    for (let same = afterMatch; node < 0x100; expected <<= 1) {
      const hoped = (expected >> 7) & 1;
      const bit = this.bit(first + (same ? 0x100 + (hoped << 8) : 0) + node);
      same &&= bit === hoped;
      node = node * 2 + bit;
    }
    return node & 0xff;
  }
}

/** The kinds of symbols: a literal, a match, and what repeats one of the last four distances, number 0 also for one byte. */
export const kinds = { literal: 0, match: 1, repeat0: 2, byte: 3, repeat1: 4, repeat2: 5, repeat3: 6 };

/** The state of LZMA after a symbol: what the last few were. Below 7 the last was a literal. */
export function nextState(state, kind) {
  if (kind === kinds.literal) return state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  if (kind === kinds.match) return state < 7 ? 7 : 10;
  if (kind === kinds.byte) return state < 7 ? 9 : 11;
  return state < 7 ? 8 : 11;
}

/** `bytes` as symbols `{ kind, at, length, distance }`. */
export function symbolsOf(bytes) {
  const decoder = new Decoder(compressed(bytes));
  const symbols = [];
  let recent = [1, 1, 1, 1];
  for (let at = 0, state = 0; at < bytes.length;) {
    let kind;
    let length = 1;
    if (!decoder.bit(kIsMatch + state)) {
      kind = kinds.literal;
      decoder.literal(bytes[at - 1] ?? 0, bytes[at - recent[0]], state >= 7);
    } else if (!decoder.bit(kIsRepeat + state)) {
      kind = kinds.match;
      length = decoder.length(kLength);
      recent = [decoder.distance(length), ...recent.slice(0, 3)];
    } else {
      const which = !decoder.bit(kIsRepeat0 + state)
        ? 0
        : !decoder.bit(kIsRepeat1 + state)
          ? 1
          : 2 + decoder.bit(kIsRepeat2 + state);
      if (which === 0 && !decoder.bit(kIsRepeat0Long + state)) kind = kinds.byte;
      else {
        kind = [kinds.repeat0, kinds.repeat1, kinds.repeat2, kinds.repeat3][which];
        length = decoder.length(kRepeatLength);
        recent = [recent[which], ...recent.filter((_, i) => i !== which)];
      }
    }
    symbols.push({ kind, at, length, distance: recent[0] });
    state = nextState(state, kind);
    at += length;
  }
  return symbols;
}
