#include "dynamics/soft_bounces.h"

#include <algorithm>
#include <cmath>

#include "dynamics/integrate.h"
#include "dynamics/substep.h"

namespace impulse {
namespace {

/// J: kinetic energy at the instant `lag` before.
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

/// J: work of forces since the step began.
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
        ++root->contacts;
        root->contact = index;
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
        groups.root_of(body).allowed +=
            kinetic(mass, body.before, a, lag) + work_of_forces(mass, motion, a) - kinetic(mass, now, a, lag);
        body.before = now;
    }
    for (EnergyGroups::Member& body : groups.members()) { body.allowed = std::max(body.allowed, 0.0); }
}

namespace {

/// The single contact of a group, with one point; else null.
const Contact* only_contact(const SolveInput& input, const EnergyGroups::Member& root) {
    if (root.contacts != 1 || input.bodies.poses.empty()) { return nullptr; }
    const Contact& contact = input.contacts.all[root.contact];
    return contact.manifold.count == 1 ? &contact : nullptr;
}

/// m: from where A's arm ends to where B's does. They meet at the instant of impact.
Vec2 aside_of(const SolveInput& input, const Contact& contact) {
    const ManifoldPoint& point = contact.manifold.points[0];
    const Vec2 offset = center_offset(input.bodies.poses[contact.slotA], input.bodies.poses[contact.slotB]);
    return offset + point.rB - point.rA;
}

/// s after the beginning of the step: when the arms of the contacts of a group end at the same places. That is the
/// beginning, but for a single contact with the geometry of its impact.
float instant_of(const SolveInput& input, EnergyGroups& groups, const EnergyGroups::Member& root) {
    const Contact* const contact = only_contact(input, root);
    if (contact == nullptr) { return 0.0f; }
    const auto start = [&](uint32_t slot) {
        const EnergyGroups::Member* const body = groups.add(input, slot);
        return body != nullptr ? body->start.v : Vec2{};
    };
    const Vec2 v = start(contact->slotB) - start(contact->slotA);
    const float square = dot(v, v);
    return square > 0.0f ? min(-dot(aside_of(input, *contact), v) / square, input.dt) : 0.0f;
}

/// Whether the one contact of a group is with an immovable body and has the geometry of its impact. Another contact
/// may support the body, or be in the way. Arms of an impact are apart by the separation along the normal, until then.
/// Those of present points end at one place, but for rounding: half of the separation tells them apart. Such a point
/// bounces at the beginning of the step, if that is its impact.
bool leaves_wall(const SolveInput& input, const EnergyGroups::Member& root) {
    const Contact* const contact = only_contact(input, root);
    if (contact == nullptr || (contact->flags & kRound) == 0) { return false; }
    const float separation = contact->manifold.points[0].separation;
    return separation <= input.tuning.linear_slop ||
           dot(aside_of(input, *contact), contact->manifold.normal) > 0.5f * separation;
}

/// Speed away from a wall of a body that has come `near` + `time` times it (m, s) away, against what pulls back to it.
/// A bounce is as fast as its body shall be where it is without that way (soft_prepare.cpp, `find_bounces`). Below 0 if
/// it does not get there. By energy, with u the speed half a substep before:
///   u^2 = (speed - lag)^2 - 2 pull (near + time (u + lag))
float speed_after(float speed, float near, float time, float pull, float h) {
    const float lag = 0.5f * h * pull;
    const float falls = pull * time;
    const float square = (speed - lag) * (speed - lag) - 2.0f * pull * (near + time * lag) + falls * falls;
    return square > 0.0f && speed > lag ? std::sqrt(square) - falls + lag : -1.0f;
}

} // namespace

void place_bounced(const SolveInput& input, EnergyGroups& groups) {
    for (const EnergyGroups::Member& body : groups.members()) {
        const BodyMotion& motion = input.bodies.motions[body.slot];
        EnergyGroups::Member& root = groups.root_of(body);
        root.bounced = root.bounced || motion.v != body.before.v || motion.w != body.before.w;
    }
    const float h = input.substeps.h;
    for (const EnergyGroups::Member& body : groups.members()) {
        EnergyGroups::Member& root = groups.root_of(body);
        if (!root.bounces || !root.bounced || root.joined || root.driven) { continue; }
        if (root.held && !leaves_wall(input, root)) { continue; }
        BodyMotion& motion = input.bodies.motions[body.slot];
        const SubstepBody by_forces = forces_per_substep(input, body.slot, h);
        BodyVelocity free = body.start; // as it would have moved without contacts
        Vec2 way{};
        float turn = 0.0f;
        for (int i = 0; i < input.substeps.count; ++i) {
            free.v = by_forces.linear_damping * (free.v + by_forces.dv);
            free.w = by_forces.angular_damping * (free.w + by_forces.dw);
            way += h * free.v;
            turn += h * free.w;
        }
        const float time = input.dt - instant_of(input, groups, root);
        if (root.held) {
            const Contact& contact = *only_contact(input, root);
            Vec2 n = contact.slotB == body.slot ? contact.manifold.normal : -contact.manifold.normal;
            float mass = 1.0f / input.bodies.masses[body.slot].inv_mass; // along the normal
            if ((motion.flags & kLockLinear) != 0) {
                const Vec2 left = unlocked(motion.flags, n);
                mass /= length(left);
                n = normalize(left); // the way that is left
            }
            const float pull = -dot(acceleration_of(input, body.slot).v, n);
            const float speed = dot(motion.v, n);
            const float near = dot(way - time * free.v - motion.dp, n);
            const float after = pull != 0.0f ? speed_after(speed, near, time, pull, h) : speed;
            if (after < 0.0f) { continue; }
            motion.v += (after - speed) * n;
            root.placed = mass * (after - speed);
        }
        way += time * (motion.v - free.v);
        motion.dp = way;
        motion.dq = turn_by(Rot{}, turn + time * (motion.w - free.w));
    }
}

} // namespace impulse
