// Characters whose displacement per step is many times their size: obstacles stop them, the floor carries them up to
// its edge, and from there they fall.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "support/effort.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kEnd = 120.0f; // m: where the floor ends

struct Run {
    World world = make_world({});
    BodyId body;
    Vec2 v{};

    /// `pieces`: 0 one box, 1 boxes, 2 segments, of 1.5 m.
    Run(int pieces, float start) {
        if (pieces == 0) { add_box(world, {0.5f * kEnd, -0.5f}, kEnd, 1.0f, {.type = BodyType::static_body}); }
        for (int i = 0; pieces > 0 && i < 80; ++i) {
            const float x = 1.5f * static_cast<float>(i);
            if (pieces == 1) {
                add_box(world, {x + 0.75f, -0.5f}, 1.5f, 1.0f, {.type = BodyType::static_body});
            } else {
                add_body(world, {}, Segment{{x, 0.0f}, {x + 1.5f, 0.0f}}, 1.0f, {.type = BodyType::static_body});
            }
        }
        BodyDef def;
        def.type = BodyType::kinematic_body;
        def.position = {start, 0.51f};
        body = *world.create_body(def);
        ShapeDef shape;
        shape.geometry = Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.2f};
        REQUIRE(world.create_shape(body, shape).ok());
    }
    Vec2 step(float speed) {
        v = {speed, v.y - kGravity * kStep};
        v = (*world.move_character(body, {}, v, kStep)).velocity;
        run(world, 1);
        return position(world, body);
    }
};

constexpr float kSpeeds[] = {12.0f, 70.0f, 150.0f, 330.0f}; // m/s; the last is 5.5 m a step

} // namespace

TEST_CASE("a character stops at a wall at the end of a floor at any speed", "[character][speed]") {
    for (const int pieces : {0, 1, 2}) {
        for (const float speed : kSpeeds) {
            for (const float start : {1.0f, 1.7f, 2.9f}) {
                CAPTURE(pieces, speed, start);
                Run scene(pieces, start);
                add_box(scene.world, {kEnd + 0.05f, 2.0f}, 0.1f, 6.0f, {.type = BodyType::static_body});
                for (float way = 0.0f; way < kEnd + 20.0f; way += speed * kStep) {
                    const Vec2 p = scene.step(speed);
                    REQUIRE(p.x < kEnd - 0.2f);
                    REQUIRE(near(p.y, 0.51f, 0.01f));
                }
                CHECK(near(position(scene.world, scene.body).x, kEnd - 0.21f, 0.005f));
            }
        }
    }
}

TEST_CASE("beyond the end of a floor a character falls freely, at any speed", "[character][speed]") {
    for (const int pieces : {0, 1, 2}) {
        for (const float speed : kSpeeds) {
            CAPTURE(pieces, speed);
            Run scene(pieces, 1.3f);
            Vec2 p = position(scene.world, scene.body);
            while (p.x + speed * kStep < kEnd) {
                p = scene.step(speed);
                REQUIRE(near(p.y, 0.51f, 0.01f));
            }
            const float height = p.y;
            for (int i = 0; i < 40; ++i) { p = scene.step(speed); }
            // g t^2 / 2 with 40 steps, less what it still stood in the first of them, and the quarter metre of a round
            // foot
            const float fall = 0.5f * kGravity * 40.0f * 41.0f * kStep * kStep;
            CHECK(height - p.y < fall + 0.01f);
            CHECK(height - p.y > 0.5f * kGravity * 34.0f * 34.0f * kStep * kStep);
        }
    }
}

namespace {

/// Counts of begin and end, by the sensor's body.
struct Seen {
    std::vector<int> begun = std::vector<int>(8);
    std::vector<int> ended = std::vector<int>(8);

    void step(World& world) {
        (void)world.step(kStep);
        for (const Event& event : world.events()) {
            if (event.type == EventType::sensor_begin) { ++begun[event.body_a.index()]; }
            if (event.type != EventType::sensor_end) { continue; }
            ++ended[event.body_a.index()];
            CHECK(begun[event.body_a.index()] == ended[event.body_a.index()]);
        }
    }
};

/// A capsule of 0.6 x 1.4 m.
BodyId add_character(World& world, Vec2 position, uint32_t mask = 0xffffffffu) {
    BodyDef def;
    def.type = BodyType::kinematic_body;
    def.position = position;
    def.lock_rotation = true;
    const BodyId body = *world.create_body(def);
    ShapeDef shape;
    shape.geometry = Capsule{{0.0f, -0.4f}, {0.0f, 0.4f}, 0.3f};
    shape.filter.mask = mask;
    REQUIRE(world.create_shape(body, shape).ok());
    return body;
}

} // namespace

