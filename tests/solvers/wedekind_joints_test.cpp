// Joints inside the impact stage (WK4, WK5), and in the step after it (WK9, FT11).
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "support/joints.h"
#include "support/rows.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// The impact stage alone: the resting step that follows has no iteration and corrects nothing.
Tuning stage_alone(int iterations) {
    Tuning tuning = sleepless(wedekind_preset());
    tuning.impact_iterations = iterations;
    tuning.velocity_iterations = 0;
    tuning.position = PositionCorrection::none;
    tuning.warm_starting = false;
    return tuning;
}

struct Stopped {
    float push;   // N s, of the stop on the rod
    float pin;    // N s, of the pin on the rod, upwards
    float w;      // rad/s, afterwards
    float anchor; // m/s, of the rod at the pin
};

// A rod of 1 m and 1 kg turning with -1 rad/s about a pin at its left end meets a stop x m from the pin.
Stopped stop_rod(float x, float e, int iterations) {
    constexpr float kThin = 0.002f;
    World world = make_world(stage_alone(iterations), {});
    const BodyId pin = add_static(world);
    const BodyId rod = add_box(world, {0.5f, 0.0f}, 1.0f, kThin,
                               {.friction = 0.0f, .restitution = e, .velocity = {0.0f, -0.5f}, .w = -1.0f});
    add_hinge(world, pin, rod, {});
    add_disc(world, {x, -0.5f * kThin - 0.05f}, 0.05f, {.friction = 0.0f, .type = BodyType::static_body});
    run(world, 1);
    const MassData mass = *world.mass_data(rod);
    const float lift = velocity(world, rod).y + 0.5f;            // push + pin
    const float spin = mass.inertia * (w_of(world, rod) + 1.0f); // push (x - 1/2) - pin / 2
    const float push = (spin + 0.5f * lift) / x;
    return {push, lift - push, w_of(world, rod), std::abs(velocity(world, rod).y - 0.5f * w_of(world, rod))};
}

} // namespace

TEST_CASE("a pinned rod hits a stop: the pin takes the impulse given by the centre of percussion", "[WK5]") {
    // push = (1 + e) / (3 x), pin = (1 + e) / 2 - push.
    const Stopped percussion = stop_rod(2.0f / 3.0f, 0.0f, 4);
    CHECK(near(percussion.push, 0.5f, 1.0e-4f));
    CHECK(near(percussion.pin, 0.0f, 1.0e-4f));
    const Stopped end = stop_rod(1.0f, 0.0f, 50);
    CHECK(near(end.push, 1.0f / 3.0f, 1.0e-4f));
    CHECK(near(end.pin, 1.0f / 6.0f, 1.0e-4f));
    const Stopped near_pin = stop_rod(1.0f / 3.0f, 0.0f, 50);
    CHECK(near(near_pin.push, 1.0f, 5.0e-4f));
    CHECK(near(near_pin.pin, -0.5f, 5.0e-4f));
    CHECK(near_pin.anchor < 1.0e-4f);
    for (const float x : {1.0f / 3.0f, 2.0f / 3.0f, 1.0f}) {
        CAPTURE(x);
        CHECK(near(stop_rod(x, 0.5f, 50).w, 0.5f, 1.0e-3f));
    }
}

TEST_CASE("joints come first in each iteration, so after few iterations the error is at the joint", "[WK4][WK5]") {
    const Stopped few = stop_rod(1.0f / 3.0f, 0.0f, 20);
    CHECK(near(few.push, 0.9968f, 1.0e-3f)); // the prototype's
    CHECK(near(few.anchor, 0.002f, 1.0e-3f));
    // Velocity of the rod over the stop: v + w (x - 1/2), the target of the contact, which came last.
    World world = make_world(stage_alone(1), {});
    const BodyId pin = add_static(world);
    const BodyId rod =
        add_box(world, {0.5f, 0.0f}, 1.0f, 0.002f, {.friction = 0.0f, .velocity = {0.0f, -0.5f}, .w = -1.0f});
    add_hinge(world, pin, rod, {});
    add_disc(world, {1.0f / 3.0f, -0.051f}, 0.05f, {.friction = 0.0f, .type = BodyType::static_body});
    run(world, 1);
    CHECK(near(velocity(world, rod).y + w_of(world, rod) * (1.0f / 3.0f - 0.5f), 0.0f, 1.0e-6f));
    CHECK(std::abs(velocity(world, rod).y - 0.5f * w_of(world, rod)) > 0.01f);
}

