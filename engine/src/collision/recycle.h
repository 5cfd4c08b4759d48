/// Contact recycling: pairs that hardly moved reuse the result of the narrow phase. Inlined into the loop over all
/// contacts, where nine of ten pairs end: a call that passes rotations through memory, as WebAssembly does, takes as
/// long as the work itself.
#pragma once

#include <array>
#include <cmath>

#include "collision/contact.h"
#include "math/lanes.h"

namespace impulse {

/// m: of the roundings of two shapes.
struct Radii {
    float a = 0.0f;
    float b = 0.0f;
};

namespace detail {

inline constexpr float kMaxTurn = 0.05f; // rad

inline bool hardly_turned(Rot dq, float limit) { return abs(dq.s) <= limit && dq.c > 0.0f; }

/// One Newton step towards length 1: rotations are unit but for rounding, which would add up from step to step.
inline Rot unit(Rot q) {
    const float scale = 1.5f - 0.5f * (q.c * q.c + q.s * q.s);
    return {scale * q.c, scale * q.s};
}

// Two vectors at once: x, y, x, y.

inline Wide twice(Vec2 v) { return Wide{v.x, v.y, v.x, v.y}; }
/// The same bits as `rotate`.
inline Wide rotate_both(Rot q, Wide v) {
    return splat<Wide>(q.c) * v + Wide{-q.s, q.s, -q.s, q.s} * __builtin_shufflevector(v, v, 1, 0, 3, 2);
}
inline Wide add_neighbours(Wide v) { return v + __builtin_shufflevector(v, v, 1, 0, 3, 2); }

} // namespace detail

/// Carries the points along the normal, as the contact of a face with a face does.
///
/// The anchors of a point coincided then; e = dc + dqB rB - dqA rA is their present distance, dc being the vector
/// between the centres. The result holds while |e| stays below `tolerance` and neither body turned by more than 3
/// degrees. Then the separation is the old one plus e . n, and the point lies midway, e / 2 from either anchor: one
/// point for both bodies, so that its impulse changes no angular momentum. So a pile at rest skips its narrow phase,
/// and its points do not drift. That matters more than the time: a tall stack leans by the millimetre, and recomputed
/// anchors and normals would follow the lean.
/// Pre:  the contact has friction, which holds the anchors together. Where they may slide freely, a force there depends
///       on where the bodies came from, and gives a body that rocks energy.
[[gnu::always_inline]] inline bool carry_points(Rot qA, Rot qB, Vec2 dc, const ManifoldCache& cache, float tolerance,
                                                float speculative_distance, Manifold& manifold) {
    const Rot dqA = inverse_mul(cache.qA, qA);
    const Rot dqB = inverse_mul(cache.qB, qB);
    if (!detail::hardly_turned(dqA, detail::kMaxTurn) || !detail::hardly_turned(dqB, detail::kMaxTurn)) {
        return false;
    }
    const bool one = manifold.count == 1; // which is followed twice
    const size_t last = one ? 0 : 1;
    const auto both = [&](const std::array<Vec2, 2>& arms) {
        return one ? detail::twice(arms[0]) : load_four(&arms[0].x);
    };
    const Wide armA = detail::rotate_both(dqA, both(cache.rA));
    const Wide armB = detail::rotate_both(dqB, both(cache.rB));
    const Wide e = detail::twice(dc) + armB - armA;
    const Wide n = detail::twice(manifold.normal);
    const Wide way = detail::add_neighbours(e * e); // |e|^2, for each point twice
    const Wide closing = detail::add_neighbours(e * n);
    const float first = cache.separation[0] + closing[0];
    const float second = cache.separation[last] + closing[2];
    // Without a branch on which of them is the deeper one, which no processor can predict.
    const auto away = [&](float separation) { return separation > speculative_distance; };
    const bool all_away = away(cache.separation[0] + tolerance) && away(first) && away(second);
    if (!all_lanes(way <= splat<Wide>(tolerance * tolerance)) || all_away) { return false; }
    const Wide half = splat<Wide>(0.5f) * e;
    const Wide rA = armA + half;
    const Wide rB = armB - half;
    store_four(&manifold.points[0].rA.x, __builtin_shufflevector(rA, rB, 0, 1, 4, 5));
    store_four(&manifold.points[last].rA.x, __builtin_shufflevector(rA, rB, 2, 3, 6, 7));
    manifold.points[0].separation = first;
    manifold.points[last].separation = second;
    return true;
}

/// Moves the one point of a corner or a round side with the bodies, as the narrow phase would.
///
/// A corner, or the centre of a round side of radius R, is fixed in its body at c, at the distance h = R + separation /
/// 2 from the point. With D = dc + dqB cB - dqA cA between the two:
///   a face of A     n = dqA n0     s = D . n - RA - RB     point  dqB cB - (RB + s / 2) n  from B's centre
///   a face of B     n = dqB n0     likewise                point  dqA cA + (RA + s / 2) n  from A's
///   no face         n = D / |D|    s = |D| - RA - RB       point  dqA cA + (RA + s / 2) n  from A's
/// That is exact while the same corners or sides are the nearest. The narrow phase runs again when a point of one body
/// can have moved by `tolerance` on the other, a small part of the speculative distance. No corner that was farther
/// away comes into contact before, and none gets farther beyond the end of a face. `cache` follows as well: its path is
/// counted in 256ths of `tolerance`, rounded up.
[[gnu::always_inline]] inline bool follow_point(Rot qA, Rot qB, Vec2 dc, ManifoldCache& cache, uint32_t flags,
                                                Radii radii, float tolerance, float speculative_distance,
                                                Manifold& manifold) {
    const Rot dqA = detail::unit(inverse_mul(cache.qA, qA));
    const Rot dqB = detail::unit(inverse_mul(cache.qB, qB));
    if (!(dqA.c > 0.0f && dqB.c > 0.0f)) { return false; }
    const Vec2 n0 = cache.normal();
    const float half = 0.5f * cache.separation[0];
    const auto [radiusA, radiusB] = radii;
    const float distance = radiusA + radiusB + cache.separation[0];
    const Vec2 coreA = rotate(dqA, cache.rA[0] - (radiusA + half) * n0);
    const Vec2 coreB = rotate(dqB, cache.rB[0] + (radiusB + half) * n0);
    const Vec2 between = dc + coreB - coreA;
    // The cores move along by rotation, and so does any other point. An arc is at most 1.0005 times its sine here.
    const float turned = cache.extentA() * abs(dqA.s) + cache.extentB() * abs(dqB.s);
    const float way = length(between - distance * n0) + 2.02f * turned;
    const float path = cache.path + std::ceil(256.0f / tolerance * way);
    if (!(path <= 256.0f)) { return false; }
    Vec2 n = rotate((flags & kFaceOfA) != 0 ? dqA : dqB, n0);
    float apart = dot(between, n);
    if ((flags & kFace) == 0) {
        apart = length(between);
        if (!(apart > tolerance)) { return false; } // the direction of a short way changes fast
        n = (1.0f / apart) * between;
    }
    const float separation = apart - radiusA - radiusB;
    if (separation > speculative_distance) { return false; }
    const float middle = 0.5f * separation;
    ManifoldPoint& point = manifold.points[0];
    if ((flags & kFaceOfA) != 0) {
        point.rB = coreB - (radiusB + middle) * n;
        point.rA = dc + point.rB;
    } else {
        point.rA = coreA + (radiusA + middle) * n;
        point.rB = point.rA - dc;
    }
    point.separation = separation;
    manifold.normal = n;
    cache.qA = qA;
    cache.qB = qB;
    cache.rA = {point.rA, n};
    cache.rB[0] = point.rB;
    cache.separation[0] = separation;
    cache.path = path;
    return true;
}

/// Of `recycle_distance`: how far a point of one body may move on the other while their one point follows.
inline constexpr float kFollowShare = 0.05f;

/// Updates a manifold to the present poses without running the narrow phase, if the bodies have hardly moved relative
/// to each other since it ran. `flags`: of the contact. `manifold` has one point or two. False: run it.
/// Source: contact recycling in Box2D (Catto, 2025).
[[gnu::always_inline]] inline bool recycle_manifold(Rot qA, Rot qB, Vec2 dc, ManifoldCache& cache, uint32_t flags,
                                                    Radii radii, float tolerance, float speculative_distance,
                                                    Manifold& manifold) {
    return manifold.count == 1
               ? follow_point(qA, qB, dc, cache, flags, radii, kFollowShare * tolerance, speculative_distance, manifold)
               : carry_points(qA, qB, dc, cache, tolerance, speculative_distance, manifold);
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
