// Energy and spin in collisions for which the laws of impact give exact statements. For every preset see
// random_motion_test.cpp.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "engine/geometry/shapes.h"
#include "solvers/presets.h"
#include "support/effort.h"
#include "support/joints.h"
#include "support/rows.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Scatter {
    float friction = 0.0f;
    float restitution = 0.0f;
    bool round_only = false; ///< discs without spin: no torque can arise without friction
};

// 24 bodies on a 6 x 4 grid that does not overlap, moving towards the middle with random spin.
void scatter(World& world, uint64_t seed, const Scatter& how) {
    Random random(seed);
    for (int i = 0; i < 24; ++i) {
        const Vec2 at{2.0f * static_cast<float>(i % 6) - 5.0f, 2.0f * static_cast<float>(i / 6) - 3.0f};
        Made made;
        made.mass = random.between(0.2f, 5.0f);
        made.friction = how.friction;
        made.restitution = how.restitution;
        made.velocity = -0.8f * at + Vec2{random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
        made.w = random.between(-3.0f, 3.0f);
        made.angle = random.between(-3.0f, 3.0f);
        if (how.round_only || i % 3 == 0) {
            add_disc(world, at, random.between(0.3f, 0.9f), made);
        } else if (i % 3 == 1) {
            const float width = random.between(0.5f, 1.3f);
            add_box(world, at, width, random.between(0.3f, 1.3f), made);
        } else {
            const float a = random.between(0.2f, 0.5f);
            add_body(world, at, Capsule{{-a, 0.0f}, {a, 0.0f}, 0.3f}, 0.6f * 2.0f * a + kPi * 0.09f, made);
        }
    }
}

} // namespace

TEST_CASE("collisions without friction never add kinetic energy", "[law][energy]") {
    // The work of the impulses is 1/2 sum lambda (v_n- + v_n+). A point that hits has v_n+ = -e v_n-: its share is
    // -(1 - e) / 2 lambda |v_n-|. A point that was leaving at v_n- > 0 and is pressed back by the others ends at
    // v_n+ = 0 and adds lambda v_n- / 2. At e = 1 nothing pays for that but the scaling of energy_groups.h.
    for (const float e : {0.0f, 0.5f, 1.0f}) {
        int lone_impacts = 0;
        for (uint64_t seed = 1; seed <= 8; ++seed) {
            Tuning tuning = sleepless(umbra_preset());
            tuning.velocity_iterations = 200; // solved, so that the law is about the model
            World world = make_world(tuning, {});
            scatter(world, seed, {.restitution = e});
            float energy = world.energy().kinetic;
            const float initial = energy;
            for (int i = 0; i < 180; ++i) {
                (void)world.step(kStep);
                const float now = world.energy().kinetic;
                std::vector<int> points(24, 0);
                int impulses = 0;
                for_each_contact(world, [&](const Contact& contact, BodyId, BodyId) {
                    for (int k = 0; k < contact.manifold.count; ++k) {
                        if (contact.manifold.points[k].normal_impulse == 0.0f) { continue; }
                        ++points[contact.slotA];
                        ++points[contact.slotB];
                        ++impulses;
                    }
                });
                bool alone = true;
                for (const int count : points) { alone = alone && count <= 1; }
                lone_impacts += alone ? impulses : 0;
                CAPTURE(e, seed, i, energy, now);
                CHECK(now <= energy + 1.0e-5f * initial);
                energy = now;
            }
        }
        CHECK(lone_impacts > 20);
    }
}

TEST_CASE("friction between bodies that do not bounce never adds kinetic energy", "[law][energy]") {
    for (uint64_t seed = 1; seed <= 8; ++seed) {
        Tuning tuning = sleepless(umbra_preset());
        tuning.velocity_iterations = 200;
        World world = make_world(tuning, {});
        scatter(world, seed, {.friction = 0.6f});
        float energy = world.energy().kinetic;
        const float initial = energy;
        for (int i = 0; i < 180; ++i) {
            (void)world.step(kStep);
            const float now = world.energy().kinetic;
            CAPTURE(seed, i, energy, now);
            CHECK(now <= energy + 1.0e-5f * initial);
            energy = now;
        }
    }
}

