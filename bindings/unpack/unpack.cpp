// The engine inside `impulse2d` is compressed with LZMA, and this is the decoder, a wasm module of its own without a library.
// LZMA is a fifth smaller than gzip here, and decoding it in wasm takes as long as the host's gunzip; as JavaScript that runs once it
// took seven times as long. The format: Igor Pavlov, LZMA specification (in the LZMA SDK). Fixed here: lc = 3, lp = 0, pb = 0, no
// end marker, no header. tools/build/pack.mjs is the other side, and checks each build by decoding it.

namespace {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;

// A probability of 0 in units of 1 / 2048 for each binary decision, in one array; these are the first indices of each kind.
constexpr u32 kStates = 12, kLengthTree = 2 + 8 + 8 + 256;
constexpr u32 kIsMatch = 0, kIsRepeat = kStates, kIsRepeat0 = 2 * kStates, kIsRepeat1 = 3 * kStates,
              kIsRepeat2 = 4 * kStates, kIsRepeat0Long = 5 * kStates, kDistanceSlot = 6 * kStates,
              kDistance = kDistanceSlot + 4 * 64, kAlign = kDistance + 128, kMatchLength = kAlign + 16,
              kRepeatLength = kMatchLength + kLengthTree, kLiteral = kRepeatLength + kLengthTree,
              kCount = kLiteral + 8 * 0x300;

u16 probabilities[kCount];

/// The range decoder.
struct Coder {
    u32 range, code;
    const u8* input;

    void refill() {
        if (range < 1u << 24) {
            range <<= 8;
            code = code << 8 | *input++;
        }
    }

    [[gnu::always_inline]] u32 bit(u16& probability) {
        const u32 p = probability;
        const u32 bound = (range >> 11) * p;
        const bool one = code >= bound;
        if (one) {
            range -= bound;
            code -= bound;
            probability = static_cast<u16>(p - (p >> 5));
        } else {
            range = bound;
            probability = static_cast<u16>(p + ((2048 - p) >> 5));
        }
        refill();
        return one;
    }
};

// Between functions it is in memory; loops work on a copy, as a compiler that takes no time keeps locals in registers, no globals.
Coder coder;

[[gnu::noinline]] u32 bit(u32 index) {
    Coder local = coder;
    const u32 b = local.bit(probabilities[index]);
    coder = local;
    return b;
}

/// A number of `bits` bits, the highest first.
[[gnu::noinline]] u32 tree(u32 first, u32 bits) {
    Coder local = coder;
    u32 node = 1;
    while (node >> bits == 0) { node = node << 1 | local.bit(probabilities[first + node]); }
    coder = local;
    return node - (1u << bits);
}

/// A number of `bits` bits, the lowest first.
[[gnu::noinline]] u32 reverse_tree(u32 first, u32 bits) {
    Coder local = coder;
    u32 node = 1, value = 0;
    for (u32 i = 0; i < bits; ++i) {
        const u32 b = local.bit(probabilities[first + node]);
        node = node << 1 | b;
        value |= b << i;
    }
    coder = local;
    return value;
}

[[gnu::noinline]] u32 length(u32 first) {
    if (bit(first) == 0) { return 2 + tree(first + 2, 3); }
    if (bit(first + 1) == 0) { return 10 + tree(first + 10, 3); }
    return 18 + tree(first + 18, 8);
}

u32 even_bits(u32 count) {
    u32 value = 0;
    for (; count > 0; --count) {
        coder.range >>= 1;
        const u32 b = coder.code >= coder.range;
        if (b) { coder.code -= coder.range; }
        value = value << 1 | b;
        coder.refill();
    }
    return value;
}

u32 match_distance(u32 length) {
    const u32 slot = tree(kDistanceSlot + 64 * (length < 5 ? length - 2 : 3), 6);
    if (slot < 4) { return slot; }
    const u32 bits = (slot >> 1) - 1;
    const u32 base = (2 | (slot & 1)) << bits;
    if (slot < 14) { return base + reverse_tree(kDistance + base - slot, bits); }
    const u32 high = even_bits(bits - 4) << 4;
    return base + high + reverse_tree(kAlign, 4);
}

[[gnu::noinline]] u8 literal(u32 before, u32 match, bool after_match) {
    Coder local = coder;
    u16* const p = probabilities + kLiteral + 0x300 * (before >> 5);
    u32 node = 1;
    // After a match the byte that would have continued it says which bits are unlikely, until one differs.
    for (bool same = after_match; same && node < 0x100; match <<= 1) {
        const u32 expected = match >> 7 & 1;
        const u32 b = local.bit(p[0x100 + (expected << 8) + node]);
        same = b == expected;
        node = node << 1 | b;
    }
    while (node < 0x100) { node = node << 1 | local.bit(p[node]); }
    coder = local;
    return static_cast<u8>(node);
}

/// Distance number `which` becomes the most recent one.
void bring_forward(u32 distances[4], u32 which) {
    const u32 found = distances[which];
    for (; which > 0; --which) { distances[which] = distances[which - 1]; }
    distances[0] = found;
}

} // namespace

/// Writes out to `end` what `in` holds.
extern "C" void unpack(const u8* in, u8* out, u8* end) {
    for (u16& p : probabilities) { p = 1024; }
    coder = {~0u, 0, in + 1}; // the first byte is always 0
    for (int i = 0; i < 4; ++i) { coder.code = coder.code << 8 | *coder.input++; }

    u32 state = 0; // what the last symbols were: below 7 the last was a literal
    u32 distances[4] = {0, 0, 0, 0};
    const u8* const begin = out;
    while (out < end) {
        if (bit(kIsMatch + state) == 0) {
            const u32 before = out == begin ? 0 : out[-1];
            *out = literal(before, *(out - distances[0] - 1), state >= 7);
            ++out;
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        u32 count;
        if (bit(kIsRepeat + state) == 0) {
            bring_forward(distances, 3);
            count = length(kMatchLength);
            distances[0] = match_distance(count);
            state = state < 7 ? 7 : 10;
        } else if (bit(kIsRepeat0 + state) == 1) {
            const u32 which = bit(kIsRepeat1 + state) == 0 ? 1 : 2 + bit(kIsRepeat2 + state);
            bring_forward(distances, which);
            count = length(kRepeatLength);
            state = state < 7 ? 8 : 11;
        } else if (bit(kIsRepeat0Long + state) == 1) {
            count = length(kRepeatLength);
            state = state < 7 ? 8 : 11;
        } else {
            count = 1;
            state = state < 7 ? 9 : 11;
        }
        for (; count > 0; --count, ++out) { *out = *(out - distances[0] - 1); }
    }
}
