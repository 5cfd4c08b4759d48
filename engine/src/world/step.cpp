// The step: a table of contents. Each line is one stage in one file; engine/README.md maps them to their
// equations.

#include "core/profile.h"
#include "world/bodies.h"
#include "world/stages.h"
#include "world/validate.h"

namespace impulse {
namespace {

void run(void (*stage)(Step&), float& milliseconds, Step& step) {
    const StageTimer timer(milliseconds, step.world.now_ms);
    stage(step);
}

/// Ends a step in which no contact was made and no body moved, but by a solver that moves them before all stages.
Error undo(const Step& step) {
    step.world.last_dt = step.world.dt_before;
    step.world.steps_differ = step.differed_before;
    step.world.last_h = step.h_before;
    step.world.arena.release(step.mark);
    for (const uint32_t slot : step.world.just_slept) { begin_walk(step.world, slot, step.dt, -1.0f); }
    return step.refusal;
}

} // namespace

Result<StepReport> World::step(float dt) {
    if (!(dt >= 0.0f && dt <= 1.0f)) { return invalid("dt", dt, "a number of seconds from 0 to 1"); }
    StepProfile& ms = state_->profile;
    const StageTimer whole(ms.total, state_->now_ms);

    // clang-format off
    Step step = begin(*state_, dt);              // 0 time        events cleared, arena marked
    run(find_pairs, ms.pairs, step);             // 1 broad       which boxes overlap?
    if (step.refusal) { return undo(step); }     //               no memory for all of them
    if (step.moves) { state_->just_slept.clear(); } //            walks have begun
    run(collide_pairs, ms.collide, step);        // 2 narrow      where, how deep, along which normal; warm starting
    run(commit_contacts, ms.commit, step);       // 3 topology    waking, islands, begin and end events
    run(resolve_impacts, ms.impacts, step);      // 4 impact      velocities jump, no time passes
    run(solve, ms.solve, step);                  // 5 motion      forces -> velocities -> displacements
    run(sweep_fast_bodies, ms.continuous, step); // 6 continuity  no tunnelling through thin shapes
    run(publish, ms.publish, step);              // 7 result      poses, boxes, sleep, quarantine
    // clang-format on
    return step.report;
}

// Pre:  dt is valid.
// Post: events of the last step are gone, those of calls since then are emitted with this one; every awake body's
//       motion is finite; the arena is marked and will be released by `publish`.
Step begin(WorldState& world, float dt) {
    world.events.drop_front(world.delivered_events);
    world.delivered_events = 0;
    world.unstored_events = 0;
    for (const uint32_t slot : world.just_slept) {
        keep_previous_pose(world, slot);
        if (dt > 0.0f) { begin_walk(world, slot, dt, 1.0f); }
    }

    if (world.tracing) { clear_trace(world); }
    update_due_extents(world);

    Step step{.world = world};
    step.dt = dt;
    step.moves = dt > 0.0f;
    world.dt_before = world.last_dt;
    step.differed_before = world.steps_differ;
    step.h_before = world.last_h;
    if (step.moves) {
        world.steps_differ = world.steps_differ || (world.last_dt > 0.0f && dt != world.last_dt);
        world.last_dt = dt;
        world.last_h = substeps_of(step).h;
    }
    step.mark = world.arena.mark();
    quarantine_broken(step);
    if (step.moves && world.tuning.literal.integrate_first) { integrate_first(step); }
    return step;
}

} // namespace impulse
