/// Direct solve of articulations: block elimination of the bodies.
///
/// Let v be the velocities without the joints' impulses of the substep, z the velocity changes by these impulses, and
/// lambda = g - kappa J (v + z) the law of each constraint that is within its bounds. From  M z = J^T lambda  follows
///   (M + J^T kappa J) z = J^T (g - kappa J v)
/// a symmetric, positive definite matrix with a 3 x 3 block per body and one per pair of joined bodies. Bodies are
/// eliminated one by one (block LDL^T; Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996, for
/// the same structure). In a tree, leaves first, there is no fill-in and the cost is linear in the number of bodies,
/// whatever their masses and arms. A direct solve needs no warm starting.
///
/// Bounded constraints. The set of constraints within their bounds (the active set) is not known in advance. The first
/// guess is that of the last substep. After each solve, constraints beyond a bound are fixed there, and those that a
/// Gauss-Seidel step brings within are added. This is the subspace minimisation of Silcowitz, Niebe and Erleben
/// ("Projected Gauss-Seidel subspace minimization", 2010). It settles in one or two iterations.
///
/// Arcs. A body rotates by w h within the step, so that anchors with equal velocities now separate by about
/// h^2 w^2 r / 2. There are two discretisations. With equal velocities now ("tangent", J v' = 0) impulses are a
/// projection: kinetic energy can only fall, by (w h)^2 per step. A pendulum of 1 m released at 90 degrees loses half
/// of its energy in 30 s. With anchors that meet at the end ("chord", x(h v') = x; SHAKE: Ryckaert, Ciccotti and
/// Berendsen 1977) motion is a leapfrog that conserves energy as long as w h is small; otherwise energy grows without
/// bound. So both are solved, z and z + c. The result is z + s c with the largest s <= 1 for which the holding
/// constraints do no work, and motors none beyond that at their speed (a brake: none at all):
///   W(s) = sum of lambda(s) ((xdot + xdot'(s)) / 2 - speed) <= max(0, W(0)),
/// xdot being the rate before the forces of the step. (With lambda between the positions, velocities half a step before
/// and after them, this is the work that a leapfrog does.) lambda and xdot' are linear in s, so W is a parabola. No
/// articulation gains energy from its constraints but for what its motors and springs give, and s is 1 except in steps
/// with a whip-like motion.
///
/// Tension. A force f at an arm r that pulls a link straight is a spring of stiffness f . r on its angle (geometric
/// stiffness; Tournier et al., "Stable constrained dynamics", 2015). Constraint forces act along the directions before
/// the step, so this spring is integrated explicitly, which is unstable if its phase advances by more than 1 to 2 rad
/// per step. The part of h^2 f . r above the rotating inertia is integrated implicitly instead, e = h^2 f . r - I, as
/// an impulse  -e w'  on the body. Under usual loads it is 0. The forces are first those of the previous substep. If
/// the solved forces exceed them, as in an impact, or where a taut chain is straight and rotation of its links hardly
/// closes its gaps, the system is solved once more with the new tension. Without it a chain between two walls rotates
/// its links without bound to close a gap of one millimetre.
#pragma once

#include "dynamics/joints/joint_solver.h"

namespace impulse {

/// Rows, laws and tensions of a substep.
void begin_articulations(const SolveInput& input, const JointSet& set);
/// Subtracts the articulations' velocity changes from the velocities.
void withdraw_articulations(const SolveInput& input, const JointSet& set);
/// Where the solve is in a round with contacts. Only the last one before positions change follows arcs.
enum class DirectStage : uint8_t { alone, before_contacts, after_contacts };
/// Velocities for the displacement that follows. After contacts: of those that contacts have moved, the others stay.
void solve_articulations(const SolveInput& input, const JointSet& set, const JointBias& bias, DirectStage stage);
void relax_articulations(const SolveInput& input, const JointSet& set);
void solve_articulations_at_once(const SolveInput& input, const JointSet& set);
void correct_articulations(const SolveInput& input, const JointSet& set, float fraction, float most);

} // namespace impulse
