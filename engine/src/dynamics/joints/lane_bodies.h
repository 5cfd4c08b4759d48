/// What all parts need of bodies in lanes: turned arms, the angle of a rotation, and moving bodies by a correction.
#pragma once

#include "dynamics/gather.h"
#include "math/lanes.h"

namespace impulse {

template <class L>
struct LaneVec {
    L x, y;
};

template <class L>
inline LaneVec<L> turn(const DisplacementLanes<L>& d, L x, L y) {
    return {d.c * x - d.s * y, d.s * x + d.c * y};
}

inline float lane_sqrt(float a) { return std::sqrt(a); }
inline Wide lane_sqrt(Wide a) { return Wide{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])}; }

/// Angle of a rotation in (-pi, pi]: atan of the smaller over the larger of |s| and |c|, put into its octant.
/// Polynomial: Hastings, in Abramowitz and Stegun 4.4.49, error below 2e-8; its first coefficient is 1, so small angles are
/// exact.
template <class L>
[[gnu::noinline]] L lane_angle(L c, L s) {
    const L zero = splat<L>(0.0f);
    const L ac = lane_max(c, zero - c);
    const L as = lane_max(s, zero - s);
    const L large = lane_max(lane_max(ac, as), splat<L>(1.0e-20f));
    const L u = lane_min(ac, as) / large;
    const L u2 = u * u;
    L sum = splat<L>(0.0028662257f);
    for (const float a : {-0.0161657367f, 0.0429096138f, -0.0752896400f, 0.1065626393f, -0.1420889944f, 0.1999355085f,
                          -0.3333314528f}) {
        sum = sum * u2 + splat<L>(a);
    }
    L angle = u + u * u2 * sum;
    angle = select<L>(as > ac, splat<L>(0.5f * kPi) - angle, angle);
    angle = select<L>(c < zero, splat<L>(kPi) - angle, angle);
    return select<L>(s < zero, zero - angle, angle);
}

/// Moves a body by (dx, dy) and turns it by `angle`, as `integrate_rotation` does.
template <class L>
[[gnu::noinline]] void displace(DisplacementLanes<L>& d, L dx, L dy, L angle) {
    const L one = splat<L>(1.0f);
    d.x = d.x + dx;
    d.y = d.y + dy;
    const L t = splat<L>(0.5f) * angle * (one + angle * angle * splat<L>(1.0f / 12.0f));
    const L r = one / (one + t * t);
    const L c = (one - t * t) * r;
    const L s = splat<L>(2.0f) * t * r;
    const L dc = d.c;
    d.c = dc * c - d.s * s;
    d.s = d.s * c + dc * s;
}

} // namespace impulse
