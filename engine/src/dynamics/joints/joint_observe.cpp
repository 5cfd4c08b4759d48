#include "dynamics/joints/joint_observe.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impulse {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// A joint out of its lanes, in doubles: the first lane of its own.
struct Single {
    PlanRow<kLanes<Real>> plan;
    JointLanes<Real> joint;
    ConstraintLanes<Real> constraints[kJointConstraints];
    BoundSpeeds<Real> speeds[kJointConstraints];

    [[gnu::noinline]] Single(uint32_t form, uint32_t count) {
        plan.form = form;
        plan.constraints = count;
    }
    template <class L>
    void read(const RowView<L>& row, int lane) {
        const auto take = [&](void* to, const void* from, size_t bytes) { // of which all is `L`
            for (size_t i = 0; i < bytes / sizeof(L); ++i) {
                static_cast<Real*>(to)[i][0] = static_cast<double>(static_cast<const L*>(from)[i][lane]);
            }
        };
        static_assert(sizeof(JointLanes<L>) == sizeof(JointLanes<Real>));
        take(&joint, &row.joint, sizeof joint);
        take(constraints, row.constraints.data(), row.constraints.size_bytes());
        if (row.speeds != nullptr) { take(speeds, row.speeds, plan.constraints * sizeof(BoundSpeeds<L>)); }
    }
    RowView<Real> view() { return {plan, joint, {constraints, plan.constraints}, speeds}; }
};

/// m or rad: by how much a hold or limit misses its bounds now; 0 for others.
double miss_of(const JointConstraint& c, double x) {
    if (c.kind == ConstraintKind::hold) { return x - c.at; }
    return c.kind == ConstraintKind::limit ? x - std::clamp(x, c.lower, c.upper) : 0.0;
}

BodyPose pose_now(const SolveInput& input, uint32_t slot, double* v) {
    const BodyMotion& motion = input.bodies.motions[slot];
    v[0] = static_cast<double>(motion.v.x);
    v[1] = static_cast<double>(motion.v.y);
    v[2] = static_cast<double>(motion.w);
    return displaced(input.bodies.poses[slot], motion);
}

struct Observer {
    const SolveInput& input;
    const SeenJoints& seen;
    SolverStage stage;

    bool starts() const { return stage == SolverStage::start && seen.law == JointLaw::biased; }

    /// m/s or rad/s: bias velocity of a hold or limit: `correction_of`, under iterations by component.
    double bias_of(const RowView<Real>& row, size_t i, bool direct, double most) const {
        const JointBias& bias = *seen.bias;
        const bool gap = direct && holds_anchors(row.form()) && i < 2;
        const double error = error_of(row, i)[0];
        const double beside = gap ? error_of(row, 1 - i)[0] : 0.0;
        const double size = std::sqrt(error * error + beside * beside);
        const double past = std::max(size - static_cast<double>(bias.slop), 0.0);
        return size > 0.0 ? error / size * std::min(static_cast<double>(bias.softness.bias) * past, most) : 0.0;
    }

    /// The law of a row as it was last solved.
    void set_law(const RowView<Real>& row, size_t i, bool direct, double share) const {
        ConstraintLanes<Real>& c = row.constraints[i];
        if (row.always(i)) { c.lo = -(c.hi = splat<Real>(kNoBound)); }
        c.g += share * c.linear * c.kappa * c.arc;
        if (seen.law == JointLaw::derived) {
            c.g = c.kappa * row.speed(i);
            const bool reached = row.kind(i) == ConstraintKind::limit && c.lambda[0] != 0.0;
            if (row.kind(i) != ConstraintKind::hold && !reached) { c.kappa = c.lambda = Real{}; }
        } else if (starts()) {
            if (direct) { c.lambda = Real{}; } // a direct solve starts from nothing
            if (!row.held(i)) { return; }
            const double approach = approach_of(row, i, splat<Real>(1.0))[0];
            const double most = row.is_angle(i) ? row.joint.slow_turn[0] : static_cast<double>(seen.bias->most);
            c.g = c.kappa * (row.speed(i) + approach / seen.set.h - bias_of(row, i, direct, most));
        }
    }

    /// A hold under iterations: the rate that is asked for, with its softness. `coupling`: K of the first two rows,
    /// which are solved as a block.
    double of_hold(const RowView<Real>& row, size_t i, double rate, double coupling) const {
        if (seen.law != JointLaw::biased) { return rate; }
        const JointBias& bias = *seen.bias;
        const double most = row.is_angle(i) ? row.joint.slow_turn[0] : kNoBound;
        double held = row.joint.K[row.row(i)][0] * row.constraints[i].lambda[0];
        if (i < 2 && coupling != 0.0) { held += coupling * row.constraints[1 - i].lambda[0]; }
        return static_cast<double>(bias.softness.mass) * (rate + bias_of(row, i, false, most)) +
               static_cast<double>(bias.softness.impulse) * held;
    }

    /// What a row is, once; its values follow with each iteration.
    void describe(uint32_t index, const RowView<Real>& row, size_t i, bool direct, Vec2 at) const {
        const Real* const b = row.joint.rows[row.row(i)].b;
        input.probe->row_latest.push_back(kNull);
        input.probe->rows.push_back({{index},
                                     static_cast<TraceRowKind>(row.kind(i)),
                                     row.is_angle(i),
                                     direct,
                                     at,
                                     {static_cast<float>(b[0][0]), static_cast<float>(b[1][0])}});
    }

