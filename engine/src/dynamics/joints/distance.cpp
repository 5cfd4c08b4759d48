// Distance: a rod between the anchors, or a spring, a motor and limits on their distance. u = d / |d|.
//
//   x0 = |d|                       xdot = u . (vB - vA) + (rB x u) wB - (rA x u) wA
#include <cmath>

#include "dynamics/joints/joint_kinds.h"

namespace impulse {
namespace {

void measure(const JointDef&, const JointFrame& f, Real* x) { x[0] = std::sqrt(dot(f.d, f.d)); }

void linearize(const JointDef&, const JointFrame& f, JointRow* rows) { distance_row(f, rows[0]); }

void model(const Joint& joint, JointModel& out) {
    const JointDef& def = joint.def;
    const bool limited = def.lower > 0.0f || def.upper < kUnlimited;
    if (def.hertz == 0.0f && def.max_motor == 0.0f && !limited) {
        out.hold(0, def.length);
        return;
    }
    if (def.hertz > 0.0f) { out.spring(0, def.length, joint.spring_mass[0], def.hertz, def.damping); }
    if (def.max_motor > 0.0f) { out.drive(0, def.motor_speed, def.max_motor); }
    if (limited) { out.limit(0, def.lower, def.upper); }
}

} // namespace

const JointKind kDistance{1, measure, linearize, model};

} // namespace impulse
