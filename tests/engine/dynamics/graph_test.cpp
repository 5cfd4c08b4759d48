// Colours: contacts that share a moving body are never solved in parallel, after any sequence of additions, removals,
// sleeping and waking.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "dynamics/graph.h"
#include "engine/core/random.h"
#include "support/effort.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// A graph with its contacts kept in a plain list.
struct Played {
    static constexpr uint32_t kBodies = 40;
    struct Edge {
        uint32_t a, b;
        bool movesA, movesB;
        bool in = false;
    };
    ColourGraph graph;
    std::vector<Edge> edges;
    std::vector<ContactLinks> links;

    Played() { graph.resize(kBodies); }

    uint32_t add(uint32_t a, bool movesA, uint32_t b, bool movesB) {
        const uint32_t index = static_cast<uint32_t>(edges.size());
        edges.push_back({a, b, movesA, movesB, true});
        links.push_back({});
        graph.add(index, links[index], a, movesA, b, movesB);
        return index;
    }
    void remove(uint32_t index) {
        graph.remove(index, links);
        edges[index].in = false;
    }
    // How many things are wrong.
    int faults() const {
        int wrong = 0;
        uint32_t listed = 0;
        for (uint32_t i = 0; i < graph.overflow().size(); ++i) {
            const uint32_t contact = graph.overflow()[i];
            ++listed;
            wrong += edges[contact].in ? 0 : 1;
            wrong += links[contact].colour == kOverflow && links[contact].colour_index == i ? 0 : 1;
        }
        for (int colour = 0; colour < kColours; ++colour) {
            std::set<uint32_t> moving;
            const List<ColouredContact>& list = graph.contacts(colour);
            for (uint32_t i = 0; i < list.size(); ++i) {
                const auto [contact, slotA, slotB] = list[i];
                const Edge& edge = edges[contact];
                ++listed;
                wrong += edge.in && edge.a == slotA && edge.b == slotB ? 0 : 1;
                wrong += links[contact].colour == colour && links[contact].colour_index == i ? 0 : 1;
                wrong += edge.movesA && !moving.insert(edge.a).second ? 1 : 0;
                wrong += edge.movesB && !moving.insert(edge.b).second ? 1 : 0;
            }
        }
        const auto in = std::count_if(edges.begin(), edges.end(), [](const Edge& edge) { return edge.in; });
        wrong += listed == static_cast<uint32_t>(in) && listed == graph.count() ? 0 : 1;
        return wrong;
    }
};

// How many things are wrong with a world's graph.
int graph_faults(const WorldState& world) {
    int wrong = 0;
    std::vector<int> listed(world.contacts.size(), 0);
    uint32_t count = 0;
    for (const uint32_t index : world.graph.overflow()) {
        ++listed[index];
        ++count;
    }
    for (int colour = 0; colour < kColours; ++colour) {
        std::set<uint32_t> moving;
        for (const auto& [index, slotA, slotB] : world.graph.contacts(colour)) {
            ++listed[index];
            ++count;
            const Contact& contact = world.contacts[index];
            wrong += contact.slotA == slotA && contact.slotB == slotB ? 0 : 1;
            for (const uint32_t slot : {contact.slotA, contact.slotB}) {
                const bool moves = world.is_dynamic(slot) && world.is_awake(slot);
                if (!moves) { continue; }
                wrong += moving.insert(slot).second ? 0 : 1;
            }
        }
    }
    wrong += count == world.graph.count() ? 0 : 1;
    for (uint32_t index = 0; index < world.contacts.size(); ++index) {
        const Contact& contact = world.contacts[index];
        const bool solid = world.contact_ids.in_use(index) && (contact.flags & (kTouching | kSensor)) == kTouching;
        const auto moves = [&](uint32_t slot) { return world.is_dynamic(slot) && world.is_awake(slot); };
        const auto sleeps = [&](uint32_t slot) { return world.is_dynamic(slot) && !world.is_awake(slot); };
        const bool seen = !sleeps(contact.slotA) && !sleeps(contact.slotB);
        const bool belongs = solid && seen && (moves(contact.slotA) || moves(contact.slotB));
        wrong += listed[index] == (belongs ? 1 : 0) ? 0 : 1;
        wrong += world.active_contacts.test(index) == belongs ? 0 : 1;
    }
    return wrong;
}

} // namespace

TEST_CASE("no two contacts of a colour share a moving body, after 20,000 random adds and removals", "[graph]") {
    Random random(5);
    Played played;
    std::vector<uint32_t> in;
    size_t most_overflow = 0;
    for (int round = 0; round < 20000; ++round) {
        // Body 0 is a hub, bodies above 30 cannot move; the graph breathes between empty and some 300 contacts.
        const bool grows = (round / 1000) % 2 == 0;
        if (in.empty() || random.below(10) < (grows ? 7u : 3u)) {
            const uint32_t a = random.below(4) == 0 ? 0 : random.below(Played::kBodies);
            const uint32_t b = random.below(Played::kBodies);
            if (a == b || (a > 30 && b > 30)) { continue; }
            in.push_back(played.add(a, a <= 30, b, b <= 30));
        } else {
            const uint32_t at = random.below(static_cast<uint32_t>(in.size()));
            played.remove(in[at]);
            in[at] = in.back();
            in.pop_back();
        }
        most_overflow = std::max(most_overflow, played.graph.overflow().size());
        if (round % 100 == 0) { REQUIRE(played.faults() == 0); }
    }
    CHECK(most_overflow > 0);
    while (!in.empty()) {
        played.remove(in.back());
        in.pop_back();
    }
    CHECK(played.faults() == 0);
    CHECK(played.graph.count() == 0);
}

