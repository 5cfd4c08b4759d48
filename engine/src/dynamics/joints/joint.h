/// A joint: its definition, its angles and its last impulses.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "collision/contact.h"
#include "impulse/joint.h"

namespace impulse {

/// Largest number of constraints of a joint (joint_model.h).
inline constexpr int kJointConstraints = 5;

/// The parts of a definition that say where a coordinate may be.
struct JointBounds {
    float length = 0.0f;
    float lower = 0.0f, upper = 0.0f;

    static JointBounds of(const JointDef& def) { return {def.length, def.lower, def.upper}; }
    bool operator==(const JointBounds&) const = default;
};

struct alignas(64) Joint {
    uint32_t slotA = kNull; ///< kNull: the world
    uint32_t slotB = kNull;
    uint32_t form = 0; ///< its type and constraints (joint_model.h); 0: no constraints
    bool breakable = false;
    bool broken = false;      ///< set by the solver, executed when the step is published
    bool reads_angle = false; ///< a constraint depends on `angle`
    bool leads = false;       ///< its length or limits have changed since the last step
    /// N or N m, by constraint: its load in the last substep.
    float load[kJointConstraints] = {};
    Vec2 force;          ///< N: JointReaction
    float torque = 0.0f; ///< N m
    /// Effective masses of the springs along anchors or axis (kg, or kg m^2 for an angle) and of the angle (kg m^2), at
    /// the pose of the joint's creation or of the last change of its springs. The stiffness must not depend on the
    /// pose, otherwise the spring's force has no potential (joint_spring.h).
    float spring_mass[2] = {};
    /// rad, unwrapped, as of the last solve: of B relative to A; of each body for a gear. It stays exact for any number
    /// of turns, because only whole turns are stored between steps: the fraction is computed from the poses.
    double angle = 0.0;
    double angle_b = 0.0;
    double synced = 0.0; ///< rad: `angle` when last computed from the poses
    double phase = 0.0;  ///< gear: target of qA + ratio qB
    JointDef def;
    JointBounds led;                       ///< as of the last step: the next one moves them from there (joint_rows.h)
    std::array<uint32_t, 3> unused_line{}; ///< no byte is left undefined: snapshots store all

    /// A target joint pulls B to a point of the world, whatever its A is.
    bool acts_on_a() const { return slotA != kNull && def.type != JointType::target; }
    /// That of A, or of B where it acts on B alone.
    uint32_t first_slot() const { return acts_on_a() ? slotA : slotB; }
    /// Its bounds do not move, or have moved.
    void arrive() {
        led = JointBounds::of(def);
        leads = false;
    }
};
static_assert(std::is_trivially_copyable_v<Joint>);

inline void clear_reaction(Joint& joint) {
    joint.force = {};
    joint.torque = 0.0f;
}

/// Neighbours in linked lists. An edge is `joint << 1 | side`.
struct JointLinks {
    uint32_t body_prev[2] = {kNull, kNull}; ///< edges of the same body
    uint32_t body_next[2] = {kNull, kNull};
};

} // namespace impulse
