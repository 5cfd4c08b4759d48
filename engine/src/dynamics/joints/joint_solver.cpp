#include "dynamics/joints/joint_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/joints/joint_direct.h"
#include "dynamics/joints/joint_spring.h"
#include "dynamics/joints/joint_sweeps.h"

namespace impulse {
namespace {

// Of the two bodies' own: joint_model.h. Directions of anchors turn, and where those of a taut chain line up they contradict each
// other; those of gears and motors do not.
constexpr Real kCompliance = 1.0e-5;
constexpr Real kCouplingCompliance = 1.0e-8;
constexpr Real kInfinite = static_cast<Real>(kUnlimited);

/// `turn`: rad, a substep before; brought up to date.
BodyShift shift_of(const BodyMotion& motion, bool turns, Real h, Real& turn) {
    if (turns) { turn = unwrap(angle_of(motion.dq), turn + h * static_cast<Real>(motion.w)); }
    return {to_real(motion.dp), static_cast<Real>(motion.dq.c), static_cast<Real>(motion.dq.s), turn};
}

void fill_inverse_masses(const SolveInput& input, uint32_t slot, Real* m) {
    const BodyMass& mass = input.masses[slot];
    const uint32_t flags = input.motions[slot].flags;
    m[0] = (flags & kLockX) != 0 ? 0.0 : static_cast<Real>(mass.inv_mass);
    m[1] = (flags & kLockY) != 0 ? 0.0 : static_cast<Real>(mass.inv_mass);
    m[2] = (flags & kLockRotation) != 0 ? 0.0 : static_cast<Real>(mass.inv_inertia);
}

/// The bounds of a constraint over a substep of h.
void set_bounds(const JointConstraint& c, Real x, Real h, WorkConstraint& w) {
    w.lo = -kInfinite;
    w.hi = kInfinite;
    if (c.kind == ConstraintKind::motor || c.kind == ConstraintKind::spring) {
        w.lo = -c.cap * h;
        w.hi = c.cap * h;
    } else if (c.kind == ConstraintKind::limit) {
        (x - c.lower < c.upper - x ? w.lo : w.hi) = 0.0; // the nearer bound
    }
}

/// The speed of a motor, as far as the limits beside it let it go within the substep: both are rigid, and it would push them on.
Real speed_within_limits(const JointWork& joint, const JointConstraint& motor, Real h) {
    Real speed = motor.speed;
    for (int i = 0; i < joint.model.count; ++i) {
        const JointConstraint& c = joint.model.constraints[i];
        if (c.kind != ConstraintKind::limit || c.row != motor.row) { continue; }
        const Real x = joint.x[c.row];
        speed = std::clamp(speed, std::min(c.lower - x, 0.0) / h, std::max(c.upper - x, 0.0) / h);
    }
    return speed;
}

/// N s/m: the pull of a rod or rope by its length, of the substep before.
Real rope_stiffness(const JointWork& joint) {
    Real pull = 0.0;
    for (int i = 0; i < joint.model.count; ++i) {
        if (joint.model.constraints[i].row == 0) { pull -= joint.work[i].impulse; }
    }
    return std::max(pull, 0.0) / std::max(joint.x[0], 1.0e-9);
}

} // namespace

JointSet prepare_joints(const SolveInput& input, float h, bool warm) {
    JointSet set;
    if (input.active_joints == nullptr || !input.active_joints->any()) { return set; }
    set.h = static_cast<Real>(h);
    set.active = input.arena.allocate<uint32_t>(input.active_joints->count());
    input.active_joints->write(set.active);
    set.work = input.arena.allocate<JointWork>(set.active.size());
    for (size_t i = 0; i < set.work.size(); ++i) {
        Joint& joint = input.joints[set.active[i]];
        JointWork& work = set.work[i];
        work = {};
        work.joint = set.active[i];
        work.slotB = joint.slotB;
        fill_inverse_masses(input, joint.slotB, work.mB);
        if (joint.acts_on_a()) {
            work.slotA = joint.slotA;
            fill_inverse_masses(input, joint.slotA, work.mA);
        }
        work.start = frame_of(joint, joint.acts_on_a() ? &input.poses[joint.slotA] : nullptr, input.poses[joint.slotB]);
        work.model = model_of(joint);
        for (int c = 0; c < work.model.count; ++c) {
            WorkConstraint& constraint = work.work[c];
            constraint.impulse = warm ? set.h * static_cast<Real>(joint.load[c]) : 0.0;
            const ConstraintKind kind = work.model.constraints[c].kind;
            constraint.linear = kind == ConstraintKind::hold || kind == ConstraintKind::tension || kind == ConstraintKind::spring;
        }
    }
    set.plan = plan_joints(input.arena, set.work, input.motions.size());
    set.tensions = input.arena.allocate<BodyTension>(set.plan.bodies.size());
    std::fill(set.tensions.begin(), set.tensions.end(), BodyTension{});
    return set;
}

void begin_joint_substep(const SolveInput& input, const JointSet& set) {
    for (JointWork& work : set.work) {
        const JointDef& def = input.joints[work.joint].def;
        const JointKind& kind = kind_of(def.type);
        const bool turns = kind.angle >= 0 || def.type == JointType::gear;
        const BodyShift still;
        const BodyShift a = work.slotA == kNull ? still : shift_of(input.motions[work.slotA], turns, set.h, work.turnA);
        const BodyShift b = shift_of(input.motions[work.slotB], turns, set.h, work.turnB);
        work.now = moved(def, work.start, a, b);
        kind.measure(def, work.now, work.x);
        std::copy_n(work.rows, kJointRows, work.last);
        kind.linearize(def, work.now, work.rows);
        for (int row = 0; row < kind.rows; ++row) {
            const JointRow& r = work.rows[row];
            work.K[row] = 0.0;
            for (int k = 0; k < 3; ++k) { work.K[row] += work.mA[k] * r.a[k] * r.a[k] + work.mB[k] * r.b[k] * r.b[k]; }
        }
        for (int i = 0; i < work.model.count; ++i) {
            const JointConstraint& c = work.model.constraints[i];
            WorkConstraint& w = work.work[i];
            set_bounds(c, work.x[c.row], set.h, w);
            w.before = rate_of(input.motions.data(), work, c.row);
            w.g = w.arc = 0.0;
            const bool coupling = c.kind == ConstraintKind::motor || def.type == JointType::gear;
            w.kappa = work.K[c.row] > 0.0 ? 1.0 / ((coupling ? kCouplingCompliance : kCompliance) * work.K[c.row]) : 0.0;
            if (c.kind == ConstraintKind::tension) {
                w.kappa = work.K[c.row] > 0.0 ? std::max(rope_stiffness(work) * set.h - 1.0 / work.K[c.row], 0.0) : 0.0;
            } else if (c.kind == ConstraintKind::motor) {
                w.g = w.kappa * speed_within_limits(work, c, set.h);
            } else if (c.kind == ConstraintKind::spring && w.kappa > 0.0) {
                const SpringStep step = spring_step(c, work.x[c.row] - c.at, w.before, set.h);
                w.g = step.g;
                w.kappa = step.kappa;
            }
        }
    }
    begin_tensions(input, set);
}

bool update_bounds(BodyMotion* motions, JointWork& joint, bool all) {
    bool changed = false;
    const auto solved = [&](int i) { // as if alone
        const JointConstraint& c = joint.model.constraints[i];
        const WorkConstraint& w = joint.work[i];
        const Real K = joint.K[c.row];
        return (w.g - w.kappa * (rate_of(motions, joint, c.row) - K * w.impulse)) / (1.0 + w.kappa * K);
    };
    const auto settle = [&](int i, Real lambda, bool within) {
        const JointConstraint& c = joint.model.constraints[i];
        WorkConstraint& w = joint.work[i];
        changed = changed || w.linear != within;
        w.linear = within;
        if (within && !all) { return; }
        push_row(motions, joint, c.row, lambda - w.impulse);
        w.impulse = lambda;
    };
    int i = 0;
    if (joint.model.round) {
        const Real x = solved(0);
        const Real y = solved(1);
        const Real cap = joint.work[0].hi;
        const Real length = std::sqrt(x * x + y * y);
        const bool within = !(length > cap);
        const Real scale = within ? 1.0 : cap / length;
        settle(0, scale * x, within);
        settle(1, scale * y, within);
        i = 2;
    }
    for (; i < joint.model.count; ++i) {
        const WorkConstraint& w = joint.work[i];
        if (w.kappa == 0.0) { continue; }
        const ConstraintKind kind = joint.model.constraints[i].kind;
        if (kind == ConstraintKind::hold || kind == ConstraintKind::tension) {
            changed = changed || !w.linear;
            joint.work[i].linear = true;
            continue;
        }
        const Real lambda = solved(i);
        settle(i, std::clamp(lambda, w.lo, w.hi), lambda > w.lo && lambda < w.hi);
    }
    return changed;
}

void warm_start_joints(const SolveInput& input, const JointSet& set) {
    for (const JointWork& work : set.work) {
        for (int i = 0; i < work.model.count; ++i) {
            push_row(input.motions.data(), work, work.model.constraints[i].row, work.work[i].impulse);
        }
    }
}

void turn_joint_impulses(const SolveInput& input, const JointSet& set) {
    for (JointWork& work : set.work) {
        for (int i = 0; i < work.model.count; ++i) {
            const int row = work.model.constraints[i].row;
            const Real impulse = work.work[i].impulse;
            if (impulse == 0.0) { continue; }
            if (work.model.constraints[i].kind == ConstraintKind::tension) {
                work.work[i].impulse = 0.0;
            } else {
                push_row(input.motions.data(), work, row, impulse);
            }
            std::swap(work.rows[row], work.last[row]);
            push_row(input.motions.data(), work, row, -impulse);
            std::swap(work.rows[row], work.last[row]);
        }
    }
    end_tensions(input, set);
}

void scale_joints(const SolveInput& input, const JointSet& set, std::span<const float> shares) {
    for (JointWork& work : set.work) {
        const uint32_t a = work.slotA == kNull ? kNull : input.islands[work.slotA];
        const uint32_t b = input.islands[work.slotB];
        const uint32_t island = a != kNull ? a : b;
        if (island == kNull) { continue; }
        for (WorkConstraint& w : work.work) { w.impulse *= static_cast<Real>(shares[island]); }
    }
    for (size_t i = 0; i < set.tensions.size(); ++i) {
        set.tensions[i].impulse *= static_cast<Real>(shares[input.islands[set.plan.bodies[i].slot]]);
    }
}

void clear_joints(const JointSet& set) {
    for (JointWork& work : set.work) {
        for (WorkConstraint& w : work.work) { w.impulse = 0.0; }
    }
}

void solve_joints(const SolveInput& input, const JointSet& set, const JointBias& bias) {
    if (set.empty()) { return; }
    sweep_loops(input, set, bias);
    solve_mechanisms(input, set, bias);
}

void relax_joints(const SolveInput& input, const JointSet& set) {
    if (set.empty()) { return; }
    relax_mechanisms(input, set);
    relax_loops(input, set);
}

void solve_joints_at_once(const SolveInput& input, const JointSet& set) {
    if (set.empty()) { return; }
    solve_mechanisms_at_once(input, set);
    solve_loops_at_once(input, set);
}

void correct_joints(const SolveInput& input, const JointSet& set, Real fraction, Real most) {
    if (set.empty()) { return; }
    begin_joint_substep(input, set);
    correct_mechanisms(input, set, fraction, most);
    correct_loops(input, set, fraction, most);
}

void note_joint_loads(const JointSet& set) {
    for (JointWork& work : set.work) {
        for (WorkConstraint& w : work.work) { w.total += w.impulse; }
    }
}

void add_joint_reactions(const SolveInput& input, const JointSet& set) {
    const Real per_step = 1.0 / static_cast<Real>(input.dt);
    for (const JointWork& work : set.work) {
        Joint& joint = input.joints[work.joint];
        RealVec force;
        Real turning = 0.0;
        for (int i = 0; i < work.model.count; ++i) {
            const Real* const b = work.rows[work.model.constraints[i].row].b;
            const Real lambda = per_step * (work.work[i].total + work.work[i].impulse);
            force = force + lambda * RealVec{b[0], b[1]};
            turning += lambda * b[2];
        }
        joint.force += Vec2{static_cast<float>(force.x), static_cast<float>(force.y)};
        joint.torque += static_cast<float>(turning - cross(work.now.rB, force));
    }
}

void store_joints(const SolveInput& input, const JointSet& set) {
    for (const JointWork& work : set.work) {
        Joint& joint = input.joints[work.joint];
        for (int i = 0; i < kJointConstraints; ++i) { joint.load[i] = static_cast<float>(work.work[i].impulse / set.h); }
        // Where impacts came first, the reactions hold already what joints carried in them.
        if (input.tuning.impacts == Impacts::bias) { clear_reaction(joint); }
    }
    add_joint_reactions(input, set);
    for (const JointWork& work : set.work) {
        Joint& joint = input.joints[work.joint];
        const float wB = input.motions[joint.slotB].w;
        const float wA = joint.slotA == kNull ? 0.0f : input.motions[joint.slotA].w;
        // Where the angle will be found next, but for what a step's worth of acceleration adds and what corrections turn it by: less
        // than the half turn that telling turns apart allows.
        if (joint.def.type == JointType::gear) {
            joint.angle += static_cast<double>(input.dt * wA);
            joint.angle_b += static_cast<double>(input.dt * wB);
        } else {
            joint.angle += static_cast<double>(input.dt * (wB - wA));
        }
        joint.broken = joint.breakable &&
                       (length(joint.force) > joint.def.break_force || abs(joint.torque) > joint.def.break_torque);
    }
}

} // namespace impulse
