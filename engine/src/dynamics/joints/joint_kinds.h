/// The joint types, each in a file of its own.
#pragma once

#include "dynamics/joints/joint_model.h"

namespace impulse {

extern const JointKind kRevolute;
extern const JointKind kPrismatic;
extern const JointKind kDistance;
extern const JointKind kWeld;
extern const JointKind kWheel;
extern const JointKind kMotor;
extern const JointKind kTarget;
extern const JointKind kGear;
extern const JointKind kPulley;

} // namespace impulse
