/// Numbers for randomised tests: the same on every target, which the distributions of <random> are not.
#pragma once

#include <cstdint>

namespace impulse::test {

/// xorshift64* (Vigna 2016).
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed * 2 + 1) {}

    uint32_t bits() {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return static_cast<uint32_t>((state_ * 0x2545f4914f6cdd1du) >> 32);
    }
    /// 0 to count - 1.
    uint32_t below(uint32_t count) { return bits() % count; }
    /// low to high.
    float between(float low, float high) {
        return low + (high - low) * static_cast<float>(bits() >> 8) * (1.0f / 16777216.0f);
    }

  private:
    uint64_t state_;
};

} // namespace impulse::test
