/// The order in which the two points of a contact are solved, by criteria that are invariant under mirroring.
///
/// Points are solved one after the other, and the first takes slightly more than its share. In a mirrored scene the two
/// points are swapped in the manifold. With an order by index the excess would go to the other side, and the mirrored
/// scene would diverge after some collisions. So the deeper point comes first or second in alternation: mirroring keeps
/// which one is deeper. Equally deep points differ only by index and are solved `together` (contact_pair.h).
#pragma once

#include <bit>

#include "collision/manifold.h"

namespace impulse {

struct PointOrder {
    uint32_t swapped = 0;  ///< 1: the manifold's second point comes first
    bool together = false; ///< both are solved as a block
};

/// The deeper point comes first if `turn` is even, second if it is odd.
inline PointOrder point_order(const Manifold& manifold, uint32_t turn) {
    const uint32_t two = manifold.count == 2 ? 1u : 0u;
    // By bits, because this runs for every contact and step: negative means the second is deeper, both zeros are equal.
    const auto further = std::bit_cast<uint32_t>(manifold.points[1].separation - manifold.points[0].separation);
    return {((further >> 31) + turn) & two, further << 1 == 0 && two != 0};
}

/// If one body supports the other, the point with the longer arm on the upper body comes first instead, provided that
/// the arms differ by more than rounding. In a stack that is the same point in every step, so the effect of the order
/// cancels over the alternation; which point is deeper is practically random there.
inline PointOrder point_order_of_load(const Manifold& manifold, Vec2 gravity, uint32_t turn) {
    constexpr float kRounding = 1.0e-4f;
    const float down = dot(gravity, manifold.normal);
    const auto arm = [&](const ManifoldPoint& point) { return length_squared(down < 0.0f ? point.rB : point.rA); };
    const float first = arm(manifold.points[0]);
    const float second = arm(manifold.points[1]);
    if (down == 0.0f || abs(first - second) <= kRounding * (first + second)) { return point_order(manifold, turn); }
    const uint32_t two = manifold.count == 2 ? 1u : 0u;
    return {((second > first ? 1u : 0u) + turn) & two, false};
}

} // namespace impulse
