// Time of impact against brute force: testing many times.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/geometry/shapes.h"
#include "geometry/aabb.h"
#include "geometry/distance.h"
#include "geometry/toi.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr SweepLimits kLimits{
    .touching = 0.0025f, .impact = -0.0025f, .press = 1.0f, .sink = -0.05f, .bottom = -0.09f, .tolerance = 0.0005f};

// Coordinates up to 10 m round to 5e-7 m, and a dozen such roundings make one separation.
constexpr float kRounding = 1.0e-5f; // m

Sweep random_sweep(Random& random, float reach, float way, float turn) {
    Sweep sweep;
    sweep.p = random_point(random, reach);
    sweep.dp = random_point(random, way);
    sweep.q = make_rot(random.between(-kPi, kPi));
    sweep.turn = random.between(-turn, turn);
    sweep.local_center = random_point(random, 0.3f);
    return sweep;
}

float separation_at(const Shape& a, const Sweep& sa, const Shape& b, const Sweep& sb, float time) {
    return separation(a, pose_at(sa, time), b, pose_at(sb, time)).distance;
}

Sweep still(Vec2 p) { return {.p = p, .dp = {}, .q = {}, .turn = 0.0f, .local_center = {}}; }

} // namespace

TEST_CASE("the shapes never come closer than the limit before the time of impact, and reach it then",
          "[X17][geometry]") {
    Random random(17);
    int hits = 0;
    int misses = 0;
    int cut_short = 0;
    for (int i = 0; i < 6000; ++i) {
        const Shape a = random_shape(random, random.below(kKinds));
        const Shape b = random_shape(random, random.below(kKinds));
        const float turn = i % 3 == 0 ? 0.0f : i % 3 == 1 ? 1.0f : 8.0f;
        const Sweep sa = random_sweep(random, 4.0f, 6.0f, turn);
        const Sweep sb = random_sweep(random, 4.0f, i % 2 == 0 ? 0.0f : 6.0f, i % 4 == 0 ? turn : 0.0f);
        const TimeOfImpact toi = time_of_impact(a, sa, b, sb, kLimits);
        if (toi.start <= kLimits.touching) { continue; }
        (toi.hit ? hits : misses) += 1;
        float nearest = separation_at(a, sa, b, sb, 0.0f);
        const int samples = 300;
        for (int k = 0; k <= samples; ++k) {
            const float time = toi.time * static_cast<float>(k) / static_cast<float>(samples);
            nearest = min(nearest, separation_at(a, sa, b, sb, time));
        }
        CAPTURE(i, toi.time, toi.advances, nearest);
        CHECK(nearest >= kLimits.impact - kRounding);
        if (!toi.hit) { continue; }
        if (separation_at(a, sa, b, sb, toi.time) > kLimits.impact + kLimits.tolerance + kRounding) { ++cut_short; }
    }
    CHECK(hits > 500);
    CHECK(misses > 1000);
    CHECK(cut_short == 0); // none of them needed more than 128 advances
}

TEST_CASE("an impact is the same to the last bit, however soon after it the sweep is cut off", "[X14][X17][geometry]") {
    Random random(31);
    int hits = 0;
    int deep = 0;
    for (int i = 0; i < 20000; ++i) {
        const Shape a = random_shape(random, random.below(kKinds));
        const Shape b = random_shape(random, random.below(kKinds));
        const float near = i % 2 == 0 ? 4.0f : 1.0f; // the second half overlaps, mostly
        const Sweep sa = random_sweep(random, near, 4.0f, i % 3 == 0 ? 0.0f : 1.0f);
        const Sweep sb = random_sweep(random, near, 1.0f, i % 4 == 0 ? 0.0f : 0.5f);
        SweepLimits limits = kLimits;
        if (i % 2 == 1) { // overlap of any depth counts as too deep
            limits.sink = -1.0f;
            limits.bottom = -2.0f;
            limits.press = 0.0f;
        }
        const TimeOfImpact whole = time_of_impact(a, sa, b, sb, limits);
        if (!whole.hit) { continue; }
        ++hits;
        deep += whole.start < limits.impact ? 1 : 0;
        for (const float until : {whole.time, 0.5f * (whole.time + 1.0f)}) {
            const TimeOfImpact cut = time_of_impact(a, sa, b, sb, limits, until);
            CAPTURE(i, whole.time, cut.time, until, whole.start);
            CHECK(cut.hit);
            CHECK(cut.time == whole.time);
            CHECK(cut.normal == whole.normal);
            CHECK(cut.limit == whole.limit);
        }
    }
    CAPTURE(hits, deep);
    CHECK(hits > 3000);
    CHECK(deep > 500);
}

