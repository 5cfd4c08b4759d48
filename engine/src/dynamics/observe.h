/// An observer of the solvers: called once after each sweep, it walks the rows and writes down what stands in them.
///
///   if (input.probe) [[unlikely]] { observe(input, rows, SolverStage::solve, substep); }
///
/// It reads what the kernels left behind, so that they need no second, recording instantiation, and a solver that
/// nobody watches pays for one comparison a sweep. Every solver calls it: before its first sweep with `start`, then
/// after each sweep with the stage that the sweep was.
///
/// A solver with rows or targets of its own makes the Observation itself:
///
///   if (input.probe) [[unlikely]] {
///       Observation seen(input, SolverStage::impact, pass);
///       for (const MyRow& mine : rows) { seen.row(mine.row, mine.contact, mine.swapped, mine.target, mine.belt); }
///   }
#pragma once

#include <array>
#include <span>

#include "dynamics/contact_pass.h"
#include "dynamics/soft_pass.h"

namespace impulse {

/// One iteration, while it is being written down. `input.probe` is not null. The iteration is there, with the energy of
/// the bodies as they are, once this is constructed, whether or not rows follow.
class Observation {
  public:
    /// `substep`: from 0; the pass where the stage is `impact`.
    Observation(const SolveInput& input, SolverStage stage, int substep = 0);

    /// A row of one lane (of four: `lane_of`), each point that has a mass. Measures against what the sweep aimed at:
    ///   residual  max |min(lambda K, v_n - target)|        zero exactly where the complementarity problem is solved
    ///   friction  |v_t + belt| where |lambda_t| < mu lambda_n, else |lambda_t - clamp| K_t
    /// `contact` is its index, kNull for a dead lane, which has no points; `swapped` is 1 where the manifold's second
    /// point comes first in the row; `target` is m/s, by the row's points.
    void row(const ContactRow<float>& row, uint32_t contact, uint32_t swapped, std::array<float, 2> target, float belt);

  private:
    uint32_t index_of(uint32_t contact, const ManifoldPoint& point);

    const SolveInput& input_;
    SolverProbe& probe_;
};

void observe(const SolveInput& input, std::span<const ScalarRow> rows, SolverStage stage, int substep = 0);

template <class L>
void observe(const SolveInput& input, const SoftRows<L>& rows, const SoftPass& pass, SolverStage stage, int substep);

} // namespace impulse
