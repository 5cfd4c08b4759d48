/// Mechanisms with many loops, nets and grids: Gauss-Seidel iterations over their joints, four that share no body side
/// by side. After the displacement of a substep the rows follow their bodies, and velocities are relaxed along the new
/// rows (RATTLE: Andersen 1983). Along the former ones, the correction of what bodies drift apart as they turn would
/// take angular momentum: a grid at 5 rad/s lost 30 % in 10 s.
#pragma once

#include "dynamics/joints/joint_solver.h"

namespace impulse {

void prepare_loops(const JointSet& set);
/// Rows at the present poses. `moved`: s, as in `begin_joint_substep`. `turning`: only of joints with angles, whose
/// whole turns are counted by the velocities of the displacement.
void follow_loops(const SolveInput& input, const JointSet& set, float moved, bool turning = false);
/// The laws of the substep. Pre: the rows are those at the present poses.
void begin_loops(const SolveInput& input, const JointSet& set);
void warm_start_loops(const SolveInput& input, const JointSet& set);
/// Without bias it relaxes them. `moved`: rows of joints without angles follow first, each as its turn comes: nets are
/// larger than a core's cache. Null: they have.
void iterate_loops(const SolveInput& input, const JointSet& set, const JointBias& bias, const float* moved = nullptr);
/// Adds their parts by forces to the velocity changes of bodies.
void add_given_by_loops(const SolveInput& input, const JointSet& set, std::span<const SubstepBody> bodies,
                        std::span<JointChange> changes);
/// Adds the work at the present rows, less that along the rows that velocities still contain, to the second sum, and
/// subtracts what motors and platforms transfer from the gains.
void measure_loops(const SolveInput& input, const JointSet& set, const SolveIslands& islands);
/// Scales the impulses of holds by the r of their islands (passive.h).
void scale_loops(const JointSet& set, const SolveIslands& islands);
/// One iteration over holds and reached limits.
void iterate_loops_at_once(const SolveInput& input, const JointSet& set);
void correct_loops(const SolveInput& input, const JointSet& set, float most);

} // namespace impulse
