#include "dynamics/soft_bounces.h"

#include <algorithm>
#include <cmath>

#include "core/sort.h"
#include "dynamics/integrate.h"

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

namespace {

/// Sums over a group. Places are measured from the body that is its root.
struct GroupSums {
    double mass = 0.0;
    double x = 0.0, y = 0.0;   ///< kg m
    double px = 0.0, py = 0.0; ///< N s
    double spin = 0.0;         ///< N m s, about the centre of mass
    double change = 0.0;       ///< N m: of the spin in a second of T
    double size = 0.0;         ///< N m: sum of the absolute values of those terms
};

double cross(double ax, double ay, double bx, double by) { return ax * by - ay * bx; }

/// The members of groups whose angular momentum is conserved, sorted by slot: sums do not depend on the order of calls.
std::span<EnergyGroups::Member*> free_members(const SolveInput& input, EnergyGroups& groups) {
    const auto is_free = [&](const EnergyGroups::Member& body) {
        const EnergyGroups::Member& root = groups.root_of(body);
        return root.bounces && !root.held && !root.driven;
    };
    const std::span<EnergyGroups::Member*> list = input.arena.allocate<EnergyGroups::Member*>(groups.members().size());
    size_t count = 0;
    for (EnergyGroups::Member& body : groups.members()) {
        if (is_free(body)) { list[count++] = &body; }
    }
    merge_sort(list.first(count), input.arena.allocate<EnergyGroups::Member*>(count),
               [](const EnergyGroups::Member* a, const EnergyGroups::Member* b) { return a->slot < b->slot; });
    return list.first(count);
}

/// Sums by index of the root among the members. `bounced`: velocities before the bounces are in the members.
std::span<GroupSums> sum_up(const SolveInput& input, std::span<EnergyGroups::Member* const> bodies,
                            EnergyGroups& groups, bool bounced) {
    const std::span<GroupSums> sums = input.arena.allocate<GroupSums>(groups.members().size());
    std::fill(sums.begin(), sums.end(), GroupSums{});
    const auto each = [&](auto&& add) {
        for (const EnergyGroups::Member* const body : bodies) {
            const EnergyGroups::Member& root = groups.root_of(*body);
            const BodyMotion& motion = input.bodies.motions[body->slot];
            const BodyPose& pose = input.bodies.poses[body->slot];
            const BodyPose& from = input.bodies.poses[root.slot];
            const double m = 1.0 / static_cast<double>(input.bodies.masses[body->slot].inv_mass);
            add(sums[static_cast<size_t>(&root - groups.members().data())], *body, motion, m,
                pose.x - from.x + static_cast<double>(motion.dp.x), pose.y - from.y + static_cast<double>(motion.dp.y));
        }
    };
    each([&](GroupSums& sum, const EnergyGroups::Member&, const BodyMotion& motion, double m, double x, double y) {
        sum.mass += m;
        sum.x += m * x;
        sum.y += m * y;
        sum.px += m * static_cast<double>(motion.v.x);
        sum.py += m * static_cast<double>(motion.v.y);
    });
    each([&](GroupSums& sum, const EnergyGroups::Member& body, const BodyMotion& motion, double m, double x, double y) {
        const double vx = static_cast<double>(motion.v.x) - sum.px / sum.mass;
        const double vy = static_cast<double>(motion.v.y) - sum.py / sum.mass;
        sum.spin += m * cross(x - sum.x / sum.mass, y - sum.y / sum.mass, vx, vy);
        const float inertia = input.bodies.masses[body.slot].inv_inertia;
        if (inertia > 0.0f) { sum.spin += static_cast<double>(motion.w) / static_cast<double>(inertia); }
        if (!bounced) { return; }
        const double dx = m * static_cast<double>(motion.v.x - body.before.v.x);
        const double dy = m * static_cast<double>(motion.v.y - body.before.v.y);
        sum.change += cross(dx, dy, vx, vy);
        sum.size += std::sqrt((dx * dx + dy * dy) * (vx * vx + vy * vy));
    });
    return sums;
}

/// Whether forces do not change its angular momentum, given that they do not change that of its group.
bool falls_freely(const SolveInput& input, uint32_t slot) {
    const BodyForces& forces = input.bodies.forces[slot];
    const bool forced = forces.force != Vec2{} || forces.torque != 0.0f || forces.gravity_scale != 1.0f;
    const bool damped = forces.linear_damping != 0.0f || forces.angular_damping != 0.0f;
    const uint32_t locks = kLockLinear | kLockRotation;
    return !forced && !damped && (input.bodies.motions[slot].flags & locks) == 0 &&
           input.bodies.masses[slot].inv_mass > 0.0f;
}

} // namespace

void record_spins(const SolveInput& input, EnergyGroups& groups) {
    for (EnergyGroups::Member& body : groups.members()) {
        EnergyGroups::Member& root = groups.root_of(body);
        root.held = root.held || input.bodies.poses.empty() || !falls_freely(input, body.slot);
    }
    const Arena::Mark mark = input.arena.mark();
    const std::span<GroupSums> sums = sum_up(input, free_members(input, groups), groups, false);
    for (size_t i = 0; i < sums.size(); ++i) { groups.members()[i].spin = sums[i].spin; }
    input.arena.release(mark);
}

void conserve_angular_momentum(const SolveInput& input, EnergyGroups& groups) {
    // In a head-on bounce T has no effect, and the error of L is rounding.
    constexpr double kLeast = 0.01;
    const Arena::Mark mark = input.arena.mark();
    const std::span<EnergyGroups::Member*> bodies = free_members(input, groups);
    const std::span<GroupSums> sums = sum_up(input, bodies, groups, true);
    for (const EnergyGroups::Member* const body : bodies) {
        const EnergyGroups::Member& root = groups.root_of(*body);
        const GroupSums& sum = sums[static_cast<size_t>(&root - groups.members().data())];
        if (!(std::abs(sum.change) > kLeast * sum.size)) { continue; }
        const float time = clamp(static_cast<float>((root.spin - sum.spin) / sum.change), 0.0f, input.dt);
        BodyMotion& motion = input.bodies.motions[body->slot];
        motion.dp += time * (motion.v - body->before.v);
        motion.dq = turn_by(motion.dq, time * (motion.w - body->before.w));
    }
    input.arena.release(mark);
}

} // namespace impulse
