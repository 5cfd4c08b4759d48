/// Joints side by side, as they are solved: frames, rows and the laws of their constraints, in lanes.
#pragma once

#include <span>

#include "dynamics/joints/joint_plan.h"
#include "dynamics/solve_input.h"

namespace impulse {

template <class L>
struct JointLanes {
    JointRow<L> rows[kJointRows];
    L x[kJointRows] = {};
    L K[kJointRows] = {};  ///< 1/kg: J M^-1 J^T of its two bodies
    JointFrame<L> start;   ///< when the step began
    JointFrame<L> now;     ///< when the substep began
    JointGeometry<L> geometry;
};

/// lambda = clamp(g - kappa xdot', lo, hi), in lanes.
template <class L>
struct ConstraintLanes {
    L lambda = {};      ///< N s or N m s
    // of the substep
    L g = {};
    L kappa = {};
    L lo = {}, hi = {};
    // of the step
    L at = {};          ///< hold, spring: x wanted; limit: lower bound; motor: xdot wanted
    L upper = {};       ///< limit
    L cap = {};         ///< N s or N m s: motor, spring
    L compliance = {};  ///< 1 / kappa, times K; spring: kappa itself
    L pull = {}, keep = {}; ///< spring (joint_spring.h)
    L total = {};       ///< N s or N m s: of the substeps before
    // of mechanisms (joint_direct.h)
    L linear = {};      ///< 1 within the bounds: part of the linear system; else 0
    L before = {};      ///< m/s or rad/s: xdot before the forces of the substep
    L arc = {};         ///< m/s or rad/s: the rate that keeps a hold on its arc
    L change = {};      ///< m/s or rad/s: what the arcs of all do to xdot
    L more = {};        ///< N s or N m s: and to lambda
};

template <class L>
struct JointRows {
    std::span<JointLanes<L>> joints;
    std::span<ConstraintLanes<L>> constraints;
};

/// A joint with all that belongs to it.
template <class L>
struct RowView {
    const PlanRow<kLanes<L>>& plan;
    JointLanes<L>& joint;
    std::span<ConstraintLanes<L>> constraints;

    JointType type() const { return type_of(plan.form); }
    ConstraintKind kind(size_t i) const { return constraint_kind(constraint_code(plan.form, static_cast<uint32_t>(i))); }
    uint32_t row(size_t i) const { return constraint_row(constraint_code(plan.form, static_cast<uint32_t>(i))); }
    bool held(size_t i) const { return kind(i) == ConstraintKind::hold || kind(i) == ConstraintKind::limit; }
    bool is_angle(size_t i) const { return type() == JointType::gear || static_cast<int>(row(i)) == kind_of(type()).angle; }
};
template <class L, class Plan>
RowView<L> view_of(const JointRows<L>& rows, std::span<const Plan> plan, size_t i) {
    return {plan[i], rows.joints[i], rows.constraints.subspan(plan[i].first_constraint, plan[i].constraints)};
}

template <class L>
L along(const L* row, const L* v) {
    return row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
}

/// Where rows of a joint are at the beginning of a step, and the numbers of its constraints that hold for the step. `h`: s.
/// `warm`: from the forces that are stored.
template <class L>
void start_row(const SolveInput& input, const RowView<L>& row, double h, bool warm);

/// Its rows where its bodies stand now; `inverseA`, `inverseB`: their inverse masses, of x, y and the angle.
template <class L>
void linearize_row(const RowView<L>& row, const BodyShift<L>& a, const BodyShift<L>& b, const L* inverseA, const L* inverseB);

/// The law of a constraint in a substep of h: `kappa`, bounds and, but for holds and limits, `g`. `before`: xdot before its forces.
template <class L>
void set_law(const RowView<L>& row, size_t i, L before, double h);

/// m or rad: how far a hold or limit is from what it asks for.
template <class L>
L error_of(const RowView<L>& row, size_t i) {
    const ConstraintLanes<L>& c = row.constraints[i];
    const L x = row.joint.x[row.row(i)];
    if (row.kind(i) == ConstraintKind::hold) { return x - c.at; }
    return lane_min(x - c.at, L{}) + lane_max(x - c.upper, L{});
}

/// What of an error lies beyond `slop`. Continuous, so that no error jumps in and out of it.
template <class L>
L beyond(L error, L slop) {
    return error - lane_clamp(error, -slop, slop);
}

/// m/s or rad/s: what takes a limit to its bound within 1 / `inv_h`; 0 where it is beyond, and for a hold.
template <class L>
L approach_of(const RowView<L>& row, size_t i, L inv_h) {
    if (row.kind(i) == ConstraintKind::hold) { return L{}; }
    const ConstraintLanes<L>& c = row.constraints[i];
    const L x = row.joint.x[row.row(i)];
    return select<L>(c.lo == L{}, lane_min(c.at - x, L{}), lane_max(c.upper - x, L{})) * inv_h;
}

} // namespace impulse
