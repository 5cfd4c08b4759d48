// X17 for moving sensors: it makes no difference which of the two is fast and which is the sensor.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "support/effort.h"
#include "support/scene.h"
#include "support/snapshots.h"
#include "support/sweeps.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr BodyType kTypes[] = {BodyType::dynamic_body, BodyType::kinematic_body, BodyType::static_body};

struct Counts {
    int begun = 0;
    int ended = 0;
};

void make_sensor(World& world, BodyId body) {
    ShapeId shape;
    (void)world.shapes(body, {&shape, 1});
    REQUIRE(!world.set_rules(shape, {.sensor = true, .sees_sensors = true}));
}

Counts count(World& world, int steps) {
    Counts counts;
    for (int i = 0; i < steps; ++i) {
        (void)world.step(kStep);
        for (const Event& event : world.events()) {
            counts.begun += event.type == EventType::sensor_begin ? 1 : 0;
            counts.ended += event.type == EventType::sensor_end ? 1 : 0;
        }
    }
    return counts;
}

} // namespace

TEST_CASE("a sensor and a body that pass each other at any speed have a begin and an end", "[X17][sensors]") {
    ParameterSweep sweep;
    for (int index = 0; index < kPresets; ++index) {
        for (const bool first : {false, true}) {
            for (const bool second : {false, true}) {
                for (const BodyType type : {BodyType::dynamic_body, BodyType::kinematic_body}) {
                    for (const BodyType other : kTypes) {
                        for (const float speed : {2.0f, 30.0f, 190.0f}) {
                            for (int phase = 0; phase < 6; ++phase) {
                                if (!sweep.takes()) { continue; }
                                const bool both_move = phase % 2 == 1 && other != BodyType::static_body;
                                CAPTURE(index, first, second, static_cast<int>(type), static_cast<int>(other), speed,
                                        phase);
                                Tuning tuning = preset_tuning(index);
                                tuning.sleep = phase >= 3;
                                World world = make_world(tuning, {});
                                const float x = -1.0f - 0.17f * static_cast<float>(phase) * speed * kStep;
                                const Made made{.velocity = {speed, 0.0f}, .type = type, .sensor = first};
                                const Made met{
                                    .velocity = {both_move ? -speed : 0.0f, 0.0f}, .type = other, .sensor = second};
                                const BodyId a = phase < 3 ? add_disc(world, {x, 0.01f}, 0.04f, made)
                                                           : add_box(world, {x, 0.0f}, 0.05f, 0.3f, made);
                                const BodyId b = add_box(world, {both_move ? 1.0f : 0.0f, 0.0f}, 0.03f, 1.2f, met);
                                if (first) { make_sensor(world, a); }
                                if (second) { make_sensor(world, b); }
                                if (!first && !second) {
                                    CHECK(count(world, 4).begun == 0);
                                    continue;
                                }
                                const Counts counts = count(world, steps_of(5.0f / speed) + 4);
                                const int each = (first ? 1 : 0) + (second ? 1 : 0);
                                CHECK(counts.begun == each);
                                CHECK(counts.ended == each);
                            }
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("a fast rotating sensor beam reports all bodies around it, once per turn", "[X17][sensors]") {
    for (const BodyType type : {BodyType::dynamic_body, BodyType::kinematic_body}) {
        World world = make_world(sleepless({}), {});
        BodyDef def;
        def.type = type;
        def.angular_velocity = 22.0f; // rad/s: 0.37 a step, at 5 m 1.8 m
        const BodyId body = *world.create_body(def);
        ShapeDef shape;
        shape.geometry = make_box(6.0f, 0.02f, {3.0f, 0.0f});
        shape.sensor = true;
        shape.density = 0.0f;
        REQUIRE(world.create_shape(body, shape).ok());
        for (int i = 0; i < 12; ++i) {
            const float angle = 0.1f + 2.0f * kPi * static_cast<float>(i) / 12.0f;
            add_disc(world, {5.0f * std::cos(angle), 5.0f * std::sin(angle)}, 0.05f,
                     {.type = i % 2 == 0 ? BodyType::static_body : BodyType::dynamic_body});
        }
        const Counts counts = count(world, 171); // ten turns less 8 degrees
        CAPTURE(static_cast<int>(type));
        CHECK(counts.begun >= 119);
        CHECK(counts.begun <= 121);
    }
}

TEST_CASE("sensors do not affect the motion of bodies", "[X17][sensors]") {
    for (int index = 0; index < kPresets; ++index) {
        CAPTURE(index);
        std::vector<Vec2> ends[2];
        for (const bool sensors : {false, true}) {
            World world = make_world(preset_tuning(index));
            add_floor(world);
            std::vector<BodyId> bodies;
            for (int i = 0; i < 20; ++i) {
                const float k = static_cast<float>(i);
                bodies.push_back(
                    add_disc(world, {1.3f * k, 2.0f + 0.2f * k}, 0.2f, {.velocity = {40.0f - 7.0f * k, -3.0f}}));
                if (!sensors || i % 3 != 0) { continue; }
                ShapeDef shape;
                shape.geometry = make_box(1.5f, 0.1f);
                shape.sensor = true;
                shape.density = 0.0f;
                REQUIRE(world.create_shape(bodies.back(), shape).ok());
            }
            run(world, 120);
            for (const BodyId body : bodies) { ends[sensors ? 1 : 0].push_back(position(world, body)); }
        }
        CHECK(ends[0] == ends[1]);
    }
}

TEST_CASE("fast sensors report the same events after restoring a snapshot", "[X17][sensors][determinism]") {
    const auto make = [] {
        World world = make_world({}, {});
        for (int i = 0; i < 40; ++i) {
            add_disc(world, {2.0f * static_cast<float>(i), 0.0f}, 0.02f, {.type = BodyType::static_body});
        }
        make_sensor(world, add_box(world, {-1.0f, 0.0f}, 0.1f, 1.0f, {.velocity = {130.0f, 0.0f}, .sensor = true}));
        return world;
    };
    World a = make();
    run(a, 5);
    World b = make_world({}, {});
    REQUIRE(!b.restore(snapshot_of(a)));
    for (int i = 0; i < 20; ++i) {
        const Counts first = count(a, 1);
        const Counts second = count(b, 1);
        CHECK(first.begun == second.begun);
        CHECK(first.ended == second.ended);
        CHECK(a.hash() == b.hash());
    }
}

TEST_CASE("a rotating body of many shapes costs no comparison with its own shapes, and one with each sensor near it",
          "[X17][sensors]") {
    for (const int count : {100, 1000}) {
        for (const BodyType type : {BodyType::kinematic_body, BodyType::dynamic_body}) {
            for (const int sensors : {0, 1, 3}) {
                World world = make_world(Tuning{}, {});
                BodyDef def;
                def.type = type;
                def.velocity = {2.0f, 0.0f};
                def.angular_velocity = 2.0f;
                const BodyId body = *world.create_body(def);
                for (int i = 0; i < count; ++i) {
                    ShapeDef shape;
                    shape.geometry = make_box(1.0f, 1.0f, {static_cast<float>(i % 25), static_cast<float>(i / 25)});
                    REQUIRE(world.create_shape(body, shape).ok());
                }
                for (int i = 0; i < sensors; ++i) {
                    const float x = 3.0f + 4.0f * static_cast<float>(i);
                    add_box(world, {x, 1.0f}, 0.1f, 0.1f, {.type = BodyType::static_body, .sensor = true});
                }
                for (int i = 0; i < 3; ++i) { // two others that no sensor sees
                    add_box(world, {2.0f, 2.0f + static_cast<float>(i)}, 0.1f, 0.1f, {.type = BodyType::static_body});
                }
                run(world, 3);
                CAPTURE(count, static_cast<int>(type), sensors, world.state().sensor_checks);
                // It is counted and then written.
                const auto once = static_cast<uint32_t>(sensors * count);
                CHECK(world.state().sensor_checks <= 2 * once);
                CHECK(world.state().sensor_checks >= (type == BodyType::kinematic_body ? once : 0));
            }
        }
    }
}
