#include "dynamics/joints/joint_direct.h"

#include <algorithm>

namespace impulse {
namespace {

constexpr double kRounding = 1.0e-6; // of impulses: 1e-16 of a rate times 1 / kCouplingCompliance, with a margin
constexpr double kFar = 1.0e20;      // kg m^2: immovable

/// One float of each of two bodies.
Real pair_of(Wide a, Wide b, int k) { return Real{static_cast<double>(a[k]), static_cast<double>(b[k])}; }

void read_velocity(const SolveInput& input, const BodyLanes& body, Real v[3]) {
    const Wide a = load_four(&input.bodies.motions[body.slots[0]].v.x);
    const Wide b = load_four(&input.bodies.motions[body.slots[1]].v.x);
    for (int k = 0; k < 3; ++k) { v[k] = pair_of(a, b, k); }
}

void write_velocity(const SolveInput& input, const BodyLanes& body, const Real v[3]) {
    for (int lane = 0; lane < kLanes<Real>; ++lane) {
        BodyMotion& motion = input.bodies.motions[body.slots[lane]];
        motion.v = {static_cast<float>(v[0][lane]), static_cast<float>(v[1][lane])};
        motion.w = static_cast<float>(v[2][lane]);
    }
}

/// Articulations of one form during the solve.
struct System {
    const SolveInput& input;
    const JointSet& set;
    const PlanGroup& group;
    ArticulationLanes& state;
    std::span<Block> blocks; ///< and a spare one

    std::span<BodyLanes> bodies() const { return set.bodies.subspan(group.first_body, group.bodies); }
    std::span<BodyLanes> moving() const { return set.bodies.subspan(group.first_body, group.moving_bodies); }
    std::span<const PlanBody> plan_bodies() const { return set.plan->bodies.subspan(group.first_body, group.bodies); }
    std::span<const PlanEntry> column(const PlanBody& body) const {
        return set.plan->entries.subspan(body.first_entry, body.end_entry - body.first_entry);
    }
};

/// A joint of a system with its data.
template <uint32_t Form>
struct JointView : RowView<Real, Form> {
    const PlanJoint& at;
    BodyLanes& a;
    BodyLanes& b;

    ConstraintLanes<Real>& operator[](size_t i) const { return this->constraints[i]; }
    /// Of a constraint within its bounds; 0 beyond them.
    Real kappa(size_t i) const { return within(i, this->constraints[i].kappa); }
    /// `value` within the bounds of a constraint, 0 beyond them.
    Real within(size_t i, Real value) const { return this->always(i) ? value : this->constraints[i].linear * value; }
};

/// Velocities of its bodies.
struct Speeds {
    Real a[3], b[3];

