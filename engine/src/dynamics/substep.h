/// The bodies' side of a substepped velocity solver.
///
/// Warm starting without a pass. In substep k the contacts and joints gave a body the velocity change d_k = v_k(end) -
/// u_k, where u_k is its velocity after the forces of that substep and before any impulse. Their accumulated impulses
/// at the end are exactly those whose sum made d_k, and arms do not change within a step. So applying all accumulated
/// impulses at the start of substep k + 1, which is what warm starting does, is adding d_k: one addition a body instead
/// of a pass over all constraints. Only the first substep has to look at the stored impulses.
#pragma once

#include "dynamics/solve_input.h"

namespace impulse {

/// What a body carries from substep to substep; one per awake body. In halves like those of `BodyMotion`.
struct alignas(16) SubstepBody {
    Vec2 dv;                     ///< m/s: what forces add a substep
    float dw = 0.0f;             ///< rad/s
    float linear_damping = 1.0f; ///< factor a substep: 1 / (1 + h c)
    Vec2 u;                      ///< m/s: velocity after forces, before impulses
    float uw = 0.0f;             ///< rad/s
    float angular_damping = 1.0f;
};
static_assert(sizeof(SubstepBody) == 32);

std::span<SubstepBody> begin_substeps(const SolveInput& input, float h);

/// v = (v + dv) damping; `warm` adds what the constraints did in the substep before.
void integrate_substep_velocities(const SolveInput& input, std::span<SubstepBody> bodies, bool warm);

/// dp += h v, dq turned by h w; no faster than `max_linear_speed`.
void integrate_substep_positions(const SolveInput& input, std::span<SubstepBody> bodies, float h);

} // namespace impulse
