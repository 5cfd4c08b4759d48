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

/// 1/s^2: stiffness on a mass of 1 with which steps of h have frequency w. `decay`: 2 zeta w.
double adapted_stiffness(double w, double decay, double h) {
    const double W = w * h;
    const double zeta = decay / (2.0 * w);
    const double q = decay * h;
    const Decay of(q);
    const bool exact = W <= 1.0 && zeta <= 1.0;
    const double turn = exact ? W * std::sqrt(1.0 - zeta * zeta) : std::min(W, 1.0);
    // Without damping e^-q is 1 and V = 2 (1 - cos W).
    const double V = exact ? (1.0 + of.left - 2.0 * std::sqrt(of.left) * cosine(turn)) * (1.0 + of.gamma * q)
                           : 2.0 * (1.0 - cosine(turn));
    const double square = exact ? W * W : turn * turn;
    return w * w * (V / (1.0 - 0.25 * V)) / square;
}

/// A step of h on a mass of 1, without drag.
SpringStep unit_step(double stiffness, double decay, double h) {
    const double gamma = Decay(decay * h).gamma;
    const double inertia = 0.25 * h * h * stiffness; // what the trapezoidal rule adds to the mass
    const double damping = h * decay * (1.0 + inertia);
    return {h * stiffness, inertia - (1.0 - gamma) * damping, inertia + gamma * damping};
}

} // namespace

const SpringStep& SpringSteps::unit_of(const JointConstraint& spring) {
    if (spring.frequency == frequency_ && spring.decay == decay_) { return now_; }
    frequency_ = spring.frequency;
    decay_ = spring.decay;
    now_ = before_ = {};
    stiffness_ = 0.0;
    if (frequency_ * h_ > 0.0) {
        stiffness_ = adapted_stiffness(frequency_, decay_, reference_);
        now_ = unit_step(stiffness_, decay_, h_);
        before_ = are_equal() ? now_ : unit_step(stiffness_, decay_, p_);
    }
    return now_;
}

bool SpringSteps::is_free_of_drag(const JointConstraint& spring, double mobility) {
    return are_equal() && h_ * unit_of(spring).pull * spring.mass * mobility <= kResolved;
}

SpringStep SpringSteps::next(const JointConstraint& spring, double mobility) {
    const SpringStep& unit = unit_of(spring);
    const double U = h_ * unit.pull * spring.mass * mobility;
    const double drag =
        U > kResolved ? (1.0 + 0.25 * U) * (std::sqrt((1.0 + U) / (1.0 + kResolved)) - 1.0) / mobility : 0.0;
    return {spring.mass * unit.pull, spring.mass * unit.keep, spring.mass * unit.kappa + drag};
}

SpringStep SpringSteps::first(const JointConstraint& spring, double mobility) {
    const SpringStep step = next(spring, mobility);
    const double taken = std::min(0.125 * std::abs(h_ * h_ - p_ * p_) * stiffness_ * spring.mass * mobility, 1.0);
    const double drag = mobility > 0.0 ? taken / mobility : 0.0;
    return {0.5 * (step.pull + spring.mass * before_.pull), spring.mass * before_.keep - drag, step.kappa};
}

} // namespace impulse
