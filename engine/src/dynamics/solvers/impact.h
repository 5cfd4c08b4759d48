#pragma once

#include "dynamics/solvers/registry.h"

namespace impulse {

/// Solves collisions in zero duration. `input.contacts.active` holds the contacts in pair-key order. Only velocities of
/// bodies reached by an impact change; no impulse is stored. `next` is the solver that follows.
void solve_impacts(const SolveInput& input, const SolverEntry& next);

} // namespace impulse
