// Gear: qA + ratio qB keeps its value, q being the turn of a body or its displacement along a direction of the world (rack and
// pinion), which never changes.
//
//   x0 = qA + ratio qB - phase     xdot = qA' + ratio qB',   q' = w or axis . v                held at 0
#include "dynamics/joints/joint_kinds.h"

namespace impulse {
namespace {

void measure(const JointDef&, const JointFrame& f, Real* x) { x[0] = f.gear; }

void linearize(const JointDef& def, const JointFrame&, JointRow* rows) {
    const RealVec a = to_real(normalize(def.axis_a));
    const RealVec b = static_cast<Real>(def.ratio) * to_real(normalize(def.axis_b));
    rows[0] = {{a.x, a.y, def.axis_a == Vec2{} ? 1.0 : 0.0},
               {b.x, b.y, def.axis_b == Vec2{} ? static_cast<Real>(def.ratio) : 0.0}};
}

void model(const Joint&, JointModel& out) { out.hold(0); }

} // namespace

const JointKind kGear{1, measure, linearize, model};

} // namespace impulse
