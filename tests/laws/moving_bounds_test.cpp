// Lengths and limits that change from step to step move their bodies, with the velocity of the change (X16).
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/presets.h"
#include "support/joints.h"

using namespace impulse;
using namespace impulse::test;

namespace {

template <class Change>
void change(World& world, JointId joint, Change&& to) {
    JointDef def = *world.joint_def(joint);
    to(def);
    REQUIRE_FALSE(world.set_joint(joint, def));
}
void set_limits(World& world, JointId joint, float lower, float upper) {
    change(world, joint, [&](JointDef& def) {
        def.lower = lower;
        def.upper = upper;
    });
}
void set_length(World& world, JointId joint, float length) {
    change(world, joint, [&](JointDef& def) { def.length = length; });
}

/// A body at `at` on a rod or a rope from the origin to its centre.
JointId hang(World& world, BodyId body, Vec2 at, bool rope) {
    JointDef def = joint_def(world, JointType::distance, add_static(world), body, at);
    def.local_anchor_a = {};
    def.length = length(at);
    if (rope) {
        def.lower = 0.0f;
        def.upper = def.length;
    }
    return *world.create_joint(def);
}
void set_reach(World& world, JointId joint, bool rope, float length) {
    if (rope) {
        set_limits(world, joint, 0.0f, length);
    } else {
        set_length(world, joint, length);
    }
}

} // namespace

// The limits of a slider lift a platform with a crate on it. Once the crate has its velocity, all of the motion is
// uniform: the crate weighs m g, and a contact of one step is off by its Baumgarte term of 0.2 of a slop a step.
TEST_CASE("a platform that limits lift carries its load", "[law][X16][joint][moving_bounds]") {
    for (const Preset& preset : presets()) {
        for (const float speed : {-0.3f, 0.2f, 1.1f, 2.7f}) {
            CAPTURE(preset.name, speed);
            World world = make_world(sleepless(preset.tuning));
            const BodyId platform = add_box(world, {}, 3.0f, 0.3f, {.mass = 4.0f});
            const BodyId crate = add_box(world, {0.4f, 0.65f}, 1.0f, 1.0f, {.mass = 2.0f});
            JointDef def = joint_def(world, JointType::prismatic, add_static(world), platform, {}, {0.0f, 1.0f});
            def.lower = def.upper = 0.0f;
            const JointId joint = *world.create_joint(def);
            run(world, 60);
            const float above = position(world, crate).y - position(world, platform).y;
            float at = 0.0f;
            for (int i = 0; i < 120; ++i) {
                at += speed * kStep;
                set_limits(world, joint, at, at);
                run(world, 1);
                if (i < 20) { continue; }
                CHECK(near(velocity(world, platform).y, speed, 0.02f));
                CHECK(near(velocity(world, crate).y, speed, 0.02f));
                CHECK(near(position(world, platform).y, at, 1.0e-3f));
                CHECK(near(position(world, crate).y - position(world, platform).y, above, 2.0e-3f));
                CHECK(near(world.joint_reaction(joint)->force.y, 6.0f * kGravity, 0.02f * 6.0f * kGravity));
            }
        }
    }
}

// A central force has no moment: L = m r^2 w stays, so the body turns four times as fast at half of the distance. The
// rope is as long as it is set, and the work is that of the pull: the energy grows by the square of r0 / r.
TEST_CASE("what is reeled in keeps its angular momentum", "[law][X16][joint][moving_bounds]") {
    for (const Preset& preset : presets()) {
        for (const bool rope : {false, true}) {
            for (const float speed : {0.5f, 2.0f}) {
                CAPTURE(preset.name, rope, speed);
                World world = make_world(sleepless(preset.tuning), {});
                const BodyId body = add_disc(world, {4.0f, 0.0f}, 0.2f, {.velocity = {0.0f, 2.0f}});
                const JointId joint = hang(world, body, {4.0f, 0.0f}, rope);
                const float before = cross(position(world, body), velocity(world, body));
                float length_now = 4.0f;
                while (length_now > 2.0f) {
                    length_now -= speed * kStep;
                    set_reach(world, joint, rope, length_now);
                    run(world, 1);
                }
                run(world, 30);
                const Vec2 at = position(world, body);
                CHECK(near(cross(at, velocity(world, body)), before, 0.01f * before));
                // The reel has stopped: a rod holds, and what a rope has pulled flies on at that speed.
                CHECK(length(at) < length_now + 2.0e-3f);
                if (!rope) { CHECK(near(length(at), length_now, 2.0e-3f)); }
            }
        }
    }
}

