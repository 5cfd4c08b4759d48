// X17 for a body deep in a static shape: it is not held there.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "support/effort.h"
#include "support/scene.h"
#include "support/sweeps.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Left {
    float risen = 0.0f; // of its radius, above the floor
    float after = 0.0f; // the same after it was thrown up
};

/// A disc of half a metre, or a box of a metre, that is put `depth` of its half thickness into a floor.
Left leave(Tuning tuning, float length_unit, float depth, bool box, bool continuous) {
    const float unit = 1.0f / length_unit;
    WorldDef def;
    def.tuning = sleepless(tuning);
    def.tuning.continuous = continuous;
    def.length_unit = length_unit;
    def.gravity = {0.0f, -10.0f * unit};
    World world(def);
    add_box(world, {0.0f, -5.0f * unit}, 100.0f * unit, 10.0f * unit, {.type = BodyType::static_body});
    const float r = 0.5f * unit;
    const Vec2 at{0.0f, (1.0f - depth) * r};
    const BodyId body = box ? add_box(world, at, 2.0f * r, 2.0f * r) : add_disc(world, at, r);
    run(world, 120);
    Left left;
    left.risen = (world.world_center(body)->y - r) / r;
    (void)world.set_velocity(body, {3.0f * unit, 10.0f * unit});
    run(world, 20);
    left.after = (world.world_center(body)->y - r) / r;
    return left;
}

} // namespace

TEST_CASE("a body deep in a static shape is pushed out by its contacts, at any length unit", "[X17]") {
    ParameterSweep sweep;
    for (int index = 0; index < kPresets; ++index) {
        for (const float length_unit : {0.001f, 0.02f, 1.0f, 50.0f}) {
            for (const float depth : {0.3f, 0.7f, 0.95f, 1.05f, 1.5f, 1.95f, 2.5f, 6.0f}) {
                for (const bool box : {false, true}) {
                    if (!sweep.takes()) { continue; }
                    const Left swept = leave(preset_tuning(index), length_unit, depth, box, true);
                    const Left free = leave(preset_tuning(index), length_unit, depth, box, false);
                    CAPTURE(index, length_unit, depth, box);
                    // Both rest within two slops, 0.02 of the radius; and so apart they start.
                    CHECK(std::abs(swept.risen) <= 0.0201f);
                    CHECK(std::abs(swept.risen - free.risen) <= 0.0201f);
                    CHECK(std::abs(swept.after - free.after) <= 0.0201f);
                    // v t - g t^2 / 2 = 2.778 m, less what a step of Euler's method costs, g t h / 2 = 0.028 m.
                    CHECK(swept.after <= 5.556f + 0.0201f);
                    CHECK(swept.after >= 5.5f - 0.0201f);
                }
            }
        }
    }
}
