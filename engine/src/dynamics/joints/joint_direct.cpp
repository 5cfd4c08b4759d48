#include "dynamics/joints/joint_direct.h"

#include <algorithm>
#include <cmath>

namespace impulse {
namespace {

constexpr Real kDamping = 1.0e-3;
constexpr Real kFar = 1.0e20; // kg: of what cannot move



/// Symmetric 3 x 3: xx xy xz yy yz zz. After `factor` L D L^T: 1/d0, l10, l20, 1/d1, l21, 1/d2.
struct Sym3 {
    Real m[6];
};

struct Vec3 {
    Real v[3];
};

/// An inverse by cofactors would not do: what is left of a stiff constraint for the next body is a part in 10^6.
void factor(Sym3& a) {
    const Real d0 = 1.0 / a.m[0];
    const Real l10 = a.m[1] * d0;
    const Real l20 = a.m[2] * d0;
    const Real d1 = 1.0 / (a.m[3] - l10 * a.m[1]);
    const Real l21 = (a.m[4] - l10 * a.m[2]) * d1;
    const Real d2 = 1.0 / (a.m[5] - l20 * a.m[2] - l21 * (a.m[4] - l10 * a.m[2]));
    a = {{d0, l10, l20, d1, l21, d2}};
}

/// L^-1 x.
Vec3 forward(const Sym3& a, const Vec3& x) {
    const Real y1 = x.v[1] - a.m[1] * x.v[0];
    return {{x.v[0], y1, x.v[2] - a.m[2] * x.v[0] - a.m[4] * y1}};
}

/// D^-1 x.
Vec3 scale(const Sym3& a, const Vec3& x) { return {{a.m[0] * x.v[0], a.m[3] * x.v[1], a.m[5] * x.v[2]}}; }

/// L^-T x.
Vec3 backward(const Sym3& a, const Vec3& x) {
    const Real z1 = x.v[1] - a.m[4] * x.v[2];
    return {{x.v[0] - a.m[1] * z1 - a.m[2] * x.v[2], z1, x.v[2]}};
}

/// Rows of the later body, columns of the earlier.
struct Block {
    Real m[9];
};

struct BodyWork {
    Sym3 diagonal; ///< then its inverse
    Vec3 y;        ///< right-hand side, then the solution
};

/// One mechanism while it is solved.
struct System {
    const SolveInput& input;
    const JointSet& set;
    const Mechanism& mechanism;
    std::span<BodyWork> bodies; ///< of all mechanisms
    std::span<Block> blocks;
    BodyMotion* motions = input.motions.data();

