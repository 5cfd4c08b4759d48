#include "dynamics/joints/joint_observe.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

namespace impulse {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// A constraint row of one joint, out of its lanes.
struct Row : ConstraintLanes<double> {
    JointRow<double> jacobian;
    double slow_turn = 0.0; ///< rad/s: cap of the bias velocity of an angle
    double x = 0.0;         ///< m or rad, at the begin of the substep
    double K = 0.0;
    double speed = 0.0;  ///< m/s or rad/s: at which its bound moves
    double rate = 0.0;   ///< m/s or rad/s
    double beside = 0.0; ///< m: the error of two anchors along the other axis, if they are solved directly
};

/// One lane of consecutive vectors, which are as long for `Real` as for `Wide`: one function for both.
void take(void* to, size_t count, const void* lanes, int lane, bool exact) {
    static_assert(sizeof(ConstraintLanes<Real>) == sizeof(ConstraintLanes<Wide>));
    for (size_t i = 0; i < count; ++i) {
        const std::byte* const from = static_cast<const std::byte*>(lanes) + i * sizeof(Real);
        const auto at = static_cast<size_t>(lane);
        double value = 0.0;
        if (exact) {
            std::memcpy(&value, from + at * sizeof(double), sizeof(double));
        } else {
            float single = 0.0f;
            std::memcpy(&single, from + at * sizeof(float), sizeof(float));
            value = static_cast<double>(single);
        }
        std::memcpy(static_cast<std::byte*>(to) + i * sizeof(double), &value, sizeof(double));
    }
}

/// The impulse of a row solved alone, without its bounds.
double alone(const Row& row) {
    const double k = row.kappa * row.K;
    return (row.g - row.kappa * row.rate + k * row.lambda) / (1.0 + k);
}

/// m or rad: of a hold or limit at the begin of the substep.
double error_of(const Row& row, ConstraintKind kind) {
    if (kind == ConstraintKind::hold) { return row.x - row.at; }
    return std::min(row.x - row.at, 0.0) + std::max(row.x - row.upper, 0.0);
}

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
    double bias_of(const Row& row, ConstraintKind kind, double most) const {
        const JointBias& bias = *seen.bias;
        const double error = error_of(row, kind);
        const double size = std::sqrt(error * error + row.beside * row.beside);
        const double past = std::max(size - static_cast<double>(bias.slop), 0.0);
        return size > 0.0 ? error / size * std::min(static_cast<double>(bias.softness.bias) * past, most) : 0.0;
    }

    /// The law of a row as it was last solved.
    void set_law(Row& row, ConstraintKind kind, bool angular, bool direct, double share) const {
        const bool hold = kind == ConstraintKind::hold;
        const bool held = hold || kind == ConstraintKind::limit;
        if (hold || kind == ConstraintKind::tension) { row.lo = -(row.hi = kNoBound); }
        row.g += share * row.linear * row.kappa * row.arc;
        if (seen.law == JointLaw::derived) {
            row.g = row.kappa * row.speed;
            if (!held || (!hold && row.lambda == 0.0)) { row.kappa = row.lambda = 0.0; }
        } else if (starts()) {
            if (direct) { row.lambda = 0.0; } // a direct solve starts from nothing
            if (!held) { return; }
            double approach = 0.0;
            if (!hold) { approach = row.lo == 0.0 ? std::min(row.at - row.x, 0.0) : std::max(row.upper - row.x, 0.0); }
            const double most = angular ? row.slow_turn : static_cast<double>(seen.bias->most);
            row.g = row.kappa * (row.speed + approach / seen.set.h - bias_of(row, kind, most));
        }
    }

    /// A hold under iterations: the rate that is asked for, with its softness. `coupling`: K of the first two rows,
    /// which are solved as a block.
    double of_hold(const Row* rows, size_t i, bool angular, double coupling) const {
        const Row& row = rows[i];
        const double rate = row.rate - row.speed;
        if (seen.law != JointLaw::biased) { return rate; }
        const JointBias& bias = *seen.bias;
        const double most = angular ? row.slow_turn : kNoBound;
        double held = row.K * row.lambda;
        if (i < 2 && coupling != 0.0) { held += coupling * rows[1 - i].lambda; }
        return static_cast<double>(bias.softness.mass) * (rate + bias_of(row, ConstraintKind::hold, most)) +
               static_cast<double>(bias.softness.impulse) * held;
    }

    /// By which the impulses of the first two rows shrink to the circular cap that they share.
    static double scale_to_cap(const Row* rows) {
        const double x = alone(rows[0]);
        const double y = alone(rows[1]);
        const double length = std::sqrt(x * x + y * y);
        return length > rows[0].hi ? rows[0].hi / length : 1.0;
    }

    /// What a row is, once; its values follow with each iteration.
    void describe(uint32_t index, TraceRowKind kind, bool angular, bool direct, Vec2 at, const Row& row) const {
        input.probe->row_latest.push_back(kNull);
        input.probe->rows.push_back({{index},
                                     kind,
                                     angular,
                                     direct,
                                     at,
                                     {static_cast<float>(row.jacobian.b[0]), static_cast<float>(row.jacobian.b[1])}});
    }

