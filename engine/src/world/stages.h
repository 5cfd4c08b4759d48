/// The stages of the step, in order. Each is one function in one file, its pre- and postcondition above it
/// there.
#pragma once

#include "dynamics/integrate.h"
#include "world/state.h"

namespace impulse {

Step begin(WorldState& world, float dt);        // step.cpp
void quarantine_broken(Step& step);             // publish.cpp, from begin
void find_pairs(Step& step);                    // pairs.cpp
void keep_contacts_in_order(WorldState& world); // contact_order.cpp, from find_pairs
void collide_pairs(Step& step);                 // narrow_phase.cpp
void commit_contacts(Step& step);               // contacts.cpp
void resolve_impacts(Step& step);               // solve.cpp
void solve(Step& step);                         // solve.cpp
void find_implied_points(Step& step);           // implied_points.cpp, from solve
void return_points(Step& step);                 // implied_points.cpp, from solve
void sweep_fast_bodies(Step& step);             // continuous.cpp
void publish(Step& step);                       // publish.cpp
void emit_hits(Step& step);                     // contacts.cpp, from publish

Substeps substeps_of(const Step& step); // solve.cpp

/// The solver's view of the step.
SolveInput solve_input(Step& step); // solve.cpp

/// Adds shapes and positions to the records of the solvers' observer, while bodies still have their poses at the start
/// of the step.
void complete_trace(Step& step); // trace.cpp
/// Empties these records.
void clear_trace(WorldState& world); // trace.cpp
/// Naive variant (UR1), before the stages.
void integrate_first(Step& step); // publish.cpp
/// A character goes back to where its last move began, with the velocity of that move, which the step then repeats; if
/// it is one that the step must repeat (character.cpp).
/// `sign`: -1 takes that back, 1 otherwise.
void begin_walk(WorldState& world, uint32_t slot, float dt, float sign);
/// Takes that velocity away again. From `publish`.
void end_walk(WorldState& world, uint32_t slot, float dt);
/// Wakes sleeping bodies that an impulse can reach in this step. From `commit_contacts`; naive variant (UR8): after the
/// stages.
void wake_reached(Step& step); // wake.cpp

} // namespace impulse
