/// For sleep: whether a joint still moves its bodies, and whether it holds them to a point of the world.
#pragma once

#include "dynamics/joints/joint.h"
#include "impulse/tuning.h"

namespace impulse {

/// The share of the sleep thresholds below which bodies on this joint are at rest. 1 for a joint without a running
/// motor and without a spring so soft that its bodies may move on by more than the slop. `still` is the share that
/// solvers leave where forces balance: a motor that moves its bodies no faster is blocked.
float share_at_rest(const Joint& joint, const Tuning& tuning, float still);

/// Whether the joint acts on a point of the world besides its bodies.
bool is_grounded(const Joint& joint);

} // namespace impulse
