#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// `Tuning::substeps` where all steps have one length (`before` 0). Where they differ, substeps have nearly one: a step
/// has as many as it contains of those of `kReferenceStep`, rounded, at least 1.
///
/// The state between two steps contains what unfinished iterations leave, and the stiffness that a substep permits
/// (softness.h) decides where loads and springs are at rest. A change of the substep by a factor of 2 to 8 moves them
/// in each step: towers of 10 to 20 boxes sway and fall, and undamped springs gain energy. In steps of 1/60 and 1/30 s
/// substeps are equal. In steps near 1/160 s, whose rounded counts are 1 and 2, they would differ by a factor of 2. So
/// where they would be longer than those before by more than 1.3, there are as many as have that length, at most 1.4
/// times the number. 1.3 is less than 4/3, the factor between counts of 3 and 4. Steps longer than 1/15 s have no more:
/// a pause of the page must not cost as much as the time for which it lasted.
int substeps_of_soft_step(const Tuning& tuning, float dt, float before);

/// Advances velocities and displacements of all awake bodies by `input.dt`.
void solve_soft_step(const SolveInput& input);

} // namespace impulse
