#include "dynamics/joints/joint_sweep.h"

namespace impulse {

template <class L>
void solve_points(const SolveInput& input, const JointRows<L>& rows, const JointBatch& batch,
                  const ControlPass<L>& control, bool refresh, bool solve) {
    using V = VelocityLanes<L>;
    const BodyMotion* const motions = input.motions.data();
    const PointDrive<L>* const drives = is_point_drive(batch.kind, batch.role) ? &rows.drives[batch.drives] : nullptr;
    each_velocity<L>(input, rows.points.subspan(batch.first, batch.count), rows.any_locked,
                     [&](JointPoint<L>& row, size_t i, V& a, V& b) {
                         if (refresh) {
                             carry(row, gather_displacement<L>(motions, row.slotA),
                                   gather_displacement<L>(motions, row.slotB), a, b);
                         }
                         if (solve) { solve_point(row, drives == nullptr ? nullptr : drives + i, control, a, b); }
                     });
}

template void solve_points<float>(const SolveInput&, const JointRows<float>&, const JointBatch&,
                                  const ControlPass<float>&, bool, bool);
template void solve_points<Wide>(const SolveInput&, const JointRows<Wide>&, const JointBatch&, const ControlPass<Wide>&,
                                 bool, bool);

} // namespace impulse
