#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// Advances velocities and displacements of all awake bodies by `input.dt`.
void solve_sequential_impulse(const SolveInput& input);

/// See `SolverEntry`: it advances with one of the integrators, whole steps.
float lagging_step_of_integrator(const Tuning& tuning, float dt);
float lookahead_of_integrator(const Tuning& tuning, float dt);

} // namespace impulse
