/// Forces become velocities, velocities become displacements (UR14).
///
/// | integrator | velocity | displacement, with impulses between its two terms |
/// |---|---|---|
/// | semi-implicit Euler | v' = (v + h a) / (1 + z) | 0 + h v' |
/// | Verlet | the same | h v / 2 + h v' / 2 |
/// | Runge-Kutta 4 | v' = (v + q h a) / (1 + q z), q = 1 + z/2 (1 + z/3 (1 + z/4)) | as Verlet |
///
/// a is g scale + F / m, c the damping, z = c h. The first form is Euler's step, the last the classical Runge-Kutta
/// step of v' = a - c v, both taken backwards in time (the adjoint method; Hairer, Lubich and Wanner 2006, II.3): as
/// accurate as forwards, and stable for any z, where forwards Runge-Kutta 4 grows from z = 2.8 on.
///
/// Constraint solvers rely on one thing: a body that they leave with v' has moved by h v' when they see it next. Only
/// then gaps close in time, anchors follow their chords and springs keep their energy. So Verlet is the form that
/// drifts, kicks and drifts again: solvers see the positions half a step ahead, always h v' apart, and a step ends half
/// a step behind what they lead to. It is exact for constant a, symplectic, and velocities are those at the instant of
/// the positions. A displacement of h (v + v') / 2 after impulses at the positions before the step is the same for free
/// motion alone: springs grew to 30 times their amplitude in 10 s.
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

/// Of a step: how far ahead of the positions before it impulses act, and those after it lag behind those that the solve
/// leads to.
constexpr float drift_share(Integrator integrator) { return integrator == Integrator::semi_implicit ? 0.0f : 0.5f; }

/// Advances velocities by `h`.
void integrate_velocities(const SolveInput& input, float h);

/// Advances displacements by `h` with the velocities as they are.
void integrate_positions(const SolveInput& input, float h);

} // namespace impulse
