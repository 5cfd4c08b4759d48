// Pulley: one rope from anchor A over two points of the world to anchor B. It pulls when taut and never pushes.
// uA and uB point from the ground anchors to the anchors.
//
//   x0 = |ropeA| + ratio |ropeB|   xdot = uA . (vA + wA x rA) + ratio uB . (vB + wB x rB)      at most `length`
#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

template <class L>
LaneVec<L> direction_of(LaneVec<L> v) {
    return inverse_or_zero<L>(length(v)) * v;
}

template <class L>
void measure(const JointGeometry<L>& g, const JointFrame<L>& f, L* x) {
    x[0] = length(f.ropeA) + g.ratio * length(f.ropeB);
}

template <class L>
void linearize(const JointGeometry<L>& g, const JointFrame<L>& f, JointRow<L>* rows) {
    const LaneVec<L> a = direction_of(f.ropeA);
    const LaneVec<L> b = g.ratio * direction_of(f.ropeB);
    rows[0].set(a, cross(f.rA, a), b, cross(f.rB, b));
}

void model(const Joint& joint, JointModel& out) { out.limit(0, -kUnlimited, joint.def.length); }

} // namespace

const JointKind kPulley{-1, {measure<Real>, linearize<Real>}, {measure<Wide>, linearize<Wide>}, model};

} // namespace impulse
