#include "geometry/hull.h"

#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/geometry/shapes.h"

using namespace impulse;
using test::Random;

namespace {

/// The hull by its definition: a point is a vertex when some line through it and another point has all others on one
/// side.
std::vector<Vec2> hull_by_definition(const std::vector<Vec2>& points) {
    std::vector<Vec2> vertices;
    for (const Vec2 p : points) {
        for (const Vec2 q : points) {
            if (p == q) { continue; }
            bool all_left = true;
            for (const Vec2 r : points) {
                const double ux = static_cast<double>(q.x) - static_cast<double>(p.x);
                const double uy = static_cast<double>(q.y) - static_cast<double>(p.y);
                const double vx = static_cast<double>(r.x) - static_cast<double>(p.x);
                const double vy = static_cast<double>(r.y) - static_cast<double>(p.y);
                all_left = all_left && ux * vy - uy * vx >= 0.0;
            }
            if (all_left) {
                vertices.push_back(p);
                break;
            }
        }
    }
    return vertices;
}

} // namespace

TEST_CASE("a hull has the vertices of the definition, counter-clockwise", "[UD6]") {
    Random random(1);
    for (int round = 0; round < 5000; ++round) {
        std::vector<Vec2> points;
        const uint32_t count = 3 + random.below(6);
        for (uint32_t i = 0; i < count; ++i) { points.push_back(test::random_point(random, 1.0f)); }
        const Hull hull = convex_hull(points);
        const std::vector<Vec2> expected = hull_by_definition(points);
        REQUIRE(hull.count == static_cast<int>(expected.size()));
        for (int i = 0; i < hull.count; ++i) {
            bool found = false;
            for (const Vec2 v : expected) { found = found || v == hull.points[i]; }
            REQUIRE(found);
            const Vec2 next = hull.points[(i + 1) % hull.count];
            const Vec2 after = hull.points[(i + 2) % hull.count];
            REQUIRE(cross(next - hull.points[i], after - next) > 0.0f);
        }
    }
}

TEST_CASE("points on a grid: duplicates and points on an edge are no vertices") {
    Random random(2);
    for (int round = 0; round < 5000; ++round) {
        std::vector<Vec2> points;
        for (int i = 0; i < 8; ++i) {
            const auto x = static_cast<float>(random.below(4));
            points.push_back({x, static_cast<float>(random.below(4))});
        }
        const Hull hull = convex_hull(points);
        for (int i = 0; hull.count >= 3 && i < hull.count; ++i) {
            const Vec2 next = hull.points[(i + 1) % hull.count];
            const Vec2 after = hull.points[(i + 2) % hull.count];
            REQUIRE(cross(next - hull.points[i], after - next) >= 1.0f); // integers: never nearly flat
            for (const Vec2 p : points) { REQUIRE(cross(next - hull.points[i], p - hull.points[i]) >= 0.0f); }
        }
    }
}

TEST_CASE("a hull has the same vertices for any order of its points, beginning with the first one given") {
    const Vec2 points[6] = {{2, 0}, {2, 1}, {1, 2}, {0, 1}, {0, 0}, {1, 0.5f}};
    const Hull forward = convex_hull(points);
    REQUIRE(forward.count == 5);
    for (int i = 0; i < 5; ++i) { REQUIRE(forward.points[i] == points[i]); }
    const Vec2 reversed[6] = {points[5], points[4], points[3], points[2], points[1], points[0]};
    const Hull backward = convex_hull(reversed);
    REQUIRE(backward.count == 5);
    for (int i = 0; i < 5; ++i) { REQUIRE(backward.points[i] == points[(i + 4) % 5]); }
}

TEST_CASE("a point a rounding away from an edge is no vertex") {
    const Vec2 points[5] = {{0, 0}, {1, -1.0e-8f}, {2, 0}, {2, 1}, {0, 1}};
    REQUIRE(convex_hull(points).count == 4);
}