TEST_CASE("discs without friction keep their spin", "[law][momentum]") {
    World world = make_world(sleepless(umbra_preset()), {});
    scatter(world, 7, {.restitution = 0.5f, .round_only = true});
    std::vector<float> spin;
    for (uint32_t slot = 0; slot < 24; ++slot) { spin.push_back(world.state().motions[slot].w); }
    run(world, 300);
    for (uint32_t slot = 0; slot < 24; ++slot) {
        // rA x n is 0 up to the rounding of an arm along n.
        CHECK(near(world.state().motions[slot].w, spin[slot], 1.0e-4f));
    }
}

// Without weight nothing but rounding may part them: of 300 m/s it is 3e-5 m/s. Each iteration of a step rounds, over
// joints and over contacts: twelve times that passes.
TEST_CASE("a pair that is pressed together is at rest in itself at any speed", "[law][conservation][pressed]") {
    for (const float speed : {0.0f, 150.0f, 300.0f}) {
        for (const float angle : {0.0f, 0.3f, 0.7f}) {
            CAPTURE(speed, angle);
            World world = make_world(sleepless({}), {});
            const Vec2 velocity_of_both = speed * rotate(make_rot(1.0f), {1.0f, 0.0f});
            const Made made{.mass = 1.0f, .velocity = velocity_of_both, .angle = angle};
            const BodyId a = add_box(world, {}, 1.0f, 1.0f, made);
            const BodyId b = add_box(world, rotate(make_rot(angle), {1.0f, 0.0f}), 1.0f, 1.0f, made);
            JointDef def = joint_def(world, JointType::distance, a, b, {});
            def.local_anchor_a = def.local_anchor_b = {};
            def.length = 0.2f;
            def.hertz = 4.0f;
            def.damping = 0.2f;
            def.collide_connected = true;
            (void)world.create_joint(def);
            run(world, steps_of(5.0f));
            float fastest = 0.0f;
            for (int i = 0; i < steps_of(5.0f); ++i) {
                (void)world.step(kStep);
                fastest = max(fastest, length(velocity(world, a) - velocity(world, b)));
            }
            CHECK(fastest <= 4.0e-5f + 1.2e-6f * speed);
            CHECK(distance(position(world, a), position(world, b)) < 1.0f); // they are pressed
        }
    }
}

// Arms of contacts are those at the begin of a step, those of joints turn: the two disagree by w^2 d h in a substep.
// What contacts push by that grows from step to step (docs/promised-range.md), but in one it takes less than 0.1 %.
TEST_CASE("a pair that is held face to face spins on", "[law][conservation][pressed]") {
    for (const Preset& preset : presets()) {
        for (const JointType type : {JointType::weld, JointType::revolute}) {
            for (const float beside : {0.0f, 0.2f, 0.45f}) {
                CAPTURE(preset.name, type, beside);
                World world = make_world(sleepless(preset.tuning), {});
                const Vec2 half{0.5f, 0.5f * beside};
                const Vec2 around = left_perp(half); // m/s at 1 rad/s
                const BodyId a = add_box(world, -half, 1.0f, 1.0f, {.velocity = -around, .w = 1.0f});
                const BodyId b = add_box(world, half, 1.0f, 1.0f, {.velocity = around, .w = 1.0f});
                JointDef def = joint_def(world, type, a, b, {});
                def.collide_connected = true;
                (void)*world.create_joint(def);
                const auto momentum = [&] { // kg m^2/s, of 1 kg each
                    float sum = 0.0f;
                    for (const BodyId body : {a, b}) {
                        sum += cross(*world.world_center(body), velocity(world, body)) +
                               *world.angular_velocity(body) / 6.0f;
                    }
                    return sum;
                };
                const float before = momentum();
                run(world, 1);
                CHECK(near(momentum(), before, 1.0e-3f * before));
            }
        }
    }
}

