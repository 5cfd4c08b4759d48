#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/presets.h"
#include "support/joint_scene.h"
#include "support/joints.h"
#include "support/rows.h"
#include "support/scene.h"
#include "support/sweeps.h"
#include "support/uneven.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("a body whose state is NaN is disabled at its last valid pose, and the world continues",
          "[law][quarantine]") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    for (int kind = 0; kind < 4; ++kind) {
        CAPTURE(kind);
        World world = make_world(umbra_preset());
        add_floor(world);
        const BodyId broken = add_box(world, {5.0f, 3.0f}, 1.0f, 1.0f);
        const BodyId other = add_box(world, {0.0f, 3.0f}, 1.0f, 1.0f);
        run(world, 10);
        const Vec2 good = position(world, broken);
        BodyMotion& motion = world.state().motions[broken.index()];
        switch (kind) {
        case 0:
            motion.v.x = nan;
            break;
        case 1:
            motion.w = infinity;
            break;
        case 2:
            motion.dp.y = nan;
            break;
        default:
            motion.dq.c = nan;
            break;
        }
        (void)world.step(kStep);
        int events = 0;
        for (const Event& event : world.events()) {
            events += event.type == EventType::quarantine && event.body_a == broken ? 1 : 0;
        }
        CHECK(events == 1);
        CHECK(position(world, broken) == good);
        CHECK(velocity(world, broken) == Vec2{});
        CHECK_FALSE(world.body_def(broken)->enabled);
        run(world, 180);
        CHECK(position(world, broken) == good);
        CHECK(near(position(world, other).y, 0.5f, 0.011f));

        // Mended, it takes part again.
        CHECK_FALSE(world.set_enabled(broken, true));
        run(world, 180);
        CHECK(near(position(world, broken).y, 0.5f, 0.011f));
    }
}

// A call can overflow, too.
TEST_CASE("a step of no time disables a body that a call broke", "[law][quarantine]") {
    World world = make_world({});
    const BodyId body = add_box(world, {}, 1.0f, 1.0f);
    REQUIRE_FALSE(world.set_angular_velocity(body, 3.0e38f));
    REQUIRE_FALSE(world.apply_angular_impulse(body, 3.0e38f));
    REQUIRE(world.step(0.0f).ok());
    CHECK(std::isfinite(length(velocity(world, body))));
    CHECK_FALSE(world.body_def(body)->enabled);
}

TEST_CASE("a quarantined body in a pile does not damage its neighbours permanently", "[law][quarantine]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const std::vector<BodyId> boxes = add_pyramid(world, 5);
    run(world, 10); // not asleep yet
    world.state().motions[boxes[6].index()].v.y = std::numeric_limits<float>::quiet_NaN();
    run(world, 120);
    const WorldState& state = world.state();
    for (uint32_t slot = 0; slot < state.body_ids.capacity(); ++slot) {
        CHECK(is_finite(state.motions[slot].v));
        CHECK(is_finite(static_cast<float>(state.poses[slot].x)));
        CHECK(is_finite(static_cast<float>(state.poses[slot].y)));
    }
    CHECK(world.body_count() == 16);
    CHECK(near(position(world, boxes[0]).y, 0.5f, 0.011f)); // the bottom row stands
    CHECK(world.body_def(boxes[0])->enabled);
}

TEST_CASE("an overflow in the solve quarantines the bodies involved and leaves the ground intact",
          "[law][quarantine]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId later = add_box(world, {5.0f, 3.0f}, 1.0f, 1.0f);
    run(world, 2);
    CHECK_FALSE(world.apply_force(box, {0.0f, -3.0e38f}));
    CHECK_FALSE(world.apply_force(box, {0.0f, -3.0e38f})); // the sum is infinite
    run(world, 1);
    CHECK_FALSE(world.body_def(box)->enabled);
    run(world, 180);
    CHECK(near(position(world, later).y, 0.5f, 0.011f));
}

