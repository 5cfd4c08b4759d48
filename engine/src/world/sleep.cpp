#include "world/sleep.h"

#include <algorithm>

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
float still_of(const WorldState& world) { return world.solver->rests_by_displacement ? 0.01f : 0.001f; }

/// Whether the body was slower in the last step than a share of its sleep thresholds. Velocity alone is not enough: the
/// correction of overlaps and joints displaces or turns a body and leaves no velocity. If the position passes of a
/// solver remove velocity, displacement decides.
bool was_slow(const WorldState& world, uint32_t slot, float share) {
    const BodyRecord& body = world.bodies[slot];
    const BodyMotion& motion = world.motions[slot];
    const SleepThreshold limit = threshold_of(world, slot);
    if (body.displacement_speed > limit.linear || body.displacement_spin > limit.angular) { return false; }
    const float speed = world.solver->rests_by_displacement ? body.displacement_speed : length(motion.v);
    const float spin = world.solver->rests_by_displacement ? body.displacement_spin : abs(motion.w);
    return speed <= share * limit.linear && spin <= share * limit.angular;
}

/// Whether the body is at rest and has no weight along an axis on which it may move. With damping d a speed v moves it
/// by another v / d, which must be within the slop.
bool floats(const WorldState& world, uint32_t slot) {
    const BodyForces& forces = world.forces[slot];
    const BodyMotion& motion = world.motions[slot];
    if (unlocked(motion.flags, forces.gravity_scale * world.gravity) != Vec2{}) { return false; }
    const float slop = world.tuning.linear_slop;
    return was_slow(world, slot, still_of(world)) ||
           (length(motion.v) <= forces.linear_damping * slop &&
            world.slacks[slot].extent * abs(motion.w) <= forces.angular_damping * slop);
}

/// A body that a motor or a spring still moves does not rest, however slow it is.
void keep_driven_awake(WorldState& world) {
    world.active_joints.for_each([&](uint32_t index) {
        const Joint& joint = world.joints[index];
        const float share = share_at_rest(joint, world.tuning, still_of(world));
        if (share >= 1.0f) { return; }
        for (const uint32_t slot : {joint.slotA, joint.slotB}) {
            if (slot == kNull || was_slow(world, slot, share)) { continue; }
            world.bodies[slot].sleep_timer = 0.0f;
        }
    });
}

/// s: at rest beyond the time required.
float rest_of(const WorldState& world, uint32_t slot) {
    return world.bodies[slot].sleep_timer - threshold_of(world, slot).seconds;
}

/// Whether connected bodies are at rest: all have been slow for their time, and an immovable body supports them by a
/// contact or joint that carries a force, or all float. Bodies that touch a moving kinematic body or a surface with
/// tangent velocity are not at rest.
bool is_at_rest(const WorldState& world, std::span<const uint32_t> slots) {
    bool borne = false;
    bool moved = false;
    bool all_float = true;
    for (const uint32_t slot : slots) {
        if (rest_of(world, slot) < 0.0f) { return false; } // met at the end of this step
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
        all_float = all_float && floats(world, slot);
    }
    return !moved && (borne || all_float);
}

/// `slots`: ascending.
void put_to_sleep(WorldState& world, std::span<const uint32_t> slots) {
    for (size_t i = 0; i < slots.size(); ++i) {
        const uint32_t slot = slots[i];
        world.bodies[slot].next_asleep = slots[(i + 1) % slots.size()];
        world.awake_bodies.clear(slot);
        world.masses[slot] = {};
        world.motions[slot].v = {};
        world.motions[slot].w = 0.0f;
        world.forces[slot].force = {};
        world.forces[slot].torque = 0.0f;
        world.just_slept.push_back(slot);
        push_body_event(world, EventType::sleep, slot);
    }
    refresh_activities(world, slots);
}

/// Advances the time that each awake body has been at rest, or sets it to 0.
void update_timers(const Step& step) {
    WorldState& world = step.world;
    const float slow = clamp(length(world.gravity) * world.length_unit / kEarth, still_of(world), 1.0f);
    for (const uint32_t slot : step.awake) {
        if (!world.is_dynamic(slot)) { continue; }
        BodyRecord& body = world.bodies[slot];
        const bool rests = body.sleep_allowed && (was_slow(world, slot, slow) ||
                                                  (slow < 1.0f && was_slow(world, slot, 1.0f) && floats(world, slot)));
        body.sleep_timer = rests ? body.sleep_timer + step.dt : 0.0f;
    }
    keep_driven_awake(world);
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
    const Arena::Mark mark = world.arena.mark();
    put_to_sleep(world, Connected(world, false).with(slot));
    world.arena.release(mark);
}

void update_sleep(Step& step) {
    WorldState& world = step.world;
    if (!world.tuning.sleep) { return; }
    update_timers(step);
    const std::span<float> rest = world.arena.allocate<float>(step.island_count); // s: the least of each island
    std::fill(rest.begin(), rest.end(), 3.0e38f);
    for (const auto [slot, island] : step.islands) {
        if (island != kNull) { rest[island] = min(rest[island], rest_of(world, slot)); }
    }
    // An island whose bodies all rest sleeps in parts, so that neighbours with a gap need not wake together.
    Connected parts(world, true);
    for (const auto [slot, island] : step.islands) {
        if (!world.is_dynamic(slot) || !world.is_awake(slot)) { continue; }
        if ((island != kNull ? rest[island] : rest_of(world, slot)) < 0.0f) { continue; }
        const std::span<const uint32_t> part = parts.with(slot);
        if (!part.empty() && is_at_rest(world, part)) { put_to_sleep(world, part); }
    }
}

} // namespace impulse
