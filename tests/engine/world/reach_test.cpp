// Contacts begin at the speculative distance of the tuning, whatever the fat AABBs were before.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "engine/core/random.h"
#include "support/rows.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

int touching(const World& world) {
    int count = 0;
    for_each_contact(world, [&](const Contact&, BodyId, BodyId) { ++count; });
    return count;
}

} // namespace

TEST_CASE("two shapes within the speculative distance are in contact, whatever moved them there", "[FX2][reach]") {
    Random random(7);
    for (const float reach : {0.02f, 0.1f}) {
        int met = 0;
        int missed = 0;
        for (int k = 0; k < 200; ++k) {
            const bool moves = k % 2 == 0; // the other one: static, or free to move
            Tuning tuning = sleepless({});
            tuning.speculative_distance = reach;
            World world = make_world(tuning, {});
            const float radius = random.between(0.05f, 0.5f);
            const BodyId target = add_box(world, {0.0f, -0.5f}, 4.0f, 1.0f,
                                          {.type = moves ? BodyType::dynamic_body : BodyType::static_body});
            // It comes at a constant speed, and stops and starts again now and then, so that its fat AABB is of any
            // age.
            const BodyId disc = add_disc(world, {0.0f, radius + random.between(0.1f, 0.5f)}, radius);
            for (int i = 0; i < 400; ++i) {
                if (i % 5 == 0) {
                    CHECK_FALSE(world.set_velocity(disc, {random.between(-0.2f, 0.2f), -random.between(0.0f, 2.0f)}));
                }
                const float gap = position(world, disc).y - radius - (position(world, target).y + 0.5f);
                (void)world.step(kStep);
                if (gap > 0.99f * reach) { continue; }
                ++met;
                missed += touching(world) == 1 ? 0 : 1;
                break;
            }
        }
        CAPTURE(reach, met);
        CHECK(met > 150);
        CHECK(missed == 0);
    }
}

TEST_CASE("a larger speculative distance applies to the shapes that it now reaches", "[reach]") {
    World world = make_world(sleepless({}), {});
    add_floor(world);
    add_disc(world, {0.0f, 0.5f + 0.15f}, 0.5f, {.w = 1.0f});
    run(world, 10);
    CHECK(touching(world) == 0);
    Tuning tuning = world.tuning();
    tuning.speculative_distance = 0.2f;
    CHECK_FALSE(world.set_tuning(tuning));
    run(world, 1);
    CHECK(touching(world) == 1);
}
