// Target: a spring with a cap pulls B's anchor to a point of the world. What a pointer drags with.
//
//   x0, x1 = anchor B - point      xdot = vB + wB x rB                     sprung, |force| <= max_force
#include "dynamics/joints/joint_kinds.h"

namespace impulse {
namespace {

void measure(const JointDef&, const JointFrame& f, Real* x) {
    x[0] = f.d.x;
    x[1] = f.d.y;
}

void linearize(const JointDef&, const JointFrame& f, JointRow* rows) { point_rows(f, rows); }

void model(const Joint& joint, JointModel& out) {
    const JointDef& def = joint.def;
    out.round = def.max_force > 0.0f;
    for (int row = 0; row < 2 && out.round; ++row) {
        out.spring(row, 0.0, joint.spring_mass[0], def.hertz, def.damping, def.max_force);
    }
}

} // namespace

const JointKind kTarget{2, measure, linearize, model};

} // namespace impulse
