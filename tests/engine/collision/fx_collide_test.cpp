// Fx2D's narrow phase in `collide`: circles, circle and polygon, the axes of both shapes, clipped edges (FX3 to FX7).
#include <cmath>

#include <catch2/catch_test_macros.hpp>

#include "collision/collide.h"
#include "engine/geometry/shapes.h"

using namespace impulse;

namespace {

constexpr Tuning kSettings;
constexpr float kDigits = 1.0e-5f; // The source gives five

LocalManifold contact(const Shape& a, const Shape& b, const Transform& b_in_a) {
    CollideCache cache;
    return collide(a, b, b_in_a, kSettings, cache);
}

bool near(Vec2 a, Vec2 b) { return distance(a, b) <= kDigits; }
bool near(float a, float b) { return std::abs(a - b) <= kDigits; }

/// A hexagon of circumradius 1 with an edge on top.
Shape hexagon() {
    Polygon polygon;
    polygon.count = 6;
    const float h = std::sqrt(0.75f);
    polygon.points = {Vec2{1.0f, 0.0f},  Vec2{0.5f, h},   Vec2{-0.5f, h},
                      Vec2{-1.0f, 0.0f}, Vec2{-0.5f, -h}, Vec2{0.5f, -h}};
    return *make_shape(polygon);
}

} // namespace

TEST_CASE("two discs: normal along the centres, depth by the radii", "[FX3]") {
    const LocalManifold deep = contact(test::circle(1), test::circle(1), {{1.5f, 0.0f}, {}});
    REQUIRE(deep.count == 1);
    CHECK(near(deep.normal, {1.0f, 0.0f}));
    CHECK(near(deep.points[0].separation, -0.5f));
    CHECK(near(deep.points[0].point, {0.75f, 0.0f})); // c1 + n (rA - d / 2)
}

TEST_CASE("a disc over a hexagon's flat top is pushed up, in either order", "[FX4][FX5]") {
    const Transform up{{0.0f, 1.0f}, {}};
    const LocalManifold from_disc = contact(test::circle(0.3f), hexagon(), {{0.0f, -1.0f}, {}});
    REQUIRE(from_disc.count == 1);
    CHECK(near(from_disc.normal, {0.0f, -1.0f}));
    CHECK(near(from_disc.points[0].separation, -0.166025f));
    // Midway between the polygon's (0, 0.866025) and the disc's lowest point (0, 0.7); in the disc's frame 1 m lower.
    CHECK(near(from_disc.points[0].point, {0.0f, 0.7830125f - 1.0f}));
    const LocalManifold from_hexagon = contact(hexagon(), test::circle(0.3f), up);
    REQUIRE(from_hexagon.count == 1);
    CHECK(near(from_hexagon.normal, {0.0f, 1.0f}));
    CHECK(near(from_hexagon.points[0].separation, -0.166025f));
    CHECK(near(from_hexagon.points[0].point, {0.0f, 0.7830125f}));
}

TEST_CASE("a disc against a box: the figures of UD4 with the opposite normal", "[FX4]") {
    const Shape box = test::box(2, 1);
    const LocalManifold face = contact(test::circle(0.3f), box, {{-1.2f, 0.0f}, {}});
    REQUIRE(face.count == 1);
    CHECK(near(face.normal, {-1.0f, 0.0f}));
    CHECK(near(face.points[0].separation, -0.1f));
    const LocalManifold corner = contact(test::circle(0.3f), box, {{-1.2f, -0.7f}, {}});
    REQUIRE(corner.count == 1);
    CHECK(near(corner.normal, {-0.70711f, -0.70711f}));
    CHECK(near(corner.points[0].separation, -0.017157f));
}

TEST_CASE("edges of the second shape separate where those of the first do not", "[FX6]") {
    const LocalManifold none = contact(test::box(1, 1), test::box(1, 1), {{0.95f, 0.95f}, make_rot(0.25f * kPi)});
    CHECK(none.count == 0);
}

TEST_CASE("a clipped edge has a point at either end of the overlap, no further from the reference face than the depth",
          "[FX7]") {
    const LocalManifold flat = contact(test::box(2, 2), test::box(1, 1), {{0.0f, 1.45f}, {}});
    REQUIRE(flat.count == 2);
    CHECK(near(flat.normal, {0.0f, 1.0f}));
    for (const LocalPoint& point : flat.points) {
        CHECK(near(std::abs(point.point.x), 0.5f));
        CHECK(std::abs(point.point.y - 0.95f) <= 0.05f);
        CHECK(near(point.separation, -0.05f));
    }
    const LocalManifold over = contact(test::box(2, 2), test::box(1, 1), {{0.9f, 1.45f}, {}});
    REQUIRE(over.count == 2);
    CHECK(near(std::min(over.points[0].point.x, over.points[1].point.x), 0.4f));
    CHECK(near(std::max(over.points[0].point.x, over.points[1].point.x), 1.0f));
}
