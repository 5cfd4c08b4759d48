#include "dynamics/joints/joint_direct.h"

#include <algorithm>

namespace impulse {
namespace {

constexpr double kFar = 1.0e20; // kg m^2: what cannot be moved

/// Rows of the later body, columns of the earlier.
struct Block {
    Real m[9];
};

/// Mechanisms of one form while they are solved.
struct System {
    const SolveInput& input;
    const JointSet& set;
    const PlanGroup& group;
    std::span<Block> blocks;

    std::span<BodyLanes> bodies() const { return set.bodies.subspan(group.first_body, group.bodies); }
    std::span<BodyLanes> moving() const { return set.bodies.subspan(group.first_body, group.moving_bodies); }
    std::span<const PlanBody> plan_bodies() const { return set.plan->bodies.subspan(group.first_body, group.bodies); }
    std::span<const PlanEntry> column(const PlanBody& body) const {
        return set.plan->entries.subspan(body.first_entry, body.end_entry - body.first_entry);
    }
};

/// A joint of a system with all that belongs to it.
struct JointView : RowView<Real> {
    const PlanJoint& at;
    BodyLanes& a;
    BodyLanes& b;
};

template <class Visit>
inline void each_joint(const System& system, Visit&& visit) {
    const std::span<const PlanJoint> plan = system.set.plan->joints;
    BodyLanes* const bodies = &system.set.bodies[system.group.first_body];
    for (uint32_t i = system.group.first_joint; i < system.group.first_joint + system.group.joints; ++i) {
        visit(JointView{view_of(system.set.exact, plan, i), plan[i], bodies[plan[i].a], bodies[plan[i].b]});
    }
}

/// xdot of velocities that each body has in `part`.
inline Real rate_of(const JointView& joint, size_t row, Real (BodyLanes::*part)[3]) {
    const JointRow<Real>& r = joint.joint.rows[row];
    return along(r.a, joint.a.*part) + along(r.b, joint.b.*part);
}
inline Real rate_of(const JointView& joint, size_t row) {
    return rate_of(joint, row, &BodyLanes::base) + rate_of(joint, row, &BodyLanes::joints);
}

/// Reads velocities; `joints` is no part of `base`.
void load(const System& system) {
    const std::span<BodyLanes> bodies = system.bodies();
    const std::span<const PlanBody> plan = system.plan_bodies();
    for (size_t i = 0; i < bodies.size(); ++i) {
        for (int lane = 0; lane < system.group.lanes; ++lane) {
            if (plan[i].slots[lane] == kNull) { continue; }
            const BodyMotion& motion = system.input.motions[plan[i].slots[lane]];
            bodies[i].base[0][lane] = static_cast<double>(motion.v.x) - bodies[i].joints[0][lane];
            bodies[i].base[1][lane] = static_cast<double>(motion.v.y) - bodies[i].joints[1][lane];
            bodies[i].base[2][lane] = static_cast<double>(motion.w) - bodies[i].joints[2][lane];
        }
    }
}

void store(const System& system) {
    const std::span<BodyLanes> bodies = system.moving();
    const std::span<const PlanBody> plan = system.plan_bodies();
    for (size_t i = 0; i < bodies.size(); ++i) {
        for (int lane = 0; lane < system.group.lanes; ++lane) {
            BodyMotion& motion = system.input.motions[plan[i].slots[lane]];
            motion.v.x = static_cast<float>(bodies[i].base[0][lane] + bodies[i].joints[0][lane]);
            motion.v.y = static_cast<float>(bodies[i].base[1][lane] + bodies[i].joints[1][lane]);
            motion.w = static_cast<float>(bodies[i].base[2][lane] + bodies[i].joints[2][lane]);
        }
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

void assemble(const System& system) {
    for (BodyLanes& body : system.moving()) {
        const Real zero = Real{};
        const Real diagonal[6] = {body.weight[0], zero, zero, body.weight[1], zero, body.weight[2] + body.tension};
        std::copy_n(diagonal, 6, body.diagonal);
    }
    for (Block& block : system.blocks.first(system.group.blocks)) { block = {}; }
    each_joint(system, [&](const JointView& joint) {
        Real kappa[kJointRows] = {};
        uint32_t used = 0;
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            kappa[joint.row(i)] += joint.constraints[i].linear * joint.constraints[i].kappa;
            used |= 1u << joint.row(i);
        }
        const bool movesA = joint.at.a < system.group.moving_bodies;
        const bool movesB = joint.at.b < system.group.moving_bodies;
        for (size_t row = 0; row < kJointRows; ++row) {
            if ((used >> row & 1u) == 0) { continue; }
            const JointRow<Real>& r = joint.joint.rows[row];
            if (movesA) { add_outer(joint.a.diagonal, r.a, kappa[row]); }
            if (movesB) { add_outer(joint.b.diagonal, r.b, kappa[row]); }
            if (joint.at.block == kNull) { continue; }
            const bool b_later = joint.at.b > joint.at.a;
            const Real* const later = b_later ? r.b : r.a;
            const Real* const earlier = b_later ? r.a : r.b;
            Real* const block = system.blocks[joint.at.block].m;
            for (int i = 0; i < 3; ++i) {
                const Real scaled = kappa[row] * later[i];
                for (int k = 0; k < 3; ++k) { block[3 * i + k] += scaled * earlier[k]; }
            }
        }
    });
}

// L D L^T of a symmetric 3 x 3 matrix, kept as 1/d0, l10, l20, 1/d1, l21, 1/d2. An inverse by cofactors would not do: what is left of
// a stiff constraint for the next body is a part in 10^5.
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

/// out -= X Y^T, of which only the symmetric part is kept.
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

/// After it a column's diagonal holds L and D, and its blocks X = B L^-T D^-1.
void factor(const System& system) {
    assemble(system);
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
            Real* const X = system.blocks[column[a].block].m;
            const Block Y = system.blocks[column[a].block];
            for (int r = 0; r < 3; ++r) {
                X[3 * r] *= f[0];
                X[3 * r + 1] *= f[3];
                X[3 * r + 2] *= f[5];
            }
            subtract_symmetric(bodies[column[a].body].diagonal, X, Y.m);
            for (size_t b = a + 1; b < column.size(); ++b) { // those behind it still hold Y
                const bool transposed = column[b].body > column[a].body; // the row is that of the later body
                subtract_block(system.blocks[*fill++].m, X, system.blocks[column[b].block].m, transposed);
            }
        }
    }
}

/// Solves for the right-hand sides in `y`.
void substitute(const System& system) {
    const std::span<BodyLanes> bodies = system.moving();
    const std::span<const PlanBody> plan = system.plan_bodies();
    for (size_t i = 0; i < bodies.size(); ++i) {
        Real* const y = bodies[i].y;
        forward(bodies[i].diagonal, y);
        for (const PlanEntry& entry : system.column(plan[i])) {
            Real* const to = bodies[entry.body].y;
            const Real* const X = system.blocks[entry.block].m;
            for (int r = 0; r < 3; ++r) { to[r] -= along(&X[3 * r], y); }
        }
    }
    for (size_t i = bodies.size(); i-- > 0;) {
        Real* const y = bodies[i].y;
        const Real* const f = bodies[i].diagonal;
        y[0] *= f[0];
        y[1] *= f[3];
        y[2] *= f[5];
        for (const PlanEntry& entry : system.column(plan[i])) {
            const Real* const from = bodies[entry.body].y;
            const Real* const X = system.blocks[entry.block].m;
            for (int k = 0; k < 3; ++k) { y[k] -= X[k] * from[0] + X[3 + k] * from[1] + X[6 + k] * from[2]; }
        }
        backward(f, y);
    }
}

inline void push(const JointView& joint, size_t row, Real impulse) {
    const JointRow<Real>& r = joint.joint.rows[row];
    for (int k = 0; k < 3; ++k) {
        joint.a.y[k] += r.a[k] * impulse;
        joint.b.y[k] += r.b[k] * impulse;
    }
}

void clear_right_side(const System& system) {
    for (BodyLanes& body : system.bodies()) { body.y[0] = body.y[1] = body.y[2] = Real{}; }
}

/// All constraints at once: `joints` becomes what they do, `lambda` what they give.
void solve_linear(const System& system) {
    clear_right_side(system);
    each_joint(system, [&](const JointView& joint) {
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            const ConstraintLanes<Real>& c = joint.constraints[i];
            const Real linear = c.g - c.kappa * rate_of(joint, joint.row(i), &BodyLanes::base);
            push(joint, joint.row(i), select<Real>(c.linear > splat<Real>(0.5), linear, c.lambda));
        }
    });
    for (BodyLanes& body : system.moving()) { body.y[2] -= body.tension * body.base[2]; }
    substitute(system);
    for (BodyLanes& body : system.moving()) { std::copy_n(body.y, 3, body.joints); }
    each_joint(system, [&](const JointView& joint) {
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            ConstraintLanes<Real>& c = joint.constraints[i];
            const Real rate = rate_of(joint, joint.row(i));
            c.lambda = select<Real>(c.linear > splat<Real>(0.5), c.g - c.kappa * rate, c.lambda);
        }
    });
}

