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
    const JointDef& def = joint.def;
    for (int row = 0; row < 2; ++row) {
        if (def.hertz > 0.0f) {
            out.spring(row, 0.0, joint.spring_mass[0], def.hertz, def.damping);
        } else {
            out.hold(row);
        }
    }
    if (def.angular_hertz > 0.0f) {
        out.spring(2, 0.0, joint.spring_mass[1], def.angular_hertz, def.angular_damping);
    } else {
        out.hold(2);
    }
}

} // namespace

const JointKind kWeld{
    3, 2, {measure_pose<Real>, linearize_pose<Real>}, {measure_pose<Wide>, linearize_pose<Wide>}, model};

} // namespace impulse
