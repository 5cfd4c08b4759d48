// Random pairs of any two types, checked against laws and against closest points by GJK, which shares no code with the
// separating axes.
#include <cmath>

#include <catch2/catch_test_macros.hpp>

#include "collision/collide.h"
#include "collision/sat.h"
#include "engine/geometry/shapes.h"
#include "geometry/distance.h"

using namespace impulse;
using test::Random;

namespace {

LocalManifold contact(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& settings = {}) {
    CollideCache cache;
    return collide(a, b, b_in_a, settings, cache);
}

float nearest(const LocalManifold& m) {
    return m.count == 2 ? min(m.points[0].separation, m.points[1].separation) : m.points[0].separation;
}

Transform moved(const Transform& pose, Vec2 by) { return {pose.p + by, pose.q}; }

/// Distance of the surfaces, negative where the skins overlap but the cores do not. Cores that overlap: less than that.
float gap(const Shape& a, const Shape& b, const Transform& b_in_a) {
    Core coreA, coreB;
    place_core(a, {}, coreA);
    place_core(b, b_in_a, {}, coreB);
    return core_distance(coreA, coreB).distance - a.radius - b.radius;
}

/// Whether the normal jumps when B moves by 1e-5: then two ways out are equally short, and the choice is free.
bool is_tie(const Shape& a, const Shape& b, const Transform& pose, const Tuning& settings) {
    const Vec2 n = contact(a, b, pose, settings).normal;
    for (const Vec2 by : {Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0, -1}}) {
        if (distance(contact(a, b, moved(pose, 1.0e-5f * by), settings).normal, n) > 1.0e-3f) { return true; }
    }
    return false;
}

struct RandomPair {
    Shape a;
    Shape b;
    Transform pose;
};

RandomPair random_pair(Random& random, float reach) {
    const uint32_t kindA = random.below(test::kKinds);
    const uint32_t kindB = random.below(test::kKinds);
    RandomPair pair;
    pair.a = test::random_shape(random, kindA);
    pair.b = test::random_shape(random, kindB);
    pair.pose = test::random_pose(random, reach);
    return pair;
}

} // namespace

TEST_CASE("A against B mirrors B against A, for 10,000 pairs of all types", "[UD1]") {
    Random random(1);
    Tuning settings;
    settings.speculative_distance = 0.5f;
    int compared = 0;
    int ties = 0;
    while (compared < 10000) {
        const auto [a, b, pose] = random_pair(random, 2.0f);
        const LocalManifold ab = contact(a, b, pose, settings);
        if (ab.count == 0 || nearest(ab) > 0.49f) { continue; }
        if (is_tie(a, b, pose, settings)) {
            ++ties;
            continue;
        }
        ++compared;
        const LocalManifold ba = contact(b, a, inverse_mul(pose, Transform{}), settings);
        REQUIRE(ba.count >= 1);
        // A face's normal is as good as a float; the direction between two corners, or of a centre from a corner, has
        // the rounding of their positions over their distance.
        const float between = std::abs(nearest(ab) + a.radius + b.radius);
        REQUIRE(distance(ab.normal, -rotate(pose.q, ba.normal)) < 1.0e-5f + 1.0e-6f / max(between, 1.0e-3f));
        // Both sides round positions of up to 4 m a few times: 5e-7 each. The corner switch adds its 1e-5.
        REQUIRE(std::abs(nearest(ab) - nearest(ba)) < 1.2e-5f);
    }
    REQUIRE(ties < compared / 10);
}

TEST_CASE("moving B along the normal by the depth separates the shapes, for 10,000 pairs of all types", "[UD1]") {
    Random random(2);
    int overlapping = 0;
    while (overlapping < 10000) {
        const auto [a, b, pose] = random_pair(random, 2.0f);
        const LocalManifold m = contact(a, b, pose);
        if (m.count == 0 || nearest(m) >= 0.0f) { continue; }
        ++overlapping;
        const float d = -nearest(m);
        const Transform apart = moved(pose, (d + 1.0e-4f) * m.normal);
        REQUIRE(gap(a, b, apart) > 0.0f);
        // And not by much less: the depth is no more than a hair above what parts them.
        const LocalManifold still = contact(a, b, moved(pose, (d - 1.0e-4f) * m.normal));
        if (d > 1.0e-3f) { REQUIRE(still.count >= 1); }
    }
}

TEST_CASE("the separation of disjoint shapes is their GJK distance, for every pair of types", "[UD4][UD7]") {
    Random random(3);
    Tuning far;
    far.speculative_distance = 10.0f;
    int apart[test::kKinds][test::kKinds] = {};
    for (int round = 0; round < 40000; ++round) {
        const uint32_t kindA = random.below(test::kKinds);
        const uint32_t kindB = random.below(test::kKinds);
        const Shape a = test::random_shape(random, kindA);
        const Shape b = test::random_shape(random, kindB);
        const Transform pose = test::random_pose(random, 3.0f);
        const float expected = gap(a, b, pose);
        if (expected <= 0.0f) { continue; }
        ++apart[kindA][kindB];
        const LocalManifold m = contact(a, b, pose, far);
        REQUIRE(m.count >= 1);
        // The corner switch of 0.002 slop = 1e-5, and rounding of positions below 6 m.
        REQUIRE(std::abs(nearest(m) - expected) < 1.2e-5f);
        // The normal is a separating direction: A's extent along it ends before B's begins, by the distance.
        float highest_a = -1.0e9f;
        float lowest_b = 1.0e9f;
        for (int i = 0; i < a.count; ++i) { highest_a = max(highest_a, dot(a.points[i], m.normal)); }
        for (int i = 0; i < b.count; ++i) { lowest_b = min(lowest_b, dot(transform(pose, b.points[i]), m.normal)); }
        REQUIRE(lowest_b - b.radius - highest_a - a.radius > expected - 1.2e-5f);
    }
    for (const auto& row : apart) {
        for (const int count : row) { REQUIRE(count > 100); }
    }
}

