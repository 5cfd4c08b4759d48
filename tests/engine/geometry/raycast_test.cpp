#include "geometry/raycast.h"

#include <cmath>

#include <catch2/catch_test_macros.hpp>

#include "engine/geometry/shapes.h"
#include "geometry/distance.h"

using namespace impulse;
using test::Random;

namespace {

float unsigned_distance(const Shape& shape, Vec2 p) {
    const float d = signed_distance(shape, p);
    return shape.type == ShapeType::segment ? std::abs(d) : d;
}

/// Entry by marching: a step as long as the distance never passes the surface (sphere tracing, Hart 1996). -1 for a
/// miss.
float march(const Shape& shape, Vec2 from, Vec2 to, float surface) {
    const float total = distance(from, to);
    const Vec2 direction = normalize(to - from);
    float t = 0.0f;
    for (int i = 0; i < 20000 && t <= total; ++i) {
        const float d = unsigned_distance(shape, from + t * direction);
        if (d <= surface) { return t; }
        t += d;
    }
    return -1.0f;
}

} // namespace

TEST_CASE("a ray hits a disc on the side it comes from") {
    const RayCut cut = raycast(test::circle(1, {5, 0}), {0, 0}, {10, 0});
    REQUIRE(cut.hit);
    REQUIRE(std::abs(cut.fraction - 0.4f) < 1.0e-6f);
    REQUIRE(cut.normal == Vec2{-1, 0});
    REQUIRE(distance(cut.point, {4, 0}) < 1.0e-6f);
    REQUIRE_FALSE(raycast(test::circle(1, {5, 0}), {0, 1.001f}, {10, 1.001f}).hit);
    REQUIRE_FALSE(raycast(test::circle(1, {5, 0}), {0, 0}, {3.9f, 0}).hit);
    REQUIRE_FALSE(raycast(test::circle(1, {5, 0}), {7, 0}, {10, 0}).hit);
}

TEST_CASE("a ray from far away hits a small disc exactly") {
    const RayCut cut = raycast(test::circle(0.05f), {-1000, 0.03f}, {1000, 0.03f});
    REQUIRE(cut.hit);
    // A position at 1000 m is rounded to 6e-5; the normal's error is that over the radius.
    REQUIRE(std::abs(cut.normal.x + 0.8f) < 2.0e-3f);
    REQUIRE(std::abs(cut.normal.y - 0.6f) < 2.0e-3f);
}

TEST_CASE("a ray that starts inside hits at once and has no normal") {
    for (const Shape& shape :
         {test::circle(1), test::box(2, 2), test::capsule({-1, 0}, {1, 0}, 0.5f), test::box(1, 1, {}, 0.4f, 0.2f)}) {
        const RayCut cut = raycast(shape, {0.1f, 0.2f}, {10, 0});
        REQUIRE(cut.hit);
        REQUIRE(cut.fraction == 0.0f);
        REQUIRE(cut.normal == Vec2{0, 0});
    }
}

TEST_CASE("a ray hits a segment from both sides") {
    const Shape line = test::segment({-1, 0}, {1, 0});
    const RayCut above = raycast(line, {0.5f, 1}, {0.5f, -1});
    REQUIRE(above.hit);
    REQUIRE(above.fraction == 0.5f);
    REQUIRE(above.normal == Vec2{0, 1});
    const RayCut below = raycast(line, {0.5f, -1}, {0.5f, 1});
    REQUIRE(below.hit);
    REQUIRE(below.normal == Vec2{0, -1});
    REQUIRE_FALSE(raycast(line, {1.5f, 1}, {1.5f, -1}).hit);
    REQUIRE_FALSE(raycast(line, {-2, 0}, {2, 0}).hit);
}

TEST_CASE("a ray through a corner of a box does not pass between its edges") {
    const Shape box = test::box(1, 1);
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Vec2 from{random.between(-3, -1), random.between(-3, -1)};
        const Vec2 corner{-0.5f, -0.5f};
        REQUIRE(raycast(box, from, corner + 3.0f * (Vec2{0, 0} - from)).hit);
    }
    REQUIRE(raycast(box, {-2, -2}, {2, 2}).hit);
}

TEST_CASE("a ray of length 0 hits only shapes that contain its start") {
    REQUIRE_FALSE(raycast(test::box(1, 1), {2, 2}, {2, 2}).hit);
    REQUIRE(raycast(test::box(1, 1), {0, 0}, {0, 0}).hit);
}

TEST_CASE("rays enter every type of shape where stepping along them does") {
    Random random(2);
    int hits = 0;
    for (int round = 0; round < 20000; ++round) {
        const Shape shape = test::random_shape(random, random.below(test::kKinds));
        const Vec2 from = test::random_point(random, 4.0f);
        const Vec2 to = test::random_point(random, 4.0f);
        const RayCut cut = raycast(shape, from, to);
        if (contains(shape, from)) {
            REQUIRE(cut.fraction == 0.0f);
            continue;
        }
        // A march that stops within 1e-4 of the surface may be a graze; one that never comes within -1e-5 never enters.
        const float total = distance(from, to);
        const float near_entry = march(shape, from, to, 1.0e-4f);
        if (cut.hit) {
            ++hits;
            REQUIRE(near_entry >= 0.0f);
            REQUIRE(near_entry <= cut.fraction * total + 1.0e-4f);
            REQUIRE(std::abs(unsigned_distance(shape, cut.point)) < 1.0e-5f);
            REQUIRE(distance(cut.point, from + cut.fraction * (to - from)) < 2.0e-5f);
            REQUIRE(std::abs(length(cut.normal) - 1.0f) < 1.0e-6f);
            REQUIRE(dot(cut.normal, to - from) <= 1.0e-5f);
            // Nothing of the shape lies before the entry.
            for (int i = 1; i < 20; ++i) {
                const Vec2 before = from + (0.05f * static_cast<float>(i) * cut.fraction) * (to - from);
                REQUIRE(unsigned_distance(shape, before) > -1.0e-5f);
            }
        } else {
            for (int i = 0; i <= 40; ++i) {
                const Vec2 on_way = from + (0.025f * static_cast<float>(i)) * (to - from);
                if (shape.type != ShapeType::segment) { REQUIRE(signed_distance(shape, on_way) > -1.0e-5f); }
            }
        }
    }
    REQUIRE(hits > 2000);
}
