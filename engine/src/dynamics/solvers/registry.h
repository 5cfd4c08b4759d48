/// The solvers. Adding one is one file, its function here and one row in registry.cpp.
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
    bool skips_implied = false;         ///< leaves out points that others imply (`kImplied`)
    bool detects = false;               ///< detects contacts within the step (`SolveInput::refresh`), new ones included
    bool rests_by_displacement = false; ///< resting bodies keep velocities, which its position passes undo each step
    bool places_bounces = false;        ///< displaces bouncing bodies to where a bounce in time takes them
    bool forgets_friction = false;      ///< starts friction from zero if a normal rotated (FX14)
};

std::span<const SolverEntry> solvers();

/// Null if a type has no solver.
const SolverEntry* find_solver(SolverType type);

/// These advance velocities and displacements of all awake bodies by `input.dt`.
void solve_soft_step(const SolveInput& input);
void solve_sequential_impulse(const SolveInput& input);
/// This one calls `input.refresh` once a substep.
void solve_substepped_position(const SolveInput& input);

/// Solves collisions in zero duration. `input.contacts.active` holds the contacts in pair-key order. Only velocities of
/// bodies reached by an impact change; no impulse is stored. `next` is the solver that follows.
void solve_impacts(const SolveInput& input, const SolverEntry& next);

/// See `SolverEntry`: soft-step's.
int substeps_of_soft_step(const Tuning& tuning, float dt, float before);
/// Of a solver that advances with one of the integrators, whole steps.
float lagging_step_of_integrator(const Tuning& tuning, float dt);
float lookahead_of_integrator(const Tuning& tuning, float dt);

} // namespace impulse
