// The sweeps over velocities. Points, which are most of what there is, have a file of their own.

#include "dynamics/joints/joint_pass.h"

#include "dynamics/joints/angle.h"
#include "dynamics/joints/axis.h"
#include "dynamics/joints/joint_sweep.h"
#include "dynamics/joints/lane_choice.h"
#include "dynamics/joints/point.h"

namespace impulse {
namespace {

template <class L>
void warm_start(const SolveInput& input, const JointRows<L>& rows) {
    using V = VelocityLanes<L>;
    const bool locked = rows.any_locked;
    each_velocity<L>(input, rows.points, locked,
                     [](JointPoint<L>& row, size_t, V& a, V& b) { push_point(row, row.px, row.py, a, b); });
    each_velocity<L>(input, rows.angles, locked,
                     [](JointAngle<L>& row, size_t, V& a, V& b) { push_angle(row, row.control.impulse, a, b); });
    each_velocity<L>(input, rows.axes, locked,
                     [](JointAxis<L>& row, size_t, V& a, V& b) { push_axis(row, row.control.impulse, a, b); });
}

template <class L>
void solve(const SolveInput& input, JointRows<L> rows, const JointTrees& trees, const JointPass& pass) {
    using V = VelocityLanes<L>;
    const L zero = splat<L>(0.0f);
    const L one = splat<L>(1.0f);
    const BodyMotion* const motions = input.motions.data();
    const Softness& soft = pass.softness;
    const L half_h = splat<L>(0.5f * pass.arc_h);
    const L most_arc = splat<L>(pass.arc_h > 0.0f ? 0.5f * kLongestArc * kLongestArc / pass.arc_h : 0.0f);
    if (pass.bias && !trees.empty()) [[unlikely]] { note_trees(input, rows, trees, 1.0f / pass.inv_h); }
    for (const JointBatch& batch : pass.crowds_backward ? rows.to_and_fro : rows.batches) {
        const bool left = batch.whole && !(batch.role == PartRole::motor && pass.bias);
        if (!includes(pass.roles, batch.role) || (left && !pass.refresh) || (pass.crowds_only && !batch.crowded)) {
            continue;
        }
        const bool rod = batch.kind == PartKind::span && includes(kHardRoles, batch.role);
        ControlPass<L> control{splat<L>(soft.bias * soft.mass),
                               splat<L>(soft.mass),
                               splat<L>(soft.impulse),
                               splat<L>(pass.inv_h),
                               splat<L>(pass.slop),
                               half_h,
                               most_arc,
                               batch.role == PartRole::spring,
                               batch.kind == PartKind::swing || rod,
                               rod,
                               pass.bias};
        if (batch.role == PartRole::spring) {
            control.slop = zero;
        } else if (batch.role == PartRole::motor || (batch.crowded && pass.crowds_fixed)) {
            control.push = zero;
            control.mass = one;
            control.memory = zero;
        }
        // Rows as the bodies stand now, where that is asked for; then the sweep's own work.
        const auto each = [&](auto rows_of_kind, auto&& carry_row, auto&& solve_row) {
            each_velocity<L>(input, rows_of_kind.subspan(batch.first, batch.count), rows.any_locked,
                             [&](auto& row, size_t i, V& a, V& b) {
                                 if (pass.refresh) {
                                     carry_row(row, gather_displacement<L>(motions, row.slotA),
                                               gather_displacement<L>(motions, row.slotB), a, b);
                                 }
                                 if (!left) { solve_row(row, i, a, b); }
                             });
        };
        using D = DisplacementLanes<L>;
        if (batch.kind == PartKind::point) {
            solve_points(input, rows, batch, control, pass.refresh, !left);
        } else if (batch.kind == PartKind::angle) {
            each(
                rows.angles, [](JointAngle<L>& row, const D& dA, const D& dB, V& a, V& b) { carry(row, dA, dB, a, b); },
                [&](JointAngle<L>& row, size_t, V& a, V& b) { solve_angle(row, control, a, b); });
        } else {
            each(
                rows.axes,
                [&](JointAxis<L>& row, const D& dA, const D& dB, V& a, V& b) { carry(row, batch.kind, dA, dB, a, b); },
                [&](JointAxis<L>& row, size_t, V& a, V& b) { solve_axis(row, control, a, b); });
        }
    }
    if (!trees.empty() && !pass.crowds_only) [[unlikely]] { solve_trees(input, rows, trees, pass); }
}

} // namespace

void warm_start_joints(const SolveInput& input, const JointSet& set) {
    IMPULSE_LANES(warm_start(input, set.one), warm_start(input, set.wide));
}

void solve_joints(const SolveInput& input, const JointSet& set, const JointPass& pass) {
    IMPULSE_LANES(solve(input, set.one, set.trees, pass), solve(input, set.wide, set.trees, pass));
}

} // namespace impulse
