#include "dynamics/joints/drives.h"

namespace impulse {
namespace {

constexpr bool has_role(const Joint& joint, PartRole role) {
    constexpr uint32_t kKinds = (1u << kPartKinds) - 1u;
    return (joint.parts & kKinds << (kPartKinds * static_cast<int>(role))) != 0;
}

/// m/s: a body that stays slower than this on a spring is within the slop of its rest. At angular frequency w and speed v a body
/// near its rest is at most v / w away, overdamped 2 z v / w. At a turning point r > slop away it is slower than u for 2 u / (w^2 r),
/// which has to be shorter than the time that it takes to fall asleep.
float settled_speed(float hertz, float damping, const Tuning& tuning) {
    const float w = 2.0f * kPi * hertz;
    return tuning.linear_slop * w * min(1.0f, 0.5f * tuning.sleep_time * w) / max(1.0f, 2.0f * damping);
}

/// Whether a spring gives all it may: it moves its bodies as a weak motor does.
bool is_capped(const Joint& joint) {
    const JointDef& def = joint.def;
    constexpr int kSpring = static_cast<int>(PartRole::spring);
    return (def.type == JointType::motor || def.type == JointType::target) &&
           ((def.hertz > 0.0f && length(joint.point_force) >= 0.999f * def.max_force) ||
            (def.angular_hertz > 0.0f && abs(joint.angle_force[kSpring]) >= 0.999f * def.max_torque));
}

} // namespace

float share_at_rest(const Joint& joint, const Tuning& tuning, float still) {
    const JointDef& def = joint.def;
    const float running = has_role(joint, PartRole::motor) ? max(length(def.velocity), abs(def.motor_speed)) : 0.0f;
    float share = 1.0f;
    // A motor that moves its bodies at less than half its speed, and no faster than `still`, is blocked.
    if (running > 0.0f) { share = min(still, 0.5f * running / tuning.sleep_linear); }
    if (has_role(joint, PartRole::spring)) {
        if (is_capped(joint)) { share = min(share, still); }
        for (const auto& [hertz, damping] : {Vec2{def.hertz, def.damping}, {def.angular_hertz, def.angular_damping}}) {
            if (hertz > 0.0f) {
                share = min(share, max(still, settled_speed(hertz, damping, tuning) / tuning.sleep_linear));
            }
        }
    }
    return share;
}

bool is_grounded(const Joint& joint) {
    return joint.slotA == kNull || joint.def.type == JointType::target || joint.def.type == JointType::pulley;
}

} // namespace impulse
