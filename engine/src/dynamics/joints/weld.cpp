// Weld: anchors together and the angle kept (point, angle); either may be a spring instead.
#include "dynamics/joints/parts.h"

namespace impulse {
namespace {

PartRole role_of(float hertz) { return hertz > 0.0f ? PartRole::spring : PartRole::rigid; }

/// A spring on the angle beside anchors that are held together.
bool swings(const JointDef& def) { return def.angular_hertz > 0.0f && def.hertz == 0.0f; }

} // namespace

uint32_t weld_parts(const JointDef& def) {
    const PartKind turning = swings(def) ? PartKind::swing : PartKind::angle;
    return part_bit(PartKind::point, role_of(def.hertz)) | part_bit(turning, role_of(def.angular_hertz));
}

void build_weld(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    add_point(frame, out, role_of(def.hertz));
    if (def.hertz > 0.0f) { drive_spring(frame, out, def.hertz, def.damping, {}, kUnlimited); }
    if (swings(def)) {
        swing_spring(frame, out, frame.from_here(0.0f), def.angular_hertz, def.angular_damping);
        return;
    }
    JointControl<float>& turning = add_angle(frame, out, role_of(def.angular_hertz));
    if (def.angular_hertz > 0.0f) {
        spring(turning, frame.from_here(0.0f), def.angular_hertz, def.angular_damping, frame.h);
    } else {
        hold_angle(turning, frame.from_here(0.0f));
    }
}

} // namespace impulse
