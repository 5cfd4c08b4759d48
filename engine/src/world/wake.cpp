// Waking: by calls, and before the solve of a step every sleeping body that an impulse can reach within that step.
//
// No solver sees a sleeping body (`refresh_activity`), so none acts as a wall: a collision with one that this stage
// misses is solved a step later, with all its momentum. Because of this stage a row of bodies is solved in the step in
// which it is hit, and piles near by that no impulse reaches stay asleep.
//
// An impulse passes touching bodies at once. It crosses a gap s in the time s / u, where u is the speed of the body
// that crosses. No impact gives a body more than the kinetic energy E of its island: a point with the inverse mass K =
// 1/m + (r x n)^2 / I along the normal moves at u = sqrt(2 E K) at most (Cauchy-Schwarz for J M^-1/2 and M^1/2 v).
// Forces add their part of the step to u. The first arrival at a sleeping body is a shortest path over contacts
// (Dijkstra 1959).
#include <algorithm>
#include <cmath>

#include "world/contact_forces.h"
#include "world/contacts.h"
#include "world/islands.h"
#include "world/joints.h"
#include "world/sleep.h"
#include "world/stages.h"

namespace impulse {
namespace {

/// An impulse propagating over a contact.
struct Push {
    float time = 0.0f;   ///< s after the step began, at arrival
    float energy = 0.0f; ///< J: upper bound from a dynamic body
    uint32_t contact = 0;
    uint32_t from = 0; ///< the side that pushes; 0: A
    uint64_t key = 0;  ///< of the pair: simultaneous impulses arrive in this order (X14)
};

/// A total order: heaps of different libraries order equal elements differently.
bool is_later(const Push& a, const Push& b) {
    if (a.time != b.time) { return a.time > b.time; }
    if (a.key != b.key) { return a.key > b.key; }
    return a.from != b.from ? a.from > b.from : a.energy < b.energy;
}

/// J: kinetic energy of bodies if each had at least `speed`.
float energy_of(const WorldState& world, std::span<const uint32_t> slots, float speed) {
    float energy = 0.0f;
    for (const uint32_t slot : slots) {
        const BodyMotion& motion = world.motions[slot];
        const BodyRecord& body = world.bodies[slot];
        energy += 0.5f * body.mass * max(length_squared(motion.v), speed * speed);
        energy += 0.5f * body.inertia * motion.w * motion.w;
    }
    return energy;
}

/// J: energy of an impulse that reaches these bodies. No body leaves a moving kinematic body at more than twice its
/// speed.
float energy_of(const WorldState& world, const Push& push, std::span<const uint32_t> reached) {
    const Contact& contact = world.contacts[push.contact];
    const uint32_t slot = contact.slot(push.from);
    if (world.is_dynamic(slot)) { return push.energy; }
    const BodyMotion& motion = world.motions[slot];
    const float fastest = length(motion.v) + abs(motion.w) * world.slacks[slot].extent;
    return energy_of(world, reached, 2.0f * fastest);
}

/// s: until the dynamic body on side `from` can push the other, if it has this kinetic energy.
float push_time(const Step& step, const Contact& contact, uint32_t from, float energy) {
    const BodyRecord& body = step.world.bodies[contact.slot(from)];
    const BodyForces& forces = step.world.forces[contact.slot(from)];
    const Vec2 n = from == 0 ? contact.manifold.normal : -contact.manifold.normal;
    const float a = dot(acceleration_by(forces, step.world.gravity, body.inv_mass), n);
    float soonest = 3.0e38f;
    for (int i = 0; i < contact.manifold.count; ++i) {
        const ManifoldPoint& point = contact.manifold.points[i];
        if (point.separation <= 0.0f) { return 0.0f; }
        const float arm = cross(from == 0 ? point.rA : point.rB, n);
        const float k = body.inv_mass + body.inv_inertia * arm * arm;
        soonest = min(soonest, point.separation / (std::sqrt(2.0f * energy * k) + step.dt * max(a, 0.0f)));
    }
    return soonest;
}

/// Whether a new contact begins deep: its bodies did not collide, one was placed in the other.
bool is_put(const WorldState& world, const ContactChange& change) {
    return change.kind == ContactChange::begin &&
           deepest(world.contacts[change.contact].manifold).separation < -world.tuning.linear_slop;
}

/// UR8: whether the body on side `from` is slow, and its impulses of the last step would move the contact point slower
/// than the sleep threshold. Its own speed is not enough: a body pressed against a wall does not move.
bool is_gentle(const WorldState& world, const Contact& contact, uint32_t from) {
    const BodyMotion& motion = world.motions[contact.slot(from)];
    const SleepThreshold limit = threshold_of(world, contact.slot(from));
    if (length(motion.v) > limit.linear || abs(motion.w) > limit.angular) { return false; }
    const BodyRecord& sleeper = world.bodies[contact.slot(1 - from)];
    float speed = 0.0f;
    for (int i = 0; i < contact.manifold.count; ++i) {
        const ManifoldPoint& point = contact.manifold.points[i];
        const float arm = cross(from == 0 ? point.rB : point.rA, contact.manifold.normal);
        speed += world.last_dt * point.normal_impulse * (sleeper.inv_mass + sleeper.inv_inertia * arm * arm);
    }
    return speed <= world.tuning.sleep_linear;
}

/// The propagating impulses, as a heap with the next arrival on top.
struct Pushes {
    Step& step;
    std::span<Push> list{};
    size_t count = 0;

