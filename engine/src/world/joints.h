/// Lifetime of a joint: its bodies, whether it acts, and how it ends.
#pragma once

#include "world/state.h"

namespace impulse {

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

/// Whether a joint acts on the body.
inline bool is_jointed(const WorldState& world, uint32_t slot) {
    uint32_t edge = world.bodies[slot].first_joint;
    while (edge != kNull && !world.active_joints.test(edge >> 1)) {
        edge = world.joint_links[edge >> 1].body_next[edge & 1u];
    }
    return edge != kNull;
}

/// The body at the other end, or kNull.
inline uint32_t other_slot(const WorldState& world, uint32_t joint, uint32_t side) {
    return side == 0 ? world.joints[joint].slotB : world.joints[joint].slotA;
}

/// Whether some joint connects these bodies.
bool joined(const WorldState& world, uint32_t slotA, uint32_t slotB);
/// Whether some joint disables collision between the shapes of these bodies.
bool kept_apart(const WorldState& world, uint32_t slotA, uint32_t slotB);

/// Adds the joint to the solved set, or removes it, as its rows and bodies now require.
void refresh_activity_of_joint(WorldState& world, uint32_t joint);

/// Adds a new joint to the lists of its bodies.
void attach_joint(WorldState& world, uint32_t joint);
/// Unwrapped angles from the poses.
void start_angles(const WorldState& world, Joint& joint);
/// A gear keeps the value that it has now.
void start_phase(const WorldState& world, Joint& joint);
/// Computes the joint's springs for its bodies' masses at the present pose.
void refresh_springs(WorldState& world, uint32_t joint);
/// Contacts between the joint's bodies end, or become possible again; dominance holds between them, or no longer.
void refresh_pairs(WorldState& world, const Joint& joint);
void remove_joint(WorldState& world, uint32_t joint);
void wake_both(WorldState& world, const Joint& joint);

/// The body leaves the simulation, or returns; its joints are inactive in between.
void withdraw_joints(WorldState& world, uint32_t slot);
void enter_joints(WorldState& world, uint32_t slot);
/// The body's state was not finite. What its joints remember of that step may not be finite either: forces and impulses
/// become 0, angles those of the last valid poses. A gear holds from there on.
void mend_joints(WorldState& world, uint32_t slot);

/// Wakes all bodies joined to this body.
void wake_joined(WorldState& world, uint32_t slot);

/// Ends the joints, each with its event.
void destroy_joints_of_body(WorldState& world, uint32_t slot);
/// Ends the joints whose force or torque exceeds the limit according to the solver, in order of id.
void break_joints(WorldState& world);

} // namespace impulse
