/// Part: two anchors in one place. What a revolute joint is, and most of a weld.
///
///   C    = (pB + rB) - (pA + rA)                                        2 numbers
///   Cdot = vB + wB x rB - vA - wA x rA,   so J = [-1, -perp(rA); 1, perp(rB)]
///   K    = [ m + IA' rAy^2 + IB' rBy^2     -IA' rAx rAy - IB' rBx rBy ]    m = mA' + mB'
///          [ symmetric                     m + IA' rAx^2 + IB' rBx^2  ]
///   P    = acc - K^-1 (mass (Cdot - v) + push C) - memory acc,  applied: P - acc;  |P| <= cap where it is driven
/// Primes are inverses. Arms turn with the bodies from substep to substep. C is the gap when the step began plus what
/// displacements and turned arms add, so no absolute position takes part. K = 0 (nothing can move) has the inverse 0.
///
/// Arcs. Within a substep an arm r turns by w h, and its end moves along a chord, at w x r - w^2 r h / 2 in the mean. Where
/// `arc_h` is set, Cdot is that of the chords,
///   Cdot + h/2 (wA^2 rA - wB^2 rB)
/// in sweeps with bias, so that no gap opens that would have to be drawn shut, and without, so that velocities stay those of
/// chords. Then impulses act where two chords meet, along the arm, and a swing keeps its angular momentum (SHAKE: Ryckaert et al.
/// 1977). Relaxed along tangents, at the arms of where the substep began, a velocity is put onto the next tangent in each
/// substep and loses (w h)^2 of its energy: 46 % in 30 s of a pendulum of 1 m let go at 90 degrees, at 60 Hz. Arcs of more
/// than a tenth of a radian count as that: a pendulum with arcs of .15 gained energy.
#pragma once

#include "dynamics/joints/control.h"
#include "dynamics/joints/lane_bodies.h"

