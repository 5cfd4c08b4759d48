/// Lifetime of a contact: created when two fat AABBs overlap, destroyed when they separate, and updated in between.
#pragma once

#include "world/state.h"

namespace impulse {

/// Inserts an edge, an index and a side, into the list of a body that begins with `first`: behind `prev`, or at the
/// front if that is kNull.
template <class Links>
void link_edge(List<Links>& links, uint32_t& first, uint32_t prev, uint32_t edge) {
    uint32_t& place = prev == kNull ? first : links[prev >> 1].body_next[prev & 1u];
    const uint32_t next = place;
    place = edge;
    links[edge >> 1].body_prev[edge & 1u] = prev;
    links[edge >> 1].body_next[edge & 1u] = next;
    if (next != kNull) { links[next >> 1].body_prev[next & 1u] = edge; }
}

template <class Links>
void unlink_edge(List<Links>& links, uint32_t& first, uint32_t edge) {
    const uint32_t prev = links[edge >> 1].body_prev[edge & 1u];
    const uint32_t next = links[edge >> 1].body_next[edge & 1u];
    (prev == kNull ? first : links[prev >> 1].body_next[prev & 1u]) = next;
    if (next != kNull) { links[next >> 1].body_prev[next & 1u] = prev; }
}

/// Calls `visit(contact, side)` for each contact of a body; side 0 means that the body is its A. The callback may end
/// that contact.
template <class Visit>
void for_each_contact(const WorldState& world, uint32_t slot, Visit&& visit) {
    for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;) {
        const uint32_t contact = edge >> 1;
        const uint32_t side = edge & 1u;
        edge = world.links[contact].body_next[side];
        visit(contact, side);
    }
}

/// Whether these two shapes may make a contact, or have one: filters, body types, sensors. For pairs that
/// `Hooks::filter` refused, `sweeps_through` (hooks.h) has the answer.
bool should_collide(const WorldState& world, uint32_t shapeA, uint32_t shapeB);
/// The same without filters, and filters alone.
bool could_collide(const WorldState& world, uint32_t shapeA, uint32_t shapeB);
bool filters_pass(const WorldState& world, uint32_t shapeA, uint32_t shapeB);

/// The contact of a pair, or kNull.
[[gnu::noinline]] uint32_t contact_of(const WorldState& world, uint64_t key);
inline uint32_t contact_of(const WorldState& world, uint32_t shapeA, uint32_t shapeB) {
    return contact_of(world, pair_key(shapeA, shapeB));
}
inline bool has_contact(const WorldState& world, uint64_t key) { return contact_of(world, key) != kNull; }

/// Reserves capacity before contacts are created, exactly that if they are many: lists that double would take up to
/// twice as much and leave behind the blocks that they outgrew. An error if there is no memory for it.
Error make_room_for_contacts(WorldState& world, uint32_t count);
uint32_t create_contact(WorldState& world, uint32_t shapeA, uint32_t shapeB);

/// The contact has no effect until its boxes have separated.
void refuse_contact(WorldState& world, uint32_t contact);

/// Ends the contact, with its event if it was touching, wakes both sides, and frees it.
void destroy_contact(WorldState& world, uint32_t contact);
void destroy_contacts_of_body(WorldState& world, uint32_t slot);
void destroy_contacts_of_shape(WorldState& world, uint32_t shape);

/// Whether solvers see a sleeping body, as an immovable one.
inline bool sleepers_are_walls(const Tuning& tuning) {
    return tuning.sleep_through_touch || tuning.literal.wake_after_solve;
}

/// Whether impulses of the contact could move one of its bodies.
inline bool may_move(const WorldState& world, const Contact& contact) {
    const bool a = world.masses[contact.slotA].inv_mass > 0.0f && (contact.flags & kHeldA) == 0;
    return a || (world.masses[contact.slotB].inv_mass > 0.0f && (contact.flags & kHeldB) == 0);
}

/// Adds the contact to the awake and solved lists, or removes it, as its bodies and its touch now require.
void refresh_activity(WorldState& world, uint32_t contact);
/// The same for all contacts and joints of bodies that woke or fell asleep. In pair-key order, because a colour depends
/// on the colours assigned before it. A body's list is in order of creation, on which no motion may depend (FX2).
void refresh_activities(WorldState& world, std::span<const uint32_t> slots);

