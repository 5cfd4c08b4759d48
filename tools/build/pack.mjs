// The engine as few bytes. bindings/unpack/unpack.cpp is the other side, and says how; compiled for packing it also
// says how probable each symbol is, so here there are only the matches and the coder.
import { functionsOf } from './order_functions.mjs';

const kTotal = 1 << 14;
const kPage = 65536;

/** Of matches that begin with as many bytes as this. Shorter ones only repeat a distance. */
const kShortest = 5;
const kChain = 200; // earlier places that are looked at
const kLongest = 2000;

/**
 * Bits that a literal seems to cost more than it does: a match takes less time. With 1 it is 1.6 KB more and 0.4 ms
 * less, which a connection of 30 Mbit/s takes for them.
 */
const kLiteralTime = 0.5;
const kMatchTime = 2.5;

const exponentOf = (number) => 31 - Math.clz32(number);

/** For each place `[length, distance, …]`: the nearest match of more bytes than nearer ones have. */
function matchesOf(bytes) {
  const heads = new Int32Array(1 << 18).fill(-1);
  const earlier = new Int32Array(bytes.length);
  return Array.from(bytes, (_, at) => {
    const found = [];
    if (at + kShortest > bytes.length) return found;
    let hash = 0;
    for (let i = 0; i < kShortest; i++) hash = Math.imul(hash, 0x9e3779b1) + bytes[at + i] + 1;
    hash = Math.imul(hash, 0x85ebca6b) >>> 14;
    let best = kShortest - 1;
    for (let from = heads[hash], i = 0; from >= 0 && i < kChain; from = earlier[from], i++) {
      if (bytes[from + best] !== bytes[at + best]) continue;
      const length = sameBytes(bytes, from, at);
      if (length <= best) continue;
      best = length;
      found.push(length, at - from);
    }
    earlier[at] = heads[hash];
    heads[hash] = at;
    return found;
  });
}

function sameBytes(bytes, from, at) {
  let length = 0;
  while (length < kLongest && at + length < bytes.length && bytes[from + length] === bytes[at + length]) length++;
  return length;
}

/**
 * The cheapest way through the bytes, as the numbers that unpack.cpp codes: one more than the literals of a run, one
 * less than the length of a match, its distance and one or 1 for the last one again, and so on. What numbers cost is
 * about what their models came to for the engine.
 */
function parse(bytes, literalBits) {
  const { length } = bytes;
  const cost = new Float64Array(length + 1).fill(Infinity);
  const [last, size, distance] = [0, 1, 2].map(() => new Int32Array(length + 1));
  cost[0] = 0;
  last[0] = 1;
  const reach = (at, bits, from, recent) => {
    if (bits >= cost[at.end]) return;
    cost[at.end] = bits;
    last[at.end] = recent;
    size[at.end] = at.end - at.begin;
    distance[at.end] = from;
  };
  const matches = matchesOf(bytes);
  for (let begin = 0; begin < length; begin++) {
    const recent = last[begin];
    reach({ begin, end: begin + 1 }, cost[begin] + literalBits[begin] + kLiteralTime, 0, recent);
    // 7.5 is the length of the run and what the exponent of this length costs.
    const match = (bytesLong, bits, from) =>
      reach(
        { begin, end: begin + bytesLong },
        cost[begin] + 7.5 + exponentOf(bytesLong - 1) + kMatchTime + bits,
        from,
        from,
      );
    const again = begin >= recent ? sameBytes(bytes, begin - recent, begin) : 0;
    for (let i = 2; i <= again; i++) match(i, 1.5, recent);
    const found = matches[begin];
    for (let k = 0, i = kShortest; k < found.length; k += 2)
      for (; i <= found[k]; i++) match(i, 3.5 + exponentOf(found[k + 1] + 1), found[k + 1]);
  }
  const steps = [];
  for (let at = length; at > 0; at -= size[at]) steps.push({ size: size[at], distance: distance[at] });
  const numbers = [];
  let run = 1;
  let recent = 1;
  for (const step of steps.reverse()) {
    if (step.distance === 0) run++;
    else {
      numbers.push(run, step.size - 1, step.distance === recent ? 1 : step.distance + 1);
      recent = step.distance;
      run = 1;
    }
  }
  return [...numbers, run];
}

/** What unpack.cpp says of each symbol, begin and size on the line from 0 to kTotal. */
function symbolsOf(packer, head, bytes, numbers) {
  const { memory, note } = new WebAssembly.Instance(packer).exports;
  const input = memory.buffer.byteLength;
  const out = input + 2 * head.length;
  const coded = out + Math.ceil(bytes.length / 4) * 4;
  const to = coded + 4 * numbers.length;
  // Three symbols a literal, and of a number at most two and one for each 4 bits.
  const most = 3 * bytes.length + 8 * numbers.length;
  memory.grow(Math.ceil((to + 4 * most - input) / kPage));
  new Uint16Array(memory.buffer).set(head, input / 2);
  new Uint8Array(memory.buffer).set(bytes, out);
  new Uint32Array(memory.buffer).set(numbers, coded / 4);
  const end = note(input, out, out + bytes.length, to, coded);
  return Array.from(new Uint32Array(memory.buffer, to, (end - to) / 4), (symbol) => ({
    begin: symbol & 0xffff,
    size: (symbol >>> 16) & 0x7fff,
    first: symbol >>> 31 === 1,
  }));
}

/** What each byte costs as a literal. */
function literalBitsOf(symbols, length) {
  const bits = new Float64Array(length);
  let at = -1;
  for (const { size, first } of symbols) {
    if (first) at++;
    if (at >= 0) bits[at] += Math.log2(kTotal / size);
  }
  return bits;
}

/**
 * rANS with a state of 32 bits and words of 16 (Jarek Duda, arXiv:1311.2540): what is decoded first is encoded last.
 */
function rans(symbols) {
  const words = [];
  let state = 1 << 16;
  for (const { begin, size } of symbols.toReversed()) {
    if (state >= size * 2 ** 18) {
      words.push(state % 65536);
      state = Math.floor(state / 65536);
    }
    state = Math.floor(state / size) * kTotal + (state % size) + begin;
  }
  words.push(state % 65536, Math.floor(state / 65536));
  return words.reverse();
}

/** What the decoder makes of `packed`; the same calls as in bindings/ts/src/unpack.ts. */
export function unpack(decoder, packed, size) {
  const { memory, unpack } = new WebAssembly.Instance(new WebAssembly.Module(decoder)).exports;
  const from = memory.buffer.byteLength;
  const to = from + packed.length;
  memory.grow(Math.ceil((packed.length + size) / kPage));
  new Uint8Array(memory.buffer).set(packed, from);
  unpack(from, to, to + size);
  return new Uint8Array(memory.buffer, to, size);
}

/** `bytes` packed, checked by unpacking them. `packer` and `decoder` are unpack.cpp, compiled for packing and not. */
export function pack({ packer, decoder }, bytes) {
  const noting = new WebAssembly.Module(packer);
  const head = functionsOf(bytes).flatMap((at) => [at % 65536, at >>> 16]);
  const literals = symbolsOf(noting, head, bytes, [bytes.length + 1]);
  const numbers = parse(bytes, literalBitsOf(literals, bytes.length));
  const words = rans(symbolsOf(noting, head, bytes, numbers));
  const packed = Buffer.from(Uint16Array.from([...head, ...words]).buffer);
  if (Buffer.compare(unpack(decoder, packed, bytes.length), bytes) !== 0)
    throw new Error('unpack.cpp does not give back what was packed');
  return packed;
}
