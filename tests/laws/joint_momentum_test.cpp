// Drives and springs between two free bodies act on both at one point, wherever their anchors are.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "solvers/presets.h"
#include "support/joints.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// kg m/s and kg m^2/s: what the momenta of two bodies are sums of.
struct Scale {
    float linear = 0.0f;
    float angular = 0.0f;
};
Scale scale_of(const World& world, BodyId a, BodyId b) {
    Scale scale;
    for (const BodyId body : {a, b}) {
        const MassData mass = *world.mass_data(body);
        const float p = mass.mass * length(velocity(world, body));
        scale.linear += p;
        scale.angular += p * length(position(world, body)) + mass.inertia * std::abs(w_of(world, body));
    }
    return scale;
}

// The impulses of a substep act at one point, so they keep the angular momentum of the poses that it begins with; and
// x += h v adds h v x v = 0. What is left is rounding. 120 steps of 4 substeps round each sum some ten times, by 2^-24
// of it: 3e-4 if always upwards, 4e-6 as a random walk. A velocity that is a displacement over h (FX11) rounds with
// each of 14 substeps, by 14 times as much: sqrt(120 14) 14 6e-8 = 3.5e-5. The scale before and after, each up to half
// of the largest.
constexpr float kRounding = 3.5e-5f;

enum class Drive : uint8_t { brake, velocity, point, pose, weld, soft_point };

JointDef drive_of(Drive drive) {
    JointDef def;
    def.type = drive == Drive::weld || drive == Drive::soft_point ? JointType::weld : JointType::motor;
    switch (drive) {
    case Drive::brake:
        def.max_force = 3.0f;
        def.max_torque = 1.0f;
        break;
    case Drive::velocity:
        def.velocity = {0.7f, -1.1f};
        def.motor_speed = 1.5f;
        def.max_force = 8.0f;
        def.max_torque = 2.0f;
        break;
    case Drive::point:
        def.hertz = 2.0f;
        def.damping = 1.0f;
        def.max_torque = 0.0f;
        break;
    case Drive::pose:
    case Drive::weld:
        def.hertz = def.angular_hertz = 2.0f;
        def.damping = def.angular_damping = 0.7f;
        break;
    case Drive::soft_point:
        def.hertz = 2.0f;
        def.damping = 0.7f;
        break;
    }
    return def;
}

} // namespace

TEST_CASE("drives and springs between two free bodies keep their momentum and angular momentum",
          "[law][joint][momentum]") {
    for (const Preset& preset : presets()) {
        for (const Drive drive :
             {Drive::brake, Drive::velocity, Drive::point, Drive::pose, Drive::weld, Drive::soft_point}) {
            for (uint64_t seed = 1; seed <= seeds_of(12); ++seed) {
                CAPTURE(preset.name, static_cast<int>(drive), seed);
                Random random(seed);
                World world = make_world(sleepless(preset.tuning), {});
                BodyId bodies[2];
                for (int i = 0; i < 2; ++i) {
                    const Vec2 at{i == 0 ? -1.0f : 1.0f, random.between(-0.5f, 0.5f)};
                    const Vec2 velocity{random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)};
                    bodies[i] = add_box(world, at, random.between(0.5f, 2.0f), 0.5f,
                                        {.mass = random.between(0.3f, 3.0f),
                                         .velocity = velocity,
                                         .w = random.between(-3.0f, 3.0f),
                                         .filter = {.group = -1}});
                }
                JointDef def = drive_of(drive);
                def.body_a = bodies[0];
                def.body_b = bodies[1];
                def.local_anchor_a = {random.between(-0.5f, 0.5f), random.between(-0.2f, 0.2f)};
                def.local_anchor_b = {random.between(-0.5f, 0.5f), random.between(-0.2f, 0.2f)};
                REQUIRE(world.create_joint(def).ok());
                const Momentum before = world.momentum();
                const Scale first = scale_of(world, bodies[0], bodies[1]);
                const Vec2 apart = velocity(world, bodies[1]) - velocity(world, bodies[0]);
                float changed = 0.0f;
                for (int i = 0; i < 120; ++i) {
                    run(world, 1);
                    changed = max(changed, distance(velocity(world, bodies[1]) - velocity(world, bodies[0]), apart));
                }
                const Momentum after = world.momentum();
                const Scale last = scale_of(world, bodies[0], bodies[1]);
                CHECK(near(after.linear, before.linear, kRounding * (first.linear + last.linear)));
                CHECK(near(after.angular, before.angular, kRounding * (first.angular + last.angular)));
                CHECK(changed > 0.2f); // it acts
            }
        }
    }
}

