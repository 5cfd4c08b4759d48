// Gear: qA + ratio qB keeps its value, q being the turning of a body or its way along a direction of the world (rack and
// pinion). One row whose directions and arms never change:
//   Cdot = qA' + ratio qB',   so -uA = axis A or 0, -sA = 0 or 1, uB = ratio axis B or 0, sB = 0 or ratio.
#include "dynamics/joints/parts.h"

namespace impulse {

uint32_t gear_parts(const JointDef&) { return part_bit(PartKind::linear, PartRole::rigid); }

void build_gear(const JointFrame& frame, JointParts& out) {
    const JointDef& def = frame.joint.def;
    const Vec2 a = normalize(def.axis_a);
    const Vec2 b = normalize(def.axis_b);
    JointAxis<float>& row = add_linear(frame, out, PartRole::rigid);
    row.a0x = -a.x;
    row.a0y = -a.y;
    row.b0x = def.ratio * b.x;
    row.b0y = def.ratio * b.y;
    row.rA0x = a == Vec2{} ? -1.0f : 0.0f;
    row.rB0x = b == Vec2{} ? def.ratio : 0.0f;
    hold(row.control, static_cast<float>(-frame.way));
}

} // namespace impulse
