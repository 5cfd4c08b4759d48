// Soft step: many short steps with one soft iteration each, then one that removes the bias velocity.
//
// Source    Catto, "Solver2D", 2024 (there: Soft Step, also known as TGS Soft); Macklin et al., "Small Steps", 2019.
// Solves    velocities by one Gauss-Seidel iteration per substep; overlap by a damped spring within it; bounces after
//           the last substep, from the speeds before the first. Articulations are solved before the contacts of a
//           substep and again after them, so that no joint opens as bodies move.
// Cost      1 detection; 1 + 2 n iterations over velocities for n substeps (warm starting costs none: see substep.h).
// Weakness  a soft contact sags a little under load: 10 boxes by millimetres. Very large mass ratios and nets of
//           joints need more substeps; mechanisms with few loops are solved directly (joint_direct.h).
// Choose it for games: the stiffest stacks and chains for the least time.

#include <algorithm>
#include <array>
#include <bit>

#include "dynamics/island_batches.h"
#include "dynamics/joints/joint_direct.h"
#include "dynamics/joints/joint_iterations.h"
#include "dynamics/line_search.h"
#include "dynamics/observe.h"
#include "dynamics/soft_pass.h"
#include "dynamics/solvers/registry.h"
#include "dynamics/substep.h"

// The one-lane version for comparison in tests. It is a tenth of the machine code, and the package does not use it.
#ifndef IMPULSE_ORACLE
#define IMPULSE_ORACLE 1
#endif

