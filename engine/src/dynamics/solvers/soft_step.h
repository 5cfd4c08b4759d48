#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// Advances velocities and displacements of all awake bodies by `input.dt`.
void solve_soft_step(const SolveInput& input);

} // namespace impulse
