// Warm starting across steps of different length: averages, initial impulses of rows, rest positions of contacts.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "dynamics/mean_forces.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kShort = 1.0f / 120.0f; // s
constexpr float kLong = 1.0f / 30.0f;   // s

// A box of 2 kg at rest on the ground.
struct Resting {
    World world = make_world(sleepless(Tuning{}));
    BodyId box;

    Resting() {
        add_floor(world);
        box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.mass = 2.0f});
        run(world, 120);
    }
    const Contact& contact() {
        const Contact* found = nullptr;
        world.state().contact_ids.for_each([&](uint32_t index) { found = &world.state().contacts[index]; });
        return *found;
    }
    float height() const { return position(world, box).y; }
};

} // namespace

TEST_CASE("steps of one length store no means, the first step of another length creates them", "[mean-forces]") {
    Resting scene;
    CHECK(scene.world.state().mean_forces.empty());
    const size_t before = scene.world.snapshot_size();
    (void)scene.world.step(kShort);
    CHECK(scene.world.state().mean_forces.size() == scene.world.state().contacts.size());
    CHECK(scene.world.snapshot_size() == before + 32 * scene.world.state().contacts.size());

    World fresh = make_world({}); // its first step has no step before it
    add_floor(fresh);
    add_box(fresh, {0.0f, 0.5f}, 1.0f, 1.0f);
    for (int i = 0; i < 5; ++i) { (void)fresh.step(kShort); }
    CHECK(fresh.state().mean_forces.empty());
}

TEST_CASE("the mean of a constant force is that force; an impulse enters it with weight dt / (dt + T)",
          "[mean-forces]") {
    Resting scene;
    (void)scene.world.step(kShort);
    (void)scene.world.step(kLong);
    const MeanForces& means = scene.world.state().mean_forces[0];
    const float weight = 2.0f * 9.81f;
    CHECK(std::fabs(means.points[0].normal + means.points[1].normal - weight) < 0.01f * weight);

    CHECK_FALSE(scene.world.apply_impulse(scene.box, {0.0f, -1.0f})); // 1 N s within one step
    const float before = means.points[0].normal + means.points[1].normal;
    (void)scene.world.step(kLong);
    const Manifold& manifold = scene.contact().manifold;
    const float force = manifold.points[0].normal_impulse + manifold.points[1].normal_impulse;
    const float after = means.points[0].normal + means.points[1].normal;
    CHECK(std::fabs(after - (before + kLong / (kLong + kMeanTime) * (force - before))) < 1e-4f * weight);
}

TEST_CASE("a contact that begins again has no previous mean", "[mean-forces]") {
    Resting scene;
    (void)scene.world.step(kShort);
    CHECK_FALSE(scene.world.set_transform(scene.box, {0.0f, 0.55f}, 0.0f)); // off the ground, within the same pair
    (void)scene.world.step(kLong);
    CHECK(scene.contact().manifold.count == 0);
    CHECK_FALSE(scene.world.set_transform(scene.box, {0.0f, 0.5f}, 0.0f));
    CHECK_FALSE(scene.world.set_velocity(scene.box, {}));
    (void)scene.world.step(kShort);
    const Manifold& manifold = scene.contact().manifold;
    const MeanForces& means = scene.world.state().mean_forces[0];
    REQUIRE(manifold.count == 2);
    for (size_t k = 0; k < 2; ++k) { CHECK(means.points[k].normal == manifold.points[k].normal_impulse); }
}

// The overlap of a resting box is g / 2 w^2 (contact_load.h), at 1/30 s with w of 38 Hz instead of 76: without the
// means it would be four times that of 1/60 s.
TEST_CASE("a load does not move when the steps become longer or shorter", "[mean-forces]") {
    for (const float dt : {kShort, kLong}) {
        Resting scene;
        const float before = scene.height();
        float fastest = 0.0f;
        for (int i = 0; i < 120; ++i) {
            (void)scene.world.step(dt);
            fastest = max(fastest, length(velocity(scene.world, scene.box)));
        }
        CHECK(std::fabs(scene.height() - before) < 2e-6f);
        CHECK(fastest < 1e-3f);
        CHECK(before < 0.5f - 0.45f * 9.81f / std::pow(2.0f * kPi * 76.4f, 2.0f)); // it does overlap
    }
}

TEST_CASE("the means are in snapshots: the restored world moves alike", "[mean-forces]") {
    Resting scene;
    for (const float dt : {kShort, kLong, kShort}) { (void)scene.world.step(dt); }
    std::vector<std::byte> bytes(scene.world.snapshot_size());
    scene.world.snapshot(bytes);
    World copy = make_world({});
    REQUIRE_FALSE(copy.restore(bytes));
    CHECK(copy.hash() == scene.world.hash());
    for (const float dt : {kLong, kShort, kLong}) {
        (void)scene.world.step(dt);
        (void)copy.step(dt);
        CHECK(copy.hash() == scene.world.hash());
    }
}