/// Takes a constraint into the linear system, or out of it with this impulse. Lanes in which something changed.
inline RealMask settle(ConstraintLanes<Real>& c, Real lambda, RealMask inside) {
    const Real linear = select<Real>(inside, splat<Real>(1.0), Real{});
    const RealMask changed = (linear != c.linear) | (~inside & (lambda != c.lambda));
    c.linear = linear;
    c.lambda = select<Real>(inside, c.lambda, lambda);
    return changed;
}

/// One Gauss-Seidel step on each bounded constraint alone: within its bounds it is part of the linear system, else held at one.
bool update_bounds(const System& system) {
    RealMask changed{};
    each_joint(system, [&](const JointView& joint) {
        const auto alone = [&](size_t i) {
            const ConstraintLanes<Real>& c = joint.constraints[i];
            const Real rate = rate_of(joint, joint.row(i));
            const Real k = c.kappa * joint.joint.K[joint.row(i)];
            return (c.g - c.kappa * rate + k * c.lambda) / (splat<Real>(1.0) + k);
        };
        size_t i = 0;
        if (is_round(joint.plan.form)) {
            const Real x = alone(0);
            const Real y = alone(1);
            const Real length = lane_sqrt(x * x + y * y);
            const Real cap = joint.constraints[0].hi;
            const RealMask inside = length <= cap;
            const Real one = splat<Real>(1.0);
            const Real scale = select<Real>(inside, one, cap / select<Real>(inside, one, length));
            changed |= settle(joint.constraints[0], scale * x, inside) | settle(joint.constraints[1], scale * y, inside);
            i = 2;
        }
        for (; i < joint.constraints.size(); ++i) {
            if (joint.kind(i) == ConstraintKind::hold || joint.kind(i) == ConstraintKind::tension) { continue; }
            ConstraintLanes<Real>& c = joint.constraints[i];
            const Real lambda = alone(i);
            changed |= settle(c, lane_clamp(lambda, c.lo, c.hi), (lambda > c.lo) & (lambda < c.hi) & (c.kappa > Real{}));
        }
    });
    return any_lane(changed);
}