    std::span<const PlanJoint> joints() const {
        return set.plan.joints.subspan(mechanism.first_joint, mechanism.end_joint - mechanism.first_joint);
    }
    JointWork& work(const PlanJoint& joint) const { return set.work[joint.work]; }
};

/// J with the columns of what cannot move left out.
JointRow movable(const JointWork& joint, int row) {
    JointRow r = joint.rows[row];
    for (int k = 0; k < 3; ++k) {
        if (!(joint.mA[k] > 0.0)) { r.a[k] = 0.0; }
        if (!(joint.mB[k] > 0.0)) { r.b[k] = 0.0; }
    }
    return r;
}

void add_outer(Sym3& to, const Real* j, Real kappa) {
    const Real x = kappa * j[0];
    const Real y = kappa * j[1];
    to.m[0] += x * j[0];
    to.m[1] += x * j[1];
    to.m[2] += x * j[2];
    to.m[3] += y * j[1];
    to.m[4] += y * j[2];
    to.m[5] += kappa * j[2] * j[2];
}

/// Calls `visit(constraint, work)` for each constraint that is part of the linear system.
template <class Visit>
void each_linear(JointWork& joint, Visit&& visit) {
    for (int i = 0; i < joint.model.count; ++i) {
        if (joint.work[i].linear) { visit(joint.model.constraints[i], joint.work[i]); }
    }
}

void assemble(System& system) {
    const JointPlan& plan = system.set.plan;
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) {
        const PlanBody& body = plan.bodies[i];
        const BodyMass& mass = system.input.masses[body.slot];
        const uint32_t flags = system.input.motions[body.slot].flags;
        const auto weight = [](bool locked, float inverse) {
            return locked || !(inverse > 0.0f) ? 1.0 : 1.0 / static_cast<Real>(inverse);
        };
        system.bodies[i].diagonal = {{weight((flags & kLockX) != 0, mass.inv_mass), 0.0, 0.0,
                                      weight((flags & kLockY) != 0, mass.inv_mass), 0.0,
                                      weight((flags & kLockRotation) != 0, mass.inv_inertia) +
                                          system.set.tensions[i].inertia}};
        for (const PlanBlock& entry : plan.entries.subspan(body.first, body.count)) { system.blocks[entry.block] = {}; }
    }
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        Real kappa[kJointRows] = {};
        each_linear(joint, [&](const JointConstraint& c, const WorkConstraint& w) { kappa[c.row] += w.kappa; });
        for (int row = 0; row < kJointRows; ++row) {
            if (kappa[row] == 0.0) { continue; }
            const JointRow r = movable(joint, row);
            if (at.bodyA != kNull) { add_outer(system.bodies[at.bodyA].diagonal, r.a, kappa[row]); }
            if (at.bodyB != kNull) { add_outer(system.bodies[at.bodyB].diagonal, r.b, kappa[row]); }
            if (at.block == kNull) { continue; }
            const bool b_later = at.bodyB > at.bodyA;
            const Real* const later = b_later ? r.b : r.a;
            const Real* const earlier = b_later ? r.a : r.b;
            Block& block = system.blocks[at.block];
            for (int i = 0; i < 3; ++i) {
                for (int k = 0; k < 3; ++k) { block.m[3 * i + k] += kappa[row] * later[i] * earlier[k]; }
            }
        }
    }
}

/// out -= X B^T, of which only the symmetric part is kept.
void subtract(Sym3& out, const Block& X, const Block& B) {
    int n = 0;
    for (int i = 0; i < 3; ++i) {
        for (int k = i; k < 3; ++k) {
            out.m[n++] -= X.m[3 * i] * B.m[3 * k] + X.m[3 * i + 1] * B.m[3 * k + 1] + X.m[3 * i + 2] * B.m[3 * k + 2];
        }
    }
}

/// out -= X B^T, transposed where `turned`.
void subtract(Block& out, const Block& X, const Block& B, bool turned) {
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            const Real sum = X.m[3 * i] * B.m[3 * k] + X.m[3 * i + 1] * B.m[3 * k + 1] + X.m[3 * i + 2] * B.m[3 * k + 2];
            out.m[turned ? 3 * k + i : 3 * i + k] -= sum;
        }
    }
}

/// After it a column's diagonal holds its factors L and D, and its blocks X = B L^-T D^-1.
void factor(System& system) {
    assemble(system);
    const JointPlan& plan = system.set.plan;
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) {
        const PlanBody& body = plan.bodies[i];
        Sym3& D = system.bodies[i].diagonal;
        factor(D);
        const std::span<const PlanBlock> column = plan.entries.subspan(body.first, body.count);
        for (const PlanBlock& entry : column) { // Y = B L^-T
            Block& B = system.blocks[entry.block];
            for (int r = 0; r < 3; ++r) {
                const Vec3 row = forward(D, {{B.m[3 * r], B.m[3 * r + 1], B.m[3 * r + 2]}});
                for (int k = 0; k < 3; ++k) { B.m[3 * r + k] = row.v[k]; }
            }
        }
        uint32_t target = body.first_fill;
        for (size_t a = 0; a < column.size(); ++a) {
            Block& X = system.blocks[column[a].block];
            const Block Y = X;
            for (int r = 0; r < 3; ++r) {
                const Vec3 row = scale(D, {{Y.m[3 * r], Y.m[3 * r + 1], Y.m[3 * r + 2]}});
                for (int k = 0; k < 3; ++k) { X.m[3 * r + k] = row.v[k]; }
            }
            subtract(system.bodies[column[a].body].diagonal, X, Y);
            for (size_t b = a + 1; b < column.size(); ++b) { // those after it still hold Y
                const bool turned = column[b].body > column[a].body; // the row is that of the later body
                subtract(system.blocks[plan.targets[target++]], X, system.blocks[column[b].block], turned);
            }
        }
    }
}

