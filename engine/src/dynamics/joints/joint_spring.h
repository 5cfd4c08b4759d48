/// Springs: constants of a step that keep frequency, damping and energy.
///
/// A spring of stiffness k and damping c acts along a coordinate x. Velocities live between positions (semi-implicit
/// Euler is a leapfrog), and the force of a step is taken from the positions before, at and after it with weights 1/4,
/// 1/2, 1/4:
///   lambda = -h k (x + h (xdot' - xdot) / 4) - h c ((1 - gamma) xdot + gamma xdot')
/// where xdot is the rate before the step and xdot' that at its end. That is the trapezoidal rule (Newmark 1959, beta =
/// 1/4): without damping it keeps the energy of every linear motion, however light the bodies on the spring are, and it
/// is stable for every h. Read as  lambda = g - kappa xdot', the law of every constraint (joint_model.h).
///
/// Constants. On the mass m that the spring was made for, with W = w h and q = 2 zeta W, one step maps (x, xdot) with
///   determinant (1 - (1 - gamma) q') / (1 + gamma q'),   trace 1 + determinant - V / (1 + gamma q'),
/// where k h^2 / m = V / (1 - V / 4) and c h / m = q' (1 + k h^2 / 4 m). Those of the damped oscillator
/// x'' + 2 zeta w x' + w^2 x = 0 over h are e^-q and 2 e^(-q/2) cos(W sqrt(1 - zeta^2)). They are equal if
///   q' = q,   gamma = (q - (1 - e^-q)) / (q (1 - e^-q)),   V = (1 + e^-q - 2 e^(-q/2) cos(...)) (1 + gamma q):
/// frequency and decay are exact (a classical "prewarped" discretisation). gamma is 1/2 without damping and 1 where it
/// is strong. From W = 1 on, six steps a period, and for zeta > 1 only the stiffness is adapted, as for zeta = 0 and W
/// <= 1.
///
/// Unresolved springs. The effective mass at a pose may be much smaller than that at creation: a body of 1 kg on a weld
/// at an arm of 9 m resists like 1 g. Let U = h^2 k K, K being the inverse effective mass at this pose under the
/// joint's holding constraints. A body that enters the spring at rest with the rate xdot leaves the first substep with
/// (1 + U) (xdot'/xdot)^2 times its energy. The trapezoidal rule, for which xdot' = xdot, multiplies it by 1 + U.
/// Up to the U0 of W = 1, to which the constants above are exact, that is the ripple of a leapfrog. Beyond it the
/// spring gets viscous drag,  lambda -= d xdot',  by the least d that leaves the factor at 1 + U0:
///   1 + K d / (1 + U / 4) = sqrt((1 + U) / (1 + U0))
/// which leaves the stored energy and the potential of the spring unchanged.
///
/// Steps of another length. The trapezoidal rule keeps the energy of one stiffness for steps of any length. So where
/// steps differ, stiffness is adapted to one reference length: adapted to each step, it would do work whenever the
/// length changes. The force at a position acts in the half step before it and in that after it. After a step of p
///   lambda = -(pull + pull_p) x / 2 + keep_p xdot - kappa xdot'
/// which is the law above for p = h. That law alone takes the force of the half step before in the new length: at 8 Hz,
/// steps of random lengths from 1/240 to 1/30 s gave an undamped spring 200 times its energy within a minute.
///
/// So much is exact where J does not turn. A leapfrog in a turning J keeps an energy that differs from the true one by
/// terms in h^2. In a rhythm of lengths the differences add up: in steps of 1/60, 1/60 and 1/30 s in turn a spring of
/// 13 Hz beside the centre of its body got 100 times its energy. Rates in half steps of h and p differ by
/// e = |h^2 - p^2| k K / 8 of the rate. The first step after a change takes so much, lambda -= e xdot / K: springs gain
/// nothing, and those without damping lose energy in steps of varying length.
///
/// Stiffness and damping are those of a mass that is fixed when the joint is created, k = w^2 m, c = 2 zeta w m. With
/// the effective mass of each pose the force would have no potential, and a body moved around a closed path would gain
/// energy.
#pragma once

#include "dynamics/joints/joint_model.h"

namespace impulse {

/// U0: h^2 k K up to which springs are stepped without drag, V / (1 - V / 4) for V = 2 (1 - cos 1), plus a margin for
/// rounding.
inline constexpr double kResolved = 1.194;
/// Of a step of h:  lambda = clamp(-pull x + keep xdot - kappa xdot', +-cap h),  x relative to the rest position.
struct SpringStep {
    double pull = 0.0;
    double keep = 0.0;
    double kappa = 0.0;
};

/// Steps of springs, of the length h after one of p. What depends on their frequency and decay alone is computed once
/// for joints in a row that have the same: a third of the time of a car's joints was its exponentials.
class SpringSteps {
  public:
    /// `h`, `p`: s. `reference`: s, the step to which stiffness is adapted (`Substeps::reference`).
    SpringSteps(double h, double p, double reference) : h_(h), p_(p), reference_(reference) {}

    /// Whether a spring has drag at no inverse effective mass up to `mobility`, 1/kg or 1/(kg m^2), so that the
    /// mobility of its step does not matter.
    bool is_free_of_drag(const JointConstraint& spring, double mobility);
    /// `mobility`: K above.
    SpringStep next(const JointConstraint& spring, double mobility);
    /// The same in the first substep after one of p.
    SpringStep first(const JointConstraint& spring, double mobility);
    bool are_equal() const { return h_ == p_; }

  private:
    const SpringStep& unit_of(const JointConstraint& spring);

    double h_, p_, reference_;
    double frequency_ = 0.0, decay_ = 0.0; ///< of the last spring
    double stiffness_ = 0.0;               ///< 1/s^2: adapted, on a mass of 1
    SpringStep now_, before_;              ///< on a mass of 1, without drag: of h and of p
};

} // namespace impulse