/// Takes out of the system what is beyond its bounds, and motors that drive past their speed: what is left does no work.
bool let_go(const System& system) {
    RealMask changed{};
    each_joint(system, [&](const JointView& joint) {
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            if (joint.kind(i) == ConstraintKind::hold || joint.kind(i) == ConstraintKind::tension) { continue; }
            ConstraintLanes<Real>& c = joint.constraints[i];
            const Real rate = rate_of(joint, joint.row(i));
            const Real left = lane_clamp(c.lambda, c.lo, c.hi);
            const RealMask linear = c.linear > splat<Real>(0.5);
            const RealMask past = ~linear & (c.kappa > Real{}) & (left * (c.kappa * rate - c.g) > Real{});
            const Real lambda = select<Real>(past, Real{}, left);
            changed |= settle(c, lambda, linear & (lambda == c.lambda));
        }
    });
    return any_lane(changed);
}

/// Velocities that all constraints agree on. Which of the bounded ones are within their bounds settles in a turn or two; where it
/// goes round instead, they are only let go from then on, each of them twice at most. Leaves the factors of the last turn.
void solve_bounded(const System& system) {
    constexpr int kTurns = 8;
    factor(system);
    solve_linear(system);
    int turn = 0;
    for (; turn < kTurns && update_bounds(system); ++turn) {
        factor(system);
        solve_linear(system);
    }
    if (turn < kTurns) { return; }
    while (let_go(system)) {
        factor(system);
        solve_linear(system);
    }
}