TEST_CASE("an impact at the end of a free chain propagates through all of it without energy loss", "[WK5]") {
    World world = make_world(stage_alone(100), {});
    std::vector<BodyId> rods;
    std::vector<Vec2> anchors;
    for (int i = 0; i < 3; ++i) {
        rods.push_back(add_box(world, {static_cast<float>(i) + 0.5f, 0.0f}, 1.0f, 0.1f,
                               {.friction = 0.0f, .restitution = 1.0f, .filter = {.group = -1}}));
        if (i > 0) {
            anchors.push_back({static_cast<float>(i), 0.0f});
            add_hinge(world, rods[static_cast<size_t>(i) - 1], rods.back(), anchors.back());
        }
    }
    const BodyId apart = add_chain(world, 2, {20.0f, 0.0f}, {1.0f, 0.0f}).links.back(); // out of reach
    REQUIRE_FALSE(world.set_velocity(apart, {0.0f, 0.25f}));                            // and not even compatible
    add_disc(world, {2.9f, 0.25f}, 0.2f, {.friction = 0.0f, .restitution = 1.0f, .velocity = {0.0f, -4.0f}});
    const Momentum before = world.momentum();
    const float energy = world.energy().kinetic;
    run(world, 1, 1.0e-6f); // hardly any time, so that the anchors are where they were
    for (size_t i = 0; i < anchors.size(); ++i) {
        const Vec2 left = *world.velocity_at(rods[i], anchors[i]);
        const Vec2 right = *world.velocity_at(rods[i + 1], anchors[i]);
        CAPTURE(i, left.y, right.y);
        CHECK(length(left - right) < 1.0e-3f);
    }
    CHECK(std::abs(velocity(world, rods[0]).y) > 0.01f); // it did arrive
    CHECK(near(world.energy().kinetic, energy, 1.0e-3f * energy));
    CHECK(near(world.momentum().linear, before.linear, 1.0e-5f * 4.0f));
    CHECK(near(world.momentum().angular, before.angular, 1.0e-5f * std::abs(before.angular) + 1.0e-4f));
    CHECK(velocity(world, apart) == Vec2{0.0f, 0.25f});
}

TEST_CASE("joints in an impact never add energy, at any number of iterations", "[WK5][WK7]") {
    for (const int iterations : {1, 2, 5, 10}) {
        for (const Tuning& base : {wedekind_preset(), Tuning{}}) {
            Tuning tuning = sleepless(base);
            tuning.impacts = Impacts::zero_duration;
            tuning.restitution_threshold = 0.05f;
            tuning.impact_iterations = iterations;
            World world = make_world(tuning, {});
            const Chain chain = add_chain(world, 6, {}, {1.0f, 0.0f});
            add_disc(world, {2.0f, 0.3f}, 0.2f, {.mass = 2.0f, .restitution = 1.0f, .velocity = {0.5f, -5.0f}});
            float highest = world.energy().kinetic;
            const float first = highest;
            for (int i = 0; i < 60; ++i) {
                run(world, 1);
                highest = max(highest, world.energy().kinetic);
            }
            CAPTURE(iterations, first, highest);
            CHECK(highest <= first * 1.001f);
        }
    }
}

TEST_CASE("five pinned links swing for 20 s with joint errors below 2 mm", "[WK9]") {
    World world = make_world(sleepless(wedekind_preset()));
    const Chain chain = add_chain(world, 5, {}, {1.0f, 0.0f});
    float worst = 0.0f;
    for (int i = 0; i < 1200; ++i) {
        run(world, 1);
        worst = max(worst, worst_separation(world, chain.joints));
    }
    CAPTURE(worst);
    CHECK(worst < 2.0e-3f);
}

TEST_CASE("a hinge created with an error: projection closes it, bias leaves the error within the slop", "[FT11]") {
    // Without load only the correction's remainder is left. The bias corrects 0.2 of the excess a step, so that
    // after two seconds (0.8^120) it is at the slop.
    struct Row {
        int position_iterations;
        float apart; // m at the start
        float left;  // m after two seconds
    };
    const Tuning shipped = ft_physics_preset();
    REQUIRE(shipped.slop == 0.01f);
    for (const Tuning& preset : {shipped, wedekind_preset()}) {
        for (const Row row : {Row{shipped.position_iterations, 0.006f, 0.0f},
                              {shipped.position_iterations, 0.03f, 0.0f},
                              {0, 0.006f, 0.006f},
                              {0, 0.03f, 0.01f}}) {
            Tuning tuning = sleepless(preset);
            tuning.position_iterations = row.position_iterations;
            World world = make_world(tuning, {});
            const BodyId wall = add_static(world);
            const BodyId disc = add_disc(world, {row.apart, 0.0f}, 0.5f);
            JointDef def = joint_def(world, JointType::revolute, wall, disc, {});
            def.local_anchor_b = {};
            const JointId hinge = *world.create_joint(def);
            run(world, 120);
            CAPTURE(row.position_iterations, row.apart, state_of(world, hinge).separation);
            CHECK(near(state_of(world, hinge).separation, row.left, 2.0e-4f));
            CHECK(length(velocity(world, disc)) < 1.0e-4f); // it has come to rest there
        }
    }
}
