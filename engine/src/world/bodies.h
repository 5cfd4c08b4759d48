/// Body functions shared by the public World calls and the rest of the world.
#pragma once

#include <algorithm>
#include <array>

#include "geometry/mass.h"
#include "world/state.h"

namespace impulse {

/// Computes mass, inertia and centre from the shapes (a dynamic body without mass gets 1 kg). The origin stays in
/// place.
void update_mass(WorldState& world, uint32_t slot);
/// Subtracts one shape from the sums and adds another. Returns false if the sums would lose too many digits or were
/// updated so often that `update_mass` is due.
bool change_mass(WorldState& world, uint32_t slot, const ShapeMass& gone, const ShapeMass& come);
/// The same after a shape was added as the last of its body. The cost does not grow with the number of shapes.
void add_mass(WorldState& world, uint32_t index);
/// Computes the extents of shapes from the centre of mass for bodies whose shapes or mass changed since the last step.
/// Done once per step, so that adding n shapes takes time proportional to n.
void update_due_extents(WorldState& world);

/// The tight AABB of a shape at its present pose, in world coordinates.
Aabb shape_box(const WorldState& world, uint32_t shape);

/// Updates the proxies of a body's shapes for its pose. `displacement` is the expected displacement.
void update_proxies(WorldState& world, uint32_t slot, Vec2 displacement);

/// Creates the proxy of a shape, unless it has one or its body is disabled.
void create_proxy(WorldState& world, uint32_t index);

/// Writes the published pose.
inline void publish_pose(WorldState& world, uint32_t slot) {
    const BodyPose& pose = world.poses[slot];
    const Vec2 origin = world_origin(pose);
    const std::array published{origin.x, origin.y, pose.q.c, pose.q.s};
    std::copy_n(published.begin(), 4, &world.published[4 * slot]);
}
/// The published pose becomes the previous one.
inline void keep_previous_pose(WorldState& world, uint32_t slot) {
    std::copy_n(&world.published[4 * slot], 4, &world.published_previous[4 * slot]);
}
/// The same for a body that was placed: its previous pose equals the new one.
void publish_placed(WorldState& world, uint32_t slot);

/// Places the centre of mass of a body at `x`, `y`, m. The caller publishes the pose.
void place_body(WorldState& world, uint32_t slot, double x, double y, Rot q);

/// J: of all dynamic bodies, by gravity.
double potential_energy(const WorldState& world);

/// Removes the body from the simulation: contacts, proxies, island, awake set.
void withdraw_body(WorldState& world, uint32_t slot);
/// Adds the body to the simulation again, awake.
void enter_body(WorldState& world, uint32_t slot);

} // namespace impulse
