#include "dynamics/passive.h"

#include <algorithm>
#include <limits>

#include "dynamics/energy_groups.h"

namespace impulse {
namespace {

/// Calls `visit(island, motion, body index)` for each body of an island.
template <class Visit>
void each_member(const SolveInput& input, Visit&& visit) {
    for (size_t i = 0; i < input.awake.size(); ++i) {
        const uint32_t island = input.islands[input.awake[i]];
        if (island != kNull) { visit(island, input.motions[input.awake[i]], i); }
    }
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

bool measure_work(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                  std::span<IslandWork> islands) {
    bool carried = false;
    for (const uint32_t slot : input.awake) {
        const uint32_t island = input.islands[slot];
        if (island != kNull) {
            islands[island] = {};
        } else {
            carried = carried || is_carried(input, slot);
        }
    }
    each_member(input, [&](uint32_t index, const BodyMotion& motion, size_t i) {
        IslandWork& island = islands[index];
        const Wide inertia = inertia_of(input.masses[input.awake[i]]);
        const Wide before = velocity_before(bodies[i], joints, i);
        const Wide d = load_four(&motion.v.x) - before;
        island.work += sum(inertia * before * d);
        island.square += sum(inertia * d * d);
        if (!joints.empty()) { island.work -= 0.5 * sum(inertia * joints[i].held * change_by_forces(bodies[i], before)); }
    });
    return carried;
}

bool find_shares(const SolveInput& input, std::span<IslandWork> islands) {
    bool any = false;
    uint32_t last = kNull;
    for (const uint32_t slot : input.awake) {
        const uint32_t index = input.islands[slot];
        if (index == kNull || index == last) { continue; }
        last = index;
        IslandWork& island = islands[index];
        if (!(island.square > 0.0 && island.square < std::numeric_limits<double>::infinity())) { continue; } // no number comes of it
        island.share = std::max(affordable(island.work, island.square, std::max(island.allowed, 0.0)), 0.0f);
        any = any || island.share < 1.0f;
    }
    return any;
}

void scale_velocities(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                      std::span<const IslandWork> islands) {
    each_member(input, [&](uint32_t island, BodyMotion& motion, size_t i) {
        if (islands[island].share == 1.0f) { return; } // 1 (v - u) + u need not be v
        const Wide before = velocity_before(bodies[i], joints, i);
        const Wide v = before + splat<Wide>(islands[island].share) * (load_four(&motion.v.x) - before);
        motion.v = {v[0], v[1]};
        motion.w = v[2];
    });
}

} // namespace impulse
