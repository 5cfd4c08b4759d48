// The kernels for one lane and for four are one template; solving one contact at a time is the reference for four.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

#include "engine/core/random.h"
#include "support/effort.h"
#include "support/heavy_scene.h"
#include "support/joint_scene.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

BodyId add_shape(World& world, BodyDef body, const Geometry& geometry, const Material& material) {
    const BodyId id = *world.create_body(body);
    ShapeDef shape;
    shape.geometry = geometry;
    shape.material = material;
    return world.create_shape(id, shape).ok() ? id : BodyId{};
}

World pyramid() {
    World world = make_world({});
    add_floor(world);
    add_straight_pyramid(world, 12);
    add_disc(world, {-15.0f, 4.0f}, 0.75f, {.mass = 8.0f, .velocity = {14.0f, 2.0f}});
    return world;
}

// Discs, capsules, boxes and rounded triangles of any friction, some with locked axes.
World mixed_pile() {
    World world = make_world({});
    add_floor(world, 0.5f);
    add_box(world, {-7.0f, 6.0f}, 1.0f, 40.0f, {.type = BodyType::static_body});
    add_box(world, {7.0f, 6.0f}, 1.0f, 40.0f, {.type = BodyType::static_body});
    Random random(77);
    for (uint32_t i = 0; i < 160; ++i) {
        BodyDef body;
        body.position = {1.25f * static_cast<float>(i % 10) - 5.625f, 1.0f + 1.25f * static_cast<float>(i / 10)};
        body.angle = random.between(-3.0f, 3.0f);
        body.angular_velocity = random.between(-2.0f, 2.0f);
        body.lock_rotation = i % 11 == 0;
        body.lock_x = i % 13 == 0;
        body.lock_y = i % 31 == 0;
        const float size = random.between(0.25f, 0.5f);
        Polygon triangle{{Vec2{-size, -size}, Vec2{size, -size}, Vec2{0.0f, size}}, 3, 0.0625f};
        const Geometry kinds[] = {Circle{{}, size}, Capsule{{-0.25f, 0.0f}, {0.25f, 0.0f}, 0.25f},
                                  make_box(size, 0.75f), triangle};
        const Material material{.friction = random.between(0.0f, 1.0f), .restitution = random.between(0.0f, 0.5f)};
        add_shape(world, body, kinds[i % 4], material);
    }
    return world;
}

// The same, some of which do not give way to others.
World ranked_pile() {
    World world = mixed_pile();
    for (uint32_t slot = 0; slot < world.views().slot_count; ++slot) {
        (void)world.set_dominance(world.body_at(slot), static_cast<int>(slot % 5) - 2);
    }
    return world;
}

// Belts to either side, discs that resist rolling, a lift that moves.
World conveyors() {
    World world = make_world({});
    for (int i = 0; i < 4; ++i) {
        BodyDef conveyor;
        conveyor.type = BodyType::static_body;
        conveyor.position = {0.0f, 4.0f * static_cast<float>(i) - 0.5f};
        add_shape(world, conveyor, make_box(16.0f, 0.5f), {.tangent_speed = i % 2 == 0 ? 1.5f : -2.25f});
    }
    add_box(world, {11.0f, 1.0f}, 4.0f, 0.25f, {.velocity = {0.0f, 0.25f}, .type = BodyType::kinematic_body});
    for (int i = 0; i < 48; ++i) {
        BodyDef body;
        body.position = {1.5f * static_cast<float>(i % 12) - 7.0f, 1.0f + 4.0f * static_cast<float>(i / 12)};
        const Material material{.friction = 0.5f, .rolling_resistance = i % 3 == 0 ? 0.0f : 0.03125f};
        if (i % 2 == 0) {
            add_shape(world, body, Circle{{}, 0.5f}, material);
        } else {
            add_shape(world, body, make_box(0.75f, 0.75f), material);
        }
    }
    return world;
}

World bouncing_row() {
    World world = make_world({});
    add_floor(world, 0.25f);
    for (int i = 0; i < 33; ++i) {
        const float f = static_cast<float>(i);
        const Made made{.friction = 0.5f, .restitution = f / 32.0f, .w = 0.25f * f, .angle = 0.125f * f};
        add_box(world, {2.0f * f - 32.0f, 2.0f + 0.0625f * f}, 1.0f, 0.5f, made);
        add_disc(world, {2.0f * f - 32.0f, 4.0f}, 0.375f, made);
    }
    return world;
}

