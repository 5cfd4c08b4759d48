#include "dynamics/joints/joint_solver.h"

#include <algorithm>
#include <limits>

#include "dynamics/joints/joint_direct.h"
#include "dynamics/joints/joint_spring.h"
#include "dynamics/joints/joint_sweeps.h"

namespace impulse {
namespace {

// Of the two bodies' own: joint_model.h. Directions of anchors turn, and where those of a taut chain line up they contradict each
// other; those of gears and motors do not.
constexpr double kCompliance = 1.0e-5;
constexpr double kCouplingCompliance = 1.0e-8;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

bool can_move(const SolveInput& input, uint32_t slot) {
    return input.masses[slot].inv_mass > 0.0f || input.masses[slot].inv_inertia > 0.0f;
}

/// The joints that act, as the plan wants them.
std::span<PlannedJoint> list_joints(const SolveInput& input) {
    const std::span<uint32_t> active = input.arena.allocate<uint32_t>(input.active_joints->count());
    input.active_joints->write(active);
    const std::span<PlannedJoint> list = input.arena.allocate<PlannedJoint>(active.size());
    size_t count = 0;
    for (const uint32_t index : active) {
        const Joint& joint = input.joints[index];
        PlannedJoint planned{.joint = index, .form = joint.form, .slotB = joint.slotB, .movesB = can_move(input, joint.slotB)};
        if (joint.acts_on_a()) {
            planned.slotA = joint.slotA;
            planned.movesA = can_move(input, joint.slotA);
        }
        if (planned.movesA || planned.movesB) { list[count++] = planned; } // the others are beyond what an impact reaches
    }
    return list.first(count);
}

void fill_body(const SolveInput& input, const PlanBody& plan, bool moving, BodyLanes& body) {
    body = {};
    for (Real& weight : body.weight) { weight = real(1.0); }
    body.shift = kStill;
    for (int lane = 0; moving && lane < kRealLanes; ++lane) {
        const uint32_t slot = plan.slots[lane];
        if (slot == kNull) { continue; }
        const BodyMass& mass = input.masses[slot];
        const uint32_t flags = input.motions[slot].flags;
        const auto fill = [&](int k, bool locked, float inverse) {
            if (locked || !(inverse > 0.0f)) { return; }
            body.weight[k][lane] = 1.0 / static_cast<double>(inverse);
            body.moves[k][lane] = 1.0;
        };
        fill(0, (flags & kLockX) != 0, mass.inv_mass);
        fill(1, (flags & kLockY) != 0, mass.inv_mass);
        fill(2, (flags & kLockRotation) != 0, mass.inv_inertia);
    }
}

/// The numbers of a constraint that hold for the step.
void fill_constraint(const JointConstraint& c, bool coupling, double h, double stored, int lane, ConstraintLanes& out) {
    out.at[lane] = c.kind == ConstraintKind::limit ? c.lower : c.kind == ConstraintKind::motor ? c.speed : c.at;
    out.upper[lane] = c.upper;
    out.cap[lane] = c.cap * h;
    out.compliance[lane] = coupling || c.kind == ConstraintKind::motor ? kCouplingCompliance : kCompliance;
    out.lambda[lane] = h * stored;
    out.linear[lane] = c.kind == ConstraintKind::limit || c.kind == ConstraintKind::motor ? 0.0 : 1.0;
    if (c.kind != ConstraintKind::spring) { return; }
    const SpringStep step = spring_step(c, h);
    out.pull[lane] = step.pull;
    out.keep[lane] = step.keep;
    out.compliance[lane] = step.kappa;
}

void fill_joint(const SolveInput& input, const JointSet& set, size_t index, bool warm) {
    const PlanJoint& plan = set.plan->joints[index];
    JointLanes& lanes = set.joints[index];
    lanes = {};
    for (int lane = 0; lane < kRealLanes; ++lane) {
        // A lane without a joint of its own does what the first one does, and nobody reads it.
        Joint& joint = input.joints[plan.joints[lane] == kNull ? plan.joints[0] : plan.joints[lane]];
        const BodyPose* const a = joint.acts_on_a() ? &input.poses[joint.slotA] : nullptr;
        read_frame(joint, a, input.poses[joint.slotB], lane, lanes.start, lanes.geometry);
        const JointModel model = model_of(joint);
        for (uint32_t i = 0; i < plan.constraints; ++i) {
            const JointConstraint& c = model.constraints[i];
            ConstraintLanes& out = set.constraints[plan.first_constraint + i];
            if (lane == 0) {
                out = {};
                set.kinds[plan.first_constraint + i] = static_cast<uint8_t>(static_cast<uint32_t>(c.kind) << 2u | c.row);
            }
            const double stored = warm ? static_cast<double>(joint.load[i]) : 0.0;
            fill_constraint(c, plan.type == JointType::gear, set.h, stored, lane, out);
        }
    }
}

/// Where a body stands since the step began.
void read_shift(const SolveInput& input, const JointSet& set, const PlanGroup& group, size_t i) {
    BodyLanes& body = set.bodies[group.first_body + i];
    const PlanBody& plan = set.plan->bodies[group.first_body + i];
    for (int lane = 0; lane < group.lanes; ++lane) {
        const uint32_t slot = plan.slots[lane];
        if (slot == kNull) { continue; }
        const BodyMotion& motion = input.motions[slot];
        set_lane(body.shift.dp, lane, static_cast<double>(motion.dp.x), static_cast<double>(motion.dp.y));
        body.shift.c[lane] = static_cast<double>(motion.dq.c);
        body.shift.s[lane] = static_cast<double>(motion.dq.s);
        // Angles count whole turns, of which displacements know nothing. `base` is the velocity as of the last substep.
        const double near = body.turned[lane] + set.h * static_cast<double>(motion.w);
        body.turned[lane] = unwrap(angle_of(motion.dq), near);
        body.base[0][lane] = static_cast<double>(motion.v.x);
        body.base[1][lane] = static_cast<double>(motion.v.y);
        body.base[2][lane] = static_cast<double>(motion.w);
    }
    body.shift.turn = body.turned;
}

/// The speed of a motor, as far as the limits beside it let it go within the substep: both are rigid, and it would push them on.
Real speed_within_limits(std::span<const ConstraintLanes> constraints, const uint8_t* kinds, size_t motor, Real x, Real inv_h) {
    Real speed = constraints[motor].at;
    for (size_t i = 0; i < constraints.size(); ++i) {
        const bool limit = static_cast<ConstraintKind>(kinds[i] >> 2u) == ConstraintKind::limit;
        if (!limit || (kinds[i] & 3u) != (kinds[motor] & 3u)) { continue; }
        const Real least = lower_of(constraints[i].at - x, real(0.0)) * inv_h;
        const Real most = higher_of(constraints[i].upper - x, real(0.0)) * inv_h;
        speed = within(speed, least, most);
    }
    return speed;
}

/// N s/m: the pull of a rod or rope by its length, of the substep before.
Real rope_stiffness(std::span<const ConstraintLanes> constraints, const uint8_t* kinds, Real length) {
    Real pull{};
    for (size_t i = 0; i < constraints.size(); ++i) {
        if ((kinds[i] & 3u) == 0) { pull -= constraints[i].lambda; }
    }
    return higher_of(pull, real(0.0)) / higher_of(length, real(1.0e-9));
}

/// The laws of a joint's constraints in a substep.
void set_laws(const JointSet& set, const PlanJoint& plan, const JointLanes& joint, const BodyLanes& a, const BodyLanes& b) {
    const std::span<ConstraintLanes> constraints = set.constraints.subspan(plan.first_constraint, plan.constraints);
    const uint8_t* const kinds = &set.kinds[plan.first_constraint];
    const Real zero = real(0.0);
    const Real one = real(1.0);
    const Real infinite = real(kInfinite);
    for (size_t i = 0; i < constraints.size(); ++i) {
        ConstraintLanes& c = constraints[i];
        const size_t row = kinds[i] & 3u;
        const Real x = joint.x[row];
        const JointRow& r = joint.rows[row];
        c.before = (r.a[0] * a.base[0] + r.a[1] * a.base[1] + r.a[2] * a.base[2]) +
                   (r.b[0] * b.base[0] + r.b[1] * b.base[1] + r.b[2] * b.base[2]);
        const RealMask known = joint.K[row] > zero;
        c.kappa = select(known, one / (c.compliance * select(known, joint.K[row], one)), zero);
        c.lo = zero - infinite;
        c.hi = infinite;
        c.g = c.arc = zero;
        switch (static_cast<ConstraintKind>(kinds[i] >> 2u)) {
        case ConstraintKind::hold:
            break;
        case ConstraintKind::limit: { // the nearer bound
            const RealMask lower = x - c.at < c.upper - x;
            c.lo = select(lower, zero, c.lo);
            c.hi = select(lower, c.hi, zero);
            break;
        }
        case ConstraintKind::motor:
            c.lo = zero - c.cap;
            c.hi = c.cap;
            c.g = c.kappa * speed_within_limits(constraints, kinds, i, x, real(1.0 / set.h));
            break;
        case ConstraintKind::spring:
            c.lo = zero - c.cap;
            c.hi = c.cap;
            c.kappa = select(known, c.compliance, zero);
            c.g = select(known, c.keep * c.before - c.pull * (x - c.at), zero);
            break;
        case ConstraintKind::tension:
            c.kappa = higher_of(rope_stiffness(constraints, kinds, joint.x[0]) * real(set.h) - one / select(known, joint.K[row], one), zero);
            c.kappa = select(known, c.kappa, zero);
            break;
        }
    }
}

void linearize(const JointSet& set, const PlanGroup& group, size_t index) {
    const PlanJoint& plan = set.plan->joints[index];
    JointLanes& joint = set.joints[index];
    const BodyLanes& a = set.bodies[group.first_body + plan.a];
    const BodyLanes& b = set.bodies[group.first_body + plan.b];
    const JointKind& kind = kind_of(plan.type);
    joint.now = moved(plan.type, joint.geometry, joint.start, a.shift, b.shift);
    kind.measure(joint.geometry, joint.now, joint.x);
    kind.linearize(joint.geometry, joint.now, joint.rows);
    for (int row = 0; row < kind.rows; ++row) {
        JointRow& r = joint.rows[row];
        joint.K[row] = real(0.0);
        const auto weigh = [&](Real* j, const BodyLanes& body, bool moving) {
            for (int k = 0; k < 3; ++k) {
                if (moving) { j[k] *= body.moves[k]; } // what is locked does not move
                joint.K[row] += body.moves[k] * j[k] * j[k] / body.weight[k];
            }
        };
        weigh(r.a, a, plan.a < group.moving_bodies);
        weigh(r.b, b, plan.b < group.moving_bodies);
    }
    set_laws(set, plan, joint, a, b);
}

/// Calls `visit(joint, lane, constraints, kinds, lanes)` for each joint that is solved directly.
template <class Visit>
void each_lane(const SolveInput& input, const JointSet& set, Visit&& visit) {
    for (size_t i = 0; i < set.plan->joints.size(); ++i) {
        const PlanJoint& plan = set.plan->joints[i];
        for (int lane = 0; lane < kRealLanes; ++lane) {
            if (plan.joints[lane] == kNull) { continue; }
            visit(input.joints[plan.joints[lane]], lane, set.constraints.subspan(plan.first_constraint, plan.constraints),
                  &set.kinds[plan.first_constraint], set.joints[i]);
        }
    }
}

} // namespace

JointSet prepare_joints(const SolveInput& input, JointPlan& plan, float h, bool warm) {
    JointSet set;
    if (input.active_joints == nullptr || !input.active_joints->any()) { return set; }
    const std::span<PlannedJoint> list = list_joints(input);
    if (list.empty()) { return set; }
    plan_joints(plan, input.arena, list, input.motions.size());
    set.plan = &plan;
    set.h = static_cast<double>(h);
    set.bodies = input.arena.allocate<BodyLanes>(plan.bodies.size());
    set.joints = input.arena.allocate<JointLanes>(plan.joints.size());
    set.constraints = input.arena.allocate<ConstraintLanes>(plan.constraints);
    set.kinds = input.arena.allocate<uint8_t>(plan.constraints);
    for (const PlanGroup& group : plan.groups) {
        for (size_t i = 0; i < group.bodies; ++i) {
            fill_body(input, plan.bodies[group.first_body + i], i < group.moving_bodies, set.bodies[group.first_body + i]);
        }
    }
    for (size_t i = 0; i < set.joints.size(); ++i) { fill_joint(input, set, i, warm); }
    set.loops = prepare_loops(input, plan.loops, h, warm);
    return set;
}

void begin_joint_substep(const SolveInput& input, const JointSet& set) {
    if (set.empty()) { return; }
    for (const PlanGroup& group : set.plan->groups) {
        for (size_t i = 0; i < group.bodies; ++i) { read_shift(input, set, group, i); }
        for (uint32_t i = group.first_joint; i < group.first_joint + group.joints; ++i) { linearize(set, group, i); }
    }
    note_tensions(input, set);
}

void withdraw_joints(const SolveInput& input, const JointSet& set) {
    for (size_t i = 0; i < set.bodies.size(); ++i) {
        BodyLanes& body = set.bodies[i];
        for (int lane = 0; lane < kRealLanes; ++lane) {
            const uint32_t slot = set.plan->bodies[i].slots[lane];
            if (slot == kNull) { continue; }
            BodyMotion& motion = input.motions[slot];
            motion.v.x = static_cast<float>(static_cast<double>(motion.v.x) - body.joints[0][lane]);
            motion.v.y = static_cast<float>(static_cast<double>(motion.v.y) - body.joints[1][lane]);
            motion.w = static_cast<float>(static_cast<double>(motion.w) - body.joints[2][lane]);
        }
    }
    forget_joints(set);
}

void forget_joints(const JointSet& set) {
    for (BodyLanes& body : set.bodies) {
        for (Real& change : body.joints) { change = real(0.0); }
    }
}

void scale_joints(const SolveInput& input, const JointSet& set, std::span<const float> shares) {
    const auto share_of = [&](uint32_t slot) {
        const uint32_t island = slot == kNull ? kNull : input.islands[slot];
        return island == kNull ? 1.0 : static_cast<double>(shares[island]);
    };
    for (size_t i = 0; i < set.bodies.size(); ++i) {
        for (int lane = 0; lane < kRealLanes; ++lane) {
            const double share = share_of(set.plan->bodies[i].slots[lane]);
            for (Real& change : set.bodies[i].joints) { change[lane] *= share; }
        }
    }
    if (set.empty()) { return; }
    each_lane(input, set, [&](const Joint& joint, int lane, std::span<ConstraintLanes> constraints, const uint8_t*, JointLanes&) {
        const bool of_a = joint.acts_on_a() && input.islands[joint.slotA] != kNull;
        const double share = share_of(of_a ? joint.slotA : joint.slotB);
        for (ConstraintLanes& c : constraints) { c.lambda[lane] *= share; }
    });
    scale_loops(input, set.loops, shares);
}

void warm_start_joints(const SolveInput& input, const JointSet& set, bool first) {
    if (set.empty()) { return; }
    if (!first) { withdraw_joints(input, set); }
    warm_start_loops(input, set.loops, first);
}

void solve_joints(const SolveInput& input, const JointSet& set, const JointBias& bias) {
    if (set.empty()) { return; }
    sweep_loops(input, set.loops, bias);
    solve_mechanisms(input, set, bias);
}

void relax_joints(const SolveInput& input, const JointSet& set) {
    if (set.empty()) { return; }
    relax_mechanisms(input, set);
    relax_loops(input, set.loops);
}

void solve_joints_at_once(const SolveInput& input, const JointSet& set) {
    if (set.empty()) { return; }
    solve_mechanisms_at_once(input, set);
    relax_loops(input, set.loops);
}

void correct_joints(const SolveInput& input, const JointSet& set, float fraction, float most) {
    if (set.empty()) { return; }
    begin_joint_substep(input, set);
    correct_mechanisms(input, set, fraction, most);
    correct_loops(input, set.loops, fraction, most);
}

void note_joint_loads(const JointSet& set) {
    for (ConstraintLanes& c : set.constraints) { c.total += c.lambda; }
    note_loop_loads(set.loops);
}

void add_joint_reactions(const SolveInput& input, const JointSet& set) {
    if (set.empty()) { return; }
    const double per_step = 1.0 / static_cast<double>(input.dt);
    each_lane(input, set, [&](Joint& joint, int lane, std::span<const ConstraintLanes> constraints, const uint8_t* kinds, const JointLanes& lanes) {
        double force[2] = {};
        double turning = 0.0;
        for (size_t i = 0; i < constraints.size(); ++i) {
            const Real* const b = lanes.rows[kinds[i] & 3u].b;
            const double lambda = per_step * (constraints[i].total[lane] + constraints[i].lambda[lane]);
            force[0] += lambda * b[0][lane];
            force[1] += lambda * b[1][lane];
            turning += lambda * b[2][lane];
        }
        joint.force += Vec2{static_cast<float>(force[0]), static_cast<float>(force[1])};
        const RealVec& arm = lanes.now.rB;
        joint.torque += static_cast<float>(turning - (arm.x[lane] * force[1] - arm.y[lane] * force[0]));
    });
    add_loop_reactions(input, set.loops, static_cast<float>(per_step));
}

void store_joints(const SolveInput& input, const JointSet& set) {
    if (set.empty()) { return; }
    each_lane(input, set, [&](Joint& joint, int lane, std::span<const ConstraintLanes> constraints, const uint8_t*, const JointLanes&) {
        for (size_t i = 0; i < constraints.size(); ++i) { joint.load[i] = static_cast<float>(constraints[i].lambda[lane] / set.h); }
    });
    store_loops(input, set.loops);
    // Where impacts came first, the reactions hold already what joints carried in them.
    if (input.tuning.impacts == Impacts::bias) {
        for (const PlannedJoint& planned : set.plan->key) { clear_reaction(input.joints[planned.joint]); }
    }
    add_joint_reactions(input, set);
    for (const PlannedJoint& planned : set.plan->key) {
        Joint& joint = input.joints[planned.joint];
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