    /// `share`: of the arcs that a direct solve followed.
    void joint(uint32_t index, uint32_t form, Row* rows, bool direct, double share, double coupling) const {
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
        const auto is_angle = [&](const JointConstraint& c) {
            return joint.def.type == JointType::gear || c.row == kind.angle;
        };
        for (size_t i = 0; i < 2 && direct && holds_anchors(form); ++i) {
            rows[i].beside = error_of(rows[1 - i], ConstraintKind::hold);
        }
        for (uint8_t i = 0; i < model.count; ++i) {
            const JointConstraint& c = model.constraints[i];
            Row& row = rows[i];
            for (int k = 0; k < 3; ++k) { row.rate += row.jacobian.a[k] * vA[k] + row.jacobian.b[k] * vB[k]; }
            set_law(row, c.kind, is_angle(c), direct, share);
            if (fresh) { describe(index, static_cast<TraceRowKind>(c.kind), is_angle(c), direct, at, row); }
        }
        const bool round = is_round(form);
        const double scale = round ? scale_to_cap(rows) : 1.0;
        for (uint8_t i = 0; i < model.count; ++i) {
            const JointConstraint& c = model.constraints[i];
            const Row& row = rows[i];
            const bool hold = c.kind == ConstraintKind::hold;
            const bool held = hold || c.kind == ConstraintKind::limit;
            const double lambda = round && i < 2 ? scale * alone(row) : std::clamp(alone(row), row.lo, row.hi);
            double residual = row.K * (lambda - row.lambda);
            if (hold && !direct) { residual = of_hold(rows, i, is_angle(c), coupling); }
            uint32_t& latest = probe.row_latest[first + i];
            const auto left = [&](size_t value) { // by the iteration before
                return latest == kNull ? 0.0 : static_cast<double>(probe.row_values[latest].of[value]);
            };
            if (seen.law == JointLaw::moved) { residual = left(1); }
            // Drives have no part in a solve of no duration: they keep what they gave before.
            const double impulse = seen.law == JointLaw::derived && !held ? left(0) : row.lambda;
            const double error = miss_of(c, x[c.row][0] + (c.row == kind.angle ? angle : 0.0));
            latest = static_cast<uint32_t>(probe.row_values.size());
            probe.row_values.push_back(
                {static_cast<uint32_t>(probe.iterations.size() - 1),
                 first + i,
                 {static_cast<float>(impulse), static_cast<float>(std::fabs(residual)), static_cast<float>(error)}});
        }
    }

    template <class L>
    void lanes(const RowView<L>& view, const void* of) const {
        each_lane(view.plan.joints, view.plan.lanes, view.plan.form, &view.joint, view.constraints.data(), view.speeds,
                  of, kLanes<L> == kLanes<Real>);
    }

    /// `of`: the share of the arcs that a direct solve followed; of a loop the inverse of K of its first two rows.
    void each_lane(const uint32_t* joints, int count, uint32_t form, const void* lanes, const void* constraints,
                   const void* speeds, const void* of, bool exact) const {
        constexpr size_t kNumbers = sizeof(ConstraintLanes<double>) / sizeof(double);
        const auto at = [](const void* from, size_t bytes) { return static_cast<const std::byte*>(from) + bytes; };
        for (int lane = 0; lane < count; ++lane) {
            Row rows[kJointConstraints];
            for (uint32_t i = 0; i < constraints_of(form); ++i) {
                const size_t row = constraint_row(constraint_code(form, i));
                take(static_cast<ConstraintLanes<double>*>(&rows[i]), kNumbers,
                     at(constraints, i * sizeof(ConstraintLanes<Real>)), lane, exact);
                take(&rows[i].jacobian, 6, at(lanes, offsetof(JointLanes<Real>, rows) + row * sizeof(JointRow<Real>)),
                     lane, exact);
                if (speeds != nullptr) {
                    const size_t now = i * sizeof(BoundSpeeds<Real>) + offsetof(BoundSpeeds<Real>, now);
                    take(&rows[i].speed, 1, at(speeds, now), lane, exact);
                }
                take(&rows[i].slow_turn, 1, at(lanes, offsetof(JointLanes<Real>, slow_turn)), lane, exact);
                take(&rows[i].x, 1, at(lanes, offsetof(JointLanes<Real>, x) + row * sizeof(Real)), lane, exact);
                take(&rows[i].K, 1, at(lanes, offsetof(JointLanes<Real>, K) + row * sizeof(Real)), lane, exact);
            }
            double values[2] = {};
            take(values, exact ? 1 : 2, of, lane, exact);
            const double coupling = exact || values[0] == 0.0 ? 0.0 : -values[1] / values[0] * rows[1].K;
            joint(joints[lane], form, rows, exact, exact ? values[0] : 0.0, coupling);
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
