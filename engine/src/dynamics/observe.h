/// An observer of the solvers: called after each iteration, it records the state of the rows.
///
///   if (input.probe) [[unlikely]] { observe(input, rows, {joints, bias}, SolverStage::solve, substep); }
///
/// It reads the results of the kernels, so that they need no second, recording instantiation. Without tracing the cost
/// is one comparison per iteration. Every solver calls it with `start` before its first iteration, then after each
/// iteration with the stage of that iteration.
///
/// A solver with its own rows or targets constructs the Observation itself:
///
///   if (input.probe) [[unlikely]] {
///       Observation seen(input, SolverStage::impact, pass);
///       for (const MyRow& my : rows) {
///           seen.row(my.row, my.contact, my.swapped, {my.target(0), my.target(1)}, my.surface_speed);
///       }
///   }
#pragma once

#include <array>
#include <span>

#include "dynamics/contact_pass.h"
#include "dynamics/joints/joint_observe.h"
#include "dynamics/soft_pass.h"

namespace impulse {

/// The record of one iteration. `input.probe` is not null. The constructor adds the iteration with the present energy
/// of the bodies, whether or not rows follow.
class Observation {
  public:
    /// `substep`: from 0; for `impact` the pass.
    Observation(const SolveInput& input, SolverStage stage, int substep = 0);

    /// A row of one lane (of four: `lane_of`), each point with an effective mass. Residuals relative to the iteration's
    /// targets:
    ///   residual  max |min(lambda K, v_n - target)|        zero exactly where the complementarity problem is solved
    ///   friction  |v_t + surface_speed| where |lambda_t| < mu lambda_n, else |lambda_t - clamp| K_t
    /// `contact` is its index, kNull for a dead lane, which has no points; `swapped` is 1 where the manifold's second
    /// point comes first in the row; `target` is m/s, by the row's points.
    void row(const ContactRow<float>& row, uint32_t contact, uint32_t swapped, std::array<float, 2> target,
             float surface_speed);

  private:
    uint32_t index_of(uint32_t contact, uint32_t index);

    const SolveInput& input_;
    SolverProbe& probe_;
};

void observe(const SolveInput& input, std::span<const ScalarRow> rows, const SeenJoints& joints, SolverStage stage,
             int substep = 0);

template <class L>
void observe(const SolveInput& input, const SoftRows<L>& rows, const SoftPass& pass, const SeenJoints& joints,
             SolverStage stage, int substep);

} // namespace impulse
