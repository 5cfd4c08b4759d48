#include "dynamics/joints/joint_spring.h"

#include <algorithm>
#include <cmath>

namespace impulse {
namespace {

/// e^-q for q >= 0 without libm: Taylor's series of e^(q / 2^n) with q / 2^n <= 1/2, squared n times. Error below
/// 1e-13.
double decay(double q) {
    if (!(q < 60.0)) { return 0.0; } // 1e-26
    int halvings = 0;
    while (q > 0.5) {
        q *= 0.5;
        ++halvings;
    }
    double sum = 1.0;
    for (int n = 12; n >= 1; --n) { sum = 1.0 + q / n * sum; }
    double result = 1.0 / sum;
    for (; halvings > 0; --halvings) { result *= result; }
    return result;
}

/// cos(x) for |x| <= 1; the first term left out is below 1e-13.
double cosine(double x) {
    double sum = 1.0;
    for (int n = 14; n >= 2; n -= 2) { sum = 1.0 - x * x / (n * (n - 1)) * sum; }
    return sum;
}

} // namespace

SpringStep spring_step(const JointConstraint& spring, double h, double mobility) {
    const double W = spring.frequency * h;
    if (!(W > 0.0)) { return {}; }
    const double zeta = spring.damping / (2.0 * spring.stiffness) * spring.frequency;
    const double q = 2.0 * zeta * W;
    const double left = decay(q);
    const double gone = 1.0 - left;
    const double gamma = q > 1.0e-4 ? (q - gone) / (q * gone) : 0.5;
    const bool exact = W <= 1.0 && zeta <= 1.0;
    const double turn = exact ? W * std::sqrt(1.0 - zeta * zeta) : std::min(W, 1.0);
    // Without damping gone = 0 and V = 2 (1 - cos W).
    const double V =
        exact ? (1.0 + left - 2.0 * std::sqrt(left) * cosine(turn)) * (1.0 + gamma * q) : 2.0 * (1.0 - cosine(turn));
    const double square = exact ? W * W : turn * turn;
    const double stiffness = spring.stiffness * (V / (1.0 - 0.25 * V)) / square;
    const double inertia = 0.25 * h * h * stiffness; // kg: what the trapezoidal rule adds to the mass
    const double mass = spring.stiffness / (spring.frequency * spring.frequency);
    const double damping = h * spring.damping * (1.0 + inertia / mass);
    const double U = h * h * stiffness * mobility;
    const double drag =
        U > kResolved ? (1.0 + 0.25 * U) * (std::sqrt((1.0 + U) / (1.0 + kResolved)) - 1.0) / mobility : 0.0;
    return {h * stiffness, inertia - (1.0 - gamma) * damping, inertia + gamma * damping + drag};
}

SpringStep spring_step_after(const JointConstraint& spring, double p, double h, double mobility) {
    const SpringStep step = spring_step(spring, h, mobility);
    const SpringStep last = spring_step(spring, p, mobility);
    if (!(last.pull > 0.0 && mobility > 0.0)) { return step; }
    const double r = std::sqrt(step.pull * p / (last.pull * h));
    return {0.5 * (step.pull + r * last.pull), r * last.keep + (r - 1.0) / mobility, step.kappa};
}

} // namespace impulse
