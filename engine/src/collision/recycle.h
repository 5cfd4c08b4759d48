/// Contact recycling: pairs that hardly moved reuse the result of the narrow phase. Inlined into the loop over all
/// contacts, where nine of ten pairs end: a call that passes rotations through memory, as WebAssembly does, takes as
/// long as the work itself.
#pragma once

#include <array>

#include "collision/contact.h"

namespace impulse {

namespace detail {

inline constexpr float kMaxTurn = 0.05f; // rad, for a face on a face
// By number of points, less one. Read from tables: a branch on one or two points is unpredictable, and a misprediction
// costs as much as the rest.
inline constexpr std::array<float, 2> kTurnLimits = {1.0e-5f, kMaxTurn}; // rad
inline constexpr std::array<float, 2> kTolerances = {5.0e-4f,
                                                     1.0f}; // of the tolerance: one point is kept within 1e-5 m

inline bool hardly_turned(Rot dq, float limit) { return abs(dq.s) <= limit && dq.c > 0.0f; }

/// A point carried along by the bodies.
struct Followed {
    Vec2 rA, rB;      ///< m
    float separation; ///< m
    bool holds;       ///< its two anchors are still close
};

} // namespace detail

/// `recycle_manifold`, inlined by all callers.
[[gnu::always_inline]] inline bool carry_points(Rot qA, Rot qB, Vec2 dc, const ManifoldCache& cache, float tolerance,
                                                float speculative_distance, Manifold& manifold) {
    const Rot dqA = inverse_mul(cache.qA, qA);
    const Rot dqB = inverse_mul(cache.qB, qB);
    const auto last = static_cast<size_t>(manifold.count - 1);
    const float limit = detail::kTurnLimits[last];
    tolerance *= detail::kTolerances[last];
    if (!detail::hardly_turned(dqA, limit) || !detail::hardly_turned(dqB, limit)) { return false; }
    const auto follow = [&](size_t i) {
        const Vec2 armA = rotate(dqA, cache.rA[i]);
        const Vec2 armB = rotate(dqB, cache.rB[i]);
        const Vec2 e = dc + armB - armA;
        return detail::Followed{armA + 0.5f * e, armB - 0.5f * e, cache.separation[i] + dot(e, manifold.normal),
                                length_squared(e) <= tolerance * tolerance};
    };
    const auto keep = [&](size_t i, const detail::Followed& point) {
        manifold.points[i].rA = point.rA;
        manifold.points[i].rB = point.rB;
        manifold.points[i].separation = point.separation;
    };
    const detail::Followed first = follow(0);
    const detail::Followed second = follow(last);
    const float nearest = min(cache.separation[0] + tolerance, min(first.separation, second.separation));
    if (!first.holds || !second.holds || nearest > speculative_distance) { return false; }
    keep(0, first);
    keep(last, second);
    return true;
}

/// m: lower bound of the distance of a pair without points beyond `speculative_distance`: its gap then, less the
/// relative displacement of the centres and that of the bodies' farthest points by rotation. Not above 0 if that proves
/// nothing.
inline float apart_by(Rot qA, Rot qB, Vec2 dc, const ManifoldCache& cache, float speculative_distance) {
    const Rot dqA = inverse_mul(cache.qA, qA);
    const Rot dqB = inverse_mul(cache.qB, qB);
    if (!detail::hardly_turned(dqA, detail::kMaxTurn) || !detail::hardly_turned(dqB, detail::kMaxTurn)) { return 0.0f; }
    // An arc is at most 1.0005 times its sine here; 1.01 covers that and rounding.
    const float moved = length(dc - cache.rA[0]) + 1.01f * (cache.rB[0].x * abs(dqA.s) + cache.rB[0].y * abs(dqB.s));
    return cache.separation[0] - moved - speculative_distance;
}

} // namespace impulse