TEST_CASE("there is a contact exactly when the distance is at most the speculative one", "[UD2]") {
    Random random(4);
    const Tuning settings;
    for (int round = 0; round < 40000; ++round) {
        const auto [a, b, pose] = random_pair(random, 2.5f);
        const float d = gap(a, b, pose);
        const int count = contact(a, b, pose).count;
        if (d > settings.speculative_distance + 1.2e-5f) { REQUIRE(count == 0); }
        if (d < settings.speculative_distance - 1.2e-5f) { REQUIRE(count >= 1); }
    }
}

TEST_CASE("100,000 overlapping pairs, including corner to corner, all have a point", "[UD12]") {
    Random random(5);
    int failures = 0;
    for (int overlapping = 0; overlapping < 100000;) {
        const uint32_t kindA = 1 + random.below(test::kKinds - 1);
        const uint32_t kindB = 1 + random.below(test::kKinds - 1);
        const Shape a = test::random_shape(random, kindA);
        const Shape b = test::random_shape(random, kindB);
        const Rot turn = make_rot(random.between(-kPi, kPi));
        // A corner of B just inside a corner of A.
        const Vec2 corner = a.points[random.below(static_cast<uint32_t>(a.count))];
        const Vec2 inwards = normalize(a.centroid - corner);
        const Vec2 tip = rotate(turn, b.points[random.below(static_cast<uint32_t>(b.count))]);
        const Transform pose{corner + random.between(0.0f, 0.1f) * inwards - tip, turn};
        if (gap(a, b, pose) >= 0.0f) { continue; }
        ++overlapping;
        CollideCache cache;
        cache.valid = static_cast<uint8_t>(random.below(2)); // any cached face
        cache.reference_is_b = static_cast<uint8_t>(random.below(2));
        cache.edgeA = static_cast<uint8_t>(random.below(10));
        cache.edgeB = static_cast<uint8_t>(random.below(10));
        const LocalManifold m = collide(a, b, pose, {}, cache);
        const bool fine = m.count >= 1 && nearest(m) <= 1.2e-5f && std::abs(length(m.normal) - 1.0f) < 1.0e-6f;
        failures += fine ? 0 : 1;
    }
    REQUIRE(failures == 0);
}

TEST_CASE("the naive overlap agrees unless one projection contains the other on the least axis", "[UD8]") {
    Random random(6);
    Tuning naive;
    naive.literal.interval_overlap = true;
    int agreed = 0;
    int contained = 0;
    while (agreed < 5000) {
        const Shape a = test::box(random.between(0.2f, 2.0f), random.between(0.2f, 2.0f));
        const Shape b = test::box(random.between(0.2f, 2.0f), random.between(0.2f, 2.0f));
        const Transform pose = test::random_pose(random, 1.5f);
        Core coreA, coreB;
        place_core(a, {}, coreA);
        place_core(b, pose, {}, coreB);
        const IntervalAxis axis = min_interval_overlap(coreA, 0, coreB, 0, pose.p);
        if (axis.overlap <= 0.0f) { continue; }
        const float depth = -max(max_separation(coreA, coreB).separation, max_separation(coreB, coreA).separation);
        float lowA = 1.0e9f, highA = -1.0e9f, lowB = 1.0e9f, highB = -1.0e9f;
        for (int i = 0; i < 4; ++i) {
            lowA = min(lowA, dot(coreA.point(i), axis.normal));
            highA = max(highA, dot(coreA.point(i), axis.normal));
            lowB = min(lowB, dot(coreB.point(i), axis.normal));
            highB = max(highB, dot(coreB.point(i), axis.normal));
        }
        if ((lowA <= lowB && highB <= highA) || (lowB <= lowA && highA <= highB)) {
            ++contained;
            REQUIRE(axis.overlap <= depth + 1.0e-6f); // never more than the depth
            continue;
        }
        ++agreed;
        REQUIRE(std::abs(depth - axis.overlap) < 1.0e-6f);
        // Point depths come from the clip: within a rounding more of the same.
        REQUIRE(std::abs(nearest(contact(a, b, pose, naive)) + depth) < 2.0e-6f);
    }
    REQUIRE(contained > 0);
}

TEST_CASE("the cached reference face changes the depth by less than a tenth of the slop", "[UD11]") {
    Random random(7);
    const Tuning settings;
    for (int round = 0; round < 5000; ++round) {
        const auto [a, b, start] = random_pair(random, 1.5f);
        CollideCache cache;
        Transform pose = start;
        const Vec2 drift = test::random_point(random, 0.002f);
        const float spin = random.between(-0.003f, 0.003f);
        for (int step = 0; step < 10; ++step) {
            const LocalManifold kept = collide(a, b, pose, settings, cache);
            const LocalManifold fresh = contact(a, b, pose, settings);
            // A kept face sees up to a tenth of the slop more distance, so only there may it see no contact.
            if (kept.count > 0) { REQUIRE(fresh.count > 0); }
            if (fresh.count > 0 && kept.count == 0) {
                REQUIRE(nearest(fresh) > settings.speculative_distance - 0.1f * settings.linear_slop - 1.2e-5f);
            }
            if (kept.count > 0 && fresh.count > 0) {
                REQUIRE(std::abs(nearest(kept) - nearest(fresh)) <= 0.1f * settings.linear_slop + 1.2e-5f);
            }
            pose = {pose.p + drift, integrate_rotation(pose.q, spin)};
        }
    }
}
