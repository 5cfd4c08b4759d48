/// Contacts in the middle of a step, for a solver that detects them while bodies move (`SolverEntry::detects`).
///
/// The step handles broad phase and lifetime of contacts: it finds the pairs at its start, by boxes that contain the
/// path of each body through the step (`sweep_boxes`). The solver gets all pairs that can touch within the step and
/// updates their manifolds each substep. Contacts that begin within the step emit their events and join islands after
/// the solve.
///
/// Falls short   a body that is hit may move faster than predicted: contacts more than ten slops (5 cm) off its
///               predicted path are found in the next step, as after every other solver. A sleeping body is woken by a
///               contact that exists when a step begins, never in the middle: a body that hits it overlaps it for a
///               step.
#pragma once

#include <span>

#include "world/state.h"

namespace impulse {

/// Pre:  called before `find_pairs` queries the trees.
/// Post: the boxes of the shapes of these bodies contain their paths through the step under forces alone.
void sweep_boxes(WorldState& world, std::span<const uint32_t> slots, float dt);

/// Fills `active` with the contacts that can push in this step, in pair-key order.
void begin_substep_contacts(Step& step);

/// `ManifoldRefresh::run`: manifolds of all `active` contacts for poses plus displacements.
void refresh_manifolds(void* world);

/// Emits the events of contacts that began, in pair-key order, and updates contacts to the last detection.
void commit_substep_contacts(WorldState& world);

} // namespace impulse
