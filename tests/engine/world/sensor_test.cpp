#include <catch2/catch_test_macros.hpp>

#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

int count_events(const World& world, EventType type) {
    int count = 0;
    for (const Event& event : world.events()) { count += event.type == type ? 1 : 0; }
    return count;
}

} // namespace

TEST_CASE("a sensor does not affect a passing ball: one begin, overlap while inside, one end", "[UR13]") {
    World world = make_world(sleepless(umbra_preset()), {});
    const BodyId gate = add_box(world, {2.0f, 0.0f}, 1.0f, 2.0f, {.type = BodyType::static_body, .sensor = true});
    const BodyId ball = add_disc(world, {0.0f, 0.0f}, 0.25f, {.velocity = {2.0f, 0.125f}, .w = 1.0f});
    int enters = 0;
    int exits = 0;
    int inside = 0;
    for (int i = 0; i < 180; ++i) {
        const float x = position(world, ball).x; // contacts are found where the step begins
        (void)world.step(kStep);
        enters += count_events(world, EventType::sensor_begin);
        exits += count_events(world, EventType::sensor_end);
        for (const Event& event : world.events()) {
            CHECK(event.body_a == gate); // the sensor comes first
            CHECK(event.body_b == ball);
        }
        std::vector<SensorOverlap> found;
        world.sensor_overlaps(found);
        const bool overlap = !found.empty();
        CHECK(found.size() <= 1);
        for (const SensorOverlap& pair : found) {
            CHECK(*world.shape_body(pair.sensor) == gate);
            CHECK(*world.shape_body(pair.visitor) == ball);
        }
        // Box from 1.5 to 2.5, ball of 0.25: it overlaps for centres from 1.25 to 2.75.
        const bool at_the_edge = near(x, 1.25f, 1.0e-5f) || near(x, 2.75f, 1.0e-5f);
        CHECK((at_the_edge || overlap == (x > 1.25f && x < 2.75f)));
        inside += overlap ? 1 : 0;
        CHECK(velocity(world, ball) == Vec2{2.0f, 0.125f});
        CHECK(w_of(world, ball) == 1.0f);
        CHECK(world.contact_count() == 0); // no solid contact
    }
    CHECK(enters == 1);
    CHECK(exits == 1);
    CHECK(near(static_cast<float>(inside), 45.0f, 1.0f)); // 1.5 m at 2 m/s
}

TEST_CASE("sensors do not report each other, static sensors do not report static bodies, filters apply", "[UR13]") {
    World world = make_world(umbra_preset(), {});
    add_box(world, {}, 1.0f, 1.0f, {.type = BodyType::static_body, .sensor = true});
    add_box(world, {0.2f, 0.0f}, 1.0f, 1.0f, {.type = BodyType::dynamic_body, .sensor = true});
    add_box(world, {-0.2f, 0.0f}, 1.0f, 1.0f, {.type = BodyType::static_body});
    run(world, 1);
    // The moving sensor sees the static box; nothing else begins.
    CHECK(count_events(world, EventType::sensor_begin) == 1);
    CHECK(world.contact_count() == 0);

    World filtered = make_world(umbra_preset(), {});
    add_box(filtered, {}, 1.0f, 1.0f,
            {.type = BodyType::static_body, .filter = {.category = 2, .mask = 4}, .sensor = true});
    add_disc(filtered, {}, 0.2f, {.filter = {.category = 8}});
    run(filtered, 2);
    CHECK(filtered.events().empty());
    add_disc(filtered, {}, 0.2f, {.filter = {.category = 4}});
    run(filtered, 1);
    CHECK(count_events(filtered, EventType::sensor_begin) == 1);
}

TEST_CASE("a sensor reports a kinematic visitor and does not keep a sleeper awake", "[UR13]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    add_box(world, {0.0f, 1.0f}, 4.0f, 4.0f, {.type = BodyType::static_body, .sensor = true});
    run(world, 1);
    CHECK(count_events(world, EventType::sensor_begin) == 1);
    run(world, 120);
    CHECK_FALSE(*world.awake(box));
    add_disc(world, {-3.0f, 2.0f}, 0.25f, {.velocity = {4.0f, 0.0f}, .type = BodyType::kinematic_body});
    int enters = 0;
    for (int i = 0; i < 60; ++i) {
        (void)world.step(kStep);
        enters += count_events(world, EventType::sensor_begin);
    }
    CHECK(enters == 1);
}
