// Joints, bounces and rest under every integrator of `sequential_impulse`: UR14, WK10.
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>

#include "solvers/presets.h"
#include "support/joints.h"
#include "support/standing.h"
#include "support/uneven.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr std::array kIntegrators{Integrator::semi_implicit, Integrator::verlet, Integrator::rk4};

/// Calls `visit(tuning)` for each preset of sequential impulses under each integrator.
template <class Visit>
void each_integrator(Visit&& visit) {
    for (const Preset& preset : presets()) {
        if (!iterates(preset)) { continue; }
        for (const Integrator integrator : kIntegrators) {
            Tuning tuning = sleepless(preset.tuning);
            tuning.integrator = integrator;
            CAPTURE(preset.name, static_cast<int>(integrator));
            visit(tuning);
        }
    }
}

enum class Sprung { distance, slider, angle };
constexpr std::array kSprung{Sprung::distance, Sprung::slider, Sprung::angle};

/// A body on the spring of a joint, `from` m or rad away from where the spring holds it; no gravity.
struct Spring {
    World world;
    BodyId body;
    Sprung kind;

    float offset() const {
        return kind == Sprung::angle ? *world.angle(body)
                                     : position(world, body).x - (kind == Sprung::slider ? 0.0f : 3.0f);
    }
};

Spring make_spring(const Tuning& tuning, Sprung kind, float hertz, float damping, float from) {
    Spring spring{make_world(tuning, {}), {}, kind};
    World& world = spring.world;
    const BodyId wall = add_static(world);
    const float rest = kind == Sprung::distance ? 3.0f : 0.0f;
    spring.body = add_box(world, {rest, 0.0f}, 0.5f, 0.5f);
    JointDef def;
    if (kind == Sprung::distance) {
        def = joint_def(world, JointType::distance, wall, spring.body, {});
        def.local_anchor_a = def.local_anchor_b = {};
        def.length = rest;
    } else if (kind == Sprung::slider) {
        def = joint_def(world, JointType::prismatic, wall, spring.body, {}, {1.0f, 0.0f});
    } else {
        def = joint_def(world, JointType::revolute, wall, spring.body, {});
    }
    def.hertz = hertz;
    def.damping = damping;
    (void)*world.create_joint(def);
    if (kind == Sprung::angle) {
        (void)world.set_transform(spring.body, {}, from);
    } else {
        (void)world.set_transform(spring.body, {rest + from, 0.0f}, 0.0f);
    }
    return spring;
}

/// The oscillation of such a spring for two periods after an impulse of 1 m/s or 1 rad/s.
Oscillation kicked(const Tuning& tuning, Sprung kind, float hertz, float damping, float step) {
    Spring spring = make_spring(tuning, kind, hertz, damping, 0.0f);
    (void)spring.world.set_velocity(spring.body, {kind == Sprung::angle ? 0.0f : 1.0f, 0.0f});
    (void)spring.world.set_angular_velocity(spring.body, kind == Sprung::angle ? 1.0f : 0.0f);
    return fit_oscillation(spring.world, steps_of(2.0f / hertz, step), [&] { return spring.offset(); }, step);
}

/// J, of a body that swings about the origin.
float energy(const World& world, BodyId body) {
    const float w = w_of(world, body);
    const MassData mass = *world.mass_data(body);
    return 0.5f * (mass.mass * length_squared(velocity(world, body)) + mass.inertia * w * w) +
           mass.mass * kGravity * position(world, body).y;
}

} // namespace

// 10 rad/s at 60 Hz, 16 periods. Released from rest, x_n = cos(w n h) under Verlet: the spring acts at the middle of
// the step, and the first and the last half of the displacement are at the same distance from it. Semi-implicit Euler
// starts half a step early and swings to 1 / cos(w h / 2). The samples miss the extremes by (w h / 2)^2 / 2 at most.
TEST_CASE("a spring of a joint keeps its amplitude under every integrator", "[WK10][UR14]") {
    constexpr float kW = 10.0f;
    const float half = 0.5f * kW * kStep;
    each_integrator([&](const Tuning& tuning) {
        for (const Sprung kind : kSprung) {
            CAPTURE(static_cast<int>(kind));
            Spring spring = make_spring(tuning, kind, kW / (2.0f * kPi), 0.0f, 1.0f);
            run(spring.world, 540);
            float most = 0.0f;
            for (int i = 0; i < 60; ++i) { // the last 1.6 periods
                run(spring.world, 1);
                most = max(most, std::abs(spring.offset()));
            }
            const float start = tuning.integrator == Integrator::semi_implicit ? 1.0f / std::cos(half) : 1.0f;
            CHECK(most <= start + 1.0e-4f);
            CHECK(most >= start * std::cos(half) - 1.0e-4f);
        }
    });
}

