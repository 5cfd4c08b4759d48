#include "core/pair_map.h"

#include <unordered_map>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using impulse::PairMap;
using impulse::test::Random;

namespace {

/// With the keys of its indices, as the contacts have them.
struct Keyed {
    PairMap map;
    std::vector<uint64_t> keys;

    void insert(uint64_t key, uint32_t index) {
        if (index >= keys.size()) { keys.resize(index + size_t{1}); }
        keys[index] = key;
        map.insert(key, index);
    }
    uint32_t find(uint64_t key) const {
        return map.find(key, [this](uint32_t index) { return keys[index]; });
    }
};

} // namespace

TEST_CASE("a pair map is a map under random insertions and removals") {
    Random random(8);
    Keyed pairs;
    std::unordered_map<uint64_t, uint32_t> expected;
    std::vector<uint32_t> unused;
    for (uint32_t i = 0; i < 3600; ++i) { unused.push_back(i); }
    const auto some_key = [&random] {
        return (static_cast<uint64_t>(1 + random.below(60)) << 32) | (1 + random.below(60));
    };
    const auto index_of = [&expected](uint64_t key) {
        const auto at = expected.find(key);
        return at == expected.end() ? PairMap::kAbsent : at->second;
    };
    // Few possible keys, so that removals hit and runs of neighbours form and break. Phases of growth and of decline.
    for (int round = 0; round < 200000; ++round) {
        const uint64_t key = some_key();
        const uint32_t insert_share = (round / 20000) % 2 == 0 ? 70 : 20; // percent
        const uint32_t index = index_of(key);
        REQUIRE(pairs.find(key) == index);
        const bool inserts = random.below(100) < insert_share;
        if (inserts && index == PairMap::kAbsent) {
            pairs.insert(key, unused.back());
            expected.emplace(key, unused.back());
            unused.pop_back();
        } else if (!inserts && index != PairMap::kAbsent) {
            pairs.map.erase(key, index);
            expected.erase(key);
            unused.push_back(index);
        }
        REQUIRE(pairs.map.count() == expected.size());
        const uint64_t other = some_key();
        REQUIRE(pairs.find(other) == index_of(other));
        if (round % 5000 != 0) { continue; }
        for (uint64_t a = 1; a <= 60; ++a) {
            for (uint64_t b = 1; b <= 60; ++b) { REQUIRE(pairs.find((a << 32) | b) == index_of((a << 32) | b)); }
        }
    }
}

TEST_CASE("an empty pair map contains nothing") {
    Keyed pairs;
    REQUIRE(pairs.find(1) == PairMap::kAbsent);
    REQUIRE(pairs.map.count() == 0);
    REQUIRE(pairs.map.reserve(100));
    REQUIRE(pairs.find(1) == PairMap::kAbsent);
    pairs.insert(1, 5);
    REQUIRE(pairs.find(1) == 5);
    pairs.map.clear();
    REQUIRE(pairs.find(1) == PairMap::kAbsent);
    REQUIRE(pairs.map.count() == 0);
    pairs.insert(1, 6);
    REQUIRE(pairs.find(1) == 6);
}

TEST_CASE("a pair map contains 100,000 neighbouring pairs, and follows their new indices") {
    constexpr uint32_t kPairs = 100000;
    Keyed pairs;
    const auto key_of = [](uint32_t i) { return (uint64_t{i} + 1) << 32 | (i + 2); };
    for (uint32_t i = 0; i < kPairs; ++i) { pairs.insert(key_of(i), i); }
    for (uint32_t i = 0; i < kPairs; i += 2) { pairs.map.erase(key_of(i), i); }
    for (uint32_t i = 0; i < kPairs; ++i) { REQUIRE(pairs.find(key_of(i)) == (i % 2 == 1 ? i : PairMap::kAbsent)); }
    std::vector<uint32_t> place(kPairs);
    for (uint32_t i = 0; i < kPairs; ++i) { place[i] = kPairs - 1 - i; }
    pairs.map.renumber(place);
    for (uint32_t i = 0; i < kPairs; ++i) { pairs.keys[place[i]] = key_of(i); }
    for (uint32_t i = 0; i < kPairs; ++i) {
        REQUIRE(pairs.find(key_of(i)) == (i % 2 == 1 ? place[i] : PairMap::kAbsent));
    }
}

TEST_CASE("a large pair map, up to three quarters full, is the same map") {
    Keyed pairs;
    constexpr uint32_t kKeys = 700000; // of 2^20 places
    REQUIRE(pairs.map.reserve(kKeys));
    const auto key_of = [](uint32_t i) { return uint64_t{i} << 20; };
    for (uint32_t i = 1; i <= kKeys; ++i) { pairs.insert(key_of(i), i); }
    REQUIRE(pairs.map.count() == kKeys);
    for (uint32_t i = 1; i <= kKeys; i += 2) { pairs.map.erase(key_of(i), i); }
    uint64_t wrong = 0;
    for (uint32_t i = 1; i <= kKeys + 1000; ++i) {
        if (pairs.find(key_of(i)) != (i % 2 == 0 && i <= kKeys ? i : PairMap::kAbsent)) { ++wrong; }
    }
    REQUIRE(wrong == 0);
}
