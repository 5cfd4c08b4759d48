// The engine inside `impulse2d` is compressed, and this is the decoder: a wasm module of its own without a library. A
// host's gunzip wants streams that some test environments lack, and a third more bytes.
//
// What is coded is runs of literals and, between them, matches by length and distance (Ziv and Lempel, 1977). Most
// bytes are literals, as they are guessed well: the decoder reads along what each byte of a function is (an opcode, an
// index of a local, an offset; WebAssembly Core Specification, 5, Binary Format), and the last opcodes say more about
// it than the last bytes. A byte is coded as one nibble if it is frequent, else as three, by adaptive models of 16
// symbols (Fabian Giesen, "rANS in practice", 2015). Two models, a general one and one that knows more, are averaged,
// and a model that is new begins as the average of those before it.
//
// tools/build/pack.mjs chooses the matches. Its models are those here: this file, compiled with IMPULSE_PACK, is told
// the bytes and notes the probabilities. Any change of the models is therefore one of both sides.
#include <wasm_simd128.h>

namespace {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;

constexpr u32 kTotal = 1 << 14; // probabilities are in units of 1 / kTotal
constexpr u32 kLeast = 8;       // of which a symbol always keeps at least so many
constexpr u32 kModels = 2;      // that are averaged
constexpr u32 kSlotBits = 14;

/// Adaptive probabilities of 16 symbols: how much lies below each, 16 bits each. Nothing lies below the first, so its
/// place holds of which context the model is (12 bits and a bit that is never 0), and how often it was used, up to 7.
struct Model {
    v128_t low, high;
};

Model models[kModels][1 << kSlotBits]; // by hash
u32 contexts[kModels];                 // of what comes next, the general one first

#ifdef IMPULSE_PACK
u32* records;      // begin and size of each symbol on the line from 0 to kTotal; bit 31: a literal begins
u32 begins;        // that bit, for the next one
const u32* tokens; // the numbers to be coded
u32 told() { return *tokens++; }
#else
const u16* input;
u32 coder; // rANS (Jarek Duda, arXiv:1311.2540): what is yet to be decoded, above 2^16
u32 told() { return 0; }
#endif

struct Line {
    v128_t low, high;
};

/// 0, `step`, … 15 `step`.
Line multiples(short step) {
    const v128_t by = wasm_i16x8_splat(step);
    return {wasm_i16x8_mul(wasm_i16x8_make(0, 1, 2, 3, 4, 5, 6, 7), by),
            wasm_i16x8_mul(wasm_i16x8_make(8, 9, 10, 11, 12, 13, 14, 15), by)};
}

/// The half that a model is moved by 1 / 2^shift of the way: to kLeast for each symbol and the rest for `found`, which
/// is said by `above`, the symbols above it. Never less than kLeast lies between two symbols, as both shift and average
/// keep the order of what is kLeast apart.
v128_t moved(v128_t from, v128_t least, v128_t above, u32 shift) {
    const v128_t goal = wasm_i16x8_add(least, wasm_v128_and(above, wasm_i16x8_splat(kTotal - 16 * kLeast)));
    return wasm_i16x8_add(from, wasm_i16x8_shr(wasm_i16x8_sub(goal, from), shift));
}

/// The next symbol of the contexts; `node` says which of those a byte or a number consists of. `known` is for packing.
[[gnu::noinline]] u32 nibble(u32 node, [[maybe_unused]] u32 known) {
    Model* at[kModels];
    u32 heads[kModels];
    auto [low, high] = multiples(kTotal / 16);
    for (u32 k = 0; k < kModels; ++k) {
        const u32 hash = (contexts[k] + node) * 0x9e3779b1U;
        Model& model = models[k][hash >> (32 - kSlotBits)];
        const u32 tag = (hash & 0xfff0) | 8;
        u32 head = wasm_u16x8_extract_lane(model.low, 0);
        if ((head & 0xfff8) != tag) {
            head = tag;
            model = {low, high};
        }
        at[k] = &model;
        heads[k] = head;
        low = k == 0 ? model.low : wasm_u16x8_avgr(low, model.low);
        high = k == 0 ? model.high : wasm_u16x8_avgr(high, model.high);
    }
    low = wasm_i16x8_replace_lane(low, 0, 0);
    alignas(16) u16 below[17];
    wasm_v128_store(below, low);
    wasm_v128_store(below + 8, high);
    below[16] = kTotal;

#ifdef IMPULSE_PACK
    const u32 found = known;
    *records++ = below[found] | static_cast<u32>(below[found + 1] - below[found]) << 16 | begins;
    begins = 0;
#else
    const u32 place = coder % kTotal;
    const v128_t places = wasm_i16x8_splat(static_cast<short>(place));
    const v128_t reached = wasm_i8x16_narrow_i16x8(wasm_i16x8_le(low, places), wasm_i16x8_le(high, places));
    const u32 found = static_cast<u32>(__builtin_popcount(wasm_i8x16_bitmask(reached))) - 1;
    coder = static_cast<u32>(below[found + 1] - below[found]) * (coder / kTotal) + place - below[found];
    if (coder < 1 << 16) { coder = coder << 16 | *input++; }
#endif

    const Line order = multiples(1), least = multiples(kLeast);
    const v128_t symbol = wasm_i16x8_splat(static_cast<short>(found));
    const v128_t low_above = wasm_i16x8_gt(order.low, symbol), high_above = wasm_i16x8_gt(order.high, symbol);
    for (u32 k = 0; k < kModels; ++k) {
        // A new model learns fast: by 1/2, twice 1/4, and so on to 1/32.
        const u32 uses = heads[k] & 7, shift = 0x54433221U >> 4 * uses & 15;
        const v128_t half = moved(at[k]->low, least.low, low_above, shift);
        at[k]->low = wasm_i16x8_replace_lane(half, 0, static_cast<short>(heads[k] + (uses < 7)));
        at[k]->high = moved(at[k]->high, least.high, high_above, shift);
    }
    return found;
}

u32 mix(u32 a, u32 b) {
    a = (a ^ b) * 0x85ebca6bU;
    return a ^ a >> 15;
}

/// What the next byte belongs to. kOpcode is what follows where nothing else is said.
enum Role : u32 {
    kOpcode,
    kVector, // the opcode after 0xfd
    kBulk,   // and after 0xfc
    kLocal,
    kGlobal,
    kLabel,
    kFunction,
    kAlign,
    kOffset,
    kConstant,
    kByte,  // of one byte whatever it is: a block's type, a lane
    kRaw,   // of several such: a number of 4, 8 or 16 bytes
    kTable, // how many labels br_table has less one
    kLabels,
    kSize,   // of a function
    kGroups, // how many groups of locals it has
    kGroup,  // how many of what type
    kOther,  // outside of functions
};

/// Up to three roles, 5 bits each.
constexpr u32 then(u32 a, u32 b = 0, u32 c = 0) { return a | b << 5 | c << 10; }

/// What follows an opcode.
u32 immediates(u32 opcode) {
    if (opcode >= 0x28 && opcode <= 0x3e) { return then(kAlign, kOffset); }
    if (opcode >= 0x20 && opcode <= 0x22) { return kLocal; }
    if (opcode >= 0x23 && opcode <= 0x26) { return kGlobal; }
    if (opcode == 0x41 || opcode == 0x42) { return kConstant; }
    if (opcode == 0x43 || opcode == 0x44) { return kRaw; }
    if ((opcode >= 0x02 && opcode <= 0x04) || opcode == 0x3f || opcode == 0x40) { return kByte; }
    if (opcode == 0x0c || opcode == 0x0d) { return kLabel; }
    if (opcode == 0x0e) { return kTable; }
    if (opcode == 0x10) { return kFunction; }
    if (opcode == 0x11) { return then(kFunction, kByte); }
    if (opcode == 0xfc) { return kBulk; }
    return opcode == 0xfd ? kVector : kOpcode;
}

u32 vector_immediates(u32 opcode) {
    if (opcode <= 11 || opcode == 92 || opcode == 93) { return then(kAlign, kOffset); }
    if (opcode == 12 || opcode == 13) { return kRaw; }
    if (opcode >= 21 && opcode <= 34) { return kByte; }
    return opcode >= 84 && opcode <= 91 ? then(kAlign, kOffset, kByte) : static_cast<u32>(kOpcode);
}

/// Where in the module the decoder is. Bytes that are no module are read in some way too: it is a guess, not a check.
struct Place {
    u32 role, position, value; // bytes and number so far
    u32 plan;                  // the roles after it
    u32 left;                  // how many there are yet of what there are several of
    u32 depth;                 // of blocks
    u32 last;                  // byte
    u32 opcodes[3];            // the last first

