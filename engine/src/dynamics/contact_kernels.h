/// The velocity kernels of a contact point, written once for one lane and for four.
///
/// Normal:   lambda = max(acc - m_n (Cdot_n - target), 0), applied: lambda - acc           (UR4: the sum is
/// clamped) Friction: lambda = clamp(acc - m_t (Cdot_t + belt), +-mu acc_n), applied: lambda - acc   (UR5:
/// after the normal, same point)
///
/// Accumulated clamping lets an impulse shrink again: a point that pushed too hard in an early iteration
/// gives back what its neighbour turns out to carry. Clamping each increment instead cannot, and ends with
/// the wrong split (UR4's test).
#pragma once

#include "dynamics/contact_rows.h"

namespace impulse {

template <class L>
inline L normal_velocity(const ContactRow<L>& row, const PointRow<L>& p, const BodyLanes<L>& a,
                         const BodyLanes<L>& b) {
    const L dvx = (b.vx - b.w * p.rBy) - (a.vx - a.w * p.rAy);
    const L dvy = (b.vy + b.w * p.rBx) - (a.vy + a.w * p.rAx);
    return dvx * row.nx + dvy * row.ny;
}

/// Along t = (n.y, -n.x).
template <class L>
inline L tangent_velocity(const ContactRow<L>& row, const PointRow<L>& p, const BodyLanes<L>& a,
                          const BodyLanes<L>& b) {
    const L dvx = (b.vx - b.w * p.rBy) - (a.vx - a.w * p.rAy);
    const L dvy = (b.vy + b.w * p.rBx) - (a.vy + a.w * p.rAx);
    return dvx * row.ny - dvy * row.nx;
}

/// -P on A and +P on B at the point.
template <class L>
inline void apply_impulse(const ContactRow<L>& row, const PointRow<L>& p, L px, L py, BodyLanes<L>& a,
                          BodyLanes<L>& b) {
    a.vx = a.vx - row.mA * px;
    a.vy = a.vy - row.mA * py;
    a.w = a.w - row.iA * (p.rAx * py - p.rAy * px);
    b.vx = b.vx + row.mB * px;
    b.vy = b.vy + row.mB * py;
    b.w = b.w + row.iB * (p.rBx * py - p.rBy * px);
}

/// The bodies receive what the last step's impulses (already in the row) would do (FT1).
template <class L>
inline void warm_start_point(const ContactRow<L>& row, const PointRow<L>& p, BodyLanes<L>& a,
                             BodyLanes<L>& b) {
    const L px = p.normal_impulse * row.nx + p.tangent_impulse * row.ny;
    const L py = p.normal_impulse * row.ny - p.tangent_impulse * row.nx;
    apply_impulse(row, p, px, py, a, b);
}

template <class L>
inline void solve_normal(const ContactRow<L>& row, PointRow<L>& p, BodyLanes<L>& a, BodyLanes<L>& b) {
    const L error = normal_velocity(row, p, a, b) - p.target;
    const L lambda = lane_max(p.normal_impulse - p.normal_mass * error, splat<L>(0.0f));
    const L delta = lambda - p.normal_impulse;
    p.normal_impulse = lambda;
    apply_impulse(row, p, delta * row.nx, delta * row.ny, a, b);
}

template <class L>
inline void solve_friction(const ContactRow<L>& row, PointRow<L>& p, BodyLanes<L>& a, BodyLanes<L>& b) {
    const L error = tangent_velocity(row, p, a, b) + row.tangent_speed;
    const L limit = row.friction * p.normal_impulse;
    const L lambda = lane_clamp(p.tangent_impulse - p.tangent_mass * error, splat<L>(0.0f) - limit, limit);
    const L delta = lambda - p.tangent_impulse;
    p.tangent_impulse = lambda;
    apply_impulse(row, p, delta * row.ny, splat<L>(0.0f) - delta * row.nx, a, b);
}

} // namespace impulse
