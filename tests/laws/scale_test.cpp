// Sleeping bodies take no work, and islands do not affect each other, at any number.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/core/random.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// 10,000 boxes asleep, half of them in towers of five, on a floor far from x = 0.
void add_sleepers(World& world) {
    add_floor(world, 0.6f, 0.0f, 60000.0f, 40000.0f);
    for (int i = 0; i < 5000; ++i) { add_box(world, {11000.0f + 3.0f * static_cast<float>(i), 0.5f}, 1.0f, 1.0f); }
    for (int i = 0; i < 1000; ++i) { add_straight_stack(world, 5, 30000.0f + 3.0f * static_cast<float>(i)); }
    for (int i = 0; i < 120 && world.awake_count() > 0; ++i) { (void)world.step(kStep); }
}

// 1,000 static bodies of 100 boxes each, 500 m below the rest.
void add_scenery(World& world) {
    for (int i = 0; i < 1000; ++i) {
        BodyDef body;
        body.type = BodyType::static_body;
        body.position = {200.0f * static_cast<float>(i % 40), -500.0f - 3.0f * static_cast<float>(i / 40)};
        const BodyId id = *world.create_body(body);
        for (int k = 0; k < 100; ++k) {
            ShapeDef shape;
            shape.geometry = make_box(1.0f, 1.0f, {1.5f * static_cast<float>(k), 0.0f});
            if (!world.create_shape(id, shape).ok()) { FAIL("a static box was refused"); }
        }
    }
}

// What a step asked for and used.
struct Work {
    uint32_t awake_bodies, contacts, looked_at, pairs;
    size_t arena;
    bool operator==(const Work&) const = default;
};
Work work_of_step(World& world) {
    WorldState& state = world.state();
    state.arena = Arena{};
    const uint32_t looked_at = state.awake_contacts.count();
    const StepReport report = *world.step(kStep);
    return {report.awake_bodies, report.contacts, looked_at, report.pairs_created, state.arena.high_water()};
}

std::vector<float> poses_of(const World& world, const std::vector<BodyId>& bodies) {
    std::vector<float> poses;
    for (const BodyId body : bodies) {
        const Transform pose = *world.transform(body);
        poses.insert(poses.end(), {pose.p.x, pose.p.y, pose.q.c, pose.q.s});
    }
    return poses;
}

// Bodies of any kind that fall in a heap, bounce, lie down and fall asleep at their own times.
std::vector<BodyId> add_heap(World& world, float x, uint64_t seed, int count) {
    std::vector<BodyId> bodies;
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        const Made made{.friction = 0.5f,
                        .restitution = random.between(0.0f, 0.8f),
                        .velocity = {random.between(-2.0f, 2.0f), 0.0f},
                        .w = random.between(-3.0f, 3.0f)};
        const Vec2 at{x + 1.25f * static_cast<float>(i % 5), 1.0f + 1.25f * static_cast<float>(i / 5)};
        bodies.push_back(i % 2 == 0 ? add_box(world, at, 0.8f, 0.6f, made) : add_disc(world, at, 0.4f, made));
    }
    return bodies;
}

// The number of errors in a world's islands after a step that counted `reported` of them: those of the bodies that were
// awake in it, and the rings of those that sleep.
int island_faults(const WorldState& world, uint32_t reported) {
    const uint32_t slots = static_cast<uint32_t>(world.bodies.size());
    std::vector<uint32_t> root(slots);
    std::iota(root.begin(), root.end(), 0u);
    const auto find = [&](uint32_t slot) {
        while (root[slot] != slot) { slot = root[slot] = root[root[slot]]; }
        return slot;
    };
    std::vector<bool> solved(slots); // in the step
    world.awake_bodies.for_each([&](uint32_t slot) { solved[slot] = true; });
    for (const uint32_t slot : world.just_slept) { solved[slot] = true; }
    for (uint32_t index = 0; index < world.contacts.size(); ++index) {
        const Contact& contact = world.contacts[index];
        const bool solid = world.contact_ids.in_use(index) && (contact.flags & (kTouching | kSensor)) == kTouching;
        const bool dynamic = world.is_dynamic(contact.slotA) && world.is_dynamic(contact.slotB);
        const bool together = dynamic && solved[contact.slotA] == solved[contact.slotB];
        if (solid && together) { root[find(contact.slotA)] = find(contact.slotB); }
    }
    int wrong = 0;
    uint32_t islands = 0;
    for (uint32_t slot = 0; slot < slots; ++slot) {
        if (!world.body_ids.in_use(slot) || !world.is_dynamic(slot)) { continue; }
        islands += solved[slot] && find(slot) == slot ? 1 : 0;
        const uint32_t next = world.bodies[slot].next_asleep;
        wrong += (next == kNull) == world.is_awake(slot) ? 0 : 1;
        if (next == kNull) { continue; }
        wrong += !world.is_awake(next) && find(next) == find(slot) ? 0 : 1;
        uint32_t at = next;
        uint32_t left = slots;
        while (at != slot && left-- > 0) { at = world.bodies[at].next_asleep; }
        wrong += at == slot ? 0 : 1; // it is a ring
    }
    return wrong + (islands == reported ? 0 : 1);
}

} // namespace

