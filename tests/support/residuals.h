/// Residuals of the iterations of a traced step.
#pragma once

#include "support/scene.h"

namespace impulse::test {

/// Residuals of one step, by iteration over velocities; the first entry is before iteration 1.
inline std::vector<float> step_residuals(World& world, float dt = kStep) {
    world.set_trace(true);
    (void)world.step(dt);
    std::vector<float> residuals;
    for (const TraceIteration& iteration : world.solver_trace().iterations) {
        const bool velocities = iteration.stage == SolverStage::start || iteration.stage == SolverStage::solve;
        if (velocities) { residuals.push_back(iteration.residual); }
    }
    world.set_trace(false);
    return residuals;
}

} // namespace impulse::test
