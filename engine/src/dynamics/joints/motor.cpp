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
    const float speeds[] = {def.velocity.x, def.velocity.y, def.motor_speed};
    for (int row = 0; row < 3; ++row) {
        const float cap = row < 2 ? def.max_force : def.max_torque;
        if (cap > 0.0f && !out.pose_spring(row, joint, cap)) { out.drive(row, speeds[row], cap); }
    }
}

} // namespace

const JointKind kMotor{2, kPose<Real>, kPose<Wide>, model};

} // namespace impulse
