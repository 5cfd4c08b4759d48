// The traced comparison, checked against the one of the step and against the figures of the source.
#include "collision/collide_trace.h"

#include <cmath>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "engine/geometry/shapes.h"
#include "support/scene.h"

using namespace impulse;
using impulse::test::shape_of;
using test::add_box;
using test::add_disc;
using test::make_world;
using test::Random;

namespace {

constexpr float kDigits = 2.0e-6f; // The source gives six digits; positions below 2 m are rounded to 1.2e-7

bool near(float a, float b, float tolerance = kDigits) { return std::abs(a - b) <= tolerance; }
bool near(double a, double b) { return std::abs(a - b) <= static_cast<double>(kDigits); }
bool near(Vec2 a, Vec2 b, float tolerance = kDigits) { return distance(a, b) <= tolerance; }

Transform at(float x, float y, float degrees = 0.0f) { return {{x, y}, make_rot(degrees * kPi / 180.0f)}; }

CollisionTrace trace_of(const Shape& a, const Shape& b, const Transform& pose, const Tuning& settings = {}) {
    CollideCache cache;
    CollisionTrace trace;
    collide_traced(a, b, pose, settings, cache, trace);
    return trace;
}

std::span<const TraceAxis> axes_of(const CollisionTrace& trace) {
    return std::span(trace.axes).first(trace.axis_count);
}

const TraceAxis& axis_of(const CollisionTrace& trace, TraceSide of, Vec2 direction) {
    const auto axes = axes_of(trace);
    const auto found = std::find_if(axes.begin(), axes.end(), [&](const TraceAxis& axis) {
        return axis.of == of && near(axis.direction, direction);
    });
    REQUIRE(found != axes.end());
    return *found;
}

float largest_overlap_of(const CollisionTrace& trace, TraceSide of) {
    float least = 1.0e9f;
    for (const TraceAxis& axis : axes_of(trace)) {
        if (axis.of == of) { least = min(least, axis.overlap); }
    }
    return least;
}

bool same(const LocalManifold& a, const LocalManifold& b) {
    if (a.count != b.count || !(a.normal == b.normal)) { return false; }
    for (int i = 0; i < a.count; ++i) {
        const LocalPoint& p = a.points[i];
        const LocalPoint& q = b.points[i];
        if (!(p.point == q.point) || p.separation != q.separation || p.feature != q.feature) { return false; }
    }
    return true;
}

} // namespace

TEST_CASE("the trace has the bits of the step, in pairs of all types in relative motion", "[trace][UD1]") {
    Random random(7);
    int points = 0;
    int kept = 0;
    for (int round = 0; round < 4000; ++round) {
        const Shape a = test::random_shape(random, random.below(test::kKinds));
        const Shape b = test::random_shape(random, random.below(test::kKinds));
        Transform pose = test::random_pose(random, 1.5f);
        Tuning settings;
        settings.literal.a_only_sat = round % 13 == 1;
        settings.literal.interval_overlap = round % 13 == 2;
        settings.literal.inside_circle = round % 13 == 3;
        settings.literal.deepest_point_only = round % 13 == 4;
        CollideCache cache;
        CollideCache traced_cache;
        for (int step = 0; step < 5; ++step) {
            CollisionTrace trace;
            const LocalManifold plain = collide(a, b, pose, settings, cache);
            const LocalManifold traced = collide_traced(a, b, pose, settings, traced_cache, trace);
            REQUIRE(same(plain, traced));
            REQUIRE(trace.point_count == plain.count);
            REQUIRE(static_cast<unsigned>(trace.chosen) < static_cast<unsigned>(trace.axis_count));
            points += plain.count;
            kept += trace.kept ? 1 : 0;
            if (plain.count == 0) { traced_cache = cache; } // one axis that separates is as good as another
            pose.p += Vec2{random.between(-0.002f, 0.002f), random.between(-0.002f, 0.002f)};
        }
    }
    CHECK(points > 2000);
    CHECK(kept > 0);
}

