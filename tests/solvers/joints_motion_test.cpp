// Motion of joined bodies under every solver: X16, WK9, UR12 and the laws of pendulums, chains and springs.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/matrix.h"
#include "support/joints.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// Mean period of `angle()` over its upward crossings of 0, s.
template <class Angle>
float period_of(World& world, int steps, Angle&& angle) {
    float before = angle();
    float first = -1.0f;
    float last = -1.0f;
    int count = 0;
    for (int i = 1; i <= steps; ++i) {
        (void)world.step(kStep);
        const float now = angle();
        if (before < 0.0f && now >= 0.0f) {
            last = (static_cast<float>(i) - now / (now - before)) * kStep;
            if (first < 0.0f) {
                first = last;
            } else {
                ++count;
            }
        }
        before = now;
    }
    return (last - first) / static_cast<float>(count);
}

/// J, of 1 kg.
float kinetic_energy(const World& world, BodyId body) {
    const float w = w_of(world, body);
    return 0.5f * (length_squared(velocity(world, body)) + world.mass_data(body)->inertia * w * w);
}

} // namespace

TEST_CASE("a pendulum of 1 m swings in 2.006 s", "[X16][matrix]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = make_world(sleepless(preset.tuning));
        // A bob without inertia to speak of, 0.05 rad from the vertical.
        const BodyId hook = add_static(world);
        const float tilt0 = 0.05f;
        const BodyId bob = add_disc(world, {std::sin(tilt0), -std::cos(tilt0)}, 0.01f);
        const JointId hinge = add_hinge(world, hook, bob, {});
        const float period = period_of(world, 1200, [&] { return position(world, bob).x; });
        judge(preset, kPendulum, period);
        CHECK(state_of(world, hinge).separation < (preset.column == Column::ft ? preset.tuning.slop : 1.0e-3f)); // FT11
    }
}

// Anchors move on chords (joint_arcs.h). The remaining error: velocities are those of half a substep earlier, where a
// fall of v h / 2 more or less is potential energy; the next order of the arc, (w h)^4 a substep; and in each substep a
// rounding of the velocity, 2^-23 of it and twice that of the energy. Relaxed along tangents, a pendulum of 1 m lost 46
// % at 60 Hz, one of 0.3 m 73 %, on a hinge as on a rod.
TEST_CASE("an undamped pendulum released at 90 degrees keeps its energy for 30 s", "[joint][X16]") {
    ParameterSweep sweep;
    // An inactive constraint changes nothing: limits far away, friction of a billionth. Nor does a rope that stays
    // taut.
    enum class Hung { hinge, limited, rubbing, both, rod, rope };
    for (const Hung hung : {Hung::hinge, Hung::limited, Hung::rubbing, Hung::both, Hung::rod, Hung::rope}) {
        for (const float reach : {1.0f, 0.3f}) {
            for (const int rate : {30, 60, 120}) {
                for (const int substeps : {4, 8}) {
                    if (!sweep.takes()) { continue; }
                    CAPTURE(static_cast<int>(hung), reach, rate, substeps);
                    Tuning tuning = soft_step_tuning();
                    tuning.substeps = substeps;
                    World world = make_world(sleepless(tuning));
                    const BodyId bob = add_disc(world, {reach, 0.0f}, 0.1f * reach);
                    const JointType type = hung < Hung::rod ? JointType::revolute : JointType::distance;
                    JointDef def = joint_def(world, type, add_static(world), bob, {});
                    if (type == JointType::distance) {
                        def.local_anchor_b = {};
                        def.length = reach;
                    }
                    if (hung == Hung::rope) { def.upper = reach; }
                    if (hung == Hung::limited || hung == Hung::both) {
                        def.lower = -10.0f;
                        def.upper = 10.0f;
                    }
                    if (hung == Hung::rubbing || hung == Hung::both) { def.max_motor = 1.0e-9f; }
                    (void)*world.create_joint(def);
                    const auto energy = [&] { return kinetic_energy(world, bob) + kGravity * position(world, bob).y; };
                    const float h = 1.0f / static_cast<float>(rate * substeps);
                    const float w = std::sqrt(2.0f * kGravity / reach); // at the lowest point
                    const float turn = w * h;
                    const float lost = 3.0f * turn * turn * turn * turn + 0x1p-22f;
                    const float bound = 0.5f * turn + lost * 30.0f / h; // of the depth m g reach: v h / (2 reach) first
                    float most = 0.0f;
                    float least = 0.0f;
                    for (int i = 0; i < 30 * rate; ++i) {
                        (void)world.step(1.0f / static_cast<float>(rate));
                        most = max(most, energy());
                        least = min(least, energy());
                    }
                    CHECK(most <= bound * kGravity * reach);
                    CHECK(least >= -bound * kGravity * reach);
                }
            }
        }
    }
}