// Forces, impulses and angles of the joints were NaN for ever, and disabled the bodies again once they were mended.
TEST_CASE("joints of quarantined bodies report no force, and hold again when their bodies are mended",
          "[law][quarantine]") {
    for (const Preset& preset : presets()) {
        for (const JointType type : {JointType::revolute, JointType::weld, JointType::gear}) {
            CAPTURE(preset.name, static_cast<int>(type));
            World world = make_world(sleepless(preset.tuning), {});
            const BodyId a = add_box(world, {0.0f, 0.0f}, 1.0f, 0.2f, {.filter = {.group = -1}});
            const BodyId b = add_box(world, {1.0f, 0.0f}, 1.0f, 0.2f, {.w = 1.0f, .filter = {.group = -1}});
            JointDef def = joint_def(world, type, a, b, {0.5f, 0.0f});
            if (type == JointType::revolute) {
                def.upper = 40.0f;
                def.lower = -40.0f;
            }
            const JointId joint = *world.create_joint(def);
            run(world, 30);
            for (int i = 0; i < 2; ++i) { CHECK_FALSE(world.apply_torque(b, 3.0e38f)); } // the sum is infinite
            run(world, 1);
            REQUIRE_FALSE(world.body_def(b)->enabled);
            CHECK(world.joint_reaction(joint)->force == Vec2{});
            CHECK(world.joint_reaction(joint)->torque == 0.0f);
            for (const BodyId body : {a, b}) { CHECK_FALSE(world.set_enabled(body, true)); }
            for (int i = 0; i < 60; ++i) {
                run(world, 1);
                REQUIRE(world.body_def(a)->enabled);
                REQUIRE(world.body_def(b)->enabled);
                REQUIRE(is_finite(world.joint_reaction(joint)->torque));
                REQUIRE(is_finite(state_of(world, joint).angle));
                if (type != JointType::gear) { REQUIRE(state_of(world, joint).separation < 1.0e-3f); }
            }
        }
    }
}

TEST_CASE("denormal speeds are valid speeds", "[law][quarantine]") {
    for (const Preset& preset : presets()) {
        for (int exponent = -44; exponent <= -20; ++exponent) {
            for (const float depth : {0.0f, 1.0e-4f}) {
                CAPTURE(preset.name, exponent, depth);
                World world = make_world(sleepless(preset.tuning), {});
                add_floor(world, 0.6f, 0.0f);
                const BodyId box = add_box(world, {0.0f, 0.5f - depth}, 1.0f, 1.0f);
                (void)world.set_velocity(box, {0.0f, -std::pow(10.0f, static_cast<float>(exponent))});
                for (int i = 0; i < 10; ++i) {
                    (void)world.step(kStep);
                    for (const Event& event : world.events()) { CHECK(event.type != EventType::quarantine); }
                }
            }
        }
    }
}

TEST_CASE("a body above the speed limit continues at the limit in its direction, under every solver", "[law][limit]") {
    for (int of = 0; of < kPresets; ++of) {
        for (const float speed : {399.0f, 401.0f, 500.0f, 1000.0f, 1.0e30f}) {
            for (const BodyType type : {BodyType::dynamic_body, BodyType::kinematic_body}) {
                CAPTURE(of, speed, static_cast<int>(type));
                World world = make_world(preset_tuning(of), {});
                const BodyId body = add_disc(world, {}, 0.5f, {.velocity = {0.6f * speed, 0.8f * speed}, .type = type});
                (void)world.step(kStep);
                const float left = std::min(speed, 400.0f);
                // Two roundings a substep of 400 m/s, 3e-5 each.
                CHECK(distance(velocity(world, body), {0.6f * left, 0.8f * left}) < 1.0e-3f);
                CHECK(distance(position(world, body), kStep * Vec2{0.6f * left, 0.8f * left}) < 1.0e-4f);
            }
        }
    }
}

TEST_CASE("no point of a body rotates faster than the limit, under every solver", "[law][limit]") {
    for (int of = 0; of < kPresets; ++of) {
        for (const float radius : {0.05f, 0.5f, 20.0f}) {
            for (const float rim : {-380.0f, 390.0f, 401.0f, -900.0f, 1.0e20f}) {
                CAPTURE(of, radius, rim);
                World world = make_world(preset_tuning(of), {});
                const BodyId body = add_disc(world, {1.0f, 2.0f}, radius, {.velocity = {3.0f, 0.0f}});
                (void)world.set_angular_velocity(body, rim / radius);
                (void)world.step(kStep);
                const float left = std::clamp(rim, -400.0f, 400.0f);
                // Three roundings of 400 m/s.
                CHECK(std::abs(w_of(world, body) * radius - left) < 3.0f * 400.0f * 6.0e-8f * 2.0f);
                CHECK(velocity(world, body) == Vec2{3.0f, 0.0f});
            }
        }
    }
}

TEST_CASE("a force whose moment overflows is an error for sleeping, awake and disabled bodies", "[law][quarantine]") {
    for (const int state : {0, 1, 2}) {
        CAPTURE(state);
        World world = make_world({}, {});
        const BodyId body = add_box(world, {}, 1.0f, 1.0f);
        if (state == 1) { REQUIRE_FALSE(world.set_awake(body, false)); }
        if (state == 2) { REQUIRE_FALSE(world.set_enabled(body, false)); }
        const uint64_t before = world.hash();
        CHECK(world.apply_impulse(body, {1.0e30f, 1.0e30f}, {1.0e20f, -1.0e20f}).code == ErrorCode::invalid_argument);
        CHECK(world.apply_force(body, {1.0e30f, 1.0e30f}, {1.0e20f, -1.0e20f}).code == ErrorCode::invalid_argument);
        CHECK(world.hash() == before);
    }
}
