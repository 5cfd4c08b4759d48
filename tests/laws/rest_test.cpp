// A sleeping body is at rest: supported by an immovable body, or without any force that could move it.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>
#include <string>

#include "solvers/presets.h"
#include "support/joints.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// The step in which it fell asleep; 0 where it did not within `steps`.
int asleep_after(World& world, BodyId body, int steps) {
    for (int i = 1; i <= steps; ++i) {
        (void)world.step(kStep);
        if (!*world.awake(body)) { return i; }
    }
    return 0;
}

void set_threshold(World& world, BodyId body, const SleepThreshold& threshold) {
    REQUIRE_FALSE(world.set_sleep_threshold(body, threshold));
}

} // namespace

TEST_CASE("without gravity slow bodies drift and rotate forever", "[law][sleep][rest][UR8]") {
    for (const Preset& preset : presets()) {
        for (const float speed : {0.035f, 0.002f}) {
            CAPTURE(preset.name, speed);
            World world = make_world(preset.tuning, {});
            const BodyId alone = add_box(world, {}, 1.0f, 0.5f, {.mass = 3.0f, .velocity = {0.0f, speed}});
            const BodyId wheel = add_disc(world, {5.0f, 0.0f}, 0.5f, {.w = speed});
            // Two that lie against each other go on as one.
            const BodyId left = add_box(world, {10.0f, 0.0f}, 1.0f, 1.0f, {.velocity = {speed, 0.0f}});
            const BodyId right = add_box(world, {11.0f, 0.0f}, 1.0f, 1.0f, {.velocity = {speed, 0.0f}});
            run(world, 1800);
            for (const BodyId body : {alone, wheel, left, right}) { CHECK(*world.awake(body)); }
            CHECK(near(position(world, alone).y, 30.0f * speed, 1.0e-3f * 30.0f * speed));
            CHECK(near(w_of(world, wheel), speed, 1.0e-5f * speed));
            CHECK(near(position(world, right).x, 11.0f + 30.0f * speed, 1.0e-3f * 30.0f * speed + 1.0e-5f));
        }
    }
}

TEST_CASE("a weightless body drifts on in a world with gravity, and sleeps if it is at rest",
          "[law][sleep][rest][UR8]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(preset.tuning);
        const BodyId drifts = add_disc(world, {}, 0.5f, {.velocity = {0.02f, 0.0f}});
        const BodyId stands = add_disc(world, {5.0f, 0.0f}, 0.5f);
        const BodyId held = add_box(world, {10.0f, 0.0f}, 1.0f, 1.0f); // by its locks
        for (const BodyId body : {drifts, stands}) { REQUIRE_FALSE(world.set_gravity_scale(body, 0.0f)); }
        REQUIRE_FALSE(world.set_lock(held, false, true, true));
        run(world, 600);
        CHECK(near(position(world, drifts).x, 0.2f, 1.0e-4f));
        CHECK_FALSE(*world.awake(stands));
        CHECK_FALSE(*world.awake(held));
    }
}

TEST_CASE("in the weakest gravity a thrown body falls, and sleeps when it is at rest", "[law][sleep][rest][UR8]") {
    for (const Preset& preset : presets()) {
        for (const float g : {0.5f, 0.02f}) {
            CAPTURE(preset.name, g);
            World world = make_world(preset.tuning, {0.0f, -g});
            add_floor(world);
            // Thrown at g times 1 s: slower than 0.05 m/s for 0.1 s about the top, or all the time.
            const BodyId ball = add_disc(world, {0.0f, 0.6f}, 0.5f, {.velocity = {0.0f, g}});
            // Two that fly against each other hold each other up as little.
            const BodyId low = add_box(world, {5.0f, 0.7f}, 1.0f, 1.0f, {.velocity = {0.0f, g}});
            const BodyId high = add_box(world, {5.0f, 1.7f}, 1.0f, 1.0f, {.velocity = {0.0f, g}});
            // 1 s up and, from 0.1 m and more, as long and longer down
            for (int i = 0; i < 120; ++i) {
                (void)world.step(kStep);
                for (const BodyId body : {ball, low, high}) { REQUIRE(*world.awake(body)); }
            }
            for (const BodyId body : {ball, low, high}) { CHECK(asleep_after(world, body, 1200) > 0); }
            CHECK(near(position(world, ball).y, 0.5f, 0.01f));
            CHECK(near(position(world, low).y, 0.5f, 0.01f));
            CHECK(near(position(world, high).y, 1.5f, 0.02f));
        }
    }
}

