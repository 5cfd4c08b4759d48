/// The solvers by name. Adding one is one file and one row in registry.cpp.
#pragma once

#include <span>

#include "dynamics/solve_input.h"

namespace impulse {

/// A solver, and all that the rest of the engine has to know of it.
struct SolverEntry {
    SolverType type;
    const char* name; ///< as in the TypeScript contract
    void (*solve)(const SolveInput& input);
    /// s between two of its positions, where each is reached with the velocity of its end, so that velocities lag half
    /// of it behind what forces have done by then; 0 where velocity and position are those of one instant.
    float (*lagging_step)(const Tuning& tuning, float dt);
    /// s after the step within which it slows down what would meet then, so that no stage before it need look further.
    float (*lookahead)(const Tuning& tuning, float dt);
    bool key_order = false; ///< solves contacts in pair-key order instead of by colour
    bool detects = false;   ///< detects contacts within the step (`SolveInput::refresh`), also those that begin in it
    bool rests_by_displacement = false; ///< leaves velocities at rest, which its position passes take back each step
    bool forgets_friction = false;      ///< starts friction from zero where a normal turned (FX14)
};

std::span<const SolverEntry> solvers();

/// Null where a type has no solver.
const SolverEntry* find_solver(SolverType type);

} // namespace impulse
