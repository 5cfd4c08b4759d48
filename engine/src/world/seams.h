/// Seams of the common surface of static and kinematic shapes, and of the shapes of a body (collision/seams.h).
#pragma once

#include "world/state.h"

namespace impulse {

/// Whether a body of the contact is a dynamic one of several shapes.
bool has_own_surface(const WorldState& world, const Contact& contact);

/// Whether the middle of one shape is inside the other, deeper than bodies that land overlap. That of a segment or a
/// thin plank is near its surface.
bool is_sunk(const WorldState& world, const Contact& contact);

/// From now on a new contact and the other contacts of one of its shapes with the surface of the other use seams
/// (`kSeams`).
void mark_seams(WorldState& world, uint32_t contact);

/// Called before and after a shape is created, removed or (of a static or kinematic body) placed: contacts there are
/// computed again.
void renew_seams(WorldState& world, uint32_t shape);
void renew_seams_of_body(WorldState& world, uint32_t slot);

/// m: smaller edges and gaps are closed. Half of the overlap that contacts do not correct.
float seam_tolerance(const Tuning& tuning);

/// Records the points of a contact that has `kSeams`, and which of those before are gone or have moved.
void note_points(WorldState& world, uint32_t contact, const Manifold& before, const Manifold& now);
/// A seam moves along the body that slides over it, and the points at its ends with it, but the load of the body stays
/// where it is. So the impulses of such points go to the points that now lie on either side of their places, in shares
/// that leave force and torque unchanged.
void hand_over_impulses(WorldState& world);

/// `collide` for a contact that has `kSeams`, A's body being turned by `qA`.
LocalManifold collide_beside(WorldState& world, uint32_t contact, Rot qA, const Transform& b_in_a,
                             const Tuning& tuning);

/// The same for any contact.
inline LocalManifold collide_contact(WorldState& world, uint32_t index, Rot qA, const Transform& b_in_a,
                                     const Tuning& tuning) {
    Contact& contact = world.contacts[index];
    if ((contact.flags & kSeams) != 0) { return collide_beside(world, index, qA, b_in_a, tuning); }
    return collide(world.shapes[contact.shapeA].shape, world.shapes[contact.shapeB].shape, b_in_a, tuning,
                   contact.cache);
}

} // namespace impulse
