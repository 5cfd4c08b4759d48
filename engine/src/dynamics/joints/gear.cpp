// Gear: qA + ratio qB keeps its value, q being the angle of a body or its displacement along a fixed world direction
// (rack and pinion).
//
//   x0 = qA + ratio qB - phase     xdot = qA' + ratio qB',   q' = w or axis . v                held at 0
#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

template <class L>
void measure(const JointGeometry<L>&, const JointFrame<L>& f, L* x) {
    x[0] = f.gear;
}

template <class L>
void linearize(const JointGeometry<L>& g, const JointFrame<L>&, JointRow<L>* rows) {
    rows[0].set(g.axis_a, g.turns_a, g.axis_b, g.turns_b);
}

void model(const Joint&, JointModel& out) { out.hold(0); }

} // namespace

const JointKind kGear{-1, {measure<Real>, linearize<Real>}, {measure<Wide>, linearize<Wide>}, model};

} // namespace impulse
