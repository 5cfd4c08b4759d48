/// The velocity kernels of a contact point, written once for one lane and for four.
///
/// Normal:   lambda = max(acc - m_n (Cdot_n - target), 0)                      (UR4: the accumulated impulse is
/// clamped)
/// Soft:     lambda = max(acc - m_n (massScale Cdot_n + bias) - impulseScale acc, 0)      (softness.h)
/// Friction: lambda = clamp(acc - m_t (Cdot_t + surface speed), +-mu acc_n)    (UR5)
///
/// The increment lambda - acc is applied, and acc becomes lambda.
///
/// Accumulated clamping lets an impulse shrink again: excess impulse of an early iteration moves to the neighbouring
/// point in later ones. Clamping each increment cannot do this and ends with the wrong split (UR4's test).
#pragma once

#include "dynamics/contact_rows.h"
#include "dynamics/gather.h"

namespace impulse {

template <class L>
inline FrameVelocity<L> enter_frame(const RowFrame<L>& row, const VelocityLanes<L>& a, const VelocityLanes<L>& b) {
    const L dx = b.vx - a.vx;
    const L dy = b.vy - a.vy;
    return {dx * row.nx + dy * row.ny, dx * row.ny - dy * row.nx, a.w, b.w, unlocked_mobility(row)};
}

template <class L>
inline L normal_velocity(const PointRow<L>& p, const FrameVelocity<L>& f) {
    return f.dn + (f.wB * p.rBn - f.wA * p.rAn);
}

template <class L>
inline L tangent_velocity(const PointRow<L>& p, const FrameVelocity<L>& f) {
    return f.dt + (f.wB * p.rBt - f.wA * p.rAt);
}

template <class L>
inline void push_normal(const RowFrame<L>& row, const PointRow<L>& p, L delta, FrameVelocity<L>& f) {
    f.dn = f.dn + f.k.n * delta;
    f.wA = f.wA - row.iA * p.rAn * delta;
    f.wB = f.wB + row.iB * p.rBn * delta;
}

template <class L>
inline void push_tangent(const RowFrame<L>& row, const PointRow<L>& p, L delta, FrameVelocity<L>& f) {
    f.dt = f.dt + f.k.t * delta;
    f.wA = f.wA - row.iA * p.rAt * delta;
    f.wB = f.wB + row.iB * p.rBt * delta;
}

/// Returns the increment.
template <class L>
inline L solve_normal(const RowFrame<L>& row, PointRow<L>& p, L target, FrameVelocity<L>& f) {
    const L error = normal_velocity(p, f) - target;
    const L lambda = lane_max(p.normal_impulse - p.normal_mass * error, splat<L>(0.0f));
    const L delta = lambda - p.normal_impulse;
    p.normal_impulse = lambda;
    push_normal(row, p, delta, f);
    return delta;
}

/// `mass_scale` and `impulse_scale` are those of the soft constraint, `bias` its bias velocity (m/s, negative
/// separates).
template <class L>
inline L solve_normal_soft(const RowFrame<L>& row, PointRow<L>& p, L mass_scale, L bias, L impulse_scale,
                           FrameVelocity<L>& f) {
    const L error = mass_scale * normal_velocity(p, f) + bias;
    const L wanted = p.normal_impulse - p.normal_mass * error - impulse_scale * p.normal_impulse;
    const L lambda = lane_max(wanted, splat<L>(0.0f));
    const L delta = lambda - p.normal_impulse;
    p.normal_impulse = lambda;
    push_normal(row, p, delta, f);
    return delta;
}

/// `surface_speed`: m/s, negated target velocity of B relative to A along t, from surface velocities.
template <class L>
inline L solve_friction(const RowFrame<L>& row, PointRow<L>& p, L surface_speed, FrameVelocity<L>& f) {
    const L error = tangent_velocity(p, f) + surface_speed;
    const L limit = row.friction * p.normal_impulse;
    const L lambda = lane_clamp(p.tangent_impulse - p.tangent_mass * error, splat<L>(0.0f) - limit, limit);
    const L delta = lambda - p.tangent_impulse;
    p.tangent_impulse = lambda;
    push_tangent(row, p, delta, f);
    return delta;
}

template <class L>
inline L clamped_to_cone(const RowFrame<L>& row, const PointRow<L>& p) {
    const L limit = row.friction * p.normal_impulse;
    return lane_clamp(p.tangent_impulse, splat<L>(0.0f) - limit, limit);
}

/// Whether friction was at its limit `limit`, but for the rounding of a sum in shares.
template <class L>
inline auto at_limit(L impulse, L limit) {
    return lane_abs(impulse) >= splat<L>(1.0f - 1.0e-6f) * limit;
}

/// Whether friction slides with a load, `pressed` being the normal impulse when it was solved.
template <class L>
inline Mask<L> slides_loaded(const RowFrame<L>& row, const PointRow<L>& p, L pressed) {
    const Mask<L> slides = lane_abs(p.tangent_impulse) >= row.friction * pressed;
    const Mask<L> loaded = row.friction * p.normal_impulse > splat<L>(0.0f);
    return slides & loaded;
}
/// Whether it must change as its normal impulse did.
template <class L>
inline Mask<L> must_follow(const RowFrame<L>& row, const PointRow<L>& p, L pressed) {
    const Mask<L> outside = lane_abs(p.tangent_impulse) > row.friction * p.normal_impulse;
    return slides_loaded(row, p, pressed) | outside;
}

/// Lets friction follow a normal impulse that was `pressed` when friction was solved. Without it, whatever load moves
/// from one point to another would act without friction for a substep: a box of 0.8 m that slides over tiles of 5 cm at
/// 30 m/s would come to rest 4 % later. Friction that sticks is only clamped to its cone: the normals solved last have
/// the smallest error. Lanes that need not follow keep every bit, so a row may be left out if none must.
template <class L>
inline L follow_normal(const RowFrame<L>& row, PointRow<L>& p, L pressed, L surface_speed, FrameVelocity<L>& f) {
    const L before = p.tangent_impulse;
    const L limit = row.friction * p.normal_impulse;
    const L error = tangent_velocity(p, f) + surface_speed;
    const L mass = select<L>(slides_loaded(row, p, pressed), p.tangent_mass, splat<L>(0.0f));
    const L wanted = lane_clamp(before - mass * error, splat<L>(0.0f) - limit, limit);
    p.tangent_impulse = select<L>(must_follow(row, p, pressed), wanted, before);
    const L delta = p.tangent_impulse - before;
    push_tangent(row, p, delta, f);
    return delta;
}

/// N s: sum of the normal impulses.
template <class L, class Points>
inline L pressure(const Points& points) {
    L sum = splat<L>(0.0f);
    for (const PointRow<L>& p : points) { sum = sum + p.normal_impulse; }
    return sum;
}

/// Whether a contact sticks: the friction impulse that would stop it (the accumulated sum plus the largest increment of
/// a point) is at most `still` times its normal impulses (FX13). `surface_speed`: m/s, as in `solve_friction`.
template <class L, class Points>
inline auto sticks(const Points& points, L still, L surface_speed, const FrameVelocity<L>& f) {
    const L zero = splat<L>(0.0f);
    L now = zero;
    for (const PointRow<L>& p : points) { now = now + p.tangent_impulse; }
    L wanted = zero;
    for (const PointRow<L>& p : points) {
        const L one = now - p.tangent_mass * (tangent_velocity(p, f) + surface_speed);
        wanted = lane_max(wanted, lane_max(one, zero - one));
    }
    return wanted <= still * pressure<L>(points);
}

/// Rolling resistance: lambda = clamp(acc - m_w (wB - wA), +-limit), `limit` being `rolling` (m) times `pressed` (N s).
template <class L>
inline void solve_rolling(const RowFrame<L>& row, L pressed, L rolling, L rolling_mass, L& impulse,
                          FrameVelocity<L>& f) {
    const L limit = rolling * pressed;
    const L lambda = lane_clamp(impulse - rolling_mass * (f.wB - f.wA), splat<L>(0.0f) - limit, limit);
    const L delta = lambda - impulse;
    impulse = lambda;
    f.wA = f.wA - row.iA * delta;
    f.wB = f.wB + row.iB * delta;
}

/// Separation of a point after displacements (see contact_rows.h). `dn` is (dpB - dpA) . n, less `unturned` where a
/// side is round.
template <class L>
inline L separation_after(const PointRow<L>& p, L dn, L cA, L sA, L cB, L sB) {
    return p.base + dn + ((sB * p.rBn - cB * p.rBt) - (sA * p.rAn - cA * p.rAt));
}

/// m: the apparent gap of round sides when their arms rotate as a whole.
template <class L>
inline L unturned(const RoundRow<L>& round, L cA, L cB) {
    const L one = splat<L>(1.0f);
    return round.radiusA * (one - cA) + round.radiusB * (one - cB);
}

/// Separation of a point of one lane after the displacements of its bodies.
inline float separation_now(const ContactRow<float>& row, const PointRow<float>& p, const BodyMotion& a,
                            const BodyMotion& b) {
    const float dn = dot(b.dp - a.dp, {row.nx, row.ny}) - unturned(row.round, a.dq.c, b.dq.c);
    return separation_after(p, dn, a.dq.c, a.dq.s, b.dq.c, b.dq.s);
}

} // namespace impulse
