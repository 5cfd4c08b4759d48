// Distance: a rod between the anchors (span, rigid), or a spring, a motor and limits on their distance.
#include "dynamics/joints/parts.h"

namespace impulse {
namespace {

bool limited(const JointDef& def) { return def.lower > 0.0f || def.upper < kUnlimited; }
bool is_rod(const JointDef& def) { return def.hertz == 0.0f && def.max_motor == 0.0f && !limited(def); }

} // namespace

uint32_t distance_parts(const JointDef& def) {
    if (is_rod(def)) { return part_bit(PartKind::span, PartRole::rigid); }
    return freedom_parts(PartKind::span, def.hertz > 0.0f, def.max_motor > 0.0f, limited(def), def.lower == def.upper);
}

void build_distance(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    if (is_rod(def)) {
        hold(add_span(frame, out, PartRole::rigid), def.length);
        return;
    }
    if (def.hertz > 0.0f) {
        spring(add_span(frame, out, PartRole::spring), def.length, def.hertz, def.damping, frame.h);
    }
    if (def.max_motor > 0.0f) {
        const float x = length(frame.d);
        drive_within(frame, add_span(frame, out, PartRole::motor), def.lower - x, def.upper - x);
    }
    if (!limited(def)) { return; }
    if (def.lower == def.upper) {
        hold(add_span(frame, out, PartRole::rigid), def.lower);
    } else {
        limit(add_span(frame, out, PartRole::limit), def.lower, def.upper);
    }
}

} // namespace impulse
