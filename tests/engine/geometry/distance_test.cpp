#include "geometry/distance.h"

#include <cmath>

#include <catch2/catch_test_macros.hpp>

#include "engine/geometry/shapes.h"

using namespace impulse;
using test::Random;

namespace {

Vec2 edge_end(const Shape& shape, int i) { return shape.points[(i + 1) % shape.count]; }

double point_segment(Vec2 p, Vec2 a, Vec2 b) {
    const double ex = static_cast<double>(b.x) - static_cast<double>(a.x);
    const double ey = static_cast<double>(b.y) - static_cast<double>(a.y);
    const double px = static_cast<double>(p.x) - static_cast<double>(a.x);
    const double py = static_cast<double>(p.y) - static_cast<double>(a.y);
    const double e2 = ex * ex + ey * ey;
    double t = e2 > 0.0 ? (px * ex + py * ey) / e2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return std::hypot(px - t * ex, py - t * ey);
}

/// Distance of two cores that do not overlap: the least over all vertices of one and edges of the other.
double distance_of_features(const Shape& a, const Shape& b) {
    double least = 1.0e30;
    for (int i = 0; i < a.count; ++i) {
        for (int j = 0; j < b.count; ++j) {
            least = std::min(least, point_segment(a.points[i], b.points[j], edge_end(b, j)));
            least = std::min(least, point_segment(b.points[j], a.points[i], edge_end(a, i)));
        }
    }
    return least;
}

/// `shape` moved by `pose`, its points in the outer frame.
Shape placed(const Shape& shape, const Transform& pose) {
    Shape out = shape;
    for (int i = 0; i < shape.count; ++i) {
        out.points[i] = transform(pose, shape.points[i]);
        out.normals[i] = rotate(pose.q, shape.normals[i]);
    }
    return out;
}

/// Whether some line along an edge has the two cores on different sides; decides overlap without GJK.
bool separable(const Shape& a, const Shape& b) {
    for (const auto& [own, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        for (int i = 0; own->count > 1 && i < own->count; ++i) {
            bool all = true;
            for (int j = 0; j < other->count; ++j) {
                all = all && dot(own->normals[i], other->points[j] - own->points[i]) > 1.0e-6f;
            }
            if (all) { return true; }
        }
    }
    return false;
}

CoreDistance distance_between(const Shape& a, const Shape& b, const Transform& b_in_a) {
    Core coreA, coreB;
    place_core(a, {}, coreA);
    place_core(b, b_in_a, {}, coreB);
    return core_distance(coreA, coreB);
}

} // namespace

TEST_CASE("the distance of the closest points of two shapes is that of their nearest features") {
    Random random(1);
    int apart = 0;
    for (int round = 0; round < 20000; ++round) {
        const Shape a = test::random_shape(random, random.below(test::kKinds));
        const Shape b = test::random_shape(random, random.below(test::kKinds));
        const Transform pose = test::random_pose(random, 3.0f);
        const Shape b_here = placed(b, pose);
        Core coreA, coreB;
        place_core(a, {}, coreA);
        place_core(b_here, {}, coreB);
        const CoreDistance found = core_distance(coreA, coreB);
        REQUIRE(found.iterations < 20);
        if (a.count > 1 || b.count > 1) {
            if (separable(a, b_here)) { REQUIRE(found.distance > 0.0f); }
        }
        if (found.distance == 0.0f) { continue; }
        ++apart;
        const auto expected = static_cast<float>(distance_of_features(a, b_here));
        // One rounding of a distance below 8 m in the result, some in the witness points.
        REQUIRE(std::abs(found.distance - expected) < 1.0e-6f);
        REQUIRE(std::abs(distance(found.pointA, found.pointB) - expected) < 4.0e-6f);
        REQUIRE(std::abs(length(found.normal) - 1.0f) < 3.0e-7f);
    }
    REQUIRE(apart > 5000); // the law was tried
}

TEST_CASE("the distance is the same from either side") {
    Random random(2);
    for (int round = 0; round < 5000; ++round) {
        const Shape a = test::random_shape(random, random.below(test::kKinds));
        const Shape b = test::random_shape(random, random.below(test::kKinds));
        const Transform pose = test::random_pose(random, 4.0f);
        const CoreDistance ab = distance_between(a, b, pose);
        const CoreDistance ba = distance_between(b, a, inverse_mul(pose, Transform{}));
        // Positions below 8 m are rounded to 5e-7, and each way transforms twice.
        REQUIRE(std::abs(ab.distance - ba.distance) < 4.0e-6f);
    }
}

TEST_CASE("cores that overlap have distance zero and no direction") {
    const CoreDistance crossing =
        distance_between(test::segment({-1, 0}, {1, 0}), test::segment({0, -1}, {0, 1}), Transform{});
    REQUIRE(crossing.distance == 0.0f);
    REQUIRE(crossing.normal == Vec2{0, 0});
    const CoreDistance inside = distance_between(test::box(4, 4), test::box(1, 1, {0.25f, 0}), Transform{});
    REQUIRE(inside.distance == 0.0f);
    const CoreDistance same = distance_between(test::circle(1), test::circle(1), Transform{});
    REQUIRE(same.distance == 0.0f);
}

TEST_CASE("slivers of 10,000:1 have exact distances") {
    Random random(3);
    for (int round = 0; round < 2000; ++round) {
        const Shape a = test::box(10.0f, 0.001f, {}, random.between(-kPi, kPi));
        const Shape b = test::box(10.0f, 0.001f, {}, random.between(-kPi, kPi));
        const Transform pose{test::random_point(random, 12.0f), {}};
        const Shape b_here = placed(b, pose);
        Core coreA, coreB;
        place_core(a, {}, coreA);
        place_core(b_here, {}, coreB);
        const CoreDistance found = core_distance(coreA, coreB);
        if (found.distance == 0.0f) { continue; }
        REQUIRE(std::abs(static_cast<double>(found.distance) - distance_of_features(a, b_here)) < 2.0e-6);
    }
}

TEST_CASE("a point's signed distance is the distance to the nearest feature, negative inside") {
    Random random(4);
    for (int round = 0; round < 20000; ++round) {
        const Shape shape = test::random_shape(random, random.below(test::kKinds));
        const Vec2 p = test::random_point(random, 2.5f);
        double core = 1.0e30;
        bool inside = shape.count >= 3;
        for (int i = 0; i < shape.count; ++i) {
            core = std::min(core, point_segment(p, shape.points[i], edge_end(shape, i)));
            inside = inside && dot(shape.normals[i], p - shape.points[i]) < 0.0f;
        }
        const auto expected = static_cast<float>(inside ? -core : core) - shape.radius;
        REQUIRE(std::abs(signed_distance(shape, p) - expected) < 2.0e-6f);
        // Both sides of the sign but for a hair of rounding.
        if (std::abs(expected) > 2.0e-6f) {
            REQUIRE(contains(shape, p) == (shape.type != ShapeType::segment && expected < 0.0f));
        }
    }
}

TEST_CASE("the nearest point is at the stated separation along the normal") {
    Random random(5);
    for (int round = 0; round < 20000; ++round) {
        const Shape shape = test::random_shape(random, random.below(test::kKinds));
        const Vec2 p = test::random_point(random, 2.5f);
        const NearestPoint nearest = nearest_on_core(shape, p);
        REQUIRE(distance(nearest.point + nearest.separation * nearest.normal, p) < 2.0e-6f);
    }
}
