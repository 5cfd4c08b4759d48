/// What the body calls of the public World share with the rest of the world.
#pragma once

#include <algorithm>
#include <array>

#include "geometry/mass.h"
#include "world/state.h"

namespace impulse {

/// Slot of a living body, or kNull.
inline uint32_t slot_of(const WorldState& world, BodyId body) {
    return world.body_ids.alive(body.index(), body.generation()) ? body.index() : kNull;
}

/// Mass, inertia and centre from the shapes (a dynamic body without mass gets 1 kg), keeping the origin where
/// it is.
void update_mass(WorldState& world, uint32_t slot);
/// Takes one shape from the sums and adds another. False where the sums would lose too many digits, or have been
/// changed so often that `update_mass` is due.
bool change_mass(WorldState& world, uint32_t slot, const ShapeMass& gone, const ShapeMass& come);
/// The same after the shape was added as the last of its body, in a time that does not grow with the number of shapes.
void add_mass(WorldState& world, uint32_t index);
/// What the step reads of how far shapes reach from the centre of mass, for bodies whose shapes or mass changed since
/// the last step. Not with each change, so that n shapes are added in a time proportional to n.
void update_due_extents(WorldState& world);

/// The tight box of a shape where it is now, world.
Aabb shape_box(const WorldState& world, uint32_t shape);

/// Brings the proxies of a body's shapes up to date with its pose. `displacement` is where it is expected to go.
void update_proxies(WorldState& world, uint32_t slot, Vec2 displacement);

/// Gives each shape of an enabled body a proxy, or takes them away.
void create_proxies(WorldState& world, uint32_t slot);
void create_proxy(WorldState& world, uint32_t index);
void destroy_proxies(WorldState& world, uint32_t slot);

/// Writes the published pose.
inline void publish_pose(WorldState& world, uint32_t slot) {
    const BodyPose& pose = world.poses[slot];
    const Vec2 origin = world_origin(pose);
    const std::array published{origin.x, origin.y, pose.q.c, pose.q.s};
    std::copy_n(published.begin(), 4, &world.published[4 * slot]);
}
/// Likewise of a body that was placed and did not move there: its previous pose is the same.
void publish_placed(WorldState& world, uint32_t slot);

/// Moves a body there at once: `x`, `y` of its centre of mass, m. The caller publishes the pose.
void place_body(WorldState& world, uint32_t slot, double x, double y, Rot q);

/// Takes the body out of the simulation: contacts, proxies, island, awake set.
void withdraw_body(WorldState& world, uint32_t slot);
/// Puts it back in, awake.
void enter_body(WorldState& world, uint32_t slot);

} // namespace impulse