/// The rates by which holds and active limits leave their arcs over the step: `arc`.
void measure_arcs(const System& system) {
    const Real h = splat<Real>(system.set.h);
    for (BodyLanes& body : system.bodies()) {
        const Real turn = h * (body.base[2] + body.joints[2]);
        // As bodies turn (impulse/math.h), in double.
        const Real t = splat<Real>(0.5) * turn * (splat<Real>(1.0) + turn * turn * splat<Real>(1.0 / 12.0));
        const Real r = splat<Real>(1.0) / (splat<Real>(1.0) + t * t);
        body.shift = {{h * (body.base[0] + body.joints[0]), h * (body.base[1] + body.joints[1])},
                      (splat<Real>(1.0) - t * t) * r, splat<Real>(2.0) * t * r, turn};
    }
    const Real inv_h = splat<Real>(1.0 / system.set.h);
    each_joint(system, [&](const JointView& joint) {
        const JointFrame<Real> to = moved(joint.type(), joint.joint.geometry, joint.joint.now, joint.a.shift, joint.b.shift);
        Real x[kJointRows] = {};
        kind_of(joint.type()).exact.measure(joint.joint.geometry, to, x);
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            if (!joint.held(i)) { continue; }
            ConstraintLanes<Real>& c = joint.constraints[i];
            const size_t row = joint.row(i);
            const Real rate = rate_of(joint, row);
            c.arc = c.linear * (rate - (x[row] - joint.joint.x[row]) * inv_h);
        }
    });
}

/// What keeps holds on their arcs: bodies change by `chord`, impulses by `more`.
void solve_arcs(const System& system) {
    clear_right_side(system);
    each_joint(system, [&](const JointView& joint) {
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            const ConstraintLanes<Real>& c = joint.constraints[i];
            if (joint.held(i)) { push(joint, joint.row(i), c.linear * c.kappa * c.arc); }
        }
    });
    substitute(system);
    for (BodyLanes& body : system.moving()) { std::copy_n(body.y, 3, body.chord); }
    each_joint(system, [&](const JointView& joint) {
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            ConstraintLanes<Real>& c = joint.constraints[i];
            c.change = rate_of(joint, joint.row(i), &BodyLanes::chord);
            const Real arc = joint.held(i) ? c.arc : Real{};
            c.more = c.linear * c.kappa * (arc - c.change);
        }
    });
}

/// Adds `s` times that change.
void follow_arcs(const System& system, Real s) {
    for (BodyLanes& body : system.moving()) {
        for (int k = 0; k < 3; ++k) { body.joints[k] += s * body.chord[k]; }
    }
    each_joint(system, [&](const JointView& joint) {
        for (ConstraintLanes<Real>& c : joint.constraints) { c.lambda += s * c.more; }
    });
}

/// The largest share of that change for which holds and limits do no work, and motors and springs keep to their caps.
Real workless_share(const System& system) {
    Real W0{};
    Real W1{};
    Real W2{};
    const Real zero = Real{};
    const Real half = splat<Real>(0.5);
    Real most = splat<Real>(1.0);
    each_joint(system, [&](const JointView& joint) {
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            const ConstraintLanes<Real>& c = joint.constraints[i];
            if (joint.kind(i) == ConstraintKind::tension) { continue; }
            if (!joint.held(i)) {
                const Real room = select<Real>(c.more > zero, c.hi, c.lo) - c.lambda;
                const RealMask short_of = (c.more * room >= zero) & (lane_abs(c.more) * most > lane_abs(room));
                most = select<Real>(short_of, room / select<Real>(short_of, c.more, splat<Real>(1.0)), most);
                continue;
            }
            const Real rate = rate_of(joint, joint.row(i));
            const Real mean = half * (c.before + rate);
            W0 += c.linear * c.lambda * mean;
            W1 += c.linear * (c.more * mean + half * c.lambda * c.change);
            W2 += half * c.more * c.change;
        }
    });
    const Real allowed = lane_max(W0, zero);
    const RealMask works = W0 + W1 + W2 > allowed;
    if (!any_lane(works)) { return most; }
    const Real square = W1 * W1 - splat<Real>(4.0) * W2 * (W0 - allowed);
    const RealMask solvable = works & (W2 > zero) & (square >= zero);
    const Real share = (lane_sqrt(select<Real>(solvable, square, zero)) - W1) / select<Real>(solvable, W2 + W2, splat<Real>(1.0));
    return select<Real>(works, select<Real>(solvable, lane_clamp(share, zero, most), zero), most);
}

