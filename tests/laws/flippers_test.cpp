// Bodies that a capped motor presses or throws against its limit, with contacts on them.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

#include "support/effort.h"
#include "support/joints.h"
#include "support/sweeps.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kLength = 1.0f;      // m, of the flipper
constexpr float kRadius = 0.1f;      // m, its
constexpr float kBallRadius = 0.15f; // m
constexpr float kSleepTime = 0.5f;   // s

/// A flipper that its motor holds at its upper limit, and a ball in the V between it and a straight guide.
struct Flipper {
    float gravity = 5.0f;      ///< m/s^2
    float upper = 0.6f;        ///< rad above the horizontal
    float guide = 0.3f;        ///< rad above it on the other side
    float ball_mass = 0.35f;   ///< kg
    float mass = 1.16f;        ///< kg
    float motor_speed = 20.0f; ///< rad/s
    float cap = 50.0f;         ///< N m
    float above = 0.7f;        ///< m: where the ball starts, up the guide
    bool bullet = true;

    /// N m: the moment of its weight.
    float moment() const { return 0.5f * mass * gravity * kLength * std::cos(upper); }
    /// N m: the most that the ball adds, at the end.
    float moment_of_ball() const { return ball_mass * gravity * kLength; }
    /// s: until a ball that rolls back and forth in the V is at rest. Each face removes the velocity across it, which
    /// leaves a part cos(angle between them) in each turn, and a turn at speed v takes 2 v / a, a = 2/3 g sin(slope).
    float rolls() const {
        const float speed = std::sqrt(2.0f * gravity * above * std::sin(guide));
        const float slowest = 2.0f / 3.0f * gravity * std::sin(std::min(guide, upper));
        return 2.0f * speed / slowest / (1.0f - std::cos(guide + upper));
    }
};

/// A flipper below its upper limit, which its motor lifts there, and a ball on a guide that leads down to its hinge.
struct Table {
    World world;
    BodyId flipper;
    BodyId ball;
    JointId hinge;

    Table(const Tuning& tuning, const Flipper& of) : world(make_world(tuning, {0.0f, -of.gravity})) {
        const Vec2 up_guide{-std::cos(of.guide), std::sin(of.guide)};
        const Vec2 off_guide{std::sin(of.guide), std::cos(of.guide)};
        const Vec2 off_flipper{-std::sin(of.upper), std::cos(of.upper)};
        const BodyId wall = add_static(world);
        ShapeDef guide;
        guide.geometry = Segment{3.0f * up_guide, {}};
        REQUIRE(world.create_shape(wall, guide).ok());
        const float area = 2.0f * kLength * kRadius + kPi * kRadius * kRadius;
        flipper = add_body(world, {}, Capsule{{}, {kLength, 0.0f}, kRadius}, area, {.mass = of.mass});
        // In the V it is kBallRadius from the guide's line and kRadius more from the lifted flipper's.
        const float d = kBallRadius;
        const float D = kBallRadius + kRadius;
        const Vec2 in_v = Vec2{d * off_flipper.y - D * off_guide.y, D * off_guide.x - d * off_flipper.x};
        const Vec2 at = (1.0f / cross(off_guide, off_flipper)) * in_v + of.above * up_guide;
        ball = add_disc(world, at, kBallRadius, {.mass = of.ball_mass, .restitution = 0.3f});
        REQUIRE(!world.set_bullet(ball, of.bullet));
        JointDef def = joint_def(world, JointType::revolute, wall, flipper, {});
        def.lower = -0.5f;
        def.upper = of.upper;
        def.motor_speed = of.motor_speed;
        def.max_motor = of.cap;
        hinge = *world.create_joint(def);
    }
    float angle() const { return world.joint_state(hinge)->angle; }
    float torque() const { return world.joint_reaction(hinge)->torque; }
};

/// Its motor has twice to 60 times what the weights ask for, or no cap. The ball starts below the flipper's end.
Flipper random_flipper(Random& random) {
    Flipper out;
    out.gravity = spread(random, 1.0f, 20.0f);
    out.upper = random.between(0.3f, 1.0f);
    out.guide = random.between(0.3f, 1.0f);
    out.ball_mass = spread(random, 0.05f, 5.0f);
    out.mass = spread(random, 0.3f, 10.0f);
    out.motor_speed = spread(random, 0.5f, 100.0f);
    out.above = random.between(0.1f, 0.9f) * kLength * std::sin(out.upper) / std::sin(out.guide);
    const float ratio = spread(random, 2.0f, 60.0f);
    out.cap = random.below(8) == 0 ? kUnlimited : ratio * (out.moment() + out.moment_of_ball());
    out.bullet = random.below(2) == 0;
    return out;
}

void falls_asleep(const Flipper& of) {
    CAPTURE(of.gravity, of.upper, of.guide, of.ball_mass, of.mass, of.motor_speed, of.cap, of.above, of.bullet);
    Table table({}, of);
    const int most = steps_of(of.upper / of.motor_speed + of.rolls() + 2.0f * kSleepTime);
    int steps = 0;
    while (steps < most && *table.world.awake(table.ball)) {
        (void)table.world.step(kStep);
        ++steps;
    }
    CHECK_FALSE(*table.world.awake(table.ball));
    CHECK_FALSE(*table.world.awake(table.flipper));
    CHECK(steps >= steps_of(kSleepTime));
    CHECK(near(table.angle(), of.upper, 1.0e-5f));
}

constexpr float kCaps[] = {5.0f, 10.0f, 20.0f, 50.0f, 100.0f, 200.0f, 300.0f, 500.0f, 1000.0f, kUnlimited}; // N m

} // namespace

