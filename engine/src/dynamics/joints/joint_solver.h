/// Joints in a step: what solvers are made of.
///
///   prepare_joints        once a step, before positions move: models, frames, mechanisms; in the arena
///   begin_joint_substep   once a substep, before its forces: Jacobians at the poses as they are, constants of the constraints
///   warm_start_joints     the stored impulses act; once a step
///   solve_joints          velocities that all constraints agree on, for the displacement that follows
///   relax_joints          the same after it, without what was asked for to correct errors
///   correct_joints        errors out of positions, without a trace in velocities
///   store_joints          once, at the end: impulses per time, reactions, breaks, unwrapped angles
///
/// Joints that hang together make a mechanism. One that has no loops, or few, is solved exactly, by elimination (joint_direct.h);
/// others by iterations over their joints (joint_sweeps.h). Which of the two depends on who is joined to whom and on nothing else.
#pragma once

#include "dynamics/joints/joint_model.h"
#include "dynamics/joints/joint_plan.h"
#include "dynamics/solve_input.h"

namespace impulse {

/// A constraint at work.
struct WorkConstraint {
    Real impulse = 0.0; ///< N s or N m s: lambda
    Real g = 0.0;       ///< lambda = clamp(g - kappa xdot', lo, hi)
    Real kappa = 0.0;
    Real lo = 0.0;
    Real hi = 0.0;
    Real before = 0.0; ///< m/s or rad/s: xdot before the forces of the substep
    Real wanted = 0.0; ///< N s or N m s: what lambda is to be
    Real arc = 0.0;    ///< m/s or rad/s: rate that keeps a hold on its arc (joint_direct.h)
    Real change = 0.0; ///< m/s or rad/s: what the arcs of all do to xdot
    Real more = 0.0;   ///< N s or N m s: and to lambda
    Real total = 0.0;  ///< N s or N m s: of the substeps before
    bool linear = false; ///< within its bounds: part of the linear system
};

struct JointWork {
    uint32_t joint = 0;
    uint32_t slotA = kNull; ///< kNull: the world
    uint32_t slotB = 0;
    Real mA[3] = {}; ///< 1/kg, 1/kg, 1/(kg m^2): 0 where it cannot move
    Real mB[3] = {};
    JointFrame start; ///< when the step began
    JointFrame now;   ///< when the substep began
    Real turnA = 0.0; ///< rad: since the step began, with whole turns
    Real turnB = 0.0;
    JointModel model;
    JointRow rows[kJointRows];
    JointRow last[kJointRows]; ///< of the substep before
    Real x[kJointRows] = {};
    Real K[kJointRows] = {}; ///< 1/kg: J M^-1 J^T of its two bodies
    WorkConstraint work[kJointConstraints];
};

/// What the forces of its joints do as a body turns (joint_direct.h).
struct BodyTension {
    Real inertia = 0.0;  ///< kg m^2: h^2 sum f . r, as far as it exceeds what turns with it
    Real own = 0.0;      ///< kg m^2: the body's
    Real beside = 0.0;   ///< kg m^2: of a body on one joint, what it moves at its anchor
    uint32_t joints = 0; ///< that pull
    Real impulse = 0.0;  ///< N m s: -inertia w'
    Real wanted = 0.0;   ///< N m s: what it is to be
    Real change = 0.0;   ///< rad/s: of arcs
};

struct JointSet {
    std::span<uint32_t> active; ///< joints, ascending
    std::span<JointWork> work;  ///< the same
    JointPlan plan;
    std::span<BodyTension> tensions; ///< by body of the plan
    Real h = 0.0; ///< s, of a substep
    bool empty() const { return active.empty(); }
};

/// How errors come out of joints.
struct JointBias {
    Real rate = 0.0;  ///< 1/s: an error x asks for the rate -rate x,
    Real most = 0.0;  ///< m/s: and for no more than this
    Real most_angle = 0.0; ///< rad/s
};

/// `h`: s, of a substep. `warm`: start from the stored forces.
JointSet prepare_joints(const SolveInput& input, float h, bool warm);
void begin_joint_substep(const SolveInput& input, const JointSet& set);
void warm_start_joints(const SolveInput& input, const JointSet& set);
/// Substeps start warm by repeating the velocity change of the substep before (substep.h), which acted along the Jacobians of then:
/// the same impulses act along those of now instead. (A link of 1 kg under 30 N that turns would be driven round.)
void turn_joint_impulses(const SolveInput& input, const JointSet& set);
void clear_joints(const JointSet& set);
void scale_joints(const SolveInput& input, const JointSet& set, std::span<const float> shares);

void solve_joints(const SolveInput& input, const JointSet& set, const JointBias& bias);
void relax_joints(const SolveInput& input, const JointSet& set);
/// For stages in which no time passes: what is held or at its limit, with nothing asked for.
void solve_joints_at_once(const SolveInput& input, const JointSet& set);
/// Moves bodies by `fraction` of the errors at the poses as they are, at most by `most` (m, rad) along each constraint.
void correct_joints(const SolveInput& input, const JointSet& set, Real fraction, Real most);

/// The impulses so far are those of a substep, and others follow. A joint's reaction is the mean over the step, and so is what
/// decides whether it breaks: the same blow is the same force however many substeps a solver takes.
void note_joint_loads(const JointSet& set);
/// Adds what joints carried since `prepare_joints`, as the step's mean, to their reactions: for stages before the solver.
void add_joint_reactions(const SolveInput& input, const JointSet& set);
void store_joints(const SolveInput& input, const JointSet& set);

// What the two ways of solving share.

inline Real rate_of(const BodyMotion* motions, const JointWork& joint, int row) {
    const JointRow& r = joint.rows[row];
    const BodyMotion& b = motions[joint.slotB];
    Real rate = r.b[0] * static_cast<Real>(b.v.x) + r.b[1] * static_cast<Real>(b.v.y) + r.b[2] * static_cast<Real>(b.w);
    if (joint.slotA != kNull) {
        const BodyMotion& a = motions[joint.slotA];
        rate += r.a[0] * static_cast<Real>(a.v.x) + r.a[1] * static_cast<Real>(a.v.y) + r.a[2] * static_cast<Real>(a.w);
    }
    return rate;
}

inline void push_row(BodyMotion* motions, const JointWork& joint, int row, Real impulse) {
    const JointRow& r = joint.rows[row];
    const auto push = [&](BodyMotion& body, const Real* m, const Real* j) {
        body.v.x = static_cast<float>(static_cast<Real>(body.v.x) + m[0] * j[0] * impulse);
        body.v.y = static_cast<float>(static_cast<Real>(body.v.y) + m[1] * j[1] * impulse);
        body.w = static_cast<float>(static_cast<Real>(body.w) + m[2] * j[2] * impulse);
    };
    if (joint.slotA != kNull) { push(motions[joint.slotA], joint.mA, r.a); }
    push(motions[joint.slotB], joint.mB, r.b);
}

/// One Gauss-Seidel step on the bounded constraints of a joint, against the masses of its two bodies. Those that come to a bound
/// act at once and are no part of the linear system; the others wait for it, or with `all` act too. True if some constraint came or
/// went.
bool update_bounds(BodyMotion* motions, JointWork& joint, bool all);

} // namespace impulse
