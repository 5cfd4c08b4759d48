// Batches of islands against the solve of all islands at once, which traces use.
#include "dynamics/island_batches.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// Heaps in a row, of two batches of bodies, on a floor that is a conveyor belt, a plank with more contacts than there
/// are colours, and a platform that lifts three of the heaps.
World many_islands() {
    World world{WorldDef{}};
    const auto add = [&](BodyType type, Vec2 at, const Geometry& geometry, float restitution, float belt = 0.0f) {
        BodyDef body;
        body.type = type;
        body.position = {at.x, at.y};
        const BodyId id = *world.create_body(body);
        ShapeDef shape;
        shape.geometry = geometry;
        shape.material.restitution = restitution;
        shape.material.tangent_speed = belt;
        REQUIRE(world.create_shape(id, shape).ok());
        return id;
    };
    add(BodyType::static_body, {0.0f, -0.5f}, make_box(2000.0f, 1.0f), 0.0f, 0.2f);
    const BodyId lift = add(BodyType::kinematic_body, {4.0f, 0.3f}, make_box(30.0f, 0.2f), 0.0f);
    REQUIRE_FALSE(world.set_velocity(lift, {0.3f, 1.0f}));
    Random random(5);
    constexpr int kHeap = 30; // bodies
    constexpr int kHeaps = 2 * static_cast<int>(kBatchBodies) / kHeap + 1;
    for (int heap = 0; heap < kHeaps; ++heap) {
        for (int i = 0; i < kHeap; ++i) {
            const float size = random.between(0.3f, 0.5f);
            const Vec2 at{12.0f * static_cast<float>(heap) + 0.6f * static_cast<float>(i % 6),
                          1.0f + 0.7f * static_cast<float>(i / 6)};
            const Geometry geometry =
                i % 3 == 0 ? Geometry{Circle{{}, 0.5f * size}} : Geometry{make_box(size, 0.8f * size)};
            add(BodyType::dynamic_body, at, geometry, i % 4 == 0 ? 0.5f : 0.0f);
        }
    }
    add(BodyType::dynamic_body, {-100.0f, 0.3f}, make_box(40.0f, 0.5f), 0.0f);
    for (int i = 0; i < 60; ++i) {
        add(BodyType::dynamic_body, {-119.0f + 0.63f * static_cast<float>(i), 0.85f}, make_box(0.5f, 0.5f), 0.0f);
    }
    return world;
}

} // namespace

TEST_CASE("batches of islands have the bits of all islands solved at once", "[batches]") {
    World batches = many_islands();
    World at_once = many_islands();
    at_once.state().tracing = true;
    size_t overflow = 0;
    for (int step = 0; step < 60; ++step) {
        REQUIRE(batches.state().awake_bodies.count() >= 2 * kBatchBodies);
        REQUIRE(batches.step().ok());
        REQUIRE(at_once.step().ok());
        REQUIRE(batches.hash() == at_once.hash());
        overflow = std::max<size_t>(overflow, batches.state().graph.overflow().size());
    }
    CHECK(overflow > 0);
}
