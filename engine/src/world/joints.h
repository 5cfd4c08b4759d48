/// The life of a joint: which bodies it is on, whether it acts, and what ends it.
#pragma once

#include "world/state.h"

namespace impulse {

/// Index of a living joint, or kNull.
inline uint32_t joint_index(const WorldState& world, JointId joint) {
    return world.joint_ids.alive(joint.index(), joint.generation()) ? joint.index() : kNull;
}

/// Calls `visit(joint, side)` for each joint of a body; side 0 means that the body is its A. The callback may end that
/// joint.
template <class Visit>
void for_each_joint(const WorldState& world, uint32_t slot, Visit&& visit) {
    for (uint32_t edge = world.bodies[slot].first_joint; edge != kNull;) {
        const uint32_t joint = edge >> 1;
        const uint32_t side = edge & 1u;
        edge = world.joint_links[joint].body_next[side];
        visit(joint, side);
    }
}

/// The body at the other end, or kNull.
inline uint32_t other_slot(const WorldState& world, uint32_t joint, uint32_t side) {
    return side == 0 ? world.joints[joint].slotB : world.joints[joint].slotA;
}

/// Does some joint keep the shapes of these bodies from colliding?
bool kept_apart(const WorldState& world, uint32_t slotA, uint32_t slotB);

/// Puts the joint into, or takes it out of, the set of what is solved, as its parts and bodies now demand.
void refresh_activity_of_joint(WorldState& world, uint32_t joint);

/// Puts a new joint into the lists of its bodies.
void attach_joint(WorldState& world, uint32_t joint);
/// Makes the joint act, and its two dynamic bodies one island. Pre: whatever of them can be awake is.
void start_joint(WorldState& world, uint32_t joint);
/// Makes the joint's springs for its bodies' masses at the pose as it is.
void refresh_springs(WorldState& world, uint32_t joint);
/// Shapes of the joint's bodies end their contacts, or may have some again.
void refresh_pairs(WorldState& world, const Joint& joint);
void remove_joint(WorldState& world, uint32_t joint);
void wake_both(WorldState& world, const Joint& joint);

/// The body leaves the simulation, or comes back; its joints do nothing in between.
void withdraw_joints(WorldState& world, uint32_t slot);
void enter_joints(WorldState& world, uint32_t slot);

/// Wakes whatever is joined to the body.
void wake_joined(WorldState& world, uint32_t slot);

/// Each with its event.
void destroy_joints_of_body(WorldState& world, uint32_t slot);
/// Those that the solver found to bear more than they can, in order of id.
void break_joints(WorldState& world);

} // namespace impulse
