// Contacts and sensor overlaps begin once and end once, and the events of a step are in order.
#include <catch2/catch_test_macros.hpp>

#include <map>
#include <string>
#include <utility>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

std::vector<Event> of_type(const World& world, EventType type) {
    std::vector<Event> result;
    for (const Event& event : world.events()) {
        if (event.type == type) { result.push_back(event); }
    }
    return result;
}

} // namespace

TEST_CASE("a ball that lands and is lifted begins a contact once and ends it once", "[world][events]") {
    World world = make_world(sleepless(umbra_preset()));
    const BodyId floor = add_floor(world);
    const BodyId ball = add_disc(world, {0.0f, 1.0f}, 0.5f);
    int begins = 0;
    int ends = 0;
    for (int i = 0; i < 240; ++i) {
        if (i == 120) { CHECK_FALSE(world.set_velocity(ball, {0.0f, 10.0f})); }
        if (i == 150) { CHECK_FALSE(world.set_gravity_scale(ball, 0.0f)); }
        (void)world.step(kStep);
        for (const Event& event : of_type(world, EventType::contact_begin)) {
            ++begins;
            CHECK(event.body_a == floor);
            CHECK(event.body_b == ball);
            CHECK(*world.shape_body(event.shape_a) == floor);
        }
        ends += static_cast<int>(of_type(world, EventType::contact_end).size());
    }
    CHECK(begins == 1);
    CHECK(ends == 1);
}

TEST_CASE("every end follows its begin, and the touching contacts are those begun and not ended", "[world][events]") {
    Random random(8);
    World world = make_world(umbra_preset());
    add_floor(world, 0.5f, 0.3f);
    std::map<std::pair<uint32_t, uint32_t>, int> standing;
    const auto read = [&](const World& w) {
        for (const Event& event : w.events()) {
            const auto pair = std::make_pair(event.shape_a.value, event.shape_b.value);
            if (event.type == EventType::contact_begin) { CHECK(++standing[pair] == 1); }
            if (event.type == EventType::contact_end) { CHECK(--standing[pair] == 0); }
        }
    };
    for (int i = 0; i < 300; ++i) {
        if (i % 5 == 0) {
            const float x = random.between(-3.0f, 3.0f);
            add_disc(world, {x, 4.0f}, random.between(0.2f, 0.5f), {.restitution = 0.5f});
        }
        (void)world.step(kStep);
        read(world);
        int count = 0;
        for (const auto& [pair, n] : standing) { count += n; }
        CHECK(count == static_cast<int>(world.contact_count()));
    }
}

TEST_CASE("events of a step are in the order of their contacts", "[world][events]") {
    World world = make_world(umbra_preset(), {});
    for (int i = 0; i < 5; ++i) {
        add_disc(world, {3.0f * static_cast<float>(i), 0.0f}, 0.5f);
        add_disc(world, {3.0f * static_cast<float>(i) + 0.9f, 0.0f}, 0.5f);
    }
    run(world, 1);
    const std::vector<Event> begins = of_type(world, EventType::contact_begin);
    REQUIRE(begins.size() == 5);
    for (size_t i = 0; i < 5; ++i) {
        CHECK(begins[i].shape_a.index() == 2 * i);
        CHECK(begins[i].shape_b.index() == 2 * i + 1);
    }
    run(world, 1);
    CHECK(of_type(world, EventType::contact_begin).empty());
}

TEST_CASE("destroying, disabling or refiltering one side ends the contact", "[world][events]") {
    for (int way = 0; way < 4; ++way) {
        CAPTURE(way);
        World world = make_world(umbra_preset(), {});
        const BodyId a = add_disc(world, {}, 0.5f);
        add_disc(world, {0.9f, 0.0f}, 0.5f);
        run(world, 1);
        REQUIRE(world.contact_count() == 1);
        ShapeId shape[1];
        REQUIRE(*world.shapes(a, shape) == 1);
        switch (way) {
        case 0:
            CHECK_FALSE(world.destroy_body(a));
            break;
        case 1:
            CHECK_FALSE(world.destroy_shape(shape[0]));
            break;
        case 2:
            CHECK_FALSE(world.set_enabled(a, false));
            break;
        default:
            CHECK_FALSE(world.set_filter(shape[0], {.mask = 0}));
            break;
        }
        CHECK(world.contact_count() == 0);
        // Read after the next step, as all events are.
        run(world, 1);
        const std::vector<Event> ends = of_type(world, EventType::contact_end);
        REQUIRE(ends.size() == 1);
        CHECK(ends[0].shape_a == shape[0]);
        CHECK(ends[0].body_a == a);
        run(world, 1);
        CHECK(of_type(world, EventType::contact_end).empty());
    }
}

TEST_CASE("a sensor emits an end when its visitor is destroyed", "[world][events]") {
    World world = make_world(umbra_preset(), {});
    const BodyId gate = add_box(world, {}, 2.0f, 2.0f, {.type = BodyType::static_body, .sensor = true});
    const BodyId visitor = add_disc(world, {}, 0.5f);
    run(world, 1);
    CHECK(of_type(world, EventType::sensor_begin).size() == 1);
    CHECK_FALSE(world.destroy_body(visitor));
    run(world, 1);
    const std::vector<Event> ends = of_type(world, EventType::sensor_end);
    REQUIRE(ends.size() == 1);
    CHECK(ends[0].body_a == gate);
    CHECK(ends[0].body_b == visitor);
}

