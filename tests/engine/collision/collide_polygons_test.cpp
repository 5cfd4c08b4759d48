#include <cmath>

#include <catch2/catch_test_macros.hpp>

#include "collision/collide.h"
#include "engine/geometry/shapes.h"

using namespace impulse;

namespace {

constexpr Tuning kSettings;
constexpr float kDigits = 2.0e-6f; // The source gives six digits; positions below 2 m are rounded to 1.2e-7

LocalManifold contact(const Shape& a, const Shape& b, const Transform& b_in_a = {}, Tuning settings = kSettings) {
    CollideCache cache;
    return collide(a, b, b_in_a, settings, cache);
}

bool near(Vec2 a, Vec2 b, float tolerance = kDigits) { return distance(a, b) <= tolerance; }
bool near(float a, float b, float tolerance = kDigits) { return std::abs(a - b) <= tolerance; }

const LocalPoint& leftmost(const LocalManifold& m) {
    return m.count == 2 && m.points[1].point.x < m.points[0].point.x ? m.points[1] : m.points[0];
}
const LocalPoint& rightmost(const LocalManifold& m) {
    return m.count == 2 && m.points[1].point.x > m.points[0].point.x ? m.points[1] : m.points[0];
}
float depth(const LocalManifold& m) {
    return -(m.count == 2 ? min(m.points[0].separation, m.points[1].separation) : m.points[0].separation);
}

Transform at(float x, float y, float degrees = 0.0f) { return {{x, y}, make_rot(degrees * kPi / 180.0f)}; }

} // namespace

TEST_CASE("a box separated only by its own diagonal axis does not touch", "[UD7]") {
    REQUIRE(contact(test::box(1, 1), test::box(1, 1), at(0.95f, 0.95f, 45)).count == 0);
}

TEST_CASE("naive variant: testing the axes of one box alone finds a contact where there is a gap", "[UD7]") {
    Tuning naive;
    naive.literal.a_only_sat = true;
    const LocalManifold m = contact(test::box(1, 1), test::box(1, 1), at(0.95f, 0.95f, 45), naive);
    REQUIRE(m.count >= 1);
    REQUIRE(near(depth(m), 0.257107f));
}

TEST_CASE("a box inside a box is pushed out through the nearest side", "[UD8]") {
    const LocalManifold m = contact(test::box(4, 4), test::box(1, 1), at(0.25f, 0));
    REQUIRE(near(m.normal, {1, 0}));
    REQUIRE(near(depth(m), 2.25f));
    REQUIRE(contact(test::box(4, 4), test::box(1, 1), at(0.25f + 2.25f + 0.021f, 0)).count == 0);
}

TEST_CASE("naive variant: a box inside a box is moved by its own width and stays inside", "[UD8]") {
    Tuning naive;
    naive.literal.interval_overlap = true;
    const LocalManifold m = contact(test::box(4, 4), test::box(1, 1), at(0.25f, 0), naive);
    REQUIRE(m.count >= 1);
    REQUIRE(near(depth(m), 1.0f));
    const Vec2 moved = Vec2{0.25f, 0} + depth(m) * m.normal;
    REQUIRE(depth(contact(test::box(4, 4), test::box(1, 1), {moved, {}})) > 1.0f);
}

TEST_CASE("the depth of a sliver below the surface is not limited to its thickness", "[UD8]") {
    // The floor's top at y = 0, the sliver's bottom at -0.03.
    const Shape floor = test::box(20, 1, {0, -0.5f});
    const Shape sliver = test::box(4, 0.02f);
    REQUIRE(near(depth(contact(floor, sliver, at(0, -0.02f))), 0.03f));
    Tuning naive;
    naive.literal.interval_overlap = true;
    REQUIRE(near(depth(contact(floor, sliver, at(0, -0.02f), naive)), 0.02f));
}

TEST_CASE("concentric boxes separate along the same axis every time", "[UD9]") {
    const LocalManifold first = contact(test::box(1, 1), test::box(1, 1));
    REQUIRE(first.count >= 1);
    REQUIRE(near(depth(first), 1.0f));
    for (int i = 0; i < 10; ++i) {
        const LocalManifold again = contact(test::box(1, 1), test::box(1, 1));
        REQUIRE(again.normal == first.normal);
        REQUIRE(again.points[0].point == first.points[0].point);
    }
}

