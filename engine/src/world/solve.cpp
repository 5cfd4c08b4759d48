#include "core/assert.h"
#include "dynamics/solvers/registry.h"
#include "world/contacts.h"
#include "world/stages.h"
#include "world/substep_contacts.h"

namespace impulse {

namespace {

/// `active` = the contacts of the graph by pair key. Contacts are created in key order and keep their index, so the
/// list is nearly always sorted already, which costs little.
void sort_active(WorldState& world) {
    const Arena::Mark mark = world.arena.mark();
    const std::span<KeyedContact> contacts = world.arena.allocate<KeyedContact>(world.graph.count());
    size_t count = 0;
    world.active_contacts.for_each([&](uint32_t index) { contacts[count++] = keyed(world.contacts[index], index); });
    IMPULSE_ASSERT(count == contacts.size());
    set_active(world, contacts);
    world.arena.release(mark);
}

} // namespace

Substeps substeps_of(const Step& step) {
    const WorldState& world = step.world;
    const auto count = [&](float dt, float before) { return world.solver->substeps(world.tuning, dt, before); };
    Substeps out{.count = count(step.dt, world.steps_differ ? step.h_before : 0.0f), .before = step.h_before};
    out.h = step.dt / static_cast<float>(out.count);
    out.reference = world.steps_differ ? kReferenceStep / static_cast<float>(count(kReferenceStep, 0.0f)) : out.h;
    return out;
}

SolveInput solve_input(Step& step) {
    WorldState& world = step.world;
    return {.dt = step.dt,
            .substeps = substeps_of(step),
            .gravity = world.gravity,
            .tuning = world.tuning,
            .bodies = {world.motions, world.masses, world.forces, world.poses, world.island_of, step.awake,
                       step.island_count},
            .contacts = {world.contacts, world.impulses, world.loads, world.radii, world.active, world.graph,
                         step.lent.first(step.lent_count)},
            .joints = {world.joints, &world.active_joints, &world.joint_plan, &world.impact_plan},
            .lanes = world.lanes,
            .bounces = world.tuning.impacts == Impacts::bias,
            .arena = world.arena,
            .probe = world.tracing ? &world.probe : nullptr};
}

// Pre:  contacts in the graph have manifolds for the poses as they are; masses are 0 for whatever must not move.
// Post: if impacts have zero duration, colliding bodies leave with their bounce velocity; positions, and velocities of
//       bodies that no impact reached, are bitwise unchanged.
void resolve_impacts(Step& step) {
    if (!step.moves || step.world.tuning.impacts == Impacts::bias) { return; }
    sort_active(step.world);
    solve_impacts(solve_input(step), *step.world.solver);
}

// Pre:  contacts in the graph have manifolds for the poses as they are; masses are 0 for whatever must not move.
// Post: velocities are solved and displacements advanced by dt; impulses are stored per time.
void solve(Step& step) {
    if (!step.moves) { return; }
    const SolverEntry& solver = *step.world.solver;
    if (solver.detects) {
        begin_substep_contacts(step);
        SolveInput input = solve_input(step);
        input.refresh = {refresh_manifolds, &step.world};
        solver.solve(input);
        commit_substep_contacts(step.world);
    } else {
        const bool sorted = step.world.tuning.impacts == Impacts::zero_duration; // by `resolve_impacts`
        if (solver.key_order && !sorted) { sort_active(step.world); }
        if (solver.skips_implied) { find_implied_points(step); }
        solver.solve(solve_input(step));
        return_points(step);
    }
    if (step.world.tracing) { complete_trace(step); }
}

} // namespace impulse
