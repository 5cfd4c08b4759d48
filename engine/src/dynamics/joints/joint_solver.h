/// Joints in a step: the building blocks of solvers.
///
///   prepare_joints        once a step, before positions move: constants of the step, stored impulses; in the arena
///   begin_joint_substep   once a substep, before its forces: Jacobians at the present poses, and angles with whole
///                         turns
///   warm_start_joints     after them, if contacts are warm started: updates velocity changes of the previous substep
///   solve_joints          velocities that all constraints agree on, for the displacement that follows; in two parts
///                         where contacts are solved between
///   follow_loops          after it: the rows of joints under iterations at the new poses; of most not before they are
///                         relaxed
///   relax_joints          velocities once more, without the bias velocities
///   correct_joints        position corrections, without effect on velocities
///   store_joints          once, at the end: impulses per time, reactions, breaks, unwrapped angles
///
/// Connected joints form an articulation. Without loops, or with few, it is solved directly by elimination
/// (joint_direct.h); others by iterations over their joints (joint_iterations.h). The choice depends only on the graph
/// of joints (joint_plan.h).
#pragma once

#include "dynamics/joints/joint_rows.h"
#include "dynamics/passive.h"
#include "dynamics/softness.h"

namespace impulse {

class EnergyGroups;

/// Bodies of joints side by side, in lanes.
template <class L>
struct JointBody {
    std::array<uint32_t, kLanes<L>> slots; ///< the dummy body in unused lanes, and for the world
    std::array<uint32_t, kLanes<L>> awake; ///< index in `awake` of a movable body; else kNull
    L inverse[3] = {};                     ///< 1/kg, 1/kg, 1/(kg m^2): 0 for immovable axes
    L turned = {};                         ///< rad: since the step began, with whole turns
};

/// What a solve changes of a body of an articulation.
struct SolvedBody {
    Real base[3];   ///< m/s, m/s, rad/s: its velocity without its joints' impulses in this substep
    Real joints[3]; ///< m/s, m/s, rad/s: the velocity change by these
    Real chord[3];  ///< m/s, m/s, rad/s: the change that keeps anchors on their arcs (joint_arcs.h)
    Real tension;   ///< kg m^2: h^2 times the geometric stiffness of its angle by joint forces, beyond its inertia
    Real pull;      ///< kg m^2: the same by all of its inertia, before that is subtracted

    /// m/s, m/s or rad/s: its velocity along x, y or the angle.
    Real velocity(int k) const { return base[k] + joints[k]; }
};

/// A body of an articulation, in lanes.
struct BodyLanes : JointBody<Real>, SolvedBody {
    Real diagonal[6];      ///< of the matrix: xx xy xz yy yz zz; then its factors
    Real weight[3];        ///< kg, kg, kg m^2: infinite for locked axes
    BodyShift<Real> shift; ///< since the step began; after the velocity solve, in the substep
    Real given[3];         ///< m/s, m/s, rad/s: the part of `joints` by forces of drives (passive.h)
};

/// Two floats, of two doubles.
using HalfWide = float __attribute__((vector_size(8)));

/// x, y and the angle of each lane, and 0, as floats.
inline std::array<Wide, 2> floats_of(const Real (&v)[3]) {
    const HalfWide x = __builtin_convertvector(v[0], HalfWide);
    const HalfWide y = __builtin_convertvector(v[1], HalfWide);
    const HalfWide w = __builtin_convertvector(v[2], HalfWide);
    const Wide along = __builtin_shufflevector(x, y, 0, 2, 1, 3);
    const Wide angle = __builtin_shufflevector(w, HalfWide{}, 0, 2, 1, 2);
    return {__builtin_shufflevector(along, angle, 0, 1, 4, 5), __builtin_shufflevector(along, angle, 2, 3, 6, 7)};
}

/// A block of the matrix, in lanes: rows of the body that is eliminated later, columns of the other.
struct Block {
    Real m[9];
};

/// A group of articulations.
struct ArticulationLanes {
    Real work;      ///< J: work of its holds in the substep, from half step to half step (joint_arcs.h)
    Real share;     ///< of the arcs that the last solve followed (joint_arcs.h)
    bool platforms; ///< some immovable body of it moves
    bool factored;  ///< its blocks are the factors of the present matrix
    bool changed;   ///< and others than when this was last set to false
};

/// N s, N s, N m s: impulses on the bodies of joints, in lanes.
struct PairImpulses {
    Wide a[3] = {}, b[3] = {};
};

/// Joints of loops, besides their rows.
struct LoopLanes {
    JointBody<Wide> a, b;
    Wide pair[3] = {};      ///< inverse of K of the first two rows, if both are holds: xx, xy, yy
    Wide began = {};        ///< 1 once velocities contain the accumulated impulses; 0 in the first substep
    PairImpulses carry;     ///< what the last change of rows makes more of the accumulated impulses
    PairImpulses given;     ///< of it the part by forces of drives (passive.h)
    bool drives = false;    ///< some joint has a motor or a spring
    bool transfers = false; ///< some joint has a drive, or a body that may be a platform

