// Distance: a rod between the anchors, or a spring, a motor and limits on their distance. u = d / |d|.
//
//   x0 = |d|           xdot = u . (vB - vA) + (rB x u) wB - (rA x u) wA     held, sprung, driven, limited
//   x1: across it, n = (-u.y, u.x), with the same rates                     subject to the tension of a rod or rope
#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

template <class L>
void measure(const JointGeometry<L>&, const JointFrame<L>& f, L* x) {
    x[0] = length(f.d);
    x[1] = L{};
}

template <class L>
void linearize(const JointGeometry<L>&, const JointFrame<L>& f, JointRow<L>* rows) {
    const L one = splat<L>(1);
    const L span = length(f.d);
    const Mask<L> apart = span > splat<L>(Number<L>(1.0e-9)); // if they coincide, any direction is valid
    const L inverse = one / select<L>(apart, span, one);
    const LaneVec<L> u{select<L>(apart, inverse * f.d.x, one), select<L>(apart, inverse * f.d.y, L{})};
    const auto along = [&](JointRow<L>& row, LaneVec<L> n) { row.set(-n, -cross(f.rA, n), n, cross(f.rB, n)); };
    along(rows[0], u);
    along(rows[1], left_perp(u));
}

void model(const Joint& joint, JointModel& out) {
    const JointDef& def = joint.def;
    // The distance changes its direction where it passes 0. A limit there, predicted along the direction before, would
    // stop what passes the anchor.
    const float lower = def.lower > 0.0f || def.lower == def.upper ? def.lower : -kUnlimited;
    const bool limited = lower > 0.0f || def.upper < kUnlimited;
    const bool rod = def.hertz == 0.0f && def.max_motor == 0.0f && !limited;
    if (rod) {
        out.hold(0, def.length);
    } else {
        const bool moves = has_play(def);
        if (moves && def.hertz > 0.0f) { out.spring(0, def.length, joint.spring_mass[0], def.hertz, def.damping); }
        if (moves && def.max_motor > 0.0f) { out.drive(0, def.motor_speed, def.max_motor); }
        if (limited) { out.limit(0, lower, def.upper); }
    }
    if (rod || limited) { out.add(ConstraintKind::tension, 1); }
}

} // namespace

const JointKind kDistance{-1, {measure<Real>, linearize<Real>}, {measure<Wide>, linearize<Wide>}, model};

} // namespace impulse