TEST_CASE("a double pendulum released level keeps its energy", "[joint][X16][matrix]") {
    for (const Preset& preset : presets()) {
        World world = make_world(sleepless(preset.tuning));
        const BodyId upper = add_box(world, {0.4f, 0.0f}, 0.8f, 0.1f, {.filter = {.group = -1}});
        const BodyId lower = add_box(world, {1.1f, 0.0f}, 0.6f, 0.1f, {.mass = 0.75f, .filter = {.group = -1}});
        (void)add_hinge(world, add_static(world), upper, {});
        (void)add_hinge(world, upper, lower, {0.8f, 0.0f});
        run(world, steps_of(20.0f));
        // Of what there is between level and hanging: m g times the depths of both centres.
        const float depth = kGravity * (1.0f * 0.4f + 0.75f * 1.1f);
        judge(preset, kDoublePendulum, 1.0f + total_energy(world) / depth);
    }
}

TEST_CASE("a rope of light links loses the energy of its swing under a heavy load at the rate h w^2, heavy links none",
          "[joint][X16]") {
    // The pull of the load turns with the rope, and the links feel it at the end of a substep (joint_tension.h). Of a
    // swing of w^2 = g / L, a spring that is integrated so loses h w^2 of its energy per second.
    const auto lost_share = [](int links, float mass) {
        World world = make_world(sleepless(soft_step_tuning()));
        const Vec2 along{0.5f * std::sqrt(2.0f), -0.5f * std::sqrt(2.0f)}; // 45 degrees off the vertical
        BodyId above = add_static(world);
        constexpr float kLink = 0.3f;
        float depth = 0.0f; // m kg, of all
        for (int i = 0; i <= links; ++i) {
            const float reach = kLink * static_cast<float>(i);
            const bool load = i == links;
            const Made made{.mass = load ? 1000.0f : mass, .angle = -0.25f * kPi, .filter = {.group = -1}};
            const BodyId body = add_box(world, (reach + 0.5f * kLink) * along, kLink, load ? kLink : 0.1f, made);
            (void)add_hinge(world, above, body, reach * along);
            above = body;
            depth += made.mass * (reach + 0.5f * kLink);
        }
        const float start = total_energy(world);
        run(world, steps_of(20.0f));
        return (start - total_energy(world)) / ((1.0f - 0.5f * std::sqrt(2.0f)) * kGravity * depth);
    };
    for (const int links : {5, 10}) {
        const float length = 0.3f * (static_cast<float>(links) + 0.5f);
        const float asked = 1.0f - std::exp(-0.25f * kStep * kGravity / length * 20.0f);
        const float light = lost_share(links, 1.0f);
        const float heavy = lost_share(links, 10.0f);
        CAPTURE(links, asked, light, heavy);
        CHECK(near(light, asked, 0.15f * asked));
        CHECK(std::abs(heavy) < 0.01f);
    }
}

// I w / T, and up to a step. The arc takes at most 3 (w h)^4 of the energy a substep (above): 0.3 % in all, as w falls
// to 0.
TEST_CASE("friction in a hinge stops a rotating body after the time given by its torque", "[joint]") {
    constexpr float kSpin = 10.0f;
    constexpr float kTorque = 2.0f;
    for (const bool limited : {false, true}) {
        CAPTURE(limited);
        World world = make_world(sleepless(soft_step_tuning()), {});
        const BodyId bar = add_box(world, {1.0f, 0.0f}, 1.0f, 0.1f);
        JointDef def = joint_def(world, JointType::revolute, add_static(world), bar, {});
        def.max_motor = kTorque;
        if (limited) {
            def.lower = -100.0f;
            def.upper = 100.0f;
        }
        (void)*world.create_joint(def);
        (void)world.set_velocity(bar, {0.0f, kSpin});
        (void)world.set_angular_velocity(bar, kSpin);
        const float time = (world.mass_data(bar)->inertia + world.mass_data(bar)->mass) * kSpin / kTorque;
        int steps = 0;
        while (steps < 600 && w_of(world, bar) > 1.0e-3f) {
            (void)world.step(kStep);
            ++steps;
        }
        CHECK(std::abs(static_cast<float>(steps) * kStep - time) < 0.02f * time);
    }
}

