#include "dynamics/joints/joint_bounds.h"

#include "dynamics/joints/joint_elimination.h"
#include "dynamics/joints/joint_tension.h"

namespace impulse::direct {
namespace {

// A part of impulses: the 1e-16 of a rate that rounding leaves times kCouplingStiffness, with a margin of 100.
constexpr double kImpulseRounding = 1.0e-6;

/// Solves all constraints, with new `g` of holds and limits for a `target`: `joints` becomes their velocity changes.
/// Computes the factors unless they are known.
void solve_linear(const System& system, const Target* target) {
    if (!system.state.factored) { start_matrix(system); }
    for (BodyLanes& body : system.moving()) {
        body.joints[0] = body.joints[1] = body.pull = Real{};
        body.joints[2] = -body.tension * body.base[2];
    }
    each_joint(system, [&](const auto& joint) {
        if (!system.state.factored) { assemble(system, joint); }
        joint.each([&](auto i) {
            ConstraintLanes<Real>& c = joint[i];
            if (target != nullptr && joint.held(i)) { c.g = target->g(joint, i); }
            const Real linear = c.g - c.kappa * joint.rate(joint.row(i), joint.a.base, joint.b.base);
            const Real impulse = joint.always(i) ? linear : select<Real>(c.linear > splat<Real>(0.5), linear, c.lambda);
            joint.apply(joint.row(i), impulse, joint.a.joints, joint.b.joints);
        });
    });
    if (!system.state.factored) { factor(system); }
    substitute(system, &BodyLanes::joints);
}

/// Adds a constraint to the linear system, or removes it with this impulse. Returns the lanes with a change. At a bound
/// an impulse that differs by `rounding` is the same: as a change it would repeat in every turn until `let_go` removes
/// a motor that its limit holds.
inline RealMask settle(ConstraintLanes<Real>& c, Real lambda, RealMask inside, Real rounding = Real{}) {
    const Real linear = select<Real>(inside, splat<Real>(1.0), Real{});
    const RealMask other = ~inside & (lane_abs(lambda - c.lambda) > rounding);
    const RealMask changed = (linear != c.linear) | other;
    c.linear = linear;
    c.lambda = select<Real>(other, lambda, c.lambda);
    return changed;
}

/// One Gauss-Seidel step on each bounded constraint alone: within its bounds it is part of the linear system, else held
/// at one.
template <class Joint>
RealMask update_bounds(const Joint& joint, const Real* rates) {
    RealMask changed{};
    const bool round = is_round(joint.form());
    if (round) {
        const Capped<Real> both = alone_capped(joint, rates[0], rates[1]);
        const Real rounding = splat<Real>(kImpulseRounding) * joint[0].hi;
        changed |= settle(joint[0], both.x, both.inside, rounding) | settle(joint[1], both.y, both.inside, rounding);
    }
    joint.each([&](auto i) {
        if (joint.always(i) || (round && i < 2)) { return; }
        ConstraintLanes<Real>& c = joint[i];
        if (joint.kind(i) == ConstraintKind::limit) { // most rest, and would go on resting
            const Real asked = c.g - c.kappa * rates[i];
            if (!any_lane((c.linear != Real{}) | (c.lambda != Real{}) | ((asked > c.lo) & (asked < c.hi)))) { return; }
        } else {
            const Real twice = c.lambda + c.lambda;
            const RealMask far = (c.linear > Real{}) & (c.kappa > Real{}) & (twice < c.cap) & (-twice < c.cap);
            if (!any_lane(~far)) { return; } // it stays within its bounds
        }
        const Real lambda = alone(joint, i, rates[i]);
        // Where exactly the cap is asked for, rounding of kappa xdot must not decide anew in each turn.
        const Real cap = lane_min(c.cap, splat<Real>(1.0e30));
        const Real slack = select<Real>(c.linear > splat<Real>(0.5), cap, -cap) * splat<Real>(kImpulseRounding);
        const RealMask inside = (lambda > c.lo - slack) & (lambda < c.hi + slack) & (c.kappa > Real{});
        const Real bounded = lane_clamp(lambda, c.lo, c.hi);
        changed |= settle(c, bounded, inside, splat<Real>(kImpulseRounding) * lane_abs(bounded));
    });
    return changed;
}

/// Takes out of the system what is beyond its bounds, and motors that drive past their speed: what is left does no
/// work. Of lanes that are `unsettled`.
template <class Joint>
RealMask let_go(const Joint& joint, const Real* rates, RealMask unsettled) {
    RealMask changed{};
    joint.each([&](auto i) {
        if (joint.always(i)) { return; }
        ConstraintLanes<Real>& c = joint[i];
        const Real left = select<Real>(unsettled, lane_clamp(c.lambda, c.lo, c.hi), c.lambda);
        const RealMask linear = c.linear > splat<Real>(0.5);
        const RealMask past = unsettled & ~linear & (c.kappa > Real{}) & (left * (c.kappa * rates[i] - c.g) > Real{});
        const Real lambda = select<Real>(past, Real{}, left);
        changed |= settle(c, lambda, linear & (lambda == c.lambda));
    });
    return changed;
}

/// Impulses of constraints at the present velocities. Returns the lanes in which another set is within its bounds then.
/// `let_go_of`: the lanes in which it is reduced. `bounds`: of arcs that are known; null to sum up tensions instead.
RealMask take_up(const System& system, RealMask let_go_of, ArcBounds* bounds) {
    const Real h = splat<Real>(system.set.h);
    RealMask changed{};
    const bool letting_go = any_lane(let_go_of);
    if (bounds != nullptr) { *bounds = {}; }
    each_joint(system, [&](const auto& joint) {
        const Speeds v(joint);
        Real rates[kJointConstraints];
        joint.each([&](auto i) {
            ConstraintLanes<Real>& c = joint[i];
            rates[i] = joint.rate(joint.row(i), v.a, v.b);
            c.mean = splat<Real>(0.5) * (c.before + rates[i]);
            const Real linear = c.g - c.kappa * rates[i];
            c.lambda = joint.always(i) ? linear : select<Real>(c.linear > splat<Real>(0.5), linear, c.lambda);
        });
        changed |= letting_go ? let_go(joint, rates, let_go_of) : update_bounds(joint, rates);
        if (bounds == nullptr) {
            add_tension(joint, h);
        } else {
            joint.each([&](auto i) { bounds->add(joint, i); });
        }
    });
    return changed;
}

/// m^2/s^2: twice the kinetic energy of a velocity change, per mass of the body.
Real square_of(const BodyLanes& body, const Real* change) {
    const Real radius = body.inverse[0] * inverse_or_zero<Real>(body.inverse[2]); // of gyration, squared
    return change[0] * change[0] + change[1] * change[1] + radius * change[2] * change[2];
}

} // namespace

void find_biases(const System& system, const JointBias& bias) {
    const auto real = [](float x) { return splat<Real>(static_cast<double>(x)); };
    const Real rate = real(bias.softness.bias);
    const Real least = real(bias.slop);
    const Real most = real(bias.most);
    each_joint(system, [&](const auto& joint) {
        const Real slop = lane_max(least, rounding_of(joint.joint.now));
        const bool anchors = holds_anchors(joint.form());
        if (anchors) {
            const LaneVec<Real> of_gap = correction_of_gap(joint.joint.x, rate, slop, most);
            joint[0].bias = of_gap.x;
            joint[1].bias = of_gap.y;
        }
        joint.each([&](auto i) {
            if (!joint.held(i) || (anchors && i < 2)) { return; }
            // The coordinate of a gear is a sum of displacements, in double precision.
            const Real angle_slop = joint.type() == JointType::gear ? least : lane_max(least, splat<Real>(kRounding));
            joint[i].bias = correction_of(joint, i, rate, joint.is_angle(i) ? angle_slop : slop,
                                          joint.is_angle(i) ? joint.joint.slow_turn : most);
        });
    });
}

bool solve_bounded(const System& system, const Target* target, ArcBounds* bounds) {
    constexpr int kTurns = 8;
    const bool known = system.state.factored;
    solve_linear(system, target);
    int turn = 0;
    RealMask changed = take_up(system, RealMask{}, bounds);
    while (any_lane(changed)) {
        system.state.factored = false;
        solve_linear(system, nullptr);
        changed = take_up(system, ++turn >= kTurns ? changed : RealMask{}, bounds);
    }
    return !known || turn > 0;
}

Real share_of_bias(const System& system, Real most) {
    const Real limit = most * most;
    RealMask fast{}; // mostly not even by all that joints do
    for (const BodyLanes& body : system.moving()) { fast |= square_of(body, body.joints) > limit; }
    if (!any_lane(fast)) { return splat<Real>(1.0); }
    respond(system, [](const auto& joint, auto i) { return joint.kappa(i) * (joint.speed(i) - joint[i].bias); });
    Real fastest{};
    for (const BodyLanes& body : system.moving()) { fastest = lane_max(fastest, square_of(body, body.chord)); }
    return select<Real>(fastest > limit, most / lane_sqrt(lane_max(fastest, limit)), splat<Real>(1.0));
}

} // namespace impulse::direct
