// A step in steady state allocates no memory. Every allocation of this program is counted.
#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <new>

#include "engine/core/random.h"
#include "support/effort.h"
#include "support/joint_scene.h"
#include "support/scene.h"
#include "support/snapshots.h"

namespace {
size_t g_allocations = 0;

void* counted(size_t size, size_t alignment) {
    ++g_allocations;
    const size_t rounded = (size + alignment - 1) / alignment * alignment; // aligned_alloc asks for a multiple
    void* memory = alignment <= alignof(std::max_align_t) ? std::malloc(size == 0 ? 1 : size)
                                                          : std::aligned_alloc(alignment, rounded);
    if (memory == nullptr) { std::abort(); }
    return memory;
}
} // namespace

void* operator new(size_t size) { return counted(size, 1); }
void* operator new[](size_t size) { return counted(size, 1); }
void* operator new(size_t size, std::align_val_t alignment) { return counted(size, static_cast<size_t>(alignment)); }
void* operator new[](size_t size, std::align_val_t alignment) { return counted(size, static_cast<size_t>(alignment)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }

using namespace impulse;
using namespace impulse::test;

namespace {

size_t allocations_of(World& world, int steps) {
    const size_t before = g_allocations;
    for (int i = 0; i < steps; ++i) { (void)world.step(kStep); }
    return g_allocations - before;
}

} // namespace

TEST_CASE("a step of a pyramid at rest allocates nothing, asleep or awake", "[law][allocation]") {
    for (Tuning tuning : {umbra_preset(), fx2d_preset()}) {
        for (const bool sleep : {false, true}) {
            tuning.sleep = sleep;
            World world = make_world(tuning);
            add_floor(world);
            add_straight_pyramid(world, 10);
            CHECK(allocations_of(world, 60) > 0); // the counter counts
            run(world, 60);
            CHECK(allocations_of(world, 120) == 0);
        }
    }
}

TEST_CASE("a step of moving bodies allocates nothing once their number of contacts has occurred before",
          "[law][allocation]") {
    for (Tuning tuning : {umbra_preset(), fx2d_preset()}) {
        tuning.restitution_threshold = 0.0f; // or the gas cools, and condenses in ever more contacts
        Random random(3);
        World world = make_world(sleepless(tuning), {});
        for (const float side : {-11.0f, 11.0f}) {
            add_box(world, {side, 0.0f}, 2.0f, 24.0f, {.restitution = 1.0f, .type = BodyType::static_body});
            add_box(world, {0.0f, side}, 24.0f, 2.0f, {.restitution = 1.0f, .type = BodyType::static_body});
        }
        for (int i = 0; i < 100; ++i) {
            add_disc(world, {1.8f * static_cast<float>(i % 10) - 8.1f, 1.8f * static_cast<float>(i / 10) - 8.1f}, 0.5f,
                     {.friction = 0.0f,
                      .restitution = 1.0f,
                      .velocity = {random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f)}});
        }
        run(world, 4500); // the lists have grown to what such a gas needs
        CHECK(allocations_of(world, 300) == 0);
    }
}

TEST_CASE("a step of joints allocates nothing", "[law][allocation][joint]") {
    for (const Tuning& tuning : {Tuning{}, umbra_preset()}) {
        World world = joint_scene(tuning);
        run(world, kSanitized ? 150 : 600);
        const Bytes then = snapshot_of(world); // what moves makes contacts that were not there before
        run(world, 60);
        REQUIRE_FALSE(world.restore(then));
        CHECK(allocations_of(world, 60) == 0);
    }
}

TEST_CASE("a world that repeats its motion from a snapshot allocates nothing", "[law][allocation][snapshot]") {
    World world = make_world({});
    add_floor(world);
    add_straight_pyramid(world, 10);
    run(world, 60);
    std::vector<std::byte> bytes(2 * world.snapshot_size());
    world.snapshot(bytes);
    const size_t size = world.snapshot_size();
    run(world, 60);
    const size_t before = g_allocations;
    for (int round = 0; round < 3; ++round) {
        CHECK_FALSE(world.restore(std::span(bytes).first(size)));
        for (int i = 0; i < 60; ++i) {
            (void)world.step(kStep);
            if (i == 30) { world.snapshot(std::span(bytes).subspan(size)); }
        }
    }
    CHECK(g_allocations == before);
}