/// Solves for the right-hand sides that stand in `y`.
void substitute(System& system) {
    const JointPlan& plan = system.set.plan;
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) {
        const PlanBody& body = plan.bodies[i];
        const Vec3 y = forward(system.bodies[i].diagonal, system.bodies[i].y);
        system.bodies[i].y = y;
        for (const PlanBlock& entry : plan.entries.subspan(body.first, body.count)) {
            Vec3& to = system.bodies[entry.body].y;
            const Block& X = system.blocks[entry.block];
            for (int r = 0; r < 3; ++r) {
                to.v[r] -= X.m[3 * r] * y.v[0] + X.m[3 * r + 1] * y.v[1] + X.m[3 * r + 2] * y.v[2];
            }
        }
    }
    for (uint32_t i = system.mechanism.end_body; i-- > system.mechanism.first_body;) {
        const PlanBody& body = plan.bodies[i];
        Vec3 z = scale(system.bodies[i].diagonal, system.bodies[i].y);
        for (const PlanBlock& entry : plan.entries.subspan(body.first, body.count)) {
            const Vec3& from = system.bodies[entry.body].y;
            const Block& X = system.blocks[entry.block];
            for (int k = 0; k < 3; ++k) {
                z.v[k] -= X.m[k] * from.v[0] + X.m[3 + k] * from.v[1] + X.m[6 + k] * from.v[2];
            }
        }
        system.bodies[i].y = backward(system.bodies[i].diagonal, z);
    }
}

/// J times the solution.
Real change_of(const System& system, const PlanJoint& at, const JointWork& joint, int row) {
    const JointRow r = movable(joint, row);
    Real change = 0.0;
    for (int k = 0; k < 3; ++k) {
        if (at.bodyA != kNull) { change += r.a[k] * system.bodies[at.bodyA].y.v[k]; }
        if (at.bodyB != kNull) { change += r.b[k] * system.bodies[at.bodyB].y.v[k]; }
    }
    return change;
}

/// The solution of (M + J^T kappa J) z = J^T rho, `rho(joint, constraint, work)` being the right-hand side of a constraint.
template <class Rho, class Torque>
void solve_for(System& system, Rho&& rho, Torque&& torque) {
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) { system.bodies[i].y = {}; }
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        Real sum[kJointRows] = {};
        each_linear(joint, [&](const JointConstraint& c, WorkConstraint& w) { sum[c.row] += rho(joint, c, w); });
        for (int row = 0; row < kJointRows; ++row) {
            if (sum[row] == 0.0) { continue; }
            const JointRow r = movable(joint, row);
            for (int k = 0; k < 3; ++k) {
                if (at.bodyA != kNull) { system.bodies[at.bodyA].y.v[k] += r.a[k] * sum[row]; }
                if (at.bodyB != kNull) { system.bodies[at.bodyB].y.v[k] += r.b[k] * sum[row]; }
            }
        }
    }
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) {
        system.bodies[i].y.v[2] += torque(system.set.tensions[i], system.set.plan.bodies[i].slot);
    }
    substitute(system);
}

void push_turn(const SolveInput& input, uint32_t slot, Real impulse) {
    BodyMotion& motion = input.motions[slot];
    if ((motion.flags & kLockRotation) != 0) { return; }
    motion.w = static_cast<float>(static_cast<Real>(motion.w) + static_cast<Real>(input.masses[slot].inv_inertia) * impulse);
}

