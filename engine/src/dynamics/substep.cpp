#include "dynamics/substep.h"

#include <algorithm>

#include "dynamics/gather.h"
#include "dynamics/integrate.h"

namespace impulse {

SubstepBody forces_per_substep(const SolveInput& input, uint32_t slot, float h) {
    SubstepBody body;
    const BodyMotion& motion = input.bodies.motions[slot];
    if ((motion.flags & kDynamic) == 0) { return body; }
    const BodyForces& forces = input.bodies.forces[slot];
    const BodyMass& mass = input.bodies.masses[slot];
    const float time = h * damped_share(h * forces.linear_damping); // q h
    const float turning = h * damped_share(h * forces.angular_damping);
    body.dv = unlocked(motion.flags, time * acceleration_by(forces, input.gravity, mass.inv_mass));
    body.dw = turning * (mass.inv_inertia * forces.torque);
    body.linear_damping = 1.0f / (1.0f + time * forces.linear_damping);
    body.angular_damping = 1.0f / (1.0f + turning * forces.angular_damping);
    return body;
}

std::span<SubstepBody> begin_substeps(const SolveInput& input, float h) {
    const std::span<SubstepBody> bodies = input.arena.allocate<SubstepBody>(input.bodies.awake.size());
    for (size_t i = 0; i < bodies.size(); ++i) { bodies[i] = forces_per_substep(input, input.bodies.awake[i], h); }
    return bodies;
}

namespace {

/// x, y and the angle of the body are the lanes.
void add_forces(BodyMotion& motion, SubstepBody& body, Wide keep) {
    constexpr WideMask kMoves{-1, -1, -1, 0};
    const Wide half = load_four(&motion.v.x); // its last lane are flags
    const Wide v = load_three(&motion.v.x);
    const Wide change = load_four(&body.dv.x);
    const Wide before = load_four(&body.u.x);
    const Wide u = __builtin_shufflevector(change, before, 3, 3, 7, 7) * (v + change);
    const Wide after = u + keep * (v - before);
    store_four(&motion.v.x, select<Wide>(kMoves, after, half));
    store_four(&body.u.x, select<Wide>(kMoves, u, before));
}

} // namespace

void integrate_substep_velocities(const SolveInput& input, std::span<SubstepBody> bodies, bool warm) {
    const Wide keep = splat<Wide>(warm ? 1.0f : 0.0f);
    for (size_t i = 0; i < bodies.size(); ++i) {
        add_forces(input.bodies.motions[input.bodies.awake[i]], bodies[i], keep);
    }
}

namespace {

void advance_one(BodyMotion& motion, SubstepBody& body, float max_speed, float h) {
    const Vec2 v = at_most(motion.v, max_speed);
    // No constraint slows it down: warm starting must not do it again.
    if (v != motion.v) { body.u = v - (motion.v - body.u); }
    motion.v = v;
    motion.dp += h * motion.v;
    motion.dq = turn_by(motion.dq, h * motion.w);
}

/// `advance_one` for four, with the same bits; false, and nothing done, where one is too fast or turns too far for
/// `integrate_rotation`, whose arithmetic this is.
bool advance_four(BodyMotion* motions, const std::array<uint32_t, 4>& slots, float max_speed, float h) {
    const VelocityLanes<Wide> v = gather_velocity<Wide>(motions, slots);
    const Wide step = splat<Wide>(h);
    const Wide one = splat<Wide>(1.0f);
    const Wide angle = step * v.w;
    const Wide turn_limit = splat<Wide>(kShortTurn);
    const Wide speed_limit = splat<Wide>(max_speed * max_speed);
    // Written so that what is no number is not in order either.
    const WideMask fine = (v.vx * v.vx + v.vy * v.vy <= speed_limit) & (angle < turn_limit) & (-angle < turn_limit);
    if (!all_lanes(fine)) [[unlikely]] { return false; }
    DisplacementLanes<Wide> d = gather_displacement<Wide>(motions, slots);
    d.x = d.x + step * v.vx;
    d.y = d.y + step * v.vy;
    const Wide t = splat<Wide>(0.5f) * angle * (one + angle * angle * splat<Wide>(1.0f / 12.0f));
    const Wide r = one / (one + t * t);
    const Wide c = (one - t * t) * r;
    const Wide s = splat<Wide>(2.0f) * t * r;
    const Wide turned = d.c * c - d.s * s;
    d.s = d.s * c + d.c * s;
    d.c = turned;
    scatter_displacement<Wide>(motions, slots, d);
    return true;
}

} // namespace

void integrate_substep_positions(const SolveInput& input, std::span<SubstepBody> bodies, float h) {
    BodyMotion* const motions = input.bodies.motions.data();
    const float max_speed = input.tuning.max_linear_speed;
    size_t i = 0;
    for (; i + 4 <= input.bodies.awake.size(); i += 4) {
        std::array<uint32_t, 4> slots;
        std::copy_n(&input.bodies.awake[i], 4, slots.begin());
        if (input.lanes > 1 && advance_four(motions, slots, max_speed, h)) { continue; }
        for (size_t k = 0; k < 4; ++k) { advance_one(motions[slots[k]], bodies[i + k], max_speed, h); }
    }
    for (; i < input.bodies.awake.size(); ++i) { advance_one(motions[input.bodies.awake[i]], bodies[i], max_speed, h); }
}

} // namespace impulse
