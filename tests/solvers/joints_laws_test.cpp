// Constraints of joints: limits, gears, ropes and welds, under every solver.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/presets.h"
#include "support/effort.h"
#include "support/joint_presets.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("a hinge stays within its limits under load", "[FX17]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = make_world(sleepless(preset.tuning));
        const BodyId wall = add_static(world);
        const BodyId arm = add_box(world, {1.0f, 0.0f}, 2.0f, 0.2f, {.mass = 2.0f});
        JointDef def = joint_def(world, JointType::revolute, wall, arm, {});
        def.lower = -0.6f;
        def.upper = 0.6f;
        (void)world.create_joint(def);
        (void)world.set_angular_velocity(arm, 6.0f); // up to the one limit, then down to the other
        (void)world.set_velocity(arm, {0.0f, 6.0f});
        float highest = 0.0f;
        for (int i = 0; i < 600; ++i) {
            (void)world.step(kStep);
            highest = max(highest, *world.angle(arm));
            CHECK(std::abs(*world.angle(arm)) <= 0.62f);
        }
        CHECK(highest > 0.55f);
        CHECK(*world.angle(arm) < -0.59f);
    }
}

// The chord over a step is shorter than its arc by (w h)^2 / 24, and so is the mean force: 1e-4 in steps of 1/60 s.
// What Umbra and others lose besides is speed, by (w h)^2 / 2 a step at most.
TEST_CASE("a hinge reports the centripetal force m v^2 / r of the body rotating about it", "[joint]") {
    for (const Preset& preset : presets()) {
        for (const float spin : {1.5f, 3.0f, -4.0f}) {
            INFO(preset.name << ", " << spin << " rad/s");
            const float radius = 0.8f;
            World world = weightless(preset);
            const BodyId wall = add_static(world);
            const BodyId bob =
                add_disc(world, {radius, 0.0f}, 0.2f, {.mass = 2.5f, .velocity = {0.0f, spin * radius}, .w = spin});
            const JointId joint = *world.create_joint(joint_def(world, JointType::revolute, wall, bob, {}));
            run(world, 30);
            float force = 0.0f;
            for (int i = 0; i < 20; ++i) {
                (void)world.step(kStep);
                force += length(world.joint_reaction(joint)->force) / 20.0f;
            }
            const float speed = length(velocity(world, bob));
            CHECK(near(speed, std::abs(spin) * radius, 0.01f * std::abs(spin) * radius));
            CHECK(near(force, 2.5f * speed * speed / radius, 0.01f * 2.5f * speed * speed / radius));
        }
    }
}

TEST_CASE("limits and angles count turns", "[joint]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = weightless(preset);
        const BodyId wall = add_static(world);
        const BodyId rotor = add_rotor(world, {}, 1.0f, 1.0f);
        JointDef def = joint_def(world, JointType::revolute, wall, rotor, {});
        def.lower = -20.0f;
        def.upper = 40.0f; // rad: more than six turns
        const JointId joint = *world.create_joint(def);
        (void)world.set_angular_velocity(rotor, 10.0f);
        run(world, 600);
        CHECK(near(state_of(world, joint).angle, 40.0f, 0.02f));
        (void)world.set_angular_velocity(rotor, -10.0f);
        run(world, 600);
        CHECK(near(state_of(world, joint).angle, -20.0f, 0.02f));
    }
}

TEST_CASE("after 1,000 turns the angle is as exact as in the first", "[joint]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = weightless(preset);
        const BodyId wall = add_static(world);
        const BodyId rotor = add_rotor(world, {}, 1.0f, 1.0f);
        JointDef def = joint_def(world, JointType::revolute, wall, rotor, {});
        const JointId plain = *world.create_joint(def);
        def.upper = 2.0f * kPi * 1000.0f;
        const JointId joint = *world.create_joint(def);
        (void)world.set_angular_velocity(rotor, 100.0f);
        run(world, 4500); // 75 s for the turns, and some to come to rest at the limit
        // A float next to 6283 resolves 2.4e-4.
        // Speeds derived from positions (fx2d) keep up to 1e-5 of what a limit stops, for the 12 s that are left.
        const bool told = preset.tuning.solver == SolverType::substepped_position;
        const float within = told ? 12.0f * 1.0e-5f * 100.0f : 1.0e-3f;
        CHECK(near(state_of(world, joint).angle, def.upper, within));
        CHECK(near(state_of(world, plain).angle, def.upper, within));
        CHECK(state_of(world, joint).angular_separation < 1.0e-4f);
    }
}

