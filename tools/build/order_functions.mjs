// The functions of a wasm module in an order that Deflate likes: it finds what repeats within 32 KB only, and the
// linker's order, by how often a function is called, puts similar code far apart. Nothing but the order changes.

const kCustom = 0,
  kImport = 2,
  kFunction = 3,
  kExport = 7,
  kStart = 8,
  kElement = 9,
  kCode = 10;

class Reader {
  constructor(bytes, at = 0) {
    Object.assign(this, { bytes, at });
  }
  byte() {
    return this.bytes[this.at++];
  }
  /** An unsigned LEB128. Signed ones are only passed over. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }
  skipNumbers(count) {
    for (; count > 0; count--) while (this.byte() >= 128);
  }
  skipBytes(count) {
    this.at += count;
  }
  slice(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }
  list(read) {
    return Array.from({ length: this.number() }, () => read(this));
  }
  get done() {
    return this.at >= this.bytes.length;
  }
}

function number(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

const sized = (parts) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from(number(body.length)), body]);
};

function sectionsOf(module) {
  const reader = new Reader(module, 8);
  const sections = [];
  while (!reader.done) sections.push({ id: reader.byte(), bytes: reader.slice(reader.number()) });
  return sections;
}

/** Where the functions of a module begin and end, the first behind their number. Of other bytes: behind the last. */
export function functionsOf(bytes) {
  const none = [bytes.length, bytes.length];
  if (bytes.subarray(0, 4).toString('latin1') !== '\0asm') return none;
  const reader = new Reader(bytes, 8);
  while (!reader.done) {
    const id = reader.byte();
    const size = reader.number();
    const end = reader.at + size;
    if (id === kCode) {
      reader.number();
      return [reader.at, end];
    }
    reader.skipBytes(size);
  }
  return none;
}

/** The same module less its custom sections, such as names. */
export function withoutCustom(module) {
  const kept = sectionsOf(module).filter(({ id }) => id !== kCustom);
  return Buffer.concat([
    module.subarray(0, 8),
    ...kept.flatMap(({ id, bytes }) => [Buffer.from([id]), sized([bytes])]),
  ]);
}

/** How many functions are imported; they come first in the numbering. */
function importedFunctions(section) {
  if (!section) return 0;
  const kinds = new Reader(section.bytes).list((reader) => {
    reader.skipBytes(reader.number());
    reader.skipBytes(reader.number());
    const kind = reader.byte();
    if (kind === 0) reader.skipNumbers(1);
    else if (kind === 3) reader.skipBytes(2);
    else {
      if (kind === 1) reader.byte(); // type of the elements
      reader.skipNumbers(reader.byte() & 1 ? 2 : 1);
    }
    return kind;
  });
  return kinds.filter((kind) => kind === 0).length;
}

/**
 * Passes over what stands behind an instruction of the prefix 0xfc: numbers for memory and tables, nothing for
 * conversions.
 */
const kBulkOperands = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

function skipVectorOperands(reader) {
  const code = reader.number();
  if (code <= 11 || code === 92 || code === 93)
    reader.skipNumbers(2); // alignment and offset
  else if (code <= 13)
    reader.skipBytes(16); // a constant, a shuffle
  else if (code >= 21 && code <= 34)
    reader.byte(); // a lane
  else if (code >= 84 && code <= 91) {
    reader.skipNumbers(2);
    reader.byte();
  }
}

/** Where a body names functions: `{ at, end, index }` of each. */
function callsOf(body) {
  const reader = new Reader(body);
  reader.list(() => reader.skipNumbers(2)); // locals
  const calls = [];
  while (!reader.done) {
    const code = reader.byte();
    if (code === 0x10 || code === 0x12 || code === 0xd2) {
      // call, return_call, ref.func
      const at = reader.at;
      const index = reader.number();
      calls.push({ at, end: reader.at, index });
    } else if (code === 0x0e) {
      // br_table
      reader.skipNumbers(reader.number() + 1);
    } else if (code === 0x1c) {
      // select of a type
      reader.skipNumbers(reader.number());
    } else if (code === 0x11 || code === 0x13 || (code >= 0x28 && code <= 0x3e)) {
      // call_indirect, loads and stores
      reader.skipNumbers(2);
    } else if (
      (code >= 0x02 && code <= 0x04) ||
      code === 0x0c ||
      code === 0x0d ||
      (code >= 0x20 && code <= 0x26) ||
      (code >= 0x3f && code <= 0x42) ||
      code === 0xd0
    ) {
      // blocks, branches, variables, memory size, integers
      reader.skipNumbers(1);
    } else if (code === 0x43) {
      reader.skipBytes(4);
    } else if (code === 0x44) {
      reader.skipBytes(8);
    } else if (code === 0xfc) {
      reader.skipNumbers(kBulkOperands[reader.number()]);
    } else if (code === 0xfd) {
      skipVectorOperands(reader);
    } else if (code > 0xc4 && code !== 0xd1) {
      throw new Error(`the instruction ${code.toString(16)} is not known to order_functions.mjs`);
    }
  }
  return calls;
}

// What two functions have in common is counted in runs of this many bytes; what was laid down within the last bytes,
// as many as Deflate sees, counts; and a short function is not preferred for being short. Of the values tried out on
// the engine, these depend least on chance: runs of 6 make the packed engine 1 % longer in one build of four.
const kRun = 5,
  kWindow = 32000,
  kShort = 60;

/** Each next function is the one of which the largest part is in what was laid down last. */
function orderBySimilarity(bodies) {
  const holders = new Map(); // run -> the functions that hold it
  const runs = bodies.map((body, i) => {
    const text = Buffer.from(body).toString('latin1');
    const own = new Set();
    for (let at = 0; at + kRun <= text.length; at++) own.add(text.slice(at, at + kRun));
    for (const run of own) holders.has(run) ? holders.get(run).push(i) : holders.set(run, [i]);
    return [...own];
  });

  const common = new Int32Array(bodies.length);
  const inWindow = new Map();
  const count = (i, step) => {
    for (const run of runs[i]) {
      const before = inWindow.get(run) ?? 0;
      inWindow.set(run, before + step);
      if (before === 0 || before + step === 0) for (const holder of holders.get(run)) common[holder] += step;
    }
  };

  const left = new Set(bodies.keys());
  const order = [];
  let oldest = 0;
  let size = 0;
  while (left.size) {
    let best = -1;
    let most = -1;
    for (const i of left) {
      const part = common[i] / (runs[i].length + kShort);
      if (part > most) [best, most] = [i, part];
    }
    left.delete(best);
    order.push(best);
    count(best, 1);
    for (size += bodies[best].length; size > kWindow && oldest < order.length - 1; oldest++) {
      count(order[oldest], -1);
      size -= bodies[order[oldest]].length;
    }
  }
  return order;
}

/**
 * The same module with its functions in another order, less custom sections, which may speak of functions by number.
 */
export function orderFunctions(module) {
  const sections = sectionsOf(module).filter(({ id }) => id !== kCustom);
  const section = (id) => sections.find((each) => each.id === id);
  const imported = importedFunctions(section(kImport));
  const types = new Reader(section(kFunction).bytes).list((reader) => reader.number());
  const bodies = new Reader(section(kCode).bytes).list((reader) => reader.slice(reader.number()));
  const calls = bodies.map(callsOf);

  const order = orderBySimilarity(bodies);
  const places = new Int32Array(imported + bodies.length).map((_, i) => i);
  order.forEach((from, to) => {
    places[imported + from] = imported + to;
  });
  const place = (index) => number(places[index]);

  const renumbered = (body, list) => {
    const parts = [];
    let at = 0;
    for (const call of list) {
      parts.push(body.subarray(at, call.at), place(call.index));
      at = call.end;
    }
    return sized([...parts, body.subarray(at)]);
  };

  const rewrite = {
    [kFunction]: () => [number(types.length), order.flatMap((i) => number(types[i]))],
    [kExport]: ({ bytes }) => {
      const exports = new Reader(bytes).list((reader) => {
        const from = reader.at;
        reader.skipBytes(reader.number());
        const kind = reader.byte();
        const head = bytes.subarray(from, reader.at);
        const index = reader.number();
        return [...head, ...(kind === 0 ? place(index) : number(index))];
      });
      return [number(exports.length), ...exports];
    },
    [kStart]: ({ bytes }) => [place(new Reader(bytes).number())],
    [kElement]: ({ bytes }) => {
      const segments = new Reader(bytes).list((reader) => {
        const from = reader.at;
        // An active segment of the first table at a constant: 0, i32.const, offset, end.
        if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error('an element segment of another kind');
        reader.skipNumbers(1);
        reader.byte();
        const head = bytes.subarray(from, reader.at);
        const functions = reader.list(() => place(reader.number()));
        return [...head, ...number(functions.length), ...functions.flat()];
      });
      return [number(segments.length), ...segments];
    },
    [kCode]: () => [number(bodies.length), ...order.map((i) => renumbered(bodies[i], calls[i]))],
  };
  return Buffer.concat([
    module.subarray(0, 8),
    ...sections.map((each) => Buffer.concat([Buffer.from([each.id]), sized(rewrite[each.id]?.(each) ?? [each.bytes])])),
  ]);
}
