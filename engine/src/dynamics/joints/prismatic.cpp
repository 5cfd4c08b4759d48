// Prismatic: B stays on a line of A without rotation; along the line a spring, a motor and limits. u is the
// line's direction, which rotates with A, n = (-u.y, u.x).
//
//   x0 = n . d               xdot = n . (vB - vA) + (rB x n) wB - ((rA + d) x n) wA      held at 0
//   x1 = angle - reference   xdot = wB - wA                                              held at 0
//   x2 = u . d               xdot = u . (vB - vA) + (rB x u) wB - ((rA + d) x u) wA      free, sprung, driven, limited
#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

template <class L>
void measure(const JointGeometry<L>&, const JointFrame<L>& f, L* x) {
    x[0] = dot(left_perp(f.axis), f.d);
    x[1] = f.angle;
    x[2] = dot(f.axis, f.d);
}

template <class L>
void linearize(const JointGeometry<L>&, const JointFrame<L>& f, JointRow<L>* rows) {
    axis_row(f, left_perp(f.axis), rows[0]);
    angle_row(rows[1]);
    axis_row(f, f.axis, rows[2]);
}

void model(const Joint& joint, JointModel& out) {
    out.hold(0);
    out.hold(1);
    out.free(2, joint.def, joint.spring_mass[0]);
}

} // namespace

const JointKind kPrismatic{1, {measure<Real>, linearize<Real>}, {measure<Wide>, linearize<Wide>}, model};

} // namespace impulse