TEST_CASE("10,000 sleeping bodies and 100,000 static shapes add no work to a step", "[law][sleep][scale]") {
    std::vector<std::vector<Work>> works;
    std::vector<std::vector<float>> poses;
    for (const bool crowded : {false, true}) {
        World world = make_world({});
        add_floor(world);
        const std::vector<BodyId> awake = add_straight_pyramid(world, 13); // 91 bodies
        CHECK_FALSE(world.set_sleep_allowed(awake.front(), false));
        if (crowded) {
            // They settle while the pyramid is away, so that it then does the same in both worlds.
            for (const BodyId body : awake) { CHECK_FALSE(world.set_enabled(body, false)); }
            add_sleepers(world);
            REQUIRE(world.awake_count() == 0);
            add_scenery(world);
            (void)world.step(kStep); // the scenery finds its pairs once
            for (const BodyId body : awake) { CHECK_FALSE(world.set_enabled(body, true)); }
            CHECK(world.body_count() == 10000 + 1000 + 91 + 2);
            CHECK(world.shape_count() == 10000 + 100000 + 91 + 2);
        }
        std::vector<Work> work;
        for (int i = 0; i < 60; ++i) { work.push_back(work_of_step(world)); }
        works.push_back(work);
        poses.push_back(poses_of(world, awake));
    }
    CHECK(works[0] == works[1]);
    CHECK(poses[0] == poses[1]); // and they do not change it by a bit
    CHECK(works[1].back().awake_bodies == 91);
    CHECK(works[1].back().contacts > 150);
}

TEST_CASE("a step of a sleeping world allocates no memory", "[law][sleep][scale]") {
    World world = make_world({});
    add_sleepers(world);
    REQUIRE(world.awake_count() == 0);
    run(world, 60); // contacts may have been due to be put in order (contact_order.cpp)
    const Work work = work_of_step(world);
    CAPTURE(work.awake_bodies, work.contacts, work.looked_at, work.pairs, work.arena);
    CHECK(work == Work{0, 0, 0, 0, 0});
}

TEST_CASE("waking one tower of a thousand wakes its five boxes", "[law][sleep][scale]") {
    World world = make_world({});
    add_floor(world, 0.6f, 0.0f, 4000.0f);
    std::vector<std::vector<BodyId>> towers;
    for (int i = 0; i < 1000; ++i) {
        towers.push_back(add_straight_stack(world, 5, 3.0f * static_cast<float>(i) - 1500.0f));
    }
    run(world, 120);
    REQUIRE(world.awake_count() == 0);
    CHECK_FALSE(world.apply_impulse(towers[400][2], {0.25f, 0.0f}));
    const StepReport report = *world.step(kStep);
    int woken = 0;
    for (const Event& event : world.events()) { woken += event.type == EventType::wake ? 1 : 0; }
    CHECK(woken == 5);
    CHECK(report.awake_bodies == 5);
    CHECK(report.islands == 1);
    CHECK(report.contacts == 5);
    for (const BodyId box : towers[400]) { CHECK(*world.awake(box)); }
    run(world, 120);
    CHECK(world.awake_count() == 0);
}

TEST_CASE("a wall moved beside sleeping bodies is tested for collisions once", "[law][sleep]") {
    World world = make_world({});
    add_floor(world);
    const BodyId wall = add_box(world, {2.04f, 0.5f}, 1.0f, 1.0f, {.type = BodyType::static_body});
    add_box(world, {1.0f, 0.5f}, 1.0f, 1.0f);
    run(world, 120);
    REQUIRE(world.awake_count() == 0);
    REQUIRE(world.state().awake_contacts.count() == 0);
    CHECK_FALSE(world.set_transform(wall, {2.041f, 0.5f}, 0.0f));
    run(world, 2);
    CHECK(world.awake_count() == 0); // 40 mm are out of reach
    CHECK(world.state().awake_contacts.count() == 0);
}

