#include "collision/contact.h"

#include "collision/recycle.h"

namespace impulse {

bool recycle_manifold(Rot qA, Rot qB, Vec2 dc, ManifoldCache& cache, uint32_t flags, Radii radii, float tolerance,
                      float speculative_distance, Manifold& manifold) {
    return recycle_inlined(qA, qB, dc, cache, flags, radii, tolerance, speculative_distance, manifold);
}

void recall_impulses(const Manifold& before, Manifold& now, bool by_index, float normal_stable) {
    const float friction = dot(before.normal, now.normal) > normal_stable ? 1.0f : 0.0f;
    if (by_index) {
        if (before.count != now.count) { return; }
        for (int i = 0; i < now.count; ++i) {
            now.points[static_cast<size_t>(i)].normal_impulse = before.points[static_cast<size_t>(i)].normal_impulse;
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
    if (before.count > 0) { now.rolling_impulse = before.rolling_impulse; }
}

} // namespace impulse
