// Trees of joints solved: from the leaves to the roots and back. Symbols are those of joint_trees.h.

#include <algorithm>

#include "dynamics/joints/joint_pass.h"
#include "dynamics/joints/joint_tree_rows.h"
#include "dynamics/joints/joint_trees.h"

namespace impulse {
namespace {

constexpr Real kGiveBack = 1.0 / 256.0; ///< of the compliance of a joint in a sweep
constexpr Real kMotorGiveBack =
    1.0e-7;                            ///< of K of its joint alone: what an arm of tons leaves of that is found at once
constexpr Real kLeastDamping = 1.0e-6; ///< of a spring's mass: one without any damping would be no row
constexpr Real kOvertaken =
    1.0e-3; ///< rad/s or m/s, far below sleep: or what rounding leaves would have motors change for ever
constexpr int kMostTries = 3; ///< of limits
constexpr int kMostTurns = 6; ///< of motors: from then on they only let go
constexpr int kLastTurn = 12; ///< all do
constexpr int kRelaxations =
    2; ///< each leaves S / (K + S) of the push, which a light link between heavy ones throws about

struct Vec3 {
    Real v[3];
};

Real dot3(const Real a[3], const Real b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vec3 mul(const Sym3& s, const Real x[3]) {
    const Real* m = s.m;
    return {{m[0] * x[0] + m[1] * x[1] + m[2] * x[2], m[1] * x[0] + m[3] * x[1] + m[4] * x[2],
             m[2] * x[0] + m[4] * x[1] + m[5] * x[2]}};
}

/// sum += rows^T x
void add_transposed(Real sum[3], const Real rows[3][3], const Real x[3]) {
    for (int k = 0; k < 3; ++k) { sum[k] += rows[0][k] * x[0] + rows[1][k] * x[1] + rows[2][k] * x[2]; }
}

/// Of a positive definite matrix.
Sym3 inverse(const Sym3& s) {
    const Real* m = s.m;
    const Real a = m[3] * m[5] - m[4] * m[4];
    const Real b = m[2] * m[4] - m[1] * m[5];
    const Real c = m[1] * m[4] - m[2] * m[3];
    const Real d = 1.0 / (m[0] * a + m[1] * b + m[2] * c);
    return {{d * a, d * b, d * c, d * (m[0] * m[5] - m[2] * m[2]), d * (m[1] * m[2] - m[0] * m[4]),
             d * (m[0] * m[3] - m[1] * m[1])}};
}

/// H = (M + e + A)^-1 = W (1 + W (e + A) W)^-1 W with W the square root of M^-1: masses may be infinite, and
/// it is well scaled.
void eliminate(TreeBody& body) {
    const Real* s = body.scale;
    const Real w[6] = {s[0] * s[0], s[0] * s[1], s[0] * s[2], s[1] * s[1], s[1] * s[2], s[2] * s[2]};
    const Real taut = static_cast<Real>(body.taut);
    body.excess = w[5] * taut > 1.0 ? taut - 1.0 / w[5] : 0.0;
    body.h.m[5] += body.excess;
    for (int i = 0; i < 6; ++i) { body.h.m[i] *= w[i]; }
    for (const int i : {0, 3, 5}) { body.h.m[i] += 1.0; }
    body.h = inverse(body.h);
    for (int i = 0; i < 6; ++i) { body.h.m[i] *= w[i]; }
}

/// K of a row whose bodies are free but for it.
Real row_alone(const TreeBody& body, const Real row[3]) {
    const Real* s = body.scale;
    return s[0] * s[0] * row[0] * row[0] + s[1] * s[1] * row[1] * row[1] + s[2] * s[2] * row[2] * row[2];
}

/// m/s or rad/s: what the row shall come to, negated. A limit that is apart may be come to within the substep and not more.
Real aim_of(const Reading& now, int row, const JointPass& pass) {
    const bool apart = row == now.limit && now.side * now.error[row] > 0.0;
    return static_cast<Real>(apart ? pass.inv_h : pass.softness.bias) * now.error[row];
}

/// What a driven joint's limit, motor and spring give; returns S of all of them.
template <class L>
Real drive(const JointRows<L>& rows, TreeJoint& joint, Real held, Real alone) {
    joint.gives[0] = joint.gives[1] = joint.gives[2] = 0.0;
    if (!(alone > 0.0)) { return 1.0; } // left out, or nothing can move
    joint.gives[0] = held;
    joint.gives[1] = joint.motor == kNull || joint.slips || held > 0.0 ? 0.0 : 1.0 / (kMotorGiveBack * alone);
    if (joint.spring != kNull) { // S = memory / (mass m), b = push / mass C + S acc
        const JointAxis<L>& row = rows.axes[joint.spring / kLanes<L>];
        const auto of = [&](const L& lanes) { return lane(lanes, joint.spring); };
        const Real m = of(row.ratio) / of(row.control.memory);
        joint.gives[2] = m * std::max(of(row.control.mass), kLeastDamping);
        joint.pull = m * of(row.control.push) * (of(row.control.x) - of(row.control.lower));
    }
    return 1.0 / (joint.gives[0] + joint.gives[1] + joint.gives[2]);
}

/// Rows, K^-1 and H of all, children first.
template <class L>
void factor(const SolveInput& input, const JointRows<L>& rows, const JointTrees& trees, const JointPass& pass) {
    // A sweep's lambda = acc - mass m (Cdot + bias C) - memory acc solves Cdot' + bias C + (memory / mass) K
    // lambda = 0. Never 0: nothing else is in K of a joint with what cannot move.
    const Real softness = std::max(kGiveBack * static_cast<Real>(pass.softness.impulse / pass.softness.mass), 1.0e-5);
    const float h = 1.0f / pass.inv_h;
    // h w^2 / 2. Beyond a quarter of a radian it is no help: what relaxing leaves of it would drive what whips.
    const auto arc = [h](float spin) {
        const float turn = min(h * abs(spin), 0.25f);
        return static_cast<Real>(0.5f * turn * turn / h);
    };
    for (TreeBody& body : trees.bodies) { body.h = {}; }
    for (TreeJoint& joint : trees.joints) {
        Reading now = read(rows, joint);
        TreeBody& parent = trees.bodies[joint.parent];
        TreeBody* const child = joint.child == kNull ? nullptr : &trees.bodies[joint.child];
        const bool down = joint.child_is_a;
        const int free = free_row_of(joint);
        const bool driven = is_driven(joint);
        const bool holds = joint.limit == free ? joint.held : (free == 2 ? joint.angle : joint.way) != kNull;
        const bool idle = driven ? !holds && joint.spring == kNull && joint.slips : !joint.held;
        const int out = !idle ? -1 : driven ? free : joint.limit; // the row left out
        if (out >= 0) {
            std::fill_n(now.a[out], 3, 0.0);
            std::fill_n(now.b[out], 3, 0.0);
        }
        std::memcpy(joint.child_row, down ? now.a : now.b, sizeof joint.child_row);
        std::memcpy(joint.parent_row, down ? now.b : now.a, sizeof joint.parent_row);

        Sym3 k;
        for (int i = 0; i < 3; ++i) {
            const Real alone = row_alone(parent, joint.parent_row[i]) +
                               (child == nullptr ? 0.0 : row_alone(*child, joint.child_row[i]));
            Real soft = alone > 0.0 ? softness * alone : 1.0;
            joint.wanted[i] = i == out ? 0.0 : aim_of(now, i, pass) + soft * now.impulse[i];
            if (i == 1 && joint.rod && alone > 0.0) {
                joint.alone = alone;
                soft = joint.give = 1.0 / std::max(static_cast<Real>(joint.taut) - 1.0 / alone, 1.0e-6 / alone);
            }
            if (i == free && driven) { soft = drive(rows, joint, holds ? 1.0 / soft : 0.0, alone); }
            k.m[i == 2 ? 5 : 3 * i] = soft;
        }
        const Real child_arc = arc(child == nullptr ? input.motions[joint.child_slot].w : child->spin);
        const Real parent_arc = arc(parent.spin);
        for (int i = 0; i < 2; ++i) {
            joint.wanted[i] +=
                (down ? child_arc : parent_arc) * now.rA[i] - (down ? parent_arc : child_arc) * now.rB[i];
        }

        if (child != nullptr) {
            eliminate(*child);
            for (int i = 0, n = 0; i < 3; ++i) {
                const Vec3 hj = mul(child->h, joint.child_row[i]);
                for (int j = i; j < 3; ++j, ++n) { k.m[n] += dot3(hj.v, joint.child_row[j]); }
            }
        }
        joint.k = inverse(k);
        for (int a = 0, n = 0; a < 3; ++a) {
            const Real column[3] = {joint.parent_row[0][a], joint.parent_row[1][a], joint.parent_row[2][a]};
            const Vec3 kj = mul(joint.k, column);
            for (int b = a; b < 3; ++b, ++n) {
                for (int i = 0; i < 3; ++i) { parent.h.m[n] += kj.v[i] * joint.parent_row[i][b]; }
            }
        }
    }
    for (TreeBody& body : trees.bodies) {
        if (body.root) { eliminate(body); }
    }
}

template <class L>
void add_impulse(const JointRows<L>& rows, TreeJoint& joint, const Real p[3]) {
    if (joint.point != kNull) {
        JointPoint<L>& row = rows.points[joint.point / kLanes<L>];
        add_to(row.px, joint.point, p[0]);
        add_to(row.py, joint.point, p[1]);
    }
    if (joint.axis != kNull) { add_to(rows.axes[joint.axis / kLanes<L>].control.impulse, joint.axis, p[0]); }
    if (joint.way != kNull) { add_to(rows.axes[joint.way / kLanes<L>].control.impulse, joint.way, p[1]); }
    if (joint.angle != kNull) { add_to(rows.angles[joint.angle / kLanes<L>].control.impulse, joint.angle, p[2]); }
    if (joint.rod) { joint.across += p[1]; }
}

Vec3 velocity_of(const BodyMotion& motion) {
    return {{static_cast<Real>(motion.v.x), static_cast<Real>(motion.v.y), static_cast<Real>(motion.w)}};
}

/// v += M^-1 p
[[gnu::noinline]] void push(const SolveInput& input, const TreeBody& body, const Real p[3]) {
    const auto change = [&](int i) { return static_cast<float>(body.scale[i] * body.scale[i] * p[i]); };
    BodyMotion& motion = input.motions[body.slot];
    motion.v += {change(0), change(1)};
    motion.w += change(2);
}

/// N s or N m s: g b of the spring.
template <class L>
Real spring_pull(const JointRows<L>& rows, const TreeJoint& joint) {
    return joint.pull + lane(rows.axes[joint.spring / kLanes<L>].control.impulse, joint.spring);
}

/// What all on the free row want together.
template <class L>
Real lag_of(const JointRows<L>& rows, TreeJoint& joint, bool bias) {
    const Real all = joint.gives[0] + joint.gives[1] + joint.gives[2];
    Real sum = bias ? joint.gives[0] * joint.wanted[free_row_of(joint)] : 0.0;
    if (joint.motor != kNull) { sum -= joint.gives[1] * lane(motor_of(rows, joint).speed, joint.motor); }
    if (joint.spring != kNull) { sum += spring_pull(rows, joint); }
    joint.lag = all > 0.0 ? sum / all : 0.0;
    return joint.lag;
}

/// The impulse of the free row among what is on it.
template <class L>
void share_out(const JointRows<L>& rows, TreeJoint& joint, bool bias, Real p[3]) {
    const int free = free_row_of(joint);
    const Real all = joint.gives[0] + joint.gives[1] + joint.gives[2];
    if (!(all > 0.0)) { return; }
    const Real rate = p[free] / all + joint.lag;
    p[free] = joint.gives[0] * (rate - (bias ? joint.wanted[free] : 0.0));
    if (joint.motor != kNull) {
        JointControl<L>& motor = motor_of(rows, joint);
        add_to(motor.impulse, joint.motor, joint.gives[1] * (rate + lane(motor.speed, joint.motor)));
    }
    if (joint.spring != kNull) {
        const Real given = joint.gives[2] * rate - spring_pull(rows, joint);
        add_to(rows.axes[joint.spring / kLanes<L>].control.impulse, joint.spring, given);
    }
}

/// G to the roots, u and P back.
template <class L>
void substitute(const SolveInput& input, const JointRows<L>& rows, const JointTrees& trees, bool bias) {
    for (TreeBody& body : trees.bodies) {
        body.g[0] = body.g[1] = 0.0;
        body.g[2] = -(body.excess * static_cast<Real>(input.motions[body.slot].w) + body.damped);
    }
    for (TreeJoint& joint : trees.joints) {
        TreeBody& parent = trees.bodies[joint.parent];
        Vec3 vc = velocity_of(input.motions[joint.child_slot]);
        const Vec3 vp = velocity_of(input.motions[parent.slot]);
        if (joint.child != kNull) {
            const TreeBody& child = trees.bodies[joint.child];
            const Vec3 given = mul(child.h, child.g);
            for (int i = 0; i < 3; ++i) { vc.v[i] += given.v[i]; }
        }
        Real r[3];
        for (int i = 0; i < 3; ++i) {
            const Real wanted = is_driven(joint) && i == free_row_of(joint) ? lag_of(rows, joint, bias)
                                : bias                                      ? joint.wanted[i]
                                                                            : 0.0;
            r[i] = -(dot3(joint.child_row[i], vc.v) + dot3(joint.parent_row[i], vp.v) + wanted);
        }
        if (joint.rod) { r[1] -= joint.give * joint.across; }
        const Vec3 y = mul(joint.k, r);
        std::memcpy(joint.y, y.v, sizeof joint.y);
        add_transposed(parent.g, joint.parent_row, joint.y);
    }
    const auto move = [&](TreeBody& body) { // what a joint towards the root gives it is in G by now
        const Vec3 u = mul(body.h, body.g);
        std::memcpy(body.u, u.v, sizeof body.u);
        const Real before = body.damped;
        body.damped = -body.excess * (static_cast<Real>(input.motions[body.slot].w) + body.u[2]);
        body.given[0] = body.given[1] = 0.0;
        body.given[2] = body.damped - before;
    };
    for (TreeBody& body : trees.bodies) {
        if (body.root) { move(body); }
    }
    for (size_t n = trees.joints.size(); n-- > 0;) {
        TreeJoint& joint = trees.joints[n];
        TreeBody& parent = trees.bodies[joint.parent];
        Real up[3];
        for (int i = 0; i < 3; ++i) { up[i] = dot3(joint.parent_row[i], parent.u); }
        Vec3 impulse = mul(joint.k, up);
        for (int i = 0; i < 3; ++i) { impulse.v[i] = joint.y[i] - impulse.v[i]; }
        Vec3 parts = impulse;
        if (is_driven(joint)) { share_out(rows, joint, bias, parts.v); }
        add_impulse(rows, joint, parts.v);
        add_transposed(parent.given, joint.parent_row, impulse.v);
        if (joint.child == kNull) { continue; }
        TreeBody& child = trees.bodies[joint.child];
        add_transposed(child.g, joint.child_row, impulse.v);
        move(child);
        add_transposed(child.given, joint.child_row, impulse.v);
    }
    for (const TreeBody& body : trees.bodies) { push(input, body, body.given); }
}

/// Which limits take part in the solution number `turn` of a sweep, and which motors hold their speed; after the last, where there
/// is nothing left to choose, how much room limits have. True where others do than before.
template <class L>
bool choose_rows(const SolveInput& input, const JointRows<L>& rows, const JointTrees& trees, const JointPass& pass,
                 int turn, bool last) {
    bool changed = false;
    for (TreeJoint& joint : trees.joints) {
        if (joint.limit < 0 && joint.motor == kNull) { continue; }
        const Reading now = read(rows, joint);
        const int row = joint.limit < 0 ? free_row_of(joint) : joint.limit;
        const Real* const child_row = joint.child_is_a ? now.a[row] : now.b[row];
        const Real* const parent_row = joint.child_is_a ? now.b[row] : now.a[row];
        const TreeBody& parent = trees.bodies[joint.parent];
        const auto speed_now = [&] {
            return dot3(child_row, velocity_of(input.motions[joint.child_slot]).v) +
                   dot3(parent_row, velocity_of(input.motions[parent.slot]).v);
        };
        const auto add = [&](Real p) {
            const auto move = [&](const TreeBody& body, const Real r[3]) {
                const Real given[3] = {p * r[0], p * r[1], p * r[2]};
                push(input, body, given);
            };
            move(parent, parent_row);
            if (joint.child != kNull) { move(trees.bodies[joint.child], child_row); }
        };
        if (joint.motor != kNull && !last) {
            JointControl<L>& motor = motor_of(rows, joint);
            const Real impulse = lane(motor.impulse, joint.motor);
            const Real lo = lane(motor.lo, joint.motor);
            const Real hi = lane(motor.hi, joint.motor);
            const Real within = std::clamp(impulse, lo, hi);
            const bool slipped = joint.slips;
            if (within != impulse) {
                lane_at(motor.impulse, joint.motor) = static_cast<float>(within);
                add(within - impulse);
                joint.slips = true;
            } else {
                const Real fast = speed_now() - lane(motor.speed, joint.motor);
                const bool fresh = turn == 0 && pass.bias; // the sweep has found which way it turns
                joint.slips = (impulse == hi && (fresh || fast < kOvertaken)) ||
                              (impulse == lo && (fresh || fast > -kOvertaken)) || turn == kLastTurn ||
                              (turn >= kMostTurns && slipped);
            }
            changed = changed || slipped != joint.slips || within != impulse;
        }
        if (joint.limit < 0) { continue; }
        const Real speed = speed_now();
        const Real impulse = now.impulse[joint.limit];
        const Real given = now.side * impulse;
        const Real room = pass.bias ? now.side * aim_of(now, joint.limit, pass) : joint.room;
        if (last) {
            joint.room = pass.bias ? std::max(now.side * speed + room, 0.0) : room;
            continue;
        }
        const bool drew = turn > 0 && joint.held;
        bool held = now.side == 0.0 || given > 0.0;
        if (!held) {
            const bool near = pass.bias || room == 0.0;
            held = !drew && given == 0.0 && near && now.side * speed + room < 0.0;
            if (impulse != 0.0) {
                Real back[3] = {};
                back[joint.limit] = -impulse;
                add_impulse(rows, joint, back);
                add(-impulse);
            }
        }
        changed = changed || held != joint.held;
        joint.held = held;
    }
    return changed;
}

/// Takes the impulses of now into how taut all is. True where that is by far more than before: a blow, which
/// is to be solved again, or for a substep it would throw about what it draws straight.
template <class L>
bool tighten(const JointRows<L>& rows, const JointTrees& trees, float h) {
    bool by_far = false;
    for (TreeBody& body : trees.bodies) { body.drawn = 0.0f; }
    for (TreeJoint& joint : trees.joints) {
        const Reading now = read(rows, joint);
        const auto along = [&](const Real arm[2], Real end) { // the first is 0 but for points, the last but for rods
            return h * static_cast<float>((arm[0] + end) * now.impulse[0] + arm[1] * now.impulse[1]);
        };
        if (joint.rod) {
            const float taut = -h * static_cast<float>(now.impulse[0] / std::max(now.length, 1.0e-6));
            by_far = by_far || joint.alone * static_cast<Real>(taut - 2.0f * joint.taut) > 1.0;
            joint.taut = max(taut, joint.taut);
        }
        const float a = -along(now.rA, now.endA);
        const float b = along(now.rB, now.endB);
        trees.bodies[joint.parent].drawn += joint.child_is_a ? b : a;
        if (joint.child != kNull) { trees.bodies[joint.child].drawn += joint.child_is_a ? a : b; }
    }
    for (TreeBody& body : trees.bodies) {
        by_far = by_far || body.scale[2] * body.scale[2] * static_cast<Real>(body.drawn - 2.0f * body.taut) > 1.0;
        body.taut = max(body.drawn, body.taut);
    }
    return by_far;
}

} // namespace

template <class L>
void locate_trees(const JointRows<L>& rows, JointTrees& trees) {
    const auto locate = [&](const auto& all, std::span<const uint32_t> owners, const JointBatch& batch,
                            uint32_t TreeJoint::* part) {
        for (uint32_t at = batch.first * kLanes<L>; at < (batch.first + batch.count) * kLanes<L>; ++at) {
            if (owners[at] == kNull || trees.place[owners[at]] == kNull) { continue; }
            TreeJoint& joint = trees.joints[trees.place[owners[at]]];
            const uint32_t slotA = all[at / kLanes<L>].slotA[at % kLanes<L>];
            const uint32_t slotB = all[at / kLanes<L>].slotB[at % kLanes<L>];
            joint.*part = at;
            if (batch.role < PartRole::limit) { continue; }
            joint.child_is_a = slotB == trees.bodies[joint.parent].slot;
            joint.child_slot = joint.child_is_a ? slotA : slotB;
            joint.rod = batch.kind == PartKind::span;
            if (batch.role == PartRole::limit) {
                joint.limit = part == &TreeJoint::angle ? 2 : part == &TreeJoint::way ? 1 : 0;
            }
        }
    };
    for (const JointBatch& batch : rows.batches) {
        if (!batch.whole) { continue; }
        if (batch.role < PartRole::limit) {
            trees.motors = trees.motors || batch.role == PartRole::motor;
            locate(rows.axes, rows.axis_joints, batch,
                   batch.role == PartRole::motor ? &TreeJoint::motor : &TreeJoint::spring);
            continue;
        }
        switch (batch.kind) {
        case PartKind::point:
            locate(rows.points, rows.point_joints, batch, &TreeJoint::point);
            break;
        case PartKind::angle:
            locate(rows.angles, rows.angle_joints, batch, &TreeJoint::angle);
            break;
        case PartKind::slide:
        case PartKind::span:
            locate(rows.axes, rows.axis_joints, batch,
                   batch.kind == PartKind::slide && batch.role == PartRole::limit ? &TreeJoint::way : &TreeJoint::axis);
            break;
        default:
            break; // ropes and gears are no edges of trees
        }
    }
}

template <class L>
void note_trees(const SolveInput& input, const JointRows<L>& rows, const JointTrees& trees, float h) {
    for (TreeBody& body : trees.bodies) {
        body.spin = input.motions[body.slot].w;
        body.taut = 0.0f;
    }
    for (TreeJoint& joint : trees.joints) { joint.taut = 0.0f; }
    (void)tighten(rows, trees, h);
}

template <class L>
void solve_trees(const SolveInput& input, const JointRows<L>& rows, const JointTrees& trees, const JointPass& pass) {
    bool stale = pass.bias; // what was eliminated
    const int turns = trees.motors ? kLastTurn + 1 : kMostTries;
    for (int i = 0; i < turns; ++i) {
        stale = choose_rows(input, rows, trees, pass, i, false) || stale;
        if (!stale && i >= (pass.bias ? 1 : kRelaxations)) { break; }
        if (stale) { factor(input, rows, trees, pass); }
        substitute(input, rows, trees, pass.bias);
        stale = pass.bias && tighten(rows, trees, 1.0f / pass.inv_h);
    }
    (void)choose_rows(input, rows, trees, pass, turns, true);
}

template void locate_trees<float>(const JointRows<float>&, JointTrees&);
template void locate_trees<Wide>(const JointRows<Wide>&, JointTrees&);
template void note_trees<float>(const SolveInput&, const JointRows<float>&, const JointTrees&, float);
template void note_trees<Wide>(const SolveInput&, const JointRows<Wide>&, const JointTrees&, float);
template void solve_trees<float>(const SolveInput&, const JointRows<float>&, const JointTrees&, const JointPass&);
template void solve_trees<Wide>(const SolveInput&, const JointRows<Wide>&, const JointTrees&, const JointPass&);

} // namespace impulse