    void begin(u32 first, u32 next) {
        role = first;
        plan = next;
        position = value = 0;
    }

    void take(u32 byte) {
        last = byte;
        if (role == kOther) { return; }
        value |= (byte & 127) << position * 7 % 32;
        ++position;
        // A number goes on while the top bit is set (LEB128).
        if (role == kRaw ? --left > 0 : byte > 127 && role != kOpcode && role != kByte) { return; }
        if (role == kOpcode) {
            opcodes[2] = opcodes[1];
            opcodes[1] = opcodes[0];
            opcodes[0] = byte;
            plan = immediates(byte);
            left = byte == 0x43 ? 4 : 8;
            depth += byte >= 0x02 && byte <= 0x04;
            if (byte == 0x0b && depth-- == 0) { plan = then(kSize, kGroups); } // the end of the function
        } else if (role == kVector) {
            opcodes[0] = 256 + value;
            plan = vector_immediates(value);
            left = 16;
        } else if (role == kBulk) {
            plan = value == 10 ? then(kByte, kByte) : static_cast<u32>(kByte);
        } else if (role == kTable) {
            left = value + 1;
            plan = kLabels;
        } else if (role == kGroups) {
            left = 2 * value;
            plan = value > 0 ? kGroup : kOpcode;
            depth = opcodes[0] = opcodes[1] = opcodes[2] = 0;
        } else if ((role == kLabels || role == kGroup) && --left > 0) {
            plan = role;
        }
        begin(plan & 31, plan >> 5);
    }
};

Place place;

// The most frequent opcodes, and those of vectors. Of other bytes 0 to 14 are.
const u8 kFrequent[2][15] = {
    {0x20, 0x41, 0xfd, 0x22, 0x6a, 0x21, 0x28, 0x0b, 0x36, 0x10, 0x2a, 0x74, 0x04, 0x0d, 0x94},
    {0x00, 0x0b, 0x0c, 0xe6, 0xf2, 0xf0, 0x0d, 0xe4, 0xf1, 0xe5, 0x0a, 0x52, 0x1f, 0x20, 0x5f},
};

#ifdef IMPULSE_PACK
u32 rank(bool listed, u32 byte) {
    u32 i = 0;
    while (i < 15 && (listed ? kFrequent[place.role][i] : i) != byte) { ++i; }
    return i;
}
#else
u32 rank(bool, u32) { return 0; }
#endif

u32 literal(u32 known) {
    const u32 role = place.role, position = place.position;
    const u32 here = mix(role * 4 + (position < 3 ? position : 3), position > 0 ? place.last : 0);
    contexts[0] = mix(here, place.opcodes[0]);
    const u32 more = mix(contexts[0], place.opcodes[1] + 77);
    contexts[1] = role == kOpcode ? mix(more, place.opcodes[2]) : role == kLocal ? here : more;

    const bool listed = role <= kVector && position == 0;
#ifdef IMPULSE_PACK
    begins = 1U << 31;
#endif
    const u32 frequent = nibble(0, rank(listed, known));
    if (frequent < 15) { return listed ? kFrequent[role][frequent] : frequent; }
    const u32 high = nibble(0x632be5, known >> 4);
    return high << 4 | nibble(0xabe5 * (high + 1), known & 15);
}

/// From 1 on: how many bits it has, then these from above. `kind` is what it is, `hint` what is likely to matter.
u32 number(u32 kind, u32 hint, u32 known) {
    contexts[0] = mix(kind, 0);
    contexts[1] = mix(kind, hint + 1);
    const u32 bits = known > 0 ? 31 - static_cast<u32>(__builtin_clz(known)) : 0;
    u32 exponent = nibble(0, bits < 15 ? bits : 15);
    if (exponent == 15) { exponent += nibble(1000, bits - 15); }
    u32 value = 1;
    for (u32 left = exponent; left > 0;) {
        const u32 taken = (left - 1) % 4 + 1;
        left -= taken;
        value = value << taken | nibble((exponent << 5 | left) * 0x61c88647U, known >> left & ((1U << taken) - 1));
    }
    return value;
}

} // namespace