/// Gives bodies the impulses `impulse(joint, row)` along the rows of their joints and `turn(tension)` about their centres. They are
/// summed in double precision: of a beam's torques, which nearly cancel, floats would leave a tremble.
template <class Impulse, class Turn>
void apply(System& system, Impulse&& impulse, Turn&& turn) {
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) {
        system.bodies[i].y = {{0.0, 0.0, turn(system.set.tensions[i], system.bodies[i].y.v[2])}};
    }
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        const int rows = kind_of(system.input.joints[joint.joint].def.type).rows;
        for (int row = 0; row < rows; ++row) {
            const Real lambda = impulse(joint, row);
            if (lambda == 0.0) { continue; }
            for (int k = 0; k < 3; ++k) {
                if (at.bodyA != kNull) { system.bodies[at.bodyA].y.v[k] += joint.rows[row].a[k] * lambda; }
                if (at.bodyB != kNull) { system.bodies[at.bodyB].y.v[k] += joint.rows[row].b[k] * lambda; }
            }
        }
    }
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) {
        const uint32_t slot = system.set.plan.bodies[i].slot;
        BodyMotion& motion = system.motions[slot];
        const BodyMass& mass = system.input.masses[slot];
        const Vec3& y = system.bodies[i].y;
        const auto add = [](float& to, float inverse, Real by) {
            to = static_cast<float>(static_cast<Real>(to) + static_cast<Real>(inverse) * by);
        };
        if ((motion.flags & kLockX) == 0) { add(motion.v.x, mass.inv_mass, y.v[0]); }
        if ((motion.flags & kLockY) == 0) { add(motion.v.y, mass.inv_mass, y.v[1]); }
        add(motion.w, mass.inv_inertia, y.v[2]); // 0 where it is locked
    }
}

/// Brings all linear constraints to their laws.
void solve_linear(System& system) {
    solve_for(system, [&](const JointWork& joint, const JointConstraint& c, const WorkConstraint& w) {
        return w.g - w.kappa * rate_of(system.motions, joint, c.row) - w.impulse;
    }, [&](const BodyTension& tension, uint32_t slot) {
        return -tension.inertia * static_cast<Real>(system.motions[slot].w) - tension.impulse;
    });
    // All rates before any body moves.
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        each_linear(joint, [&](const JointConstraint& c, WorkConstraint& w) {
            w.wanted = w.g - w.kappa * (rate_of(system.motions, joint, c.row) + change_of(system, at, joint, c.row));
        });
    }
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) {
        BodyTension& tension = system.set.tensions[i];
        const Real w = static_cast<Real>(system.motions[system.set.plan.bodies[i].slot].w) + system.bodies[i].y.v[2];
        tension.wanted = -tension.inertia * w;
    }
    apply(system,
          [](JointWork& joint, int row) {
              Real sum = 0.0;
              each_linear(joint, [&](const JointConstraint& c, WorkConstraint& w) {
                  if (c.row != row) { return; }
                  sum += w.wanted - w.impulse;
                  w.impulse = w.wanted;
              });
              return sum;
          },
          [](BodyTension& tension, Real) {
              const Real more = tension.wanted - tension.impulse;
              tension.impulse = tension.wanted;
              return more;
          });
}

bool update_bounds(System& system) {
    bool changed = false;
    for (const PlanJoint& at : system.joints()) {
        changed = impulse::update_bounds(system.motions, system.work(at), false) || changed;
    }
    return changed;
}

/// Takes out of the system what is beyond its bounds, and motors that drive past their speed. What is left does no work.
bool let_go(System& system) {
    bool changed = false;
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        for (int i = 0; i < joint.model.count; ++i) {
            const JointConstraint& c = joint.model.constraints[i];
            WorkConstraint& w = joint.work[i];
            Real left = std::clamp(w.impulse, w.lo, w.hi);
            const bool drives_past = !w.linear && w.kappa > 0.0 && left * (w.kappa * rate_of(system.motions, joint, c.row) - w.g) > 0.0;
            if (drives_past) { left = 0.0; }
            if (left == w.impulse) { continue; }
            push_row(system.motions, joint, c.row, left - w.impulse);
            w.impulse = left;
            w.linear = false;
            changed = true;
        }
    }
    return changed;
}

