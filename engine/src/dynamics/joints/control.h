/// One number x (an angle, a way, a length) with rate Cdot that is held, limited, driven or sprung: the one velocity kernel
/// and the one position kernel of all parts with a single row.
///
/// C is what x exceeds the nearer of its two bounds by: x - lower (negative when violated) or x - upper (positive when
/// violated). Bounds that are equal hold x from both sides, and C is the error. Then, with m = 1 / K,
///   lambda = clamp(acc - m (mass (Cdot - speed) + push C) - memory acc, lo, hi), applied: lambda - acc
/// | role | mass, push, memory | bounds of the sum |
/// |---|---|---|
/// | rigid, with bias | softness of the pass | none |
/// | limit, violated | softness of the pass | pushes back only |
/// | limit, apart | 1, 1/h, 0: x may reach it within the step, not more | pushes back only |
/// | spring | its own, see softness.h | none |
/// | motor | 1, 0, 0 | +-cap h (UR12) |
/// | any hard one, no bias | 1, 0, 0 with speed -gap: the approach to a limit that is left | as with bias |
#pragma once

#include "dynamics/joints/joint_rows.h"

namespace impulse {

/// Stands for "no bound" in rows: finite, so that its products with 0 and with 1/h stay finite.
inline constexpr float kFar = 1.0e20f;

/// rad: half its square by h is the most that an arc counts (point.h).
inline constexpr float kLongestArc = 0.1f;

/// Numbers of a sweep over one batch, the same in all lanes.
template <class L>
struct ControlPass {
    L push, mass, memory; ///< of rigid parts and violated limits
    L inv_h;              ///< 1/s
    L slop;               ///< m or rad of error left alone
    L half_h, most_arc;   ///< s, 1/s: of arcs (point.h)
    bool own = false;     ///< a spring: the row's softness counts
    bool arcs = false;    ///< beside anchors that move on arcs, or of a rod (axis.h)
    bool rod = false;
    bool bias = true;
};

/// How a sweep over positions corrects. `compliance` is alpha / h^2 (XPBD), 0 rigid.
template <class L>
struct CorrectionPass {
    L compliance, fraction, most, slop;
    L turn_back; ///< rad: as JointCorrection says
};

namespace detail {

template <class L>
struct Bound {
    Mask<L> lower; ///< nearer to the lower one
    Mask<L> apart; ///< and not at it
    L c;
};

template <class L>
inline Bound<L> nearer_bound(const JointControl<L>& c) {
    const L zero = splat<L>(0.0f);
    const L below = c.x - c.lower;
    const L above = c.x - c.upper;
    const auto lower = below < zero - above;
    const L room = select<L>(lower, below, zero - above); // never > 0 where the bounds are equal
    return {lower, room > zero, select<L>(lower, below, above)};
}

template <class L>
inline L beyond_slop(L c, L slop) {
    return c - lane_clamp(c, splat<L>(0.0f) - slop, slop);
}

} // namespace detail

/// Returns the increment of the impulse.
template <class L>
[[gnu::noinline]] L solve_control(JointControl<L>& c, L cdot, const ControlPass<L>& pass) {
    const L zero = splat<L>(0.0f);
    const L one = splat<L>(1.0f);
    const detail::Bound<L> bound = detail::nearer_bound(c);
    L error = cdot - c.speed;
    L keep = one;
    if (pass.bias) {
        const L closing = bound.c * pass.inv_h;
        const L push = pass.own ? c.push : pass.push;
        const L mass = pass.own ? c.mass : pass.mass;
        const L memory = pass.own ? c.memory : pass.memory;
        const L soft = mass * error + push * detail::beyond_slop<L>(bound.c, pass.slop);
        const L left = closing + cdot;
        const L gap = select<L>(bound.lower, lane_max(left, zero), lane_min(left, zero));
        c.gap = select<L>(bound.apart, gap, zero);
        error = select<L>(bound.apart, error + closing, soft);
        keep = select<L>(bound.apart, one, one - memory);
    } else {
        error = error + c.gap;
    }
    const L lo = select<L>(bound.lower, c.two_sided * c.lo, c.lo);
    const L hi = select<L>(bound.lower, c.hi, c.two_sided * c.hi);
    const L lambda = lane_clamp(keep * c.impulse - c.effective_mass * error, lo, hi);
    const L delta = lambda - c.impulse;
    c.impulse = lambda;
    return delta;
}

/// Returns the impulse times h that moves x towards its bound; `c.x` and `c.effective_mass` are those of now.
template <class L>
[[gnu::noinline]] L correct_control(const JointControl<L>& c, const CorrectionPass<L>& pass) {
    const L zero = splat<L>(0.0f);
    const L one = splat<L>(1.0f);
    const detail::Bound<L> bound = detail::nearer_bound(c);
    const L error = select<L>(bound.apart, zero, detail::beyond_slop<L>(bound.c, pass.slop));
    const L wanted = lane_clamp(pass.fraction * error, zero - pass.most, pass.most);
    return zero - wanted * c.effective_mass / (one + pass.compliance * c.effective_mass);
}

} // namespace impulse
