#include "geometry/mass.h"

#include <cmath>

#include <catch2/catch_test_macros.hpp>

#include "engine/geometry/shapes.h"
#include "geometry/aabb.h"
#include "geometry/distance.h"

using namespace impulse;
using test::Random;

namespace {

bool near(float a, float b, float relative) { return std::abs(a - b) <= relative * std::abs(b); }

struct Sum {
    double area = 0.0;
    double x = 0.0;
    double y = 0.0;
    double second = 0.0; // about the origin
};

/// Area and moments by counting the cells of an n x n grid whose middle is inside.
Sum count_cells(const Shape& shape, int n) {
    const Aabb box = shape_aabb(shape, {});
    const double dx = static_cast<double>(box.upper.x - box.lower.x) / n;
    const double dy = static_cast<double>(box.upper.y - box.lower.y) / n;
    Sum sum;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const double x = static_cast<double>(box.lower.x) + (i + 0.5) * dx;
            const double y = static_cast<double>(box.lower.y) + (j + 0.5) * dy;
            if (!contains(shape, {static_cast<float>(x), static_cast<float>(y)})) { continue; }
            sum.area += dx * dy;
            sum.x += dx * dy * x;
            sum.y += dx * dy * y;
            sum.second += dx * dy * (x * x + y * y);
        }
    }
    return sum;
}

} // namespace

TEST_CASE("a disc has mass rho pi r^2 and inertia m r^2 / 2") {
    const ShapeMass m = shape_mass(test::circle(0.5f, {3, -4}), 2.0f);
    REQUIRE(near(m.mass, 2.0f * kPi * 0.25f, 1.0e-6f));
    REQUIRE(near(m.inertia, m.mass * 0.125f, 1.0e-6f));
    REQUIRE(m.center == Vec2{3, -4});
}

TEST_CASE("a box has mass rho w h and inertia m (w^2 + h^2) / 12") {
    const ShapeMass m = shape_mass(test::box(2.0f, 1.0f, {10, 20}, 0.7f), 1.5f);
    REQUIRE(near(m.mass, 3.0f, 1.0e-5f));
    REQUIRE(near(m.inertia, 3.0f * 5.0f / 12.0f, 1.0e-5f)); // corners at 20 m are rounded to 1e-6
    REQUIRE(distance(m.center, {10, 20}) < 1.0e-5f);
    REQUIRE(near(shape_mass(test::box(2.0f, 1.0f), 0.5f).inertia, 0.4166667f, 1.0e-6f)); // UR2
}

TEST_CASE("a thin box is a rod: inertia m l^2 / 12 to the thickness") {
    const ShapeMass m = shape_mass(test::box(10.0f, 0.001f), 1.0f);
    REQUIRE(near(m.inertia, m.mass * 100.0f / 12.0f, 1.0e-4f));
    REQUIRE(m.inertia > 0.0f);
}

TEST_CASE("a triangle's inertia about its centroid is m (a^2 + b^2 + c^2) / 36") {
    const ShapeMass m = shape_mass(test::polygon({{0, 0}, {3, 0}, {0, 4}}), 1.0f);
    REQUIRE(near(m.mass, 6.0f, 1.0e-6f));
    REQUIRE(near(m.inertia, 6.0f * (9.0f + 16.0f + 25.0f) / 36.0f, 1.0e-5f));
    REQUIRE(distance(m.center, {1.0f, 4.0f / 3.0f}) < 1.0e-6f);
}

TEST_CASE("a capsule is a box and two half discs") {
    // Box l x 2r about its centre; each half disc: m r^2 / 2 about the full disc's centre, moved by Steiner: the
    // centroid of a half disc lies 4 r / (3 pi) outwards. Together m_disc (r^2 / 2 + l^2 / 4 + 2 (l / 2) (4 r / (3
    // pi))).
    const float l = 3.0f;
    const float r = 0.5f;
    const float box = l * 2.0f * r;
    const float disc = kPi * r * r;
    const float inertia =
        box * (l * l + 4.0f * r * r) / 12.0f + disc * (r * r / 2.0f + l * l / 4.0f + l * 4.0f * r / (3.0f * kPi));
    const ShapeMass m = shape_mass(test::capsule({1, 1}, {1, 1 + l}, r), 1.0f);
    REQUIRE(near(m.area, box + disc, 1.0e-6f));
    REQUIRE(near(m.inertia, inertia, 1.0e-5f));
    REQUIRE(distance(m.center, {1, 1 + l / 2}) < 1.0e-6f);
}

TEST_CASE("a rounded polygon has area A + P r + pi r^2") {
    const ShapeMass m = shape_mass(test::box(2.0f, 1.0f, {}, 0.3f, 0.25f), 1.0f);
    REQUIRE(near(m.area, 2.0f + 6.0f * 0.25f + kPi * 0.0625f, 1.0e-6f));
}

TEST_CASE("mass, centre and inertia agree with counted cells for every type") {
    Random random(1);
    for (int round = 0; round < 60; ++round) {
        const Shape shape = test::random_shape(random, static_cast<uint32_t>(round) % 5);
        const ShapeMass m = shape_mass(shape, 1.0f);
        constexpr int kCells = 300;
        const Sum sum = count_cells(shape, kCells);
        // Half of the cells on the boundary are counted wrongly, with random sign. A boundary crosses at most 4 n of
        // n^2 cells and a hull of random points fills at least a tenth of its box: well below 1 %, 4 deviations below
        // 0.5 %.
        const float cx = static_cast<float>(sum.x / sum.area);
        const float cy = static_cast<float>(sum.y / sum.area);
        const auto second = static_cast<float>(sum.second - (sum.x * sum.x + sum.y * sum.y) / sum.area);
        const Aabb box = shape_aabb(shape, {});
        const float extent = max(box.upper.x - box.lower.x, box.upper.y - box.lower.y);
        REQUIRE(near(m.area, static_cast<float>(sum.area), 0.01f));
        REQUIRE(distance(m.center, {cx, cy}) < 0.005f * extent);
        REQUIRE(near(m.inertia, second, 0.01f));
    }
}

TEST_CASE("the area's centre and the inertia do not depend on where the shape lies") {
    Random random(2);
    for (int round = 0; round < 200; ++round) {
        const Shape shape = test::random_polygon(random, 0.1f);
        Polygon moved{shape.points, shape.count, shape.radius};
        for (int i = 0; i < moved.count; ++i) { moved.points[i] += Vec2{8.0f, -16.0f}; }
        const ShapeMass here = shape_mass(shape, 1.0f);
        const ShapeMass there = shape_mass(*make_shape(moved), 1.0f);
        // Points near 16 m are rounded to 1e-6: relative to an extent above 0.3 m about 1e-5 in length, 1e-4 in
        // inertia.
        REQUIRE(near(there.inertia, here.inertia, 2.0e-4f));
        REQUIRE(distance(there.center - Vec2{8.0f, -16.0f}, here.center) < 1.0e-5f);
    }
}

TEST_CASE("a segment has no mass and no density leaves the centre") {
    const ShapeMass line = shape_mass(test::segment({0, 0}, {2, 0}), 5.0f);
    REQUIRE(line.mass == 0.0f);
    REQUIRE(line.inertia == 0.0f);
    REQUIRE(line.center == Vec2{1, 0});
    const ShapeMass ghost = shape_mass(test::box(1, 1, {3, 3}), 0.0f);
    REQUIRE(ghost.mass == 0.0f);
    REQUIRE(ghost.inertia == 0.0f);
    REQUIRE(distance(ghost.center, {3, 3}) < 1.0e-6f);
}
