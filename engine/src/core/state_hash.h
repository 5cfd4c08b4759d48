/// 64 bits over a sequence of words: two worlds with the same value have, for all practical purposes, the same state.
/// Floats count by their bits, so 0.0 and -0.0 differ: they can lead to different futures (1 / x).
///
/// FNV-1a (Fowler, Noll, Vo) over 32-bit words instead of bytes, closed with the 64-bit finaliser of
/// MurmurHash3 (Appleby), because FNV's multiplication alone carries nothing from the high bits down.
#pragma once

#include <bit>
#include <cstdint>

namespace impulse {

/// Spreads the bits of a number over all bits.
constexpr uint64_t spread_bits(uint64_t x) {
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
    return x ^ (x >> 33);
}

class StateHash {
  public:
    constexpr void add(uint32_t word) { state_ = (state_ ^ word) * 0x00000100000001b3u; }
    constexpr void add(uint64_t word) {
        add(static_cast<uint32_t>(word));
        add(static_cast<uint32_t>(word >> 32));
    }
    constexpr void add(float value) { add(std::bit_cast<uint32_t>(value)); }
    constexpr void add(double value) { add(std::bit_cast<uint64_t>(value)); }

    template <class... Words>
        requires(sizeof...(Words) > 1)
    constexpr void add(Words... words) {
        (add(words), ...);
    }

    constexpr uint64_t value() const { return spread_bits(state_); }

  private:
    uint64_t state_ = 0xcbf29ce484222325u;
};

} // namespace impulse