/// What holds and limits did.
void note_work(const System& system) {
    Real work{};
    each_joint(system, [&](const JointView& joint) {
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            if (!joint.held(i)) { continue; }
            const ConstraintLanes<Real>& c = joint.constraints[i];
            work += splat<Real>(0.5) * c.linear * c.lambda * (c.before + rate_of(joint, joint.row(i)));
        }
    });
    system.set.work[static_cast<size_t>(&system.group - system.set.plan->groups.data())] = work;
}

/// Sets what holds and limits are to bring their rates to.
template <class Rate>
void set_targets(const System& system, Rate&& rate) {
    each_joint(system, [&](const JointView& joint) {
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            if (joint.held(i)) { joint.constraints[i].g = joint.constraints[i].kappa * rate(joint, i); }
        }
    });
}

/// Moves bodies by `fraction` of the errors, with the factors as they are.
void move_by_errors(const System& system, Real fraction, Real most) {
    clear_right_side(system);
    each_joint(system, [&](const JointView& joint) {
        for (size_t i = 0; i < joint.constraints.size(); ++i) {
            const ConstraintLanes<Real>& c = joint.constraints[i];
            if (!joint.held(i)) { continue; }
            const Real by = lane_clamp(fraction * error_of(joint, i), -most, most);
            push(joint, joint.row(i), -c.linear * c.kappa * by);
        }
    });
    substitute(system);
    const std::span<BodyLanes> bodies = system.moving();
    for (size_t i = 0; i < bodies.size(); ++i) {
        for (int lane = 0; lane < system.group.lanes; ++lane) {
            BodyMotion& motion = system.input.motions[system.plan_bodies()[i].slots[lane]];
            motion.dp += Vec2{static_cast<float>(bodies[i].y[0][lane]), static_cast<float>(bodies[i].y[1][lane])};
            motion.dq = turn_by(motion.dq, static_cast<float>(bodies[i].y[2][lane]));
        }
    }
}

template <class Each>
void each_system(const SolveInput& input, const JointSet& set, Each&& each) {
    const Arena::Mark mark = input.arena.mark();
    const std::span<Block> blocks = input.arena.allocate<Block>(set.plan->most_blocks);
    for (const PlanGroup& group : set.plan->groups) { each(System{input, set, group, blocks}); }
    input.arena.release(mark);
}

} // namespace

void note_tensions(const SolveInput& input, const JointSet& set) {
    each_system(input, set, [&](const System& system) {
        // `y` is free: inertia, what resists beside it, and how many joints pull.
        for (BodyLanes& body : system.bodies()) {
            body.tension = Real{};
            body.y[1] = body.y[2] = Real{};
        }
        const auto pull = [&](BodyLanes& body, LaneVec<Real> arm, LaneVec<Real> impulse, const BodyLanes& other, LaneVec<Real> other_arm) {
            const RealMask pulls = (impulse.x != Real{}) | (impulse.y != Real{});
            body.tension += splat<Real>(system.set.h) * dot(arm, impulse);
            // Beside the body's own inertia, a mass 1 / K at the end of its arm, K being that of the other body across it.
            const LaneVec<Real> across = left_perp(arm); // times |r|
            const Real turning = cross(other_arm, across);
            const Real K = other.inverse[0] * across.x * across.x + other.inverse[1] * across.y * across.y +
                           other.inverse[2] * turning * turning;
            const Real square = dot(arm, arm);
            const Real least = square * splat<Real>(1.0 / kFar);
            const Real beside = square * square / select<Real>(square > Real{}, lane_max(K, least), splat<Real>(1.0));
            body.y[1] = select<Real>(pulls, beside, body.y[1]);
            body.y[2] += select<Real>(pulls, splat<Real>(1.0), Real{});
        };
        each_joint(system, [&](const JointView& joint) {
            LaneVec<Real> impulse; // on B
            for (size_t i = 0; i < joint.constraints.size(); ++i) {
                const Real* const b = joint.joint.rows[joint.row(i)].b;
                impulse = impulse + joint.constraints[i].lambda * LaneVec<Real>{b[0], b[1]};
            }
            const JointFrame<Real>& now = joint.joint.now;
            pull(joint.a, now.rA, {-impulse.x, -impulse.y}, joint.b, now.rB);
            pull(joint.b, now.rB, impulse, joint.a, now.rA);
        });
        // A body on one joint turns about its anchor, one on several between them.
        for (BodyLanes& body : system.moving()) {
            const Real own = select<Real>(body.inverse[2] > Real{}, body.weight[2], splat<Real>(kFar));
            const Real beside = select<Real>(body.y[2] < splat<Real>(1.5), body.y[1], Real{});
            body.tension = lane_max(body.tension - own - beside, Real{});
        }
    });
}