TEST_CASE("the reference face is retained until another is better by a tenth of the slop", "[UD11]") {
    // Tilted by a, the slab's bottom and the floor's top differ in separation by the overhang times sin a.
    const Shape floor = test::box(2, 1, {0, -0.5f});
    const Shape slab = test::box(2, 0.2f);
    const Transform level = at(0.0f, 0.095f);
    CollideCache cache;
    collide(floor, slab, level, kSettings, cache);
    REQUIRE(cache.valid == 1);
    REQUIRE(cache.reference_is_b == 0);
    REQUIRE(cache.edgeA == 1);

    for (const float tilt : {0.0002f, -0.0002f, 0.0001f, -0.0004f}) {
        const LocalManifold m = collide(floor, slab, {{0.05f, 0.095f}, make_rot(tilt)}, kSettings, cache);
        REQUIRE(cache.reference_is_b == 0);
        REQUIRE(m.count == 2);
        REQUIRE(near(m.normal, {0, 1}));
    }
}

TEST_CASE("a reference face that is worse by a tenth of the slop is replaced", "[UD11]") {
    const Shape a = test::box(1, 1);
    const Shape b = test::box(1, 1);
    CollideCache cache;
    // Overlap 0.1 in x and 0.2 in y: x is the reference.
    REQUIRE(near(collide(a, b, at(0.9f, 0.8f), kSettings, cache).normal, {1, 0}));
    // y is better by 0.0004 < 0.1 * 0.005: x stays.
    REQUIRE(near(collide(a, b, at(0.9f, 0.9004f), kSettings, cache).normal, {1, 0}));
    // Better by 0.0006: y.
    REQUIRE(near(collide(a, b, at(0.9f, 0.9006f), kSettings, cache).normal, {0, 1}));
    // And back: x would have to be better by as much.
    REQUIRE(near(collide(a, b, at(0.9006f, 0.9006f), kSettings, cache).normal, {0, 1}));
}

TEST_CASE("a box flat on a box touches with two points of equal depth", "[UD13][UD14]") {
    const LocalManifold m = contact(test::box(2, 2), test::box(1, 1), at(0, 1.45f));
    REQUIRE(m.count == 2);
    REQUIRE(near(m.normal, {0, 1}));
    // Midway between the surfaces at 1 and 0.95.
    REQUIRE(near(leftmost(m).point, {-0.5f, 0.975f}));
    REQUIRE(near(rightmost(m).point, {0.5f, 0.975f}));
    REQUIRE(near(m.points[0].separation, -0.05f));
    REQUIRE(near(m.points[1].separation, -0.05f));
}

TEST_CASE("an overhanging box touches up to the edge of the lower one", "[UD13]") {
    const LocalManifold m = contact(test::box(2, 2), test::box(1, 1), at(0.9f, 1.45f));
    REQUIRE(m.count == 2);
    REQUIRE(near(leftmost(m).point, {0.4f, 0.975f}));
    REQUIRE(near(rightmost(m).point, {1.0f, 0.975f}));
    REQUIRE(near(depth(m), 0.05f));
}

TEST_CASE("a tilted box touches with its lower corner", "[UD13][UD14]") {
    const LocalManifold m = contact(test::box(2, 2), test::box(1, 1), at(0, 1.45f, 10));
    REQUIRE(m.count == 1);
    REQUIRE(near(m.normal, {0, 1}));
    REQUIRE(near(m.points[0].separation, -0.129228f));
    REQUIRE(near(m.points[0].point, {-0.405580f, 0.870772f + 0.5f * 0.129228f}));
}

TEST_CASE("naive variant: with the deepest point alone there is one point", "[UD14]") {
    Tuning one;
    one.literal.deepest_point_only = true;
    const LocalManifold m = contact(test::box(2, 2), test::box(1, 1), at(0, 1.45f, 0.5f), one);
    REQUIRE(m.count == 1);
    REQUIRE(near(depth(m), depth(contact(test::box(2, 2), test::box(1, 1), at(0, 1.45f, 0.5f)))));
}

