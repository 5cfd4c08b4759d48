#include "dynamics/joints/joint_model.h"

#include <algorithm>
#include <cmath>

#include "dynamics/joints/joint_kinds.h"

namespace impulse {
namespace {

constexpr Real kTwoPi = 6.28318530717958647692;

void measure_nothing(const JointDef&, const JointFrame&, Real*) {}
void linearize_nothing(const JointDef&, const JointFrame&, JointRow*) {}
void model_nothing(const Joint&, JointModel&) {}

RealVec unit(Vec2 axis) { return to_real(normalize(axis)); }
RealVec turned(Rot q, RealVec v) {
    const Real c = static_cast<Real>(q.c);
    const Real s = static_cast<Real>(q.s);
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}
RealVec turned(const BodyShift& by, RealVec v) { return {by.c * v.x - by.s * v.y, by.s * v.x + by.c * v.y}; }
RealVec arm_of(const BodyPose& pose, Vec2 local_anchor) {
    return turned(pose.q, to_real(local_anchor) - to_real(pose.local_center));
}
RealVec from_ground(const BodyPose& pose, RealVec arm, Vec2 ground) {
    return RealVec{pose.x, pose.y} + arm - to_real(ground);
}

/// m along the direction, or rad where there is none.
Real coordinate_of(Vec2 axis, const BodyPose& pose, Real angle) {
    return axis == Vec2{} ? angle : dot(unit(axis), RealVec{pose.x, pose.y});
}
Real coordinate_of(Vec2 axis, const BodyShift& shift) {
    return axis == Vec2{} ? shift.turn : dot(unit(axis), shift.dp);
}

/// a . M^-1 . b of two rows.
Real coupling(const JointRow& r, const JointRow& s, BodyMass a, BodyMass b) {
    const Real mA = static_cast<Real>(a.inv_mass);
    const Real iA = static_cast<Real>(a.inv_inertia);
    const Real mB = static_cast<Real>(b.inv_mass);
    const Real iB = static_cast<Real>(b.inv_inertia);
    return mA * (r.a[0] * s.a[0] + r.a[1] * s.a[1]) + iA * r.a[2] * s.a[2] + mB * (r.b[0] * s.b[0] + r.b[1] * s.b[1]) +
           iB * r.b[2] * s.b[2];
}

} // namespace

Real unwrap(float wrapped, Real near) {
    const Real angle = static_cast<Real>(wrapped);
    return angle + kTwoPi * std::floor((near - angle) / kTwoPi + 0.5);
}

const JointKind& kind_of(JointType type) {
    static constexpr JointKind kNothing{0, measure_nothing, linearize_nothing, model_nothing};
    static constexpr const JointKind* kKinds[kJointTypes] = {
        &kRevolute, &kPrismatic, &kDistance, &kWeld, &kWheel, &kMotor, &kTarget, &kNothing, &kGear, &kPulley,
    };
    return *kKinds[static_cast<int>(type)];
}

bool holds(const Joint& joint) {
    const JointModel model = model_of(joint);
    return std::any_of(model.constraints, model.constraints + model.count, [](const JointConstraint& c) {
        return c.kind == ConstraintKind::hold || c.kind == ConstraintKind::limit;
    });
}

bool is_driven(const Joint& joint) {
    const JointModel model = model_of(joint);
    return std::any_of(model.constraints, model.constraints + model.count, [](const JointConstraint& c) {
        return c.kind == ConstraintKind::motor || c.kind == ConstraintKind::spring;
    });
}

void JointModel::limit(int row, float lower, float upper) {
    JointConstraint& constraint = add(ConstraintKind::limit, row);
    constraint.lower = static_cast<Real>(lower);
    constraint.upper = static_cast<Real>(upper);
}

void JointModel::drive(int row, float speed, float cap) {
    JointConstraint& constraint = add(ConstraintKind::motor, row);
    constraint.speed = static_cast<Real>(speed);
    constraint.cap = static_cast<Real>(cap);
}

void JointModel::spring(int row, float at, float mass, float hertz, float damping_ratio, float cap) {
    JointConstraint& constraint = add(ConstraintKind::spring, row);
    constraint.at = static_cast<Real>(at);
    constraint.cap = static_cast<Real>(cap);
    constraint.frequency = kTwoPi * static_cast<Real>(hertz);
    constraint.stiffness = constraint.frequency * constraint.frequency * static_cast<Real>(mass);
    constraint.damping = 2.0 * static_cast<Real>(damping_ratio) * constraint.frequency * static_cast<Real>(mass);
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
    const Real ratio = static_cast<Real>(joint.def.ratio);
    return coordinate_of(joint.def.axis_a, a, joint.angle) + ratio * coordinate_of(joint.def.axis_b, b, joint.angle_b);
}

JointFrame frame_of(Joint& joint, const BodyPose* a, const BodyPose& b) {
    const JointDef& def = joint.def;
    JointFrame frame;
    frame.rB = arm_of(b, def.local_anchor_b);
    if (a == nullptr) {
        frame.d = from_ground(b, frame.rB, def.ground_anchor_a);
        return frame;
    }
    frame.rA = arm_of(*a, def.local_anchor_a);
    frame.d = RealVec{b.x - a->x, b.y - a->y} + frame.rB - frame.rA;
    frame.axis = turned(a->q, unit(def.local_axis));
    // The angle of a hinge with nothing on it is read only once it has turned by a good part of half a turn.
    const bool free = def.type == JointType::revolute && !has_limits(def) && def.hertz == 0.0f && def.max_motor == 0.0f;
    if (!free || std::fabs(joint.angle - joint.synced) > 0.5) { sync_angles(joint, a, b); }
    frame.angle = joint.angle - static_cast<Real>(def.reference_angle);
    if (def.type == JointType::pulley) {
        frame.ropeA = from_ground(*a, frame.rA, def.ground_anchor_a);
        frame.ropeB = from_ground(b, frame.rB, def.ground_anchor_b);
    } else if (def.type == JointType::gear) {
        frame.gear = gear_coordinate(joint, *a, b) - joint.phase;
    }
    return frame;
}

JointFrame moved(const JointDef& def, const JointFrame& frame, const BodyShift& a, const BodyShift& b) {
    JointFrame to;
    to.rA = turned(a, frame.rA);
    to.rB = turned(b, frame.rB);
    const RealVec shiftA = a.dp + (to.rA - frame.rA);
    const RealVec shiftB = b.dp + (to.rB - frame.rB);
    to.d = frame.d + (shiftB - shiftA);
    to.axis = turned(a, frame.axis);
    to.angle = frame.angle + (b.turn - a.turn);
    if (def.type == JointType::pulley) {
        to.ropeA = frame.ropeA + shiftA;
        to.ropeB = frame.ropeB + shiftB;
    } else if (def.type == JointType::gear) {
        to.gear = frame.gear + coordinate_of(def.axis_a, a) + static_cast<Real>(def.ratio) * coordinate_of(def.axis_b, b);
    }
    return to;
}

// The effective mass of a spring is that of its row beside what the joint holds: with K = J M^-1 J^T, the Schur complement
// K_ss - K_sh K_hh^-1 K_hs. A spring on both rows of a point pulls alike in all directions, so that it has a potential; its mass is
// that of the two bodies moving apart without turning.
void measure_spring_masses(Joint& joint, const JointFrame& frame, BodyMass a, BodyMass b) {
    joint.spring_mass[0] = joint.spring_mass[1] = 1.0f;
    const JointModel model = model_of(joint);
    JointRow rows[kJointRows];
    kind_of(joint.def.type).linearize(joint.def, frame, rows);
    const int count = kind_of(joint.def.type).rows;
    Real K[kJointRows][kJointRows] = {};
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < count; ++k) { K[i][k] = coupling(rows[i], rows[k], a, b); }
    }
    for (int n = 0; n < model.count; ++n) { // eliminate what is held
        const int h = model.constraints[n].row;
        if (model.constraints[n].kind != ConstraintKind::hold || !(K[h][h] > 0.0)) { continue; }
        const Real inverse = 1.0 / K[h][h];
        for (int i = 0; i < count; ++i) {
            if (i == h) { continue; }
            for (int k = 0; k < count; ++k) {
                if (k != h) { K[i][k] -= K[i][h] * K[h][k] * inverse; }
            }
        }
        for (int i = 0; i < count; ++i) { K[i][h] = K[h][i] = 0.0; }
    }
    const auto mass_of = [](Real k) { return k > 0.0 ? static_cast<float>(1.0 / k) : 0.0f; };
    const bool both = joint.def.type == JointType::weld || joint.def.type == JointType::motor || joint.def.type == JointType::target;
    for (int n = 0; n < model.count; ++n) {
        if (model.constraints[n].kind != ConstraintKind::spring) { continue; }
        const int s = model.constraints[n].row;
        if (both && s < 2) {
            joint.spring_mass[0] = mass_of(static_cast<Real>(a.inv_mass) + static_cast<Real>(b.inv_mass));
        } else {
            joint.spring_mass[both ? 1 : 0] = mass_of(K[s][s]);
        }
    }
}

} // namespace impulse
