/// Rows of one batch with the velocities of their bodies, and the sweep over points.
#pragma once

#include "dynamics/joints/joint_pass.h"
#include "dynamics/joints/point.h"

namespace impulse {

/// Runs `each(row, row number in the batch, a, b)` with the velocities of the row's bodies.
template <class L, class Row, class Each>
void each_velocity(const SolveInput& input, std::span<Row> rows, bool any_locked, Each&& each) {
    BodyMotion* const motions = input.motions.data();
    for (size_t i = 0; i < rows.size(); ++i) {
        Row& row = rows[i];
        VelocityLanes<L> a = gather_velocity<L>(motions, row.slotA);
        VelocityLanes<L> b = gather_velocity<L>(motions, row.slotB);
        each(row, i, a, b);
        scatter_velocity<L>(motions, row.slotA, a);
        scatter_velocity<L>(motions, row.slotB, b);
        if (any_locked) [[unlikely]] {
            for (int lane = 0; lane < kLanes<L>; ++lane) {
                apply_locks(motions[row.slotA[lane]]);
                apply_locks(motions[row.slotB[lane]]);
            }
        }
    }
}

/// One sweep over a batch of points, or only their new arms. The hottest loop of joints, so it alone is compiled for speed.
template <class L>
void solve_points(const SolveInput& input, const JointRows<L>& rows, const JointBatch& batch,
                  const ControlPass<L>& control, bool refresh, bool solve);

} // namespace impulse
