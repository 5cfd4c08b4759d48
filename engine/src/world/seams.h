/// Seams of the surface that static and kinematic shapes have together (collision/seams.h).
#pragma once

#include "world/state.h"

namespace impulse {

/// A new contact and the others that its moving shape has with what does not move know of each other from now on
/// (`kSeams`).
void mark_seams(WorldState& world, uint32_t contact);

/// Before and after a shape of a static or kinematic body appears, goes or is placed: what touches anything there is
/// looked at anew.
void renew_seams(WorldState& world, uint32_t shape);
void renew_seams_of_body(WorldState& world, uint32_t slot);

/// m: what less is no edge and no gap. Contacts leave twice as much overlap alone.
float seam_tolerance(const Tuning& tuning);

/// `collide` for a contact that has `kSeams`, A's body being turned by `qA`.
LocalManifold collide_beside(WorldState& world, uint32_t contact, Rot qA, const Transform& b_in_a,
                             const CollideSettings& settings);

} // namespace impulse