// L = -2 kg m^2/s of two bodies of 1 kg that pass each other 2 m apart, at 1 m/s each. Friction between them ends as
// they turn as one body, at L over its inertia. The velocities of a step are those of one body at its begin. Until its
// end the bodies turn by w dt, which leaves a slip of w^2 dt times their distance d. Positions follow the tangents: d
// grows by (w dt)^2 / 2 of itself, and w falls by twice that, 2e-4 of w.
TEST_CASE("a motor joint of speed 0 lets two bodies that pass each other turn as one", "[law][joint][momentum]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(sleepless(preset.tuning), {});
        const BodyId a = add_box(world, {}, 1.0f, 1.0f, {.velocity = {0.0f, 1.0f}});
        const BodyId b = add_box(world, {2.0f, 0.0f}, 1.0f, 1.0f, {.velocity = {0.0f, -1.0f}});
        JointDef def;
        def.type = JointType::motor;
        def.body_a = a;
        def.body_b = b;
        def.max_force = def.max_torque = 5.0f;
        const JointId joint = *world.create_joint(def);
        const float before = world.momentum().angular;
        REQUIRE(near(before, -2.0f, 1.0e-5f));
        run(world, 300);
        CHECK(near(world.momentum().angular, before, 4.0e-5f * std::abs(before)));
        const Vec2 arm = position(world, b) - position(world, a);
        const float w = before / (0.5f * length_squared(arm) + 2.0f / 6.0f);
        CHECK(near(w_of(world, a), w, 1.0e-3f));
        CHECK(near(w_of(world, b), w, 1.0e-3f));
        const Vec2 slips = velocity(world, b) - velocity(world, a) - w * left_perp(arm);
        CHECK(length(slips) < 1.1f * w * w * kStep * length(arm));
        CHECK(length(world.joint_reaction(joint)->force) < 5.0f); // what turns them
    }
}

// 5 N at 2 m for half a second are 5 kg m^2/s. The weld resists by the same, of which rounding leaves a part in 10^5.
TEST_CASE("a motor joint within a rigid pair does not move it", "[law][joint][momentum]") {
    for (const Preset& preset : presets()) {
        for (const Vec2 drive : {Vec2{0.0f, 1.0f}, Vec2{1.0f, 0.0f}, Vec2{-0.6f, 0.8f}}) {
            CAPTURE(preset.name, drive.x, drive.y);
            World world = make_world(sleepless(preset.tuning), {});
            const BodyId a = add_box(world, {}, 1.0f, 1.0f);
            const BodyId b = add_box(world, {2.0f, 0.0f}, 1.0f, 1.0f);
            JointDef def;
            def.type = JointType::motor;
            def.body_a = a;
            def.body_b = b;
            def.velocity = drive;
            def.max_force = 5.0f;
            def.max_torque = 0.0f;
            const JointId joint = *world.create_joint(def);
            (void)*world.create_joint(joint_def(world, JointType::weld, a, b, {1.0f, 0.0f}));
            run(world, 30);
            CHECK(near(length(world.joint_reaction(joint)->force), 5.0f, 1.0e-3f)); // it acts
            CHECK(near(world.momentum().linear, {}, 5.0e-5f));
            CHECK(near(world.momentum().angular, 0.0f, 5.0e-5f));
            CHECK(std::abs(w_of(world, a)) < 1.0e-3f);
            CHECK(std::abs(w_of(world, b)) < 1.0e-3f);
        }
    }
}

