/// Joints side by side for the solve: frames, rows and the laws of their constraints, in lanes.
#pragma once

#include <limits>
#include <span>
#include <utility>

#include "dynamics/joints/joint_plan.h"
#include "dynamics/joints/joint_spring.h"
#include "dynamics/solve_input.h"

namespace impulse {

template <class L>
struct JointLanes {
    JointRow<L> rows[kJointRows];
    L x[kJointRows] = {};
    L K[kJointRows] = {}; ///< 1/kg: J M^-1 J^T of its two bodies
    JointFrame<L> start;  ///< at the begin of the step
    JointFrame<L> now;    ///< at the begin of the substep
    JointGeometry<L> geometry;
    L slow_turn = {}; ///< rad/s: cap of the bias velocity of an angle (start_row)
};

/// What a solve changes of a constraint.
template <class L>
struct SolvedConstraint {
    L total = {};  ///< N s or N m s: sum of lambda at the end of the previous substeps
    L lambda = {}; ///< N s or N m s
    L g = {};
    L mean = {};   ///< m/s or rad/s: of xdot before the forces of the substep and after the solve
    L change = {}; ///< m/s or rad/s: change of xdot by the arcs of all joints
    L more = {};   ///< N s or N m s: and of lambda
    L linear = {}; ///< 1 within the bounds: part of the linear system (joint_direct.h), no force (passive.h); else 0
};

/// lambda = clamp(g - kappa xdot', lo, hi), in lanes. What the solves of a substep read comes first, so that it lies in
/// few cache lines.
template <class L>
struct ConstraintLanes : SolvedConstraint<L> {
    // of the substep
    L kappa = {};
    L bias = {};   ///< m/s or rad/s: bias velocity of a hold or limit, by its error at the begin of the substep
    L before = {}; ///< m/s or rad/s: xdot before the forces of the substep
    L arc = {};    ///< m/s or rad/s: the rate that keeps a hold on its arc (joint_arcs.h)
    L lo = {}, hi = {};
    // of the step
    L at = {};                        ///< hold, spring: target x; limit: lower bound; motor: target xdot
    L upper = {};                     ///< limit
    L cap = {};                       ///< N s or N m s: motor, spring
    L stiffness = {};                 ///< kappa times K; spring: kappa itself
    L pull = {}, keep = {};           ///< spring (joint_spring.h)
    L more_pull = {}, more_keep = {}; ///< and in its first substep, if the one before was not as long
};

/// Rates at which the bounds of a hold or limit of an articulation move, m/s or rad/s. A length or limit that the
/// caller changes between two steps moves through the next one, from its value in the last step, or from where the
/// coordinate is between the two, at up to `max_push_speed` (angles: `slow_turn`). Bodies then have its velocity, and
/// contacts see it. What is left of a larger change is an error, corrected like any other.
template <class L>
struct BoundSpeeds {
    L at = {}, upper = {};
    L now = {}; ///< of the nearer bound
};

template <class L>
struct JointRows {
    std::span<JointLanes<L>> joints;
    std::span<ConstraintLanes<L>> constraints;
    std::span<BoundSpeeds<L>> speeds; ///< by constraint; empty if no bound moves
};

template <class L>
L along(const L* row, const L* v) {
    return row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
}

/// Pose-independent elements of a row: for coincident anchors all but the arms, for an angle all.
enum class RowShape : uint8_t { any, x, y, angle };

/// The most common forms. Time-critical loops are compiled for each of them, unrolled over its constraints.
inline constexpr uint32_t kHinge =
    form_with(JointType::revolute, {{ConstraintKind::hold, 0}, {ConstraintKind::hold, 1}});
inline constexpr uint32_t kLimitedHinge =
    form_with(JointType::revolute, {{ConstraintKind::hold, 0}, {ConstraintKind::hold, 1}, {ConstraintKind::limit, 2}});
inline constexpr uint32_t kMotorHinge =
    form_with(JointType::revolute, {{ConstraintKind::hold, 0}, {ConstraintKind::hold, 1}, {ConstraintKind::motor, 2}});
inline constexpr uint32_t kRod =
    form_with(JointType::distance, {{ConstraintKind::hold, 0}, {ConstraintKind::tension, 1}});

/// Calls `visit.operator()<form>()` for one of these forms, with 0 for others.
template <uint32_t... Forms, class Visit>
inline void with_form(uint32_t form, Visit&& visit) {
    const bool known = ((form == Forms && (visit.template operator()<Forms>(), true)) || ...);
    if (!known) { visit.template operator()<0u>(); }
}

/// A joint with its data. `Form`: 0 if not known at compile time.
template <class L, uint32_t Form = 0>
struct RowView {
    const PlanRow<kLanes<L>>& plan;
    JointLanes<L>& joint;
    std::span<ConstraintLanes<L>> constraints;
    BoundSpeeds<L>* speeds; ///< null if no bound moves

