/// For sleep: whether a joint still moves its bodies, and whether it connects them to a point of the world.
#pragma once

#include "dynamics/joints/joint.h"
#include "impulse/tuning.h"

namespace impulse {

/// The factor of the sleep thresholds below which bodies on this joint are at rest. 1 without a running motor and
/// without a spring so soft that its bodies may still move by more than the slop. `still` is the residual share of
/// solvers at balanced forces: a motor that moves its bodies no faster is blocked.
float share_at_rest(const Joint& joint, const Tuning& tuning, float still);

/// Whether the joint acts on a point of the world besides its bodies.
bool is_grounded(const Joint& joint);

} // namespace impulse
