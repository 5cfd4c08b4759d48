#include "dynamics/energy_groups.h"

#include <algorithm>
#include <cmath>

#include "dynamics/joints/joint_model.h"

namespace impulse {

BodyVelocity acceleration_of(const SolveInput& input, uint32_t slot) {
    const BodyMass& mass = input.bodies.masses[slot];
    const BodyMotion& motion = input.bodies.motions[slot];
    if ((motion.flags & kDynamic) == 0 || mass.inv_mass == 0.0f) { return {}; }
    const BodyForces& forces = input.bodies.forces[slot];
    return {unlocked(motion.flags, acceleration_by(forces, input.gravity, mass.inv_mass)),
            mass.inv_inertia * forces.torque};
}

EnergyGroups::EnergyGroups(const SolveInput& input)
    : entry_(input.arena.allocate<uint32_t>(input.bodies.masses.size())),
      members_(input.arena.allocate<Member>(input.bodies.awake.size())) {
    for (const uint32_t slot : input.bodies.awake) { entry_[slot] = kNull; }
}

void EnergyGroups::clear() {
    for (const Member& member : members()) { entry_[member.slot] = kNull; }
    count_ = 0;
}

uint32_t EnergyGroups::root_of(uint32_t entry) {
    while (members_[entry].parent != entry) {
        members_[entry].parent = members_[members_[entry].parent].parent; // halves the path
        entry = members_[entry].parent;
    }
    return entry;
}

EnergyGroups::Member* EnergyGroups::add(const SolveInput& input, uint32_t slot) {
    if (!can_move(input.bodies.masses[slot])) { return nullptr; }
    uint32_t& entry = entry_[slot];
    if (entry == kNull) {
        entry = count_++;
        const BodyMotion& motion = input.bodies.motions[slot];
        members_[entry] = {};
        members_[entry].slot = slot;
        members_[entry].parent = entry;
        members_[entry].before = members_[entry].start = {motion.v, motion.w};
    }
    return &members_[entry];
}

/// The smaller root remains, so that the result is independent of the order of calls.
EnergyGroups::Member* EnergyGroups::join(const SolveInput& input, uint32_t slotA, uint32_t slotB) {
    Member* const a = add(input, slotA);
    Member* const b = add(input, slotB);
    if (a == nullptr && b == nullptr) { return nullptr; }
    const uint32_t rootA = root_of(entry_[a != nullptr ? slotA : slotB]);
    const uint32_t rootB = root_of(entry_[b != nullptr ? slotB : slotA]);
    Member& kept = members_[std::min(rootA, rootB)];
    Member& gone = members_[std::max(rootA, rootB)];
    gone.parent = std::min(rootA, rootB);
    kept.driven = kept.driven || gone.driven;
    kept.bounces = kept.bounces || gone.bounces;
    kept.contacts += &kept != &gone ? gone.contacts : 0;
    kept.joined = kept.joined || gone.joined;
    kept.held = kept.held || gone.held || a == nullptr || b == nullptr;
    return &kept;
}

void EnergyGroups::join_joints(const SolveInput& input) {
    if (input.joints.active == nullptr) { return; }
    input.joints.active->for_each([&](uint32_t index) {
        const Joint& joint = input.joints.all[index];
        Member* const root = join(input, joint.first_slot(), joint.slotB);
        if (root == nullptr) { return; }
        const bool powered = is_driven(joint) || joint.leads;
        root->joined = true;
        root->driven =
            root->driven || powered || is_carried(input, joint.first_slot()) || is_carried(input, joint.slotB);
    });
}

EnergyGroups::Member* EnergyGroups::root(const SolveInput& input, uint32_t slotA, uint32_t slotB) {
    for (const uint32_t slot : {slotA, slotB}) {
        if (can_move(input.bodies.masses[slot]) && entry_[slot] != kNull) { return &members_[root_of(entry_[slot])]; }
    }
    return nullptr;
}

void EnergyGroups::measure(const SolveInput& input, float lag, float slop) {
    for (uint32_t k = 0; k < count_; ++k) {
        const Member& body = members_[k];
        Member& root = members_[root_of(k)];
        const BodyMotion& motion = input.bodies.motions[body.slot];
        const BodyMass& mass = input.bodies.masses[body.slot];
        const BodyVelocity a = acceleration_of(input, body.slot);
        const float ahead = root.bounces ? lag : 0.0f;
        const Vec2 dv = motion.v - body.before.v;
        const double dw = static_cast<double>(motion.w - body.before.w);
        if (mass.inv_mass > 0.0f) {
            const double inv_mass = static_cast<double>(mass.inv_mass);
            root.work += static_cast<double>(dot(body.before.v - ahead * a.v, dv)) / inv_mass;
            root.square += static_cast<double>(length_squared(dv)) / inv_mass;
            if (!root.bounces) { root.allowed += static_cast<double>(slop * length(a.v)) / inv_mass; }
        }
        if (mass.inv_inertia > 0.0f) {
            root.work += static_cast<double>(body.before.w - ahead * a.w) * dw / static_cast<double>(mass.inv_inertia);
            root.square += dw * dw / static_cast<double>(mass.inv_inertia);
        }
    }
}

bool EnergyGroups::keep(const SolveInput& input, bool all) {
    bool any = false;
    for (uint32_t k = 0; k < count_; ++k) {
        Member& root = members_[k];
        const bool asked = root.parent == k && (all || root.bounces) && !root.driven;
        root.scale = asked ? affordable(root.work, root.square, root.allowed) : 1.0f;
        any = any || root.scale < 1.0f;
    }
    if (!any) { return false; }
    for (uint32_t k = 0; k < count_; ++k) {
        Member& body = members_[k];
        body.scale = members_[root_of(k)].scale;
        if (body.scale == 1.0f) { continue; }
        BodyMotion& motion = input.bodies.motions[body.slot];
        motion.v = body.before.v + body.scale * (motion.v - body.before.v);
        motion.w = body.before.w + body.scale * (motion.w - body.before.w);
    }
    return true;
}

float affordable(double work, double square, double allowed) {
    if (work + 0.5 * square <= allowed) { return 1.0f; }
    if (square == 0.0) { return static_cast<float>(allowed / work); } // no velocity changed: all locked
    const double s = (-work + std::sqrt(work * work + 2.0 * square * allowed)) / square;
    return static_cast<float>(std::min(s, 1.0));
}

double work_of_surfaces(const SolveInput& input, const Contact& contact, const ContactRow<float>& row) {
    const BodyMotion& a = input.bodies.motions[contact.slotA];
    const BodyMotion& b = input.bodies.motions[contact.slotB];
    const float carriedA = is_carried(input, contact, 0) ? 1.0f : 0.0f;
    const float carriedB = is_carried(input, contact, 1) ? 1.0f : 0.0f;
    const Vec2 n{row.nx, row.ny};
    const Vec2 t = right_perp(n);
    const Vec2 v = carriedB * b.v - carriedA * a.v;
    const float wA = carriedA * a.w;
    const float wB = carriedB * b.w;
    double work = 0.0;
    for (const PointRow<float>& p : row.points) {
        const float closing = dot(v, n) + wB * p.rBn - wA * p.rAn;
        const float sliding = dot(v, t) + wB * p.rBt - wA * p.rAt + contact.tangent_speed;
        work -= static_cast<double>(p.normal_impulse * closing + p.tangent_impulse * sliding);
    }
    return work;
}

} // namespace impulse