/// Velocities that all constraints agree on. Which of the bounded ones are within their bounds settles in a turn or two; where it
/// goes round instead, they are only let go from then on, each of them twice at most. Leaves the factors of the last turn.
void solve_bounded(System& system) {
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

BodyShift shift_of(const BodyMotion& motion, Real h) {
    BodyShift shift;
    shift.dp = h * to_real(motion.v);
    shift.turn = h * static_cast<Real>(motion.w);
    // As bodies turn (impulse/math.h), in double.
    const Real t = 0.5 * shift.turn * (1.0 + shift.turn * shift.turn / 12.0);
    const Real r = 1.0 / (1.0 + t * t);
    shift.c = (1.0 - t * t) * r;
    shift.s = 2.0 * t * r;
    return shift;
}

bool counts_as_held(const JointConstraint& c) { return c.kind == ConstraintKind::hold || c.kind == ConstraintKind::limit; }

bool is_angular(const System& system, const JointWork& joint, const JointConstraint& c) {
    const JointType type = system.input.joints[joint.joint].def.type;
    return type == JointType::gear || kind_of(type).is_angle(c.row);
}

/// m or rad: how far a hold or limit is from what it asks for.
Real error_of(const JointWork& joint, const JointConstraint& c) {
    const Real x = joint.x[c.row];
    if (c.kind == ConstraintKind::hold) { return x - c.at; }
    return std::min(x - c.lower, 0.0) + std::max(x - c.upper, 0.0);
}

/// The rates by which holds and active limits leave their arcs over the step: `arc`.
void measure_arcs(System& system) {
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        const JointDef& def = system.input.joints[joint.joint].def;
        const Real h = system.set.h;
        const BodyShift still;
        const BodyShift a = joint.slotA == kNull ? still : shift_of(system.motions[joint.slotA], h);
        const BodyShift b = shift_of(system.motions[joint.slotB], h);
        Real x[kJointRows] = {};
        kind_of(def.type).measure(def, moved(def, joint.now, a, b), x);
        each_linear(joint, [&](const JointConstraint& c, WorkConstraint& w) {
            w.arc = counts_as_held(c) ? rate_of(system.motions, joint, c.row) - (x[c.row] - joint.x[c.row]) / h : 0.0;
        });
    }
}

/// The change that keeps holds on their arcs: of bodies in `chord`, of impulses in `more`.
void solve_arcs(System& system) {
    solve_for(system, [](const JointWork&, const JointConstraint&, const WorkConstraint& w) { return w.kappa * w.arc; },
              [](const BodyTension&, uint32_t) { return 0.0; });
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        each_linear(joint, [&](const JointConstraint& c, WorkConstraint& w) {
            w.change = change_of(system, at, joint, c.row);
            w.more = w.kappa * (w.arc - w.change);
        });
    }
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) {
        system.set.tensions[i].change = system.bodies[i].y.v[2];
    }
}

/// Adds `s` times that change.
void follow_arcs(System& system, Real s) {
    apply(system,
          [s](JointWork& joint, int row) {
              Real sum = 0.0;
              each_linear(joint, [&](const JointConstraint& c, WorkConstraint& w) {
                  if (c.row != row) { return; }
                  sum += s * w.more;
                  w.impulse += s * w.more;
              });
              return sum;
          },
          [s](BodyTension& tension, Real) {
              const Real more = -s * tension.inertia * tension.change;
              tension.impulse += more;
              return more;
          });
}

