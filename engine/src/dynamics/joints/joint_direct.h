/// Direct solve of articulations.
///
/// | part | file |
/// |---|---|
/// | the linear system, bodies eliminated one by one | joint_elimination.h |
/// | constraints with bounds: limits, motors, capped springs | joint_bounds.h |
/// | anchors that meet at the end of the substep, without gain or loss of energy | joint_arcs.h |
/// | geometric stiffness of links under tension | joint_tension.h |
#pragma once

#include "dynamics/joints/joint_solver.h"

namespace impulse {

/// Rows, laws and tensions of a substep.
void begin_articulations(const SolveInput& input, const JointSet& set, float moved);
/// Subtracts the articulations' velocity changes from the velocities.
void withdraw_articulations(const SolveInput& input, const JointSet& set);
/// Velocities for the displacement that follows. After contacts: of those that contacts have moved, the others stay.
void solve_articulations(const SolveInput& input, const JointSet& set, const JointBias& bias, DirectStage stage);
/// `again`: those that contacts have moved since: the motion of the others does not depend on these.
void relax_articulations(const SolveInput& input, const JointSet& set, bool again);
void solve_articulations_at_once(const SolveInput& input, const JointSet& set);
/// joint_corrections.cpp
void correct_articulations(const SolveInput& input, const JointSet& set, float most, std::span<const BodyFix> fixes);

} // namespace impulse
