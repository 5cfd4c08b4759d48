// Revolute: anchors together (point); on the angle of B on A a spring, a motor and limits.
#include "dynamics/joints/parts.h"

namespace impulse {

uint32_t revolute_parts(const JointDef& def) {
    return part_bit(PartKind::point, PartRole::rigid) |
           freedom_parts(PartKind::swing, def.hertz > 0.0f, def.max_motor > 0.0f, false, false) |
           freedom_parts(PartKind::angle, false, false, has_limits(def), def.lower == def.upper);
}

void build_revolute(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    add_point(frame, out, PartRole::rigid);
    if (def.hertz > 0.0f) { swing_spring(frame, out, frame.from_here(def.target), def.hertz, def.damping); }
    if (def.max_motor > 0.0f) {
        drive_within(frame, add_swing(frame, out, PartRole::motor), frame.from_here(def.lower),
                     frame.from_here(def.upper));
    }
    if (!has_limits(def)) { return; }
    if (def.lower == def.upper) {
        hold_angle(add_angle(frame, out, PartRole::rigid), frame.from_here(def.lower));
    } else {
        limit_angle(add_angle(frame, out, PartRole::limit), frame.from_here(def.lower), frame.from_here(def.upper));
    }
}

} // namespace impulse
