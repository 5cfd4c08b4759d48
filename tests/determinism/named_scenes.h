/// Scenes with recorded hashes. Every number in them is exact or computed by the engine, so that all targets start from
/// the same bits.
#pragma once

#include <vector>

#include "engine/core/random.h"
#include "support/heavy_scene.h"
#include "support/joint_scene.h"
#include "support/scene.h"

namespace impulse::test {

struct NamedScene {
    const char* name;
    int steps;
    uint64_t golden; ///< World::hash after `steps` steps of 1/60 s, the same on every target
    World (*make)();
};

inline World stack_scene() {
    World world = make_world(umbra_preset());
    add_floor(world);
    add_straight_stack(world, 10);
    return world;
}

inline World pyramid_of(const Tuning& tuning) {
    World world = make_world(tuning);
    add_floor(world);
    add_straight_pyramid(world, 12);
    add_disc(world, {-15.0f, 4.0f}, 0.75f, {.mass = 8.0f, .velocity = {14.0f, 2.0f}});
    return world;
}

inline World pyramid_scene() { return pyramid_of(umbra_preset()); }

inline World soft_pyramid_scene() {
    Tuning tuning;
    tuning.solver = SolverType::soft_step;
    return pyramid_of(tuning);
}

inline World fx_pyramid_scene() { return pyramid_of(fx2d_preset()); }

/// Every kind of shape poured between walls.
inline World pile_scene() {
    World world = make_world(umbra_preset());
    add_floor(world, 0.5f);
    add_box(world, {-8.0f, 6.0f}, 1.0f, 40.0f, {.type = BodyType::static_body});
    add_box(world, {8.0f, 6.0f}, 1.0f, 40.0f, {.type = BodyType::static_body});
    Random random(42);
    for (int i = 0; i < 150; ++i) {
        const Vec2 at{1.25f * static_cast<float>(i % 10) - 5.5f, 1.0f + 1.25f * static_cast<float>(i / 10)};
        Made made;
        made.friction = random.between(0.0f, 1.0f);
        made.restitution = random.between(0.0f, 0.75f);
        made.angle = random.between(-3.0f, 3.0f);
        made.w = random.between(-2.0f, 2.0f);
        if (i % 3 == 0) {
            add_disc(world, at, random.between(0.25f, 0.5f), made);
        } else if (i % 3 == 1) {
            const float width = random.between(0.25f, 0.75f);
            add_box(world, at, width, random.between(0.25f, 0.75f), made);
        } else {
            add_body(world, at, Capsule{{-0.25f, 0.0f}, {0.25f, 0.0f}, 0.25f}, 0.5f, made);
        }
    }
    return world;
}

/// A spinner, a lift, a slope and bodies that ride on them; other integrator, full projection.
inline World machine_scene() {
    Tuning tuning = umbra_preset();
    tuning.integrator = Integrator::verlet;
    tuning.full_ngs = true;
    World world = make_world(tuning);
    add_floor(world);
    add_box(world, {-4.0f, 2.0f}, 4.0f, 0.25f, {.w = 1.5f, .type = BodyType::kinematic_body});
    add_box(world, {4.0f, 0.5f}, 3.0f, 0.25f, {.velocity = {0.0f, 0.25f}, .type = BodyType::kinematic_body});
    add_box(world, {10.0f, 2.0f}, 8.0f, 0.25f, {.friction = 0.25f, .angle = -0.5f, .type = BodyType::static_body});
    for (int i = 0; i < 8; ++i) {
        const float f = static_cast<float>(i);
        add_box(world, {-5.0f + 0.25f * f, 5.0f + f}, 0.5f, 0.5f, {.w = f});
        add_disc(world, {3.5f + 0.125f * f, 3.0f + f}, 0.25f, {.restitution = 0.5f});
        add_box(world, {9.0f + 0.25f * f, 6.0f + f}, 0.75f, 0.25f, {.friction = 0.125f * f});
    }
    return world;
}

inline World soft_joints_scene() { return joint_scene({}); }
inline World heavy_trees_scene() { return heavy_scene({}); }
inline World joints_scene() { return joint_scene(umbra_preset()); }

inline std::vector<NamedScene> named_scenes() {
    return {
        {"stack", 600, 0x6f79a6cdbf5b8dd1, stack_scene},
        {"pyramid", 300, 0x2e43b3838599de86, pyramid_scene},
        {"soft pyramid", 300, 0xa5bfd6a07bf40eeb, soft_pyramid_scene},
        {"fx pyramid", 300, 0x3e2aee96923661df, fx_pyramid_scene},
        {"pile", 600, 0xa4638af01c76592b, pile_scene},
        {"machine", 600, 0x1bedee203a846753, machine_scene},
        {"soft joints", 600, 0x1aba35feee41fdae, soft_joints_scene},
        {"heavy trees", 600, 0xb80efaae64b4e1b8, heavy_trees_scene},
        {"joints", 600, 0x36f111b7a429a132, joints_scene},
    };
}

} // namespace impulse::test
