// Target: a spring with a cap draws B's anchor to a point of the world. What a pointer drags with.
#include "dynamics/joints/parts.h"

namespace impulse {

uint32_t target_parts(const JointDef& def) {
    return def.max_force > 0.0f ? part_bit(PartKind::point, PartRole::spring) : 0;
}

void build_target(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    if (def.max_force == 0.0f) { return; }
    add_point(frame, out, PartRole::spring);
    drive_spring(frame, out, def.hertz, def.damping, {}, def.max_force);
}

} // namespace impulse
