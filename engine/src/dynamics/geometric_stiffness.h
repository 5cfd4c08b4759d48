/// Geometric stiffness of contacts: their forces turn and move with the bodies within the step.
///
/// Normal and arms of a contact are those at the begin of the step, for all its substeps. A displacement x of the
/// bodies turns the normal and moves the point, and so changes the force of a contact under load by -k x (k: 1/s^2, per
/// mass). A disc with its weight off the centre rocks because of that: the arm of its load grows with its angle. Over a
/// step H of n substeps
///   v' = v - H k x,    x' = x + H v - (n + 1) / (2 n) H^2 k x
/// whose determinant is 1 + (n - 1) / (2 n) H^2 k: the amplitude of every such oscillation grows. A disc that rocks by
/// 0.3 rad would reach 1.5 rad in a minute. With the geometry predicted for the time
///   g = (n - 1) / (2 n) H
/// the force is -k (x + g v), and the determinant is 1 to first order in H^2 k: energy is conserved. In one substep g
/// is 0: semi-implicit Euler needs no prediction.
///
/// Rates of the geometry. The normal turns at the rate W of the body whose face has it, or, between two corners or
/// round sides at a distance d, with the direction from the one to the other. The corner that touches the face is fixed
/// in its body, and a round side of radius R keeps its point at R n from it:
///   rB' = wB x cB - RB n',    cB = rB + RB n    (on A: rA' = wA x cA + RA n', cA = rA - RA n),    n' = W x n
/// On the other body the point moves along with it: rA' - rB' = vB - vA, which also keeps angular momentum.
///
/// The impulse P of the step changes by  dP = g W x P,  and its moments by  g r' x P + r x dP.  Only a lasting force
/// has a geometric stiffness. So P is the harmonic mean of the last impulse and its low-pass (contact_load.h). It is
/// their average where they agree, and at most twice the smaller, so that an impact does not act a second time.
/// Prediction is explicit, and would itself be unstable on light bodies under heavy loads. So, like a warm start
/// (passive.h), it is scaled by s = clamp(-W / Q, 0, 1), the share with the least kinetic energy.
///
/// Only contacts of one point: a face that lies on a face does not rock.
#pragma once

#include "dynamics/contact_kernels.h"

namespace impulse {

/// A vector in the frame of a contact: along n and t = (n.y, -n.x).
template <class L>
struct InFrame {
    L n, t;
    InFrame operator+(const InFrame& o) const { return {n + o.n, t + o.t}; }
    InFrame operator-(const InFrame& o) const { return {n - o.n, t - o.t}; }
};
template <class L>
inline L cross(const InFrame<L>& a, const InFrame<L>& b) {
    return a.t * b.n - a.n * b.t;
}
template <class L>
inline InFrame<L> cross(L w, const InFrame<L>& r) {
    return {w * r.t, splat<L>(0.0f) - w * r.n};
}

/// A contact of one point with a lasting impulse.
template <class L>
struct LastingContact {
    InFrame<L> impulse;   ///< N s, of the step
    Mask<L> faceA, faceB; ///< whose face has the normal
    L reachA, reachB;     ///< m: along the normal, from a corner or the centre of a round side to the point
};

/// Applies the change of the impulse by the prediction for `time` (s), and returns it along n and t.
template <class L>
inline InFrame<L> predict_geometry(const RowFrame<L>& row, const PointRow<L>& p, const LastingContact<L>& of, L time,
                                   FrameVelocity<L>& f) {
    const L zero = splat<L>(0.0f);
    const InFrame<L> rA{zero - p.rAt, p.rAn};
    const InFrame<L> rB{zero - p.rBt, p.rBn};
    const InFrame<L> relative{f.dn, f.dt};
    const InFrame<L> coreA = cross(f.wA, InFrame<L>{rA.n - of.reachA, rA.t});
    const InFrame<L> coreB = cross(f.wB, InFrame<L>{rB.n + of.reachB, rB.t});
    const L distance = of.reachA + of.reachB;
    const auto apart = distance > zero;
    const L across = (coreA.t - coreB.t - f.dt) / select<L>(apart, distance, splat<L>(1.0f));
    const L turn = select<L>(of.faceA, f.wA, select<L>(of.faceB, f.wB, select<L>(apart, across, zero)));
    // Of the point on the body whose corner it is, A's if the face is B's.
    const InFrame<L> onA{coreA.n, coreA.t - of.reachA * turn};
    const InFrame<L> onB{coreB.n, coreB.t + of.reachB * turn};
    const InFrame<L> rateA{select<L>(of.faceB, onA.n, onB.n + relative.n),
                           select<L>(of.faceB, onA.t, onB.t + relative.t)};
    const InFrame<L> rateB = rateA - relative;

    const InFrame<L> change = cross(time * turn, of.impulse);
    const L spinA = zero - (time * cross(rateA, of.impulse) + cross(rA, change));
    const L spinB = time * cross(rateB, of.impulse) + cross(rB, change);
    const L work = change.n * f.dn + change.t * f.dt + select<L>(row.iA > zero, spinA * f.wA, zero) +
                   select<L>(row.iB > zero, spinB * f.wB, zero);
    const L square = (row.mA + row.mB) * (change.n * change.n + change.t * change.t) + row.iA * spinA * spinA +
                     row.iB * spinB * spinB;
    const L share = lane_clamp(zero - work / select<L>(square > zero, square, splat<L>(1.0f)), zero, splat<L>(1.0f));
    f.wA = f.wA + share * (row.iA * spinA);
    f.wB = f.wB + share * (row.iB * spinB);
    return {share * change.n, share * change.t};
}

} // namespace impulse
