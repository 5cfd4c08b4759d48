// Sequential impulses: contact by contact, the impulse that stops the approach, clamped so that the accumulated impulse
// is >= 0.
//
// Source    Catto, "Fast and Simple Physics using Sequential Impulses", GDC 2006; the Umbra system (UR1 to UR12).
// Solves    the step's velocities by projected Gauss-Seidel; positions by linear projection, Baumgarte bias or not at
//           all.
// Cost      1 detection, `velocity_iterations` over velocities, `position_iterations` over positions.
// Weakness  tall stacks converge over many steps, not within one: warm starting is what makes them stand (UR11). Light
//           bodies under heavy ones sink under projection. Baumgarte's bias ejects them: with random offsets to 5 mm,
//           1 kg under 100 kg gains 120 J in the median and up to 240 J within 10 s (ftPhysics), under 30 kg none.
// Energy    impulses add none, but for a fall through the slop (energy_groups.h); Baumgarte's bias out of an overlap
//           does.
// Choose it to teach, for small scenes, and where one iteration must be readable.

#include "dynamics/contact_pass.h"
#include "dynamics/energy_groups.h"
#include "dynamics/integrate.h"
#include "dynamics/joints/joint_solver.h"
#include "dynamics/observe.h"
#include "dynamics/solvers/registry.h"

