// Fx2D's position corrections: displacements and their effect on velocities (FX9 to FX11, FX15, FX16).
#include <catch2/catch_test_macros.hpp>

#include "support/rows.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kSubstep = 1.0f / 840.0f; // s: 14 of 60 Hz

// A step is one substep of `kSubstep`.
Tuning one_substep() {
    Tuning tuning = sleepless(fx2d_preset());
    tuning.position_substeps = 1;
    return tuning;
}

// A unit box of `mass`, `depth` deep in the floor, without gravity.
struct Sunk {
    World world;
    BodyId box;
    Sunk(const Tuning& tuning, float depth, float mass = 1.0f) : world(make_world(tuning, {})) {
        add_floor(world);
        box = add_box(world, {0.0f, 0.5f - depth}, 1.0f, 1.0f, {.mass = mass});
    }
    float depth() const { return 0.5f - position(world, box).y; }
};

// The excess over the tolerance that one substep removes.
float fraction(const Tuning& tuning, float mass) {
    Sunk sunk(tuning, 0.1f, mass);
    (void)sunk.world.step(kSubstep);
    return (0.1f - sunk.depth()) / (0.1f - tuning.tolerance);
}

// Depth at which a unit box of `mass` rests.
float resting_depth(const Tuning& tuning, float mass) {
    World world = make_world(tuning);
    add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.mass = mass});
    run(world, 300);
    return 0.5f - position(world, box).y;
}

} // namespace

TEST_CASE("a substep removes 1 / (2 (K + alpha)) per point of a flat box, without rotation", "[FX9]") {
    Sunk sunk(one_substep(), 0.1f);
    (void)sunk.world.step(kSubstep);
    // K = 2.5, alpha = 1e-8 / h^2 = 0.007056: both points together 0.398874 of 0.0998. A float height of 0.4 is 3e-8
    // off.
    CHECK(near((0.1f - sunk.depth()) / 0.0998f, 0.398874f, 2.0e-6f));
    CHECK(*sunk.world.angle(sunk.box) == 0.0f);
}

TEST_CASE("a step of 14 substeps leaves 80 um above the tolerance, and never less than it", "[FX9]") {
    Sunk sunk(sleepless(fx2d_preset()), 0.1f);
    run(sunk.world, 1);
    CHECK(near(sunk.depth() - 2.0e-4f, 8.0e-5f, 1.0e-6f)); // 0.601126^14 of 0.0998
    for (int i = 0; i < 60; ++i) {
        run(sunk.world, 1);
        CHECK(sunk.depth() >= 2.0e-4f - 1.0e-7f); // the height is a float near 0.5: 6e-8
    }
    CHECK(near(sunk.depth(), 2.0e-4f, 1.0e-6f));
}

TEST_CASE("overlap within the tolerance is not corrected", "[FX9]") {
    Sunk sunk(sleepless(fx2d_preset()), 1.9e-4f);
    const float before = sunk.depth();
    run(sunk.world, 10);
    CHECK(sunk.depth() == before);
}

TEST_CASE("the fraction is the same for any mass, except in compliance mode literal", "[FX9]") {
    Tuning tuning = one_substep();
    CHECK(near(fraction(tuning, 1.0e3f), 0.398874f, 1.0e-5f));
    CHECK(near(fraction(tuning, 1.0e5f), 0.398874f, 1.0e-5f));
    tuning.compliance_mode = ComplianceMode::literal;
    CHECK(near(fraction(tuning, 1.0f), 0.398874f, 1.0e-5f));
    CHECK(near(fraction(tuning, 1.0e3f), 0.105f, 5.0e-4f));
    CHECK(near(fraction(tuning, 1.0e5f), 0.0014f, 5.0e-5f));
}

TEST_CASE("a box of 100 t rests within 5 mm of the surface; in compliance mode literal it sinks", "[FX9]") {
    Tuning tuning = sleepless(fx2d_preset());
    CHECK(resting_depth(tuning, 1.0e5f) < 5.0e-3f);
    CHECK(resting_depth(tuning, 1.0e5f) < resting_depth(tuning, 1.0f) + 1.0e-5f);
    tuning.compliance_mode = ComplianceMode::literal;
    // Each substep sinks it by g h^2 = 13.9 um, so 0.0014 of the excess is that: 9.8 mm.
    CHECK(near(resting_depth(tuning, 1.0e5f) - tuning.tolerance, 9.81e-3f, 2.0e-4f));
}

TEST_CASE("with multipliers a contact is a spring of stiffness 1 / compliance", "[FX9]") {
    Tuning tuning = sleepless(fx2d_preset());
    tuning.compliance_mode = ComplianceMode::xpbd;
    // Each of two points carries half of 9.81e5 N and yields by 1e-8 m/N.
    CHECK(near(resting_depth(tuning, 1.0e5f) - tuning.tolerance, 4.905e-3f, 5.0e-5f));
    CHECK(near(resting_depth(tuning, 1.0f) - tuning.tolerance, 4.905e-8f, 1.0e-6f));
    // A flat box is freed of all of an overlap but what it has to spring by: K = 1 for both points together.
    tuning.position_substeps = 1;
    tuning.velocity_passes = 20;
    CHECK(fraction(tuning, 1.0f) > 0.99f);
}

