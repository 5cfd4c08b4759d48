#include "core/id_pool.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using impulse::IdPool;
using impulse::test::Random;

TEST_CASE("the lowest free index is always allocated first") {
    Random random(5);
    IdPool pool;
    std::set<uint32_t> used;
    for (int round = 0; round < 20000; ++round) {
        if (used.empty() || random.below(100) < 52) {
            uint32_t lowest = 0;
            for (const uint32_t i : used) {
                if (i != lowest) { break; }
                ++lowest;
            }
            const uint32_t index = pool.allocate();
            REQUIRE(index == lowest);
            used.insert(index);
        } else {
            auto victim = used.lower_bound(random.below(pool.capacity()));
            if (victim == used.end()) { victim = used.begin(); }
            pool.free(*victim);
            used.erase(victim);
        }
        REQUIRE(pool.count() == used.size());
    }
}

TEST_CASE("a stale handle is never alive until its index was used 4,095 times more") {
    IdPool pool;
    pool.allocate(); // index 0 stays in use
    const uint32_t index = pool.allocate();
    const uint32_t first = pool.generation(index);
    REQUIRE(first == 1);
    for (uint32_t life = 1; life < impulse::kMaxGeneration; ++life) {
        pool.free(index);
        REQUIRE_FALSE(pool.alive(index, first));
        REQUIRE_FALSE(pool.alive(index, pool.generation(index)));
        REQUIRE(pool.allocate() == index);
        REQUIRE(pool.generation(index) == first + life);
        REQUIRE(pool.alive(index, first + life));
        REQUIRE_FALSE(pool.alive(index, first));
    }
    // All generations but 0 were used; the count begins again at 1.
    pool.free(index);
    REQUIRE(pool.allocate() == index);
    REQUIRE(pool.generation(index) == first);
    REQUIRE(pool.alive(0, 1));
}

TEST_CASE("an index that was never allocated is not alive") {
    IdPool pool;
    REQUIRE_FALSE(pool.alive(0, 1));
    pool.allocate();
    REQUIRE(pool.alive(0, 1));
    REQUIRE_FALSE(pool.alive(1, 1));
    REQUIRE_FALSE(pool.alive(0xffffffffu, 1));
    REQUIRE(pool.capacity() == 1);
}

TEST_CASE("a copy of an id pool continues as the original does") {
    Random random(6);
    IdPool pool;
    for (int i = 0; i < 300; ++i) { pool.allocate(); }
    for (int i = 0; i < 150; ++i) {
        const uint32_t index = random.below(300);
        if (pool.in_use(index)) { pool.free(index); }
    }
    IdPool copy = pool;
    for (int i = 0; i < 400; ++i) {
        const uint32_t index = pool.allocate();
        REQUIRE(copy.allocate() == index);
        REQUIRE(copy.generation(index) == pool.generation(index));
    }
}

TEST_CASE("an id pool allocates 2^20 indices and then none") {
    IdPool pool;
    for (uint32_t i = 0; i <= impulse::kIndexMask; ++i) {
        if (pool.allocate() != i) { FAIL("index " << i); }
    }
    REQUIRE(pool.allocate() == IdPool::kNone);
    pool.free(12345);
    REQUIRE(pool.allocate() == 12345);
    REQUIRE(pool.allocate() == IdPool::kNone);
}
