#include "core/arena.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using impulse::Arena;
using impulse::test::Random;

namespace {

bool inside(const void* p, size_t bytes, const void* q) {
    const auto start = reinterpret_cast<uintptr_t>(p);
    const auto other = reinterpret_cast<uintptr_t>(q);
    return other >= start && other < start + bytes;
}

// A step that needs the same memory whenever the seed is the same: nested marks, sizes from none to 40 kB.
void run_step(Arena& arena, uint64_t seed) {
    Random random(seed);
    const Arena::Mark start = arena.mark();
    for (int stage = 0; stage < 10; ++stage) {
        arena.allocate<float>(random.below(10000));
        const Arena::Mark stage_start = arena.mark();
        arena.allocate<uint8_t>(random.below(40000));
        arena.release(stage_start);
    }
    arena.release(start);
}

} // namespace

TEST_CASE("arena memory is aligned, disjoint and keeps its content while the arena grows") {
    Arena arena;
    Random random(1);
    const Arena::Mark start = arena.mark();
    std::vector<std::span<uint8_t>> spans;
    for (int i = 0; i < 200; ++i) {
        const auto span = arena.allocate<uint8_t>(1 + random.below(3000));
        REQUIRE(reinterpret_cast<uintptr_t>(span.data()) % 16 == 0);
        std::memset(span.data(), i, span.size());
        spans.push_back(span);
    }
    for (int i = 0; i < 200; ++i) {
        for (const uint8_t byte : spans[static_cast<size_t>(i)]) { REQUIRE(byte == static_cast<uint8_t>(i)); }
    }
    arena.release(start);
    REQUIRE(arena.empty());
}

TEST_CASE("an arena is empty when its first mark was released, and only then") {
    Arena arena;
    REQUIRE(arena.empty());
    const Arena::Mark first = arena.mark();
    arena.allocate<double>(100);
    const Arena::Mark second = arena.mark();
    arena.allocate<double>(100000);
    REQUIRE_FALSE(arena.empty());
    arena.release(second);
    REQUIRE_FALSE(arena.empty());
    arena.release(first);
    REQUIRE(arena.empty());
    // 800 and 800,000 bytes were in use at once; both are multiples of 16.
    REQUIRE(arena.high_water() == 800800);
}

TEST_CASE("released memory is reused") {
    Arena arena;
    arena.allocate<int>(4);
    const Arena::Mark mark = arena.mark();
    const int* before = arena.allocate<int>(100).data();
    arena.release(mark);
    REQUIRE(arena.allocate<int>(100).data() == before);
}

TEST_CASE("an arena in steady state allocates no memory") {
    Arena arena;
    run_step(arena, 7);
    REQUIRE(arena.empty());
    const size_t capacity = arena.capacity();
    REQUIRE(capacity >= arena.high_water());
    // One chunk: whatever is asked for lies within `capacity` bytes of the first allocation.
    const Arena::Mark start = arena.mark();
    const void* base = arena.allocate<uint8_t>(1).data();
    arena.release(start);
    for (int step = 0; step < 20; ++step) {
        run_step(arena, 7);
        REQUIRE(arena.empty());
        REQUIRE(arena.capacity() == capacity);
        const Arena::Mark mark = arena.mark();
        REQUIRE(arena.allocate<uint8_t>(1).data() == base);
        REQUIRE(inside(base, capacity, arena.allocate<uint8_t>(arena.high_water() - 16).data()));
        arena.release(mark);
    }
}

TEST_CASE("large chunks stay, and a step with slightly longer arrays fits into them") {
    constexpr size_t kMegabyte = size_t{1} << 20;
    Arena arena;
    const auto step = [&arena](size_t rows) {
        const Arena::Mark start = arena.mark();
        const void* const first = arena.allocate<uint8_t>(3 * kMegabyte).data();
        arena.release(start);
        arena.allocate<uint8_t>(2 * kMegabyte);
        arena.allocate<uint8_t>(rows);
        for (int i = 0; i < 100; ++i) { arena.allocate<uint8_t>(kMegabyte / 16); }
        arena.release(start);
        return first;
    };
    const void* const first = step(30 * kMegabyte);
    const size_t capacity = arena.capacity();
    // At most the slack of the large arrays, and parts of a megabyte.
    CHECK(capacity >= arena.high_water());
    CHECK(capacity < 38 * kMegabyte + 32 * kMegabyte / 8 + 3 * kMegabyte);
    for (size_t more = 0; more < 3; ++more) {
        CHECK(step((30 + more) * kMegabyte) == first);
        CHECK(arena.capacity() <= capacity + more * (kMegabyte + kMegabyte / 32)); // with the slack of a longer chunk
    }
    // What outgrows a chunk replaces it, and no chunk is as large as the sum.
    for (size_t more = 10; more < 100; more += 10) {
        CHECK(step((30 + more) * kMegabyte) == first);
        CHECK(arena.capacity() < arena.high_water() + arena.high_water() / 4);
    }
}

TEST_CASE("an allocation of nothing takes nothing") {
    Arena arena;
    REQUIRE(arena.allocate<float>(0).empty());
    REQUIRE(arena.empty());
}
