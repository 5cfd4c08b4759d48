// Prismatic: B stays on a line of A and does not turn on it (slide across, angle); along the line a spring, a motor, limits.
#include "dynamics/joints/parts.h"

namespace impulse {

uint32_t prismatic_parts(const JointDef& def) {
    // Equal limits are limits here: the rigid slide is the one across.
    return part_bit(PartKind::slide, PartRole::rigid) | part_bit(PartKind::angle, PartRole::rigid) |
           freedom_parts(PartKind::glide, def.hertz > 0.0f, def.max_motor > 0.0f, false, false) |
           freedom_parts(PartKind::slide, false, false, has_limits(def), false);
}

void build_prismatic(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    const Vec2 u = rotate(frame.qA, normalize(def.local_axis));
    hold(add_slide(frame, out, PartRole::rigid, left_perp(u)), 0.0f);
    hold_angle(add_angle(frame, out, PartRole::rigid), frame.from_here(0.0f));
    if (def.hertz > 0.0f) { glide_spring(frame, add_glide(frame, out, PartRole::spring, u, true)); }
    if (def.max_motor > 0.0f) {
        const float x = dot(frame.d, u);
        drive_within(frame, add_glide(frame, out, PartRole::motor, u, true), def.lower - x, def.upper - x);
    }
    if (has_limits(def)) {
        JointControl<float>& control = add_slide(frame, out, PartRole::limit, u);
        limit(control, def.lower, def.upper);
        if (def.lower == def.upper) { control.two_sided = 1.0f; }
    }
}

} // namespace impulse
