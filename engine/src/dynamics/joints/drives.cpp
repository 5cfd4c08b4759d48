#include "dynamics/joints/drives.h"

#include "dynamics/joints/joint_model.h"

namespace impulse {
namespace {

/// m/s: a body on a spring that stays below this speed is within the slop of its rest position. At angular frequency w
/// and speed v a body near its rest is at most v / w away, overdamped 2 z v / w. At a turning point r > slop away it is
/// slower than u for 2 u / (w^2 r), which must be shorter than the time to fall asleep.
float settled_speed(const JointConstraint& spring, const Tuning& tuning) {
    const float w = static_cast<float>(spring.frequency);
    const float damping = static_cast<float>(spring.decay / (2.0 * spring.frequency));
    return tuning.linear_slop * w * min(1.0f, 0.5f * tuning.sleep_time * w) / max(1.0f, 2.0f * damping);
}

/// Whether a spring is at its cap: it then moves its bodies like a weak motor. The force of two with one cap is a
/// vector.
bool is_capped(const Joint& joint, const JointModel& model, int i) {
    const float load = is_round(joint.form) && i < 2 ? length({joint.load[0], joint.load[1]}) : abs(joint.load[i]);
    return load >= 0.999f * static_cast<float>(model.constraints[i].cap);
}

} // namespace

float share_at_rest(const Joint& joint, const Tuning& tuning, float still) {
    const JointModel model = model_of(joint);
    float share = 1.0f;
    float running = 0.0f;
    for (int i = 0; i < model.count; ++i) {
        const JointConstraint& c = model.constraints[i];
        if (c.kind == ConstraintKind::motor) { running = max(running, abs(static_cast<float>(c.speed))); }
        if (c.kind != ConstraintKind::spring) { continue; }
        if (is_capped(joint, model, i)) { share = min(share, still); }
        share = min(share, max(still, settled_speed(c, tuning) / tuning.sleep_linear));
    }
    // A motor below half its speed and below `still` is blocked.
    if (running > 0.0f) { share = min(share, min(still, 0.5f * running / tuning.sleep_linear)); }
    return share;
}

bool is_grounded(const Joint& joint) {
    return joint.slotA == kNull || joint.def.type == JointType::target || joint.def.type == JointType::pulley;
}

} // namespace impulse
