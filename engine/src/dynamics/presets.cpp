#include "impulse/tuning.h"

namespace impulse {

Tuning umbra_preset() {
    Tuning tuning;
    tuning.solver = SolverType::sequential_impulse;
    tuning.position = PositionCorrection::projection;
    tuning.velocity_iterations = 8;
    tuning.position_iterations = 3;
    tuning.percent = 0.4f;
    tuning.slop = 0.01f;
    tuning.restitution_mix = MixRule::min;
    tuning.sleep_through_touch = true;
    return tuning;
}

Tuning fx2d_preset() {
    Tuning tuning;
    tuning.solver = SolverType::substepped_position;
    tuning.friction_mix = MixRule::min;
    tuning.restitution_mix = MixRule::min;
    tuning.restitution_threshold = 0.02f;
    return tuning;
}

Tuning ft_physics_preset() {
    Tuning tuning;
    tuning.solver = SolverType::sequential_impulse;
    tuning.position = PositionCorrection::baumgarte;
    tuning.velocity_iterations = 10;
    tuning.baumgarte = 0.2f;
    tuning.slop = 0.01f;
    tuning.max_push_speed = 4.0f;
    tuning.joints_first = false;
    return tuning;
}

Tuning wedekind_preset() {
    Tuning tuning;
    tuning.solver = SolverType::sequential_impulse;
    tuning.impacts = Impacts::zero_duration;
    tuning.impact_iterations = 10;
    tuning.max_impact_passes = 32;
    tuning.restitution_threshold = 0.05f;
    tuning.position = PositionCorrection::baumgarte;
    tuning.velocity_iterations = 10;
    tuning.baumgarte = 0.2f;
    tuning.slop = 0.01f;
    return tuning;
}

} // namespace impulse
