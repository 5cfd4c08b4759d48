// Motor: B's anchor and angle are driven, at a velocity on A or by springs to A's anchor and angle, with capped force
// and torque. With velocity 0 it acts as the friction of a body on A in a top-down view. The velocity is that against
// the point of A's frame that is there, as the joint sees from A (`linearize_pose`): on a turntable that rotates at
// w, a body at c from its axle is driven to w x c plus the velocity.
//
//   x0, x1 = d                     xdot = vB + wB x rB - vA - wA x (rA + d)    driven or sprung, |force| <= max_force
//   x2     = angle - reference     xdot = wB - wA                              driven or sprung, |torque| <= max_torque
#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

void model(const Joint& joint, JointModel& out) {
    const JointDef& def = joint.def;
    for (int row = 0; row < 2 && def.max_force > 0.0f; ++row) {
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

const JointKind kMotor{
    3, 2, {measure_pose<Real>, linearize_pose<Real>}, {measure_pose<Wide>, linearize_pose<Wide>}, model};

} // namespace impulse