TEST_CASE("two points share the correction evenly; a single point gets all of it", "[FX9][FX16]") {
    Tuning tuning = one_substep();
    tuning.literal.deepest_point_only = true;
    Sunk one(tuning, 0.1f);
    (void)one.world.step(kSubstep);
    // The position impulse is the same in sum, so the centre rises as far; at the corner alone it turns the box, too,
    // by IA' lambda r = 6 (0.398874 0.0998) 0.5.
    CHECK(near(0.1f - one.depth(), 0.398874f * 0.0998f, 1.0e-6f));
    CHECK(near(std::abs(*one.world.angle(one.box)), 6.0f * 0.398874f * 0.0998f * 0.5f, 1.0e-4f));
}

TEST_CASE("a correction adds no velocity: the previous pose is shifted too", "[FX10]") {
    Sunk sunk(sleepless(fx2d_preset()), 0.1f);
    run(sunk.world, 1);
    CHECK(length(velocity(sunk.world, sunk.box)) < 1.0e-4f);
    CHECK(std::abs(w_of(sunk.world, sunk.box)) < 1.0e-4f);
    run(sunk.world, 60);
    CHECK(position(sunk.world, sunk.box).y < 0.5f);
}

TEST_CASE("naive variant: without shifting the previous pose a correction ejects the box", "[FX10]") {
    Tuning tuning = one_substep();
    tuning.literal.no_prev_pose_shift = true;
    Sunk sunk(tuning, 0.1f);
    (void)sunk.world.step(kSubstep);
    CHECK(near(velocity(sunk.world, sunk.box).y, 33.4f, 0.1f)); // 0.398874 0.0998 / h
    CHECK(velocity(sunk.world, sunk.box).x == 0.0f);
}

TEST_CASE("a slow body 1 km from the origin keeps its speed", "[FX11]") {
    for (const float dt : {kStep, 1.0e-3f}) {
        World world = make_world(sleepless(fx2d_preset()), {});
        const BodyId disc = add_disc(world, {1000.0f, 0.0f}, 0.5f, {.velocity = {0.01f, 0.0f}});
        run(world, 600, dt);
        const float way = 0.01f * 600.0f * dt;
        // Read as a float the position is good to half of 6e-5 m.
        CHECK(near(position(world, disc).x - 1000.0f, way, max(0.01f * way, 4.0e-5f)));
        const BodyPose& pose = world.state().poses[disc.index()];
        CHECK(near(static_cast<float>(pose.x - 1000.0), way, 1.0e-5f * way));
        CHECK(velocity(world, disc).x == 0.01f);
    }
}

TEST_CASE("free fall leads the parabola by half a substep", "[FX11]") {
    World world = make_world(sleepless(fx2d_preset()));
    const BodyId disc = add_disc(world, {}, 0.5f);
    run(world, 60);
    CHECK(near(position(world, disc).y, -4.91084f, 1.0e-3f));
    CHECK(near(velocity(world, disc).y, -9.81f, 1.0e-3f));
}

TEST_CASE("a body of inverse mass 0 is not corrected; others share the correction by inverse mass", "[FX15]") {
    for (const BodyType type : {BodyType::static_body, BodyType::kinematic_body}) {
        World world = make_world(one_substep(), {});
        const BodyId wall = add_box(world, {}, 1.0f, 1.0f, {.type = type});
        const BodyId box = add_box(world, {0.95f, 0.0f}, 1.0f, 1.0f);
        (void)world.step(kSubstep);
        CHECK(position(world, wall) == Vec2{});
        CHECK(velocity(world, wall) == Vec2{});
        CHECK(near(position(world, box).x, 0.95f + 0.398874f * 0.0498f, 1.0e-6f));
    }
    World world = make_world(one_substep(), {});
    const BodyId light = add_disc(world, {}, 0.5f);
    const BodyId heavy = add_disc(world, {0.9f, 0.0f}, 0.5f, {.mass = 3.0f});
    (void)world.step(kSubstep);
    const float left = -position(world, light).x;
    const float right = position(world, heavy).x - 0.9f;
    CHECK(near(left, 3.0f * right, 1.0e-6f));
    CHECK(left > 0.07f);
}

TEST_CASE("a sleeping body is not corrected and stays asleep under a gentle touch", "[FX15]") {
    Tuning tuning = fx2d_preset();
    tuning.sleep_through_touch = true;
    World world = make_world(tuning, {});
    const BodyId sleeper = add_box(world, {}, 1.0f, 1.0f);
    run(world, 60);
    REQUIRE_FALSE(*world.awake(sleeper));
    const BodyId disc = add_disc(world, {1.02f, 0.0f}, 0.5f, {.velocity = {-0.04f, 0.0f}});
    run(world, 90);
    CHECK_FALSE(*world.awake(sleeper));
    CHECK(position(world, sleeper) == Vec2{});
    CHECK(near(velocity(world, disc).x, 0.0f, 1.0e-6f));
}

TEST_CASE("a body stays on a moving platform", "[FX16]") {
    World world = make_world(sleepless(fx2d_preset()));
    const BodyId platform = add_box(world, {0.0f, -0.25f}, 6.0f, 0.5f,
                                    {.friction = 0.8f, .velocity = {1.0f, 0.0f}, .type = BodyType::kinematic_body});
    const BodyId rider = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.friction = 0.8f});
    run(world, 240);
    CHECK(near(position(world, platform).x, 4.0f, 1.0e-4f));
    CHECK(near(position(world, rider).x, position(world, platform).x, 0.5f));
    CHECK(tilt(world, rider) < 1.0e-3f);
}
