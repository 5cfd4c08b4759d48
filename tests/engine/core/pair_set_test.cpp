#include "core/pair_set.h"

#include <unordered_set>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using impulse::PairSet;
using impulse::test::Random;

TEST_CASE("a pair set is a set under random insertions and removals") {
    Random random(8);
    PairSet pairs;
    std::unordered_set<uint64_t> expected;
    // Few possible keys, so that removals hit and runs of neighbours form and break. Phases of growth and of decline.
    for (int round = 0; round < 200000; ++round) {
        const uint64_t key = (static_cast<uint64_t>(1 + random.below(60)) << 32) | (1 + random.below(60));
        const uint32_t insert_share = (round / 20000) % 2 == 0 ? 70 : 20; // percent
        if (random.below(100) < insert_share) {
            REQUIRE(pairs.insert(key) == expected.insert(key).second);
        } else {
            REQUIRE(pairs.erase(key) == (expected.erase(key) == 1));
        }
        REQUIRE(pairs.count() == expected.size());
        const uint64_t other = (static_cast<uint64_t>(1 + random.below(60)) << 32) | (1 + random.below(60));
        REQUIRE(pairs.contains(other) == expected.contains(other));
        if (round % 5000 != 0) { continue; }
        for (uint64_t a = 1; a <= 60; ++a) {
            for (uint64_t b = 1; b <= 60; ++b) {
                REQUIRE(pairs.contains((a << 32) | b) == expected.contains((a << 32) | b));
            }
        }
    }
}

TEST_CASE("an empty pair set contains nothing, and removing from it is valid") {
    PairSet pairs;
    REQUIRE_FALSE(pairs.contains(1));
    REQUIRE_FALSE(pairs.erase(1));
    REQUIRE(pairs.count() == 0);
    pairs.reserve(100);
    REQUIRE_FALSE(pairs.contains(1));
    REQUIRE(pairs.insert(1));
    REQUIRE_FALSE(pairs.insert(1));
    pairs.clear();
    REQUIRE_FALSE(pairs.contains(1));
    REQUIRE(pairs.count() == 0);
    REQUIRE(pairs.insert(1));
}

TEST_CASE("a pair set contains 100,000 neighbouring pairs") {
    PairSet pairs;
    for (uint64_t i = 1; i <= 100000; ++i) { REQUIRE(pairs.insert((i << 32) | (i + 1))); }
    for (uint64_t i = 1; i <= 100000; i += 2) { REQUIRE(pairs.erase((i << 32) | (i + 1))); }
    for (uint64_t i = 1; i <= 100000; ++i) { REQUIRE(pairs.contains((i << 32) | (i + 1)) == (i % 2 == 0)); }
}

TEST_CASE("a large pair set, up to three quarters full, is the same set") {
    PairSet pairs;
    constexpr uint64_t kKeys = 700000; // of 2^20 places
    pairs.reserve(kKeys);
    for (uint64_t key = 1; key <= kKeys; ++key) { REQUIRE(pairs.insert(key << 20)); }
    REQUIRE(pairs.count() == kKeys);
    for (uint64_t key = 1; key <= kKeys; key += 2) { REQUIRE(pairs.erase(key << 20)); }
    uint64_t wrong = 0;
    for (uint64_t key = 1; key <= kKeys + 1000; ++key) {
        if (pairs.contains(key << 20) != (key % 2 == 0 && key <= kKeys)) { ++wrong; }
    }
    REQUIRE(wrong == 0);
}