    template <class Joint>
    explicit Speeds(const Joint& joint) {
        for (int k = 0; k < 3; ++k) {
            a[k] = joint.a.base[k] + joint.a.joints[k];
            b[k] = joint.b.base[k] + joint.b.joints[k];
        }
    }
};

template <uint32_t... Forms, class Visit>
inline void each_joint_as(const System& system, Visit&& visit) {
    const std::span<const PlanJoint> plan = system.set.plan->joints;
    BodyLanes* const bodies = &system.set.bodies[system.group.first_body];
    for (uint32_t i = system.group.first_joint; i < system.group.first_joint + system.group.joints; ++i) {
        with_form<Forms...>(plan[i].form, [&]<uint32_t Form>() {
            visit(JointView<Form>{view_of<Form>(system.set.exact, plan, i), plan[i], bodies[plan[i].a],
                                  bodies[plan[i].b]});
        });
    }
}

/// As most are.
template <class Visit>
inline void each_joint(const System& system, Visit&& visit) {
    each_joint_as<kHinge, kLimitedHinge>(system, visit);
}

using Part = Real (BodyLanes::*)[3];

/// Subtracts the joints' velocity changes from the velocities.
void load(const System& system) {
    for (BodyLanes& body : system.bodies()) {
        Real v[3];
        read_velocity(system.input, body, v);
        for (int k = 0; k < 3; ++k) { body.base[k] = v[k] - body.joints[k]; }
    }
}

/// Whether a body has another velocity than `store` left it.
bool has_moved(const SolveInput& input, const BodyLanes& body, int lane) {
    const BodyMotion& motion = input.bodies.motions[body.slots[lane]];
    const float now[3] = {motion.v.x, motion.v.y, motion.w};
    for (int k = 0; k < 3; ++k) {
        if (now[k] != static_cast<float>(body.base[k][lane] + body.joints[k][lane])) { return true; }
    }
    return false;
}

/// Of articulations that something has moved since `store`. Whether there are any.
bool load_moved(const System& system) {
    bool moved = false;
    for (const BodyLanes& body : system.bodies()) { // unused lanes have the dummy body, which is that of others too
        for (int lane = 0; lane < system.group.lanes; ++lane) { moved |= has_moved(system.input, body, lane); }
    }
    if (moved) { load(system); }
    return moved;
}

/// Follows arcs by `s`: joint_direct.h.
void store(const System& system, Real s) {
    system.state.share = s;
    for (BodyLanes& body : system.moving()) {
        Real v[3];
        for (int k = 0; k < 3; ++k) {
            body.joints[k] += s * body.chord[k];
            v[k] = body.base[k] + body.joints[k];
        }
        write_velocity(system.input, body, v);
    }
}

inline void add_outer(Real* to, const Real* j, Real kappa) {
    const Real x = kappa * j[0];
    const Real y = kappa * j[1];
    to[0] += x * j[0];
    to[1] += x * j[1];
    to[2] += x * j[2];
    to[3] += y * j[1];
    to[4] += y * j[2];
    to[5] += kappa * j[2] * j[2];
}

/// The same for a row that is 1 along x or y, -1 for A, with its arm at the angle.
inline void add_point(Real* A, Real* B, Real* block, const JointRow<Real>& r, Real kappa, int axis, bool b_later) {
    const Real a = kappa * r.a[2];
    const Real b = kappa * r.b[2];
    A[3 * axis] += kappa;
    B[3 * axis] += kappa;
    A[2 * axis + 2] -= a;
    B[2 * axis + 2] += b;
    A[5] += a * r.a[2];
    B[5] += b * r.b[2];
    block[4 * axis] -= kappa;
    block[3 * axis + 2] += b_later ? a : -b;
    block[axis + 6] += b_later ? -b : a;
    block[8] += a * r.b[2];
}

template <class Joint>
void assemble(const System& system, const Joint& joint) {
    Real* const A = joint.a.diagonal;
    Real* const B = joint.b.diagonal;
    Real* const block = system.blocks[joint.at.block == kNull ? system.group.blocks : joint.at.block].m;
    const bool b_later = joint.at.b > joint.at.a;
    joint.each([&](auto i) {
        const Real kappa = joint.kappa(i);
        const uint32_t row = joint.row(i);
        const RowShape shape = joint.shape(row);
        const JointRow<Real>& r = joint.joint.rows[row];
        if (shape == RowShape::angle) {
            A[5] += kappa;
            B[5] += kappa;
            block[8] -= kappa;
        } else if (shape != RowShape::any) {
            add_point(A, B, block, r, kappa, shape == RowShape::y ? 1 : 0, b_later);
        } else if (joint.kind(i) == ConstraintKind::hold || any_lane(kappa > Real{})) {
            add_outer(A, r.a, kappa);
            add_outer(B, r.b, kappa);
            const Real* const later = b_later ? r.b : r.a;
            const Real* const earlier = b_later ? r.a : r.b;
            for (int n = 0; n < 3; ++n) {
                const Real scaled = kappa * later[n];
                for (int k = 0; k < 3; ++k) { block[3 * n + k] += scaled * earlier[k]; }
            }
        }
    });
}

// L D L^T of a symmetric 3 x 3 matrix, stored as 1/d0, l10, l20, 1/d1, l21, 1/d2. An inverse by cofactors is too
// inaccurate: a stiff constraint leaves a part in 10^5 for the next body.
inline void factor(Real* a) {
    const Real one = splat<Real>(1.0);
    const Real d0 = one / a[0];
    const Real l10 = a[1] * d0;
    const Real l20 = a[2] * d0;
    const Real d1 = one / (a[3] - l10 * a[1]);
    const Real rest = a[4] - l10 * a[2];
    const Real l21 = rest * d1;
    a[5] = one / (a[5] - l20 * a[2] - l21 * rest);
    a[0] = d0;
    a[1] = l10;
    a[2] = l20;
    a[3] = d1;
    a[4] = l21;
}
/// x becomes L^-1 x.
inline void forward(const Real* f, Real* x) {
    x[1] -= f[1] * x[0];
    x[2] -= f[2] * x[0] + f[4] * x[1];
}
/// x becomes L^-T D^-1 x.
inline void backward(const Real* f, Real* x) {
    x[1] -= f[4] * x[2];
    x[0] -= f[1] * x[1] + f[2] * x[2];
}

/// out -= X Y^T, of which only the symmetric part is stored.
inline void subtract_symmetric(Real* out, const Real* X, const Real* Y) {
    int n = 0;
    for (int i = 0; i < 3; ++i) {
        for (int k = i; k < 3; ++k) {
            out[n++] -= X[3 * i] * Y[3 * k] + X[3 * i + 1] * Y[3 * k + 1] + X[3 * i + 2] * Y[3 * k + 2];
        }
    }
}
/// out -= X Y^T, or its transpose.
inline void subtract_block(Real* out, const Real* X, const Real* Y, bool transposed) {
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            out[transposed ? 3 * k + i : 3 * i + k] -=
                X[3 * i] * Y[3 * k] + X[3 * i + 1] * Y[3 * k + 1] + X[3 * i + 2] * Y[3 * k + 2];
        }
    }
}

