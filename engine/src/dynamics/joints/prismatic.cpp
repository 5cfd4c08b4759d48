// Prismatic: B stays on a line of A and does not turn on it; along the line a spring, a motor and limits. u is the line's
// direction, which turns with A, n = (-u.y, u.x).
//
//   x0 = n . d                     xdot = n . (vB - vA) + (rB x n) wB - ((rA + d) x n) wA      held at 0
//   x1 = angle - reference         xdot = wB - wA                                              held at 0
//   x2 = u . d                     xdot = u . (vB - vA) + (rB x u) wB - ((rA + d) x u) wA      free, sprung, driven, limited
#include "dynamics/joints/joint_kinds.h"

namespace impulse {
namespace {

void measure(const JointDef&, const JointFrame& f, Real* x) {
    x[0] = dot(left_perp(f.axis), f.d);
    x[1] = f.angle;
    x[2] = dot(f.axis, f.d);
}

void linearize(const JointDef&, const JointFrame& f, JointRow* rows) {
    axis_row(f, left_perp(f.axis), rows[0]);
    angle_row(rows[1]);
    axis_row(f, f.axis, rows[2]);
}

void model(const Joint& joint, JointModel& out) {
    const JointDef& def = joint.def;
    out.hold(0);
    out.hold(1);
    if (def.hertz > 0.0f) { out.spring(2, def.target, joint.spring_mass[0], def.hertz, def.damping); }
    if (def.max_motor > 0.0f) { out.drive(2, def.motor_speed, def.max_motor); }
    if (has_limits(def)) { out.limit(2, def.lower, def.upper); }
}

} // namespace

const JointKind kPrismatic{3, measure, linearize, model, 1};

} // namespace impulse
