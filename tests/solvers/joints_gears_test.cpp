// Gears under load, in loops, against limits and at speed.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "support/effort.h"
#include "support/joint_presets.h"
#include "support/sweeps.h"

using namespace impulse;
using namespace impulse::test;

namespace {

World soft_world(int substeps = 4) {
    Tuning tuning = soft_step_tuning();
    tuning.substeps = substeps;
    return make_world(sleepless(tuning), {});
}

JointId add_gear(World& world, BodyId a, BodyId b, float ratio) {
    JointDef def = joint_def(world, JointType::gear, a, b, {});
    def.ratio = ratio;
    return *world.create_joint(def);
}

JointId add_motor(World& world, BodyId wall, BodyId rotor, Vec2 at, float speed, float most) {
    JointDef def = joint_def(world, JointType::revolute, wall, rotor, at);
    def.motor_speed = speed;
    def.max_motor = most;
    return *world.create_joint(def);
}

/// rad, of A: what a gear cannot tell or keep. Either angle is read from a rotation, a float next to 1, turned by that
/// of the step, and told, to some 2^-22 each; six of those. And a substep turns a wheel by up to 0.32^5 / 120 less than
/// its speed says (turn_by), which is seen in the first substep of the next step: three times that for the faster one.
double unresolved(float ratio) {
    const double r = std::abs(static_cast<double>(ratio));
    return 1.5e-6 * (1.0 + r) + 8.4e-5 * std::min(1.0, r);
}

} // namespace

// A soft row would be off by F / (m w^2): at ratio -0.5 by 0.8 degrees of A, 1.7 of B.
TEST_CASE("gears keep their ratio under load for 1,000 turns, measured at either wheel", "[joint][X16]") {
    ParameterSweep sweep;
    constexpr double kTenthDegree = 1.745e-3;
    for (const float ratio : {2.0f, -0.5f, 10.0f, -0.01f, 0.01f, 1000.0f}) {
        for (const bool drive_a : {true, false}) {
            if (!sweep.takes()) { continue; }
            INFO("ratio " << ratio << (drive_a ? ", driven at A" : ", driven at B"));
            World world = soft_world();
            const BodyId wall = add_static(world);
            const BodyId a = add_rotor(world, {}, 1.0f, 0.1f);
            const BodyId b = add_rotor(world, {3.0f, 0.0f}, 3.0f, 1.6f);
            const float speed = drive_a ? min(60.0f, 60.0f * std::abs(ratio)) : min(60.0f, 60.0f / std::abs(ratio));
            const JointId hingeA = add_motor(world, wall, a, {}, speed, drive_a ? 1.0e6f : 0.0f);
            const JointId hingeB = add_motor(world, wall, b, {3.0f, 0.0f}, speed, drive_a ? 0.0f : 1.0e6f);
            add_gear(world, a, b, ratio);
            double worst = 0.0;
            double turns = 0.0;
            for (int i = 0; i < 9000 && turns < 1000.0; ++i) {
                (void)world.apply_torque(drive_a ? b : a, 100.0f);
                (void)world.step(kStep);
                const double angleA = turned(world, hingeA);
                const double angleB = turned(world, hingeB);
                worst = std::max(worst, std::abs(angleA + static_cast<double>(ratio) * angleB));
                turns = std::max(std::abs(angleA), std::abs(angleB)) / (2.0 * 3.14159265358979);
            }
            CHECK(turns >= 1000.0);
            CHECK(worst < unresolved(ratio));
            CHECK(worst < kTenthDegree);
            CHECK(worst / std::abs(static_cast<double>(ratio)) < kTenthDegree); // as B sees it
        }
    }
}

TEST_CASE("a brake on a geared wheel does not creep under a load", "[joint]") {
    World world = soft_world();
    const BodyId wall = add_static(world);
    const BodyId a = add_rotor(world, {}, 1.0f, 0.1f);
    const BodyId b = add_rotor(world, {3.0f, 0.0f}, 3.0f, 1.6f);
    const JointId hingeA = add_motor(world, wall, a, {}, 0.0f, 1.0e5f);
    (void)add_hinge(world, wall, b, {3.0f, 0.0f});
    add_gear(world, a, b, 2.0f);
    const auto run_loaded = [&](int steps) {
        for (int i = 0; i < steps; ++i) {
            (void)world.apply_torque(b, 100.0f);
            (void)world.step(kStep);
        }
    };
    run_loaded(60); // the motor's impulse grows to what the load is
    const double before = turned(world, hingeA);
    run_loaded(600);
    CHECK(std::abs(turned(world, hingeA) - before) < 1.0e-5);
}

