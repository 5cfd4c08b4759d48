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
constexpr u32 kIsMatch = 0, kIsRepeat = kStates, kIsRepeat0 = 2 * kStates, kIsRepeat1 = 3 * kStates, kIsRepeat2 = 4 * kStates,
              kIsRepeat0Long = 5 * kStates, kDistanceSlot = 6 * kStates, kDistance = kDistanceSlot + 4 * 64, kAlign = kDistance + 128,
              kMatchLength = kAlign + 16, kRepeatLength = kMatchLength + kLengthTree, kLiteral = kRepeatLength + kLengthTree,
              kCount = kLiteral + 8 * 0x300;

u16 probability[kCount];
const u8* input;
u32 range, code;

void refill() {
    if (range < 1u << 24) {
        range <<= 8;
        code = code << 8 | *input++;
    }
}

[[gnu::noinline]] u32 bit(u32 index) {
    const u32 p = probability[index];
    const u32 bound = (range >> 11) * p;
    const bool one = code >= bound;
    if (one) {
        range -= bound;
        code -= bound;
        probability[index] = static_cast<u16>(p - (p >> 5));
    } else {
        range = bound;
        probability[index] = static_cast<u16>(p + ((2048 - p) >> 5));
    }
    refill();
    return one;
}

/// A number of `bits` bits, the highest first.
[[gnu::noinline]] u32 tree(u32 first, u32 bits) {
    u32 node = 1;
    while (node >> bits == 0) { node = node << 1 | bit(first + node); }
    return node - (1u << bits);
}

/// A number of `bits` bits, the lowest first.
[[gnu::noinline]] u32 reverse_tree(u32 first, u32 bits) {
    u32 node = 1, value = 0;
    for (u32 i = 0; i < bits; ++i) {
        const u32 b = bit(first + node);
        node = node << 1 | b;
        value |= b << i;
    }
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
        range >>= 1;
        const u32 b = code >= range;
        if (b) { code -= range; }
        value = value << 1 | b;
        refill();
    }
    return value;
}

u32 match_distance(u32 length) {
    const u32 slot = tree(kDistanceSlot + 64 * (length < 5 ? length - 2 : 3), 6);
    if (slot < 4) { return slot; }
    const u32 bits = (slot >> 1) - 1;
    const u32 base = (2 | (slot & 1)) << bits;
    if (slot < 14) { return base + reverse_tree(kDistance + base - slot, bits); }
    return base + (even_bits(bits - 4) << 4) + reverse_tree(kAlign, 4);
}

/// After a match the byte that would have continued it says which bits are unlikely, until one differs.
u8 literal(u32 before, u32 match, bool after_match) {
    const u32 first = kLiteral + 0x300 * (before >> 5);
    u32 node = 1;
    for (bool same = after_match; node < 0x100;) {
        const u32 expected = match >> 7 & 1;
        const u32 b = bit(first + (same ? 0x100 + (expected << 8) : 0) + node);
        same = same && b == expected;
        match <<= 1;
        node = node << 1 | b;
    }
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
    for (u16& p : probability) { p = 1024; }
    input = in + 1;
    range = ~0u;
    for (int i = 0; i < 4; ++i) { code = code << 8 | *input++; }

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