// Velocity 0 is at rest in A's frame: a body on a turntable is carried along wherever it stands. Its anchor on A is the
// axle. `soft-step` moves it along its arc. The others move it along the tangent of each step, which is longer by
// (w dt)^2 / 2: in 120 steps at 1 rad/s by 1.7 %.
TEST_CASE("a motor joint of speed 0 carries a body along on a turntable", "[law][joint]") {
    for (const Preset& preset : presets()) {
        const bool arcs = preset.tuning.solver == SolverType::soft_step;
        for (const float spin : {1.0f, arcs ? 4.0f : 0.5f}) { // rad/s
            for (const float radius : {0.5f, 2.0f}) {
                CAPTURE(preset.name, spin, radius);
                World world = make_world(sleepless(preset.tuning), {});
                const BodyId table = add_box(world, {}, 6.0f, 6.0f,
                                             {.w = spin, .type = BodyType::kinematic_body, .filter = {.group = -1}});
                const BodyId puck = add_disc(world, {radius, 0.0f}, 0.2f,
                                             {.velocity = {0.0f, spin * radius}, .w = spin, .filter = {.group = -1}});
                JointDef def;
                def.type = JointType::motor;
                def.body_a = table;
                def.body_b = puck;
                def.max_force = 1.5f * spin * spin * radius * world.mass_data(puck)->mass; // it circles by 2/3
                def.max_torque = 1.0f;
                const JointId joint = *world.create_joint(def);
                run(world, arcs ? 1200 : 120);
                const float bound = arcs ? 0.002f : 0.02f;
                CHECK(near(length(position(world, puck)), radius, bound * radius));
                CHECK(near(length(velocity(world, puck)), spin * radius, bound * spin * radius));
                CHECK(near(w_of(world, puck), spin, 1.0e-3f));
                CHECK(near(length(world.joint_reaction(joint)->force), def.max_force / 1.5f, 0.03f * def.max_force));
            }
        }
    }
}

// Of joints under iterations: a grid of discs with motors between neighbours, some of which are at their caps. The
// force of each is bounded by its cap in every direction, and no momentum comes from nothing.
TEST_CASE("motors in a net keep to their circular caps and conserve momentum", "[law][joint_momentum]") {
    for (const float angle : {0.0f, 0.4f, 0.8f}) {
        constexpr int kSide = 5;
        constexpr float kCap = 2.0f;
        World world = make_world({}, {});
        std::vector<BodyId> bodies;
        std::vector<JointId> joints;
        const Vec2 along{std::cos(angle), std::sin(angle)};
        for (int i = 0; i < kSide * kSide; ++i) {
            const Vec2 at{static_cast<float>(i % kSide), static_cast<float>(i / kSide)};
            const float speed = i == 12 ? 6.0f : 0.0f; // the middle one is thrown
            bodies.push_back(add_disc(world, at, 0.2f, {.velocity = speed * along, .filter = {.mask = 0}}));
            const auto join = [&](size_t back) {
                JointDef def = joint_def(world, JointType::motor, bodies[bodies.size() - 1 - back], bodies.back(), at);
                def.max_force = kCap;
                def.max_torque = 0.1f;
                joints.push_back(*world.create_joint(def));
            };
            if (i % kSide > 0) { join(1); }
            if (i >= kSide) { join(kSide); }
        }
        const auto momentum = [&] {
            Vec2 sum{};
            for (const BodyId body : bodies) { sum += world.mass_data(body)->mass * velocity(world, body); }
            return sum;
        };
        const Vec2 before = momentum();
        float most = 0.0f;
        for (int i = 0; i < 120; ++i) {
            run(world, 1);
            for (const JointId joint : joints) { most = max(most, length(world.joint_reaction(joint)->force)); }
        }
        CAPTURE(angle, most);
        CHECK(length(momentum() - before) < kRounding * length(before));
        CHECK(most < 1.001f * kCap); // a square of caps would give up to 1.41 of it
        CHECK(most > 0.99f * kCap);
    }
}
