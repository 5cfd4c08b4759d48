// Motor: B's anchor and angle are driven, at a velocity on A or by a spring to A's anchor and angle, with a force and a torque
// that have a cap. At rest and with velocity 0 it is the friction of a thing seen from above.
#include "dynamics/joints/parts.h"

namespace impulse {
namespace {

PartRole role_of(float hertz) { return hertz > 0.0f ? PartRole::spring : PartRole::motor; }

} // namespace

uint32_t motor_parts(const JointDef& def) {
    uint32_t parts = 0;
    if (def.max_force > 0.0f) { parts |= part_bit(PartKind::point, role_of(def.hertz)); }
    if (def.max_torque > 0.0f) { parts |= part_bit(PartKind::angle, role_of(def.angular_hertz)); }
    return parts;
}

void build_motor(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    if (def.max_force > 0.0f) {
        add_point(frame, out, role_of(def.hertz));
        drive_spring(frame, out, def.hertz, def.damping, def.velocity, def.max_force);
    }
    if (def.max_torque > 0.0f) {
        JointControl<float>& control = add_angle(frame, out, role_of(def.angular_hertz));
        drive(control, def.motor_speed, def.max_torque, frame.h);
        if (def.angular_hertz > 0.0f) {
            spring(control, frame.from_here(0.0f), def.angular_hertz, def.angular_damping, frame.h);
        }
    }
}

} // namespace impulse
