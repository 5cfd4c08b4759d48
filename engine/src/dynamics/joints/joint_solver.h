/// Joints in a step: what solvers are made of.
///
///   prepare_joints        once a step, before positions move: numbers of the step, stored impulses; in the arena
///   begin_joint_substep   once a substep, before its forces: Jacobians at the poses as they are
///   warm_start_joints     after them, where contacts start warm as well: what the substep before did to velocities is brought up to date
///   solve_joints          velocities that all constraints agree on, for the displacement that follows
///   relax_joints          the same after it, without what was asked for to correct errors
///   correct_joints        errors out of positions, without a trace in velocities
///   store_joints          once, at the end: impulses per time, reactions, breaks, unwrapped angles
///
/// Joints that hang together make a mechanism. One that has no loops, or few, is solved exactly, by elimination
/// (joint_direct.h); others by iterations over their joints (joint_sweeps.h). Which of the two depends on who is joined
/// to whom and on nothing else (joint_plan.h).
#pragma once

#include "dynamics/joints/joint_rows.h"
#include "dynamics/passive.h"
#include "dynamics/softness.h"

namespace impulse {

/// A body of a mechanism, in lanes.
struct BodyLanes {
    uint32_t slots[kLanes<Real>]; ///< the spare one where there is none
    uint32_t awake[kLanes<Real>]; ///< place in `awake` of one that can move; else kNull
    Real base[3];                 ///< m/s, m/s, rad/s: its velocity without what its joints did in this substep
    Real joints[3];               ///< m/s, m/s, rad/s: and that
    Real chord[3];                ///< m/s, m/s, rad/s: what would keep anchors on their arcs (joint_direct.h)
    Real diagonal[6];             ///< of the matrix: xx xy xz yy yz zz; then its factors
    Real weight[3];               ///< kg, kg, kg m^2: infinite where it is locked
    Real inverse[3];              ///< 1/kg, 1/kg, 1/(kg m^2): 0 where it cannot move
    Real tension; ///< kg m^2: h^2 times the stiffness that joints' forces give to its angle, beyond its inertia
    Real turned;  ///< rad: since the step began, with whole turns
    BodyShift<Real> shift; ///< since then; once velocities are solved, in the substep
    Real given[3];         ///< m/s, m/s, rad/s: of `joints`, by what may give energy (passive.h)
    Real share;            ///< of its island, likewise
};

/// A block of the matrix, in lanes: rows of the body that is eliminated later, columns of the other.
struct Block {
    Real m[9];
};

/// A group of mechanisms.
struct MechanismLanes {
    Real work;     ///< J: what its holds did in the substep, from half step to half step (joint_direct.h)
    bool factored; ///< its blocks are the factors of the matrix as it is
};

/// Joints of loops, beside their rows.
struct LoopLanes {
    std::array<uint32_t, kLanes<Wide>> slotA, slotB;
    Wide inverseA[3] = {}, inverseB[3] = {};
    Wide pair[3] = {};                   ///< inverse of K of the first two rows, where both are held: xx, xy, yy
    Wide began = {};                     ///< 1 once velocities hold the impulses so far; 0 in the first substep
    Wide carryA[3] = {}, carryB[3] = {}; ///< N s, N s, N m s: what the impulses so far do more at the rows of now
    Wide turnedA = {}, turnedB = {};     ///< rad: since the step began
};

/// How errors come out of joints, and how hard iterations hold them.
struct JointBias {
    Softness softness;
    float most = 0.0f;       ///< m/s: no error comes out faster than this
    float most_angle = 0.0f; ///< rad/s
    float slop = 0.0f;       ///< m, rad: errors that are left alone
};

struct JointSet {
    const JointPlan* plan = nullptr;
    std::span<BodyLanes> bodies;
    JointRows<Real> exact;
    JointRows<Wide> swept;
    std::span<LoopLanes> loops;
    std::span<MechanismLanes> groups;
    std::span<Block> blocks;
    double h = 0.0; ///< s, of a substep
    bool empty() const { return plan == nullptr; }
};

/// Inverse masses along x, y and the angle; 0 for what is locked.
void inverse_masses(const SolveInput& input, uint32_t slot, float inverse[3]);

/// `kept`: the plan of the last step, renewed; not null where joints act. `h`: s, of a substep. `warm`: start from the
/// stored forces.
JointSet prepare_joints(const SolveInput& input, JointPlan* kept, float h, bool warm);
/// 1 at the slots of awake bodies of mechanisms, in the arena; none without mechanisms.
std::span<const uint8_t> bodies_of_mechanisms(const SolveInput& input, const JointSet& set);
void begin_joint_substep(const SolveInput& input, const JointSet& set);
/// Pre: what joints did in the substep before is part of the velocities again (substep.h). Mechanisms take it out: what
/// is solved exactly needs no guess. Loops bring it to the rows of now.
void warm_start_joints(const SolveInput& input, const JointSet& set);
/// The velocities are those before the joints did anything in this substep.
void forget_joints(const JointSet& set);
/// What joints did to the velocities in this substep (passive.h), one a body of `awake`; none without joints.
std::span<const JointChange> changes_by_joints(const SolveInput& input, const JointSet& set);
/// Adds what mechanisms did by their own account to what their islands may keep.
void allow_own_work(const SolveInput& input, const JointSet& set, const SolveIslands& islands);
/// Loops keep no account: what their iterations leave undone is more than all that contacts could take. Their islands
/// stay as they are.
void leave_out_loops(const SolveInput& input, const JointSet& set, const SolveIslands& islands);
/// What the holds of mechanisms did, and their impulses, are taken as often as the shares of their islands say. Pre:
/// nothing happened since `changes_by_joints`.
void scale_joints(const SolveInput& input, const JointSet& set, const SolveIslands& islands);

void solve_joints(const SolveInput& input, const JointSet& set, const JointBias& bias);
void relax_joints(const SolveInput& input, const JointSet& set);
/// For stages in which no time passes: what is held or at its limit, with nothing asked for.
void solve_joints_at_once(const SolveInput& input, const JointSet& set);
/// Moves bodies by `fraction` of the errors at the poses as they are, at most by `most` (m, rad) along each constraint.
void correct_joints(const SolveInput& input, const JointSet& set, float fraction, float most);

/// The impulses so far are those of a substep, and others follow. A joint's reaction is the mean over the step, and so
/// is what decides whether it breaks: the same blow is the same force however many substeps a solver takes.
void note_joint_loads(const JointSet& set);
/// Adds what joints carried since `prepare_joints`, as the step's mean, to their reactions: for stages before the
/// solver.
void add_joint_reactions(const SolveInput& input, const JointSet& set);
void store_joints(const SolveInput& input, const JointSet& set);

} // namespace impulse