/// Pre: assembled. After it a column's diagonal holds L and D, and its blocks X = B L^-T D^-1.
void factor(const System& system) {
    system.state.factored = true;
    const std::span<BodyLanes> bodies = system.moving();
    const std::span<const PlanBody> plan = system.plan_bodies();
    for (size_t i = 0; i < bodies.size(); ++i) {
        Real* const f = bodies[i].diagonal;
        factor(f);
        const std::span<const PlanEntry> column = system.column(plan[i]);
        for (const PlanEntry& entry : column) { // Y = B L^-T
            for (int r = 0; r < 3; ++r) { forward(f, &system.blocks[entry.block].m[3 * r]); }
        }
        const uint32_t* fill = system.set.plan->fills.data() + plan[i].first_fill;
        for (size_t a = 0; a < column.size(); ++a) {
            const Block Y = system.blocks[column[a].block];
            Block X = Y;
            for (int r = 0; r < 3; ++r) {
                X.m[3 * r] *= f[0];
                X.m[3 * r + 1] *= f[3];
                X.m[3 * r + 2] *= f[5];
            }
            system.blocks[column[a].block] = X;
            subtract_symmetric(bodies[column[a].body].diagonal, X.m, Y.m);
            for (size_t b = a + 1; b < column.size(); ++b) {             // those behind it still hold Y
                const bool transposed = column[b].body > column[a].body; // the row is that of the later body
                subtract_block(system.blocks[*fill++].m, X.m, system.blocks[column[b].block].m, transposed);
            }
        }
    }
}

/// Solves for the right-hand sides in `part`. Immovable bodies stay at 0.
void substitute(const System& system, Part part) {
    const std::span<BodyLanes> bodies = system.moving();
    const PlanBody* const plan = system.plan_bodies().data();
    for (size_t i = 0; i < bodies.size(); ++i) {
        Real* const y = bodies[i].*part;
        forward(bodies[i].diagonal, y);
        const Real x[3] = {y[0], y[1], y[2]};
        for (const PlanEntry& entry : system.column(plan[i])) {
            Real* const to = bodies[entry.body].*part;
            const Real* const X = system.blocks[entry.block].m;
            for (int r = 0; r < 3; ++r) { to[r] -= along(&X[3 * r], x); }
        }
    }
    for (size_t i = bodies.size(); i-- > 0;) {
        Real* const y = bodies[i].*part;
        const Real* const f = bodies[i].diagonal;
        Real x[3] = {y[0] * f[0], y[1] * f[3], y[2] * f[5]};
        for (const PlanEntry& entry : system.column(plan[i])) {
            const Real* const from = bodies[entry.body].*part;
            const Real* const X = system.blocks[entry.block].m;
            for (int r = 0; r < 3; ++r) {
                for (int k = 0; k < 3; ++k) { x[k] -= X[3 * r + k] * from[r]; }
            }
        }
        backward(f, x);
        std::copy_n(x, 3, y);
    }
    for (BodyLanes& body : system.bodies().subspan(bodies.size())) { std::fill_n(body.*part, 3, Real{}); }
}

/// Rates that holds and limits are solved for.
struct Target {
    Real inv_h{}; ///< 1/s: limits reach their bounds within 1 / `inv_h`
    /// Errors are corrected by a bias velocity. Otherwise impulses are added to those so far, which removes the rates
    /// that compliance left.
    bool corrects = true;
    Real rate{}, slop{}, most{};   ///< of the bias velocity: joint_solver.h
    Real share = splat<Real>(1.0); ///< of it

    /// m/s or rad/s: bias velocity of a hold or limit.
    template <class Joint>
    Real bias(const Joint& joint, auto i) const {
        return share * correction_of(joint, i, rate, slop, joint.is_angle(i) ? joint.joint.slow_turn : most);
    }
    template <class Joint>
    Real g(const Joint& joint, auto i) const {
        const ConstraintLanes<Real>& c = joint[i];
        if (!corrects) { return joint.within(i, c.lambda) + c.kappa * approach_of(joint, i, inv_h); }
        return c.kappa * (approach_of(joint, i, inv_h) - bias(joint, i));
    }
};

/// The matrix without constraints.
void start_matrix(const System& system) {
    const Real zero = Real{};
    for (BodyLanes& body : system.bodies()) {
        const Real diagonal[6] = {body.weight[0], zero, zero, body.weight[1], zero, body.weight[2] + body.tension};
        std::copy_n(diagonal, 6, body.diagonal);
    }
    std::fill(system.blocks.begin(), system.blocks.end(), Block{});
}

