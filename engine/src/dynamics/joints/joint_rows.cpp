#include "dynamics/joints/joint_rows.h"

#include <limits>

#include "dynamics/joints/joint_spring.h"

namespace impulse {
namespace {

// Of the two bodies' own: joint_model.h.
constexpr double kCompliance = 1.0e-5;
constexpr double kCouplingCompliance = 1.0e-8;

/// The speed of a motor, as far as the limits beside it let it go within the substep: both are rigid, and it would push them on.
template <class L>
L speed_within_limits(const RowView<L>& row, size_t motor, L inv_h) {
    L speed = row.constraints[motor].at;
    const L x = row.joint.x[row.row(motor)];
    for (size_t i = 0; i < row.constraints.size(); ++i) {
        if (row.kind(i) != ConstraintKind::limit || row.row(i) != row.row(motor)) { continue; }
        const ConstraintLanes<L>& limit = row.constraints[i];
        speed = lane_clamp(speed, lane_min(limit.at - x, L{}) * inv_h, lane_max(limit.upper - x, L{}) * inv_h);
    }
    return speed;
}

/// N s/m: the pull of a rod or rope by its length, of the substep before.
template <class L>
L rope_stiffness(const RowView<L>& row) {
    L pull{};
    for (size_t i = 0; i < row.constraints.size(); ++i) {
        if (row.row(i) == 0) { pull -= row.constraints[i].lambda; }
    }
    return lane_max(pull, L{}) / lane_max(row.joint.x[0], splat<L>(Number<L>(1.0e-9)));
}

} // namespace

template <class L>
void start_row(const SolveInput& input, const RowView<L>& row, double h, bool warm) {
    row.joint = {};
    for (ConstraintLanes<L>& c : row.constraints) { c = {}; }
    for (int lane = 0; lane < kLanes<L>; ++lane) {
        Joint& joint = input.joints[row.plan.joints[lane]];
        const BodyPose* const a = joint.acts_on_a() ? &input.poses[joint.slotA] : nullptr;
        const double angle = read_frame(joint, a, input.poses[joint.slotB], lane, row.joint.start, row.joint.geometry);
        const JointModel model = model_of(joint);
        for (size_t i = 0; i < row.constraints.size(); ++i) {
            const JointConstraint& c = model.constraints[i];
            ConstraintLanes<L>& out = row.constraints[i];
            const auto set = [&](L& to, double value) { set_lane(to, lane, static_cast<Number<L>>(value)); };
            const double from = static_cast<int>(c.row) == kind_of(joint.def.type).angle ? angle : 0.0; // JointFrame::angle
            const bool limit = c.kind == ConstraintKind::limit;
            const bool motor = c.kind == ConstraintKind::motor;
            set(out.at, motor ? c.speed : (limit ? c.lower : c.at) - from);
            set(out.upper, c.upper - from);
            set(out.cap, c.cap * h);
            set(out.compliance, motor || joint.def.type == JointType::gear ? kCouplingCompliance : kCompliance);
            set(out.lambda, warm ? h * static_cast<double>(joint.load[i]) : 0.0);
            set(out.linear, limit || motor ? 0.0 : 1.0);
            if (c.kind != ConstraintKind::spring) { continue; }
            const SpringStep step = spring_step(c, h);
            set(out.pull, step.pull);
            set(out.keep, step.keep);
            set(out.compliance, step.kappa);
        }
    }
}

template <class L>
void linearize_row(const RowView<L>& row, const BodyShift<L>& a, const BodyShift<L>& b, const L* inverseA, const L* inverseB) {
    JointLanes<L>& joint = row.joint;
    const JointKind& kind = kind_of(row.type());
    joint.now = moved(row.type(), joint.geometry, joint.start, a, b);
    kind.in<L>().measure(joint.geometry, joint.now, joint.x);
    kind.in<L>().linearize(joint.geometry, joint.now, joint.rows);
    for (int i = 0; i < kind.rows; ++i) {
        const JointRow<L>& r = joint.rows[i];
        joint.K[i] = L{};
        for (int k = 0; k < 3; ++k) { joint.K[i] += inverseA[k] * r.a[k] * r.a[k] + inverseB[k] * r.b[k] * r.b[k]; }
    }
}

template <class L>
void set_law(const RowView<L>& row, size_t i, L before, double h) {
    ConstraintLanes<L>& c = row.constraints[i];
    const L K = row.joint.K[row.row(i)];
    const L x = row.joint.x[row.row(i)];
    const L unit_mass = inverse_or_zero<L>(K);
    const L infinite = splat<L>(std::numeric_limits<Number<L>>::infinity());
    c.kappa = unit_mass / c.compliance;
    c.lo = -infinite;
    c.hi = infinite;
    c.g = L{};
    switch (row.kind(i)) {
    case ConstraintKind::hold:
        break;
    case ConstraintKind::limit: { // the nearer bound
        const Mask<L> lower = x - c.at < c.upper - x;
        c.lo = select<L>(lower, L{}, c.lo);
        c.hi = select<L>(lower, c.hi, L{});
        break;
    }
    case ConstraintKind::motor:
        c.lo = -c.cap;
        c.hi = c.cap;
        c.g = c.kappa * speed_within_limits(row, i, splat<L>(static_cast<Number<L>>(1.0 / h)));
        break;
    case ConstraintKind::spring:
        c.lo = -c.cap;
        c.hi = c.cap;
        c.kappa = select<L>(unit_mass > L{}, c.compliance, L{});
        c.g = select<L>(unit_mass > L{}, c.keep * before - c.pull * (x - c.at), L{});
        break;
    case ConstraintKind::tension:
        c.kappa = lane_max(splat<L>(static_cast<Number<L>>(h)) * rope_stiffness(row) - unit_mass, L{});
        c.kappa = select<L>(unit_mass > L{}, c.kappa, L{});
        break;
    }
}

template void start_row(const SolveInput&, const RowView<Real>&, double, bool);
template void start_row(const SolveInput&, const RowView<Wide>&, double, bool);
template void linearize_row(const RowView<Real>&, const BodyShift<Real>&, const BodyShift<Real>&, const Real*, const Real*);
template void linearize_row(const RowView<Wide>&, const BodyShift<Wide>&, const BodyShift<Wide>&, const Wide*, const Wide*);
template void set_law(const RowView<Real>&, size_t, Real, double);
template void set_law(const RowView<Wide>&, size_t, Wide, double);

} // namespace impulse
