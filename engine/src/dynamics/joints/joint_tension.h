/// Tension: the geometric stiffness of links that joints pull.
///
/// A force f at an arm r that pulls a link straight is a spring of stiffness f . r on its angle (geometric stiffness;
/// Tournier et al., "Stable constrained dynamics", 2015). Constraint forces act along the directions before the step,
/// so this spring is integrated explicitly, which is unstable if its phase advances by more than 1 to 2 rad per step.
/// The part of h^2 f . r above the rotating inertia is integrated implicitly instead, e = h^2 f . r - I, as an impulse
/// -e w'  on the body. Under usual loads it is 0. The forces are first those of the previous substep. If the solved
/// forces exceed them, as in an impact, or where a taut chain is straight and rotation of its links hardly closes its
/// gaps, the system is solved once more with the new tension. Without it a chain between two walls rotates its links
/// without bound to close a gap of one millimetre.
///
/// Falls short   the impulse also resists the rotation of a whole rope, with which its pull turns. A rope of light
///               links that swings at w under a heavy load loses h w^2 of its energy per second. As inertia e,
///               without the impulse, it loses none, but bridges between two walls do not come to rest.
#pragma once

#include "dynamics/joints/articulation.h"

namespace impulse::direct {

/// kg m^2: geometric stiffness of the bodies' angles by the force of a joint, times h^2.
template <class Joint>
void add_tension(const Joint& joint, Real h) {
    const LaneVec<Real> force = joint.force();
    const JointArms<Real> arms = joint.arms();
    joint.a.pull -= h * dot(arms.a, force);
    joint.b.pull += h * dot(arms.b, force);
}

/// Computes `tension`: `pull` minus the rotational inertia that resists it, at least 0. For most links it is 0.
void limit_tensions(const System& system);
/// Takes in the tension of the forces that a solve came to. Whether it exceeds the tension that it was solved with.
bool stiffen(const System& system);

} // namespace impulse::direct