// Displacements give angles within half a turn: 188 rad/s at 60 Hz.
TEST_CASE("a gear counts rotations of more than a turn per step", "[joint]") {
    for (const float speed : {150.0f, 200.0f, 300.0f, 500.0f, 700.0f}) {
        INFO(speed << " rad/s");
        World world = soft_world();
        const BodyId wall = add_static(world);
        const BodyId a = add_rotor(world, {}, 1.0f, 1.0f);
        const BodyId b = add_rotor(world, {3.0f, 0.0f}, 1.0f, 2.0f);
        const JointId hingeA = add_hinge(world, wall, a, {});
        const JointId hingeB = add_hinge(world, wall, b, {3.0f, 0.0f});
        add_gear(world, a, b, 0.75f);
        (void)world.set_angular_velocity(a, 0.75f * speed);
        (void)world.set_angular_velocity(b, -speed);
        run(world, 600);
        CHECK(std::abs(turned(world, hingeA) + 0.75 * turned(world, hingeB)) < unresolved(0.75f));
        CHECK(near(w_of(world, b), -speed, 1.0e-3f * speed));
    }
}

// s^3 + g s^2 + (r + f) a s + p a = 0: with a single relax iteration the wheel of 1,000 kg m^2
// came back at 6.6.
TEST_CASE("a body that a limit stops through a gear does not rebound faster than it arrived", "[joint]") {
    ParameterSweep sweep;
    for (const float inertia : {0.01f, 1.0f, 30.0f, 1000.0f}) {
        for (const float ratio : {-1.0f, 0.1f, 10.0f}) {
            for (const int substeps : {1, 4, 8}) {
                if (!sweep.takes()) { continue; }
                INFO("inertia " << inertia << ", ratio " << ratio << ", substeps " << substeps);
                World world = soft_world(substeps);
                const BodyId wall = add_static(world);
                const BodyId a = add_rotor(world, {}, 1.0f, 1.0f);
                const BodyId b = add_rotor(world, {3.0f, 0.0f}, 1.0f, inertia);
                JointDef def = joint_def(world, JointType::revolute, wall, a, {});
                def.lower = -1.0f;
                def.upper = 1.0f;
                (void)world.create_joint(def);
                (void)add_hinge(world, wall, b, {3.0f, 0.0f});
                add_gear(world, a, b, ratio);
                (void)world.set_angular_velocity(a, -3.0f * ratio);
                (void)world.set_angular_velocity(b, 3.0f);
                float fastest = 0.0f;
                for (int i = 0; i < 1200; ++i) {
                    (void)world.step(kStep);
                    fastest = max(fastest, std::abs(w_of(world, b)));
                }
                CHECK(fastest < 3.01f);
            }
        }
    }
}

TEST_CASE("closed gear trains rotate, and contradictory ones do not move", "[joint]") {
    ParameterSweep sweep;
    struct Train {
        std::vector<float> inertia;
        std::vector<float> ratio; // of each wheel to the next, and of the last to the first
        bool turns;
    };
    const Train trains[] = {
        {{1.0f, 2.0f, 3.0f}, {-2.0f, -2.0f, -0.25f}, true},
        {{1.0f, 2.0f, 3.0f}, {-3.0f, -1.0f / 3.0f, -1.0f}, true},
        {{1.0f, 2.0f, 3.0f, 4.0f}, {1.0f, 2.0f, 0.5f, 1.0f}, true},
        {{1.0f, 1000.0f, 1.0f}, {-2.0f, -0.5f, -1.0f}, true},
        {{1.0f, 1.0f, 1.0f}, {1.0f, 1.0f, 1.0f}, false}, // each against its neighbours
        {{1.0f, 2.0f, 3.0f, 4.0f}, {1.0f, 2.0f, 0.5f, 1.5f}, false},
        {{1.0f, 1.0f}, {1.0f, 2.0f}, false}, // two between the same two
    };
    for (const Train& train : trains) {
        for (const float cap : {1.0e3f, 1.0e5f}) {
            for (const bool gears_first : {false, true}) {
                if (!sweep.takes()) { continue; }
                INFO("train " << &train - trains << ", " << cap << " N m, gears first " << gears_first);
                World world = soft_world();
                const BodyId wall = add_static(world);
                std::vector<BodyId> wheels;
                const auto at = [](size_t i) { return Vec2{3.0f * static_cast<float>(i), 0.0f}; };
                for (size_t i = 0; i < train.inertia.size(); ++i) {
                    wheels.push_back(add_rotor(world, at(i), 1.0f, train.inertia[i]));
                }
                std::vector<JointId> gears;
                const auto add_gears = [&] {
                    for (size_t i = 0; i < wheels.size(); ++i) {
                        gears.push_back(add_gear(world, wheels[i], wheels[(i + 1) % wheels.size()], train.ratio[i]));
                    }
                };
                if (gears_first) { add_gears(); }
                for (size_t i = 0; i < wheels.size(); ++i) {
                    add_motor(world, wall, wheels[i], at(i), 10.0f, i == 0 ? cap : 0.0f);
                }
                if (!gears_first) { add_gears(); }
                float fastest = 0.0f;
                for (int i = 0; i < 3600; ++i) {
                    (void)world.apply_torque(wheels.back(), 100.0f);
                    (void)world.step(kStep);
                    fastest = max(fastest, std::abs(w_of(world, wheels[0])));
                }
                for (const JointId gear : gears) { CHECK(state_of(world, gear).angular_separation < 1.745e-3f); }
                CHECK(near(w_of(world, wheels[0]), train.turns ? 10.0f : 0.0f, 0.01f));
                CHECK(fastest < 30.0f); // a motor without a body's mass in its hand overshoots, no more
            }
        }
    }
}

