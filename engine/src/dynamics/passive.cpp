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

// x, y and the angle of one body are lanes; what stands in the last one is no part of it.

/// The velocity after forces and drives.
Wide velocity_before(const SubstepBody& body, std::span<const JointChange> joints, size_t i) {
    const Wide u = load_four(&body.u.x);
    return joints.empty() ? u : u + joints[i].given;
}

/// What forces and drives did to the velocity.
Wide change_by_forces(const SubstepBody& body, Wide before) {
    const Wide damping{body.linear_damping, body.linear_damping, body.angular_damping, 1.0f};
    return before - (load_four(&body.u.x) / damping - load_four(&body.dv.x));
}

/// Mass, mass and inertia; 0 for what is locked.
Wide inertia_of(const BodyMass& mass) {
    const Wide inverse{mass.inv_mass, mass.inv_mass, mass.inv_inertia, 0.0f};
    const Wide one = splat<Wide>(1.0f);
    return select<Wide>(inverse > Wide{}, one / select<Wide>(inverse > Wide{}, inverse, one), Wide{});
}

double sum(Wide v) { return static_cast<double>(v[0] + v[1]) + static_cast<double>(v[2]); }

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
        const Wide inertia = inertia_of(input.masses[input.awake[i]]);
        const Wide before = velocity_before(bodies[i], joints, i);
        const Wide d = load_four(&motion.v.x) - before;
        island.work += sum(inertia * before * d);
        island.square += sum(inertia * d * d);
        if (!joints.empty()) {
            island.work -= 0.5 * sum(inertia * joints[i].held * change_by_forces(bodies[i], before));
        }
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
        const Wide before = velocity_before(bodies[i], joints, i);
        const Wide v = before + splat<Wide>(island.share) * (load_four(&motion.v.x) - before);
        motion.v = {v[0], v[1]};
        motion.w = v[2];
    });
}

} // namespace impulse
