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

/// Of the damping in a step of the rate after it: `gamma`, and e^-q.
struct Decay {
    double gamma = 0.5;
    double left = 1.0;

    explicit Decay(double q) : left(decay(q)) {
        const double gone = 1.0 - left;
        if (q > 1.0e-4) { gamma = (q - gone) / (q * gone); }
    }
};

double damping_ratio_of(const JointConstraint& spring) {
    return spring.damping / (2.0 * spring.stiffness) * spring.frequency;
}

/// N/m or N m/rad: with which steps of h have the spring's frequency.
double adapted_stiffness(const JointConstraint& spring, double h) {
    const double W = spring.frequency * h;
    const double zeta = damping_ratio_of(spring);
    const double q = 2.0 * zeta * W;
    const Decay of(q);
    const bool exact = W <= 1.0 && zeta <= 1.0;
    const double turn = exact ? W * std::sqrt(1.0 - zeta * zeta) : std::min(W, 1.0);
    // Without damping e^-q is 1 and V = 2 (1 - cos W).
    const double V = exact ? (1.0 + of.left - 2.0 * std::sqrt(of.left) * cosine(turn)) * (1.0 + of.gamma * q)
                           : 2.0 * (1.0 - cosine(turn));
    const double square = exact ? W * W : turn * turn;
    return spring.stiffness * (V / (1.0 - 0.25 * V)) / square;
}

} // namespace

SpringStep spring_step(const JointConstraint& spring, double h, double reference, double mobility) {
    const double W = spring.frequency * h;
    if (!(W > 0.0)) { return {}; }
    const double gamma = Decay(2.0 * damping_ratio_of(spring) * W).gamma;
    const double stiffness = adapted_stiffness(spring, reference);
    const double inertia = 0.25 * h * h * stiffness; // kg: what the trapezoidal rule adds to the mass
    const double mass = spring.stiffness / (spring.frequency * spring.frequency);
    const double damping = h * spring.damping * (1.0 + inertia / mass);
    const double U = h * h * stiffness * mobility;
    const double drag =
        U > kResolved ? (1.0 + 0.25 * U) * (std::sqrt((1.0 + U) / (1.0 + kResolved)) - 1.0) / mobility : 0.0;
    return {h * stiffness, inertia - (1.0 - gamma) * damping, inertia + gamma * damping + drag};
}

SpringStep spring_step_after(const JointConstraint& spring, double p, double h, double reference, double mobility) {
    const SpringStep step = spring_step(spring, h, reference, mobility);
    const SpringStep last = spring_step(spring, p, reference, mobility);
    const double stiffness = step.pull / h;
    const double taken = std::min(0.125 * std::abs(h * h - p * p) * stiffness * mobility, 1.0);
    const double drag = mobility > 0.0 ? taken / mobility : 0.0;
    return {0.5 * (step.pull + last.pull), last.keep - drag, step.kappa};
}

} // namespace impulse
