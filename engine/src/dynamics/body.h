/// Solver data of a body: its motion (hot), its mass and the forces on it (warm). All arrays are indexed by the
/// body's slot, which is constant over its life.
#pragma once

#include <cstdint>
#include <type_traits>

#include "impulse/math.h"

namespace impulse {

enum BodyFlag : uint32_t {
    kLockX = 1u << 0,
    kLockY = 1u << 1,
    kLockRotation = 1u << 2,
    kLockLinear = kLockX | kLockY,
    kDynamic = 1u << 3,
    kKinematic = 1u << 4,
    kBullet = 1u << 5,
    kFast = 1u << 6, ///< moved far enough in this step to be a swept body (continuous.h); set only during the sweep
    kSunk = 1u << 7, ///< deep overlap with an obstacle when the step began: swept at any speed; set only within a step
    kReported = 1u << 8, ///< its path is tested for sensors; set only during that test (passed_sensors.cpp)
    /// Always set. The flags are the fourth word of a velocity, and arithmetic with four numbers at a time takes them
    /// along, whatever is done with the result: as a number they are between 2 and 4. Without this bit they would be
    /// subnormal, which costs fifty times as much in a product.
    kNumber = 1u << 30,
};

/// Velocity and the displacement since the step began: 32 bytes, so that four bodies gather into lanes with
/// two loads each. Positions are `BodyPose` + displacement, and no velocity is ever derived from absolute
/// positions (FX11).
struct alignas(32) BodyMotion {
    Vec2 v;         ///< m/s, of the centre of mass
    float w = 0.0f; ///< rad/s
    uint32_t flags = kNumber;
    Vec2 dp; ///< m, since the step began
    Rot dq;  ///< rotation since the step began
};
static_assert(sizeof(BodyMotion) == 32 && std::is_trivially_copyable_v<BodyMotion>);

/// Whether its centre cannot move. A contact then meets no mass there: with that of the body, a heavy elastic ball
/// would stop at a light body that stays where it is.
inline bool is_pinned(uint32_t flags) { return (flags & kLockLinear) == kLockLinear; }

/// A vector without its components along locked axes.
inline Vec2 unlocked(uint32_t flags, Vec2 v) {
    return {(flags & kLockX) != 0 ? 0.0f : v.x, (flags & kLockY) != 0 ? 0.0f : v.y};
}

/// After an iteration that ignored locks.
inline void apply_locks(BodyMotion& motion) {
    if ((motion.flags & kLockLinear) == 0) { return; }
    motion.v = unlocked(motion.flags, motion.v);
    motion.dp = unlocked(motion.flags, motion.dp);
}

/// Inverse mass and inertia as seen by the solvers: zero for static, kinematic and sleeping bodies.
struct BodyMass {
    float inv_mass = 0.0f;    ///< 1/kg
    float inv_inertia = 0.0f; ///< 1/(kg m^2)
};

inline bool can_move(const BodyMass& mass) { return mass.inv_mass > 0.0f || mass.inv_inertia > 0.0f; }

/// The velocity of a body, or a change of it.
struct BodyVelocity {
    Vec2 v;         ///< m/s
    float w = 0.0f; ///< rad/s
};

/// Displacement of a body by overlap corrections since a substep's detection (position_pass.h).
struct BodyFix {
    Vec2 shift;        ///< m, applied to the previous pose too
    float turn = 0.0f; ///< rad
    Vec2 dv;           ///< m/s: velocity change by forces per substep
    float dw = 0.0f;   ///< rad/s
};

/// Forces and damping of a body.
struct BodyForces {
    Vec2 force;          ///< N; of a kinematic body m: the walk of a character that the step repeats (character.cpp)
    float torque = 0.0f; ///< N m
    float gravity_scale = 1.0f;
    float linear_damping = 0.0f;  ///< 1/s
    float angular_damping = 0.0f; ///< 1/s
};

/// m/s^2: of a dynamic body, by gravity and its force.
inline Vec2 acceleration_by(const BodyForces& forces, Vec2 gravity, float inv_mass) {
    return forces.gravity_scale * gravity + inv_mass * forces.force;
}

/// Pose when the step began. The centre of mass is in double precision: a world 100 km wide still resolves
/// micrometres, and differences of two centres are exact enough to be floats.
struct BodyPose {
    double x = 0.0; ///< m, centre of mass
    double y = 0.0;
    Rot q;
    Vec2 local_center; ///< m, centre of mass in the body's frame
};
static_assert(sizeof(BodyPose) == 32);

/// Vector from one centre of mass to another.
inline Vec2 center_offset(const BodyPose& a, const BodyPose& b) {
    return {static_cast<float>(b.x - a.x), static_cast<float>(b.y - a.y)};
}

/// m, world: the end of an arm from the centre of mass.
inline Vec2 point_at(const BodyPose& pose, Vec2 arm) {
    return {static_cast<float>(pose.x + static_cast<double>(arm.x)),
            static_cast<float>(pose.y + static_cast<double>(arm.y))};
}
/// Arm from the centre of mass to a world point, computed in double precision.
inline Vec2 arm_to(const BodyPose& pose, Vec2 point) {
    return {static_cast<float>(static_cast<double>(point.x) - pose.x),
            static_cast<float>(static_cast<double>(point.y) - pose.y)};
}

/// The pose within a step; its rotation is a unit one but for rounding.
inline BodyPose displaced(BodyPose pose, const BodyMotion& motion) {
    pose.x += static_cast<double>(motion.dp.x);
    pose.y += static_cast<double>(motion.dp.y);
    pose.q = motion.dq * pose.q;
    return pose;
}

/// Pose of B's origin in the frame of A's origin, without ever forming a float world position.
inline Transform relative_pose(const BodyPose& a, const BodyPose& b) {
    const Vec2 d = center_offset(a, b) - rotate(b.q, b.local_center);
    return {a.local_center + inverse_rotate(a.q, d), inverse_mul(a.q, b.q)};
}

/// World position of the body's origin.
[[gnu::always_inline]] inline Vec2 world_origin(const BodyPose& pose) {
    const Vec2 arm = rotate(pose.q, pose.local_center);
    return {static_cast<float>(pose.x - static_cast<double>(arm.x)),
            static_cast<float>(pose.y - static_cast<double>(arm.y))};
}

/// World pose of the body's origin.
inline Transform world_pose(const BodyPose& pose) { return {world_origin(pose), pose.q}; }

} // namespace impulse
