// Pulley: one rope from anchor A over two points of the world to anchor B. It pulls when taut, |a| + ratio |b| = length, and
// pushes never.
#include "dynamics/joints/parts.h"

namespace impulse {

uint32_t pulley_parts(const JointDef&) { return part_bit(PartKind::rope, PartRole::limit); }

void build_pulley(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    JointAxis<float>& row = add_rope(frame, out, PartRole::limit);
    row.ratio = def.ratio;
    limit(row.control, -kFar, def.length);
}

} // namespace impulse
