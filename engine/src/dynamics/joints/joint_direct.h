/// Mechanisms solved as one: block elimination of the bodies.
///
/// Let v be the velocities without what joints do in the substep, z what they do to them, and lambda = g - kappa J (v + z) the law of
/// each constraint that is within its bounds. From  M z = J^T lambda  follows
///   (M + J^T kappa J) z = J^T (g - kappa J v)
/// a symmetric, positive definite matrix of a 3 x 3 block a body and one a pair of joined bodies. Bodies are eliminated
/// one by one (block LDL^T; Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996, for the same
/// structure): in a tree, leaves first, nothing is filled in and the cost is that of so many bodies, whatever their
/// masses and arms. What is solved exactly needs no warm start.
///
/// Bounded constraints. Which of them are within their bounds is not known before. Those of the last substep are taken,
/// all is solved, those that come out beyond a bound are held there, those that a Gauss-Seidel step on them alone
/// brings within are taken in, and all is solved again: the subspace minimisation of Silcowitz, Niebe and Erleben
/// ("Projected Gauss-Seidel subspace minimization", 2010). It settles in a turn or two.
///
/// Arcs. A body turns by w h within the step, so that anchors whose velocities agree now part by about h^2 w^2 r / 2.
/// Two discretisations answer to that. With equal velocities now ("tangent", J v' = 0) impulses are a projection:
/// kinetic energy can only fall, and it does, by (w h)^2 a step: a pendulum of 1 m let go at 90 degrees loses half of
/// its energy in 30 s. With anchors that meet at the end ("chord", x(h v') = x; SHAKE: Ryckaert, Ciccotti and Berendsen
/// 1977) motion is a leapfrog that keeps its energy for ever, as long as w h is small, and where it is not, it gains
/// without bound. So both are solved, z and z + c, and what is taken is z + s c with the largest s <= 1 for which the
/// held constraints do no work:
///   W(s) = sum of lambda(s) (xdot + xdot'(s)) / 2 <= max(0, W(0)),
/// xdot being the rate before the forces of the step. (With lambda between the positions, velocities half a step before
/// and after them, this is the work that a leapfrog does.) lambda and xdot' are linear in s, so W is a parabola. No
/// mechanism gains energy from what holds it together, and s is 1 but for steps in which something whips.
///
/// Tension. A force f at an arm r that pulls a link straight is a spring of stiffness f . r on its angle (geometric stiffness;
/// Tournier et al., "Stable constrained dynamics", 2015). Constraint forces act along the directions before the step, so this
/// spring is stepped explicitly, and swings up where a step turns it by more than a radian or two. What of h^2 f . r exceeds the
/// inertia that turns with it is stepped implicitly instead, e = h^2 f . r - I, as an impulse  -e w'  of the body. Under everyday
/// loads there is none. The forces are at first those of the substep before. Where those that the solve comes to exceed them, as in
/// an impact, or where a taut chain lines up and its gaps can hardly close by turning its links, the system is solved once more
/// with their tension: without it a chain between two walls turns its links beyond all bounds to close a gap of a millimetre.
#pragma once

#include "dynamics/joints/joint_solver.h"

namespace impulse {

/// Rows, laws and tensions of a substep.
void begin_mechanisms(const SolveInput& input, const JointSet& set);
/// Takes out of the velocities what mechanisms did to them.
void withdraw_mechanisms(const SolveInput& input, const JointSet& set);
void solve_mechanisms(const SolveInput& input, const JointSet& set, const JointBias& bias);
void relax_mechanisms(const SolveInput& input, const JointSet& set);
void solve_mechanisms_at_once(const SolveInput& input, const JointSet& set);
void correct_mechanisms(const SolveInput& input, const JointSet& set, float fraction, float most);

} // namespace impulse
