/// The constraints of an articulation within their bounds.
///
/// The set of constraints within their bounds (the active set) is not known in advance. The first guess is that of the
/// last substep. After each solve, constraints beyond a bound are fixed there, and those that a Gauss-Seidel step
/// brings within are added. This is the subspace minimisation of Silcowitz, Niebe and Erleben ("Projected Gauss-Seidel
/// subspace minimization", 2010). It settles in one or two iterations.
#pragma once

#include "dynamics/joints/articulation.h"
#include "dynamics/joints/joint_arcs.h"

namespace impulse::direct {

/// Rates that holds and limits are solved for.
struct Target {
    Real inv_h{}; ///< 1/s: limits reach their bounds within 1 / `inv_h`
    /// Errors are corrected by a bias velocity. Otherwise impulses are added to those so far, which removes the rates
    /// that compliance left.
    bool corrects = true;
    Real share{}; ///< of the bias velocities

    template <class Joint>
    Real g(const Joint& joint, auto i) const {
        const ConstraintLanes<Real>& c = joint[i];
        if (!corrects) { return joint.within(i, c.lambda) + c.kappa * (joint.speed(i) + approach_of(joint, i, inv_h)); }
        return c.kappa * (joint.speed(i) + approach_of(joint, i, inv_h) - share * c.bias);
    }
};

/// Computes the bias velocities of holds and limits.
void find_biases(const System& system, const JointBias& bias);

/// Velocities that satisfy all constraints. The set of the constraints within their bounds settles in one or two turns.
/// If it alternates instead, constraints are only removed from then on, each of them twice at most. Leaves the factors
/// of the last turn; false if they are those of before.
bool solve_bounded(const System& system, const Target* target, ArcBounds* bounds = nullptr);
/// How much of the bias velocities, and of the rates of bounds that move, leaves no body faster than `most` because of
/// them. A row is capped by itself, but where joints of a loop almost contradict each other, bodies would have to move
/// many times faster across their rows. Three discs on rods of 1 m, 1 m and 2.1 m, which cannot close, left each other
/// at 280 m/s. Two ropes that pull a load up between them would do so at any speed once they are straight.
/// Pre: solved with the whole of both, by the present factors.
Real share_of_bias(const System& system, Real most);

} // namespace impulse::direct