TEST_CASE("in weak gravity a pendulum swings and a plank tips before they sleep", "[law][sleep][rest][UR8]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(preset.tuning, {0.0f, -0.04f});
        // Released at 0.25 rad, it is always slower than 0.05 m/s.
        const BodyId bob = add_disc(world, {std::sin(0.25f), -std::cos(0.25f)}, 0.1f);
        add_hinge(world, add_static(world), bob, {});
        // Half of it and a tenth of the other half beyond the edge.
        add_box(world, {10.0f, -0.5f}, 2.0f, 1.0f, {.type = BodyType::static_body});
        const BodyId plank = add_box(world, {11.2f, 0.1f}, 4.0f, 0.2f);
        float lowest = 1.0f;
        for (int i = 0; i < 1200; ++i) { // 20 s are more than half a period, 2 pi / sqrt(0.04) s
            (void)world.step(kStep);
            lowest = min(lowest, position(world, bob).x);
        }
        CHECK(lowest < -0.2f);
        CHECK(lowest > -0.26f);
        CHECK(position(world, plank).y < -0.3f);
    }
}

TEST_CASE("a body that falls slowly under strong damping reaches the ground", "[law][sleep][rest][UR8]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(preset.tuning);
        add_floor(world);
        const BodyId pebble = add_disc(world, {0.0f, 0.7f}, 0.25f);
        REQUIRE_FALSE(world.set_damping(pebble, 400.0f, 400.0f)); // ends at g / 400 = 0.0245 m/s
        CHECK(asleep_after(world, pebble, 960) == 0);             // for 0.45 m it takes 18.3 s
        CHECK(near(position(world, pebble).y, 0.7f - 16.0f * 9.81f / 400.0f, 0.02f));
        CHECK(asleep_after(world, pebble, 600) > 0);
        CHECK(near(position(world, pebble).y, 0.25f, 0.01f));
    }
}

TEST_CASE("without gravity damped bodies reach the positions where they would have stopped",
          "[law][sleep][rest][UR8]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(preset.tuning, {});
        const BodyId puck = add_disc(world, {}, 0.5f, {.velocity = {2.0f, 0.0f}, .w = 1.0f});
        REQUIRE_FALSE(world.set_damping(puck, 0.8f, 0.8f));
        // v / d is left to go: 5 mm of it after ln(2.5 m / 5 mm) / 0.8 = 7.8 s. That of its rim, 0.625 m, before.
        const int steps = asleep_after(world, puck, 1200);
        CHECK(steps > 420);
        CHECK(steps < 600);
        CHECK(near(position(world, puck).x, 2.5f, 0.03f)); // and h / 2 of the first step's speed
        CHECK(position(world, puck).x < 2.52f);
    }
}

TEST_CASE("hanging, leaning, held and standing bodies sleep", "[law][sleep][rest][UR8]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(preset.tuning);
        const BodyId floor = add_floor(world);
        std::vector<BodyId> bodies;
        const auto add = [&](BodyId body) {
            bodies.push_back(body);
            return body;
        };
        add_hinge(world, floor, add(add_disc(world, {0.0f, 3.0f}, 0.3f)), {0.0f, 3.5f}); // hangs straight
        add(add_box(world, {10.0f, 0.5f}, 1.0f, 1.0f));
        add(add_box(world, {10.2f, 1.5f}, 1.0f, 1.0f)); // on the one that bears it
        JointDef rope = joint_def(world, JointType::pulley, add(add_disc(world, {20.0f, 3.0f}, 0.3f)),
                                  add(add_disc(world, {22.0f, 3.0f}, 0.3f)), {});
        rope.local_anchor_a = rope.local_anchor_b = {};
        rope.ground_anchor_a = {20.0f, 6.0f};
        rope.ground_anchor_b = {22.0f, 6.0f};
        rope.length = 6.0f;
        REQUIRE(world.create_joint(rope).ok());
        JointDef hand;
        hand.type = JointType::target;
        hand.body_b = add(add_disc(world, {30.0f, 3.0f}, 0.3f));
        hand.ground_anchor_a = {30.0f, 3.0f};
        hand.hertz = 4.0f;
        hand.damping = 1.0f;
        REQUIRE(world.create_joint(hand).ok());
        run(world, 600);
        for (size_t i = 0; i < bodies.size(); ++i) {
            CAPTURE(i);
            CHECK_FALSE(*world.awake(bodies[i]));
        }
    }
}

