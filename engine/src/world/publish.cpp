#include "core/assert.h"
#include "world/bodies.h"
#include "world/contacts.h"
#include "world/islands.h"
#include "world/joints.h"
#include "world/sleep.h"
#include "world/stages.h"

namespace impulse {
namespace {

bool all_finite(const BodyMotion& motion) {
    const Wide velocity = load_three(&motion.v.x);
    const Wide displacement = load_four(&motion.dp.x);
    // x - x is 0, or NaN if x is NaN or infinite.
    return all_lanes((velocity - velocity) + (displacement - displacement) == Wide{});
}

/// Upper bound of the displacement of any point of the body; an arc is at most pi / 2 times its sine up to a quarter
/// turn.
float reach_of(const BodyMotion& motion, float extent) {
    const float turned = motion.dq.c > 0.0f ? 1.5708f * abs(motion.dq.s) : 2.0f;
    return length(motion.dp) + extent * turned;
}

/// Applies displacements to poses. The body's state is finite. Returns the upper bound of the displacement of its
/// points.
float advance_pose(WorldState& world, uint32_t slot) {
    BodyMotion& motion = world.motions[slot];
    const float way = reach_of(motion, world.slacks[slot].extent);
    world.path_lengths[slot] += static_cast<double>(way);
    BodyPose& pose = world.poses[slot];
    pose.x += static_cast<double>(motion.dp.x);
    pose.y += static_cast<double>(motion.dp.y);
    pose.q = normalize(motion.dq * pose.q);
    motion.dp = {};
    motion.dq = {};
    publish_pose(world, slot);
    return way;
}

/// Without velocity and displacement.
void halt(BodyMotion& motion) {
    const uint32_t flags = motion.flags;
    motion = {};
    motion.flags = flags;
}

/// A body whose state is not finite stops at its last valid pose and leaves the simulation; the others continue. The
/// caller may repair it and enable it again.
void quarantine(WorldState& world, uint32_t slot) {
    halt(world.motions[slot]);
    withdraw_body(world, slot);
    mend_joints(world, slot);
    world.bodies[slot].enabled = false;
    push_body_event(world, EventType::quarantine, slot);
}

/// Applies the caps of tuning.h after a step. Within a step solvers move bodies no faster. But iterations after the
/// last position update may leave more velocity, and contradicting constraints may produce any spin.
void limit_speed(WorldState& world, uint32_t slot) {
    BodyMotion& motion = world.motions[slot];
    const float most = world.tuning.max_linear_speed;
    motion.v = at_most(motion.v, most);
    const float rim = world.slacks[slot].extent * abs(motion.w);
    if (rim > most && (motion.flags & kDynamic) != 0) [[unlikely]] { motion.w *= most / rim; }
}

} // namespace

// Pre:  the arena is marked.
// Post: every awake body's motion is finite: one NaN would reach everything the body touches within one solve.
void quarantine_broken(Step& step) {
    WorldState& world = step.world;
    for (const uint32_t slot : world.awake_bodies.list(world.arena)) {
        if (!all_finite(world.motions[slot])) { quarantine(world, slot); }
    }
}

/// Naive variant (UR1): velocities and positions advance before contacts are found, so a resting body sinks and is
/// pushed out again.
void integrate_first(Step& step) {
    WorldState& world = step.world;
    step.awake = world.awake_bodies.list(world.arena);
    const SolveInput input = solve_input(step);
    integrate_velocities(input, step.dt);
    integrate_positions(input, step.dt);
    for (const uint32_t slot : step.awake) {
        if (!all_finite(world.motions[slot])) { continue; } // handled by `publish`
        keep_previous_pose(world, slot);
        advance_pose(world, slot);
        update_proxies(world, slot, {});
    }
}

// Pre:  velocities are solved, displacements are those of the whole step.
// Post: poses, boxes and published arrays are those after the step; forces are cleared; islands at rest sleep; bodies
//       whose state is not finite are quarantined; the arena is as it was before the step.
void publish(Step& step) {
    WorldState& world = step.world;
    release_islands(step);
    if (step.moves) {
        emit_hits(step);
        const std::span<uint32_t> broken = world.arena.allocate<uint32_t>(step.awake.size());
        size_t broken_count = 0;
        for (const uint32_t slot : step.awake) {
            const BodyMotion& motion = world.motions[slot];
            if (!all_finite(motion)) {
                broken[broken_count++] = slot;
                continue;
            }
            limit_speed(world, slot);
            if (!moved_before(world.tuning)) { keep_previous_pose(world, slot); }
            if (world.tuning.sleep) {
                world.bodies[slot].displacement_speed = length(motion.dp) / step.dt;
                world.bodies[slot].displacement_spin = (motion.dq.c > 0.0f ? abs(motion.dq.s) : 1.0f) / step.dt;
            }
            float& slack = world.slacks[slot].slack;
            slack -= advance_pose(world, slot);
            if (slack <= 0.0f) { update_proxies(world, slot, step.dt * motion.v); }
            BodyForces& forces = world.forces[slot];
            // Most bodies have none, and their cache lines stay clean.
            if (forces.force != Vec2{} || forces.torque != 0.0f) {
                if (!world.is_dynamic(slot)) { end_walk(world, slot, step.dt); }
                forces.force = {};
                forces.torque = 0.0f;
            }
        }
        if (world.tuning.literal.wake_after_solve) { wake_reached(step); }
        break_joints(world);
        update_sleep(step);
        for (const uint32_t slot : broken.first(broken_count)) { quarantine(world, slot); }
        if (broken_count > 0) {
            // An overflow within the solve also reached the immovable bodies in contact.
            for (BodyMotion& motion : world.motions) {
                if (!all_finite(motion)) { halt(motion); }
            }
        }
    }
    world.delivered_events = static_cast<uint32_t>(world.events.size());
    step.report.events = world.delivered_events + world.unstored_events;
    world.arena.release(step.mark);
    IMPULSE_ASSERT(world.arena.empty());
}

} // namespace impulse
