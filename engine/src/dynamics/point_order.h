/// In which order the two points of a contact are solved, told by what is the same in a mirror.
///
/// One point is solved after the other, and the first takes a little more than its share. In a mirror the two change
/// places in the manifold, so an order by places would give that little to the other side, and some collisions later
/// the image would go another way. So the deeper point leads, or follows, by turns: in the image it is the same one.
/// Where both are equally deep nothing but their places tells them apart, and they are solved `together`
/// (contact_pair.h).
#pragma once

#include <bit>

#include "collision/manifold.h"

namespace impulse {

struct PointOrder {
    uint32_t swapped = 0;  ///< 1: the manifold's second point comes first
    bool together = false; ///< neither does
};

/// The deeper point leads where `turn` is even, and follows where it is odd.
inline PointOrder point_order(const Manifold& manifold, uint32_t turn) {
    const uint32_t two = manifold.count == 2 ? 1u : 0u;
    // By its bits, because every contact is asked every step: below zero the second is deeper, and both zeros are zero.
    const auto further = std::bit_cast<uint32_t>(manifold.points[1].separation - manifold.points[0].separation);
    return {((further >> 31) + turn) & two, further << 1 == 0 && two != 0};
}

/// Where one body bears the other, the point with the longer arm on the upper one leads instead, if the arms differ by
/// more than rounding. In a stack that is the same point in every step, and what the order does cancels over the turns;
/// which of two is deeper there is as good as random.
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
