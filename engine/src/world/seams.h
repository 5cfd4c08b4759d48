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

/// Notes which points of a contact that has `kSeams` are gone or new.
void note_points(WorldState& world, uint32_t contact, const Manifold& before, const Manifold& now);
/// What slides over a seam leaves a point on one wall and gets one on the next, where it stands as before: the new
/// point starts with the impulses of the old one.
void hand_over_impulses(WorldState& world, float dt);

/// `collide` for a contact that has `kSeams`, A's body being turned by `qA`.
LocalManifold collide_beside(WorldState& world, uint32_t contact, Rot qA, const Transform& b_in_a,
                             const CollideSettings& settings);

} // namespace impulse