// Frequency and decay are exact up to 1 rad a step (joint_spring.h): 9.5 Hz at 60 Hz, 19 Hz at 120 Hz. What is left is
// the rounding of positions 3 m away, 2.4e-7 m of an amplitude of 1 m/s / w, 11 mm at 15 Hz.
TEST_CASE("a damped spring of a joint has its frequency and damping under every integrator", "[WK10][UR14]") {
    struct Row {
        float hertz;
        float step;
    };
    each_integrator([&](const Tuning& tuning) {
        for (const Sprung kind : kSprung) {
            for (const Row row : {Row{2.0f, kStep}, {4.0f, kStep}, {8.0f, kStep}, {15.0f, 0.5f * kStep}}) {
                for (const float damping : {0.0f, 0.05f, 0.3f}) {
                    const Oscillation found = kicked(tuning, kind, row.hertz, damping, row.step);
                    CAPTURE(static_cast<int>(kind), row.hertz, damping, found.frequency, found.damping);
                    CHECK(std::abs(found.frequency / static_cast<double>(row.hertz) - 1.0) < 1.0e-4);
                    CHECK(std::abs(found.damping - static_cast<double>(damping)) < 1.0e-4);
                }
            }
        }
    });
}

// Stiffer ones are adapted as at 1 rad a step, V = 2 (1 - cos 1): U = k h^2 / m = V / (1 - V / 4) W^2, and dragged
// (joint_spring.h) so that the map of a step has the determinant D = sqrt((1 + U0) / (1 + U)) and the trace 1 + D - U D
// / (1 + U / 4). Its eigenvalues are exp(-s +- i t). 15 Hz at 60 Hz swing with 12.4 Hz and lose half of their energy a
// period.
TEST_CASE("a spring above 1 rad per step is softer than requested and damped, as computed", "[WK10][UR14]") {
    each_integrator([&](const Tuning& tuning) {
        for (const Sprung kind : kSprung) {
            for (const float hertz : {11.0f, 15.0f, 25.0f}) {
                const Oscillation found = kicked(tuning, kind, hertz, 0.0f, kStep);
                const double W = 2.0 * static_cast<double>(kPi * hertz * kStep);
                const double V = 2.0 * (1.0 - std::cos(1.0));
                const double U0 = V / (1.0 - 0.25 * V);
                const double U = U0 * W * W;
                const double D = std::sqrt((1.0 + U0) / (1.0 + U));
                const double s = -0.5 * std::log(D);
                const double t = std::acos((1.0 + D - U * D / (1.0 + 0.25 * U)) / (2.0 * std::sqrt(D)));
                const double turn = std::sqrt(s * s + t * t);
                CAPTURE(static_cast<int>(kind), hertz, found.frequency, found.damping);
                CHECK(std::abs(found.frequency / static_cast<double>(hertz) * W / turn - 1.0) < 3.0e-4);
                CHECK(std::abs(found.damping - s / turn) < 3.0e-4);
            }
        }
    });
}

// Let go level. Velocities of semi-implicit Euler are half a step old, where a fall of v h / 2 is potential energy: w h
// / 2 of the depth m g r, and the arc's next order 3 (w h)^4 a step. Those of Verlet are of the instant: what is left
// is (w h)^2 / 8, the chord's sagitta.
TEST_CASE("a pendulum on a rod or a hinge neither gains nor loses energy under any integrator", "[WK10][UR14][X16]") {
    each_integrator([&](const Tuning& tuning) {
        for (const bool rod : {false, true}) {
            CAPTURE(rod);
            World world = make_world(tuning);
            const BodyId bob = add_disc(world, {1.0f, 0.0f}, 0.1f);
            JointDef def =
                joint_def(world, rod ? JointType::distance : JointType::revolute, add_static(world), bob, {});
            if (rod) {
                def.local_anchor_b = {};
                def.length = 1.0f;
            }
            (void)*world.create_joint(def);
            float most = -100.0f;
            float least = 100.0f;
            float highest = -1.0f;
            for (int i = 0; i < 1200; ++i) {
                run(world, 1);
                most = max(most, energy(world, bob));
                least = min(least, energy(world, bob));
                if (i >= 1080) { highest = max(highest, position(world, bob).y); }
            }
            const float turn = std::sqrt(2.0f * kGravity) * kStep;
            const float bound = kGravity * (0.5f * turn + 20.0f * 60.0f * 3.0f * turn * turn * turn * turn);
            CAPTURE(most, least, highest);
            CHECK(most < bound);
            CHECK(least > -bound);
            CHECK(highest > -0.1f);
            CHECK(highest < 0.05f);
        }
    });
}