// A plank with 60 boxes on it has more contacts than there are colours.
World hub() {
    World world = make_world({});
    add_floor(world);
    add_box(world, {0.0f, 0.25f}, 64.0f, 0.5f, {.mass = 20.0f});
    for (int i = 0; i < 60; ++i) {
        const float f = static_cast<float>(i);
        add_box(world, {f - 29.5f, 1.25f + 0.03125f * f}, 0.75f, 0.75f, {.w = 0.125f * f});
    }
    return world;
}

/// All in one place, so that each touches each: far more contacts a body than there are colours, and rows of overflow
/// that fill up.
World crowd() {
    World world = make_world({});
    add_floor(world);
    for (int i = 0; i < 60; ++i) {
        const float f = static_cast<float>(i);
        BodyDef body;
        body.position = {0.0078125f * f, 2.0f + 0.00390625f * f};
        body.angular_velocity = 0.125f * f;
        body.lock_x = i % 17 == 0;
        const Material material{.restitution = i % 3 == 0 ? 0.5f : 0.0f, .tangent_speed = i % 19 == 0 ? 1.0f : 0.0f};
        const Geometry kinds[] = {Circle{{}, 0.5f}, make_box(0.75f, 0.75f)};
        add_shape(world, body, kinds[i % 2], material);
    }
    return world;
}

World joints() { return joint_scene({}); }
World heavy() { return heavy_scene({}); }
World classical_joints() { return joint_scene(umbra_preset()); }

struct Scene {
    const char* name;
    World (*make)();
};
const Scene kScenes[] = {{"pyramid", pyramid},
                         {"mixed pile", mixed_pile},
                         {"ranked pile", ranked_pile},
                         {"conveyors", conveyors},
                         {"bouncing row", bouncing_row},
                         {"hub", hub},
                         {"crowd", crowd},
                         {"joints", joints},
                         {"heavy trees", heavy},
                         {"joints of sequential impulses", classical_joints}};

} // namespace

TEST_CASE("one lane and four lanes give the same bits after every one of 600 steps", "[lanes][determinism]") {
    for (const Scene& scene : kScenes) {
        World one = scene.make();
        World four = scene.make();
        one.state().lanes = 1;
        four.state().lanes = 4;
        int differing = 0;
        uint32_t most_contacts = 0;
        for (int i = 0; i < (kSanitized ? 100 : 600); ++i) {
            (void)one.step(kStep);
            most_contacts = std::max(most_contacts, four.step(kStep)->contacts);
            differing += one.hash() == four.hash() ? 0 : 1;
        }
        CAPTURE(scene.name, most_contacts);
        CHECK(differing == 0);
        CHECK(most_contacts > 20);
    }
}

TEST_CASE("the scenes of the lane tests contain overflow, bounces, surface velocities and locks", "[lanes]") {
    World plank = hub();
    size_t overflow = 0;
    for (int i = 0; i < 120; ++i) {
        (void)plank.step(kStep);
        overflow = std::max(overflow, plank.state().graph.overflow().size());
    }
    CHECK(overflow > 30); // 61 contacts of the plank, 24 of them in colours

    World row = bouncing_row();
    float highest = 0.0f; // of the last disc with e = 1, after it was first down
    bool down = false;
    const BodyId last = row.body_at(row.body_count() - 1);
    for (int i = 0; i < 180; ++i) {
        (void)row.step(kStep);
        down = down || velocity(row, last).y > 0.0f;
        if (down) { highest = max(highest, position(row, last).y); }
    }
    CHECK(highest > 1.0f);

    World pile = mixed_pile();
    run(pile, 300);
    int locked = 0;
    for (uint32_t slot = 0; slot < pile.state().motions.size(); ++slot) {
        locked += (pile.state().motions[slot].flags & kLockLinear) != 0 ? 1 : 0;
    }
    CHECK(locked > 10);

    World moving = conveyors();
    run(moving, 60);
    float fastest = 0.0f;
    for (uint32_t slot = 0; slot < moving.state().body_ids.capacity(); ++slot) {
        fastest = max(fastest, std::abs(velocity(moving, moving.body_at(slot)).x));
    }
    CHECK(fastest > 1.0f);
}

TEST_CASE("a world solves four contacts at a time by default", "[lanes]") {
    World world = make_world({});
    CHECK(world.state().lanes == 4);
}