KeyedContact keyed(const Contact& contact, uint32_t index);

/// Sorts into pair-key order, which depends on the shapes alone (X14).
void sort_by_key(Arena& arena, std::span<KeyedContact> contacts);
/// The same with memory of the caller, as long as `contacts`.
void sort_by_key(std::span<KeyedContact> contacts, std::span<KeyedContact> scratch);

/// Calls `each` with the contacts of a body, of all its shapes or of one (not kNull), in pair-key order, as events
/// follow from it. The callback may end the contact.
template <class Each>
void for_each_contact_of(WorldState& world, uint32_t slot, uint32_t shape, Each&& each) {
    const Arena::Mark mark = world.arena.mark();
    size_t count = 0;
    for_each_contact(world, slot, [&](uint32_t, uint32_t) { ++count; });
    // One allocation: if memory ran out in a second one, the arena would never be released.
    const std::span<KeyedContact> both = world.arena.allocate<KeyedContact>(2 * count);
    const std::span<KeyedContact> scratch = both.subspan(count);
    count = 0;
    for_each_contact(world, slot, [&](uint32_t index, uint32_t) {
        const Contact& contact = world.contacts[index];
        if (shape == kNull || contact.shapeA == shape || contact.shapeB == shape) {
            both[count++] = keyed(contact, index);
        }
    });
    const std::span<KeyedContact> own = both.first(count);
    sort_by_key(own, scratch);
    for (const KeyedContact& of : own) { each(of.index); }
    world.arena.release(mark);
}

/// `active` = these contacts, in pair-key order, with no impulse in this step yet.
void set_active(WorldState& world, std::span<KeyedContact> contacts);

/// Friction, restitution, rolling resistance and surface speed of a contact by the materials of its shapes.
void mix_materials(const WorldState& world, Contact& contact);
/// By how much the dominance of A exceeds that of B: above 0, A acts as if it had infinite mass. 0 if a joint connects
/// them: the contact would push one body, the joint would pull the other along, and the pair would propel itself.
int dominance_over(const WorldState& world, uint32_t slotA, uint32_t slotB);

/// Which side acts as if it had infinite mass.
void refresh_dominance(WorldState& world, uint32_t contact);

/// Copies the impulses of the same features in `before` to the points of `now`; a new feature starts from zero (UD15,
/// FT3). `by_index` matches array order instead and resets all if the count changes (naive variant). If the two normals
/// have a cosine of at most `normal_stable`, friction starts from zero (FX14); below -1 it never does.
void recall_impulses(const Manifold& before, Manifold& now, bool by_index, float normal_stable = -2.0f);

/// Runs the narrow phase on one contact with its bodies in these poses. Returns whether it touches.
bool update_manifold(WorldState& world, uint32_t contact, const BodyPose& a, const BodyPose& b);
/// Updates the manifold of a pair whose bodies hardly moved relative to each other. False: run the narrow phase.
bool recycle(WorldState& world, uint32_t contact, const BodyPose& a, const BodyPose& b);
/// Whether its fat AABBs overlap; else it ends.
[[gnu::noinline]] bool boxes_meet(const WorldState& world, const Contact& contact);
/// `ApartPair::limit` of a contact without points at the present poses; 0 if its bodies may meet in this step.
float clearance_limit(const WorldState& world, uint32_t contact, uint32_t slotA, uint32_t slotB);
/// The next step runs the narrow phase on the contact.
void forget_manifold(WorldState& world, uint32_t contact);

/// The contact touches from now on: its event is emitted and, if solid, it is solved.
void begin_touching(WorldState& world, uint32_t contact);

/// Emits an event about two shapes; about a sensor: the sensor first.
void push_pair_event(WorldState& world, EventType type, uint32_t shapeA, uint32_t shapeB);

/// The impact of a contact at velocities `a` and `b` of its bodies, A's centre being at (x, y).
Impact impact_of(const WorldState& world, uint32_t contact, double x, double y, const BodyVelocity& a,
                 const BodyVelocity& b);
/// At the present velocities.
Impact impact_of(const WorldState& world, uint32_t contact, double x, double y);

/// Emits a contact_hit unless the shapes separated. `impulse`: N s of the step.
void push_hit(WorldState& world, const Impact& impact);

} // namespace impulse
