#include "core/state_hash.h"

#include <bit>
#include <cstdint>
#include <set>

#include <catch2/catch_test_macros.hpp>

using impulse::StateHash;

TEST_CASE("a state hash depends on every word, on their order and on their number") {
    const auto hash = [](std::initializer_list<uint32_t> words) {
        StateHash h;
        for (const uint32_t word : words) { h.add(word); }
        return h.value();
    };
    const std::set<uint64_t> values{hash({}), hash({0}), hash({0, 0}), hash({1, 2}), hash({2, 1}), hash({1, 2, 0})};
    REQUIRE(values.size() == 6);
    REQUIRE(hash({1, 2}) == hash({1, 2}));
}

TEST_CASE("a state hash distinguishes one bit of a float, and 0 from -0") {
    const auto hash = [](float value) {
        StateHash h;
        h.add(value);
        return h.value();
    };
    std::set<uint64_t> values;
    for (int bit = 0; bit < 32; ++bit) { values.insert(hash(std::bit_cast<float>(1u << bit))); }
    REQUIRE(values.size() == 32);
    REQUIRE(hash(0.0f) != hash(-0.0f));
}

TEST_CASE("one flipped input bit flips about half of a state hash") {
    // Fair bits would give a mean of 32 with a standard deviation of 4 / sqrt(64 pairs) = 0.5; five of those are
    // allowed.
    int flipped = 0;
    for (int bit = 0; bit < 64; ++bit) {
        StateHash a;
        StateHash b;
        a.add(uint64_t{0x0123456789abcdefu});
        b.add(uint64_t{0x0123456789abcdefu} ^ (uint64_t{1} << bit));
        flipped += std::popcount(a.value() ^ b.value());
    }
    REQUIRE(flipped >= 64 * 32 - 160);
    REQUIRE(flipped <= 64 * 32 + 160);
}

TEST_CASE("a state hash takes 64-bit values as their low and high words, on every target") {
    StateHash whole;
    whole.add(uint64_t{0x1111222233334444u});
    whole.add(1.0);
    StateHash halves;
    halves.add(uint32_t{0x33334444u});
    halves.add(uint32_t{0x11112222u});
    halves.add(uint32_t{0});
    halves.add(uint32_t{0x3ff00000u});
    REQUIRE(whole.value() == halves.value());
}
