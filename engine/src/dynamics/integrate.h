/// Integration of velocities and positions (UR14).
///
/// | integrator | velocity | displacement, with impulses between its two terms |
/// |---|---|---|
/// | semi-implicit Euler | v' = (v + h a) / (1 + z) | 0 + h v' |
/// | Verlet | the same | h v / 2 + h v' / 2 |
/// | Runge-Kutta 4 | v' = (v + q h a) / (1 + q z), q = 1 + z/2 (1 + z/3 (1 + z/4)) | as Verlet |
/// | substeps (substep.h) | as Runge-Kutta 4 | as semi-implicit Euler |
///
/// a is g scale + F / m, c the damping, z = c h. The first form is Euler's step of v' = a - c v, the last the classical
/// Runge-Kutta step, both taken backwards in time (the adjoint method; Hairer, Lubich and Wanner 2006, II.3). They are
/// as accurate as forward steps and stable for any z; forward Runge-Kutta 4 is unstable from z = 2.8 on.
///
/// Constraint solvers require that a body with solved velocity v' has moved by h v' at the next solve. Only then gaps
/// close in time, anchors follow their chords and springs conserve energy. So Verlet is used in its drift-kick-drift
/// form: the solver's positions are half a step ahead, consecutive ones differ by h v', and a step ends half a step
/// before the next of them. It is exact for constant a and symplectic, and velocities are those at the instant of the
/// positions. A displacement of h (v + v') / 2 after impulses at the positions before the step is equivalent for free
/// motion only: springs grew to 30 times their amplitude in 10 s.
#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// `v` clamped to length `speed`, for any magnitude of `v`; NaN stays NaN.
inline Vec2 at_most(Vec2 v, float speed) {
    float squared = length_squared(v);
    if (!(squared > speed * speed)) [[likely]] { return v; }
    if (!is_finite(squared)) {
        v = (1.0f / max(abs(v.x), abs(v.y))) * v;
        squared = length_squared(v);
    }
    return (speed / std::sqrt(squared)) * v;
}

/// Fraction of a step: lead of the solver's positions over those before the step, and lag of the final positions behind
/// the solver's result.
constexpr float drift_share(Integrator integrator) { return integrator == Integrator::semi_implicit ? 0.0f : 0.5f; }

/// q of z = c h. From z = 100 on, where e^-z is no number beside 1, it stays the same, so that nothing overflows.
constexpr float damped_share(float z) {
    z = min(z, 100.0f);
    return 1.0f + 0.5f * z * (1.0f + z / 3.0f * (1.0f + 0.25f * z));
}

/// Advances velocities by `h`.
void integrate_velocities(const SolveInput& input, float h);

/// Advances displacements by `h` at the present velocities.
void integrate_positions(const SolveInput& input, float h);

} // namespace impulse
