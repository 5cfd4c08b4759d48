// Revolute: the anchors stay together; on the angle of B on A a spring, a motor and limits.
//
//   x0, x1 = d                     xdot = vB + wB x rB - vA - wA x rA (*)      held at 0
//   x2     = angle - reference     xdot = wB - wA                              free, sprung, driven, limited
//
// (*) Where d is not 0, both arms end at one point of it: `arms_of_gap`.
#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

void model(const Joint& joint, JointModel& out) {
    out.hold(0);
    out.hold(1);
    out.free(2, joint.def, joint.spring_mass[0]);
}

} // namespace

const JointKind kRevolute{2, kPose<Real>, kPose<Wide>, model};

} // namespace impulse
