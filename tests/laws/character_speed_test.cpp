// Characters whose displacement per step is many times their size: obstacles stop them, the floor carries them up to
// its edge, and from there they fall.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

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
