/// A contact as the kernels solve it: one row holds `kLanes<L>` contacts side by side.
///
/// For one point with arms rA, rB, normal n (A to B) and tangent t = (n.y, -n.x):
///   Cdot_n = (vB + wB x rB - vA - wA x rA) . n        K_n = mA' + mB' + IA' (rA x n)^2 + IB' (rB x n)^2
///   Cdot_t = the same along t                         K_t likewise
/// primes are inverses. K = 0 (nothing can move) gives effective mass 0, so every impulse stays 0 without a
/// branch.
#pragma once

#include <array>

#include "dynamics/body.h"
#include "dynamics/solve_input.h"
#include "math/lanes.h"

namespace impulse {

template <class L> struct PointRow {
    L rAx, rAy, rBx, rBy; ///< m, arms at detection, world axes
    /// m: separation - (rB - rA) . n, so that the separation now is base + (dpB - dpA + dqB rB - dqA rA) . n
    L base;
    L normal_mass;     ///< 1 / K_n
    L tangent_mass;    ///< 1 / K_t
    L normal_impulse;  ///< N s, accumulated, >= 0
    L tangent_impulse; ///< N s, accumulated
    L target;          ///< m/s: the normal velocity to reach, >= 0 for a bounce or a push
    L approach;        ///< m/s: normal velocity before solving
};

template <class L> struct ContactRow {
    std::array<uint32_t, kLanes<L>> slotA, slotB;
    std::array<uint32_t, kLanes<L>> contact; ///< index to store to, kNull in dead lanes
    std::array<uint32_t, kLanes<L>> swapped; ///< 1 where the manifold's second point comes first
    L nx, ny;
    L friction;
    L tangent_speed;
    L mA, iA, mB, iB; ///< inverse masses and inertias
    std::array<PointRow<L>, 2> points;
};

/// Bodies of a row, gathered.
template <class L> struct BodyLanes { L vx, vy, w; };

/// Effective mass of a constraint: 0 where nothing can move.
inline float inverse_or_zero(float k) { return k > 0.0f ? 1.0f / k : 0.0f; }

} // namespace impulse
