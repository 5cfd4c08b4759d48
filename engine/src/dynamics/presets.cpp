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

} // namespace impulse
