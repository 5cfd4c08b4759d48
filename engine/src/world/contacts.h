/// The life of a contact: made when two boxes come near, killed when they part, and in between told what it
/// needs to know.
#pragma once

#include "world/state.h"

namespace impulse {

/// Calls `visit(contact, side)` for each contact of a body; side 0 means that the body is its A. The callback may end
/// that one.
template <class Visit>
void for_each_contact(const WorldState& world, uint32_t slot, Visit&& visit) {
    for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;) {
        const uint32_t contact = edge >> 1;
        const uint32_t side = edge & 1u;
        edge = world.links[contact].body_next[side];
        visit(contact, side);
    }
}

/// May these two shapes make a contact at all? Filters, body types, sensors.
bool should_collide(const WorldState& world, uint32_t shapeA, uint32_t shapeB);
/// The same without filters, and those alone.
bool could_collide(const WorldState& world, uint32_t shapeA, uint32_t shapeB);
bool filters_pass(const WorldState& world, uint32_t shapeA, uint32_t shapeB);

/// Before many are made at once: exactly so much room, where lists that double would take up to twice as much and leave
/// behind the pieces that they outgrew.
void make_room_for_contacts(WorldState& world, uint32_t count);
uint32_t create_contact(WorldState& world, uint32_t shapeA, uint32_t shapeB);

/// Nothing comes of it until its boxes have parted.
void refuse_contact(WorldState& world, uint32_t contact);

/// Ends it with its event if it was touching, wakes both sides, and frees it.
void destroy_contact(WorldState& world, uint32_t contact);
void destroy_contacts_of_body(WorldState& world, uint32_t slot);
void destroy_contacts_of_shape(WorldState& world, uint32_t shape);

/// Puts the contact into, or takes it out of, the lists of what is awake and what is solved, as its bodies and its
/// touch now demand.
void refresh_activity(WorldState& world, uint32_t contact);
/// The same for all contacts and joints of a chain of bodies (`island_next`) that woke or fell asleep. In pair-key
/// order, because a colour depends on the colours given before it. The list of a body is in the order in which boxes
/// came near, on which no motion may depend (FX2).
void refresh_activities(WorldState& world, uint32_t first);

KeyedContact keyed(const Contact& contact, uint32_t index);

/// Puts them in pair-key order: an order that depends on nothing but the shapes (X14).
void sort_by_key(Arena& arena, std::span<KeyedContact> contacts);

/// `active` = these contacts, in pair-key order, with no impulse in this step yet.
void set_active(WorldState& world, std::span<KeyedContact> contacts);

/// Mixes the two materials again.
void refresh_material(WorldState& world, uint32_t contact);
/// Which side acts as if it had infinite mass, as the dominances of the bodies say.
void refresh_dominance(WorldState& world, uint32_t contact);

/// What a tuning says to the narrow phase.
CollideSettings collide_settings(const Tuning& tuning);

/// Runs the narrow phase on one contact with its bodies in these poses. Returns whether it touches.
bool update_manifold(WorldState& world, uint32_t contact, const CollideSettings& settings, const BodyPose& a,
                     const BodyPose& b);
/// Keeps what the narrow phase found of a pair whose bodies hardly moved on each other. False: run it.
bool recycle(WorldState& world, uint32_t contact, const BodyPose& a, const BodyPose& b);
/// The next step runs the narrow phase on the contact.
void forget_manifold(WorldState& world, uint32_t contact);

/// The contact touches from now on: it is told and, if solid, solved. Not linked.
void begin_touching(WorldState& world, uint32_t contact);

/// m, world: where an arm from a centre of mass ends.
Vec2 point_at(const BodyPose& pose, Vec2 arm);

/// Emits an event about two shapes; about a sensor: the sensor first.
void push_pair_event(WorldState& world, EventType type, uint32_t shapeA, uint32_t shapeB);

/// Keeps how a contact that touches and has not pushed yet would be hit in this step.
void note_hit(WorldState& world, uint32_t contact);

/// Emits a contact_hit where the two came together. `impulse`: N s of the step.
void push_hit(WorldState& world, Event hit, float impulse);

/// How fast the shapes come together, with the point and normal, A's centre being at (x, y); approach speed 0 where
/// they part.
Event hit_of(const WorldState& world, uint32_t contact, double x, double y);

} // namespace impulse