    void add(float time, float energy, uint32_t contact, uint32_t from) {
        if (!(time <= step.dt)) { return; }
        // A contact propagates once, when the first of its bodies wakes; one that began deep between sleeping bodies
        // also from both sides.
        WorldState& world = step.world;
        if (list.empty()) { list = world.arena.allocate<Push>(2 * step.changes.size() + world.contact_ids.count()); }
        list[count++] = {time, energy, contact, from, keyed(world.contacts[contact], contact).key};
        std::push_heap(list.begin(), list.begin() + static_cast<ptrdiff_t>(count), is_later);
    }
    /// Removes the next arrival.
    Push next() {
        std::pop_heap(list.begin(), list.begin() + static_cast<ptrdiff_t>(count), is_later);
        return list[--count];
    }
};

/// Adds the impulses of awake bodies, and of bodies placed into a sleeping one.
void add_first(Pushes& pushes) {
    WorldState& world = pushes.step.world;
    Connected islands(world, false);
    std::span<float> energies; // J: by island
    const auto energy_around = [&](uint32_t slot) {
        if (energies.empty()) { energies = world.arena.allocate<float>(2 * pushes.step.changes.size()); }
        const std::span<const uint32_t> found = islands.with(slot);
        float& energy = energies[world.island_of[slot]];
        if (!found.empty()) { energy = energy_of(world, found, 0.0f); }
        return energy;
    };
    for (const ContactChange& change : pushes.step.changes) {
        const Contact& contact = world.contacts[change.contact];
        const bool touches = change.kind == ContactChange::begin || change.kind == ContactChange::join;
        if (!touches || (contact.flags & kSensor) != 0) { continue; }
        const bool put = is_put(world, change);
        for (const uint32_t from : {0u, 1u}) {
            const uint32_t slot = contact.slot(from);
            const uint32_t other = contact.slot(1 - from);
            if (!world.is_asleep(other)) { continue; }
            if (!world.is_awake(slot)) {
                if (put) { pushes.add(0.0f, 0.0f, change.contact, from); }
            } else if (!world.is_dynamic(slot)) {
                pushes.add(0.0f, 0.0f, change.contact, from);
            } else if (put || !world.tuning.sleep_through_touch || !is_gentle(world, contact, from)) {
                const float energy = energy_around(slot);
                pushes.add(push_time(pushes.step, contact, from, energy), energy, change.contact, from);
            }
        }
    }
}

} // namespace

void wake_reached(Step& step) {
    WorldState& world = step.world;
    const Arena::Mark mark = world.arena.mark();
    Pushes pushes{step};
    add_first(pushes);
    while (pushes.count > 0) {
        const Push push = pushes.next();
        const uint32_t reached = world.contacts[push.contact].slot(1 - push.from);
        if (!world.is_asleep(reached)) { continue; }
        const std::span<const uint32_t> woken = sleepers_with(world, world.arena, reached);
        const float energy = energy_of(world, push, woken);
        wake_body(world, reached);
        for (const uint32_t slot : woken) {
            for_each_contact(world, slot, [&](uint32_t index, uint32_t side) {
                const Contact& contact = world.contacts[index];
                const bool touches = (contact.flags & (kTouching | kSensor)) == kTouching;
                if (!touches || !world.is_asleep(contact.slot(1 - side))) { return; }
                pushes.add(push.time + push_time(step, contact, side, energy), energy, index, side);
            });
        }
    }
    world.arena.release(mark);
}

void push_body_event(WorldState& world, EventType type, uint32_t slot) {
    Event event{};
    event.type = type;
    event.body_a = world.body_id(slot);
    world.events.push_back(event);
}

void wake_body(WorldState& world, uint32_t slot) {
    const BodyRecord& body = world.bodies[slot];
    if (!body.enabled || body.type == BodyType::static_body) { return; }
    if (body.type == BodyType::kinematic_body) {
        const BodyMotion& motion = world.motions[slot];
        const bool was = world.is_awake(slot);
        const bool moves = !(motion.v == Vec2{} && motion.w == 0.0f);
        world.awake_bodies.assign(slot, moves);
        if (moves) { wake_joined(world, slot); }
        if (moves != was) { refresh_activities(world, {&slot, 1}); } // contacts of bodies that sleep on it
        return;
    }
    if (world.is_awake(slot)) {
        // Its rest time restarts and keeps the island awake; otherwise it would fall asleep while a caller moves it.
        world.bodies[slot].sleep_timer = 0.0f;
        return;
    }
    const Arena::Mark mark = world.arena.mark();
    const std::span<const uint32_t> members = sleepers_with(world, world.arena, slot);
    for (const uint32_t member : members) {
        BodyRecord& woken = world.bodies[member];
        woken.next_asleep = kNull;
        world.awake_bodies.set(member);
        world.masses[member] = {woken.inv_mass, woken.inv_inertia};
        woken.sleep_timer = 0.0f;
        push_body_event(world, EventType::wake, member);
    }
    refresh_activities(world, members);
    world.arena.release(mark);
}

void wake_touching(WorldState& world, uint32_t slot) {
    wake_body(world, slot);
    for_each_contact(world, slot, [&](uint32_t index, uint32_t side) {
        const Contact& contact = world.contacts[index];
        if ((contact.flags & kTouching) != 0) { wake_body(world, contact.slot(1 - side)); }
    });
    wake_expected(world, slot);
    wake_joined(world, slot);
}

} // namespace impulse
