// Chains and trees that carry far more than they weigh, under the default solver: what joint_trees.h
// promises.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "support/heavy_scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// J, of all that moves.
float energy_of(const World& world, const std::vector<BodyId>& bodies) {
    double sum = 0.0;
    for (const BodyId body : bodies) {
        const MassData mass = *world.mass_data(body);
        const Vec2 v = *world.velocity(body);
        const float w = *world.angular_velocity(body);
        sum += static_cast<double>(0.5f * mass.mass * dot(v, v) + 0.5f * mass.inertia * w * w +
                                   kGravity * mass.mass * world.world_center(body)->y);
    }
    return static_cast<float>(sum);
}

struct Course {
    float gap = 0.0f;  ///< m: widest of any joint, any time
    float gain = 0.0f; ///< J: most energy above that of the start
};

Course watch(World& world, const Hanging& hanging, int steps) {
    Course course;
    const float start = energy_of(world, hanging.bodies);
    for (int i = 0; i < steps; ++i) {
        (void)world.step(kStep);
        course.gap = max(course.gap, worst_separation(world, hanging.joints));
        course.gain = max(course.gain, energy_of(world, hanging.bodies) - start);
    }
    return course;
}

} // namespace

// The spring that is left to a joint is 256 times what a sweep gives it, (2 pi 60 Hz)^2 m, so F parts it by F
// / (256 m w^2): a chain of ten with 1,000 kg by .5 mm a hinge, and the fall of the first step, before any
// load is known, is g dt^2 / 2 = 1.4 mm.
TEST_CASE("1,000 kg swing on ten links of 1 kg without parting them and without gaining energy",
          "[X16][trees]") {
    for (const JointType type : {JointType::revolute, JointType::distance}) {
        for (const float mass : {10.0f, 100.0f, 1000.0f}) {
            INFO(static_cast<int>(type) << ", " << mass << " kg");
            World world = make_world(sleepless({}));
            const Hanging hanging = add_heavy_chain(world, type, 10, {1.0f, 0.0f}, mass);
            const Course course = watch(world, hanging, 1200);
            CHECK(course.gap <
                  0.010f); // under the whip of the last links; the sweeps alone part by 35 mm to kilometres
            CHECK(course.gain < 1.0e-3f * kGravity * (10.0f + mass));
        }
    }
}

TEST_CASE("a chain that a blow draws tight stays a chain", "[X16][trees]") {
    World world = make_world(sleepless({}));
    const Hanging hanging = add_heavy_chain(world, JointType::revolute, 10, {0.0f, -1.0f}, 1000.0f);
    (void)world.set_velocity(hanging.bodies.back(), {5.0f, 0.0f});
    const Course course = watch(world, hanging, 1200);
    CHECK(course.gap < 0.010f);
    CHECK(course.gain < 1.0e-3f * kGravity * 1010.0f);
}

TEST_CASE("welded beams carry at their ends a hundred times a link's mass", "[X16][trees]") {
    World world = make_world(sleepless({}));
    const Hanging beam = add_heavy_chain(world, JointType::weld, 10, {1.0f, 0.0f}, 100.0f);
    const Course course = watch(world, beam, 1200);
    CHECK(worst_separation(world, beam.joints) < 1.0e-3f);
    CHECK(course.gain < 1.0e-3f * kGravity * 110.0f);
}

// A straight bridge has no exact solution: its tension would be endless, and the softness that is left makes
// it finite.
TEST_CASE("a bridge held at both ends, straight or drawn too far, comes to rest", "[X16][trees]") {
    for (const float span : {25.0f, 26.0f}) {
        INFO(span);
        World world = make_world(sleepless({}));
        Hanging bridge = add_heavy_chain(world, JointType::revolute, 50, {1.0f, 0.0f}, 0.0f);
        JointDef def = joint_def(world, JointType::revolute, bridge.bodies.back(),
                                 add_static(world, {span, 0.0f}), {25.0f, 0.0f});
        def.local_anchor_b = {};
        bridge.joints.push_back(*world.create_joint(def));
        run(world, 2400);
        float fastest = 0.0f;
        for (const BodyId body : bridge.bodies) {
            fastest = max(fastest, length(*world.velocity(body)));
        }
        CHECK(fastest < 0.01f);
        // 51 hinges share what is missing.
        CHECK(worst_separation(world, bridge.joints) < (span - 25.0f) / 51.0f + 1.0e-3f);
    }
}

// The sweep after the trees may only find what is right already: of what the trees solve, nothing parts.
TEST_CASE("velocities at all joints of a heavy tree agree after a step", "[trees]") {
    World world = make_world(sleepless({}));
    const Hanging mobile = add_mobile(world);
    run(world, 120);
    float worst = 0.0f;
    for (const JointId joint : mobile.joints) {
        const JointDef def = *world.joint_def(joint);
        const JointState state = state_of(world, joint);
        worst = max(worst, length(*world.velocity_at(def.body_b, state.anchor_b) -
                                  *world.velocity_at(def.body_a, state.anchor_a)));
    }
    // The arms have turned by one substep since: w^2 r h, with a radian a second and a metre.
    CHECK(worst < 1.0f / 240.0f);
}

TEST_CASE("joints break by the load that a heavy chain has, not by less", "[trees]") {
    for (const float strength : {10500.0f, 9000.0f}) {
        World world = make_world(sleepless({}));
        const Hanging hanging = add_heavy_chain(world, JointType::revolute, 10, {0.0f, -1.0f}, 1000.0f);
        run(world, 300); // at rest: 1,010 kg hang on the first, 9,908 N
        REQUIRE(
            !change_joint(world, hanging.joints.front(), [&](JointDef& def) { def.break_force = strength; }));
        run(world, 10);
        CHECK(world.is_valid(hanging.joints.front()) == (strength > 10000.0f));
    }
}