TEST_CASE("a character at any speed emits one begin and one end in each sensor on its path", "[character][sensors]") {
    ParameterSweep sweep;
    for (const BodyType type : {BodyType::static_body, BodyType::kinematic_body, BodyType::dynamic_body}) {
        for (const float speed : {4.0f, 20.0f, 50.0f, 100.0f, 200.0f, 330.0f}) {
            for (const int moves : {1, 3}) { // per step
                for (int phase = 0; phase < 20; ++phase) {
                    if (!sweep.takes()) { continue; }
                    CAPTURE(static_cast<int>(type), speed, moves, phase);
                    World world = make_world({}, {});
                    for (const float x : {0.0f, 2.0f, 9.0f}) {
                        add_box(world, {x, 0.0f}, 0.1f, 5.0f, {.type = type, .sensor = true});
                    }
                    // Not those that its mask excludes, and not those that it does not reach.
                    add_box(world, {4.0f, 0.0f}, 0.1f, 5.0f, {.type = type, .filter = {.category = 2}, .sensor = true});
                    add_box(world, {4.0f, 1.5f}, 20.0f, 1.5f, {.type = type, .sensor = true});
                    const float start = -1.0f - 0.05f * static_cast<float>(phase) * speed * kStep;
                    const BodyId body = add_character(world, {start, 0.0f}, 1);
                    Seen seen;
                    for (int i = 0; i < steps_of((10.0f - start) / speed) + 2; ++i) {
                        for (int move = 0; move < moves; ++move) {
                            (void)world.move_character(body, {}, {speed, 0.0f}, kStep / static_cast<float>(moves));
                        }
                        seen.step(world);
                    }
                    CHECK(seen.begun == std::vector<int>{1, 1, 1, 0, 0, 0, 0, 0});
                    CHECK(seen.ended == seen.begun);
                }
            }
        }
    }
}

// The move goes to the wall and down along it. A straight line between its ends would miss the first sensor and cross
// the second.
TEST_CASE("a character emits begin and end in the sensors on the bends of its path, not beside it",
          "[character][sensors]") {
    World world = make_world({}, {});
    add_disc(world, {0.9f, -0.1f}, 0.05f, {.type = BodyType::static_body, .sensor = true});
    add_disc(world, {0.1f, -1.5f}, 0.05f, {.type = BodyType::static_body, .sensor = true});
    add_box(world, {1.5f, 0.0f}, 1.0f, 10.0f, {.type = BodyType::static_body});
    const BodyId body = add_character(world, {});
    (void)world.move_character(body, {}, {2.0f / kStep, -2.0f / kStep}, kStep);
    CHECK(near(position(world, body), {0.69f, -2.0f}, 0.01f));
    Seen seen;
    seen.step(world);
    CHECK(seen.begun == std::vector<int>{1, 0, 0, 0, 0, 0, 0, 0});
    CHECK(seen.ended == seen.begun);
}

TEST_CASE("a character that was in a sensor between two moves only emits begin and end", "[character][sensors]") {
    World world = make_world({}, {});
    add_box(world, {}, 0.5f, 5.0f, {.type = BodyType::static_body, .sensor = true});
    const BodyId body = add_character(world, {-1.0f, 0.0f});
    Seen seen;
    const auto move = [&](float by) { (void)world.move_character(body, {}, {by / kStep, 0.0f}, kStep); };
    const auto counts = [&] { return std::vector<int>{seen.begun[0], seen.ended[0]}; };
    move(1.0f); // inside
    move(1.0f); // and out
    seen.step(world);
    CHECK(counts() == std::vector<int>{1, 1});
    move(-1.0f);
    seen.step(world); // it rests inside
    CHECK(counts() == std::vector<int>{2, 1});
    move(1.0f);
    move(-2.0f); // out, and through
    move(1.0f);
    seen.step(world);
    CHECK(counts() == std::vector<int>{2, 1});
    move(1.0f);
    seen.step(world);
    CHECK(counts() == std::vector<int>{2, 2});
    REQUIRE(!world.set_position(body, {-1.0f, 0.0f})); // a teleport has no path
    seen.step(world);
    CHECK(counts() == std::vector<int>{2, 2});
}
