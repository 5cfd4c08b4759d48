#include "core/pair_map.h"

#include <unordered_map>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using impulse::PairMap;
using impulse::test::Random;

TEST_CASE("a pair map is a map under random insertions and removals") {
    Random random(8);
    PairMap pairs;
    std::unordered_map<uint64_t, uint32_t> expected;
    // Few possible keys, so that removals hit and runs of neighbours form and break. Phases of growth and of decline.
    for (int round = 0; round < 200000; ++round) {
        const uint64_t key = (static_cast<uint64_t>(1 + random.below(60)) << 32) | (1 + random.below(60));
        const uint32_t insert_share = (round / 20000) % 2 == 0 ? 70 : 20; // percent
        if (random.below(100) < insert_share) {
            const uint32_t value = random.below(1u << 30);
            REQUIRE(pairs.insert(key, value) == expected.emplace(key, value).second);
        } else {
            REQUIRE(pairs.erase(key) == (expected.erase(key) == 1));
        }
        REQUIRE(pairs.count() == expected.size());
        const uint64_t other = (static_cast<uint64_t>(1 + random.below(60)) << 32) | (1 + random.below(60));
        REQUIRE(pairs.contains(other) == expected.contains(other));
        if (round % 5000 != 0) { continue; }
        for (uint64_t a = 1; a <= 60; ++a) {
            for (uint64_t b = 1; b <= 60; ++b) {
                const auto at = expected.find((a << 32) | b);
                REQUIRE(pairs.find((a << 32) | b) == (at == expected.end() ? PairMap::kAbsent : at->second));
            }
        }
    }
}

TEST_CASE("an empty pair map contains nothing, and removing from it is valid") {
    PairMap pairs;
    REQUIRE_FALSE(pairs.contains(1));
    REQUIRE_FALSE(pairs.erase(1));
    REQUIRE(pairs.count() == 0);
    pairs.reserve(100);
    REQUIRE_FALSE(pairs.contains(1));
    REQUIRE(pairs.insert(1, 5));
    REQUIRE_FALSE(pairs.insert(1, 5));
    pairs.clear();
    REQUIRE_FALSE(pairs.contains(1));
    REQUIRE(pairs.count() == 0);
    REQUIRE(pairs.insert(1, 5));
}

TEST_CASE("a pair map contains 100,000 neighbouring pairs") {
    PairMap pairs;
    for (uint64_t i = 1; i <= 100000; ++i) { REQUIRE(pairs.insert((i << 32) | (i + 1), static_cast<uint32_t>(i))); }
    for (uint64_t i = 1; i <= 100000; i += 2) { REQUIRE(pairs.erase((i << 32) | (i + 1))); }
    for (uint64_t i = 1; i <= 100000; ++i) {
        REQUIRE(pairs.find((i << 32) | (i + 1)) == (i % 2 == 0 ? i : PairMap::kAbsent));
    }
}

TEST_CASE("a large pair map, up to three quarters full, is the same map") {
    PairMap pairs;
    constexpr uint64_t kKeys = 700000; // of 2^20 places
    pairs.reserve(kKeys);
    for (uint64_t key = 1; key <= kKeys; ++key) { REQUIRE(pairs.insert(key << 20, static_cast<uint32_t>(key))); }
    REQUIRE(pairs.count() == kKeys);
    for (uint64_t key = 1; key <= kKeys; key += 2) { REQUIRE(pairs.erase(key << 20)); }
    uint64_t wrong = 0;
    for (uint64_t key = 1; key <= kKeys + 1000; ++key) {
        const bool present = key % 2 == 0 && key <= kKeys;
        if (pairs.find(key << 20) != (present ? key : PairMap::kAbsent)) { ++wrong; }
    }
    REQUIRE(wrong == 0);
}