/// Solves all constraints, with new `g` of holds and limits for a `target`: `joints` becomes their velocity changes.
/// Computes the factors unless they are known.
void solve_linear(const System& system, const Target* target) {
    if (!system.state.factored) { start_matrix(system); }
    for (BodyLanes& body : system.bodies()) {
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

/// Adds a constraint to the linear system, or removes it with this impulse. Returns the lanes with a change.
inline RealMask settle(ConstraintLanes<Real>& c, Real lambda, RealMask inside) {
    const Real linear = select<Real>(inside, splat<Real>(1.0), Real{});
    const RealMask changed = (linear != c.linear) | (~inside & (lambda != c.lambda));
    c.linear = linear;
    c.lambda = select<Real>(inside, c.lambda, lambda);
    return changed;
}

/// One Gauss-Seidel step on each bounded constraint alone: within its bounds it is part of the linear system, else held
/// at one.
template <class Joint>
RealMask update_bounds(const Joint& joint, const Real* rates) {
    RealMask changed{};
    const auto alone = [&](size_t i) {
        const ConstraintLanes<Real>& c = joint[i];
        const Real k = c.kappa * joint.joint.K[joint.row(i)];
        return (c.g - c.kappa * rates[i] + k * c.lambda) / (splat<Real>(1.0) + k);
    };
    const bool round = is_round(joint.form());
    if (round) {
        const Real x = alone(0);
        const Real y = alone(1);
        const Real length = lane_sqrt(x * x + y * y);
        const Real cap = joint[0].hi;
        const RealMask inside = length <= cap;
        const Real one = splat<Real>(1.0);
        const Real scale = select<Real>(inside, one, cap / select<Real>(inside, one, length));
        changed |= settle(joint[0], scale * x, inside) | settle(joint[1], scale * y, inside);
    }
    joint.each([&](auto i) {
        if (joint.always(i) || (round && i < 2)) { return; }
        ConstraintLanes<Real>& c = joint[i];
        if (joint.kind(i) == ConstraintKind::limit) { // most rest, and would go on resting
            const Real asked = c.g - c.kappa * rates[i];
            if (!any_lane((c.linear != Real{}) | (c.lambda != Real{}) | ((asked > c.lo) & (asked < c.hi)))) { return; }
        }
        const Real lambda = alone(i);
        // Where exactly the cap is asked for, rounding of kappa xdot must not decide anew in each turn.
        const Real cap = lane_min(c.cap, splat<Real>(1.0e30));
        const Real slack = select<Real>(c.linear > splat<Real>(0.5), cap, -cap) * splat<Real>(kRounding);
        const RealMask inside = (lambda > c.lo - slack) & (lambda < c.hi + slack) & (c.kappa > Real{});
        changed |= settle(c, lane_clamp(lambda, c.lo, c.hi), inside);
    });
    return changed;
}

/// Takes out of the system what is beyond its bounds, and motors that drive past their speed: what is left does no
/// work.
template <class Joint>
RealMask let_go(const Joint& joint, const Real* rates) {
    RealMask changed{};
    joint.each([&](auto i) {
        if (joint.always(i)) { return; }
        ConstraintLanes<Real>& c = joint[i];
        const Real left = lane_clamp(c.lambda, c.lo, c.hi);
        const RealMask linear = c.linear > splat<Real>(0.5);
        const RealMask past = ~linear & (c.kappa > Real{}) & (left * (c.kappa * rates[i] - c.g) > Real{});
        const Real lambda = select<Real>(past, Real{}, left);
        changed |= settle(c, lambda, linear & (lambda == c.lambda));
    });
    return changed;
}

/// kg m^2: geometric stiffness of the bodies' angles by the force of a joint, times h^2.
template <class Joint>
void add_tension(const Joint& joint, Real h) {
    const LaneVec<Real> force = joint.force();
    joint.a.pull -= h * dot(joint.joint.now.rA, force);
    joint.b.pull += h * dot(joint.joint.now.rB, force);
}

/// J: work of constraints along their arcs, a parabola in the share s of these.
struct Work {
    Real still{}, first{}, second{};

    /// `rate`: m/s or rad/s, the mean over the step without arcs.
    void add(const ConstraintLanes<Real>& c, Real lambda, Real rate) {
        const Real half = splat<Real>(0.5);
        still += lambda * rate;
        first += c.more * rate + half * lambda * c.change;
        second += half * c.more * c.change;
    }
    Real at(Real s) const { return still + s * (first + s * second); }
    Work operator+(const Work& o) const { return {still + o.still, first + o.first, second + o.second}; }
};

/// What limits the share of the arcs (joint_direct.h).
struct ArcBounds {
    Work holds, motors;
    Real most = splat<Real>(1.0); ///< by the caps of motors and springs

    template <class Joint>
    void add(const Joint& joint, auto i) {
        const ConstraintLanes<Real>& c = joint[i];
        if (joint.kind(i) == ConstraintKind::tension) { return; }
        if (joint.held(i)) {
            holds.add(c, joint.within(i, c.lambda), c.mean);
            return;
        }
        if (joint.kind(i) == ConstraintKind::motor) { motors.add(c, c.lambda, c.mean - c.at); }
        const Real left = lane_max(select<Real>(c.more > Real{}, c.hi - c.lambda, c.lambda - c.lo), Real{});
        const Real more = lane_abs(c.more);
        const RealMask short_of = more * most > left;
        most = select<Real>(short_of, left / select<Real>(short_of, more, splat<Real>(1.0)), most);
    }
};

/// Impulses of constraints at the present velocities. Whether the set of those within their bounds is another then.
/// `bounds`: of arcs that are known; null to sum up tensions instead.
bool take_up(const System& system, bool letting_go, ArcBounds* bounds) {
    const Real h = splat<Real>(system.set.h);
    RealMask changed{};
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
        changed |= letting_go ? let_go(joint, rates) : update_bounds(joint, rates);
        if (bounds == nullptr) {
            add_tension(joint, h);
        } else {
            joint.each([&](auto i) { bounds->add(joint, i); });
        }
    });
    return any_lane(changed);
}