// One iteration after the other in the same order drove the hub to 1e20 rad/s from five wheels of five times its
// inertia on.
TEST_CASE("a light hub among many heavy wheels gains no energy", "[joint][gear]") {
    ParameterSweep sweep;
    for (int of = 0; of < kPresets; ++of) {
        for (const int wheels : {3, 5, 8, 12}) {
            for (const float inertia : {1.0f, 5.0f, 20.0f, 100.0f}) {
                if (!sweep.takes()) { continue; }
                CAPTURE(of, wheels, inertia);
                World world = make_world(sleepless(preset_tuning(of)), {});
                const BodyId wall = add_static(world);
                const BodyId hub = add_rotor(world, {}, 1.0f, 1.0f);
                add_motor(world, wall, hub, {}, 0.0f, 0.0f);
                for (int i = 0; i < wheels; ++i) {
                    const Vec2 at{3.0f * static_cast<float>(i + 1), 0.0f};
                    const BodyId wheel = add_rotor(world, at, 1.0f, inertia);
                    add_motor(world, wall, wheel, at, 0.0f, 0.0f);
                    add_gear(world, hub, wheel, 1.0f);
                }
                REQUIRE_FALSE(world.set_angular_velocity(hub, 0.1f));
                float fastest = 0.0f;
                for (int i = 0; i < 600; ++i) {
                    (void)world.step(kStep);
                    fastest = max(fastest, std::abs(w_of(world, hub)));
                }
                CHECK(fastest <= 0.1f + 1.0e-4f); // what it had, and rounding
            }
        }
    }
}

// X14: gears, their wheels and what holds those are swept more often than other joints, and nothing else is.
TEST_CASE("gears elsewhere in the world change nothing", "[joint][X14]") {
    const auto tip_of = [](bool gears) {
        World world = make_world(sleepless(soft_step_tuning()));
        const Chain chain = add_chain(world, 6, {}, {1.0f, 0.0f});
        for (const JointId joint : chain.joints) {
            (void)change_joint(world, joint, [](JointDef& d) {
                d.lower = -0.5f;
                d.upper = 0.5f;
            });
        }
        const BodyId wall = add_static(world);
        const BodyId a = add_rotor(world, {10.0f, 0.0f}, 1.0f, 1.0f);
        const BodyId b = add_rotor(world, {13.0f, 0.0f}, 1.0f, 2.0f);
        add_motor(world, wall, a, {10.0f, 0.0f}, 5.0f, 10.0f);
        (void)add_hinge(world, wall, b, {13.0f, 0.0f});
        if (gears) { add_gear(world, a, b, 2.0f); }
        run(world, 120);
        return position(world, chain.links.back());
    };
    CHECK(tip_of(true) == tip_of(false));
}

// A gear knows no frame: docs/promised-range.md.
TEST_CASE("a rack on a wagon turns its pinion by the displacement of the wagon", "[joint][moving_frame]") {
    for (const float v : {2.0f, -5.0f}) {
        constexpr float kRadius = 0.4f;
        World world = soft_world();
        const BodyId wagon =
            add_box(world, {}, 4.0f, 0.5f, {.mass = 40.0f, .velocity = {v, 0.0f}, .filter = {.mask = 0}});
        const BodyId pinion = add_disc(world, {0.0f, 1.0f}, kRadius, {.velocity = {v, 0.0f}, .filter = {.mask = 0}});
        const BodyId rack =
            add_box(world, {0.0f, 1.0f + kRadius}, 1.0f, 0.2f, {.velocity = {v, 0.0f}, .filter = {.mask = 0}});
        (void)add_hinge(world, wagon, pinion, {0.0f, 1.0f});
        (void)*world.create_joint(joint_def(world, JointType::weld, wagon, rack, {0.0f, 1.0f + kRadius}));
        JointDef gear = joint_def(world, JointType::gear, pinion, rack, {});
        gear.ratio = 1.0f / kRadius;
        gear.axis_b = {1.0f, 0.0f};
        (void)*world.create_joint(gear);
        run(world, 60);
        const float speed = world.velocity(rack)->x;
        CAPTURE(v, speed, *world.angular_velocity(pinion));
        CHECK(std::abs(speed) > 0.5f * std::abs(v)); // the pinion took a part of it
        CHECK(std::abs(*world.angular_velocity(pinion) + speed / kRadius) < 1.0e-3f * std::abs(v) / kRadius);
    }
}