namespace impulse {

template <class L>
inline void refresh(JointPoint<L>& row, const DisplacementLanes<L>& a, const DisplacementLanes<L>& b) {
    const LaneVec<L> rA = turn<L>(a, row.rA0x, row.rA0y);
    const LaneVec<L> rB = turn<L>(b, row.rB0x, row.rB0y);
    row.cx = row.d0x + (b.x - a.x) + ((rB.x - row.rB0x) - (rA.x - row.rA0x));
    row.cy = row.d0y + (b.y - a.y) + ((rB.y - row.rB0y) - (rA.y - row.rA0y));
    row.rAx = rA.x;
    row.rAy = rA.y;
    row.rBx = rB.x;
    row.rBy = rB.y;
    const L m = row.mA + row.mB;
    const L k11 = m + row.iA * rA.y * rA.y + row.iB * rB.y * rB.y;
    const L k12 = splat<L>(0.0f) - (row.iA * rA.x * rA.y + row.iB * rB.x * rB.y);
    const L k22 = m + row.iA * rA.x * rA.x + row.iB * rB.x * rB.x;
    const L inverse = inverse_or_zero<L>(k11 * k22 - k12 * k12);
    row.k11 = inverse * k22;
    row.k12 = splat<L>(0.0f) - inverse * k12;
    row.k22 = inverse * k11;
}

template <class L>
inline void push_point(const JointPoint<L>& row, L px, L py, VelocityLanes<L>& a, VelocityLanes<L>& b) {
    a.vx = a.vx - row.mA * px;
    a.vy = a.vy - row.mA * py;
    a.w = a.w - row.iA * (row.rAx * py - row.rAy * px);
    b.vx = b.vx + row.mB * px;
    b.vy = b.vy + row.mB * py;
    b.w = b.w + row.iB * (row.rBx * py - row.rBy * px);
}

/// `refresh`, and what the impulses so far did at the arms as they were becomes what they do at the arms as they are. Substeps
/// start warm by repeating the velocity change of the substep before (substep.h), with its arms: a link of 1 kg under 30 N
/// that turns would so be driven round, by i F r h = 1.5 of its spin a second, and a swinging chain of five flew apart.
template <class L>
inline void carry(JointPoint<L>& row, const DisplacementLanes<L>& dA, const DisplacementLanes<L>& dB,
                  VelocityLanes<L>& a, VelocityLanes<L>& b) {
    const L rAx = row.rAx;
    const L rAy = row.rAy;
    const L rBx = row.rBx;
    const L rBy = row.rBy;
    refresh(row, dA, dB);
    a.w = a.w - row.iA * ((row.rAx - rAx) * row.py - (row.rAy - rAy) * row.px);
    b.w = b.w + row.iB * ((row.rBx - rBx) * row.py - (row.rBy - rBy) * row.px);
}

/// `drive` is null for a rigid point.
template <class L>
inline void solve_point(JointPoint<L>& row, const PointDrive<L>* drive, const ControlPass<L>& pass, VelocityLanes<L>& a,
                        VelocityLanes<L>& b) {
    const L one = splat<L>(1.0f);
    L ex = (b.vx - b.w * row.rBy) - (a.vx - a.w * row.rAy);
    L ey = (b.vy + b.w * row.rBx) - (a.vy + a.w * row.rAx);
    L keep = one;
    if (drive != nullptr) {
        ex = drive->mass * (ex - drive->vx) + drive->push * row.cx;
        ey = drive->mass * (ey - drive->vy) + drive->push * row.cy;
        keep = one - drive->memory;
    } else if (pass.bias) {
        ex = pass.mass * ex + pass.push * detail::beyond_slop<L>(row.cx, pass.slop);
        ey = pass.mass * ey + pass.push * detail::beyond_slop<L>(row.cy, pass.slop);
        keep = one - pass.memory;
    }
    if (drive == nullptr) {
        const L arcA = lane_min(pass.half_h * a.w * a.w, pass.most_arc);
        const L arcB = lane_min(pass.half_h * b.w * b.w, pass.most_arc);
        ex = ex + (arcA * row.rAx - arcB * row.rBx);
        ey = ey + (arcA * row.rAy - arcB * row.rBy);
    }
    L px = keep * row.px - (row.k11 * ex + row.k12 * ey);
    L py = keep * row.py - (row.k12 * ex + row.k22 * ey);
    if (drive != nullptr) {
        const L length = lane_sqrt(px * px + py * py);
        const L scale = select<L>(length > drive->cap, drive->cap / lane_max(length, splat<L>(1.0e-20f)), one);
        px = scale * px;
        py = scale * py;
    }
    push_point(row, px - row.px, py - row.py, a, b);
    row.px = px;
    row.py = py;
}

/// Moves the anchors together; adds the impulse that this stands for to the row's, times `to_impulse`.
template <class L>
[[gnu::noinline]] void correct_point(JointPoint<L>& row, const CorrectionPass<L>& pass, L to_impulse,
                                     DisplacementLanes<L>& a, DisplacementLanes<L>& b) {
    const L zero = splat<L>(0.0f);
    const L one = splat<L>(1.0f);
    const L cx = lane_clamp(pass.fraction * detail::beyond_slop<L>(row.cx, pass.slop), zero - pass.most, pass.most);
    const L cy = lane_clamp(pass.fraction * detail::beyond_slop<L>(row.cy, pass.slop), zero - pass.most, pass.most);
    L px = zero - (row.k11 * cx + row.k12 * cy);
    L py = zero - (row.k12 * cx + row.k22 * cy);
    // K + compliance, as far as one number goes: exact where K is a multiple of 1.
    const L soft = one / (one + pass.compliance * splat<L>(0.5f) * (row.k11 + row.k22));
    px = soft * px;
    py = soft * py;
    row.px = row.px + to_impulse * px;
    row.py = row.py + to_impulse * py;
    displace<L>(a, zero - row.mA * px, zero - row.mA * py, zero - row.iA * (row.rAx * py - row.rAy * px));
    displace<L>(b, row.mB * px, row.mB * py, row.iB * (row.rBx * py - row.rBy * px));
}

} // namespace impulse
