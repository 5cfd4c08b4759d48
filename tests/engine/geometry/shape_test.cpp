#include "geometry/shape.h"

#include <cmath>
#include <limits>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "engine/geometry/shapes.h"
#include "geometry/distance.h"

using namespace impulse;
using test::Random;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Error error_of(const Geometry& geometry) { return make_shape(geometry).error(); }

Polygon points(std::initializer_list<Vec2> list, float radius = 0.0f) {
    Polygon p;
    for (const Vec2 v : list) { p.points[p.count++] = v; }
    p.radius = radius;
    return p;
}

float signed_area(const Shape& shape) {
    float twice = 0.0f;
    for (int i = 0; i < shape.count; ++i) { twice += cross(shape.points[i], shape.points[(i + 1) % shape.count]); }
    return 0.5f * twice;
}

} // namespace

TEST_CASE("the hull of a box is counter-clockwise in a thousand poses", "[UD6]") {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Transform pose = test::random_pose(random, 3.0f);
        const Shape shape = test::box(random.between(0.1f, 3.0f), random.between(0.1f, 3.0f), pose.p, angle_of(pose.q));
        REQUIRE(shape.count == 4);
        REQUIRE(signed_area(shape) > 0.0f);
    }
}

TEST_CASE("points given clockwise are returned counter-clockwise", "[UD6]") {
    const Shape shape = test::polygon({{0, 0}, {0, 1}, {1, 1}, {1, 0}});
    REQUIRE(shape.count == 4);
    REQUIRE(signed_area(shape) == 1.0f);
}

TEST_CASE("the first vertex of a box is its lower right corner", "[UD6]") {
    const Polygon box = make_box(2.0f, 1.0f);
    REQUIRE(box.points[0] == Vec2{1.0f, -0.5f});
    REQUIRE(box.points[1] == Vec2{1.0f, 0.5f});
    REQUIRE(box.points[2] == Vec2{-1.0f, 0.5f});
    REQUIRE(box.points[3] == Vec2{-1.0f, -0.5f});
    REQUIRE(make_shape(box)->points == test::box(2.0f, 1.0f).points);
    REQUIRE(make_shape(box)->points[0] == box.points[0]);
    REQUIRE(make_shape(box)->normals[0] == Vec2{1.0f, 0.0f});
}

TEST_CASE("a box turned by a quarter has exactly axis-aligned edges") {
    const Shape shape = test::box(2.0f, 1.0f, {}, kPi / 2.0f);
    for (int i = 0; i < 4; ++i) {
        const Vec2 n = shape.normals[i];
        REQUIRE(std::abs(n.x) + std::abs(n.y) == 1.0f);
    }
}

TEST_CASE("normals have unit length and point away from the centroid") {
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const Shape shape = test::random_polygon(random, 0.0f);
        for (int e = 0; e < shape.count; ++e) {
            REQUIRE(std::abs(length(shape.normals[e]) - 1.0f) < 3.0e-7f);
            REQUIRE(dot(shape.normals[e], shape.points[e] - shape.centroid) > 0.0f);
        }
    }
}

TEST_CASE("a capsule and a segment have two edges with opposite normals") {
    const Shape shape = test::capsule({0, 0}, {2, 0}, 0.5f);
    REQUIRE(shape.count == 2);
    REQUIRE(shape.normals[0] == Vec2{0.0f, -1.0f});
    REQUIRE(shape.normals[1] == Vec2{0.0f, 1.0f});
    REQUIRE(shape.centroid == Vec2{1.0f, 0.0f});
    REQUIRE(test::segment({0, 0}, {0, 1}).radius == 0.0f);
}

TEST_CASE("a shape converts back to its definition") {
    const Circle circle{{1, 2}, 3};
    const Geometry round = to_geometry(*make_shape(circle));
    REQUIRE(std::get<Circle>(round).center == circle.center);
    REQUIRE(std::get<Circle>(round).radius == circle.radius);
    const Geometry pill = to_geometry(test::capsule({0, 1}, {2, 3}, 0.25f));
    REQUIRE(std::get<Capsule>(pill).a == Vec2{0, 1});
    REQUIRE(std::get<Capsule>(pill).b == Vec2{2, 3});
    REQUIRE(std::get<Capsule>(pill).radius == 0.25f);
    const Geometry line = to_geometry(test::segment({0, 1}, {2, 3}));
    REQUIRE(std::get<Segment>(line).b == Vec2{2, 3});
    const Geometry box = to_geometry(test::box(2, 1, {}, 0, 0.1f));
    REQUIRE(std::get<Polygon>(box).count == 4);
    REQUIRE(std::get<Polygon>(box).radius == 0.1f);
}

TEST_CASE("the error for an invalid number names its field") {
    const auto path = [](const Geometry& g) { return std::string(error_of(g).path); };
    REQUIRE(path(Circle{{0, 0}, -1.0f}) == "radius");
    REQUIRE(path(Circle{{0, 0}, 0.0f}) == "radius");
    REQUIRE(path(Circle{{0, 0}, kNaN}) == "radius");
    REQUIRE(path(Circle{{0, kInfinity}, 1.0f}) == "center");
    REQUIRE(path(Capsule{{0, 0}, {1, 0}, kInfinity}) == "radius");
    REQUIRE(path(Capsule{{kNaN, 0}, {1, 0}, 1.0f}) == "a");
    REQUIRE(path(Capsule{{1, 0}, {1, 0}, 1.0f}) == "b");
    REQUIRE(path(Segment{{1, 0}, {kNaN, 0}}) == "b");
    REQUIRE(path(Segment{{1, 0}, {1, 0}}) == "b");
    REQUIRE(path(points({{0, 0}, {1, 0}})) == "points");
    REQUIRE(path(points({{0, 0}, {1, 0}, {1, kNaN}})) == "points[2]");
    REQUIRE(path(points({{0, 0}, {1, 0}, {1, 1}}, -0.1f)) == "radius");
    REQUIRE(path(make_box(0.0f, 1.0f)) == "points");
    REQUIRE(path(make_box(kNaN, 1.0f)) == "points[0]");

    const Error e = error_of(Circle{{0, 0}, -2.0f});
    REQUIRE(e.code == ErrorCode::invalid_argument);
    REQUIRE(e.value == -2.0);
}

TEST_CASE("points without area are an error, at any number") {
    REQUIRE(error_of(points({{0, 0}, {0, 0}, {0, 0}})));
    REQUIRE(error_of(points({{0, 0}, {1, 0}, {1, 0}})));
    REQUIRE(error_of(points({{0, 0}, {1, 1}, {2, 2}, {3, 3}})));
    REQUIRE(error_of(points({{0.1f, 0.1f}, {0.2f, 0.2f}, {0.3f, 0.3f}, {0.7f, 0.7f}, {0.9f, 0.9f}})));
    REQUIRE(error_of(points({{5, 5}, {5, 5}, {5, 5}, {5, 5}, {5, 5}, {5, 5}, {5, 5}, {5, 5}})));
}

TEST_CASE("slivers of 10,000:1 are valid shapes, at any angle") {
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        const float angle = random.between(-kPi, kPi);
        const Result<Shape> shape = make_shape(make_box(10.0f, 0.001f, {}, angle));
        REQUIRE(shape);
        REQUIRE(shape->count == 4);
        // The corners are rounded to 2^-22 at 5 m, of a height of 1e-3: the area is right to a thousandth of itself.
        REQUIRE(std::abs(signed_area(*shape) - 0.01f) < 2.0e-5f);
        REQUIRE(contains(*shape, {0.0f, 0.0f}));
    }
}
