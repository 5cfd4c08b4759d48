/// A joint that lives: its definition, its angles, and what it carried last.
#pragma once

#include <cstdint>
#include <type_traits>

#include "collision/contact.h"
#include "impulse/joint.h"

namespace impulse {

/// The most constraints that a joint is made of (joint_model.h).
inline constexpr int kJointConstraints = 5;

struct alignas(64) Joint {
    uint32_t slotA = kNull; ///< kNull: the world
    uint32_t slotB = kNull;
    uint32_t form = 0; ///< its type and constraints (joint_model.h); 0: it does nothing
    bool breakable = false;
    bool broken = false; ///< found by the solver, carried out when the step is published
    /// N or N m, by constraint: what it carried in the last substep.
    float load[kJointConstraints] = {};
    Vec2 force;          ///< N: JointReaction
    float torque = 0.0f; ///< N m
    /// Effective masses of the springs along anchors or axis (kg, or kg m^2 where that is an angle) and of the angle
    /// (kg m^2), at the pose in which the joint was made or its springs were set: stiffness must not change with the
    /// pose, or the spring's force has no potential (joint_spring.h).
    float spring_mass[2] = {};
    /// rad, unwrapped, as of the last solve: of B on A; of each body for a gear. It counts turns for ever and stays
    /// exact, as only the turns are kept from step to step: the fraction is read from the poses.
    double angle = 0.0;
    double angle_b = 0.0;
    double synced = 0.0; ///< rad: `angle` when it was last read from the poses
    double phase = 0.0;  ///< gear: qA + ratio qB to keep
    JointDef def;

    /// A target pulls B to a point of the world, whatever its A is.
    bool acts_on_a() const { return slotA != kNull && def.type != JointType::target; }
};
static_assert(std::is_trivially_copyable_v<Joint>);

inline void clear_reaction(Joint& joint) {
    joint.force = {};
    joint.torque = 0.0f;
}

/// Neighbours in lists. An edge is `joint << 1 | side`.
struct JointLinks {
    uint32_t body_prev[2] = {kNull, kNull}; ///< edges of the same body
    uint32_t body_next[2] = {kNull, kNull};
    bool linked = false; ///< its two dynamic bodies are of one island because of it
};

} // namespace impulse
