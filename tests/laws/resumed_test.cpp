// A world that is built again from definitions, as from a file, goes on at rest if its contacts get their forces (X28).
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "solvers/presets.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Body {
    BodyId id;
    float width = 1.0f;
    float mass = 1.0f;
};

/// A floor, two columns of light boxes with loads, and a pyramid.
std::vector<Body> fill(World& world, float load) {
    std::vector<Body> all;
    add_floor(world);
    const auto add = [&](float x, float y, float width, float mass) {
        all.push_back({add_box(world, {x, y}, width, 1.0f, {.mass = mass}), width, mass});
    };
    for (const float x : {-8.0f, 8.0f}) {
        for (int i = 0; i < 3; ++i) { add(x, 0.5f + static_cast<float>(i), 1.0f, 1.0f); }
        add(x, 3.5f, 1.3f, load);
    }
    for (int row = 0; row < 5; ++row) {
        for (int i = 0; i < 5 - row; ++i) {
            add(static_cast<float>(i) - 0.5f * static_cast<float>(4 - row), 0.5f + static_cast<float>(row), 1.0f, 2.0f);
        }
    }
    return all;
}

/// In order.
std::vector<ContactForces> forces_of(const World& world) {
    std::vector<ContactForces> forces(world.contact_forces({}));
    (void)world.contact_forces(forces);
    std::sort(forces.begin(), forces.end(), [](const ContactForces& a, const ContactForces& b) {
        return std::pair{a.shape_a.index(), a.shape_b.index()} < std::pair{b.shape_a.index(), b.shape_b.index()};
    });
    return forces;
}

/// The same bodies in the same order, where they are now.
std::vector<Body> build_again(World& world, const World& from, const std::vector<Body>& bodies) {
    std::vector<Body> all;
    add_floor(world);
    for (const Body& body : bodies) {
        const Made made{.mass = body.mass,
                        .velocity = velocity(from, body.id),
                        .w = w_of(from, body.id),
                        .angle = *from.angle(body.id)};
        all.push_back({add_box(world, position(from, body.id), body.width, 1.0f, made), body.width, body.mass});
    }
    for (size_t i = 0; i < all.size(); ++i) {
        if (!*from.awake(bodies[i].id)) { (void)world.set_awake(all[i].id, false); }
    }
    REQUIRE_FALSE(world.set_contact_forces(forces_of(from)));
    return all;
}

} // namespace

TEST_CASE("a world built again with its contact forces rests as before", "[law][rest][sleep][X28]") {
    for (const Preset& preset : presets()) {
        for (const bool sleep : {true, false}) {
            CAPTURE(preset.name, sleep);
            const Tuning tuning = sleep ? preset.tuning : sleepless(preset.tuning);
            World before = make_world(tuning);
            const std::vector<Body> bodies = fill(before, preset.tuning.solver == SolverType::soft_step ? 70.0f : 2.0f);
            run(before, 2400);
            const uint32_t awake = before.awake_count();
            World world = make_world(tuning);
            const std::vector<Body> again = build_again(world, before, bodies);
            for (int i = 0; i < 120; ++i) {
                run(world, 1);
                for (size_t k = 0; k < again.size(); ++k) {
                    CHECK(length(velocity(world, again[k].id)) < Tuning{}.sleep_linear);
                    const bool slept = !*before.awake(bodies[k].id);
                    if (slept) { CHECK(position(world, again[k].id) == position(before, bodies[k].id)); }
                }
                CHECK(world.awake_count() <= awake);
            }
        }
    }
}

TEST_CASE("bodies that press on each other in their sleep wake together, in a world built again too",
          "[law][sleep][X28]") {
    World before = make_world({});
    const std::vector<Body> bodies = fill(before, 50.0f);
    run(before, 2400);
    REQUIRE(before.awake_count() == 0);
    World world = make_world({});
    const std::vector<Body> again = build_again(world, before, bodies);
    for (const size_t i : {size_t{2}, size_t{9}}) { // of a column, of the pyramid
        (void)before.set_awake(bodies[i].id, true);
        (void)world.set_awake(again[i].id, true);
        CHECK(world.awake_count() == before.awake_count());
        CHECK(world.awake_count() > 3);
    }
}

TEST_CASE("forces of contacts that no engine could have stored are refused", "[X28]") {
    World world = make_world({});
    (void)fill(world, 2.0f);
    run(world, 60);
    const std::vector<ContactForces> good = forces_of(world);
    REQUIRE(good.size() > 10);
    const auto refused = [&](auto&& change) {
        std::vector<ContactForces> forces = good;
        change(forces[3]);
        const Error error = world.set_contact_forces(forces);
        return error && error.value == 3.0;
    };
    CHECK(refused([&](ContactForces& of) { of = good[1]; }));
    CHECK(refused([](ContactForces& of) { std::swap(of.shape_a, of.shape_b); }));
    CHECK(refused([](ContactForces& of) { of.shape_b = of.shape_a; }));
    CHECK(refused([](ContactForces& of) { of.shape_b = {}; }));
    CHECK(refused([](ContactForces& of) { of.count = 3; }));
    CHECK(refused([](ContactForces& of) { of.count = 0; }));
    CHECK(refused([](ContactForces& of) { of.load = -1.0f; }));
    CHECK(refused([](ContactForces& of) { of.normal[1] = -1.0f; }));
    CHECK(refused([](ContactForces& of) { of.tangent[0] = std::numeric_limits<float>::infinity(); }));
    CHECK(refused([](ContactForces& of) { of.rolling = std::numeric_limits<float>::quiet_NaN(); }));
    CHECK_FALSE(world.set_contact_forces(good));
}
