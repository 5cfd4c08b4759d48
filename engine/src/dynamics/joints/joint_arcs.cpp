#include "dynamics/joints/joint_arcs.h"

#include "dynamics/joints/joint_elimination.h"

namespace impulse::direct {
namespace {

/// Displacements of the bodies within the substep.
void measure_steps(const System& system) {
    const Real h = splat<Real>(system.set.h);
    const Real one = splat<Real>(1.0);
    for (BodyLanes& body : system.travelling()) {
        const Real turn = h * body.velocity(2);
        // As bodies turn (impulse/math.h), in double.
        const Real t = splat<Real>(0.5) * turn * (one + turn * turn * splat<Real>(1.0 / 12.0));
        const Real r = one / (one + t * t);
        body.shift = {{h * body.velocity(0), h * body.velocity(1)}, (one - t * t) * r, (t + t) * r, turn};
    }
}

/// The rates by which holds, motors and active limits leave their arcs over the step: `arc`.
template <class Joint>
void measure_arcs(const Joint& joint, Real inv_h, bool motor_joints) {
    const JointFrame<Real>& now = joint.joint.now;
    const BodyShift<Real>& a = joint.a.shift;
    const BodyShift<Real>& b = joint.b.shift;
    if (has_gap(joint.type())) {
        const auto arc_of = [&](const BodyShift<Real>& by, LaneVec<Real> arm) { // w x r less the mean over the step
            const Real w = (by.turn - by.s) * inv_h;
            const Real shrinks = (splat<Real>(1.0) - by.c) * inv_h;
            return LaneVec<Real>{shrinks * arm.x - w * arm.y, shrinks * arm.y + w * arm.x};
        };
        // A gap d turns by t, and leaves the tangent by t x xdot - t^2 d / 2 h, to the second order.
        const Real turn = b.turn + joint.joint.geometry.share * (a.turn - b.turn);
        const Real shrinks = splat<Real>(0.5) * turn * turn * inv_h;
        LaneVec<Real> arc = arc_of(b, now.rB) - arc_of(a, now.rA) - shrinks * now.d;
        if (joint.type() == JointType::motor) {
            const Speeds v(joint);
            arc = arc + turn * left_perp(LaneVec<Real>{joint.rate(0, v.a, v.b), joint.rate(1, v.a, v.b)});
            if (!motor_joints) { arc = {}; }
        }
        joint.each([&](auto i) {
            const bool leaves = joint.leads(i) && joint.row(i) < 2;
            joint[i].arc = leaves ? joint.within(i, joint.row(i) == 0 ? arc.x : arc.y) : Real{};
        });
        return;
    }
    JointFrame<Real> to;
    move_frame(joint.type(), joint.joint.geometry, now, a, b, to);
    const Speeds v(joint);
    Real x[kJointRows] = {};
    kind_of(joint.type()).exact.measure(joint.joint.geometry, to, x);
    joint.each([&](auto i) {
        const uint32_t row = joint.row(i);
        const Real arc = joint.rate(row, v.a, v.b) - (x[row] - joint.joint.x[row]) * inv_h;
        joint[i].arc = joint.leads(i) ? joint[i].linear * arc : Real{};
    });
}

/// The largest s <= `most` at which `work` is no more than `allowed`; 0 if there is none.
Real share_within(const Work& work, Real allowed, Real most) {
    const Real zero = Real{};
    const RealMask exceeds = work.at(splat<Real>(1.0)) > allowed;
    if (!any_lane(exceeds)) { return most; }
    const Real square = work.first * work.first - splat<Real>(4.0) * work.second * (work.still - allowed);
    const RealMask solvable = exceeds & (work.second > zero) & (square >= zero);
    const Real root = (lane_sqrt(select<Real>(solvable, square, zero)) - work.first) /
                      select<Real>(solvable, work.second + work.second, splat<Real>(1.0));
    return select<Real>(exceeds, select<Real>(solvable, lane_clamp(root, zero, most), zero), most);
}

} // namespace

ArcBounds solve_arcs(const System& system, Arcs arcs) {
    const Real inv_h = splat<Real>(1.0 / system.set.h);
    if (arcs != Arcs::known) { measure_steps(system); }
    clear(system.moving(), &BodyLanes::chord);
    each_joint(system, [&](const auto& joint) {
        if (arcs != Arcs::known) { measure_arcs(joint, inv_h, arcs == Arcs::measured); }
        joint.each([&](auto i) {
            if (!joint.leads(i) || joint.shape(joint.row(i)) == RowShape::angle) { return; }
            joint.apply(joint.row(i), joint.kappa(i) * joint[i].arc, joint.a.chord, joint.b.chord);
        });
    });
    substitute(system, &BodyLanes::chord);
    ArcBounds bounds;
    each_joint(system, [&](const auto& joint) {
        joint.each([&](auto i) {
            ConstraintLanes<Real>& c = joint[i];
            c.change = joint.rate(joint.row(i), joint.a.chord, joint.b.chord);
            c.more = joint.kappa(i) * (c.arc - c.change);
            bounds.add(joint, i);
        });
    });
    return bounds;
}

Real follow_arcs(const System& system, const ArcBounds& bounds) {
    const Work work = bounds.holds + bounds.motors;
    const Real share = share_within(work, lane_max(work.still, Real{}), bounds.most);
    system.state.work = bounds.holds.at(share);
    for (ConstraintLanes<Real>& c : constraints_of(system.set, system.group)) { c.lambda += share * c.more; }
    return share;
}

} // namespace impulse::direct
