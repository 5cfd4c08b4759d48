#include "dynamics/joints/joint_sweeps.h"

#include <algorithm>
#include <cmath>

namespace impulse {
namespace {

Real coupling(const JointWork& joint, int i, int k) {
    Real sum = 0.0;
    for (int n = 0; n < 3; ++n) {
        sum += joint.mA[n] * joint.rows[i].a[n] * joint.rows[k].a[n] + joint.mB[n] * joint.rows[i].b[n] * joint.rows[k].b[n];
    }
    return sum;
}

bool is_point(const JointModel& model) {
    return model.count >= 2 && model.constraints[0].kind == ConstraintKind::hold && model.constraints[0].row == 0 &&
           model.constraints[1].kind == ConstraintKind::hold && model.constraints[1].row == 1;
}

/// Holds of a joint brought to their rates: the first two together, others one by one.
template <class Rate>
void solve_holds(BodyMotion* motions, JointWork& joint, Rate&& rate) {
    int first = 0;
    if (is_point(joint.model) && joint.K[0] > 0.0 && joint.K[1] > 0.0) {
        first = 2;
        const Real k01 = coupling(joint, 0, 1);
        const Real det = joint.K[0] * joint.K[1] - k01 * k01;
        if (det > 1.0e-12 * joint.K[0] * joint.K[1]) {
            const Real e0 = rate(joint.model.constraints[0], joint.work[0]) - rate_of(motions, joint, 0);
            const Real e1 = rate(joint.model.constraints[1], joint.work[1]) - rate_of(motions, joint, 1);
            const Real p0 = (joint.K[1] * e0 - k01 * e1) / det;
            const Real p1 = (joint.K[0] * e1 - k01 * e0) / det;
            push_row(motions, joint, 0, p0);
            push_row(motions, joint, 1, p1);
            joint.work[0].impulse += p0;
            joint.work[1].impulse += p1;
        } else {
            first = 0;
        }
    }
    for (int i = first; i < joint.model.count; ++i) {
        const JointConstraint& c = joint.model.constraints[i];
        if (c.kind != ConstraintKind::hold || !(joint.K[c.row] > 0.0)) { continue; }
        const Real p = (rate(c, joint.work[i]) - rate_of(motions, joint, c.row)) / joint.K[c.row];
        push_row(motions, joint, c.row, p);
        joint.work[i].impulse += p;
    }
}

void set_limits(JointWork& joint, Real h) {
    for (int i = 0; i < joint.model.count; ++i) {
        const JointConstraint& c = joint.model.constraints[i];
        WorkConstraint& w = joint.work[i];
        if (c.kind != ConstraintKind::limit) { continue; }
        const Real room = h > 0.0 ? std::max(w.lo == 0.0 ? joint.x[c.row] - c.lower : c.upper - joint.x[c.row], 0.0) / h : 0.0;
        w.g = w.kappa * (w.lo == 0.0 ? -room : room);
    }
}

template <class Each>
void each_loop(const JointSet& set, bool backward, Each&& each) {
    const size_t n = set.plan.loops.size();
    for (size_t i = 0; i < n; ++i) { each(set.work[set.plan.loops[backward ? n - 1 - i : i]]); }
}

} // namespace

void sweep_loops(const SolveInput& input, const JointSet& set, const JointBias& bias) {
    BodyMotion* const motions = input.motions.data();
    each_loop(set, false, [&](JointWork& joint) {
        set_limits(joint, set.h);
        update_bounds(motions, joint, true);
        solve_holds(motions, joint, [&](const JointConstraint& c, const WorkConstraint&) {
            return -std::clamp(bias.rate * (joint.x[c.row] - c.at), -bias.most, bias.most);
        });
    });
}

void relax_loops(const SolveInput& input, const JointSet& set) {
    BodyMotion* const motions = input.motions.data();
    each_loop(set, true, [&](JointWork& joint) {
        update_bounds(motions, joint, true);
        solve_holds(motions, joint, [](const JointConstraint&, const WorkConstraint&) { return 0.0; });
    });
}

void solve_loops_at_once(const SolveInput& input, const JointSet& set) {
    each_loop(set, false, [&](JointWork& joint) { set_limits(joint, 0.0); });
    relax_loops(input, set);
}

void correct_loops(const SolveInput& input, const JointSet& set, Real fraction, Real most) {
    BodyMotion* const motions = input.motions.data();
    each_loop(set, false, [&](JointWork& joint) {
        for (int i = 0; i < joint.model.count; ++i) {
            const JointConstraint& c = joint.model.constraints[i];
            if (c.kind == ConstraintKind::motor || c.kind == ConstraintKind::spring || !(joint.K[c.row] > 0.0)) { continue; }
            const BodyShift still;
            const auto shift = [&](uint32_t slot) {
                const BodyMotion& m = motions[slot];
                BodyShift s;
                s.dp = to_real(m.dp);
                s.c = static_cast<Real>(m.dq.c);
                s.s = static_cast<Real>(m.dq.s);
                s.turn = static_cast<Real>(angle_of(m.dq));
                return s;
            };
            const JointDef& def = input.joints[joint.joint].def;
            const JointFrame now = moved(def, joint.start, joint.slotA == kNull ? still : shift(joint.slotA), shift(joint.slotB));
            Real x[kJointRows];
            kind_of(def.type).measure(def, now, x);
            Real error = x[c.row] - c.at;
            if (c.kind == ConstraintKind::limit) { error = std::min(x[c.row] - c.lower, 0.0) + std::max(x[c.row] - c.upper, 0.0); }
            const Real p = -std::clamp(fraction * error, -most, most) / joint.K[c.row];
            const auto move = [&](uint32_t slot, const Real* m, const Real* j) {
                BodyMotion& motion = motions[slot];
                motion.dp += Vec2{static_cast<float>(m[0] * j[0] * p), static_cast<float>(m[1] * j[1] * p)};
                motion.dq = turn_by(motion.dq, static_cast<float>(m[2] * j[2] * p));
            };
            if (joint.slotA != kNull) { move(joint.slotA, joint.mA, joint.rows[c.row].a); }
            move(joint.slotB, joint.mB, joint.rows[c.row].b);
        }
    });
}

} // namespace impulse
