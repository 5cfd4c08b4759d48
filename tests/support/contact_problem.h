/// A hand-made contact problem: bodies with a velocity, points with arms, and the kernels run on them without a world.
/// Body 0 is the ground (immovable).
#pragma once

#include <vector>

#include "dynamics/contact_pass.h"

namespace impulse::test {

struct ContactProblem {
    Tuning tuning;
    std::vector<BodyMotion> motions{1};
    std::vector<BodyMass> masses{1};
    std::vector<BodyForces> forces{1};
    std::vector<uint32_t> awake;
    std::vector<Contact> contacts;
    std::vector<float> impulses;
    std::vector<float> loads;
    std::vector<uint32_t> active;
    Arena arena;
    float dt = 1.0f / 60.0f;

    /// `mass` 0: a body that cannot move. Returns its slot.
    uint32_t add_body(float mass, float inertia, Vec2 v, float w = 0.0f) {
        const uint32_t slot = static_cast<uint32_t>(motions.size());
        BodyMotion motion;
        motion.v = v;
        motion.w = w;
        motion.flags = kDynamic;
        motions.push_back(motion);
        masses.push_back({mass > 0.0f ? 1.0f / mass : 0.0f, inertia > 0.0f ? 1.0f / inertia : 0.0f});
        forces.push_back({});
        awake.push_back(slot);
        return slot;
    }

    /// A contact with normal (0, 1) from `a` to `b`, its points at the arms `rB` from the centre of `b`;
    /// `offset` leads from the centre of `a` to that of `b`.
    Contact& add_contact(uint32_t a, uint32_t b, Vec2 offset, std::vector<Vec2> rB, float separation = 0.0f) {
        Contact contact;
        contact.slotA = a;
        contact.slotB = b;
        contact.manifold.normal = {0.0f, 1.0f};
        contact.manifold.count = static_cast<int>(rB.size());
        for (size_t i = 0; i < rB.size(); ++i) {
            contact.manifold.points[i].rB = rB[i];
            contact.manifold.points[i].rA = rB[i] + offset;
            contact.manifold.points[i].separation = separation;
            contact.manifold.points[i].feature = static_cast<uint32_t>(i);
        }
        active.push_back(static_cast<uint32_t>(contacts.size()));
        contacts.push_back(contact);
        impulses.push_back(0.0f);
        loads.push_back(0.0f);
        return contacts.back();
    }

    SolveInput input() {
        return {.dt = dt,
                .substeps = {1, dt, dt, dt},
                .gravity = {},
                .tuning = tuning,
                .bodies = {.motions = motions, .masses = masses, .forces = forces, .awake = awake},
                .contacts = {.all = contacts, .impulses = impulses, .loads = loads, .active = active},
                .arena = arena};
    }
};

} // namespace impulse::test
