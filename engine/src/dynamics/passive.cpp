#include "dynamics/passive.h"

#include <algorithm>

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

/// m d . (what forces did to the velocity).
double work_of_forces(const SubstepBody& body, const BodyMass& mass, const BodyVelocity& d) {
    double work = 0.0;
    if (mass.inv_mass > 0.0f) {
        const Vec2 before = (1.0f / body.linear_damping) * body.u - body.dv;
        work += static_cast<double>(dot(d.v, body.u - before) / mass.inv_mass);
    }
    if (mass.inv_inertia > 0.0f) {
        const float before = body.uw / body.angular_damping - body.dw;
        work += static_cast<double>(d.w * (body.uw - before) / mass.inv_inertia);
    }
    return work;
}

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
        if (!joints.empty()) { island.work -= 0.5 * work_of_forces(bodies[i], mass, joints[i].held); }
    });
    return carried;
}

bool find_shares(const SolveInput& input, std::span<IslandWork> islands) {
    bool any = false;
    for (const uint32_t slot : input.awake) {
        const uint32_t index = input.islands[slot];
        if (index == kNull) { continue; }
        IslandWork& island = islands[index];
        if (island.work + 0.5 * island.square <= 0.0) { continue; }
        island.share = clamp(static_cast<float>(-2.0 * island.work / island.square), 0.0f, 1.0f);
        any = true;
    }
    return any;
}

void scale_velocities(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                      std::span<const IslandWork> islands) {
    each_member(input, [&](uint32_t island, BodyMotion& motion, size_t i) {
        const BodyVelocity before = velocity_before(bodies[i], joints, i);
        motion.v = before.v + islands[island].share * (motion.v - before.v);
        motion.w = before.w + islands[island].share * (motion.w - before.w);
    });
}

} // namespace impulse
