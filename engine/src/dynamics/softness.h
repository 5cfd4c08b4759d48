/// Soft constraints: a constraint that behaves like a damped spring of a given frequency, stable for any step.
///
/// Source: Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024. For a spring of angular frequency w = 2 pi f and
/// damping ratio z, stepped implicitly by h:
///   a1 = 2 z + h w     a2 = h w a1     a3 = 1 / (1 + a2)
///   biasRate = w / a1  (1/s)     massScale = a2 a3     impulseScale = a3
///   lambda = acc - massScale m (Cdot + biasRate C) - impulseScale acc
/// Stiffness and damping scale with the effective mass m, so heavy and light bodies sag alike.
#pragma once

#include "impulse/math.h"

namespace impulse {

/// Constants of a soft constraint for one step length.
struct Softness {
    float bias = 0.0f;    ///< 1/s: biasRate, the bias velocity per position error
    float mass = 1.0f;    ///< massScale, of the effective mass; 1 is rigid
    float impulse = 0.0f; ///< impulseScale: share of the accumulated impulse that is subtracted; 0 is rigid
};

/// Contacts are as stiff as the substep permits: a column of N boxes buckles under its own weight unless the stiffness
/// exceeds a bound proportional to N^3. A spring is stable up to w h = 2, which is 1 / (pi h) Hz.
inline float permitted_hertz(float hertz, float inv_h) { return min(hertz, inv_h / kPi); }

/// `hertz` 0: rigid, without position feedback.
inline Softness make_softness(float hertz, float damping_ratio, float h) {
    if (hertz <= 0.0f) { return {}; }
    const float w = 2.0f * kPi * hertz;
    const float a1 = 2.0f * damping_ratio + h * w;
    const float a2 = h * w * a1;
    const float a3 = 1.0f / (1.0f + a2);
    return {w / a1, a2 * a3, a3};
}

} // namespace impulse
