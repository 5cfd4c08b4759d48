// Mixed piles come to rest under the default solver: the stiffness of contacts is within what a pile permits.
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "support/effort.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

Polygon pentagon() {
    Polygon out;
    out.count = 5;
    for (int k = 0; k < 5; ++k) {
        const float angle = 0.4f * kPi * static_cast<float>(k);
        out.points[static_cast<size_t>(k)] = {0.4f * std::cos(angle), 0.4f * std::sin(angle)};
    }
    return out;
}

/// Boxes, discs, capsules and pentagons of 0.4 kg, about 25 on top of each other between two walls.
World make_pile(const Tuning& tuning, int count, uint64_t seed) {
    World world = make_world(sleepless(tuning));
    Random random(seed);
    const int columns = count / 25 + 1;
    const float half = 0.55f * static_cast<float>(columns) + 0.5f;
    add_well(world, half);
    for (int i = 0; i < count; ++i) {
        const float column = static_cast<float>(i % columns) - 0.5f * static_cast<float>(columns - 1);
        const Vec2 at{1.1f * column + random.between(-0.02f, 0.02f), 1.1f * static_cast<float>(i / columns + 1)};
        const Made made{.mass = 0.4f, .angle = random.between(-kPi, kPi)};
        switch (i % 4) {
        case 0:
            add_box(world, at, 0.7f, 0.6f, made);
            break;
        case 1:
            add_disc(world, at, 0.35f, made);
            break;
        case 2:
            add_body(world, at, Capsule{{-0.2f, 0.0f}, {0.2f, 0.0f}, 0.25f}, 0.4f, made);
            break;
        default:
            add_body(world, at, pentagon(), 0.4f, made);
        }
    }
    return world;
}

} // namespace

// A box on a disc rocks for minutes, as rolling costs nothing, and the pile around it feels that: 13 of 360 such piles
// have more than one body in a hundred in motion, of which four still slide as a whole, at up to 0.21 m/s. With
// contacts at 60 Hz, beyond the bound of a column (Tuning::contact_hertz), 13 % of the bodies move.
TEST_CASE("15 s after it was dropped, one body in a hundred of a pile at most moves above 1 mm/s, but in four of 30",
          "[law][rest][piles]") {
    int restless = 0;
    for (const int count : {200, 300, 600}) {
        for (uint64_t seed = 1; seed <= seeds_of(10); ++seed) {
            World world = make_pile(Tuning{}, count, seed);
            run(world, 900);
            int moving = 0;
            world.state().awake_bodies.for_each([&](uint32_t slot) {
                const float speed = length(world.state().motions[slot].v);
                CAPTURE(count, seed, slot, speed);
                CHECK(speed < 0.25f);
                moving += speed > 1.0e-3f ? 1 : 0;
            });
            restless += 100 * moving > count ? 1 : 0;
        }
    }
    CHECK(restless <= 4); // more than four of 30 at 13 in 360 is a chance of 1 in 200
}

namespace {

/// A bracket, a cross, a dumbbell or a trough of several shapes.
BodyId add_compound(World& world, Random& random, Vec2 at) {
    BodyDef def;
    def.type = BodyType::dynamic_body;
    def.position = at;
    def.angle = random.between(-3.0f, 3.0f);
    const BodyId body = *world.create_body(def);
    const auto add = [&](const Geometry& geometry) {
        ShapeDef shape;
        shape.geometry = geometry;
        shape.density = 1.0f;
        shape.material.friction = 0.6f;
        REQUIRE(world.create_shape(body, shape).ok());
    };
    const auto box = [&](Vec2 center, float width, float height) {
        Polygon polygon = make_box(width, height);
        for (Vec2& point : polygon.points) { point += center; }
        add(polygon);
    };
    const uint32_t kind = random.below(4);
    const float length = random.between(0.3f, 0.7f);
    const float width = random.between(0.1f, 0.2f);
    box({0.0f, 0.0f}, length, kind == 2 ? 0.5f * width : width);
    for (const float side : {-1.0f, 1.0f}) {
        const float end = 0.5f * side * length;
        if (kind == 0 && side > 0.0f) { box({end, 0.5f * (length - width)}, width, length); }
        if (kind == 1 && side > 0.0f) { box({0.0f, 0.0f}, width, length); }
        if (kind == 2) { add(Circle{{end, 0.0f}, width}); }
        if (kind == 3) { box({end, 0.25f * length}, width, 0.5f * length); }
    }
    return body;
}

} // namespace

// A body that hangs with two arms over the corner of another swings on it as a pendulum does, and no friction acts
// there. One pile in 60 has one, which swings at 3 cm/s for more than 40 s. Five of 299 piles slide as a whole, at 1 to
// 7 cm/s, for up to a minute.
TEST_CASE("piles of bodies of several shapes come to rest", "[law][rest][piles]") {
    int swinging = 0;
    int sliding = 0;
    for (uint64_t seed = 1; seed <= seeds_of(16); ++seed) {
        CAPTURE(seed);
        World world = make_world({});
        Random random(seed);
        add_well(world, 2.0f);
        std::vector<BodyId> bodies;
        for (int i = 0; i < 40; ++i) {
            const Vec2 at{random.between(-1.3f, 1.3f), 1.5f + 0.17f * static_cast<float>(i)};
            bodies.push_back(add_compound(world, random, at));
            run(world, 30);
        }
        run(world, 1200);
        swinging += world.awake_count() > 0 ? 1 : 0;
        int fast = 0;
        for (const BodyId body : bodies) { fast += length(velocity(world, body)) > 0.01f ? 1 : 0; }
        sliding += fast > 1 ? 1 : 0;
    }
    CHECK(swinging <= 2);
    CHECK(sliding <= 1); // two of 16 at 5 in 299 is a chance of 1 in 33
}