TEST_CASE("the two points of a face contact have different features, the same from step to step", "[UD15]") {
    const Shape floor = test::box(20, 1, {0, -0.5f});
    const Shape box = test::box(1, 1);
    CollideCache cache;
    const LocalManifold first = collide(floor, box, at(0, 0.495f), kSettings, cache);
    REQUIRE(first.count == 2);
    REQUIRE(first.points[0].feature != first.points[1].feature);
    const uint32_t left = leftmost(first).feature;
    const uint32_t right = rightmost(first).feature;
    // Sliding, sinking and rocking, with the reference face free to change sides.
    for (int step = 0; step < 1000; ++step) {
        const float x = 0.003f * static_cast<float>(step);
        const float y = 0.495f + 0.004f * static_cast<float>(step % 3 - 1);
        const LocalManifold m =
            collide(floor, box, at(x, y, 0.02f * static_cast<float>(step % 5 - 2)), kSettings, cache);
        REQUIRE(m.count == 2);
        REQUIRE(leftmost(m).feature == left);
        REQUIRE(rightmost(m).feature == right);
    }
}

TEST_CASE("boxes of one width keep their features while their corners pass each other", "[UD15]") {
    const Shape box = test::box(1, 1);
    const LocalManifold left_of = contact(box, box, at(-1.0e-4f, 0.99f));
    const LocalManifold right_of = contact(box, box, at(1.0e-4f, 0.99f));
    REQUIRE(leftmost(left_of).feature == leftmost(right_of).feature);
    REQUIRE(rightmost(left_of).feature == rightmost(right_of).feature);
}

TEST_CASE("the features do not depend on which face is the reference", "[UD15]") {
    const Shape box = test::box(1, 1);
    CollideCache onA{1, 0xff, 0, 1}; // A's top
    CollideCache onB{0xff, 3, 1, 1}; // B's bottom
    const LocalManifold a = collide(box, box, at(0.1f, 0.99f), kSettings, onA);
    const LocalManifold b = collide(box, box, at(0.1f, 0.99f), kSettings, onB);
    REQUIRE(onB.reference_is_b == 1);
    REQUIRE(near(a.normal, b.normal));
    REQUIRE(leftmost(a).feature == leftmost(b).feature);
    REQUIRE(rightmost(a).feature == rightmost(b).feature);
    REQUIRE(near(leftmost(a).point, leftmost(b).point));
    REQUIRE(near(rightmost(a).point, rightmost(b).point));
}

TEST_CASE("points exist up to the speculative distance", "[UD2]") {
    const Shape floor = test::box(20, 1, {0, -0.5f});
    const LocalManifold ahead = contact(floor, test::box(1, 1), at(0, 0.519f));
    REQUIRE(ahead.count == 2);
    REQUIRE(near(ahead.points[0].separation, 0.019f));
    REQUIRE(contact(floor, test::box(1, 1), at(0, 0.521f)).count == 0);
}

TEST_CASE("the separation of two sharp corners is their distance", "[UD12]") {
    // Each face sees 0.015 on one axis; the corners are 0.0212 apart, beyond the speculative distance.
    REQUIRE(contact(test::box(1, 1), test::box(1, 1), at(1.015f, 1.015f)).count == 0);
    const LocalManifold m = contact(test::box(1, 1), test::box(1, 1), at(1.012f, 1.012f));
    REQUIRE(m.count == 1);
    REQUIRE(near(m.points[0].separation, 0.012f * std::sqrt(2.0f)));
}

TEST_CASE("rounded corners meet along the line between them", "[UD13]") {
    const Shape round = test::box(1, 1, {}, 0, 0.1f);
    const LocalManifold m = contact(round, round, at(1.13f, 1.13f));
    REQUIRE(m.count == 1);
    REQUIRE(near(m.normal, {std::sqrt(0.5f), std::sqrt(0.5f)}));
    REQUIRE(near(m.points[0].separation, 0.13f * std::sqrt(2.0f) - 0.2f));
    REQUIRE(near(m.points[0].point, {0.565f, 0.565f}));
}

