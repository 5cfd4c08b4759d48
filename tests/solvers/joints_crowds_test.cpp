// Light bodies that join many heavy ones, for which iterations in one direction would oscillate.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "solvers/matrix.h"
#include "support/joints.h"
#include "support/sweeps.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Vehicle {
    BodyId chassis;
    std::vector<BodyId> wheels;
};

/// 1 kg on `count` sprung wheels of `mass` each, which stand on y = 0.
Vehicle add_vehicle(World& world, int count, float mass, float hertz) {
    constexpr float kRadius = 0.25f;
    Vehicle vehicle;
    vehicle.chassis = add_box(world, {0.0f, 0.85f}, 4.0f, 0.4f, {.filter = {.group = -1}});
    for (int i = 0; i < count; ++i) {
        const Vec2 at{3.6f * static_cast<float>(i) / static_cast<float>(count - 1) - 1.8f, kRadius};
        const BodyId wheel = add_disc(world, at, kRadius, {.mass = mass, .filter = {.group = -1}});
        JointDef def = joint_def(world, JointType::wheel, vehicle.chassis, wheel, at, {0.0f, 1.0f});
        def.hertz = hertz;
        def.damping = 0.7f;
        (void)world.create_joint(def);
        vehicle.wheels.push_back(wheel);
    }
    return vehicle;
}

float fastest_of(const World& world, const Vehicle& vehicle) {
    float fastest = length(velocity(world, vehicle.chassis));
    for (const BodyId wheel : vehicle.wheels) { fastest = max(fastest, length(velocity(world, wheel))); }
    return fastest;
}

/// The highest energy over the first of a disc of 1 kg that turns with 3, 5 or 8 rods of 1 to 20 kg hinged to its rim.
float hub_gain(const Tuning& tuning) {
    float worst = 0.0f;
    ParameterSweep sweep;
    for (const int spokes : {3, 5, 8}) {
        for (const float mass : {1.0f, 5.0f, 20.0f}) {
            if (!sweep.takes()) { continue; }
            World world = make_world(sleepless(tuning), {});
            const BodyId hub = add_disc(world, {}, 0.25f, {.filter = {.group = -1}});
            for (int i = 0; i < spokes; ++i) {
                const float angle = 2.0f * kPi * static_cast<float>(i) / static_cast<float>(spokes);
                const Vec2 out{std::cos(angle), std::sin(angle)};
                const BodyId spoke =
                    add_box(world, 1.5f * out, 2.0f, 0.2f, {.mass = mass, .angle = angle, .filter = {.group = -1}});
                (void)add_hinge(world, hub, spoke, 0.5f * out);
            }
            (void)world.set_angular_velocity(hub, 3.0f);
            const float before = world.energy().kinetic;
            for (int i = 0; i < 1200; ++i) {
                (void)world.step(kStep);
                worst = max(worst, world.energy().kinetic / before);
            }
        }
    }
    return worst;
}

} // namespace

TEST_CASE("a vehicle comes to rest on its springs, with any number and mass of wheels", "[joint][crowd]") {
    ParameterSweep sweep;
    for (int of = 0; of < kPresets; ++of) {
        for (const int wheels : {2, 3, 4, 6, 8}) {
            for (const float mass : {1.0f, 5.0f, 20.0f, 100.0f}) {
                for (const float hertz : {2.0f, 8.0f}) {
                    if (!sweep.takes()) { continue; }
                    CAPTURE(of, wheels, mass, hertz);
                    World world = make_world(sleepless(preset_tuning(of)));
                    add_floor(world);
                    const Vehicle vehicle = add_vehicle(world, wheels, mass, hertz);
                    // Down to where a spring of a pair's reduced mass bears it: at most g / w^2, from rest, so no
                    // faster than sqrt(g * g / w^2); and the step's own g dt.
                    const float w = 2.0f * kPi * hertz;
                    float fastest = 0.0f;
                    for (int i = 0; i < 600; ++i) {
                        (void)world.step(kStep);
                        fastest = max(fastest, fastest_of(world, vehicle));
                    }
                    CHECK(fastest < kGravity / w * std::sqrt(2.0f) + kGravity * kStep);
                    CHECK(fastest_of(world, vehicle) < 0.01f);
                }
            }
        }
    }
}

TEST_CASE("wheels on springs gain no energy", "[joint][crowd]") {
    ParameterSweep sweep;
    for (int of = 0; of < kPresets; ++of) {
        for (const int wheels : {3, 6, 8}) {
            for (const float mass : {1.0f, 5.0f, 100.0f}) {
                if (!sweep.takes()) { continue; }
                CAPTURE(of, wheels, mass);
                World world = make_world(sleepless(preset_tuning(of)), {});
                const Vehicle vehicle = add_vehicle(world, wheels, mass, 4.0f);
                for (size_t i = 0; i < vehicle.wheels.size(); ++i) {
                    (void)world.set_velocity(vehicle.wheels[i], {0.0f, i % 2 == 0 ? 0.1f : -0.05f});
                }
                const float before = world.energy().kinetic;
                float most = 0.0f;
                for (int i = 0; i < 600; ++i) {
                    (void)world.step(kStep);
                    most = max(most, world.energy().kinetic);
                }
                CHECK(most <= before * (1.0f + 1.0e-4f));
            }
        }
    }
}

TEST_CASE("a light hub with long hinged spokes gains no energy", "[joint][crowd][X16][matrix]") {
    for (const Preset& preset : presets()) { judge(preset, kHubGain, hub_gain(preset.tuning)); }
    Tuning after_impacts;
    after_impacts.impacts = Impacts::zero_duration;
    CHECK(kHubGain.asked.soft.holds(hub_gain(after_impacts)));
}
