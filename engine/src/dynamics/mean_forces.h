/// Warm starting and overlap in worlds whose steps differ in length.
///
/// The impulse that a step stores at a point is h F + e: a mean force F, which carries a load, and the error e of
/// unfinished iterations. A step longer by a factor r needs r h F. Scaling the sum would scale the error to r e. But
/// the errors in the friction of a pile decay slowly: with alternating steps of 1/90 and 1/30 s a tray of boxes moves
/// at 2 m/s. So
///   start = before + (h - h_before) F
/// where F is the mean of the stored forces, a low-pass with a time constant of T:
///   F += dt / (dt + T) (force - F)                                              (implicit Euler, stable for any step)
///
/// A contact is a spring whose stiffness m w^2 is bounded by the substep. So the overlap F / (m w^2) that carries a
/// load depends on the length of the step, and each change would accelerate the load. Therefore the rest position of
/// the spring is shifted, so that it carries F at the overlap of a spring of the reference frequency w0:
///   rest = F / m (1 / w0^2 - 1 / w^2)
/// This changes positions only: a wedged body, whose overlap s is given, has F = m w0^2 s after T, the force of the
/// reference spring.
///
/// Worlds with steps of one length store no means: F is then the last force, and w never changes.
#pragma once

#include "dynamics/contact_load.h"
#include "dynamics/soft_pass.h"

namespace impulse {

/// Averages the forces stored by the step.
void update_mean_forces(const SolveInput& input);

/// Corrects the initial impulses for the change of the step's length, and the overlaps for its contact frequencies.
template <class L>
void start_from_mean_forces(const SolveInput& input, const SoftRows<L>& rows, float h);

} // namespace impulse
