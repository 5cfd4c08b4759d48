// A slack rope is not there: a body may pass its anchor as close as it likes.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/presets.h"
#include "support/joints.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Passing {
    const char* name;
    int ropes;   ///< of distance joints side by side: more than two are iterated
    bool free;   ///< the anchor's body is dynamic and at rest
    bool pulley; ///< instead of a distance joint; passes the point of its rope on the ground
};

/// m/s and N: how far from uniform a body moves as it passes the anchor of a slack rope at `miss` m, and the largest
/// force of the rope.
struct Passed {
    float off = 0.0f;
    float force = 0.0f;
};
Passed pass(const Tuning& tuning, const Passing& how, Vec2 v, float miss, float phase) {
    World world = make_world(sleepless(tuning), {});
    const Made made{.filter = {.group = -1}};
    const BodyId hook = how.free || how.pulley ? add_disc(world, {}, 0.3f, made) : add_static(world);
    const float speed = length(v);
    const Vec2 ahead = (1.0f / speed) * v;
    const float from = 0.5f + phase * speed * kStep; // m before the anchor
    const Vec2 start = -from * ahead + miss * left_perp(ahead);
    const BodyId body = add_box(world, start, 0.4f, 0.8f, {.velocity = v, .filter = {.group = -1}});
    JointDef def;
    def.type = how.pulley ? JointType::pulley : JointType::distance;
    def.body_a = hook;
    def.body_b = body;
    if (how.pulley) {
        def.ground_anchor_a = {0.0f, 3.0f};
        def.length = 12.0f;
    } else {
        def.lower = how.free ? -kUnlimited : 0.0f; // either is no limit
        def.upper = 8.0f;
    }
    std::vector<JointId> joints;
    for (int i = 0; i < how.ropes; ++i) { joints.push_back(*world.create_joint(def)); }
    Passed passed;
    for (int i = steps_of(2.0f * from / speed) + 1; i >= 0; --i) {
        run(world, 1);
        passed.off = max(passed.off, distance(velocity(world, body), v) + std::abs(w_of(world, body)));
        passed.off = max(passed.off, length(velocity(world, hook)) + std::abs(w_of(world, hook)));
        for (const JointId joint : joints) {
            passed.force = max(passed.force, length(world.joint_reaction(joint)->force));
        }
    }
    return passed;
}

} // namespace

// The distance of two points is at least 0 whatever they do: that is no limit. As one, predicted along the direction
// before the step, it stopped what passed the anchor within it. Speeds of FX11 are displacements over h, rounded.
TEST_CASE("a slack rope leaves alone what passes its anchor at any distance", "[law][joint][rope]") {
    const Passing ways[] = {{"a static anchor", 1, false, false},
                            {"a free anchor", 1, true, false},
                            {"six ropes", 6, true, false},
                            {"a pulley", 1, false, true}};
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        for (const Passing& how : ways) {
            for (const float speed : {2.0f, 8.0f, 17.0f, 40.0f}) {
                for (const float miss : {0.0f, 0.001f, 0.005f, 0.02f}) {
                    if (!sweep.takes()) { continue; }
                    for (int i = 0; i < 12; ++i) {
                        const float phase = static_cast<float>(i) / 12.0f;
                        CAPTURE(preset.name, how.name, speed, miss, phase);
                        const Passed along = pass(preset.tuning, how, {speed, 0.0f}, miss, phase);
                        const Passed beside = pass(preset.tuning, how, {-0.6f * speed, 0.8f * speed}, miss, phase);
                        CHECK(max(along.off, beside.off) <= 2.0e-5f * speed);
                        CHECK(max(along.force, beside.force) == 0.0f);
                    }
                }
            }
        }
    }
}

TEST_CASE("a rope that is pulled taut beyond its anchor stops what pulls it", "[law][joint][rope]") {
    for (const Preset& preset : presets()) {
        for (const float speed : {2.0f, 8.0f, 17.0f}) {
            CAPTURE(preset.name, speed);
            World world = make_world(sleepless(preset.tuning), {});
            const BodyId body = add_disc(world, {-1.03f, 0.0f}, 0.2f, {.velocity = {speed, 0.0f}});
            JointDef def;
            def.type = JointType::distance;
            def.body_a = add_static(world);
            def.body_b = body;
            def.upper = 1.5f;
            (void)*world.create_joint(def);
            float farthest = 0.0f;
            for (int i = 0; i < 120; ++i) {
                run(world, 1);
                farthest = max(farthest, length(position(world, body)));
            }
            CHECK(near(farthest, 1.5f, 5.0e-3f));
            CHECK(near(length(velocity(world, body)), 0.0f, 0.01f * speed));
        }
    }
}

TEST_CASE("a smallest length above 0 still stops what comes to it", "[law][joint][rope]") {
    for (const Preset& preset : presets()) {
        for (const float speed : {2.0f, 8.0f}) {
            for (const float lower : {0.2f, 1.0f}) {
                CAPTURE(preset.name, speed, lower);
                World world = make_world(sleepless(preset.tuning), {});
                const BodyId body = add_disc(world, {-2.03f, 0.0f}, 0.1f, {.velocity = {speed, 0.0f}});
                JointDef def;
                def.type = JointType::distance;
                def.body_a = add_static(world);
                def.body_b = body;
                def.lower = lower;
                def.upper = 8.0f;
                (void)*world.create_joint(def);
                run(world, 120);
                CHECK(near(position(world, body), {-lower, 0.0f}, 5.0e-3f));
                CHECK(near(velocity(world, body), {}, 0.01f * speed));
            }
        }
    }
}

// 1 m/s are 17 mm in a step of 1/60 s. It stops at the anchor, on whichever side it is in a step.
TEST_CASE("the motor of a rope winds a body up to its anchor and stops there", "[law][joint][rope]") {
    for (const Preset& preset : presets()) {
        for (const float upper : {8.0f, kUnlimited}) {
            for (const float speed : {1.0f, 5.0f}) {
                CAPTURE(preset.name, upper, speed);
                World world = make_world(sleepless(preset.tuning), {});
                const BodyId body = add_disc(world, {-2.003f, 0.0f}, 0.1f);
                JointDef def;
                def.type = JointType::distance;
                def.body_a = add_static(world);
                def.body_b = body;
                def.upper = upper;
                def.motor_speed = -speed;
                def.max_motor = 1000.0f;
                (void)*world.create_joint(def);
                run(world, steps_of(1.0f / speed));
                CHECK(near(velocity(world, body), {speed, 0.0f}, 1.0e-3f * speed));
                run(world, steps_of(2.0f / speed));
                for (int i = 0; i < 30; ++i) {
                    run(world, 1);
                    CHECK(length(position(world, body)) < 1.0e-3f);
                    CHECK(length(velocity(world, body)) < 1.0e-2f);
                }
            }
        }
    }
}
