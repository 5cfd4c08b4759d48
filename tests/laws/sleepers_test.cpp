// A collision conserves momentum whichever of the bodies slept (X25).
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/matrix.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

BodyId asleep(World& world, BodyId body) {
    (void)world.set_awake(body, false);
    return body;
}

float loss(World& world, float before, int steps) {
    run(world, steps);
    return std::abs(world.momentum().linear.x / before - 1.0f);
}

// Five boxes in a row, each put to sleep by itself, hit by one of twice their mass.
float row_of_sleepers(const Tuning& tuning) {
    World world = make_world(tuning, {});
    for (int i = 0; i < 5; ++i) { asleep(world, add_box(world, {static_cast<float>(i), 0.0f}, 1.0f, 1.0f)); }
    const BodyId hits = add_box(world, {-2.5f, 0.0f}, 1.0f, 1.0f, {.mass = 2.0f, .velocity = {7.0f, 0.0f}});
    return loss(world, 2.0f * velocity(world, hits).x, 90);
}

// A grid of 5 x 7 discs, each asleep by itself, hit by one of 60 times their mass.
float grid_of_sleepers(const Tuning& tuning) {
    World world = make_world(tuning, {});
    for (int i = 0; i < 35; ++i) {
        const Vec2 at{0.82f * static_cast<float>(i % 5), 0.82f * static_cast<float>(i / 5)};
        asleep(world, add_disc(world, at, 0.4f, {.restitution = 0.2f}));
    }
    add_disc(world, {-4.0f, 2.5f}, 1.5f, {.mass = 60.0f, .velocity = {12.0f, 0.0f}});
    return loss(world, 60.0f * 12.0f, 60);
}

// A ball that has gone to sleep by itself, 12 mm beside one that was put to sleep, is hit by a third.
float billiards(const Tuning& tuning) {
    World world = make_world(tuning, {});
    const Made ball{.mass = 0.5f, .friction = 0.1f, .restitution = 0.9f};
    asleep(world, add_disc(world, {0.612f, 0.0f}, 0.3f, ball));
    const BodyId rests = add_disc(world, {0.0f, 0.0f}, 0.3f, ball);
    run(world, steps_of(1.5f));
    if (*world.awake(rests)) { return 1.0f; } // the scene is not what it says
    Made thrown = ball;
    thrown.velocity = {6.0f, 0.0f};
    add_disc(world, {-2.0f, 0.0f}, 0.3f, thrown);
    return loss(world, 0.5f * 6.0f, 60);
}

// Two crates on a smooth floor, the second put beside the first once that sleeps, and a third that slides into them.
float crates(const Tuning& tuning) {
    World world = make_world(tuning);
    add_floor(world, 0.0f);
    const Made crate{.friction = 0.0f};
    add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, crate);
    run(world, steps_of(1.5f));
    const BodyId second = add_box(world, {1.008f, 0.5f}, 1.0f, 1.0f, crate);
    run(world, steps_of(1.5f));
    if (*world.awake(second)) { return 1.0f; }
    Made thrown = crate;
    thrown.velocity = {8.0f, 0.0f};
    add_box(world, {-3.0f, 0.5f}, 1.0f, 1.0f, thrown);
    return loss(world, 8.0f, 60);
}

} // namespace

TEST_CASE("a collision conserves momentum whichever of the bodies it reaches slept", "[law][sleep][X25][matrix]") {
    for (const Preset& preset : presets()) {
        judge(preset, kRowOfSleepers, row_of_sleepers(preset.tuning));
        judge(preset, kGridOfSleepers, grid_of_sleepers(preset.tuning));
        judge(preset, kBilliards, billiards(preset.tuning));
        judge(preset, kSleepingCrates, crates(preset.tuning));
    }
}
