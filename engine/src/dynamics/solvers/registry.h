/// The solvers by name. Adding one is one file and one row in registry.cpp.
#pragma once

#include <span>

#include "dynamics/solve_input.h"

namespace impulse {

struct SolverEntry {
    SolverType type;
    const char* name; ///< as in the TypeScript contract
    void (*solve)(const SolveInput& input);
    bool needs_key_order; ///< solves contacts in pair-key order instead of by colour
    bool detects;         ///< detects contacts within the step (`SolveInput::refresh`), also those that begin in it
    bool rests_by_displacement; ///< leaves velocities at rest, which its position passes take back each step
};

std::span<const SolverEntry> solvers();

/// Null where a type has no solver.
const SolverEntry* find_solver(SolverType type);

} // namespace impulse