TEST_CASE("every axis has its projection overlap, and no point is deeper than that of the chosen axis",
          "[trace][UD8]") {
    Random random(8);
    for (int round = 0; round < 4000; ++round) {
        const Shape a = test::random_shape(random, random.below(test::kKinds));
        const Shape b = test::random_shape(random, random.below(test::kKinds));
        const CollisionTrace trace = trace_of(a, b, test::random_pose(random, 2.5f));
        for (const TraceAxis& axis : axes_of(trace)) {
            REQUIRE(near(length(axis.direction), 1.0f));
            REQUIRE(axis.minA <= axis.maxA);
            REQUIRE(axis.minB <= axis.maxB);
            // Two roundings of positions of up to 6 m.
            REQUIRE(std::abs(axis.maxA - axis.minB - static_cast<double>(axis.overlap)) < 4.0e-6);
        }
        const TraceAxis& chosen = trace.axes[trace.chosen];
        if (trace.method == TraceMethod::apart) {
            REQUIRE(chosen.overlap < -0.0199f);
            continue;
        }
        REQUIRE(near(trace.normal, chosen.direction));
        for (int i = 0; i < trace.point_count; ++i) {
            REQUIRE(-trace.points[i].separation <= chosen.overlap + 4.0e-6f);
        }
        // No axis of a pair that overlaps is a shorter way out, but for what keeping a reference costs.
        for (const TraceAxis& axis : axes_of(trace)) {
            if (trace.method == TraceMethod::face) { REQUIRE(axis.overlap >= chosen.overlap - 4.0e-6f); }
        }
    }
}

TEST_CASE("the axes of both boxes are listed: A's overlap by 0.257107, one of B's is separated by 0.136396",
          "[trace][UD7]") {
    const CollisionTrace trace = trace_of(test::box(1, 1), test::box(1, 1), at(0.95f, 0.95f, 45));
    CHECK(trace.axis_count == 8);
    CHECK(near(largest_overlap_of(trace, TraceSide::a), 0.257107f));
    CHECK(near(largest_overlap_of(trace, TraceSide::b), -0.136396f));
    CHECK(trace.method == TraceMethod::apart);
    CHECK(trace.point_count == 0);
    CHECK(trace.axes[trace.chosen].of == TraceSide::b);
    Tuning naive;
    naive.literal.a_only_sat = true;
    const CollisionTrace fooled = trace_of(test::box(1, 1), test::box(1, 1), at(0.95f, 0.95f, 45), naive);
    CHECK(fooled.axis_count == 4);
    CHECK(fooled.point_count > 0);
}

TEST_CASE("a box in a box: the depth is 2.25, the overlap of the naive variant 1", "[trace][UD8]") {
    const CollisionTrace trace = trace_of(test::box(4, 4), test::box(1, 1), at(0.25f, 0));
    const TraceAxis& axis = axis_of(trace, TraceSide::a, {1, 0});
    CHECK(near(axis.overlap, 2.25f));
    CHECK(near(axis.minA, -2.0));
    CHECK(near(axis.maxA, 2.0));
    CHECK(near(axis.minB, -0.25));
    CHECK(near(axis.maxB, 0.75));
    CHECK(near(trace.normal, {1, 0}));
    Tuning naive;
    naive.literal.interval_overlap = true;
    const CollisionTrace seed = trace_of(test::box(4, 4), test::box(1, 1), at(0.25f, 0), naive);
    CHECK(near(axis_of(seed, TraceSide::a, {1, 0}).overlap, 1.0f));
    CHECK(near(axis_of(seed, TraceSide::a, {0, 1}).overlap, 1.0f));
}