/// Writes from `out` to `end` what is packed at `in`, which begins with where the functions of the module begin and
/// end.
#ifdef IMPULSE_PACK
/// Here these bytes are at `out` already, and their symbols are written to `to`. Returns where those end.
extern "C" const u32* note(const u16* in, u8* out, const u8* end, u32* to, const u32* numbers) {
    records = to;
    tokens = numbers;
#else
extern "C" void unpack(const u16* in, u8* out, const u8* end) {
    coder = static_cast<u32>(in[4]) << 16 | in[5];
    input = in + 6;
#endif
    const u8* const functions = out + (in[0] | in[1] << 16);
    const u8* const functions_end = out + (in[2] | in[3] << 16);
    place.role = kOther;
    const auto write = [&](u32 byte) {
        *out++ = static_cast<u8>(byte);
        place.take(byte);
        if (out == functions) { place.begin(kSize, kGroups); }
        if (out == functions_end) { place.begin(kOther, 0); }
    };
    for (u32 length = 0, distance = 1;;) {
        for (u32 run = number(100, length < 15 ? length : 15, told()); run > 1; --run) { write(literal(*out)); }
        if (out >= end) { break; }
        length = number(200, place.role, told());
        const u32 next = number(300, length < 8 ? length : 8, told());
        if (next > 1) { distance = next - 1; } // 1: the same again
        for (u32 i = 0; i <= length; ++i) { write(*(out - distance)); }
    }
#ifdef IMPULSE_PACK
    return records;
#endif
}