TEST_CASE("a bridge of 60 planks holds under every solver", "[joint][WK5][FT11]") {
    // Ten iterations take a load ten hinges far, so it sways in and out; it must not come apart: by less than a tenth
    // of a plank.
    for (const Preset& preset : presets()) {
        World world = make_world(preset.tuning);
        const BodyId rocks = add_static(world);
        std::vector<JointId> hinges;
        BodyId before = rocks;
        for (int i = 0; i < 60; ++i) {
            const float x = static_cast<float>(i);
            const BodyId plank = add_box(world, {x + 0.5f, 0.0f}, 1.0f, 0.2f, {.mass = 0.2f});
            hinges.push_back(*world.create_joint(joint_def(world, JointType::revolute, before, plank, {x, 0.0f})));
            before = plank;
        }
        hinges.push_back(*world.create_joint(joint_def(world, JointType::revolute, before, rocks, {60.0f, 0.0f})));
        float worst = 0.0f;
        for (int i = 0; i < 600; ++i) {
            (void)world.step(kStep);
            worst = max(worst, worst_separation(world, hinges));
        }
        CAPTURE(preset.name, worst);
        CHECK(worst < 0.1f);
    }
}

TEST_CASE("an undamped spring keeps its amplitude under every integrator", "[X16][WK10][matrix]") {
    for (const Preset& preset : presets()) {
        if (!iterates(preset)) { continue; } // the others have one integrator
        const auto amplitude = [&](Integrator integrator) {
            Tuning tuning = sleepless(preset.tuning);
            tuning.integrator = integrator;
            World world = make_world(tuning, {});
            const BodyId disc = add_disc(world, {3.0f, 0.0f}, 0.2f);
            JointDef def = joint_def(world, JointType::distance, add_static(world), disc, {});
            def.local_anchor_b = {};
            def.length = 2.0f;
            def.hertz = 10.0f / (2.0f * kPi);
            (void)*world.create_joint(def);
            float furthest = 0.0f;
            for (int i = 0; i < 600; ++i) {
                (void)world.step(kStep);
                if (i >= 480) { furthest = max(furthest, std::abs(position(world, disc).x - 2.0f)); }
            }
            return furthest;
        };
        judge(preset, kVerletSpring, amplitude(Integrator::verlet));
        judge(preset, kRungeSpring, amplitude(Integrator::rk4));
    }
}

TEST_CASE("a chain of 10 links holds 10 kg and 1,000 kg", "[X16][matrix]") {
    for (const Preset& preset : presets()) {
        for (const float mass : {10.0f, 1000.0f}) {
            INFO(preset.name << ", " << mass << " kg");
            World world = make_world(sleepless(preset.tuning));
            const Chain chain = add_chain(world, 10, {}, {0.0f, -1.0f});
            const BodyId weight = add_disc(world, {0.0f, -5.5f}, 0.5f, {.mass = mass});
            (void)add_hinge(world, chain.links.back(), weight, {0.0f, -5.0f});
            float longest = 0.0f;
            for (int i = 0; i < 600; ++i) {
                (void)world.step(kStep);
                longest = max(longest, -position(world, weight).y - 0.5f);
            }
            judge(preset, mass > 10.0f ? kChainHeavy : kChainLight, longest / 5.0f - 1.0f);
        }
    }
}

TEST_CASE("a swinging chain of 5 links keeps its anchors together", "[X16][WK9][matrix]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = make_world(sleepless(preset.tuning));
        const Chain chain = add_chain(world, 5, {}, {1.0f, 0.0f});
        float worst = 0.0f;
        for (int i = 0; i < 1200; ++i) {
            (void)world.step(kStep);
            worst = max(worst, worst_separation(world, chain.joints));
        }
        judge(preset, kChainSwing, worst);
        run(world, 10000 - 1200);
        judge(preset, kChainDrift, worst_separation(world, chain.joints));
    }
}