/// The largest share of that change for which holds and limits do no work.
Real workless_share(System& system) {
    Real W0 = 0.0;
    Real W1 = 0.0;
    Real W2 = 0.0;
    Real most = 1.0; // within the caps of motors and springs
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        each_linear(joint, [&](const JointConstraint& c, WorkConstraint& w) {
            if (!counts_as_held(c)) {
                const Real room = w.more > 0.0 ? w.hi - w.impulse : w.lo - w.impulse;
                if (w.more * room >= 0.0 && std::abs(w.more) * most > std::abs(room)) { most = room / w.more; }
                return;
            }
            const Real mean = 0.5 * (w.before + rate_of(system.motions, joint, c.row));
            W0 += w.impulse * mean;
            W1 += w.more * mean + 0.5 * w.impulse * w.change;
            W2 += 0.5 * w.more * w.change;
        });
    }
    const Real allowed = std::max(W0, 0.0);
    if (W0 + W1 + W2 <= allowed) { return most; }
    const Real root = W1 * W1 - 4.0 * W2 * (W0 - allowed);
    return W2 > 0.0 && root >= 0.0 ? std::clamp((-W1 + std::sqrt(root)) / (2.0 * W2), 0.0, most) : 0.0;
}

/// Moves bodies by `fraction` of the errors, with the factors as they are, and leaves velocities alone.
void correct_positions(System& system, Real fraction, Real most) {
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        each_linear(joint, [&](const JointConstraint& c, WorkConstraint& w) {
            w.wanted = -std::clamp(fraction * error_of(joint, c), -most, most);
        });
    }
    solve_for(system, [](const JointWork&, const JointConstraint&, const WorkConstraint& w) { return w.kappa * w.wanted; },
              [](const BodyTension&, uint32_t) { return 0.0; });
    for (uint32_t i = system.mechanism.first_body; i < system.mechanism.end_body; ++i) {
        BodyMotion& motion = system.motions[system.set.plan.bodies[i].slot];
        const Vec3& z = system.bodies[i].y;
        motion.dp += Vec2{static_cast<float>(z.v[0]), static_cast<float>(z.v[1])};
        motion.dq = turn_by(motion.dq, static_cast<float>(z.v[2]));
    }
}

template <class Each>
void each_mechanism(const SolveInput& input, const JointSet& set, Each&& each) {
    const Arena::Mark mark = input.arena.mark();
    const std::span<BodyWork> bodies = input.arena.allocate<BodyWork>(set.plan.bodies.size());
    const std::span<Block> blocks = input.arena.allocate<Block>(set.plan.blocks);
    for (const Mechanism& mechanism : set.plan.mechanisms) {
        System system{.input = input, .set = set, .mechanism = mechanism, .bodies = bodies, .blocks = blocks};
        each(system);
    }
    input.arena.release(mark);
}

/// Sets what holds and limits are to bring their rates to.
template <class Rate>
void set_targets(System& system, Rate&& rate) {
    for (const PlanJoint& at : system.joints()) {
        JointWork& joint = system.work(at);
        for (int i = 0; i < joint.model.count; ++i) {
            const JointConstraint& c = joint.model.constraints[i];
            if (counts_as_held(c)) { joint.work[i].g = joint.work[i].kappa * rate(joint, c, joint.work[i]); }
        }
    }
}

/// m/s or rad/s: with which a limit may be approached, >= 0.
Real room_of(const JointWork& joint, const JointConstraint& c, const WorkConstraint& w, Real h) {
    const Real x = joint.x[c.row];
    return std::max(w.lo == 0.0 ? x - c.lower : c.upper - x, 0.0) / h;
}

} // namespace

void solve_mechanisms(const SolveInput& input, const JointSet& set, const JointBias& bias) {
    each_mechanism(input, set, [&](System& system) {
        set_targets(system, [&](const JointWork& joint, const JointConstraint& c, const WorkConstraint& w) {
            const Real most = is_angular(system, joint, c) ? bias.most_angle : bias.most;
            const Real push = -std::clamp(bias.rate * error_of(joint, c), -most, most);
            if (c.kind == ConstraintKind::hold) { return push; }
            const Real room = room_of(joint, c, w, set.h);
            return push + (w.lo == 0.0 ? -room : room);
        });
        solve_bounded(system);
        measure_arcs(system);
        solve_arcs(system);
        follow_arcs(system, 1.0);
    });
}

