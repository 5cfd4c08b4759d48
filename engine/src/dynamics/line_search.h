/// Line search along a second round of contacts and joints, where the first leaves most of the error.
///
/// A contact sees the one body that it touches, not the bodies that an articulation carries, or the floor below a
/// light body. Solved in turns, the contacts of a 1 kg limb under 15 kg leave 15/16 of the error in each round.
/// Ragdolls on the floor would jitter forever, and hinged planks would throw back bodies that fall on them. A box that
/// lands on another of 1 / q of its mass leaves q / (1 + q) of the error in a round.
///
/// So there is a second round, and the search, for the contacts of articulations. There is one, too, for those of a
/// light body that touches a heavy one. Heavy is a body if the rounds of a step leave more than half of the error of
/// their contact: (q / (1 + q))^n > 1/2 in n substeps, q > 5.3 in four. (With all contacts of their islands a step of a
/// thousand boxes under one of 100 times their mass takes 1.5 times as long, with those of the light bodies 1.08 times.
/// Falls onto columns rebound by less than 0.1 of their speed either way.)
///
/// The impulses of a substep minimise
///   F = sum of m v^2 / 2 + I w^2 / 2  +  sum of lambda b,        v = u + M^-1 J^T lambda
/// within their bounds, b being the velocities that constraints still permit. (A joint with a compliance adds
/// lambda^2 / 2 kappa.) A round changes impulses by dlambda and velocities by d: in a good direction, but not far
/// enough. Along it, from s = 0 before the round to s = 1 after it,
///   dF/ds = W + Q s,   W = sum of dlambda (Cdot + b) before the round,   Q = sum of m d^2 + I dw^2
/// with the least F at s = -W / Q. The sum W is over contacts alone: articulations were solved before the round, so
/// dF/dlambda = 0 for their constraints, those of motors and springs too. (Exact line search: Nocedal and Wright,
/// "Numerical Optimization", 2006; for contacts: Silcowitz, Niebe and Erleben, "A nonsmooth nonlinear conjugate
/// gradient method for interactive contact force problems", 2010.)
///
/// Velocities go half of the way from s = 1 to there. This removes three quarters of what could be removed from F. The
/// whole way would double what else is in d, the residual of faster modes, and a taut bridge would jitter under its
/// load. (Relaxed steps in general: Raydan and Svaiter, "Relaxed steepest descent and Cauchy-Barzilai-Borwein method",
/// 2002.) Each island has its own s, which ends where an impulse of a contact, a motor or a spring would leave its
/// bounds. Islands with loops of joints are left out: iterations leave them a dF/dlambda.
///
/// If an impulse moves nothing but its contact is not satisfied, W is negative and Q is 0, so s is unbounded. So W has
/// no contacts between two bodies of one articulation, which its joints may hold: two boxes that are welded face to
/// face lost all spin. It also excludes impulses that a round changes while it removes less than a thousandth of their
/// error, as of a limb that a joint or a lock holds. Such mass ratios, and an s above them, are outside the promised
/// range.
///
/// Velocities round off what is below 2^-23 of them: of balls that swing side by side d is 0 while W is that rounding.
/// So d^2 is at least the square of what may have been lost.
///
/// Friction of a contact that slides is not part of W: it follows the normal impulse, and F knows nothing of that. With
/// it, a line that raises the normal impulses would seem to lower F, by braking. Rolling resistance is not part of W
/// either: at its limit it follows them too, and where it holds its error is 0.
///
/// What velocities receive beyond the round acts once. It is not part of the impulses that start the next substep:
/// after an impact these would throw the bodies apart.
#pragma once

#include <span>

#include "dynamics/joints/joint_solver.h"
#include "dynamics/soft_pass.h"

namespace impulse {

/// Impulses of a point and the velocities (m/s) that they have to remove.
template <class L>
struct ContactImpulses {
    L normal, normal_error;
    L tangent, tangent_error;
};

/// What a round starts from. Empty if there is none.
template <class L>
struct Round {
    std::span<ContactImpulses<L>> contacts; ///< of the rows in the round
    std::span<Real> joints;                 ///< N s or N m s: of each constraint of articulations
    std::span<Wide> velocities;             ///< m/s, m/s, rad/s: of each awake body
};

/// By slot, in the arena: the number, from 1, of an articulation or of a light body under a heavy one; 0 for all
/// others. Their contacts are in the second round. Empty if there is none.
std::span<const uint32_t> number_units(const SolveInput& input, const JointSet& joints, const SolveIslands& islands);

/// Before a round.
template <class L>
Round<L> begin_round(const SolveInput& input, const SoftRows<L>& rows, const JointSet& joints);
/// After it. Islands that were scaled since (passive.h) are left alone.
template <class L>
void search_line(const SolveInput& input, const SoftRows<L>& rows, const JointSet& joints, const SolveIslands& islands,
                 const Round<L>& round, std::span<SubstepBody> bodies);

} // namespace impulse