TEST_CASE("a capsule lies on a floor with two points", "[UD14]") {
    const Shape floor = test::box(20, 1, {0, -0.5f});
    const Shape pill = test::capsule({-1, 0}, {1, 0}, 0.25f);
    const LocalManifold m = contact(floor, pill, at(0, 0.24f));
    REQUIRE(m.count == 2);
    REQUIRE(near(m.normal, {0, 1}));
    REQUIRE(near(leftmost(m).point, {-1, -0.005f}));
    REQUIRE(near(rightmost(m).point, {1, -0.005f}));
    REQUIRE(near(depth(m), 0.01f));
}

TEST_CASE("capsules touch end to end along their axis") {
    const Shape pill = test::capsule({-1, 0}, {1, 0}, 0.25f);
    const LocalManifold m = contact(pill, pill, at(2.45f, 0));
    REQUIRE(m.count == 1);
    REQUIRE(near(m.normal, {1, 0}));
    REQUIRE(near(m.points[0].separation, -0.05f));
    REQUIRE(contact(pill, pill, at(2.53f, 0)).count == 0);
}

TEST_CASE("parallel capsules touch along their common length") {
    const Shape pill = test::capsule({-1, 0}, {1, 0}, 0.25f);
    const LocalManifold m = contact(pill, pill, at(0.5f, 0.45f));
    REQUIRE(m.count == 2);
    REQUIRE(near(m.normal, {0, 1}));
    REQUIRE(near(leftmost(m).point, {-0.5f, 0.225f}));
    REQUIRE(near(rightmost(m).point, {1, 0.225f}));
}

TEST_CASE("crossing segments separate by the smallest displacement") {
    const LocalManifold m = contact(test::segment({-1, 0}, {1, 0}), test::segment({0.2f, -0.1f}, {0.2f, 2}));
    REQUIRE(m.count >= 1);
    REQUIRE(near(m.normal, {0, 1}));
    REQUIRE(near(depth(m), 0.1f));
}

TEST_CASE("segments on one line with a gap do not touch") {
    REQUIRE(contact(test::segment({-1, 0}, {1, 0}), test::segment({1.1f, 0}, {2, 0})).count == 0);
    const LocalManifold close = contact(test::segment({-1, 0}, {1, 0}), test::segment({1.01f, 0}, {2, 0}));
    REQUIRE(close.count == 1);
    REQUIRE(near(close.normal, {1, 0}));
}

TEST_CASE("a box stands on a segment from either side") {
    const Shape line = test::segment({-5, 0}, {5, 0});
    const LocalManifold above = contact(line, test::box(1, 1), at(0, 0.49f));
    REQUIRE(above.count == 2);
    REQUIRE(near(above.normal, {0, 1}));
    REQUIRE(near(depth(above), 0.01f));
    const LocalManifold below = contact(line, test::box(1, 1), at(0, -0.49f));
    REQUIRE(near(below.normal, {0, -1}));
}

TEST_CASE("slivers of 10,000:1 on each other separate by at most their thickness") {
    const Shape sliver = test::box(10, 0.001f);
    test::Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const Transform pose{{random.between(-4, 4), random.between(-0.0009f, 0.0009f)}, {}};
        const LocalManifold m = contact(sliver, sliver, pose);
        REQUIRE(m.count == 2);
        REQUIRE(near(std::abs(m.normal.y), 1.0f));
        REQUIRE(near(depth(m), 0.001f - std::abs(pose.p.y), 1.0e-6f));
    }
}

TEST_CASE("a shape far from its body's origin touches as precisely as the coordinates allow") {
    // At 1000 m a coordinate is rounded to 6e-5; the depth must not lose more than that twice.
    const Shape far_floor = test::box(20, 1, {1000, 999.5f});
    const LocalManifold m = contact(far_floor, test::box(1, 1), at(1000, 1000.49f));
    REQUIRE(m.count == 2);
    REQUIRE(near(depth(m), 0.01f, 1.3e-4f));
}
