/// A set of small integers as bits, traversed in ascending order, 64 at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/archive.h"
#include "core/arena.h"
#include "core/assert.h"
#include "core/list.h"

namespace impulse {

class Bitset {
  public:
    /// Bits kept keep their value, new ones are 0.
    void resize(uint32_t bits) {
        words_.resize((static_cast<size_t>(bits) + 63u) / 64u, 0);
        bits_ = bits;
        // Bits beyond the end must be 0: a later growth would include them.
        if (const uint32_t rest = bits % 64u; rest != 0) { words_.back() &= (uint64_t{1} << rest) - 1u; }
    }
    uint32_t size() const { return bits_; }

    /// So many bits, none set.
    void reset(uint32_t bits) {
        resize(bits);
        for (uint64_t& word : words_) { word = 0; }
    }
    void set(uint32_t i) {
        IMPULSE_ASSERT(i < bits_);
        words_[i / 64u] |= uint64_t{1} << (i % 64u);
    }
    void clear(uint32_t i) {
        IMPULSE_ASSERT(i < bits_);
        words_[i / 64u] &= ~(uint64_t{1} << (i % 64u));
    }
    void assign(uint32_t i, bool value) { value ? set(i) : clear(i); }

    /// False for every bit beyond the end.
    bool test(uint32_t i) const { return i < bits_ && ((words_[i / 64u] >> (i % 64u)) & 1u) != 0; }

    uint32_t count() const {
        uint32_t sum = 0;
        for (const uint64_t word : words_) { sum += static_cast<uint32_t>(std::popcount(word)); }
        return sum;
    }
    bool any() const {
        for (const uint64_t word : words_) {
            if (word != 0) { return true; }
        }
        return false;
    }

    /// Calls `visit(i)` for every bit set, ascending. The callback may clear the present bit; whether it sees other
    /// bits that it sets or clears is unspecified.
    template <class F>
    void for_each(F&& visit) const {
        for (size_t w = 0; w < words_.size(); ++w) {
            uint64_t word = words_[w];
            while (word != 0) {
                visit(static_cast<uint32_t>(w * 64u) + static_cast<uint32_t>(std::countr_zero(word)));
                word &= word - 1u; // drops the lowest bit
            }
        }
    }

    /// The bits set, ascending, in memory of `arena`.
    std::span<uint32_t> list(Arena& arena) const {
        const std::span<uint32_t> bits = arena.allocate<uint32_t>(count());
        size_t written = 0;
        for_each([&](uint32_t i) { bits[written++] = i; });
        return bits;
    }

    void archive(Archive& archive) {
        auto& [words, bits] = *this;
        archive(words, bits);
    }

    std::span<uint64_t> words() { return words_; }
    std::span<const uint64_t> words() const { return words_; }

  private:
    List<uint64_t> words_;
    uint32_t bits_ = 0;
};

} // namespace impulse