TEST_CASE("falling asleep and waking emit one event per body", "[world][events]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const std::vector<BodyId> stack = add_straight_stack(world, 3);
    size_t asleep = 0;
    for (int i = 0; i < 180; ++i) {
        (void)world.step(kStep);
        asleep += of_type(world, EventType::sleep).size();
    }
    CHECK(asleep == 3);
    CHECK_FALSE(world.apply_impulse(stack[1], {0.0f, 1.0f}));
    run(world, 1);
    CHECK(of_type(world, EventType::wake).size() == 3); // the island wakes together
}

namespace {

/// The sleep and wake events of a body, in order: 's' and 'w'.
struct SleepLog {
    BodyId body;
    std::string text{};
    void read(const World& world) {
        for (const Event& event : world.events()) {
            if (event.body_a != body) { continue; }
            if (event.type == EventType::sleep) { text += 's'; }
            if (event.type == EventType::wake) { text += 'w'; }
        }
    }
};

} // namespace

TEST_CASE("sleep and wake events alternate when a body leaves the simulation and enters it again", "[world][events]") {
    enum { lone, on_floor, welded, scenes };
    for (int scene = 0; scene < scenes; ++scene) {
        for (const bool by_type : {false, true}) {
            for (const bool sleeps : {true, false}) {
                CAPTURE(scene, by_type, sleeps);
                World world = make_world(umbra_preset());
                const BodyId body = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
                const BodyId upper = add_box(world, {0.0f, 1.5f}, 1.0f, 1.0f, {.filter = {.mask = 0}});
                if (scene == on_floor) { add_floor(world); }
                if (scene == welded) {
                    JointDef def;
                    def.type = JointType::weld;
                    def.body_a = upper;
                    def.body_b = body;
                    REQUIRE(world.create_joint(*world.joint_at(def, {0.0f, 1.0f}, {})).ok());
                }
                SleepLog log{body};
                SleepLog other{upper};
                const auto step = [&] {
                    (void)world.step(kStep);
                    log.read(world);
                    other.read(world);
                };
                step();
                if (sleeps) { REQUIRE_FALSE(world.set_awake(body, false)); }
                step();
                REQUIRE(*world.awake(body) != sleeps);
                REQUIRE_FALSE((by_type ? world.set_type(body, BodyType::static_body) : world.set_enabled(body, false)));
                step();
                CHECK_FALSE(*world.awake(body));
                CHECK(*world.awake(upper));
                REQUIRE_FALSE((by_type ? world.set_type(body, BodyType::dynamic_body) : world.set_enabled(body, true)));
                step();
                CHECK(*world.awake(body));
                CHECK(log.text == (sleeps ? "sw" : ""));
                CHECK(other.text == (sleeps && scene == welded ? "sw" : ""));
            }
        }
    }
}

TEST_CASE("the hit of a pair comes between its begin and its end", "[world][events]") {
    for (const Preset& preset : presets()) {
        int hits = 0;
        int late = 0;
        for (uint64_t seed = 1; seed <= 5; ++seed) {
            Random random(seed);
            World world = make_world(preset.tuning);
            for (const Vec2 at : {Vec2{0.0f, -6.0f}, {0.0f, 6.0f}, {-6.0f, 0.0f}, {6.0f, 0.0f}}) {
                add_box(world, at, at.x == 0.0f ? 14.0f : 2.0f, at.x == 0.0f ? 2.0f : 14.0f,
                        {.type = BodyType::static_body});
            }
            for (int i = 0; i < 40; ++i) {
                const Vec2 at{random.between(-4.0f, 4.0f), random.between(-4.0f, 4.0f)};
                const Made made{.velocity = {random.between(-15.0f, 15.0f), random.between(-15.0f, 15.0f)},
                                .w = random.between(-10.0f, 10.0f)};
                const float width = random.between(0.3f, 1.3f);
                const BodyId body =
                    i % 2 == 0 ? add_box(world, at, width, 0.3f, made) : add_disc(world, at, 0.3f, made);
                REQUIRE_FALSE(world.set_bullet(body, i % 5 == 0));
            }
            std::map<std::pair<uint32_t, uint32_t>, bool> touching;
            for (int i = 0; i < 200; ++i) {
                (void)world.step(kStep);
                for (const Event& event : world.events()) {
                    const auto pair = std::make_pair(event.shape_a.value, event.shape_b.value);
                    if (event.type == EventType::contact_begin) { touching[pair] = true; }
                    if (event.type == EventType::contact_end) { touching[pair] = false; }
                    if (event.type != EventType::contact_hit) { continue; }
                    ++hits;
                    late += touching[pair] ? 0 : 1;
                }
            }
        }
        CAPTURE(preset.name, hits);
        CHECK(hits > 500);
        CHECK(late == 0);
    }
}