TEST_CASE("islands are the connected components of touching bodies, while heaps merge, split, sleep and wake",
          "[law][sleep]") {
    for (const uint64_t seed : {1u, 2u, 3u}) {
        CAPTURE(seed);
        Tuning tuning;
        tuning.sleep_time = 0.25f;
        World world = make_world(tuning);
        add_floor(world);
        std::vector<BodyId> bodies;
        for (int k = 0; k < 4; ++k) {
            const float x = 8.0f * static_cast<float>(k) - 16.0f;
            const std::vector<BodyId> heap = add_heap(world, x, 10 * seed + static_cast<uint64_t>(k), 20);
            bodies.insert(bodies.end(), heap.begin(), heap.end());
        }
        Random random(seed);
        int faults = 0;
        uint32_t fewest = 1000, most = 0;
        for (int step = 0; step < 900; ++step) {
            if (step % 150 == 149) {
                for (int k = 0; k < 3; ++k) {
                    CHECK_FALSE(world.set_velocity(bodies[random.below(80)], {random.between(-6.0f, 6.0f), 5.0f}));
                }
            }
            if (step % 300 == 299) {
                CHECK_FALSE(world.set_transform(bodies[random.below(80)], {random.between(-16.0f, 12.0f), 6.0f}, 0.0f));
            }
            const uint32_t islands = world.step(kStep)->islands;
            faults += island_faults(world.state(), islands);
            fewest = std::min(fewest, islands);
            most = std::max(most, islands);
        }
        CHECK(faults == 0);
        CAPTURE(fewest, most);
        CHECK(fewest < most / 2);
    }
}

TEST_CASE("islands merge, split, sleep and wake with the same bits in three runs", "[law][sleep][X14]") {
    const auto run_of = [] {
        World world = make_world({});
        add_floor(world, 0.6f, 0.0f, 400.0f);
        std::vector<BodyId> bodies;
        for (int k = 0; k < 5; ++k) {
            const float x = 9.0f * static_cast<float>(k);
            const std::vector<BodyId> heap = add_heap(world, x, static_cast<uint64_t>(k) + 5, 24);
            bodies.insert(bodies.end(), heap.begin(), heap.end());
        }
        std::vector<uint64_t> hashes;
        for (int step = 0; step < 600; ++step) {
            if (step % 200 == 199) {
                (void)world.set_velocity(bodies[30], {4.0f, 6.0f});
                (void)world.set_awake(bodies[60], false);
            }
            (void)world.step(kStep);
            hashes.push_back(world.hash());
        }
        return hashes;
    };
    const std::vector<uint64_t> first = run_of();
    CHECK(run_of() == first);
    CHECK(run_of() == first);
}

TEST_CASE("a heap falls, sleeps and wakes with the same bits, with any heaps created before or after it",
          "[law][sleep][X14]") {
    const auto poses = [](int others, bool before) {
        World world = make_world({});
        add_floor(world, 0.6f, 0.0f, 400.0f);
        const auto add_others = [&] {
            for (int k = 0; k < others; ++k) {
                add_heap(world, -180.0f + 25.0f * static_cast<float>(k), 100 + static_cast<uint64_t>(k), 10 + k);
            }
        };
        if (before) { add_others(); }
        const std::vector<BodyId> heap = add_heap(world, 100.0f, 7, 40);
        if (!before) { add_others(); }
        std::vector<float> seen;
        for (int step = 0; step < 900; ++step) {
            if (step % 240 == 239) {
                (void)world.set_velocity(heap[3], {4.0f, 4.0f});
                (void)world.set_velocity(heap[20], {-4.0f, 4.0f});
            }
            (void)world.step(kStep);
            const std::vector<float> now = poses_of(world, heap);
            seen.insert(seen.end(), now.begin(), now.end());
        }
        return seen;
    };
    const std::vector<float> alone = poses(0, true);
    for (const int others : {1, 3, 6}) {
        for (const bool before : {true, false}) {
            CAPTURE(others, before);
            CHECK(poses(others, before) == alone);
        }
    }
}

TEST_CASE("the step in which a separated island falls asleep does not depend on the number of others",
          "[law][sleep][X14]") {
    const auto slept_at = [](int count) {
        World world = make_world({});
        add_floor(world, 0.6f, 0.0f, 1000.0f);
        std::vector<BodyId> left, right;
        for (int i = 0; i < count; ++i) {
            const float x = -400.0f + 20.0f * static_cast<float>(i);
            left.push_back(add_box(world, {x, 0.5f}, 1.0f, 1.0f));
            right.push_back(add_box(world, {x + 1.0f, 0.5f}, 1.0f, 1.0f));
        }
        run(world, 10); // they touch: one island each
        for (size_t i = 0; i < right.size(); ++i) {
            (void)world.set_transform(right[i], position(world, left[i]) + Vec2{5.0f, 0.0f}, 0.0f);
        }
        std::vector<int> steps(static_cast<size_t>(count), -1);
        for (int step = 0; step < 120; ++step) {
            for (const BodyId body : right) { (void)world.set_angular_velocity(body, step % 2 == 0 ? 0.3f : -0.3f); }
            (void)world.step(kStep);
            for (size_t i = 0; i < steps.size(); ++i) {
                if (steps[i] < 0 && !*world.awake(left[i])) { steps[i] = step; }
            }
        }
        return steps;
    };
    const int alone = slept_at(1)[0];
    CHECK(alone > 0);
    for (const int step : slept_at(20)) { CHECK(step == alone); }
}
