// Pulley: one rope from anchor A over two points of the world to anchor B. It pulls when it is taut, and pushes never. uA and uB
// point from the ground anchors to the anchors.
//
//   x0 = |ropeA| + ratio |ropeB|   xdot = uA . (vA + wA x rA) + ratio uB . (vB + wB x rB)      at most `length`
#include <cmath>

#include "dynamics/joints/joint_kinds.h"

namespace impulse {
namespace {

Real length_of(RealVec v) { return std::sqrt(dot(v, v)); }
RealVec direction_of(RealVec v) {
    const Real length = length_of(v);
    return length > 1.0e-9 ? (1.0 / length) * v : RealVec{};
}

void measure(const JointDef& def, const JointFrame& f, Real* x) {
    x[0] = length_of(f.ropeA) + static_cast<Real>(def.ratio) * length_of(f.ropeB);
}

void linearize(const JointDef& def, const JointFrame& f, JointRow* rows) {
    const RealVec a = direction_of(f.ropeA);
    const RealVec b = static_cast<Real>(def.ratio) * direction_of(f.ropeB);
    rows[0] = {{a.x, a.y, cross(f.rA, a)}, {b.x, b.y, cross(f.rB, b)}};
}

void model(const Joint& joint, JointModel& out) { out.limit(0, -kUnlimited, joint.def.length); }

} // namespace

const JointKind kPulley{1, measure, linearize, model};

} // namespace impulse