// The state of a spring in equilibrium is a fixed point: g / w^2 below its rest, 62 mm at 2 Hz, and no velocity is left
// over.
TEST_CASE("a body on a spring, a hinge or a rope comes to rest under every integrator", "[UR14]") {
    each_integrator([&](const Tuning& tuning) {
        World world = make_world(tuning);
        const BodyId hook = add_static(world);
        const BodyId sprung = add_disc(world, {0.0f, -1.0f}, 0.1f, {.filter = {.group = -1}});
        JointDef def = joint_def(world, JointType::distance, hook, sprung, {});
        def.local_anchor_a = def.local_anchor_b = {};
        def.length = 1.0f;
        def.hertz = 2.0f;
        def.damping = 0.05f; // e^(-0.05 w t) = 1e-4 after 15 s
        (void)*world.create_joint(def);
        const Chain chain = add_chain(world, 5, {5.0f, 0.0f}, {0.0f, -1.0f});
        run(world, 900);
        const float w = 2.0f * kPi * 2.0f;
        CHECK(std::abs(position(world, sprung).y + 1.0f + kGravity / (w * w)) < 0.02f * kGravity / (w * w));
        CHECK(length(velocity(world, sprung)) < 1.0e-3f);
        for (const BodyId link : chain.links) { CHECK(length(velocity(world, link)) < 1.0e-3f); }
        CHECK(worst_separation(world, chain.joints) < tuning.slop);
    });
}

// e = 1 keeps its height: x and v of each step lie on the parabola, and the impact is put at the surface
// (contact_pass.h). The rest is a touchdown seen a step late, 0.1 % a bounce at 60 Hz. e = 0.5 keeps a quarter.
TEST_CASE("a ball bounces to e^2 of its height under every integrator, at any time step", "[UR14][X5]") {
    each_integrator([&](const Tuning& tuning) {
        for (const float dt : {1.0f / 60.0f, 1.0f / 240.0f}) {
            for (const float e : {1.0f, 0.5f}) {
                CAPTURE(dt, e);
                World world = make_world(tuning);
                add_floor(world, 0.0f, e);
                const BodyId ball = add_disc(world, {0.0f, 2.5f}, 0.5f, {.restitution = e});
                float expected = 2.0f;
                float before = velocity(world, ball).y;
                for (int bounce = 0; bounce < 3; ++bounce) {
                    float apex = 0.0f;
                    for (int i = 0; i < 2000; ++i) { // down, and up until it falls again
                        run(world, 1, dt);
                        const float now = velocity(world, ball).y;
                        const bool turned = before > 0.0f && now <= 0.0f;
                        if (now > 0.0f) { apex = max(apex, position(world, ball).y - 0.5f); }
                        before = now;
                        if (turned) { break; }
                    }
                    expected *= e * e;
                    CAPTURE(bounce, apex, expected);
                    CHECK(std::abs(apex - expected) < 0.01f * expected + kGravity * dt * dt);
                }
            }
        }
    });
}

// A box that was laid askew lies down by its tilt and takes those above along: up to 4.5 m above the floor.
TEST_CASE("a stack stands still under every integrator", "[UR14]") {
    each_integrator([&](const Tuning& tuning) {
        World world = make_world(tuning);
        add_floor(world);
        const std::vector<BodyId> stack = add_box_stack(world, 5);
        const Laid laid(world, stack);
        run(world, 600);
        const Standing now = laid.now(world);
        CAPTURE(now.drift, now.sink);
        for (const BodyId box : stack) { CHECK(length(velocity(world, box)) < 1.0e-3f); }
        CHECK(std::abs(now.sink) < 5.0f * tuning.slop);
        CHECK(now.drift < 4.5f * Uneven::kTilt);
    });
}