// Normal and arms are those at the begin of a step. The force F of a substep k h later has turned by w k h less than
// the pair, which brakes it by the torque F d w k h: on average F d w (n - 1) / (2 n) dt, F d w / 160 with four
// substeps.
TEST_CASE("a pair that is pressed together and turns keeps its angular momentum under one-step solvers, and changes it "
          "as the promised range says under others",
          "[law][pressed]") {
    constexpr float kForce = 2.0f;          // N
    constexpr float kInertia = 5.0f / 6.0f; // kg m^2: of two unit boxes of 1 kg side by side
    constexpr float kSeconds = 10.0f;
    for (const Preset& preset : presets()) {
        World world = make_world(sleepless(preset.tuning), {});
        BodyId boxes[2];
        for (int i = 0; i < 2; ++i) {
            const float y = i == 0 ? -0.5f : 0.5f;
            boxes[i] = add_box(world, {0.0f, y}, 1.0f, 1.0f, {.velocity = {-y, 0.0f}, .w = 1.0f});
        }
        JointDef spring;
        spring.type = JointType::distance;
        spring.body_a = boxes[0];
        spring.body_b = boxes[1];
        spring.collide_connected = true;
        spring.hertz = 3.0f;
        spring.damping = 0.5f;
        spring.length = 1.0f - kForce / (0.5f * 4.0f * kPi * kPi * 9.0f); // of the reduced mass
        REQUIRE(world.create_joint(spring).ok());
        run(world, 30); // in which they come together
        const float before = world.momentum().angular;
        run(world, steps_of(kSeconds));
        const float rate = std::log(before / world.momentum().angular) / kSeconds;
        const float lost = kForce / (160.0f * kInertia);
        const bool soft = preset.tuning.solver == SolverType::soft_step;
        const bool substeps = preset.tuning.solver == SolverType::substepped_position; // gains: measured
        const float asked = soft ? lost : substeps ? -0.3f * lost : 0.0f;
        CAPTURE(preset.name, rate, asked);
        CHECK(near(rate, asked, 0.4f * std::abs(asked) + 1.0e-4f));
    }
}

TEST_CASE("a spring made of forces gains energy by the substeps between which they do not follow it, one made of "
          "impulses keeps it",
          "[law][energy][hand]") {
    // F = -w^2 m x, set before each step. With n substeps a step adds F dt / m to the velocity and (n + 1) / (2 n) of
    // F dt^2 / m to the position. Of that map of (x, v) the determinant is 1 + (n - 1) / (2 n) w^2 dt^2, the factor of
    // the energy. An impulse before the step adds all of it: semi-implicit Euler, whose energy returns.
    constexpr float kSeconds = 10.0f; // a whole number of periods
    for (const int n : {1, 2, 4, 8}) {
        for (const float hertz : {0.3f, 0.5f, 1.0f}) {
            const float w = 2.0f * kPi * hertz;
            for (const bool by_force : {false, true}) {
                Tuning tuning = sleepless(soft_step_tuning());
                tuning.substeps = n;
                World world = make_world(tuning, {});
                const BodyId body = add_box(world, {1.0f, 0.0f}, 0.5f, 0.5f, {.mass = 3.0f});
                for (int i = 0; i < steps_of(kSeconds); ++i) {
                    const Vec2 force = -3.0f * w * w * position(world, body);
                    if (by_force) {
                        (void)world.apply_force(body, force);
                    } else {
                        (void)world.apply_impulse(body, kStep * force);
                    }
                    (void)world.step(kStep);
                }
                const float speed = length(velocity(world, body)) / w;
                const float way = length(position(world, body));
                const float rate = std::log(speed * speed + way * way) / kSeconds;
                const float lag = static_cast<float>(n - 1) / static_cast<float>(2 * n);
                const float asked = by_force ? lag * w * w * kStep : 0.0f;
                CAPTURE(n, hertz, by_force, rate, asked);
                // The energy of a leapfrog at one instant is that of its motion to w dt / 2, half of it at either end.
                CHECK(near(rate, asked, w * kStep / kSeconds + 0.05f * asked));
            }
        }
    }
}

namespace {

/// A grid of n x n boxes on hinges that turns about its middle, without gravity: too many loops for a direct solve.
struct Spinning {
    World world;
    std::vector<BodyId> bodies;
    Vec2 middle;

