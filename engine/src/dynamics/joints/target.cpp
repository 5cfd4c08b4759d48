// Target: a capped spring pulls B's anchor to a point of the world, as in dragging with a pointer.
//
//   x0, x1 = anchor B - point      xdot = vB + wB x rB                     sprung, |force| <= max_force
#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

void model(const Joint& joint, JointModel& out) {
    const JointDef& def = joint.def;
    for (int row = 0; row < 2 && def.max_force > 0.0f; ++row) {
        out.spring(row, 0.0, joint.spring_mass[0], def.hertz, def.damping, def.max_force);
    }
}

} // namespace

const JointKind kTarget{-1, kPose<Real>, kPose<Wide>, model};

} // namespace impulse
