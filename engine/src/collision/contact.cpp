#include "collision/contact.h"

namespace impulse {

namespace {

constexpr float kMaxTurn = 0.05f;        // rad, for a face on a face
constexpr float kMaxTurnAlone = 1.0e-5f; // rad, for one point
constexpr float kAlone = 5.0e-4f;        // of the tolerance, for one point: 1e-5 m

bool hardly_turned(Rot dq, float limit) { return abs(dq.s) <= limit && dq.c > 0.0f; }

} // namespace

bool recycle_manifold(Rot qA, Rot qB, Vec2 dc, const ManifoldCache& cache, float tolerance, float speculative_distance,
                      Manifold& manifold) {
    const Rot dqA = inverse_mul(cache.qA, qA);
    const Rot dqB = inverse_mul(cache.qB, qB);
    const bool alone = manifold.count == 1;
    const float limit = alone ? kMaxTurnAlone : kMaxTurn;
    if (alone) { tolerance *= kAlone; }
    if (!hardly_turned(dqA, limit) || !hardly_turned(dqB, limit)) { return false; }
    std::array<Vec2, 2> armA;
    std::array<Vec2, 2> armB;
    std::array<float, 2> separation;
    float nearest = cache.separation[0] + tolerance;
    for (int i = 0; i < manifold.count; ++i) {
        armA[i] = rotate(dqA, cache.rA[i]);
        armB[i] = rotate(dqB, cache.rB[i]);
        const Vec2 e = dc + armB[i] - armA[i];
        if (length_squared(e) > tolerance * tolerance) { return false; }
        separation[i] = cache.separation[i] + dot(e, manifold.normal);
        nearest = min(nearest, separation[i]);
        armA[i] += 0.5f * e;
        armB[i] -= 0.5f * e;
    }
    if (nearest > speculative_distance) { return false; }
    for (int i = 0; i < manifold.count; ++i) {
        manifold.points[i].rA = armA[i];
        manifold.points[i].rB = armB[i];
        manifold.points[i].separation = separation[i];
    }
    return true;
}

bool still_apart(Rot qA, Rot qB, Vec2 dc, const ManifoldCache& cache, float speculative_distance) {
    const Rot dqA = inverse_mul(cache.qA, qA);
    const Rot dqB = inverse_mul(cache.qB, qB);
    if (!hardly_turned(dqA, kMaxTurn) || !hardly_turned(dqB, kMaxTurn)) { return false; }
    // An arc is at most 1.0005 times its sine here; 1.01 covers that and rounding.
    const float moved = length(dc - cache.rA[0]) + 1.01f * (cache.rB[0].x * abs(dqA.s) + cache.rB[0].y * abs(dqB.s));
    return cache.separation[0] - moved > speculative_distance;
}

void recall_impulses(const Manifold& before, Manifold& now, bool by_index, float normal_stable) {
    const float friction = dot(before.normal, now.normal) > normal_stable ? 1.0f : 0.0f;
    if (by_index) {
        if (before.count != now.count) {
            return;
        }
        for (int i = 0; i < now.count; ++i) {
            now.points[static_cast<size_t>(i)].normal_impulse =
                before.points[static_cast<size_t>(i)].normal_impulse;
            now.points[static_cast<size_t>(i)].tangent_impulse =
                friction * before.points[static_cast<size_t>(i)].tangent_impulse;
        }
        return;
    }
    for (int i = 0; i < now.count; ++i) {
        ManifoldPoint& point = now.points[static_cast<size_t>(i)];
        for (int j = 0; j < before.count; ++j) {
            const ManifoldPoint& old = before.points[static_cast<size_t>(j)];
            if (old.feature == point.feature) {
                point.normal_impulse = old.normal_impulse;
                point.tangent_impulse = friction * old.tangent_impulse;
                break;
            }
        }
    }
    if (before.count > 0) {
        now.rolling_impulse = before.rolling_impulse;
    }
}

} // namespace impulse
