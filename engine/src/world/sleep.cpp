#include "world/sleep.h"

#include "dynamics/joints/drives.h"
#include "dynamics/solvers/registry.h"
#include "world/contacts.h"
#include "world/islands.h"
#include "world/joints.h"

namespace impulse {
namespace {

constexpr float kEarth = 9.81f; // m/s^2: the gravity for which the sleep thresholds were chosen

/// The residual motion of solvers in equilibrium, as a share of the sleep thresholds. Measured on bodies that motors
/// press against limits, walls and piles: up to 1e-5 m/s in velocity, 2e-4 m/s in displacement over time.
float still_of(const SolverEntry& solver) { return solver.rests_by_displacement ? 0.01f : 0.001f; }

/// Whether the body was slower in the last step than a share of its sleep thresholds. Velocity alone is not enough:
/// overlap correction moves a body and leaves no velocity. If the position passes of a solver remove velocity,
/// displacement decides.
bool was_slow(const WorldState& world, const SolverEntry& solver, uint32_t slot, float share) {
    const BodyRecord& body = world.bodies[slot];
    const BodyMotion& motion = world.motions[slot];
    const SleepThreshold limit = threshold_of(world, slot);
    if (body.displacement_speed > limit.linear) { return false; }
    const float speed = solver.rests_by_displacement ? body.displacement_speed : length(motion.v);
    const float spin = solver.rests_by_displacement ? body.displacement_spin : abs(motion.w);
    return speed <= share * limit.linear && spin <= share * limit.angular;
}

/// Whether the body is at rest and has no weight along an axis on which it may move. With damping d a speed v moves it
/// by another v / d, which must be within the slop.
bool floats(const WorldState& world, const SolverEntry& solver, uint32_t slot) {
    const BodyForces& forces = world.forces[slot];
    const BodyMotion& motion = world.motions[slot];
    if (unlocked(motion.flags, forces.gravity_scale * world.gravity) != Vec2{}) { return false; }
    const float slop = world.tuning.linear_slop;
    return was_slow(world, solver, slot, still_of(solver)) ||
           (length(motion.v) <= forces.linear_damping * slop &&
            world.slacks[slot].extent * abs(motion.w) <= forces.angular_damping * slop);
}

/// A body that a motor or a spring still moves does not rest, however slow it is.
void keep_driven_awake(WorldState& world, const SolverEntry& solver) {
    world.active_joints.for_each([&](uint32_t index) {
        const Joint& joint = world.joints[index];
        const float share = share_at_rest(joint, world.tuning, still_of(solver));
        if (share >= 1.0f) { return; }
        for (const uint32_t slot : {joint.slotA, joint.slotB}) {
            if (slot == kNull || was_slow(world, solver, slot, share)) { continue; }
            world.bodies[slot].sleep_timer = 0.0f;
        }
    });
}

bool presses(const Contact& contact) {
    const auto& points = contact.manifold.points;
    return max(points[0].normal_impulse, points[1].normal_impulse) > 0.0f;
}

bool is_apart(const Contact& contact) {
    const Manifold& manifold = contact.manifold;
    bool apart = !presses(contact);
    for (int i = 0; i < manifold.count; ++i) { apart = apart && manifold.points[i].separation > 0.0f; }
    return apart;
}

/// Whether an island of bodies that have all been slow for their time is at rest: an immovable body supports it by a
/// contact or joint that carries a force, or all its bodies float. An island that touches a moving kinematic body or a
/// surface with tangent velocity is not at rest.
bool is_at_rest(const WorldState& world, const SolverEntry& solver, const Island& island) {
    bool borne = false;
    bool moved = false;
    bool all_float = true;
    for (uint32_t slot = island.first_body; slot != kNull; slot = world.bodies[slot].island_next) {
        const auto moves = [&](uint32_t other) { return !world.is_dynamic(other) && world.is_awake(other); };
        for_each_contact(world, slot, [&](uint32_t index, uint32_t side) {
            const Contact& contact = world.contacts[index];
            if ((contact.flags & (kTouching | kSensor)) != kTouching) { return; }
            const uint32_t other = contact.slot(1 - side);
            borne = borne || (world.masses[other].inv_mass == 0.0f && presses(contact));
            moved = moved || moves(other) || (contact.tangent_speed != 0.0f && contact.friction > 0.0f);
        });
        for_each_joint(world, slot, [&](uint32_t index, uint32_t side) {
            if (!world.active_joints.test(index)) { return; }
            const Joint& joint = world.joints[index];
            const uint32_t other = other_slot(world, index, side);
            const bool ground = is_grounded(joint) || !world.is_dynamic(other);
            borne = borne || (ground && (joint.force != Vec2{} || joint.torque != 0.0f));
            moved = moved || (other != kNull && moves(other));
        });
        all_float = all_float && floats(world, solver, slot);
    }
    return !moved && (borne || all_float);
}

void sleep_island(WorldState& world, uint32_t index) {
    const uint32_t first = world.islands[index].first_body;
    for (uint32_t slot = first; slot != kNull; slot = world.bodies[slot].island_next) {
        world.awake_bodies.clear(slot);
        world.masses[slot] = {};
        world.motions[slot].v = {};
        world.motions[slot].w = 0.0f;
        world.just_slept.push_back(slot);
        push_body_event(world, EventType::sleep, slot);
    }
    refresh_activities(world, first);
}

/// Puts an island at rest to sleep. It is split at contacts that have a gap and carry no force, so that separated
/// neighbours need not wake together.
void sleep_in_parts(WorldState& world, const SolverEntry& solver, uint32_t index) {
    const Arena::Mark mark = world.arena.mark();
    const std::span<uint32_t> members = world.arena.allocate<uint32_t>(world.islands[index].body_count);
    uint32_t slot = world.islands[index].first_body;
    for (uint32_t& member : members) { slot = world.bodies[member = slot].island_next; }
    for (const uint32_t member : members) {
        for_each_contact(world, member, [&](uint32_t contact, uint32_t) {
            const Contact& of = world.contacts[contact];
            if ((of.flags & kLinked) != 0 && is_apart(of)) { unlink_contact(world, contact); }
        });
    }
    if (world.islands[index].removed > 0) { split_island(world, index); }
    for (const uint32_t member : members) {
        const Island& part = world.islands[world.island_of[member]];
        if (part.first_body == member && is_at_rest(world, solver, part)) {
            sleep_island(world, world.island_of[member]);
        }
    }
    world.arena.release(mark);
}

} // namespace

SleepThreshold threshold_of(const WorldState& world, uint32_t slot) {
    const SleepThreshold& own = world.bodies[slot].sleep_threshold;
    return {own.linear > 0.0f ? own.linear / world.length_unit : world.tuning.sleep_linear,
            own.angular > 0.0f ? own.angular : world.tuning.sleep_angular,
            own.seconds > 0.0f ? own.seconds : world.tuning.sleep_time};
}

void sleep_body(WorldState& world, uint32_t slot) {
    if (!world.is_dynamic(slot) || !world.is_awake(slot)) { return; }
    if (world.islands[world.island_of[slot]].removed > 0) { split_island(world, world.island_of[slot]); }
    sleep_island(world, world.island_of[slot]);
}

void update_sleep(Step& step) {
    WorldState& world = step.world;
    if (!world.tuning.sleep) {
        step.report.islands = world.island_ids.count();
        return;
    }
    const SolverEntry& solver = *world.solver;
    const float slow = clamp(length(world.gravity) * world.length_unit / kEarth, still_of(solver), 1.0f);
    for (const uint32_t slot : step.awake) {
        if (!world.is_dynamic(slot)) { continue; }
        BodyRecord& body = world.bodies[slot];
        const bool rests =
            body.sleep_allowed && (was_slow(world, solver, slot, slow) ||
                                   (slow < 1.0f && was_slow(world, solver, slot, 1.0f) && floats(world, solver, slot)));
        body.sleep_timer = rests ? body.sleep_timer + step.dt : 0.0f;
        world.islands[world.island_of[slot]].rest = {3.0e38f, -3.0e38f};
    }
    keep_driven_awake(world, solver);
    for (const uint32_t slot : step.awake) {
        if (!world.is_dynamic(slot)) { continue; }
        const float over = world.bodies[slot].sleep_timer - threshold_of(world, slot).seconds;
        Island::Rest& rest = world.islands[world.island_of[slot]].rest;
        rest = {min(rest.least, over), max(rest.most, over)};
    }

    const std::span<uint32_t> to_split = world.arena.allocate<uint32_t>(step.awake.size());
    size_t split_count = 0;
    for (const uint32_t slot : step.awake) {
        const uint32_t index = world.island_of[slot];
        const bool once = index != kNull && world.islands[index].first_body == slot && world.is_awake(slot);
        if (!once) { continue; } // an island
        ++step.report.islands;
        const Island& island = world.islands[index];
        if (island.removed > 0) {
            // One restless body must not keep a pile awake that it left long ago.
            if (island.rest.most >= 0.0f) { to_split[split_count++] = index; }
        } else if (island.rest.least >= 0.0f && is_at_rest(world, solver, island)) {
            sleep_in_parts(world, solver, index);
        }
    }
    // All of them: if islands took turns, the time of falling asleep would depend on other islands (X14).
    for (const uint32_t index : to_split.first(split_count)) { split_island(world, index); }
}

} // namespace impulse