/// Velocities that satisfy all constraints. The set of the constraints within their bounds settles in one or two turns.
/// If it alternates instead, constraints are only removed from then on, each of them twice at most. Leaves the factors
/// of the last turn; false if they are those of before.
bool solve_bounded(const System& system, const Target* target, ArcBounds* bounds = nullptr) {
    constexpr int kTurns = 8;
    const bool known = system.state.factored;
    solve_linear(system, target);
    int turn = 0;
    for (; take_up(system, turn >= kTurns, bounds); ++turn) {
        system.state.factored = false;
        solve_linear(system, nullptr);
    }
    return !known || turn > 0;
}

/// m^2/s^2: twice the kinetic energy of a velocity change, per mass of the body.
Real square_of(const BodyLanes& body, const Real* change) {
    const Real radius = body.inverse[0] * inverse_or_zero<Real>(body.inverse[2]); // of gyration, squared
    return change[0] * change[0] + change[1] * change[1] + radius * change[2] * change[2];
}

/// How much of the bias velocities leaves no body faster than `most` because of them. A row is capped by itself, but
/// where joints of a loop almost contradict each other, bodies would have to move many times faster across their rows.
/// Three discs on rods of 1 m, 1 m and 2.1 m, which cannot close, left each other at 280 m/s.
/// Pre: solved with the biases, by the present factors.
Real share_of_bias(const System& system, const Target& target) {
    const Real limit = target.most * target.most;
    RealMask fast{}; // mostly not even by all that joints do
    for (const BodyLanes& body : system.moving()) { fast |= square_of(body, body.joints) > limit; }
    if (!any_lane(fast)) { return splat<Real>(1.0); }
    for (BodyLanes& body : system.bodies()) { std::fill_n(body.chord, 3, Real{}); }
    each_joint_as<>(system, [&](const auto& joint) {
        joint.each([&](auto i) {
            if (!joint.held(i)) { return; }
            joint.apply(joint.row(i), -joint.kappa(i) * target.bias(joint, i), joint.a.chord, joint.b.chord);
        });
    });
    substitute(system, &BodyLanes::chord);
    Real most{};
    for (const BodyLanes& body : system.moving()) { most = lane_max(most, square_of(body, body.chord)); }
    return select<Real>(most > limit, target.most / lane_sqrt(lane_max(most, limit)), splat<Real>(1.0));
}

/// Displacements of the bodies within the substep.
void measure_steps(const System& system) {
    const Real h = splat<Real>(system.set.h);
    const Real one = splat<Real>(1.0);
    for (BodyLanes& body : system.bodies()) {
        const Real turn = h * (body.base[2] + body.joints[2]);
        // As bodies turn (impulse/math.h), in double.
        const Real t = splat<Real>(0.5) * turn * (one + turn * turn * splat<Real>(1.0 / 12.0));
        const Real r = one / (one + t * t);
        body.shift = {{h * (body.base[0] + body.joints[0]), h * (body.base[1] + body.joints[1])},
                      (one - t * t) * r,
                      (t + t) * r,
                      turn};
    }
}

