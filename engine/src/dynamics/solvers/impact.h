#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// Solves what collides, with no time passing. `input.active` holds the contacts in pair-key order. Velocities of the bodies
/// that an impact reaches change, nothing else does; no impulse is stored.
void solve_impacts(const SolveInput& input);

} // namespace impulse
