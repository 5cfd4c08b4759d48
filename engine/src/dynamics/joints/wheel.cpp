// Wheel: B stays on a line of A (slide across) and turns freely; along the line the suspension: spring and limits; on the
// turning a motor.
#include "dynamics/joints/parts.h"

namespace impulse {

uint32_t wheel_parts(const JointDef& def) {
    return part_bit(PartKind::slide, PartRole::rigid) |
           freedom_parts(PartKind::glide, def.hertz > 0.0f, false, false, false) |
           freedom_parts(PartKind::slide, false, false, has_limits(def), false) |
           freedom_parts(PartKind::angle, false, def.max_motor > 0.0f, false, false);
}

void build_wheel(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    const Vec2 u = rotate(frame.qA, normalize(def.local_axis));
    hold(add_slide(frame, out, PartRole::rigid, left_perp(u)), 0.0f);
    if (def.hertz > 0.0f) { glide_spring(frame, add_glide(frame, out, PartRole::spring, u, false)); }
    if (def.max_motor > 0.0f) {
        drive(add_angle(frame, out, PartRole::motor), def.motor_speed, def.max_motor, frame.h);
    }
    if (has_limits(def)) {
        JointControl<float>& control = add_slide(frame, out, PartRole::limit, u);
        limit(control, def.lower, def.upper);
        if (def.lower == def.upper) { control.two_sided = 1.0f; }
    }
}

} // namespace impulse
