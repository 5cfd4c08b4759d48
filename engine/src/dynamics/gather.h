/// Gather and scatter of bodies. `BodyMotion` has two 16-byte halves, velocity and displacement, so four bodies take
/// four loads and a 4x4 transpose per half.
#pragma once

#include <array>

#include "dynamics/body.h"
#include "math/lanes.h"

namespace impulse {

template <class L>
struct VelocityLanes {
    L vx, vy, w;
    L flags; ///< bits of BodyMotion::flags, passed through
};

template <class L>
struct DisplacementLanes {
    L x, y, c, s;
};

namespace detail {

/// Rows to columns; its own inverse.
inline void transpose(Wide& a, Wide& b, Wide& c, Wide& d) {
    const Wide ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Wide ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Wide cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Wide cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

} // namespace detail

/// Four consecutive floats of each lane's record.
template <class L>
struct Columns {
    L x, y, z, w;
};

/// The four floats at `from(lane)` of every lane, as the members of `To`.
template <class To, class L, class From>
[[gnu::always_inline]] inline To gather_four(From&& from) {
    if constexpr (kLanes<L> == 1) {
        const float* const record = from(0);
        return {record[0], record[1], record[2], record[3]};
    } else {
        Columns<L> c{load_four(from(0)), load_four(from(1)), load_four(from(2)), load_four(from(3))};
        detail::transpose(c.x, c.y, c.z, c.w);
        return {c.x, c.y, c.z, c.w};
    }
}

/// And back. Lanes that hold the same body must hold the same values (bodies that cannot move, and the dead lanes'
/// spare body).
template <class L, class To>
[[gnu::always_inline]] inline void scatter_four(Columns<L> c, To&& to) {
    if constexpr (kLanes<L> == 1) {
        __builtin_memcpy(to(0), &c, sizeof c);
    } else {
        detail::transpose(c.x, c.y, c.z, c.w);
        store_four(to(0), c.x);
        store_four(to(1), c.y);
        store_four(to(2), c.z);
        store_four(to(3), c.w);
    }
}

/// `value(lane)` of every lane.
template <class L, class Value>
inline L gather_values(Value&& value) {
    if constexpr (kLanes<L> == 1) {
        return value(0);
    } else {
        return L{value(0), value(1), value(2), value(3)};
    }
}

template <class L>
inline VelocityLanes<L> gather_velocity(const BodyMotion* motions, const std::array<uint32_t, kLanes<L>>& slots) {
    return gather_four<VelocityLanes<L>, L>([&](size_t lane) { return &motions[slots[lane]].v.x; });
}

template <class L>
inline DisplacementLanes<L> gather_displacement(const BodyMotion* motions,
                                                const std::array<uint32_t, kLanes<L>>& slots) {
    return gather_four<DisplacementLanes<L>, L>([&](size_t lane) { return &motions[slots[lane]].dp.x; });
}

template <class L>
inline void scatter_velocity(BodyMotion* motions, const std::array<uint32_t, kLanes<L>>& slots,
                             const VelocityLanes<L>& b) {
    scatter_four<L>({b.vx, b.vy, b.w, b.flags}, [&](size_t lane) { return &motions[slots[lane]].v.x; });
}

template <class L>
inline void scatter_displacement(BodyMotion* motions, const std::array<uint32_t, kLanes<L>>& slots,
                                 const DisplacementLanes<L>& b) {
    scatter_four<L>({b.x, b.y, b.c, b.s}, [&](size_t lane) { return &motions[slots[lane]].dp.x; });
}

} // namespace impulse