TEST_CASE("sleep thresholds are the world's or a body's own", "[law][sleep][threshold]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        // Discs that roll on, at 0.1 m/s or 0.4 rad/s.
        const auto steps = [&](const Tuning& tuning, const SleepThreshold& own) {
            World world = make_world(tuning);
            add_floor(world);
            const BodyId disc = add_disc(world, {0.0f, 0.25f}, 0.25f, {.velocity = {0.1f, 0.0f}, .w = -0.4f});
            set_threshold(world, disc, own);
            return asleep_after(world, disc, 120);
        };
        Tuning tuning = preset.tuning;
        CHECK(steps(tuning, {}) == 0);
        CHECK(steps(tuning, {0.12f, 0.0f, 0.0f}) == 0); // it turns too fast still
        CHECK(steps(tuning, {0.0f, 0.5f, 0.0f}) == 0);
        const int usual = steps(tuning, {0.12f, 0.5f, 0.0f});
        CHECK((usual >= 30 && usual <= 33)); // 0.5 s, and not before the floor bears it
        const int soon = steps(tuning, {0.12f, 0.5f, 0.1f});
        CHECK((soon >= 6 && soon <= 9));
        const int late = steps(tuning, {0.12f, 0.5f, 1.5f});
        CHECK((late >= 90 && late <= 93));
        tuning.sleep_linear = 0.12f;
        tuning.sleep_angular = 0.5f;
        tuning.sleep_time = 0.25f;
        const int worlds = steps(tuning, {});
        CHECK((worlds >= 15 && worlds <= 18));
        CHECK(steps(tuning, {0.09f, 0.0f, 0.0f}) == 0);
        CHECK(steps(tuning, {0.0f, 0.35f, 0.0f}) == 0);
    }
}

TEST_CASE("no body sleeps in flight, at any sleep time", "[law][sleep][threshold]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        Tuning tuning = preset.tuning;
        tuning.sleep_linear = 0.5f; // slower for 0.1 s about the top
        tuning.sleep_time = 0.0f;
        World world = make_world(tuning);
        add_floor(world);
        const BodyId ball = add_disc(world, {0.0f, 0.51f}, 0.5f, {.velocity = {0.0f, 3.0f}});
        for (int i = 0; i < 36; ++i) { // 2 v / g = 0.61 s
            (void)world.step(kStep);
            REQUIRE(*world.awake(ball));
        }
        CHECK(asleep_after(world, ball, 30) > 0);
        CHECK(near(position(world, ball).y, 0.5f, 0.03f)); // at once, with what overlap the fall left
    }
}

TEST_CASE("an island sleeps when its last body is ready", "[law][sleep][threshold]") {
    World world = make_world({});
    add_floor(world);
    const std::vector<BodyId> stack = add_straight_stack(world, 2);
    set_threshold(world, stack[0], {0.0f, 0.0f, 1.0f});
    set_threshold(world, stack[1], {0.0f, 0.0f, 0.1f});
    const int steps = asleep_after(world, stack[1], 300);
    CHECK(steps >= 60);
    CHECK(steps <= 90);
    CHECK_FALSE(*world.awake(stack[0]));
}

TEST_CASE("a body's threshold is in metres whatever the length unit, as the world's is", "[law][sleep][threshold]") {
    for (const float unit : {1.0f, 0.02f}) { // m
        const auto steps = [&](float speed, float own) {
            WorldDef def;
            def.length_unit = unit;
            def.gravity = {0.0f, -9.81f / unit};
            World world(def);
            add_box(world, {0.0f, -1.0f / unit}, 200.0f / unit, 2.0f / unit,
                    {.friction = 0.0f, .type = BodyType::static_body});
            const BodyId box = add_box(world, {0.0f, 0.5f / unit}, 1.0f / unit, 1.0f / unit,
                                       {.friction = 0.0f, .velocity = {speed / unit, 0.0f}});
            set_threshold(world, box, {own, 0.0f, 0.0f});
            CHECK(world.body_def(box)->sleep_threshold.linear == own);
            return asleep_after(world, box, 60);
        };
        CAPTURE(unit);
        CHECK(steps(0.2f, 0.0f) == 0);
        CHECK(steps(0.2f, 0.19f) == 0);
        CHECK(steps(0.2f, 0.21f) >= 30);
        CHECK(steps(0.04f, 0.0f) >= 30);
    }
}

TEST_CASE("a threshold that is NaN or negative is an error", "[law][sleep][threshold]") {
    World world = make_world({});
    const BodyId body = add_disc(world, {}, 0.5f);
    const SleepThreshold good{0.1f, 0.2f, 0.3f};
    set_threshold(world, body, good);
    for (const float bad : {-1.0f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        const SleepThreshold wrong[] = {{bad, 0.0f, 0.0f}, {0.0f, bad, 0.0f}, {0.0f, 0.0f, bad}};
        const char* const paths[] = {"sleepThreshold.linear", "sleepThreshold.angular", "sleepThreshold.seconds"};
        for (size_t i = 0; i < 3; ++i) {
            const Error error = world.set_sleep_threshold(body, wrong[i]);
            CHECK(error.code == ErrorCode::invalid_argument);
            CHECK(std::string(error.path) == paths[i]);
            BodyDef def;
            def.sleep_threshold = wrong[i];
            CHECK(World::check(def).code == ErrorCode::invalid_argument);
        }
    }
    const SleepThreshold now = world.body_def(body)->sleep_threshold;
    CHECK((now.linear == 0.1f && now.angular == 0.2f && now.seconds == 0.3f));
}
