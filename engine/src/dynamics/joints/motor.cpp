// Motor: B's anchor and angle are driven, at a velocity on A or by springs to A's anchor and angle, with a force and a torque
// that have a cap. At rest and with velocity 0 it is the friction of a thing seen from above.
//
//   x0, x1 = d                     xdot = vB + wB x rB - vA - wA x rA      driven or sprung, |force| <= max_force
//   x2     = angle - reference     xdot = wB - wA                          driven or sprung, |torque| <= max_torque
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
    out.round = def.max_force > 0.0f;
    for (int row = 0; row < 2 && out.round; ++row) {
        if (def.hertz > 0.0f) {
            out.spring(row, 0.0, joint.spring_mass[0], def.hertz, def.damping, def.max_force);
        } else {
            out.drive(row, row == 0 ? def.velocity.x : def.velocity.y, def.max_force);
        }
    }
    if (!(def.max_torque > 0.0f)) { return; }
    if (def.angular_hertz > 0.0f) {
        out.spring(2, 0.0, joint.spring_mass[1], def.angular_hertz, def.angular_damping, def.max_torque);
    } else {
        out.drive(2, def.motor_speed, def.max_torque);
    }
}

} // namespace

const JointKind kMotor{3, measure, linearize, model, 2};

} // namespace impulse