/// The rates by which holds and active limits leave their arcs over the step: `arc`.
template <class Joint>
void measure_arcs(const Joint& joint, Real inv_h) {
    const JointFrame<Real>& now = joint.joint.now;
    if (joint.is_pose()) {
        const auto leaves = [&](const BodyShift<Real>& by, LaneVec<Real> arm) { // w x r less the mean over the step
            const Real w = (by.turn - by.s) * inv_h;
            const Real shrinks = (splat<Real>(1.0) - by.c) * inv_h;
            return LaneVec<Real>{shrinks * arm.x - w * arm.y, shrinks * arm.y + w * arm.x};
        };
        const LaneVec<Real> arc = leaves(joint.b.shift, now.rB) - leaves(joint.a.shift, now.rA);
        joint.each([&](auto i) { joint[i].arc = joint.row(i) == 0 ? arc.x : joint.row(i) == 1 ? arc.y : Real{}; });
        return;
    }
    JointFrame<Real> to;
    move_frame(joint.type(), joint.joint.geometry, now, joint.a.shift, joint.b.shift, to);
    const Speeds v(joint);
    Real x[kJointRows] = {};
    kind_of(joint.type()).exact.measure(joint.joint.geometry, to, x);
    joint.each([&](auto i) {
        const uint32_t row = joint.row(i);
        const Real arc = joint.rate(row, v.a, v.b) - (x[row] - joint.joint.x[row]) * inv_h;
        joint[i].arc = joint.held(i) ? joint[i].linear * arc : Real{};
    });
}

/// What keeps holds on their arcs: bodies change by `chord`, impulses by `more`. `fresh`: arcs are measured, and
/// followed.
ArcBounds solve_arcs(const System& system, bool fresh) {
    const Real inv_h = splat<Real>(1.0 / system.set.h);
    if (fresh) { measure_steps(system); }
    for (BodyLanes& body : system.bodies()) { std::fill_n(body.chord, 3, Real{}); }
    each_joint(system, [&](const auto& joint) {
        if (fresh) { measure_arcs(joint, inv_h); }
        joint.each([&](auto i) {
            if (!joint.held(i) || joint.shape(joint.row(i)) == RowShape::angle) { return; }
            joint.apply(joint.row(i), joint.kappa(i) * joint[i].arc, joint.a.chord, joint.b.chord);
        });
    });
    substitute(system, &BodyLanes::chord);
    ArcBounds bounds;
    each_joint(system, [&](const auto& joint) {
        joint.each([&](auto i) {
            ConstraintLanes<Real>& c = joint[i];
            c.change = joint.rate(joint.row(i), joint.a.chord, joint.b.chord);
            c.more = joint.kappa(i) * (c.arc - c.change);
            bounds.add(joint, i);
        });
    });
    return bounds;
}

/// The largest s <= `most` at which `work` is no more than `allowed`; 0 if there is none.
Real share_within(const Work& work, Real allowed, Real most) {
    const Real zero = Real{};
    const RealMask exceeds = work.at(splat<Real>(1.0)) > allowed;
    if (!any_lane(exceeds)) { return most; }
    const Real square = work.first * work.first - splat<Real>(4.0) * work.second * (work.still - allowed);
    const RealMask solvable = exceeds & (work.second > zero) & (square >= zero);
    const Real root = (lane_sqrt(select<Real>(solvable, square, zero)) - work.first) /
                      select<Real>(solvable, work.second + work.second, splat<Real>(1.0));
    return select<Real>(exceeds, select<Real>(solvable, lane_clamp(root, zero, most), zero), most);
}

/// Follows arcs by the largest share for which holds, limits and motors do no work, a motor beyond that at its speed,
/// and motors and springs keep to their caps. Returns it, and records the work of holds and limits.
Real follow_arcs(const System& system, const ArcBounds& bounds) {
    const Work work = bounds.holds + bounds.motors;
    const Real share = share_within(work, lane_max(work.still, Real{}), bounds.most);
    system.state.work = bounds.holds.at(share);
    for (ConstraintLanes<Real>& c : constraints_of(system.set, system.group)) { c.lambda += share * c.more; }
    return share;
}

/// Moves bodies by `fraction` of the errors, with the present factors.
void move_by_errors(const System& system, Real fraction, Real most) {
    for (BodyLanes& body : system.bodies()) { std::fill_n(body.chord, 3, Real{}); }
    each_joint_as<>(system, [&](const auto& joint) {
        joint.each([&](auto i) {
            if (!joint.held(i)) { return; }
            const Real by = correction_of(joint, i, fraction, Real{}, most);
            joint.apply(joint.row(i), -joint[i].linear * joint[i].kappa * by, joint.a.chord, joint.b.chord);
        });
    });
    substitute(system, &BodyLanes::chord);
    for (const BodyLanes& body : system.moving()) {
        for (int lane = 0; lane < system.group.lanes; ++lane) {
            BodyMotion& motion = system.input.bodies.motions[body.slots[lane]];
            motion.dp += Vec2{static_cast<float>(body.chord[0][lane]), static_cast<float>(body.chord[1][lane])};
            motion.dq = turn_by(motion.dq, static_cast<float>(body.chord[2][lane]));
        }
    }
}