void solve_mechanisms(const SolveInput& input, const JointSet& set, const JointBias& bias) {
    const Real inv_h = splat<Real>(1.0 / set.h);
    const Real rate = splat<Real>(static_cast<double>(bias.softness.bias));
    const Real slop = splat<Real>(static_cast<double>(bias.slop));
    each_system(input, set, [&](const System& system) {
        load(system);
        set_targets(system, [&](const JointView& joint, size_t i) {
            const Real most = splat<Real>(static_cast<double>(joint.is_angle(i) ? bias.most_angle : bias.most));
            const Real push = lane_clamp(rate * beyond(error_of(joint, i), slop), -most, most);
            return approach_of(joint, i, inv_h) - push;
        });
        solve_bounded(system);
        measure_arcs(system);
        solve_arcs(system);
        follow_arcs(system, splat<Real>(1.0));
        store(system);
    });
}

void relax_mechanisms(const SolveInput& input, const JointSet& set) {
    const Real inv_h = splat<Real>(1.0 / set.h);
    each_system(input, set, [&](const System& system) {
        load(system);
        set_targets(system, [&](const JointView& joint, size_t i) {
            // On top of what they gave so far: so the rest that their compliance left goes too.
            const ConstraintLanes<Real>& c = joint.constraints[i];
            const Real so_far = c.linear * c.lambda / select<Real>(c.kappa > Real{}, c.kappa, splat<Real>(1.0));
            return so_far + approach_of(joint, i, inv_h);
        });
        solve_bounded(system);
        solve_arcs(system);
        follow_arcs(system, workless_share(system));
        note_work(system);
        store(system);
    });
}

void solve_mechanisms_at_once(const SolveInput& input, const JointSet& set) {
    each_system(input, set, [&](const System& system) {
        load(system);
        set_targets(system, [](const JointView&, size_t) { return Real{}; });
        each_joint(system, [&](const JointView& joint) { // a limit counts where it is reached, drives have no time to act
            for (size_t i = 0; i < joint.constraints.size(); ++i) {
                ConstraintLanes<Real>& c = joint.constraints[i];
                const RealMask apart = joint.held(i) ? approach_of(joint, i, splat<Real>(1.0)) != Real{} : RealMask{};
                if (joint.kind(i) == ConstraintKind::limit) { c.kappa = select<Real>(apart, Real{}, c.kappa); }
                if (!joint.held(i)) { c.kappa = c.lambda = c.linear = Real{}; }
            }
        });
        solve_bounded(system);
        store(system);
    });
}

void correct_mechanisms(const SolveInput& input, const JointSet& set, float fraction, float most) {
    // Damped (Levenberg and Marquardt): where a taut chain lines up, the errors that are left across it ask for moves without end.
    constexpr double kDamping = 1.0e-3;
    each_system(input, set, [&](const System& system) {
        each_joint(system, [&](const JointView& joint) {
            for (size_t i = 0; i < joint.constraints.size(); ++i) {
                ConstraintLanes<Real>& c = joint.constraints[i];
                c.kappa *= splat<Real>(kDamping);
                const RealMask off = error_of(joint, i) != Real{};
                const bool hold = joint.kind(i) == ConstraintKind::hold;
                c.linear = hold ? splat<Real>(1.0) : joint.held(i) ? select<Real>(off, splat<Real>(1.0), Real{}) : Real{};
            }
        });
        factor(system);
        move_by_errors(system, splat<Real>(static_cast<double>(fraction)), splat<Real>(static_cast<double>(most)));
    });
}

} // namespace impulse
