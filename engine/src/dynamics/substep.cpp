#include "dynamics/substep.h"

namespace impulse {

std::span<SubstepBody> begin_substeps(const SolveInput& input, float h) {
    const std::span<SubstepBody> bodies = input.arena.allocate<SubstepBody>(input.awake.size());
    for (size_t i = 0; i < bodies.size(); ++i) {
        const uint32_t slot = input.awake[i];
        const BodyMotion& motion = input.motions[slot];
        SubstepBody& body = bodies[i];
        body = {};
        if ((motion.flags & kDynamic) == 0) { continue; }
        const BodyForces& forces = input.forces[slot];
        const BodyMass& mass = input.masses[slot];
        body.dv = unlocked(motion.flags, h * (forces.gravity_scale * input.gravity + mass.inv_mass * forces.force));
        body.dw = h * (mass.inv_inertia * forces.torque);
        body.linear_damping = 1.0f / (1.0f + h * forces.linear_damping);
        body.angular_damping = 1.0f / (1.0f + h * forces.angular_damping);
    }
    return bodies;
}

void integrate_substep_velocities(const SolveInput& input, std::span<SubstepBody> bodies, bool warm) {
    const float keep = warm ? 1.0f : 0.0f;
    for (size_t i = 0; i < bodies.size(); ++i) {
        BodyMotion& motion = input.motions[input.awake[i]];
        SubstepBody& body = bodies[i];
        const Vec2 u = body.linear_damping * (motion.v + body.dv);
        const float uw = body.angular_damping * (motion.w + body.dw);
        motion.v = u + keep * (motion.v - body.u);
        motion.w = uw + keep * (motion.w - body.uw);
        body.u = u;
        body.uw = uw;
    }
}

void integrate_substep_positions(const SolveInput& input, float h) {
    const float limit = input.tuning.max_linear_speed * input.tuning.max_linear_speed;
    for (const uint32_t slot : input.awake) {
        BodyMotion& motion = input.motions[slot];
        const float squared = length_squared(motion.v);
        if (squared > limit) [[unlikely]] { motion.v *= input.tuning.max_linear_speed / std::sqrt(squared); }
        motion.dp += h * motion.v;
        motion.dq = turn_by(motion.dq, h * motion.w);
    }
}

} // namespace impulse
