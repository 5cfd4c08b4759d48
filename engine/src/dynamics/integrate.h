/// Forces become velocities, velocities become displacements (UR14).
///
/// | integrator | displacement before the solve | velocity | displacement after it |
/// |---|---|---|---|
/// | semi-implicit Euler | none | v' = (v + h a) / (1 + h c) | h v' |
/// | Verlet | h v / 2 | v' = (v + h a) / (1 + h c) | h v' / 2 |
///
/// a is g scale + F / m, c the damping (the implicit form is stable for any c h). Contacts and joints act between the two last
/// columns, at the positions as they are then. Constraint solvers rely on one thing, that a body which they leave with v' has moved
/// by h v' when they see it next: gaps close in time, anchors follow their chords, and springs keep their energy. Under both
/// integrators it has: under Verlet what they see are the middles of the steps. This is position Verlet (drift, kick, drift;
/// Hairer, Lubich and Wanner 2003), symplectic and of second order, and the velocity is that of the same instant as the position.
/// Displaced by h (v + v') / 2 after a solve at the positions before the step, a spring grew to 30 times its amplitude in 10 s.
#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// `v` shortened to `speed`, whatever its length; what is no number stays none.
inline Vec2 at_most(Vec2 v, float speed) {
    float squared = length_squared(v);
    if (!(squared > speed * speed)) [[likely]] { return v; }
    if (!is_finite(squared)) {
        v = (1.0f / max(abs(v.x), abs(v.y))) * v;
        squared = length_squared(v);
    }
    return (speed / std::sqrt(squared)) * v;
}

/// A speed after a step and the way of the step, along one axis.
struct Advance {
    float v;
    float displacement;
};

/// One step of x' = v, v' = acceleration(x, v) by the classical Runge-Kutta scheme; x counts from where the step began.
template <class Acceleration>
Advance runge_kutta(float v, float h, Acceleration&& acceleration) {
    const float half = 0.5f * h;
    const float k1 = acceleration(0.0f, v);
    const float v2 = v + half * k1;
    const float k2 = acceleration(half * v, v2);
    const float v3 = v + half * k2;
    const float k3 = acceleration(half * v2, v3);
    const float v4 = v + h * k3;
    const float k4 = acceleration(h * v3, v4);
    const float sixth = h / 6.0f;
    return {v + sixth * (k1 + 2.0f * k2 + 2.0f * k3 + k4), sixth * (v + 2.0f * v2 + 2.0f * v3 + v4)};
}

/// What a body would have done without contacts.
struct FreeMotion {
    Vec2 displacement; ///< m
    Vec2 v;            ///< m/s, after forces
    float turn = 0.0f; ///< rad
    float w = 0.0f;    ///< rad/s
};

/// Advances velocities by `h`. `free` has one entry per awake body, or is empty under `semi_implicit`, which
/// needs none.
void integrate_velocities(const SolveInput& input, float h, std::span<FreeMotion> free = {});

/// Advances displacements by `h` with the velocities as solved.
void integrate_positions(const SolveInput& input, float h, std::span<const FreeMotion> free = {});

/// Room for the free motions, empty under `semi_implicit`.
std::span<FreeMotion> allocate_free_motion(const SolveInput& input);

} // namespace impulse