TEST_CASE("a hub fills every colour before it overflows", "[graph]") {
    Played played;
    for (uint32_t i = 1; i <= kColours; ++i) { played.add(0, true, i, true); }
    CHECK(played.graph.overflow().empty());
    for (int colour = 0; colour < kColours; ++colour) { CHECK(played.graph.contacts(colour).size() == 1); }
    const uint32_t extra = played.add(0, true, kColours + 1, true);
    REQUIRE(played.graph.overflow().size() == 1);
    CHECK(played.graph.overflow()[0] == extra);
    // A colour that was given back is used again.
    played.remove(3);
    played.add(0, true, kColours + 2, true);
    CHECK(played.graph.overflow().size() == 1);
    CHECK(played.faults() == 0);
}

TEST_CASE("contacts with an immovable body have the last colour", "[graph]") {
    Played played;
    played.add(1, true, 2, true);
    played.add(1, true, 35, false);
    played.add(36, false, 2, true);
    played.add(35, false, 3, true); // shares only what cannot move
    CHECK(played.graph.contacts(0).size() == 1);
    CHECK(played.graph.contacts(kColours - 1).size() == 3);
    CHECK(played.faults() == 0);
}

TEST_CASE("the graph contains exactly the touching solid contacts with a movable body and without a sleeping one, at "
          "every step",
          "[graph]") {
    for (uint64_t seed = 1; seed <= seeds_of(3); ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Tuning tuning;
        tuning.sleep_time = 0.2f; // s, so that much sleeps and wakes
        World world = make_world(tuning);
        add_floor(world);
        add_box(world, {-6.0f, 5.0f}, 1.0f, 20.0f, {.type = BodyType::static_body});
        add_box(world, {6.0f, 5.0f}, 1.0f, 20.0f, {.type = BodyType::static_body});
        const BodyId plank = add_box(world, {0.0f, 0.25f}, 10.0f, 0.25f, {.mass = 10.0f});
        const BodyId spinner = add_box(world, {0.0f, 3.0f}, 3.0f, 0.25f, {.type = BodyType::kinematic_body});
        std::vector<BodyId> bodies{plank};
        size_t most = 0;
        int slept = 0;
        int woke = 0;
        int faults = 0;
        for (int step = 0; step < 900; ++step) {
            const auto any = [&] { return bodies[random.below(static_cast<uint32_t>(bodies.size()))]; };
            // Quiet for 2 s in every 3, so that islands fall asleep.
            const bool quiet = step % 180 > 60;
            if (step % 180 == 61) { CHECK_FALSE(world.set_angular_velocity(spinner, 0.0f)); }
            for (int k = 0; k < 4 && !quiet; ++k) {
                const Vec2 at{random.between(-5.0f, 5.0f), random.between(1.0f, 8.0f)};
                switch (random.below(11)) {
                case 0:
                case 1:
                case 2:
                    if (bodies.size() > 120) { break; }
                    bodies.push_back(
                        add_disc(world, at, random.between(0.125f, 0.4f), {.restitution = random.between(0.0f, 0.6f)}));
                    break;
                case 3:
                case 4:
                    if (bodies.size() > 120) { break; }
                    bodies.push_back(
                        add_box(world, at, 0.5f, random.between(0.25f, 0.75f), {.sensor = random.below(5) == 0}));
                    break;
                case 5:
                    if (bodies.size() > 20) {
                        const size_t i = 1 + random.below(static_cast<uint32_t>(bodies.size()) - 1);
                        CHECK_FALSE(world.destroy_body(bodies[i]));
                        bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(i));
                    }
                    break;
                case 6:
                    CHECK_FALSE(world.set_awake(any(), random.below(2) == 0));
                    break;
                case 7:
                    CHECK_FALSE(world.set_transform(any(), at, 0.0f));
                    break;
                case 8: {
                    const BodyId body = any();
                    CHECK_FALSE(world.set_enabled(body, random.below(2) == 0));
                    break;
                }
                case 9:
                    CHECK_FALSE(world.set_angular_velocity(spinner, random.below(2) == 0 ? 0.0f : 1.0f));
                    break;
                default: {
                    const BodyType types[] = {BodyType::dynamic_body, BodyType::static_body, BodyType::kinematic_body};
                    const BodyId body = any();
                    CHECK_FALSE(world.set_type(body, types[random.below(6) % 3]));
                    CHECK_FALSE(world.set_velocity(body, {}));
                    CHECK_FALSE(world.set_angular_velocity(body, 0.0f));
                    if (random.below(2) == 0) { CHECK_FALSE(world.set_type(body, BodyType::dynamic_body)); }
                    break;
                }
                }
                faults += graph_faults(world.state());
            }
            (void)world.step(kStep);
            faults += graph_faults(world.state());
            most = std::max<size_t>(most, world.state().graph.count());
            for (const Event& event : world.events()) {
                slept += event.type == EventType::sleep ? 1 : 0;
                woke += event.type == EventType::wake ? 1 : 0;
            }
        }
        CHECK(faults == 0);
        CHECK(most > 50);
        CHECK(slept > 100);
        CHECK(woke > 50);
    }
}