TEST_CASE("a box over a box: incident edge, both clips and the remaining points", "[trace][UD10][UD11][UD12][UD13]") {
    const Shape a = test::box(2, 2);
    const Shape b = test::box(1, 1);
    const CollisionTrace flat = trace_of(a, b, at(0, 1.45f));
    CHECK(flat.method == TraceMethod::face);
    CHECK(near(flat.normal, {0, 1}));
    CHECK(flat.reference.of == TraceSide::a);
    CHECK(near(flat.reference.from.y, 1.0f));
    CHECK(near(flat.reference.to.y, 1.0f));
    CHECK(flat.incident.of == TraceSide::b);
    REQUIRE(flat.clip_count == 2);
    CHECK(flat.clips[1].count == 2);
    for (int i = 0; i < 2; ++i) { // inside the face's width: nothing is cut
        CHECK(flat.clips[1].after[i] == flat.clips[0].before[i]);
        CHECK(near(std::abs(flat.clips[1].after[i].x), 0.5f));
        CHECK(near(flat.clips[1].after[i].y, 0.95f));
        CHECK(near(flat.points[i].separation, -0.05f));
        CHECK(near(flat.points[i].point.y, 0.975f)); // midway
    }

    const CollisionTrace shifted = trace_of(a, b, at(0.9f, 1.45f));
    REQUIRE(shifted.clip_count == 2);
    int cuts = 0;
    for (const TraceClip& clip : shifted.clips) {
        for (int i = 0; i < 2; ++i) {
            if (clip.before[i] == clip.after[i]) { continue; }
            ++cuts;
            CHECK(near(clip.before[i], {1.4f, 0.95f}));
            CHECK(near(clip.after[i], {1.0f, 0.95f}));
            CHECK(near(clip.point, {1.0f, 1.0f}));
            CHECK(near(clip.normal, {-1, 0}));
        }
    }
    CHECK(cuts == 1);
    REQUIRE(shifted.point_count == 2);
    CHECK(near(min(shifted.points[0].point.x, shifted.points[1].point.x), 0.4f));
    CHECK(near(max(shifted.points[0].point.x, shifted.points[1].point.x), 1.0f));

    const CollisionTrace turned = trace_of(a, b, at(0, 1.45f, 10));
    const Vec2 along = normalize(turned.incident.to - turned.incident.from);
    CHECK(near(std::abs(along.y), 0.173648f)); // not the side, whose dot product is 0.984808
    REQUIRE(turned.point_count == 1);
    CHECK(near(turned.points[0].separation, -0.129228f));
    const Vec2* const deepest =
        std::min_element(turned.clips[1].after, turned.clips[1].after + 2, [](Vec2 p, Vec2 q) { return p.y < q.y; });
    CHECK(near(*deepest, {-0.405580f, 0.870772f}));
    CHECK(near(turned.points[0].point, {-0.405580f, 0.870772f + 0.5f * 0.129228f}));
}

TEST_CASE("clipping discards an edge beside the face, and corners are compared point to point", "[trace][UD12]") {
    // Corner (1, 1) of A and corner (1.01, 1.01) of B, faces level: no face carries that.
    const CollisionTrace trace = trace_of(test::box(2, 2), test::box(1, 1), at(1.51f, 1.51f));
    CHECK(trace.method == TraceMethod::corners);
    REQUIRE(trace.clip_count > 0);
    CHECK(trace.clips[trace.clip_count - 1].count == 0);
    CHECK(trace.chosen == trace.axis_count - 1);
    const TraceAxis& between = trace.axes[trace.chosen];
    CHECK(between.of == TraceSide::between);
    const float half = std::sqrt(0.5f);
    CHECK(near(between.direction, {half, half}, 1.0e-4f)); // a direction over 14 mm of rounded positions
    CHECK(trace.has_closest);
    CHECK(near(trace.closestA, {1, 1}));
    CHECK(near(trace.closestB, {1.01f, 1.01f}));
    REQUIRE(trace.point_count == 1);
    CHECK(near(trace.points[0].separation, 0.01f * std::sqrt(2.0f)));
}

TEST_CASE("round shapes show the closest features and the axis between them", "[trace][UD2][UD4]") {
    const CollisionTrace circles = trace_of(test::circle(1), test::circle(1), at(1.5f, 0));
    CHECK(circles.method == TraceMethod::round);
    REQUIRE(circles.axis_count == 1);
    CHECK(circles.axes[0].of == TraceSide::between);
    CHECK(near(circles.axes[0].overlap, 0.5f));
    CHECK(near(circles.closestA, {1, 0}));
    CHECK(near(circles.closestB, {0.5f, 0}));
    CHECK(near(circles.points[0].point, {0.75f, 0}));

    // A corner of the box: the direction from it is an axis of its own.
    const CollisionTrace corner = trace_of(test::box(2, 1), test::circle(0.3f), at(1.2f, 0.7f));
    CHECK(corner.axis_count == 5);
    CHECK(corner.axes[corner.chosen].of == TraceSide::between);
    CHECK(near(corner.closestA, {1, 0.5f}));
    CHECK(near(corner.points[0].separation, -0.017157f));

    // A face: its normal is the axis.
    const CollisionTrace face = trace_of(test::box(2, 1), test::circle(0.3f), at(1.2f, 0));
    CHECK(face.axis_count == 4);
    CHECK(near(face.axes[face.chosen].direction, {1, 0}));
    CHECK(near(face.axes[face.chosen].overlap, 0.1f));

    // The circle first: the same, seen from the other side.
    const CollisionTrace swapped = trace_of(test::circle(0.3f), test::box(2, 1), at(-1.2f, 0));
    CHECK(near(swapped.normal, {-1, 0}));
    CHECK(swapped.axes[swapped.chosen].of == TraceSide::b);
    CHECK(near(swapped.closestA, {-0.3f, 0}));
    CHECK(near(swapped.closestB, {-0.2f, 0}));

    const CollisionTrace capsules =
        trace_of(test::capsule({-1, 0}, {1, 0}, 0.25f), test::capsule({-1, 0}, {1, 0}, 0.25f), at(0, 0.45f));
    CHECK(capsules.method == TraceMethod::face);
    CHECK(near(capsules.axes[capsules.chosen].overlap, 0.05f));
    CHECK(capsules.point_count == 2);
    CHECK(capsules.has_closest);
}