namespace impulse {
namespace {

constexpr float kMostCorrection = 0.2f; // rad, or levers: of a joint in an iteration

/// s: by which velocities that hold the step's forces are ahead of the positions at which impulses act (integrate.h).
float lag_of(const SolveInput& input) { return (moved_before(input.tuning) ? -0.5f : 0.5f) * input.dt; }

PrepareOptions options_of(const SolveInput& input, bool drifted) {
    const Tuning& tuning = input.tuning;
    PrepareOptions options;
    options.drifted = drifted;
    // The approach contains this step's gravity, at which a resting contact must not bounce (FX12, FT8).
    options.restitution_threshold = max(tuning.restitution_threshold, 2.0f * length(input.gravity) * input.dt);
    options.lag = tuning.restitution_midpoint && !tuning.literal.sum_bias ? lag_of(input) : 0.0f;
    options.warm = tuning.warm_starting && !tuning.literal.cold_start;
    options.pairs = true;
    if (tuning.position == PositionCorrection::baumgarte) {
        options.baumgarte_rate = tuning.baumgarte / input.dt;
        options.slop = tuning.slop;
        options.max_push_speed = tuning.max_push_speed;
        options.sum_bias = tuning.literal.sum_bias;
    }
    return options;
}

/// Moves bodies until joints are closed, and contacts too if that is the correction of their overlap. Joints are
/// projected even if contacts use a bias: a link of a whipping chain rotates by 0.3 rad per step and separates by 2 cm
/// in it, which a bias of beta = 0.2 lets grow to 7 cm.
/// `moved`: s, for how long bodies have moved since the angles of joints were read. Returns it as it is then.
float correct_positions(const SolveInput& input, std::span<ScalarRow> rows, const JointSet& joints, float moved) {
    const Tuning& tuning = input.tuning;
    if (tuning.position == PositionCorrection::none) { return moved; }
    const bool projects = tuning.position == PositionCorrection::projection;
    for (int i = 0; i < tuning.position_iterations; ++i) {
        correct_joints(input, joints, moved, kMostCorrection * tuning.correction_lever);
        moved = 0.0f;
        if (projects && tuning.full_ngs) {
            project_positions_full(input, rows);
        } else if (projects) {
            project_positions(input, rows, tuning.literal.stale_position);
        }
        if (input.probe && (projects || !joints.empty())) [[unlikely]] {
            observe(input, rows, {joints, JointLaw::moved}, SolverStage::position);
        }
    }
    return moved;
}

/// Scales the joints' stored forces like the velocity changes of their bodies. The break test used the unscaled forces.
void scale_joints(const SolveInput& input, const JointSet& joints, EnergyGroups& groups) {
    for (const PlannedJoint& planned : joints.plan->key) {
        Joint& joint = input.joints.all[planned.joint];
        const EnergyGroups::Member* const root = groups.root(input, joint);
        if (root == nullptr || root->scale == 1.0f) { continue; }
        joint.force *= root->scale;
        joint.torque *= root->scale;
        for (float& load : joint.load) { load *= root->scale; }
    }
}

} // namespace

float lagging_step_of_integrator(const Tuning& tuning, float dt) {
    return tuning.integrator == Integrator::semi_implicit && !moved_before(tuning) ? dt : 0.0f;
}

/// Verlet: half a step, because a solve predicts one step from the middle of its own.
float lookahead_of_integrator(const Tuning& tuning, float dt) {
    return moved_before(tuning) ? 0.0f : drift_share(tuning.integrator) * dt;
}

void solve_sequential_impulse(const SolveInput& input) {
    const Tuning& tuning = input.tuning;
    const Arena::Mark mark = input.arena.mark();

    const float drift = lookahead_of_integrator(tuning, input.dt);
    const PrepareOptions options = options_of(input, drift > 0.0f);
    const JointSet joints = prepare_joints(input, input.joints.plan, input.dt, options.warm);
    if (options.drifted) { integrate_positions(input, drift); }
    begin_joint_substep(input, joints, drift); // at the drifted poses, before forces
    if (!moved_before(input.tuning)) { integrate_velocities(input, input.dt); }

    const std::span<ScalarRow> rows = prepare_contacts(input, options);
    // One correction of joints (UR12): projection if there are position iterations, else the bias as for contacts.
    const Softness joint_softness{.bias = tuning.position_iterations > 0 ? 0.0f : options.baumgarte_rate};
    const JointBias joint_bias{joint_softness, tuning.max_push_speed, options.slop};
    const SeenJoints seen{joints, JointLaw::biased, &joint_bias};
    const bool bounces = any_bounce(rows);
    // The bias of joints does work that is not measured.
    const bool passive = joints.empty() || joint_softness.bias == 0.0f;
    EnergyGroups groups;
    if ((bounces || passive) && !tuning.literal.sum_bias) {
        groups = EnergyGroups(input);
        join_rows(input, rows, groups);
        groups.join_joints(input);
    }
    if (options.warm) {
        warm_start_joints(input, joints);
        warm_start(input, rows);
    }

    if (input.probe) [[unlikely]] { observe(input, rows, seen, SolverStage::start); }
    for (int i = 0; i < tuning.velocity_iterations; ++i) {
        if (tuning.joints_first) { solve_joints(input, joints, joint_bias); }
        if (tuning.literal.per_iteration_clamp) {
            solve_velocities_per_iteration_clamp(input, rows);
        } else {
            solve_velocities(input, rows);
        }
        if (!tuning.joints_first) { solve_joints(input, joints, joint_bias); }
        if (input.probe) [[unlikely]] { observe(input, rows, seen, SolverStage::solve); }
    }

    bool scaled = false;
    if (!groups.empty()) {
        scaled = keep_energy(input, rows, options.lag, groups, passive ? tuning.linear_slop : 0.0f);
        if (input.probe && (bounces || scaled)) [[unlikely]] { observe(input, rows, seen, SolverStage::bounce); }
    }
    if (!moved_before(input.tuning)) { integrate_positions(input, input.dt); }
    const float moved = correct_positions(input, rows, joints, moved_before(input.tuning) ? 0.0f : input.dt);
    if (options.drifted) { integrate_positions(input, -drift); }
    store_impulses(input, rows, input.dt);
    store_joints(input, joints, moved_before(input.tuning) ? input.dt : moved - drift);
    if (scaled) { scale_joints(input, joints, groups); }
    input.arena.release(mark);
}

} // namespace impulse