namespace impulse {
namespace {

/// Scales back contact impulses that would add energy (passive.h).
template <class L>
void keep_passive(const SolveInput& input, std::span<SubstepBody> bodies, const SoftRows<L>& rows,
                  const JointSet& joints, const SolveIslands& islands) {
    const Arena::Mark mark = input.arena.mark();
    const std::span<const JointChange> changes = changes_by_joints(input, joints, bodies);
    measure_gains(input, bodies, changes, islands);
    exclude_surface_work(input, rows, islands);
    measure_joint_work(input, joints, islands);
    if (find_shares(input, bodies, changes, islands)) {
        find_retained(input, rows, islands);
        scale_velocities(input, bodies, changes, islands);
        scale_impulses(rows, islands);
        scale_joints(input, joints, islands);
    }
    input.arena.release(mark);
}

SoftPass pass_of(const SolveInput& input, float h) {
    const Tuning& tuning = input.tuning;
    SoftPass pass;
    pass.h = h;
    pass.inv_h = static_cast<float>(input.substeps.count) / input.dt;
    // A contact with an immovable body is twice as stiff, within the same bound: beyond it small stacks tremble.
    const float permits = 1.0f / input.substeps.reference;
    const float dynamic_hertz = permitted_hertz(tuning.contact_hertz, permits);
    const float static_hertz = permitted_hertz(2.0f * tuning.contact_hertz, permits);
    pass.dynamic_contact = make_softness(dynamic_hertz, tuning.contact_damping, h);
    pass.static_contact = make_softness(static_hertz, tuning.contact_damping, h);
    pass.max_push_speed = tuning.max_push_speed;
    return pass;
}

/// Joint errors decay like those of a soft constraint.
JointBias joint_bias_of(const SolveInput& input, const SoftPass& pass) {
    const Tuning& tuning = input.tuning;
    const float hertz = min(tuning.joint_hertz, 0.25f / input.substeps.reference);
    return {make_softness(hertz, tuning.joint_damping, pass.h), tuning.max_push_speed};
}

/// The iterations without bias velocity, in the reverse order of those with it: symmetric Gauss-Seidel.
template <class L>
void relax_all(const SolveInput& input, const SoftRows<L>& rows, const SoftPass& pass, const JointSet& joints, int i) {
    const Tuning& tuning = input.tuning;
    follow_loops(input, joints, pass.h, tuning.relax_iterations > 0);
    for (int k = 0; k < tuning.relax_iterations; ++k) {
        const float* const moved = k == 0 ? &pass.h : nullptr;
        if (!tuning.joints_first) { relax_joints(input, joints, moved); }
        relax(input, rows);
        if (tuning.joints_first) { relax_joints(input, joints, moved); }
        if (k + 1 < tuning.relax_iterations && input.probe) [[unlikely]] {
            observe(input, rows, pass, {joints}, SolverStage::relax, i);
        }
    }
}

/// A second iteration over articulations and contacts, where a contact sees too little of what it pushes
/// (line_search.h). Returns the state before it.
template <class L>
Round<L> relax_again(const SolveInput& input, const SoftRows<L>& rows, const JointSet& joints) {
    const Tuning& tuning = input.tuning;
    if (rows.units.empty()) { return {}; }
    const Round<L> round = begin_round(input, rows, joints);
    if (round.contacts.empty()) { return round; } // solved directly, and nothing has moved them since
    if (!tuning.joints_first) { relax_articulations(input, joints, true); }
    relax(input, rows, true);
    if (tuning.joints_first) { relax_articulations(input, joints, true); }
    return round;
}

template <class L>
void solve_together(const SolveInput& input, const JointSet& joints, const SolveIslands& islands) {
    const Tuning& tuning = input.tuning;
    const int substeps = input.substeps.count;
    const float h = input.substeps.h;
    const SoftPass pass = pass_of(input, h);
    const JointBias joint_bias = joint_bias_of(input, pass);
    const SeenJoints biased{joints, JointLaw::biased, &joint_bias};
    const SoftRows<L> rows = prepare_soft<L>(input, h, number_units(input, joints, islands));
    const std::span<SubstepBody> bodies = begin_substeps(input, h);
    find_falls(input, bodies, islands);
    EnergyGroups groups = begin_bounces(input, rows);
    if (tuning.warm_starting) { predict_geometry(input, rows, h); }
    for (int i = 0; i < substeps; ++i) {
        begin_joint_substep(input, joints, i > 0 ? h : 0.0f, i > 0);
        integrate_substep_velocities(input, bodies, tuning.warm_starting && i > 0);
        if (!tuning.warm_starting) {
            forget_joints(joints);
        } else {
            warm_start_joints(input, joints);
            if (i == 0) { warm_start(input, rows); }
        }
        if (input.probe) [[unlikely]] { observe(input, rows, pass, biased, SolverStage::start, i); }
        if (tuning.joints_first) { solve_joints(input, joints, joint_bias, DirectStage::before_contacts); }
        solve_soft(input, rows, pass);
        solve_joints(input, joints, joint_bias, tuning.joints_first ? DirectStage::after_contacts : DirectStage::alone);
        if (input.probe) [[unlikely]] { observe(input, rows, pass, biased, SolverStage::solve, i); }
        record_bounces(rows);
        integrate_substep_positions(input, bodies, h);
        const Arena::Mark mark = input.arena.mark();
        relax_all(input, rows, pass, joints, i);
        const Round<L> round = relax_again(input, rows, joints);
        keep_passive(input, bodies, rows, joints, islands);
        search_line(input, rows, joints, islands, round, bodies);
        input.arena.release(mark);
        if (tuning.relax_iterations > 0 && input.probe) [[unlikely]] {
            observe(input, rows, pass, {joints}, SolverStage::relax, i);
        }
        record_bounces(rows);
        if (i + 1 < substeps) { record_joint_loads(joints); }
    }
    apply_bounces(input, rows, h, groups, &joints);
    store_impulses(input, rows, h);
}

/// Rows are filled colour by colour, which reads the contacts of a batch in no order. In large worlds contacts are
/// sorted (contact_order.cpp), so that most of a batch lie together: read once from end to end, that range comes from
/// memory in half the time. Its middle is that of a colour, as the few contacts that began since may lie anywhere.
void bring_near(const SolveInput& input, const ColourLists& lists) {
    const std::span<const ColouredContact> colour = lists.colours[0];
    size_t count = 0;
    for (const std::span<const ColouredContact>& list : lists.colours) { count += list.size(); }
    const size_t middle = colour.empty() ? 0 : colour[colour.size() / 2].contact;
    const size_t first = middle - std::min(middle, count / 2);
    const size_t most = std::min(count, input.contacts.all.size() - first);
    for (const Contact& contact : input.contacts.all.subspan(first, most)) { bring_near(contact); }
}

/// Solves each batch with platforms that start where they were.
template <class L>
void solve_batches(const SolveInput& input, std::span<const IslandBatch> batches, const JointSet& joints) {
    using Stored = std::array<std::byte, sizeof(BodyMotion)>; // the arena aligns to 16 bytes
    const std::span<Stored> before = input.arena.allocate<Stored>(batches.front().awake.size());
    const auto for_each_platform = [&](auto&& visit) { // free bodies, without an island too, are of the last batch
        for (size_t i = 0; i < batches.front().awake.size(); ++i) {
            if (batches.front().islands.members[i].island == kNull) { visit(batches.front().awake[i], before[i]); }
        }
    };
    for_each_platform([&](uint32_t slot, Stored& of) { of = std::bit_cast<Stored>(input.bodies.motions[slot]); });
    for (const IslandBatch& batch : batches) {
        for_each_platform(
            [&](uint32_t slot, const Stored& of) { input.bodies.motions[slot] = std::bit_cast<BodyMotion>(of); });
        SolveInput some = input;
        some.bodies.awake = batch.awake;
        some.contacts.graph = batch.contacts;
        bring_near(input, batch.contacts);
        const Arena::Mark mark = input.arena.mark();
        solve_together<L>(some, joints, batch.islands);
        input.arena.release(mark);
    }
}

template <class L>
void solve(const SolveInput& input) {
    const float h = input.substeps.h;
    const JointSet joints = prepare_joints(input, input.joints.plan, h, input.tuning.warm_starting);
    const SolveIslands islands = solve_islands(input, *joints.plan);
    const bool whole = !joints.empty() || input.probe != nullptr; // the observer goes through all rows
    const std::span<const IslandBatch> batches =
        whole ? std::span<const IslandBatch>{} : split_into_batches(input, islands);
    if (batches.empty()) {
        solve_together<L>(input, joints, islands);
    } else {
        solve_batches<L>(input, batches, joints);
    }
    store_joints(input, joints, h);
}

} // namespace

/// `Tuning::substeps` where all steps have one length (`before` 0). Where they differ, substeps have nearly one: a step
/// has as many as it contains of those of `kReferenceStep`, rounded, at least 1.
///
/// The state between two steps contains what unfinished iterations leave, and the stiffness that a substep permits
/// (softness.h) decides where loads and springs are at rest. A change of the substep by a factor of 2 to 8 moves them
/// in each step: towers of 10 to 20 boxes sway and fall, and undamped springs gain energy. In steps of 1/60 and 1/30 s
/// substeps are equal. In steps near 1/160 s, whose rounded counts are 1 and 2, they would differ by a factor of 2. So
/// where they would be longer than those before by more than 1.3, there are as many as have that length, at most 1.4
/// times the number. 1.3 is less than 4/3, the factor between counts of 3 and 4. Steps longer than 1/15 s have no more:
/// a pause of the page must not cost as much as the time for which it lasted.
int substeps_of_soft_step(const Tuning& tuning, float dt, float before) {
    constexpr float kMost = 1.0f / 15.0f; // s
    constexpr float kLonger = 1.3f;
    constexpr float kMore = 1.4f;
    if (!(before > 0.0f)) { return tuning.substeps; }
    const float time = min(dt, kMost);
    const float contained = static_cast<float>(tuning.substeps) * (time / kReferenceStep);
    const int count = std::max(static_cast<int>(contained + 0.5f), 1);
    if (!(time > kLonger * before * static_cast<float>(count))) { return count; }
    const float same = min(time / before, kMore * contained);
    return std::max(static_cast<int>(same + 0.5f), count);
}

void solve_soft_step(const SolveInput& input) {
    const Arena::Mark mark = input.arena.mark();
#if IMPULSE_ORACLE
    if (input.lanes == 1) {
        solve<float>(input);
    } else {
        solve<Wide>(input);
    }
#else
    solve<Wide>(input);
#endif
    input.arena.release(mark);
}

} // namespace impulse