/// rad: rotation of bodies since the step began, the angle closest to `near`.
Real turn_of(const BodyLanes& body, Real near) {
    const Real one = splat<Real>(1.0);
    if (!any_lane((body.shift.c < splat<Real>(0.8)) | (lane_abs(near) > splat<Real>(2.0)))) {
        // By the tangent of half of it, at most 1/3: the first term of the series that is left out is 2 / 17 / 3^17,
        // below 1e-9.
        const Real t = body.shift.s / (one + body.shift.c);
        const Real u = t * t;
        Real sum{};
        for (const double term :
             {2.0 / 15.0, 2.0 / 13.0, 2.0 / 11.0, 2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0, 2.0 / 3.0, 2.0}) {
            sum = splat<Real>(term) - u * sum;
        }
        return t * sum;
    }
    const auto turn = [&](int lane) {
        return unwrap(angle_of(static_cast<float>(body.shift.c[lane]), static_cast<float>(body.shift.s[lane])),
                      near[lane]);
    };
    return Real{turn(0), turn(1)};
}

/// Displacement of a body since the step began.
void read_shift(const System& system, BodyLanes& body) {
    const SolveInput& input = system.input;
    const Wide a = load_four(&input.bodies.motions[body.slots[0]].dp.x);
    const Wide b = load_four(&input.bodies.motions[body.slots[1]].dp.x);
    body.shift.dp = {pair_of(a, b, 0), pair_of(a, b, 1)};
    body.shift.c = pair_of(a, b, 2);
    body.shift.s = pair_of(a, b, 3);
    read_velocity(input, body, body.base);
    // Angles count whole turns, of which displacements know nothing. `base` is the velocity as of the last substep.
    if (system.group.angles) { body.turned = turn_of(body, body.turned + splat<Real>(system.set.h) * body.base[2]); }
    body.shift.turn = body.turned;
}

/// `tension` from `pull`: less the inertia that resists it, so that nothing is left of most.
void limit_tensions(const System& system) {
    RealMask some{};
    for (BodyLanes& body : system.moving()) {
        some |= body.pull > body.weight[2];
        body.tension = Real{};
    }
    if (!any_lane(some)) { return; }
    // `chord` is free: what resists beside the body's own, and how many joints pull.
    for (BodyLanes& body : system.bodies()) { body.chord[1] = body.chord[2] = Real{}; }
    const auto pull = [](BodyLanes& body, LaneVec<Real> arm, RealMask pulls, const BodyLanes& other,
                         LaneVec<Real> other_arm) {
        // A mass 1 / K at the end of its arm, K being that of the other body across it.
        const LaneVec<Real> across = left_perp(arm); // times |r|
        const Real turning = cross(other_arm, across);
        const Real K = other.inverse[0] * across.x * across.x + other.inverse[1] * across.y * across.y +
                       other.inverse[2] * turning * turning;
        const Real square = dot(arm, arm);
        const Real least = square * splat<Real>(1.0 / kFar);
        const Real beside = square * square / select<Real>(square > Real{}, lane_max(K, least), splat<Real>(1.0));
        body.chord[1] = select<Real>(pulls, beside, body.chord[1]);
        body.chord[2] += select<Real>(pulls, splat<Real>(1.0), Real{});
    };
    each_joint_as<kHinge>(system, [&](const auto& joint) {
        const LaneVec<Real> force = joint.force();
        const RealMask pulls = (force.x != Real{}) | (force.y != Real{});
        pull(joint.a, joint.joint.now.rA, pulls, joint.b, joint.joint.now.rB);
        pull(joint.b, joint.joint.now.rB, pulls, joint.a, joint.joint.now.rA);
    });
    // A body on one joint turns about its anchor, one on several between them.
    for (BodyLanes& body : system.moving()) {
        const Real beside = select<Real>(body.chord[2] < splat<Real>(1.5), body.chord[1], Real{});
        body.tension = lane_max(body.pull - body.weight[2] - beside, Real{});
    }
}

void begin(const System& system) {
    const Real h = splat<Real>(system.set.h);
    system.state.factored = false;
    for (BodyLanes& body : system.bodies()) {
        read_shift(system, body);
        body.tension = body.pull = Real{};
    }
    each_joint(system, [&](const auto& joint) {
        linearize_row(joint, joint.a.shift, joint.b.shift, joint.a.inverse, joint.b.inverse);
        add_tension(joint, h); // by the forces of the substep before
        joint.each([&](auto i) {
            joint[i].before = joint.rate(joint.row(i), joint.a.base, joint.b.base);
            set_law(joint, i, joint[i].before, system.set.h);
        });
    });
    limit_tensions(system);
}

