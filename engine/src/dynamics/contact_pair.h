/// Block solver for the two points of a contact that is symmetric under exchange of the points (point_order.h). Every
/// operation here gives the same bits when the points are swapped.
///
/// Normal impulses. Let x be the accumulated impulses, r the residual (relative velocity minus its target; for a soft
/// contact  massScale Cdot + bias + impulseScale K x)  and A = K with rows scaled by `mass`. The new impulses y satisfy
///   y >= 0,   w = A (y - x) + r >= 0,   y w = 0:
/// both points are active, or one, or none. Source of the cases: Catto, "Modeling and Solving Constraints", GDC 2009.
///
/// Friction. Two equally deep points share one tangent and one row. Its impulse is clamped by the sum of both friction
/// budgets and split in their ratio.
#pragma once

#include "dynamics/contact_kernels.h"

namespace impulse {

/// A value per point.
template <class L>
struct Pair {
    L first, second;
    L sum() const { return first + second; }
};

template <class L>
inline void push_normals(const RowFrame<L>& row, const PointRow<L>& p, const PointRow<L>& q, const Pair<L>& delta,
                         FrameVelocity<L>& f) {
    f.dn = f.dn + f.k.n * delta.sum();
    f.wA = f.wA - row.iA * (p.rAn * delta.first + q.rAn * delta.second);
    f.wB = f.wB + row.iB * (p.rBn * delta.first + q.rBn * delta.second);
}

template <class L>
inline void push_tangents(const RowFrame<L>& row, const PointRow<L>& p, const PointRow<L>& q, const Pair<L>& delta,
                          FrameVelocity<L>& f) {
    f.dt = f.dt + f.k.t * delta.sum();
    f.wA = f.wA - row.iA * (p.rAt * delta.first + q.rAt * delta.second);
    f.wB = f.wB + row.iB * (p.rBt * delta.first + q.rBt * delta.second);
}

/// y of the problem above. `k` is A's diagonal, `coupling` the off-diagonal element of each row, and `inverse` 1 / k.
template <class L>
[[gnu::noinline]] Pair<L> solve_pair(const Pair<L>& k, const Pair<L>& inverse, const Pair<L>& coupling,
                                     const Pair<L>& wrong, const Pair<L>& x) {
    const L zero = splat<L>(0.0f);
    const L half = splat<L>(0.5f);
    // Both active, unless the rows are equal, as without rotation.
    const L det = k.first * k.second - coupling.first * coupling.second;
    const auto two_rows = det > splat<L>(1.0e-4f) * (k.first * k.second);
    const L inv = inverse_or_zero<L>(det);
    const Pair<L> both{x.first - inv * (k.second * wrong.first - coupling.first * wrong.second),
                       x.second - inv * (k.first * wrong.second - coupling.second * wrong.first)};
    // One active point, and w of the other.
    const Pair<L> alone{lane_max(x.first + inverse.first * (coupling.first * x.second - wrong.first), zero),
                        lane_max(x.second + inverse.second * (coupling.second * x.first - wrong.second), zero)};
    const Pair<L> w{coupling.first * (alone.second - x.second) - k.first * x.first + wrong.first,
                    coupling.second * (alone.first - x.first) - k.second * x.second + wrong.second};
    // If w permits either point, or by rounding neither: both are inactive, or the rows are equal and share the
    // impulse.
    const auto first = w.second >= zero;
    const auto second = w.first >= zero;
    const Pair<L> shared{half * alone.first, half * alone.second};
    const L first_case =
        select<L>(first, select<L>(second, shared.first, alone.first), select<L>(second, zero, shared.first));
    const L second_case =
        select<L>(second, select<L>(first, shared.second, alone.second), select<L>(first, zero, shared.second));
    const auto push = select<L>(two_rows, lane_min(both.first, both.second), splat<L>(-1.0f)) >= zero;
    return {select<L>(push, both.first, first_case), select<L>(push, both.second, second_case)};
}

/// `wrong` is the residual r, `mass` the scales of A's rows. Returns the increments.
template <class L>
[[gnu::noinline]] Pair<L> solve_normals_together(const RowFrame<L>& row, PointRow<L>& p, PointRow<L>& q,
                                                 const Pair<L>& wrong, const Pair<L>& mass, FrameVelocity<L>& f) {
    const Pair<L> k{f.k.n + row.iA * p.rAn * p.rAn + row.iB * p.rBn * p.rBn,
                    f.k.n + row.iA * q.rAn * q.rAn + row.iB * q.rBn * q.rBn};
    const L between = f.k.n + row.iA * (p.rAn * q.rAn) + row.iB * (p.rBn * q.rBn);
    const Pair<L> x{p.normal_impulse, q.normal_impulse};
    const Pair<L> y =
        solve_pair<L>(k, {p.normal_mass, q.normal_mass}, {mass.first * between, mass.second * between}, wrong, x);
    p.normal_impulse = y.first;
    q.normal_impulse = y.second;
    const Pair<L> delta{y.first - x.first, y.second - x.second};
    push_normals(row, p, q, delta, f);
    return delta;
}

/// The rigid constraint: relative velocities reach `target`.
template <class L>
inline Pair<L> solve_normals_together(const RowFrame<L>& row, PointRow<L>& p, PointRow<L>& q, const Pair<L>& target,
                                      FrameVelocity<L>& f) {
    const Pair<L> wrong{normal_velocity(p, f) - target.first, normal_velocity(q, f) - target.second};
    return solve_normals_together(row, p, q, wrong, {splat<L>(1.0f), splat<L>(1.0f)}, f);
}

/// Friction of both points, not applied yet.
template <class L>
inline Pair<L> friction_together(const RowFrame<L>& row, const PointRow<L>& p, const PointRow<L>& q, L surface_speed,
                                 const FrameVelocity<L>& f) {
    const L zero = splat<L>(0.0f);
    const L half = splat<L>(0.5f);
    const L pressed = p.normal_impulse + q.normal_impulse;
    const L limit = row.friction * pressed;
    const L error = half * (tangent_velocity(p, f) + tangent_velocity(q, f)) + surface_speed;
    const L mass = half * (p.tangent_mass + q.tangent_mass);
    const L sum = lane_clamp(p.tangent_impulse + q.tangent_impulse - mass * error, zero - limit, limit);
    const L share = sum * inverse_or_zero<L>(pressed);
    return {share * p.normal_impulse, share * q.normal_impulse};
}

template <class L>
inline Pair<L> set_tangents(const RowFrame<L>& row, PointRow<L>& p, PointRow<L>& q, const Pair<L>& to,
                            FrameVelocity<L>& f) {
    const Pair<L> delta{to.first - p.tangent_impulse, to.second - q.tangent_impulse};
    p.tangent_impulse = to.first;
    q.tangent_impulse = to.second;
    push_tangents(row, p, q, delta, f);
    return delta;
}

template <class L>
[[gnu::noinline]] Pair<L> solve_friction_together(const RowFrame<L>& row, PointRow<L>& p, PointRow<L>& q,
                                                  L surface_speed, FrameVelocity<L>& f) {
    return set_tangents(row, p, q, friction_together(row, p, q, surface_speed, f), f);
}

/// See `follow_normal`.
template <class L>
[[gnu::noinline]] Pair<L> follow_normals_together(const RowFrame<L>& row, PointRow<L>& p, PointRow<L>& q, L pressed,
                                                  L surface_speed, FrameVelocity<L>& f) {
    const auto slides = at_limit(p.tangent_impulse + q.tangent_impulse, row.friction * pressed);
    const Pair<L> sliding = friction_together(row, p, q, surface_speed, f);
    const Pair<L> sticking{clamped_to_cone(row, p), clamped_to_cone(row, q)};
    return set_tangents(
        row, p, q,
        {select<L>(slides, sliding.first, sticking.first), select<L>(slides, sliding.second, sticking.second)}, f);
}

} // namespace impulse