TEST_CASE("gears turn in their ratio for a thousand turns", "[joint]") {
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        for (const float ratio : {1.0f, 3.0f, -0.5f, 10.0f}) {
            if (!sweep.takes()) { continue; }
            INFO(preset.name << ", ratio " << ratio);
            World world = weightless(preset);
            const BodyId wall = add_static(world);
            const BodyId a = add_rotor(world, {}, 1.0f, 1.0f);
            const BodyId b = add_rotor(world, {2.0f, 0.0f}, 2.0f, 3.0f);
            JointDef motor = joint_def(world, JointType::revolute, wall, a, {});
            motor.motor_speed = 60.0f;
            motor.max_motor = 200.0f;
            const JointId hingeA = *world.create_joint(motor);
            const JointId hingeB = add_hinge(world, wall, b, {2.0f, 0.0f});
            JointDef def = joint_def(world, JointType::gear, a, b, {});
            def.ratio = ratio;
            (void)world.create_joint(def);
            while (state_of(world, hingeA).angle < 2.0f * kPi * 1000.0f) { (void)world.step(kStep); }
            const double angleA = turned(world, hingeA);
            const double angleB = turned(world, hingeB);
            CAPTURE(angleA + static_cast<double>(ratio) * angleB);
            CHECK(std::abs(angleA + static_cast<double>(ratio) * angleB) < 1.7e-3); // 0.1 degree
            CHECK(near(w_of(world, a) + ratio * w_of(world, b), 0.0f, 1.0e-3f * w_of(world, a)));
        }
    }
}

TEST_CASE("a pinion moves a rack", "[joint]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = weightless(preset);
        const BodyId wall = add_static(world);
        const BodyId pinion = add_rotor(world, {}, 1.0f, 0.5f);
        const BodyId rack = add_box(world, {0.0f, -0.5f}, 4.0f, 0.2f, {.mass = 2.0f, .filter = {.group = -1}});
        (void)add_hinge(world, wall, pinion, {});
        (void)world.create_joint(joint_def(world, JointType::prismatic, wall, rack, {0.0f, -0.5f}, {1.0f, 0.0f}));
        JointDef def = joint_def(world, JointType::gear, pinion, rack, {});
        def.ratio = -2.0f; // a turn by 1 rad moves the rack by 0.5 m
        def.axis_b = {1.0f, 0.0f};
        (void)world.create_joint(def);
        (void)world.set_angular_velocity(pinion, 3.0f);
        run(world, 60);
        // Momentum of the pair about the pinion's angle: I + m / 4 = 1 kg m^2, so 3 rad/s of 0.5 become 1.5.
        CHECK(near(w_of(world, pinion), 1.5f, 0.01f));
        CHECK(near(position(world, rack).x, 0.5f * *world.angle(pinion), 1.0e-3f));
    }
}

// At the wheel the rope has no direction. The light body comes to rest beside it, and the rope is as long as it was.
TEST_CASE("a pulley holds loads of 30:1 whose light side comes up to its wheel", "[joint][pulley]") {
    for (const float mass : {2.0f, 9.0f, 30.0f, 100.0f}) {
        CAPTURE(mass);
        World world = make_world(sleepless({}));
        const BodyId light = add_box(world, {-1.7f, 0.0f}, 1.0f, 1.0f, {.mass = 1.0f});
        const BodyId heavy = add_box(world, {2.0f, 0.0f}, 1.0f, 1.0f, {.mass = mass});
        JointDef def = joint_def(world, JointType::pulley, light, heavy, {});
        def.local_anchor_a = def.local_anchor_b = {};
        def.ground_anchor_a = {-2.0f, 4.0f};
        def.ground_anchor_b = {2.0f, 4.0f};
        const auto length = [&] {
            return distance(position(world, light), def.ground_anchor_a) +
                   distance(position(world, heavy), def.ground_anchor_b);
        };
        def.length = length();
        (void)*world.create_joint(def);
        run(world, steps_of(10.0f));
        // At 100:1 metres, outside the promised range (docs/promised-range.md).
        CHECK(near(length(), def.length, mass <= 30.0f ? 0.03f : 3.0f));
    }
}

