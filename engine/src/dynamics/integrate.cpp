#include "dynamics/integrate.h"

#include "core/assert.h"

namespace impulse {
namespace {

Advance advance(Integrator integrator, float v, float a, float c, float h) {
    if (integrator == Integrator::rk4) {
        return runge_kutta(v, h, [a, c](float, float speed) { return a - c * speed; });
    }
    const float next = (v + h * a) / (1.0f + h * c);
    return {next, integrator == Integrator::verlet ? 0.5f * h * (v + next) : h * next};
}

} // namespace

std::span<FreeMotion> allocate_free_motion(const SolveInput& input) {
    if (input.tuning.integrator == Integrator::semi_implicit) { return {}; }
    return input.arena.allocate<FreeMotion>(input.awake.size());
}

void integrate_velocities(const SolveInput& input, float h, std::span<FreeMotion> free) {
    const Integrator integrator = input.tuning.integrator;
    for (size_t i = 0; i < input.awake.size(); ++i) {
        const uint32_t slot = input.awake[i];
        BodyMotion& motion = input.motions[slot];
        if ((motion.flags & kDynamic) == 0) {
            if (!free.empty()) { free[i] = {h * motion.v, motion.v, h * motion.w, motion.w}; }
            continue;
        }
        const BodyForces& forces = input.forces[slot];
        const BodyMass& mass = input.masses[slot];
        const Vec2 a = forces.gravity_scale * input.gravity + mass.inv_mass * forces.force;
        const float alpha = mass.inv_inertia * forces.torque;
        const Advance x = advance(integrator, motion.v.x, a.x, forces.linear_damping, h);
        const Advance y = advance(integrator, motion.v.y, a.y, forces.linear_damping, h);
        const Advance turn = advance(integrator, motion.w, alpha, forces.angular_damping, h);
        motion.v = {x.v, y.v};
        motion.w = turn.v;
        motion.v = unlocked(motion.flags, motion.v);
        motion.v = at_most(motion.v, input.tuning.max_linear_speed);
        if (!free.empty()) { free[i] = {{x.displacement, y.displacement}, motion.v, turn.displacement, motion.w}; }
    }
}

void integrate_positions(const SolveInput& input, float h, std::span<const FreeMotion> free) {
    for (size_t i = 0; i < input.awake.size(); ++i) {
        BodyMotion& motion = input.motions[input.awake[i]];
        motion.v = at_most(motion.v, input.tuning.max_linear_speed);
        Vec2 step = h * motion.v;
        float turn = h * motion.w;
        if (!free.empty() && (motion.flags & kDynamic) != 0) {
            step = unlocked(motion.flags, free[i].displacement + 0.5f * h * (motion.v - free[i].v));
            turn = free[i].turn + 0.5f * h * (motion.w - free[i].w);
        }
        motion.dp += step;
        motion.dq = turn_by(motion.dq, turn);
    }
}

} // namespace impulse
