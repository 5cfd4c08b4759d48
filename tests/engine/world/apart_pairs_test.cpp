// Pairs known to be separated are skipped until their bodies have moved far enough. No bit of the motion depends on it.
#include <catch2/catch_test_macros.hpp>

#include <vector>

#include "engine/core/random.h"
#include "support/effort.h"
#include "support/scene.h"
#include "support/sweeps.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// A box of walls in which discs, boxes and bars fly, spin and are stirred, so that pairs meet and part all the time.
struct Crowd {
    World world;
    std::vector<BodyId> bodies;
    BodyId stirrer;
    Random random{5};

    explicit Crowd(const Tuning& tuning) : world(make_world(tuning)) {
        add_floor(world);
        for (const float x : {-6.0f, 6.0f}) { add_box(world, {x, 6.0f}, 1.0f, 12.0f, {.type = BodyType::static_body}); }
        stirrer = add_box(world, {0.0f, 2.0f}, 6.0f, 0.3f, {.w = 2.0f, .type = BodyType::kinematic_body});
        for (int i = 0; i < 60; ++i) {
            const Vec2 at{-4.5f + static_cast<float>(i % 10), 4.0f + 1.1f * static_cast<float>(i / 10)};
            const Made made{.restitution = 0.3f, .velocity = random_velocity(), .w = random.between(-40.0f, 40.0f)};
            bodies.push_back(i % 3 == 0   ? add_disc(world, at, 0.3f, made)
                             : i % 3 == 1 ? add_box(world, at, 0.5f, 0.5f, made)
                                          : add_box(world, at, 0.9f, 0.1f, made));
        }
    }
    Vec2 random_velocity() { return {random.between(-8.0f, 8.0f), random.between(-8.0f, 8.0f)}; }
    void stir(int step) {
        const BodyId one = bodies[static_cast<size_t>(step) % bodies.size()];
        if (step % 20 == 10) { REQUIRE(world.set_velocity(one, random_velocity()).code == ErrorCode::none); }
        if (step % 30 == 15) {
            const Vec2 to{random.between(-4.0f, 4.0f), random.between(1.0f, 8.0f)};
            REQUIRE(world.set_transform(one, to, random.between(-3.0f, 3.0f)).code == ErrorCode::none);
        }
    }
};

bool same_motion(const WorldState& a, const WorldState& b, size_t slot) {
    const BodyPose& pa = a.poses[slot];
    const BodyPose& pb = b.poses[slot];
    return pa.x == pb.x && pa.y == pb.y && pa.q.c == pb.q.c && pa.q.s == pb.q.s &&
           a.motions[slot].v == b.motions[slot].v && a.motions[slot].w == b.motions[slot].w;
}

} // namespace

TEST_CASE("pairs skipped until their bodies could meet move as pairs tested in every step", "[apart]") {
    constexpr int kSteps = kWholeEffort ? 400 : 100;
    for (int index = 0; index < kPresets; ++index) {
        CAPTURE(index);
        Crowd trusting{preset_tuning(index)};
        Crowd asking{preset_tuning(index)};
        size_t trusted = 0;
        for (int i = 0; i < kSteps; ++i) {
            trusting.stir(i);
            asking.stir(i);
            for (ApartPair& pair : asking.world.state().apart_pairs) { pair.slotA = kNull; }
            REQUIRE(trusting.world.step().ok());
            REQUIRE(asking.world.step().ok());
            const WorldState& a = trusting.world.state();
            const WorldState& b = asking.world.state();
            size_t slot = 0;
            while (slot < a.bodies.size() && same_motion(a, b, slot)) { ++slot; }
            CAPTURE(i, slot);
            REQUIRE(slot == a.bodies.size());
            for (const ApartPair& pair : a.apart_pairs) {
                const bool known = pair.slotA != kNull && a.path_lengths[pair.slotA] + a.path_lengths[pair.slotB] <
                                                              static_cast<double>(pair.limit);
                trusted += known ? 1u : 0u;
            }
        }
        CHECK(trusted > static_cast<size_t>(kSteps)); // one a step at least
    }
}
