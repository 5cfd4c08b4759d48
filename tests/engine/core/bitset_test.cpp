#include "core/bitset.h"

#include <algorithm>
#include <set>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using impulse::Bitset;
using impulse::test::Random;

TEST_CASE("a bitset is a set of integers in ascending order") {
    Random random(3);
    constexpr uint32_t kBits = 777;
    Bitset bits;
    bits.resize(kBits);
    std::set<uint32_t> expected;
    for (int round = 0; round < 5000; ++round) {
        const uint32_t i = random.below(kBits);
        if (random.below(2) == 0) {
            bits.set(i);
            expected.insert(i);
        } else {
            bits.clear(i);
            expected.erase(i);
        }
        REQUIRE(bits.test(i) == expected.contains(i));
        if (round % 100 != 0) { continue; }
        REQUIRE(bits.count() == expected.size());
        REQUIRE(bits.any() == !expected.empty());
        const std::vector<uint32_t> ascending(expected.begin(), expected.end());
        impulse::Arena arena;
        REQUIRE(std::ranges::equal(bits.list(arena), ascending));
    }
}

TEST_CASE("growing a bitset keeps its bits and adds zeros, also where it was once longer") {
    Bitset bits;
    bits.resize(130);
    for (uint32_t i = 0; i < 130; ++i) { bits.set(i); }
    bits.resize(65);
    REQUIRE(bits.count() == 65);
    bits.resize(300);
    REQUIRE(bits.count() == 65);
    REQUIRE(bits.test(64));
    REQUIRE_FALSE(bits.test(65));
    REQUIRE_FALSE(bits.test(1000));
}

TEST_CASE("a traversal of a bitset may clear the current bit") {
    Random random(4);
    Bitset bits;
    bits.resize(500);
    for (int i = 0; i < 200; ++i) { bits.set(random.below(500)); }
    const uint32_t count = bits.count();
    uint32_t visited = 0;
    bits.for_each([&](uint32_t i) {
        REQUIRE(bits.test(i));
        bits.clear(i);
        ++visited;
    });
    REQUIRE(visited == count);
    REQUIRE_FALSE(bits.any());
}
