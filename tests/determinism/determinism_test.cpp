// The same calls give the same bits on every target, independent of other bodies in the world. For equality of runs
// under every preset see solvers/acceptance_change_test.cpp.
#include <catch2/catch_test_macros.hpp>

#include "determinism/named_scenes.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("the named scenes reach the recorded hashes on every target", "[X14][determinism][golden]") {
    for (const NamedScene& scene : named_scenes()) {
        World world = scene.make();
        run(world, scene.steps);
        CAPTURE(scene.name);
        // A change of the physics changes these on purpose; then all targets must agree on the new value.
        CHECK(world.hash() == scene.golden);
    }
}

TEST_CASE("states that differ in one bit have different hashes", "[determinism]") {
    World world = pile_scene();
    run(world, 60);
    const uint64_t before = world.hash();
    WorldState& state = world.state();
    const auto changes = [&](float& value) {
        const float old = value;
        value = std::nextafter(value, 1.0e30f);
        const bool differs = world.hash() != before;
        value = old;
        return differs && world.hash() == before;
    };
    CHECK(changes(state.motions[20].v.x));
    CHECK(changes(state.motions[20].w));
    CHECK(changes(state.poses[20].q.s));
    CHECK(changes(state.bodies[20].sleep_timer));
    bool found = false;
    for (const uint32_t index : state.active) {
        if (state.contacts[index].manifold.points[0].normal_impulse == 0.0f) { continue; }
        found = true;
        CHECK(changes(state.contacts[index].manifold.points[0].normal_impulse));
        break;
    }
    CHECK(found);
}

TEST_CASE("bodies created and destroyed again do not affect the future of the others", "[determinism]") {
    const auto future = [](bool disturbed) {
        World world = make_world(umbra_preset());
        std::vector<BodyId> ghosts;
        for (int i = 0; disturbed && i < 20; ++i) {
            ghosts.push_back(add_disc(world, {50.0f + 3.0f * static_cast<float>(i), 5.0f}, 0.5f));
        }
        for (size_t i = 0; i < ghosts.size(); ++i) { CHECK_FALSE(world.destroy_body(ghosts[(7 * i) % 20])); }
        add_floor(world);
        const std::vector<BodyId> stack = add_straight_pyramid(world, 6);
        run(world, 300);
        std::vector<float> result;
        for (const BodyId body : stack) {
            const Transform pose = *world.transform(body);
            result.insert(result.end(), {pose.p.x, pose.p.y, pose.q.c, pose.q.s});
        }
        return result;
    };
    CHECK(future(true) == future(false));
}
