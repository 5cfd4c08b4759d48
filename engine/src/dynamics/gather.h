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

template <class L>
inline Columns<L> gather_columns(const std::array<const float*, kLanes<L>>& from) {
    if constexpr (kLanes<L> == 1) {
        return {from[0][0], from[0][1], from[0][2], from[0][3]};
    } else {
        Columns<L> c{load_four(from[0]), load_four(from[1]), load_four(from[2]), load_four(from[3])};
        detail::transpose(c.x, c.y, c.z, c.w);
        return c;
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
    if constexpr (kLanes<L> == 1) {
        const BodyMotion& m = motions[slots[0]];
        return {m.v.x, m.v.y, m.w, __builtin_bit_cast(float, m.flags)};
    } else {
        VelocityLanes<L> b{load_four(&motions[slots[0]].v.x), load_four(&motions[slots[1]].v.x),
                           load_four(&motions[slots[2]].v.x), load_four(&motions[slots[3]].v.x)};
        detail::transpose(b.vx, b.vy, b.w, b.flags);
        return b;
    }
}

template <class L>
inline DisplacementLanes<L> gather_displacement(const BodyMotion* motions,
                                                const std::array<uint32_t, kLanes<L>>& slots) {
    if constexpr (kLanes<L> == 1) {
        const BodyMotion& m = motions[slots[0]];
        return {m.dp.x, m.dp.y, m.dq.c, m.dq.s};
    } else {
        DisplacementLanes<L> b{load_four(&motions[slots[0]].dp.x), load_four(&motions[slots[1]].dp.x),
                               load_four(&motions[slots[2]].dp.x), load_four(&motions[slots[3]].dp.x)};
        detail::transpose(b.x, b.y, b.c, b.s);
        return b;
    }
}

/// Lanes that hold the same body must hold the same values (bodies that cannot move, and the dead lanes' spare body).
template <class L>
inline void scatter_velocity(BodyMotion* motions, const std::array<uint32_t, kLanes<L>>& slots, VelocityLanes<L> b) {
    if constexpr (kLanes<L> == 1) {
        BodyMotion& m = motions[slots[0]];
        m.v = {b.vx, b.vy};
        m.w = b.w;
    } else {
        detail::transpose(b.vx, b.vy, b.w, b.flags);
        __builtin_memcpy(&motions[slots[0]].v.x, &b.vx, sizeof b.vx);
        __builtin_memcpy(&motions[slots[1]].v.x, &b.vy, sizeof b.vy);
        __builtin_memcpy(&motions[slots[2]].v.x, &b.w, sizeof b.w);
        __builtin_memcpy(&motions[slots[3]].v.x, &b.flags, sizeof b.flags);
    }
}

template <class L>
inline void scatter_displacement(BodyMotion* motions, const std::array<uint32_t, kLanes<L>>& slots,
                                 DisplacementLanes<L> b) {
    if constexpr (kLanes<L> == 1) {
        BodyMotion& m = motions[slots[0]];
        m.dp = {b.x, b.y};
        m.dq = {b.c, b.s};
    } else {
        detail::transpose(b.x, b.y, b.c, b.s);
        __builtin_memcpy(&motions[slots[0]].dp.x, &b.x, sizeof b.x);
        __builtin_memcpy(&motions[slots[1]].dp.x, &b.y, sizeof b.y);
        __builtin_memcpy(&motions[slots[2]].dp.x, &b.c, sizeof b.c);
        __builtin_memcpy(&motions[slots[3]].dp.x, &b.s, sizeof b.s);
    }
}

} // namespace impulse
