/// Arcs: joints whose anchors meet at the end of the substep.
///
/// A body rotates by w h within the step, so that anchors with equal velocities now separate by about h^2 w^2 r / 2.
/// There are two discretisations. With equal velocities now ("tangent", J v' = 0) impulses are a projection: kinetic
/// energy can only fall, by (w h)^2 per step. A pendulum of 1 m released at 90 degrees loses half of its energy in
/// 30 s. With anchors that meet at the end ("chord", x(h v') = x; SHAKE: Ryckaert, Ciccotti and Berendsen 1977) motion
/// is a leapfrog that conserves energy as long as w h is small; otherwise energy grows without bound. So both are
/// solved, z and z + c. The result is z + s c with the largest s <= 1 for which the holding constraints do no work, and
/// motors none beyond that at their speed (a brake: none at all):
///   W(s) = sum of lambda(s) ((xdot + xdot'(s)) / 2 - speed) <= max(0, W(0)),
/// xdot being the rate before the forces of the step. The speed is the one that limits leave a motor in the step: seen
/// from a higher one it would drive what it stops, and flippers would open their hinges at each stop. (With lambda
/// between the positions, velocities half a step before and after them, this is the work that a leapfrog does.) lambda
/// and xdot' are linear in s, so W is a parabola. No articulation gains energy from its constraints but for
/// what its motors and springs give, and s is 1 except in steps with a whip-like motion.
#pragma once

#include "dynamics/joints/articulation.h"

namespace impulse::direct {

/// J: work of constraints along their arcs, a parabola in the share s of these.
struct Work {
    Real still{}, first{}, second{};

    /// `rate`: m/s or rad/s, the mean over the step without arcs.
    void add(const ConstraintLanes<Real>& c, Real lambda, Real rate) {
        const Real half = splat<Real>(0.5);
        still += lambda * rate;
        first += c.more * rate + half * lambda * c.change;
        second += half * c.more * c.change;
    }
    Real at(Real s) const { return still + s * (first + s * second); }
    Work operator+(const Work& o) const { return {still + o.still, first + o.first, second + o.second}; }
};

/// What limits the share of the arcs.
struct ArcBounds {
    Work holds, motors;
    Real most = splat<Real>(1.0); ///< by the caps of motors and springs

    template <class Joint>
    void add(const Joint& joint, auto i) {
        const ConstraintLanes<Real>& c = joint[i];
        if (joint.kind(i) == ConstraintKind::tension) { return; }
        if (joint.held(i)) {
            holds.add(c, joint.within(i, c.lambda), c.mean - joint.speed(i));
            return;
        }
        if (joint.kind(i) == ConstraintKind::motor) {
            motors.add(c, c.lambda, c.mean - c.g * inverse_or_zero<Real>(c.kappa));
        }
        const bool round = is_round(joint.form()) && i < 2; // the first two share a circular cap
        if (round && i == 0) { return; }
        const auto length = [&](Real x, Real y) { return lane_sqrt(x * x + y * y); };
        const Real free = round ? c.hi - length(c.lambda, joint[0].lambda)
                                : select<Real>(c.more > Real{}, c.hi - c.lambda, c.lambda - c.lo);
        const Real left = lane_max(free, Real{});
        const Real more = round ? length(c.more, joint[0].more) : lane_abs(c.more);
        const RealMask short_of = more * most > left;
        most = select<Real>(short_of, left / select<Real>(short_of, more, splat<Real>(1.0)), most);
    }
};

/// Which arcs are followed. The rate of a motor joint is that seen from A, which turns: its arc is known to the second
/// order only, which a substep needs. In whole steps one random mechanism of four thousand doubled its
/// energy by it.
enum class Arcs : uint8_t { known, measured, measured_without_motor_joints };

/// What keeps holds on their arcs: bodies change by `chord`, impulses by `more`.
ArcBounds solve_arcs(const System& system, Arcs arcs);
/// Follows arcs by the largest share for which holds, limits and motors do no work, a motor beyond that at its speed,
/// and motors and springs keep to their caps. Returns it, and records the work of holds and limits.
Real follow_arcs(const System& system, const ArcBounds& bounds);

} // namespace impulse::direct
