#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// Advances velocities and displacements of all awake bodies by `input.dt`; calls `input.refresh` once a substep.
void solve_substepped_position(const SolveInput& input);

} // namespace impulse
