/// Islands: bodies connected by touching contacts and by joints. They persist across steps: merged when a contact
/// begins, marked when one ends, and split only when the island is about to fall asleep, so that a bouncing pile costs
/// nothing to track.
#pragma once

#include "world/state.h"

namespace impulse {

/// Creates an island for one dynamic body.
void add_to_new_island(WorldState& world, uint32_t slot);
/// Removes a body; its contacts and joints must have been unlinked before.
void remove_from_island(WorldState& world, uint32_t slot);

/// Merges both bodies into one island. Pre: both dynamic and awake, contact not linked.
void link_contact(WorldState& world, uint32_t contact);
/// Pre:  linked. The island may now be two; `split_island` decides that.
void unlink_contact(WorldState& world, uint32_t contact);

/// The same for a joint (`JointLinks::linked`). An island has no list of contacts or joints: those of its bodies are
/// enough.
void link_joint(WorldState& world, uint32_t joint);
void unlink_joint(WorldState& world, uint32_t joint);

/// Replaces the island by its connected components. Component order follows the order of bodies in the
/// island.
void split_island(WorldState& world, uint32_t island);

} // namespace impulse
