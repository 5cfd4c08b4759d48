// A stack on a lift that accelerates is a stack under more or less gravity.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/effort.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Ridden {
    float least = 1.0e30f; ///< force on the floor, over the weight
    float most = 0.0f;
    float fastest = 0.0f; ///< m/s: of all boxes, relative to the floor
};

/// Boxes of 0.4 to 1.2 m and 0.5 to 2 kg on a floor that accelerates by `a`: 2 s at rest, 1.5 s to settle, then 1.5 s.
Ridden ride(const Tuning& tuning, int count, float a, float dt, uint64_t seed) {
    World world = make_world(sleepless(tuning));
    const BodyId floor = add_box(world, {0.0f, -0.2f}, 4.0f, 0.4f, {.type = BodyType::kinematic_body});
    Random random(seed);
    std::vector<BodyId> boxes;
    float weight = 0.0f;
    float top = 0.0f;
    for (int i = 0; i < count; ++i) {
        const float height = random.between(0.4f, 0.8f);
        const float mass = random.between(0.5f, 2.0f);
        const float width = random.between(0.8f, 1.2f);
        boxes.push_back(add_box(world, {0.0f, top + 0.5f * height}, width, height, {.mass = mass}));
        weight += mass * kGravity;
        top += height;
    }
    run(world, steps_of(2.0f, dt), dt);
    Ridden out;
    std::vector<ContactInfo> contacts;
    float v = 0.0f;
    for (int i = 0; i < steps_of(3.0f, dt); ++i) {
        v += a * dt;
        (void)world.set_velocity(floor, {0.0f, v});
        REQUIRE(world.step(dt).ok());
        if (i < steps_of(1.5f, dt)) { continue; }
        REQUIRE(!world.contacts(floor, contacts));
        float force = 0.0f;
        for (const ContactInfo& contact : contacts) { force += contact.mean_impulse / dt / weight; }
        out.least = std::min(out.least, force);
        out.most = std::max(out.most, force);
        for (const BodyId box : boxes) { out.fastest = std::max(out.fastest, std::abs(velocity(world, box).y - v)); }
    }
    return out;
}

} // namespace

// At rest a body keeps at most a hundredth of the velocity that gravity gives in a step. The force is that of the
// change between two steps, so it is known to 0.02 of the weight. The floor's velocity jumps by a dt per step, which is
// the most that a box may be behind.
TEST_CASE("a stack on a lift that accelerates presses by m (g + a)", "[law][lift]") {
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        // Its velocities are those of position corrections: 0.2 g dt in a stack of 8, at any acceleration.
        const bool lags = preset.tuning.solver == SolverType::substepped_position;
        for (const float dt : {1.0f / 30.0f, kStep, 1.0f / 120.0f}) {
            for (const int count : {1, 3, 4, 5, 8}) {
                for (const float a : {-4.0f, -2.0f, -1.0f, 1.0f, 2.0f, 4.0f}) {
                    if (!sweep.takes()) { continue; }
                    const Ridden ridden = ride(preset.tuning, count, a, dt, static_cast<uint64_t>(count));
                    CAPTURE(preset.name, dt, count, a);
                    CHECK(ridden.least >= 1.0f + a / kGravity - 0.02f);
                    CHECK(ridden.most <= 1.0f + a / kGravity + 0.02f);
                    if (!lags) { CHECK(ridden.fastest <= std::abs(a) * dt); }
                }
            }
        }
    }
}
