#include "collision/contact.h"

namespace impulse {

bool recycle_manifold(Rot qA, Rot qB, Vec2 dc, const ManifoldCache& cache, float tolerance, float speculative_distance,
                      Manifold& manifold) {
    constexpr float kMaxTurn = 0.05f; // rad
    const Rot dqA = inverse_mul(cache.qA, qA);
    const Rot dqB = inverse_mul(cache.qB, qB);
    if (abs(dqA.s) > kMaxTurn || abs(dqB.s) > kMaxTurn || dqA.c < 0.0f || dqB.c < 0.0f) { return false; }
    std::array<Vec2, 2> armA;
    std::array<Vec2, 2> armB;
    std::array<float, 2> separation;
    for (size_t i = 0; i < 2; ++i) {
        armA[i] = rotate(dqA, cache.rA[i]);
        armB[i] = rotate(dqB, cache.rB[i]);
        const Vec2 e = dc + armB[i] - armA[i];
        if (length_squared(e) > tolerance * tolerance) { return false; }
        separation[i] = cache.separation[i] + dot(e, manifold.normal);
        armA[i] += 0.5f * e;
        armB[i] -= 0.5f * e;
    }
    if (min(separation[0], separation[1]) > speculative_distance) { return false; }
    for (size_t i = 0; i < 2; ++i) {
        manifold.points[i].rA = armA[i];
        manifold.points[i].rB = armB[i];
        manifold.points[i].separation = separation[i];
    }
    return true;
}

void recall_impulses(const Manifold& before, Manifold& now, bool by_index) {
    if (by_index) {
        if (before.count != now.count) {
            return;
        }
        for (int i = 0; i < now.count; ++i) {
            now.points[static_cast<size_t>(i)].normal_impulse =
                before.points[static_cast<size_t>(i)].normal_impulse;
            now.points[static_cast<size_t>(i)].tangent_impulse =
                before.points[static_cast<size_t>(i)].tangent_impulse;
        }
        return;
    }
    for (int i = 0; i < now.count; ++i) {
        ManifoldPoint& point = now.points[static_cast<size_t>(i)];
        for (int j = 0; j < before.count; ++j) {
            const ManifoldPoint& old = before.points[static_cast<size_t>(j)];
            if (old.feature == point.feature) {
                point.normal_impulse = old.normal_impulse;
                point.tangent_impulse = old.tangent_impulse;
                break;
            }
        }
    }
    if (before.count > 0) {
        now.rolling_impulse = before.rolling_impulse;
    }
}

} // namespace impulse
