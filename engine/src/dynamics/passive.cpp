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

void measure_work(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                  std::span<IslandWork> islands) {
    for (const uint32_t slot : input.awake) {
        if (input.islands[slot] != kNull) { islands[input.islands[slot]] = {}; }
    }
    each_member(input, [&](uint32_t index, const BodyMotion& motion, size_t i) {
        IslandWork& island = islands[index];
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

bool find_shares(const SolveInput& input, std::span<IslandWork> islands) {
    bool any = false;
    for (const uint32_t slot : input.awake) {
        const uint32_t index = input.islands[slot];
        if (index == kNull) { continue; }
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
        const BodyVelocity before = velocity_before(bodies[i], joints, i);
        motion.v = before.v + islands[island].share * (motion.v - before.v);
        motion.w = before.w + islands[island].share * (motion.w - before.w);
    });
}

} // namespace impulse
