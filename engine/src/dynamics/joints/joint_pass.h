/// Passes over all joints in order of id: what recipes are made of.
///
/// A recipe calls `prepare_joints` once a step, before positions move, and gets rows in the arena. Then, as often as it likes:
///   warm_start_joints   the stored impulses act; once, before the first sweep
///   solve_joints        one Gauss-Seidel sweep over velocities, part by part: springs, motors, limits, rigid parts
///   correct_joints      one Gauss-Seidel sweep over displacements (`dp`, `dq`): limits and rigid parts only
///   note_joint_loads    after each substep but the last: what joints bore in it
///   store_joints        once, at the end: impulses per time, reactions, breaks, unwrapped angles
/// Joints that share no moving body are solved side by side, four at a time, with the result of one after the other. Rows read `motions`, `masses` and `poses`; locked axes are respected.
///
/// Recipes:
/// | recipe | calls |
/// |---|---|
/// | soft substeps | warm start in the first substep; `solve` with the softness; positions; `fix_crowds`; `solve` with `bias` off and kRelaxRoles |
/// | sequential impulses | warm start; `solve` k times (softness {beta / dt, 1, 0} and slop for Baumgarte); positions; `correct` |
/// | substepped positions | a substep: `clear` and `solve` of kDriveRoles; predict; `correct` with compliance / h^2 and to_impulse 1 / h |
/// | impacts, no time passes | `prepare` cold; `solve` with `impact_joint_pass`; `add_joint_reactions` |
#pragma once

#include "dynamics/joints/joint_rows.h"
#include "dynamics/joints/joint_trees.h"
#include "dynamics/softness.h"
#include "dynamics/solve_input.h"

namespace impulse {

/// Springs keep what they gave when velocities are relaxed: they would otherwise pull twice.
inline constexpr uint32_t kRelaxRoles = role_bit(PartRole::motor) | kHardRoles;

/// Rows of a step, in the arena.
struct JointSet {
    JointRows<Wide> wide;       ///< four parts at a time, as shipped
    JointRows<float> one;       ///< the oracle of tests (SolveInput::lanes == 1): the same bits
    std::span<uint32_t> active; ///< joints, ascending
    JointTrees trees;           ///< joints that sweeps over velocities solve as one as well
    bool narrow = false;        ///< `one` holds the rows, not `wide`
    bool motors = false;        ///< some part is a motor
    bool crowds = false;        ///< some joint is crowded
    bool empty() const { return active.empty(); }
};

/// How a sweep over velocities goes.
struct JointPass {
    float inv_h = 0.0f;         ///< 1/s: lets an approach close its gap within the step and not more
    Softness softness;          ///< of rigid parts and of limits that are violated; the default has no feedback
    float slop = 0.0f;          ///< m, and rad: error left alone (FT11)
    uint32_t roles = kAllRoles; ///< which parts take part
    float arc_h = 0.0f; ///< s: how long anchors move on arcs with these velocities; 0 where errors alone tell (point.h)
    bool bias = true;   ///< false: no errors, only velocities; limits as far apart as the last biased sweep left them
    /// Arms, directions and errors from the displacements as they are, the impulses so far carried along with them; else those
    /// of before. Pre: the impulses so far are in the velocities, at the arms of before.
    bool refresh = true;
    bool crowds_only = false;     ///< only joints that are crowded
    bool crowds_backward = false; ///< those from the last to the first
    bool crowds_fixed = false;    ///< those have their errors taken out of positions: here they are rigid
};

/// How a sweep over positions goes: each part moves by -C times `fraction`, at most `most`, against K + `compliance`.
struct JointCorrection {
    float compliance = 0.0f; ///< 1/kg: alpha / h^2 (FX17), 0 rigid
    float fraction = 1.0f;
    float most = 0.2f; ///< m, and rad, a sweep
    float slop = 0.0f; ///< m, and rad
    /// rad: how much nearer to what it allows than when the step began an angle may be brought. Where fixes leave velocity it
    /// grows from substep to substep, or all of it would be made good in the first and be left as a speed.
    float turn_back = kTurnBack;
    float to_impulse =
        0.0f;           ///< 1/s: what the correction adds to the row's impulse; 1/h where velocities follow positions
    float gears = 1.0f; ///< likewise `fraction`, for gears; 0 leaves them alone
    bool crowds_only = false;     ///< only joints that are crowded
    bool crowds_backward = false; ///< those from the last to the first
    bool rows_stay = false; ///< they go on with the arms that their impulses so far belong to; without `to_impulse`
};

/// For recipes that solve no trees.
inline constexpr float kNoTrees = 1.0e20f;

/// `h`: s, the step for which springs and caps are made and stored forces become impulses. `warm`: take the stored forces
/// over, else start from 0. `tree_load`: m/s^2, from which load on sweeps over velocities solve trees as one (joint_trees.h).
/// `crowded`: see `kCrowded`.
JointSet prepare_joints(const SolveInput& input, float h, bool warm, float tree_load = kNoTrees,
                        float crowded = kCrowded);

void warm_start_joints(const SolveInput& input, const JointSet& set);
void solve_joints(const SolveInput& input, const JointSet& set, const JointPass& pass);
void correct_joints(const SolveInput& input, const JointSet& set, const JointCorrection& correction);

/// For soft substeps, after positions: takes the errors of crowded joints out of these. `first`: of the step's substeps, the one for
/// gears, as displacements tell angles within half a turn.
void fix_crowds(const SolveInput& input, const JointSet& set, bool first);

/// Forgets the impulses of these roles: for recipes that apply springs and motors afresh in each substep.
void clear_joints(const JointSet& set, uint32_t roles);

/// The impulses accumulated now are those of a substep, and others follow. A joint's reaction is the mean over the step, and so
/// is what decides whether it breaks: the same blow is the same force however many substeps a solver takes.
void note_joint_loads(const JointSet& set);

/// Adds what joints bore since `prepare_joints`, as the step's mean, to their reactions: for stages before the solver. Pre: the
/// reactions of the step before were cleared.
void add_joint_reactions(const SolveInput& input, const JointSet& set);

/// Writes back the impulses of the last substep per time, the step's reactions, angles, and what broke.
void store_joints(const SolveInput& input, const JointSet& set, float h);

/// The sweep of a stage in which no time passes: velocities at hard parts become compatible and errors stay as they are,
/// springs and motors have no time to act, a limit counts only where it is reached (WK5).
inline JointPass impact_joint_pass() {
    JointPass pass;
    pass.inv_h = 1.0e9f; // what is apart stays apart: no approach closes a gap in no time
    pass.roles = kHardRoles;
    pass.refresh = false; // nothing moves
    return pass;
}

} // namespace impulse
