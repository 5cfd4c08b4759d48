/// Body updates of a substepped velocity solver.
///
/// Warm starting without a pass. In substep k the contacts and joints changed a body's velocity by d_k = v_k(end) -
/// u_k, where u_k is its velocity after the forces of that substep and before any impulse. Their accumulated impulses
/// at the end sum to exactly d_k, and arms are constant within a step. So applying all accumulated
/// impulses at the start of substep k + 1, as in warm starting, means adding d_k: one addition per body instead
/// of a pass over all constraints. Only the first substep reads the stored impulses.
#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// State of an awake body between substeps. In halves like those of `BodyMotion`.
struct alignas(16) SubstepBody {
    Vec2 dv;                     ///< m/s: velocity change by forces per substep, before damping: q h a (integrate.h)
    float dw = 0.0f;             ///< rad/s
    float linear_damping = 1.0f; ///< factor per substep: 1 / (1 + q h c)
    Vec2 u;                      ///< m/s: velocity after forces, before impulses
    float uw = 0.0f;             ///< rad/s
    float angular_damping = 1.0f;
};
static_assert(sizeof(SubstepBody) == 32);

/// Forces and damping of a body per substep.
SubstepBody forces_per_substep(const SolveInput& input, uint32_t slot, float h);

std::span<SubstepBody> begin_substeps(const SolveInput& input, float h);

/// v = (v + dv) damping; `warm` adds the velocity change by constraints in the previous substep.
void integrate_substep_velocities(const SolveInput& input, std::span<SubstepBody> bodies, bool warm);

/// dp += h v, dq rotated by h w; speed is clamped to `max_linear_speed`.
void integrate_substep_positions(const SolveInput& input, std::span<SubstepBody> bodies, float h);

} // namespace impulse
