/// Key of a pair of shapes: independent of their order, never 0, and ordered by the smaller index, then the larger.
#pragma once

#include <cstdint>

namespace impulse {

constexpr uint64_t pair_key(uint32_t a, uint32_t b) {
    const uint32_t low = a < b ? a : b;
    const uint32_t high = a < b ? b : a;
    return (static_cast<uint64_t>(low + 1u) << 32) | (high + 1u);
}
/// The smaller index of a key.
constexpr uint32_t pair_first(uint64_t key) { return static_cast<uint32_t>(key >> 32) - 1u; }
/// The larger index of a key.
constexpr uint32_t pair_second(uint64_t key) { return static_cast<uint32_t>(key) - 1u; }

} // namespace impulse
