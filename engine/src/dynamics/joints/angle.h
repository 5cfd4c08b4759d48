/// Part: the angle of B on A. Hinge limits, motors and torsion springs, the locked rotation of a weld or a slider.
///
///   x = angleB - angleA,   Cdot = wB - wA,   so J = [0, -1; 0, 1]
///   K = IA' + IB'
/// x counts from where the step began, and the bounds are given from there: a hinge that has turned a thousand times is as
/// exact as one that has not.
#pragma once

#include "dynamics/joints/control.h"
#include "dynamics/joints/lane_bodies.h"

namespace impulse {

template <class L>
[[gnu::noinline]] void refresh(JointAngle<L>& row, const DisplacementLanes<L>& a, const DisplacementLanes<L>& b) {
    row.control.x = lane_angle<L>(b.c, b.s) - lane_angle<L>(a.c, a.s);
    row.control.effective_mass = inverse_or_zero<L>(row.iA + row.iB);
}

/// Nothing about the row turns, so impulses so far stay what they are (compare point.h).
template <class L>
inline void carry(JointAngle<L>& row, const DisplacementLanes<L>& dA, const DisplacementLanes<L>& dB, VelocityLanes<L>&,
                  VelocityLanes<L>&) {
    refresh(row, dA, dB);
}

template <class L>
inline void push_angle(const JointAngle<L>& row, L delta, VelocityLanes<L>& a, VelocityLanes<L>& b) {
    a.w = a.w - row.iA * delta;
    b.w = b.w + row.iB * delta;
}

template <class L>
inline void solve_angle(JointAngle<L>& row, const ControlPass<L>& pass, VelocityLanes<L>& a, VelocityLanes<L>& b) {
    push_angle(row, solve_control<L>(row.control, b.w - a.w, pass), a, b);
}

template <class L>
[[gnu::noinline]] void correct_angle(JointAngle<L>& row, const CorrectionPass<L>& pass, L to_impulse,
                                     DisplacementLanes<L>& a, DisplacementLanes<L>& b) {
    const L zero = splat<L>(0.0f);
    JointControl<L> within = row.control;
    within.lower = lane_min(within.lower, pass.turn_back);
    within.upper = lane_max(within.upper, zero - pass.turn_back);
    const L lambda = correct_control<L>(within, pass);
    row.control.impulse = row.control.impulse + to_impulse * lambda;
    displace<L>(a, zero, zero, zero - row.iA * lambda);
    displace<L>(b, zero, zero, row.iB * lambda);
}

} // namespace impulse
