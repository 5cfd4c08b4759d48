// Distance: a rod between the anchors, or a spring, a motor and limits on their distance. u = d / |d|.
//
//   x0 = |d|                       xdot = u . (vB - vA) + (rB x u) wB - (rA x u) wA     held, sprung, driven, limited
//   x1: across it, n = (-u.y, u.x), with the same rates                                   feels the tension of a rod or rope
#include <cmath>

#include "dynamics/joints/joint_kinds.h"

namespace impulse {
namespace {

void measure(const JointDef&, const JointFrame& f, Real* x) {
    x[0] = std::sqrt(dot(f.d, f.d));
    x[1] = 0.0;
}

void linearize(const JointDef&, const JointFrame& f, JointRow* rows) {
    const Real length = std::sqrt(dot(f.d, f.d));
    const RealVec u = length > 1.0e-9 ? (1.0 / length) * f.d : RealVec{1.0, 0.0}; // any direction serves where they coincide
    const auto along = [&](RealVec n) {
        return JointRow{{-n.x, -n.y, -cross(f.rA, n)}, {n.x, n.y, cross(f.rB, n)}};
    };
    rows[0] = along(u);
    rows[1] = along(left_perp(u));
}

void model(const Joint& joint, JointModel& out) {
    const JointDef& def = joint.def;
    const bool limited = def.lower > 0.0f || def.upper < kUnlimited;
    if (def.hertz == 0.0f && def.max_motor == 0.0f && !limited) {
        out.hold(0, def.length);
        out.add(ConstraintKind::tension, 1);
        return;
    }
    if (def.hertz > 0.0f) { out.spring(0, def.length, joint.spring_mass[0], def.hertz, def.damping); }
    if (def.max_motor > 0.0f) { out.drive(0, def.motor_speed, def.max_motor); }
    if (limited) {
        out.limit(0, def.lower, def.upper);
        out.add(ConstraintKind::tension, 1);
    }
}

} // namespace

const JointKind kDistance{2, measure, linearize, model};

} // namespace impulse
