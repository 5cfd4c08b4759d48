// Weld: anchors together and the angle kept (point, angle); either may be a spring instead.
#include "dynamics/joints/parts.h"

namespace impulse {
namespace {

PartRole role_of(float hertz) { return hertz > 0.0f ? PartRole::spring : PartRole::rigid; }

/// Moves both arms to where a force turns neither body against the other: what is left of a point's rows beside a held angle (J' of
/// axis.h), rA' = rA - c and rB' = rB - c with c = (IA' rA + IB' rB) / (IA' + IB'). Their difference, and so C, stays what it is.
void leave_angle(const JointFrame& frame, JointPoint<float>& row) {
    const float sum = frame.massA.inv_inertia + frame.massB.inv_inertia;
    if (sum == 0.0f) { return; }
    const Vec2 c = (1.0f / sum) * (frame.massA.inv_inertia * frame.rA + frame.massB.inv_inertia * frame.rB);
    row.rA0x -= c.x;
    row.rA0y -= c.y;
    row.rB0x -= c.x;
    row.rB0y -= c.y;
}

/// A spring on the angle beside anchors that are held together.
bool swings(const JointDef& def) { return def.angular_hertz > 0.0f && def.hertz == 0.0f; }

} // namespace

uint32_t weld_parts(const JointDef& def) {
    const PartKind turning = swings(def) ? PartKind::swing : PartKind::angle;
    return part_bit(PartKind::point, role_of(def.hertz)) | part_bit(turning, role_of(def.angular_hertz));
}

void build_weld(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    JointPoint<float>& point = add_point(frame, out, role_of(def.hertz));
    if (def.hertz > 0.0f) { drive_spring(frame, out, def.hertz, def.damping, {}, kUnlimited); }
    if (def.hertz > 0.0f && def.angular_hertz == 0.0f) { leave_angle(frame, point); }
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