TEST_CASE("a pulley balances its sides by its ratio, and a slack rope applies no force", "[joint]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = make_world(sleepless(preset.tuning));
        const BodyId a = add_disc(world, {-1.0f, 0.0f}, 0.25f, {.mass = 1.0f});
        const BodyId b = add_disc(world, {1.0f, 0.0f}, 0.25f, {.mass = 3.0f});
        JointDef def;
        def.type = JointType::pulley;
        def.body_a = a;
        def.body_b = b;
        def.ground_anchor_a = {-1.0f, 5.0f};
        def.ground_anchor_b = {1.0f, 5.0f};
        def.length = 10.0f;
        const JointId joint = *world.create_joint(def);
        run(world, 30);
        // Atwood: a = g (mB - mA) / (mB + mA), tension 2 mA mB g / (mA + mB).
        const float expected = kGravity * 0.5f * 0.5f;
        CHECK(near(velocity(world, a).y, expected, 0.03f));
        CHECK(near(velocity(world, b).y, -expected, 0.03f));
        // Position corrections give a force by a displacement of the last substep: 5 m resolve 4.8e-7, which over h^2
        // is 0.3 N a kilogram.
        CHECK(near(world.joint_reaction(joint)->force.y, 1.5f * kGravity, corrects_positions(preset) ? 2.0f : 0.2f));
        CHECK(state_of(world, joint).separation < 2.0e-3f);
        (void)change_joint(world, joint, [](JointDef& d) { d.length = 12.0f; });
        const Vec2 before = velocity(world, a);
        run(world, 6);
        CHECK(near(velocity(world, a).y, before.y - 0.1f * kGravity, 1.0e-3f));
        CHECK(world.joint_reaction(joint)->force.y == 0.0f);
    }
}

TEST_CASE("a rope of a distance joint is slack up to its length and then taut", "[joint]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = make_world(sleepless(preset.tuning));
        const BodyId hook = add_static(world);
        const BodyId ball = add_disc(world, {0.0f, -0.5f}, 0.1f);
        JointDef def;
        def.type = JointType::distance;
        def.body_a = hook;
        def.body_b = ball;
        def.upper = 2.0f;
        const JointId joint = *world.create_joint(def);
        run(world, 20); // falls 0.55 m
        CHECK(near(velocity(world, ball).y, -kGravity / 3.0f, 1.0e-3f));
        run(world, 300);
        CHECK(near(position(world, ball).y, -2.0f, 5.0e-3f));
        CHECK(near(world.joint_reaction(joint)->force.y, kGravity,
                   corrects_positions(preset) ? 0.35f : 0.01f)); // 2 m resolve 2.4e-7
    }
}

TEST_CASE("a slider keeps its line and its angle, a weld its pose", "[joint]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = make_world(sleepless(preset.tuning));
        const BodyId wall = add_static(world);
        const BodyId slider = add_box(world, {1.0f, 0.0f}, 1.0f, 0.5f);
        const Vec2 axis = {0.8f, 0.6f};
        JointDef def = joint_def(world, JointType::prismatic, wall, slider, {1.0f, 0.0f}, axis);
        def.lower = -2.0f;
        def.upper = 2.0f;
        const JointId slide = *world.create_joint(def);
        const BodyId beam = add_box(world, {0.0f, 5.0f}, 1.0f, 0.25f);
        const BodyId more = add_box(world, {1.0f, 5.0f}, 1.0f, 0.25f);
        const JointId weld = *world.create_joint(joint_def(world, JointType::weld, wall, beam, {-0.5f, 5.0f}));
        const JointId second = *world.create_joint(joint_def(world, JointType::weld, beam, more, {0.5f, 5.0f}));
        for (int i = 0; i < 300; ++i) {
            (void)world.step(kStep);
            const Vec2 way = position(world, slider) - Vec2{1.0f, 0.0f};
            CHECK(std::abs(cross(axis, way)) < 2.0e-3f);
            CHECK(tilt(world, slider) < 2.0e-3f);
        }
        CHECK(near(state_of(world, slide).translation, -2.0f, 0.01f));
        CHECK(tilt(world, more) < 0.01f);
        CHECK(state_of(world, weld).separation + state_of(world, second).separation < 5.0e-3f);
    }
}

