#pragma once

#include "dynamics/solvers/registry.h"

namespace impulse {

/// Solves what collides, with no time passing. `input.contacts.active` holds the contacts in pair-key order. Velocities
/// of the bodies that an impact reaches change, nothing else does; no impulse is stored. `next` is the solver that
/// follows.
void solve_impacts(const SolveInput& input, const SolverEntry& next);

} // namespace impulse
