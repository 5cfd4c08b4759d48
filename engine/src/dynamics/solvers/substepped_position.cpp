// Substepped positions: many short steps. Each separates overlapping bodies, derives velocities from displacements, and
// solves bounces and friction by impulses.
//
// Source    the Fx2D system (FX1 to FX17); Mueller et al., "Position Based Dynamics", 2007, and "Detailed Rigid Body
//           Simulation with Extended Position Based Dynamics", 2020.
// Solves    overlap by moving bodies, once per contact and substep; velocities by projected Gauss-Seidel over
//           overlapping contacts.
// Cost      n + 1 detections and n times `velocity_passes` passes of two iterations over velocities for n substeps:
//           with 14 and 4 it costs 33 times as much as soft-step on a pyramid of 210 boxes.
// Weakness  every substep but the first starts its impulses from zero, so stacks beyond 15 boxes sink (not with
//           `warm_start` `every_substep`). A contact is solved only once it overlaps. With zero-duration impacts, a
//           body that is hit in the middle of a step does not pass the impact on: contacts behind it do not bounce.
// Choose it to teach, to remove overlap at once without adding velocity, and for static friction above kinetic.

#include "dynamics/energy_groups.h"
#include "dynamics/joints/joint_solver.h"
#include "dynamics/observe.h"
#include "dynamics/position_pass.h"
#include "dynamics/solvers/registry.h"
#include "dynamics/substep.h"

namespace impulse {
namespace {

WarmStart warm_start_of(const Tuning& tuning) {
    return tuning.warm_starting && !tuning.literal.cold_start ? tuning.warm_start : WarmStart::off;
}

/// Forces, and joints with their drives. Drives see velocities with the forces of the substep; else a motor that holds
/// a weight sinks by g h in each.
void integrate_and_drive(const SolveInput& input, std::span<SubstepBody> bodies, const JointSet& joints,
                         const JointBias& bias, int i, float moved) {
    begin_joint_substep(input, joints, moved, i > 0);
    integrate_substep_velocities(input, bodies, false);
    forget_joints(joints);
    solve_joints(input, joints, bias);
    if (input.probe && !joints.empty()) [[unlikely]] {
        observe(input, std::span<const ScalarRow>{}, {joints, JointLaw::biased, &bias}, SolverStage::joints, i);
    }
}

/// Bounces and friction of overlapping contacts, at the velocities derived from displacements.
void solve_velocities(const SolveInput& input, float h, int i, bool warm, const JointSet& joints, PositionRows& rows) {
    const SeenJoints seen{joints, JointLaw::derived};
    capture_approach(input, h, warm, rows);
    const Arena::Mark before_passes = input.arena.mark();
    EnergyGroups groups;
    if (any_bounce(rows.rows)) {
        groups = EnergyGroups(input);
        join_rows(input, rows.rows, groups);
    }
    if (warm) { warm_start(input, rows.rows); }
    if (input.probe) [[unlikely]] { observe(input, rows.rows, seen, SolverStage::start, i); }
    for (int pass = 0; pass < input.tuning.velocity_passes; ++pass) {
        velocity_pass(input, pass, rows);
        if (input.probe) [[unlikely]] { observe(input, rows.rows, seen, SolverStage::solve, i); }
    }
    if (!groups.empty()) {
        keep_energy(input, rows.rows, substep_lag(input, h), groups);
        if (input.probe) [[unlikely]] { observe(input, rows.rows, seen, SolverStage::bounce, i); }
    }
    input.arena.release(before_passes);
}

/// One iteration over a net has not converged. The velocity with which it corrects errors would stay: a grid of 36
/// boxes that spins freely would gain energy up to the speed limit. Articulations are solved exactly.
void relax_nets(const SolveInput& input, const JointSet& joints, float moved, int i, const PositionRows& rows) {
    if (joints.loops.empty()) { return; }
    relax_loops(input, joints, moved, input.tuning.velocity_passes);
    if (input.probe) [[unlikely]] { observe(input, rows.rows, {joints}, SolverStage::relax, i); }
}

} // namespace

void solve_substepped_position(const SolveInput& input) {
    const Tuning& tuning = input.tuning;
    const Arena::Mark mark = input.arena.mark();
    const int substeps = tuning.position_substeps;
    const float h = input.dt / static_cast<float>(substeps);
    const WarmStart warm_mode = warm_start_of(tuning);

    const std::span<SubstepBody> bodies = begin_substeps(input, h);
    PositionRows rows = allocate_position_rows(input);
    const JointSet joints = prepare_joints(input, input.joints.plan, h, false);
    // A joint's error at the beginning of the substep becomes velocity (FX10), up to `max_push_speed`.
    const JointBias bias{{.bias = 1.0f / h}, tuning.max_push_speed};
    float moved = 0.0f;                  // s: since the angles of joints were read
    for (int i = 0; i < substeps; ++i) { // the order is FX8's
        integrate_and_drive(input, bodies, joints, bias, i, moved);

        integrate_substep_positions(input, bodies, h);
        moved = h;

        if (input.refresh.run != nullptr) { input.refresh.run(input.refresh.context); }
        const bool warm = warm_mode == WarmStart::every_substep || (warm_mode == WarmStart::first_substep && i == 0);
        prepare_overlaps(input, bodies, h, i, warm, rows);

        resolve_penetration(input, h, rows);
        if (input.probe) [[unlikely]] {
            observe(input, rows.rows, {joints, JointLaw::moved}, SolverStage::position, i);
        }

        if (!rows.rows.empty()) {
            correct_joints(input, joints, moved, tuning.max_push_speed * h, rows.fixes);
            moved = 0.0f;
            if (input.probe && !joints.empty()) [[unlikely]] {
                observe(input, rows.rows, {joints, JointLaw::moved}, SolverStage::position, i);
            }
        }

        derive_velocities(input, h, rows);
        solve_velocities(input, h, i, warm, joints, rows);
        relax_nets(input, joints, moved, i, rows);
        if (i + 1 < substeps) { record_joint_loads(joints); }
        store_impulses(input, rows.rows, h, i + 1 == substeps);
    }
    store_joints(input, joints, moved);
    input.arena.release(mark);
}

} // namespace impulse
