/// Mechanisms solved as one: block elimination of the bodies.
///
/// The linear constraints of a mechanism,  lambda = g - kappa J v',  change its velocities by  M (v' - v) = J^T (lambda - acc), acc
/// being what they gave before. Put together,
///   (M + J^T kappa J) (v' - v) = J^T (g - kappa J v - acc)
/// a symmetric, positive definite matrix of a 3 x 3 block a body and one a pair of joined bodies. Bodies are eliminated one by one
/// (block LDL^T; Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996, for the same structure): in a tree, leaves
/// first, nothing is filled in and the cost is that of so many bodies, whatever their masses and arms. The bodies then get the
/// impulses, not v': momentum is what it was, to the last bit of rounding.
///
/// Bounded constraints. Which of them are within their bounds is not known before. One Gauss-Seidel step over them guesses, the
/// rest is solved, those that come out beyond their bounds are held there, and all is solved again: the subspace minimisation of
/// Silcowitz, Niebe and Erleben ("Projected Gauss-Seidel subspace minimization", 2010).
///
/// Arcs. A body turns by w h within the step, so that anchors whose velocities agree now part by about h^2 w^2 r / 2. Two
/// discretisations answer to that. With equal velocities now ("tangent", J v' = 0) impulses are a projection: kinetic energy can only
/// fall, and it does, by (w h)^2 a step: a pendulum of 1 m let go at 90 degrees loses half of its energy in 30 s. With anchors that
/// meet at the end ("chord", x(h v') = 0; SHAKE: Ryckaert, Ciccotti and Berendsen 1977) motion is a leapfrog that keeps its energy
/// for ever, as long as w h is small, and where it is not, it gains without bound. So both are solved, v_t and v_t + c, and what is
/// taken is v_t + s c with the largest s <= 1 for which the held constraints do no work:
///   W(s) = sum of lambda(s) (xdot + xdot'(s)) / 2 <= max(0, W(0)),
/// xdot being the rate before the forces of the step. (With lambda between the positions, velocities half a step before and after
/// them, this is the work that a leapfrog does.) lambda and xdot' are linear in s, so W is a parabola. No mechanism gains energy
/// from what holds it together, and s is 1 but for steps in which something whips.
///
/// Tension. A force f at an arm r that pulls a link straight is a spring of stiffness f . r on its angle (geometric stiffness;
/// Tournier et al., "Stable constrained dynamics", 2015). Constraint forces act along the directions before the step, so this
/// spring is stepped explicitly, and swings up where h^2 f . r exceeds 4 I: links of 1 kg and .5 m under 15 kN at 240 Hz. By the
/// trapezoidal rule (joint_spring.h) it adds e = h^2 / 4 f . r to the inertia, as an impulse  q = -e (w' - w)  of the body: stable
/// for every tension, without damping, and next to nothing where tensions are those of everyday.
#pragma once

#include "dynamics/joints/joint_solver.h"

namespace impulse {

/// Solves each mechanism of the plan. `time`: the step goes on with these velocities; else they are only brought into agreement.
void solve_mechanisms(const SolveInput& input, const JointSet& set, const JointBias& bias);
void relax_mechanisms(const SolveInput& input, const JointSet& set);
void solve_mechanisms_at_once(const SolveInput& input, const JointSet& set);
/// Notes the tensions that a substep begins with, by the impulses of the substep before; and takes back what they did in that one.
void begin_tensions(const SolveInput& input, const JointSet& set);
void end_tensions(const SolveInput& input, const JointSet& set);
void correct_mechanisms(const SolveInput& input, const JointSet& set, Real fraction, Real most);

} // namespace impulse
