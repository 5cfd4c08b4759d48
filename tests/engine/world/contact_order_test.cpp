// Sorting contacts in memory changes no bit of the motion.
#include <catch2/catch_test_macros.hpp>

#include <vector>

#include "engine/core/random.h"
#include "support/scene.h"
#include "world/contacts.h"
#include "world/stages.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// Shapes that fall, bounce, roll apart and sleep, and bodies that vanish and come.
struct Heap {
    World world;
    std::vector<BodyId> bodies;
    Random random{7};

    explicit Heap(const Tuning& tuning) : world(make_world(tuning)) {
        add_floor(world, 0.5f);
        for (int i = 0; i < 160; ++i) { add(1.0f + 0.6f * static_cast<float>(i / 12)); }
    }
    void add(float height) {
        const Vec2 at{random.between(-4.0f, 4.0f), height};
        const Made made{.restitution = random.between(0.0f, 0.5f), .w = random.between(-3.0f, 3.0f)};
        const BodyId body =
            bodies.size() % 2 == 0 ? add_box(world, at, 0.5f, 0.4f, made) : add_disc(world, at, 0.25f, made);
        if (bodies.size() % 4 == 0) { // seams look for contacts by their pairs
            ShapeDef second;
            second.geometry = make_box(0.2f, 0.6f);
            REQUIRE(world.create_shape(body, second).ok());
        }
        bodies.push_back(body);
    }
    void churn(int step) {
        if (step % 20 != 10) { return; }
        const size_t gone = static_cast<size_t>(step) % bodies.size();
        REQUIRE(world.destroy_body(bodies[gone]).code == ErrorCode::none);
        bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(gone));
        add(9.0f);
    }
};

bool in_order(const WorldState& world) {
    uint64_t last = 0;
    bool was_apart = false; // touching contacts come first
    for (uint32_t index = 0; index < world.contact_ids.count(); ++index) {
        if (!world.contact_ids.in_use(index)) { return false; }
        const Contact& contact = world.contacts[index];
        const bool apart = (contact.flags & kTouching) == 0;
        const uint64_t key = pair_key(contact.shapeA, contact.shapeB);
        if (apart == was_apart ? key <= last : was_apart) { return false; }
        last = key;
        was_apart = apart;
    }
    return true;
}

void same_events(const World& a, const World& b) {
    REQUIRE(a.events().size() == b.events().size());
    for (size_t i = 0; i < a.events().size(); ++i) {
        CHECK(a.events()[i].type == b.events()[i].type);
        CHECK(a.events()[i].shape_a.value == b.events()[i].shape_a.value);
        CHECK(a.events()[i].shape_b.value == b.events()[i].shape_b.value);
    }
}

} // namespace

TEST_CASE("sorting contacts in memory changes no result", "[contact-order]") {
    for (const Tuning& tuning : {Tuning{}, umbra_preset()}) {
        Heap moved(tuning);
        Heap left(tuning);
        moved.world.state().contact_order.from = 1;
        left.world.state().contact_order.from = 0xffffffffu;
        int moves = 0;
        for (int step = 0; step < 500; ++step) {
            moved.churn(step);
            left.churn(step);
            REQUIRE(moved.world.step().ok());
            REQUIRE(left.world.step().ok());
            if (moved.world.state().contact_order.steps == 0) { ++moves; }
            same_events(moved.world, left.world);
            for (const BodyId body : moved.bodies) {
                const Transform a = *moved.world.transform(body);
                const Transform b = *left.world.transform(body);
                REQUIRE((a.p == b.p && a.q.c == b.q.c && a.q.s == b.q.s));
            }
        }
        CHECK(moves >= 5);
    }
}

TEST_CASE("after sorting, touching contacts come first, both groups ascend by pair key, and there is no gap",
          "[contact-order]") {
    Heap heap(Tuning{});
    WorldState& world = heap.world.state();
    for (int step = 0; step < 120; ++step) {
        heap.churn(step);
        REQUIRE(heap.world.step().ok());
    }
    REQUIRE_FALSE(in_order(world));
    world.contact_order = {.from = 1, .changed = 0xffffu, .steps = 0xffffu};
    keep_contacts_in_order(world);
    CHECK(in_order(world));
    CHECK(world.arena.empty());
    for (uint32_t index = 0; index < world.contact_ids.count(); ++index) {
        CHECK(contact_of(world, world.contacts[index].shapeA, world.contacts[index].shapeB) == index);
    }
    uint32_t coloured = 0;
    for (int colour = 0; colour < kColours; ++colour) {
        const List<ColouredContact>& list = world.graph.contacts(colour);
        for (uint32_t i = 0; i < list.size(); ++i) {
            const uint32_t index = list[i].contact;
            CHECK(world.links[index].colour == colour);
            CHECK(world.links[index].colour_index == i);
            CHECK(world.active_contacts.test(index));
            ++coloured;
        }
    }
    CHECK(coloured + world.graph.overflow().size() == world.graph.count());
}