    /// Index in `awake` of a movable body of a lane; kNull in an unused one.
    uint32_t awake(size_t lane) const { return a.awake[lane] == kNull ? b.awake[lane] : a.awake[lane]; }
};

/// Error correction of joints, and stiffness of joints under iterations.
struct JointBias {
    Softness softness;
    float most = 0.0f; ///< m/s: cap of the bias velocity; of angles JointLanes::slow_turn
    float slop = 0.0f; ///< m, rad: errors left alone
};

struct JointSet {
    const PlanLists* plan = &kNoJoints;
    std::span<BodyLanes> bodies;
    JointRows<Real> exact;
    JointRows<Wide> iterated;
    std::span<LoopLanes> loops;
    std::span<ArticulationLanes> groups;
    std::span<Block> blocks;
    double h = 0.0; ///< s, of a substep
    bool empty() const { return plan == &kNoJoints; }
};

/// The constraints of a group of articulations.
inline std::span<ConstraintLanes<Real>> constraints_of(const JointSet& set, const PlanGroup& group) {
    return set.exact.constraints.subspan(group.first_constraint, group.constraints);
}

/// Of their bounds; none if none move.
inline std::span<BoundSpeeds<Real>> speeds_of(const JointSet& set, const PlanGroup& group) {
    return set.exact.speeds.empty() ? set.exact.speeds
                                    : set.exact.speeds.subspan(group.first_constraint, group.constraints);
}

/// `kept`: the cached plan of the last step, updated; not null if joints are active. `h`: s, of a substep. `warm`:
/// start from the stored forces.
JointSet prepare_joints(const SolveInput& input, JointPlan* kept, float h, bool warm);
/// Writes the number of its articulation, from 1, to each awake body of one, by slot. Returns the largest number.
uint32_t number_articulations(const JointSet& set, std::span<uint32_t> numbers);
/// `moved`: s, for how long bodies have moved at their velocities since the last call. An angle with whole turns is the
/// one closest to what it was and what they turned by.
/// `followed`: rows of joints under iterations have followed their bodies since.
void begin_joint_substep(const SolveInput& input, const JointSet& set, float moved, bool followed = false);
/// Pre: velocities contain the joints' impulses of the previous substep again (substep.h). Articulations subtract them:
/// a direct solve needs no initial guess. Loops transform them to the present rows.
void warm_start_joints(const SolveInput& input, const JointSet& set);
/// Pre: velocities contain no joint impulses of this substep.
void forget_joints(const JointSet& set);
/// Velocity changes by joints in this substep (passive.h), one per body of `awake`; empty without joints.
std::span<const JointChange> changes_by_joints(const SolveInput& input, const JointSet& set,
                                               std::span<const SubstepBody> bodies);
/// Adds the work of articulations, by their own measure, to the allowance of their islands, and subtracts what they
/// transfer from the gains. Takes the second sum of joints under iterations (passive.h) along their present rows. Pre:
/// gains are measured.
void measure_joint_work(const SolveInput& input, const JointSet& set, const SolveIslands& islands);
/// Scales impulses by the r of their islands (passive.h), but for those that `JointChange::given` counts, and the
/// velocity changes of articulations by them. Pre: no changes since `changes_by_joints`.
void scale_joints(const SolveInput& input, const JointSet& set, const SolveIslands& islands);

/// Where the solve is in a round with contacts: articulations are solved in two parts, before and after the contacts of
/// a substep. Contacts leave the joints of what they touch violated. If bodies moved so, their joints would open, and
/// the bias that closes them would push the contacts: piles of articulations would lift themselves, and jitter without
/// end. Only the last solve before positions change follows arcs.
enum class DirectStage : uint8_t { alone, before_contacts, after_contacts };
void solve_joints(const SolveInput& input, const JointSet& set, const JointBias& bias,
                  DirectStage stage = DirectStage::alone);
/// `moved`: those under iterations without angles follow their bodies (joint_iterations.h); null: they have.
void relax_joints(const SolveInput& input, const JointSet& set, const float* moved = nullptr);
/// Those under iterations alone, at the poses after `moved` s; the next `begin_joint_substep` has them `followed`.
void relax_loops(const SolveInput& input, const JointSet& set, float moved, int iterations);
/// For stages of zero duration: holds and reached limits, without bias.
void solve_joints_at_once(const SolveInput& input, const JointSet& set);
/// Moves bodies by the errors at the present poses, at most by `most` (m; of angles that many `correction_lever` of
/// Tuning) along each constraint. In articulations by as much more as `fixes`, displacements by slot, have changed it
/// (joint_corrections.cpp); iterations of loops that follow so far add energy. `moved`: as in `begin_joint_substep`.
void correct_joints(const SolveInput& input, const JointSet& set, float moved, float most,
                    std::span<const BodyFix> fixes = {});

/// Ends a substep: accumulates its impulses. A joint's reaction and its break test use the mean over the step: the same
/// impact gives the same force for any number of substeps.
void record_joint_loads(const JointSet& set);
/// Adds the joints' impulses since `prepare_joints`, as the step's mean and as `groups` scale them, to their reactions:
/// for stages before the solver.
void add_joint_reactions(const SolveInput& input, const JointSet& set, EnergyGroups& groups);
/// `moved`: s, for how long bodies have moved, or will before the next step reads angles, since they were last read.
void store_joints(const SolveInput& input, const JointSet& set, float moved);

} // namespace impulse
