/// The observer's view of joints (observe.h): impulse, residual and error of every constraint row.
#pragma once

#include "dynamics/joints/joint_solver.h"
#include "impulse/trace.h"

namespace impulse {

/// What the joints were last solved for.
enum class JointLaw : uint8_t {
    biased,  ///< `solve_joints`, or before it
    relaxed, ///< `relax_joints` or `solve_joints_at_once`
    moved,   ///< positions have changed since, velocities have not: residuals are those of the previous iteration
    derived, ///< velocities were derived from positions: holds and reached limits are to have no rate
};

struct SeenJoints {
    const JointSet& set;
    JointLaw law = JointLaw::relaxed;
    const JointBias* bias = nullptr; ///< of `biased`
};

/// Records all rows for the iteration that was added last. Pre: `input.probe` is not null.
///
/// The residual of a row is K |lambda' - lambda|, lambda' being the impulse that solving this row alone would give, by
/// the law of joint_model.h. For a hold this is the error of its rate. A direct solve that follows arcs by the share s
/// (joint_arcs.h) solves for rates s arc instead of 0.
void observe_joints(const SolveInput& input, const SeenJoints& joints, SolverStage stage);

} // namespace impulse
