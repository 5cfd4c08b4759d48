/// Mechanisms with many loops, nets and grids: iterations over their joints, forward where velocities are solved and backward where
/// they are relaxed, which together are a symmetric Gauss-Seidel iteration.
#pragma once

#include "dynamics/joints/joint_solver.h"

namespace impulse {

void sweep_loops(const SolveInput& input, const JointSet& set, const JointBias& bias);
void relax_loops(const SolveInput& input, const JointSet& set);
void solve_loops_at_once(const SolveInput& input, const JointSet& set);
void correct_loops(const SolveInput& input, const JointSet& set, Real fraction, Real most);

} // namespace impulse
