// The same calls give the same bits: from run to run, from target to target, and whatever else is in the world.
#include <catch2/catch_test_macros.hpp>

#include "determinism/named_scenes.h"
#include "solvers/recipes.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("the named scenes reach the hashes on record, on every target", "[determinism][golden]") {
    for (const NamedScene& scene : named_scenes()) {
        World world = scene.make();
        run(world, scene.steps);
        CAPTURE(scene.name);
        // A change of the physics changes these on purpose; then all targets must agree on the new value.
        CHECK(world.hash() == scene.golden);
    }
}

TEST_CASE("three runs of a scene agree bit for bit after every step, under every recipe", "[X14][determinism]") {
    for (const Recipe& recipe : recipes()) {
        for (const NamedScene& scene : named_scenes()) {
            CAPTURE(recipe.name, scene.name);
            World a = scene.make();
            World b = scene.make();
            World c = scene.make();
            for (World* world : {&a, &b, &c}) { CHECK_FALSE(world->set_tuning(recipe.tuning)); }
            int differing = 0;
            for (int i = 0; i < 150; ++i) {
                for (World* world : {&a, &b, &c}) { (void)world->step(kStep); }
                const uint64_t hash = a.hash();
                differing += hash == b.hash() && hash == c.hash() ? 0 : 1;
            }
            CHECK(differing == 0);
        }
    }
}

TEST_CASE("the hash tells states apart that differ in one bit", "[determinism]") {
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

TEST_CASE("what one island does is independent of the order in which the islands were made", "[X14][determinism]") {
    // Bodies of the same island keep their order; whole islands are swapped, or left out.
    for (const Recipe& recipe : recipes()) {
        CAPTURE(recipe.name);
        const auto poses = [&](int first, int second) {
            World world = make_world(recipe.tuning);
            add_floor(world);
            std::vector<BodyId> seen;
            for (const int island : {first, second}) {
                const float x = 10.0f * static_cast<float>(island);
                if (island < 0) { continue; }
                std::vector<BodyId> stack;
                for (int i = 0; i < 4; ++i) {
                    const float f = static_cast<float>(i);
                    stack.push_back(add_box(world, {x + 0.0625f * f, 1.0f + 1.25f * f}, 1.0f, 1.0f,
                                            {.friction = 0.3f, .w = 0.25f * static_cast<float>(island)}));
                }
                if (island == 1) { seen = stack; }
            }
            run(world, 240);
            std::vector<float> result;
            for (const BodyId body : seen) {
                const Transform pose = *world.transform(body);
                result.insert(result.end(), {pose.p.x, pose.p.y, pose.q.c, pose.q.s});
            }
            return result;
        };
        const std::vector<float> reference = poses(1, 3);
        REQUIRE(reference.size() == 16);
        CHECK(poses(3, 1) == reference);
        CHECK(poses(1, -1) == reference);
    }
}

TEST_CASE("bodies that came and went leave no trace in the future of the others", "[determinism]") {
    const auto future = [](bool disturbed) {
        World world = make_world(umbra_preset());
        std::vector<BodyId> ghosts;
        for (int i = 0; disturbed && i < 20; ++i) {
            ghosts.push_back(add_disc(world, {50.0f + 3.0f * static_cast<float>(i), 5.0f}, 0.5f));
        }
        for (size_t i = 0; i < ghosts.size(); ++i) { CHECK_FALSE(world.destroy_body(ghosts[(7 * i) % 20])); }
        add_floor(world);
        const std::vector<BodyId> stack = add_pyramid(world, 6);
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