    /// `share`: of the arcs that a direct solve followed.
    void joint(uint32_t index, const RowView<Real>& row, bool direct, double share, double coupling) const {
        SolverProbe& probe = *input.probe;
        Joint joint = input.joints.all[index]; // `read_frame` updates its angles
        double vA[3] = {};
        double vB[3] = {};
        const BodyPose poseB = pose_now(input, joint.slotB, vB);
        BodyPose poseA;
        if (joint.acts_on_a()) { poseA = pose_now(input, joint.slotA, vA); }
        JointFrame<Real> frame;
        JointGeometry<Real> geometry;
        const double angle = read_frame(joint, {joint.acts_on_a() ? &poseA : nullptr, &poseB}, 0, frame, geometry);
        const JointKind& kind = kind_of(joint.def.type);
        Real x[kJointRows] = {};
        kind.exact.measure(geometry, frame, x);
        const JointModel model = model_of(joint);

        if (probe.joint_rows.empty()) { probe.joint_rows.resize(input.joints.all.size(), kNull); }
        uint32_t& first = probe.joint_rows[index];
        const bool fresh = first == kNull;
        const Vec2 at{static_cast<float>(poseB.x + frame.rB.x[0]), static_cast<float>(poseB.y + frame.rB.y[0])};
        if (fresh) { first = static_cast<uint32_t>(probe.rows.size()); }
        Real rates[kJointConstraints] = {};
        Real alones[kJointConstraints];
        for (uint8_t i = 0; i < model.count; ++i) {
            const JointRow<Real>& r = row.joint.rows[row.row(i)];
            for (int k = 0; k < 3; ++k) { rates[i] += r.a[k] * vA[k] + r.b[k] * vB[k]; }
            set_law(row, i, direct, share);
            alones[i] = alone(row, i, rates[i]);
            if (fresh) { describe(index, row, i, direct, at); }
        }
        const bool round = is_round(row.form());
        const Capped<Real> both = round ? alone_capped(row, rates[0], rates[1]) : Capped<Real>{};
        for (uint8_t i = 0; i < model.count; ++i) {
            const JointConstraint& c = model.constraints[i];
            const ConstraintLanes<Real>& law = row.constraints[i];
            const Real lambda = round && i < 2 ? (i == 0 ? both.x : both.y) : lane_clamp(alones[i], law.lo, law.hi);
            double residual = (row.joint.K[row.row(i)] * (lambda - law.lambda))[0];
            if (c.kind == ConstraintKind::hold && !direct) {
                residual = of_hold(row, i, (rates[i] - row.speed(i))[0], coupling);
            }
            uint32_t& latest = probe.row_latest[first + i];
            const auto left = [&](size_t value) { // by the iteration before
                return latest == kNull ? 0.0 : static_cast<double>(probe.row_values[latest].of[value]);
            };
            if (seen.law == JointLaw::moved) { residual = left(1); }
            // Drives have no part in a solve of no duration: they keep what they gave before.
            const double impulse = seen.law == JointLaw::derived && !row.held(i) ? left(0) : law.lambda[0];
            const double error = miss_of(c, x[c.row][0] + (c.row == kind.angle ? angle : 0.0));
            latest = static_cast<uint32_t>(probe.row_values.size());
            probe.row_values.push_back(
                {static_cast<uint32_t>(probe.iterations.size() - 1),
                 first + i,
                 {static_cast<float>(impulse), static_cast<float>(std::fabs(residual)), static_cast<float>(error)}});
        }
    }

    /// `of`: the share of the arcs that a direct solve followed; of a loop the inverse of K of its first two rows.
    template <class L>
    void lanes(const RowView<L>& row, const L* of) const {
        constexpr bool kDirect = kLanes<L> == kLanes<Real>;
        for (int lane = 0; lane < row.plan.lanes; ++lane) {
            Single single(row.plan.form, row.plan.constraints);
            single.read(row, lane);
            const RowView<Real> view = single.view();
            const double first = static_cast<double>(of[0][lane]);
            double coupling = 0.0;
            if (!kDirect && first != 0.0) {
                coupling = -static_cast<double>(of[1][lane]) / first * single.joint.K[view.row(1)][0];
            }
            joint(row.plan.joints[lane], view, kDirect, kDirect ? first : 0.0, coupling);
        }
    }
};

} // namespace

void observe_joints(const SolveInput& input, const SeenJoints& joints, SolverStage stage) {
    const JointSet& set = joints.set;
    if (set.empty()) { return; }
    const bool first = input.tuning.joints_first;
    const bool alternates = stage == SolverStage::relax; // in the reverse order of `solve`
    const bool always = stage == SolverStage::impact || stage == SolverStage::joints || stage == SolverStage::position;
    input.probe->iterations.back().joints_first = always || first != alternates;
    const Observer observer{input, joints, stage};
    const std::span<const PlanJoint> exact = set.plan->joints;
    for (size_t g = 0; g < set.groups.size(); ++g) {
        const PlanGroup& group = set.plan->groups[g];
        for (size_t i = group.first_joint; i < group.first_joint + group.joints; ++i) {
            observer.lanes(view_of(set.exact, exact, i), &set.groups[g].share);
        }
    }
    const std::span<const PlanLoop> loops = set.plan->loops;
    for (size_t i = 0; i < loops.size(); ++i) { observer.lanes(view_of(set.iterated, loops, i), set.loops[i].pair); }
}

} // namespace impulse