    static constexpr bool is_pose() { return Form != 0 && type_of(Form) == JointType::revolute; }
    static constexpr RowShape shape(uint32_t row) { return is_pose() ? static_cast<RowShape>(row + 1) : RowShape::any; }
    /// Nothing reads that of a hinge under iterations: its rows and coordinates say it all.
    static constexpr bool keeps_frame() { return kLanes<L> == kLanes<Real> || !is_pose(); }
    RowView<L> any_form() const { return {plan, joint, constraints, speeds}; }
    uint32_t form() const { return Form != 0 ? Form : plan.form; }
    JointType type() const { return type_of(form()); }
    ConstraintKind kind(size_t i) const { return constraint_kind(constraint_code(form(), static_cast<uint32_t>(i))); }
    uint32_t row(size_t i) const { return constraint_row(constraint_code(form(), static_cast<uint32_t>(i))); }
    bool held(size_t i) const { return kind(i) == ConstraintKind::hold || kind(i) == ConstraintKind::limit; }
    /// Leads a coordinate, or the speed at which it changes.
    bool leads(size_t i) const { return held(i) || kind(i) == ConstraintKind::motor; }
    /// m/s or rad/s: at which its bound moves.
    L speed(size_t i) const { return speeds == nullptr ? L{} : speeds[i].now; }
    /// Without bounds.
    bool always(size_t i) const { return kind(i) == ConstraintKind::hold || kind(i) == ConstraintKind::tension; }
    bool is_angle(size_t i) const {
        if constexpr (is_pose()) { return shape(row(i)) == RowShape::angle; }
        return type() == JointType::gear || static_cast<int>(row(i)) == kind_of(type()).angle;
    }

