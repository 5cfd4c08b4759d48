/// Part: one row with a direction and an arm for either body. Sliders, rods, ropes over two pulleys, gears and racks differ
/// only in where directions, arms and x come from.
///
///   Cdot = uB . vB + sB wB - uA . vA - sA wA,   so J = [-uA, -sA; uB, sB]
///   K    = mA' |uA|^2 + IA' sA^2 + mB' |uB|^2 + IB' sB^2
///
/// | kind | x | uA, sA | uB, sB |
/// |---|---|---|---|
/// | slide | d . u | u, (rA + d) x u | u, rB x u |
/// | span | \|d\| | u = d / \|d\|, rA x u | u, rB x u |
/// | rope | \|a\| + ratio \|b\| | -a / \|a\|, rA x uA | ratio b / \|b\|, rB x uB |
/// | linear | uB . dpB + sB dqB - uA . dpA - sA dqA | given | given |
/// | swing, glide | the angle; d . u | what `free_row` leaves of it | |
/// where d leads from anchor A to anchor B, u of a slide turns with A (hence the d in its arm: a point of A's line that is
/// now at anchor B), a and b lead from the points of the world to the anchors, and dp, dq are displacements since the step
/// began. Two anchors in one place have no direction; the x axis stands in.
#pragma once

#include "dynamics/joints/control.h"
#include "dynamics/joints/lane_bodies.h"

