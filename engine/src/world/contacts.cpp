#include "world/contacts.h"

#include <algorithm>

#include "core/sort.h"
#include "dynamics/material.h"
#include "world/contact_forces.h"
#include "world/hooks.h"
#include "world/islands.h"
#include "world/joints.h"
#include "world/seams.h"
#include "world/sleep.h"
#include "world/stages.h"
#include "world/validate.h"

namespace impulse {
namespace {

bool passes(const Filter& a, const Filter& b) {
    if (a.group == b.group && a.group != 0) { return a.group > 0; }
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

/// Two sensors may report each other: one event for each.
void push_event(WorldState& world, const Contact& contact, EventType solid, EventType sensor) {
    const uint32_t a = contact.shapeA;
    const uint32_t b = contact.shapeB;
    if ((contact.flags & kSensor) == 0) {
        push_pair_event(world, solid, a, b);
        return;
    }
    if (world.shapes[a].sees(world.shapes[b])) { push_pair_event(world, sensor, a, b); }
    if (world.shapes[b].sees(world.shapes[a])) { push_pair_event(world, sensor, b, a); }
}

bool none_sleeps(const WorldState& world, const Contact& contact) {
    return !world.is_asleep(contact.slotA) && !world.is_asleep(contact.slotB);
}

/// The event of an impact whose contact ends before the two stopped approaching.
void finish_impact(WorldState& world, uint32_t index) {
    List<Impact>& impacts = world.unfinished_impacts;
    for (size_t i = 0; i < impacts.size(); ++i) {
        if (impacts[i].contact != index) { continue; }
        push_hit(world, impacts[i]);
        impacts[i] = impacts.back(); // their order comes from their keys
        impacts.pop_back();
        return;
    }
}

/// Ends a touching contact: a body that rested on the other falls (UR8). No sleeping body rests
/// on an awake one. `stored`: whether a contact_end is.
void end_touching(WorldState& world, uint32_t index, bool stored = true) {
    Contact& contact = world.contacts[index];
    if ((contact.flags & kTouching) == 0) { return; }
    const bool asleep = !world.is_awake(contact.slotA) && !world.is_awake(contact.slotB);
    const bool bore = asleep || world.active_contacts.test(index);
    finish_impact(world, index); // the events of a pair: begin, hit, end
    if (stored || (contact.flags & kSensor) != 0) {
        push_event(world, contact, EventType::contact_end, EventType::sensor_end);
    } else {
        ++world.unstored_events;
    }
    ++world.contact_order.changed;
    contact.flags &= ~(kTouching | kHitDue);
    contact.age = 0; // the result must not depend on whether the pair survives or is created again
    refresh_activity(world, index);
    if ((contact.flags & kSensor) == 0 && bore) {
        wake_body(world, contact.slotA);
        wake_body(world, contact.slotB);
    }
}

} // namespace

void push_pair_event(WorldState& world, EventType type, uint32_t shapeA, uint32_t shapeB) {
    Event event{};
    event.type = type;
    event.shape_a = world.shape_id(shapeA);
    event.shape_b = world.shape_id(shapeB);
    event.body_a = world.body_id(world.shapes[shapeA].slot);
    event.body_b = world.body_id(world.shapes[shapeB].slot);
    world.events.push_back(event);
}

void push_hit(WorldState& world, const Impact& impact) {
    if (!(impact.speed > 0.0f)) { return; }
    if (!world.stored.hits) {
        ++world.unstored_events;
        return;
    }
    const Contact& contact = world.contacts[impact.contact];
    push_pair_event(world, EventType::contact_hit, contact.shapeA, contact.shapeB);
    Event& event = world.events.back();
    event.point = impact.point;
    event.normal = impact.normal;
    event.approach_speed = impact.speed;
    event.impulse = impact.impulse;
}

void begin_touching(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    contact.flags |= kTouching;
    ++world.contact_order.changed;
    refresh_activity(world, index);
    if ((contact.flags & kSensor) == 0 && !world.stored.begins) {
        ++world.unstored_events;
        return;
    }
    push_event(world, contact, EventType::contact_begin, EventType::sensor_begin);
    if ((contact.flags & kSensor) != 0) { return; }
    Event& event = world.events.back();
    const BodyPose& pose = world.poses[contact.slotA];
    const Vec2 dp = world.motions[contact.slotA].dp;
    event.normal = contact.manifold.normal;
    event.count = contact.manifold.count;
    for (int i = 0; i < event.count; ++i) {
        const ManifoldPoint& point = contact.manifold.points[i];
        event.points[i] = {point_at(pose, dp + point.rA), point.separation};
    }
}

void refresh_activity(WorldState& world, uint32_t index) {
    const Contact& contact = world.contacts[index];
    const bool awake = world.is_awake(contact.slotA) || world.is_awake(contact.slotB);
    world.awake_contacts.assign(index, awake);
    // The colours of a body that fell asleep or woke are assigned again: an immovable body has none.
    if (world.active_contacts.test(index)) {
        world.active_contacts.clear(index);
        world.graph.remove(index, world.links);
    }
    const bool movesA = world.masses[contact.slotA].inv_mass > 0.0f;
    const bool movesB = world.masses[contact.slotB].inv_mass > 0.0f;
    const bool solid = (contact.flags & (kTouching | kSensor)) == kTouching;
    // A sleeping body has mass 0, which solvers treat as static.
    const bool seen = none_sleeps(world, contact) || sleepers_are_walls(world.tuning);
    if (solid && seen && may_move(world, contact)) {
        world.active_contacts.set(index);
        world.graph.add(index, world.links[index], contact.slotA, movesA, contact.slotB, movesB);
    }
}

void refresh_activities(WorldState& world, std::span<const uint32_t> slots) {
    const Arena::Mark mark = world.arena.mark();
    const auto for_each_own = [&](auto&& each) {
        for (const uint32_t slot : slots) {
            for_each_contact(world, slot, [&](uint32_t contact, uint32_t) { each(contact); });
        }
    };
    size_t count = 0;
    for_each_own([&](uint32_t) { ++count; });
    const std::span<KeyedContact> own = world.arena.allocate<KeyedContact>(count);
    count = 0;
    for_each_own([&](uint32_t contact) { own[count++] = keyed(world.contacts[contact], contact); });
    sort_by_key(world.arena, own);
    uint32_t last = kNull; // a contact between two of the bodies is there twice
    for (const KeyedContact& contact : own) {
        if (contact.index != last) { refresh_activity(world, last = contact.index); }
    }
    world.arena.release(mark);
    for (const uint32_t slot : slots) {
        for_each_joint(world, slot, [&](uint32_t joint, uint32_t) { refresh_activity_of_joint(world, joint); });
    }
}

bool could_collide(const WorldState& world, uint32_t shapeA, uint32_t shapeB) {
    const ShapeRecord& a = world.shapes[shapeA];
    const ShapeRecord& b = world.shapes[shapeB];
    if (a.slot == b.slot || (a.sensor && !a.sees(b) && !b.sees(a))) { return false; }
    const BodyType typeA = world.bodies[a.slot].type;
    const BodyType typeB = world.bodies[b.slot].type;
    const bool moving = a.sensor || b.sensor ? typeA != BodyType::static_body || typeB != BodyType::static_body
                                             : typeA == BodyType::dynamic_body || typeB == BodyType::dynamic_body;
    return moving && !kept_apart(world, a.slot, b.slot);
}

bool filters_pass(const WorldState& world, uint32_t shapeA, uint32_t shapeB) {
    return passes(world.shapes[shapeA].filter, world.shapes[shapeB].filter);
}

bool should_collide(const WorldState& world, uint32_t shapeA, uint32_t shapeB) {
    // A pair that `Hooks::filter` accepted against the filters has a contact; so has one that it refused against them,
    // with `kRefused`. If it was asked because of a path, there is no contact yet.
    const uint64_t key = pair_key(shapeA, shapeB);
    const int answer = stored_answer(world, key);
    const bool accepted = answer < 0 ? filters_pass(world, shapeA, shapeB) || has_contact(world, key) : answer > 0;
    return accepted && could_collide(world, shapeA, shapeB);
}

uint32_t contact_of(const WorldState& world, uint64_t key) {
    static_assert(PairMap::kAbsent == kNull && PairMap::kIndices == kIndexMask + 1);
    return world.pairs.find(key, [&world](uint32_t index) {
        const Contact& contact = world.contacts[index];
        return pair_key(contact.shapeA, contact.shapeB);
    });
}

KeyedContact keyed(const Contact& contact, uint32_t index) { return {pair_key(contact.shapeA, contact.shapeB), index}; }

void sort_by_key(std::span<KeyedContact> contacts, std::span<KeyedContact> scratch) {
    merge_sort(contacts, scratch, [](const KeyedContact& a, const KeyedContact& b) { return a.key < b.key; });
}

void sort_by_key(Arena& arena, std::span<KeyedContact> contacts) {
    merge_sort(arena, contacts, [](const KeyedContact& a, const KeyedContact& b) { return a.key < b.key; });
}

void set_active(WorldState& world, std::span<KeyedContact> contacts) {
    sort_by_key(world.arena, contacts);
    world.active.resize(contacts.size());
    for (size_t i = 0; i < contacts.size(); ++i) {
        world.active[i] = contacts[i].index;
        world.impulses[contacts[i].index] = 0.0f;
    }
}

void mix_materials(const WorldState& world, Contact& contact) {
    const ShapeRecord& a = world.shapes[contact.shapeA];
    const ShapeRecord& b = world.shapes[contact.shapeB];
    const Material& ma = a.material;
    const Material& mb = b.material;
    const Tuning& tuning = world.tuning;
    const float staticA = ma.static_friction < 0.0f ? ma.friction : ma.static_friction;
    const float staticB = mb.static_friction < 0.0f ? mb.friction : mb.static_friction;
    contact.friction = mix(tuning.friction_mix, ma.friction, mb.friction);
    contact.static_friction = mix(tuning.friction_mix, staticA, staticB);
    contact.restitution = mix(tuning.restitution_mix, ma.restitution, mb.restitution);
    contact.rolling_resistance =
        max(ma.rolling_resistance, mb.rolling_resistance) * max(a.shape.radius, b.shape.radius);
    contact.tangent_speed = ma.tangent_speed + mb.tangent_speed;
}

int dominance_over(const WorldState& world, uint32_t slotA, uint32_t slotB) {
    const int above = world.bodies[slotA].dominance - world.bodies[slotB].dominance;
    return above != 0 && joined(world, slotA, slotB) ? 0 : above;
}

void refresh_dominance(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    const bool ridden = (contact.flags & kHeld) != 0 && !may_move(world, contact); // by a character
    contact.flags &= ~kHeld;
    if (ridden) { refresh_activity(world, index); }
    if ((contact.flags & kBetweenDynamic) == 0) { return; }
    const int above = dominance_over(world, contact.slotA, contact.slotB);
    if (above != 0) { contact.flags |= above > 0 ? kHeldA : kHeldB; }
}

Impact impact_of(const WorldState& world, uint32_t index, double x, double y, const BodyVelocity& a,
                 const BodyVelocity& b) {
    const Manifold& manifold = world.contacts[index].manifold;
    Impact impact;
    impact.contact = index;
    impact.normal = manifold.normal;
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& point = manifold.points[i];
        const float speed = dot(a.v + cross(a.w, point.rA) - b.v - cross(b.w, point.rB), impact.normal);
        if (speed <= impact.speed) { continue; }
        impact.speed = speed;
        impact.point = {static_cast<float>(x + static_cast<double>(point.rA.x)),
                        static_cast<float>(y + static_cast<double>(point.rA.y))};
    }
    return impact;
}

Impact impact_of(const WorldState& world, uint32_t index, double x, double y) {
    const BodyMotion& a = world.motions[world.contacts[index].slotA];
    const BodyMotion& b = world.motions[world.contacts[index].slotB];
    return impact_of(world, index, x, y, {a.v, a.w}, {b.v, b.w});
}

namespace {

/// The impact of a contact at the velocities before the step.
Impact impact_before(const Step& step, uint32_t index) {
    const Contact& contact = step.world.contacts[index];
    const auto velocity = [&](uint32_t slot) {
        const auto [slots, of] = step.before;
        const auto at = static_cast<size_t>(std::lower_bound(slots.begin(), slots.end(), slot) - slots.begin());
        return at < slots.size() && slots[at] == slot ? of[at] : BodyVelocity{}; // else static or asleep
    };
    const BodyPose& pose = step.world.poses[contact.slotA];
    return impact_of(step.world, index, pose.x, pose.y, velocity(contact.slotA), velocity(contact.slotB));
}

/// Adds the impact of a contact, unless its points separate.
void find_impact(Step& step, uint32_t index) {
    const Impact impact = impact_before(step, index);
    if (impact.speed > 0.0f) { step.world.impacts.push_back(impact); }
}

/// Of the contacts that may get their first impulse only few do: shapes side by side wait for one as long as they are
/// near. So what an impact would be is computed after the step, from the velocities before it, unless the solver moves
/// the points in between.
void keep_velocities(Step& step) {
    WorldState& world = step.world;
    if (!world.due.any()) { return; }
    const std::span<BodyVelocity> before = world.arena.allocate<BodyVelocity>(step.awake.size());
    for (size_t i = 0; i < before.size(); ++i) {
        const BodyMotion& motion = world.motions[step.awake[i]];
        before[i] = {motion.v, motion.w};
    }
    step.before = {step.awake, before};
    if (world.solver->detects) {
        world.due.for_each([&](uint32_t index) { find_impact(step, index); });
    }
}

// Of a heavy body on a light one that rests on something, a step stops but a part: the light one is solved as if it
// were free, so that two iterations pass on as many times its own share (one of 21 for 20:1).
/// Whether the two approach after the step at over a twentieth of the speed at which they met: what is missing is more
/// than the 5 % to which an event knows its impulse.
bool goes_on(const WorldState& world, const Impact& impact) {
    constexpr float kMissing = 0.05f;
    return world.active_contacts.test(impact.contact) && world.impulses[impact.contact] > 0.0f &&
           impact_of(world, impact.contact, 0.0, 0.0).speed > kMissing * impact.speed;
}

} // namespace

// Post: every impact that ended in this step has its event.
void emit_hits(Step& step) {
    WorldState& world = step.world;
    world.due.for_each([&](uint32_t index) {
        if (!(world.impulses[index] > 0.0f)) { return; } // as most, whose memory is not read
        Contact& contact = world.contacts[index];
        if ((contact.flags & kHitDue) == 0) { return; }
        contact.flags &= ~kHitDue;
        if (!world.solver->detects) { find_impact(step, index); }
    });
    List<Impact>& going = world.unfinished_impacts;
    const Arena::Mark mark = world.arena.mark();
    const std::span<Impact> impacts = world.arena.allocate<Impact>(world.impacts.size() + going.size());
    const std::span<KeyedContact> order = world.arena.allocate<KeyedContact>(impacts.size());
    size_t count = 0;
    const auto add = [&](const Impact& impact) {
        impacts[count] = impact;
        if (world.active_contacts.test(impact.contact)) { impacts[count].impulse += world.impulses[impact.contact]; }
        order[count] = keyed(world.contacts[impact.contact], static_cast<uint32_t>(count));
        ++count;
    };
    for (const Impact& impact : going) { add(impact); }
    for (const Impact& impact : world.impacts) {
        if (world.impulses[impact.contact] > 0.0f) { add(impact); }
    }
    going.clear();
    sort_by_key(world.arena, order.first(count));
    for (const KeyedContact& of : order.first(count)) {
        if (goes_on(world, impacts[of.index])) {
            going.push_back(impacts[of.index]);
        } else {
            push_hit(world, impacts[of.index]);
        }
    }
    world.arena.release(mark);
}

Error make_room_for_contacts(WorldState& world, uint32_t count) {
    Error error;
    const auto make_room = [&](auto& list) {
        if (count <= list.capacity() || error) { return; }
        const size_t places = count > 2 * list.capacity() ? count : 2 * list.capacity();
        error = check_memory(places * sizeof(list[0]));
        if (!error) { list.reserve(places); }
    };
    make_room(world.contacts);
    make_room(world.links);
    make_room(world.manifold_caches);
    make_room(world.apart_pairs);
    make_room(world.impulses);
    make_room(world.loads);
    if (!error) { error = check_memory(count * sizeof(uint16_t)); }
    if (!error) { world.contact_ids.reserve(world.loads.capacity()); }
    if (!error && !world.pairs.reserve(count)) { error = no_memory(count * sizeof(uint64_t)); }
    return error;
}

uint32_t create_contact(WorldState& world, uint32_t shapeA, uint32_t shapeB) {
    const uint32_t index = world.contact_ids.allocate();
    ++world.contact_order.changed;
    if (index >= world.contacts.size()) {
        resize_all(index + 1, world.contacts, world.links, world.manifold_caches, world.apart_pairs, world.impulses,
                   world.loads, world.awake_contacts, world.active_contacts, world.due);
    }
    Contact& contact = world.contacts[index];
    contact = {};
    world.links[index] = {};
    world.manifold_caches[index] = {};
    world.apart_pairs[index] = {};
    world.impulses[index] = 0.0f;
    world.loads[index] = 0.0f;
    contact.shapeA = shapeA < shapeB ? shapeA : shapeB;
    contact.shapeB = shapeA < shapeB ? shapeB : shapeA;
    const ShapeRecord& a = world.shapes[contact.shapeA];
    const ShapeRecord& b = world.shapes[contact.shapeB];
    contact.slotA = a.slot;
    contact.slotB = b.slot;
    if (a.sensor || b.sensor) { contact.flags |= kSensor; }
    if (a.shape.radius > 0.0f || b.shape.radius > 0.0f) { contact.flags |= kRound; }
    if (world.is_dynamic(a.slot) && world.is_dynamic(b.slot)) { contact.flags |= kBetweenDynamic; }
    mix_materials(world, contact);
    refresh_dominance(world, index);
    refresh_hooks(world, index);
    link_edge(world.links, world.bodies[contact.slotA].first_edge, kNull, index << 1);
    link_edge(world.links, world.bodies[contact.slotB].first_edge, kNull, index << 1 | 1u);
    world.pairs.insert(pair_key(contact.shapeA, contact.shapeB), index);
    // A pair found because one side was placed or moved by hand is computed at once, even between sleeping bodies.
    world.awake_contacts.set(index);
    mark_seams(world, index);
    return index;
}

void refuse_contact(WorldState& world, uint32_t index) {
    world.contacts[index].flags |= kRefused;
    world.hooked = true;
}

void destroy_contact(WorldState& world, uint32_t index) {
    end_touching(world, index);
    const Contact& contact = world.contacts[index];
    unlink_edge(world.links, world.bodies[contact.slotA].first_edge, index << 1);
    unlink_edge(world.links, world.bodies[contact.slotB].first_edge, index << 1 | 1u);
    world.pairs.erase(pair_key(contact.shapeA, contact.shapeB), index);
    world.awake_contacts.clear(index);
    world.contact_ids.free(index);
}

void destroy_contacts_of_body(WorldState& world, uint32_t slot) {
    renew_seams_of_body(world, slot);
    wake_expected(world, slot);
    forget_answers(world, slot, kNull);
    for_each_contact_of(world, slot, kNull, [&world](uint32_t contact) { destroy_contact(world, contact); });
}

void destroy_contacts_of_shape(WorldState& world, uint32_t shape) {
    renew_seams(world, shape);
    const uint32_t slot = world.shapes[shape].slot;
    wake_expected(world, slot);
    forget_answers(world, slot, shape);
    for_each_contact_of(world, slot, shape, [&world](uint32_t contact) { destroy_contact(world, contact); });
}

constexpr size_t kCrowd = 4096; // changes in one step

// Pre:  `changes` in pair-key order.
// Post: `changes` are gone, unless `publish` needs them. Begin and end events are emitted. Sleeping bodies that an
//       impulse can reach in this step are awake (before any mass is read: UR8). The graph contains exactly the
//       touching solid contacts of which one body can move and none sleeps; islands are the parts that it connects.
void commit_contacts(Step& step) {
    WorldState& world = step.world;
    // Lists that double as they grow would use three times the memory that a dense cluster needs.
    if (step.changes.size() > kCrowd && world.stored.begins) {
        world.events.reserve(world.events.size() + step.changes.size());
    }
    world.graph.expect(step.changes.size());
    for (ContactChange& change : step.changes) {
        Contact& contact = world.contacts[change.contact];
        switch (change.kind) {
        case ContactChange::begin:
            begin_touching(world, change.contact);
            if ((contact.flags & kSensor) != 0) { break; }
            world.impulses[change.contact] = 0.0f;
            world.loads[change.contact] = 0.0f;
            if (resume_contact(world, change.contact)) {
                change.kind = ContactChange::join;
                if (presses(contact)) { break; } // its impact was before
            }
            contact.flags |= kHitDue;
            world.due.set(change.contact);
            break;
        case ContactChange::end:
            end_touching(world, change.contact, world.stored.ends);
            break;
        case ContactChange::separate:
            end_touching(world, change.contact, world.stored.ends);
            destroy_contact(world, change.contact);
            ++step.report.pairs_destroyed;
            break;
        case ContactChange::join:
            break;
        }
    }
    world.expected.clear();
    if (!world.tuning.literal.wake_after_solve) { wake_reached(step); }
    const bool walls = sleepers_are_walls(world.tuning);
    for (const ContactChange& change : step.changes) {
        if (change.kind != ContactChange::join) { continue; }
        if (none_sleeps(world, world.contacts[change.contact])) { continue; } // it woke
        if (walls != world.active_contacts.test(change.contact)) {
            refresh_activity(world, change.contact); // the tuning changed
        }
    }

    if (!world.tuning.literal.wake_after_solve) {
        step.changes = {};
        world.arena.release(step.before_changes);
    }

    step.report.contacts = world.graph.count();
    step.awake = world.awake_bodies.list(world.arena);
    step.report.awake_bodies = static_cast<uint32_t>(step.awake.size());
    connect_islands(step);
    if (step.moves) { keep_velocities(step); }
}

} // namespace impulse
