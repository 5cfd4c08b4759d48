#include <cmath>

#include <catch2/catch_test_macros.hpp>

#include "collision/collide.h"
#include "engine/geometry/shapes.h"

using namespace impulse;

namespace {

constexpr Tuning kSettings;
// The source gives UD1 to UD5 to five digits.
constexpr float kDigits = 1.0e-5f;

LocalManifold contact(const Shape& a, const Shape& b, const Transform& b_in_a = {}, Tuning settings = kSettings) {
    CollideCache cache;
    return collide(a, b, b_in_a, settings, cache);
}

bool near(Vec2 a, Vec2 b, float tolerance = kDigits) { return distance(a, b) <= tolerance; }
bool near(float a, float b, float tolerance = kDigits) { return std::abs(a - b) <= tolerance; }

Tuning literal_inside() {
    Tuning settings;
    settings.literal.inside_circle = true;
    return settings;
}

} // namespace

TEST_CASE("the normal of a disc and a box points from the first to the second in either order", "[UD1]") {
    const Shape disc = test::circle(0.5f);
    const Shape box = test::box(1, 1);
    const Transform right{{0.9f, 0}, {}};
    const LocalManifold ab = contact(disc, box, right);
    REQUIRE(ab.count == 1);
    REQUIRE(near(ab.normal, {1, 0}, 1.0e-6f));
    REQUIRE(near(ab.points[0].separation, -0.1f, 1.0e-6f));
    const LocalManifold ba = contact(box, disc, inverse_mul(right, {}));
    REQUIRE(ba.count == 1);
    REQUIRE(near(ba.normal, {-1, 0}, 1.0e-6f));
    REQUIRE(near(ba.points[0].separation, -0.1f, 1.0e-6f));
    // B's frame is 0.9 m to the right.
    REQUIRE(near(ba.points[0].point + right.p, ab.points[0].point, 1.0e-6f));
}

TEST_CASE("the anchor of two discs is midway between their surfaces", "[UD2]") {
    const Shape unit = test::circle(1);
    const LocalManifold deep = contact(unit, unit, {{1.5f, 0}, {}});
    REQUIRE(deep.count == 1);
    REQUIRE(deep.normal == Vec2{1, 0});
    REQUIRE(deep.points[0].separation == -0.5f);
    REQUIRE(deep.points[0].point == Vec2{0.75f, 0}); // surfaces at (1, 0) and (0.5, 0)

    const LocalManifold touching = contact(unit, unit, {{2.0f, 0}, {}});
    REQUIRE(touching.count == 1);
    REQUIRE(touching.points[0].separation == 0.0f);

    const LocalManifold ahead = contact(unit, unit, {{2.0001f, 0}, {}});
    REQUIRE(ahead.count == 1);
    REQUIRE(near(ahead.points[0].separation, 1.0e-4f, 3.0e-7f));

    Tuning touching_only;
    touching_only.speculative_distance = 0.0f;
    REQUIRE(contact(unit, unit, {{2.0f, 0}, {}}, touching_only).count == 1);
    REQUIRE(contact(unit, unit, {{2.0001f, 0}, {}}, touching_only).count == 0);
}

TEST_CASE("concentric discs separate along x", "[UD3]") {
    const LocalManifold same = contact(test::circle(1, {3, 4}), test::circle(0.5f, {3, 4}));
    REQUIRE(same.count == 1);
    REQUIRE(same.normal == Vec2{1, 0});
    REQUIRE(same.points[0].separation == -1.5f);
    REQUIRE(is_finite(same.points[0].point));
}

TEST_CASE("every pair of types at one position has a unit normal and finite points", "[UD3]") {
    const Shape shapes[] = {test::circle(0.5f),
                            test::capsule({-0.5f, 0}, {0.5f, 0}, 0.25f),
                            test::box(1, 1),
                            test::polygon({{-1, -1}, {1, -1}, {0, 2}}),
                            test::box(1, 1, {}, 0, 0.1f),
                            test::segment({-0.5f, 0}, {0.5f, 0})};
    for (const Shape& a : shapes) {
        for (const Shape& b : shapes) {
            // Two segments on one line touch along it, all others overlap.
            const LocalManifold m = contact(a, b);
            REQUIRE(m.count >= 1);
            REQUIRE(near(length(m.normal), 1.0f, 1.0e-6f));
            for (int i = 0; i < m.count; ++i) {
                REQUIRE(is_finite(m.points[i].point));
                REQUIRE(is_finite(m.points[i].separation));
            }
            REQUIRE(m.points[0].separation <= 0.0f);
        }
    }
}

