// Umbra's positions: the order of the step (UR1) and the projection (UR7).
#include <catch2/catch_test_macros.hpp>

#include "support/rows.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// A disc with its centre `depth` below where it would touch y = 0, no gravity; returns the remaining depth.
float depth_after(const Tuning& tuning, float depth, int steps) {
    World world = make_world(tuning, {});
    add_floor(world, 0.0f);
    const BodyId disc = add_disc(world, {0.0f, 0.5f - depth}, 0.5f, {.friction = 0.0f});
    run(world, steps);
    return 0.5f - position(world, disc).y;
}

} // namespace

TEST_CASE("a disc at rest stays at rest when contacts are solved before positions move", "[UR1]") {
    World world = make_world(sleepless(umbra_preset()));
    add_floor(world);
    const BodyId disc = add_disc(world, {0.0f, 0.5f}, 0.5f);
    run(world, 120);
    CHECK(0.5f - position(world, disc).y <= 0.01f);
    CHECK(length(velocity(world, disc)) < 1.0e-6f);
    const float before = position(world, disc).y;
    run(world, 120);
    CHECK(position(world, disc).y == before);
}

TEST_CASE("naive variant: integrating before the solve makes a resting body sink in and be pushed out every step",
          "[UR1]") {
    Tuning tuning = sleepless(umbra_preset());
    tuning.literal.integrate_first = true;
    World world = make_world(tuning);
    add_floor(world);
    const BodyId disc = add_disc(world, {0.0f, 0.5f}, 0.5f);
    run(world, 600);
    // It falls g dt^2, projection leaves 0.6^3 of the excess: e = 0.216 (e + g dt^2) = 0.2755 g dt^2 over the slop.
    CHECK(near(0.5f - position(world, disc).y, 0.010751f, 1.0e-4f));
}

TEST_CASE("projection leaves the slop and 0.6^3 of the excess per step", "[UR7]") {
    const Tuning tuning = sleepless(umbra_preset());
    CHECK(near(depth_after(tuning, 0.05f, 1), 0.01864f, 1.0e-4f));
    CHECK(near(depth_after(tuning, 0.05f, 2), 0.011866f, 1.0e-4f));
    CHECK(depth_after(tuning, 0.009f, 5) == 0.5f - (0.5f - 0.009f)); // less than the slop: untouched
}

TEST_CASE("naive variant: projection by the depth at detection overshoots the slop", "[UR7]") {
    Tuning tuning = sleepless(umbra_preset());
    tuning.literal.stale_position = true;
    CHECK(near(depth_after(tuning, 0.05f, 1), 0.002f, 1.0e-4f)); // 0.05 - 3 * 0.4 * 0.04
}

TEST_CASE("projection changes no bit of a velocity", "[UR7]") {
    for (const bool full : {false, true}) {
        Tuning tuning = sleepless(umbra_preset());
        tuning.full_ngs = full;
        World world = make_world(tuning, {});
        add_floor(world, 0.0f);
        const BodyId box = add_box(world, {0.0f, 0.4f}, 1.0f, 1.0f, {.friction = 0.0f, .velocity = {0.3f, 0.2f}});
        run(world, 1);
        CHECK(velocity(world, box) == Vec2{0.3f, 0.2f});
        CHECK(w_of(world, box) == 0.0f);
        CHECK(position(world, box).y > 0.4f + 0.2f * kStep); // it did work
    }
}

TEST_CASE("projection moves 1 kg three times as far as 3 kg, and a static body never", "[UR7]") {
    World world = make_world(sleepless(umbra_preset()), {});
    const BodyId light = add_disc(world, {-0.45f, 0.0f}, 0.5f, {.mass = 1.0f});
    const BodyId heavy = add_disc(world, {0.45f, 0.0f}, 0.5f, {.mass = 3.0f});
    run(world, 1);
    const float a = -0.45f - position(world, light).x;
    const float b = position(world, heavy).x - 0.45f;
    CHECK(a > 0.01f);
    CHECK(near(a / b, 3.0f, 1.0e-3f));

    World ground = make_world(sleepless(umbra_preset()), {});
    const BodyId floor = add_floor(ground);
    add_disc(ground, {0.0f, 0.4f}, 0.5f);
    run(ground, 10);
    CHECK(position(ground, floor) == Vec2{0.0f, -1.0f});
}

TEST_CASE("full projection rotates a tilted box out of the floor, linear projection only lifts it", "[UR7]") {
    const auto angle_after = [](bool full) {
        Tuning tuning = sleepless(umbra_preset());
        tuning.full_ngs = full;
        World world = make_world(tuning, {});
        add_floor(world, 0.0f);
        const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.friction = 0.0f, .angle = 0.1f});
        run(world, 60);
        return *world.angle(box);
    };
    CHECK(near(angle_after(false), 0.1f, 1.0e-6f));
    // The corner is 0.0474 deep, 0.0374 more than the slop. Of each lambda the box turns 6 r lambda and gains
    // (1 + 6 r^2) lambda, r = 0.46 in the mean: it turns back by 0.0374 * 2.76 / 2.27 = 0.0455.
    CHECK(near(angle_after(true), 0.0545f, 1.0e-3f));
}
