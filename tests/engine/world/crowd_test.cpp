// Worlds with many contacts in one step: memory sized for usual cases grows without effect on the motion.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>

#include "dynamics/solvers/registry.h"
#include "impulse/impulse.h"
#include "solvers/presets.h"
#include "support/effort.h"
#include "world/state.h"

using namespace impulse;

namespace {

ShapeDef disc(float restitution) {
    ShapeDef shape;
    shape.geometry = Circle{{}, 0.5f};
    shape.material.restitution = restitution;
    return shape;
}

BodyId add(World& world, Vec2 at, const ShapeDef& shape, BodyType type = BodyType::dynamic_body) {
    BodyDef body;
    body.type = type;
    body.position = at;
    const BodyId id = *world.create_body(body);
    REQUIRE(world.create_shape(id, shape).ok());
    return id;
}

/// Discs that fall side by side onto as many ledges, and all bounce in the same step.
struct Bouncing {
    World world;
    std::vector<BodyId> discs;

    explicit Bouncing(int count) {
        for (int i = 0; i < count; ++i) {
            const float x = 4.0f * static_cast<float>(i);
            ShapeDef ledge;
            ledge.geometry = make_box(2.0f, 1.0f, {}, 0.0f);
            add(world, {x, 0.0f}, ledge, BodyType::static_body);
            discs.push_back(add(world, {x, 2.0f}, disc(0.8f)));
        }
    }
};

size_t events_of(const World& world, EventType type) {
    const auto events = world.events();
    return static_cast<size_t>(
        std::count_if(events.begin(), events.end(), [type](const Event& event) { return event.type == type; }));
}

} // namespace

TEST_CASE("any number of contacts may bounce in one step, each as it would alone", "[crowd]") {
    Bouncing one(1);
    Bouncing many(500);
    float fastest = 0.0f;
    for (int step = 0; step < 120; ++step) {
        REQUIRE(one.world.step().ok());
        REQUIRE(many.world.step().ok());
        const float speed = one.world.state().motions[one.discs[0].index()].v.y;
        fastest = std::max(fastest, speed);
        for (const BodyId id : many.discs) { REQUIRE(many.world.state().motions[id.index()].v.y == speed); }
    }
    CHECK(fastest > 3.0f); // 1 m of fall: 4.4 m/s, of which 0.8 remain
}

TEST_CASE("contact events that are not stored are counted, and those of calls are stored", "[crowd]") {
    World all;
    World none;
    none.store_events({false, false, false});
    uint32_t ends = 0;
    for (World* world : {&all, &none}) {
        add(*world, {0.0f, 0.0f}, disc(0.5f), BodyType::static_body);
        add(*world, {0.0f, 2.0f}, disc(0.5f));
        ShapeDef sensor = disc(0.0f);
        sensor.sensor = true;
        add(*world, {0.0f, 1.2f}, sensor, BodyType::static_body);
    }
    for (int step = 0; step < 120; ++step) {
        const Result<StepReport> a = all.step();
        const Result<StepReport> b = none.step();
        REQUIRE(a->events == b->events);
        REQUIRE(all.hash() == none.hash());
        ends += static_cast<uint32_t>(events_of(all, EventType::contact_end));
        for (const EventType type : {EventType::contact_begin, EventType::contact_end, EventType::contact_hit}) {
            REQUIRE(events_of(none, type) == 0);
        }
        REQUIRE(events_of(none, EventType::sensor_begin) == events_of(all, EventType::sensor_begin));
        REQUIRE(events_of(none, EventType::sensor_end) == events_of(all, EventType::sensor_end));
    }
    REQUIRE(ends > 0);

    World asked;
    asked.store_events({false, false, false});
    add(asked, {0.0f, 0.0f}, disc(0.0f), BodyType::static_body);
    const BodyId gone = add(asked, {0.0f, 0.9f}, disc(0.0f));
    REQUIRE(asked.step().ok());
    REQUIRE(!asked.destroy_body(gone));
    REQUIRE(asked.step().ok());
    CHECK(events_of(asked, EventType::contact_end) == 1);
}

TEST_CASE("a contact that begins with overlap and without speed gets its first impulse and emits no hit", "[crowd]") {
    World world;
    add(world, {0.0f, 0.0f}, disc(0.0f), BodyType::static_body);
    add(world, {0.0f, 0.999f}, disc(0.0f));
    for (int step = 0; step < 3; ++step) {
        REQUIRE(world.step().ok());
        CHECK(events_of(world, EventType::contact_hit) == 0);
        CHECK(world.state().impulses[0] > 0.0f);
    }
    CHECK((world.state().contacts[0].flags & (kTouching | kHitDue)) == kTouching);
}

TEST_CASE("the first steps of a crowd take the memory of the arena that was reserved for them", "[crowd]") {
    test::ParameterSweep sweep; // for the sanitizers: 245,000 pairs each
    bool next = false;
    for (const test::Preset& preset : test::presets()) {
        // In the package's build one of the two: with boxes where the preset before had discs.
        next = !next;
        for (const bool round : {false, true}) {
            if (test::kSanitized ? !sweep.takes() : !test::kWholeEffort && round != next) { continue; }
            CAPTURE(preset.name, round);
            WorldDef def;
            def.tuning = preset.tuning;
            World world(def);
            ShapeDef shape = disc(0.0f);
            if (!round) { shape.geometry = make_box(1.0f, 1.0f, {}, 0.0f); }
            // A body has few contacts of a colour, which need more: with fewer bodies their share is larger.
            constexpr int kBodies = 700;
            for (int i = 0; i < kBodies; ++i) { add(world, {1.0e-4f * static_cast<float>(i), 0.0f}, shape); }
            for (int step = 0; step < 4; ++step) { REQUIRE(world.step().ok()); }
            const SolverEntry& solver = *world.state().solver;
            const double bytes = static_cast<double>(solver.row_bytes - (round ? solver.point_bytes : 0));
            const double reserved = bytes * kBodies * (kBodies - 1) / 2;
            const auto used = static_cast<double>(world.state().arena.high_water());
            CHECK(used <= reserved);
            CHECK(used > 0.9 * reserved);
        }
    }
}
