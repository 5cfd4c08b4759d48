/// A joint that lives: its definition, what it carried last, and which parts it is made of.
///
/// Every joint is a handful of parts, and the solvers know parts only (joint_rows.h). A part has a kind, which says what its
/// row looks like, and a role, which says how it is solved. A joint has at most one part of a kind in a role.
#pragma once

#include <cstdint>
#include <type_traits>

#include "collision/contact.h"
#include "impulse/joint.h"

namespace impulse {

/// What a part's row looks like.
enum class PartKind : uint8_t {
    point,  ///< two anchors together: 2 equations
    angle,  ///< the angle of B on A
    slide,  ///< one direction of A
    span,   ///< the distance of two anchors
    rope,   ///< two distances to points of the world, with a ratio
    linear, ///< any constant row: gear
    swing,  ///< the angle, as far as anchors held together leave it: springs and motors of hinges
    glide, ///< one direction of A, as far as what else the slider or wheel holds leaves it: their springs, motors of sliders
};
inline constexpr int kPartKinds = 8;

/// How a part is solved, in this order.
enum class PartRole : uint8_t {
    spring, ///< soft by its own hertz; takes no part where velocities are relaxed or impacts solved
    motor,  ///< a speed, at most so much impulse
    limit,  ///< one-sided
    rigid,
};
inline constexpr int kPartRoles = 4;

constexpr uint32_t role_bit(PartRole role) { return 1u << static_cast<uint32_t>(role); }
inline constexpr uint32_t kDriveRoles = role_bit(PartRole::spring) | role_bit(PartRole::motor);
inline constexpr uint32_t kHardRoles = role_bit(PartRole::limit) | role_bit(PartRole::rigid);
inline constexpr uint32_t kAllRoles = kDriveRoles | kHardRoles;

constexpr bool includes(uint32_t roles, PartRole role) { return (roles & role_bit(role)) != 0; }

/// Points that are springs or motors have a `PointDrive` beside their row.
constexpr bool is_point_drive(PartKind kind, PartRole role) {
    return kind == PartKind::point && role < PartRole::limit;
}

/// A part's number, its bit in `Joint::parts`: role by role, a joint's directions before its anchors.
constexpr int part_index(PartKind kind, PartRole role) {
    // The point comes last: what is solved last holds best, and anchors that part are what the eye sees.
    constexpr int kOrder[kPartKinds] = {7, 0, 1, 2, 3, 4, 5, 6};
    return static_cast<int>(role) * kPartKinds + kOrder[static_cast<int>(kind)];
}
constexpr PartKind kind_of(int part_index) {
    constexpr PartKind kKinds[kPartKinds] = {PartKind::angle,  PartKind::slide, PartKind::span,  PartKind::rope,
                                             PartKind::linear, PartKind::swing, PartKind::glide, PartKind::point};
    return kKinds[part_index % kPartKinds];
}
inline constexpr int kPartIndices = kPartKinds * kPartRoles;
constexpr uint32_t part_bit(PartKind kind, PartRole role) { return 1u << part_index(kind, role); }

struct alignas(64) Joint {
    uint32_t slotA = kNull; ///< kNull: the world
    uint32_t slotB = kNull;
    uint32_t parts = 0; ///< part_bit of each
    bool breakable = false;
    bool whole = false;   ///< solved as one with its tree in the last step (joint_trees.h)
    bool crowded = false; ///< solved to and fro in the last step (joint_finish.cpp, `fix_crowds`)
    bool levered = false; ///< in the last step, by an arm too long for sweeps (joint_trees.h)
    bool broken = false;  ///< told by the solver, carried out when the step is published
    Vec2 point_force;     ///< N, world: of the point part, in whichever role
    /// N or N m by role. Kinds that a joint may have in one role at once are kept apart: turning, and all others.
    float angle_force[kPartRoles] = {};
    float axis_force[kPartRoles] = {};
    Vec2 force;          ///< N: JointReaction
    float torque = 0.0f; ///< N m
    /// How much of its rows' inverse mass is A's and B's, 0 to 1 a row, as of the last solve: see `kCrowded`.
    float share[2] = {};
    /// rad, unwrapped, as of the last solve: of B on A; of each body for a gear. It counts turns for ever and stays exact, as
    /// only the turns are kept from step to step: the fraction is read from the poses.
    double angle = 0.0;
    double angle_b = 0.0;
    double synced = 0.0; ///< rad: `angle` when it was last read from the poses
    double phase = 0.0;  ///< gear: qA + ratio qB to keep
    JointDef def;

    /// A target draws B to a point of the world, whatever its A is.
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