TEST_CASE("the gap in front of a face is a lower bound, and exact for what moves along it", "[X17][geometry]") {
    Random random(29);
    int above = 0; // pairs that the bound tells to stay apart
    for (int i = 0; i < 6000; ++i) {
        const Shape a = random_shape(random, random.below(kKinds));
        const Shape b = random_shape(random, random.below(kKinds));
        const Sweep sa = random_sweep(random, 4.0f, 2.0f, i % 3 == 0 ? 0.0f : i % 3 == 1 ? 0.5f : 8.0f);
        const Sweep sb = random_sweep(random, 4.0f, i % 2 == 0 ? 0.0f : 2.0f, i % 4 == 0 ? 0.5f : 0.0f);
        const float gap = front_gap(a, sa, b, sb);
        if (b.count < 2 || sb.turn != 0.0f) {
            CHECK(gap < -1.0e30f);
            continue;
        }
        float nearest = separation_at(a, sa, b, sb, 0.0f);
        for (int k = 1; k <= 100; ++k) {
            nearest = min(nearest, separation_at(a, sa, b, sb, 0.01f * static_cast<float>(k)));
        }
        CAPTURE(i, gap, nearest);
        CHECK(gap <= nearest + kRounding);
        above += gap > 0.0f ? 1 : 0;
    }
    CHECK(above > 1000);
    const Shape floor = box(40.0f, 1.0f);
    // By how much the bound is lower, for rounding: 2^-19 of lengths that sum up to 30 m.
    constexpr float kMargin = 0x1p-19f * 30.0f;
    for (const float height : {-0.004f, 0.0f, 0.02f, 0.7f}) {
        for (const float turn : {0.0f, 0.02f}) {
            const Sweep moves{
                .p = {-3.0f, 1.0f + height}, .dp = {5.0f, 0.0f}, .q = {}, .turn = turn, .local_center = {}};
            const float ball = front_gap(circle(0.5f), moves, floor, still({}));
            CHECK(ball <= height + kRounding);
            CHECK(ball >= height - kMargin);
            // A corner at (0.5, 0.5) comes down by 0.5 w, less at most w^2 / 2 |r| for |r| = 0.71.
            const float crate = front_gap(box(1.0f, 1.0f), moves, floor, still({}));
            CHECK(crate <= height - 0.5f * turn + 0.36f * turn * turn + kRounding);
            CHECK(crate >= height - 0.5f * turn - 0.36f * turn * turn - kMargin);
        }
    }
}

TEST_CASE("a disc hits a thin wall at the time given by its speed, at any speed", "[X17][geometry]") {
    // At both ends of its path it is clear of the wall.
    const Shape disc = circle(0.05f);
    const Shape wall = box(0.1f, 4.0f);
    for (const float way : {0.5f, 2.0f, 10.0f, 100.0f, 400.0f}) {
        const Sweep flight{.p = {-0.3f * way, 0.0f}, .dp = {way, 0.0f}, .q = {}, .turn = 0.0f, .local_center = {}};
        CHECK(separation_at(disc, flight, wall, still({}), 0.0f) > 0.0f);
        CHECK(separation_at(disc, flight, wall, still({}), 1.0f) > 0.0f);
        const TimeOfImpact toi = time_of_impact(disc, flight, wall, still({}), kLimits);
        REQUIRE(toi.hit);
        const float expected = (0.3f * way - 0.1f + 0.0025f) / way;
        // Within the tolerance of the limit, and the rounding of a coordinate of 120 m.
        CHECK(std::abs(toi.time - expected) * way <= kLimits.tolerance + 1.0e-4f);
        CHECK(toi.advances <= 3); // straight flight to a face: the bound is exact
    }
}