TEST_CASE("a disc beside a box touches its nearest point", "[UD4]") {
    const Shape box = test::box(2, 1);
    const auto disc_at = [](Vec2 center) { return test::circle(0.3f, center); };

    const LocalManifold face = contact(box, disc_at({1.2f, 0}));
    REQUIRE(near(face.normal, {1, 0}));
    REQUIRE(near(face.points[0].separation, -0.1f));
    REQUIRE(near(face.points[0].point, {0.95f, 0})); // surfaces at x = 1 and x = 0.9

    const LocalManifold corner = contact(box, disc_at({1.2f, 0.7f}));
    REQUIRE(near(corner.normal, {0.70711f, 0.70711f}));
    REQUIRE(near(corner.points[0].separation, -0.017157f));
    REQUIRE(near(corner.points[0].point, Vec2{1, 0.5f} - 0.5f * 0.017157f * corner.normal));

    Tuning touching_only;
    touching_only.speculative_distance = 0.0f;
    REQUIRE(contact(box, disc_at({1.31f, 0}), {}, touching_only).count == 0);
    REQUIRE(contact(box, disc_at({1.321f, 0})).count == 0);

    const LocalManifold turned = contact(test::box(2, 1, {}, kPi / 6), disc_at({1.039230f, 0.6f}));
    REQUIRE(near(turned.normal, {0.866025f, 0.5f}));
    REQUIRE(near(turned.points[0].separation, -0.1f));
}

TEST_CASE("a disc whose centre is inside a box is pushed out through the nearest face", "[UD5]") {
    const Shape box = test::box(2, 1);
    const LocalManifold side = contact(box, test::circle(0.3f, {0.8f, 0.1f}));
    REQUIRE(side.count == 1);
    REQUIRE(near(side.normal, {1, 0}));
    REQUIRE(near(side.points[0].separation, -0.5f));
    // Surfaces at c + n f = 1 and c - n r = 0.5.
    REQUIRE(near(side.points[0].point, {0.75f, 0.1f}));

    const LocalManifold top = contact(box, test::circle(0.3f, {0.4f, 0.1f}));
    REQUIRE(near(top.normal, {0, 1}));
    REQUIRE(near(top.points[0].separation, -0.7f));
}

TEST_CASE("a centre equally near to side and top is pushed out through the top", "[UD5]") {
    const LocalManifold tie = contact(test::box(2, 2), test::circle(0.25f, {0.5f, 0.5f}));
    REQUIRE(tie.normal == Vec2{0, 1});
    REQUIRE(near(tie.points[0].separation, -0.75f));
    const LocalManifold other = contact(test::box(2, 2), test::circle(0.25f, {-0.5f, -0.5f}));
    REQUIRE(other.normal == Vec2{0, -1});
}

TEST_CASE("naive variant: a centre inside is pushed inwards, and deep inside not at all", "[UD5]") {
    const Shape box = test::box(2, 1);
    const LocalManifold side = contact(box, test::circle(0.3f, {0.8f, 0.1f}), {}, literal_inside());
    REQUIRE(side.count == 1);
    REQUIRE(near(side.normal, {-1, 0}));
    REQUIRE(near(side.points[0].separation, -0.1f));
    REQUIRE(contact(box, test::circle(0.3f, {0.4f, 0.1f}), {}, literal_inside()).count == 0);
    // Outside, the naive variant is correct.
    REQUIRE(near(contact(box, test::circle(0.3f, {1.2f, 0}), {}, literal_inside()).normal, {1, 0}));
}

TEST_CASE("a disc on a rounded box touches the rounded outline", "[UD4]") {
    const Shape box = test::box(2, 1, {}, 0, 0.2f);
    const LocalManifold face = contact(box, test::circle(0.3f, {1.4f, 0}));
    REQUIRE(near(face.points[0].separation, -0.1f));
    REQUIRE(near(face.points[0].point, {1.15f, 0}));
    const float diagonal = std::sqrt(0.5f);
    const LocalManifold corner = contact(box, test::circle(0.3f, {1 + 0.45f * diagonal, 0.5f + 0.45f * diagonal}));
    REQUIRE(near(corner.normal, {diagonal, diagonal}));
    REQUIRE(near(corner.points[0].separation, -0.05f));
}

TEST_CASE("a disc rests on a segment from either side", "[UD1]") {
    const Shape line = test::segment({-1, 0}, {1, 0});
    const LocalManifold above = contact(line, test::circle(0.5f, {0.2f, 0.45f}));
    REQUIRE(near(above.normal, {0, 1}));
    REQUIRE(near(above.points[0].separation, -0.05f));
    const LocalManifold below = contact(line, test::circle(0.5f, {0.2f, -0.45f}));
    REQUIRE(near(below.normal, {0, -1}));
    const LocalManifold end = contact(line, test::circle(0.5f, {1.3f, 0.4f}));
    REQUIRE(near(end.normal, {0.6f, 0.8f}));
    REQUIRE(near(end.points[0].separation, 0.0f));
}