void relax_mechanisms(const SolveInput& input, const JointSet& set) {
    each_mechanism(input, set, [&](System& system) {
        set_targets(system, [&](const JointWork& joint, const JointConstraint& c, const WorkConstraint& w) {
            // On top of what they gave so far: so the rest that their compliance left goes too.
            const Real so_far = w.kappa > 0.0 ? w.impulse / w.kappa : 0.0;
            if (c.kind == ConstraintKind::hold) { return so_far; }
            const Real room = room_of(joint, c, w, set.h);
            return (w.linear ? so_far : 0.0) + (w.lo == 0.0 ? -room : room);
        });
        solve_bounded(system);
        solve_arcs(system);
        follow_arcs(system, workless_share(system));
    });
}

void solve_mechanisms_at_once(const SolveInput& input, const JointSet& set) {
    each_mechanism(input, set, [&](System& system) {
        set_targets(system, [](const JointWork&, const JointConstraint&, const WorkConstraint&) { return 0.0; });
        solve_bounded(system);
    });
}

void begin_tensions(const SolveInput& input, const JointSet& set) {
    for (size_t i = 0; i < set.tensions.size(); ++i) {
        const float inverse = input.masses[set.plan.bodies[i].slot].inv_inertia;
        set.tensions[i] = {.own = inverse > 0.0f ? 1.0 / static_cast<Real>(inverse) : kFar,
                           .impulse = set.tensions[i].impulse};
    }
    const auto pull = [&](uint32_t body, RealVec arm, RealVec impulse, const Real* m, RealVec other) {
        if (body == kNull || (impulse.x == 0.0 && impulse.y == 0.0)) { return; }
        BodyTension& tension = set.tensions[body];
        tension.inertia += set.h * dot(arm, impulse);
        const RealVec across = left_perp(arm); // times |r|
        const Real turning = cross(other, across);
        const Real K = m[0] * across.x * across.x + m[1] * across.y * across.y + m[2] * turning * turning;
        const Real square = dot(arm, arm);
        const Real beside = square > 0.0 ? square * square / std::max(K, square / kFar) : 0.0;
        tension.beside = tension.joints++ == 0 ? beside : 0.0;
    };
    for (const PlanJoint& at : set.plan.joints) {
        const JointWork& joint = set.work[at.work];
        RealVec impulse; // on B
        for (int i = 0; i < joint.model.count; ++i) {
            const Real* const b = joint.rows[joint.model.constraints[i].row].b;
            impulse = impulse + joint.work[i].impulse * RealVec{b[0], b[1]};
        }
        pull(at.bodyA, joint.now.rA, -1.0 * impulse, joint.mB, joint.now.rB);
        pull(at.bodyB, joint.now.rB, impulse, joint.mA, joint.now.rA);
    }
    for (BodyTension& tension : set.tensions) {
        tension.inertia = std::max(tension.inertia - tension.own - tension.beside, 0.0);
    }
}

void end_tensions(const SolveInput& input, const JointSet& set) {
    for (size_t i = 0; i < set.tensions.size(); ++i) {
        push_turn(input, set.plan.bodies[i].slot, -set.tensions[i].impulse);
        set.tensions[i].impulse = 0.0;
    }
}

void correct_mechanisms(const SolveInput& input, const JointSet& set, Real fraction, Real most) {
    each_mechanism(input, set, [&](System& system) {
        for (const PlanJoint& at : system.joints()) {
            JointWork& joint = system.work(at);
            for (int i = 0; i < joint.model.count; ++i) {
                const JointConstraint& c = joint.model.constraints[i];
                WorkConstraint& w = joint.work[i];
                w.kappa *= kDamping;
                w.linear = counts_as_held(c) && w.kappa > 0.0 && (c.kind == ConstraintKind::hold || error_of(joint, c) != 0.0);
            }
        }
        factor(system);
        correct_positions(system, fraction, most);
    });
}

} // namespace impulse
