/// Contact rows of the kernels: one row holds `kLanes<L>` contacts side by side.
///
/// The kernels work in the contact's own frame, normal n (A to B) and tangent t = (n.y, -n.x). For one point with arms
/// rA, rB let rAn = rA x n, rAt = rA x t, and likewise for B. With dn and dt the relative velocity of the two centres
/// along n and t,
///   Cdot_n = dn + wB rBn - wA rAn        K_n = k_n + IA' rAn^2 + IB' rBn^2        k_n = mA' + mB'
///   Cdot_t = dt + wB rBt - wA rAt        K_t = k_t + IA' rAt^2 + IB' rBt^2        k_t = mA' + mB'
/// (primes are inverses; of locked axes see locked_axes.cpp). So an impulse at a point changes four numbers, dn or dt,
/// wA and wB, whatever the frame's direction, and the velocities of the centres are written once a row. K = 0 (nothing
/// can move) gives effective mass 0: every impulse stays 0 without a branch.
///
/// The same four crosses give the separation after a displacement: r turned by dq and taken along n is dq.s rn - dq.c
/// rt, so
///   s = base + (dpB - dpA) . n + (dqB.s rBn - dqB.c rBt) - (dqA.s rAn - dqA.c rAt)
/// with base = separation at detection - (rB - rA) . n.
///
/// A round surface does not rotate with its body: the contact point of a disc stays below its centre while it rolls. Of
/// an arm to a side of radius R only the part up to the shape's core point rotates, the rest stays R n. Rotated as a
/// whole, the arm would give a separation too large by R (1 - dq.c). At 20 m/s and 0.5 m that is 7 mm in a substep of
/// 1/240 s, and the disc would sink by as much. So
///   s -= RA (1 - dqA.c) + RB (1 - dqB.c)
#pragma once

#include <array>

#include "dynamics/body.h"
#include "dynamics/solve_input.h"
#include "math/lanes.h"

namespace impulse {

template <class L>
struct PointRow {
    L rAn, rAt, rBn, rBt; ///< m
    L base;               ///< m
    L normal_mass;        ///< 1 / K_n
    L tangent_mass;       ///< 1 / K_t
    L normal_impulse;     ///< N s, accumulated, >= 0
    L tangent_impulse;    ///< N s, accumulated
    L gap; ///< m/s, >= 0: largest closing speed for the rest of the substep; before the first: m, the separation at
           ///< detection. Of others than soft-step `ScalarRow::target`
};

/// Radii of the two sides of a contact.
template <class L>
struct RoundRow {
    L radiusA, radiusB; ///< m
};

/// Data shared by the points of a contact.
template <class L>
struct RowFrame {
    L nx, ny;
    L mA, iA, mB, iB; ///< inverse masses and inertias
    L friction;
    std::array<uint32_t, kLanes<L>> slotA, slotB;
};

/// A row with its points; a missing point has effective mass 0.
template <class L>
struct ContactRow : RowFrame<L> {
    std::array<PointRow<L>, 2> points;
    RoundRow<L> round;
};

/// One lane of what the points share.
template <class L>
inline RowFrame<float> frame_of_lane(const RowFrame<L>& row, int lane) {
    RowFrame<float> one;
    one.nx = get_lane(row.nx, lane);
    one.ny = get_lane(row.ny, lane);
    one.mA = get_lane(row.mA, lane);
    one.iA = get_lane(row.iA, lane);
    one.mB = get_lane(row.mB, lane);
    one.iB = get_lane(row.iB, lane);
    one.friction = get_lane(row.friction, lane);
    one.slotA[0] = row.slotA[static_cast<size_t>(lane)];
    one.slotB[0] = row.slotB[static_cast<size_t>(lane)];
    return one;
}

/// One lane of a row as a row of its own, wherever its points and radii are stored.
template <class Row>
inline ContactRow<float> lane_of(const Row& row, int lane) {
    ContactRow<float> one{frame_of_lane(row, lane), {}, {}};
    for (size_t i = 0; i < row.points.size(); ++i) {
        const auto& p = row.points[i];
        one.points[i] = {get_lane(p.rAn, lane),
                         get_lane(p.rAt, lane),
                         get_lane(p.rBn, lane),
                         get_lane(p.rBt, lane),
                         get_lane(p.base, lane),
                         get_lane(p.normal_mass, lane),
                         get_lane(p.tangent_mass, lane),
                         get_lane(p.normal_impulse, lane),
                         get_lane(p.tangent_impulse, lane),
                         get_lane(p.gap, lane)};
    }
    if (row.round != nullptr) { one.round = {get_lane(row.round->radiusA, lane), get_lane(row.round->radiusB, lane)}; }
    return one;
}

/// 1/kg: k_n and k_t of a contact.
template <class L>
struct Mobility {
    L n, t;
};

/// State that the kernels update while they solve a row.
template <class L>
struct FrameVelocity {
    L dn, dt; ///< m/s, of B's centre relative to A's, along n and t
    L wA, wB; ///< rad/s
    Mobility<L> k;
};

/// If one of these bodies has a locked axis (locked_axes.cpp).
Mobility<float> locked_mobility(const RowFrame<float>& row, uint32_t flagsA, uint32_t flagsB);
/// Where no body has a locked axis.
template <class L>
inline Mobility<L> unlocked_mobility(const RowFrame<L>& row) {
    const L both = row.mA + row.mB;
    return {both, both};
}
inline Mobility<float> mobility_of(const RowFrame<float>& row, uint32_t flagsA, uint32_t flagsB) {
    if (((flagsA | flagsB) & kLockLinear) == 0) { return unlocked_mobility(row); }
    return locked_mobility(row, flagsA, flagsB);
}
inline Mobility<float> mobility_of(const RowFrame<float>& row, std::span<const BodyMotion> motions) {
    return mobility_of(row, motions[row.slotA[0]].flags, motions[row.slotB[0]].flags);
}

/// Crosses, base and effective masses of a point from its arms. `row` holds the normal and what bodies weigh.
template <class L>
inline void prepare_point(const RowFrame<L>& row, const Mobility<L>& k, PointRow<L>& p, L rAx, L rAy, L rBx, L rBy,
                          L separation) {
    const L zero = splat<L>(0.0f);
    p.rAn = rAx * row.ny - rAy * row.nx;
    p.rBn = rBx * row.ny - rBy * row.nx;
    p.rAt = zero - (rAx * row.nx + rAy * row.ny);
    p.rBt = zero - (rBx * row.nx + rBy * row.ny);
    p.base = separation + (p.rBt - p.rAt);
    const L along = k.n + row.iA * p.rAn * p.rAn + row.iB * p.rBn * p.rBn;
    const L across = k.t + row.iA * p.rAt * p.rAt + row.iB * p.rBt * p.rBt;
    // What only a lever of less than 1e-5 of its arm moves, at locked axes, is not moved: that much is the rounding of
    // the cross product of parallel vectors (as in joints: joint_rows.h, `linearize_row`).
    const L dead = splat<L>(1.0e-10f) * (along + across);
    p.normal_mass = inverse_or_zero<L>(select<L>(along > dead, along, zero));
    p.tangent_mass = inverse_or_zero<L>(select<L>(across > dead, across, zero));
}

} // namespace impulse
