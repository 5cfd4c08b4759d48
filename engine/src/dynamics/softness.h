/// Soft constraints: a damped spring of a given frequency and damping ratio, integrated implicitly. A single one is
/// stable for any step.
///
/// Source: Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024. For angular frequency w = 2 pi f, damping ratio z
/// and step h:
///   a1 = 2 z + h w     a2 = h w a1     a3 = 1 / (1 + a2)
///   biasRate = w / a1  (1/s)     massScale = a2 a3     impulseScale = a3
///   lambda = acc - massScale m (Cdot + biasRate C) - impulseScale acc
///
/// Derivation: the spring m w^2 and the damper 2 z w m act with the values at the end of the step, C + h v' and v'.
/// They change the velocity u = Cdot - acc / m, which contains no impulse of this constraint:
///   m (v' - u) = -h (m w^2 (C + h v') + 2 z w m v')
///   (1 + a2) v' = u - h w^2 C     so  v' = a3 u - a2 a3 biasRate C,  because h w^2 = a2 biasRate
///   lambda = m (v' - u) = -massScale m (u + biasRate C),  because 1 - a3 = a2 a3 = massScale
/// u = Cdot - acc / m adds massScale acc = acc - impulseScale acc, which gives the formula above.
///
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

/// The upper limit of a frequency: w h = 2, which is 1 / (pi h) Hz. A single spring is stable above it too. Springs
/// that share bodies are not, because they are solved one after the other. Up to it contacts should be as stiff as
/// possible: a column of N boxes buckles under its own weight unless the stiffness exceeds a bound proportional to N^3.
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
