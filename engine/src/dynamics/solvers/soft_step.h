#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// `Tuning::substeps` where all steps have one length. Where they differ, substeps have nearly one: so many as a step
/// contains of those of `kReferenceStep`, rounded, at least 1.
///
/// The state between two steps contains what unfinished iterations leave, and the stiffness that a substep permits
/// (softness.h) decides where loads and springs are at rest. A change of the substep by a factor of 2 to 8 moves them
/// in each step: towers of 10 to 20 boxes sway and fall, and undamped springs gain energy. In steps of 1/60 and 1/30 s
/// substeps are equal; in any of 1/240 s and more they differ by less than 1.5. Steps longer than 1/15 s have no more:
/// a pause of the page must not cost as much as the time for which it lasted.
int substeps_of_soft_step(const Tuning& tuning, float dt, bool differ);

/// Advances velocities and displacements of all awake bodies by `input.dt`.
void solve_soft_step(const SolveInput& input);

} // namespace impulse
