/// Lasting loads: where the springs of contacts rest.
///
/// A soft contact is a spring of stiffness m w^2, where the substep bounds the frequency w (softness.h), and carries a
/// force F with an overlap of F / (m w^2): a tower of 20 boxes would sink by 42 mm. But a load that lasts is known from
/// the steps before. So the spring is at rest at the separation
///   rest = F / m (1 / w^2 - 1 / w0^2),    w0^2 = 2.5 w^2
/// A lasting load then meets a spring of frequency w0, and a change of the force meets one of w, which is stable. F is
/// the low-pass of the force with a time constant of T (`load_share`):
///   F += dt / (dt + T) (force - F)                                              (implicit Euler, stable for any step)
/// Without the low-pass, each vibration would return a step later, and a tower of 20 boxes would sway for ever. In a
/// wedge the overlap s is given, and the force m w^2 (rest + s) converges to m w0^2 s. If F changes, the force changes
/// by 0.6 of that, so each difference is at most 0.6 of the one before.
///
/// A response that lags behind the force adds energy. A load that oscillates at W meets the stiffness m w^2 (1 + i W T)
/// / (0.4 + i W T), whose imaginary part is -0.6 W T / (0.16 + (W T)^2) of m w^2. That is a negative damping, most for
/// W T = 0.4, which the damping of contacts has to exceed. A pyramid of 60 rows sways at 4 rad/s, and smaller piles are
/// faster. With T = 0.2 s it sways more and more, to 0.16 m/s in a minute; with T = 0.5 s it comes to rest. Much longer
/// times leave stacks on their way up for seconds.
///
/// F, m and rest are those of a contact, not of a point: with each point's own force, the torque that rights a tilted
/// box would lag behind its tilt, and drive a tower that sways.
///
/// The overlap that the bias uses is limited to three times the mean overlap. The bias velocity removes a part of the
/// overlap, w / (2 z + h w) = 15.8 per second or 0.26 per step of 1/60 s. Three times that is less than all of it, so
/// that a contact that lost its load is not pushed apart. (With a limit by each point's own overlap the lighter point
/// follows it a step late: a tower of small boxes stands longer, but ten boxes sway twice as long, and houses of cards
/// fall.)
#pragma once

#include "dynamics/contact_rows.h"
#include "dynamics/softness.h"
#include "dynamics/solve_input.h"

namespace impulse {

/// s: T. Short compared with the time for which loads stay in games, long compared with the sway of piles.
inline constexpr float kMeanTime = 0.5f;

/// s^2: 1 / w^2 of a contact of `hertz` > 0 in steps of `dt`.
inline float softness_of(const Tuning& tuning, float hertz, float dt) {
    const float w = 2.0f * kPi * permitted_hertz(hertz, static_cast<float>(tuning.substeps) / dt);
    return 1.0f / (w * w);
}

/// s^2: 1 / w^2 - 1 / w0^2 = 0.6 / w^2, of contacts with a body that cannot move, and of others. 0: rigid.
struct LoadCompliance {
    float fixed = 0.0f;
    float dynamic = 0.0f;

    explicit LoadCompliance(const Tuning& tuning) {
        if (tuning.contact_hertz <= 0.0f) { return; } // carries loads without overlap
        fixed = 0.6f * softness_of(tuning, 2.0f * tuning.contact_hertz, kReferenceStep);
        dynamic = 0.6f * softness_of(tuning, tuning.contact_hertz, kReferenceStep);
    }
};

/// Subtracts the rest separation from the separations of a row. `load`: N, F. Pre: no displacements since detection.
template <class L, class Points>
inline void carry_load(const RowFrame<L>& row, const Points& points, L load, const LoadCompliance& of) {
    const L zero = splat<L>(0.0f);
    const L compliance = select<L>(row.mA * row.mB == zero, splat<L>(of.fixed), splat<L>(of.dynamic));
    L mass = zero;
    L overlap = zero; // sum
    for (const PointRow<L>& p : points) {
        mass = mass + p.normal_mass;
        overlap = overlap + lane_min(p.base + (p.rAt - p.rBt), zero);
    }
    const L rest = zero - compliance * load / select<L>(mass > zero, mass, splat<L>(1.0f));
    const L shift = lane_max(rest, splat<L>(2.0f / static_cast<float>(points.size())) * overlap);
    for (PointRow<L>& p : points) { p.base = p.base + shift; }
}

/// dt / (dt + T) in steps of `dt` with substeps of `h`. T is also long compared with the time in which a soft contact
/// yields, 1 / biasRate: otherwise the rest of soft springs would lead the motion that it follows, and drive it.
inline float load_share(const Tuning& tuning, float dt, float h) {
    const Softness softness = make_softness(permitted_hertz(tuning.contact_hertz, 1.0f / h), tuning.contact_damping, h);
    const float yields = softness.bias > 0.0f ? 1.0f / softness.bias : 0.0f; // s
    return dt / (dt + max(kMeanTime, 3.0f * yields));
}
/// Takes in the force (N) of a step.
inline void update_load(float& load, float force, float share) { load += share * (force - load); }

} // namespace impulse