TEST_CASE("touching shapes may slide and roll, but not sink in", "[X17][geometry]") {
    const Shape ground = segment({-100.0f, 0.0f}, {100.0f, 0.0f});
    const Shape crate = box(1.0f, 1.0f);
    const auto toi = [&](Vec2 p, Vec2 dp, float turn) {
        const Sweep sweep{.p = p, .dp = dp, .q = {}, .turn = turn, .local_center = {}};
        return time_of_impact(crate, sweep, ground, still({}), kLimits);
    };
    CHECK_FALSE(toi({0.0f, 0.5f}, {6.0f, 0.0f}, 0.0f).hit);
    CHECK_FALSE(toi({0.0f, 0.499f}, {6.0f, -0.004f}, 0.0f).hit); // as a contact that gives way a little
    CHECK_FALSE(toi({0.0f, 0.499f}, {6.0f, 0.0f}, 0.1f).hit);    // a corner comes down by 48 mm
    const TimeOfImpact dug = toi({0.0f, 0.5f}, {6.0f, -1.0f}, 0.0f);
    REQUIRE(dug.hit);
    CHECK(std::abs(dug.time - 0.05f) <= kLimits.tolerance + kRounding);
    // Where less may be added than the limit leaves room for, that counts.
    SweepLimits tight = kLimits;
    tight.press = 0.01f;
    const Sweep digs{.p = {0.0f, 0.499f}, .dp = {6.0f, -1.0f}, .q = {}, .turn = 0.0f, .local_center = {}};
    const TimeOfImpact pressed = time_of_impact(crate, digs, ground, still({}), tight);
    REQUIRE(pressed.hit);
    CHECK(std::abs(pressed.time - 0.0115f) <= kLimits.tolerance + kRounding); // 10 mm below `impact`
    // Deeper than `sink`: along and out, not further in.
    CHECK_FALSE(toi({0.0f, 0.44f}, {6.0f, 0.0f}, 0.0f).hit);
    CHECK_FALSE(toi({0.0f, 0.44f}, {6.0f, 1.0f}, 0.0f).hit);
    const TimeOfImpact deeper = toi({0.0f, 0.44f}, {6.0f, -1.0f}, 0.0f);
    REQUIRE(deeper.hit);
    CHECK(deeper.time == 0.0f);
    // Deeper than `bottom`: free, wherever it goes.
    for (const Vec2 dp : {Vec2{6.0f, 0.0f}, Vec2{0.0f, 1.0f}, Vec2{6.0f, -1.0f}}) {
        CHECK_FALSE(toi({0.0f, 0.4f}, dp, 0.0f).hit);
    }
}

TEST_CASE("a shape too deep at the beginning of the sweep stops along the axis at that time, at any rotation",
          "[X17][geometry]") {
    // Over the end of the ground the rod's own face becomes the axis, and turns with it. A slide along the axis of a
    // later time would lead into the ground.
    const Shape ground = segment({0.0f, 0.0f}, {100.0f, 0.0f});
    const Shape rod = box(1.0f, 0.2f);
    for (const float turn : {-40.0f, -3.0f, -1.0f, 1.0f, 3.0f, 40.0f}) {
        const Sweep sweep{.p = {0.0f, 0.04f}, .dp = {}, .q = {}, .turn = turn, .local_center = {}};
        const TimeOfImpact toi = time_of_impact(rod, sweep, ground, still({}), kLimits);
        CAPTURE(turn);
        REQUIRE(toi.hit);
        CHECK(toi.start < kLimits.sink);
        CHECK(toi.start > kLimits.bottom);
        CHECK(toi.time == 0.0f);
        CHECK(toi.normal.y < -1.0f + kRounding);
    }
}

