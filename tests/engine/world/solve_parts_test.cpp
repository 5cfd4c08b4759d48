// Islands may be solved a few at a time: no bit of what happens tells.
#include <catch2/catch_test_macros.hpp>

#include <vector>

#include "engine/core/random.h"
#include "support/scene.h"
#include "world/stages.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// Heaps apart from each other on one floor, with bounces, belts and rolling; what is thrown joins and wakes them.
struct Heaps {
    World world;
    std::vector<BodyId> bodies;
    Random random{11};

    explicit Heaps(const Tuning& tuning) : world(make_world(tuning)) {
        add_floor(world, 0.5f);
        for (int heap = 0; heap < 6; ++heap) {
            for (int i = 0; i < 12; ++i) { add(6.0f * static_cast<float>(heap), 0.6f + 0.55f * static_cast<float>(i)); }
        }
    }
    void add(float x, float y) {
        const Made made{.restitution = random.between(0.0f, 0.4f), .w = random.between(-1.0f, 1.0f)};
        const Vec2 at{x + random.between(-0.3f, 0.3f), y};
        bodies.push_back(bodies.size() % 3 == 0 ? add_disc(world, at, 0.25f, made)
                                                : add_box(world, at, 0.5f, 0.4f, made));
    }
    void disturb(int step) {
        const auto one = [&] { return bodies[static_cast<size_t>(step) % bodies.size()]; };
        if (step % 60 == 40) {
            REQUIRE(world.set_velocity(one(), {random.between(-12.0f, 12.0f), 6.0f}).code == ErrorCode::none);
        }
        if (step % 150 == 101) {
            REQUIRE(world.set_transform(one(), {random.between(0.0f, 30.0f), random.between(0.5f, 3.0f)}, 0.3f).code ==
                    ErrorCode::none);
        }
        if (step % 150 == 123) {
            const size_t place = static_cast<size_t>(step) % bodies.size();
            REQUIRE(world.destroy_body(bodies[place]).code == ErrorCode::none);
            bodies.erase(bodies.begin() + static_cast<ptrdiff_t>(place));
            add(random.between(0.0f, 30.0f), 4.0f);
        }
    }
};

/// The parts that the world would be solved in now.
size_t parts_of(World& world) {
    WorldState& state = world.state();
    const Arena::Mark mark = state.arena.mark();
    Step step{.world = state};
    const std::span<uint32_t> awake = state.arena.allocate<uint32_t>(state.awake_bodies.count());
    state.awake_bodies.write(awake);
    step.awake = awake;
    step.moves = true;
    std::span<const SolvePart> parts;
    CHECK(parts_left(step, parts)); // nothing was solved ahead
    size_t bodies = 0;
    size_t contacts = 0;
    for (const SolvePart& part : parts) {
        bodies += part.awake.size();
        for (int colour = 0; colour <= kOverflow; ++colour) { contacts += part.contacts.contacts(colour).size(); }
    }
    if (!parts.empty()) {
        CHECK(bodies == awake.size());
        CHECK(contacts == state.graph.count());
    }
    const size_t count = parts.size();
    state.arena.release(mark);
    return count;
}

} // namespace

TEST_CASE("islands solved in parts move as islands solved at once", "[solve-parts]") {
    for (const int lanes : {1, 4}) {
        const Tuning tuning = lanes == 1 ? Tuning{} : sleepless(Tuning{});
        CAPTURE(lanes);
        Heaps apart{tuning};
        Heaps whole{tuning};
        apart.world.state().part_bodies = 10;
        whole.world.state().part_bodies = 0xffffffffu;
        apart.world.state().lanes = whole.world.state().lanes = lanes;
        size_t most = 0;
        int kept = 0; // steps that began and ended with the same parts
        for (int i = 0; i < 500; ++i) {
            apart.disturb(i);
            whole.disturb(i);
            REQUIRE(apart.world.step().ok());
            REQUIRE(whole.world.step().ok());
            REQUIRE(apart.world.hash() == whole.world.hash());
            most = std::max(most, parts_of(apart.world));
            CHECK(parts_of(whole.world) == 0);
            const PartPlan& plan = apart.world.state().part_plan;
            kept += plan.parts.size() > 1 && plan.graph_version == apart.world.state().graph.version() ? 1 : 0;
        }
        CHECK(most >= 6); // as many as heaps
        CHECK(kept >= 50);
    }
}

TEST_CASE("what moves in all islands at once keeps them in one part", "[solve-parts]") {
    Heaps heaps{sleepless(Tuning{})};
    World& world = heaps.world;
    world.state().part_bodies = 10;
    for (int i = 0; i < 60; ++i) { REQUIRE(world.step().ok()); }
    CHECK(parts_of(world) > 1);

    const BodyId platform = add_box(world, {15.0f, 20.0f}, 60.0f, 1.0f, {.type = BodyType::kinematic_body});
    REQUIRE(world.set_velocity(platform, {1.0f, 0.0f}).code == ErrorCode::none);
    CHECK(parts_of(world) == 0);
    REQUIRE(world.destroy_body(platform).code == ErrorCode::none);
    CHECK(parts_of(world) > 1);

    Tuning tuning = world.tuning();
    tuning.solver = SolverType::sequential_impulse;
    REQUIRE(world.set_tuning(tuning).code == ErrorCode::none);
    CHECK(parts_of(world) == 0);
}

TEST_CASE("a contact between two parts keeps the world in one, wherever it stands in its list", "[solve-parts]") {
    Heaps heaps{sleepless(Tuning{})};
    WorldState& state = heaps.world.state();
    state.part_bodies = 10;
    for (int i = 0; i < 60; ++i) { REQUIRE(heaps.world.step().ok()); }
    CHECK(parts_of(heaps.world) > 1);
    state.active_contacts.for_each([&](uint32_t index) { state.graph.remove(index, state.links); });
    REQUIRE(state.graph.count() == 0);
    const size_t last = heaps.bodies.size() - 1; // in another heap than the first
    const auto add = [&](uint32_t index, size_t a, size_t b) {
        state.graph.add(index, state.links[index], heaps.bodies[a].index(), true, heaps.bodies[b].index(), true);
    };
    SECTION("first") {
        add(0, 0, last);
        add(1, 1, 2);
    }
    SECTION("behind another") {
        add(1, 1, 2);
        add(0, 0, last);
    }
    REQUIRE(state.graph.contacts(0).size() == 2);
    CHECK(parts_of(heaps.world) == 0);
}