// Motor and limit are two rigid constraints of one coordinate. Where the limit presses the flipper back by more than
// the cap, the motor is at its cap and the limit takes the rest.
TEST_CASE("a ball between a guide and a flipper that its motor presses against its limit falls asleep",
          "[law][sleep][joint][flippers][UR8]") {
    for (const float cap : kCaps) { falls_asleep({.cap = cap}); }
    ParameterSweep sweep;
    for (uint64_t seed = 0; seed < 1000; ++seed) {
        if (!sweep.takes()) { continue; }
        Random random(seed);
        CAPTURE(seed);
        falls_asleep(random_flipper(random));
    }
}

// If nothing held it for one substep, gravity would give it 0.02 rad/s. A rounding of the angle, 6e-8 rad, asks for
// 4e-6 rad/s of bias in a substep, and the relax iteration leaves less than a quarter of that. Motor and limit bear the
// weight of the flipper in each step. The ball, which touches it beside the hinge, changes that by less than 1 %.
TEST_CASE("a flipper that its motor presses against its limit does not tremble under a ball",
          "[law][joint][flippers]") {
    for (const float cap : kCaps) {
        CAPTURE(cap);
        const Flipper of{.cap = cap};
        Table table(sleepless({}), of);
        run(table.world, steps_of(of.rolls()));
        float fastest = 0.0f; // rad/s
        float off = 0.0f;     // of the torque
        for (int i = 0; i < 600; ++i) {
            (void)table.world.step(kStep);
            fastest = std::max(fastest, std::abs(w_of(table.world, table.flipper)));
            off = std::max(off, std::abs(table.torque() / of.moment() - 1.0f));
        }
        CHECK(fastest < 1.0e-6f);
        CHECK(off < 0.01f);
    }
}

TEST_CASE("a motor too weak for its flipper lets it down to the lower limit, where all fall asleep",
          "[law][sleep][joint][flippers]") {
    const Flipper of{.cap = 0.5f * Flipper{}.moment()};
    Table table({}, of);
    run(table.world, 1200);
    CHECK(near(table.angle(), -0.5f, 1.0e-4f));
    CHECK_FALSE(*table.world.awake(table.flipper));
}

// The force of its friction has a circular cap: per step it takes cap / m dt from the speed, and leaves its direction.
TEST_CASE("a body that slides on a motor joint of speed 0 is braked by the cap in each step",
          "[law][joint][flippers]") {
    Random random(3);
    for (int i = 0; i < 100; ++i) {
        CAPTURE(i);
        World world = make_world({}, {});
        const float mass = spread(random, 0.1f, 10.0f);
        const float cap = spread(random, 0.1f, 10.0f);
        const Vec2 from{random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f)};
        const BodyId body =
            add_box(world, {}, 1.0f, 0.5f, {.mass = mass, .velocity = from, .w = random.between(-9.0f, 9.0f)});
        JointDef def = joint_def(world, JointType::motor, add_static(world), body, {});
        def.max_force = cap;
        def.max_torque = 0.1f * cap;
        REQUIRE(world.create_joint(def).ok());
        const float per_step = cap / mass * kStep;
        Vec2 v = from;
        const float rounding = 0x1p-20f * length(from); // of 4 substeps, 2^-24 after each of 4 changes
        for (int step = 0; length(v) > 2.0f * per_step && step < 200; ++step) {
            (void)world.step(kStep);
            const Vec2 braked = (1.0f - per_step / length(v)) * v;
            const Vec2 now = velocity(world, body);
            CHECK(length(now - braked) <= rounding + 1.0e-5f * per_step);
            v = now;
        }
    }
}

// Without arcs (joint_arcs.h) a substep of h opens a hinge by (w h)^2 r / 2, r being the distance to the centre of
// mass. With them a part is left in the few substeps in which the motor reaches its cap on the arc, or a contact
// removes more speed than the motor restores. No bullets: these stop what they hit within the step (continuous.h).
TEST_CASE("a flipper that throws a ball and meets its limit keeps its hinge closed", "[law][joint][flippers][X16]") {
    ParameterSweep sweep;
    int trials = 0;
    int open = 0;
    for (uint64_t seed = 0; seed < 1200; ++seed) {
        if (!sweep.takes()) { continue; }
        Random random(seed);
        Flipper of = random_flipper(random);
        const float speed = random.between(5.0f, 60.0f);
        of.gravity = 6.0f;
        of.motor_speed = -speed;
        of.mass = random.between(1.0f, 10.0f);
        of.ball_mass = random.between(0.1f, 0.6f);
        of.cap = 500.0f;
        of.bullet = false;
        Table table({}, of);
        (void)table.world.set_velocity(table.ball, {random.between(-1.0f, 1.0f), random.between(-10.0f, 0.0f)});
        const int up = 1 + static_cast<int>(random.below(40));
        const auto drive = [&](float to) {
            REQUIRE(!change_joint(table.world, table.hinge, [&](JointDef& def) { def.motor_speed = to; }));
        };
        float fastest = 0.0f; // rad/s
        float gap = 0.0f;     // m
        for (int step = 0; step < 80; ++step) {
            if (step == up) { drive(speed); }
            if (step == up + 15) { drive(-speed); }
            (void)table.world.step(kStep);
            fastest = std::max(fastest, std::abs(w_of(table.world, table.flipper)));
            gap = std::max(gap, table.world.joint_state(table.hinge)->separation);
        }
        const float turn = fastest * kStep / 4.0f;
        const float without_arcs = 0.5f * turn * turn * 0.5f * kLength;
        CAPTURE(seed, speed, fastest, gap, without_arcs);
        CHECK(gap <= without_arcs + 1.0e-4f);
        ++trials;
        open += gap > 0.1f * without_arcs + 1.0e-4f ? 1 : 0;
    }
    CAPTURE(trials, open);
    CHECK(open <= trials / 50);
}