TEST_CASE("a shape under lasting pressure never reaches the bottom limit, and lines never reach each other",
          "[X17][geometry]") {
    const Shape ground = segment({-100.0f, 0.0f}, {100.0f, 0.0f});
    const SweepLimits lines{
        .touching = 0.005f, .impact = 0.0025f, .sink = 0.00125f, .bottom = 0.0005f, .tolerance = 0.0005f};
    const auto press = [&](const Shape& shape, Vec2 p, const SweepLimits& limits) {
        for (int step = 0; step < 20000; ++step) { // more than five minutes at 60 Hz
            const Sweep sweep{.p = p, .dp = {0.01f, -0.2f}, .q = {}, .turn = 0.0f, .local_center = {}};
            p += time_of_impact(shape, sweep, ground, still({}), limits).time * sweep.dp;
        }
        return separation(shape, {p, {}}, ground, {}).distance;
    };
    CHECK(press(box(1.0f, 1.0f), {0.0f, 0.5f}, kLimits) > kLimits.bottom);
    CHECK(press(segment({-0.5f, 0.0f}, {0.5f, 0.0f}), {0.0f, 0.003f}, lines) > 0.0f);
}

TEST_CASE("a rotation of many turns takes few advances far from obstacles and few more along a wall",
          "[X17][geometry]") {
    const Shape rod = capsule({-1.0f, 0.0f}, {1.0f, 0.0f}, 0.05f);
    const Shape wall = segment({-50.0f, 0.0f}, {50.0f, 0.0f});
    const Sweep far{.p = {-5.0f, 1.2f}, .dp = {10.0f, 0.0f}, .q = {}, .turn = 100.0f, .local_center = {}};
    const TimeOfImpact missed = time_of_impact(rod, far, wall, still({}), kLimits);
    CHECK_FALSE(missed.hit);
    CHECK(missed.advances == 0);
    Sweep close = far;
    close.p.y = 0.9f;
    const TimeOfImpact hit = time_of_impact(rod, close, wall, still({}), kLimits);
    REQUIRE(hit.hit);
    CHECK(hit.advances < 12);
    // The tip is down where sin(turn t) reaches the height less the radius and the limit.
    CHECK(std::abs(separation_at(rod, close, wall, still({}), hit.time) - kLimits.impact) <=
          kLimits.tolerance + kRounding);
    CHECK(hit.time * 100.0f < 0.5f * kPi);
}

TEST_CASE("a box that moves with a long wall that turns takes no advance", "[X17][geometry]") {
    const Shape wall = box(21.0f, 1.0f);
    const Shape small = box(0.25f, 0.25f);
    const float turn = 0.0073f; // per step: 25 degrees per second
    const Sweep drum{.p = {0.0f, 10.0f}, .dp = {}, .q = {}, .turn = turn, .local_center = {0.0f, 10.0f}};
    for (const float x : {0.0f, 3.0f, 9.0f}) {
        const Vec2 at{x, 0.627f};
        Sweep body{.p = at, .dp = turn * left_perp(at - drum.p), .q = {}, .turn = turn, .local_center = {}};
        const TimeOfImpact beside = time_of_impact(small, body, wall, drum, kLimits);
        CHECK_FALSE(beside.hit);
        CHECK(beside.advances == 0); // in the frame of the world 36, 26 and 5
        body.dp.y -= 0.1f;
        const TimeOfImpact hit = time_of_impact(small, body, wall, drum, kLimits);
        REQUIRE(hit.hit);
        CHECK(hit.advances <= 4);
        CHECK(std::abs(separation_at(small, body, wall, drum, hit.time) - hit.limit) <= kLimits.tolerance + kRounding);
    }
}

