#include "dynamics/soft_bounces.h"

#include <algorithm>

namespace impulse {
namespace {

/// J of motion, read `lag` before.
double kinetic(const BodyMass& mass, const BodyVelocity& at, const BodyVelocity& a, float lag) {
    double energy = 0.0;
    if (mass.inv_mass > 0.0f) {
        energy += static_cast<double>(length_squared(at.v - lag * a.v)) / static_cast<double>(mass.inv_mass);
    }
    if (mass.inv_inertia > 0.0f) {
        const double w = static_cast<double>(at.w - lag * a.w);
        energy += w * w / static_cast<double>(mass.inv_inertia);
    }
    return 0.5 * energy;
}

/// J that forces did since the step began.
double work_of_forces(const BodyMass& mass, const BodyMotion& motion, const BodyVelocity& a) {
    double work = 0.0;
    if (mass.inv_mass > 0.0f) { work += static_cast<double>(dot(a.v, motion.dp)) / static_cast<double>(mass.inv_mass); }
    if (mass.inv_inertia > 0.0f && a.w != 0.0f) {
        work += static_cast<double>(a.w * angle_of(motion.dq)) / static_cast<double>(mass.inv_inertia);
    }
    return work;
}

} // namespace

EnergyGroups connect_bounces(const SolveInput& input, std::span<const uint32_t> contacts) {
    EnergyGroups groups(input);
    for (const uint32_t index : contacts) {
        if (index == kNull) { continue; }
        const Contact& contact = input.contacts.all[index];
        EnergyGroups::Member* const root = groups.join(input, contact.slotA, contact.slotB);
        if (root == nullptr) { continue; }
        root->bounces = root->bounces || contact.restitution > 0.0f;
        root->driven = root->driven || adds_energy(contact) || contact.tangent_speed != 0.0f ||
                       is_carried(input, contact, 0) || is_carried(input, contact, 1);
    }
    groups.join_joints(input);
    return groups;
}

void allow_losses(const SolveInput& input, float h, EnergyGroups& groups) {
    const float lag = -0.5f * h;
    for (EnergyGroups::Member& body : groups.members()) {
        const BodyMotion& motion = input.bodies.motions[body.slot];
        const BodyMass& mass = input.bodies.masses[body.slot];
        const BodyVelocity a = acceleration_of(input, body.slot);
        const BodyVelocity now{motion.v, motion.w};
        groups.root(input, body.slot, body.slot)->allowed +=
            kinetic(mass, body.before, a, lag) + work_of_forces(mass, motion, a) - kinetic(mass, now, a, lag);
        body.before = now;
    }
    for (EnergyGroups::Member& body : groups.members()) { body.allowed = std::max(body.allowed, 0.0); }
}

} // namespace impulse
