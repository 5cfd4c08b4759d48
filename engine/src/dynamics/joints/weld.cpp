// Weld: the anchors stay together and the angle is kept; either may be a spring instead.
//
//   x0, x1 = d                     xdot = vB + wB x rB - vA - wA x rA (*)      held at 0, or isotropic spring
//   x2     = angle - reference     xdot = wB - wA                              held at 0, or sprung
//
// (*) Where d is not 0, both arms end at one point of it: `arms_of_gap`.
#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

void model(const Joint& joint, JointModel& out) {
    for (int row = 0; row < 3; ++row) {
        if (!out.pose_spring(row, joint, kUnlimited)) { out.hold(row); }
    }
}

} // namespace

const JointKind kWeld{2, kPose<Real>, kPose<Wide>, model};

} // namespace impulse
