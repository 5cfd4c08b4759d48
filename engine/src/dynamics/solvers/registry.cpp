#include "dynamics/solvers/registry.h"

namespace impulse {
namespace {

float one_substep(const Tuning&, float h) { return h; }
float no_time(const Tuning&, float) { return 0.0f; }
int one(const Tuning&, float, float) { return 1; }
int position_substeps(const Tuning& tuning, float, float) { return tuning.position_substeps; }

constexpr SolverEntry kSolvers[] = {
    {.type = SolverType::soft_step,
     .name = "soft-step",
     .solve = solve_soft_step,
     .substeps = substeps_of_soft_step,
     .lagging_step = one_substep,
     .lookahead = one_substep, // `relax` lets no gap close faster than in one substep
     .row_bytes = 141 + sizeof(void*),
     .point_bytes = 36,
     .skips_implied = true,
     .places_bounces = true},
    {.type = SolverType::sequential_impulse,
     .name = "sequential-impulse",
     .solve = solve_sequential_impulse,
     .substeps = one,
     .lagging_step = lagging_step_of_integrator,
     .lookahead = lookahead_of_integrator,
     .key_order = true},
    {.type = SolverType::substepped_position,
     .name = "substepped-position",
     .solve = solve_substepped_position,
     .substeps = position_substeps,
     .lagging_step = one_substep,
     .lookahead = no_time,
     .key_order = true,
     .detects = true,
     .rests_by_displacement = true,
     .forgets_friction = true},
};

} // namespace

std::span<const SolverEntry> solvers() { return kSolvers; }

const SolverEntry* find_solver(SolverType type) {
    for (const SolverEntry& entry : kSolvers) {
        if (entry.type == type) { return &entry; }
    }
    return nullptr;
}

} // namespace impulse
