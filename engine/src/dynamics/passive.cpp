#include "dynamics/passive.h"

#include <algorithm>
#include <limits>

#include "dynamics/energy_groups.h"

namespace impulse {
namespace {

/// Calls `visit(island, motion, body index)` for each body that can move.
template <class Visit>
void each_member(const SolveInput& input, const SolveIslands& islands, Visit&& visit) {
    for (size_t i = 0; i < input.awake.size(); ++i) {
        IslandWork* const island = island_of(input, islands, input.awake[i]);
        if (island != nullptr) { visit(*island, input.motions[input.awake[i]], i); }
    }
}

uint32_t root_of(std::span<uint32_t> parent, uint32_t slot) {
    while (parent[slot] != slot) {
        parent[slot] = parent[parent[slot]]; // halves the path
        slot = parent[slot];
    }
    return slot;
}

BodyVelocity velocity_before(const SubstepBody& body, std::span<const JointChange> joints, size_t i) {
    if (joints.empty()) { return {body.u, body.uw}; }
    return {body.u + joints[i].given.v, body.uw + joints[i].given.w};
}

/// J: m d . (what forces and drives did to the velocity), d being what holds did.
double work_at_forces(const SubstepBody& body, const BodyMass& mass, const JointChange& joints) {
    double work = 0.0;
    if (mass.inv_mass > 0.0f) {
        const Vec2 before = (1.0f / body.linear_damping) * body.u - body.dv;
        work += static_cast<double>(dot(joints.held.v, body.u + joints.given.v - before) / mass.inv_mass);
    }
    if (mass.inv_inertia > 0.0f) {
        const float before = body.uw / body.angular_damping - body.dw;
        work += static_cast<double>(joints.held.w * (body.uw + joints.given.w - before) / mass.inv_inertia);
    }
    return work;
}

} // namespace

SolveIslands connect_islands(const SolveInput& input, const ColourLists& contacts,
                             std::span<const PlannedJoint> joints) {
    const std::span<uint32_t> parent = input.island_of;
    for (const uint32_t slot : input.awake) { parent[slot] = slot; }
    const auto join = [&](uint32_t slotA, uint32_t slotB) {
        if (!can_move(input.masses[slotA]) || !can_move(input.masses[slotB])) { return; }
        const uint32_t a = root_of(parent, slotA);
        const uint32_t b = root_of(parent, slotB);
        parent[std::max(a, b)] = std::min(a, b);
    };
    for (const std::span<const ColouredContact>& list : contacts.colours) {
        for (const ColouredContact& contact : list) { join(contact.slotA, contact.slotB); }
    }
    for (const PlannedJoint& joint : joints) {
        if (joint.slotA != kNull) { join(joint.slotA, joint.slotB); }
    }
    for (const uint32_t slot : input.awake) { parent[slot] = root_of(parent, slot); }
    uint32_t count = 0; // in place of the root, which is the lowest of its slots
    for (const uint32_t slot : input.awake) { parent[slot] = parent[slot] == slot ? count++ : parent[parent[slot]]; }
    return {parent, input.arena.allocate<IslandWork>(count)};
}

void measure_work(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                  const SolveIslands& islands) {
    std::fill(islands.work.begin(), islands.work.end(), IslandWork{});
    each_member(input, islands, [&](IslandWork& island, const BodyMotion& motion, size_t i) {
        const BodyMass& mass = input.masses[input.awake[i]];
        const BodyVelocity before = velocity_before(bodies[i], joints, i);
        const Vec2 d = motion.v - before.v;
        const float dw = motion.w - before.w;
        if (mass.inv_mass > 0.0f) {
            island.work += static_cast<double>(dot(before.v, d) / mass.inv_mass);
            island.square += static_cast<double>(dot(d, d) / mass.inv_mass);
        }
        if (mass.inv_inertia > 0.0f) {
            island.work += static_cast<double>(before.w * dw / mass.inv_inertia);
            island.square += static_cast<double>(dw * dw / mass.inv_inertia);
        }
        if (!joints.empty()) { island.work -= 0.5 * work_at_forces(bodies[i], mass, joints[i]); }
    });
}

bool find_shares(const SolveIslands& islands) {
    bool any = false;
    for (IslandWork& island : islands.work) {
        if (!(island.square > 0.0 && island.square < std::numeric_limits<double>::infinity())) {
            continue;
        } // no number comes of it
        island.share = std::max(affordable(island.work, island.square, std::max(island.allowed, 0.0)), 0.0f);
        any = any || island.share < 1.0f;
    }
    return any;
}

void scale_velocities(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                      const SolveIslands& islands) {
    each_member(input, islands, [&](const IslandWork& island, BodyMotion& motion, size_t i) {
        if (island.share == 1.0f) { return; } // 1 (v - u) + u need not be v
        const BodyVelocity before = velocity_before(bodies[i], joints, i);
        motion.v = before.v + island.share * (motion.v - before.v);
        motion.w = before.w + island.share * (motion.w - before.w);
    });
}

} // namespace impulse