TEST_CASE("joints conserve momentum", "[joint]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = weightless(preset);
        std::vector<BodyId> bodies;
        const float masses[] = {1.0f, 3.0f, 0.5f, 2.0f, 1.0f};
        for (int i = 0; i < 5; ++i) {
            bodies.push_back(add_box(world, {static_cast<float>(i), 0.25f * static_cast<float>(i % 2)}, 0.8f, 0.3f,
                                     {.mass = masses[i],
                                      .velocity = {0.5f * static_cast<float>(i), 1.0f - static_cast<float>(i)},
                                      .w = static_cast<float>(i),
                                      .filter = {.group = -1}}));
        }
        const JointType types[] = {JointType::revolute, JointType::weld, JointType::prismatic, JointType::distance};
        for (int i = 0; i < 4; ++i) {
            JointDef def = joint_def(world, types[i], bodies[i], bodies[i + 1], {static_cast<float>(i) + 0.5f, 0.1f},
                                     {1.0f, 0.2f});
            if (types[i] == JointType::distance) {
                def.local_anchor_a = {0.2f, 0.1f};
                def.local_anchor_b = {-0.2f, 0.0f};
                def.length = 0.7f;
            }
            def.lower = types[i] == JointType::distance ? 0.0f : -1.0f;
            def.upper = types[i] == JointType::distance ? kUnlimited : 1.0f;
            (void)world.create_joint(def);
        }
        const Momentum before = world.momentum();
        run(world, 300);
        const Momentum after = world.momentum();
        // Speeds to 5 m/s of 7.5 kg, rounded to 24 bits in some 10^4 impulses: 1e-3. The angular one also feels that a
        // step turns and moves by turns: velocities are exchanged at the arms of one moment and positions drift by the
        // next, and position corrections move mass (1 %).
        CHECK(near(after.linear, before.linear, 2.0e-3f));
        CHECK(near(after.angular, before.angular, 0.01f * std::abs(before.angular) + 0.02f));
    }
}

TEST_CASE("a joint error within the slop is not corrected by bias velocity, but by projection", "[FT11]") {
    for (const Tuning& preset : {ft_physics_preset(), wedekind_preset()}) {
        for (const bool pushed : {false, true}) {
            Tuning tuning = sleepless(preset);
            if (pushed) { tuning.position_iterations = 0; } // the default, 3, projects
            World world = make_world(tuning, {});
            const BodyId wall = add_static(world);
            const BodyId arm = add_box(world, {1.0f, 0.0f}, 2.0f, 0.2f);
            JointDef def = joint_def(world, JointType::revolute, wall, arm, {});
            def.local_anchor_b.x -= 0.6f * tuning.slop;
            const JointId joint = *world.create_joint(def);
            run(world, 300);
            const float left = state_of(world, joint).separation;
            CAPTURE(pushed, left);
            if (pushed) {
                CHECK(near(left, 0.6f * tuning.slop, 1.0e-5f));
            } else {
                CHECK(left < 1.0e-5f);
            }
        }
    }
}

TEST_CASE("under Baumgarte bias a separated hinge settles within the slop, without jitter", "[FT11]") {
    Tuning tuning;
    tuning.solver = SolverType::sequential_impulse;
    tuning.position = PositionCorrection::baumgarte;
    tuning.position_iterations = 0; // or joints are projected instead
    World world = make_world(sleepless(tuning));
    const BodyId wall = add_static(world);
    const BodyId arm = add_box(world, {1.0f, -0.1f}, 2.0f, 0.2f); // its anchor starts 0.1 m below
    JointDef def = joint_def(world, JointType::weld, wall, arm, {});
    def.local_anchor_b = {-1.0f, 0.0f};
    const JointId joint = *world.create_joint(def);
    run(world, 300);
    // The slop counts for either coordinate; it is left alone, so that the error is not 0.
    CHECK(state_of(world, joint).separation <= tuning.slop * 1.4143f);
    CHECK(state_of(world, joint).separation >= tuning.slop * 0.9f);
    CHECK(state_of(world, joint).angular_separation <= tuning.slop * 1.001f);
    float sum = 0.0f;
    for (int i = 0; i < 300; ++i) {
        (void)world.step(kStep);
        sum += w_of(world, arm) * w_of(world, arm);
    }
    CHECK(std::sqrt(sum / 300.0f) < 1.0e-4f);
}
