/// Stored impulses of a world's contacts, for laws about impulses.
#pragma once

#include "support/scene.h"
#include "world/state.h"

namespace impulse::test {

/// Calls `visit(contact, body A, body B)` for every touching solid contact of the last step.
template <class Visit>
void for_each_contact(const World& world, Visit&& visit) {
    const WorldState& state = world.state();
    state.active_contacts.for_each([&](uint32_t index) {
        const Contact& contact = state.contacts[index];
        visit(contact, state.body_id(contact.slotA), state.body_id(contact.slotB));
    });
}

/// Normal impulse per time (N) over all points between two bodies.
inline float normal_force(const World& world, BodyId a, BodyId b) {
    float sum = 0.0f;
    for_each_contact(world, [&](const Contact& contact, BodyId first, BodyId second) {
        if (!((first == a && second == b) || (first == b && second == a))) { return; }
        for (int i = 0; i < contact.manifold.count; ++i) { sum += contact.manifold.points[i].normal_impulse; }
    });
    return sum;
}

} // namespace impulse::test