    Spinning(int n, float w, const Tuning& tuning = {}) : world(make_world(tuning, {})) {
        middle = {0.5f * static_cast<float>(n - 1), 0.5f * static_cast<float>(n - 1)};
        for (int i = 0; i < n * n; ++i) {
            const Vec2 at{static_cast<float>(i % n), static_cast<float>(i / n)};
            bodies.push_back(
                add_box(world, at, 0.9f, 0.9f, {.velocity = cross(w, at - middle), .w = w, .filter = {.group = -1}}));
            if (i % n > 0) { (void)add_hinge(world, bodies[bodies.size() - 2], bodies.back(), at - Vec2{0.5f, 0.0f}); }
            if (i >= n) {
                (void)add_hinge(world, bodies[bodies.size() - 1 - static_cast<size_t>(n)], bodies.back(),
                                at - Vec2{0.0f, 0.5f});
            }
        }
    }
    /// Sum over bodies.
    template <class Terms>
    double sum(Terms&& terms) const {
        double total = 0.0;
        for (const BodyId body : bodies) {
            const MassData mass = *world.mass_data(body);
            const float w = *world.angular_velocity(body);
            total += static_cast<double>(terms(mass, world.transform(body)->p - middle, *world.velocity(body), w));
        }
        return total;
    }
    double spin() const {
        return sum([](const MassData& m, Vec2 arm, Vec2 v, float w) { return m.mass * cross(arm, v) + m.inertia * w; });
    }
    double energy() const {
        return sum(
            [](const MassData& m, Vec2, Vec2 v, float w) { return 0.5f * (m.mass * dot(v, v) + m.inertia * w * w); });
    }
};

} // namespace

// Corrected along the rows of the begin of a substep, and relaxed along these, it lost 7 % at 2 rad/s and 30 % at
// 5 rad/s: its bodies turn in between. What is left is the torque of the gaps that iterations leave, which depends on
// their order.
TEST_CASE("a net that spins freely keeps its spin and gains no energy", "[law][spinning_net]") {
    for (const int n : {5, 6}) {
        for (const float w : {1.0f, -1.0f, 2.0f, -2.0f, 5.0f, -5.0f}) {
            const double least = std::abs(w) < 3.0f ? 0.99 : 0.93; // of the spin; measured 0.995 and 0.949
            Spinning net(n, w);
            const double spin = net.spin();
            const double energy = net.energy();
            double most = 0.0;
            for (int i = 0; i < 600; ++i) {
                run(net.world, 1);
                most = std::max(most, net.energy());
            }
            CAPTURE(n, w, net.spin() / spin, most / energy);
            CHECK(net.spin() / spin > least);
            CHECK(net.spin() / spin < 1.0005);
            CHECK(most < 1.0005 * energy);
            CHECK(net.energy() > least * least * energy);
        }
    }
}

// One iteration over 84 and more joints, begun anew in each substep, leaves some of the velocity that corrects errors:
// grids of 6 x 6 gained energy up to the speed limit within 3 s.
TEST_CASE("a net that spins freely under fx2d keeps its spin and gains no energy", "[law][spinning_net]") {
    // Of either sign: measured 0.9988 to 1.0012.
    constexpr double kTorqueOfGaps = 0.003;
    for (const int n : {5, 6, 8, 12}) {
        for (const float w : {2.0f, -2.0f}) {
            Spinning net(n, w, fx2d_preset());
            const double spin = net.spin();
            const double energy = net.energy();
            double most = 0.0;
            for (int i = 0; i < steps_of(kWholeEffort ? 10.0f : 1.0f); ++i) {
                run(net.world, 1);
                most = std::max(most, net.energy());
            }
            CAPTURE(n, w, net.spin() / spin, most / energy);
            CHECK(std::abs(net.spin() / spin - 1.0) < kTorqueOfGaps);
            CHECK(std::abs(net.energy() / energy - 1.0) < 2.0 * kTorqueOfGaps);
            CHECK(most < (1.0 + 2.0 * kTorqueOfGaps) * energy);
        }
    }
}
