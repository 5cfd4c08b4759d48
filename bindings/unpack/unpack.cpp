// The engine inside `impulse2d` is compressed, and this is the decoder: a wasm module of its own without a library. A
// host's gunzip takes as long (12 ms with what Node loads for it, against 8), wants streams that some test environments
// lack, and a fifth more bytes.
//
// What is coded is what LZMA codes (Igor Pavlov, LZMA specification, in the LZMA SDK): literals, and matches by length
// and distance, of which the last four distances can be repeated; `state` remembers the kinds of the last symbols as
// there. How it is coded differs, for speed: nibbles instead of bits, by adaptive models of 16 symbols (Fabian Giesen,
// "rANS in practice", 2015, and "Reading bits in far too many ways"), so a byte takes two decisions instead of eight. 2
// % longer than LZMA in half the time.
//
// tools/build/pack.mjs is the encoder, has the same models in the same order, and checks each build by decoding it.
#include <wasm_simd128.h>

namespace {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;

constexpr u32 kTotal = 1 << 15; // probabilities are in units of 1 / kTotal
constexpr u32 kLeast = 32;      // of which a symbol always keeps about so many
constexpr int kRate = 6;        // a model moves 1 / 64 of the way to what came

/// Adaptive probabilities of 16 symbols: how much lies below each; the 17th is kTotal.
struct Model {
    u16 below[17];
};

constexpr u32 kStates = 12;

// clang-format off
struct Models {
    Model kind[kStates];                    // by state: literal, match, repeat 0, one byte of repeat 0, repeats 1 to 3
    Model high[16], low[16][16];            // of a literal: by the high nibble of the byte before, and its own
    Model high_after[16], low_after[256];   // after a match: by the byte that would have continued it, while that holds
    Model length[2][18];                    // of matches and of repeats: less 2, if below 15; else high and low nibble of the rest
    Model exponent[4], far;                 // of a distance, by the length; from 15 on the rest by itself
    Model mantissa[20][5];                  // by the exponent, high nibble first
};
// clang-format on

Models models;
const u16* input;
u32 coder; // rANS: what is yet to be decoded, above 2^16

[[gnu::noinline]] u32 symbol(Model& model) {
    const u32 place = coder % kTotal;
    const v128_t a = wasm_v128_load(model.below), b = wasm_v128_load(model.below + 8);
    const v128_t places = wasm_i16x8_splat(static_cast<short>(place));
    const v128_t a_below = wasm_i16x8_le(a, places), b_below = wasm_i16x8_le(b, places);
    const u32 bits = wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(a_below, b_below));
    const u32 found = static_cast<u32>(__builtin_popcount(bits)) - 1;

    const u32 begin = model.below[found], end = model.below[found + 1];
    coder = (end - begin) * (coder / kTotal) + place - begin;
    if (coder < 1 << 16) { coder = coder << 16 | *input++; }

    // What a model that is sure of the symbol has: kLeast for each below it, and the others at the top.
    const v128_t top = wasm_i16x8_splat(kTotal - 16 * kLeast);
    const v128_t a_least = wasm_i16x8_make(0, 32, 64, 96, 128, 160, 192, 224);
    const v128_t b_least = wasm_i16x8_make(256, 288, 320, 352, 384, 416, 448, 480);
    const v128_t a_goal = wasm_i16x8_add(a_least, wasm_v128_andnot(top, a_below));
    const v128_t b_goal = wasm_i16x8_add(b_least, wasm_v128_andnot(top, b_below));
    wasm_v128_store(model.below, wasm_i16x8_add(a, wasm_i16x8_shr(wasm_i16x8_sub(a_goal, a), kRate)));
    wasm_v128_store(model.below + 8, wasm_i16x8_add(b, wasm_i16x8_shr(wasm_i16x8_sub(b_goal, b), kRate)));
    return found;
}

u32 literal(u32 before, u32 expected, bool after_match) {
    Model(&low)[16] = models.low[before >> 4];
    if (!after_match) {
        const u32 high = symbol(models.high[before >> 4]);
        return high << 4 | symbol(low[high]);
    }
    const u32 high = symbol(models.high_after[expected >> 4]);
    return high << 4 | symbol(high == expected >> 4 ? models.low_after[expected] : low[high]);
}

/// Less 2.
u32 match_length(Model (&model)[18]) {
    const u32 length = symbol(model[0]);
    if (length < 15) { return length; }
    const u32 high = symbol(model[1]);
    return 15 + (high << 4) + symbol(model[2 + high]);
}

u32 match_distance(u32 length) {
    u32 exponent = symbol(models.exponent[length < 3 ? length : 3]);
    if (exponent == 15) { exponent += symbol(models.far); }
    u32 distance = 1;
    Model* model = models.mantissa[exponent];
    for (u32 left = exponent; left > 0; ++model) {
        const u32 taken = (left - 1) % 4 + 1;
        distance = distance << taken | symbol(*model);
        left -= taken;
    }
    return distance;
}

} // namespace

/// Writes from `out` to `end` what is packed at `in`.
extern "C" void unpack(const u16* in, u8* out, const u8* end) {
    u16* const below = reinterpret_cast<u16*>(&models);
    for (u32 i = 0; i < sizeof models / sizeof(u16); ++i) { below[i] = static_cast<u16>(i % 17 * (kTotal / 16)); }
    coder = static_cast<u32>(in[0]) << 16 | in[1];
    input = in + 2;

    u32 state = 0; // below 7 the last symbol was a literal
    u32 distance[4] = {1, 1, 1, 1};
    u32 before = 0; // the last byte
    while (out < end) {
        const u32 kind = symbol(models.kind[state]);
        if (kind == 0) {
            before = literal(before, *(out - distance[0]), state >= 7);
            *out++ = static_cast<u8>(before);
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        u32 count = 1;
        if (kind == 1) {
            const u32 length = match_length(models.length[0]);
            for (int i = 3; i > 0; --i) { distance[i] = distance[i - 1]; }
            distance[0] = match_distance(length);
            count = 2 + length;
            state = state < 7 ? 7 : 10;
        } else if (kind == 3) {
            state = state < 7 ? 9 : 11;
        } else {
            u32 which = kind == 2 ? 0 : kind - 3;
            const u32 repeated = distance[which];
            for (; which > 0; --which) { distance[which] = distance[which - 1]; }
            distance[0] = repeated;
            count = 2 + match_length(models.length[1]);
            state = state < 7 ? 8 : 11;
        }
        for (; count > 0; --count, ++out) { *out = *(out - distance[0]); }
        before = out[-1];
    }
}
