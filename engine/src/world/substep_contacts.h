/// Contacts in the middle of a step, for a solver that detects them while bodies move (`SolverEntry::detects`).
///
/// Broad phase and life of contacts stay with the step: which pairs there are was found at its beginning, by boxes that
/// hold the way of each body through the step (`sweep_boxes`). Of those pairs the solver is given all that can come to
/// push within the step, touching or not, and asks for their manifolds anew each substep. Contacts that met on the way
/// are told and bound into islands after the solve.
///
/// Falls short   a body that is hit may go on faster than its way foresaw: what it then meets more than ten slops (5 cm) off
///               that way is found in the next step, as it is after every other solver. A body asleep is woken by a contact
///               that is there when a step begins, never in the middle: who flies into it overlaps it for a step.
#pragma once

#include "world/state.h"

namespace impulse {

/// Pre: before `find_pairs` asks the trees. Post: the box of every awake shape holds its way through the step, as
/// forces alone would have it.
void sweep_boxes(Step& step);

/// What the solver's calls share; lives as long as the solve.
struct SubstepContacts {
    WorldState& world;
    CollideSettings settings;
    std::span<Event> hits{};   ///< of contacts that met in this step, in the order in which they did
    std::span<uint32_t> met{}; ///< their indices
    size_t count = 0;
};

/// Fills `active` with the contacts that can push in this step, in pair-key order.
SubstepContacts begin_substep_contacts(Step& step);

/// `ManifoldRefresh::run`: manifolds of all `active` contacts for poses plus displacements.
void refresh_manifolds(void* substep_contacts);

/// Tells what met, in pair-key order, and brings contacts in line with what the last detection found.
void commit_substep_contacts(SubstepContacts& contacts);

} // namespace impulse
