#include "collision/contact.h"

namespace impulse {

bool recycle_manifold(Rot qA, Rot qB, Vec2 dc, const ManifoldCache& cache, float tolerance, float speculative_distance,
                      Manifold& manifold) {
    constexpr float kMaxTurn = 0.05f; // rad
    const Rot dqA = inverse_mul(cache.qA, qA);
    const Rot dqB = inverse_mul(cache.qB, qB);
    if (abs(dqA.s) > kMaxTurn || abs(dqB.s) > kMaxTurn || dqA.c < 0.0f || dqB.c < 0.0f) { return false; }
    std::array<float, 2> separation;
    for (size_t i = 0; i < 2; ++i) {
        const ManifoldPoint& point = manifold.points[i];
        const Vec2 e = dc + rotate(dqB, point.rB) - rotate(dqA, point.rA);
        if (length_squared(e) > tolerance * tolerance) { return false; }
        separation[i] = cache.separation[i] + dot(e, manifold.normal);
    }
    if (min(separation[0], separation[1]) > speculative_distance) { return false; }
    manifold.points[0].separation = separation[0];
    manifold.points[1].separation = separation[1];
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