// Each step pays out more rope. After it was slack, which lasts 2 v / g, the load hangs on it and sinks as fast.
TEST_CASE("a load that is paid out or wound up hangs by its weight", "[law][X16][joint][moving_bounds]") {
    for (const Preset& preset : presets()) {
        for (const float speed : {-1.5f, -0.3f, 0.3f, 0.8f}) {
            CAPTURE(preset.name, speed);
            World world = make_world(sleepless(preset.tuning));
            const BodyId load = add_box(world, {0.0f, -4.0f}, 0.5f, 0.5f, {.mass = 3.0f});
            const JointId joint = hang(world, load, {0.0f, -4.0f}, true);
            run(world, 30);
            float out = 4.0f;
            for (int i = 0; i < 90; ++i) {
                out += speed * kStep;
                set_limits(world, joint, 0.0f, out);
                run(world, 1);
                if (i < 30) { continue; }
                CHECK(near(velocity(world, load).y, -speed, 0.01f));
                CHECK(near(position(world, load).y, -out, 2.0e-3f));
                CHECK(near(world.joint_reaction(joint)->force.y, 3.0f * kGravity, 0.01f * 3.0f * kGravity));
            }
        }
    }
}

// A jump is no motion: bodies get `max_push_speed` of it, in the step that follows, or half of that where the
// correction of the rest shares that cap (under `fx2d` the correction is velocity, too). They end where they were told
// to be, at rest.
TEST_CASE("a length or limit that jumps throws nothing", "[law][X16][joint][moving_bounds]") {
    for (const Preset& preset : presets()) {
        for (const float to : {2.0f, 7.0f}) {
            CAPTURE(preset.name, to);
            World world = make_world(sleepless(preset.tuning), {});
            const BodyId on_rod = add_disc(world, {4.0f, 0.0f}, 0.2f);
            const BodyId on_slider = add_disc(world, {4.0f, 3.0f}, 0.2f);
            const JointId rod = hang(world, on_rod, {4.0f, 0.0f}, false);
            JointDef def = joint_def(world, JointType::prismatic, add_static(world), on_slider, {0.0f, 3.0f});
            def.lower = def.upper = 4.0f;
            def.local_anchor_b = {};
            const JointId slider = *world.create_joint(def);
            run(world, 10);
            set_length(world, rod, to);
            set_limits(world, slider, to, to);
            float fastest = 0.0f;
            for (int i = 0; i < 240; ++i) {
                run(world, 1);
                fastest = max(fastest, max(length(velocity(world, on_rod)), length(velocity(world, on_slider))));
            }
            const float most = preset.tuning.max_push_speed;
            CHECK(fastest > 0.45f * most);
            CHECK(fastest < 2.1f * most);
            CHECK(near(position(world, on_rod), {to, 0.0f}, 5.0e-3f));
            CHECK(near(position(world, on_slider), {to, 3.0f}, 5.0e-3f));
            CHECK(length(velocity(world, on_rod)) + length(velocity(world, on_slider)) < 0.01f);
        }
    }
}

// A limit that appears where a body is beyond it, or moves where nothing is, moves nothing by itself.
TEST_CASE("limits that are set or removed, or that nothing touches, give no velocity",
          "[law][X16][joint][moving_bounds]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(sleepless(preset.tuning), {});
        const BodyId body = add_disc(world, {1.0f, 0.0f}, 0.2f, {.velocity = {0.25f, 0.0f}});
        JointDef def = joint_def(world, JointType::prismatic, add_static(world), body, {1.0f, 0.0f}, {1.0f, 0.0f});
        const JointId joint = *world.create_joint(def);
        for (int i = 0; i < 60; ++i) {
            const float away = 1.0f + 0.04f * static_cast<float>(i % 7);
            set_limits(world, joint, i % 9 == 0 ? -kUnlimited : -away, i % 4 == 0 ? kUnlimited : away);
            run(world, 1);
            CHECK(near(velocity(world, body), {0.25f, 0.0f}, 1.0e-4f));
        }
    }
}

