// Lasting loads of contacts: what is averaged, and where a loaded contact rests.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "dynamics/contact_load.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// A box of 2 kg that has rested on the ground for ten times the time constant of its load.
struct Resting {
    World world = make_world(sleepless(Tuning{}));
    BodyId box;

    Resting() {
        add_floor(world);
        box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.mass = 2.0f});
        run(world, steps_of(12.0f * kMeanTime)); // 6e-6 of the load is missing
    }
    float load() const { return world.state().loads[0]; }
    float force() const {
        const Manifold& manifold = world.state().contacts[0].manifold;
        return manifold.points[0].normal_impulse + manifold.points[1].normal_impulse;
    }
};

constexpr float kWeight = 2.0f * kGravity; // N

} // namespace

TEST_CASE("the load of a resting contact is the weight; a push enters it with dt / (dt + T)", "[contact-load]") {
    Resting scene;
    CHECK(std::fabs(scene.load() - kWeight) < 0.001f * kWeight);
    const float before = scene.load();
    CHECK_FALSE(scene.world.apply_impulse(scene.box, {0.0f, -1.0f})); // 1 N s within one step
    (void)scene.world.step(kStep);
    CHECK(std::fabs(scene.load() - (before + kStep / (kStep + kMeanTime) * (scene.force() - before))) <
          1e-4f * kWeight);
}

TEST_CASE("a contact that begins again has no load", "[contact-load]") {
    Resting scene;
    CHECK_FALSE(scene.world.set_transform(scene.box, {0.0f, 0.6f}, 0.0f)); // off the ground, within the same pair
    (void)scene.world.step(kStep);
    CHECK(scene.world.state().contacts[0].manifold.count == 0);
    CHECK_FALSE(scene.world.set_transform(scene.box, {0.0f, 0.5f}, 0.0f));
    CHECK_FALSE(scene.world.set_velocity(scene.box, {}));
    (void)scene.world.step(kStep);
    CHECK(scene.force() > 0.0f);
    CHECK(std::fabs(scene.load() - kStep / (kStep + kMeanTime) * scene.force()) < 1e-5f * scene.force());
}

// A spring of w carries the weight with an overlap of F / (m w^2), m being the sum of the effective masses of the two
// points: 1 / K each, with K = 1 / 2 kg + 0.25 / (1 / 3 kg m^2) = 1.25 / kg, so m = 1.6 kg. 2.5 times the stiffness.
TEST_CASE("a load rests at 0.4 of the overlap of the contact's own spring", "[contact-load]") {
    const Resting scene;
    const float w = 2.0f * kPi * permitted_hertz(2.0f * Tuning{}.contact_hertz, 240.0f);
    const float overlap = kWeight / (2.5f * 1.6f * w * w);
    const float lies = 0.5f - position(scene.world, scene.box).y;
    CHECK(std::fabs(lies - overlap) < 0.03f * overlap);
}

TEST_CASE("a contact that loses its load is not pushed apart", "[contact-load]") {
    World world = make_world(sleepless(Tuning{}));
    add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId load = add_box(world, {0.0f, 1.5f}, 1.0f, 1.0f, {.mass = 50.0f});
    run(world, 300);
    const float lies = position(world, box).y;
    CHECK(lies < 0.4995f);
    CHECK_FALSE(world.destroy_body(load));
    float highest = lies;
    for (int i = 0; i < 120; ++i) {
        (void)world.step(kStep);
        highest = max(highest, position(world, box).y);
    }
    CHECK(highest > lies + 0.5f * (0.5f - lies)); // it rises out of the overlap that the load left
    CHECK(highest < 0.5f + 1e-5f);
}