/// Takes in the tension of the forces that a solve came to. Whether it exceeds the tension that it was solved with.
bool stiffen(const System& system) {
    RealMask more{};
    for (const BodyLanes& body : system.moving()) { more |= body.pull - body.weight[2] > body.tension; }
    if (!any_lane(more)) { return false; }
    for (BodyLanes& body : system.moving()) { body.chord[0] = body.tension; } // free as yet
    limit_tensions(system);
    more = RealMask{};
    for (BodyLanes& body : system.moving()) {
        more |= body.tension > body.chord[0];
        body.tension = lane_max(body.tension, body.chord[0]);
    }
    return any_lane(more);
}

/// Velocities that satisfy all constraints with their bias, without arcs.
void solve_biased(const System& system, const Target& target) {
    solve_bounded(system, &target);
    Target less = target;
    less.share = share_of_bias(system, target);
    if (any_lane(less.share < splat<Real>(1.0))) { solve_bounded(system, &less); }
    if (stiffen(system)) {
        system.state.factored = false;
        solve_bounded(system, nullptr);
    }
}

template <class Each>
void each_system(const SolveInput& input, const JointSet& set, Each&& each) {
    for (size_t i = 0; i < set.groups.size(); ++i) {
        const PlanGroup& group = set.plan->groups[i];
        each(System{input, set, group, set.groups[i], set.blocks.subspan(group.first_block, group.blocks + 1)});
    }
}

} // namespace

void begin_articulations(const SolveInput& input, const JointSet& set) { each_system(input, set, begin); }

void withdraw_articulations(const SolveInput& input, const JointSet& set) {
    for (BodyLanes& body : set.bodies) {
        Real v[3];
        read_velocity(input, body, v);
        for (int k = 0; k < 3; ++k) { v[k] -= body.joints[k]; }
        write_velocity(input, body, v);
        for (Real& change : body.joints) { change = Real{}; }
    }
}

void solve_articulations(const SolveInput& input, const JointSet& set, const JointBias& bias, DirectStage stage) {
    const auto real = [](float x) { return splat<Real>(static_cast<double>(x)); };
    const Target target{splat<Real>(1.0 / set.h), true, real(bias.softness.bias), real(bias.slop), real(bias.most)};
    each_system(input, set, [&](const System& system) {
        bool moved = true;
        if (stage == DirectStage::after_contacts) {
            moved = load_moved(system);
        } else {
            load(system);
        }
        if (moved) { solve_biased(system, target); }
        store(system, stage == DirectStage::before_contacts ? Real{} : follow_arcs(system, solve_arcs(system, true)));
    });
}

void relax_articulations(const SolveInput& input, const JointSet& set) {
    const Target target{.inv_h = splat<Real>(1.0 / set.h), .corrects = false};
    each_system(input, set, [&](const System& system) {
        load(system);
        ArcBounds bounds;
        if (solve_bounded(system, &target, &bounds)) { bounds = solve_arcs(system, false); }
        store(system, follow_arcs(system, bounds));
    });
}

void solve_articulations_at_once(const SolveInput& input, const JointSet& set) {
    const Target target; // at rest
    each_system(input, set, [&](const System& system) {
        load(system);
        each_joint_as<>(system,
                        [&](const auto& joint) { // a limit counts where it is reached, drives have no time to act
                            joint.each([&](auto i) {
                                ConstraintLanes<Real>& c = joint[i];
                                const RealMask apart =
                                    joint.held(i) ? approach_of(joint, i, splat<Real>(1.0)) != Real{} : RealMask{};
                                if (joint.kind(i) == ConstraintKind::limit) {
                                    c.kappa = select<Real>(apart, Real{}, c.kappa);
                                }
                                if (!joint.held(i)) { c.kappa = c.g = c.lambda = c.linear = Real{}; }
                            });
                        });
        solve_bounded(system, &target);
        store(system, Real{});
    });
}

void correct_articulations(const SolveInput& input, const JointSet& set, float fraction, float most) {
    // Damped (Levenberg and Marquardt): in a straight taut chain, the remaining transverse errors would give unbounded
    // displacements.
    constexpr double kDamping = 1.0e-3;
    each_system(input, set, [&](const System& system) {
        each_joint_as<>(system, [&](const auto& joint) {
            joint.each([&](auto i) {
                ConstraintLanes<Real>& c = joint[i];
                const RealMask off = error_of(joint, i) != Real{};
                c.linear = joint.held(i) ? select<Real>(off, splat<Real>(1.0), Real{}) : Real{};
                if (joint.kind(i) == ConstraintKind::hold) { c.linear = splat<Real>(1.0); }
                c.kappa *= joint.held(i) ? splat<Real>(kDamping) : Real{};
            });
        });
        start_matrix(system);
        each_joint_as<>(system, [&](const auto& joint) { assemble(system, joint); });
        factor(system);
        move_by_errors(system, splat<Real>(static_cast<double>(fraction)), splat<Real>(static_cast<double>(most)));
    });
}

} // namespace impulse