TEST_CASE("separation is the distance outside and the depth inside", "[X17][geometry]") {
    const Shape unit = box(1.0f, 1.0f);
    const auto at = [&](const Shape& b, Vec2 p) { return separation(unit, {}, b, {p, {}}).distance; };
    CHECK(std::abs(at(unit, {1.5f, 0.25f}) - 0.5f) <= kRounding);
    CHECK(std::abs(at(unit, {0.75f, 0.25f}) + 0.25f) <= kRounding);
    CHECK(std::abs(at(circle(0.25f), {0.0f, 0.625f}) + 0.125f) <= kRounding);
    CHECK(std::abs(at(circle(0.25f), {0.0f, 0.375f}) + 0.375f) <= kRounding); // the centre inside
    CHECK(std::abs(at(segment({-2.0f, 0.0f}, {2.0f, 0.0f}), {0.0f, 0.25f}) + 0.25f) <= kRounding);
    Random random(5);
    for (int i = 0; i < 2000; ++i) {
        const Shape a = random_shape(random, random.below(kKinds));
        const Shape b = random_shape(random, random.below(kKinds));
        const Transform pa = random_pose(random, 2.0f);
        const Transform pb = random_pose(random, 2.0f);
        const float s = separation(a, pa, b, pb).distance;
        CHECK(std::abs(s - separation(b, pb, a, pa).distance) <= kRounding);
        Core coreA, coreB;
        place_core(a, {}, coreA);
        place_core(b, inverse_mul(pa, pb), {}, coreB);
        const float d = core_distance(coreA, coreB).distance - a.radius - b.radius;
        CHECK(std::abs(max(s, 0.0f) - max(d, 0.0f)) <= kRounding);
    }
}

TEST_CASE("a swept AABB contains the shape at every time", "[X17][geometry]") {
    Random random(23);
    for (int i = 0; i < 1000; ++i) {
        const Shape shape = random_shape(random, random.below(kKinds));
        const Sweep sweep = random_sweep(random, 2.0f, 5.0f, 9.0f);
        const Aabb swept = swept_box(shape, sweep);
        const Aabb room{swept.lower - Vec2{kRounding, kRounding}, swept.upper + Vec2{kRounding, kRounding}};
        for (int k = 0; k <= 50; ++k) {
            CHECK(contains(room, shape_aabb(shape, pose_at(sweep, static_cast<float>(k) / 50.0f))));
        }
    }
}

TEST_CASE("the rest of a sweep has the same poses", "[geometry]") {
    Random random(29);
    for (int i = 0; i < 200; ++i) {
        const Sweep sweep = random_sweep(random, 2.0f, 5.0f, 3.0f);
        const float from = random.between(0.0f, 1.0f);
        const float part = random.between(0.0f, 1.0f);
        const Transform whole = pose_at(sweep, from + part * (1.0f - from));
        const Transform rest = pose_at(rest_of(sweep, from), part);
        CHECK(distance(whole.p, rest.p) <= kRounding);
        CHECK(std::abs(whole.q.s - rest.q.s) <= kRounding);
        CHECK(distance(pose_at(at_rest(sweep, from), 1.0f).p, pose_at(sweep, from).p) <= kRounding);
    }
}

TEST_CASE("half the thickness is the radius of the inscribed disc, reach the distance of the farthest vertex",
          "[geometry]") {
    CHECK(half_thickness(circle(0.3f)) == 0.3f);
    CHECK(half_thickness(capsule({-1.0f, 0.0f}, {1.0f, 0.0f}, 0.2f)) == 0.2f);
    CHECK(half_thickness(segment({-1.0f, 0.0f}, {1.0f, 0.0f})) == 0.0f);
    CHECK(std::abs(half_thickness(box(4.0f, 0.5f, {}, 0.0f, 0.125f)) - 0.375f) <= kRounding);
    CHECK(core_reach(circle(0.3f), {}) == 0.0f);
    CHECK(std::abs(core_reach(box(6.0f, 8.0f), {}) - 5.0f) <= kRounding);
}
