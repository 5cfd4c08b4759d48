/// The solvers by name. Adding one is one file and one row in registry.cpp.
#pragma once

#include <span>

#include "dynamics/solve_input.h"

namespace impulse {

/// A solver and its properties for the rest of the engine.
struct SolverEntry {
    SolverType type;
    const char* name; ///< as in the TypeScript API
    void (*solve)(const SolveInput& input);
    /// The number of substeps of a step. `before`: s, of the substeps of the last step if steps of the world differ in
    /// length; else 0.
    int (*substeps)(const Tuning& tuning, float dt, float before);
    /// s between two of its positions, with substeps of `h`, if each is reached with the velocity at its end, so that
    /// velocities lag by half of it; 0 if velocity and position are of the same instant.
    float (*lagging_step)(const Tuning& tuning, float h);
    /// s after the step within which it decelerates approaching bodies; earlier stages need not look further ahead.
    float (*lookahead)(const Tuning& tuning, float h);
    size_t row_bytes = 141;             ///< bytes of the arena that a contact needs (crowd_test.cpp)
    size_t point_bytes = 0;             ///< bytes of them that a contact of one point does not need
    bool key_order = false;             ///< solves contacts in pair-key order instead of by colour
    bool detects = false;               ///< detects contacts within the step (`SolveInput::refresh`), new ones included
    bool rests_by_displacement = false; ///< resting bodies keep velocities, which its position passes undo each step
    bool places_bounces = false;        ///< displaces bouncing bodies to where a bounce in time takes them
    bool forgets_friction = false;      ///< starts friction from zero if a normal rotated (FX14)
};

std::span<const SolverEntry> solvers();

/// Null if a type has no solver.
const SolverEntry* find_solver(SolverType type);

} // namespace impulse
