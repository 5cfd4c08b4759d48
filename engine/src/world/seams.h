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

/// m: smaller edges and gaps are closed. Half of the overlap that contacts do not correct.
float seam_tolerance(const Tuning& tuning);

/// Records which points of a contact that has `kSeams` vanished or are new.
void note_points(WorldState& world, uint32_t contact, const Manifold& before, const Manifold& now);
/// A body that slides over a seam loses a point on one wall and gets one on the next at the same position. The new
/// point starts with the impulses of the old one.
void hand_over_impulses(WorldState& world, float dt);

/// `collide` for a contact that has `kSeams`, A's body being turned by `qA`.
LocalManifold collide_beside(WorldState& world, uint32_t contact, Rot qA, const Transform& b_in_a,
                             const CollideSettings& settings);

} // namespace impulse
