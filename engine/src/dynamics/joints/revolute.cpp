// Revolute: the anchors stay together; on the angle of B on A a spring, a motor and limits.
//
//   x0, x1 = d                     xdot = vB + wB x rB - vA - wA x rA      held at 0
//   x2     = angle - reference     xdot = wB - wA                          free, sprung, driven, limited
#include "dynamics/joints/joint_kinds.h"

namespace impulse {
namespace {

void measure(const JointDef&, const JointFrame& f, Real* x) {
    x[0] = f.d.x;
    x[1] = f.d.y;
    x[2] = f.angle;
}

void linearize(const JointDef&, const JointFrame& f, JointRow* rows) {
    point_rows(f, rows);
    angle_row(rows[2]);
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

const JointKind kRevolute{3, measure, linearize, model, 2};

} // namespace impulse