// Limits turn a flipper at 5 rad/s, which throws a ball that lies on it: r w at once, and more as it rolls outwards.
TEST_CASE("limits that turn a flipper throw a ball", "[law][X16][joint][moving_bounds]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(sleepless(preset.tuning));
        const BodyId flipper = add_box(world, {0.5f, 0.0f}, 1.0f, 0.1f, {.mass = 5.0f});
        JointDef def = joint_def(world, JointType::revolute, add_static(world), flipper, {});
        def.lower = def.upper = 0.0f;
        const JointId joint = *world.create_joint(def);
        const BodyId ball = add_disc(world, {0.8f, 0.15f}, 0.1f, {.mass = 0.1f});
        run(world, 30);
        float angle = 0.0f;
        for (int i = 0; i < 10; ++i) {
            angle += 5.0f * kStep;
            set_limits(world, joint, angle, angle);
            run(world, 1);
            CHECK(near(w_of(world, flipper), 5.0f, 0.3f));
        }
        CHECK(near(*world.angle(flipper), angle, 5.0e-3f));
        const float fast = length(velocity(world, ball));
        CHECK(fast > 0.8f * 0.8f * 5.0f);
        CHECK(fast < 1.6f * 0.8f * 5.0f);
    }
}

// Straight between their anchors, two ropes would pull a load up at any speed. They do not reach that far.
TEST_CASE("ropes that are reeled in further than they can reach throw nothing", "[law][X16][joint][moving_bounds]") {
    for (const Preset& preset : presets()) {
        for (const float speed : {0.3f, 1.0f, 2.5f}) {
            for (const bool rope : {true, false}) {
                CAPTURE(preset.name, speed, rope);
                World world = make_world(sleepless(preset.tuning));
                const BodyId load = add_disc(world, {0.0f, -2.0f}, 0.2f);
                std::vector<JointId> joints;
                for (const float side : {-2.0f, 2.0f}) {
                    JointDef def = joint_def(world, JointType::distance, add_static(world), load, {});
                    def.local_anchor_a = {side, 0.0f};
                    def.local_anchor_b = {};
                    def.length = std::sqrt(8.0f);
                    if (rope) {
                        def.lower = 0.0f;
                        def.upper = def.length;
                    }
                    joints.push_back(*world.create_joint(def));
                }
                float reach = std::sqrt(8.0f);
                float fastest = 0.0f;
                for (int i = 0; i < 600; ++i) {
                    reach = max(reach - speed * kStep, 1.5f);
                    for (const JointId joint : joints) { set_reach(world, joint, rope, reach); }
                    run(world, 1);
                    fastest = max(fastest, length(velocity(world, load)));
                }
                CHECK(fastest < 30.0f); // it was 400 m/s. Feasible lengths reach 12 m/s, as near the end v = u l / h
                CHECK(length(position(world, load)) < 1.5f);
                CHECK(length(velocity(world, load)) < 2.0f);
            }
        }
    }
}

// Nothing is left to move: the body is where its limits follow.
TEST_CASE("a body that is put where its new length or limits hold it gets no velocity",
          "[law][X16][joint][moving_bounds]") {
    for (const Preset& preset : presets()) {
        for (const float by : {0.5f, -2.0f, 10.0f}) {
            CAPTURE(preset.name, by);
            World world = make_world(sleepless(preset.tuning));
            const BodyId platform = add_box(world, {}, 3.0f, 0.3f, {.mass = 4.0f});
            const BodyId crate = add_box(world, {0.0f, 0.65f}, 1.0f, 1.0f, {.mass = 2.0f});
            JointDef def = joint_def(world, JointType::prismatic, add_static(world), platform, {}, {0.0f, 1.0f});
            def.lower = def.upper = 0.0f;
            const JointId joint = *world.create_joint(def);
            run(world, 60);
            for (const BodyId body : {platform, crate}) {
                const Vec2 at = position(world, body);
                REQUIRE_FALSE(world.set_transform(body, at + Vec2{0.0f, by}, 0.0f));
            }
            set_limits(world, joint, by, by);
            float fastest = 0.0f;
            for (int i = 0; i < 30; ++i) {
                run(world, 1);
                fastest = max(fastest, max(length(velocity(world, platform)), length(velocity(world, crate))));
            }
            CHECK(fastest < 0.1f);
            CHECK(near(position(world, platform).y, by, 2.0e-3f));
        }
    }
}
