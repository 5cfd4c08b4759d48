#include "dynamics/joints/joint_spring.h"

#include <algorithm>
#include <cmath>

namespace impulse {
namespace {

/// e^-q for q >= 0 without libm: Taylor's series of e^(q / 2^n) with q / 2^n <= 1/2, squared n times. Error below 1e-13.
Real decay(Real q) {
    if (!(q < 60.0)) { return 0.0; } // 1e-26
    int halvings = 0;
    while (q > 0.5) {
        q *= 0.5;
        ++halvings;
    }
    Real sum = 1.0;
    for (int n = 12; n >= 1; --n) { sum = 1.0 + q / n * sum; }
    Real result = 1.0 / sum;
    for (; halvings > 0; --halvings) { result *= result; }
    return result;
}

/// cos(x) for |x| <= 1; the first term left out is below 1e-13.
Real cosine(Real x) {
    Real sum = 1.0;
    for (int n = 14; n >= 2; n -= 2) { sum = 1.0 - x * x / (n * (n - 1)) * sum; }
    return sum;
}

} // namespace

SpringStep spring_step(const JointConstraint& spring, Real x, Real rate, Real h) {
    const Real W = spring.frequency * h;
    if (!(W > 0.0)) { return {}; }
    const Real zeta = spring.damping / (2.0 * spring.stiffness) * spring.frequency;
    const Real q = 2.0 * zeta * W;
    const Real left = decay(q);
    const Real gone = 1.0 - left;
    const Real gamma = q > 1.0e-4 ? (q - gone) / (q * gone) : 0.5;
    const bool exact = W <= 1.0 && zeta <= 1.0;
    const Real turn = exact ? W * std::sqrt(1.0 - zeta * zeta) : std::min(W, 1.0);
    // Without damping gone = 0 and V = 2 (1 - cos W).
    const Real V = exact ? (1.0 + left - 2.0 * std::sqrt(left) * cosine(turn)) * (1.0 + gamma * q) : 2.0 * (1.0 - cosine(turn));
    const Real square = exact ? W * W : turn * turn;
    const Real stiffness = spring.stiffness * (V / (1.0 - 0.25 * V)) / square;
    const Real inertia = 0.25 * h * h * stiffness; // kg: what the trapezoidal rule adds to the mass
    const Real mass = spring.stiffness / (spring.frequency * spring.frequency);
    const Real damping = h * spring.damping * (1.0 + inertia / mass);
    return {-h * stiffness * x + (inertia - (1.0 - gamma) * damping) * rate, inertia + gamma * damping};
}

} // namespace impulse
