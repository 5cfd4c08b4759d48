#include "dynamics/joints/joint_model.h"

#include <cmath>
#include <limits>
#include <span>

namespace impulse {
namespace {

constexpr JointKind kFilter{-1, kPose<Real>, kPose<Wide>, [](const Joint&, JointModel&) {}};

Point turned(Rot q, Point v) {
    const double c = static_cast<double>(q.c);
    const double s = static_cast<double>(q.s);
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}
Point arm_of(const BodyPose& pose, Vec2 local_anchor) {
    return turned(pose.q, to_point(local_anchor) - to_point(pose.local_center));
}

template <class L>
void set_lanes(LaneVec<L>& to, int lane, double x, double y) {
    set_rounded(to.x, lane, x);
    set_rounded(to.y, lane, y);
}
/// A's part s of the rotation of a gap between anchors (`arms_of_gap`); all of it where the velocity of a motor is one
/// on A, and where A does not turn.
[[gnu::noinline]] double share_of_turn(JointType type, const JointBodies& bodies) {
    const double a = static_cast<double>(bodies.massA.inv_inertia);
    const double b = static_cast<double>(bodies.massB.inv_inertia);
    return type == JointType::motor || !(a > 0.0) ? 1.0 : b / (a + b);
}
/// m along the direction, or rad where there is none.
double coordinate_of(Vec2 axis, const BodyPose& pose, double angle) {
    if (axis == Vec2{}) { return angle; }
    const Point u = to_point(normalize(axis));
    return u.x * pose.x + u.y * pose.y;
}

/// a . M^-1 . b of two rows, of the first lane.
[[gnu::noinline]] double coupling(const JointRow<Real>& r, const JointRow<Real>& s, const JointBodies& bodies) {
    const auto dots = [](const Real* p, const Real* q, BodyMass m) {
        return static_cast<double>(m.inv_mass) * (p[0][0] * q[0][0] + p[1][0] * q[1][0]) +
               static_cast<double>(m.inv_inertia) * p[2][0] * q[2][0];
    };
    return dots(r.a, s.a, bodies.massA) + dots(r.b, s.b, bodies.massB);
}

} // namespace

double unwrap(float wrapped, double near) {
    const double angle = static_cast<double>(wrapped);
    return angle + kTwoPi * std::floor((near - angle) / kTwoPi + 0.5);
}

const JointKind& kind_of(JointType type) {
    static constexpr const JointKind* kKinds[kJointTypes] = {
        &kRevolute, &kPrismatic, &kDistance, &kWeld, &kWheel, &kMotor, &kTarget, &kFilter, &kGear, &kPulley,
    };
    return *kKinds[static_cast<int>(type)];
}

uint32_t form_of(const Joint& joint) {
    const JointModel model = model_of(joint);
    if (model.count == 0) { return 0; }
    return form_with(joint.def.type, std::span(model.constraints, model.count));
}

bool needs_angle(uint32_t form) {
    const int angle = kind_of(type_of(form)).angle;
    for (uint32_t i = 0; i < constraints_of(form); ++i) {
        if (static_cast<int>(constraint_row(constraint_code(form, i))) == angle) { return true; }
    }
    return type_of(form) == JointType::gear;
}

void JointModel::limit(int row, float lower, float upper) {
    if (lower == upper) { return hold(row, lower); }
    JointConstraint& constraint = add(ConstraintKind::limit, row);
    constraint.lower = static_cast<double>(lower);
    constraint.upper = static_cast<double>(upper);
}

void JointModel::drive(int row, float speed, float cap) {
    JointConstraint& constraint = add(ConstraintKind::motor, row);
    constraint.speed = static_cast<double>(speed);
    constraint.cap = static_cast<double>(cap);
}

// Faster than this a spring is rigid in every step, and its numbers would leave the range of single precision.
constexpr double kFastest = 6.0e5; // 1/s, 1e5 Hz

[[gnu::noinline]] void JointModel::spring(int row, float at, float mass, float hertz, float damping_ratio, float cap) {
    JointConstraint& constraint = add(ConstraintKind::spring, row);
    constraint.at = static_cast<double>(at);
    constraint.cap = static_cast<double>(cap);
    constraint.mass = static_cast<double>(mass);
    const double frequency = kTwoPi * static_cast<double>(hertz);
    const double decay = 2.0 * static_cast<double>(damping_ratio) * frequency;
    constraint.frequency = frequency < kFastest ? frequency : kFastest;
    constraint.decay = decay < kFastest ? decay : kFastest;
}

bool JointModel::pose_spring(int row, const Joint& joint, float cap) {
    const JointDef& def = joint.def;
    const float hertz = row < 2 ? def.hertz : def.angular_hertz;
    if (!(hertz > 0.0f)) { return false; }
    spring(row, 0.0f, joint.spring_mass[row / 2], hertz, row < 2 ? def.damping : def.angular_damping, cap);
    return true;
}

void JointModel::free(int row, const JointDef& def, float mass) {
    const bool moves = has_play(def);
    if (moves && def.hertz > 0.0f) { spring(row, def.target, mass, def.hertz, def.damping); }
    if (moves && def.max_motor > 0.0f) { drive(row, def.motor_speed, def.max_motor); }
    if (has_limits(def)) { limit(row, def.lower, def.upper); }
}

void sync_angles(Joint& joint, const BodyPose* a, const BodyPose& b) {
    if (joint.def.type == JointType::gear) {
        joint.angle = unwrap(angle_of(a->q), joint.angle);
        joint.angle_b = unwrap(angle_of(b.q), joint.angle_b);
    } else {
        joint.angle = unwrap(angle_of(a == nullptr ? b.q : inverse_mul(a->q, b.q)), joint.angle);
    }
    joint.synced = joint.angle;
}

double gear_coordinate(const Joint& joint, const BodyPose& a, const BodyPose& b) {
    const double ratio = static_cast<double>(joint.def.ratio);
    return coordinate_of(joint.def.axis_a, a, joint.angle) + ratio * coordinate_of(joint.def.axis_b, b, joint.angle_b);
}

template <class L>
double read_frame(Joint& joint, const JointBodies& bodies, int lane, JointFrame<L>& frame, JointGeometry<L>& geometry) {
    const JointDef& def = joint.def;
    const BodyPose* const a = bodies.a;
    const BodyPose& b = *bodies.b;
    set_rounded(geometry.share, lane, share_of_turn(def.type, bodies));
    const Point rB = arm_of(b, def.local_anchor_b);
    set_lanes(frame.rB, lane, rB.x, rB.y);
    const auto from_ground = [](const BodyPose& pose, Point arm, Vec2 ground) {
        return Point{pose.x + arm.x - static_cast<double>(ground.x), pose.y + arm.y - static_cast<double>(ground.y)};
    };
    if (a == nullptr) {
        const Point d = from_ground(b, rB, def.ground_anchor_a);
        set_lanes(frame.d, lane, d.x, d.y);
        return 0.0;
    }
    const Point rA = arm_of(*a, def.local_anchor_a);
    set_lanes(frame.rA, lane, rA.x, rA.y);
    set_lanes(frame.d, lane, b.x - a->x + rB.x - rA.x, b.y - a->y + rB.y - rA.y);
    // An angle on which nothing depends is read only once it has turned by a good part of half a turn.
    if (joint.reads_angle || std::fabs(joint.angle - joint.synced) > 0.5) { sync_angles(joint, a, b); }
    if (def.type == JointType::prismatic || def.type == JointType::wheel) {
        const Point axis = turned(a->q, to_point(normalize(def.local_axis)));
        set_lanes(frame.axis, lane, axis.x, axis.y);
    } else if (def.type == JointType::pulley) {
        const Point ropeA = from_ground(*a, rA, def.ground_anchor_a);
        const Point ropeB = from_ground(b, rB, def.ground_anchor_b);
        set_lanes(frame.ropeA, lane, ropeA.x, ropeA.y);
        set_lanes(frame.ropeB, lane, ropeB.x, ropeB.y);
        set_rounded(geometry.ratio, lane, static_cast<double>(def.ratio));
    } else if (def.type == JointType::gear) {
        set_rounded(frame.gear, lane, gear_coordinate(joint, *a, b) - joint.phase);
        const double ratio = static_cast<double>(def.ratio);
        const Point axis_a = to_point(normalize(def.axis_a));
        const Point axis_b = to_point(normalize(def.axis_b));
        set_lanes(geometry.axis_a, lane, axis_a.x, axis_a.y);
        set_lanes(geometry.axis_b, lane, ratio * axis_b.x, ratio * axis_b.y);
        set_rounded(geometry.turns_a, lane, def.axis_a == Vec2{} ? 1.0 : 0.0);
        set_rounded(geometry.turns_b, lane, def.axis_b == Vec2{} ? ratio : 0.0);
    }
    return joint.angle - static_cast<double>(def.reference_angle);
}

template double read_frame<Real>(Joint&, const JointBodies&, int, JointFrame<Real>&, JointGeometry<Real>&);
template double read_frame<Wide>(Joint&, const JointBodies&, int, JointFrame<Wide>&, JointGeometry<Wide>&);

// The Schur complement K_ss - K_sh K_hh^-1 K_hs of K = J M^-1 J^T. At arms of more than 1e7 body sizes the rounding of
// K is larger than what remains: at most 16 roundings of half an epsilon make a number, and twice as much is nothing.
void measure_mobilities(Joint& joint, const JointModel& model, const JointBodies& bodies, double* mobilities) {
    JointFrame<Real> frame;
    JointGeometry<Real> geometry;
    read_frame(joint, bodies, 0, frame, geometry);
    JointRow<Real> rows[kJointRows];
    kind_of(joint.def.type).exact.linearize(geometry, frame, rows);
    double K[kJointRows][kJointRows] = {};
    for (int i = 0; i < kJointRows; ++i) {
        for (int k = 0; k < kJointRows; ++k) { K[i][k] = coupling(rows[i], rows[k], bodies); }
    }
    constexpr double kRounding = 16.0 * std::numeric_limits<double>::epsilon();
    double least[kJointRows];
    for (int i = 0; i < kJointRows; ++i) { least[i] = kRounding * K[i][i]; }
    for (int n = 0; n < model.count; ++n) { // eliminate what is held
        const int h = model.constraints[n].row;
        if (model.constraints[n].kind != ConstraintKind::hold || !(K[h][h] > 0.0)) { continue; }
        const double inverse = 1.0 / K[h][h];
        for (int i = 0; i < kJointRows; ++i) {
            if (i == h) { continue; }
            for (int k = 0; k < kJointRows; ++k) {
                if (k != h) { K[i][k] -= K[i][h] * K[h][k] * inverse; }
            }
        }
        for (int i = 0; i < kJointRows; ++i) { K[i][h] = K[h][i] = 0.0; }
    }
    for (int i = 0; i < kJointRows; ++i) { mobilities[i] = K[i][i] > least[i] ? K[i][i] : 0.0; }
}

// A spring on both rows of a point pulls alike in all directions, so that it has a potential; its mass is that of the
// two bodies moving apart without turning. Limits that leave no play and caps of 0 disable a spring. They may open
// later, so masses are measured without them.
void measure_spring_masses(Joint& joint, const JointBodies& bodies) {
    joint.spring_mass[0] = joint.spring_mass[1] = 1.0f;
    Joint open = joint;
    open.def.lower = -kUnlimited;
    open.def.upper = open.def.max_force = open.def.max_torque = kUnlimited;
    const JointModel model = model_of(open);
    if (model.count == 0) { return; }
    double mobilities[kJointRows] = {};
    measure_mobilities(joint, model, bodies, mobilities);
    const auto mass_of = [](double k) { return k > 0.0 ? static_cast<float>(1.0 / k) : 0.0f; };
    const JointType type = joint.def.type;
    const bool pose = type == JointType::weld || type == JointType::motor || type == JointType::target;
    for (int n = 0; n < model.count; ++n) {
        if (model.constraints[n].kind != ConstraintKind::spring) { continue; }
        const int s = model.constraints[n].row;
        if (pose && s < 2) {
            joint.spring_mass[0] =
                mass_of(static_cast<double>(bodies.massA.inv_mass) + static_cast<double>(bodies.massB.inv_mass));
        } else {
            joint.spring_mass[pose ? 1 : 0] = mass_of(mobilities[s]);
        }
    }
}

} // namespace impulse