    /// Calls `visit` with the number of each constraint.
    template <class Visit>
    void each(Visit&& visit) const {
        if constexpr (Form == 0) {
            for (size_t i = 0; i < constraints.size(); ++i) { visit(i); }
        } else {
            [&]<size_t... I>(std::index_sequence<I...>) {
                (visit(std::integral_constant<size_t, I>{}), ...);
            }(std::make_index_sequence<constraints_of(Form)>{});
        }
    }
    /// m: of the joint's force.
    JointArms<L> arms() const {
        if (!has_gap(type())) { return {joint.now.rA, joint.now.rB}; }
        const JointRow<L>* const r = joint.rows; // turn_pose
        return {{-r[1].a[2], r[0].a[2]}, {r[1].b[2], -r[0].b[2]}};
    }
    /// N s: the joint's last impulse on B.
    LaneVec<L> force() const {
        LaneVec<L> sum;
        each([&](auto i) {
            const L lambda = constraints[i].lambda;
            if (shape(row(i)) == RowShape::x) { sum.x = lambda; }
            if (shape(row(i)) == RowShape::y) { sum.y = lambda; }
            if (shape(row(i)) == RowShape::any) {
                sum = sum + lambda * LaneVec<L>{joint.rows[row(i)].b[0], joint.rows[row(i)].b[1]};
            }
        });
        return sum;
    }
    /// xdot of a row for these velocities.
    L rate(uint32_t row, const L* a, const L* b) const {
        const JointRow<L>& r = joint.rows[row];
        const size_t k = shape(row) == RowShape::y ? 1 : 0;
        if (shape(row) == RowShape::angle) { return b[2] - a[2]; }
        if (shape(row) != RowShape::any) { return b[k] - a[k] + (r.a[2] * a[2] + r.b[2] * b[2]); }
        return along(r.a, a) + along(r.b, b);
    }
    /// Calls `a(k, f)` and `b(k, f)` with the components of a row's impulse on A and B along x, y and the angle.
    template <class A, class B>
    void spread(uint32_t row, L impulse, A&& a, B&& b) const {
        const JointRow<L>& r = joint.rows[row];
        const int only = shape(row) == RowShape::any ? -1 : static_cast<int>(shape(row)) - 1;
        for (int k = 0; k < 2; ++k) {
            if (only >= 0 && only != k) { continue; }
            a(k, only < 0 ? r.a[k] * impulse : -impulse);
            b(k, only < 0 ? r.b[k] * impulse : impulse);
        }
        a(2, only == 2 ? -impulse : r.a[2] * impulse);
        b(2, only == 2 ? impulse : r.b[2] * impulse);
    }
    void apply(uint32_t row, L impulse, L* a, L* b) const {
        spread(row, impulse, [&](int k, L f) { a[k] += f; }, [&](int k, L f) { b[k] += f; });
    }
};
template <uint32_t Form = 0, class L, class Plan>
RowView<L, Form> view_of(const JointRows<L>& rows, std::span<const Plan> plan, size_t i) {
    return {plan[i], rows.joints[i], rows.constraints.subspan(plan[i].first_constraint, plan[i].constraints),
            rows.speeds.empty() ? nullptr : &rows.speeds[plan[i].first_constraint]};
}

/// Rows of a joint at the begin of a step, and the constants of its constraints in the step. `h`: s. `warm`: start from
/// the stored forces. `steps`: of its springs.
template <class L>
void start_row(const SolveInput& input, const RowView<L>& row, double h, bool warm, SpringSteps& steps);

/// Moves the bounds of a row with `speeds` by those of `moved` s. Pre: its coordinates are those after these.
void move_bounds(const RowView<Real>& row, Real moved);

/// Lanes whose body is a platform: it moves, and no impulse changes that. `inverse`: masses, along x, y and the angle.
template <class L>
Mask<L> is_carried(const L* inverse, const L* v) {
    const Mask<L> moves = (v[0] != L{}) | (v[1] != L{}) | (v[2] != L{});
    return moves & (inverse[0] + inverse[1] + inverse[2] == L{});
}

/// The part of an impulse that is a force, as gravity is one: of springs, and of motors at their cap (passive.h).
template <class L, uint32_t Form>
L force_of(const RowView<L, Form>& row, size_t i) {
    const ConstraintLanes<L>& c = row.constraints[i];
    if (row.kind(i) == ConstraintKind::spring) { return c.lambda; }
    const bool motor = row.kind(i) == ConstraintKind::motor;
    return motor ? select<L>(c.linear > splat<L>(Number<L>(0.5)), L{}, c.lambda) : L{};
}

/// By which an impulse along x and y shrinks to a circular cap.
template <class L>
L scale_to_cap(L x, L y, L cap) {
    const L one = splat<L>(1);
    const L length = lane_sqrt(x * x + y * y);
    return select<L>(length > cap, cap / select<L>(length > cap, length, one), one);
}

/// N s or N m s: the impulse of a constraint by its law alone, at `rate`: lambda' = g - kappa (rate + K (lambda' -
/// lambda)), without its bounds.
template <class L, uint32_t Form>
L alone(const RowView<L, Form>& row, size_t i, L rate, L K) {
    const ConstraintLanes<L>& c = row.constraints[i];
    const L k = c.kappa * K;
    return (c.g - c.kappa * rate + k * c.lambda) / (splat<L>(1) + k);
}
template <class L, uint32_t Form>
L alone(const RowView<L, Form>& row, size_t i, L rate) {
    return alone(row, i, rate, row.joint.K[row.row(i)]);
}

/// N s: the same of the first two constraints, which share a circular cap, scaled to it. Beyond it both move by one K,
/// the larger one. Repeated, the force then points along the rate that is left, as that of a capped motor or spring
/// does. With each row's own K it would turn to the axis along which the bodies yield more, by up to 38 degrees: other
/// axes, another force.
template <class L>
struct Capped {
    L x, y;
    Mask<L> inside; ///< each by its own law is within the cap
};
template <class L, uint32_t Form>
Capped<L> alone_capped(const RowView<L, Form>& row, L rate_x, L rate_y) {
    const L x = alone(row, 0, rate_x);
    const L y = alone(row, 1, rate_y);
    const L cap = row.constraints[0].hi;
    const Mask<L> inside = scale_to_cap(x, y, cap) == splat<L>(1);
    const L K = lane_max(row.joint.K[row.row(0)], row.joint.K[row.row(1)]);
    const L x_beyond = alone(row, 0, rate_x, K);
    const L y_beyond = alone(row, 1, rate_y, K);
    const L scale = scale_to_cap(x_beyond, y_beyond, cap);
    return {select<L>(inside, x, scale * x_beyond), select<L>(inside, y, scale * y_beyond), inside};
}

/// m or rad: position error of a hold or limit.
template <class L, uint32_t Form>
L error_of(const RowView<L, Form>& row, size_t i) {
    const L x = row.joint.x[row.row(i)];
    if (holds_anchors(row.form()) && i < 2) { return x; } // at 0: one line of memory less
    const ConstraintLanes<L>& c = row.constraints[i];
    if (row.kind(i) == ConstraintKind::hold) { return x - c.at; }
    return lane_min(x - c.at, L{}) + lane_max(x - c.upper, L{});
}

/// Of a number: by how much eight roundings of floats may miss it, as those of local anchors, rotations and what is
/// computed with them. An error of a joint below it is none. Where joints hold a body more often than it can move,
/// their corrections contradict each other, and rigid joints do so at any force. Hinges at both ends of a plank, with
/// errors of 3e-8 m, had loads of up to 24 times its weight.
inline constexpr double kRounding = 1.0 / (1 << 21);

/// m: the same of a distance between anchors.
template <class L>
L rounding_of(const JointFrame<L>& f) {
    const auto sum = [](LaneVec<L> v) { return lane_abs(v.x) + lane_abs(v.y); };
    return splat<L>(Number<L>(kRounding)) * (sum(f.rA) + sum(f.rB) + sum(f.d));
}

/// The part of an error beyond the slop.
template <class L>
L beyond_slop(L error, L slop) {
    return error - lane_clamp(error, -slop, slop);
}

/// The correction of two anchors that are `gap` apart: `fraction` of what is beyond `slop`, at most `most`. Slop and
/// cap leave the direction alone. Clamped by component it would turn by up to 45 degrees, and the part across the gap
/// asks the bodies to rotate by `most` divided by the gap: a weld beside a slider threw bodies at 70 m/s.
template <class L>
LaneVec<L> correction_of_gap(const L* gap, L fraction, L slop, L most);

/// m or rad, or their rate: correction of a hold or limit, `fraction` of its error beyond `slop`, at most `most`.
template <class L, uint32_t Form>
L correction_of(const RowView<L, Form>& row, size_t i, L fraction, L slop, L most) {
    if (holds_anchors(row.form()) && i < 2) { // whose coordinates are the gap
        const LaneVec<L> of_gap = correction_of_gap(row.joint.x, fraction, slop, most);
        return i == 0 ? of_gap.x : of_gap.y;
    }
    return lane_clamp(fraction * beyond_slop(error_of(row, i), slop), -most, most);
}

/// m/s or rad/s: the rate with which a limit reaches its bound within 1 / `inv_h`; 0 beyond it, and for a hold.
template <class L, uint32_t Form>
L approach_of(const RowView<L, Form>& row, size_t i, L inv_h) {
    if (row.kind(i) == ConstraintKind::hold) { return L{}; }
    const ConstraintLanes<L>& c = row.constraints[i];
    const L x = row.joint.x[row.row(i)];
    return select<L>(c.lo == L{}, lane_min(c.at - x, L{}), lane_max(c.upper - x, L{})) * inv_h;
}

/// The speed of a motor, clamped to the joint's limits within the substep: both are rigid, and the motor would
/// otherwise exceed them. That of a distance stops at 0, where it would turn around.
template <class L, uint32_t Form>
L speed_within_limits(const RowView<L, Form>& row, size_t motor, L inv_h) {
    L speed = row.constraints[motor].at;
    const L x = row.joint.x[row.row(motor)];
    if (row.type() == JointType::distance) { speed = lane_max(speed, -inv_h * x); }
    for (size_t i = 0; i < row.constraints.size(); ++i) {
        if (row.kind(i) != ConstraintKind::limit || row.row(i) != row.row(motor)) { continue; }
        const ConstraintLanes<L>& limit = row.constraints[i];
        const BoundSpeeds<L> of = row.speeds == nullptr ? BoundSpeeds<L>{} : row.speeds[i];
        speed = lane_clamp(speed, of.at + lane_min(limit.at - x, L{}) * inv_h,
                           of.upper + lane_max(limit.upper - x, L{}) * inv_h);
    }
    return speed;
}

/// N s/m: impulse of a rod or rope divided by its length, of the previous substep.
template <class L, uint32_t Form>
L rope_stiffness(const RowView<L, Form>& row) {
    L pull{};
    for (size_t i = 0; i < row.constraints.size(); ++i) {
        if (row.row(i) == 0) { pull -= row.constraints[i].lambda; }
    }
    return lane_max(pull, L{}) / lane_max(row.joint.x[0], splat<L>(Number<L>(1.0e-9)));
}

/// Its rows at the present poses; `inverseA`, `inverseB`: their inverse masses, of x, y and the angle.
template <class L, uint32_t Form>
inline void linearize_row(const RowView<L, Form>& row, const BodyShift<L>& a, const BodyShift<L>& b, const L* inverseA,
                          const L* inverseB) {
    JointLanes<L>& joint = row.joint;
    JointFrame<L> moved;
    JointFrame<L>& now = row.keeps_frame() ? joint.now : moved;
    move_frame(row.type(), joint.geometry, joint.start, a, b, now);
    if (row.is_pose()) {
        measure_pose(joint.geometry, now, joint.x);
        turn_pose(joint.geometry, now, joint.rows); // the rest is as `start_row` left it
    } else {
        kind_of(row.type()).template in<L>().measure(joint.geometry, now, joint.x);
        kind_of(row.type()).template in<L>().linearize(joint.geometry, now, joint.rows);
    }
    // "Rigid" is a part in 10^5 (joint_model.h). What only a lever of less than that of its arm moves, at locked axes,
    // is not moved: at a dead centre the force of joints that contradict each other would exceed all numbers.
    const L dead =
        splat<L>(Number<L>(1.0e-10)) * (inverseA[2] * dot(now.rA, now.rA) + inverseB[2] * dot(now.rB, now.rB));
    row.each([&](auto i) {
        const uint32_t at = row.row(i);
        const JointRow<L>& r = joint.rows[at];
        const size_t k = row.shape(at) == RowShape::y ? 1 : 0;
        const L turning = inverseA[2] * r.a[2] * r.a[2] + inverseB[2] * r.b[2] * r.b[2];
        if (row.shape(at) == RowShape::any) {
            const L alongA = inverseA[0] * r.a[0] * r.a[0] + inverseA[1] * r.a[1] * r.a[1];
            joint.K[at] = alongA + (inverseB[0] * r.b[0] * r.b[0] + inverseB[1] * r.b[1] * r.b[1]) + turning;
        } else {
            joint.K[at] =
                row.shape(at) == RowShape::angle ? inverseA[2] + inverseB[2] : inverseA[k] + inverseB[k] + turning;
        }
        if (row.shape(at) != RowShape::angle) { joint.K[at] = select<L>(joint.K[at] > dead, joint.K[at], L{}); }
    });
}

/// The law of a constraint in zero duration: a limit counts where it is reached, drives have no time to act.
template <class L, uint32_t Form>
inline void set_law_at_once(const RowView<L, Form>& row, size_t i) {
    ConstraintLanes<L>& c = row.constraints[i];
    if (row.kind(i) == ConstraintKind::limit) {
        c.kappa = select<L>(approach_of(row, i, splat<L>(1)) != L{}, L{}, c.kappa);
    }
    if (!row.held(i)) { c.kappa = c.g = c.lambda = c.linear = L{}; }
}

/// The law of a constraint in a substep of h: `kappa`, bounds and, except for holds and limits, `g`. `before`: xdot
/// before its forces.
template <class L, uint32_t Form>
inline void set_law(const RowView<L, Form>& row, size_t i, L before, double h) {
    ConstraintLanes<L>& c = row.constraints[i];
    const L x = row.joint.x[row.row(i)];
    const L unit_mass = inverse_or_zero<L>(row.joint.K[row.row(i)]);
    const L infinite = splat<L>(std::numeric_limits<Number<L>>::infinity());
    c.kappa = unit_mass * c.stiffness;
    switch (row.kind(i)) {
    case ConstraintKind::hold:
        break;
    case ConstraintKind::limit: { // the nearer bound
        const Mask<L> lower = x - c.at < c.upper - x;
        c.lo = select<L>(lower, L{}, -infinite);
        c.hi = select<L>(lower, infinite, L{});
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
        c.kappa = select<L>(unit_mass > L{}, c.stiffness, L{});
        c.g = select<L>(unit_mass > L{}, (c.keep + c.more_keep) * before - (c.pull + c.more_pull) * (x - c.at), L{});
        c.more_pull = c.more_keep = L{};
        break;
    case ConstraintKind::tension:
        c.kappa = lane_max(splat<L>(static_cast<Number<L>>(h)) * rope_stiffness(row) - unit_mass, L{});
        c.kappa = select<L>(unit_mass > L{}, c.kappa, L{});
        break;
    }
}

} // namespace impulse
