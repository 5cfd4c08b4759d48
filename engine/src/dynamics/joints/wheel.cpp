// Wheel: B stays on a line of A and rotates freely; along the line the suspension, a spring and limits; on the angle a
// motor. u is the line's direction, which rotates with A, n = (-u.y, u.x).
//
//   x0 = n . d                     xdot = n . (vB - vA) + (rB x n) wB - ((rA + d) x n) wA      held at 0
//   x1 = u . d                     xdot = u . (vB - vA) + (rB x u) wB - ((rA + d) x u) wA      free, sprung, limited
//   x2 = angle                     xdot = wB - wA                                              free, driven
#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

template <class L>
void measure(const JointGeometry<L>&, const JointFrame<L>& f, L* x) {
    x[0] = dot(left_perp(f.axis), f.d);
    x[1] = dot(f.axis, f.d);
    x[2] = f.angle;
}

template <class L>
void linearize(const JointGeometry<L>&, const JointFrame<L>& f, JointRow<L>* rows) {
    axis_row(f, left_perp(f.axis), rows[0]);
    axis_row(f, f.axis, rows[1]);
    angle_row(rows[2]);
}

void model(const Joint& joint, JointModel& out) {
    const JointDef& def = joint.def;
    out.hold(0);
    if (has_play(def) && def.hertz > 0.0f) { out.spring(1, def.target, joint.spring_mass[0], def.hertz, def.damping); }
    if (has_limits(def)) { out.limit(1, def.lower, def.upper); }
    if (def.max_motor > 0.0f) { out.drive(2, def.motor_speed, def.max_motor); }
}

} // namespace

const JointKind kWheel{2, {measure<Real>, linearize<Real>}, {measure<Wide>, linearize<Wide>}, model};

} // namespace impulse
