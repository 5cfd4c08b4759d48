#include <cmath>

#include <catch2/catch_test_macros.hpp>

#include "collision/clip.h"
#include "collision/sat.h"
#include "engine/geometry/shapes.h"

using namespace impulse;

namespace {

Core core_of(const Shape& shape, const Transform& pose = {}) {
    Core core;
    place_core(shape, pose, {}, core);
    return core;
}

bool near(float a, float b, float tolerance = 2.0e-6f) { return std::abs(a - b) <= tolerance; }
bool near(Vec2 a, Vec2 b, float tolerance = 2.0e-6f) { return distance(a, b) <= tolerance; }

} // namespace

TEST_CASE("edge normals of both boxes are needed: those of one overlap where those of the other show the gap",
          "[UD7]") {
    const Core a = core_of(test::box(1, 1));
    const Core b = core_of(test::box(1, 1), {{0.95f, 0.95f}, make_rot(kPi / 4)});
    REQUIRE(near(max_separation(a, b).separation, -0.257107f));
    REQUIRE(near(max_separation(b, a).separation, 0.136396f));
}

TEST_CASE("under containment the separation of the best face is the depth, not the smaller extent", "[UD8]") {
    const Core outer = core_of(test::box(4, 4));
    const Core inner = core_of(test::box(1, 1), {{0.25f, 0}, {}});
    const FaceQuery best = max_separation(outer, inner);
    REQUIRE(near(best.separation, -2.25f));
    REQUIRE(near(outer.normal(best.edge), {1, 0}));
    const IntervalAxis literal = min_interval_overlap(outer, 0, inner, 0, {0.25f, 0});
    REQUIRE(near(literal.overlap, 1.0f));
}

TEST_CASE("level centres do not flip the axis of the naive variant", "[UD9]") {
    const Core a = core_of(test::box(1, 1));
    const IntervalAxis kept = min_interval_overlap(a, 0, a, 0, {0, 0});
    REQUIRE(near(kept.normal, {1, 0}));
    const IntervalAxis flipped = min_interval_overlap(a, 0, a, 0, {-0.1f, 0});
    REQUIRE(near(flipped.normal, {-1, 0}));
}

TEST_CASE("the incident edge is the one parallel to the face, at any length", "[UD10][UD11]") {
    const Core a = core_of(test::box(2, 2));
    const Core b = core_of(test::box(1, 1), {{0, 1.45f}, make_rot(10 * kPi / 180)});
    const FaceQuery top = max_separation(a, b);
    REQUIRE(near(a.normal(top.edge), {0, 1}));
    const int edge = incident_edge(b, top.vertex, a, top.edge);
    const Vec2 along = normalize(b.point(b.next(edge)) - b.point(edge));
    REQUIRE(near(std::abs(dot(along, {0, 1})), 0.173648f));

    // A flat slab meets the face with its short side at 50 degrees and its long side at 40: the long side is more
    // nearly along the face, though its unnormalised dot product is ten times the short side's.
    const Core slab = core_of(test::box(4, 0.2f), {{0, 3}, make_rot(40 * kPi / 180)});
    const FaceQuery face = edge_separation(a, 1, slab);
    const int slab_edge = incident_edge(slab, face.vertex, a, 1);
    REQUIRE(near(distance(slab.point(slab_edge), slab.point(slab.next(slab_edge))), 4.0f));
}

TEST_CASE("at a corner with equally inclined edges the feature contains the nearer end of the face", "[UD10][UD15]") {
    const Core face = core_of(test::box(2, 2));
    const int top = 1;
    for (const float side : {-1.0f, 1.0f}) {
        // A roof upside down: its ridge has the same slope to either side, bit for bit.
        const Core roof = core_of(test::polygon({{0, 0}, {1, 1}, {-1, 1}}), {{0.25f * side, 1}, Rot{}});
        const int ridge = edge_separation(face, top, roof).vertex;
        REQUIRE(near(roof.point(ridge), {0.25f * side, 1}));
        const ClippedEdge cut = clip_edge(face, top, roof, incident_edge(roof, ridge, face, top));
        const ClippedPoint& point = cut.points[cut.points[0].incident_vertex == ridge ? 0 : 1];
        REQUIRE(point.incident_vertex == ridge);
        CHECK(near(face.point(point.reference_vertex), {side, 1}));
    }
}

TEST_CASE("an edge is clipped to the width of the face, with separations linear along it", "[UD12]") {
    const Core reference = core_of(test::box(2, 2));
    // A long incident edge from (-3, 1.4) to (3, 0.8): slope -0.1. Cut at x = -1 and x = 1.
    const Core incident = core_of(test::polygon({{-3, 1.4f}, {3, 0.8f}, {0, 5}}));
    const int top = 1;
    const int edge = incident_edge(incident, edge_separation(reference, top, incident).vertex, reference, top);
    const ClippedEdge cut = clip_edge(reference, top, incident, edge);
    REQUIRE(cut.count == 2);
    const bool left_first = cut.points[0].point.x < cut.points[1].point.x;
    const ClippedPoint& left = cut.points[left_first ? 0 : 1];
    const ClippedPoint& right = cut.points[left_first ? 1 : 0];
    REQUIRE(near(left.point, {-1, 1.2f}));
    REQUIRE(near(left.separation, 0.2f));
    REQUIRE(near(right.point, {1, 1.0f}));
    REQUIRE(near(right.separation, 0.0f));
    REQUIRE(near(reference.point(left.reference_vertex), {-1, 1}));
    REQUIRE(near(reference.point(right.reference_vertex), {1, 1}));
    REQUIRE(near(incident.point(left.incident_vertex), {-3, 1.4f}));
    REQUIRE(near(incident.point(right.incident_vertex), {3, 0.8f}));
}

TEST_CASE("an edge beside the face gives no points", "[UD12]") {
    const Core reference = core_of(test::box(2, 2));
    const Core incident = core_of(test::box(1, 1, {2.5f, 1.4f}));
    REQUIRE(clip_edge(reference, 1, incident, 3).count == 0);
}

TEST_CASE("the best face of random polygons has the least separating displacement", "[UD8]") {
    // Moving b by n (d + gap) along any face normal of either shape must part them no sooner than along the best one.
    test::Random random(1);
    int overlapping = 0;
    for (int round = 0; round < 5000; ++round) {
        const Core a = core_of(test::random_polygon(random, 0));
        const Core b = core_of(test::random_polygon(random, 0), test::random_pose(random, 1.0f));
        const FaceQuery qa = max_separation(a, b);
        const FaceQuery qb = max_separation(b, a);
        const float depth = -max(qa.separation, qb.separation);
        if (depth <= 0.0f) { continue; }
        ++overlapping;
        // Brute force over directions: the extent of b - a behind zero, minimised over 720 directions, is never below
        // depth.
        for (int k = 0; k < 720; ++k) {
            const Rot q = make_rot(static_cast<float>(k) * kPi / 360.0f);
            const Vec2 n{q.c, q.s};
            float highest_a = -1.0e9f;
            float lowest_b = 1.0e9f;
            for (int i = 0; i < a.count; ++i) { highest_a = max(highest_a, dot(a.point(i), n)); }
            for (int i = 0; i < b.count; ++i) { lowest_b = min(lowest_b, dot(b.point(i), n)); }
            REQUIRE(highest_a - lowest_b >= depth - 2.0e-6f);
        }
    }
    REQUIRE(overlapping > 1000);
}