namespace impulse {

namespace detail {

template <class L>
inline LaneVec<L> direction(L x, L y, L& length) {
    length = lane_sqrt(x * x + y * y);
    const auto known = length > splat<L>(1.0e-9f);
    const L divisor = select<L>(known, length, splat<L>(1.0f));
    return {select<L>(known, x / divisor, splat<L>(1.0f)), select<L>(known, y / divisor, splat<L>(0.0f))};
}

/// An equation of a joint, Cdot = u . (vB - vA) + sB wB - sA wA.
template <class L>
struct Equation {
    L ux, uy, sA, sB;
};

/// What a spring moves is more than its own row knows: a door on a spring at its hinge has the inertia I + m d^2, where the row of
/// its angle has I alone. Pushed by that row the door parts from its hinge, and what brings it back comes a sweep late: at 10 Hz a
/// metre away the spring was damped twice as much as asked, and a small body far from its hinge flew off. So of the spring's row
/// J only that is kept which leaves the rows r held beside it alone,
///   J' = J - c J_r,   c = K_r^-1 J_r M^-1 J^T,   so that   J' M^-1 J_r^T = 0
/// Where the rows hold, J_r v = 0 and J' v = J v: it measures the same. Its K' = J' M^-1 J'^T = K - K_sr K_r^-1 K_rs is the inverse
/// of the mass that moves (the Schur complement), here a sum of squares, so that nothing cancels. Motors are rows of this kind too: one
/// that weighed I alone came to 17 rad/s instead of 3 with a box .3 m wide 5 m off.
///
/// Anchors on arcs (point.h) are held at J_r v = -e, e = h/2 (wA^2 rA - wB^2 rB), so that J v = J' v - c . e. Of a swing c is -u.
/// A rod's own end goes on a chord likewise: with v_t across it, |d + h Cdot| = L wants Cdot = -h/2 v_t^2 / L - u . e. Along tangents
/// a rod of 1 m let go at 90 degrees lost half of its energy in 30 s.
template <class L>
inline Equation<L> free_row(const JointAxis<L>& row, const Equation<L>& j, const Equation<L>& r1,
                            const Equation<L>& r2) {
    const L m = row.mA + row.mB;
    const auto coupling = [&](const Equation<L>& a, const Equation<L>& b) {
        return m * (a.ux * b.ux + a.uy * b.uy) + row.iA * a.sA * b.sA + row.iB * a.sB * b.sB;
    };
    const L k11 = coupling(r1, r1);
    const L k12 = coupling(r1, r2);
    const L k22 = coupling(r2, r2);
    const L t1 = coupling(j, r1);
    const L t2 = coupling(j, r2);
    const L inverse = inverse_or_zero<L>(k11 * k22 - k12 * k12);
    const L alone = inverse_or_zero<L>(k11); // where there is no second row
    const auto second = k22 > splat<L>(0.0f);
    const L c1 = select<L>(second, inverse * (k22 * t1 - k12 * t2), alone * t1);
    const L c2 = inverse * (k11 * t2 - k12 * t1);
    return {j.ux - c1 * r1.ux - c2 * r2.ux, j.uy - c1 * r1.uy - c2 * r2.uy, j.sA - c1 * r1.sA - c2 * r2.sA,
            j.sB - c1 * r1.sB - c2 * r2.sB};
}

} // namespace detail

/// One copy for all sweeps, as with the other long functions of these headers: a call a row of four costs less than its text.
template <class L>
[[gnu::noinline]] void refresh(JointAxis<L>& row, PartKind kind, const DisplacementLanes<L>& a,
                               const DisplacementLanes<L>& b) {
    const L zero = splat<L>(0.0f);
    JointControl<L>& control = row.control;
    if (kind == PartKind::linear) {
        row.uAx = row.a0x;
        row.uAy = row.a0y;
        row.sA = row.rA0x;
        row.uBx = row.b0x;
        row.uBy = row.b0y;
        row.sB = row.turning = row.rB0x;
        control.x = (row.uBx * b.x + row.uBy * b.y + row.sB * lane_angle<L>(b.c, b.s)) -
                    (row.uAx * a.x + row.uAy * a.y + row.sA * lane_angle<L>(a.c, a.s));
    } else {
        const LaneVec<L> rA = turn<L>(a, row.rA0x, row.rA0y);
        const LaneVec<L> rB = turn<L>(b, row.rB0x, row.rB0y);
        const L moveAx = a.x + (rA.x - row.rA0x); // of the anchors
        const L moveAy = a.y + (rA.y - row.rA0y);
        const L moveBx = b.x + (rB.x - row.rB0x);
        const L moveBy = b.y + (rB.y - row.rB0y);
        if (kind == PartKind::rope) {
            L lengthA = zero;
            L lengthB = zero;
            const LaneVec<L> uA = detail::direction<L>(row.a0x + moveAx, row.a0y + moveAy, lengthA);
            const LaneVec<L> uB = detail::direction<L>(row.b0x + moveBx, row.b0y + moveBy, lengthB);
            row.uAx = zero - uA.x;
            row.uAy = zero - uA.y;
            row.uBx = row.ratio * uB.x;
            row.uBy = row.ratio * uB.y;
            row.sA = rA.x * row.uAy - rA.y * row.uAx;
            control.x = lengthA + row.ratio * lengthB;
        } else {
            const L dx = row.a0x + (moveBx - moveAx);
            const L dy = row.a0y + (moveBy - moveAy);
            L armx = rA.x;
            L army = rA.y;
            LaneVec<L> u{};
            if (kind == PartKind::span) {
                u = detail::direction<L>(dx, dy, control.x);
            } else if (kind != PartKind::swing) {
                u = turn<L>(a, row.b0x, row.b0y);
                armx = armx + dx;
                army = army + dy;
                control.x = dx * u.x + dy * u.y;
            }
            row.uAx = u.x;
            row.uAy = u.y;
            row.uBx = u.x;
            row.uBy = u.y;
            row.sA = armx * u.y - army * u.x;
        }
        row.sB = rB.x * row.uBy - rB.y * row.uBx;
        if (kind == PartKind::swing || kind == PartKind::glide) {
            using Row = detail::Equation<L>;
            const L one = splat<L>(1.0f);
            Row free{};
            if (kind == PartKind::swing) {
                control.x = lane_angle<L>(b.c, b.s) - lane_angle<L>(a.c, a.s);
                free = detail::free_row(row, Row{zero, zero, one, one}, Row{one, zero, zero - rA.y, zero - rB.y},
                                        Row{zero, one, rA.x, rB.x});
            } else { // what is held besides the angle: the direction across, which is (-u.y, u.x)
                const L armx = rA.x + row.a0x + (moveBx - moveAx);
                const L army = rA.y + row.a0y + (moveBy - moveAy);
                free = detail::free_row(
                    row, Row{row.uBx, row.uBy, row.sA, row.sB},
                    Row{zero - row.uBy, row.uBx, armx * row.uBx + army * row.uBy, rB.x * row.uBx + rB.y * row.uBy},
                    Row{zero, zero, row.ratio, row.ratio});
            }
            row.uAx = row.uBx = free.ux;
            row.uAy = row.uBy = free.uy;
            row.sA = free.sA;
            row.sB = free.sB;
            row.turning = free.sB - (rB.x * free.uy - rB.y * free.ux);
        }
        if (kind == PartKind::swing || kind == PartKind::span) {
            row.b0x = rA.x * row.uBx + rA.y * row.uBy;
            row.b0y = rB.x * row.uBx + rB.y * row.uBy;
        }
    }
    const L k = row.mA * (row.uAx * row.uAx + row.uAy * row.uAy) + row.iA * row.sA * row.sA +
                row.mB * (row.uBx * row.uBx + row.uBy * row.uBy) + row.iB * row.sB * row.sB;
    control.effective_mass = inverse_or_zero<L>(k);
}

template <class L>
[[gnu::noinline]] void push_axis(const JointAxis<L>& row, L delta, VelocityLanes<L>& a, VelocityLanes<L>& b) {
    const L pA = row.mA * delta;
    const L pB = row.mB * delta;
    a.vx = a.vx - pA * row.uAx;
    a.vy = a.vy - pA * row.uAy;
    a.w = a.w - row.iA * row.sA * delta;
    b.vx = b.vx + pB * row.uBx;
    b.vy = b.vy + pB * row.uBy;
    b.w = b.w + row.iB * row.sB * delta;
}

/// `refresh`, and the impulses so far act along the directions and at the arms as they are now (see point.h).
template <class L>
[[gnu::noinline]] void carry(JointAxis<L>& row, PartKind kind, const DisplacementLanes<L>& dA,
                             const DisplacementLanes<L>& dB, VelocityLanes<L>& a, VelocityLanes<L>& b) {
    JointAxis<L> change = row;
    refresh(row, kind, dA, dB);
    change.uAx = row.uAx - change.uAx;
    change.uAy = row.uAy - change.uAy;
    change.sA = row.sA - change.sA;
    change.uBx = row.uBx - change.uBx;
    change.uBy = row.uBy - change.uBy;
    change.sB = row.sB - change.sB;
    push_axis(change, row.control.impulse, a, b);
}

template <class L>
inline void solve_axis(JointAxis<L>& row, const ControlPass<L>& pass, VelocityLanes<L>& a, VelocityLanes<L>& b) {
    L cdot = (row.uBx * b.vx + row.uBy * b.vy + row.sB * b.w) - (row.uAx * a.vx + row.uAy * a.vy + row.sA * a.w);
    if (pass.arcs) {
        const auto arc = [&](L w) { return lane_min(pass.half_h * w * w, pass.most_arc); };
        cdot = cdot + (arc(a.w) * row.b0x - arc(b.w) * row.b0y);
        if (pass.rod) {
            const L across = (row.uBx * (b.vy - a.vy) - row.uBy * (b.vx - a.vx)) + (b.w * row.b0y - a.w * row.b0x);
            cdot = cdot + arc(across * inverse_or_zero<L>(row.control.x)) * row.control.x;
        }
    }
    push_axis(row, solve_control<L>(row.control, cdot, pass), a, b);
}

template <class L>
[[gnu::noinline]] void correct_axis(JointAxis<L>& row, const CorrectionPass<L>& pass, L to_impulse,
                                    DisplacementLanes<L>& a, DisplacementLanes<L>& b) {
    const L zero = splat<L>(0.0f);
    const L lambda = correct_control<L>(row.control, pass);
    row.control.impulse = row.control.impulse + to_impulse * lambda;
    const L pA = zero - row.mA * lambda;
    const L pB = row.mB * lambda;
    displace<L>(a, pA * row.uAx, pA * row.uAy, zero - row.iA * row.sA * lambda);
    displace<L>(b, pB * row.uBx, pB * row.uBy, row.iB * row.sB * lambda);
}

} // namespace impulse
