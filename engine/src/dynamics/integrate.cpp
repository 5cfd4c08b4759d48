#include "dynamics/integrate.h"

namespace impulse {
namespace {

/// v after h of v' = a - c v (integrate.h).
float kick(Integrator integrator, float v, float a, float c, float h) {
    const float z = c * h;
    const float q = integrator == Integrator::rk4 ? damped_share(z) : 1.0f;
    return (v + q * (h * a)) / (1.0f + q * z);
}

} // namespace

void integrate_velocities(const SolveInput& input, float h) {
    const Integrator integrator = input.tuning.integrator;
    for (const uint32_t slot : input.bodies.awake) {
        BodyMotion& motion = input.bodies.motions[slot];
        if ((motion.flags & kDynamic) == 0) { continue; }
        const BodyForces& forces = input.bodies.forces[slot];
        const BodyMass& mass = input.bodies.masses[slot];
        const Vec2 a = acceleration_by(forces, input.gravity, mass.inv_mass);
        const float alpha = mass.inv_inertia * forces.torque;
        motion.v.x = kick(integrator, motion.v.x, a.x, forces.linear_damping, h);
        motion.v.y = kick(integrator, motion.v.y, a.y, forces.linear_damping, h);
        motion.w = kick(integrator, motion.w, alpha, forces.angular_damping, h);
        motion.v = unlocked(motion.flags, motion.v);
        motion.v = at_most(motion.v, input.tuning.max_linear_speed);
    }
}

void integrate_positions(const SolveInput& input, float h) {
    for (const uint32_t slot : input.bodies.awake) {
        BodyMotion& motion = input.bodies.motions[slot];
        motion.v = at_most(motion.v, input.tuning.max_linear_speed);
        motion.dp += h * motion.v;
        motion.dq = turn_by(motion.dq, h * motion.w);
    }
}

} // namespace impulse