TEST_CASE("a world traces two shapes in the given order, in world coordinates, including sensors and distant shapes",
          "[trace]") {
    World world = make_world({}, {});
    const BodyId large = add_box(world, {100.0f, 50.0f}, 2.0f, 2.0f);
    const BodyId small = add_box(world, {100.0f, 51.45f}, 1.0f, 1.0f);
    ShapeDef def;
    def.geometry = Circle{{0.0f, 3.0f}, 0.5f};
    def.sensor = true;
    const ShapeId sensor = *world.create_shape(small, def);
    const ShapeId a = shape_of(world, large);
    const ShapeId b = shape_of(world, small);

    const CollisionTrace pair = *world.collision_trace(a, b);
    CHECK(pair.method == TraceMethod::face);
    CHECK(near(pair.normal, {0, 1}));
    CHECK(near(pair.reference.from.y, 51.0f, 1.0e-5f));
    CHECK(near(pair.points[0].separation, -0.05f, 1.0e-5f));
    const TraceAxis& up = pair.axes[pair.chosen];
    CHECK(std::abs(up.maxA - 51.0) < 1.0e-5);
    CHECK(std::abs(up.minB - 50.95) < 1.0e-5);

    const CollisionTrace far = *world.collision_trace(a, sensor);
    CHECK(far.method == TraceMethod::apart); // 2.95 m above
    CHECK(far.has_closest);
    CHECK(near(far.closestB.y - far.closestA.y, 2.95f, 1.0e-5f));

    const CollisionTrace back = *world.collision_trace(b, a);
    CHECK(near(back.normal, {0, -1}));
    CHECK(back.reference.of == TraceSide::b);
    CHECK(back.chosen == pair.chosen);
    const TraceAxis& down = back.axes[back.chosen];
    CHECK(near(down.direction, {0, -1}));
    CHECK(down.overlap == up.overlap);
    CHECK(std::abs(down.maxA - down.minB - static_cast<double>(down.overlap)) < 1.0e-5);
}

TEST_CASE("the trace of a world has the points of its next step", "[trace]") {
    World world = make_world({});
    const BodyId floor = test::add_floor(world);
    const BodyId box = add_box(world, {0.3f, 0.495f}, 1.0f, 1.0f, {.angle = 0.001f});
    const CollisionTrace before = *world.collision_trace(shape_of(world, box), shape_of(world, floor));
    (void)world.step(0.0f);
    std::vector<ContactInfo> contacts;
    world.contacts(contacts);
    REQUIRE(contacts.size() == 1);
    REQUIRE(before.point_count == contacts[0].count);
    for (int i = 0; i < contacts[0].count; ++i) {
        CHECK(before.points[i].feature == contacts[0].points[i].feature);
        CHECK(near(before.points[i].separation, contacts[0].points[i].separation));
        CHECK(near(before.points[i].point, contacts[0].points[i].point));
    }
}

TEST_CASE("a trace of two shapes of one body, or of a destroyed shape, is an error", "[trace]") {
    World world = make_world({});
    const BodyId a = add_disc(world, {}, 1.0f);
    const BodyId b = add_disc(world, {3.0f, 0.0f}, 1.0f);
    const ShapeId of_a = shape_of(world, a);
    const ShapeId of_b = shape_of(world, b);
    const ShapeId other = *world.create_shape(a, {});
    CHECK(world.collision_trace(of_a, of_a).error().code == ErrorCode::invalid_argument);
    CHECK(world.collision_trace(of_a, other).error().code == ErrorCode::invalid_argument);
    CHECK_FALSE(world.destroy_body(b));
    CHECK(world.collision_trace(of_a, of_b).error().code == ErrorCode::destroyed);
    CHECK(world.collision_trace(of_b, of_a).error().code == ErrorCode::destroyed);
    CHECK(world.collision_trace({}, of_a).error().code == ErrorCode::destroyed);
}
