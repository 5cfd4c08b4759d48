/// Seams of the common surface of static and kinematic shapes (collision/seams.h).
#pragma once

#include "world/state.h"

namespace impulse {

/// From now on a new contact and the other contacts of its dynamic shape with static or kinematic shapes use seams
/// (`kSeams`).
void mark_seams(WorldState& world, uint32_t contact);

/// Called before and after a shape of a static or kinematic body is created, removed or placed: contacts there are
/// computed again.
void renew_seams(WorldState& world, uint32_t shape);
void renew_seams_of_body(WorldState& world, uint32_t slot);

/// m: anything smaller is no edge and no gap. Contacts leave twice as much overlap alone.
float seam_tolerance(const Tuning& tuning);

/// `collide` for a contact that has `kSeams`, A's body being turned by `qA`.
LocalManifold collide_beside(WorldState& world, uint32_t contact, Rot qA, const Transform& b_in_a,
                             const CollideSettings& settings);

} // namespace impulse
