#include "dynamics/joints/joint_rows.h"

#include <algorithm>
#include <cmath>

namespace impulse {
namespace {

// Of the two bodies' own: joint_model.h.
constexpr double kStiffness = 1.0e5;
constexpr double kCouplingStiffness = 1.0e8;

/// m: of an anchor beyond the radius of gyration of its body. Within it a push moves the body more than it turns it.
float lever_of(const BodyMass& mass, Vec2 arm) {
    return mass.inv_inertia > 0.0f ? length(arm) - std::sqrt(mass.inv_mass / mass.inv_inertia) : 0.0f;
}

JointBodies bodies_of(const SolveInput& input, const Joint& joint) {
    const SolverBodies& all = input.bodies;
    JointBodies bodies{.b = &all.poses[joint.slotB], .massB = all.masses[joint.slotB]};
    if (joint.acts_on_a()) {
        bodies.a = &all.poses[joint.slotA];
        bodies.massA = all.masses[joint.slotA];
    }
    return bodies;
}

/// m/s or rad/s: how fast a bound moves in a step of `dt`, at most `most`, with the coordinate at x. One that is set or
/// removed does not move, nor one that follows where a body was put.
double speed_between(double from, double to, double x, double dt, double most) {
    const double speed = (to - std::clamp(x, std::min(from, to), std::max(from, to))) / dt;
    return std::isfinite(speed) ? std::clamp(speed, -most, most) : 0.0;
}

/// The constraints as of the last step, of a joint whose bounds have changed since; `now` if the same coordinates were
/// not constrained.
[[gnu::noinline]] JointModel model_before(Joint joint, const JointModel& now) {
    joint.def.length = joint.led.length;
    joint.def.lower = joint.led.lower;
    joint.def.upper = joint.led.upper;
    return form_of(joint) == joint.form ? model_of(joint) : now;
}

/// Sets the bounds of a hold or limit to where they are when the step begins, and the rates at which they move. `from`:
/// rad, what its coordinate is relative to.
void lead(const SolveInput& input, const RowView<Real>& row, const Joint& joint, const JointModel& model, size_t i,
          double from, int lane) {
    const JointConstraint before = model_before(joint, model).constraints[i];
    const JointConstraint& now = model.constraints[i];
    const JointKind& kind = kind_of(joint.def.type);
    const double most =
        now.row == kind.angle ? row.joint.slow_turn[lane] : static_cast<double>(input.tuning.max_push_speed);
    Real x[kJointRows] = {};
    kind.exact.measure(row.joint.geometry, row.joint.start, x);
    const auto bound = [&](double begin, double end, Real& at, Real& speed) {
        const double dt = static_cast<double>(input.dt);
        speed[lane] = speed_between(begin, end, from + x[now.row][lane], dt, most);
        at[lane] -= speed[lane] * dt;
    };
    ConstraintLanes<Real>& out = row.constraints[i];
    BoundSpeeds<Real>& speeds = row.speeds[i];
    if (now.kind == ConstraintKind::limit) {
        bound(before.lower, now.lower, out.at, speeds.at);
        bound(before.upper, now.upper, out.upper, speeds.upper);
    } else if (now.kind == ConstraintKind::hold) {
        bound(before.at, now.at, out.at, speeds.at);
    }
}

} // namespace

template <class L>
LaneVec<L> correction_of_gap(const L* gap, L fraction, L slop, L most) {
    const L size = lane_sqrt(gap[0] * gap[0] + gap[1] * gap[1]);
    const L inverse = inverse_or_zero<L>(size);
    const L by = lane_min(fraction * lane_max(size - slop, L{}), most);
    return {gap[0] * inverse * by, gap[1] * inverse * by};
}

template LaneVec<Real> correction_of_gap(const Real*, Real, Real, Real);
template LaneVec<Wide> correction_of_gap(const Wide*, Wide, Wide, Wide);

namespace {

/// The mobilities of a joint, if its springs need them: for most the bound of K without other constraints is enough.
/// `reachA`, `reachB`: m, at least the arms of its rows along anchors or axis.
[[gnu::noinline]] void measure_for_springs(const JointBodies& bodies, Joint& joint, const JointModel& model,
                                           float reachA, float reachB, SpringSteps& steps, double* mobilities) {
    const auto& [poseA, poseB, massA, massB] = bodies;
    const double angle = static_cast<double>(massA.inv_inertia + massB.inv_inertia);
    const double along = static_cast<double>(massA.inv_mass + massB.inv_mass + massA.inv_inertia * reachA * reachA +
                                             massB.inv_inertia * reachB * reachB);
    for (int i = 0; i < model.count; ++i) {
        const JointConstraint& c = model.constraints[i];
        if (c.kind != ConstraintKind::spring) { continue; }
        const bool turns = c.row == kind_of(joint.def.type).angle;
        if (steps.is_free_of_drag(c, turns ? angle : along)) { continue; }
        return measure_mobilities(joint, model, bodies, mobilities);
    }
}

/// JointLanes::slow_turn: a quarter of a radian per step, for which rows hold to 3 %, but no more than what moves the
/// end of a lever at `max_push_speed`. 15 rad/s at 2 m would push it at 30 m/s, more than the iterations that follow
/// take back between light and heavy bodies: mechanisms rose from the floor.
[[gnu::noinline]] float slow_turn_of(const SolveInput& input, const JointBodies& bodies, Vec2 rA, Vec2 rB) {
    const float push = input.tuning.max_push_speed;
    const float least = max(4.0f * push * input.dt, 1.0e-9f); // not 0 / 0
    return push / max(max(lever_of(bodies.massB, rB), least), lever_of(bodies.massA, rA));
}

/// All that does not depend on the single joint. Returns whether an angle is held or limited.
template <class L>
bool clear_row(const RowView<L>& row) {
    row.joint.start = {}; // the rest is computed from it
    row.joint.geometry = {};
    row.joint.slow_turn = L{};
    fill_zeros(row.constraints);
    bool holds_angle = false;
    for (size_t i = 0; i < row.constraints.size(); ++i) {
        const bool coupling = row.kind(i) == ConstraintKind::motor || row.type() == JointType::gear;
        row.constraints[i].stiffness = splat<L>(static_cast<Number<L>>(coupling ? kCouplingStiffness : kStiffness));
        row.constraints[i].linear = splat<L>(1);
        holds_angle = holds_angle || (row.held(i) && row.is_angle(i));
    }
    return holds_angle;
}

template <class L>
void set_spring(ConstraintLanes<L>& out, const JointConstraint& c, double mobility, SpringSteps& steps, int lane) {
    const SpringStep step = steps.next(c, mobility);
    set_rounded(out.pull, lane, step.pull);
    set_rounded(out.keep, lane, step.keep);
    set_rounded(out.stiffness, lane, step.kappa);
    if (steps.are_equal()) { return; }
    const SpringStep first = steps.first(c, mobility);
    set_rounded(out.more_pull, lane, first.pull - step.pull);
    set_rounded(out.more_keep, lane, first.keep - step.keep);
}

} // namespace

template <class L>
void start_row(const SolveInput& input, const RowView<L>& row, double h, bool warm, SpringSteps& steps) {
    const bool holds_angle = clear_row(row);
    const JointKind& kind = kind_of(row.type());
    const size_t anchors = holds_anchors(row.form()) ? 2 : 0; // held at 0
    for (int lane = 0; lane < kLanes<L>; ++lane) {
        Joint& joint = input.joints.all[row.plan.joints[lane]];
        const JointBodies bodies = bodies_of(input, joint);
        const double angle = read_frame(joint, bodies, lane, row.joint.start, row.joint.geometry);
        const auto arm = [&](const LaneVec<L>& r) {
            return Vec2{static_cast<float>(get_lane(r.x, lane)), static_cast<float>(get_lane(r.y, lane))};
        };
        if (holds_angle) {
            const float slow = slow_turn_of(input, bodies, arm(row.joint.start.rA), arm(row.joint.start.rB));
            set_rounded(row.joint.slow_turn, lane, static_cast<double>(slow));
        }
        for (size_t i = 0; warm && i < row.constraints.size(); ++i) {
            set_rounded(row.constraints[i].lambda, lane, h * static_cast<double>(joint.load[i]));
        }
        if (row.constraints.size() == anchors) { continue; }
        const JointModel model = model_of(joint);
        double mobilities[kJointRows] = {};
        if (has_kind(row.form(), ConstraintKind::spring, ConstraintKind::spring)) {
            const JointFrame<L>& frame = row.joint.start;
            measure_for_springs(bodies, joint, model, length(arm(frame.rA)) + length(arm(frame.d)),
                                length(arm(frame.rB)) + length(arm(frame.d)), steps, mobilities);
        }
        for (size_t i = anchors; i < row.constraints.size(); ++i) {
            const JointConstraint& c = model.constraints[i];
            ConstraintLanes<L>& out = row.constraints[i];
            const auto set = [&](L& to, double value) { set_rounded(to, lane, value); };
            const double from = c.row == kind.angle ? angle : 0.0; // JointFrame::angle
            const bool limit = c.kind == ConstraintKind::limit;
            const bool motor = c.kind == ConstraintKind::motor;
            set(out.at, motor ? c.speed : (limit ? c.lower : c.at) - from);
            if (limit) { set(out.upper, c.upper - from); }
            if constexpr (kLanes<L> == kLanes<Real>) { // of an articulation
                if (joint.leads && row.speeds != nullptr) { lead(input, row, joint, model, i, from, lane); }
            }
            if (motor || c.kind == ConstraintKind::spring) { set(out.cap, c.cap * h); }
            // Limits and motors begin as they were last: at rest or not, at the cap or not.
            const double load = warm ? static_cast<double>(joint.load[i]) : 0.0;
            if ((limit && load == 0.0) || (motor && !(warm && std::fabs(load) < c.cap))) { set(out.linear, 0.0); }
            if (c.kind == ConstraintKind::spring) { set_spring(out, c, mobilities[c.row], steps, lane); }
        }
    }
    kind.template in<L>().linearize(row.joint.geometry, row.joint.start, row.joint.rows);
}

void move_bounds(const RowView<Real>& row, Real moved) {
    for (size_t i = 0; i < row.constraints.size(); ++i) {
        ConstraintLanes<Real>& c = row.constraints[i];
        BoundSpeeds<Real>& speeds = row.speeds[i];
        c.at += moved * speeds.at;
        c.upper += moved * speeds.upper;
        const Real x = row.joint.x[row.row(i)];
        const bool hold = row.kind(i) == ConstraintKind::hold;
        speeds.now = hold ? speeds.at : select<Real>(x - c.at < c.upper - x, speeds.at, speeds.upper);
    }
}

template void start_row(const SolveInput&, const RowView<Real>&, double, bool, SpringSteps&);
template void start_row(const SolveInput&, const RowView<Wide>&, double, bool, SpringSteps&);

} // namespace impulse
