// Joints far outside their limits return into them at a bounded speed. Anchors that are apart approach along their
// gap.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/presets.h"
#include "support/effort.h"
#include "support/joint_presets.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// Projection corrects an angle by at most 1 rad per step without velocity; position corrections, which add velocity,
// correct a quarter of that, 15 rad/s (kTurnBack). Until hinge and angle agree a body hinged at its end swings by up to
// twice that.
constexpr float kMostSpin = 30.0f; // rad/s
constexpr float kMostTurn = 1.05f; // rad a step

void comes_in(World& world, JointId joint, BodyId body, float lower, float upper) {
    float fastest = 0.0f;
    float furthest = 0.0f;
    float last = state_of(world, joint).angle;
    for (int i = 0; i < 600; ++i) {
        (void)world.step(kStep);
        const float angle = state_of(world, joint).angle;
        fastest = max(fastest, std::abs(w_of(world, body)));
        furthest = max(furthest, std::abs(angle - last));
        last = angle;
    }
    CAPTURE(fastest, furthest, last);
    CHECK(last > lower - 0.01f);
    CHECK(last < upper + 0.01f);
    CHECK(fastest < kMostSpin);
    CHECK(furthest < kMostTurn);
}

} // namespace

TEST_CASE("a hinge outside its limits by any number of turns returns into them", "[joint][FX17]") {
    ParameterSweep sweep;
    struct Limits {
        float lower, upper;
    };
    for (const Preset& preset : presets()) {
        for (const Limits limits : {Limits{0.5f, 1.5f},
                                    {1.5f, 2.5f},
                                    {3.0f, 3.0f},
                                    {3.3f, 3.3f},
                                    {4.0f, 4.0f},
                                    {4.0f, 5.0f},
                                    {5.0f, 6.0f},
                                    {7.0f, 8.0f},
                                    {-11.0f, -10.0f},
                                    {20.0f, 20.0f},
                                    {-40.0f, -36.0f}}) {
            for (const float arm : {0.0f, 0.5f}) { // hinged at its centre, and at its end
                for (const bool live : {false, true}) {
                    if (!sweep.takes()) { continue; }
                    INFO(preset.name << ", limits " << limits.lower << " to " << limits.upper << ", arm " << arm
                                     << (live ? ", set live" : ""));
                    World world = weightless(preset);
                    const BodyId wall = add_static(world);
                    const BodyId body = add_box(world, {arm, 0.0f}, 1.0f, 0.2f);
                    JointDef def = joint_def(world, JointType::revolute, wall, body, {});
                    if (!live) {
                        def.lower = limits.lower;
                        def.upper = limits.upper;
                    }
                    const JointId joint = *world.create_joint(def);
                    if (live) {
                        run(world, 10);
                        REQUIRE_FALSE(change_joint(world, joint, [&](JointDef& d) {
                            d.lower = limits.lower;
                            d.upper = limits.upper;
                        }));
                    }
                    comes_in(world, joint, body, limits.lower, limits.upper);
                }
            }
        }
    }
}

TEST_CASE("a hinge rotated by several turns returns into limits set afterwards", "[joint]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = weightless(preset);
        const BodyId wall = add_static(world);
        const BodyId body = add_rotor(world, {}, 1.0f, 0.5f);
        JointDef def = joint_def(world, JointType::revolute, wall, body, {});
        def.motor_speed = 5.0f;
        def.max_motor = 50.0f;
        const JointId joint = *world.create_joint(def);
        while (state_of(world, joint).angle < 10.0f) { (void)world.step(kStep); }
        (void)world.set_angular_velocity(body, 0.0f);
        REQUIRE_FALSE(change_joint(world, joint, [](JointDef& d) {
            d.max_motor = 0.0f;
            d.lower = -1.0f;
            d.upper = 5.0f;
        }));
        comes_in(world, joint, body, -1.0f, 5.0f);
    }
}

TEST_CASE("a weld rotates a body to its reference angle from any angle", "[joint]") {
    for (const Preset& preset : presets()) {
        for (const float reference : {0.5f, 1.5f, 3.0f, -3.1f}) {
            for (const float arm : {0.0f, 0.5f}) {
                INFO(preset.name << ", reference " << reference << ", arm " << arm);
                World world = weightless(preset);
                const BodyId wall = add_static(world);
                const BodyId body = add_box(world, {arm, 0.0f}, 1.0f, 0.2f);
                JointDef def = joint_def(world, JointType::weld, wall, body, {});
                def.reference_angle = reference;
                const JointId joint = *world.create_joint(def);
                float fastest = 0.0f;
                for (int i = 0; i < 600; ++i) {
                    (void)world.step(kStep);
                    fastest = max(fastest, std::abs(w_of(world, body)));
                }
                CAPTURE(fastest);
                CHECK(near(*world.angle(body), reference, 0.01f));
                CHECK(state_of(world, joint).separation < 2.0e-3f);
                CHECK(fastest < kMostSpin);
            }
        }
    }
}

// Both bodies are at one place and the gap points through their centres, so that nothing turns them. Clamped by
// component, a correction of half a metre would run along a diagonal. Corrections are damped by a part in 1,000.
TEST_CASE("anchors that are apart approach each other along their gap", "[joint][FX17]") {
    for (const Preset& preset : presets()) {
        for (const JointType type : {JointType::revolute, JointType::weld}) {
            for (const float gap : {0.02f, 0.5f}) {
                for (const float angle : {0.0f, 0.17f, 0.6f, 1.4f, 2.5f, 4.1f}) {
                    CAPTURE(preset.name, static_cast<int>(type), gap, angle);
                    World world = weightless(preset);
                    const BodyId a = add_disc(world, {}, 0.5f);
                    const BodyId b = add_disc(world, {}, 0.5f, {.mass = 3.0f});
                    const Rot along = make_rot(angle);
                    JointDef def = joint_def(world, type, a, b, {});
                    def.local_anchor_a = gap * Vec2{along.c, along.s};
                    (void)*world.create_joint(def);
                    run(world, 1);
                    const Vec2 shift = position(world, b) - position(world, a);
                    const float closed = dot(shift, def.local_anchor_a) / gap;
                    CHECK(closed > 0.1f * min(gap, 0.1f)); // Umbra corrects a fifth
                    CHECK(closed < 1.01f * gap);
                    CHECK(std::abs(cross(shift, def.local_anchor_a)) / gap < 1.0e-3f * closed);
                }
            }
        }
    }
}
